"""`chart-kernel jupyter` as a process, with a connection file and clients of it."""

import json
import os
import pathlib
import subprocess
import uuid

import zmq

import clients

from .raw import CHANNELS, TIMEOUT, Client

PORTS = [f"{channel}_port" for channel in CHANNELS]


def environment(folder: pathlib.Path, parent: int | None, live=False) -> dict:
    """What the kernel's sockets go into a folder by, whom it is not to outlive, and whether charts are live."""
    variables = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "TMPDIR": str(folder)}
    variables.pop("JPY_PARENT_PID", None)
    # Most tests are about stills, whatever cell they name; `None` is what people have.
    variables.pop("CHART_KERNEL_LIVE", None)
    if live is not None:
        variables["CHART_KERNEL_LIVE"] = "1" if live else "0"
    return variables | ({"JPY_PARENT_PID": str(parent)} if parent else {})


def members(folder: pathlib.Path, transport="tcp", signed=True, encrypted=False, **others) -> dict:
    """The content of a connection file that leaves the ports to the kernel."""
    info = {"transport": transport, "ip": "127.0.0.1" if transport == "tcp" else str(folder / "k")}
    info |= {"key": uuid.uuid4().hex if signed else "", "signature_scheme": "hmac-sha256"}
    if encrypted:
        public, secret = zmq.curve_keypair()
        info |= {"curve_publickey": public.decode(), "curve_secretkey": secret.decode()}
    return {key: value for key, value in {**info, **others}.items() if value is not None}


def free_ports() -> dict:
    """Ports of a connection file that are free at the moment."""
    return {name: clients.free_port() for name in PORTS}


class Kernel:
    """A running kernel. Its folder holds what it makes; its connection file lies beside."""

    def __init__(self, folder: pathlib.Path, info: dict, *arguments: str, parent: int | None = os.getpid(), live=False):
        self.file = folder / "connection.json"
        self.runtime = folder / "run"
        self.runtime.mkdir(exist_ok=True)
        self.file.write_text(json.dumps(info))
        self.clients: list[Client] = []
        self.process = subprocess.Popen(
            [clients.program(), "jupyter", "-f", str(self.file), *arguments],
            env=environment(self.runtime, parent, live),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=open(folder / "stderr", "wb"),
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def info(self) -> dict:
        """The connection file as it is now."""
        return json.loads(self.file.read_text())

    @property
    def stderr(self) -> str:
        return self.file.with_name("stderr").read_text()

    def wait_for_ports(self):
        """Waits until the kernel has written where it listens."""

        def has_ports():
            assert self.process.poll() is None, self.stderr
            return all(int(self.info.get(port) or 0) for port in PORTS)

        clients.eventually(has_ports, message="the kernel did not write its ports")

    def connect(self, subscription: bytes | None = b"", **options) -> Client:
        """Another client."""
        self.clients.append(Client(self.info, subscription, **options))
        return self.clients[-1]

    def resident_bytes(self) -> int:
        """The memory it has in use."""
        return 1024 * int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.pid)]))

    def wait(self) -> int:
        """The exit code; what it printed is nothing, and it left no file."""
        code = self.process.wait(TIMEOUT)
        assert self.process.stdout.read() == b"", "stdout is nobody's"
        assert list(self.runtime.iterdir()) == [], "files were left"
        return code

    def kill(self):
        for client in self.clients:
            client.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
