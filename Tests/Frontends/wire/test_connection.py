"""Connection files, every kind of connection, and the handshake by which a kernel says where it listens."""

import json
import stat

import pytest
import zmq
from clients import eventually

from .cells import pie
from .kernel import PORTS, Kernel, free_ports, members
from .message import signature
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
    assert len(sockets) == 6, "five of Jupyter's and one for JSON-RPC"
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
    for channel in ("iopub", "shell", "control", "hb"):
        assert not stranger.has(channel, 0.1), channel
    stranger.close()
    assert {message.type for message in client.early} == set(), "nor was it heard"


# ── Handshake (protocol 5.6, JEP 66) ─────────────────────────────────────────────────────────────────────────────────


class Registration:
    """The launcher's side: a service that kernels register with."""

    def __init__(self, folder):
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.ROUTER)
        port = self.socket.bind_to_random_port("tcp://127.0.0.1")
        self.key = "registration's"
        self.info = {
            "kernel_id": "the kernel's id",
            "transport": "tcp",
            "registration_ip": "127.0.0.1",
            "registration_port": port,
            "signature_scheme": "hmac-sha256",
            "key": self.key,
        }
        self.folder = folder

    def start(self, *arguments, **info) -> Kernel:
        return Kernel(self.folder, {**self.info, **info}, *arguments)

    def sign(self, content: bytes) -> bytes:
        return signature(self.key.encode(), [content])

    def receive(self) -> tuple[bytes, dict]:
        """A kernel's registration, verified: whom it is from, and what it says."""
        assert self.socket.poll(20_000), "no kernel registered"
        identity, delimiter, signature, content = self.socket.recv_multipart()
        assert delimiter == b"<IDS|MSG>"
        assert signature == self.sign(content)
        return identity, json.loads(content)

    def acknowledge(self, identity: bytes, content: bytes = b'{"status": "ok"}', signature: bytes | None = None):
        signature = self.sign(content) if signature is None else signature
        self.socket.send_multipart([identity, b"<IDS|MSG>", signature, content])

    def close(self):
        self.context.destroy(0)


@pytest.fixture
def registration(folder):
    service = Registration(folder)
    yield service
    service.close()


@pytest.fixture
def register(registration):
    """Starts kernels with a registration file; none is left."""
    kernels = []

    def start(*arguments, **info) -> Kernel:
        kernels.append(registration.start(*arguments, **info))
        return kernels[-1]

    yield start
    for kernel in kernels:
        kernel.kill()


def ending(kernel) -> str:
    """What a kernel says that ends because of its handshake: one line."""
    assert kernel.wait() == 1
    (line,) = kernel.stderr.strip().splitlines()
    return line


@pytest.mark.parametrize("write", [int, str])
def test_handshake(registration, register, write):
    kernel = register(registration_port=write(registration.info["registration_port"]))
    identity, said = registration.receive()
    assert said.keys() == {"kernel_id", *PORTS}
    assert said["kernel_id"] == "the kernel's id"
    assert all(isinstance(said[port], str) and 0 < int(said[port]) < 65_536 for port in PORTS)
    registration.acknowledge(identity)
    client = Client({**registration.info, "ip": "127.0.0.1", **said})
    assert client.execute("%echo x").text == "x\n"
    # Other clients connect by the file.
    kernel.wait_for_ports()
    written = kernel.info
    assert {port: int(written[port]) for port in PORTS} == {port: int(said[port]) for port in PORTS}
    assert written["key"] == registration.key and written["ip"]
    assert stat.S_IMODE(kernel.file.stat().st_mode) == 0o600
    assert kernel.connect().answers()
    assert not registration.socket.poll(100), "said once"
    client.request("shutdown_request", {"restart": False}, "control")
    client.close()
    assert kernel.wait() == 0


def test_restart_registers_again(registration, register):
    """The registration file now holds ports, too."""
    first = register()
    registration.acknowledge(registration.receive()[0])
    first.wait_for_ports()
    first.process.terminate()
    assert first.wait() == 0
    second = register(**first.info)
    identity, said = registration.receive()
    registration.acknowledge(identity)
    assert said["kernel_id"] == "the kernel's id"
    eventually(lambda: second.info.get("ip"), message="the file")
    client = Client({**registration.info, "ip": "127.0.0.1", **said})
    assert client.answers()
    client.close()


def test_many_kernels_register_at_once(registration, folder):
    """jupyter_client#487: twenty of them, and some ports were another's."""
    places = [folder / str(number) for number in range(12)]
    kernels = []
    try:
        for number, place in enumerate(places):
            place.mkdir()
            kernels.append(Kernel(place, {**registration.info, "kernel_id": str(number)}))
        ports = {}
        for _ in kernels:
            identity, said = registration.receive()
            ports[said["kernel_id"]] = said
            registration.acknowledge(identity)
        assert len({said[port] for said in ports.values() for port in PORTS}) == 5 * len(kernels)
        for kernel in kernels:
            kernel.wait_for_ports()
            assert kernel.connect().answers()
    finally:
        for kernel in kernels:
            kernel.kill()


def test_without_an_acknowledgement_it_ends(registration, register):
    kernel = register("--handshake-timeout", "0.5")
    registration.receive()
    assert "registration" in ending(kernel).lower()


def test_without_a_service_it_ends(registration, register):
    kernel = register("--handshake-timeout", "0.5", registration_port=free_ports()["hb_port"])
    assert "registration" in ending(kernel).lower()


WRONG = {
    "unsigned": (b"{}", b""),
    "another key": (b"{}", b"0" * 64),
    "short": (b"{}", b"0" * 63),
    "long": (b"{}", b"0" * 100_000),
}


@pytest.mark.parametrize("content, signature", WRONG.values(), ids=WRONG.keys())
def test_wrongly_signed_acknowledgement_ends_it(registration, register, content, signature):
    kernel = register("--handshake-timeout", "3")
    registration.acknowledge(registration.receive()[0], content, signature)
    assert "sign" in ending(kernel)


def test_acknowledgement_of_odd_frames_ends_it_or_is_ignored(registration, register):
    kernel = register("--handshake-timeout", "0.5")
    identity, _ = registration.receive()
    for frames in ([b""], [b"<IDS|MSG>"], [b"x"] * 100, [b"<IDS|MSG>", b"", b"", b"", b""], [b"x" * 1_000_000]):
        registration.socket.send_multipart([identity, *frames])
    ending(kernel)


def test_empty_key_signs_nothing(registration, register):
    registration.key = ""
    kernel = register(key="")
    identity, said = registration.receive()
    registration.acknowledge(identity)
    kernel.wait_for_ports()
    assert kernel.connect().answers()


@pytest.mark.parametrize("wrong", [{"registration_port": 0}, {"registration_port": "x"}, {"registration_ip": ""}, {"transport": "x"}])
def test_wrong_registration_file_is_said_in_one_line(register, wrong):
    kernel = register(**wrong)
    assert str(kernel.file) in ending(kernel)


def test_signal_during_the_handshake_doesnt_kill(registration, register):
    kernel = register()
    identity, said = registration.receive()
    for _ in range(5):
        kernel.process.send_signal(2)
    registration.acknowledge(identity)
    kernel.wait_for_ports()
    assert kernel.connect().answers()
