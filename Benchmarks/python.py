"""How long columns of Python take to a picture, beside other charts for notebooks, in one run and by turns; what an update costs; and
whether a thousand of them leave memory as it was.

    .venv/bin/python Benchmarks/python.py [--count 25000000] [--rounds 7] [--updates 1000]

What is measured is an array of doubles to the first picture that could be shown: an SVG for ChartKernel, a PNG for matplotlib and
HoloViews; for Plotly and Altair only what a page would be sent, which is then still to be drawn there. Altair writes each value as
text: it gets the first million. Those that are not installed are left out: Benchmarks/requirements.txt. ChartKernel's program is
$CHART_KERNEL, or the one that was built.

The first round has what is loaded then, and the system may give fresh memory slowly: it is told apart.
"""

import argparse
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python/src"))
os.environ.setdefault("CHART_KERNEL", str(ROOT / "build/bin/chart-kernel"))

import chart_kernel as ck  # noqa: E402: where it is has just been said

MEGA = 1_000_000


def chart_kernel(array):
    return len(ck.line(array).svg)


def plotly(array):
    import plotly.graph_objects as go

    # Its state, as a FigureWidget sends it.
    return len(go.FigureWidget(go.Scattergl(y=array)).to_json())


def altair(array):
    import altair
    import pandas as pd

    array = array[:MEGA]
    # It refuses more than 5,000 rows unless told otherwise.
    with altair.data_transformers.enable("default", max_rows=None):
        frame = pd.DataFrame({"x": np.arange(len(array)), "y": array})
        return len(altair.Chart(frame).mark_line().encode(x="x", y="y").to_json())


def matplotlib(array):
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plot

    figure, axes = plot.subplots()
    axes.plot(array)
    file = io.BytesIO()
    figure.savefig(file, format="png")
    plot.close(figure)
    return file.tell()


def datashader(array):
    import holoviews
    from holoviews.operation.datashader import rasterize

    holoviews.extension("matplotlib", logo=False)
    curve = holoviews.Curve((np.arange(len(array)), array))
    file = io.BytesIO()
    holoviews.save(rasterize(curve, dynamic=False, width=640, height=360), file, fmt="png")
    return file.tell()


def table(title: str, subjects: dict[str, Callable[[], object]], rounds: int, patience: float = 8) -> None:
    """Times subjects by turns; of those that take longer than a limit, in seconds, there are two rounds."""
    times: dict[str, list[float]] = {name: [] for name in subjects}
    for number in range(rounds):
        for name, draw in subjects.items():
            if number >= 2 and times[name] and times[name][0] > patience:
                continue
            try:
                start = time.perf_counter()
                draw()
                times[name].append(time.perf_counter() - start)
            except ImportError as missing:
                if number == 0:
                    print(f"  ({name}: {missing})", file=sys.stderr)
    print(f"\n{title}, ms\n  {'':34}{'first':>10}{'median':>10}{'least':>10}{'most':>10}")
    for name, found in times.items():
        if found:
            first, *rest = (each * 1e3 for each in found)
            rest = rest or [first]
            print(f"  {name:34}{first:10.1f}{statistics.median(rest):10.1f}{min(rest):10.1f}{max(rest):10.1f}")


def pictures(count: int, rounds: int) -> None:
    array = np.random.default_rng(1).standard_normal(count).cumsum()
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        np.save(file.name, array)
        mapped = np.load(file.name, mmap_mode="r")
        # The program runs already.
        chart_kernel(array[:3])
        table(
            f"{count:,} doubles to the first picture",
            {
                "ChartKernel": lambda: chart_kernel(array),
                "ChartKernel, np.memmap": lambda: chart_kernel(mapped),
                "a copy within Python, for scale": lambda: array.copy(),
                "matplotlib": lambda: matplotlib(array),
                "HoloViews/Datashader": lambda: datashader(array),
                "Plotly FigureWidget, not drawn": lambda: plotly(array),
                "Altair, 1,000,000, not drawn": lambda: altair(array),
            },
            rounds,
        )


def updates(rounds: int) -> None:
    arrays = [np.random.default_rng(seed).standard_normal(MEGA).cumsum() for seed in range(2)]
    chart = ck.line(arrays[0])
    turn = iter(range(10**9))

    def ours():
        chart.update(data=arrays[next(turn) % 2])
        return chart.svg

    subjects: dict[str, Callable[[], object]] = {"ChartKernel, with its picture": ours}
    try:
        import plotly.graph_objects as go

        figure = go.FigureWidget(go.Scattergl(y=arrays[0]))

        def theirs():
            figure.data[0].y = arrays[next(turn) % 2]
            return figure.to_json()

        subjects["Plotly FigureWidget, not drawn"] = theirs
    except ImportError:
        pass
    table("Other numbers, 1,000,000 of them", subjects, 4 * rounds)


def memory(count: int) -> None:
    """What a thousand updates leave behind."""
    import psutil

    client = ck.Client()
    arrays = [np.random.default_rng(seed).standard_normal(MEGA).cumsum() for seed in range(2)]
    chart = ck.line(arrays[0], client=client)
    processes = {"Python": psutil.Process(), "program": psutil.Process(client.connection.program.pid)}
    print(f"\nMemory over {count:,} updates of 1,000,000 doubles: MB of its own, descriptors, maps")
    for number in range(count + 1):
        if number in (20, count // 10, count // 2, count):
            held = [
                f"{name} {each.memory_full_info().uss / 1e6:7.1f} {each.num_fds():4} {len(each.memory_maps(grouped=False)):4}"
                for name, each in processes.items()
            ]
            print(f"  after {number:5}:  " + "   ".join(held))
        chart.update(data=arrays[number % 2])
        chart.tap(300, 100)
    client.close()


def starts(rounds: int) -> None:
    """A new Python to a picture of three numbers, and what of it is Python's own."""
    run = [sys.executable, "-c"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python/src")}

    def script(code: str) -> Callable[[], object]:
        return lambda: subprocess.run([*run, code], env=environment, check=True, stdout=subprocess.DEVNULL)

    table(
        "A new Python",
        {
            "that does nothing": script("pass"),
            "import zmq": script("import zmq"),
            "import chart_kernel": script("import chart_kernel"),
            "to a picture of three numbers": script("import chart_kernel as ck; ck.line([1, 2, 3]).svg"),
            "the same by matplotlib": script(
                "import io, matplotlib; matplotlib.use('agg'); import matplotlib.pyplot as plot; plot.plot([1, 2, 3]); "
                "plot.savefig(io.BytesIO())"
            ),
        },
        rounds,
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=25 * MEGA)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--updates", type=int, default=1_000)
    given = options.parse_args()
    # First, while there is nothing of others.
    memory(given.updates)
    pictures(given.count, given.rounds)
    updates(given.rounds)
    starts(given.rounds)


if __name__ == "__main__":
    main()
