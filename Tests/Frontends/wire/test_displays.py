"""Charts that change are shown anew wherever they were shown: in few pictures, and the newest last."""

import time

import pytest

import clients

from .cells import begin, interrupted, pie

pytestmark = pytest.mark.timeout(180)


def json_rpc(client) -> clients.Dealer:
    """A client of the socket that `%connect` names."""
    connections = client.execute("%connect").only("execute_result").content["data"]["application/json"]["connections"]
    return clients.Dealer(next(way["endpoint"] for way in connections if way["transport"] == "zeromq"))


def test_a_drag_is_shown_in_few_pictures_and_ends_with_the_newest(client):
    """Jupyter's server drops messages beyond 1,000 a second."""
    shown = client.execute(pie("p")).only("display_data")
    with json_rpc(client) as other:
        for id in range(2_000):
            other.send(clients.request(id, "chart/rotate", {"chart": "p", "by": 0.1, "render": False}))
        for id in range(2_000):
            assert other.receive()["id"] == id
        newest = other.call("chart/render", chart="p")["svg"]
    updates = []
    while not updates or updates[-1].content["data"]["image/svg+xml"] != newest:
        updates.append(client.published())
        assert updates[-1].type == "update_display_data"
        assert updates[-1].content["transient"] == shown.content["transient"]
        assert updates[-1].parent_id == shown.parent_id, "of the cell that showed it, as none runs"
    assert len(updates) <= 500, "merged"
    assert client.execute("%echo end").types == ["execute_input", "stream"] and client.early == [], "the newest is the last"


def test_change_while_a_cell_runs_has_that_cell_as_parent(client):
    client.execute(pie("p"))
    with json_rpc(client) as other:
        running = begin(client)
        other.call("chart/rotate", chart="p", by=90)
        update = client.published_until(lambda message: message.type == "update_display_data")
        assert update.parent_id == running
        client.request("interrupt_request", channel="control")
        interrupted(client, running)


def test_updates_are_merged_for_who_is_behind(kernel, client):
    """However slow somebody reads, what waits for them is bounded, and the end is the newest."""
    client.execute(pie("p", range(1, 20)))
    slow = kernel.connect(rcvhwm=1, rcvbuf=4_096)
    with json_rpc(client) as other:
        for _ in range(1_000):
            other.call("chart/rotate", chart="p", by=0.1, render=False)
        newest = other.call("chart/render", chart="p")["svg"]
    pictures = []
    while not pictures or pictures[-1] != newest:
        message = slow.receive("iopub")
        if message.type == "update_display_data":
            pictures.append(message.content["data"]["image/svg+xml"])
        # As somebody slow, which is what is tested: nothing is waited for.
        time.sleep(0.001)
    assert len(pictures) < 1_000
