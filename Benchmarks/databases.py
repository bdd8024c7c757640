#!/usr/bin/env python3
"""A line over ten million rows in PostgreSQL and ClickHouse, with and without a pyramid, beside plain SQL of the same server and DuckDB.

    .venv/bin/python Benchmarks/databases.py [--rows 10000000] [--windows 300] [postgresql clickhouse]

Servers are private ones on this machine, as the tests start them. A window is a zoom or a scroll to a part that was not looked at
before, with the picture of it as SVG; `plain` is the same window by one query of the server that groups rows by columns of a third of a px, read
by Python, without a picture; `duckdb` is that query over a table in memory of this process. All take turns, so that they have the same machine.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Frontends"), str(ROOT / "Tests/Frontends/databases")]

from clickhouse import ClickHouse  # noqa: E402
from postgres import PASSWORD, Postgres  # noqa: E402

KERNEL = os.environ.get("CHART_KERNEL", str(ROOT / ".build/release/chart-kernel"))
WIDTH = 800
#: One row a second, from 2024 on.
START = 1_704_067_200


class Program:
    """`chart-kernel stdio`."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([KERNEL, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def call(self, method: str, **params) -> tuple[dict, float]:
        """What it answers, and after how many ms."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        began = time.perf_counter()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        while True:
            length = int(self.process.stdout.readline().split(b":")[1])
            self.process.stdout.readline()
            answer = self.process.stdout.read(length)
            if b'"id"' in answer[:200_000] or b'"id":1' in answer[-100:]:
                taken = (time.perf_counter() - began) * 1_000
                answer = json.loads(answer)
                if "id" in answer:
                    assert "result" in answer, answer
                    return answer["result"], taken

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


class OverPostgres:
    name = "postgresql"

    def __init__(self, rows: int) -> None:
        self.server = Postgres(shared_buffers="1GB", max_wal_size="4GB")
        self.server.sql(f"""
            CREATE TABLE metrics AS SELECT to_timestamp({START} + i + (i % 1000 * 7919 % 1000) / 2000.0) AS time,
              sin(i / 50000.0) * 50 + (i * 48271::bigint % 2147483647) / 2147483647.0 * 10 AS value FROM generate_series(0::bigint, {rows - 1}) AS i""")
        self.server.sql("CREATE INDEX ON metrics (time)")
        self.server.sql("VACUUM ANALYZE metrics")
        import adbc_driver_postgresql.dbapi
        self.connection = adbc_driver_postgresql.dbapi.connect(f"postgresql://owner@/test?host={self.server.folder}&port={self.server.port}")

    def connections(self) -> str:
        text = f'[test]\nengine = "postgresql"\nhost = "{self.server.folder}"\nport = {self.server.port}\nuser = "owner"\ndatabase = "test"\n'
        return text

    def index(self) -> list[str]:
        return ["test.metrics", "--x", "time", "--y", "value"]

    def plain(self, low: float, high: float, width: float) -> int:
        with self.connection.cursor() as cursor:
            cursor.execute(f"""SELECT date_bin('{width} ms', time, 'epoch') AS b, min(time), max(time), min(value), max(value), count(*)
                FROM metrics WHERE time >= to_timestamp({low / 1e3}) AND time < to_timestamp({high / 1e3}) GROUP BY 1""")
            return cursor.fetch_arrow_table().num_rows

    def close(self) -> None:
        self.connection.close()
        self.server.close()


class OverClickHouse:
    name = "clickhouse"

    def __init__(self, rows: int) -> None:
        self.cluster = ClickHouse()
        self.cluster.__enter__()
        self.cluster.sql("CREATE TABLE metrics (time DateTime, value Float64) ENGINE = MergeTree() ORDER BY time")
        for start in range(0, rows, 2_000_000):
            count = min(2_000_000, rows - start)
            self.cluster.sql(f"""INSERT INTO metrics SELECT toDateTime({START} + number + {start}), sin((number + {start}) / 50000) * 50
                + ((number + {start}) * 48271 % 2147483647) / 2147483647 * 10 FROM system.numbers LIMIT {count}""")

    def connections(self) -> str:
        return f'[test]\nengine = "clickhouse"\nhost = "127.0.0.1"\nport = {self.cluster.first.http}\nuser = "default"\ndatabase = "default"\n'

    def index(self) -> list[str]:
        return ["test.metrics", "--x", "time", "--y", "value"]

    def plain(self, low: float, high: float, width: float) -> int:
        answer = self.cluster.sql(f"""SELECT floor(toUInt32(time) * 1000 / {width}) AS b, min(time), max(time), min(value), max(value), count()
            FROM metrics WHERE time >= toDateTime({int(low / 1e3)}) AND time < toDateTime({int(high / 1e3)}) GROUP BY b""")
        return answer.count("\n") + 1

    def close(self) -> None:
        self.cluster.__exit__(None, None, None)


class DuckDB:
    """The same rows in the memory of this process."""

    def __init__(self, rows: int) -> None:
        import duckdb
        self.connection = duckdb.connect()
        self.connection.execute(f"""CREATE TABLE metrics AS SELECT {START}000::BIGINT + i * 1000 AS time,
            sin(i / 50000.0) * 50 + (i * 48271 % 2147483647) / 2147483647.0 * 10 AS value FROM range({rows}) t(i)""")

    def plain(self, low: float, high: float, width: float) -> int:
        return len(self.connection.execute(
            f"""SELECT time // {int(width)} AS b, min(time), max(time), arg_min(value, time), arg_max(value, time), min(value), max(value), count(*)
            FROM metrics WHERE time >= {int(low)} AND time < {int(high)} GROUP BY b""").fetchall())


def percentiles(times: list[float]) -> str:
    times = sorted(times)
    return f"p50 {times[len(times) // 2]:7.1f}  p99 {times[min(int(len(times) * 0.99), len(times) - 1)]:7.1f}  max {times[-1]:7.1f} ms"


def windows(rows: int, count: int):
    """Parts from some minutes to all, each length as often as the next in logarithms, as (low, high) in ms."""
    chance = random.Random(7)
    longest = rows * 1_000
    for _ in range(count):
        length = 10 ** chance.uniform(5.5, 7 + (0 if longest < 1e10 else 3))
        length = min(length, longest * 0.9)
        low = START * 1_000 + chance.uniform(0, longest - length)
        yield low, low + length


def measure(source, rows: int, count: int, duck: DuckDB, kernel_only: bool) -> None:
    spec = {"kind": "line", "size": {"width": WIDTH, "height": 360}, "viewport": {"zoom": "x", "maxZoom": 1_000_000},
            "data": {"connection": "test", "table": "metrics", "x": "time", "y": "value"}}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "connections.toml"
        path.write_text(source.connections())
        path.chmod(0o600)
        os.environ["CHART_KERNEL_CONNECTIONS"] = str(path)
        os.environ["TEST_PASSWORD"] = PASSWORD
        program = Program()
        program.call("chart/create", chart="warm", spec={"kind": "pie", "slices": [{"label": "a", "value": 1}]})
        answer, taken = program.call("chart/create", chart="c", spec=spec)
        kind = "coarse" if answer["warnings"] else "exact"
        print(f"{source.name}: first picture without a pyramid: {taken:.0f} ms ({kind})")
        program.close()
        began = time.perf_counter()
        subprocess.run([KERNEL, "index", *source.index(), "--yes"], check=True, stdout=subprocess.DEVNULL)
        print(f"{source.name}: the pyramid takes {time.perf_counter() - began:.1f} s")
        subprocess.run([KERNEL, "index", "test.metrics"], check=True)
        small = {"kind": "pie", "data": {"connection": "test", "sql": "SELECT 1 AS n, 'a' AS s", "label": "s", "value": "n"}}
        for name, warm in (("a program just started", {"kind": "pie", "slices": [{"label": "a", "value": 1}]}),
                           ("one that has asked the server something", small)):
            first = []
            for _ in range(15):
                program = Program()
                program.call("chart/create", chart="warm", spec=warm)
                answer, taken = program.call("chart/create", chart="c", spec=spec)
                first.append((taken, len(answer["warnings"])))
                program.close()
            print(f"{source.name}: first picture with it, of {name}: {percentiles([each for each, _ in first])}, "
                  f"{sum(warned > 0 for _, warned in first)} coarse")
        program = Program()
        program.call("chart/create", chart="c", spec={**spec})
        times: dict[str, list[float]] = {"zoom": [], "plain": [], "duckdb": []}
        coarse = 0
        whole = rows * 1_000
        for low, high in windows(rows, count):
            # From all of it to the part: a change of the view, then its picture.
            program.call("chart/zoom", chart="c", fit=True, render=False)
            scale = whole / (high - low)
            answer, taken = program.call("chart/zoom", chart="c", scale=scale, at=(low + high) / 2)
            times["zoom"].append(taken)
            coarse += bool(answer.get("warnings"))
            if kernel_only:
                continue
            width = max(round((high - low) / WIDTH / 8 * 3), 1)
            for name, body in (("plain", source.plain), ("duckdb", duck.plain)):
                began = time.perf_counter()
                body(low, high, width)
                times[name].append((time.perf_counter() - began) * 1_000)
        for name, each in times.items():
            if each:
                print(f"{source.name}: {name:7} {percentiles(each)}" + (f"  ({coarse} coarse)" if name == "zoom" else ""))
        program.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", default=["postgresql", "clickhouse"])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--windows", type=int, default=300)
    parser.add_argument("--kernel-only", action="store_true", help="no plain SQL and no DuckDB")
    options = parser.parse_args()
    duck = None if options.kernel_only else DuckDB(options.rows)
    for kind in (OverPostgres, OverClickHouse):
        if kind.name in options.sources:
            source = kind(options.rows)
            try:
                measure(source, options.rows, options.windows, duck, options.kernel_only)
            finally:
                source.close()


if __name__ == "__main__":
    main()
