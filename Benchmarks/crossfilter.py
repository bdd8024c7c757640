"""Linked charts of ten million rows: from a pointer that drags a brush to the pictures of all charts, beside scans of the rows.

    .venv/bin/python Benchmarks/crossfilter.py [--count 10000000] [--moves 250]

Three histograms and a scatter show one table of three columns, which Python hands over. In each of them something is
brushed, one after the other, so that what was brushed before stays selected. A move is a `chart/pointer`, whose answer has the
picture of that chart, and a `chart/render` of each of the others: what whoever looks at all four of them waits for, with what the
messages take.

Beside it NumPy and DuckDB count the same rows for the same intervals, in 50 equal bins where the histograms have 40 to 80 between round
numbers, in as many cells as the points are counted in, and without a picture: NumPy with the bin of each row made beforehand, one mask and a count for each of the other charts; DuckDB
by one query for each.
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
os.environ.setdefault("CHART_KERNEL", str(ROOT / "build/bin/chart-kernel"))

import chart_kernel as ck  # noqa: E402: where it is has just been said

COLUMNS = ("a", "b", "c")
CELLS = 320, 200  # those in which a scatter counts the points that are selected


def rows(count: int) -> dict[str, np.ndarray]:
    numbers = np.random.default_rng(1)
    a = numbers.normal(50, 15, count)
    return {"a": a, "b": a * 0.5 + numbers.gamma(2, 10, count), "c": numbers.uniform(0, 24, count)}


def percentile(times: list[float], part: float) -> float:
    return sorted(times)[min(int(len(times) * part), len(times) - 1)] * 1e3


def row(name: str, times: list[float]) -> None:
    first, *rest = times
    print(
        f"  {name:44}{first * 1e3:9.1f}{statistics.median(rest) * 1e3:9.2f}{percentile(rest, 0.99):9.2f}{max(rest) * 1e3:9.2f}",
        flush=True,
    )


def plot_of(chart: ck.Chart) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of where a chart's marks lie."""
    plot = chart.get()["layout"]["plot"]
    return plot["x"], plot["y"], plot["x"] + plot["width"], plot["y"] + plot["height"]


def drag(chart: ck.Chart, others: list[ck.Chart], moves: int, *, both: bool) -> list[float]:
    """Seconds of each move of a brush that grows over half of a chart and is then carried along."""
    left, top, right, bottom = plot_of(chart)
    width, height = right - left, bottom - top
    x, y = left + 0.2 * width, top + 0.2 * height if both else (top + bottom) / 2
    chart.pointer("down", x, y)
    times = []
    for move in range(moves):
        part = 0.1 + 0.5 * move / moves
        start = time.perf_counter()
        chart.pointer("move", x + part * width, y + (part * height if both else 0))
        for other in others:
            other.render()
        times.append(time.perf_counter() - start)
    chart.pointer("up", x + 0.6 * width, y + (0.6 * height if both else 0))
    return times


def scans(table: dict[str, np.ndarray], moves: int) -> None:
    """The counts of the others while an interval of the first column grows."""
    bins = {name: np.histogram_bin_edges(values, 50) for name, values in table.items()}

    def codes(name: str, count: int) -> np.ndarray:
        edges = np.histogram_bin_edges(table[name], count)
        return np.clip(np.digitize(table[name], edges) - 1, 0, count - 1).astype(np.uint16)

    others = [codes("b", 50), codes("c", 50), codes("a", CELLS[0]) * CELLS[1] + codes("b", CELLS[1])]
    a = table["a"]
    times = []
    for move in range(moves):
        upper = 40 + 40 * move / moves
        start = time.perf_counter()
        taken = (a >= 40) & (a <= upper)
        for each in others:
            np.bincount(each[taken])
        times.append(time.perf_counter() - start)
    row("NumPy, a mask and three counts", times)
    if importlib.util.find_spec("duckdb") is None:
        print("duckdb is not installed: pip install -r Benchmarks/requirements.txt", file=sys.stderr)
        return
    import duckdb

    connection = duckdb.connect()
    connection.register("handed", {name: values for name, values in table.items()})
    connection.execute("create table t as from handed")
    widths = {name: edges[1] - edges[0] for name, edges in bins.items()}
    cells = {name: np.ptp(table[name]) / count for name, count in zip("ab", CELLS)}
    times = []
    for move in range(moves):
        upper = 40 + 40 * move / moves
        start = time.perf_counter()
        for keys in ({"b": widths["b"]}, {"c": widths["c"]}, cells):
            groups = ", ".join(f"floor({key} / {width})" for key, width in keys.items())
            connection.execute(f"select {groups}, count(*) from t where a between 40 and {upper} group by all").fetchnumpy()
        times.append(time.perf_counter() - start)
    row("DuckDB, three queries", times)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=10_000_000)
    options.add_argument("--moves", type=int, default=250)
    given = options.parse_args()
    table = rows(given.count)
    start = time.perf_counter()
    charts = {name: ck.histogram(table, x=name, link="rows", select="x") for name in COLUMNS}
    charts["a × b"] = ck.scatter(table, x="a", y="b", link="rows", select="both")
    for chart in charts.values():
        chart.render()
    print(f"Crossfilter, {given.count:,} rows, three histograms and a scatter, made in {time.perf_counter() - start:.1f} s")
    print(f"From the pointer to four pictures, ms\n  {'':44}{'first':>9}{'median':>9}{'p99':>9}{'most':>9}")
    together: list[float] = []
    for name, chart in charts.items():
        others = [other for other in charts.values() if other is not chart]
        times = drag(chart, others, given.moves, both="×" in name)
        row(f"brush along {name}", times)
        together += times
    row("all of them", together)
    program = ck.own().connection.program
    status = Path(f"/proc/{program.pid}/status")
    if status.exists():
        held = int(status.read_text().split("VmRSS:")[1].split()[0]) // 1024
        print(f"  {held} MB are held, of which the table is {sum(each.nbytes for each in table.values()) >> 20} MB")
    scans(table, min(given.moves, 50))


if __name__ == "__main__":
    main()
