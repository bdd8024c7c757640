"""Whoever doesn't have the key, or sends what is no message, gets no answer and does no harm."""

import os
import time

import pytest
import zmq
from clients import eventually

from . import hostile
from .cells import begin, interrupted
from .raw import CHANNELS

pytestmark = pytest.mark.timeout(120)

ON_BOTH = pytest.mark.parametrize("channel", ["shell", "control"])


def ignored(client, channel, messages):
    """Sends messages; the next thing that is answered, and that is published, must be of what comes after them."""
    for message in messages:
        client.socket(channel).send_multipart(message)
    id = client.send("kernel_info_request", channel=channel)
    client.reply(id, channel)
    first = client.published()
    assert first.parent_id == id, f"published because of a bad message: {first}"
    while client.published().state != "idle":
        pass


# ── Signatures ───────────────────────────────────────────────────────────────────────────────────────────────────────


@ON_BOTH
def test_forged_messages_are_ignored(client, channel):
    """evcxr's shell ends at any bad message. xeus compares without a look at the length, and parses before it verifies."""
    ignored(client, channel, hostile.forgeries(client))
    assert client.execute("%echo x").content["execution_count"] == 1, "none was run"


@ON_BOTH
def test_upper_case_signature_is_wrong(client, channel):
    """The protocol says a hex digest; one spelling is enough, and what is compared is bytes."""
    while True:
        message = client.frames("kernel_info_request")
        if message[1].upper() != message[1]:
            break
    message[1] = message[1].upper()
    ignored(client, channel, [message])


def test_recorded_message_is_run_once_wherever_it_comes(kernel, client):
    message = client.frames("execute_request", {"code": "%echo x"})
    client.socket("shell").send_multipart(message)
    assert client.receive("shell").content["execution_count"] == 1
    while client.published().state != "idle":
        pass
    for channel in ("shell", "control"):
        ignored(client, channel, [message] * 10)
    other = kernel.connect(None)
    other.socket("shell").send_multipart(message)
    other.socket("control").send_multipart(message)
    assert not other.has("shell", 0.1) and not other.has("control")
    assert client.execute("%echo x").content["execution_count"] == 2


def test_forgeries_dont_push_recorded_messages_out(client):
    """jupyter_client records a digest before it verifies it: its history of 65,536 is soon another's."""
    message = client.frames("execute_request", {"code": "%echo x"})
    client.socket("shell").send_multipart(message)
    client.receive("shell")
    while client.published().state != "idle":
        pass
    forged = client.frames("execute_request", {"code": "%echo x"})
    for number in range(70_000):
        forged[1] = b"%064x" % number
        client.socket("shell").send_multipart(forged)
    ignored(client, "shell", [message])


def test_buffers_are_not_signed(client):
    """The specification signs four frames; evcxr and ark digest the buffers as well, so that none arrives."""
    exchange = client.request("kernel_info_request", buffers=[b"\x00\xff", b"", b"x" * 1_000_000])
    assert exchange.content["status"] == "ok"


@ON_BOTH
def test_without_a_key_unsigned_messages_are_right(start, channel):
    """xeus puts a random key in the place of an empty one."""
    client = start(signed=False).connect()
    assert client.answers(channel)
    for signature in (b"", b"anything", b"0" * 64):
        message = client.frames("kernel_info_request")
        message[1] = signature
        client.socket(channel).send_multipart(message)
        assert client.receive(channel).content["status"] == "ok"


# ── Rightly signed, and no right message ─────────────────────────────────────────────────────────────────────────────


@ON_BOTH
@pytest.mark.parametrize("index", range(4), ids=["header", "parent", "metadata", "content"])
def test_signed_nonsense_is_ignored(client, channel, index):
    parts = [b"", b"nonsense", b"[]", b"1", b"null", b'"x"', b"{", b"{}}", b'{"a":}', b"\xff\xfe", b"\x00", *hostile.deep()]
    # An empty object is right, except as header.
    parts += [b"{}", b'{"msg_type": "execute_request"}', b'{"msg_id": 1, "msg_type": 2}'] if index == 0 else []
    ignored(client, channel, [hostile.with_part(client, index, part) for part in parts])
    assert client.execute("%echo x").content["execution_count"] == 1


@pytest.mark.parametrize("key", ["code", "user_expressions", "silent", "store_history", "stop_on_error", "allow_stdin"])
def test_members_of_the_wrong_type_do_no_harm(client, key):
    for value in (None, 7, -1e308, "x", [], {}, [[]], {"a": {"b": None}}, True):
        exchange = client.request("execute_request", {"code": "%echo x", key: value})
        assert exchange.content["status"] in ("ok", "error")
    assert client.answers()


# ── Garbage ──────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    while client.has("iopub", 0.2):
        client.receive("iopub")
    assert client.answers()


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
    time.sleep(0.1)
    assert len(kernel.stderr) < 10_000
    assert client.key.decode() not in kernel.stderr
