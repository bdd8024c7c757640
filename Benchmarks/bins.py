#!/usr/bin/env python3
"""Ten million points in bins: from columns in Python's memory to the picture of a heat map or a histogram, beside NumPy and DuckDB.

`first` is a new chart with its picture: the columns are handed over, looked through for their ends and counted. `again` is the same
chart with bins of another size and its picture, where the numbers are there already. The others count the same points in as many
bins, without a picture; for DuckDB they lie in a table of its own. Medians, ms, all in one run; what counts are the ratios.
Called by run.py; alone: `.venv/bin/python Benchmarks/bins.py [--count 10000000]`.
"""

import argparse
import importlib.util
import os
import statistics
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python/src"))
os.environ.setdefault("CHART_KERNEL", str(ROOT / ".build/release/chart-kernel"))

import chart_kernel as ck  # noqa: E402: where it is has just been said

ROUNDS = 7


def milliseconds(body) -> float:
    start = time.perf_counter()
    body()
    return (time.perf_counter() - start) * 1e3


def median(body) -> float:
    return statistics.median(milliseconds(body) for _ in range(ROUNDS))


def charts(table) -> dict[str, tuple[float, float]]:
    """The times of a chart's first picture and of the next ones."""
    kinds = {
        "heat map, 60 × 40": (lambda bin: ck.heatmap(table, x="a", y="b", series=[{"bin": bin}]), lambda n: {"x": n, "y": n * 2 // 3}, 60),
        "histogram, 60": (lambda bin: ck.histogram(table, x="a", series=[{"bin": bin}]), lambda n: n, 60),
    }
    times = {}
    for name, (make, bin, count) in kinds.items():
        first = []
        for _ in range(ROUNDS):
            made = []
            first.append(milliseconds(lambda: made.append(make(bin(count))) or made[0].render()))
            chart = made[0]
            if len(first) < ROUNDS:
                chart.delete()
        sizes = iter(range(count + 30, count + 30 + ROUNDS * 3, 3))
        again = [milliseconds(lambda: (chart.update(series=[{"bin": bin(next(sizes))}]), chart.render())) for _ in range(ROUNDS)]
        chart.delete()
        times[name] = statistics.median(first), statistics.median(again)
    return times


def peers(table) -> dict[str, dict[str, float]]:
    a, b = table["a"], table["b"]
    ends = [(column.min(), column.max()) for column in (a, b)]
    times = {"NumPy": {
        "heat map, 60 × 40": median(lambda: np.histogram2d(a, b, (60, 40), ends)),
        "histogram, 60": median(lambda: np.histogram(a, 60, ends[0])),
    }}
    if importlib.util.find_spec("duckdb") is None:
        print("duckdb is not installed: pip install -r Benchmarks/requirements.txt", file=sys.stderr)
        return times
    import duckdb

    connection = duckdb.connect()
    connection.register("handed", table)
    connection.execute("create table t as from handed")
    steps = {name: (high - low) / count for name, (low, high), count in zip("ab", ends, (60, 40))}

    def count(names):
        groups = ", ".join(f"floor({name} / {steps[name]})" for name in names)
        return median(lambda: connection.execute(f"select {groups}, count(*) from t group by all").fetchnumpy())

    times["DuckDB"] = {"heat map, 60 × 40": count("ab"), "histogram, 60": count("a")}
    return times


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=10_000_000)
    count = options.parse_args().count
    numbers = np.random.default_rng(1)
    a = numbers.normal(50, 15, count)
    table = {"a": a, "b": a * 0.5 + numbers.gamma(2, 10, count)}
    own, others = charts(table), peers(table)
    print(f"{count:,} points in bins, ms\n{'':24}{'first':>9}{'again':>9}" + "".join(f"{name:>9}" for name in others))
    for name, (first, again) in own.items():
        print(f"{name:24}{first:9.0f}{again:9.0f}" + "".join(f"{times[name]:9.0f}" for times in others.values()))


if __name__ == "__main__":
    main()
