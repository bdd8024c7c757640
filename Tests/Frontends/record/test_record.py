"""`--record` on every way in, and `chart-kernel replay`."""

import base64
import json
import re
import resource
import signal
import stat
import struct
import subprocess
import threading

import pytest
from jupyter_client import KernelManager

from clients import SPENDING, Dealer, RPCError, Server, Stdio, program
from kernels import Kernel

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("runtime")]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "recording.jsonl"


def replay(file, *arguments, **options):
    return subprocess.run([program(), "replay", str(file), *arguments], capture_output=True, text=True, timeout=60, **options)


def replays(file):
    """Replays a recording, all of whose answers must be the same: how many there are."""
    done = replay(file)
    assert done.returncode == 0, done.stdout + done.stderr
    return int(re.fullmatch(r"[\d]+ requests, (\d+) answers: all the same\.\n", done.stdout)[1])


def entries(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_an_editor(tmp_path, file):
    (tmp_path / "a.csv").write_text("name,amount\nA,1\nB,3\n")
    with Stdio("--record", str(file), cwd=tmp_path) as editor:
        editor.call("session/subscribe")
        editor.call("chart/create", chart="a", spec={"kind": "pie", "data": {"csv": "a.csv", "label": "name", "value": "amount"}})
        editor.call("chart/edit", text="kind: pie\nid: b\nslices: [{label: Ä, value: 1}]")
        with pytest.raises(RPCError):
            editor.call("chart/edit", text="kind: pie\nslcies: []")
        editor.call("chart/tap", chart="a", x=360, y=120)
        editor.write(b"nonsense\r\n\r\n")
        while "error" not in (answer := editor.receive()):
            assert "method" in answer
        assert answer["error"]["code"] == -32700
        editor.call("chart/undo", chart="a")
    # What was read is in it: nothing else is needed, wherever it is replayed.
    (tmp_path / "a.csv").unlink()
    assert replays(file) == 7
    # Nobody else may read it.
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_is_recorded_is_what_went_over_the_wire(file):
    message = b'{ "jsonrpc":"2.0","id" :"\xc3\xa4","method":"chart/list"}'
    with Stdio("--record", str(file)) as editor:
        editor.write(Stdio.frame(message))
        answer = editor.receive()
        editor.write(Stdio.frame(b"\xff\xfe"))
        editor.receive()
    (first, second) = [entry["in"] for entry in entries(file) if "in" in entry]
    assert first.encode() == message and base64.b64decode(second["base64"]) == b"\xff\xfe"
    assert json.loads(next(entry["out"] for entry in entries(file) if "out" in entry)) == answer
    times = [entry["at"] for entry in entries(file)[1:]]
    assert times == sorted(times) and times[-1] < 60


def test_a_server_with_clients_at_the_same_time(tmp_path, file):
    with Server(f"ipc://{tmp_path}/a.sock", "--record", str(file)) as server:
        def work(number):
            with Dealer(server.endpoint) as client:
                client.call("session/subscribe", render=bool(number % 2))
                for step in range(40):
                    client.call("chart/create", chart=f"c{step % 5}", spec={**SPENDING, "title": f"{number}.{step}"}, render=False)
                    client.call("chart/rotate", chart=f"c{step % 5}", by=number + step)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with Dealer(server.endpoint) as client:
            values = struct.pack("<1000d", *(n * n % 37 for n in range(1000)))
            client.send(
                {"jsonrpc": "2.0", "id": 1, "method": "chart/create", "params": {
                    "chart": "line", "spec": {"kind": "line", "series": [{"values": {"buffer": 0, "type": "float64"}}]}}},
                values,
            )
            assert "result" in client.receive()
    assert replays(file) == 4 * 81 + 1


def test_a_notebook_with_a_script_beside_it(tmp_path, file, kernelspec, runtime):
    manager = KernelManager(kernel_name=kernelspec)
    command = [program(), "jupyter", "-f", "{connection_file}", "--record", str(file)]
    manager.kernel_spec.argv = command
    manager.start_kernel(cwd=str(tmp_path))
    kernel = Kernel(manager)
    try:
        assert kernel.execute("kind: pie\nid: a\nslices: [{label: A, value: 1}, {label: B, value: 2}]")[0]["status"] == "ok"
        endpoint = next(runtime.glob("chart-kernel-*.sock"))
        with Dealer(f"ipc://{endpoint}") as script:
            script.call("chart/tap", chart="a", x=360, y=120)
            kernel.execute("%connect")
            kernel.execute("%tap a 300 250\n%undo a")
            assert kernel.execute("%tpa a")[0]["status"] == "error"
            script.call("chart/get", chart="a")
            kernel.execute('{"jsonrpc": "2.0", "id": 1, "method": "chart/rotate", "params": {"chart": "a", "by": 5}}')
            kernel.execute("%export a a.svg")
    finally:
        kernel.manager.shutdown_kernel()
        kernel.stop()
    assert replays(file) == 8
    # The messages of Jupyter's own protocol are kept, too.
    wire = [entry for entry in entries(file) if "wire" in entry]
    assert {entry["wire"] for entry in wire} == {"shell", "iopub", "control"}
    shell = next(entry["in"] for entry in wire if entry["wire"] == "shell" and "in" in entry)
    assert "<IDS|MSG>" in shell


def test_an_editor_that_joined_a_server(tmp_path, file):
    with Server(f"ipc://{tmp_path}/a.sock") as server:
        with Stdio("--connect", server.endpoint, "--record", str(file)) as editor:
            editor.call("chart/create", chart="a", spec=SPENDING)
            for _ in range(20):
                editor.call("chart/rotate", chart="a", by=7)
    # The server was new, so that one that is new answers alike.
    assert replays(file) == 21


def test_the_terminal(tmp_path, file):
    done = subprocess.run(
        [program(), "repl", "--record", str(file)], input="kind: pie\nslices: [{value: 1}]\n---\n%charts\n", cwd=tmp_path,
        capture_output=True, text=True, timeout=20,
    )
    assert done.returncode == 0
    assert replays(file) == 1


# What is odd


def test_an_answer_that_differs_is_shown_with_its_request(file):
    with Stdio("--record", str(file)) as editor:
        editor.call("chart/create", chart="a", spec=SPENDING)
        editor.call("chart/tap", chart="a", x=360, y=120, render=False)
    file.write_text(file.read_text().replace('\\"label\\":\\"Rent\\"', '\\"label\\":\\"Rant\\"'))
    done = replay(file)
    assert done.returncode == 1 and "1 of 2 answers differ" in done.stderr
    assert re.search(r"recording\.jsonl:\d+: .*chart/tap", done.stdout) and "Rant" in done.stdout and "Rent" in done.stdout
    assert replay(file, "--show", "0").stdout == "… and 1 more\n"


def test_a_file_that_is_there_is_not_overwritten_and_processes_have_files_of_their_own(tmp_path, file):
    file.write_text("precious")
    for command in (["stdio"], ["repl"], ["serve", "--endpoint", f"ipc://{tmp_path}/b.sock"]):
        done = subprocess.run(
            [program(), *command, "--record", str(file)], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL
        )
        assert done.returncode == 1 and "choose another name" in done.stderr, command
    assert file.read_text() == "precious"
    for _ in range(2):
        with Stdio("--record", str(tmp_path / "r-%p.jsonl")) as editor:
            editor.call("chart/list")
    assert len(list(tmp_path.glob("r-*.jsonl"))) == 2


def test_a_recording_of_a_program_that_was_killed_is_replayed(file):
    editor = Stdio("--record", str(file))
    editor.call("chart/create", chart="a", spec=SPENDING)
    editor.process.kill()
    editor.close()
    file.write_bytes(file.read_bytes() + b'{"at": 1, "clie')
    assert replays(file) == 1


@pytest.mark.parametrize("content", [b"", b"hello", b"{}", b'{"recording": 99}', b"\xff\n\xff"])
def test_what_is_no_recording_is_refused(file, content):
    file.write_bytes(content)
    done = replay(file)
    assert done.returncode == 1 and "error:" in done.stderr and not done.stdout


def test_a_line_that_was_torn_is_told(file):
    with Stdio("--record", str(file)) as editor:
        editor.call("chart/list")
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"at": 3, "cli')
    done = replay(file)
    lines = len(whole.splitlines())
    assert done.returncode == 0 and f"{file}:{lines + 1}: warning:" in done.stderr, done.stderr


def small_files_only():
    """As on a disk that is full: what a process writes beyond 2,000 bytes of a file fails. By default that ends it."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


def test_a_full_disk_ends_the_recording_and_nothing_else(file):
    editor = subprocess.Popen(
        [program(), "stdio", "--record", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=small_files_only,
    )
    requests = b"".join(
        Stdio.frame({"jsonrpc": "2.0", "id": n, "method": "chart/create", "params": {"spec": SPENDING}}) for n in range(5)
    )
    out, err = editor.communicate(requests, timeout=20)
    assert out.count(b"Content-Length") == 5 and editor.returncode == 0
    assert err.count(b"the recording ends here") == 1
    assert file.stat().st_size == 2000
