"""Starting, interrupting, restarting and ending, seen from outside the process."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from jupyter_client import BlockingKernelClient

from clients import is_alive, throughout
from kernels import TIMEOUT, eventually

pytestmark = pytest.mark.timeout(120)


def write(path: Path, **members) -> str:
    path.write_text(json.dumps(members))
    return str(path)


def run(chart_kernel, *arguments, **options):
    return subprocess.run(
        [chart_kernel, *arguments], capture_output=True, text=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL, **options
    )


# ── Ending ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("restart", [True, False])
def test_shutdown_is_answered_and_ends_the_process(kernel, restart):
    pid = kernel.pid
    reply = kernel.control("shutdown_request", restart=restart)
    assert reply == {"status": "ok", "restart": restart}
    while True:
        message = kernel.client.get_iopub_msg(timeout=TIMEOUT)
        if message["msg_type"] == "shutdown_reply":
            break
    assert message["content"]["restart"] is restart
    eventually(lambda: not is_alive(pid), "the end of the process")
    assert kernel.manager.provisioner.process.wait(TIMEOUT) == 0


def test_manager_shutdown_needs_no_force(kernel):
    process = kernel.manager.provisioner.process
    kernel.manager.shutdown_kernel()
    assert process.wait(TIMEOUT) == 0


def test_restart_keeps_the_ports_and_forgets_the_rest(kernel):
    first, session = kernel.pid, kernel.client.session.session
    kernel.execute("%echo x")
    kernel.manager.restart_kernel()
    kernel.client.wait_for_ready(timeout=TIMEOUT)
    assert kernel.pid != first
    assert not is_alive(first)
    assert kernel.client.session.session == session
    assert kernel.execute("%echo x")[0]["execution_count"] == 1


def test_sigint_does_not_kill(kernel):
    for _ in range(3):
        os.kill(kernel.pid, signal.SIGINT)
    # A signal may arrive late enough to interrupt the next cell, as it should.
    eventually(lambda: kernel.execute("%echo on")[0]["status"] == "ok", "a cell")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_termination_signals_end_it_cleanly(kernel, number):
    process = kernel.manager.provisioner.process
    os.kill(kernel.pid, number)
    assert process.wait(TIMEOUT) == 0


def test_it_ends_with_the_process_that_started_it(chart_kernel, tmp_path):
    connection = write(tmp_path / "c.json", key="k", ip="127.0.0.1", transport="tcp")
    # The parent starts a kernel, says its number, and goes without a word to it.
    parent = (
        "import os, subprocess, sys\n"
        "environment = dict(os.environ, JPY_PARENT_PID=str(os.getpid()))\n"
        "command = [sys.argv[1], 'jupyter', '--connection-file', sys.argv[2]]\n"
        "kernel = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(kernel.pid, flush=True)\n"
        "sys.stdin.readline()\n"
        "os._exit(0)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", parent, chart_kernel, connection], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    pid = int(process.stdout.readline())
    eventually(lambda: json.loads(Path(connection).read_text()).get("shell_port"), "the start")
    # It looks for its parent each second, and tells nobody: one look at least.
    throughout(1.5, lambda: is_alive(pid), "it lives as long as its parent")
    process.communicate(b"\n")
    eventually(lambda: not is_alive(pid), "the end of the kernel")


def test_nothing_is_left_behind(chart_kernel, tmp_path):
    runtime = tmp_path / "r"
    runtime.mkdir()
    connection = write(tmp_path / "c.json", key="k", ip=str(runtime / "k"), transport="ipc")
    environment = dict(os.environ, XDG_RUNTIME_DIR=str(runtime), TMPDIR=str(runtime))
    environment.pop("JPY_PARENT_PID", None)
    process = subprocess.Popen([chart_kernel, "jupyter", "--connection-file", connection], env=environment)
    try:
        client = BlockingKernelClient(connection_file=connection)
        eventually(lambda: json.loads(Path(connection).read_text()).get("hb_port"), "the start")
        client.load_connection_file()
        client.start_channels()
        client.wait_for_ready(timeout=TIMEOUT)
        sockets = list(runtime.iterdir())
        assert len(sockets) == 8, "five of Jupyter's, two for JSON-RPC and memory, and what `chart-kernel list` reads"
        for path in sockets:
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, "for the user alone"
        client.shutdown()
        assert process.wait(TIMEOUT) == 0
        client.stop_channels()
        assert list(runtime.iterdir()) == []
    finally:
        process.kill()
        process.wait()


# ── Starting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_chosen_ports_are_written_for_the_user_alone(chart_kernel, tmp_path):
    connection = write(tmp_path / "c.json", key="k", ip="127.0.0.1", transport="tcp", shell_port="0", extra=[1])
    os.chmod(connection, 0o644)
    process = subprocess.Popen([chart_kernel, "jupyter", "--connection-file", connection])
    try:
        eventually(lambda: json.loads(Path(connection).read_text()).get("hb_port"), "the start")
        members = json.loads(Path(connection).read_text())
        ports = [members[name + "_port"] for name in ("shell", "iopub", "stdin", "control", "hb")]
        assert len(set(ports)) == 5 and all(isinstance(port, int) and port > 0 for port in ports)
        assert members["extra"] == [1]
        assert stat.S_IMODE(os.stat(connection).st_mode) == 0o600
        client = BlockingKernelClient(connection_file=connection)
        client.load_connection_file()
        client.start_channels()
        client.wait_for_ready(timeout=TIMEOUT)
        client.stop_channels()
    finally:
        process.terminate()
        assert process.wait(TIMEOUT) == 0


def test_encryption(start_kernel):
    kernel = start_kernel({"transport_encryption": "required"})
    assert kernel.client.curve_publickey
    assert kernel.execute("%echo x")[0]["status"] == "ok"


@pytest.mark.parametrize(
    "text, expected",
    [
        (None, "cannot be read"),
        ("", "is no JSON"),
        ("[]", "must hold a JSON object"),
        ('{"signature_scheme": "hmac-md5", "key": "k"}', "signature scheme"),
        ('{"transport": "pigeon"}', "transport"),
        ('{"shell_port": 99999}', "shell_port"),
    ],
)
def test_bad_connection_file_is_said_in_one_sentence(chart_kernel, tmp_path, text, expected):
    path = tmp_path / "c.json"
    if text is not None:
        path.write_text(text)
    result = run(chart_kernel, "jupyter", "--connection-file", str(path))
    assert result.returncode == 1
    assert result.stdout == ""
    assert expected in result.stderr and str(path) in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_port_in_use_is_said(chart_kernel, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        connection = write(tmp_path / "c.json", key="k", ip="127.0.0.1", shell_port=taken.getsockname()[1])
        result = run(chart_kernel, "jupyter", "--connection-file", connection)
    assert result.returncode == 1
    assert "in use" in result.stderr
