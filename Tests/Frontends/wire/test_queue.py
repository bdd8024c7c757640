"""Cells that wait: what an error and an interrupt do to them, and that none is lost."""

import pytest

from .cells import LONG, begin, interrupted, pie

pytestmark = pytest.mark.timeout(120)


# Long enough for all that is sent with it to arrive before it fails.
FAILING = "%echo begin\n" + "%help\n" * 2_000 + "%nonsense"


def test_failed_cell_stops_what_is_queued_and_nothing_else(client):
    """jupyter/notebook#1889: it ran on. ipykernel replies `aborted`, deprecated since 5.1, and without a count."""
    failing = client.send_cell(FAILING)
    queued = [client.send_cell(f"%echo {number}") for number in range(3)]
    info = client.send("kernel_info_request")
    assert client.reply(failing).content["status"] == "error"
    for id in queued:
        content = client.reply(id).content
        assert content["status"] == "error"
        assert content["execution_count"] == 1
        assert content["ename"] and content["evalue"]
    assert client.reply(info).content["status"] == "ok"
    assert client.outputs(failing)[-1].type == "error"
    for id in queued:
        assert client.outputs(id) == [], "busy and idle, and nothing between: it was not run"
    client.outputs(info)
    later = client.execute("%echo later")
    assert later.text == "later\n"
    assert later.content["execution_count"] == 2


def test_queue_runs_on_where_the_failed_cell_says_so(client):
    failing = client.send_cell(FAILING, stop_on_error=False)
    queued = [client.send_cell(f"%echo {number}") for number in range(3)]
    assert client.reply(failing).content["status"] == "error"
    client.outputs(failing)
    for number, id in enumerate(queued):
        assert client.reply(id).content["status"] == "ok"
        stream = client.outputs(id)[-1]
        assert stream.content["text"] == f"{number}\n"


def test_no_request_of_a_burst_is_dropped(client):
    """ipykernel#1529: its edge-triggered socket lost execute_requests."""
    ids = [client.send_cell(f"%echo {number}") for number in range(1_000)]
    for number, id in enumerate(ids):
        assert client.reply(id).content["execution_count"] == number + 1
    for number, id in enumerate(ids):
        assert client.outputs(id)[-1].content["text"] == f"{number}\n"


# ── Interrupting ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("way", ["message", "signal"])
def test_interrupt_ends_the_cell_and_aborts_the_queue(kernel, client, way):
    """jupyter/notebook#1889; xeus#262: nothing happened; xeus#272: a signal crashed it; evcxr's loses its state."""
    client.execute(pie("p"))
    running = begin(client, LONG)
    queued = [client.send_cell("%echo queued") for _ in range(3)]
    # Answered while the cell runs; by then what was sent before has arrived.
    assert client.answers("control")
    if way == "message":
        assert client.request("interrupt_request", channel="control").content == {"status": "ok"}
    else:
        kernel.process.send_signal(2)
    interrupted(client, running)
    for id in queued:
        assert client.reply(id).content["status"] == "error"
        assert client.outputs(id) == []
    assert client.execute("%show p").only("display_data")


def test_interrupt_with_nothing_to_interrupt_does_no_harm(kernel, client):
    assert client.request("interrupt_request", channel="control").content == {"status": "ok"}
    kernel.process.send_signal(2)
    # A signal may come late enough for the first cell.
    client.execute("%echo x")
    assert client.execute("%echo x").content["status"] == "ok"


def test_interrupt_ends_a_cell_with_large_output(client):
    """xeus-python#443: it died of an interrupt during large output."""
    running = begin(client, "%echo begin\n" + f"%echo {'x' * 1_000}\n" * 50_000)
    client.request("interrupt_request", channel="control")
    interrupted(client, running)
    assert client.answers()
