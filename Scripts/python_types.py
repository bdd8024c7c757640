"""JSON Schemas as types of Python, for make-python-client.py."""

import keyword
import re
import textwrap

WIDTH = 120

HEAD = '''"""What methods take and give: dictionaries with these members. For annotations, ``ck.types.SelectedMark``.

Written by Scripts/make-python-client.py from the schemas of the methods (`rpc.discover`). Don't edit it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

#: What a chart is: the members that a cell or file has, as a dictionary.
Spec = Mapping[str, Any]
'''


class Types:
    """The types of Python that JSON Schemas stand for."""

    def __init__(self, document: dict) -> None:
        self.schemas = document["components"]["schemas"]
        self.kinds = kinds(document)
        # What specs are made of has a schema of its own, which `chart-kernel schema` writes.
        self.used: dict[str, None] = {}

    def name(self, schema: dict) -> str:
        """The type in words of Python."""
        return " | ".join(dict.fromkeys(self.words(schema)))

    def words(self, schema: dict, *, is_plain: bool = False) -> list[str]:
        """The types that a value may have. In a plain one objects are dictionaries, and no classes of their own."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if is_plain:
                return self.words(self.schemas[name], is_plain=True)
            if name in self.kinds:
                return ["Spec"]
            self.used[name] = None
            return [name]
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return [word for each in schema[key] for word in self.words(each, is_plain=is_plain)]
        if "enum" in schema:
            words = [repr(word).replace("'", '"') for word in schema["enum"] if word is not None]
            return [f"Literal[{', '.join(words)}]", *(["None"] if None in schema["enum"] else [])]
        if "const" in schema:
            return [f'Literal["{schema["const"]}"]']
        types = schema.get("type", [])
        types = types if isinstance(types, list) else [types]
        return [self.word(each, schema, is_plain) for each in types] or ["Any"]

    def word(self, word: str, schema: dict, is_plain: bool) -> str:
        if word == "array":
            items = dict.fromkeys(self.words(schema.get("items", {}), is_plain=is_plain))
            return f"Sequence[{' | '.join(items)}]"
        if word == "object":
            return "Mapping[str, Any]"
        return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}[word]


def kinds(document: dict) -> dict[str, str]:
    """The schemas of the kinds of charts, and the kinds' own names."""
    spec = next(method for method in document["methods"] if method["name"] == "chart/create")["params"][0]["schema"]
    schemas = document["components"]["schemas"]
    names = [each["$ref"].rsplit("/", 1)[1] for each in spec["oneOf"]]
    return {name: schemas[name]["properties"]["kind"]["const"] for name in names}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", lambda match: "_" + match.group(1).lower(), name)


def python_name(name: str) -> str:
    name = snake(name)
    return name + "_" if keyword.iskeyword(name) else name


def wrapped(text: str, indent: int, hanging: int = 0) -> list[str]:
    return textwrap.wrap(
        text.replace("\\", "\\\\"), WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + hanging),
        break_long_words=False, break_on_hyphens=False,
    )


def typed_dict(name: str, schema: dict, types: Types) -> str:
    lines = ["", "", f"class {name}(TypedDict):", *wrapped(f'"""{schema.get("description", name)}"""', 4)]
    required = set(schema.get("required", []))
    for key, each in schema.get("properties", {}).items():
        word = types.name(each).replace("Mapping[str, Any]", "dict[str, Any]").replace("Sequence[", "list[")
        word = re.sub(r"\bSpec\b", "dict[str, Any]", word)
        lines += ["", *textwrap.wrap(each.get("description", ""), WIDTH, initial_indent="    #: ", subsequent_indent="    #: ")]
        lines.append(f"    {key}: {word if key in required else f'NotRequired[{word}]'}")
    return "\n".join(lines)


def written_types(types: Types) -> str:
    """What those that were used are, and what those are made of."""
    declared: list[str] = []
    seen: set[str] = set()
    while todo := [name for name in types.used if name not in seen]:
        for name in todo:
            seen.add(name)
            if name != "Empty":
                declared.append(typed_dict(name, types.schemas[name], types))
    # Their types are strings, so that any order will do.
    return HEAD + "\n".join(declared) + "\n"
