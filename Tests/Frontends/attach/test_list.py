"""`chart-kernel list` and `stdio --connect`: finding what runs, and joining it."""

import json
import os
import re
import signal
import stat
import subprocess
import time

import pytest
import zmq

import needs
from clients import SPENDING, Dealer, Server, Stdio, encrypted_server, eventually, program

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("runtime")]


def running():
    done = subprocess.run([program(), "list", "--json"], capture_output=True, text=True, timeout=20, check=True)
    return json.loads(done.stdout)


def refused(*arguments):
    done = subprocess.run(
        [program(), "stdio", "--connect", *arguments], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 1 and done.stdout == ""
    return done.stderr


# Finding


def test_what_runs_is_listed_until_it_ends(tmp_path, runtime):
    assert running() == []
    with Server(f"ipc://{tmp_path}/a.sock") as one, Server("tcp://127.0.0.1:*") as two:
        first, second = running()
        assert (first["endpoint"], second["endpoint"]) == (one.endpoint, two.endpoint)
        assert (first["processID"], first["command"]) == (one.process.pid, "serve")
        assert abs(first["startTime"] - time.time()) < 60
        shown = subprocess.run([program(), "list"], capture_output=True, text=True, timeout=20).stdout
        assert re.search(rf"^{one.process.pid} .*serve: .*{re.escape(one.endpoint)}$", shown, re.MULTILINE), shown
        # Nobody but the owner may see or change it.
        assert {stat.S_IMODE(file.stat().st_mode) for file in runtime.iterdir()} == {0o600}
    assert running() == [] and list(runtime.iterdir()) == []


def test_a_kernel_is_listed_with_its_connection_file_and_notebook(tmp_path, runtime):
    file = tmp_path / "kernel-1.json"
    file.write_text(json.dumps({"transport": "ipc", "ip": str(tmp_path / "k"), "key": ""} | {
        f"{name}_port": port for port, name in enumerate(["shell", "iopub", "stdin", "control", "hb"], 1)
    }))
    kernel = subprocess.Popen(
        [program(), "jupyter", "-f", str(file)], cwd=tmp_path, env={**os.environ, "JPY_SESSION_NAME": "/home/me/sales.ipynb"}
    )
    try:
        eventually(running)
        (found,) = running()
        assert found["command"] == "jupyter" and found["processID"] == kernel.pid
        assert (found["connectionFile"], found["notebook"]) == (str(file), "/home/me/sales.ipynb")
        # The socket lies beside it, and is as private.
        assert found["endpoint"].startswith(f"ipc://{runtime}/chart-kernel-")
        for name in (found["endpoint"], str(kernel.pid), str(file), "kernel-1.json", "sales.ipynb", "/home/me/sales.ipynb"):
            with Stdio("--connect", name) as editor:
                assert editor.call("session/info")["connections"][0]["endpoint"] == found["endpoint"]
    finally:
        kernel.send_signal(signal.SIGTERM)
        assert kernel.wait(10) == 0
    assert list(runtime.iterdir()) == []


def test_what_was_killed_is_taken_away_with_its_socket(tmp_path, runtime):
    # In the runtime directory, as a kernel's socket is.
    server = Server(f"ipc://{runtime}/chart-kernel-x.sock")
    # What the list reads, its socket, and that by which memory is handed over.
    assert len(list(runtime.iterdir())) == 3
    server.process.kill()
    server.process.wait()
    assert len(list(runtime.iterdir())) == 3
    assert running() == []
    assert list(runtime.iterdir()) == []
    server.close()


def test_another_process_with_the_number_of_a_dead_one_is_no_server(runtime):
    file = runtime / "chart-kernel-1-1.json"
    file.write_text(json.dumps({
        "endpoint": "tcp://127.0.0.1:9", "processID": os.getpid(), "command": "serve", "directory": "/", "startTime": 0,
        "version": "0",
    }))
    assert running() == [] and not file.exists()


@needs.machine(needs.ROOT, "takes the right to give files away")
def test_files_of_others_are_not_believed(tmp_path, runtime):
    with Server(f"ipc://{tmp_path}/a.sock"):
        assert len(running()) == 1
        (file,) = runtime.iterdir()
        os.chown(file, 1, 1)
        assert running() == [] and file.exists()


def test_a_server_starts_where_it_cannot_leave_word(tmp_path, monkeypatch):
    monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", str(tmp_path / "nowhere"))
    with Server(f"ipc://{tmp_path}/b.sock") as server, Dealer(server.endpoint) as client:
        assert client.call("chart/list") == {"charts": []}
    assert running() == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"\xff", b'{"endpoint": 3}'])
def test_files_that_are_no_word_of_a_server_do_no_harm(tmp_path, runtime, content):
    (runtime / "chart-kernel-9-9.json").write_bytes(content)
    (runtime / "chart-kernel-link.json").symlink_to("/etc/hostname")
    os.mkfifo(runtime / "chart-kernel-pipe.json")
    with Server(f"ipc://{tmp_path}/a.sock") as server:
        assert [each["endpoint"] for each in running()] == [server.endpoint]


# Joining


def test_an_editor_joins_a_server_and_both_see_what_the_other_does(tmp_path):
    with Server(f"ipc://{tmp_path}/a.sock") as server, Dealer(server.endpoint) as script:
        with Stdio("--connect", server.endpoint) as editor:
            script.call("session/subscribe", render=False)
            editor.call("session/subscribe", render=True)
            editor.call("chart/create", chart="a", spec=SPENDING, render=False)
            assert script.notification()["method"] == "chart/didCreate"
            created = editor.notification()
            assert created["params"]["display"]["image/svg+xml"].startswith("<svg")
            script.call("chart/rotate", chart="a", by=30, render=False)
            told = editor.notification()["params"]
            assert (told["cause"], told["revision"]) == ("chart/rotate", 2)
            assert editor.call("chart/get", chart="a")["state"]["startAngle"] == 300
        assert script.call("chart/list") == {"charts": ["a"]}


def test_answers_come_as_they_are_and_in_order(tmp_path):
    with Server(f"ipc://{tmp_path}/a.sock") as server, Stdio("--connect", server.endpoint) as editor:
        with Stdio() as alone:
            for body in (
                b'{"jsonrpc":"2.0","id":"\xc3\xa4","method":"chart/list"}', b"[]", b"{", b'{"jsonrpc":"2.0","id":1}',
                b'[{"jsonrpc":"2.0","id":1,"method":"chart/none"},{"jsonrpc":"2.0","id":2.50,"method":"session/list"}]',
            ):
                for each in (editor, alone):
                    each.write(Stdio.frame(body))
                assert editor.receive() == alone.receive()
        for number in range(500):
            editor.send({"jsonrpc": "2.0", "id": number, "method": "chart/list"})
        assert [editor.receive()["id"] for _ in range(500)] == list(range(500))


def test_a_broken_frame_is_told_by_the_bridge(tmp_path):
    with Server(f"ipc://{tmp_path}/a.sock") as server, Stdio("--connect", server.endpoint) as editor:
        editor.write(b"hello\r\n\r\n")
        answer = editor.receive()
        assert answer["id"] is None and answer["error"]["code"] == -32700
        assert editor.call("chart/list") == {"charts": []}


def test_everything_asked_for_is_answered_before_the_end_of_the_input_counts(tmp_path):
    with Server(f"ipc://{tmp_path}/a.sock") as server:
        requests = [{"jsonrpc": "2.0", "id": n, "method": "rpc.discover"} for n in range(20)]
        done = subprocess.run(
            [program(), "stdio", "--connect", server.endpoint], input=b"".join(map(Stdio.frame, requests)),
            capture_output=True, timeout=30,
        )
        assert done.returncode == 0
        # And nothing that the bridge itself asked.
        assert re.findall(rb'"id":("?[^"}]+)"?}(?:Content|$)', done.stdout) == [b"%d" % n for n in range(20)]


@pytest.mark.parametrize("says_shutdown", [True, False])
def test_exit_ends_the_bridge_and_not_the_server(tmp_path, says_shutdown):
    with Server(f"ipc://{tmp_path}/a.sock") as server:
        editor = Stdio("--connect", server.endpoint)
        editor.call("chart/create", chart="a", spec=SPENDING, render=False)
        if says_shutdown:
            assert editor.call("shutdown") is None
        editor.send({"jsonrpc": "2.0", "method": "exit"})
        assert editor.process.wait(10) == (0 if says_shutdown else 1)
        editor.close()
        with Dealer(server.endpoint) as script:
            assert script.call("chart/list") == {"charts": ["a"]}


def test_the_editor_hears_of_the_servers_end(tmp_path):
    server = Server(f"ipc://{tmp_path}/a.sock")
    editor = Stdio("--connect", server.endpoint)
    assert editor.call("chart/list") == {"charts": []}
    server.process.kill()
    server.process.wait()
    assert editor.process.wait(10) == 1
    assert b"the server has ended" in editor.process.stderr.read()
    editor.close()
    server.close()


def test_what_does_not_run_is_told_at_once(tmp_path):
    assert "nobody answers at ipc:///nowhere" in refused("ipc:///nowhere")
    assert "nothing that runs is called 'sales'" in refused("sales")
    assert "carrier://pigeon" in refused("carrier://pigeon")


def test_an_encrypted_server_is_joined_by_its_key(tmp_path):
    with encrypted_server(tmp_path) as (server, public):
        # What runs here tells its key itself.
        with Stdio("--connect", server.endpoint) as editor:
            assert editor.call("chart/list") == {"charts": []}
        environment = os.environ.pop("CHART_KERNEL_RUNTIME_DIR")
        os.environ["CHART_KERNEL_RUNTIME_DIR"] = str(tmp_path)
        try:
            assert "--server-key" in refused(server.endpoint)
            address = server.address
            other, _ = zmq.curve_keypair()
            assert "another server's" in refused(server.endpoint, "--server-key", other.decode())
            with Stdio("--connect", address, "--server-key", public.decode()) as editor:
                assert editor.call("chart/list") == {"charts": []}
        finally:
            os.environ["CHART_KERNEL_RUNTIME_DIR"] = environment


@pytest.mark.parametrize("beginning", [b"-", b"--", b"-="])
def test_a_key_may_begin_as_an_option_does(tmp_path, beginning):
    # As one in 83 does, or one in 7,000: these take half a second to find.
    keys = next(keys for keys in iter(zmq.curve_keypair, None) if keys[0].startswith(beginning))
    with encrypted_server(tmp_path, keys=keys) as (server, public):
        with Stdio("--connect", server.address, "--server-key", public.decode()) as editor:
            assert editor.call("chart/list") == {"charts": []}
