#!/usr/bin/env python3
"""Measures chart-kernel beside its limits and peers, all in one run, and prints tables. `make bench` calls it.

What counts are the ratios: absolute times depend on the machine and on what else it does.
"""

import contextlib
import json
import os
import pathlib
import queue
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
        file, info = write_connection_file(os.path.join(folder, "kernel.json"))
        # The client is there before the kernel: libzmq's usual 100 ms between two tries would be all that is measured.
        context = zmq.Context()
        context.reconnect_ivl = 1
        client = BlockingKernelClient(connection_file=file, context=context)
        client.load_connection_file()
        client.start_channels(hb=False, stdin=False)
        start = time.perf_counter()
        process = subprocess.Popen(
            [word.replace("{file}", file) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            client.kernel_info(reply=False)
            client.get_shell_msg(timeout=30)
            yield client, process, time.perf_counter() - start
        finally:
            process.kill()
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


def kernels():
    commands = {"chart-kernel": [KERNEL, "jupyter", "--connection-file", "{file}"]}
    with contextlib.suppress(ImportError):
        import ipykernel  # noqa: F401 - only whether it is there

        commands["ipykernel"] = [sys.executable, "-m", "ipykernel_launcher", "-f", "{file}"]
    print("kernel\tstart to kernel_info_reply ms, best of 7 / median\texecute p50 ms\tp99 ms\tresident MB")
    for name, command in commands.items():
        starts = []
        for _ in range(7):
            with kernel(command) as (client, process, elapsed):
                starts.append(elapsed)
                if len(starts) == 7:
                    execute_times(client, "%echo hello" if name == "chart-kernel" else "print('hello')", 50)
                    times = execute_times(client, "%echo hello" if name == "chart-kernel" else "print('hello')", 500)
                    memory = resident_megabytes(process.pid)
        starts.sort()
        print(
            f"{name}\t{starts[0] * 1e3:.1f} / {starts[3] * 1e3:.1f}\t{times[250] * 1e3:.2f}\t{times[495] * 1e3:.2f}\t{memory:.1f}",
            flush=True,
        )


def round_trips(folder):
    for transport in (f"ipc://{folder}/chart.sock", "tcp://127.0.0.1:*"):
        server = subprocess.Popen([KERNEL, "serve", "--endpoint", transport], stdout=subprocess.PIPE, text=True)
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
    with tempfile.TemporaryDirectory() as folder:
        round_trips(folder)
    print(flush=True)
    kernels()


if __name__ == "__main__":
    main()
