"""Pyramids of large tables: pictures and answers are those of all rows, whatever was changed since they were made."""

from __future__ import annotations

import os
import random
import signal
import subprocess

import pytest

import sources
from clients import Stdio, program
from postgres import EXPLAINING, Postgres
from test_lines import COUNT, LIMITS, MADE, VIEW, both, made, ordered, something

WINDOWS = int(os.environ.get("CHART_KERNEL_WINDOWS", "100"))


class Pyramids:
    """A database whose owner makes pyramids: the connection `test` is the reader's, `owner` may change it."""

    def __init__(self, source, options=()) -> None:
        self.source, self.options = source, options

    def connections(self) -> str:
        if self.source.name == "postgresql":
            owner = self.source.server.connection("owner", user="owner", host=str(self.source.server.folder))
            return self.source.connection() + "patience = 60\n" + LIMITS + owner.replace('password_variable = "TEST_PASSWORD"\n', "")
        text = self.source.connection() + "patience = 60\n" + LIMITS
        for name, server in zip(("owner", "other"), self.source.cluster.servers):
            text += self.source.cluster.connection(name, user="default", port=server.http).replace(
                'password_variable = "TEST_PASSWORD"\n', "")
        return text

    def index(self, table, *words, succeeds=True) -> str:
        """What `chart-kernel index` says."""
        return index(f"owner.{table}", *words, *self.options, succeeds=succeeds)

    def add(self, table, kind, rows) -> None:
        """Inserts rows of seconds since 1970, or numbers, and values."""
        def position(x):
            return f"to_timestamp({x})" if kind == "time" and self.source.name == "postgresql" else int(x) if kind == "time" else x

        values = ", ".join(f"({position(x)}, {'NULL' if y is None else y})" for x, y in rows)
        self.source_sql(f"INSERT INTO {table} (x, y) VALUES {values}")

    def source_sql(self, statement) -> str:
        return self.source.server.sql(statement) if self.source.name == "postgresql" else self.source.cluster.sql(statement)


def index(*words, succeeds=True) -> str:
    done = subprocess.run([program(), "index", *words], capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    assert (done.returncode == 0) == succeeds, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(params=["postgresql", "clickhouse"])
def pyramids(request, connections):
    if request.param == "postgresql":
        found = Pyramids(sources.PostgresSource(request.getfixturevalue("postgres")))
    else:
        found = Pyramids(
            sources.ClickHouseSource(request.getfixturevalue("clickhouse")), ("--server", "owner", "--server", "other"))
    connections(found.connections())
    return found


def two_sessions():
    """An editor with a session for charts of all rows, and one for those over the table."""
    with Stdio() as editor:
        for session in ("all", "some"):
            editor.call("session/open", session=session)
        yield editor


@pytest.fixture
def editor(pyramids):
    yield from two_sessions()


CHARTS = [("walk", "time"), ("nasty", "time"), ("nasty", "float"), ("nasty", "int")]


def drawn(editor, data, placed, kind, **more):
    """The same chart twice: of all rows, and over the table."""
    x = {"scale": "time"} if kind == "time" else {"scale": "linear"}
    series = [{"name": "y", "x": [row[0] for row in placed], "values": [row[1] for row in placed]}]
    editor.call("chart/create", session="all", chart="c", spec={**VIEW, "x": x, "series": series})
    return editor.call(
        "chart/create", session="some", chart="c", spec={**VIEW, "data": {**data, "x": "x", "y": "y"}, **more})


@pytest.mark.parametrize("name, kind", CHARTS, ids=lambda value: value)
def test_whatever_is_done_comes_out_as_with_all_rows(pyramids, editor, name, kind):
    tables = {}
    rows = MADE[name](random.Random(6), COUNT)
    data, placed = made(pyramids.source, tables, name, kind, rows)
    table = data["table"]
    chance = random.Random(f"{pyramids.source.name} {name} {kind}")
    if pyramids.source.name == "postgresql":
        pyramids.source_sql(f'CREATE INDEX ON "{table}" (x); ANALYZE "{table}"')
    said = pyramids.index(table, "--x", "x", "--y", "y", "--yes")
    assert "made, " in said
    assert "up to date" in pyramids.index(table)
    scale = 1_000 if kind == "time" else 1
    try:
        for change in ("none", "some", "refreshed"):
            if change == "some":
                # At the end, in the middle, and before all others.
                last = placed[-1][0] / scale
                places = [last + 60 * step for step in range(1, 400)] + [placed[len(placed) // 3][0] / scale, placed[0][0] / scale - 7_000]
                added = [(x, round(chance.uniform(-500, 500), 2)) for x in places]
                pyramids.add(table, kind, added)
                placed = ordered(placed + [(x * scale, y) for x, y in added])
            if change == "refreshed":
                if pyramids.source.name == "clickhouse":
                    break
                assert "lacks" in pyramids.index(table)
                pyramids.index(table, "--refresh")
                assert "up to date" in pyramids.index(table)
            answer = drawn(editor, data, placed, kind)
            assert not answer.get("warnings"), answer["warnings"]
            for _ in range(max(WINDOWS // len(CHARTS) // 2, 10)):
                method, params = something(chance, placed)
                both(editor, method, **params)
    finally:
        pyramids.index(table, "--drop", "--yes")


def test_what_the_pyramid_has_is_drawn(pyramids, editor):
    """Nobody else's numbers stand in it: that it is read shows only if it says something else than its table."""
    data, placed = made(pyramids.source, {}, "walk", "float", MADE["walk"](random.Random(3), COUNT))
    pyramids.index("walk_float", "--x", "x", "--y", "y", "--yes")
    exact = drawn(editor, data, placed, "float")["display"]["image/svg+xml"]
    if pyramids.source.name == "postgresql":
        pyramids.source_sql("UPDATE walk_float_x_y_pyramid SET low_y = low_y - 1000")
    else:
        for server in pyramids.source.cluster.servers:
            server.ask("""INSERT INTO walk_float_x_y_pyramid_local (ck_series, ck_width, ck_bucket, ck_rows, ck_missing, ck_low)
                SELECT ck_series, ck_width, ck_bucket, sumState(toUInt64(0)), sumState(toUInt64(0)), minIfState((toFloat64(-1000), toFloat64(0)), 1)
                FROM walk_float_x_y_pyramid_local GROUP BY ck_series, ck_width, ck_bucket""")
    other = drawn(editor, data, placed, "float")["display"]["image/svg+xml"]
    assert other != exact
    pyramids.index("walk_float", "--rebuild", "--yes")
    assert drawn(editor, data, placed, "float")["display"]["image/svg+xml"] == exact
    pyramids.index("walk_float", "--drop", "--yes")


def named(pyramids, names, count=3 * COUNT):
    """A table `named` with lines of several names, and its rows."""
    chance = random.Random(8)
    rows = [(index - 1_000, round(chance.gauss(index % 3, 2), 3), names[chance.randrange(len(names))]) for index in range(count)]
    columns = {"x": [row[0] for row in rows], "y": [row[1] for row in rows], "by": [row[2] for row in rows]}
    kind = "int" if isinstance(names[0], int) else "text"
    return pyramids.source.make("named", {"x": "float", "y": "float", "by": kind}, columns), rows


#: Names that would be something else in SQL, or to who cuts texts.
NAMES = ["a", "it's", 'b"; DROP TABLE named; --', "c\\", "ä\u0301'", "\u202eright"]


@pytest.mark.parametrize("names", [NAMES, [3, -1, 12]], ids=["texts", "numbers"])
def test_lines_of_names(pyramids, editor, names):
    data, rows = named(pyramids, names)
    said = pyramids.index("named", "--x", "x", "--y", "y", "--by", "by", "--yes")
    assert f"{len(names)} lines" in said

    def looked(spec):
        editor.call("chart/create", session="some", chart="c", spec={**VIEW, "data": {**data, "x": "x", "y": "y"}, **spec})
        shown = []
        for call in ({"scale": 40, "at": 100_000}, {"scale": 300, "at": 200_000}, {"fit": True}):
            shown.append(editor.call("chart/zoom", session="some", chart="c", **call)["display"]["image/svg+xml"])
        return shown

    specs = [
        {"series": {"by": "by"}}, {"series": {"by": "by", "most": 2, "sort": True}},
        {"data": {**data, "x": "x", "y": "y", "where": {"by": names[1]}}},
        {"data": {**data, "x": "x", "y": "y", "where": {"by": names[1:3]}}, "series": {"by": "by"}},
        {"facet": "by"}, {"data": {**data, "x": "x", "y": "y", "where": {"by": names[1:3]}}, "facet": {"by": "by", "sort": True}}]
    try:
        with_pyramid = [looked(spec) for spec in specs]
    finally:
        pyramids.index("named", "--drop", "--yes")
    assert with_pyramid == [looked(spec) for spec in specs]


@pytest.mark.parametrize("options", [(), ("--no-triggers",)], ids=["triggers", "none"])
def test_columns_may_be_called_as_the_variables_of_functions_are(pyramids, options):
    """`origin` is where buckets are counted from, and the airport of a flight: a column was read for the constant, or was ambiguous."""
    if pyramids.source.name != "postgresql":
        options = ()
    others = ["finest", "names", "everything", "ranges", "counted", "ck_bucket"]
    columns = {"step": [1_700_000_000 + i for i in range(SMALL)], "part": [float(i % 100) for i in range(SMALL)]}
    columns |= {"origin": ["EWR" if i % 3 else "JFK" for i in range(SMALL)]} | {name: columns["part"] for name in others}
    pyramids.source.make("clash", {"step": "time", "part": "float", "origin": "text"} | dict.fromkeys(others, "float"), columns)
    pyramids.index("clash", "--x", "step", "--y", "part", "--by", "origin", "--yes", *options)
    try:
        pyramids.source_sql("INSERT INTO clash (step, part, origin) SELECT step, part, origin FROM clash")
        pyramids.index("clash", "--refresh")
        assert pyramids.index("clash").splitlines()[1].endswith("up to date")
    finally:
        pyramids.index("clash", "--drop", "--yes")


# What the command says and does


SMALL = 30_000


def objects(pyramids) -> str:
    """All that is in the database besides rows."""
    if pyramids.source.name == "postgresql":
        return pyramids.source_sql("""
            SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace UNION ALL
            SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace UNION ALL
            SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1""")
    return "\n".join(
        server.ask("SELECT name FROM system.tables WHERE database = 'default' ORDER BY name") for server in pyramids.source.cluster.servers)


def small(pyramids, name="small", count=SMALL):
    return pyramids.source.make(
        name, {"x": "time", "y": "float"}, {"x": [1_700_000_000 + i for i in range(count)], "y": [float(i % 100) for i in range(count)]})


def test_it_says_what_it_will_make_and_asks(pyramids):
    small(pyramids)
    before = objects(pyramids)
    said = pyramids.index("small", "--x", "x", "--y", "y", succeeds=False)
    # How many rows PostgreSQL knows about.
    assert "small: about 30,0" in said or "small: about 29,9" in said
    assert "small_x_y_pyramid: about " in said and "% of the table's" in said and "--yes agrees" in said
    assert objects(pyramids) == before
    script = pyramids.index("small", "--x", "x", "--y", "y", "--sql")
    assert "small_x_y_pyramid" in script and script.count("CREATE ") >= 4 and "about" not in script.split("CREATE")[0]
    assert objects(pyramids) == before
    assert "There are no pyramids" in pyramids.index("small")


def test_what_it_makes_it_removes(pyramids):
    small(pyramids)
    before = objects(pyramids)
    pyramids.index("small", "--x", "x", "--y", "y", "--yes")
    assert objects(pyramids) != before
    assert "there is one already" in pyramids.index("small", "--x", "x", "--y", "y", "--yes", succeeds=False)
    shown = pyramids.index("small").splitlines()
    assert len(shown) == 2 and "small_x_y_pyramid" in shown[1] and shown[1].endswith("up to date")
    assert "--yes agrees" in pyramids.index("small", "--drop", succeeds=False)
    assert "DROP TABLE" in pyramids.index("small", "--drop", "--sql")
    assert "removed" in pyramids.index("small", "--drop", "--yes")
    assert objects(pyramids) == before
    assert "there is no such pyramid" in pyramids.index("small", "--drop", "--yes", succeeds=False)


def test_what_cannot_be_is_refused_and_leaves_nothing(pyramids):
    small(pyramids)
    before = objects(pyramids)
    for words, reason in [
        (("small", "--x", "x", "--y", "z"), "has no column 'z'; it has x, y"),
        (("nothing", "--x", "x", "--y", "y"), "there is no table 'nothing'"),
        (("small", "--x", "y", "--y", "x"), "there are no pyramids of such values"),
        (("small", "--x", "x", "--y", "y", "--name", "n" * 60), "too long" if pyramids.source.name == "postgresql" else ""),
        (("small", "--x", "x"), "a pyramid is made of --x and --y"),
        (("small", "--x", "x", "--y", "y", "--rows-per-bucket", "nan"), "rows-per-bucket"),
        (("small", "--refresh"), "there is no such pyramid"),
    ]:
        if reason:
            assert reason in pyramids.index(*words, "--yes", succeeds=False)
    assert "expected a connection and a table" in index("small", succeeds=False)
    assert objects(pyramids) == before


def test_who_may_only_read_makes_none(postgres, connections):
    owned = Pyramids(sources.PostgresSource(postgres))
    connections(owned.connections())
    owned.source_sql("""CREATE SCHEMA kept; CREATE TABLE kept.small AS SELECT i::float8 AS x, i::float8 AS y FROM generate_series(1, 1000) i;
        GRANT USAGE ON SCHEMA kept TO reader; GRANT SELECT ON kept.small TO reader; ANALYZE kept.small""")
    said = index("test.kept.small", "--x", "x", "--y", "y", "--yes", succeeds=False)
    assert "permission denied for schema kept" in said
    assert owned.source_sql("SELECT count(*) FROM pg_class WHERE relnamespace = 'kept'::regnamespace") == "1"
    assert "made, " in index("owner.kept.small", "--x", "x", "--y", "y", "--yes")
    owned.source_sql("DROP SCHEMA kept CASCADE")


def test_a_table_that_is_there_no_more_has_no_pyramid(pyramids, editor):
    """One of the same name may have other rows: what was kept of the old one is not read."""
    data, _ = made(pyramids.source, {}, "walk", "float", MADE["walk"](random.Random(3), COUNT))
    pyramids.index("walk_float", "--x", "x", "--y", "y", "--yes")
    data, placed = made(pyramids.source, {}, "walk", "float", MADE["walk"](random.Random(4), COUNT))
    answer = drawn(editor, data, placed, "float")
    assert any("is not read, since it" in warning for warning in answer["warnings"]), answer["warnings"]
    both(editor, "chart/zoom", scale=30, at=placed[5000][0])
    shown = pyramids.index("walk_float")
    assert "--drop" in shown or "--rebuild" in shown
    pyramids.index("walk_float", "--drop", "--yes")
    assert not drawn(editor, data, placed, "float").get("warnings")


def test_rows_that_were_deleted(pyramids, editor):
    data, placed = made(pyramids.source, {}, "walk", "float", MADE["walk"](random.Random(3), COUNT))
    pyramids.index("walk_float", "--x", "x", "--y", "y", "--yes")
    try:
        gone = placed[1000:3000]
        where = f"x >= {gone[0][0]} AND x <= {gone[-1][0]}"
        if pyramids.source.name == "postgresql":
            pyramids.source_sql(f"DELETE FROM walk_float WHERE {where}")
        else:
            # Mutations are carried out some time later; detached rows are gone at once.
            pyramids.source.cluster.on_each("INSERT INTO walk_float_local SELECT * FROM walk_float_local WHERE 0")
            pyramids.source.cluster.on_each("TRUNCATE TABLE walk_float_local")
            gone = placed
        left = [row for row in placed if not gone[0][0] <= row[0] <= gone[-1][0]]
        if left:
            answer = drawn(editor, data, left, "float")
            assert not answer.get("warnings")
            both(editor, "chart/zoom", scale=30, at=gone[0][0])
            assert "lacks" in pyramids.index("walk_float")
            pyramids.index("walk_float", "--refresh")
            both(editor, "chart/zoom", scale=30, at=gone[-1][0])
        else:
            assert f"has {COUNT} rows that its table has no more" in pyramids.index("walk_float")
    finally:
        pyramids.index("walk_float", "--drop", "--yes")


# PostgreSQL


@pytest.fixture
def owned(postgres, connections):
    """A PostgreSQL with an owner who makes pyramids."""
    found = Pyramids(sources.PostgresSource(postgres))
    connections(found.connections())
    return found


@pytest.fixture
def owned_editor(owned):
    yield from two_sessions()


def test_what_somebody_else_says_of_a_table_is_not_read(owned, owned_editor):
    """Anybody may make a table that says it is a pyramid, with any numbers in it."""
    data, placed = made(owned.source, {}, "walk", "float", MADE["walk"](random.Random(3), COUNT))
    owned.index("walk_float", "--x", "x", "--y", "y", "--yes")
    said = owned.source_sql("SELECT obj_description('walk_float_x_y_pyramid'::regclass)")
    owned.source_sql(f"""CREATE ROLE mallory; CREATE SCHEMA mallory AUTHORIZATION mallory;
        CREATE TABLE mallory.lie AS SELECT * FROM walk_float_x_y_pyramid; UPDATE mallory.lie SET low_y = low_y - 1000;
        COMMENT ON TABLE mallory.lie IS '{said}'; CREATE TABLE mallory.lie_changed (series text, low float8, high float8);
        CREATE TABLE mallory.lie_seen AS SELECT '' AS series, 1e9::float8 AS x, 0::bigint AS counter, 'walk_float'::regclass::oid AS base;
        ALTER TABLE mallory.lie OWNER TO mallory; ALTER TABLE mallory.lie_changed OWNER TO mallory; ALTER TABLE mallory.lie_seen OWNER TO mallory;
        GRANT USAGE ON SCHEMA mallory TO PUBLIC; GRANT SELECT ON ALL TABLES IN SCHEMA mallory TO PUBLIC""")
    try:
        owned.index("walk_float", "--drop", "--yes")
        assert "There are no pyramids" in owned.index("walk_float")
        assert not drawn(owned_editor, data, placed, "float").get("warnings")
        both(owned_editor, "chart/zoom", scale=30, at=placed[5000][0])
    finally:
        owned.source_sql("DROP OWNED BY mallory CASCADE; DROP ROLE mallory")


def test_without_triggers_what_changed_is_found_or_said(owned, owned_editor):
    data, placed = made(owned.source, {}, "walk", "float", MADE["walk"](random.Random(3), COUNT))
    owned.source_sql("CREATE INDEX ON walk_float (x); ANALYZE walk_float")
    said = owned.index("walk_float", "--x", "x", "--y", "y", "--no-triggers", "--yes")
    assert "trigger" not in said
    try:
        assert owned.source_sql("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal") == "0"
        assert not drawn(owned_editor, data, placed, "float").get("warnings")
        # What is behind all others is read from the table.
        owned.add("walk_float", "float", [(placed[-1][0] + 1 + step, 3.5) for step in range(500)])
        placed = placed + [(placed[-1][0] + 1 + step, 3.5) for step in range(500)]
        drawn(owned_editor, data, placed, "float")
        both(owned_editor, "chart/zoom", scale=8, at=placed[-1][0])
        # What came late may be missing, which is said once the server has counted it.
        owned.add("walk_float", "float", [(placed[100][0] + 0.01, 777.0)])
        owned.source_sql("SELECT pg_stat_force_next_flush()")
        while "lacks" not in owned.index("walk_float"):
            pass
        owned.index("walk_float", "--refresh")
        assert "up to date" in owned.index("walk_float")
        placed = ordered(placed + [(placed[100][0] + 0.01, 777.0)])
        assert not drawn(owned_editor, data, placed, "float").get("warnings")
        both(owned_editor, "chart/zoom", scale=30, at=placed[100][0])
    finally:
        owned.index("walk_float", "--drop", "--yes")


def test_who_is_killed_while_filling_leaves_nothing_that_is_read(owned, owned_editor):
    owned.source_sql("""DROP TABLE IF EXISTS wide; CREATE TABLE wide AS
        SELECT i::float8 AS x, sin(i / 300.0) AS y FROM generate_series(1, 1500000) i; CREATE INDEX ON wide (x); ANALYZE wide""")
    before = objects(owned)
    process = subprocess.Popen(
        [program(), "index", "owner.wide", "--x", "x", "--y", "y", "--yes"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    filling = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%wide_x_y_pyramid_refresh\"()'"
    while owned.source_sql(filling) == "0":
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    # The server notices, and gives up.
    while owned.source_sql(filling) != "0":
        pass
    assert "unfinished" in owned.index("wide")
    spec = {**VIEW, "data": {"connection": "test", "table": "wide", "x": "x", "y": "y"}}
    shown = owned_editor.call("chart/create", session="some", chart="c", spec=spec)
    owned.index("wide", "--rebuild", "--yes")
    assert "up to date" in owned.index("wide")
    assert owned_editor.call("chart/create", session="some", chart="c", spec=spec)["display"] == shown["display"]
    owned.index("wide", "--drop", "--yes")
    assert objects(owned) == before
    owned.source_sql("DROP TABLE wide")


def test_pictures_are_read_from_the_pyramid_alone_by_its_key(connections):
    with Postgres(**EXPLAINING) as server:
        server.sql("""CREATE TABLE metrics AS SELECT timestamptz '2024-01-01Z' + i * interval '1 s' AS time,
            CASE WHEN i % 977 > 3 THEN sin(i / 3000.0) END AS value, 's' || i % 3 AS sensor FROM generate_series(1, 600000) i;
            CREATE INDEX ON metrics (sensor, time); ANALYZE metrics""")
        owned = Pyramids(sources.PostgresSource(server))
        connections(owned.connections())
        owned.index("metrics", "--x", "time", "--y", "value", "--by", "sensor", "--yes")
        width = 640
        spec = {"kind": "line", "size": {"width": width, "height": 300}, "viewport": {"zoom": "x", "maxZoom": 100_000},
                "data": {"connection": "test", "table": "metrics", "x": "time", "y": "value"}, "series": {"by": "sensor"}}
        with Stdio() as editor:
            since = server.log_size()
            editor.call("chart/create", chart="c", spec=spec)
            for scale in (1.3, 1.5, 1.5):
                # Columns of a third of a px stay as wide as the finest buckets, or wider.
                editor.call("chart/zoom", chart="c", scale=scale, x=300)
            plans = server.plans(since)
            drawn = [plan for plan in plans if "metrics_time_value_sensor_pyramid" in plan["Query Text"] and "r_bucket" in plan["Query Text"]]
            assert len(drawn) >= 4
            for plan in drawn:
                kinds = {node["Node Type"]: node for node in nodes(plan["Plan"])}
                assert "Seq Scan" not in kinds and any("Index" in kind for kind in kinds), kinds
                assert plan["Plan"]["Actual Rows"] <= 4 * width * 3
            # Of the table itself only the rows around gaps, and those beside the view, by its index.
            for plan in plans:
                for node in nodes(plan["Plan"]):
                    assert node.get("Relation Name") != "metrics" or "Seq" not in node["Node Type"], plan["Query Text"]
            assert not [plan["Query Text"] for plan in plans if '"ck_rb"' in plan["Query Text"]]
            # Closer than the pyramid goes, by the table's index.
            since = server.log_size()
            editor.call("chart/zoom", chart="c", scale=200, x=300)
            close = [plan for plan in server.plans(since) if 'FROM "metrics"' in plan["Query Text"]]
            assert close
            for plan in close:
                assert "Seq Scan" not in [node["Node Type"] for node in nodes(plan["Plan"])], plan["Query Text"]
                assert plan["Plan"]["Actual Rows"] <= 4 * width * 3


def nodes(plan):
    """A plan's nodes, the outermost first."""
    yield plan
    for part in plan.get("Plans", []):
        yield from nodes(part)
