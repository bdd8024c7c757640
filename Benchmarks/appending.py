"""What a point more costs, and going back, beside how many points there are: microseconds of a request without a picture,
over ipc, with the round trip of a request that does nothing. The goal is 50 µs more than that for a point, and 1 ms for
going back, on a million points.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Frontends"))

from clients import Dealer, Server

ROUNDS = 500
COUNTS = (1_000, 100_000, 1_000_000)


def timed(rounds: int, call) -> list[float]:
    """How long each of so many calls took, in µs, sorted."""
    times = []
    for number in range(rounds):
        start = time.perf_counter()
        call(number)
        times.append((time.perf_counter() - start) * 1e6)
    return sorted(times)


def row(name: str, times: list[float]):
    p50, p99 = (times[len(times) * share // 100] for share in (50, 99))
    print(f"{name}\t{p50:.0f}\t{p99:.0f}\t{times[-1]:.0f}", flush=True)


def main():
    print("without a picture\tp50 µs\tp99 µs\tworst µs")
    with tempfile.TemporaryDirectory() as folder, Server(f"ipc://{folder}/chart.sock") as server:
        with Dealer(server.endpoint) as client:
            for count in COUNTS:
                values = [(index * 37 % 1009) / 7 for index in range(count)]
                spec = {"kind": "line", "x": {"values": list(range(count))}, "series": [{"values": values}]}
                client.call("chart/create", chart="c", spec=spec, render=False)
                row("a request that does nothing", timed(ROUNDS, lambda _: client.call("session/list")))
                point = lambda number: client.call("chart/append", chart="c", points=[[count + number, 1]], render=False)
                row(f"a point more than {count:,}", timed(ROUNDS, point))
                row(f"undo on {count:,}", timed(ROUNDS // 2, lambda _: client.call("chart/undo", chart="c", render=False)))
                row(f"redo on {count:,}", timed(ROUNDS // 2, lambda _: client.call("chart/redo", chart="c", render=False)))
                client.call("chart/delete", chart="c")


if __name__ == "__main__":
    main()
