#!/usr/bin/env python3
"""Writes python/src/chart_kernel/_methods.py: the methods of the protocol as typed functions of Python, made from what the program
says of itself (`rpc.discover`).

    Scripts/make-python-client.py [--check] [PROGRAM]

With --check it only says whether the file is as it would be written. PROGRAM is the built chart-kernel.
"""

import json
import keyword
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "python/src/chart_kernel/_methods.py"
WIDTH = 120

HEAD = '''"""The methods of the protocol, each with its words.

Written by Scripts/make-python-client.py from the declarations of the methods (`rpc.discover`). Don't edit it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

#: What a chart is: the members that a cell or file has, as a dictionary.
Spec = Mapping[str, Any]


class Unset:
    """What stands for a parameter that is not given, where `None` says something."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()

#: The kinds of charts that this version of the program knows.
KINDS: tuple[str, ...] = {kinds}


def _given(**params: Any) -> dict[str, Any]:
    """The parameters that are given."""
    return {{name: value for name, value in params.items() if value is not UNSET}}


class Caller:
    """Sends a request and gives its result, or raises what went wrong."""

    def _call(self, method: str, params: dict[str, Any]) -> Any:
        raise NotImplementedError


class AsyncCaller:
    """The same for asyncio."""

    async def _call(self, method: str, params: dict[str, Any]) -> Any:
        raise NotImplementedError
'''


def discover(program: str) -> dict:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "rpc.discover"}).encode()
    done = subprocess.run(
        [program, "stdio"], input=b"Content-Length: %d\r\n\r\n%s" % (len(body), body), capture_output=True, check=False
    )
    return json.loads(done.stdout.split(b"\r\n\r\n", 1)[1])["result"]


class Types:
    """The types of Python that JSON Schemas stand for."""

    def __init__(self, document: dict) -> None:
        self.schemas = document["components"]["schemas"]
        self.kinds = kinds(document)
        # What specs are made of has a schema of its own, which `chart-kernel schema` writes.
        self.used: dict[str, None] = {}

    def name(self, schema: dict) -> str:
        """The type in words of Python."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name in self.kinds:
                return "Spec"
            self.used[name] = None
            return name
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return " | ".join(dict.fromkeys(self.name(each) for each in schema[key]))
        if "enum" in schema:
            words = [repr(word).replace("'", '"') for word in schema["enum"] if word is not None]
            return f"Literal[{', '.join(words)}]" + (" | None" if None in schema["enum"] else "")
        if "const" in schema:
            return f'Literal["{schema["const"]}"]'
        types = schema.get("type", [])
        types = types if isinstance(types, list) else [types]
        if not types:
            return "Any"
        return " | ".join(self.word(each, schema) for each in types)

    def word(self, word: str, schema: dict) -> str:
        if word == "array":
            return f"Sequence[{self.name(schema.get('items', {}))}]"
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


class Function:
    """A method as a function of a class."""

    def __init__(self, method: dict, types: Types, *, of_chart: bool) -> None:
        self.method, self.types, self.of_chart = method, types, of_chart
        # Of a chart, it and its session are known, and the picture is asked for by itself.
        hidden = {"chart", "session", "render"} if of_chart else set()
        self.parameters = [each for each in method["params"] if each["name"] not in hidden]
        path = re.split(r"[/.]", method["name"])
        self.name = python_name("_".join(path[1:] if of_chart else path))

    def source(self, *, is_async: bool) -> str:
        lines = [*self.head(is_async), *self.documentation(), *self.body(is_async)]
        return "\n".join(lines)

    def head(self, is_async: bool) -> list[str]:
        given, optional = [], []
        for each in self.parameters:
            text = f"{python_name(each['name'])}: {self.types.name(each['schema'])}"
            if each["required"]:
                given.append(text)
            elif "default" in each["schema"]:
                optional.append(f"{text} = {each['schema']['default']!r}".replace("'", '"'))
            else:
                optional.append(f"{text} | Unset = UNSET")
        # What may be left out is told by its name: there may come more.
        few = 2 if self.of_chart and not given else 0
        parts = ["self", *given, *optional[:few], *(["*", *optional[few:]] if optional[few:] else [])]
        result = self.types.name(self.method["result"]["schema"])
        result = "None" if result in ("Empty", "None") else result.replace("Mapping[str, Any]", "dict[str, Any]")
        start = f"    {'async ' if is_async else ''}def {self.name}("
        line = f"{start}{', '.join(parts)}) -> {result}:"
        if len(line) <= WIDTH:
            return [line]
        return [start, *(f"        {part}," for part in parts), f"    ) -> {result}:"]

    def documentation(self) -> list[str]:
        lines = wrapped('"""' + self.method["summary"], 8)
        description = self.method.get("description", "")
        if description:
            lines += ["", *wrapped(description, 8)]
        if self.parameters:
            lines += ["", "        Args:"]
            for each in self.parameters:
                lines += wrapped(f"{python_name(each['name'])}: {each['description'] or 'See above.'}", 12, 4)
        raised = [ERRORS[each["code"]] for each in self.method.get("errors", []) if each["code"] in ERRORS]
        if raised:
            lines += ["", "        Raises:", *wrapped(", ".join(dict.fromkeys(raised)) + ".", 12, 4)]
        if len(lines) == 1 and len(lines[0]) + 3 <= WIDTH:
            return [lines[0] + '"""']
        return [*lines, '        """']

    def body(self, is_async: bool) -> list[str]:
        words = [f'{each["name"]}={python_name(each["name"])}' for each in self.parameters]
        if self.of_chart:
            words = ["**self._place", *words]
            if any(each["name"] == "render" for each in self.method["params"]):
                words.append("render=False")
        plain = all(not keyword.iskeyword(each["name"]) for each in self.parameters)
        assert plain, self.method["name"]
        params = f"_given({', '.join(words)})"
        result = self.types.name(self.method["result"]["schema"])
        returned = "" if result in ("Empty", "None") else "return "
        wait = "await " if is_async else ""
        line = f'        {returned}{wait}self._call("{self.method["name"]}", {params})'
        if len(line) <= WIDTH:
            return [line]
        start = f'        {returned}{wait}self._call('
        inner = [f'            "{self.method["name"]}",']
        line = f"            {params},"
        if len(line) <= WIDTH:
            inner.append(line)
        else:
            inner += ["            _given(", *(f"                {word}," for word in words), "            ),"]
        return [start, *inner, "        )"]


ERRORS = {
    -32602: "InvalidValue", -32001: "NoSuchSession", -32002: "NoSuchChart", -32003: "NotAuthorized",
    -32004: "LimitExceeded", -32005: "NotKept",
}

#: What a client does for its user, or a chart does in a way of its own.
UNNEEDED = {"initialize", "shutdown", "exit", "$/cancelRequest"}
OWN = {"chart/create", "chart/list", "chart/edit"}


def typed_dict(name: str, schema: dict, types: Types) -> str:
    lines = ["", "", f"class {name}(TypedDict):", *wrapped(f'"""{schema.get("description", name)}"""', 4)]
    required = set(schema.get("required", []))
    for key, each in schema.get("properties", {}).items():
        word = types.name(each).replace("Mapping[str, Any]", "dict[str, Any]").replace("Sequence[", "list[")
        lines += ["", *textwrap.wrap(each.get("description", ""), WIDTH, initial_indent="    #: ", subsequent_indent="    #: ")]
        lines.append(f"    {key}: {word if key in required else f'NotRequired[{word}]'}")
    return "\n".join(lines)


def written(document: dict) -> str:
    types = Types(document)
    methods = [method for method in document["methods"] if method["name"] not in UNNEEDED]
    of_chart = [
        method for method in methods
        if method["name"].startswith("chart/") and method["name"] not in OWN
        and method["params"] and method["params"][0]["name"] == "chart"
    ]
    parts: list[str] = []
    for title, words, base, chosen, chart in (
        ("Methods", "All methods of the protocol.", "", methods, False),
        ("ChartMethods", "What can be done with one chart.", "", of_chart, True),
    ):
        for prefix, is_async in (("", False), ("Async", True)):
            place = "\n\n    #: The chart and its session.\n    _place: dict[str, Any]" if chart else ""
            parts.append(f'\n\n\nclass {prefix}{title}({prefix}Caller):\n    """{words}"""{place}')
            for method in chosen:
                source = Function(method, types, of_chart=chart).source(is_async=is_async)
                parts.append("\n\n" + source)
    declared: list[str] = []
    seen: set[str] = set()
    while todo := [name for name in types.used if name not in seen]:
        for name in todo:
            seen.add(name)
            if name != "Empty":
                declared.append(typed_dict(name, types.schemas[name], types))
    # Their types are strings, so that any order will do.
    head = HEAD.format(kinds=repr(tuple(kinds(document).values())).replace("'", '"'))
    return head + "\n".join(declared) + "".join(parts) + "\n"


def main() -> None:
    arguments = [each for each in sys.argv[1:] if each != "--check"]
    program = arguments[0] if arguments else str(ROOT / "build/bin/chart-kernel")
    text = written(discover(program))
    if "--check" not in sys.argv:
        TARGET.write_text(text)
        return
    if not TARGET.exists() or TARGET.read_text() != text:
        sys.exit(f"{TARGET.relative_to(ROOT)} is not what the program says: run Scripts/make-python-client.py")


if __name__ == "__main__":
    main()
