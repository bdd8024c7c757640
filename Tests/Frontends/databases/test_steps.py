"""Steps that a database does give what they give here."""

from __future__ import annotations

import datetime
import random
import re

import pytest

from asking import created, refused, svg_of
from clients import Stdio

KIND = {"t": "time", "v": "float", "w": "float", "n": "int", "s": "text", "c": "text"}


def rows(count=600, seed=3):
    chance = random.Random(seed)
    return {
        "t": [1_700_000_000 + 4_321 * index for index in range(count)],
        "v": [None if chance.random() < 0.1 else round(chance.gauss(0, 40), 2) for _ in range(count)],
        "w": [chance.choice([0.0, -0.5, 1.5, 2.5, 100.0, None, 1e300]) for _ in range(count)],
        "n": [chance.randint(-50, 50) for _ in range(count)],
        "s": [chance.choice(["abc", "Zürich", "it's", "back\\slash", "a;b", None, "", "zebra", "Abc"]) for _ in range(count)],
        "c": [chance.choice(["red", "green", "blue"]) for _ in range(count)],
    }


@pytest.fixture(scope="module")
def columns():
    return rows()


@pytest.fixture(scope="module")
def tables():
    """What each kind of database calls the table, once it is made."""
    return {}


@pytest.fixture
def editor(source, connections, columns, tables, tmp_path_factory):
    if source.name == "duckdb":
        source.folder = tables.setdefault("folder", tmp_path_factory.mktemp("duckdb"))
    connections(source.connection())
    if source.name not in tables:
        tables[source.name] = source.make("steps", KIND, columns)
    with Stdio() as editor:
        editor.data = tables[source.name]
        yield editor


def written(columns):
    moments = [datetime.datetime.fromtimestamp(t, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ") for t in columns["t"]]
    return {**columns, "t": moments}


#: Steps, and the columns that are drawn of what they give.
STEPS = {
    "filter": ([{"filter": "n > 10 and v < 20"}, {"group": {"by": "c", "n": "count()", "m": "max(v)"}}, {"sort": "c"}], "c", "n"),
    "filter with or, not and missing": ([{"filter": "not (v > 0) or missing(s)"}, {"group": {"by": "c", "n": "count()"}}, {"sort": "c"}], "c", "n"),
    "filter by texts": ([{"filter": "s in [\"it's\", \"back\\\\slash\", \"a;b\"] or s >= \"Z\""}, {"group": {"by": "s", "n": "count()"}}, {"sort": "s"}], "s", "n"),
    "filter by moments": ([{"filter": "t >= \"2023-11-20\" and t < \"2023-12-01T12:00:00Z\""}, {"group": {"n": "count()", "by": "c"}}, {"sort": "c"}], "c", "n"),
    "filter by a list of numbers": ([{"filter": "n in [1, 2, 3, -7]"}, {"group": {"by": "n", "k": "count()"}}, {"sort": "n"}], "n", "k"),
    "sum": ([{"group": {"by": "c", "k": "sum(n)"}}, {"sort": "c"}], "c", "k"),
    "sums of formulas": ([{"group": {"by": "c", "k": "sum(n * 2 + 1) / count()"}}, {"sort": "-k"}], "c", "k"),
    "min and max": ([{"group": {"by": "s", "k": "max(n) - min(n)"}}, {"sort": "s"}], "s", "k"),
    "count of what is there": ([{"group": {"by": "c", "k": "count(v)"}}, {"sort": "c"}], "c", "k"),
    "distinct": ([{"group": {"by": "c", "k": "distinct(n)"}}, {"sort": "c"}], "c", "k"),
    "distinct texts": ([{"group": {"by": "c", "k": "distinct(s)"}}, {"sort": "c"}], "c", "k"),
    "mean": ([{"group": {"by": "c", "k": "mean(n)"}}, {"sort": "c"}], "c", "k"),
    "median": ([{"group": {"by": "c", "k": "median(v)"}}, {"sort": "c"}], "c", "k"),
    "quantile": ([{"group": {"by": "c", "k": "quantile(v, 0.9)"}}, {"sort": "c"}], "c", "k"),
    "stdev": ([{"group": {"by": "c", "k": "stdev(v)"}}, {"sort": "c"}], "c", "k"),
    "all as one": ([{"group": {"k": "max(v)", "m": "min(n)"}}, {"calculate": {"x": "1"}}], "x", "k"),
    "two keys": ([{"group": {"by": ["c", "s"], "k": "count()"}}, {"group": {"by": "c", "m": "max(k)"}}, {"sort": "c"}], "c", "m"),
    "groups of groups": ([{"group": {"by": ["c", "n"], "k": "count()"}}, {"filter": "k > 3"}, {"group": {"by": "c", "m": "sum(k)"}}, {"sort": "c"}], "c", "m"),
    "calculate": ([{"calculate": {"d": "n * 2 - 3", "e": "d / n"}}, {"group": {"by": "c", "k": "max(e)", "l": "min(d)"}}, {"sort": "c"}], "c", "k"),
    "division by nothing": ([{"calculate": {"d": "1 / n"}}, {"group": {"by": "c", "k": "count(d)"}}, {"sort": "c"}], "c", "k"),
    "beyond all doubles": ([{"calculate": {"d": "w * w"}}, {"group": {"by": "c", "k": "count(d)"}}, {"sort": "c"}], "c", "k"),
    "round": ([{"calculate": {"d": "round(v)", "e": "round(w * 1.5, 1)"}}, {"group": {"by": "d", "k": "count()", "m": "max(e)"}}, {"sort": "d"}], "d", "k"),
    "floor and ceil": ([{"calculate": {"d": "floor(v) + ceil(w) + abs(n) + sign(n)"}}, {"group": {"by": "c", "k": "max(d)"}}, {"sort": "c"}], "c", "k"),
    "roots and logarithms": ([{"calculate": {"d": "sqrt(v)", "e": "ln(n)"}}, {"group": {"by": "c", "k": "count(d)", "l": "count(e)"}}, {"sort": "c"}], "c", "l"),
    "if and coalesce": ([{"calculate": {"d": "if(n > 0, v, w)", "e": "coalesce(d, n)"}}, {"group": {"by": "c", "k": "max(e)"}}, {"sort": "c"}], "c", "k"),
    "least and greatest": ([{"calculate": {"d": "least(v, n)", "e": "greatest(v, n)"}}, {"group": {"by": "c", "k": "max(d)", "l": "min(e)"}}, {"sort": "c"}], "c", "k"),
    "texts": ([{"calculate": {"d": "c + \"-\" + s"}}, {"filter": "contains(d, \"'\") or startsWith(d, \"red-a\") or endsWith(d, \"slash\")"}, {"group": {"by": "d", "k": "count()"}}, {"sort": "d"}], "d", "k"),
    "parts of texts": ([{"calculate": {"d": "substring(s, 2, 2)", "e": "length(s)"}}, {"group": {"by": "e", "k": "count()"}}, {"sort": "e"}], "e", "k"),
    "replaced": ([{"calculate": {"d": "replace(c, \"e\", \"--\")"}}, {"group": {"by": "d", "k": "count()"}}, {"sort": "d"}], "d", "k"),
    "bins of a width": ([{"bin": {"column": "v", "width": 12.5, "as": "b"}}, {"group": {"by": "b", "k": "count()"}}, {"sort": "b"}], "b", "k"),
    "bins of a tenth": ([{"bin": {"column": "v", "width": 0.1, "as": "b", "at": "middle"}}, {"group": {"by": "b", "k": "count()"}}, {"sort": "b"}], "b", "k"),
    "so many bins": ([{"bin": {"column": "v", "count": 20, "at": "end"}}, {"group": {"by": "v", "k": "count()"}}, {"sort": "v"}], "v", "k"),
    "so many bins of whole numbers": ([{"bin": {"column": "n", "count": 7}}, {"group": {"by": "n", "k": "count()"}}, {"sort": "n"}], "n", "k"),
    "fitting bins": ([{"bin": "v"}, {"group": {"by": "v", "k": "count()"}}, {"sort": "v"}], "v", "k"),
    **{f"bins of a {unit}": ([{"bin": {"column": "t", "unit": unit, "as": "b"}}, {"group": {"by": "b", "k": "sum(n)"}}, {"sort": "b"}], "b", "k")
       for unit in ("hour", "day", "week", "month", "quarter", "year")},
    "bins of six hours": ([{"bin": {"column": "t", "unit": "hour", "step": 6}}, {"group": {"by": "t", "k": "count()"}}, {"sort": "t"}], "t", "k"),
    "bins of moments": ([{"bin": {"column": "t", "count": 12}}, {"group": {"by": "t", "k": "count()"}}, {"sort": "t"}], "t", "k"),
    "parts of moments": ([{"calculate": {"h": "hour(t)", "d": "weekday(t) * 1000 + dayOfYear(t) + week(t) / 100 + month(t) + year(t) + day(t) + minute(t) + second(t) + quarter(t)"}}, {"group": {"by": "h", "k": "max(d)"}}, {"sort": "h"}], "h", "k"),
    "starts": ([{"calculate": {"m": "startOf(t, \"month\")"}}, {"group": {"by": "m", "k": "count()"}}, {"sort": "m"}], "m", "k"),
    "sort": ([{"sort": ["c", "-n", "t"]}, {"cumulative": {"column": "n", "as": "k"}}, {"sort": "t"}], "t", "k"),
    "top": ([{"group": {"by": "n", "k": "max(v)"}}, {"top": {"count": 5, "by": "k"}}, {"sort": "n"}], "n", "k"),
    "top with the rest": ([{"group": {"by": "s", "k": "count()"}}, {"sort": "s"}, {"top": {"count": 2, "by": "k", "name": "s"}}], "s", "k"),
    "stack": ([{"group": {"by": ["c", "s"], "k": "count()"}}, {"sort": ["c", "s"]}, {"stack": {"column": "k", "by": "c", "as": ["a", "b"]}}, {"group": {"by": "c", "b": "max(b)"}}], "c", "b"),
    "normalize": ([{"group": {"by": "c", "k": "count()"}}, {"sort": "c"}, {"normalize": "k"}], "c", "k"),
    "rolling": ([{"bin": {"column": "t", "unit": "day"}}, {"group": {"by": "t", "k": "count()"}}, {"sort": "t"}, {"rolling": {"column": "k", "window": 3}}], "t", "k"),
    "cumulative": ([{"bin": {"column": "t", "unit": "day"}}, {"group": {"by": "t", "k": "count()"}}, {"sort": "t"}, {"cumulative": "k"}], "t", "k"),
    "difference": ([{"bin": {"column": "t", "unit": "day"}}, {"group": {"by": "t", "k": "count()"}}, {"sort": "t"}, {"difference": "k"}], "t", "k"),
    "percent change": ([{"bin": {"column": "t", "unit": "day"}}, {"group": {"by": "t", "k": "count()"}}, {"sort": "t"}, {"percentChange": "k"}], "t", "k"),
    "fit": ([{"bin": {"column": "n", "width": 10}}, {"group": {"by": "n", "k": "count()"}}, {"sort": "n"}, {"fit": {"x": "n", "y": "k", "as": "f"}}], "n", "f"),
    "polynomial": ([{"bin": {"column": "n", "width": 10}}, {"group": {"by": "n", "k": "count()"}}, {"sort": "n"}, {"fit": {"x": "n", "y": "k", "as": "f", "method": "polynomial"}}], "n", "f"),
    "loess": ([{"bin": {"column": "n", "width": 10}}, {"group": {"by": "n", "k": "count()"}}, {"sort": "n"}, {"fit": {"x": "n", "y": "k", "as": "f", "method": "loess"}}], "n", "f"),
    "pivot": ([{"group": {"by": ["n", "c"], "k": "count()"}}, {"sort": ["n", "c"]}, {"pivot": {"name": "c", "value": "k"}}], "n", "red"),
}


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin"])
def test_a_step_gives_what_it_gives_here(editor, columns, name, zone):
    steps, x, y = STEPS[name]
    spec = {"kind": "line" if x in ("t", "b", "m") and y != "m" else "bar", "x": {"timeZone": zone}}
    over = created(editor, {**spec, "data": {**editor.data, "x": x, "y": y, "transform": steps}}, "same")
    here = created(editor, {**spec, "data": {"columns": written(columns), "x": x, "y": y, "transform": steps}}, "same")
    assert same(svg_of(over), svg_of(here))
    assert over["warnings"] == here["warnings"]


def same(one: str, other: str) -> bool:
    """Whether two pictures are the same, numbers in words to twelve digits: sums come in another order."""
    def rounded(text):
        return re.sub(r"\d+\.\d{6,}", lambda number: f"{float(number.group()):.10g}", text)

    return rounded(one) == rounded(other)


def test_what_is_wrong_with_a_step_is_told_before_any_row_is_read(editor):
    steps = [{"filter": "n > 1"}, {"group": {"by": "cc", "k": "count()"}}]
    fault = refused(editor, {"kind": "bar", "data": {**editor.data, "x": "c", "y": "k", "transform": steps}})
    assert fault.data["path"] == "spec.data.transform[1].group.by" and "did you mean 'c'" in str(fault), (str(fault), fault.data)
    fault = refused(editor, {"kind": "bar", "data": {**editor.data, "x": "c", "y": "k", "transform": [{"filter": "m > 1"}]}})
    assert fault.data["path"] == "spec.data.transform[0].filter" and "'m'" in str(fault)
