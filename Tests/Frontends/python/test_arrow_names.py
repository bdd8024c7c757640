"""Columns of names that come by Arrow: as numbers that stand for them, whatever batches, dictionaries and gaps they lie in."""

import itertools
import random

import polars as pl
import pyarrow as pa
import pytest
from chart_kernel import _arrow, _table

ROWS = 5_000
WORDS = ["Ames", "Bonn", "é", "", "a name that is longer than twelve bytes"]


def names(seed: int, rows: int = ROWS) -> list[str | None]:
    numbers = random.Random(seed)
    return [numbers.choice([*WORDS, None]) for _ in range(rows)]


COLUMNS = {
    "polars strings": lambda values: pl.Series(values),
    "polars categories": lambda values: pl.Series(values, dtype=pl.Categorical),
    "polars enumeration": lambda values: pl.Series(values, dtype=pl.Enum(WORDS)),
    "polars chunks": lambda values: pl.concat([pl.Series(values[:1_234]), pl.Series(values[1_234:])], rechunk=False),
    "strings": lambda values: pa.array(values),
    "large strings": lambda values: pa.array(values, pa.large_string()),
    "chunks": lambda values: pa.chunked_array([values[:7], values[7:4_000], [], values[4_000:]]),
    "dictionary": lambda values: pa.array(values).dictionary_encode(),
    # Whose words have other numbers in each.
    "dictionaries": lambda values: pa.chunked_array([pa.array(part).dictionary_encode() for part in (values[:50], values[50:])]),
    "small numbers": lambda values: pa.array(values).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string())),
    "unused and repeated words": lambda values: pa.DictionaryArray.from_arrays(
        pa.array([None if each is None else WORDS.index(each) + 3 for each in values]), ["no", "Ames", "é", *WORDS]),
    # A word of a dictionary may be none, too.
    "null word": lambda values: pa.DictionaryArray.from_arrays(
        pa.array([0 if each is None else WORDS.index(each) + 1 for each in values]), [None, *WORDS]),
}


@pytest.mark.parametrize("start", [0, 1, 7, 8, 801])
@pytest.mark.parametrize("kind", COLUMNS)
def test_names_are_those_of_the_column_one_by_one(kind, start):
    values = names(start)
    made = COLUMNS[kind](values)[start:]
    found = _table.column(made, "city")
    assert isinstance(found, _table.Coded) == (kind != "null word")
    assert (found.listed() if isinstance(found, _table.Coded) else found) == values[start:]
    if isinstance(made, pl.Series):
        table = made.to_frame("city")
    else:
        table = pa.table({"city": made})
    (column,) = _table.Table(table).columns(["city"]).values()
    assert (column.listed() if isinstance(column, _table.Coded) else column) == values[start:]


@pytest.mark.parametrize("values", [
    pa.array(names(1, 20)).dictionary_encode(), pl.Series(names(1, 20), dtype=pl.Categorical),
    pa.array([f"row {row}" for row in range(ROWS)]), pl.Series([f"row {row}" for row in range(ROWS)]),
    pa.array([f"row {row}" for row in range(ROWS)]).dictionary_encode(),
], ids=["few rows", "few rows of polars", "rows that differ", "rows of polars that differ", "a dictionary of all rows"])
def test_few_rows_and_names_that_hardly_come_again_are_sent_one_by_one(values):
    assert _table.column(values, "city") == (values.to_list() if isinstance(values, pl.Series) else values.to_pylist())


def test_a_dictionary_of_numbers_is_a_column_of_numbers():
    values = pa.array([3, 1, None, 3] * 2_000).dictionary_encode()
    assert _table.column(values, "n") == values.to_pylist()


def test_what_is_missing_is_found_from_any_bit_on():
    bits = random.Random(2).choices([True, False], k=90)
    for start, end in itertools.product(range(20), range(60, 90)):
        column = pa.array([1.5 if bit else None for bit in bits])[start:end]
        found = _arrow.column(pa.chunked_array([column]))
        assert [value == value for value in memoryview(found.data).tolist()] == bits[start:end]
