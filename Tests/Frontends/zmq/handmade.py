"""Connections that speak ZeroMQ's protocol (ZMTP 3.0, without encryption) by hand."""

import socket
import struct


def connection(endpoint) -> socket.socket:
    """One that has said nothing yet."""
    kind, _, place = endpoint.partition("://")
    if kind == "tcp":
        made = socket.create_connection(("127.0.0.1", int(place.rsplit(":", 1)[1])))
    else:
        made = socket.socket(socket.AF_UNIX)
        made.connect(place)
    made.settimeout(20)
    return made


def client(endpoint, name=b"") -> socket.socket:
    """One that was let in, and has said who it is, by a name if it has one."""
    made = connection(endpoint)
    made.sendall(b"\xff" + b"\0" * 8 + b"\x7f\x03\0" + b"NULL".ljust(20, b"\0") + b"\0" * 32)
    assert read(made, 64)[10] == 3
    _, size = read(made, 2)
    read(made, size)
    ready = b"\x05READY" + named(b"Socket-Type", b"DEALER") + named(b"Identity", name)
    made.sendall(b"\x04" + bytes([len(ready)]) + ready)
    return made


def named(key, value) -> bytes:
    return bytes([len(key)]) + key + struct.pack(">I", len(value)) + value


def frame(body) -> bytes:
    return b"\0" + bytes([len(body)]) + body if len(body) < 256 else b"\x02" + struct.pack(">Q", len(body)) + body


def read(made, count) -> bytes:
    data = b""
    while len(data) < count:
        part = made.recv(count - len(data))
        assert part, "the server has hung up"
        data += part
    return data


def is_ended(made) -> bool:
    """Waits until the server hangs up."""
    try:
        while made.recv(1 << 16):
            pass
        return True
    except ConnectionError:
        return True
