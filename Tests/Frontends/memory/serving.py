"""A server as the system sees it: what it holds of others; and that it serves whoever does all as it should be done."""

import contextlib
import os
import signal

import pytest

import needs
from clients import RPCError
from handover import HandOver, line, memory

MARKS = [
    needs.machine(hasattr(os, "memfd_create"), "memory without a name is Linux's"),
    pytest.mark.timeout(180),
]
"""Of all tests of the socket."""

NAMES = 4_096
"""The most names at once."""
MAPS = 16_384
"""The most memories at once, those that charts show included."""
CLIENTS = 256
"""The most connections at once."""


def descriptors(server) -> int:
    """How many it has, but for some of its own that come when they are needed: by which it looks at itself, its clock, and what
    stands for gaps."""
    own = ("/proc/", "anon_inode:[timerfd]", "/memfd:no numbers")
    count, folder = 0, f"/proc/{server.process.pid}/fd"
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            count += not os.readlink(f"{folder}/{name}").startswith(own)
    return count


def sockets(server) -> int:
    """How many of its descriptors are sockets: one for each connection, and its own."""
    count, folder = 0, f"/proc/{server.process.pid}/fd"
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            count += os.readlink(f"{folder}/{name}").startswith("socket:")
    return count


def maps(server) -> int:
    """How many pieces of others' memory it has."""
    with open(f"/proc/{server.process.pid}/maps") as lines:
        return sum("/memfd:test" in line for line in lines)


def memory_of(server, kind="RssAnon") -> int:
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith(kind))


def works(client, place):
    """Somebody who does all as it should be done is served."""
    with HandOver(place) as giver, memory([1, 5, 2]) as three:
        assert giver.give("of a friend", three) == {"bytes": 24}
        client.call("chart/create", chart="friend", spec=line("of a friend"), render=False)
        assert giver.release("of a friend") == {}
        assert client.call("chart/highlight", chart="friend", index=1, render=False)["events"][0]["value"] == 5
        client.call("chart/delete", chart="friend")
    assert client.call("chart/tap", chart="shown", x=360, y=120, render=False)["hit"]["kind"] == "slice"


@contextlib.contextmanager
def stopped(server):
    """While it does nothing, what is sent to it comes together."""
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)



def names(client) -> str:
    """What is said where memory is named that may be there."""
    try:
        client.call("chart/create", chart="none", spec=line("m", count=0), render=False)
        return "m"
    except RPCError as refusal:
        return "" if "there is no memory" in refusal.message else "m"
