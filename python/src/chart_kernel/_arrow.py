"""Arrow's C stream interface, as far as columns of charts need it: read without any package for it.

Whoever has tables (polars, pyarrow, pandas, DuckDB …) gives them by ``__arrow_c_stream__``, a capsule with a pointer to C structures
(https://arrow.apache.org/docs/format/CStreamInterface.html). What is read is copied, column by column, into what a chart takes.
"""

from __future__ import annotations

import ctypes
from array import array as array_of
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any


class _Schema(ctypes.Structure):
    pass


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.POINTER(_Schema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))),
    ("private_data", ctypes.c_void_p),
]


class _Array(ctypes.Structure):
    pass


_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.POINTER(_Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))),
    ("private_data", ctypes.c_void_p),
]


class _Stream(ctypes.Structure):
    pass


_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Stream))),
    ("private_data", ctypes.c_void_p),
]

_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]

#: Numbers by Arrow's letters: as the protocol calls them, and how many bytes one has.
_NUMBERS = {
    "g": ("float64", 8), "f": ("float32", 4), "c": ("int8", 1), "C": ("uint8", 1), "s": ("int16", 2), "S": ("uint16", 2),
    "i": ("int32", 4), "I": ("uint32", 4), "l": ("int64", 8), "L": ("uint64", 8), "tdD": ("date32", 4),
    "tdm": ("timestamp_ms", 8),
}
_TIMES = {"tss:": "timestamp_s", "tsm:": "timestamp_ms", "tsu:": "timestamp_us", "tsn:": "timestamp_ns"}

#: The letters of Python's `struct` by the protocol's words, for numbers among which some are missing.
_LETTERS = {
    "float64": "d", "float32": "f", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
    "int64": "q", "uint64": "Q", "date32": "i", "timestamp_s": "q", "timestamp_ms": "q", "timestamp_us": "q",
    "timestamp_ns": "q",
}


class Typed:
    """Numbers that lie one after the other.

    Attributes:
        type: As the protocol calls it: ``float64``, ``timestamp_ns`` …
    """

    def __init__(self, type: str, data: Any) -> None:  # noqa: A002: the protocol's word
        self.type, self.data = type, data


class Coded:
    """Names as numbers that stand for them, so that one that comes again and again is sent once.

    Attributes:
        codes: A whole number for each row, -1 for none.
        names: What the numbers stand for, from 0.
    """

    def __init__(self, codes: Typed, names: list[str]) -> None:
        self.codes, self.names = codes, names

    def listed(self) -> list[str | None]:
        """The names one by one."""
        return [None if code < 0 else self.names[code] for code in memoryview(self.codes.data).cast("B").cast("i").tolist()]


#: Numbers as they lie in memory, names as numbers, or numbers, texts and nothing one by one.
Column = Typed | Coded | list[Any]


def names(source: Any) -> list[str]:
    """The columns' names."""
    with _Reading(source) as reading:
        return [_text(reading.schema.children[index].contents.name) for index in range(reading.schema.n_children)]


def columns(source: Any, wanted: set[str] | None = None) -> dict[str, Column]:
    """The columns of a table, or those of some names: numbers as they lie there, all else as lists.

    Raises:
        TypeError: A column is of a type that no chart shows.
    """
    with _Reading(source) as reading:
        schema = reading.schema
        children = {_text(schema.children[index].contents.name): index for index in range(schema.n_children)}
        chosen = {name: index for name, index in children.items() if wanted is None or name in wanted}
        parts: dict[str, list[Column]] = {name: [] for name in chosen}
        for batch in reading:
            for name, index in chosen.items():
                child = batch.children[index].contents
                # A batch may be a part of what lies there.
                parts[name].append(
                    _part(schema.children[index].contents, child, batch.offset, batch.length, name)
                )
        return {name: _joined(schema.children[index].contents, parts[name]) for name, index in chosen.items()}


def column(source: Any) -> Column:
    """The only column of what is no table, such as a series."""
    with _Reading(source) as reading:
        parts = [_part(reading.schema, batch, 0, batch.length, "") for batch in reading]
        return _joined(reading.schema, parts)


class _Reading:
    """A stream, from its beginning to its end."""

    def __init__(self, source: Any) -> None:
        self._capsule = source.__arrow_c_stream__()
        self._stream = _Stream.from_address(_pointer_of(self._capsule, b"arrow_array_stream"))
        self.schema = _Schema()

    def __enter__(self) -> _Reading:
        self._check(self._stream.get_schema(ctypes.byref(self._stream), ctypes.byref(self.schema)))
        return self

    def __exit__(self, *_: object) -> None:
        if self.schema.release:
            self.schema.release(ctypes.byref(self.schema))
        if self._stream.release:
            self._stream.release(ctypes.byref(self._stream))

    def __iter__(self) -> Iterator[Any]:
        while True:
            batch = _Array()
            self._check(self._stream.get_next(ctypes.byref(self._stream), ctypes.byref(batch)))
            if not batch.release:
                return
            try:
                yield batch
            finally:
                batch.release(ctypes.byref(batch))

    def _check(self, status: int) -> None:
        if status != 0:
            words = self._stream.get_last_error(ctypes.byref(self._stream))
            raise ValueError(f"the Arrow stream cannot be read: {_text(words) or status}")


def _text(words: bytes | None) -> str:
    return words.decode() if words else ""


def _part(schema: Any, array: Any, start: int, count: int, name: str) -> Column:
    start += array.offset
    form = _text(schema.format)
    valid = _Bits(array.buffers[0], start) if array.null_count != 0 and array.n_buffers > 0 and array.buffers[0] else None
    if schema.dictionary:
        values = _part(schema.dictionary.contents, array.dictionary.contents, 0, array.dictionary.contents.length, name)
        words = _listed(values)
        codes = _listed(_numbers(form, array, start, count))
        if valid:
            codes = [code if there else -1 for code, there in zip(codes, valid.among(count))]
        if all(isinstance(each, str) for each in words):
            return Coded(Typed("int32", array_of("i", codes)), words)
        words.append(None)
        return [words[code] for code in codes]
    if form in _NUMBERS or form[:4] in _TIMES:
        numbers = _numbers(form, array, start, count)
        if valid is None:
            return numbers
        found = zip(_listed(numbers), valid.among(count))
        return _Gaps(numbers.type, [each if there else None for each, there in found])
    if form == "b":
        bits = _Bits(array.buffers[1], start)
        return [None if valid and not valid[index] else bits[index] for index in range(count)]
    if form in ("u", "U"):
        return _texts(array, start, count, valid, wide=form == "U")
    if form == "vu":
        return _views(array, start, count, valid)
    if form == "n":
        return [None] * count
    raise TypeError(f"column '{name}' is of Arrow's type '{form}', which no chart shows")


class _Gaps(list[Any]):
    """Numbers of a type, with `None` where one is missing."""

    def __init__(self, type: str, numbers: list[Any]) -> None:  # noqa: A002: the protocol's word
        super().__init__(numbers)
        self.type = type


def _numbers(form: str, array: Any, start: int, count: int) -> Typed:
    word, size = _NUMBERS.get(form) or (_TIMES[form[:4]], 8)
    return Typed(word, _bytes(array.buffers[1], start * size, count * size))


def _bytes(address: int | None, start: int, count: int) -> bytearray:
    if not address or count == 0:
        return bytearray()
    return bytearray((ctypes.c_char * count).from_address(address + start))


class _Bits:
    """Truth values, eight in a byte, the first in the lowest bit."""

    def __init__(self, address: int, start: int) -> None:
        self._bytes = (ctypes.c_ubyte * (1 << 40)).from_address(address)
        self._start = start

    def __getitem__(self, index: int) -> bool:
        index += self._start
        return bool(self._bytes[index >> 3] >> (index & 7) & 1)

    def among(self, count: int) -> Iterable[int]:
        """The first ones as 1 or 0, eight at a time: one by one they take five times as long."""
        first = self._start >> 3
        end = (self._start + count + 7) >> 3
        eights = chain.from_iterable(map(_EIGHTS.__getitem__, self._bytes[first:end]))
        return islice(eights, self._start & 7, (self._start & 7) + count)


#: The bits of each byte, the lowest first.
_EIGHTS = [tuple(byte >> bit & 1 for bit in range(8)) for byte in range(256)]


def _texts(array: Any, start: int, count: int, valid: _Bits | None, *, wide: bool) -> list[str | None]:
    size = 8 if wide else 4
    offsets = memoryview(_bytes(array.buffers[1], start * size, (count + 1) * size)).cast("q" if wide else "i")
    if count == 0:
        return []
    text = bytes(_bytes(array.buffers[2], offsets[0], offsets[count] - offsets[0]))
    first = offsets[0]
    return [
        None if valid and not valid[index] else text[offsets[index] - first : offsets[index + 1] - first].decode()
        for index in range(count)
    ]


def _views(array: Any, start: int, count: int, valid: _Bits | None) -> list[str | None]:
    """Texts of up to twelve bytes in place; longer ones in one of several buffers."""
    views = bytes(_bytes(array.buffers[1], start * 16, count * 16))
    found: list[str | None] = []
    for index in range(count):
        view = views[index * 16 : index * 16 + 16]
        length = int.from_bytes(view[:4], "little", signed=True)
        if valid and not valid[index]:
            found.append(None)
        elif length <= 12:
            found.append(view[4 : 4 + length].decode())
        else:
            buffer, offset = int.from_bytes(view[8:12], "little"), int.from_bytes(view[12:16], "little")
            found.append(bytes(_bytes(array.buffers[2 + buffer], offset, length)).decode())
    return found


def _listed(part: Column) -> list[Any]:
    if isinstance(part, Coded):
        return part.listed()
    if not isinstance(part, Typed):
        return part
    letter: Any = _LETTERS[part.type]
    return memoryview(part.data).cast(letter).tolist()


def _joined(schema: Any, parts: list[Column]) -> Column:
    """The batches of a column as one."""
    coded = [part for part in parts if isinstance(part, Coded)]
    if coded and len(coded) == len(parts):
        return _joined_names(coded)
    typed = [part for part in parts if isinstance(part, Typed)]
    if len(typed) == len(parts) and parts:
        if len(parts) == 1:
            return parts[0]
        joined = bytearray()
        for part in typed:
            joined += part.data
        return Typed(typed[0].type, joined)
    gaps = next((part for part in parts if isinstance(part, _Gaps)), None)
    if gaps is None:
        form = _text(schema.format)
        if not parts and (form in _NUMBERS or form[:4] in _TIMES):
            return Typed(_NUMBERS.get(form, (_TIMES.get(form[:4], ""), 8))[0], bytearray())
        return [each for part in parts for each in _listed(part)]
    return _without(gaps.type, [each for part in parts for each in _listed(part)])


def _joined_names(parts: list[Coded]) -> Coded:
    """Batches whose names may have other numbers in each of them."""
    numbers: dict[str, int] = {}
    codes = array_of("i")
    for part in parts:
        own = [numbers.setdefault(name, len(numbers)) for name in part.names]
        if own == list(range(len(own))):
            codes.extend(part.codes.data)
        else:
            # Of none, -1, it is the last.
            own.append(-1)
            codes.extend(array_of("i", map(own.__getitem__, part.codes.data)))
    return Coded(Typed("int32", codes), list(numbers))


def _without(word: str, numbers: list[Any]) -> Typed:
    """Numbers of which some are missing: as NaN, or as the moment that stands for none."""
    if word.startswith("timestamp"):
        return Typed(word, array_of("q", [-(1 << 63) if each is None else each for each in numbers]))
    if word == "date32":
        return Typed("timestamp_s", array_of("q", [-(1 << 63) if each is None else each * 86_400 for each in numbers]))
    return Typed("float64", array_of("d", [float("nan") if each is None else each for each in numbers]))
