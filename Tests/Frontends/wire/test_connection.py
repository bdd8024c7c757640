"""Connection files, and every kind of connection."""

import stat

import pytest
import zmq

from .cells import pie
from .kernel import PORTS, free_ports, members
from .raw import Client

pytestmark = pytest.mark.timeout(120)


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────

CHOSEN = {
    "missing": {},
    "zero": dict.fromkeys(PORTS, 0),
    "zero as text": dict.fromkeys(PORTS, "0"),
    "null": dict.fromkeys(PORTS, None),
    "some": {"shell_port": 0, "hb_port": "0"},
}


@pytest.mark.parametrize("ports", CHOSEN.values(), ids=CHOSEN.keys())
def test_ports_left_to_the_kernel_are_written(start, folder, ports):
    """jupyter_client#487, positron#5799, vscode-jupyter#4574: ports chosen by the client were in use at the start."""
    info = {**members(folder), **ports, "kernel_name": "chart", "unknown": {"kept": [1]}}
    kernel = start(info=info)
    written = kernel.info
    assert all(isinstance(written[port], int) and 0 < written[port] < 65_536 for port in PORTS)
    assert len({written[port] for port in PORTS}) == 5
    assert {key: value for key, value in written.items() if key not in PORTS} == {
        key: value for key, value in info.items() if key not in PORTS
    }
    assert stat.S_IMODE(kernel.file.stat().st_mode) == 0o600
    assert kernel.connect().answers()


@pytest.mark.parametrize("write", [int, str])
def test_given_ports_are_used_and_the_file_is_left_alone(start, folder, write):
    ports = free_ports()
    info = {**members(folder), **{name: write(port) for name, port in ports.items()}}
    kernel = start(info=info)
    client = kernel.connect()
    assert client.answers() and client.answers("control")
    assert kernel.info == info


def test_ports_of_two_sorts(start, folder):
    ports = free_ports()
    kernel = start(info=members(folder, shell_port=ports["shell_port"], iopub_port=str(ports["iopub_port"])))
    assert int(kernel.info["shell_port"]) == ports["shell_port"]
    assert int(kernel.info["iopub_port"]) == ports["iopub_port"]
    assert kernel.connect().execute("%echo x").text == "x\n"


def test_members_of_the_least_file_have_defaults(start):
    kernel = start(info={"key": "k"})
    client = Client({"transport": "tcp", "ip": "127.0.0.1", **kernel.info})
    assert client.answers()
    client.close()


# ── Transports ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("encrypted", [False, True], ids=["plain", "curve"])
@pytest.mark.parametrize("signed", [True, False], ids=["signed", "unsigned"])
@pytest.mark.parametrize("transport", ["tcp", "ipc"])
def test_every_kind_of_connection(start, transport, signed, encrypted):
    """evcxr makes ipc endpoints that nobody connects to."""
    kernel = start(transport=transport, signed=signed, encrypted=encrypted)
    client = kernel.connect()
    assert client.answers() and client.answers("control")
    exchange = client.execute(pie("p") + "%echo x")
    assert exchange.types == ["execute_input", "display_data", "stream"]
    client.socket("hb").send(b"beat")
    assert client.has("hb", 20) and client.socket("hb").recv() == b"beat"
    assert kernel.connect().answers()
    assert client.request("shutdown_request", {"restart": False}, "control").content["status"] == "ok"
    assert kernel.wait() == 0


def test_ipc_sockets_are_the_users_alone(start):
    kernel = start(transport="ipc")
    kernel.connect().answers()
    sockets = [path for path in kernel.runtime.iterdir() if stat.S_ISSOCK(path.stat().st_mode)]
    assert len(sockets) == 7, "five of Jupyter's, one for JSON-RPC and one for memory"
    assert all(stat.S_IMODE(path.stat().st_mode) & 0o077 == 0 for path in sockets)


@pytest.mark.parametrize("transport", ["tcp", "ipc"])
@pytest.mark.parametrize("keys", ["none", "another server's"])
def test_who_lacks_the_servers_key_hears_nothing(start, transport, keys):
    kernel = start(transport=transport, encrypted=True)
    client = kernel.connect()
    info = {key: value for key, value in kernel.info.items() if not key.startswith("curve")}
    if keys != "none":
        info["curve_publickey"] = zmq.curve_keypair()[0].decode()
    stranger = Client(info, None)
    stranger.sockets["iopub"] = stranger.connect(zmq.SUB, "iopub", subscribe=b"")
    for channel in ("shell", "control"):
        stranger.send("kernel_info_request", channel=channel)
    stranger.socket("hb").send(b"beat")
    assert client.execute("%echo secret").text == "secret\n"
    # Nothing ever comes to who is not let in, so that only time can show it: as long as the cell took, and this.
    for channel in ("iopub", "shell", "control", "hb"):
        assert not stranger.has(channel, 0.1), channel
    stranger.close()
    assert {message.type for message in client.early} == set(), "nor was it heard"
