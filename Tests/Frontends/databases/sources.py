"""Every kind of database with the same rows, to see that charts over them are the same."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import adbc_driver_flightsql
import adbc_driver_flightsql.dbapi
import adbc_driver_postgresql
import pyarrow as pa
import pyarrow.parquet

from clickhouse import ClickHouse
from clients import free_port
from postgres import READER, Postgres, toml

#: What columns can be, as each engine calls it.
POSTGRES = {"float": "float8", "int": "bigint", "text": "text", "time": "timestamptz"}
CLICKHOUSE = {"float": "Nullable(Float64)", "int": "Nullable(Int64)", "text": "Nullable(String)", "time": "DateTime"}
ARROW = {"float": pa.float64(), "int": pa.int64(), "text": pa.string(), "time": pa.timestamp("us", tz="UTC")}


class Source:
    """A database with the connection ``test``.

    ``make`` gives it a table: lists of values, ``None`` where there is none, by the names of columns with their kinds, of which
    moments are whole seconds since 1970. What it returns goes into a spec's `data`.
    """

    name = ""

    def connection(self) -> str:
        raise NotImplementedError

    def make(self, table: str, kinds: dict[str, str], columns: dict[str, list]) -> dict:
        raise NotImplementedError


class PostgresSource(Source):
    name = "postgresql"

    def __init__(self, server: Postgres) -> None:
        self.server = server

    def connection(self) -> str:
        return self.server.connection()

    def make(self, table, kinds, columns):
        kinds = {name.replace('"', '""'): kind for name, kind in kinds.items()}
        names = ", ".join(f'"{name}" {POSTGRES[kind]}' for name, kind in kinds.items())
        self.server.sql(f'DROP TABLE IF EXISTS "{table}"; CREATE TABLE "{table}" ({names})')
        staged = ", ".join(f'"{name}" {"float8" if kind == "time" else POSTGRES[kind]}' for name, kind in kinds.items())
        rows = "\n".join("\t".join(map(_copied, row)) for row in zip(*columns.values()))
        chosen = ", ".join(f'to_timestamp("{name}")' if kind == "time" else f'"{name}"' for name, kind in kinds.items())
        self.server.sql(f'DROP TABLE IF EXISTS staged; CREATE TABLE staged ({staged})')
        self.server.sql('COPY staged FROM STDIN', data=rows + "\n")
        self.server.sql(f'INSERT INTO "{table}" SELECT {chosen} FROM staged; DROP TABLE staged; ANALYZE "{table}"')
        return {"connection": "test", "table": table}


class PostgresByADBC(PostgresSource):
    name = "adbc-postgresql"

    def connection(self) -> str:
        settings = {
            "engine": "adbc", "driver": adbc_driver_postgresql._driver_path(),
            "url": f"postgresql://{READER}@127.0.0.1:{self.server.port}/test", "password_variable": "TEST_PASSWORD"}
        return table_of("test", settings)


class ClickHouseSource(Source):
    """Half of the rows lie on either of two servers."""

    name = "clickhouse"

    def __init__(self, cluster: ClickHouse) -> None:
        self.cluster = cluster

    def connection(self) -> str:
        return self.cluster.connection()

    def make(self, table, kinds, columns):
        names = ", ".join(f"`{name}` {CLICKHOUSE[kind]}" for name, kind in kinds.items())
        order = next((f"`{name}`" for name, kind in kinds.items() if kind == "time"), "tuple()")
        self.cluster.distributed(table, names, order, rows=None)
        # In binary: what reads texts there makes 0 of the least numbers.
        rows = zip(*([_packed(kind, value) for value in columns[name]] for name, kind in kinds.items()))
        self.cluster.sql(f"INSERT INTO {table} FORMAT RowBinary", data=b"".join(map(b"".join, rows)))
        return {"connection": "test", "table": table}


class DuckDBSource(Source):
    """Files of Parquet, which DuckDB reads."""

    name = "duckdb"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def connection(self) -> str:
        return table_of("test", {"engine": "adbc", "driver": duckdb_driver(), "directories": [str(self.folder)]})

    def make(self, table, kinds, columns):
        write_parquet(self.folder / f"{table}.parquet", kinds, columns)
        return {"connection": "test", "sql": f"SELECT * FROM read_parquet('{self.folder}/{table}.parquet')"}


class SailSource(Source):
    """A cluster of Sail on this machine, which speaks Flight SQL, over files of Parquet."""

    name = "flightsql"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process = subprocess.Popen(
            [Path(sys.executable).parent / "sail", "flight", "server", "--port", str(self.port), "-C", folder],
            env={**os.environ, "SAIL_MODE": "local-cluster"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                with adbc_driver_flightsql.dbapi.connect(f"grpc://127.0.0.1:{self.port}", autocommit=True) as connection:
                    with connection.cursor() as cursor:
                        cursor.execute("SELECT 1")
                        cursor.fetchall()
                return
            except Exception:
                assert self.process.poll() is None

    def close(self) -> None:
        self.process.kill()
        self.process.wait()

    def connection(self) -> str:
        return table_of("test", {
            "engine": "adbc", "driver": adbc_driver_flightsql._driver_path(), "dialect": "spark", "url": f"grpc://127.0.0.1:{self.port}"})

    def make(self, table, kinds, columns):
        write_parquet(self.folder / f"{table}.parquet", kinds, columns)
        return {"connection": "test", "sql": f"SELECT * FROM parquet.`{table}.parquet`"}


def duckdb_driver() -> str:
    import adbc_driver_duckdb

    return adbc_driver_duckdb.driver_path()


def table_of(name: str, settings: dict) -> str:
    """A table of connections.toml."""
    return f"[{name}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in settings.items())


def write_parquet(path: Path, kinds: dict[str, str], columns: dict[str, list]) -> None:
    arrays = {}
    for name, kind in kinds.items():
        values = columns[name]
        if kind == "time":
            values = [None if value is None else round(value * 1_000_000) for value in values]
        arrays[name] = pa.array(values, ARROW[kind])
    pa.parquet.write_table(pa.table(arrays), path, row_group_size=10_000)


def _copied(value: object) -> str:
    """A value as COPY and TabSeparated have it."""
    if value is None:
        return "\\N"
    text = repr(value) if isinstance(value, float) else str(value)
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


def _packed(kind: str, value: object) -> bytes:
    """A value as RowBinary has it."""
    if kind == "time":
        return struct.pack("<I", value)
    if value is None:
        return b"\1"
    if kind == "text":
        text, length = value.encode(), b""
        count = len(text)
        while count > 127:
            length, count = length + bytes([count & 127 | 128]), count >> 7
        return b"\0" + length + bytes([count]) + text
    return b"\0" + struct.pack("<d" if kind == "float" else "<q", float(value) if kind == "float" else value)
