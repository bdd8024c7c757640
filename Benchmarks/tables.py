#!/usr/bin/env python3
"""CSV files with a million rows and two columns: CPU seconds of chart-kernel, polars and DuckDB, all in one run.

chart-kernel reads while it makes a chart, without a picture (`chart/create` with `render: false`) and as a whole program
with one (`chart-kernel render`); the others read into their own columns, import and start not counted.
CHART_KERNEL_BEFORE names another chart-kernel to measure beside it. Called by run.py.
"""

import importlib.metadata
import importlib.util
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KERNEL = os.environ.get("CHART_KERNEL", str(HERE.parent / ".build/release/chart-kernel"))
ROWS, ROUNDS = 1_000_000, 5

PEERS = {
    "polars": "import polars; read = lambda: polars.read_csv(FILE)",
    "duckdb": "import duckdb; read = lambda: duckdb.sql(f\"create or replace table t as from read_csv('{FILE}')\")",
}
# The CPU seconds of all threads, the best of several rounds.
PEER = """
import sys, time
FILE = sys.argv[1]
{setup}
times = []
for _ in range({rounds}):
    start = time.process_time()
    read()
    times.append(time.process_time() - start)
print(min(times))
"""


def write(path: pathlib.Path, kind: str):
    numbers = random.Random(1)
    with path.open("w") as file:
        file.write("time,value\n")
        for row in range(ROWS):
            first = f"{1_700_000_000_000 + row * 1000}" if kind != "dates" else f"{1970 + row // 28000}-{row // 2333 % 12 + 1:02}-{row % 28 + 1:02}"
            value = repr(numbers.gauss(0, 1)) if kind == "17 digits" else f"{numbers.gauss(0, 1):.3f}"
            file.write(f"{first},{value}\n")


def frame(message) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def create(program: str, path: pathlib.Path) -> float:
    """CPU seconds of one `chart/create`: the best of several, each taken from the process's own clock."""
    process = subprocess.Popen([program, "stdio"], cwd=path.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    data = {"csv": path.name, "x": "time", "y": "value"}
    times = []
    for number in range(ROUNDS):
        before = cpu_seconds(process.pid)
        params = {"spec": {"kind": "line", "data": data}, "chart": "a", "render": False}
        process.stdin.write(frame({"jsonrpc": "2.0", "id": number, "method": "chart/create", "params": params}))
        process.stdin.flush()
        length = int(process.stdout.readline().split(b":")[1])
        process.stdout.readline()
        answer = json.loads(process.stdout.read(length))
        assert "result" in answer, answer
        times.append(cpu_seconds(process.pid) - before)
    process.stdin.close()
    process.wait()
    return min(times)


def cpu_seconds(pid: int) -> float:
    """Of all threads, in ticks of 10 ms; where /proc is missing, `ps` tells it."""
    try:
        words = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        minutes, seconds = subprocess.check_output(["ps", "-o", "time=", "-p", str(pid)], text=True).strip().rsplit(":", 1)
        return float(minutes.rsplit(":", 1)[-1]) * 60 + float(seconds)


def render(program: str, path: pathlib.Path) -> float:
    """CPU seconds of a whole `chart-kernel render`."""
    spec = path.with_suffix(".yaml")
    spec.write_text(f"kind: line\ndata: {{csv: {path.name}, x: time, y: value}}\n")
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "render", spec.name], cwd=path.parent, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main():
    programs = {"chart-kernel": KERNEL}
    if before := os.environ.get("CHART_KERNEL_BEFORE"):
        programs["chart-kernel before"] = before
    print(f"CSV, {ROWS:,} rows × 2 columns: CPU seconds, and MB/s of CPU")
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("3 decimals", "17 digits", "dates"):
            path = pathlib.Path(folder) / f"{kind.replace(' ', '-')}.csv"
            write(path, kind)
            megabytes = path.stat().st_size / 1e6

            def show(name, seconds):
                print(f"{kind}, {megabytes:.0f} MB\t{name}\t{seconds:.3f}\t{megabytes / max(seconds, 1e-3):.0f}", flush=True)

            for name, program in programs.items():
                show(f"{name}, chart/create without a picture", create(program, path))
                show(f"{name}, render", render(program, path))
            for name, setup in PEERS.items():
                if importlib.util.find_spec(name) is None:
                    print(f"{name} is not installed: pip install -r Benchmarks/requirements.txt", file=sys.stderr)
                    continue
                code = PEER.format(setup=setup, rounds=ROUNDS)
                seconds = float(subprocess.check_output([sys.executable, "-c", code, path]))
                show(f"{name} {importlib.metadata.version(name)}", seconds)


if __name__ == "__main__":
    main()
