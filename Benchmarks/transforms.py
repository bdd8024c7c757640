#!/usr/bin/env python3
"""Steps over ten million rows: milliseconds of ChartTransforms, pandas, polars and NumPy, on one core and all in one run.

Names are categories in pandas and polars, and codes for NumPy, as they are in ChartTransforms; the columns are in memory. Each
is the best of several rounds. What counts are the ratios. Called by run.py; alone: `taskset -c 0 Benchmarks/transforms.py`.
"""

import importlib.util
import os
import pathlib
import subprocess
import sys
import time

os.environ.update(OMP_NUM_THREADS="1", POLARS_MAX_THREADS="1")
HERE = pathlib.Path(__file__).resolve().parent
ROWS, NAMES, ROUNDS = 10_000_000, 100, 5


def own() -> dict[str, float]:
    """Builds and runs the Swift side."""
    flags = ["-c", "release", "--package-path", str(HERE.parent), "--scratch-path", str(HERE.parent / ".build/bench")]
    environment = {**os.environ, "CHART_KERNEL_BENCH": "1"}
    subprocess.run(["swift", "build", *flags, "--product", "transform-benchmark"], env=environment, check=True, stdout=sys.stderr)
    output = subprocess.check_output([HERE.parent / ".build/bench/release/transform-benchmark"], text=True)
    return {name: float(milliseconds) for name, milliseconds in (line.split("\t") for line in output.splitlines())}


def best(body, rounds=ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        body()
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def peers():
    import numpy as np

    random = np.random.default_rng(1)
    codes = random.integers(0, NAMES, ROWS, dtype=np.int32)
    values, keys = random.random(ROWS), codes.astype(float)
    names = [f"name {code}" for code in range(NAMES)]
    result = {"NumPy": {
        "group by name: sum": best(lambda: np.bincount(codes, values, NAMES)),
        "group by name: mean and count": best(lambda: (np.bincount(codes, values, NAMES), np.bincount(codes, minlength=NAMES))),
        "filter: value > 0.5": best(lambda: [column[values > 0.5] for column in (codes, values, keys)]),
        "calculate: value * 2 + key": best(lambda: values * 2 + keys),
        "sort: value": best(lambda: np.argsort(values, kind="stable"), 1),
    }}
    if importlib.util.find_spec("pandas"):
        import pandas as pd

        frame = pd.DataFrame({"name": pd.Categorical.from_codes(codes, names), "value": values, "key": keys})
        by_name = lambda: frame.groupby("name", observed=True, sort=False).value  # noqa: E731
        result[f"pandas {pd.__version__}"] = {
            "group by name: sum": best(lambda: by_name().sum()),
            "group by name: mean and count": best(lambda: by_name().agg(["mean", "count"])),
            "group by name: median": best(lambda: by_name().median(), 2),
            "group by number: sum": best(lambda: frame.groupby("key", sort=False).value.sum()),
            "filter: value > 0.5": best(lambda: frame[frame.value > 0.5]),
            "calculate: value * 2 + key": best(lambda: frame.value * 2 + frame.key),
            "rolling: mean of 100": best(lambda: frame.value.rolling(100).mean()),
            "sort: value": best(lambda: frame.sort_values("value", kind="stable"), 1),
        }
    if importlib.util.find_spec("polars"):
        import polars as pl

        table = pl.DataFrame({"name": pl.Series(np.array(names)[codes]).cast(pl.Categorical), "value": values, "key": keys})
        result[f"polars {pl.__version__}"] = {
            "group by name: sum": best(lambda: table.group_by("name").agg(pl.col("value").sum())),
            "group by name: median": best(lambda: table.group_by("name").agg(pl.col("value").median()), 2),
            "group by number: sum": best(lambda: table.group_by("key").agg(pl.col("value").sum())),
            "filter: value > 0.5": best(lambda: table.filter(pl.col("value") > 0.5)),
        }
    return result


def main():
    print(f"Steps over {ROWS:,} rows: ms, and the ratio to ChartTransforms")
    mine, others = own(), peers()
    for name, milliseconds in mine.items():
        print(f"{name}\tchart-kernel\t{milliseconds:.1f}", flush=True)
        for peer, times in others.items():
            if name in times:
                print(f"{name}\t{peer}\t{times[name]:.1f}\t{times[name] / milliseconds:.2f}")


if __name__ == "__main__":
    main()
