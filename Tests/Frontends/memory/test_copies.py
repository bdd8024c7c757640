"""What the program copies out of its clients: theirs alone, and only what is there."""

import ctypes
import fcntl
import mmap
import os
import platform
import socket
import struct
import subprocess
import sys

import numpy
import pytest

import handover
import needs
from clients import SPENDING, Dealer, Server, eventually
from handover import HandOver
from serving import MAPS, MARKS, memory_of, works

pytestmark = MARKS


@pytest.fixture
def numbers():
    """An array of this process, and where it lies."""
    array = numpy.arange(100_000.0)
    return array, array.__array_interface__["data"][0]


def lend(giver, address, count, name="m") -> dict:
    """Has bytes copied out of this process."""
    return giver.ask({"memory": name, "address": address, "bytes": count})


NOWHERE = [
    (0, 8), (8, 8), (2**47 - 4096, 4096), (2**63 - 8, 8), (2**63 - 1, 2**63 - 1), (None, 2**63 - 1), (None, 2**62), (None, 2**40),
    (-1, 8), (-(2**63), 8), (None, -1), (None, -(2**63)), (2**63, 8), (2**64, 8), (1e300, 8), (0.5, 8), ("0", 8), ([], 8), (None, "8"),
    (None, 1e300), (None, []), (None, {}),
]
"""Addresses, that of an array if none, and how many bytes."""


@pytest.mark.parametrize("address, count", NOWHERE)
def test_bytes_that_are_not_there_are_not_copied(server, client, place, giver, numbers, address, count):
    before = memory_of(server)
    for _ in range(3):
        assert "error" in lend(giver, numbers[1] if address is None else address, count)
    assert lend(giver, numbers[1] + 8, 80) == {"bytes": 80} and giver.release("m") == {}
    works(client, place)
    assert memory_of(server) - before < 16 << 20


def test_copies_that_fail_leave_no_maps(server, client, place, giver, numbers):
    """As many as there can be memories."""
    for first in range(0, MAPS + 64, 64):
        for number in range(first, first + 64):
            giver.send(b'{"memory": "m", "address": 8, "bytes": %d}\n' % (4096 + number))
        assert all("cannot be copied" in giver.line()["error"] for _ in range(64))
    assert lend(giver, numbers[1], 80) == {"bytes": 80}
    works(client, place)


def test_a_copy_is_only_made_where_there_is_room(tmp_path):
    with Server(f"ipc://{tmp_path}/s.sock", "--memory-limit", "100M") as server, Dealer(server.endpoint) as client:
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        place = handover.socket_of(client)
        large = numpy.zeros(20_000_000)
        with HandOver(place) as giver:
            before = memory_of(server, "VmHWM")
            for _ in range(10):
                assert "--memory-limit" in lend(giver, large.__array_interface__["data"][0], large.nbytes)["error"]
            assert memory_of(server, "VmHWM") - before < large.nbytes // 4
            assert lend(giver, large.__array_interface__["data"][0], large.nbytes // 4) == {"bytes": large.nbytes // 4}
        works(client, place)


FIRST_AND_OTHER = """
import ctypes, os, sys
sys.path[:0] = sys.argv[2].split(os.pathsep)
from handover import HandOver
text = ctypes.create_string_buffer(b"12345678")
ask = {"memory": "m", "address": ctypes.addressof(text), "bytes": 8}
giver = HandOver(sys.argv[1])
reading, writing = os.pipe()
if os.fork() == 0:
    os.close(writing)
    text.value = b"87654321"
    print(giver.ask(ask), flush=True)
    # Until the first one has gone, who alone could write.
    os.read(reading, 1)
    giver.ask({"release": "m"})
    print(giver.ask(ask), flush=True)
    os._exit(0)
os.read(0, 1)
"""


def test_a_copy_is_of_who_has_connected_and_of_nobody_when_that_has_gone(client, place):
    """Whoever was given the connection has no other process read by it."""
    command = [sys.executable, "-c", FIRST_AND_OTHER, place, os.pathsep.join(sys.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"{'bytes': 8}\n"
        spec = {"kind": "line", "series": [{"values": {"memory": "m", "type": "uint8"}}]}
        client.call("chart/create", chart="a", spec=spec, render=False)
        assert client.call("chart/highlight", chart="a", index=0, render=False)["events"][0]["value"] == ord("1")
        process.stdin.close()
        assert b"cannot be copied" in process.stdout.readline()


SUCCESSOR = """
import ctypes, os, signal, sys
sys.path[:0] = sys.argv[2].split(os.pathsep)
import handover
from clients import Dealer, Server
text = ctypes.create_string_buffer(b"12345678")

def follow(first, giver):
    os.kill(first, signal.SIGKILL)
    while os.path.exists(f"/proc/{first}"):
        pass
    # The server may begin threads meanwhile, which have numbers, too.
    for _ in range(1_000):
        with open("/proc/sys/kernel/ns_last_pid", "w") as file:
            file.write(str(first - 1))
        process = os.fork()
        if process == 0:
            signal.pause()
        if process == first:
            break
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    print(process == first, giver.ask({"memory": "m", "address": ctypes.addressof(text), "bytes": 8}), flush=True)
    os.kill(process, signal.SIGKILL)
    os._exit(0)

with Server(sys.argv[1]) as server:
    with Dealer(server.endpoint) as client:
        place = handover.socket_of(client)
    first = os.fork()
    if first == 0:
        with handover.HandOver(place) as giver:
            first = os.getpid()
            if os.fork() == 0:
                follow(first, giver)
            signal.pause()
    os.waitpid(first, 0)
    # The other one, which is this one's now: the first process of a namespace is everybody's parent.
    while os.waitpid(-1, 0)[0] == server.process.pid:
        pass
"""


def test_who_has_the_number_of_a_client_that_has_gone_is_not_read(tmp_path):
    """In a namespace of its own, where the test may choose what a process is called."""
    with socket.socketpair()[0] as any_one:
        try:
            os.close(any_one.getsockopt(socket.SOL_SOCKET, 77))
        except OSError:
            needs.require_machine(False, "its system does not tell that who has connected has gone: Linux does since 6.5")
    alone = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"]
    command = [*alone, sys.executable, "-c", SUCCESSOR, f"ipc://{tmp_path}/s.sock", os.pathsep.join(sys.path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    is_successor, answer = done.stdout.split(" ", 1) if done.stdout else ("", done.stderr)
    assert is_successor == "True", done.stderr
    assert "has ended" in answer


def never_there() -> tuple[mmap.mmap, int]:
    """Memory of this process whose reader waits until somebody fills it, which nobody does, and where it lies."""
    faults = ctypes.CDLL(None).syscall(323, os.O_CLOEXEC)
    needs.require_machine(
        platform.machine() == "x86_64" and faults >= 0, "takes an x86-64 whose system lets one have userfaultfd(2)")
    # Of userfaultfd(2): UFFDIO_API, and UFFDIO_REGISTER for what is missing.
    fcntl.ioctl(faults, 0xC018AA3F, bytearray(struct.pack("3Q", 0xAA, 0, 0)))
    room = mmap.mmap(-1, 1 << 20)
    address = ctypes.addressof(ctypes.c_char.from_buffer(room))
    fcntl.ioctl(faults, 0xC020AA00, bytearray(struct.pack("4Q", address, 1 << 20, 1, 0)))
    return room, address


def test_a_copy_that_never_comes_to_an_end_does_not_keep_the_server_alive(server, client, place):
    room, address = never_there()
    with HandOver(place) as giver:
        giver.send(b'{"memory": "m", "address": %d, "bytes": 8}\n' % address)
        # From then on the server is at it.
        status = f"/proc/{server.process.pid}/task"
        eventually(lambda: any("userfault" in open(f"{status}/{task}/wchan").read() for task in os.listdir(status)))
        assert client.call("chart/tap", chart="shown", x=360, y=120, render=False)["hit"]["kind"] == "slice"
        assert server.close() == 0
        assert not os.path.exists(place)
    server.__init__(server.endpoint)
