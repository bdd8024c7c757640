"""Messages and bytes that no right client sends."""

import contextlib
import json
import random
import socket
import struct
import uuid

from .message import DELIMITER, header, signature
from .raw import CHANNELS, Client

# What ends a run of garbage early: the kernel hangs up, as it should.
HUNG_UP = (ConnectionError, BrokenPipeError, TimeoutError)


def garbage(count: int, seed: int = 0) -> bytes:
    """The same bytes for every run."""
    return random.Random(seed).randbytes(count)


def signed(client: Client, *dictionaries: bytes) -> list[bytes]:
    """A message with a right signature over whatever frames."""
    return [DELIMITER, signature(client.key, dictionaries), *dictionaries]


def with_part(client: Client, index: int, part: bytes) -> list[bytes]:
    """A rightly signed request for a cell, of which one of the four dictionaries is something else."""
    right = client.frames("execute_request", {"code": "%echo hacked"})[2:]
    right[index] = part
    return signed(client, *right)


def forgeries(client: Client) -> list[list[bytes]]:
    """Requests for a cell that must not be run: each frame tampered with, cut, unsigned, wrongly signed."""
    found = []

    def forge(change):
        message = client.frames("execute_request", {"code": "%echo hacked"})
        change(message)
        found.append(message)

    for index in range(2, 6):
        forge(lambda message: message.__setitem__(index, message[index] + b" "))
        forge(lambda message: message.__setitem__(index, message[index].replace(b"}", b" }")))
        forge(lambda message: message.__setitem__(index, b""))
        forge(lambda message: message.__delitem__(index))
    for signature_ in wrong_signatures(client):
        forge(lambda message: message.__setitem__(1, signature_))
    for length in range(6):
        forge(lambda message: message.__delitem__(slice(length, None)))
    # Another key's, and one that signs the buffers, too.
    other = {"code": "%echo hacked"}
    head = header("execute_request", client.session)
    dictionaries = [json.dumps(part).encode() for part in (head, {}, {}, other)]
    found.append([DELIMITER, signature(uuid.uuid4().hex.encode(), dictionaries), *dictionaries])
    found.append([DELIMITER, signature(client.key, [*dictionaries, b"buffer"]), *dictionaries, b"buffer"])
    found.append(dictionaries)
    return [message for message in found if message]


def wrong_signatures(client: Client) -> list[bytes]:
    """Signatures that no message has: empty, short, long, of other lengths, no hexadecimal, not even text."""
    lengths = [b"0" * length for length in (0, 1, 63, 64, 65, 100_000)]
    return [*lengths, b"g" * 64, b"\x00" * 64, b"\xff" * 64, client.key]


def deep(count: int = 100_000) -> list[bytes]:
    """Documents nested without end, and ones that seem to be."""
    whole = [b'{"a":' * count + b"1" + b"}" * count, b"[" * count + b"]" * count]
    return [*whole, b'{"a":' + b"[" * count, b'{"a":' * count]


def ignored(client: Client, channel: str, messages):
    """Sends messages; the next thing that is answered, and that is published, must be of what comes after them."""
    for message in messages:
        client.socket(channel).send_multipart(message)
    id = client.send("kernel_info_request", channel=channel)
    client.reply(id, channel)
    first = client.published()
    assert first.parent_id == id, f"published because of a bad message: {first}"
    while client.published().state != "idle":
        pass


def tcp(client: Client, channel: str) -> socket.socket:
    """A plain TCP connection to a channel."""
    return socket.create_connection((client.info["ip"], client.info[channel + "_port"]), timeout=5)


def send_bytes(client: Client, channel: str, data: bytes):
    """Sends bytes until the kernel hangs up."""
    with tcp(client, channel) as connection, contextlib.suppress(*HUNG_UP):
        connection.sendall(data)


def zmtp(kind: bytes) -> bytes:
    """What a peer says until it may send messages (ZMTP 3.0 without security)."""
    name = b"\x05READY\x0bSocket-Type" + struct.pack(">I", len(kind)) + kind
    greeting = b"\xff" + b"\x00" * 8 + b"\x7f" + b"\x03\x00" + b"NULL".ljust(20, b"\x00") + b"\x00" + b"\x00" * 31
    return greeting + b"\x04" + bytes([len(name)]) + name


def is_let_in(connection: socket.socket, seconds=20) -> bool:
    """Whether the other side greets a peer that has greeted it, and goes on to say what it is."""
    connection.settimeout(seconds)
    data = b""
    try:
        while b"\x05READY" not in data:
            part = connection.recv(1_000)
            if not part:
                return False
            data += part
    except (ConnectionError, TimeoutError):
        return False
    return True


# What peers say until they are to tell their names: ZMTP 1 without a version, 1 with one, and 2.
OLD_GREETINGS = [b"\x08\x00", b"\xff" + b"\x00" * 8 + b"\x7f\x00\x05", b"\xff" + b"\x00" * 8 + b"\x7f\x01\x05"]


def hangs_up(connection: socket.socket) -> bool:
    """Whether the other side ends a connection within its timeout, whatever it says before."""
    try:
        while connection.recv(1_000):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def large_frame(size: int, flags: int = 0x02) -> bytes:
    """The beginning of a frame of so many bytes."""
    return bytes([flags]) + struct.pack(">Q", size)


PEERS = dict(zip(CHANNELS, (b"DEALER", b"SUB", b"DEALER", b"DEALER", b"REQ")))
