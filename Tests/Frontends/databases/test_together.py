"""Layouts, small multiples and linked charts over tables that are too large to be held: as with all rows in memory."""

from __future__ import annotations

import os
import random
import re
from datetime import UTC, datetime

import pytest

from clients import Stdio
from test_lines import difference

#: Twice what is read whole: ``row_limit`` below.
COUNT = 32_000
SIZE = {"width": 620, "height": 420}
LINES = {"viewport": {"zoom": "x", "maxZoom": 100_000}}
START = 1_700_000_000


@pytest.fixture(scope="module")
def tables():
    return {}


@pytest.fixture(params=["postgresql", "clickhouse", "duckdb"], scope="module")
def engine(request):
    return request.param


@pytest.fixture
def source(engine, request, tables, tmp_path_factory):
    import sources

    match engine:
        case "postgresql":
            return sources.PostgresSource(request.getfixturevalue("postgres"))
        case "clickhouse":
            return sources.ClickHouseSource(request.getfixturevalue("clickhouse"))
        case "duckdb":
            return sources.DuckDBSource(tables.setdefault("folder", tmp_path_factory.mktemp("duckdb")))


@pytest.fixture
def editor(source, connections):
    # Nothing is read whole.
    connections(source.connection() + "patience = 60\nrow_limit = 20000\n")
    with Stdio() as editor:
        for session in ("all", "some"):
            editor.call("session/open", session=session)
        yield editor


def rows():
    """A moment, values, a name that some rows lack, a whole number and a place of each row. Their sums are exact in any order."""
    chance, value = random.Random(3), 0.0
    for index in range(COUNT):
        value += round(chance.gauss(0, 8)) / 8
        name = chance.choice(["north", "south", "south", "east, or so", None]) if index > 3 else "south"
        shown = None if index % 7_001 == 5 else value
        yield (START + 60 * index, shown, round(value / 3 + index / 999) / 4, name, index % 3 + 2, round(chance.uniform(0, 9), 2))


@pytest.fixture
def data(source, tables):
    """The table in the database, and the same in memory."""
    kinds = {"t": "time", "a": "float", "b": "float", "g": "text", "n": "int", "r": "float"}
    if source.name not in tables:
        made = list(rows())
        columns = {name: [row[index] for row in made] for index, name in enumerate(kinds)}
        tables["memory"] = {**columns, "t": [datetime.fromtimestamp(t, UTC).isoformat() for t in columns["t"]]}
        tables[source.name] = source.make("together", kinds, columns)
    return {"some": tables[source.name], "all": {"columns": tables["memory"]}}


class Both:
    """The same chart twice: of all rows, and over the table."""

    def __init__(self, editor, data):
        self.editor, self.data = editor, data

    def spec(self, spec, session):
        """With the data in the place of `DATA`."""
        if isinstance(spec, dict):
            if "data" in spec and spec["kind"] != "layout":
                spec = {**spec, "data": {**self.data[session], **spec["data"]}}
            return {key: self.spec(value, session) if key == "charts" else value for key, value in spec.items()}
        return [self.spec(each, session) for each in spec] if isinstance(spec, list) else spec

    def create(self, spec, chart="c"):
        answers = [
            self.editor.call("chart/create", session=session, chart=chart, spec=self.spec({"size": SIZE, **spec}, session))
            for session in ("all", "some")
        ]
        return self.same(answers, "chart/create")

    def call(self, method, chart="c", **params):
        answers = [self.editor.call(method, session=session, chart=chart, **params) for session in ("all", "some")]
        return self.same(answers, f"{method} {params}")

    def same(self, answers, what):
        answers = [{k: v for k, v in answer.items() if k not in ("session", "revision", "warnings", "spec")} for answer in answers]
        assert answers[1].keys() == answers[0].keys()
        for key in answers[0]:
            if answers[1][key] != answers[0][key]:
                pytest.fail(f"{what}: {key}: {difference(str(answers[1][key]), str(answers[0][key]))}")
        return answers[1]

    def warnings(self, chart="c"):
        return self.editor.call("chart/get", session="some", chart=chart)["warnings"]


@pytest.fixture
def both(editor, data):
    return Both(editor, data)


def line(**more):
    return {"kind": "line", **LINES, "data": {"x": "t", "y": "a"}, **more}


def use(both, chance, count=14):
    """What hands do to a picture."""
    for _ in range(count):
        x, y = chance.uniform(0, SIZE["width"]), chance.uniform(0, SIZE["height"])
        method, params = chance.choice([
            lambda: ("chart/zoom", {"scale": chance.choice([0.5, 3, 40, 900]), "x": x, "y": y}),
            lambda: ("chart/tap", {"x": x, "y": y}),
            lambda: ("chart/hover", {"x": x, "y": y}),
            lambda: ("chart/hitTest", {"x": x, "y": y}),
            lambda: ("chart/key", {"key": chance.choice(["ArrowRight", "ArrowLeft", "ArrowUp", "Home", "End", "+", "-"])}),
        ])()
        both.call(method, **params)
        both.call("chart/render")


@pytest.mark.parametrize("spec", [
    line(), {**line(), "facet": "n"}, {"kind": "layout", "columns": 2, "charts": [line(), line(data={"x": "t", "y": "b"})]}],
    ids=["line", "small multiples", "layout"])
def test_a_first_coarse_picture_is_of_rows_that_there_are_says_so_and_becomes_the_exact_one(source, connections, data, spec):
    connections(source.connection() + "patience = 0\nrow_limit = 20000\n")
    with Stdio() as editor:
        editor.call("session/subscribe")
        both = Both(editor, data)
        shown = editor.call("chart/create", chart="c", spec=both.spec({"size": SIZE, **spec}, "some"))["display"]["image/svg+xml"]
        ends = {}
        for column in ("a", "b"):
            values = [value for value in data["all"]["columns"][column] if value is not None]
            ends[column] = min(values), max(values)
        for column, least, greatest in told(shown):
            assert ends[column][0] <= least <= greatest <= ends[column][1]
            assert greatest - least > (ends[column][1] - ends[column][0]) / 4, "spread over all of it"
        # What comes at once need not be coarse.
        assert "Coarse: rows are being read" in shown or spread(shown).items() <= ends.items()
        while "Coarse" in shown:
            editor.notification(timeout=60)
            shown = editor.call("chart/render", chart="c")["svg"]
        assert spread(shown).items() <= ends.items()


def spread(svg):
    """From where to where all lines of a column reach."""
    lines = told(svg)
    return {name: (min(low for column, low, _ in lines if column == name), max(high for column, _, high in lines if column == name))
            for name, *_ in lines}


def told(svg):
    """The columns that lines are of, with the least and the greatest value of each, as their words have them."""
    found = re.findall(r'aria-label="([ab]): [\d,]+ values from ([−\d.,]+) to ([−\d.,]+), the last', svg)
    assert found
    return [(column, *(float(text.replace("−", "-").replace(",", "")) for text in ends)) for column, *ends in found]


def test_each_chart_of_a_layout_has_the_rows_of_its_part(both):
    pie = {"kind": "pie", "slices": [{"label": "a", "value": 1}]}
    both.create({"kind": "layout", "columns": 2, "charts": [
        line(), pie, line(data={"x": "t", "y": "b", "where": {"n": [2, 3]}}), line(series={"by": "g", "column": "b"})]})
    use(both, random.Random(1), 20)


FACETS = {
    "a name each": ("g", {}),
    "rows and columns": ({"row": "n", "column": "g", "sort": True}, {}),
    "axes of their own": ({"by": "n", "scales": "free"}, {}),
    "a line for each name": ("n", {"series": {"by": "g", "column": "b"}}),
    "two columns": ({"by": "g", "columns": 2}, {"series": [{"name": "a"}, {"name": "b"}]}),
    "some rows": ("g", {"data": {"x": "t", "y": "a", "where": {"n": [2, 4]}}}),
    "after steps": ("half", {"data": {"x": "t", "y": "twice", "transform": [
        {"calculate": {"twice": "b * 2", "half": "floor(n / 2)"}}, {"filter": "r > 0.5"}]}}),
}


@pytest.mark.parametrize("case", FACETS)
def test_small_multiples(both, case):
    facet, more = FACETS[case]
    both.create({**line(**more), "facet": facet})
    use(both, random.Random(case))


def test_small_multiples_say_what_has_no_chart(both):
    both.create({**line(), "facet": "g"})
    assert any("nothing in column 'g', and no chart" in warning for warning in both.warnings())
    told = [both.editor.call("chart/get", session=session, chart="c")["warnings"] for session in ("all", "some")]
    assert [w for w in told[1] if "no chart" in w] == [w for w in told[0] if "no chart" in w]


BARS = {"kind": "bar", "link": "k", "data": {"x": "g", "y": "m", "transform": [
    {"group": {"by": "g", "m": "count()"}}, {"sort": ["g"]}]}}
MONTHS = {"kind": "bar", "link": "k", "data": {"x": "t", "y": "m", "transform": [
    {"bin": {"column": "t", "unit": "week"}}, {"group": {"by": "t", "m": "mean(b)"}}]}}
BINS = {"kind": "bar", "link": "k", "data": {"x": "r", "y": "m", "transform": [
    {"bin": {"column": "r", "width": 0.5}}, {"group": {"by": "r", "m": "count()"}}, {"sort": ["r"]}]}}
PIE = {"kind": "pie", "link": "k", "data": {"label": "n", "value": "m", "transform": [
    {"group": {"by": "n", "m": "count()"}}, {"sort": ["n"]}]}}
CURVE = line(link="k", select={"brush": "x", "filter": True})


def moment(index):
    return (START + 60 * index) * 1_000


def linked(both, charts, filters=True):
    for name, spec in charts.items():
        if spec["kind"] != "pie" and "select" not in spec:
            spec = {**spec, "select": {"filter": filters}} if filters else spec
        both.create(spec, name)


def pictures(both, charts):
    for name in charts:
        both.call("chart/render", chart=name)


def test_a_brushed_part_of_a_line_is_all_that_the_others_count(both):
    charts = {"line": CURVE, "bars": BARS, "weeks": MONTHS, "bins": BINS, "pie": PIE}
    linked(both, charts)
    for low, high in ((10, 10_000), (6_000.5, 6_400.123456), (20_000, 40_000), (5.25, 5.5)):
        both.call("chart/brush", chart="line", x=[moment(low), moment(high)])
        pictures(both, charts)
    both.call("chart/brush", chart="line", x=None)
    pictures(both, charts)
    assert not [w for name in charts for w in both.warnings(name) if "can't be shown" in w]


def test_what_is_tapped_is_all_that_a_line_shows(both):
    charts = {"line": CURVE, "bars": BARS, "bins": BINS, "weeks": MONTHS}
    linked(both, charts)
    for name, count in (("bars", 4), ("bins", 3), ("weeks", 2)):
        for index in range(count):
            both.call("chart/highlight", chart=name, index=index)
            pictures(both, charts)
            # What is left is looked at like all of it.
            both.call("chart/zoom", chart="line", scale=40, x=300 + index * 40)
            both.call("chart/tap", chart="line", x=250, y=200)
            both.call("chart/key", chart="line", key="Escape")
            both.call("chart/zoom", chart="line", fit=True)
        both.call("chart/key", chart=name, key="Escape")
    pictures(both, charts)


def test_what_is_tapped_stands_out(both):
    charts = {"line": {**CURVE, "select": "x"}, "names": line(link="k", series={"by": "g", "column": "b"}), "bars": BARS, "pie": PIE}
    linked(both, charts, filters=False)
    for index in (0, 2):
        both.call("chart/highlight", chart="bars", index=index)
        pictures(both, charts)
    both.call("chart/brush", chart="line", x=[moment(2_000), moment(3_000.7071)])
    pictures(both, charts)
    both.call("chart/zoom", chart="names", scale=100, x=310)
    pictures(both, charts)


#: Charts in which rows are selected in every way that leads to a condition on their columns.
SELECTING = {
    "numbers as names": ({"kind": "bar", "x": {"scale": "category"}, "data": {"x": "n", "y": "m", "transform": [
        {"group": {"by": "n", "m": "count()"}}, {"sort": ["n"]}]}}, [("chart/highlight", {"index": 1})]),
    "days as names": ({"kind": "bar", "x": {"scale": "category"}, "data": {"x": "t", "y": "m", "transform": [
        {"bin": {"column": "t", "unit": "day"}}, {"group": {"by": "t", "m": "count()"}}]}}, [("chart/highlight", {"index": 2})]),
    "hours of days": ({"kind": "bar", "data": {"x": "h", "y": "m", "transform": [
        {"calculate": {"h": "hour(t)"}}, {"group": {"by": "h", "m": "count()"}}, {"sort": ["h"]}]}},
        [("chart/highlight", {"index": 5}), ("chart/brush", {"x": [3, 9]})]),
    "what a filter leaves": ({"kind": "bar", "data": {"x": "k", "y": "m", "transform": [
        {"filter": "r > 2 and n != 3"}, {"calculate": {"k": "if(r > 5, 'far', 'near')"}}, {"group": {"by": "k", "m": "mean(b)"}}, {"sort": ["k"]}]}},
        [("chart/highlight", {"index": 0})]),
    "names that the legend hides": ({"kind": "line", **LINES, "series": {"by": "g", "column": "b"}, "data": {"x": "t"}},
        [("chart/toggle", {"series": 0}), ("chart/toggle", {"series": 2})]),
    "values": (line(select={"brush": "y", "filter": True}), [("chart/brush", {"y": [-30, 20.5]})]),
    "both": (line(select={"brush": "both", "filter": True}), [("chart/brush", {"x": ["2023-12-01", "2024-01-09"], "y": [0, 50]})]),
    "slices of slices": ({"kind": "pie", "data": {"levels": ["n", "g"], "value": "m", "transform": [
        {"group": {"by": ["n", "g"], "m": "count()"}}, {"sort": ["n", "g"]}]}}, [("chart/highlight", {"path": [1]}), ("chart/highlight", {"path": [2, 1]})]),
    "a panel": ({"kind": "bar", "facet": "n", "data": {"x": "g", "y": "m", "transform": [
        {"group": {"by": ["n", "g"], "m": "count()"}}, {"sort": ["n", "g"]}]}}, [("chart/highlight", {"path": [1, 0, 2]})]),
}


@pytest.mark.parametrize("case", SELECTING)
def test_every_way_to_select(both, case):
    spec, selecting = SELECTING[case]
    if "select" not in spec:
        spec = {**spec, "select": {"filter": True}}
    both.create({**spec, "link": "k"}, "selecting")
    charts = {"line": line(link="k"), "bars": {**BARS, "select": "none"}}
    for name, chart in charts.items():
        both.create(chart, name)
    before = [both.call("chart/render", chart=name)["svg"] for name in charts]
    for method, params in selecting:
        both.call(method, chart="selecting", **params)
        pictures(both, charts)
        assert [both.call("chart/render", chart=name)["svg"] for name in charts] != before, "they show something else"
    assert not [w for name in charts for w in both.warnings(name) if "can't be shown" in w]


#: Longer runs say more: CHART_KERNEL_WINDOWS=10000 for each kind of database.
WINDOWS = int(os.environ.get("CHART_KERNEL_WINDOWS", "24"))


def test_whatever_is_done_to_linked_charts_comes_out_as_with_all_rows(both, engine):
    charts = {"line": CURVE, "bars": BARS, "weeks": MONTHS, "bins": BINS, "pie": PIE}
    linked(both, charts)
    chance = random.Random(engine)
    for _ in range(WINDOWS // 4):
        low = chance.uniform(0, COUNT)
        method, name, params = chance.choice([
            lambda: ("chart/brush", "line", {"x": [moment(low), moment(low + 10 ** chance.uniform(0, 5))]}),
            lambda: ("chart/brush", "line", {"x": None}),
            lambda: ("chart/zoom", "line", {"scale": 10 ** chance.uniform(-2, 4), "at": moment(low)}),
            lambda: ("chart/tap", "line", {"x": chance.uniform(0, 620), "y": chance.uniform(0, 420)}),
            lambda: ("chart/tap", chance.choice(["bars", "bins", "weeks", "pie"]), {"x": chance.uniform(0, 620), "y": chance.uniform(0, 420)}),
            lambda: ("chart/key", chance.choice(list(charts)), {"key": chance.choice(["ArrowRight", "ArrowLeft", "Escape"])}),
        ])()
        both.call(method, chart=name, **params)
        for name in charts:
            both.call("chart/render", chart=name)


def test_a_dashboard(both):
    both.create({"kind": "layout", "columns": 2, "charts": [CURVE, {**BARS, "select": {"filter": True}}, PIE, {**line(link="k"), "facet": "n"}]})
    for x in (150, 400):
        both.call("chart/tap", x=x, y=90)
        both.call("chart/render")
    both.call("chart/zoom", scale=20, x=120, y=90)
    both.call("chart/tap", x=420, y=110)
    both.call("chart/render")


def test_what_cannot_be_asked_is_said(editor, data, both):
    """Of the ten greatest, which are selected is known once all are read."""
    top = {"kind": "bar", "link": "k", "select": {"filter": True}, "data": {"x": "t", "y": "a", "transform": [{"top": {"by": "a", "count": 10}}]}}
    editor.call("chart/create", session="some", chart="top", spec=both.spec(top, "some"))
    editor.call("chart/create", session="some", chart="line", spec=both.spec(CURVE, "some"))
    editor.call("chart/highlight", session="some", chart="top", index=3)
    assert [w for w in both.warnings("line") if "can't be shown" in w and "`top`" in w]
    # And nothing is lost: the next thing that is selected is shown.
    editor.call("chart/key", session="some", chart="top", key="Escape")
    assert not both.warnings("line")
