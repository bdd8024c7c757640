"""The memory socket by hand: lines of JSON with descriptors beside them."""

import array
import contextlib
import fcntl
import json
import os
import socket

import numpy

SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


class HandOver:
    """A connection over which memory can be handed over."""

    def __init__(self, path: str, timeout=20):
        self.socket = socket.socket(socket.AF_UNIX)
        # Waits for a place where many wait.
        self.socket.connect(path)
        self.socket.settimeout(timeout)
        self.rest = b""

    def send(self, data: bytes, descriptors=()):
        """Bytes, whether they are a line or not, and descriptors beside the first of them."""
        beside = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        assert self.socket.sendmsg([data], beside) == len(data)

    def line(self) -> dict:
        """What is answered next."""
        while b"\n" not in self.rest:
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionError("the server has hung up")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def ask(self, request, *descriptors: int) -> dict:
        self.send(json.dumps(request).encode() + b"\n", descriptors)
        return self.line()

    def give(self, name: str, descriptor: int) -> dict:
        return self.ask({"memory": name}, descriptor)

    def release(self, name: str) -> dict:
        return self.ask({"release": name})

    def is_ended(self) -> bool:
        """Waits until the server hangs up."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except ConnectionError:
            pass
        return True

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


@contextlib.contextmanager
def memory(numbers=(), size=None, seals=SEALS, type="<f8"):
    """Memory that holds numbers, or zeros up to a size; sealed, unless there are no seals to be."""
    descriptor = os.memfd_create("test", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        data = numpy.asarray(numbers, type).tobytes()
        os.ftruncate(descriptor, len(data) if size is None else size)
        os.pwrite(descriptor, data, 0)
        if seals:
            fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
        yield descriptor
    finally:
        os.close(descriptor)


def socket_of(client) -> str:
    """Where a server takes memory, as it says itself."""
    return client.call("initialize", protocolVersion="1.0")["capabilities"]["memory"]["socket"]


def line(name: str, **column) -> dict:
    """A chart of numbers in memory."""
    return {"kind": "line", "series": [{"values": {"memory": name, **column}}]}
