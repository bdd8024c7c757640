"""The handshake by which a kernel chooses its ports and says where it listens (protocol 5.6, JEP 66)."""

import json
import stat

import pytest
import zmq

from clients import eventually

from .kernel import PORTS, Kernel, free_ports
from .message import signature
from .raw import Client

pytestmark = pytest.mark.timeout(120)


class Registration:
    """The launcher's side: a service that kernels register with."""

    def __init__(self, folder):
        self.socket = zmq.Context.instance().socket(zmq.ROUTER)
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
        self.socket.close(0)


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
    client.request("shutdown_request", {"restart": False}, "control")
    client.close()
    assert kernel.wait() == 0
    # The kernel has said all that it ever will; this is for what may be on its way.
    assert not registration.socket.poll(100), "said once"


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


@pytest.mark.parametrize(
    "wrong", [{"registration_port": 0}, {"registration_port": "x"}, {"registration_ip": ""}, {"transport": "x"}]
)
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
