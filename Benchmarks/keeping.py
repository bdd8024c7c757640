"""What it costs to keep sessions in a store: taps beside those of a server that keeps nothing, a start with 1,000 charts beside
an empty one, both in one run, and what a million interactions leave on the disk. The goals are 1.1 times for a tap, 50 ms
for a start, and 50 MB.
"""

from __future__ import annotations

import contextlib
import pathlib
import statistics
import sys
import tempfile
import time

import psutil

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests/Frontends"))

from clients import SPENDING, Dealer, Server

CHARTS, STARTS = 1_000, 40
ROUNDS, TAPS = 200, 50
INTERACTIONS, WINDOW = 1_000_000, 200


def taps(folder: str):
    """Servers take turns, each with some taps, so that whatever else the machine does meets all of them."""
    kinds = {"nothing is kept": [], "process": ["--store"], "disk": ["--store", "--durability", "disk"]}
    with contextlib.ExitStack() as stack:
        clients = {}
        for name, options in kinds.items():
            place = [f"{folder}/taps-{name}"] if options else []
            server = stack.enter_context(Server(f"ipc://{folder}/{len(clients)}.sock", *options[:1], *place, *options[1:]))
            clients[name] = stack.enter_context(Dealer(server.endpoint))
            clients[name].call("chart/create", chart="c", spec=SPENDING)
        for render in (True, False):
            times = {name: [] for name in kinds}
            for round in range(ROUNDS):
                for name, client in clients.items():
                    count = 1 if name == "disk" else TAPS
                    start = time.perf_counter()
                    for tap in range(count):
                        client.call("chart/tap", chart="c", x=300 + (round + tap) % 40, y=120, render=render)
                    times[name].append((time.perf_counter() - start) / count * 1e6)
            plain = statistics.median(times["nothing is kept"])
            for name, values in times.items():
                median = statistics.median(values)
                print(f"a tap {'with' if render else 'without'} a picture, {name}\t{median:.0f} µs\t{median / plain:.2f}", flush=True)


def starts(folder: str):
    """From the start of the process to its first answer, after a death."""
    times = {0: [], CHARTS: []}
    for count in times:
        with Server(f"ipc://{folder}/s.sock", "--store", f"{folder}/starts-{count}") as server:
            with Dealer(server.endpoint) as client:
                for number in range(count):
                    client.call("chart/create", chart=f"c{number}", spec=SPENDING, render=False)
                    client.call("chart/rotate", chart=f"c{number}", by=number % 360, render=False)
            server.process.kill()
            server.process.wait()
    for _ in range(STARTS):
        for count in times:
            start = time.perf_counter()
            with Server(f"ipc://{folder}/s.sock", "--store", f"{folder}/starts-{count}") as server:
                with Dealer(server.endpoint) as client:
                    times[count].append((time.perf_counter() - start) * 1e3)
                    assert len(client.call("chart/list")["charts"]) == count
                    times[count][-1] = (time.perf_counter() - start) * 1e3
                server.process.kill()
                server.process.wait()
    for count, values in times.items():
        print(f"ready with {count:,} charts\t{statistics.median(values):.1f} ms\t", flush=True)


def length(folder: str):
    """One session that goes on and on."""
    place = pathlib.Path(folder) / "length"
    with Server(f"ipc://{folder}/l.sock", "--store", str(place)) as server, Dealer(server.endpoint) as client:
        for chart in range(10):
            client.call("chart/create", chart=f"c{chart}", spec=SPENDING)
        process = psutil.Process(server.process.pid)
        most = sent = answered = 0
        for done in range(INTERACTIONS // 10, INTERACTIONS + 1, INTERACTIONS // 10):
            while answered < done:
                while sent < done and sent - answered < WINDOW:
                    turn = {"chart": f"c{sent % 10}", "by": sent % 7 + 1, "render": False}
                    client.send({"jsonrpc": "2.0", "id": sent, "method": "chart/rotate", "params": turn})
                    sent += 1
                client.receive()
                answered += 1
                if answered % 10_000 == 0:
                    most = max(most, sum(file.stat().st_size for file in place.rglob("*") if file.is_file()))
            if done * 10 // INTERACTIONS in (1, 5, 10):
                print(f"memory after {done:,} interactions\t{process.memory_info().rss / 1e6:.1f} MB\t", flush=True)
        print(f"the most that it took on the disk\t{most / 1e6:.1f} MB\t", flush=True)


def main():
    print("what\tmedian\tratio")
    with tempfile.TemporaryDirectory() as folder:
        taps(folder)
        starts(folder)
        length(folder)


if __name__ == "__main__":
    main()
