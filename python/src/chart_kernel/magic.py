"""``%%chart``: a spec in a cell of Python, with variables of Python in it."""

from __future__ import annotations

import json
import re
from typing import Any

from .chart import Chart
from .errors import InvalidValue

_VARIABLE = re.compile(r"\$(\$|[A-Za-z_][A-Za-z0-9_]*)")


def register(shell: Any) -> None:
    """Makes the magic known to IPython."""
    from IPython.core.magic import register_cell_magic

    @register_cell_magic("chart")
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


def substituted(text: str, variables: dict[str, Any]) -> str:
    """A spec in which ``$name`` is what a variable holds, and ``$$`` a dollar. As a whole value it is the value, in a longer text its
    text; before anything else a dollar stays as it is.

    Raises:
        InvalidValue: There is no such variable.
    """

    def replaced(match: re.Match[str]) -> str:
        name = match.group(1)
        if name == "$":
            return "$"
        if name not in variables:
            line = text.count("\n", 0, match.start()) + 1
            raise InvalidValue(
                f"line {line}: there is no variable '{name}'; a dollar is written as $$",
                {"path": "", "reason": f"there is no variable '{name}'", "line": line},
            )
        value = variables[name]
        before, after = text[: match.start()], text[match.end() :]
        is_whole = re.search(r"(^|[\s:,\[{-])$", before) is not None and re.match(r"\s*($|[,\]}\n#])", after) is not None
        return json.dumps(_plain(value), ensure_ascii=False) if is_whole else str(value)

    return _VARIABLE.sub(replaced, text)


def _plain(value: Any) -> Any:
    for name in ("isoformat", "tolist"):
        method = getattr(value, name, None)
        if method is not None:
            return method()
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    return value
