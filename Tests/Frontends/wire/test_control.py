"""What control answers, busy and idle around every request, and requests that nobody knows."""

import pytest

from .cells import begin, interrupted

pytestmark = pytest.mark.timeout(120)

SHELL = {
    "kernel_info_request": {},
    "execute_request": {"code": "%echo x"},
    "complete_request": {"code": "%ta", "cursor_pos": 3},
    "inspect_request": {"code": "%tap", "cursor_pos": 4, "detail_level": 0},
    "is_complete_request": {"code": "%echo x"},
    "history_request": {"hist_access_type": "tail", "n": 3, "output": False, "raw": True},
    "comm_info_request": {},
}
CONTROL = dict.fromkeys(
    ["kernel_info_request", "interrupt_request", "list_subshell_request", "create_subshell_request"], {}
)
EVERY = [("shell", *item) for item in SHELL.items()] + [("control", *item) for item in CONTROL.items()]


@pytest.mark.parametrize("channel, type, content", EVERY)
def test_busy_and_idle_are_around_every_request(client, channel, type, content):
    """Deno has them for shell alone."""
    exchange = client.request(type, content, channel)
    assert exchange.content["status"] in ("ok", "complete")
    assert exchange.reply.parent["msg_type"] == type
    assert exchange.reply.parent["session"] == client.session
    # The next one finds the kernel idle: nothing of the last one is on its way.
    assert client.answers(channel)


def test_parent_is_the_whole_header_that_was_sent(client):
    id = client.send("kernel_info_request", username="Ünïcode", extra={"kept": [1, None]})
    parent = client.reply(id).parent
    assert parent["username"] == "Ünïcode"
    assert parent["extra"] == {"kept": [1, None]}


def test_kernel_info_is_the_same_on_shell_and_control(client):
    shell = client.request("kernel_info_request").content
    assert shell == client.request("kernel_info_request", channel="control").content
    assert shell["status"] == "ok"
    assert shell["protocol_version"].split(".")[0] == "5"
    assert shell["implementation"] and shell["implementation_version"] and shell["banner"]
    assert shell["language_info"].keys() >= {"name", "version", "mimetype", "file_extension", "pygments_lexer"}
    assert all(link.keys() == {"text", "url"} for link in shell["help_links"])


def test_subshells_are_advertised(client):
    assert client.request("kernel_info_request").content["supported_features"] == ["kernel subshells"]


def test_control_answers_while_a_cell_runs(client):
    """xeus's usual server looks at control only between cells."""
    running = begin(client)
    for _ in range(3):
        assert client.answers("control")
    assert not client.has("shell")
    client.request("interrupt_request", channel="control")
    interrupted(client, running)


@pytest.mark.parametrize("channel", ["shell", "control"])
@pytest.mark.parametrize(
    "type", ["frobnicate_request", "frobnicate", "debug_request", "usage_request", "", "é🥧", "x" * 10_000]
)
def test_unknown_messages_leave_nobody_waiting(client, channel, type):
    """evcxr never answers history_request, which it doesn't know, and its clients wait."""
    id = client.send(type, {}, channel)
    assert [message.type for message in client.outputs(id)] in ([], ["error"])
    if type.endswith("_request"):
        reply = client.reply(id, channel)
        assert reply.type == type.removesuffix("_request") + "_reply"
        assert reply.content["status"] == "error"
    assert client.answers(channel)


@pytest.mark.parametrize("channel", ["shell", "control"])
def test_replies_sent_to_the_kernel_are_not_answered(client, channel):
    for type in ("kernel_info_reply", "status", "stream"):
        client.send(type, {"status": "ok", "execution_state": "busy"}, channel)
    assert client.answers(channel)


def test_each_client_gets_its_own_replies(kernel, client):
    others = [kernel.connect() for _ in range(5)]
    ids = [other.send_cell(f"%echo {number}") for number, other in enumerate(others)]
    for other, id in zip(others, ids):
        assert other.reply(id).content["status"] == "ok"
        assert not other.has("shell")
    # On iopub everybody sees all.
    for number, id in enumerate(ids):
        assert client.outputs(id)[-1].content["text"] == f"{number}\n"


def test_client_that_comes_back_with_its_identity_is_heard(client):
    """ipykernel#270: without handover the old connection gets the replies."""
    client.request("kernel_info_request")
    old = client.sockets.pop("shell")
    assert client.answers()
    old.close()
    assert client.answers()


def test_heartbeat_gives_back_every_byte_while_a_cell_runs(client):
    """evcxr answers "ping" whatever it is asked; Deno's heart stopped during a prompt."""
    running = begin(client)
    for beat in (b"ping", b"", bytes(range(256)), b"\xff" * 100_000):
        client.socket("hb").send(beat)
        assert client.has("hb", 20)
        assert client.socket("hb").recv() == beat
    client.request("interrupt_request", channel="control")
    interrupted(client, running)


@pytest.mark.parametrize("channel", ["shell", "control"])
@pytest.mark.parametrize("restart", [True, False])
def test_shutdown_is_answered_told_and_done(kernel, client, channel, restart):
    """xeus#286: restart unused; xeus's iopub message is `shutdown`; deno#20556: it lingered. On shell until 5.4."""
    exchange = client.request("shutdown_request", {"restart": restart}, channel)
    assert exchange.content == {"status": "ok", "restart": restart}
    assert exchange.only("shutdown_reply").content["restart"] is restart
    assert kernel.wait() == 0


def test_shutdown_does_not_wait_for_the_cell(kernel, client):
    running = begin(client)
    id = client.send("shutdown_request", {"restart": False}, "control")
    assert client.reply(id, "control").content["status"] == "ok"
    assert running
    assert kernel.wait() == 0
