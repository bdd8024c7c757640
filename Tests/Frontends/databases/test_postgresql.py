"""Charts over PostgreSQL: what its columns become, and what is refused."""

from __future__ import annotations

import contextlib
import json
import math
import random
import time
from fractions import Fraction

import pytest

from asking import column, created, picture, refused, svg_of
from clients import Dealer, Server, Stdio


def line(sql=None, **rest):
    data = {"connection": "test", **({"sql": sql} if sql else {}), "x": "x", "y": "y", **rest}
    return {"kind": "line", "data": data}


# Types


@pytest.mark.parametrize("kind, values", [
    ("smallint", [-32768, 0, 32767]),
    ("integer", [-2147483648, 7, 2147483647]),
    ("bigint", [-9007199254740992, 1, 9007199254740992]),
    ("real", [1.5, -0.25, 2.0**100]),
    ("double precision", [0.1, 1e-300, -1.7976931348623157e308]),
    ("numeric", [0.1, 12345678.9, 1e-7, 123456789012345680, 0.30000000000000004, 3, -2.5e20]),
])
def test_numbers_are_the_same_as_those_that_are_written_out(editor, kind, values):
    rows = ", ".join(f"({index}, ({value!r})::{kind})" for index, value in enumerate(values))
    created(editor, line(f"SELECT * FROM (VALUES {rows}) AS t(x, y) ORDER BY x"))
    assert column(editor.call("session/export")["document"]) == values


def test_what_is_no_number_is_a_gap_and_told(editor):
    answer = created(editor, line("SELECT 1 AS x, 5::money AS y UNION ALL SELECT 2, 6::money"))
    assert any("'y' is no number" in warning or "no number" in warning for warning in answer["warnings"]), answer["warnings"]


def test_numerics_of_any_length_are_the_nearest_doubles(editor):
    chance = random.Random(5)
    texts = []
    for _ in range(300):
        digits = "".join(chance.choice("0123456789") for _ in range(chance.randint(1, 40)))
        place = chance.randint(0, len(digits))
        texts.append(chance.choice(["", "-"]) + (digits[:place] or "0") + "." + (digits[place:] or "0"))
    rows = ", ".join(f"({index}, {text}::numeric)" for index, text in enumerate(texts))
    spec = line(f"SELECT * FROM (VALUES {rows}) AS t(x, y) ORDER BY x")
    created(editor, spec, "numbers")
    document = editor.call("session/export")["document"]
    assert column(document) == [float(Fraction(text)) for text in texts]


def test_null_and_nan_are_gaps(editor):
    over = picture(editor, line(
        "SELECT * FROM (VALUES (1, 1.5), (2, NULL), (3, 'NaN'::float8), (4, 2), (5, 3)) AS t(x, y) ORDER BY x"))
    assert over == picture(
        editor, {"kind": "line", "data": {"columns": {"x": [1, 2, 3, 4, 5], "y": [1.5, None, None, 2, 3]}, "x": "x", "y": "y"}})


MOMENTS = ["2024-03-31T00:30:00Z", "2024-03-31T02:15:00.125Z", "1969-12-31T23:59:59.999Z", "2262-01-01T00:00:00Z"]


def test_moments_are_those_whatever_the_zone_of_the_server(editor):
    """It is that of New York."""
    rows = ", ".join(f"('{text}'::timestamptz, {index})" for index, text in enumerate(MOMENTS))
    over = picture(editor, line(f"SELECT * FROM (VALUES {rows}) AS t(x, y)"))
    assert over == picture(editor, {"kind": "line", "x": {"values": MOMENTS}, "series": [{"name": "y", "values": [0, 1, 2, 3]}]})


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/New_York"])
def test_days_and_times_of_no_zone_are_read_in_the_charts(editor, zone):
    days = ["2024-03-30", "2024-03-31", "2024-11-03"]
    times = ["2024-03-30T12:00:00", "2024-03-31T03:30:00", "2024-11-03T01:30:00"]
    for kind, texts in (("date", days), ("timestamp", times)):
        rows = ", ".join(f"('{text}'::{kind}, {index})" for index, text in enumerate(texts))
        spec = line(f"SELECT * FROM (VALUES {rows}) AS t(x, y)")
        spec["x"] = {"timeZone": zone}
        written = {"kind": "line", "x": {"values": texts, "timeZone": zone, "scale": "time"},
                   "series": [{"name": "y", "values": [0, 1, 2]}]}
        assert picture(editor, spec) == picture(editor, written)


def test_whole_numbers_that_no_double_holds_are_names(editor):
    spec = {"kind": "pie", "data": {
        "connection": "test", "sql": "SELECT 9007199254740993 AS id, 3 AS n UNION ALL SELECT 2, 4", "label": "id", "value": "n"}}
    assert "9007199254740993" in picture(editor, spec)


def test_texts_booleans_and_all_else_are_names(editor):
    sql = """SELECT label, n FROM (VALUES (1, 'Zürich'), (2, true::text), (3, '{"a": 1}'::jsonb::text), (4, (ARRAY[1,2])::text),
             (5, '127.0.0.1'::inet::text), (6, E'a\\nb')) AS t(n, label) ORDER BY n"""
    svg = picture(editor, {"kind": "pie", "data": {"connection": "test", "sql": sql, "label": "label", "value": "n"}})
    for name in ("Zürich", "true", "{1,2}", "127.0.0.1"):
        assert name in svg
    # Without being cast, too.
    for value, name in (("true", "true"), ("'{\"a\": 1}'::jsonb", "&quot;a&quot;"), ("ARRAY[1,2]", "{1,2}"), ("'::1'::inet", "::1")):
        svg = picture(editor, {"kind": "pie", "data": {
            "connection": "test", "sql": f"SELECT {value} AS label, 1 AS n", "label": "label", "value": "n"}})
        assert name in svg or name.replace("&quot;", '"') in svg


def test_bytes_are_refused(editor):
    assert "holds bytes" in str(refused(editor, line("SELECT 1 AS x, '\\x00'::bytea AS y")))


# Tables and rows


@pytest.fixture
def metrics(postgres):
    postgres.sql("DROP TABLE IF EXISTS metrics; CREATE TABLE metrics (time timestamptz, sensor text, value float8, note text)")
    postgres.sql("""INSERT INTO metrics SELECT timestamptz '2024-01-01 00:00Z' + i * interval '1 hour', 'abc'::text || i % 3, sin(i / 50.0), 'n'
                    FROM generate_series(0, 999) AS i""")
    return "metrics"


def test_a_table_is_read_by_its_name(editor, metrics):
    spec = {"kind": "line", "data": {"connection": "test", "table": metrics, "x": "time", "y": "value"}}
    whole = picture(editor, spec)
    for name in ("public.metrics", '"metrics"', 'public."metrics"'):
        spec["data"]["table"] = name
        assert picture(editor, spec) == whole


def test_rows_are_filtered_by_the_server_as_here(editor, metrics, postgres):
    spec = {"kind": "line", "data": {"connection": "test", "table": metrics, "x": "time", "y": "value", "where": {"sensor": "abc1"}}}
    filtered = picture(editor, spec)
    spec["data"] = {"connection": "test", "sql": "SELECT time, value FROM metrics WHERE sensor = 'abc1'", "x": "time", "y": "value"}
    assert filtered == picture(editor, spec)


def test_steps_work_on_what_comes(editor, metrics):
    steps = [{"group": {"by": "sensor", "n": "count()", "most": "max(value)"}}, {"sort": "sensor"}]
    spec = {"kind": "bar", "data": {"connection": "test", "table": metrics, "x": "sensor", "y": "most", "transform": steps}}
    columns = {"sensor": [f"abc{i % 3}" for i in range(1000)], "value": [math.sin(i / 50) for i in range(1000)]}
    same = {"kind": "bar", "data": {"columns": columns, "x": "sensor", "y": "most", "transform": steps}}
    assert picture(editor, spec) == picture(editor, same)


def test_a_chart_chooses_its_columns_itself(editor, metrics):
    answer = created(editor, {"data": {"connection": "test", "sql": "SELECT time, value FROM metrics"}})
    assert "<path" in svg_of(answer) and any("time" in warning for warning in answer["warnings"])


# What is wrong


@pytest.mark.parametrize("sql, place, words", [
    ("SELECT tiem AS x, 1 AS y FROM metrics", "spec.data.sql", "tiem"),
    ("SELECT 1 AS x, FROM", "spec.data.sql", "syntax error"),
    ("SELECT 1 AS x, 2 AS y FROM metrics_", "spec.data.sql", "metrics_"),
    ("SELECT 1 AS x, 2 AS x", "spec.data.sql", "two columns"),
    ("SELECT 1 AS x, 1 / 0 AS y", "spec.data.sql", "division by zero"),
    ("SELECT 1 AS x, $1 AS y", "spec.data.sql", "$1"),
    ("", "spec.data.sql", "empty"),
])
def test_what_is_wrong_is_told_at_its_place(editor, metrics, sql, place, words):
    fault = refused(editor, {"kind": "line", "data": {"connection": "test", "sql": sql, "x": "x", "y": "y"}})
    assert fault.code == -32602 and fault.data["path"].startswith(place) and words in str(fault), (str(fault), fault.data)


def test_columns_and_tables_that_there_are_not_are_told_with_those_that_there_are(editor, metrics):
    spec = {"kind": "line", "data": {"connection": "test", "table": "metrics", "x": "tme", "y": "value"}}
    fault = refused(editor, spec)
    assert "did you mean 'time'" in str(fault) and "sensor" in str(fault)
    spec["data"] |= {"table": "metric", "x": "time"}
    assert "metric" in str(refused(editor, spec))


def test_a_query_that_takes_too_long_is_ended_on_the_server(postgres, connections):
    connections(postgres.connection(statement_timeout=1, functions=["pg_sleep"]))
    with Stdio() as editor:
        begin = time.monotonic()
        fault = refused(editor, line("SELECT 1 AS x, pg_sleep(60)::text AS y"))
        assert "takes longer than 1 s" in str(fault) and time.monotonic() - begin < 5
        assert postgres.active() == 0
        # The session goes on.
        assert svg_of(created(editor, line("SELECT 1 AS x, 2 AS y")))


def test_a_request_that_is_cancelled_ends_its_query(postgres, connections):
    connections(postgres.connection(functions=["pg_sleep"]))
    with Stdio() as editor:
        editor.send({"jsonrpc": "2.0", "id": "slow", "method": "chart/create",
                     "params": {"spec": line("SELECT 1 AS x, pg_sleep(60)::text AS y")}})
        while postgres.active() == 0:
            pass
        editor.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "slow"}})
        answer = editor.receive()
        assert answer["id"] == "slow" and answer["error"]["code"] == -32800
        assert postgres.active() == 0


def test_more_rows_than_allowed_are_refused(postgres, connections):
    # Else what is known by then is shown, and what is wrong told later.
    connections(postgres.connection(row_limit=1000) + "patience = 60\n")
    with Stdio() as editor:
        sql = "SELECT i AS x, i AS y FROM generate_series(1, {}) AS i"
        for kind in ("line", "scatter"):
            assert svg_of(created(editor, {**line(sql.format(1000)), "kind": kind}))
            assert "more than 1000 rows" in str(refused(editor, {**line(sql.format(1001)), "kind": kind}))


def test_a_server_that_was_started_anew_is_asked_again(postgres, editor):
    spec = line("SELECT 1 AS x, 2 AS y")
    assert svg_of(created(editor, spec))
    postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'reader'")
    assert svg_of(created(editor, spec))


def test_documents_and_undo_need_no_server(editor, metrics, tmp_path):
    spec = {"kind": "line", "data": {"connection": "test", "table": metrics, "x": "time", "y": "value"}}
    svg = svg_of(created(editor, spec))
    document = editor.call("session/export")["document"]
    assert json.dumps(document).count("abc1") == 0, "columns that nobody shows are not kept"
    with Stdio() as other:
        other.call("session/import", document=document)
        assert other.call("chart/render", chart="c")["svg"] == svg


def test_queries_that_wait_hold_up_nobody(postgres, connections):
    """There are more of them than cores, and more than sessions: the others wait for one."""
    connections(postgres.connection(functions=["pg_sleep"]))
    with Server("tcp://127.0.0.1:*", "--connection", "test") as server, contextlib.ExitStack() as stack:
        waiting = [stack.enter_context(Dealer(server.address)) for _ in range(8)]
        for client in waiting:
            client.send({"jsonrpc": "2.0", "id": "slow", "method": "chart/create",
                         "params": {"spec": line("SELECT 1 AS x, pg_sleep(60)::text AS y")}})
        while postgres.active() < 4:
            pass
        with Dealer(server.address) as client:
            # What is read on another thread, and what is answered on the spot.
            columns = {"x": list(range(20_000)), "y": [math.sin(i) for i in range(20_000)]}
            svg_of(client.call("chart/create", chart="other", spec={"kind": "line", "data": {"columns": columns, "x": "x", "y": "y"}}))
            assert client.call("chart/tap", chart="other", x=300, y=150)
        assert postgres.active() == 4
        for client in waiting:
            client.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "slow"}})
        for client in waiting:
            assert client.receive()["error"]["code"] == -32800
        assert postgres.active() == 0
