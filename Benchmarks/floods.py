"""How long a client's taps take while another one floods the server, beside the same without a flood. Prints a table of
ms. The goal is 10 ms for the slowest hundredth.

    floods.py [--tcp] [--store] [--seconds 4] [FLOOD ...]

The first rows are taps alone, and taps beside a process that does nothing but keep a processor busy: on a machine of two they tell
what of the others is the server's doing.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Frontends"))

from clients import SPENDING, Dealer, Server
from floods import BURNER, FLOODS, LOCAL, script as process


def taps(script: Dealer, seconds: float) -> list[float]:
    """How long each of many taps took, in ms, sorted."""
    times, end = [], time.monotonic() + seconds
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("floods", nargs="*", metavar="FLOOD", help=", ".join(FLOODS))
    parser.add_argument("--tcp", action="store_true", help="over the loopback device instead of ipc")
    parser.add_argument("--store", action="store_true", help="with what is done kept in a store")
    parser.add_argument("--seconds", type=float, default=4, help="for each row")
    arguments = parser.parse_args()
    if unknown := set(arguments.floods) - set(FLOODS):
        parser.error(f"no such flood: {', '.join(sorted(unknown))}")

    print("a tap while somebody floods with\tp50 ms\tp99 ms\tworst ms")
    with tempfile.TemporaryDirectory() as folder:
        where = ["tcp://127.0.0.1:*"] if arguments.tcp else [f"ipc://{folder}/chart.sock"]
        kept = ["--store", f"{folder}/store"] if arguments.store else []
        with Server(*where, "--allow", folder, *kept) as server, Dealer(server.address) as script:
            for chart in "ab":
                script.call("chart/create", chart=chart, spec=SPENDING, render=False)
            row("nothing", taps(script, arguments.seconds))
            with process(server.address, BURNER):
                row("no requests, on one processor", taps(script, arguments.seconds))
            for kind in arguments.floods or [kind for kind in FLOODS if not (arguments.tcp and kind in LOCAL)]:
                with FLOODS[kind](server.address, folder):
                    row(kind, taps(script, arguments.seconds))
    print("goal\t\t≤ 10")


if __name__ == "__main__":
    main()
