"""Specs out of tables and keywords: what a keyword is (a column, a member of the chart, or one of its series) is looked up in the
schema that the program gives, so that kinds which come later need nothing here."""

from __future__ import annotations

import numbers
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _table
from ._methods import KINDS
from ._table import Sending, Table

if TYPE_CHECKING:
    from .client import Client

#: What says that a table is one of rows rather than a matrix.
_MATRIX_ALTERNATIVES = {"x", "y", "color", "colorBy", "column", "rows", "series", "bin", "calendar", "transform", "where", "link"}

#: Of a table without `y` so many columns of numbers are drawn, and no more.
_MOST_SERIES = 20


class Kind:
    """A kind of charts, as its schema has it."""

    def __init__(self, name: str, schemas: Mapping[str, Any]) -> None:
        self.name = name
        found = [each for each in schemas.values() if each.get("properties", {}).get("kind", {}).get("const") == name]
        if not found:
            raise AttributeError(f"there is no kind '{name}'")
        self.members = set(found[0]["properties"])
        # A list of them, or an object; programs of before had lists alone.
        ways = found[0]["properties"].get("series", {})
        lists = [each["items"] for each in ways.get("anyOf", [ways]) if "items" in each]
        series = lists[0] if lists else {}
        places = [each["$ref"] for each in [series, *series.get("oneOf", [])] if "$ref" in each]
        #: What can be said of a series; nothing where there are none.
        self.series = {
            member for place in places for member in schemas[place.rsplit("/", 1)[1]].get("properties", {})
        }
        data = schemas["Data"]["properties"] if "data" in self.members else {}
        #: What names columns of the table.
        self.roles = set(data) - {"csv", "json", "sqlite", "query", "table", "columns"}

    def word(self, name: str) -> str:
        """A keyword as the schema has it: `corner_radius` is `cornerRadius`."""
        camel = re.sub(r"_([a-z])", lambda match: match.group(1).upper(), name)
        known = self.members | self.series | self.roles
        return camel if name not in known and camel in known else name


def _kinds(client: Client) -> dict[str, Kind]:
    if client._kinds is None:
        schemas = client.rpc_discover()["components"]["schemas"]
        client._kinds = {name: Kind(name, schemas) for name in client.kinds}
    return client._kinds


def names(client: Client | None) -> list[str]:
    """The kinds of charts: those of the program, if one runs, else those of this package."""
    if client is not None and client.is_running:
        return client.kinds
    return list(KINDS)


def spec_of(name: str, data: Any, options: dict[str, Any], client: Client, sending: Sending) -> dict[str, Any]:
    """What a chart of a kind is, with its data."""
    kinds = _kinds(client)
    if name not in kinds:
        raise AttributeError(f"there is no kind '{name}', only {', '.join(kinds)}")
    return _Writer(kinds[name], data, options, sending).spec()


class _Writer:
    def __init__(self, kind: Kind, data: Any, options: dict[str, Any], sending: Sending) -> None:
        self.kind, self.sending = kind, sending
        self.options = {kind.word(key): value for key, value in options.items() if value is not None}
        self.given: dict[str, Any] = {}
        self.table = self._table(data)

    # The table

    def _table(self, data: Any) -> Table | None:
        """The table of the data, with the columns that were given beside it."""
        if "data" not in self.kind.members:
            # `ck.gauge(72)`
            if data is not None and not _is_scalar(data):
                raise TypeError(f"a {self.kind.name} shows one number, and takes no table")
            if data is not None:
                self.options.setdefault("value", data)
            return None
        if "slices" in self.kind.members and _is_hierarchy(data):
            # `{"Europe": {"Vienna": 2, "Linz": 1}}`
            self.options.setdefault("slices", data)
            return None
        if "rows" in self.kind.series and not _MATRIX_ALTERNATIVES & set(self.options) and self._take_matrix(data):
            return None
        if isinstance(data, Mapping) and "kind" not in data and data and all(_is_scalar(each) for each in data.values()):
            # `{"Rent": 25, "Food": 30}`: names and numbers.
            label, value = ("label", "value") if "label" in self.kind.roles and not self.kind.series else ("x", "y")
            data = {label: list(map(str, data)), value: list(data.values())}
            for role in (label, value):
                self.options.setdefault(role, role)
        named = _named_index(data)
        if named is not None:
            data = named
            if "x" in self.kind.roles and "x" not in self.options and named.shape[1] > 1:
                self.options["x"] = str(named.columns[0])
        for role in ("x", "y", "label", "value"):
            values = self.options.get(role)
            # Only `y` may be a list of names; a list of texts elsewhere is what the marks are called.
            if role in self.kind.roles and _is_column(values, texts=role != "y"):
                self.options[role] = role
                self.given[role] = _table.materialised(values)
        if data is not None and not _table.is_table(data):
            role = "y" if self.kind.series else "value"
            self.given[role] = data
            self.options[role] = role
            data = None
        if data is None:
            return Table(self.given) if self.given else None
        return Table(data)

    def _take_matrix(self, data: Any) -> bool:
        """Takes numbers in rows, or a table of nothing but numbers and the names of its rows, as cells of their own."""
        rows = _rows(data)
        if rows is not None:
            self.options["rows"] = rows
            return True
        if data is None or not _table.is_table(data):
            return False
        named = _named_index(data)
        table = Table(data if named is None else named)
        columns = table.columns(table.names)
        numeric = [name for name in table.names if _table.is_numeric(columns[name])]
        titles = table.names[:1] if named is not None else [name for name in table.names if name not in numeric]
        shown = [name for name in table.names if name not in titles]
        if len(titles) > 1 or not shown or not set(shown) <= set(numeric):
            return False
        lists = [_table.listed(columns[name]) for name in shown]
        self.options["rows"] = [list(row) for row in zip(*lists)]
        axes = {"x_axis": shown}
        if titles:
            axes["y_axis"] = [str(each) for each in (_table.listed(columns[titles[0]]) if named is None else named.iloc[:, 0])]
        for axis, labels in axes.items():
            self.options[axis] = {"labels": labels, **self.options.get(axis, {})}
        return True

    def _columns(self, wanted: set[str]) -> dict[str, Any]:
        assert self.table is not None
        columns = self.table.columns(wanted)
        beside = Table(self.given)
        for name in self.given:
            if name not in columns:
                columns.update(beside.columns([name]))
        return columns

    # The spec

    def spec(self) -> dict[str, Any]:
        kind = self.kind
        spec: dict[str, Any] = {"kind": kind.name}
        series: dict[str, Any] = {}
        data: dict[str, Any] = {}
        for key, value in self.options.items():
            if key == "data":
                raise TypeError("the data come first: a table, or the values")
            if key in kind.series and key not in ("x", "y") and self._names_column(value):
                series["colorBy" if key == "color" and "colorBy" in kind.series else key] = value
            elif self._is_of_columns(key, value):
                data[key] = value
            elif key in ("x_axis", "y_axis"):
                spec[key[0]] = value
            elif key == "size" and isinstance(value, (tuple, list)) and len(value) == 2:
                spec["size"] = {"width": value[0], "height": value[1]}
            elif key in kind.members:
                spec[key] = value
            elif key in kind.series:
                series[key] = value
            else:
                # The program says what was probably meant.
                spec[key] = value
        if self.table is not None:
            self._write_table(spec, series, data)
        elif series:
            spec["series"] = _all_of(series, spec.get("series", [{}]))
        return spec

    def _is_of_columns(self, key: str, value: Any) -> bool:
        """Whether a keyword names columns."""
        if key not in self.kind.roles:
            return False
        if key in ("where", "dateFormat", "transform", "levels"):
            return True
        if key == "y" and isinstance(value, (list, tuple)):
            return True
        return isinstance(value, str) and (key in ("x", "y", "label", "value") or self._names_column(value))

    def _names_column(self, value: Any) -> bool:
        return isinstance(value, str) and self.table is not None and value in [*self.table.names, *self.given]

    def _write_table(self, spec: dict[str, Any], series: dict[str, Any], data: dict[str, Any]) -> None:
        assert self.table is not None
        if self.kind.series and "series" not in spec:
            spec["series"] = self._series_of_columns(series, data)
        elif series:
            spec["series"] = _all_of(series, spec["series"])
        wanted = set(_texts([data, spec.get("series"), list(data.get("where", {})), _facet_columns(spec.get("facet"))]))
        if "transform" in data:
            # Formulas name columns in their texts, and a pivot keeps all that it does not name.
            keeps_all = any("pivot" in step for step in data["transform"])
            texts = list(wanted)
            wanted.update(name for name in self.table.names if keeps_all or any(name in text for text in texts))
        # What is selected in another chart may be said of any column.
        if "link" in spec or (not self.kind.series and not {"label", "value"} & set(data)):
            wanted = set(self.table.names)
        columns = {name: self.sending.named(each) for name, each in self._columns(wanted).items()}
        spec["data"] = {"columns": columns, **data}

    def _series_of_columns(self, series: dict[str, Any], data: dict[str, Any]) -> list[dict[str, Any]]:
        """A series for each column that is drawn: those that `y` names, or all that hold numbers."""
        assert self.table is not None
        names = data.pop("y", None)
        if names is None and "x" in data and "bin" in self.kind.series:
            # What is put into bins may be the positions themselves.
            return [series]
        if names is None:
            names = [name for name in self.table.numeric() if name != data.get("x")][:_MOST_SERIES]
        names = [names] if isinstance(names, str) else list(names)
        if not names:
            raise ValueError(f"no column holds numbers: {', '.join(self.table.names)}")
        return [{**series, "column": name, **({"name": name} if len(names) > 1 else {})} for name in names]


def _all_of(common: dict[str, Any], series: Any) -> Any:
    """Series with what all of them have in common: a list of them, or what a column makes."""
    if isinstance(series, Mapping):
        return {**common, **series}
    return [{**common, **each} for each in series]


def _facet_columns(facet: Any) -> list[Any]:
    """The columns whose values have a panel each: `facet="city"`, or an object that names them."""
    if isinstance(facet, Mapping):
        return [facet.get(key) for key in ("by", "row", "column")]
    return [facet]


def _named_index(data: Any) -> Any:
    """A series of pandas, or a table of it whose index tells something, as a table with the index as a column."""
    if type(data).__module__.split(".")[0] != "pandas" or not hasattr(data, "index"):
        return None
    if type(data.index).__name__ == "RangeIndex":
        return None
    if hasattr(data, "to_frame"):
        data = data.to_frame(name=data.name if data.name is not None else "y")
    return data.reset_index()


def _is_hierarchy(data: Any) -> bool:
    """Whether names stand for numbers, or for such names in turn, on one level at least."""
    if not isinstance(data, Mapping) or "kind" in data:
        return False
    nested = [each for each in data.values() if isinstance(each, Mapping)]
    return bool(nested) and all(isinstance(each, Mapping) or _is_scalar(each) for each in data.values())


def _rows(data: Any) -> list[list[Any]] | None:
    """A matrix in rows: an array of two dimensions, or a list of lists; `None` for anything else."""
    if getattr(data, "ndim", None) == 2 and not _table.is_table(data) and hasattr(data, "tolist"):
        return [list(row) for row in data.tolist()]
    if isinstance(data, (list, tuple)) and data:
        rows = [_rows_entry(each) for each in data]
        return [row for row in rows if row is not None] if None not in rows else None
    return None


def _rows_entry(row: Any) -> list[Any] | None:
    if getattr(row, "ndim", None) == 1 and hasattr(row, "tolist"):
        return list(row.tolist())
    return list(row) if isinstance(row, (list, tuple)) else None


def _is_scalar(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, numbers.Real)


def _is_column(values: Any, *, texts: bool) -> bool:
    """Whether these are the values of a column, and not the names of some: `texts` says what a list of texts is."""
    if values is None or isinstance(values, (str, bytes, Mapping)):
        return False
    if isinstance(values, (list, tuple)):
        return texts or not all(isinstance(each, str) for each in values)
    return hasattr(values, "__iter__")


def _texts(value: Any) -> list[str]:
    """All texts in a value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in _texts(each)]
    if isinstance(value, (list, tuple)):
        return [text for each in value for text in _texts(each)]
    return []
