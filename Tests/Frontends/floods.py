"""Clients that send more than can be answered, for the tests of survival and for the benchmark of what others notice."""

import contextlib
import json
import subprocess
import sys
import threading

from clients import SPENDING, Stdio, request

REQUESTS = {
    "light": request(1, "chart/rotate", {"chart": "b", "by": 7, "render": True}),
    "heavy": request(1, "chart/create", {"chart": "c", "spec": SPENDING, "render": True}),
    "garbage": {"jsonrpc": "2.0", "id": 1, "method": "chart/none", "params": {"x": ["y"] * 200}},
}

SCRIPT = """import sys, zmq
socket = zmq.Context().socket(zmq.DEALER)
socket.linger = 0
socket.connect(sys.argv[1])
request = sys.argv[2].encode()
socket.send(request)
socket.recv()
print("on", flush=True)
while True:
    for _ in range(50):
        socket.send(request)
    while socket.poll(0):
        socket.recv()
"""


@contextlib.contextmanager
def script(endpoint: str, kind: str):
    """A script that floods a server, of which chart `b` is asked; in a process of its own, since a process's threads take
    turns."""
    command = [sys.executable, "-c", SCRIPT, endpoint, json.dumps(REQUESTS[kind])]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as flooder:
        try:
            assert flooder.stdout.readline() == b"on\n"
            yield
            assert flooder.poll() is None, "the flood ended by itself"
        finally:
            flooder.kill()


@contextlib.contextmanager
def editor(endpoint: str):
    """An editor that floods a server through a bridge and reads no answer."""
    editor = Stdio("--connect", endpoint)
    message = Stdio.frame(REQUESTS["light"])

    def pour():
        with contextlib.suppress(BrokenPipeError, ValueError):
            while True:
                editor.process.stdin.write(message)

    thread = threading.Thread(target=pour)
    thread.start()
    try:
        yield
        assert editor.process.poll() is None, "the bridge ended by itself"
    finally:
        editor.process.kill()
        thread.join()
        editor.process.wait()
        for pipe in (editor.process.stdout, editor.process.stderr):
            pipe.close()


FLOODS = {kind: lambda endpoint, kind=kind: script(endpoint, kind) for kind in REQUESTS} | {"editor": editor}
