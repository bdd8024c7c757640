"""The launcher of deploy/kubernetes, against a gateway made of its documentation: a socket and a key."""

import base64
import contextlib
import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from Cryptodome.Cipher import AES, PKCS1_v1_5
from Cryptodome.PublicKey import RSA
from Cryptodome.Util.Padding import unpad
from jupyter_client import BlockingKernelClient

from clients import ROOT
from kernels import TIMEOUT, eventually

pytestmark = pytest.mark.timeout(60)

RUBBISH = [b"", b"\xff" * 100_000, b"[]", b"3", b"{" * 4000]
RUBBISH += [b'{"signum": "2"}', b'{"signum": 9999}', b'{"signum": [2]}', b'{"signum": -1}']
LAUNCHER = ROOT / "deploy/kubernetes/kernel-image/launch_chart_kernel.py"


class FakeGateway:
    """Waits for a kernel's connection, and asks its launcher for things."""

    def __init__(self, key: RSA.RsaKey):
        # An address of its own: at 127.0.0.1, a port that was a server's a moment ago is still called by that server's clients.
        self.key, self.socket = key, socket.create_server(("127.0.0.2", 0))
        self.socket.settimeout(TIMEOUT)

    @property
    def options(self) -> dict[str, str]:
        public = "".join(self.key.publickey().export_key("PEM").decode().splitlines()[1:-1])
        return {"response-address": f"127.0.0.2:{self.socket.getsockname()[1]}", "public-key": public, "kernel-id": "k-1"}

    def connection(self) -> dict:
        peer, _ = self.socket.accept()
        with peer, peer.makefile("rb") as stream:
            payload = json.loads(base64.b64decode(stream.read()))
        assert payload["version"] == 1
        secret = PKCS1_v1_5.new(self.key).decrypt(base64.b64decode(payload["key"]), b"")
        assert len(secret) == 16
        return json.loads(unpad(AES.new(secret, AES.MODE_ECB).decrypt(base64.b64decode(payload["conn_info"])), 16))

    @staticmethod
    def ask(connection: dict, data: bytes):
        with socket.create_connection((connection["ip"], connection["comm_port"]), timeout=TIMEOUT) as peer:
            peer.sendall(data)


@pytest.fixture(scope="module")
def key() -> RSA.RsaKey:
    return RSA.generate(1024)


@pytest.fixture
def gateway(key):
    gateway = FakeGateway(key)
    yield gateway
    gateway.socket.close()


@pytest.fixture
def launch(place, gateway, chart_kernel):
    """Starts launchers; none is left."""
    started = []

    def launch(variables=None, command=None, **options: str) -> subprocess.Popen:
        options = gateway.options | {name.replace("_", "-"): value for name, value in options.items()}
        words = [word for name, value in options.items() if value is not None for word in (f"--{name}", value)]
        words += ["--", *(command or [chart_kernel, "jupyter"])]
        started.append(place.start(sys.executable, LAUNCHER, *words, **(variables or {})))
        return started[-1]

    yield launch
    for process in started:
        process.terminate()
        process.wait(TIMEOUT)


def client(connection: dict) -> BlockingKernelClient:
    client = BlockingKernelClient()
    known = client.get_connection_info()
    client.load_connection_info({name: value for name, value in connection.items() if name in known})
    client.start_channels()
    client.wait_for_ready(timeout=TIMEOUT)
    return client


def test_it_reports_a_kernel_that_answers(launch, gateway):
    launcher = launch()
    connection = gateway.connection()
    assert connection["kernel_id"] == "k-1"
    assert connection["pid"] == launcher.pid
    assert connection["ip"] == "127.0.0.1", "not more than the way to the gateway"
    assert len(connection["key"]) >= 32
    kernel = client(connection)
    assert kernel.execute("%echo on", reply=True, timeout=TIMEOUT)["content"]["status"] == "ok"
    kernel.shutdown()
    kernel.stop_channels()
    assert launcher.wait(TIMEOUT) == 0


def test_options_come_from_the_environment_of_a_pod(launch, gateway):
    options = gateway.options
    variables = {
        "KERNEL_ID": "from-the-pod",
        "RESPONSE_ADDRESS": options["response-address"],
        "PUBLIC_KEY": options["public-key"],
        "PORT_RANGE": "31000..31999",
    }
    launcher = launch(variables, **{name.replace("-", "_"): None for name in options})
    connection = gateway.connection()
    assert connection["kernel_id"] == "from-the-pod"
    ports = [value for name, value in connection.items() if name.endswith("_port")]
    assert len(set(ports)) == 6 and all(31000 <= port <= 31999 for port in ports)
    launcher.terminate()
    assert launcher.wait(TIMEOUT) == 0


def test_the_spelling_of_enterprise_gateway_2_is_understood(place, gateway, chart_kernel):
    words = [word for name, value in gateway.options.items() for word in (f"--RemoteProcessProxy.{name}", value)]
    words += ["--RemoteProcessProxy.spark-context-initialization-mode", "none", "--", chart_kernel, "jupyter"]
    launcher = place.start(sys.executable, LAUNCHER, *words)
    connection = gateway.connection()
    gateway.ask(connection, b'{"shutdown": 1}')
    assert launcher.wait(TIMEOUT) == 0


def test_signals_reach_the_kernel_and_rubbish_does_nothing(launch, gateway):
    launcher = launch()
    connection = gateway.connection()
    kernel = client(connection)
    for data in RUBBISH:
        with contextlib.suppress(OSError):  # It may have heard enough.
            gateway.ask(connection, data)
    gateway.ask(connection, b'{"signum": 0}')
    request = kernel.execute("%echo begin\n" + '{"jsonrpc": "2.0", "method": "rpc.discover"}\n' * 20_000)
    while kernel.get_iopub_msg(timeout=TIMEOUT)["msg_type"] != "stream":
        pass
    gateway.ask(connection, b'{"signum": 2}')
    reply = kernel.get_shell_msg(timeout=TIMEOUT)
    while reply["parent_header"]["msg_id"] != request:
        reply = kernel.get_shell_msg(timeout=TIMEOUT)
    assert reply["content"]["ename"] == "Interrupted"
    kernel.stop_channels()
    gateway.ask(connection, b'{"shutdown": 1}')
    assert launcher.wait(TIMEOUT) == 0


def test_nothing_is_left_of_a_kernel(launch, gateway, place):
    launcher = launch()
    gateway.connection()
    folders = list(Path(place.environment["TMPDIR"]).glob("chart-launch-*"))
    assert len(folders) == 1 and folders[0].stat().st_mode & 0o077 == 0, "the key lies there"
    launcher.terminate()
    assert launcher.wait(TIMEOUT) == 0
    eventually(lambda: not list(Path(place.environment["TMPDIR"]).glob("chart-launch-*")), "the end of its files")
    assert place.kernels() == []


@pytest.mark.parametrize(
    "options, expected",
    [
        ({"response_address": "nowhere"}, "nowhere"),
        ({"public_key": "AAAA"}, "RSA key"),
        ({"port_range": "40000..40003"}, "no room for six ports"),
        ({"port_range": "70000..80000"}, "no room for six ports"),
        ({"port_range": "many"}, "many"),
        ({"kernel_id": None}, "--kernel-id"),
    ],
)
def test_bad_options_are_said(launch, place, options, expected):
    assert launch(**options).wait(TIMEOUT) == 2
    assert expected in place.log


def test_a_kernel_that_does_not_start_fails_the_launch(launch, place):
    assert launch(command=["false"]).wait(TIMEOUT) == 1
    assert launch(command=["no-such-program"]).wait(TIMEOUT) == 1
    assert "no-such-program" in place.log
