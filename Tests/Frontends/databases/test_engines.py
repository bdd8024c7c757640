"""Charts over every kind of database: the same rows give the same picture, byte for byte, as they do from the spec."""

from __future__ import annotations

import math
import random

import pytest

from asking import column, created, picture, refused, svg_of
from clients import Stdio


@pytest.fixture
def editor(source, connections):
    connections(source.connection())
    with Stdio() as editor:
        yield editor


def both(editor, data, spec, columns):
    """The picture over a database and that of the same rows in the spec. Rows come in no order: they are sorted here."""
    return picture(editor, {**spec, "data": {**data, **spec["data"]}}), picture(
        editor, {**spec, "data": {"columns": columns, **spec["data"]}})


def rows(count=400, seed=7):
    """Moments, numbers with gaps and the ends of what doubles are, whole numbers, and texts that hold what SQL has meanings for."""
    chance = random.Random(seed)
    names = ["abc", "Zürich", "it's", 'say "hi"', "back\\slash", "semi;colon -- no", "`tick`", "/* c */", "%s{}$1", "مرحبا", "tab\tand\nline"]
    return {
        "t": [1_700_000_000 + 60 * index for index in range(count)],
        "v": [None if chance.random() < 0.05 else chance.gauss(0, 1) * 10 ** chance.randint(-3, 3) for _ in range(count)],
        "n": [chance.randint(-2**40, 2**40) for _ in range(count)],
        "s": [chance.choice(names) for _ in range(count)],
    }


KIND = {"t": "time", "v": "float", "n": "int", "s": "text"}


def written(columns):
    """The same in a spec: moments as the texts of ISO 8601."""
    import datetime

    moments = [datetime.datetime.fromtimestamp(t, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ") for t in columns["t"]]
    return {**columns, "t": moments}


def test_moments_numbers_and_gaps(editor, source):
    columns = rows()
    data = source.make("moments", KIND, columns)
    for name in ("v", "n"):
        spec = {"kind": "line", "data": {"x": "t", "y": name, "transform": [{"sort": "t"}]}}
        over, inline = both(editor, data, spec, written(columns))
        assert over == inline and "<path" in over


def test_names_that_sql_has_meanings_for(editor, source):
    columns = rows()
    data = source.make("names", KIND, columns)
    steps = [{"group": {"by": "s", "total": "sum(n)", "count": "count()"}}, {"sort": "s"}]
    over, inline = both(editor, data, {"kind": "bar", "data": {"x": "s", "y": "count", "transform": steps}}, written(columns))
    assert over == inline
    for name in set(columns["s"]):
        one = {"kind": "line", "data": {"x": "t", "y": "n", "where": {"s": name}, "transform": [{"sort": "t"}]}}
        over, inline = both(editor, data, one, written(columns))
        assert over == inline, name


def test_columns_whose_names_sql_has_meanings_for(editor, source):
    names = ["select", "it's", 'a "b"', "c;d", "e--f", "g/*", "Größe", "x y"]
    if source.name == "clickhouse":
        # It writes these to files of such names, and some of them break it.
        names = ["select", "it's", "c;d", "e--f", "Größe", "x y"]
    columns = {"i": list(range(20)), **{name: [index * (place + 1) / 7 for index in range(20)] for place, name in enumerate(names)}}
    data = source.make("columns", {"i": "int", **{name: "float" for name in names}}, columns)
    for name in names:
        over, inline = both(editor, data, {"kind": "line", "data": {"x": "i", "y": name, "transform": [{"sort": "i"}]}}, columns)
        assert over == inline and "<path" in over, name


def test_the_ends_of_what_doubles_are(editor, source):
    values = [0.0, -0.0, 5e-324, -2.2250738585072014e-308, 0.1, 1 / 3, 2**53 + 0.0, -1.7976931348623157e308, 1e22, 123456.789]
    columns = {"i": list(range(len(values))), "v": values}
    data = source.make("ends", {"i": "int", "v": "float"}, columns)
    created(editor, {"kind": "line", "data": {**data, "x": "i", "y": "v", "transform": [{"sort": "i"}]}})
    assert column(editor.call("session/export")["document"]) == values


def test_whole_numbers_that_no_double_holds_are_names(editor, source):
    columns = {"i": [9007199254740993, 2, 9223372036854775807], "n": [1, 2, 3]}
    data = source.make("whole", {"i": "int", "n": "int"}, columns)
    svg = picture(editor, {"kind": "pie", "data": {**data, "label": "i", "value": "n"}})
    assert "9007199254740993" in svg and "9223372036854775807" in svg


def test_what_is_wrong_is_told_at_its_place(editor, source):
    data = source.make("wrong", KIND, rows(20))
    fault = refused(editor, {"kind": "line", "data": {**data, "x": "tt", "y": "v"}})
    assert fault.code == -32602 and "'tt'" in str(fault) and "did you mean 't'" in str(fault), str(fault)
    for sql, words in [
        ("SELECT nothing_of_this FROM nowhere_at_all", "nowhere_at_all"), ("SELECT 1 AS", ""), ("DROP TABLE wrong", "SELECT"),
        ("SELECT 1; SELECT 2", "one SELECT"), ("SELECT nosuchfunction(1) AS x", "nosuchfunction"), ("", "empty"),
        ("SELECT 'x", "quote that does not end"), ("SELECT 1) AS x, (SELECT 2", "parentheses"),
    ]:
        fault = refused(editor, {"kind": "line", "data": {"connection": "test", "sql": sql, "x": "x", "y": "y"}})
        assert fault.code == -32602 and fault.data["path"].startswith("spec.data.sql") and words in str(fault), (sql, str(fault), fault.data)


def test_no_chart_asks_again_for_what_it_has(editor, source):
    data = source.make("kept", KIND, rows(50))
    answer = created(editor, {"kind": "line", "data": {**data, "x": "t", "y": "n", "transform": [{"sort": "t"}]}})
    document = editor.call("session/export")["document"]
    with Stdio() as other:
        other.call("session/import", document=document)
        assert other.call("chart/render", chart="c")["svg"] == svg_of(answer)


def test_nan_is_none(editor, source):
    columns = {"i": [1, 2, 3, 4], "v": [1.0, math.nan, 2.0, 3.0]}
    if source.name in ("postgresql", "adbc-postgresql"):
        columns["v"][1] = "NaN"
    if source.name == "clickhouse":
        columns["v"][1] = "nan"
    data = source.make("nan", {"i": "int", "v": "float"}, columns)
    over = picture(editor, {"kind": "line", "data": {**data, "x": "i", "y": "v", "transform": [{"sort": "i"}]}})
    columns["v"][1] = None
    assert over == picture(editor, {"kind": "line", "data": {"columns": columns, "x": "i", "y": "v"}})
