"""Stores, from outside: servers and kernels that are killed, and the command that looks after what they keep."""

import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from jupyter_client import KernelManager

sys.path.insert(0, str(Path(__file__).parent))

import deaths
from clients import SPENDING, Dealer, Server, Stdio, is_alive
from kernels import TIMEOUT, Kernel


def run(chart_kernel, *arguments, code=0):
    result = subprocess.run([chart_kernel, *arguments], capture_output=True, text=True, timeout=TIMEOUT)
    assert result.returncode == code, (result.stdout, result.stderr)
    return result


def turn(client, count=3):
    for _ in range(count):
        client.call("chart/rotate", chart="spending", by=10, render=False)


@pytest.mark.parametrize("durability", ["process", "disk"])
def test_a_server_that_is_killed_goes_on_where_it_was(tmp_path, durability):
    store = ["--store", str(tmp_path / "store"), "--durability", durability]
    with Server(f"ipc://{tmp_path}/a", *store) as server:
        with Dealer(server.endpoint) as client:
            client.call("chart/create", chart="spending", spec=SPENDING)
            client.call("session/open", session="other")
            turn(client)
            before = client.call("session/export")
        server.process.kill()
        server.process.wait()
    with Server(f"ipc://{tmp_path}/a", *store) as server, Dealer(server.endpoint) as client:
        assert client.call("session/export") == before
        assert [entry["session"] for entry in client.call("session/list")["sessions"]] == ["default", "other"]
        assert [client.call("chart/undo", chart="spending")["changed"] for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("is_kernel", [False, True])
def test_nothing_that_was_answered_is_lost_at_random_deaths(is_kernel):
    result = deaths.rounds(8, seed=1, is_kernel=is_kernel)
    assert result["faults"] == []
    assert result["deaths"] == 8 and result["answers"] > 0


def test_a_second_server_on_a_store_is_refused_with_a_sentence(tmp_path, chart_kernel):
    with Server(f"ipc://{tmp_path}/a", "--store", str(tmp_path / "store")):
        refused = run(
            chart_kernel, "serve", "--endpoint", f"ipc://{tmp_path}/b", "--store", str(tmp_path / "store"), code=1)
        assert "is open in another process" in refused.stderr


def test_stdio_keeps_charts_where_it_is_told(tmp_path):
    with Stdio("--store", str(tmp_path / "store")) as editor:
        editor.call("chart/create", chart="spending", spec=SPENDING)
    with Stdio("--store", str(tmp_path / "store")) as editor:
        assert editor.call("chart/list") == {"charts": ["spending"]}
    with Stdio() as editor:
        assert editor.call("chart/list") == {"charts": []}


def test_kernels_of_one_notebook_that_begin_at_once_each_have_a_store():
    """Whichever is the first has the notebook's, also if another one looked before and saw it free."""
    with tempfile.TemporaryDirectory(prefix="ck") as name, ThreadPoolExecutor(6) as pool:
        folders = [Path(name) / str(number) for number in range(6)]
        for folder in folders:
            folder.mkdir()
        for number in range(5):
            stores = Path(name) / f"stores-{number}"
            started = [pool.submit(deaths.Process, folder, True, "process", stores) for folder in folders]
            try:
                processes = [future.result() for future in started]
                for process in processes:
                    with Dealer(process.endpoint) as client:
                        client.call("chart/create", spec=SPENDING)
                taken = {path.parent.name for path in stores.glob("*/lock")}
                shared = min(taken, key=len)
                assert len([name for name in taken if name.startswith(f"{shared}-")]) == len(folders) - 1
            finally:
                for future in started:
                    if not future.exception():
                        future.result().kill()


@pytest.fixture
def notebook_kernel(kernelspec, tmp_path, monkeypatch):
    """A kernel of a notebook, as Jupyter's server starts it."""
    monkeypatch.setenv("CHART_KERNEL_STORE", str(tmp_path / "stores"))
    monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "a notebook.ipynb"))
    manager = KernelManager(kernel_name=kernelspec)
    manager.start_kernel()
    kernel = Kernel(manager)
    yield kernel
    process = manager.provisioner.process
    kernel.stop()
    assert not is_alive(process.pid)



def request(kernel, method, **params):
    """Asks by a cell, whose answer is JSON."""
    reply, messages = kernel.execute(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
    assert reply["status"] == "ok", reply
    answer = next(m for m in messages if m["msg_type"] == "execute_result")["content"]["data"]["application/json"]
    assert "result" in answer, answer
    return answer["result"]


def again(kernel):
    """Has the kernel started again, as Jupyter's server does it, and connects."""
    kernel.manager.restart_kernel(now=True)
    kernel.client.wait_for_ready(timeout=TIMEOUT)


def test_a_kernel_that_died_goes_on_and_one_that_was_restarted_begins_afresh(notebook_kernel):
    kernel = notebook_kernel
    kernel.execute("kind: pie\nid: pie\nslices: [{label: A, value: 1}, {label: B, value: 2}]")
    for _ in range(3):
        kernel.execute("%rotate pie 10")
    kernel.manager.provisioner.process.kill()
    kernel.manager.provisioner.process.wait()
    again(kernel)
    assert request(kernel, "chart/get", chart="pie")["state"]["startAngle"] == 300
    assert request(kernel, "chart/undo", chart="pie", render=False)["changed"]
    assert request(kernel, "chart/get", chart="pie")["state"]["startAngle"] == 290
    # A restart by the user: the kernel is asked to end.
    kernel.manager.restart_kernel()
    kernel.client.wait_for_ready(timeout=TIMEOUT)
    assert request(kernel, "chart/list")["charts"] == []
    assert request(kernel, "session/list")["stored"][0]["charts"] == ["pie"]
    reply, messages = kernel.execute("%restore")
    assert reply["status"] == "ok" and "pie" in str(messages)
    assert request(kernel, "chart/get", chart="pie")["state"]["startAngle"] == 290
    assert request(kernel, "chart/redo", chart="pie", render=False)["changed"]


def test_the_second_kernel_of_a_notebook_goes_on_after_its_death_too(notebook_kernel, kernelspec):
    reply, _ = notebook_kernel.execute("kind: pie\nid: first\nslices: [{value: 1}]")
    assert reply["status"] == "ok"
    manager = KernelManager(kernel_name=kernelspec)
    manager.start_kernel()
    second = Kernel(manager)
    try:
        reply, _ = second.execute("kind: pie\nid: second\nslices: [{value: 1}]")
        assert reply["status"] == "ok"
        manager.provisioner.process.kill()
        again(second)
        assert request(second, "chart/list")["charts"] == ["second"]
        assert request(notebook_kernel, "chart/list")["charts"] == ["first"]
    finally:
        second.stop()


def test_the_command_lists_checks_exports_and_removes(tmp_path, chart_kernel):
    store = tmp_path / "store"
    with Server(f"ipc://{tmp_path}/a", "--store", str(store)) as server:
        with Dealer(server.endpoint) as client:
            client.call("chart/create", chart="spending", spec=SPENDING)
            turn(client)
            document = client.call("session/export")["document"]
        place = ["--store", str(store)]
        assert "open" in run(chart_kernel, "store", "list", *place).stdout
        assert run(chart_kernel, "store", "remove", "1", *place, code=1).stderr.count("a process has the store open") == 1
    listed = json.loads(run(chart_kernel, "store", "list", "--json", *place).stdout)
    assert [(entry["name"], entry["session"], entry["charts"]) for entry in listed] == [("store/1", "default", ["spending"])]
    assert "1 session, 0 that cannot be read" in run(chart_kernel, "store", "check", *place).stdout
    assert json.loads(run(chart_kernel, "store", "export", "store/1", *place).stdout) == document
    log = next(store.glob("sessions/*/log-0"))
    # With another checksum: a damaged version alone would be known by it.
    bytes_ = bytearray(log.read_bytes())
    bytes_[8] = 0xFF
    bytes_[12] ^= 1
    log.write_bytes(bytes_)
    broken = run(chart_kernel, "store", "check", *place, code=1)
    assert "newer chart-kernel" in broken.stderr
    assert "Removed 1 session" in run(chart_kernel, "store", "remove", "--all", *place).stdout
    assert not store.exists()


def test_all_that_can_be_removed_is_whatever_else_is_open(tmp_path, chart_kernel):
    for name in ["a", "b", "c"]:
        with Stdio("--store", str(tmp_path / "stores" / name)) as editor:
            editor.call("chart/create", chart="spending", spec=SPENDING)
    place = ["--store", str(tmp_path / "stores")]
    with Server(f"ipc://{tmp_path}/a", "--store", str(tmp_path / "stores" / "a")):
        told = run(chart_kernel, "store", "remove", "--all", *place, code=1)
        assert told.stderr.count("a/1: error: cannot be removed: a process has the store open") == 1
        assert "Removed 2 sessions." in told.stdout
        assert [path.name for path in (tmp_path / "stores").iterdir()] == ["a"]
    assert "Removed 1 session." in run(chart_kernel, "store", "remove", "a/1", "a/1", *place).stdout
    assert not list((tmp_path / "stores").iterdir())


def test_names_that_a_stranger_has_written_do_nothing_to_a_terminal(tmp_path, chart_kernel):
    store = tmp_path / "store"
    with Stdio("--store", str(store)) as editor:
        editor.call("chart/create", chart="spending", spec=SPENDING)
    said = json.loads((store / "store.json").read_text())
    (store / "store.json").write_text(json.dumps(said | {"place": "a\u001b[2Jb\nc"}))
    listed = run(chart_kernel, "store", "list", "--store", str(store)).stdout
    assert "\x1b" not in listed and "a\ufffd[2Jb\ufffdc" in listed and len(listed.splitlines()) == 2


def test_a_read_only_directory_is_said_once_and_charts_work(kernelspec, tmp_path, monkeypatch):
    # Root may write everywhere, so the way is blocked by a file.
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CHART_KERNEL_STORE", str(tmp_path / "file" / "stores"))
    manager = KernelManager(kernel_name=kernelspec)
    with (tmp_path / "said").open("wb") as said:
        manager.start_kernel(stderr=said)
    kernel = Kernel(manager)
    try:
        for name in ["a", "b"]:
            reply, _ = kernel.execute(f"kind: pie\nid: {name}\nslices: [{{value: 1}}]")
            assert reply["status"] == "ok"
        assert request(kernel, "chart/list")["charts"] == ["a", "b"]
    finally:
        kernel.client.stop_channels()
        manager.shutdown_kernel()
    assert (tmp_path / "said").read_text().count("Charts are not kept") == 1


def test_an_explicit_directory_that_cannot_be_had_is_a_fault(tmp_path, chart_kernel):
    (tmp_path / "file").write_text("")
    refused = run(
        chart_kernel, "serve", "--endpoint", f"ipc://{tmp_path}/a", "--store", str(tmp_path / "file" / "store"), code=1)
    assert "--store" in refused.stderr and "Not a directory" in refused.stderr
