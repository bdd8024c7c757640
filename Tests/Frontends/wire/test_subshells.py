"""Subshells (JEP 91): requests answered while a cell runs elsewhere, with a count and a history of their own."""

import pytest

from .cells import LONG, begin, interrupted, pie

pytestmark = pytest.mark.timeout(120)


def create(client) -> str:
    content = client.request("create_subshell_request", channel="control").content
    assert content["status"] == "ok"
    assert content["subshell_id"] and isinstance(content["subshell_id"], str)
    return content["subshell_id"]


def delete(client, id) -> dict:
    return client.request("delete_subshell_request", {"subshell_id": id}, "control").content


def listed(client) -> list:
    content = client.request("list_subshell_request", channel="control").content
    assert content["status"] == "ok"
    return content["subshell_id"]


def execute(client, subshell, code, **content):
    return client.execute(code, header={"subshell_id": subshell}, **content)


def test_life_of_a_subshell(client):
    assert listed(client) == []
    first, second = create(client), create(client)
    assert first != second
    assert sorted(listed(client)) == sorted([first, second])
    assert delete(client, first) == {"status": "ok"}
    assert listed(client) == [second]


def test_subshells_are_asked_for_on_control_alone(client):
    for type in ("create_subshell_request", "delete_subshell_request", "list_subshell_request"):
        assert client.request(type, {"subshell_id": "x"}).content["status"] == "error"
    assert listed(client) == []


def test_cells_run_in_it_with_a_count_of_its_own(client):
    client.execute("%echo main")
    subshell = create(client)
    exchange = execute(client, subshell, "%echo sub")
    assert exchange.text == "sub\n"
    assert exchange.content["execution_count"] == 1
    assert exchange.only("execute_input").content["execution_count"] == 1
    assert exchange.reply.parent["subshell_id"] == subshell
    assert execute(client, subshell, "%echo sub").content["execution_count"] == 2
    assert execute(client, create(client), "%echo sub").content["execution_count"] == 1
    assert client.execute("%echo main").content["execution_count"] == 2
    # As if there were none.
    assert client.execute("%echo main", header={"subshell_id": None}).content["execution_count"] == 3


def test_history_is_its_own(client):
    subshell = create(client)
    client.execute("%echo main")
    execute(client, subshell, "%echo sub")

    def history(**header):
        content = {"hist_access_type": "tail", "n": 10, "output": False, "raw": True}
        return [entry[2] for entry in client.request("history_request", content, **header).content["history"]]

    assert history() == ["%echo main"]
    assert history(subshell_id=subshell) == ["%echo sub"]


def test_charts_are_the_same_everywhere(client):
    subshell = create(client)
    client.execute(pie("p"))
    assert execute(client, subshell, "%rotate p 10").types[1] == "update_display_data"
    assert execute(client, subshell, "%show p").only("display_data")


@pytest.mark.parametrize("busy", ["main", "subshell"])
def test_answers_while_a_long_cell_runs_elsewhere(client, busy):
    subshell = create(client)
    here, there = ({}, {"subshell_id": subshell}) if busy == "main" else ({"subshell_id": subshell}, {})
    running = begin(client, header=here)
    assert client.execute("%echo meanwhile", header=there).text == "meanwhile\n"
    for type, content in [
        ("kernel_info_request", {}),
        ("complete_request", {"code": "%ec", "cursor_pos": 3}),
        ("inspect_request", {"code": "%tap", "cursor_pos": 4}),
        ("is_complete_request", {"code": "x"}),
        ("comm_info_request", {}),
    ]:
        client.request(type, content, **there)
    client.request("interrupt_request", channel="control")
    interrupted(client, running)


def test_outputs_have_their_own_cell_as_parent(client):
    subshell = create(client)
    running = begin(client)
    exchange = execute(client, subshell, pie("q") + "%echo sub\n%nonsense")
    assert exchange.types == ["execute_input", "display_data", "stream", "error"]
    client.request("interrupt_request", channel="control")
    interrupted(client, running)


def test_unknown_subshell_is_an_error_between_busy_and_idle(client):
    """ipykernel#1557: nobody was answered."""
    for type in ("execute_request", "kernel_info_request", "complete_request"):
        exchange = client.request(type, {"code": "%echo x", "cursor_pos": 1}, subshell_id="nobody")
        assert exchange.content["status"] == "error"
        assert exchange.types in ([], ["error"])
    assert client.execute("%echo x").content["execution_count"] == 1


@pytest.mark.parametrize("id", ["nobody", "", None, 7, [], "x" * 100_000])
def test_delete_of_what_isnt_there_is_an_error(client, id):
    assert delete(client, id)["status"] == "error"
    assert client.answers("control")


@pytest.mark.parametrize("id", [7, [], {}, "", "x" * 100_000])
def test_odd_subshell_ids_do_no_harm(client, id):
    exchange = client.request("kernel_info_request", subshell_id=id)
    assert exchange.content["status"] in ("ok", "error")
    assert client.answers()


def test_deleted_subshell_is_unknown(client):
    subshell = create(client)
    execute(client, subshell, "%echo x")
    delete(client, subshell)
    assert execute_status(client, subshell) == "error"
    assert delete(client, subshell)["status"] == "error"


def execute_status(client, subshell) -> str:
    content = {"code": "%echo x"}
    return client.request("execute_request", content, subshell_id=subshell).content["status"]


def test_interrupt_ends_the_cells_of_all(client):
    subshells = [create(client), create(client)]
    running = [begin(client)] + [begin(client, header={"subshell_id": id}) for id in subshells]
    client.request("interrupt_request", channel="control")
    replies = {}
    for _ in running:
        reply = client.receive("shell")
        replies[reply.parent_id] = reply.content
    assert replies.keys() == set(running)
    assert {content["ename"] for content in replies.values()} == {"Interrupted"}
    for id in running:
        assert client.outputs(id)[-1].type == "error"
    for id in subshells:
        assert execute(client, id, "%echo on").content["status"] == "ok"


def test_failed_cell_stops_its_own_queue_alone(client):
    subshell = create(client)
    header = {"subshell_id": subshell}
    failing = client.send_cell("%echo begin\n" + "%help\n" * 2_000 + "%nonsense", header)
    client.published_until(lambda message: message.type == "stream")
    aborted = [client.send_cell("%echo x", header) for _ in range(2)]
    others = [client.send_cell("%echo x") for _ in range(2)]
    statuses = {}
    for _ in range(5):
        reply = client.receive("shell")
        statuses[reply.parent_id] = reply.content["status"]
    assert [statuses[id] for id in [failing, *aborted]] == ["error"] * 3
    assert [statuses[id] for id in others] == ["ok"] * 2
    assert execute(client, subshell, "%echo x").content["status"] == "ok"


def test_delete_of_a_busy_subshell_ends_it(client):
    subshell = create(client)
    running = begin(client, LONG, {"subshell_id": subshell})
    assert delete(client, subshell) == {"status": "ok"}
    assert client.reply(running).content["status"] == "error"
    client.outputs(running)
    assert listed(client) == []
    assert execute_status(client, subshell) == "error"
    assert client.answers()


def test_queue_of_a_deleted_subshell_is_answered(client):
    """Nobody may wait for ever."""
    subshell = create(client)
    running = begin(client, LONG, {"subshell_id": subshell})
    queued = [client.send_cell("%echo x", {"subshell_id": subshell}) for _ in range(3)]
    # Through another subshell, so that those have arrived.
    execute(client, create(client), "%echo x")
    delete(client, subshell)
    waiting = {running, *queued}
    while waiting:
        reply = client.receive("shell")
        assert reply.content["status"] == "error"
        waiting.remove(reply.parent_id)
    for id in [running, *queued]:
        client.outputs(id)


def test_two_hundred_subshells(client):
    subshells = [create(client) for _ in range(200)]
    assert sorted(listed(client)) == sorted(subshells)
    ids = {client.send_cell(f"%echo {id}", {"subshell_id": id}): id for id in subshells}
    for _ in ids:
        assert client.receive("shell").content["status"] == "ok"
    for message, id in ids.items():
        assert client.outputs(message)[-1].content["text"] == f"{id}\n"
    for id in subshells:
        assert delete(client, id) == {"status": "ok"}
    assert listed(client) == []


def test_there_are_so_many_at_most(client):
    for _ in range(20_000):
        content = client.request("create_subshell_request", channel="control").content
        if content["status"] == "error":
            break
    assert content["status"] == "error" and content["evalue"]
    assert client.answers() and client.answers("control")
    delete(client, listed(client)[0])
    create(client)


def test_shutdown_with_busy_subshells(kernel, client):
    for _ in range(3):
        begin(client, LONG, {"subshell_id": create(client)})
    assert client.request("shutdown_request", {"restart": False}, "control").content["status"] == "ok"
    assert kernel.wait() == 0
