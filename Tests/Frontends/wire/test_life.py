"""Starting and ending, seen from outside the process: signals, parents, files, and a thousand lives."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import clients
from clients import eventually, throughout

from .cells import begin
from .kernel import PORTS, Kernel, environment, free_ports, members
from .raw import Client

pytestmark = pytest.mark.timeout(120)

# Only against a kernel that hangs.
HANG = 2


def is_running(pid: int) -> bool:
    """Whether a process runs; one that ended and that nobody waited for doesn't."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return state != "" and not state.startswith("Z")


# ── Signals ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_sigint_doesnt_kill_an_idle_kernel(kernel, client):
    """xeus#272: it crashed; jupyter_client sends one before each shutdown, also where messages interrupt."""
    for _ in range(3):
        kernel.process.send_signal(signal.SIGINT)
        assert client.answers("control")
    client.execute("%echo x")
    assert client.execute("%echo x").content["status"] == "ok"


def test_sigint_in_bursts_doesnt_kill(kernel, client):
    for _ in range(1_000):
        kernel.process.send_signal(signal.SIGINT)
    assert client.answers("control")
    # A late one may end a cell.
    eventually(lambda: client.execute("%echo x").content["status"] == "ok", message="a cell after the signals")


def test_sigint_while_cells_run_doesnt_kill(kernel, client):
    for _ in range(20):
        id = begin(client)
        kernel.process.send_signal(signal.SIGINT)
        assert client.reply(id).content["ename"] == "Interrupted"
        client.outputs(id)


def test_sigint_while_it_reads_its_file_doesnt_kill(folder):
    """A file that the kernel waits for holds it in the middle of its start."""
    runtime = folder / "run"
    runtime.mkdir()
    file = folder / "connection.json"
    os.mkfifo(file)
    info = members(runtime, **free_ports())
    process = subprocess.Popen(
        [clients.program(), "jupyter", "-f", str(file)], env=environment(runtime, os.getpid()), stderr=subprocess.PIPE
    )
    try:
        # Opens only when the kernel does.
        with open(file, "w") as pipe:
            for _ in range(5):
                process.send_signal(signal.SIGINT)
                # Apart, since signals that wait together count as one.
                time.sleep(0.01)
            pipe.write(json.dumps(info))
        with Client(info) as client:
            assert client.answers()
            client.request("shutdown_request", {"restart": False}, "control")
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_sigint_as_soon_as_it_listens_doesnt_kill(start):
    """Clients interrupt what they give up starting."""
    for _ in range(20):
        kernel = start()
        for _ in range(20):
            kernel.process.send_signal(signal.SIGINT)
        client = kernel.connect()
        assert client.answers("control")
        client.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("is_busy", [False, True], ids=["idle", "busy"])
def test_termination_ends_it_cleanly(kernel, client, number, is_busy):
    if is_busy:
        begin(client)
    kernel.process.send_signal(number)
    assert kernel.wait() == 0


def test_broken_pipes_dont_kill(kernel, client):
    """A frontend that is gone has closed its end of stdout and stderr."""
    kernel.process.send_signal(signal.SIGPIPE)
    assert client.answers()


# ── Ending with others ───────────────────────────────────────────────────────────────────────────────────────────────

# Starts a kernel, says its number, and goes without a word to it.
PARENT = """
import os, subprocess, sys
environment = dict(os.environ, JPY_PARENT_PID=str(os.getpid()))
command = [sys.argv[1], "jupyter", "-f", sys.argv[2]]
if sys.argv[3] == "shell":
    command = ["/bin/sh", "-c", '"$@" & echo $!; wait', "sh", *command]
kernel = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
if sys.argv[3] != "shell":
    print(kernel.pid, flush=True)
sys.stdin.readline()
os._exit(0)
"""


@pytest.mark.parametrize("way", ["direct", "shell"])
def test_it_ends_with_its_parent(folder, way):
    """ipykernel#517, deno#20556: kernels lingered. A shell or `conda run` may stand between."""
    file = folder / "connection.json"
    file.write_text(json.dumps(members(folder)))
    (folder / "run").mkdir()
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, clients.program(), str(file), way],
        env=environment(folder / "run", None),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    pid = int(parent.stdout.readline())
    try:
        eventually(lambda: json.loads(file.read_text()).get("hb_port"), message="the start")
        # It looks for its parent each second, and tells nobody: one look at least.
        throughout(1.5, lambda: is_running(pid), "it lives as long as its parent")
        # Not communicate(): the kernel has the other end of stdout.
        parent.stdin.write(b"\n")
        parent.stdin.close()
        parent.wait(20)
        eventually(lambda: not is_running(pid), message="the end of the kernel")
        eventually(lambda: list((folder / "run").iterdir()) == [], message="the end of its files")
    finally:
        if is_running(pid):
            os.kill(pid, signal.SIGKILL)
        parent.kill()
        parent.wait()
        parent.stdout.close()


def test_orphan_ends_when_its_connection_file_is_gone(start):
    """Whoever started it names no parent, and removes the file when it is done."""
    kernel = start(parent=None)
    client = kernel.connect()
    # It looks for the file each second, and tells nobody: two looks at least, so that one that misses it is no end.
    throughout(3, client.answers, "it stays while the file is there")
    kernel.file.unlink()
    assert kernel.wait() == 0


def test_file_may_be_replaced(start):
    """Editors and the kernel itself write a new file in the old one's place."""
    kernel = start(parent=None)
    client = kernel.connect()
    text = kernel.file.read_text()
    other = kernel.file.with_suffix(".new")
    other.write_text(text)
    other.replace(kernel.file)
    # Three looks at least, after which it would have ended.
    throughout(4, client.answers)


def test_kernel_with_a_parent_doesnt_need_its_file(start):
    """jupyter_client removes the file of a kernel that it is about to ask to end."""
    kernel = start()
    client = kernel.connect()
    kernel.file.unlink()
    # As above.
    throughout(4, client.answers)


# ── A thousand lives ─────────────────────────────────────────────────────────────────────────────────────────────────


def live(folder: pathlib.Path) -> dict:
    """One kernel's life: its ports."""
    folder.mkdir()
    kernel = Kernel(folder, members(folder / "run"))
    try:
        kernel.wait_for_ports()
        info = kernel.info
        client = kernel.connect()
        assert client.answers()
        id = client.send("shutdown_request", {"restart": False}, "control")
        assert kernel.process.wait(HANG) == 0
        # By now it has come, or it never does.
        assert client.reply(id, "control", HANG).content["status"] == "ok"
        assert kernel.wait() == 0
        assert kernel.stderr == ""
        return info
    finally:
        kernel.kill()


def test_a_thousand_lives_leave_nothing(folder):
    """No process, no port, no file."""
    with ThreadPoolExecutor(4) as pool:
        lives = [pool.submit(live, folder / str(number)) for number in range(1_000)]
    failures = [repr(life.exception()) for life in lives if life.exception()]
    assert failures == []
    for info in [life.result() for life in lives[-20:]]:
        for port in PORTS:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", info[port]))
    left = {path.name for place in folder.iterdir() for path in place.rglob("*") if not path.is_dir()}
    assert left == {"connection.json", "stderr"}


def test_the_same_ports_a_hundred_times(folder):
    """A restart takes the ports of the kernel before it, at once, with another session (evcxr's is the client's)."""
    ports = free_ports()
    sessions = set()
    for number in range(100):
        place = folder / str(number)
        place.mkdir()
        kernel = Kernel(place, members(place, **ports))
        try:
            with kernel.connect() as client:
                assert client.answers()
                client.send("shutdown_request", {"restart": True}, "control")
                assert kernel.process.wait(HANG) == 0
                sessions.add(client.kernel_session)
        finally:
            kernel.kill()
    assert len(sessions) == 100
