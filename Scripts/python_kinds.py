"""The functions that make charts as type checkers see them, for make-python-client.py."""

from python_types import Types, python_name, wrapped

HEAD = '''"""What type checkers and editors know of the functions that make charts. The package makes them when they are asked for.

Written by Scripts/make-python-client.py from the kinds' schemas (`rpc.discover`). Don't edit it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from .chart import Chart
from .client import Client

__all__ = {names}

#: The name of a column, or its values.
Column = str | Iterable[Any]
'''


class KindFunction:
    """The function that makes charts of a kind, as type checkers see it. A keyword is a member of the chart, one of its
    series, or names a column (`_specs.py`)."""

    #: What is given in another way: the kind by the function, the data as what comes first, and what is in its columns.
    HIDDEN = {"kind", "data", "type", "column", "values", "x", "y"}
    #: The columns of plots, and those of charts without series.
    ROLES = {True: ("x", "y"), False: ("label", "value", "color")}
    WORDS = {
        "x": "The column of the positions: its name, or its values.",
        "y": "The column of the values, or the names of several, each a series; all that hold numbers if not given.",
        "label": "The column of the names: its name, or its values.",
        "value": "The column of the numbers: its name, or its values.",
    }

    def __init__(self, name: str, schema: dict, types: Types) -> None:
        self.name, self.types = name, types
        #: By their names in Python: what each may be, and its words.
        self.keywords: dict[str, tuple[dict[str, None], str]] = {}
        members = schema["properties"]
        # A list of them, or what a column makes: the list has all that can be said of one.
        items = (members.get("series", {}).get("anyOf") or [{}])[0].get("items", {})
        series = [types.schemas[each["$ref"].rsplit("/", 1)[1]] for each in [items, *items.get("oneOf", [])] if "$ref" in each]
        data = types.schemas["Data"]["properties"]
        has_data = "data" in members
        for key in self.ROLES["series" in members] if has_data else ():
            self.add(key, data[key], "Column" if key in self.WORDS else "str")
        for key in ("x", "y"):
            if key in members:
                self.add(f"{key}_axis", members[key])
        for properties in [members, *(each["properties"] for each in series)]:
            for key, each in properties.items():
                if key not in self.HIDDEN:
                    self.add(key, each, *(["tuple[float, float]"] if key == "size" else []))
        for key in ("where", "dateFormat", "transform") if has_data else ():
            self.add(key, data[key])

    def add(self, key: str, schema: dict, *others: str) -> None:
        words = self.WORDS.get(key) or schema.get("description", "")
        found, _ = self.keywords.setdefault(python_name(key), ({}, words))
        found.update(dict.fromkeys([*(() if "Column" in others else self.types.words(schema, is_plain=True)), *others]))

    def source(self) -> str:
        lines = ["", "", f"def {self.name}(", "    data: Any = None,", "    *,", "    client: Client | None = None,"]
        for key, (words, _) in self.keywords.items():
            lines.append(f"    {key}: {' | '.join([*(word for word in words if word != 'None'), 'None'])} = None,")
        lines += [") -> Chart:", f'    """A chart of the kind `{self.name}`.', "", "    Args:"]
        lines += wrapped("data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.", 8, 4)
        lines += wrapped("client: Whose chart it is; this process's own program's if not given.", 8, 4)
        for key, (_, words) in self.keywords.items():
            lines += wrapped(f"{key}: {words or 'See above.'}", 8, 4)
        lines += ["", "    Raises:", "        InvalidValue: The spec says what there is not; `path` tells the place.", '    """']
        return "\n".join(lines)


def written_kinds(document: dict) -> str:
    types = Types(document)
    found = types.kinds
    functions = [KindFunction(name, types.schemas[schema], types) for schema, name in found.items()]
    names = "[" + ", ".join(f'"{name}"' for name in found.values()) + "]"
    return HEAD.format(names=names) + "\n".join(each.source() for each in functions) + "\n"
