"""`ck.connect`: kernels and servers that run are joined by whatever people know of them, and what is wrong is said at once."""

import os
import signal
import subprocess
import sys
import threading

import chart_kernel as ck
import pytest
import zmq
from chart_kernel import _connection

import clients
from clients import Server, encrypted_server, eventually

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("runtime")]

SPENDING = {"kind": "pie", "id": "spending", "slices": [{"label": "Rent", "value": 25}, {"label": "Food", "value": 75}]}


def refused(server) -> str:
    with pytest.raises(ck.ProgramEnded) as caught:
        ck.connect(server)
    return str(caught.value)


@pytest.fixture
def start_kernel(tmp_path):
    """Starts kernels as Jupyter does for a notebook; their charts are made by whoever joins them."""
    kernels = []

    def start(notebook):
        from jupyter_client.connect import write_connection_file

        file, _ = write_connection_file(
            str(tmp_path / f"kernel-{len(kernels)}.json"), transport="ipc", ip=str(tmp_path / f"k{len(kernels)}"),
            key=b"0123456789abcdef",
        )
        kernels.append(subprocess.Popen(
            [clients.program(), "jupyter", "-f", file], env={**os.environ, "JPY_SESSION_NAME": notebook},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        ))
        eventually(lambda: len(ck.servers()) == len(kernels), message="the kernel is not listed")
        return kernels[-1], file

    yield start
    for kernel in kernels:
        kernel.terminate()
        kernel.wait(10)


def test_the_kernel_of_a_notebook_is_joined_by_all_that_it_is_called(start_kernel, tmp_path, monkeypatch):
    (tmp_path / "work").mkdir()
    (tmp_path / "work/sales.ipynb").write_text("{}")
    path = str(tmp_path / "work/sales.ipynb")
    kernel, file = start_kernel(path)
    monkeypatch.chdir(tmp_path / "work")
    (entry,) = ck.servers()
    with ck.connect(path) as owner:
        chart = ck.Chart(SPENDING, client=owner)
        names = (
            "sales.ipynb", "./sales.ipynb", "work/sales.ipynb", tmp_path / "work/sales.ipynb", file, os.path.basename(file),
            kernel.pid, str(kernel.pid), entry["endpoint"],
        )
        for number, name in enumerate(names, 1):
            with ck.connect(name) as client:
                assert ck.get("spending", client=client).rotate(by=1)["revision"] == number + 1
        assert chart.get()["revision"] == len(names) + 1
        assert "nothing that runs is called 'ales.ipynb'" in refused("ales.ipynb")


def test_what_does_not_run_is_told_with_what_does(start_kernel, tmp_path):
    assert refused("sales.ipynb") == "nothing that runs is called 'sales.ipynb'; nothing runs at all"
    kernel, _ = start_kernel("/home/me/sales.ipynb")
    (entry,) = ck.servers()
    there = f"jupyter of /home/me/sales.ipynb (process {kernel.pid}, {entry['endpoint']})"
    assert refused("costs.ipynb") == f"nothing that runs is called 'costs.ipynb'; there are: {there}"
    assert refused(1) == f"nothing that runs is called '1'; there are: {there}"
    # Nothing waits for it to come.
    assert refused(f"ipc://{tmp_path}/none.sock") == f"nobody answers at ipc://{tmp_path}/none.sock; `chart-kernel list` shows what runs"
    assert "nobody answers at tcp://127.0.0.1:9;" in refused("tcp://127.0.0.1:9")
    assert "cannot connect to carrier://pigeon: " in refused("carrier://pigeon")
    assert "cannot connect to ipc:///" in refused("ipc:///" + "x" * 200)


def test_of_two_with_a_name_both_are_told(start_kernel):
    for folder in ("one", "two"):
        start_kernel(f"/home/me/{folder}/sales.ipynb")
    said = refused("sales.ipynb")
    assert said.startswith("2 are called 'sales.ipynb'; say which by its process or its endpoint: ")
    for entry in ck.servers():
        assert f"jupyter of {entry['notebook']} (process {entry['processID']}, {entry['endpoint']})" in said
    with ck.connect("one/sales.ipynb") as client:
        [one] = [entry for entry in ck.servers() if entry["notebook"].endswith("one/sales.ipynb")]
        assert client.connection.endpoint == one["endpoint"]


def test_a_token_is_known_of_ones_own_servers_and_a_wrong_one_is_told():
    with Server("tcp://127.0.0.1:*") as server:
        for name in (server.endpoint, server.address, server.process.pid):
            with ck.connect(name) as client:
                assert client.chart_list() == {"charts": []}
        with pytest.raises(ck.NotAuthorized, match="token"):
            ck.connect(f"{server.endpoint}?token=wrong")
        # As one of somebody else, of which nothing is known here.
        with pytest.raises(ck.NotAuthorized, match="token"):
            ck.Client(server.endpoint).chart_list()
        with pytest.raises(ValueError, match="there can only be its token"):
            ck.connect(f"{server.endpoint}?tokn=wrong")


def test_a_key_is_known_of_ones_own_servers_and_a_wrong_one_is_told(tmp_path):
    with encrypted_server(tmp_path) as (server, public):
        with ck.connect(server.endpoint) as client:
            assert client.chart_list() == {"charts": []}
        with ck.Client(server.address, server_key=public.decode()) as client:
            assert client.chart_list() == {"charts": []}
        other, _ = zmq.curve_keypair()
        with pytest.raises(ck.ProgramEnded, match="refuses the connection; the key may be another server's"):
            ck.Client(server.address, server_key=other.decode()).chart_list()
        with pytest.raises(ck.ProgramEnded, match="refuses the connection; if its connections are encrypted, give its public key"):
            ck.Client(server.address).chart_list()


def test_one_that_does_not_answer_is_told_and_one_that_ended_too(tmp_path, monkeypatch):
    with Server(f"ipc://{tmp_path}/a.sock") as server:
        server.process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(_connection, "PATIENCE", 0.2)
        assert refused(server.endpoint) == f"the program at {server.endpoint} does not answer"
        server.process.send_signal(signal.SIGCONT)
        monkeypatch.undo()
        client = ck.connect(server.endpoint)
        client.close()
        with pytest.raises(ck.ProgramEnded, match="the connection to .* was closed"):
            client.chart_list()
        client = ck.connect(server.endpoint)
    eventually(lambda: not client.is_running, message="nobody has noticed the end")
    with pytest.raises(ck.ProgramEnded, match="the server at .*/a.sock has ended"):
        client.chart_list()


def test_what_could_not_be_joined_leaves_nothing_behind(tmp_path):
    refused(f"ipc://{tmp_path}/none.sock")
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    with Server("tcp://127.0.0.1:*") as server:
        for _ in range(5):
            refused(f"ipc://{tmp_path}/none.sock")
            refused("carrier://pigeon")
            with pytest.raises(ck.NotAuthorized):
                ck.connect(f"{server.endpoint}?token=wrong")
        eventually(lambda: threading.active_count() <= threads, message="a thread goes on")
    assert len(os.listdir("/proc/self/fd")) <= files


OTHER = """
import chart_kernel as ck, sys
chart = ck.pie({"Rent": 25, "Food": 30}, id="spending")
chart.on("valueSelected", lambda event: print(event["label"], flush=True))
print(chart.client.connection.program.pid, flush=True)
sys.stdin.readline()
chart.tap(390, 180)
sys.stdin.read()
"""


def test_the_program_of_another_python_is_joined_and_each_sees_what_the_other_does():
    environment = {**os.environ, "PYTHONPATH": str(clients.ROOT / "python/src")}
    with subprocess.Popen(
        [sys.executable, "-c", OTHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as other:
        pid = int(other.stdout.readline())
        with ck.connect(pid) as client:
            chart, told = ck.get("spending", client=client), threading.Event()
            chart.highlight(1)
            assert other.stdout.readline() == "Food\n"
            chart.on("valueSelected", lambda event: event["label"] == "Rent" and told.set())
            other.stdin.write("\n")
            other.stdin.flush()
            assert told.wait(20) and chart.selection["label"] == "Rent"
            other.stdin.close()
            eventually(lambda: not client.is_running, message="nobody has noticed the end")
        assert other.wait(20) == 0
