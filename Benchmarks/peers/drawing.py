"""Draws the benchmark's charts with matplotlib and gnuplot, where they are installed, and prints for each program:
name, chart, median ms, bytes. ECharts comes with `pip install panel`, and runs in Deno.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
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


def median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2] * 1e3


def matplotlib():
    if importlib.util.find_spec("matplotlib") is None:
        return
    import matplotlib as library

    library.use("svg")
    from matplotlib.figure import Figure

    def drawn(body) -> int:
        figure = Figure(figsize=(6.4, 3.6), dpi=100)
        body(figure.subplots())
        file = io.BytesIO()
        figure.savefig(file, format="svg")
        return len(file.getvalue())

    def bars(axes):
        axes.bar(range(BUCKETS), steps())
        axes.plot([500] * BUCKETS, dashes=[5, 10, 15, 5, 10, 15])

    charts = [
        ("pie, 5 slices", 30, lambda axes: axes.pie([25, 30, 15, 10, 20])),
        ("72 bars + dashed line", 20, bars),
    ]
    for count, rounds in SIZES:
        values = walk(count)
        charts.append((f"line, {count:,} points", min(rounds, 20), lambda axes, values=values: axes.plot(values)))
    for name, rounds, body in charts:
        drawn(body)
        times, size = [], 0
        for _ in range(rounds):
            start = time.perf_counter()
            size = drawn(body)
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
