"""How long 200 MB of doubles take from Python to a picture, beside other charts for notebooks, in one run and by turns.

    .venv/bin/python Benchmarks/python.py [--count 25000000] [--rounds 5]

What is measured: a new array of doubles to the first picture that could be shown — an SVG for ChartKernel, what a widget or a page
would be sent for the others. Those that are not installed are left out: `pip install plotly anywidget altair vl-convert-python
matplotlib holoviews datashader`. ChartKernel's program is $CHART_KERNEL, or the one that was built.
"""

import argparse
import io
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python/src"))
os.environ.setdefault("CHART_KERNEL", str(ROOT / "build/bin/chart-kernel"))


def chart_kernel(array):
    import chart_kernel as ck

    return len(ck.line(array).svg)


def plotly(array):
    import plotly.graph_objects as go

    # Its state, as a FigureWidget sends it.
    return len(go.FigureWidget(go.Scattergl(y=array)).to_json())


def altair(array):
    import altair
    import pandas as pd

    # It refuses more than 5,000 rows unless told otherwise; what it draws is drawn in the page, from all of them.
    with altair.data_transformers.enable("default", max_rows=None):
        frame = pd.DataFrame({"x": np.arange(len(array)), "y": array})
        return len(altair.Chart(frame).mark_line().encode(x="x", y="y").to_json())


def matplotlib(array):
    import matplotlib.pyplot as plot

    figure, axes = plot.subplots()
    axes.plot(array)
    file = io.BytesIO()
    figure.savefig(file, format="png")
    plot.close(figure)
    return file.tell()


def datashader(array):
    import datashader
    import holoviews
    from holoviews.operation.datashader import rasterize

    holoviews.extension("matplotlib", logo=False)
    curve = holoviews.Curve((np.arange(len(array)), array))
    picture = rasterize(curve, dynamic=False, width=640, height=360)
    file = io.BytesIO()
    holoviews.save(picture, file, fmt="png")
    assert datashader
    return file.tell()


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=25_000_000)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--slow", type=int, default=1, help="rounds of those that take seconds")
    given = options.parse_args()
    array = np.random.default_rng(1).standard_normal(given.count).cumsum()
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        np.save(file.name, array)
        mapped = np.load(file.name, mmap_mode="r")
        subjects = {
            "ChartKernel": (chart_kernel, array), "ChartKernel, np.memmap": (chart_kernel, mapped),
            "a copy into fresh memory": (lambda each: each.copy().nbytes, array), "matplotlib": (matplotlib, array),
            "HoloViews/Datashader": (datashader, array), "Plotly FigureWidget": (plotly, array), "Altair": (altair, array),
        }
        times = {name: [] for name in subjects}
        for number in range(given.rounds):
            for name, (draw, values) in subjects.items():
                if number >= given.slow and times[name] and times[name][0] > 5:
                    continue
                try:
                    start = time.perf_counter()
                    size = draw(values)
                    times[name].append(time.perf_counter() - start)
                    print(f"{name}: {times[name][-1] * 1e3:.1f} ms, {size:,} bytes", file=sys.stderr)
                except (ImportError, MemoryError) as fault:
                    print(f"{name}: {fault}", file=sys.stderr)
    print(f"{given.count:,} doubles to the first picture, medians of {given.rounds} by turns (the first includes imports):")
    for name, found in times.items():
        if found:
            rest = found[1:] or found
            print(f"  {name:28} {statistics.median(rest) * 1e3:10.1f} ms   best {min(found) * 1e3:10.1f}")


if __name__ == "__main__":
    main()
