#!/usr/bin/env python3
"""Writes files of python/src/chart_kernel from what the program says of itself (`rpc.discover`): _methods.py, the methods
of the protocol as typed functions of Python; types.py, what they take and give; and _kinds.pyi, what type checkers know of the
functions that make charts.

    Scripts/make-python-client.py [--check] [PROGRAM]

With --check it only says whether the files are as they would be written. PROGRAM is the built chart-kernel.
"""

import keyword
import pathlib
import re
import sys

from openrpc import discover
from python_kinds import written_kinds
from python_types import WIDTH, Types, python_name, wrapped, written_types

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python/src/chart_kernel"

HEAD = '''"""The methods of the protocol, each with its words.

Written by Scripts/make-python-client.py from the declarations of the methods (`rpc.discover`). Don't edit it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from .types import (
{imports}
)

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


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


def _awaited(
    function: Callable[Concatenate[Any, Parameters], Result],
) -> Callable[Concatenate[Any, Parameters], Coroutine[Any, Any, Result]]:
    """A function of a caller as one of a caller for asyncio, with the same parameters and words. It only puts a request
    together; what `_call` gives for that is the result there, and here what is awaited."""

    async def awaited(self: Any, /, *args: Parameters.args, **params: Parameters.kwargs) -> Result:
        request: Any = function(self, *args, **params)
        return await request

    functools.update_wrapper(awaited, function)
    return awaited
'''


class Function:
    """A method as a function of a class."""

    def __init__(self, method: dict, types: Types, *, of_chart: bool) -> None:
        self.method, self.types, self.of_chart = method, types, of_chart
        # Of a chart, it and its session are known, and the picture is asked for by itself.
        hidden = {"chart", "session", "render"} if of_chart else set()
        self.parameters = [each for each in method["params"] if each["name"] not in hidden]
        path = re.split(r"[/.]", method["name"])
        self.name = python_name("_".join(path[1:] if of_chart else path))

    def source(self) -> str:
        return "\n".join([*self.head(), *self.documentation(), *self.body()])

    def head(self) -> list[str]:
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
        start = f"    def {self.name}("
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

    def body(self) -> list[str]:
        words = [f'{each["name"]}={python_name(each["name"])}' for each in self.parameters]
        if self.of_chart:
            words = ["**self._place", *words]
            if any(each["name"] == "render" for each in self.method["params"]):
                words.append("render=False")
        plain = all(not keyword.iskeyword(each["name"]) for each in self.parameters)
        assert plain, self.method["name"]
        params = f"_given({', '.join(words)})"
        # Also where there is no result: for asyncio it is what is awaited.
        line = f'        return self._call("{self.method["name"]}", {params})'
        if len(line) <= WIDTH:
            return [line]
        start = "        return self._call("
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
    -32006: "NotAvailable",
}

#: What a client does for its user, or a chart does in a way of its own.
UNNEEDED = {"initialize", "shutdown", "exit", "$/cancelRequest"}
OWN = {"chart/create", "chart/list", "chart/edit"}


def written(document: dict) -> tuple[str, str]:
    """The methods, and the types of what they take and give."""
    types = Types(document)
    methods = [method for method in document["methods"] if method["name"] not in UNNEEDED]
    of_chart = [
        method for method in methods
        if method["name"].startswith("chart/") and method["name"] not in OWN
        and method["params"] and method["params"][0]["name"] == "chart"
    ]
    parts: list[str] = []
    for title, words, chosen, chart in (
        ("Methods", "All methods of the protocol.", methods, False),
        ("ChartMethods", "What can be done with one chart.", of_chart, True),
    ):
        functions = [Function(method, types, of_chart=chart) for method in chosen]
        place = "\n\n    #: The chart and its session.\n    _place: dict[str, Any]" if chart else ""
        parts.append(f'\n\nclass {title}(Caller):\n    """{words}"""{place}')
        parts += ["\n\n" + each.source() for each in functions]
        parts.append(f'\n\n\nclass Async{title}(AsyncCaller):\n    """{words}"""{place}\n')
        parts += [f"\n    {each.name} = _awaited({title}.{each.name})" for each in functions]
        parts.append("\n")
    imports = ", ".join(sorted(["Spec", *(name for name in types.used if name != "Empty")])) + ","
    head = HEAD.format(
        kinds=repr(tuple(types.kinds.values())).replace("'", '"'), imports="\n".join(wrapped(imports, 4)),
    )
    return head + "".join(parts), written_types(types)


def main() -> None:
    arguments = [each for each in sys.argv[1:] if each != "--check"]
    document = discover(arguments[0] if arguments else str(ROOT / "build/bin/chart-kernel"))
    methods, types = written(document)
    for name, text in (("_methods.py", methods), ("types.py", types), ("_kinds.pyi", written_kinds(document))):
        path = PACKAGE / name
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path.relative_to(ROOT)} is not what the program says: run Scripts/make-python-client.py")


if __name__ == "__main__":
    main()
