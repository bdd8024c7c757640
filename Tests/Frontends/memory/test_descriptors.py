"""What comes over the memory socket that is no memory, or not all of it: lines, descriptors, files of any kind."""

import contextlib
import json
import os
import random
import select
import socket

import pytest

import handover
import needs
from clients import RPCError, eventually
from handover import HandOver, line, memory
from serving import MARKS, descriptors, maps, memory_of, stopped, works

pytestmark = MARKS


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
        needs.require_machine(False, f"there is none on it: {fault}")
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
