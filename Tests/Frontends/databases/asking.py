"""What tests of databases ask of the program."""

from __future__ import annotations

import base64
import struct

import pytest

from clients import RPCError


def created(editor, spec, name="c") -> dict:
    return editor.call("chart/create", chart=name, spec=spec)


def svg_of(answer: dict) -> str:
    return answer["display"]["image/svg+xml"]


def picture(editor, spec) -> str:
    """A picture, under a name that all have."""
    svg = svg_of(created(editor, spec, "same"))
    editor.call("chart/delete", chart="same")
    return svg


def refused(editor, spec) -> RPCError:
    """The fault of a chart that is not made."""
    with pytest.raises(RPCError) as fault:
        created(editor, spec, "refused")
    assert "refused" not in editor.call("chart/list")["charts"]
    return fault.value


def column(document: dict, place: str = "series[0].values") -> list[float]:
    """A column of the only chart in a document."""
    index = document["specs"][0]["columns"][place]
    data = base64.b64decode(document["columns"][index])
    return list(struct.unpack(f"<{len(data) // 8}d", data))
