"""Patches of pictures, applied as a page applies them."""

from xml.dom import minidom
from xml.etree.ElementTree import canonicalize


def patched(svg: str, edits: list) -> str:
    """The picture that edits make out of another; elements are numbered as they stand in that."""
    document = minidom.parseString(svg)
    elements = document.getElementsByTagName("*")
    for number, *edit in edits:
        element = elements[number]
        if len(edit) == 1:
            for name, value in edit[0].items():
                if value is None:
                    element.removeAttribute(name)
                else:
                    element.setAttribute(name, value)
        else:
            place, count, markup = edit
            children = list(element.childNodes)
            for child in children[place : place + count]:
                element.removeChild(child)
            following = children[place + count] if place + count < len(children) else None
            for child in list(minidom.parseString(f"<svg>{markup}</svg>").documentElement.childNodes):
                element.insertBefore(document.importNode(child, True), following)
    return document.documentElement.toxml()


def same(one: str, other: str) -> bool:
    """Whether two documents are the same tree."""
    return canonicalize(one) == canonicalize(other)
