"""The memory socket against clients that are clumsy, hostile, or gone: the server lives, keeps nothing of theirs, and serves others."""

import contextlib
import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import random
import select
import signal
import socket
import stat
import struct
import subprocess
import sys

import numpy
import pytest

import handover
from clients import SPENDING, Dealer, RPCError, Server, ended, eventually
from handover import HandOver, line, memory

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="memory without a name is Linux's"),
    pytest.mark.timeout(180),
]

NAMES = 4_096
"""The most names at once."""
MAPS = 16_384
"""The most memories at once, those that charts show included."""
CLIENTS = 256
"""The most connections at once."""


@pytest.fixture
def server(tmp_path):
    with Server(f"ipc://{tmp_path}/s.sock") as server:
        yield server
        assert server.process.poll() is None, server.process.stderr.read1().decode()


@pytest.fixture
def client(server):
    with Dealer(server.endpoint) as client:
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        yield client


@pytest.fixture
def place(client):
    """Where memory is handed over."""
    return handover.socket_of(client)


@pytest.fixture
def giver(place):
    with HandOver(place) as giver:
        # From its first answer on it is connected.
        assert "error" in giver.ask({})
        yield giver


def descriptors(server) -> int:
    """How many it has, but for some of its own that come when they are needed: by which it looks at itself, its clock, and what
    stands for gaps."""
    own = ("/proc/", "anon_inode:[timerfd]", "/memfd:no numbers")
    count, folder = 0, f"/proc/{server.process.pid}/fd"
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):
            count += not os.readlink(f"{folder}/{name}").startswith(own)
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


# Lines and descriptors -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data, count",
    [
        (b"", 0),
        (b'{"memory": "h', 0),
        (b'{"memory": "half"', 1),
        (b" ", 1),
        (b"x" * 5_000, 1),
        (b'{"memory": "two"}\n', 2),
        (b'{"memory": "many"}\n', 100),
        (b'{"memory": "as many as can be"}\n', 253),
    ],
)
def test_halves_and_too_many_descriptors_leave_nothing(server, client, place, data, count):
    before = descriptors(server)
    for _ in range(3):
        with HandOver(place) as giver, memory([1]) as one:
            if data:
                giver.send(data, [one] * count)
            if len(data) > 4_096 or count > 1:
                assert giver.is_ended()
    eventually(lambda: descriptors(server) == before)
    works(client, place)
    eventually(lambda: descriptors(server) == before and maps(server) == 0)


@pytest.mark.parametrize(
    "request_, reason",
    [
        ({"memory": "a"}, "without a descriptor"),
        ({"memory": 7}, "names neither"),
        ({"memory": None}, "names neither"),
        ({}, "names neither"),
        ([], "names neither"),
        ({"release": "of nobody"}, "not handed over here"),
        ("garbage", "names neither"),
    ],
)
def test_a_line_that_says_nothing_is_told_so_and_the_connection_goes_on(giver, request_, reason):
    assert reason in giver.ask(request_)["error"]
    giver.send(b"no JSON\n[[[[\n\xff\xfe\n\n")
    assert [giver.line()["error"] for _ in range(4)] == ["is no line of JSON"] * 4
    with memory([1]) as one:
        assert "1 to 200 bytes" in giver.give("", one)["error"]
        assert "1 to 200 bytes" in giver.give("x" * 201, one)["error"]
        assert giver.give("ü" * 100, one) == {"bytes": 8}


def test_of_lines_that_come_together_the_one_that_needs_it_gets_the_descriptor(server, giver):
    with memory([1]) as one, memory([1, 2]) as two:
        assert giver.give("a", one) == {"bytes": 8}
        with stopped(server):
            giver.send(b'{"release": "a"}\n')
            giver.send(b'{"memory": "b"}\n', [two])
        assert [giver.line(), giver.line()] == [{}, {"bytes": 16}]
        # What no line has asked for is not that of the next one.
        assert "error" in giver.ask({"release": "none"}, one)
        assert "without a descriptor" in giver.ask({"memory": "c"})["error"]


def opened(path, flags=os.O_RDONLY):
    return lambda folder: os.open(path, flags)


def epoll(folder):
    made = select.epoll()
    return os.dup(made.fileno())


def fifo(folder):
    os.mkfifo(folder / "fifo")
    return os.open(folder / "fifo", os.O_RDWR)


def unmapped(folder):
    (folder / "file").write_bytes(bytes(100))
    return os.open(folder / "file", os.O_WRONLY)


NO_MEMORY = {
    "pipe": lambda folder: os.pipe()[0],
    "socket": lambda folder: socket.socket(socket.AF_UNIX).detach(),
    "directory": opened("/"),
    "zeros": opened("/dev/zero"),
    "null": opened("/dev/null"),
    "epoll": epoll,
    "event": lambda folder: os.eventfd(0),
    "fifo": fifo,
    "path": opened("/etc/passwd", getattr(os, "O_PATH", 0)),
    "for writing": unmapped,
    "setting of the kernel": opened("/sys/kernel/mm/transparent_hugepage/enabled"),
}


@pytest.mark.parametrize("kind", NO_MEMORY)
def test_what_cannot_be_mapped_is_refused(server, client, place, tmp_path, kind):
    try:
        descriptor = NO_MEMORY[kind](tmp_path)
    except OSError as fault:
        pytest.skip(f"there is none here: {fault}")
    with HandOver(place) as giver:
        assert "error" in giver.ask({})
        before = descriptors(server)
        reason = giver.give("a", descriptor)["error"]
        assert reason == "is neither memory nor a regular file" or reason.startswith("cannot be mapped: "), reason
        assert "without a descriptor" in giver.ask({"memory": "a"})["error"]
        # Not even the connection itself.
        assert "neither memory" in giver.give("b", giver.socket.fileno())["error"]
        assert descriptors(server) == before
    os.close(descriptor)
    works(client, place)


@pytest.mark.parametrize("size", [2**46, 2**47, 2**48, 2**63 - 4096, 2**63 - 1])
def test_a_file_of_any_size_is_taken_or_refused(client, place, giver, size):
    with memory(size=size, seals=0) as large:
        answer = giver.give("large", large)
        assert answer == {"bytes": size} or "error" in answer
    works(client, place)


# Copies --------------------------------------------------------------------------------------------------------------


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
from handover import HandOver
text = ctypes.create_string_buffer(b"12345678")
giver = HandOver(sys.argv[1])
first = os.getpid()
if os.fork() > 0:
    os.kill(first, signal.SIGKILL)
while os.path.exists(f"/proc/{first}"):
    pass
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
"""


@pytest.mark.skipif(not os.access("/proc/sys/kernel/ns_last_pid", os.W_OK), reason="only root chooses what a process is called")
def test_who_has_the_number_of_a_client_that_has_gone_is_not_read(client, place):
    with socket.socketpair()[0] as any_one:
        try:
            os.close(any_one.getsockopt(socket.SOL_SOCKET, 77))
        except OSError:
            pytest.skip("this system does not tell that who has connected has gone: Linux does since 6.5")
    command = [sys.executable, "-c", SUCCESSOR, place, os.pathsep.join(sys.path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        process.wait(20)
        is_successor, answer = process.stdout.readline().split(" ", 1)
    if is_successor != "True":
        pytest.skip("others were faster")
    assert "has ended" in answer


def never_there() -> tuple[mmap.mmap, int]:
    """Memory of this process whose reader waits until somebody fills it, which nobody does, and where it lies."""
    faults = ctypes.CDLL(None).syscall(323, os.O_CLOEXEC)
    if platform.machine() != "x86_64" or faults < 0:
        pytest.skip("the system lets nobody but root have that")
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


# Specs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "column, path, reason",
    [
        ({"memory": "none"}, "memory", "there is no memory 'none'"),
        ({"memory": "x" * 1_000_000}, "memory", "there is no memory"),
        ({"memory": None}, "memory", "expected a text"),
        ({"memory": ["m"]}, "memory", "expected a text"),
        ({"memory": "m", "buffer": 0}, "memory", "either"),
        ({"memory": "m", "offset": 4_097}, "offset", "behind the 4096 bytes"),
        ({"memory": "m", "offset": 2**63 - 1}, "offset", "behind the 4096 bytes"),
        ({"memory": "m", "offset": 2**63}, "offset", "whole number"),
        ({"memory": "m", "offset": -1}, "offset", "at least 0"),
        ({"memory": "m", "offset": 1e300}, "offset", "whole number"),
        ({"memory": "m", "offset": 3}, "memory", "4093 bytes"),
        ({"memory": "m", "offset": 4_096, "count": 1}, "count", "got 0 bytes"),
        ({"memory": "m", "count": 513}, "count", "expected 513 numbers of 8 bytes"),
        ({"memory": "m", "count": 2**61 + 1}, "count", "got 4096 bytes"),
        ({"memory": "m", "count": 2**63 - 1, "offset": 8}, "count", "got 4088 bytes"),
        ({"memory": "m", "count": 1.5}, "count", "whole number"),
        ({"memory": "m", "count": "all"}, "count", "whole number"),
        ({"memory": "m", "type": "float16"}, "type", "float64"),
        ({"memory": "m", "sise": 1}, "sise", "unknown key"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_column_that_there_is_not_is_refused_with_its_place(client, giver, column, path, reason):
    with memory(size=4_096) as page:
        giver.give("m", page)
    before = client.call("session/export")
    for spec, place in (
        ({"kind": "line", "series": [{"values": column}]}, "spec.series[0].values"),
        ({"kind": "line", "x": {"values": column}, "series": [{"values": [1]}]}, "spec.x.values"),
        ({"kind": "scatter", "series": [{"values": [1], "size": {"values": column}}]}, "spec.series[0].size.values"),
        ({"kind": "pie", "data": {"columns": {"a": column}, "value": "a"}}, "spec.data.columns.a"),
    ):
        with pytest.raises(RPCError) as refusal:
            client.call("chart/create", chart="shown", spec=spec)
        assert refusal.value.code == -32602 and refusal.value.data["path"] == f"{place}.{path}", refusal.value
        assert reason in refusal.value.data["reason"] and len(refusal.value.message) < 1_000
    assert client.call("session/export") == before


@pytest.mark.parametrize("columns", [1, "a", [[1]], {"a": 1}, {"a": True}, {"a": {}}, {"a": [[[1]]]}, {"a": [1], "b": []}])
def test_a_table_that_is_none_is_refused_with_its_place(client, columns):
    before = client.call("session/export")
    with pytest.raises(RPCError) as refusal:
        client.call("chart/create", chart="shown", spec={"kind": "line", "data": {"columns": columns, "y": "a"}})
    assert refusal.value.code == -32602 and refusal.value.data["path"].startswith("spec.data.columns")
    assert client.call("session/export") == before


@pytest.mark.parametrize(
    "columns, code",
    [
        ('{"a": {"memory": "m", "count": NaN}}', -32700),
        ('{"a": {"memory": "m", "offset": Infinity}}', -32700),
        ('{"a": {"memory": "m", "count": 0x10}}', -32700),
        ('{"a": ' + "[" * 500 + "]" * 500 + "}", -32004),
        ('{"a": ' + '{"memory": ' * 500 + "1" + "}" * 500 + "}", -32004),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_json_or_too_deep_is_told(client, columns, code):
    before = client.call("session/export")
    spec = '{"kind": "line", "data": {"y": "a", "columns": %s}}' % columns
    client.send(b'{"jsonrpc": "2.0", "id": 1, "method": "chart/create", "params": {"spec": %s}}' % spec.encode())
    assert client.receive()["error"]["code"] == code
    assert client.call("session/export") == before


def test_a_hundred_thousand_columns_are_one_memory(client, giver):
    with memory([3, 1, 2]) as three:
        giver.give("m", three)
    columns = {f"column {number}": {"memory": "m"} for number in range(100_000)}
    spec = {"kind": "line", "data": {"columns": columns, "y": "column 99999"}}
    client.call("chart/create", chart="wide", spec=spec, render=False)
    assert client.call("chart/highlight", chart="wide", index=0, render=False)["events"][0]["value"] == 3
    # As many places are too many.
    with memory(size=1 << 20) as large:
        giver.give("large", large)
    columns = {f"c{number}": {"memory": "large", "offset": 8 * number, "count": 1} for number in range(100_000)}
    with pytest.raises(RPCError, match="more than 4096 columns") as refusal:
        client.call("chart/create", spec={"kind": "line", "data": {"columns": columns, "y": "c0"}}, render=False)
    assert refusal.value.data["path"].startswith("spec.data.columns.c4")


def test_the_same_bytes_are_not_shown_as_others_than_they_are(client, giver):
    with memory([5, 6, 7], type="<i8") as three:
        giver.give("m", three)
    columns = {"a": {"memory": "m"}, "b": {"memory": "m", "type": "int64"}}
    with pytest.raises(RPCError, match="float64 elsewhere") as refusal:
        client.call("chart/create", spec={"kind": "line", "data": {"columns": columns, "y": "b"}}, render=False)
    assert refusal.value.data["path"] == "spec.data.columns.b.type"


def test_points_are_not_added_from_memory_and_that_is_said(client, giver):
    with memory([5, 6, 7]) as three:
        giver.give("m", three)
    client.call("chart/create", chart="a", spec=line("m"), render=False)
    with pytest.raises(RPCError, match="where none is read"):
        client.call("chart/append", chart="a", points={"y": {"memory": "m"}}, render=False)


# Names ---------------------------------------------------------------------------------------------------------------


def test_names_are_their_givers_and_end_with_the_connection(server, client, place, giver):
    with memory([1, 5, 2]) as three, HandOver(place) as other:
        assert giver.give("m", three) == {"bytes": 24}
        assert "taken" in giver.give("m", three)["error"] and "taken" in other.give("m", three)["error"]
        assert "not handed over here" in other.release("m")["error"]
        client.call("chart/create", chart="a", spec=line("m"), render=False)
        giver.close()
        eventually(lambda: other.give("m", three) == {"bytes": 24})
        assert other.release("m") == {}
    with pytest.raises(RPCError, match="there is no memory 'm'"):
        client.call("chart/create", chart="b", spec=line("m"))
    # What is shown stays, until it is shown no more.
    assert maps(server) == 1
    assert client.call("chart/highlight", chart="a", index=1, render=False)["events"][0]["value"] == 5
    client.call("chart/delete", chart="a")
    eventually(lambda: maps(server) == 0)


def give_many(giver, count, descriptor, start=0) -> list[dict]:
    """Hands the same over by many names; what is answered."""
    answers = []
    for first in range(start, start + count, 32):
        numbers = range(first, min(first + 32, start + count))
        for number in numbers:
            giver.send(b'{"memory": "m%d"}\n' % number, [descriptor])
        answers += [giver.line() for _ in numbers]
    return answers


def test_names_are_bounded(server, client, place, giver):
    with memory([1]) as one:
        answers = give_many(giver, NAMES + 10, one)
        assert all(answer == {"bytes": 8} for answer in answers[:NAMES])
        assert all("more than 4096" in answer["error"] for answer in answers[NAMES:])
        assert maps(server) == NAMES
    giver.close()
    eventually(lambda: maps(server) == 0)
    works(client, place)


def test_maps_are_bounded_before_the_system_has_none_left(server, client, place, giver):
    """Without a map the process could not even have memory of its own."""
    given = 0
    with memory([1, 2, 3]) as three:
        for chart in range(MAPS // 4_000 + 1):
            answers = give_many(giver, 4_000, three)
            taken = sum("bytes" in answer for answer in answers)
            given += taken
            columns = {f"c{number}": {"memory": f"m{number}"} for number in range(taken)}
            client.call(
                "chart/create", chart=f"chart {chart}", render=False,
                spec={"kind": "line", "data": {"columns": columns, "y": "c0"}},
            )
            for number in range(taken):
                giver.release(f"m{number}")
        assert given == MAPS and "more than 16384" in answers[-1]["error"]
        assert maps(server) == MAPS
        # There is room for all else.
        client.call("chart/create", chart="own", spec={"kind": "line", "series": [{"values": list(range(300_000))}]})
        client.call("chart/delete", chart="chart 0")
        eventually(lambda: maps(server) == MAPS - 4_000)
    works(client, place)


# Room ----------------------------------------------------------------------------------------------------------------


def test_memory_of_others_counts_for_the_ceiling(tmp_path):
    """Whoever has handed it over may have gone since: then only this process holds it."""
    with Server(f"ipc://{tmp_path}/s.sock", "--memory-limit", "200M") as server, Dealer(server.endpoint) as client:
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        place = handover.socket_of(client)
        for number in range(10):
            with HandOver(place) as giver, memory(size=64 << 20) as part:
                answer = giver.give("m", part)
                if "error" in answer:
                    break
                client.call("chart/create", chart=f"c{number}", spec=line("m"), render=False)
            eventually(lambda: "m" not in names(client))
        assert number == 2 and "'memory'" in answer["error"] and "--memory-limit" in answer["error"], (number, answer)
        # What takes no room of its own but would need some, and what needs none.
        with HandOver(place) as giver:
            with memory(size=16 << 20) as bytes_:
                assert giver.give("m", bytes_) == {"bytes": 16 << 20}
            with pytest.raises(RPCError, match="--memory-limit") as refusal:
                client.call("chart/create", chart="int8", spec=line("m", type="int8"), render=False)
            assert refusal.value.data["path"] == "spec.series[0].values.memory"
        with open(tmp_path / "file", "wb+") as file, HandOver(place) as giver:
            os.ftruncate(file.fileno(), 1 << 30)
            assert giver.give("file", file.fileno()) == {"bytes": 1 << 30}
        client.call("chart/delete", chart="c0")
        eventually(lambda: maps(server) == 1)
        works(client, place)


def names(client) -> str:
    """What is said where memory is named that may be there."""
    try:
        client.call("chart/create", chart="none", spec=line("m", count=0), render=False)
        return "m"
    except RPCError as refusal:
        return "" if "there is no memory" in refusal.message else "m"


def test_a_large_file_that_is_emptied_takes_no_memory_and_shows_gaps(server, client, giver, tmp_path):
    """Where nothing is any more doubles that are no numbers are read, the same few again and again."""
    count = 32 << 20
    with open(tmp_path / "file", "wb+") as file:
        os.ftruncate(file.fileno(), 8 * count)
        giver.give("m", file.fileno())
        client.call("chart/create", chart="a", spec=line("m"), render=False)
        before = memory_of(server)
        os.ftruncate(file.fileno(), 8 * 512)
        client.send({"jsonrpc": "2.0", "id": 0, "method": "chart/create", "params": {"chart": "b", "spec": line("m")}})
        answer = client.receive(120)
        assert "result" in answer, answer
        assert memory_of(server) - before < 8 * count // 4
    for chart in "ab":
        assert client.call("chart/highlight", chart=chart, index=511, render=False)["changed"]
        for index in (512, count // 2, count - 1):
            assert not client.call("chart/highlight", chart=chart, index=index, render=False)["changed"]


@pytest.mark.parametrize("type, size", [("int64", 8), ("float32", 4), ("uint8", 1), ("timestamp_ns", 8), ("float64", 8)])
def test_what_is_missing_of_other_numbers_is_told_and_not_shown(client, giver, tmp_path, type, size):
    with open(tmp_path / "file", "wb+") as file:
        file.write(bytes(range(1, 101)) * 1_000)
        file.flush()
        giver.give("m", file.fileno())
        # Of doubles that lie askew the missing ones would be some, too.
        spec = line("m", type=type, offset=4, count=99_000 // size)
        client.call("chart/create", chart="a", spec=spec, render=False)
        os.ftruncate(file.fileno(), 5_000)
        with pytest.raises(RPCError, match="has become shorter than the 100000 bytes") as refusal:
            client.call("chart/create", chart="b", spec=spec, render=False)
        assert refusal.value.data["path"] == "spec.series[0].values.memory"


def test_a_file_that_grows_or_is_replaced_is_shown_as_it_was_handed_over(client, giver, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(struct.pack("<3d", 1, 5, 2))
    with open(path, "ab") as file, open(path, "rb") as reading:
        giver.give("m", reading.fileno())
        client.call("chart/create", chart="a", spec=line("m"), render=False)
        file.write(struct.pack("<3d", 7, 8, 9))
        file.flush()
        (tmp_path / "other").write_bytes(struct.pack("<2d", 3, 4))
        os.replace(tmp_path / "other", path)
        client.call("chart/update", chart="a", patch={"title": "Later"})
        client.call("chart/create", chart="b", spec=line("m"), render=False)
    for chart in "ab":
        assert client.call("chart/highlight", chart=chart, index=1, render=False)["events"][0]["value"] == 5
        with pytest.raises(RPCError, match="from 0 to 2"):
            client.call("chart/highlight", chart=chart, index=3)
    with open(path, "rb") as file:
        assert giver.give("new", file.fileno()) == {"bytes": 16}
    client.call("chart/create", chart="c", spec=line("new"), render=False)
    assert client.call("chart/highlight", chart="c", index=1, render=False)["events"][0]["value"] == 4


CHANGING = """
import os, random, struct, sys
file, size, rng = int(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
evil = [0.0, -0.0, 1.0, float("nan"), float("inf"), float("-inf"), 1e308, -1e308, 5e-324, 2.0**63, -2.0**63, 1e19, 6.4e15]
print("on", flush=True)
while True:
    count = rng.randrange(1, size // 8)
    kind = rng.randrange(5)
    if kind == 0:
        data = rng.randbytes(8 * count)
    elif kind == 1:
        data = struct.pack("<d", rng.choice(evil)) * count
    elif kind == 2:
        data = struct.pack(f"<{count}d", *range(count, 0, -1))
    elif kind == 3:
        data = struct.pack(f"<{count}d", *rng.choices(evil, k=count))
    else:
        # Shorter, and as long as before.
        os.ftruncate(file, rng.randrange(size))
        data = b""
    os.pwrite(file, data, 8 * rng.randrange(size // 8 - count + 1))
    os.ftruncate(file, size)
"""


def test_a_file_that_changes_under_the_charts_ends_nothing(server, client, giver, tmp_path):
    """While they are laid out, drawn and tapped, its numbers become others, no numbers, and none."""
    rng = random.Random(13)
    size = 8 * 3_000
    column = {"memory": "m"}
    table = {"columns": {"a": column, "b": {"memory": "m", "count": size // 8}}}
    specs = [
        line("m"),
        {"kind": "line", "series": [{"values": column, "area": {"opacity": 0.3}, "curve": "monotone"}]},
        {"kind": "line", "series": [{"values": column, "curve": "step", "dots": "all"}], "y": {"scale": "log"}},
        {"kind": "line", "x": {"values": column}, "series": [{"values": column, "curve": "smooth"}]},
        {"kind": "line", "x": {"values": column, "scale": "time"}, "series": [{"values": column}], "viewport": {"visibleCount": 50}},
        {"kind": "bar", "series": [{"values": column, "stack": "s"}, {"values": column, "stack": "s"}]},
        {"kind": "scatter", "series": [{"values": column, "size": {"values": column}, "colorBy": {"values": column}}]},
        {"kind": "line", "data": {**table, "x": "a", "y": "b", "where": {"a": [0, 1]}}},
        {"kind": "pie", "data": {"columns": {"a": {**column, "count": 20}}, "value": "a"}},
    ]
    steps = [
        lambda: ("tap", {"x": rng.uniform(0, 640), "y": rng.uniform(0, 360)}),
        lambda: ("zoom", {"scale": rng.choice([0.1, 1.3, 5, 100]), "x": rng.uniform(0, 640)}),
        lambda: ("scroll", {"by": rng.uniform(-100, 100)}),
        lambda: ("key", {"key": rng.choice(["ArrowRight", "ArrowLeft", "Home", "End"])}),
        lambda: ("update", {"patch": {"title": str(rng.random())}}),
        lambda: ("render", {}), lambda: ("get", {}), lambda: ("undo", {}), lambda: ("append", {"points": [1, 2]}),
    ]
    with open(tmp_path / "file", "wb+") as file:
        os.ftruncate(file.fileno(), size)
        giver.give("m", file.fileno())
        command = [sys.executable, "-c", CHANGING, str(file.fileno()), str(size), "1"]
        with subprocess.Popen(command, pass_fds=[file.fileno()], stdout=subprocess.PIPE) as changing:
            try:
                assert changing.stdout.readline() == b"on\n"
                done = 0
                for spec in specs * 2:
                    # What a pie cannot show is refused, and it may not be there to be tapped.
                    with contextlib.suppress(RPCError):
                        client.call("chart/create", chart="a", spec=spec)
                    for _ in range(20):
                        method, params = rng.choice(steps)()
                        with contextlib.suppress(RPCError):
                            client.call(f"chart/{method}", chart="a", **params)
                            done += 1
                assert done > 100 and changing.poll() is None
            finally:
                changing.kill()


# Connections ---------------------------------------------------------------------------------------------------------


def connections(place, count):
    """Connections that say nothing, as many as are let wait."""
    made = []
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX)
        connection.setblocking(False)
        try:
            connection.connect(place)
        except OSError as fault:
            connection.close()
            assert fault.errno == errno.EAGAIN, fault
            continue
        made.append(connection)
    return made


def test_those_who_say_nothing_keep_nobody_out(server, client, place, giver):
    before = descriptors(server)
    with memory([1]) as one:
        assert giver.give("m", one) == {"bytes": 8}
        quiet = connections(place, 10_000)
        assert len(quiet) > CLIENTS
        works(client, place)
        assert descriptors(server) <= before + CLIENTS
        # Who has handed something over stays.
        assert giver.release("m") == {}
        # And it is seen from outside that the place is taken.
        second = subprocess.run(server.process.args, capture_output=True, text=True, timeout=60)
        assert second.returncode == 1 and "another server listens" in second.stderr
    for connection in quiet:
        connection.close()
    eventually(lambda: descriptors(server) <= before)
    works(client, place)


def test_those_who_say_nothing_leave_descriptors_for_others(tmp_path):
    """libzmq ends a process that has none for a connection."""
    wrapper = ("sh", "-c", 'ulimit -n 96 && exec "$@"', "sh")
    with Server(f"ipc://{tmp_path}/s.sock", wrapper=wrapper) as server, Dealer(server.endpoint) as client:
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        place = handover.socket_of(client)
        halves = connections(place, 150)
        with memory([1]) as one:
            for half in halves:
                # Some have been hung up on already.
                with contextlib.suppress(ConnectionError):
                    socket.send_fds(half, [b'{"memory": "half'], [one])
        works(client, place)
        for _ in range(10):
            with Dealer(server.endpoint) as newcomer:
                assert newcomer.call("chart/list") == {"charts": ["shown"]}
        assert descriptors(server) < 96 and server.process.poll() is None
        for half in halves:
            half.close()
        works(client, place)


def test_where_all_hold_memory_one_more_is_told_so(server, client, place):
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(memory([1]))
        givers = [stack.enter_context(HandOver(place)) for _ in range(CLIENTS)]
        for number, giver in enumerate(givers):
            assert giver.give(f"m{number}", one) == {"bytes": 8}
        newcomer = stack.enter_context(HandOver(place))
        assert "more than 256" in newcomer.line()["error"] and newcomer.is_ended()
        # Whoever was there goes on, and as soon as one holds nothing there is room.
        assert givers[0].release("m0") == {} and givers[0].give("again", one) == {"bytes": 8}
        assert givers[1].release("m1") == {}
        works(client, place)


def test_hundreds_that_come_and_go_hold_nobody_up(server, client, place):
    before = descriptors(server)
    with memory([1]) as one:
        for number in range(500):
            with HandOver(place) as fleeting:
                if number % 3:
                    fleeting.send(b'{"memory": "m%d"}\n' % number, [one])
            if number % 10 == 0:
                assert client.call("chart/tap", chart="shown", x=360, y=120, render=False)["hit"]["kind"] == "slice"
    works(client, place)
    eventually(lambda: descriptors(server) == before and maps(server) == 0)


STAGES = {
    "connected": "pass",
    "half a line": """giver.send(b'{"memory": "m')""",
    "half a line with its descriptor": """giver.send(b'{"memory": "m', [one])""",
    "without waiting for the answer": """giver.send(b'{"memory": "m"}\\n', [one])""",
    "handed over": """giver.give("m", one)""",
    "while its chart is made": """
        giver.give("m", one)
        client = Dealer(endpoint)
        client.send(request(1, "chart/create", {"chart": "killed", "spec": line("m"), "render": False}))
""",
    "shown": """
        giver.give("m", one)
        Dealer(endpoint).call("chart/create", chart="killed", spec=line("m"), render=False)
""",
    "while its memory is copied": """giver.send(b'{"memory": "m", "address": %d, "bytes": %d}\\n' % (address, many.nbytes))""",
    "half taken back": """giver.give("m", one), giver.send(b'{"release": "m')""",
}

KILLED = """
import numpy, sys, os, signal
sys.path[:0] = sys.argv[3].split(os.pathsep)
from clients import Dealer, request
from handover import HandOver, line, memory
endpoint = sys.argv[1]
many = numpy.zeros(20_000_000)
address = many.__array_interface__["data"][0]
with HandOver(sys.argv[2]) as giver, memory(range(100_000)) as one:
    if True:
        {}
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("stage", STAGES)
def test_who_is_killed_leaves_no_name_and_no_descriptor(server, client, place, stage):
    before = descriptors(server)
    command = [sys.executable, "-c", KILLED.format(STAGES[stage]), server.endpoint, place, os.pathsep.join(sys.path)]
    assert subprocess.run(command, timeout=60).returncode == -signal.SIGKILL
    eventually(lambda: descriptors(server) == before)
    eventually(lambda: names(client) == "")
    if "killed" in client.call("chart/list")["charts"]:
        client.call("chart/delete", chart="killed")
    eventually(lambda: maps(server) == 0)
    works(client, place)


# The file of the socket ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() != 0, reason="only root can become somebody else")
def test_no_other_user_can_connect(tmp_path_factory):
    """Also where everybody may look into the directory."""
    folder = tmp_path_factory.mktemp("open")
    for each in (folder, *folder.parents):
        if each.stat().st_mode & 0o001 == 0:
            each.chmod(each.stat().st_mode | 0o011)
    with Server(f"ipc://{folder}/s.sock") as server, Dealer(server.endpoint) as client:
        place = handover.socket_of(client)
        assert stat.S_IMODE(os.stat(place).st_mode) & 0o077 == 0
        code = (
            "import os, socket, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534); os.stat(sys.argv[1])\n"
            "try: socket.socket(socket.AF_UNIX).connect(sys.argv[1])\n"
            "except PermissionError: print('refused')"
        )
        done = subprocess.run([sys.executable, "-c", code, place], capture_output=True, text=True, timeout=60)
        assert (done.stdout, done.stderr) == ("refused\n", "")
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        works(client, place)


def test_what_is_in_the_place_of_the_socket_stays_there(tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("of somebody")
    place = tmp_path / "s.sock.memory"
    full = socket.socket(socket.AF_UNIX)

    def listener():
        full.bind(str(place))
        full.listen(0)
        # So that whoever wants to know whether somebody listens would wait for ever.
        assert len(connections(str(place), 10)) < 10

    for put in (
        lambda: place.symlink_to(precious), lambda: place.symlink_to(tmp_path / "nowhere"),
        lambda: place.write_text("a file"), place.mkdir, listener,
    ):
        put()
        before = os.lstat(place)
        with Server(f"ipc://{tmp_path}/s.sock") as server, Dealer(server.endpoint) as client:
            assert "memory" not in client.call("initialize", protocolVersion="1.0")["capabilities"]
        after = os.lstat(place)
        assert (before.st_ino, before.st_mode, before.st_size) == (after.st_ino, after.st_mode, after.st_size)
        assert precious.read_text() == "of somebody" and not (tmp_path / "nowhere").exists()
        place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()
    full.close()


def test_who_records_takes_no_memory(tmp_path):
    """What is done again has to find all that charts are made of."""
    with Server(f"ipc://{tmp_path}/s.sock", "--record", str(tmp_path / "recording")) as server:
        with Dealer(server.endpoint) as client:
            assert "memory" not in client.call("initialize", protocolVersion="1.0")["capabilities"]
            assert not (tmp_path / "s.sock.memory").exists()


def test_a_socket_that_is_removed_serves_those_that_are_there(server, client, place, giver):
    os.unlink(place)
    with memory([1, 2]) as two:
        assert giver.give("m", two) == {"bytes": 16}
    client.call("chart/create", chart="a", spec=line("m"), render=False)
    # What comes to be there meanwhile is not this server's.
    with open(place, "w") as other:
        other.write("of somebody")
    assert server.close() == 0
    with open(place) as other:
        assert other.read() == "of somebody"
    os.unlink(place)
    server.__init__(server.endpoint)


def test_what_a_killed_server_leaves_is_no_hindrance(tmp_path):
    for _ in range(2):
        server = Server(f"ipc://{tmp_path}/s.sock")
        with Dealer(server.endpoint) as client:
            client.call("chart/create", chart="shown", spec=SPENDING, render=False)
            works(client, handover.socket_of(client))
        server.process.kill()
        ended(server.process)
        assert (tmp_path / "s.sock.memory").exists()


# Anything ------------------------------------------------------------------------------------------------------------


def test_random_bytes_and_descriptors_do_no_harm(server, client, place, tmp_path):
    rng = random.Random(int(os.environ.get("SEED", 13)))
    before = descriptors(server), memory_of(server)
    with contextlib.ExitStack() as stack:
        offered = [stack.enter_context(memory(range(100), seals=seals)) for seals in (0, handover.SEALS)]
        offered += [stack.enter_context(memory(size=size, seals=0)) for size in (0, 1, 4_097, 2**50, 2**63 - 1)]
        offered += [stack.enter_context(open(path, "rb")).fileno() for path in ("/dev/zero", "/dev/null", __file__)]
        offered += [stack.enter_context(socket.socket(socket.AF_UNIX)).fileno(), 0]
        givers = []
        for _ in range(int(os.environ.get("STEPS", 3_000))):
            if not givers or rng.random() < 0.1:
                givers.append(HandOver(place))
            giver = rng.choice(givers)
            name = json.dumps(rng.choice(["a", "b", "", "ü", "x" * 300, "\0", 7, None, ["a"], {"memory": "a"}]))
            data = rng.choice([
                b'{"memory": %s}\n' % name.encode(), b'{"release": %s}\n' % name.encode(), b"\n" * rng.randrange(1, 5_000),
                rng.randbytes(rng.randrange(1, 300)), b'{"memory": "a"', b"}\n", b"[" * rng.randrange(1, 4_000) + b"\n",
                b'{"memory": "c"}\n{"memory": "d"}\n{"release": "c"}\n', b'{"memory": "a", "release": "a"}\n',
            ])
            beside = rng.choices(offered, k=rng.choice([0, 0, 1, 1, 1, 1, 2, 3, 60, 64, 65, 253]))
            try:
                giver.socket.settimeout(5)
                giver.send(data[: rng.randrange(1, len(data) + 1)] if rng.random() < 0.2 else data, beside)
                if rng.random() < 0.5:
                    giver.socket.setblocking(False)
                    giver.socket.recv(1 << 16)
            except (OSError, AssertionError):
                pass
            if rng.random() < 0.1:
                givers.remove(giver)
                giver.close()
            if rng.random() < 0.02:
                with contextlib.suppress(RPCError):
                    client.call("chart/create", chart="random", spec=line(rng.choice("abcd")), render=False)
        for giver in givers:
            giver.close()
    with contextlib.suppress(RPCError):
        client.call("chart/delete", chart="random")
    works(client, place)
    eventually(lambda: descriptors(server) == before[0] and maps(server) == 0)
    assert memory_of(server) - before[1] < 32 << 20
