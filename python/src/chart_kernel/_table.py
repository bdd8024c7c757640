"""Tables and columns, whatever they come in, as the program takes them.

DataFrames (pandas, polars), Arrow tables, dictionaries and lists, records from generators, arrays. None of the packages behind them
is needed here: numbers are taken by the buffer protocol, tables by Arrow's C stream interface or column by column.
"""

from __future__ import annotations

import array
import datetime
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

from . import _arrow, _memory
from ._arrow import Coded, Column, Typed

#: Numbers by the letters of `struct`, as the protocol calls them.
_TYPES = {
    "d": "float64", "f": "float32", "b": "int8", "B": "uint8", "?": "uint8", "h": "int16", "H": "uint16", "i": "int32",
    "I": "uint32", "l": "int64", "L": "uint64", "q": "int64", "Q": "uint64", "n": "int64", "N": "uint64",
}
#: Bytes of a number, by the number in the name of its type; moments have 8.
_BYTES = {"64": 8, "32": 4, "16": 2, "8": 1}
_UNITS = {"s": "timestamp_s", "ms": "timestamp_ms", "us": "timestamp_us", "ns": "timestamp_ns"}


#: Fewer texts are sent as they are.
_CODED = 4096
#: More names than that in a column of texts are hardly any that come again.
_MOST_NAMES = 100_000


def _coded(values: list[Any]) -> Column:
    """A long list of texts of which few differ, as numbers; any other list as it is."""
    if len(values) < _CODED:
        return values
    numbers: dict[str, int] = {}
    codes = array.array("i", bytes(4 * len(values)))
    most = min(len(values) // 2, _MOST_NAMES)
    for row, each in enumerate(values):
        if each is None:
            codes[row] = -1
        elif isinstance(each, str):
            code = numbers.get(each)
            if code is None:
                if len(numbers) >= most:
                    return values
                numbers[each] = code = len(numbers)
            codes[row] = code
        else:
            return values
    # What has no names at all may as well be numbers.
    return Coded(Typed("int32", codes), list(numbers)) if numbers else values


def _are_few(names: int, rows: int) -> bool:
    return 0 < names <= min(rows // 2, _MOST_NAMES)


def _encoded(table: Any, wanted: list[str]) -> Any:
    """A table of polars or pyarrow with a dictionary for each long column of texts of which few differ.

    These packages find the names a hundred times as fast as Python goes through texts.
    """
    polars, pyarrow = sys.modules.get("polars"), sys.modules.get("pyarrow")
    if polars is not None and isinstance(table, polars.DataFrame):
        return table.with_columns(**{name: _encoded_column(table[name]) for name in wanted})
    if pyarrow is not None and isinstance(table, pyarrow.Table):
        for index, name in enumerate(table.column_names):
            if name in wanted:
                table = table.set_column(index, name, _encoded_column(table.column(index)))
    return table


def _encoded_column(values: Any) -> Any:
    """The same of one column."""
    polars, pyarrow = sys.modules.get("polars"), sys.modules.get("pyarrow")
    if polars is not None and isinstance(values, polars.Series):
        # Before 1.3 it gives no stream, and goes through lists.
        if not hasattr(values, "__arrow_c_stream__"):
            return values
        if len(values) >= _CODED and values.dtype in (polars.String, polars.Categorical, polars.Enum):
            names = values.drop_nulls().unique(maintain_order=True).cast(polars.String)
            if _are_few(len(names), len(values)):
                # Categories, too: they may be those of all columns of the process.
                return values.cast(polars.Enum(names))
    elif pyarrow is not None and isinstance(values, pyarrow.ChunkedArray | pyarrow.Array):
        types, kind = pyarrow.types, values.type
        if len(values) >= _CODED and (types.is_string(kind) or types.is_large_string(kind)):
            if _are_few(len(values.unique().drop_null()), len(values)):
                values = values.dictionary_encode()
        # What is no stream would be read one by one.
        of_numbers = types.is_integer(kind) or types.is_float32(kind) or types.is_float64(kind)
        if isinstance(values, pyarrow.Array) and (of_numbers or types.is_dictionary(values.type)):
            return pyarrow.chunked_array([values])
    return values


def _fewer(values: Column) -> Column:
    """Names as numbers where there are many rows and few names, one by one where not."""
    if not isinstance(values, Coded):
        return values
    rows = len(values.codes.data)
    return values if rows >= _CODED and _are_few(len(values.names), rows) else values.listed()


def is_table(data: Any) -> bool:
    """Whether something has columns with names."""
    if isinstance(data, Mapping):
        return True
    if _is_frame(data) or (hasattr(data, "__arrow_c_stream__") and not _is_single(data)):
        return True
    return isinstance(data, Sequence) and len(data) > 0 and isinstance(data[0], Mapping)


def _is_frame(data: Any) -> bool:
    return hasattr(data, "columns") and hasattr(data, "__getitem__") and hasattr(data, "shape")


def _is_single(data: Any) -> bool:
    """Whether something that gives an Arrow stream is one column, as the series of polars are."""
    shape = getattr(data, "shape", None)
    return (shape is not None and len(shape) == 1) or hasattr(data, "num_chunks")


def materialised(data: Any) -> Any:
    """What can be looked at more than once: the records or values of a generator as a list."""
    if isinstance(data, Iterable) and not hasattr(data, "__len__") and not hasattr(data, "__arrow_c_stream__"):
        return list(data)
    return data


class Table:
    """Columns with names, of which those that are wanted are read."""

    def __init__(self, data: Any) -> None:
        self._data = data
        self.names: list[str] = [str(name) for name in self._read_names()]

    def _read_names(self) -> Iterable[Any]:
        data = self._data
        if isinstance(data, Mapping):
            return data.keys()
        if _is_pandas(data):
            return list(data.columns)
        if hasattr(data, "__arrow_c_stream__"):
            return _arrow.names(data)
        if _is_frame(data):
            return list(data.columns)
        return dict.fromkeys(name for record in data for name in record)

    def columns(self, wanted: Iterable[str]) -> dict[str, Column]:
        """Some columns by their names.

        Raises:
            TypeError: One holds what no chart shows.
        """
        chosen = [name for name in self.names if name in set(wanted)]
        data = self._data
        if isinstance(data, Mapping):
            byname = {str(key): key for key in data}
            return {name: column(data[byname[name]], name) for name in chosen}
        if _is_pandas(data):
            byname = {str(key): position for position, key in enumerate(data.columns)}
            return {name: column(data.iloc[:, byname[name]], name) for name in chosen}
        if hasattr(data, "__arrow_c_stream__"):
            return {name: _fewer(each) for name, each in _arrow.columns(_encoded(data, chosen), set(chosen)).items()}
        if _is_frame(data):
            return {name: column(data[name], name) for name in chosen}
        return {name: column([record.get(name) for record in data], name) for name in chosen}

    def numeric(self) -> list[str]:
        """The columns that hold numbers, in their order."""
        return [name for name, each in self.columns(self.names).items() if is_numeric(each)]


def _is_pandas(data: Any) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(data, pandas.DataFrame)


def is_numeric(values: Column) -> bool:
    """Whether a column holds numbers, and no moments."""
    if isinstance(values, Typed):
        return not values.type.startswith(("timestamp", "date"))
    if isinstance(values, Coded):
        return False
    numbers = [each for each in values if each is not None]
    return bool(numbers) and all(isinstance(each, (int, float)) and not isinstance(each, bool) for each in numbers)


def listed(values: Column) -> list[Any]:
    """The entries of a column of numbers or names, one by one, with nothing where there is none."""
    if isinstance(values, Coded):
        return values.listed()
    if not isinstance(values, Typed):
        return values
    entries = values.data
    if not isinstance(entries, list):
        # What comes by Arrow is bytes.
        letter: Any = next(letter for letter, name in _TYPES.items() if name == values.type)
        entries = memoryview(entries).cast("B").cast(letter).tolist()
    return [None if isinstance(each, float) and not math.isfinite(each) else each for each in entries]


def column(values: Any, name: str = "") -> Column:
    """One column: numbers as they lie in memory, or a list of numbers, texts and nothing."""
    if isinstance(values, Typed | Coded):
        return values
    if type(values).__module__.split(".")[0] == "pandas":
        return _pandas(values, name)
    encoded = _encoded_column(values)
    if encoded is values and (hasattr(values, "__array_interface__") or hasattr(values, "dtype") and hasattr(values, "__array__")):
        found = _numpy(values, name)
        if found is not None:
            return found
    if hasattr(encoded, "__arrow_c_stream__"):
        return _fewer(_arrow.column(encoded))
    if isinstance(values, (str, bytes, Mapping)):
        raise TypeError(f"column '{name}' must be a list or an array, got a {type(values).__name__}")
    try:
        view = memoryview(values)
    except TypeError:
        return [_entry(each, name) for each in values]
    return _viewed(view, name)


def _viewed(view: memoryview, name: str) -> Column:
    letter = view.format.lstrip("@=<") if sys.byteorder == "little" else view.format.lstrip("@=>")
    if view.ndim != 1:
        raise TypeError(f"column '{name}' must have one dimension, got {view.ndim}")
    if letter not in _TYPES:
        raise TypeError(f"column '{name}' holds numbers of the type '{view.format}', which no chart shows")
    if _size(letter) != view.itemsize:
        # `l` has the machine's size.
        letter = {4: "i", 8: "q"}[view.itemsize] if letter in "ln" else {4: "I", 8: "Q"}[view.itemsize]
    return Typed(_TYPES[letter], view if view.c_contiguous else view.tolist())


def _size(letter: str) -> int:
    return {"d": 8, "f": 4, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4}.get(letter, 8)


def _numpy(values: Any, name: str) -> Column | None:
    numpy: Any = import_module("numpy")
    array = values if isinstance(values, numpy.ndarray) else numpy.asarray(values)
    if array.ndim != 1:
        raise TypeError(f"column '{name}' must have one dimension, got {array.ndim}")
    if isinstance(array, numpy.ma.MaskedArray):
        array = array.astype(float).filled(numpy.nan)
    kind = array.dtype.kind
    if kind == "M":
        unit = numpy.datetime_data(array.dtype)[0]
        if unit not in _UNITS:
            array = array.astype("datetime64[s]")
            unit = "s"
        return Typed(_UNITS[unit], numpy.ascontiguousarray(array).view("int64"))
    if kind in "iufb":
        wanted = array.dtype.newbyteorder("<")
        if kind == "b":
            wanted = numpy.dtype("uint8")
        elif kind == "f" and array.dtype.itemsize not in (4, 8):
            wanted = numpy.dtype("float64")
        if not array.dtype.isnative or array.dtype != wanted or not array.flags.c_contiguous:
            array = numpy.ascontiguousarray(array, dtype=wanted)
        letter = numpy.dtype(wanted).char
        size = array.dtype.itemsize
        return Typed(f"{'u' if kind in 'ub' else ''}int{size * 8}" if kind != "f" else _TYPES[letter], array)
    if kind in "OUST":
        return [_entry(each, name) for each in array.tolist()]
    if kind == "m":
        return Typed("float64", array.astype("timedelta64[ns]").astype("int64") / 1e9)
    raise TypeError(f"column '{name}' holds numbers of the type '{array.dtype}', which no chart shows")


def _pandas(values: Any, name: str) -> Column:
    pandas: Any = import_module("pandas")
    dtype = values.dtype
    if isinstance(dtype, pandas.DatetimeTZDtype):
        # Moments are the same in all zones; the chart says in which they are shown.
        index = pandas.DatetimeIndex(values).tz_convert("UTC").tz_localize(None)
        return _numpy(index.to_numpy(), name) or []
    if isinstance(dtype, pandas.PeriodDtype):
        return _numpy(pandas.PeriodIndex(values).to_timestamp().to_numpy(), name) or []
    if pandas.api.types.is_datetime64_any_dtype(dtype):
        return _numpy(values.to_numpy(dtype="datetime64[ns]"), name) or []
    if pandas.api.types.is_bool_dtype(dtype) or pandas.api.types.is_numeric_dtype(dtype):
        if pandas.api.types.is_extension_array_dtype(dtype):
            return _numpy(values.to_numpy(dtype="float64", na_value=float("nan")), name) or []
        return _numpy(values.to_numpy(), name) or []
    if len(values) >= _CODED:
        # Which names there are pandas finds out ten times as fast.
        try:
            codes, uniques = pandas.factorize(values)
        except TypeError:
            # What has no hash is no name; it is told below.
            codes, uniques = None, []
        names = list(uniques)
        if _are_few(len(names), len(values)) and all(isinstance(each, str) for each in names):
            return Coded(Typed("int32", import_module("numpy").ascontiguousarray(codes, dtype="<i4")), names)
    return [None if _is_missing(each) else _entry(each, name) for each in values.astype(object).tolist()]


def _is_missing(value: Any) -> bool:
    """Whether pandas would call it missing: `None`, NaN, `NaT`, `NA`."""
    if value is None:
        return True
    return type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and math.isnan(value))


def _entry(value: Any, name: str) -> Any:
    """One entry as JSON has it."""
    if value is None or isinstance(value, (str, bool, int)):
        # A whole number beyond what others read exactly is one of floating point.
        return float(value) if isinstance(value, int) and abs(value) > 1 << 53 else value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if _is_missing(value):
        return None
    if hasattr(value, "as_py"):
        # Of an Arrow array that gives no stream.
        return _entry(value.as_py(), name)
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        return _entry(value.item(), name)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "__float__"):
        return _entry(float(value), name)
    raise TypeError(f"column '{name}' holds a {type(value).__name__}, which no chart shows: {value!r:.60}")


class Sending:
    """What goes along with a request: buffers in its frames, and memory that is handed over before it."""

    def __init__(self, *, hands_over: bool) -> None:
        self._hands_over = hands_over
        self.buffers: list[Any] = []
        self.blocks: list[_memory.Block] = []

    def named(self, values: Column, *, coded: bool = True) -> Any:
        """How a request names a column.

        Args:
            coded: Whether names may be sent as numbers: in specs, and not among points that are added.
        """
        if isinstance(values, list) and coded:
            values = _coded(values)
        if isinstance(values, Coded):
            if not coded:
                return values.listed()
            return {**self.named(values.codes), "names": values.names}
        if not isinstance(values, Typed):
            return values
        if isinstance(values.data, list):
            return values.data
        view = memoryview(values.data)
        if self._hands_over and view.nbytes >= _memory.SMALL:
            block = _memory.block(values.data)
            self.blocks.append(block)
            # A file may go on behind it.
            count = view.nbytes // _BYTES.get(values.type.strip("abcdefghijklmnopqrstuvwxyz_"), 8)
            return {"memory": block.name, "type": values.type, "offset": block.offset, "count": count}
        # What is small is copied here: what lies in memory of others may change, and cannot grow while it is looked at.
        self.buffers.append(view.cast("B") if view.nbytes >= _memory.SMALL else bytes(view))
        return {"buffer": len(self.buffers) - 1, "type": values.type}

    def close(self) -> None:
        """Lets go of it; it cannot be sent again."""
        self.buffers = []
        for block in self.blocks:
            block.close()
