"""Garbage on all five sockets, in messages and in bytes, and much of it: the kernel goes on, and doesn't grow."""

import os
import resource
import time

import psutil
import pytest
import zmq

from clients import eventually

from . import hostile
from .cells import begin, interrupted
from .hostile import ignored
from .raw import CHANNELS

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize("channel", CHANNELS)
def test_garbage_in_messages_does_no_harm(kernel, client, channel):
    kind = {"iopub": zmq.XSUB, "hb": zmq.DEALER}.get(channel, zmq.DEALER)
    rogue = client.connect(kind, channel, sndhwm=0)
    data = hostile.garbage(1_000_000)
    rogue.send(data)
    rogue.send_multipart([data[at : at + 1_000] for at in range(0, len(data), 1_000)])
    rogue.send_multipart([data[at : at + 1] for at in range(20_000)])
    for at in range(0, 100_000, 100):
        rogue.send(data[at : at + 100])
    rogue.send_multipart([b""] * 1_000)
    assert_alive(kernel, client)


@pytest.mark.parametrize("channel", CHANNELS)
def test_garbage_in_bytes_does_no_harm(kernel, client, channel):
    for seed in range(5):
        hostile.send_bytes(client, channel, hostile.garbage(1_000_000, seed))
    greeting = hostile.zmtp(hostile.PEERS[channel])
    for length in (1, 9, 10, 11, 63, 64, 65, len(greeting) - 1, len(greeting)):
        hostile.send_bytes(client, channel, greeting[:length] + hostile.garbage(1_000_000, length))
    hostile.send_bytes(client, channel, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10_000)
    assert_alive(kernel, client)


@pytest.mark.parametrize("channel", CHANNELS)
def test_peers_of_old_protocols_are_hung_up_on(kernel, client, channel):
    """ZMTP 1 and 2. A socket that is closed while such a peer says its name has libzmq abort the process."""
    for greeting in hostile.OLD_GREETINGS:
        with hostile.tcp(client, channel) as connection:
            connection.settimeout(20)
            connection.sendall(greeting)
            assert hostile.hangs_up(connection), greeting
    assert_alive(kernel, client)


@pytest.mark.parametrize("channel", CHANNELS)
def test_frame_that_says_it_is_huge_takes_no_memory(kernel, client, channel):
    """Deno allocates whatever size a peer declares."""
    before = kernel.resident_bytes()
    held = []
    for size in (2**31, 2**40, 2**63 - 1, 2**64 - 1):
        connection = hostile.tcp(client, channel)
        connection.sendall(hostile.zmtp(hostile.PEERS[channel]) + hostile.large_frame(size) + b"x" * 1_000)
        held.append(connection)
    assert_alive(kernel, client)
    assert kernel.resident_bytes() - before < 64 << 20
    for connection in held:
        connection.close()


@pytest.mark.parametrize("channel", ["shell", "control", "stdin"])
def test_frame_beyond_the_limit_is_refused(kernel, client, channel):
    """Libzmq takes any size by itself; this kernel has a limit, said to be 128 MiB."""
    rogue = client.connect(zmq.DEALER, channel)
    monitor = rogue.get_monitor_socket(zmq.EVENT_DISCONNECTED)
    rogue.send(b"x" * (130 << 20), copy=False)
    assert monitor.poll(20_000), "the kernel hung up"
    rogue.disable_monitor()
    assert_alive(kernel, client)


def test_endless_message_of_small_frames_takes_no_memory_for_ever(kernel, client):
    """Each frame is small, and more are always said to follow."""
    before = kernel.resident_bytes()
    for channel in ("shell", "control", "stdin", "iopub"):
        frames = (b"\x01\xff" + b"x" * 255) * 400_000
        hostile.send_bytes(client, channel, hostile.zmtp(hostile.PEERS[channel]) + frames)
    assert_alive(kernel, client)
    eventually(lambda: kernel.resident_bytes() - before < 400 << 20, message="it is let go of when the peer goes")


def test_garbage_doesnt_end_the_cell_that_runs(kernel, client):
    running = begin(client)
    for channel in CHANNELS:
        hostile.send_bytes(client, channel, hostile.garbage(100_000))
    for message in hostile.forgeries(client):
        client.socket("shell").send_multipart(message)
    assert client.answers("control")
    client.request("interrupt_request", channel="control")
    interrupted(client, running)


def assert_alive(kernel, client):
    """All five sockets answer."""
    assert kernel.process.poll() is None, kernel.stderr
    assert client.answers("shell")
    assert client.answers("control")
    heart = client.connect(zmq.REQ, "hb")
    heart.send(b"beat")
    assert heart.poll(20_000) and heart.recv() == b"beat"
    late = kernel.connect()
    assert late.execute("%echo x", store_history=False).text == "x\n"
    late.close()


# ── Many ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def descriptors(kernel) -> int:
    """How many files and sockets it has open; 0 where the system doesn't say."""
    folder = f"/proc/{kernel.pid}/fd"
    return len(os.listdir(folder)) if os.path.isdir(folder) else 0


def test_connections_that_come_and_go_leave_nothing(kernel, client):
    client.answers()
    before = descriptors(kernel)
    for number in range(400):
        for channel in CHANNELS:
            with hostile.tcp(client, channel) as connection:
                if number % 2:
                    connection.sendall(hostile.zmtp(hostile.PEERS[channel]))
    assert_alive(kernel, client)
    eventually(lambda: descriptors(kernel) <= before + 10, message="connections are still open")


def test_clients_that_come_and_go_leave_nothing(kernel, client):
    client.answers()
    before = descriptors(kernel)
    for _ in range(100):
        with kernel.connect() as other:
            assert other.answers() and other.answers("control")
            other.early.clear()
    eventually(lambda: descriptors(kernel) <= before + 10, message="connections are still open")
    client.early.clear()
    # What was told of the others, who have gone without waiting for it.
    while client.has("iopub", 0.2):
        client.receive("iopub")
    assert client.answers()


@pytest.mark.parametrize("channel", ["shell", "hb"])
def test_after_a_thousand_connections_five_come_in_a_second(kernel, client, channel):
    """Each might have given itself the name that libzmq makes up next, which ends a process."""
    assert client.answers()
    begin = time.monotonic()
    for _ in range(1_050):
        # One after the other, so that there are never many.
        with hostile.tcp(client, channel) as connection:
            connection.sendall(hostile.zmtp(hostile.PEERS[channel]))
            assert hostile.is_let_in(connection)
    assert time.monotonic() - begin > (1_050 - 1_024) / 5
    assert client.answers(), "who is there stays"
    assert_alive(kernel, client)


@pytest.mark.parametrize("channel", ["shell", "hb"])
def test_half_of_the_descriptors_are_for_files(start, channel):
    """A kernel that has none left can read no data and keep no chart."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, limits[1]))
    try:
        kernel = start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    client = kernel.connect()
    assert client.answers()
    before = descriptors(kernel)
    taken = []
    while True:
        taken.append(hostile.tcp(client, channel))
        taken[-1].sendall(hostile.zmtp(hostile.PEERS[channel]))
        # As long as a machine with much to do may take.
        if not hostile.is_let_in(taken[-1], seconds=10):
            break
    # Two loops have a quarter each.
    assert 40 < len(taken) <= 51 and descriptors(kernel) <= before + len(taken) < 120
    assert client.answers()
    taken[0].close()
    assert hostile.is_let_in(taken[-1])
    for connection in taken:
        connection.close()
    assert_alive(kernel, client)


def test_bad_messages_take_no_memory(kernel, client):
    """20,000 of them may cost 64 MB at most."""
    bad = hostile.forgeries(client)
    bad += [hostile.with_part(client, 3, part) for part in hostile.deep(5_000)]
    bad += [[hostile.garbage(10_000)], [b""] * 50]

    def send_all():
        sent = 0
        while sent < 20_000:
            for message in bad:
                client.socket("shell").send_multipart(message)
            sent += len(bad)
            ignored(client, "shell", [])

    ignored(client, "shell", bad)
    before = kernel.resident_bytes()
    send_all()
    assert kernel.resident_bytes() - before < 64 << 20


def test_refusals_are_not_logged_one_by_one(kernel, client):
    """Whoever can connect must not be able to fill a disk."""
    for _ in range(200):
        ignored(client, "shell", hostile.forgeries(client))
    client.request("shutdown_request", {"restart": False}, "control")
    assert kernel.wait() == 0
    assert len(kernel.stderr) < 10_000
    assert client.key.decode() not in kernel.stderr


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_message_that_never_ends_costs_its_sender_the_connection(start, channel):
    kernel = start("--memory-limit", "64M")
    client = kernel.connect()
    frame = hostile.large_frame(1 << 20, flags=0x03) + bytes(1 << 20)
    with hostile.tcp(client, channel) as connection:
        connection.sendall(hostile.zmtp(hostile.PEERS[channel]))
        is_ended = False
        for _ in range(1_000):
            try:
                connection.sendall(frame)
            except OSError:
                is_ended = True
                break
        # What nobody keeps may come without end.
        memory = psutil.Process(kernel.pid).memory_info()
        assert is_ended or memory.rss - memory.shared < 64 << 20
    assert_alive(kernel, client)
