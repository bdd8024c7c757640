#!/usr/bin/env python3
"""Measures how long pictures take as SVG, PNG, PDF and HTML: of usual charts, in turn, over standard input and output.

Each picture is laid out anew, so that what is compared is the whole way from a spec to a file's bytes. Goals: a PNG within 15 ms,
a PDF within 5 ms more than the SVG. Absolute times depend on the machine and on what else it does; so the SVG, which needs no
library, stands beside them.
"""

import itertools
import json
import os
import pathlib
import random
import statistics
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
KERNEL = os.environ.get("CHART_KERNEL", str(HERE.parent / ".build/release/chart-kernel"))
ROUNDS = int(os.environ.get("ROUNDS", "60"))


def walk(count, seed):
    """A price from day to day."""
    chance = random.Random(seed)
    return list(itertools.accumulate((chance.gauss(0, 1) for _ in range(count)), initial=100))[:count]


CHARTS = {
    "pie of 5": {"kind": "pie", "title": "Spending", "legend": "right", "slices": [
        {"label": f"Part {index}", "value": 5 + index * 7 % 20} for index in range(5)]},
    "bars, 2 × 12": {"kind": "bar", "title": "Sales", "legend": "top", "x": {"labels": [f"m{month}" for month in range(12)]},
        "series": [{"name": name, "values": [20 + month * step % 30 for month in range(12)]} for name, step in
                   (("North", 7), ("South", 11))]},
    "lines, 3 × 365": {"kind": "line", "title": "Prices", "legend": "bottom", "series": [
        {"name": name, "values": walk(365, seed)} for seed, name in enumerate("ABC")]},
    "scatter of 500": {"kind": "scatter", "title": "Cars", "series": [
        {"name": "Cars", "x": list(range(500)), "values": [index * 37 % 211 for index in range(500)], "opacity": 0.6}]},
}
WAYS = {
    "svg": {}, "png": {"format": "png"}, "png × 2": {"format": "png", "scale": 2}, "pdf": {"format": "pdf"},
    "html": {"format": "html", "theme": "dark"},
}


class Program:
    """`chart-kernel stdio`."""

    def __init__(self):
        self.process = subprocess.Popen([KERNEL, "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.numbers = itertools.count(1)

    def call(self, method, **params):
        body = json.dumps({"jsonrpc": "2.0", "id": next(self.numbers), "method": method, "params": params}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()
        length = int(self.process.stdout.readline().split()[1])
        self.process.stdout.readline()
        answer = json.loads(self.process.stdout.read(length))
        return answer["result"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def milliseconds(program, chart, params):
    start = time.perf_counter()
    # A size makes it be laid out anew.
    program.call("chart/render", chart=chart, size={"width": 640, "height": 360}, **params)
    return (time.perf_counter() - start) * 1000


def main():
    program = Program()
    print("chart\tway\tp50 ms\tbest ms\tmore than svg, p50 ms\t× svg\tkB")
    for name, spec in CHARTS.items():
        chart = program.call("chart/create", spec=spec, render=False)["chart"]
        times = {way: [] for way in WAYS}
        for params in WAYS.values():
            milliseconds(program, chart, params)
        for _ in range(ROUNDS):
            for way, params in WAYS.items():
                times[way].append(milliseconds(program, chart, params))
        plain = statistics.median(times["svg"])
        for way, params in WAYS.items():
            answer = program.call("chart/render", chart=chart, **params)
            size = len(answer[params.get("format", "svg")]) * (3 / 4 if way[:3] in ("png", "pdf") else 1) / 1000
            median = statistics.median(times[way])
            print(
                f"{name}\t{way}\t{median:.2f}\t{min(times[way]):.2f}\t{median - plain:.2f}\t{median / plain:.1f}\t{size:.0f}",
                flush=True)
    print("goal\tpng\t≤ 15\ngoal\tpdf\t\t\t≤ 5")
    program.close()


if __name__ == "__main__":
    main()
