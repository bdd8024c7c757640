"""``%%chart``: a spec in a cell of Python, with variables of Python in it."""

from __future__ import annotations

import json
import re
from importlib import import_module
from typing import Any

from ._connection import plain
from .chart import Chart
from .errors import InvalidValue

_VARIABLE = re.compile(r"\$(\$|[A-Za-z_][A-Za-z0-9_]*)")


def register(shell: Any) -> None:
    """Makes the magic known to IPython."""
    magic: Any = import_module("IPython.core.magic")

    def chart(line: str, cell: str) -> Any:
        """``%%chart [name]``: shows the chart of a spec in YAML or JSON. ``$name`` is a variable of Python: a number, a text, a list.

        With a name the chart is a variable of that name afterwards, too.
        """
        made = Chart(substituted(cell, shell.user_ns))
        name = line.strip()
        if name:
            if not name.isidentifier():
                raise InvalidValue(f"'{name}' is no name for a variable", {"path": "", "reason": "is no name"})
            shell.user_ns[name] = made
        return made

    magic.register_cell_magic("chart")(chart)


def substituted(text: str, variables: dict[str, Any]) -> str:
    """A spec in which ``$name`` is what a variable holds, and ``$$`` a dollar. As a whole value it is the value, in a longer text its
    text; before anything else a dollar stays as it is.

    Raises:
        InvalidValue: There is no such variable.
    """
    lines = text.split("\n")
    return "\n".join(_Line(number, line, variables).text for number, line in enumerate(lines, 1))


#: What stands before the value of a line: keys and dashes; the value itself, if it is a text that stands for itself.
_PLAIN_VALUE = re.compile(r"^(\s*(?:- +)*(?:[\w.-]+:\s+)?)([^\s\[{\"'#|>&*!%@`].*?)(\s*(?:\s#.*)?)$")


class _Line:
    """A line of a spec with its variables in place."""

    def __init__(self, number: int, line: str, variables: dict[str, Any]) -> None:
        self._number, self._variables = number, variables
        found = _PLAIN_VALUE.match(line)
        if found is None or found[2].startswith("- ") or ": " in found[2] or not _VARIABLE.search(found[2]):
            self.text = self._replaced(line)
        elif _VARIABLE.fullmatch(found[2]):
            self.text = self._replaced(found[1]) + self._value(found[2][1:]) + found[3]
        else:
            # As a text in quotes, whatever the variables bring into it.
            words = _VARIABLE.sub(lambda match: self._words(match[1]), found[2])
            is_changed = words != found[2].replace("$$", "$")
            self.text = self._replaced(found[1]) + (json.dumps(words, ensure_ascii=False) if is_changed else words) + found[3]

    def _replaced(self, text: str) -> str:
        """Within lists and objects in one line, and texts in quotes."""

        def replacement(match: re.Match[str]) -> str:
            before, after = text[: match.start()], text[match.end() :]
            is_whole = re.search(r"[:,\[{]\s*$", before) is not None and re.match(r"\s*($|[,\]}])", after) is not None
            return self._value(match[1]) if is_whole and match[1] != "$" else self._words(match[1])

        return _VARIABLE.sub(replacement, text)

    def _held(self, name: str) -> Any:
        if name not in self._variables:
            reason = f"there is no variable '{name}'; a dollar is written as $$"
            raise InvalidValue(f"line {self._number}: {reason}", {"path": "", "reason": reason, "line": self._number})
        return self._variables[name]

    def _value(self, name: str) -> str:
        return "$" if name == "$" else json.dumps(self._held(name), default=plain, ensure_ascii=False)

    def _words(self, name: str) -> str:
        return "$" if name == "$" else str(self._held(name))
