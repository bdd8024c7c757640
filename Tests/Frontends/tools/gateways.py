"""Kernel gateways on loopback, and a client of the kernels behind them: HTTP and a websocket."""

import json
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path

import websocket

import needs
from clients import ended_on_failure, free_port
from environments import Environment
from kernels import TIMEOUT, eventually
from programs import MARK, Place

# Where kernels of launchers listen; Enterprise Gateway wants a thousand ports at least.
PORTS = range(29000, 31000)
REQUIREMENTS = Path(__file__).with_name("enterprise-gateway.txt")


def enterprise_python() -> str:
    """The Python that has Enterprise Gateway, in an environment below .venv, made when it is first asked for."""
    needs.require_machine(
        sys.version_info < (3, 12), "Enterprise Gateway 3 needs pyzmq 24, which has wheels for Python 3.11 at most")
    return Environment(REQUIREMENTS, is_above=False).python


class Gateway:
    """A gateway that runs, and its kernels."""

    def __init__(self, place: Place, name: str, *options: str):
        self.place, self.name, self.port = place, name, free_port()
        # Enterprise Gateway starts kernels for somebody, who must not be root.
        self.user = {} if name == "kernelgateway" else {"env": {"KERNEL_USERNAME": "somebody"}}
        if name == "kernelgateway":
            command, variables = ["jupyter", "kernelgateway"], {}
        else:
            command = [enterprise_python(), "-m", "enterprise_gateway"]
            variables = {
                # It hands on only what it is told to, and hears of kernels on all interfaces unless told otherwise.
                "EG_INHERITED_ENVS": ",".join([MARK, "PATH", "HOME", "TMPDIR"]),
                "EG_RESPONSE_IP": "127.0.0.1",
                "EG_REMOTE_HOSTS": "127.0.0.1",
                "EG_KERNEL_LOG_DIR": str(place.home),
                # Its launchers have to keep to it.
                "EG_PORT_RANGE": f"{PORTS[0]}..{PORTS[-1]}",
            }
        command += ["--ip=127.0.0.1", f"--port={self.port}", "--port_retries=0", *options]
        self.process = place.start(*command, **variables)
        with ended_on_failure(self.process):
            eventually(self.answers, f"the start of {name}", 40)

    def answers(self) -> bool:
        assert self.process.poll() is None, self.place.log
        try:
            return self.ask("GET", "")[0] == 200
        except OSError:
            return False

    def ask(self, method: str, path: str, **body) -> tuple[int, dict]:
        """A request to the gateway: the status and what it answers."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api{path}",
            method=method,
            data=json.dumps(body).encode() if method == "POST" else None,
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=40) as response:
                return response.status, json.loads(response.read() or b"{}")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"{}")

    def start(self, kernel: str) -> "RemoteKernel":
        status, model = self.ask("POST", "/kernels", name=kernel, **self.user)
        assert status == 201, (model, self.place.log)
        assert model["name"] == kernel
        return RemoteKernel(self, model["id"])

    def close(self):
        self.place.end(self.process)


class RemoteKernel:
    """A kernel behind a gateway."""

    def __init__(self, gateway: Gateway, id: str):
        self.gateway, self.id, self.socket = gateway, id, None
        self.connect()

    def connect(self):
        """Opens the websocket; again after a restart, since the kernel may have other ports."""
        if self.socket:
            self.socket.close()
        self.session = uuid.uuid4().hex
        server = f"ws://127.0.0.1:{self.gateway.port}"
        self.socket = websocket.create_connection(
            f"{server}/api/kernels/{self.id}/channels?session_id={self.session}", timeout=TIMEOUT
        )

    def ask(self, method: str, action: str = "") -> tuple[int, dict]:
        """A request about this kernel to the gateway."""
        return self.gateway.ask(method, f"/kernels/{self.id}{action}")

    def delete(self):
        """Ends the kernel, unless it has ended."""
        self.socket.close()
        # The gateway may see that it has ended at any moment.
        if self.ask("GET")[0] == 200:
            assert self.ask("DELETE")[0] in (204, 404)

    def send(self, type: str, content: dict, channel: str = "shell") -> str:
        """Sends a message: its identifier."""
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": type,
            "session": self.session,
            "username": "test",
            "version": "5.5",
            "date": "2020-01-01T00:00:00Z",
        }
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": channel}
        self.socket.send(json.dumps(message))
        return header["msg_id"]

    def execute(self, code: str) -> str:
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
        return self.send("execute_request", content | {"stop_on_error": True})

    def receive(self) -> dict:
        return json.loads(self.socket.recv())

    def until(self, request: str, reply: bool = True) -> tuple[dict, list[dict]]:
        """Waits for the reply to a request and its idle, which come in any order: the reply, and what was shown."""
        content, idle, shown = None, False, []
        deadline = time.monotonic() + 2 * TIMEOUT
        while content is None or not idle:
            assert time.monotonic() < deadline, "the end of a request did not come"
            message = self.receive()
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["channel"] == "iopub":
                idle = idle or message["content"].get("execution_state") == "idle"
                shown.append(message)
            else:
                content = message["content"]
        return content, shown

    def run(self, code: str) -> tuple[dict, list[dict]]:
        """Runs a cell: the reply, and what was shown."""
        return self.until(self.execute(code))
