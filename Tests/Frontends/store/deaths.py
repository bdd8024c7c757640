"""Kills servers and kernels at random moments while three clients work, and looks whether all that was answered is there.

    python Tests/Frontends/store/deaths.py [--kernel] [--durability disk] [--rounds 1000] [--seed 1]

What is there is compared with what each client was told: the newest revision of its chart, and the log of its session. `make
deaths` runs it 10,000 times.
"""

import argparse
import json
import os
import random
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import zmq

from clients import SPENDING, Dealer, RPCError, program

BATCH = 8
"""How many requests a client sends before it looks for answers: so some are always on their way when the process dies."""


class Process:
    """A server, or a kernel as Jupyter starts it, on a store."""

    def __init__(self, folder: Path, is_kernel: bool, durability: str, stores: Path | None = None):
        self.began = time.perf_counter()
        self.endpoint = f"ipc://{folder}/s"
        if is_kernel:
            runtime = folder / "runtime"
            runtime.mkdir(exist_ok=True)
            for left in runtime.iterdir():
                left.unlink()
            connection = folder / "kernel-1.json"
            if not connection.exists():
                names = ["shell", "iopub", "stdin", "control", "hb"]
                ports = {f"{name}_port": number for number, name in enumerate(names, 1)}
                connection.write_text(json.dumps({
                    "transport": "ipc", "ip": str(folder / "k"), "key": secrets.token_hex(), "signature_scheme": "hmac-sha256",
                    **ports,
                }))
            arguments = ["jupyter", "--connection-file", str(connection), "--store", str(stores or folder / "stores")]
            variables = {"CHART_KERNEL_RUNTIME_DIR": str(runtime)}
        else:
            arguments = ["serve", "--endpoint", self.endpoint, "--store", str(folder / "store")]
            variables = {}
        self.process = subprocess.Popen(
            [program(), *arguments, "--durability", durability, "--log-level", "critical"],
            stdout=subprocess.PIPE, env=os.environ | variables)
        if is_kernel:
            while not (found := [file for file in runtime.iterdir() if file.suffix == ".json"]):
                assert self.process.poll() is None, "the kernel ended"
                # How long a start takes is measured: its file is looked for more often than `eventually` does.
                time.sleep(0.0005)
            self.endpoint = json.loads(found[0].read_text())["endpoint"]
        else:
            assert self.process.stdout.readline(), "the server ended"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


class Client(threading.Thread):
    """Works on a chart of a session of its own, and keeps what it was told."""

    def __init__(self, endpoint: str, number: int, seed: int, revision: int):
        super().__init__()
        self.endpoint, self.number, self.random = endpoint, number, random.Random(seed)
        self.session = "default" if number == 0 else f"session-{number}"
        self.revision = revision
        self.answers = 0
        self.stops = False

    def run(self):
        socket = zmq.Context.instance().socket(zmq.DEALER)
        socket.linger = 0
        socket.connect(self.endpoint)
        waiting = 0
        count = 0
        try:
            while not self.stops:
                while waiting < BATCH:
                    count += 1
                    waiting += 1
                    socket.send(json.dumps(self.request(count)).encode())
                if not socket.poll(50):
                    continue
                while socket.poll(0):
                    answer = json.loads(socket.recv())
                    waiting -= 1
                    assert "result" in answer, answer
                    self.answers += 1
                    self.revision = max(self.revision, answer["result"].get("revision", 0))
        finally:
            socket.close(0)

    def request(self, count: int) -> dict:
        chart = {"chart": "spending", "session": self.session, "render": False}
        if count == 1 and self.revision == 0:
            method, params = "session/open", {"session": self.session}
        elif count == 2 and self.revision == 0:
            method, params = "chart/create", {"spec": SPENDING, **chart}
        else:
            method, params = self.random.choice([
                ("chart/rotate", {"by": self.random.uniform(-90, 90)}), ("chart/tap", {"x": 330, "y": 120}),
                ("chart/toggle", {"series": self.random.randrange(5)}), ("chart/undo", {}), ("chart/redo", {}),
                ("chart/update", {"patch": {"title": f"Number {self.random.randrange(100)}"}}),
            ])
            params = params | chart
        return {"jsonrpc": "2.0", "id": count, "method": method, "params": params}


def check(endpoint: str, told: dict[str, int]) -> list[str]:
    """What is wrong with what is there after a death."""
    faults = []
    with Dealer(endpoint) as client:
        for session, revision in told.items():
            if revision == 0:
                continue
            try:
                found = client.call("chart/get", chart="spending", session=session)["revision"]
            except RPCError as error:
                faults.append(f"{session}: {error}")
                continue
            if found < revision:
                faults.append(f"{session}: revision {found} is there, {revision} was answered")
    return faults


def rounds(count: int, seed: int, is_kernel: bool = False, durability: str = "process", folder: Path | None = None) -> dict:
    """Lets processes live and die; gives how many answers there were, what was lost, and how long starts took."""
    chance = random.Random(seed)
    result = {"deaths": 0, "answers": 0, "faults": [], "starts": []}
    with tempfile.TemporaryDirectory(prefix="ck") as name:
        folder = folder or Path(name)
        told = {"default": 0, "session-1": 0, "session-2": 0}
        for number in range(count):
            process = Process(folder, is_kernel, durability)
            try:
                faults = check(process.endpoint, told)
                result["starts"].append(time.perf_counter() - process.began)
                result["faults"] += [f"round {number}: {fault}" for fault in faults]
                clients = [
                    Client(process.endpoint, index, chance.randrange(1 << 30), told[session])
                    for index, session in enumerate(told)
                ]
                for client in clients:
                    client.start()
                # In every second round something has been answered: on a busy machine nothing might be in any, which tells nothing.
                while number % 2 and not any(client.answers for client in clients):
                    assert process.process.poll() is None and any(client.is_alive() for client in clients)
                    time.sleep(0.001)
                # The moment is by chance on purpose.
                time.sleep(chance.uniform(0, 0.05))
            finally:
                process.kill()
                for client in clients:
                    client.stops = True
                for client in clients:
                    client.join()
            result["deaths"] += 1
            for client in clients:
                result["answers"] += client.answers
                told[client.session] = client.revision
        process = Process(folder, is_kernel, durability)
        try:
            result["faults"] += check(process.endpoint, told)
        finally:
            process.kill()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernel", action="store_true")
    parser.add_argument("--durability", default="process", choices=["process", "disk"])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    result = rounds(arguments.rounds, arguments.seed, arguments.kernel, arguments.durability)
    for fault in result["faults"]:
        print(fault)
    print(
        f"{result['deaths']} deaths of {'kernels' if arguments.kernel else 'servers'} ({arguments.durability}), seed "
        f"{arguments.seed}: {result['answers']} answers, {len(result['faults'])} lost or unreadable; ready after a median of "
        f"{statistics.median(result['starts']) * 1000:.1f} ms")
    sys.exit(1 if result["faults"] else 0)


if __name__ == "__main__":
    main()
