#!/usr/bin/env python3
"""Measures chart-kernel beside its limits and peers, all in one run, and prints tables. `make bench` calls it.

What counts are the ratios: absolute times depend on the machine and on what else it does.
"""

import contextlib
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import queue
import secrets
import signal
import subprocess
import sys
import tempfile
import time

import zmq
from jupyter_client import BlockingKernelClient
from jupyter_client.connect import write_connection_file

HERE = pathlib.Path(__file__).resolve().parent
KERNEL = os.environ.get("CHART_KERNEL", str(HERE.parent / ".build/release/chart-kernel"))


def resident_megabytes(pid: int) -> float:
    """The memory that a process has in use, in MB, or NaN where /proc is missing."""
    with contextlib.suppress(OSError):
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024
    return float("nan")


@contextlib.contextmanager
def kernel(command):
    """Starts a kernel; yields its client, its process, and the seconds until it answered kernel_info."""
    with tempfile.TemporaryDirectory() as folder:
        # With a key, as Jupyter has it; xeus refuses everything without one.
        file, _ = write_connection_file(os.path.join(folder, "kernel.json"), key=secrets.token_hex(16).encode())
        # The client is there before the kernel: libzmq's usual 100 ms between two tries would be all that is measured.
        context = zmq.Context()
        context.reconnect_ivl = 1
        client = BlockingKernelClient(connection_file=file, context=context)
        client.load_connection_file()
        client.start_channels(hb=False, stdin=False)
        start = time.perf_counter()
        process = subprocess.Popen(
            [word.replace("{file}", file) for word in command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # A group of its own, so that what it starts itself ends with it.
            start_new_session=True,
        )
        try:
            client.kernel_info(reply=False)
            client.get_shell_msg(timeout=30)
            yield client, process, time.perf_counter() - start
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            client.stop_channels()
            context.destroy(0)


def execute_times(client, code, rounds):
    """Seconds from sending an execute request to its idle status, sorted."""
    # Only when its output arrives is the subscription there.
    while True:
        client.execute(code)
        client.get_shell_msg(timeout=30)
        with contextlib.suppress(queue.Empty):
            while client.get_iopub_msg(timeout=1)["content"].get("execution_state") != "idle":
                pass
            break
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        id = client.execute(code)
        while True:
            message = client.get_iopub_msg(timeout=10)
            if message["parent_header"].get("msg_id") == id and message["content"].get("execution_state") == "idle":
                break
        times.append(time.perf_counter() - start)
        client.get_shell_msg(timeout=10)
    return sorted(times)


# The peers that may be installed: a name, the module that says so, the command, and a cell that prints a word.
PEERS = [
    ("ipykernel", "ipykernel", ["{python}", "-m", "ipykernel_launcher", "-f", "{file}"], "print('hello')"),
    ("Deno", "deno", ["{deno}", "jupyter", "--kernel", "--conn", "{file}"], "console.log('hello')"),
    ("xeus-python", "xpython", ["{python}", "-m", "xpython_launcher", "-f", "{file}"], "print('hello')"),
    ("xeus-python raw", "xpython", ["{python}", "-m", "xpython_launcher", "-f", "{file}", "--raw"], "print('hello')"),
]
STARTS = 7
WARM_UP, ROUNDS = 50, 500


def installed(module: str) -> str | None:
    """The version of an installed package, found without importing it."""
    if importlib.util.find_spec(module) is None:
        return None
    name = {"xpython": "xeus-python"}.get(module, module)
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        return importlib.metadata.version(name)
    return ""


def commands():
    """Names, commands and cells of the kernels that are here; Benchmarks/requirements.txt has the peers."""
    yield "chart-kernel", [KERNEL, "jupyter", "--connection-file", "{file}"], "%echo hello"
    deno = pathlib.Path(sys.executable).with_name("deno")
    for name, module, command, code in PEERS:
        version = installed(module)
        if version is None or (module == "deno" and not deno.exists()):
            print(f"{name} is not installed: pip install -r Benchmarks/requirements.txt", file=sys.stderr)
            continue
        words = [word.replace("{python}", sys.executable).replace("{deno}", str(deno)) for word in command]
        yield f"{name} {version}".strip(), words, code


def measure(command, code):
    """Sorted seconds until kernel_info_reply, sorted seconds of executions, and megabytes."""
    starts, times, memory = [], [], float("nan")
    for number in range(STARTS):
        with kernel(command) as (client, process, elapsed):
            starts.append(elapsed)
            if number == STARTS - 1:
                execute_times(client, code, WARM_UP)
                times = execute_times(client, code, ROUNDS)
                memory = resident_megabytes(process.pid)
    return sorted(starts), times, memory


def kernels():
    load = os.getloadavg()[0]
    print(f"load of the machine before: {load:.1f}" + (", not quiet" if load > 0.5 else ""))
    print("kernel\tstart to kernel_info_reply ms, best / median of 7\texecute p50 ms\tp99 ms\tresident MB")
    for name, command, code in commands():
        try:
            starts, times, memory = measure(command, code)
        except queue.Empty:
            print(f"{name}\tdid not answer", flush=True)
            continue
        middle, most = times[len(times) // 2], times[len(times) * 99 // 100]
        print(
            f"{name}\t{starts[0] * 1e3:.1f} / {starts[STARTS // 2] * 1e3:.1f}"
            f"\t{middle * 1e3:.2f}\t{most * 1e3:.2f}\t{memory:.1f}",
            flush=True,
        )
    print("goal\t≤ 25\t≤ 0.70\t≤ 1.20\t≤ 20")


def round_trips(folder):
    for transport in (f"ipc://{folder}/chart.sock", "tcp://127.0.0.1:*"):
        # The benchmark's client gives no token; once one is given, nothing is asked any more.
        command = [KERNEL, "serve", "--endpoint", transport, "--no-token"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            endpoint = next(word for word in server.stdout.readline().split() if "://" in word)
            echo = f"ipc://{folder}/echo.sock" if transport.startswith("ipc") else "tcp://127.0.0.1:18765"
            print(f"\n{transport.split(':')[0]}", flush=True)
            subprocess.run([HERE / ".build/release/RoundTripBenchmark", endpoint, echo, "5000"], check=True)
            print(f"resident memory of the server afterwards: {resident_megabytes(server.pid):.1f} MB", flush=True)
        finally:
            server.terminate()
            server.wait()


def main():
    subprocess.run(["swift", "build", "-c", "release", "--package-path", HERE], check=True, stdout=sys.stderr)
    print(json.dumps({"machine": os.uname().machine, "cores": os.cpu_count()}), flush=True)
    subprocess.run([HERE / ".build/release/DrawingBenchmark"], check=True)
    print(flush=True)
    subprocess.run([sys.executable, HERE / "peers/drawing.py"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        round_trips(folder)
    print(flush=True)
    kernels()
    for name in (
        "export.py", "appending.py", "tables.py", "transforms.py", "floods.py", "live.py", "python.py", "crossfilter.py", "bins.py",
    ):
        print(flush=True)
        subprocess.run([sys.executable, HERE / name], check=True)


if __name__ == "__main__":
    main()
