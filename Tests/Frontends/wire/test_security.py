"""Whoever doesn't have the key, or sends what is no message, gets no answer and does no harm."""

import pytest

from . import hostile
from .hostile import ignored

pytestmark = pytest.mark.timeout(120)

ON_BOTH = pytest.mark.parametrize("channel", ["shell", "control"])


# ── Signatures ───────────────────────────────────────────────────────────────────────────────────────────────────────


@ON_BOTH
def test_forged_messages_are_ignored(client, channel):
    """evcxr's shell ends at any bad message; xeus compares whatever the length, and parses before it verifies."""
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
    # Each socket answers in order, so that what comes next is the answer to what is asked next.
    for channel in ("shell", "control"):
        other.reply(other.send("kernel_info_request", channel=channel), channel)
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
    parts = [b"", b"nonsense", b"[]", b"1", b"null", b'"x"', b"{", b"{}}", b'{"a":}', b"\xff\xfe", b"\x00"]
    parts += hostile.deep()
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
