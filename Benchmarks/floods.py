"""How long a client's taps take while another one floods the server, beside the same without a flood. Prints a table of
ms. The goal is 10 ms for the slowest hundredth.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Frontends"))

from clients import SPENDING, Dealer, Server
from floods import FLOODS

SECONDS = 4


def taps(script: Dealer) -> list[float]:
    """How long each of many taps took, in ms, sorted."""
    times, end = [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        start = time.perf_counter()
        script.call("chart/tap", chart="a", x=360, y=120, render=False)
        times.append((time.perf_counter() - start) * 1e3)
        time.sleep(0.001)
    return sorted(times)


def row(name: str, times: list[float]):
    p50, p99 = (times[len(times) * share // 100] for share in (50, 99))
    print(f"{name}\t{p50:.2f}\t{p99:.2f}\t{times[-1]:.2f}", flush=True)


def main():
    print("a tap while somebody floods with\tp50 ms\tp99 ms\tworst ms")
    with tempfile.TemporaryDirectory() as folder, Server(f"ipc://{folder}/chart.sock") as server:
        with Dealer(server.endpoint) as script:
            for chart in "ab":
                script.call("chart/create", chart=chart, spec=SPENDING, render=False)
            row("nothing", taps(script))
            for kind, flood in FLOODS.items():
                with flood(server.endpoint):
                    row(kind, taps(script))
    print("goal\t\t≤ 10")


if __name__ == "__main__":
    main()
