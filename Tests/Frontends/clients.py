"""Clients of chart-kernel for the tests: JSON-RPC over stdio and over ZeroMQ, with nothing but json and pyzmq."""

import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import threading
import time

import zmq

ROOT = pathlib.Path(__file__).resolve().parents[2]

WIDGET = ROOT / "Sources/ChartWidget"
"""What live displays are made of."""


def widget_module() -> str:
    """The module that models carry: the files that the package names, in its order."""
    names = re.findall(r"PackageResources\.(\w+)_js", (WIDGET / "ChartWidget.swift").read_text())
    # One of them stands in pages of their own, too.
    parts = list(dict.fromkeys(names))
    assert sorted(parts) == sorted(path.stem for path in WIDGET.glob("*.js"))
    return "\n".join((WIDGET / f"{part}.js").read_text() for part in parts)


SPENDING = {
    "kind": "pie",
    "title": "Spending",
    "slices": [
        {"label": "Rent", "value": 25},
        {"label": "Food", "value": 30},
        {"label": "Travel", "value": 15},
        {"label": "Books", "value": 10},
        {"label": "Savings", "value": 20},
    ],
}


def program() -> str:
    """The binary under test: $CHART_KERNEL, or what was built last."""
    candidates = [os.environ.get("CHART_KERNEL"), ROOT / ".build/release/chart-kernel", ROOT / ".build/debug/chart-kernel"]
    for candidate in candidates:
        if candidate and pathlib.Path(candidate).exists():
            return str(candidate)
    raise FileNotFoundError("chart-kernel is not built: run `make build`")


WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = itertools.cycle(range(10_000 + 500 * WORKER, 10_500 + 500 * WORKER))


def free_port() -> int:
    """A port for a server that is going to listen in a moment.

    None that the system gives to whoever asks for any (from 32768 on): by the time that the server listens, a kernel of another
    test would have it. Nor one that another worker gives.
    """
    while True:
        port = next(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def find_chromium() -> str:
    """The system's Chromium; playwright's own cannot be had everywhere."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "Chromium is missing: `apt-get install chromium`"
    return path


def chromium(playwright):
    """A browser that finds nobody but this machine: what is shown there needs no network."""
    rules = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
    return playwright.chromium.launch(
        executable_path=find_chromium(), args=["--no-sandbox", f"--host-resolver-rules={rules}"])


class RPCError(Exception):
    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code, self.message, self.data = error["code"], error["message"], error.get("data")


def request(id, method, params=None):
    body = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        body["params"] = params
    return body


class Caller:
    """What both transports share: numbered requests, and notifications kept until somebody asks for them."""

    def __init__(self):
        self.count = 0
        self.notifications = []

    def call(self, method, **params):
        self.count += 1
        self.send(request(self.count, method, params))
        while True:
            answer = self.receive()
            if "id" not in answer:
                self.notifications.append(answer)
                continue
            assert answer["id"] == self.count, answer
            assert ("result" in answer) != ("error" in answer), answer
            if "error" in answer:
                raise RPCError(answer["error"])
            return answer["result"]

    def batch(self, method, calls):
        """What a method gives for each of many parameters that are sent at once."""
        first = self.count + 1
        self.count += len(calls)
        self.send([request(first + index, method, params) for index, params in enumerate(calls)])
        while isinstance(answers := self.receive(), dict):
            assert "id" not in answers, answers
            self.notifications.append(answers)
        results = {answer["id"]: answer for answer in answers}
        assert len(answers) == len(calls) and results.keys() == set(range(first, self.count + 1)), answers
        for answer in answers:
            if "error" in answer:
                raise RPCError(answer["error"])
        return [results[first + index]["result"] for index in range(len(calls))]

    def notification(self, timeout=10):
        """The next notification, whether it came already or is on its way."""
        if self.notifications:
            return self.notifications.pop(0)
        answer = self.receive(timeout)
        assert "id" not in answer, answer
        return answer


@contextlib.contextmanager
def ended_on_failure(process):
    """Ends a process that was just started if it turns out not to be of use: whoever started it has no hold of it yet."""
    try:
        yield
    except BaseException:
        process.kill()
        process.wait()
        raise


def ended(process):
    """The exit code of a process that is about to end. If it doesn't within 10 s it is killed, and that is an error."""
    try:
        return process.wait(10)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


class Stdio(Caller):
    """`chart-kernel stdio`, as an editor starts it."""

    def __init__(self, *arguments, cwd=None):
        super().__init__()
        self.process = subprocess.Popen(
            [program(), "stdio", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd
        )

    def write(self, data: bytes):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    @staticmethod
    def frame(body) -> bytes:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)

    def send(self, body):
        self.write(self.frame(body))

    def receive(self, timeout=20):
        timer = threading.Timer(timeout, self.process.kill)
        timer.start()
        try:
            header = self.process.stdout.readline()
            assert header.startswith(b"Content-Length: ") and header.endswith(b"\r\n"), (header, self.stderr())
            assert self.process.stdout.readline() == b"\r\n"
            return json.loads(self.process.stdout.read(int(header.split()[1])))
        finally:
            timer.cancel()

    def stderr(self):
        return self.process.stderr.read1() if self.process.poll() is not None else b""

    def close(self):
        """Closes the editor's side and returns the exit code."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        return ended(self.process)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Server:
    """`chart-kernel serve` on an ipc path or a loopback port.

    `endpoint` is where it listens; `address` has the token as well, where it asks for one, as `Dealer` and `--connect` take it.
    `wrapper` is a command that becomes the server at its end.
    """

    def __init__(self, endpoint, *arguments, cwd=None, wrapper=()):
        self.process = subprocess.Popen(
            [*wrapper, program(), "serve", "--endpoint", endpoint, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd
        )
        with ended_on_failure(self.process):
            line = self.process.stdout.readline().decode()
            words = [word for word in line.split() if "://" in word]
            assert words, (line, self.process.stderr.read1().decode())
            self.endpoint = words[0]
            # What follows it depends on the arguments alone.
            is_encrypted, has_list = (f"--curve-{name}-file" in arguments for name in ("secret-key", "client-keys"))
            if is_encrypted:
                self.public_key = self.said("public key: ")
            asks = endpoint.startswith("tcp") and not has_list and "--no-token" not in arguments
            self.token = self.said("token: ") if asks else None
            self.address = f"{self.endpoint}?token={self.token}" if asks else self.endpoint

    def said(self, beginning):
        """The rest of the next line."""
        line = self.process.stdout.readline().decode().rstrip("\n")
        assert line.startswith(beginning), line
        return line.removeprefix(beginning)

    def close(self):
        self.process.terminate()
        return ended(self.process)

    def __enter__(self):
        return self

    def __exit__(self, fault, *_):
        if fault is not None:
            # Why it has ended, if it has, would be lost with it.
            status = self.process.poll()
            self.process.terminate()
            try:
                self.process.wait(10)
            finally:
                self.process.kill()
            said = self.process.stderr.read()
            print(f"the server's status was {status}, and it said: {said.decode(errors='replace')[-4_000:]}")
        self.close()


@contextlib.contextmanager
def encrypted_server(folder: pathlib.Path, *arguments, keys=None):
    """A server whose connections are encrypted, with new keys if none are given, and its public key."""
    public, secret = keys or zmq.curve_keypair()
    file = folder / "secret.key"
    file.write_bytes(secret)
    file.chmod(0o600)
    with Server("tcp://127.0.0.1:*", "--curve-secret-key-file", str(file), *arguments) as server:
        yield server, public


class Dealer(Caller):
    """A DEALER or REQ client. A token behind the endpoint is given at once."""

    def __init__(self, endpoint, kind=zmq.DEALER, context=None, **options):
        super().__init__()
        self.socket = (context or zmq.Context.instance()).socket(kind)
        self.socket.linger = 0
        for name, value in options.items():
            setattr(self.socket, name, value)
        endpoint, _, token = endpoint.partition("?token=")
        self.socket.connect(endpoint)
        if token:
            self.call("initialize", protocolVersion="1.0", token=token)

    def send(self, body, *buffers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.socket.send_multipart([data, *buffers])

    def receive(self, timeout=20):
        if not self.socket.poll(timeout * 1000):
            raise TimeoutError("no answer")
        return json.loads(self.socket.recv_multipart()[0])

    def close(self):
        self.socket.close(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Editor:
    """An editor that starts `chart-kernel stdio`, is answered by it, and then lives until it is killed.

    It is a process of its own. Its own end of the pipe is held open elsewhere, too, so that the kernel sees no end of its input.
    """

    CODE = """
import os, signal, subprocess, sys
reader, writer = os.pipe()
os.set_inheritable(writer, True)
kernel = subprocess.Popen(sys.argv[1:], stdin=reader, stdout=subprocess.PIPE, pass_fds=[writer])
body = b'{"jsonrpc": "2.0", "id": 1, "method": "session/list"}'
os.write(writer, b"Content-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
assert kernel.stdout.readline().startswith(b"Content-Length: ")
print(kernel.pid, flush=True)
signal.pause()
"""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.CODE, program(), "stdio", *arguments], stdout=subprocess.PIPE
        )
        with ended_on_failure(self.process):
            self.kernel = int(self.process.stdout.readline())

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        if os.path.isdir("/proc/self"):
            return False
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False


def eventually(condition, timeout=10, message="it did not happen in time"):
    """Waits until a condition holds that can only be looked at from outside, and gives what it gave."""
    end = time.monotonic() + timeout
    while not (result := condition()):
        assert time.monotonic() < end, message
        # Nothing tells of it, or it would not be looked at.
        time.sleep(0.01)
    return result


def throughout(seconds, condition, message="it did not stay so"):
    """Looks for so long that a condition holds all the time: that something does not happen only time can show.

    The caller says how long whoever could do it needs for it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert condition(), message
        time.sleep(0.05)
    assert condition(), message


def svg(result) -> str:
    return result["display"]["image/svg+xml"]
