"""How PostgreSQL carries out what it is asked: the engine there does the work, by its indices."""

from __future__ import annotations

import pytest

from asking import created, svg_of
from clients import Stdio
from postgres import EXPLAINING, Postgres

COUNT = 200_000


@pytest.fixture(scope="module")
def explained():
    with Postgres(**EXPLAINING) as server:
        server.sql(f"""
          CREATE TABLE metrics AS SELECT timestamptz '2024-01-01 00:00Z' + i * interval '1 minute' AS time, i % 7 AS sensor,
            'n' || i % 5 AS name, sin(i / 500.0) AS value, i AS number FROM generate_series(0, {COUNT - 1}) AS i;
          CREATE INDEX ON metrics (time); CREATE INDEX ON metrics (number); CREATE INDEX ON metrics (name, number);
          ANALYZE metrics""")
        yield server


@pytest.fixture
def editor(explained, connections):
    connections(explained.connection())
    with Stdio() as editor:
        yield editor


def nodes(plan):
    """A plan's nodes, the outermost first."""
    yield plan
    for part in plan.get("Plans", []):
        yield from nodes(part)


def carried_out(explained, editor, steps, **data):
    """The plan of the query that gave a chart its rows, and how many there were."""
    since = explained.log_size()
    spec = {"kind": "bar", "data": {"connection": "test", "table": "metrics", **data, "transform": steps}}
    assert "<svg" in svg_of(created(editor, spec))
    # Those that describe what a query gives are not carried out.
    plans = explained.plans(since)
    return plans[-1]["Plan"], plans[-1]["Query Text"]


def kinds(plan):
    return [node["Node Type"] for node in nodes(plan)]


def test_groups_are_summed_up_there(explained, editor):
    plan, query = carried_out(explained, editor, [{"group": {"by": "sensor", "n": "count()", "m": "mean(value)"}}], x="sensor", y="m")
    assert "GROUP BY" in query and plan["Actual Rows"] == 7 and any("Aggregate" in kind for kind in kinds(plan))


def test_a_filter_by_moments_uses_an_index(explained, editor):
    steps = [{"filter": "time >= \"2024-02-01\" and time < \"2024-02-02\""}, {"group": {"by": "sensor", "n": "count()"}}]
    plan, _ = carried_out(explained, editor, steps, x="sensor", y="n")
    assert any("Index" in kind for kind in kinds(plan)) and "Seq Scan" not in kinds(plan)


def test_a_filter_by_numbers_uses_an_index(explained, editor):
    plan, _ = carried_out(explained, editor, [{"filter": "number >= 1000 and number < 2000"}, {"group": {"by": "sensor", "n": "sum(value)"}}], x="sensor", y="n")
    assert any("Index" in kind for kind in kinds(plan)) and "Seq Scan" not in kinds(plan)


def test_a_filter_by_texts_uses_an_index(explained, editor):
    plan, _ = carried_out(explained, editor, [{"filter": "name = \"n3\" and number < 100"}, {"group": {"by": "number", "n": "max(value)"}}], x="number", y="n")
    assert any("Index" in kind for kind in kinds(plan)) and "Seq Scan" not in kinds(plan)


def test_where_uses_an_index(explained, editor):
    plan, _ = carried_out(explained, editor, [{"filter": "number < 50"}], x="number", y="value", where={"name": "n3"})
    assert any("Index" in kind for kind in kinds(plan)) and plan["Actual Rows"] == 10


def test_the_greatest_come_from_the_end_of_an_index(explained, editor):
    plan, query = carried_out(explained, editor, [{"top": {"count": 5, "by": "number"}}], x="number", y="value")
    assert "LIMIT" in query and plan["Actual Rows"] == 5


def test_bins_are_made_and_counted_there(explained, editor):
    for step, rows in (({"bin": {"column": "value", "width": 0.1}}, 20), ({"bin": {"column": "value", "count": 20}}, 20)):
        plan, query = carried_out(explained, editor, [step, {"group": {"by": "value", "n": "count()"}}], x="value", y="n")
        assert "GROUP BY" in query and plan["Actual Rows"] <= rows + 2


def test_months_are_made_and_counted_there(explained, editor):
    plan, query = carried_out(explained, editor, [{"bin": {"column": "time", "unit": "month"}}, {"group": {"by": "time", "n": "count()"}}], x="time", y="n")
    assert "date_trunc" in query and plan["Actual Rows"] == 5


@pytest.mark.parametrize("step", [
    {"sort": "n"}, {"stack": {"column": "n", "as": ["a", "b"]}}, {"normalize": "n"}, {"rolling": {"column": "n", "window": 2}}, {"cumulative": "n"},
    {"difference": "n"}, {"percentChange": "n"}, {"fit": {"x": "sensor", "y": "n"}}, {"fit": {"x": "sensor", "y": "n", "method": "loess"}},
    {"fit": {"x": "sensor", "y": "n", "method": "exponential"}}, {"top": {"count": 3, "by": "n"}}, {"pivot": {"name": "sensor", "value": "n"}},
], ids=lambda step: next(iter(step)))
def test_what_works_on_groups_takes_no_more_rows_than_there_are_groups(explained, editor, step):
    drawn = {"x": "0", "y": "1"} if "pivot" in step else {"x": "sensor", "y": "n"}
    plan, query = carried_out(explained, editor, [{"group": {"by": "sensor", "n": "count()"}}, step], **drawn)
    assert "GROUP BY" in query and plan["Actual Rows"] <= 7


@pytest.mark.parametrize("table", ["metrics", "rare", "parts"])
def test_a_coarse_picture_goes_through_few_rows(explained, connections, table):
    """Some blocks are read, of a partitioned table, too; a line that has few rows is looked up in an index."""
    if table == "rare":
        explained.sql("""
          CREATE TABLE rare AS SELECT time, value, CASE WHEN number % 10000 = 0 THEN 'rare' ELSE 'common' END AS name FROM metrics;
          CREATE INDEX ON rare (name, time); CREATE INDEX ON rare (time); ANALYZE rare""")
    if table == "parts":
        explained.sql(f"""
          CREATE TABLE parts (time timestamptz, value float8, number int) PARTITION BY RANGE (number);
          CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO ({COUNT // 2});
          CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ({COUNT // 2}) TO ({COUNT});
          INSERT INTO parts SELECT time, value, number FROM metrics""")
    connections(explained.connection() + "patience = 0\n")
    with Stdio() as editor:
        editor.call("session/subscribe")
        since = explained.log_size()
        more = {"series": {"by": "name"}} if table == "rare" else {}
        answer = created(editor, {"kind": "line", "data": {"connection": "test", "table": table, "x": "time", "y": "value"}, **more})
        assert "Coarse" in svg_of(answer)
        # In the end the plans of all that was asked are there.
        while "Coarse" in editor.call("chart/render", chart="c")["svg"]:
            editor.notification(timeout=60)
        plans = [plan["Plan"] for plan in explained.plans(since)]
        samples = [node for plan in plans for node in nodes(plan) if node["Node Type"] == "Sample Scan"]
        assert 1_000 < sum(node["Actual Rows"] for node in samples) < 30_000
        probes = [plan for plan in plans if "Values Scan" in kinds(plan)]
        assert len(probes) == (2 if table == "rare" else 0)
        assert all("Index Scan" in kinds(plan) and "Seq Scan" not in kinds(plan) for plan in probes)
