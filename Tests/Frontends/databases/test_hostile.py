"""A spec comes from whoever can send a request: it can read what the connection's user may read, and do nothing else."""

from __future__ import annotations

import time

import pytest

import sources
from asking import created, picture, refused
from clients import Stdio


def asked(sql: str, **rest) -> dict:
    return {"kind": "line", "data": {"connection": "test", "sql": sql, "x": "x", "y": "y", **rest}}


POSTGRES = [
    # What is more than a SELECT
    "DROP TABLE victims", "INSERT INTO victims VALUES (9) RETURNING 1 AS x, 2 AS y", "SELECT 1 AS x, 2 AS y; DROP TABLE victims",
    "SELECT 1 AS x, 2 AS y INTO stolen", "CREATE TABLE stolen AS SELECT 1 AS x, 2 AS y", "COPY victims TO PROGRAM 'true'",
    "WITH gone AS (DELETE FROM victims RETURNING n) SELECT n AS x, n AS y FROM gone", "DELETE FROM victims RETURNING n AS x, n AS y",
    "WITH new AS (INSERT INTO victims VALUES (9) RETURNING n) SELECT n AS x, n AS y FROM new", "EXPLAIN ANALYZE DELETE FROM victims",
    "SELECT 1 AS x, 2 AS y) AS q; DROP TABLE victims; --", "SELECT 1 AS x, 2 AS y) AS q, (DELETE FROM victims RETURNING 1",
    "DO $$BEGIN DELETE FROM victims; END$$", "SET ROLE owner", "VACUUM victims", "LISTEN x", "CALL nothing()", "PREPARE p AS SELECT 1",
    "SELECT n AS x, n AS y FROM victims FOR UPDATE",
    # Functions that do more than compute
    "SELECT 1 AS x, pg_sleep(60)::text AS y", "SELECT 1 AS x, pg_read_file('/etc/passwd') AS y", "SELECT 1 AS x, pg_ls_dir('/') AS y",
    "SELECT 1 AS x, pg_terminate_backend(1) AS y", "SELECT 1 AS x, set_config('transaction_read_only', 'off', false) AS y",
    "SELECT 1 AS x, lo_import('/etc/passwd') AS y", "SELECT 1 AS x, nextval('numbers') AS y", "SELECT 1 AS x, pg_reload_conf() AS y",
    "SELECT 1 AS x, query_to_xml('DELETE FROM victims', true, true, '')::text AS y", "SELECT 1 AS x, pg_advisory_lock(1)::text AS y",
    "SELECT 1 AS x, current_setting('data_directory') AS y", "SELECT 1 AS x, inet_server_addr()::text AS y", "SELECT 1 AS x, version() AS y",
    'SELECT 1 AS x, "pg_sleep"(60)::text AS y', "SELECT 1 AS x, PG_SLEEP (60)::text AS y", "SELECT 1 AS x, pg_catalog.pg_sleep(60)::text AS y",
    "SELECT 1 AS x, pg_sleep/**/(60)::text AS y", "SELECT 1 AS x, pg_sleep--\n(60)::text AS y", 'SELECT 1 AS x, U&"pg\\005fsleep"(60)::text AS y',
    "SELECT 1 AS x, pg_catalog . \"pg_sleep\" (60)::text AS y", "SELECT * FROM pg_sleep(60) AS t(x), (SELECT 1) AS u(y)",
    "SELECT * FROM ROWS FROM (pg_sleep(60)) AS t(x), (SELECT 1) AS u(y)", "SELECT 1 AS x, public.wipe() AS y", "SELECT 1 AS x, wipe() AS y",
    "SELECT /* ' */ 1 AS x, pg_sleep(60)::text /* ' */ AS y", "SELECT $a$ $b$ $a$ AS x, pg_sleep(60)::text AS y, $c$ $a$ $c$ AS z",
    "SELECT E'\\'' AS x, pg_sleep(60)::text AS y, E'\\'' AS z", "SELECT '\\' AS x, pg_sleep(60)::text AS y, '\\' AS z",
    "SELECT 1 AS x, /* /* */ pg_sleep(60)::text AS y /* */ */", "WITH pg_sleep(a) AS (SELECT 60) SELECT 1 AS x, pg_sleep(60)::text AS y",
    # What the reader may not read
    "SELECT n AS x, n AS y FROM secrets", "SELECT 1 AS x, passwd AS y FROM pg_shadow", "SELECT 1 AS x, rolpassword AS y FROM pg_authid",
    # What is no query
    "", ";", "--", "/*", "'", "\"", "$$", "SELECT 'x", "SELECT 1 AS x, $1 AS y", "x" * 200_000, "SELECT 1\0 AS x, 2 AS y", "(" * 5_000,
]


@pytest.fixture(scope="module")
def victims(postgres):
    postgres.sql("""
      CREATE TABLE victims AS SELECT generate_series(1, 3) AS n; CREATE SEQUENCE numbers; GRANT ALL ON numbers, victims TO reader;
      CREATE TABLE secrets AS SELECT 42 AS n; REVOKE ALL ON secrets FROM reader;
      GRANT CREATE ON SCHEMA public TO reader;
      CREATE FUNCTION wipe() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'DELETE FROM victims; SELECT 1'""")
    return postgres


@pytest.fixture
def reader(victims, connections):
    """An editor whose connection's user may write, if the program lets it."""
    connections(victims.connection())
    with Stdio() as editor:
        yield editor


@pytest.mark.parametrize("sql", POSTGRES, ids=lambda sql: sql[:60])
def test_postgresql_does_nothing_but_what_its_user_may_read(reader, victims, sql):
    begin = time.monotonic()
    fault = refused(reader, asked(sql))
    assert fault.code == -32602 and fault.data["path"].startswith("spec.data.sql"), (str(fault), fault.data)
    assert time.monotonic() - begin < 10
    assert victims.sql("SELECT count(*), (SELECT last_value || is_called::text FROM numbers), to_regclass('stolen') FROM victims") == "3|1false|"
    # The session is as it was.
    assert "<svg" in picture(reader, asked("SELECT n AS x, n AS y FROM victims"))


def test_a_connection_may_allow_functions_and_still_nothing_is_written(victims, connections):
    """Functions that the owner of connections.toml allows run in a transaction that only reads, whatever they set."""
    connections(victims.connection(functions=["all"]))
    with Stdio() as editor:
        assert "<svg" in picture(editor, asked("SELECT 1 AS x, length(version()) AS y"))
        for sql in (
            "SELECT 1 AS x, wipe() AS y", "SELECT 1 AS x, set_config('transaction_read_only', 'off', false) AS y, wipe() AS z",
            "SELECT 1 AS x, nextval('numbers') AS y",
        ):
            assert "read" in str(refused(editor, asked(sql)))
        # It can set this, and the next query begins as the first one did.
        picture(editor, asked("SELECT 1 AS x, length(set_config('default_transaction_read_only', 'off', false)) AS y"))
        assert "read" in str(refused(editor, asked("SELECT 1 AS x, wipe() AS y")))
    assert victims.sql("SELECT count(*) FROM victims") == "3"


NAMES = ['victims"; DROP TABLE victims; --', "victims; DROP TABLE victims", "a' OR '1'='1", "pg_sleep(60)", "victims\0", "\u202evictims", "", ".", '"', '""', "victims.n"]


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_table_is_only_a_name(reader, victims, name):
    fault = refused(reader, {"kind": "line", "data": {"connection": "test", "table": name, "x": "n", "y": "n"}})
    assert fault.code == -32602, str(fault)
    assert victims.sql("SELECT count(*) FROM victims") == "3"


def test_tables_whose_names_hold_anything(victims, reader):
    for index, name in enumerate(['a"b', "a.b", "it's", "x; DROP TABLE victims; --", "名前", "مرحبا", "a\tb", "/*"]):
        quoted = name.replace('"', '""')
        victims.sql(f'CREATE TABLE IF NOT EXISTS "{quoted}" AS SELECT {index} AS x, 5 AS y; GRANT SELECT ON "{quoted}" TO reader')
        assert "<svg" in picture(reader, {"kind": "line", "data": {"connection": "test", "table": f'public."{quoted}"', "x": "x", "y": "y"}})


CLICKHOUSE = [
    "DROP TABLE victims", "INSERT INTO victims VALUES (9)", "SELECT 1 AS x, 2 AS y; DROP TABLE victims", "ALTER TABLE victims DELETE WHERE 1",
    "SELECT 1 AS x, 2 AS y INTO OUTFILE '/tmp/stolen'", "SELECT 1 AS x, 2 AS y FORMAT Null", "SELECT 1 AS x, 2 AS y SETTINGS readonly = 0",
    "SELECT 1 AS x, 2 AS y) FORMAT Null; DROP TABLE victims --", "KILL QUERY WHERE 1", "SYSTEM SHUTDOWN", "SET readonly = 0",
    "SELECT 1 AS x, sleep(3) AS y", "SELECT 1 AS x, sleepEachRow(3) AS y", "SELECT * FROM url('http://127.0.0.1:1/', CSV, 'x Int8, y Int8')",
    "SELECT * FROM file('x', CSV, 'x Int8, y Int8')", "SELECT x, y FROM remote('127.0.0.1', other.secrets)", "SELECT 1 AS x, version() AS y",
    "SELECT 1 AS x, dictGetString('d', 'a', toUInt64(1)) AS y", "SELECT 1 AS x, hostName() AS y", "SELECT * FROM merge(default, '.*')",
    "SELECT * FROM cluster('shards', other.secrets)", "SELECT 1 AS x, SLEEP (3) AS y", "SELECT 1 AS x, `sleep`(3) AS y", "SELECT 1 AS x, sleep/**/(3) AS y",
    "SELECT '\\'' AS x, sleep(3) AS y", "SELECT 1 AS x, 2 AS y # '", "SELECT 1 AS x, $a$ $a$ AS y",
    "SELECT n AS x, n AS y FROM other.secrets", "SELECT 1 AS x, currentDatabase() AS y",
    "", ";", "--", "/*", "'", "`", "SELECT 'x", "x" * 200_000, "SELECT 1\0 AS x, 2 AS y", "(" * 5_000,
]


@pytest.fixture(scope="module")
def prey(clickhouse):
    clickhouse.on_each("CREATE DATABASE IF NOT EXISTS other")
    clickhouse.on_each("CREATE TABLE other.secrets (n Int32) ENGINE = Memory")
    clickhouse.distributed("victims", "n Int32", "n", rows="SELECT number + 1 FROM system.numbers LIMIT 3")
    return clickhouse


@pytest.mark.parametrize("sql", CLICKHOUSE, ids=lambda sql: sql[:60])
def test_clickhouse_does_nothing_but_what_its_user_may_read(prey, connections, sql):
    connections(prey.connection())
    with Stdio() as editor:
        begin = time.monotonic()
        fault = refused(editor, asked(sql))
        assert fault.code == -32602 and fault.data["path"].startswith("spec.data.sql"), (str(fault), fault.data)
        assert time.monotonic() - begin < 2.5
        assert prey.sql("SELECT count() FROM victims") == "3"
        assert "<svg" in picture(editor, asked("SELECT n AS x, n AS y FROM victims"))


DUCKDB = [
    "SELECT * FROM read_csv('/etc/passwd') AS t(x, y)", "SELECT 1 AS x, content AS y FROM read_text('/etc/passwd')", "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM read_parquet('{outside}/*.parquet')", "SELECT * FROM '{outside}/stolen.parquet'", "SELECT * FROM read_parquet('{inside}/../outside/stolen.parquet')",
    "SELECT * FROM read_parquet('{inside}/link/stolen.parquet')", "SELECT 1 AS x, getenv('HOME') AS y", "SELECT * FROM glob('/*')", "ATTACH '/tmp/x.db'",
    "COPY (SELECT 1) TO '/tmp/x'", "SELECT 1 AS x, 2 AS y; COPY (SELECT 1) TO '{inside}/x'", "INSTALL httpfs", "LOAD httpfs",
    "SELECT * FROM read_parquet('http://127.0.0.1:1/x.parquet')", "SELECT 1 AS x, current_setting('home_directory') AS y", "SELECT * FROM duckdb_settings()",
    "SET enable_external_access = true", "PRAGMA version", "SELECT * FROM query('SELECT 1')", "SELECT * FROM query_table('x')", "SELECT 1 AS x, $$a$$ AS y",
]


@pytest.mark.parametrize("sql", DUCKDB)
def test_duckdb_reads_no_file_outside_of_its_directories(connections, tmp_path, sql):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        sources.write_parquet(folder / "stolen.parquet", {"x": "int", "y": "int"}, {"x": [1, 2], "y": [3, 4]})
    (inside / "link").symlink_to(outside)
    connections(sources.DuckDBSource(inside).connection())
    with Stdio() as editor:
        assert "<svg" in picture(editor, asked(f"SELECT * FROM '{inside}/stolen.parquet'"))
        fault = refused(editor, asked(sql.replace("{inside}", str(inside)).replace("{outside}", str(outside))))
        assert fault.data["path"].startswith("spec.data.sql"), (str(fault), fault.data)
    assert sorted(path.name for path in inside.iterdir()) == ["link", "stolen.parquet"]


def test_values_are_only_values(reader, victims):
    """What a filter asks for goes to the server beside the text."""
    victims.sql("DROP TABLE IF EXISTS texts; CREATE TABLE texts AS SELECT n, 'a' AS t FROM generate_series(1, 3) AS n")
    for value in ("' OR '1'='1", "'; DROP TABLE victims; --", "\\", "a\0", "\u202e", "$1", "%s"):
        spec = {"kind": "line", "data": {"connection": "test", "table": "texts", "x": "n", "y": "n", "where": {"t": value}}}
        try:
            answer = created(reader, spec)
        except Exception as fault:
            assert "\0" in value, fault
            continue
        assert any("no row" in warning or "no values" in warning for warning in answer["warnings"]), answer["warnings"]
    assert victims.sql("SELECT count(*) FROM victims") == "3"
