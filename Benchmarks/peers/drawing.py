"""Draws the benchmark's charts with matplotlib and gnuplot, where they are installed, and prints for each program:
name, chart, median ms, bytes. ECharts comes with `pip install panel`, and runs in Deno.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import itertools
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
BUCKETS = 72
SIZES = [(1_000, 100), (100_000, 10), (1_000_000, 3)]


def walk(count: int) -> list[float]:
    """The random walk of all programs: a linear congruential generator of 64 bits."""
    state, value, values = 42, 0.0, []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        value += (state >> 40) / (1 << 24) - 0.5
        values.append(value)
    return values


def steps() -> list[float]:
    return [(index * 37) % 53 * 20 for index in range(BUCKETS)]


def numbers(count: int, seed: int = 1) -> list[float]:
    """Those of the benchmark's marks, from 1 to 100."""
    return [(index * 37 + seed * 11) % 100 + 1.0 for index in range(count)]


def median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2] * 1e3


def matplotlib():
    if importlib.util.find_spec("matplotlib") is None:
        return
    import matplotlib as library

    library.use("svg")
    from matplotlib.figure import Figure

    def drawn(body, projection=None) -> int:
        figure = Figure(figsize=(6.4, 3.6), dpi=100)
        body(figure.subplots(subplot_kw={"projection": projection}))
        file = io.BytesIO()
        figure.savefig(file, format="svg")
        return len(file.getvalue())

    def bars(axes):
        axes.bar(range(BUCKETS), steps())
        axes.plot([500] * BUCKETS, dashes=[5, 10, 15, 5, 10, 15])

    def spokes(draw):
        return lambda axes: [draw(axes, [math.tau * place / 24 for place in range(24)], numbers(24, seed)) for seed in range(1, 5)]

    def waterfall(axes):
        ends = list(itertools.accumulate(walk(100)))
        axes.bar(range(100), walk(100), bottom=[0.0, *ends[:-1]])

    def cells(side: int):
        return lambda axes: axes.imshow([numbers(side, row) for row in range(side)], aspect="auto")

    def candles(axes):
        closes = [100 + 4 * value for value in walk(501)]
        low, high = [min(pair) for pair in zip(closes, closes[1:])], [max(pair) for pair in zip(closes, closes[1:])]
        axes.vlines(range(500), [value - 1 for value in low], [value + 1 for value in high])
        axes.bar(range(500), [top - bottom for bottom, top in zip(low, high)], bottom=low)

    charts = [
        ("pie, 5 slices", 30, lambda axes: axes.pie([25, 30, 15, 10, 20])),
        ("72 bars + dashed line", 20, bars),
        ("pie, 200 slices", 3, lambda axes: axes.pie([1 + index * 7 % 11 for index in range(200)])),
        ("bars, 1,000", 3, lambda axes: axes.bar(range(1_000), numbers(1_000))),
        ("bars, 1,000, horizontal", 3, lambda axes: axes.barh(range(1_000), numbers(1_000))),
        ("bars, 100, with errors", 5, lambda axes: axes.bar(range(100), numbers(100), yerr=5)),
        ("bars, 1,000, with errors", 3, lambda axes: axes.bar(range(1_000), numbers(1_000), yerr=5)),
        ("candlesticks, 500", 3, candles),
        ("scatter, 1,000 points", 5, lambda axes: axes.scatter(numbers(1_000, 7), numbers(1_000))),
        ("radar, 4 series of 24", 5, spokes(lambda axes, angles, values: axes.fill(angles, values, alpha=0.2)), "polar"),
        ("polar bars, 4 series of 24", 5, spokes(lambda axes, angles, values: axes.bar(angles, values, width=0.2)), "polar"),
        ("histogram of 10,000", 10, lambda axes: axes.hist(walk(10_000), bins="fd")),
        ("boxes, 100", 3, lambda axes: axes.boxplot([walk(5_000)[50 * box : 50 * box + 50] for box in range(100)])),
        ("waterfall, 100", 5, waterfall),
        ("heat map, 900 cells", 10, cells(30)),
        ("heat map, 250,000 cells", 5, cells(500)),
        ("scatter, 100,000 points", 2, lambda axes: axes.scatter(numbers(100_000, 7), numbers(100_000))),
    ]
    for count, rounds in SIZES:
        values = walk(count)
        charts.append((f"line, {count:,} points", min(rounds, 20), lambda axes, values=values: axes.plot(values)))
    for name, rounds, *body in charts:
        drawn(*body)
        times, size = [], 0
        for _ in range(rounds):
            start = time.perf_counter()
            size = drawn(*body)
            times.append(time.perf_counter() - start)
        yield f"matplotlib {library.__version__}", name, median(times), size


def gnuplot():
    program = shutil.which("gnuplot")
    if program is None:
        return
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.split()
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder, "chart.svg")
        bars = pathlib.Path(folder, "bars")
        bars.write_text("\n".join(f"{value} 500" for value in steps()))
        charts = [("72 bars + dashed line", 100, "plot $data using 0:1 with boxes fill solid, $data using 0:2 with lines dt (5,10,15,5)", bars)]
        for count, rounds in SIZES:
            file = pathlib.Path(folder, str(count))
            file.write_text("\n".join(f"{value:.6f}" for value in walk(count)))
            charts.append((f"line, {count:,} points", min(rounds, 10), "plot $data using 0:1 with lines", file))
        for name, rounds, command, file in charts:
            # The data is read once, into memory; what is measured is drawing, by the difference of one and many.
            data = f"$data << EOD\n{file.read_text()}\nEOD\n"
            head = f"set terminal svg size 640,360\nset output '{target}'\nset boxwidth 0.8\n"

            def run(count: int) -> float:
                script = data + (head + command + "\n") * count
                start = time.perf_counter()
                subprocess.run([program], input=script, text=True, check=True, stderr=subprocess.DEVNULL)
                return time.perf_counter() - start

            run(1)
            taken = (run(rounds + 1) - run(1)) / rounds
            yield f"gnuplot {version[1]}", name, taken * 1e3, target.stat().st_size


def echarts():
    deno = pathlib.Path(sys.executable).with_name("deno")
    specification = importlib.util.find_spec("panel")
    if specification is None or not deno.exists():
        return
    folder = pathlib.Path(specification.submodule_search_locations[0], "dist/bundled/echarts")
    for library in sorted(folder.glob("echarts@*/dist/echarts.min.js")):
        result = subprocess.run(
            [deno, "run", "--allow-read", HERE / "echarts.mjs", library], capture_output=True, text=True, check=True
        )
        version = library.parts[-3].split("@")[1]
        for line in result.stdout.splitlines():
            name, taken, size = line.split("\t")
            yield f"ECharts {version}", name, float(taken), int(size)
        return


def main():
    print("program\tdrawing\tmedian ms\tbytes")
    for peer in (gnuplot, echarts, matplotlib):
        rows = 0
        with contextlib.suppress(subprocess.CalledProcessError):
            for program, name, taken, size in peer():
                print(f"{program}\t{name}\t{taken:.3f}\t{size}", flush=True)
                rows += 1
        if rows == 0:
            print(f"{peer.__name__} is not installed, or failed", file=sys.stderr)


if __name__ == "__main__":
    main()
