"""Writes the store of a release, which every later one must be able to read.

    python Tests/Frontends/store/release.py Tests/ChartServiceTests/Store/Releases/0.1

Run once for each release, with that release's program. The directory gets `store`, with all that a store can hold, as a
server leaves it that is killed, and `sessions.json`: what `session/export` wrote of each session before. `StoreTests` reads
them all.
"""

import argparse
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from clients import SPENDING, Dealer, program

LINE = {"kind": "line", "x": {"timeZone": "Europe/Vienna", "scale": "time"}, "series": [{"values": {"buffer": 0}}]}
CSV = "day,visits\n2026-01-01,12\n2026-01-02,7.5\n2026-01-03,\n"


class Server:
    """A server on the store, killed at the end."""

    def __init__(self, folder: Path):
        self.process = subprocess.Popen(
            [program(), "serve", "--endpoint", f"ipc://{folder}/s", "--store", "store", "--allow", str(folder)],
            cwd=folder, stdout=subprocess.PIPE)
        assert self.process.stdout.readline(), "the server ended"
        self.client = Dealer(f"ipc://{folder}/s")

    def __enter__(self):
        return self.client

    def __exit__(self, *_):
        self.client.close()
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


def call(client, method, *buffers, **params):
    client.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, *buffers)
    answer = client.receive()
    assert "result" in answer, answer
    return answer["result"]


def fill(client, folder: Path):
    """All that a record can say."""
    call(client, "chart/create", spec=SPENDING, chart="spending", size={"width": 480, "height": 320}, theme="dark")
    for method, params in [
        ("chart/tap", {"x": 240, "y": 100}), ("chart/rotate", {"by": 30}), ("chart/rotate", {"by": 60}),
        ("chart/toggle", {"series": 1}), ("chart/undo", {}), ("chart/undo", {}), ("chart/redo", {}),
    ]:
        call(client, method, chart="spending", **params)
    call(client, "chart/create", chart="gone", spec=SPENDING)
    call(client, "chart/delete", chart="gone")

    (folder / "visits.csv").write_text(CSV)
    call(client, "chart/create", chart="visits", spec={
        "kind": "line", "data": {"csv": "visits.csv", "x": "day"}, "series": [{"column": "visits"}]})
    call(client, "chart/append", chart="visits", points=[{"x": "2026-01-04", "y": 9}])

    values = struct.pack("<500d", *(index * 0.5 for index in range(500)))
    call(client, "chart/create", values, chart="values", spec=LINE)
    call(client, "chart/update", chart="values", patch={"title": "A title that is long. " * 200})
    call(client, "chart/zoom", chart="values", scale=3)

    call(client, "session/open", session="b")
    for number in range(3):
        call(client, "chart/create", session="b", spec={"kind": "pie", "slices": [{"value": number + 1}, {"value": 2}]})
    call(client, "session/import", session="c", document=call(client, "session/export")["document"])
    call(client, "session/open", session="closed")
    call(client, "session/close", session="closed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    place = parser.parse_args().directory
    with tempfile.TemporaryDirectory(prefix="ck") as name:
        folder = Path(name)
        with Server(folder) as client:
            fill(client, folder)
        # Each run begins a log, and after some there is a snapshot; then there are logs behind that.
        snapshots = folder / "store" / "sessions" / "0000000001"
        runs = 0
        while runs < 12 or not any(snapshots.glob("snapshot-*")):
            with Server(folder) as client:
                call(client, "chart/rotate", chart="spending", by=5)
            runs += 1
            assert runs < 100, "no snapshot was written"
        with Server(folder) as client:
            sessions = [entry["session"] for entry in call(client, "session/list")["sessions"]]
            documents = {session: call(client, "session/export", session=session)["document"] for session in sessions}
        assert {"default", "b", "c"} <= set(documents)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        shutil.copytree(folder / "store", place / "store")
        for needless in ["lock", "opening"]:
            (place / "store" / needless).unlink(missing_ok=True)
        (place / "sessions.json").write_text(json.dumps(documents, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
