"""execute_request: what a cell gets, in which order, and what else the reply must say."""

import xml.etree.ElementTree as XML

import pytest

from .cells import pie, rpc

pytestmark = pytest.mark.timeout(120)


# ── Order ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_outputs_come_in_their_order_between_busy_and_idle(client):
    """nteract/pick#25: what came after idle was lost."""
    cell = "%echo one\n" + pie("p") + "%echo --stderr two\n%echo three\n%sliceAt p 280"
    exchange = client.execute(cell)
    assert exchange.types == ["execute_input", "stream", "display_data", "stream", "stream", "execute_result"]
    assert exchange.outputs[0].content == {"code": cell, "execution_count": 1}
    streams = [message.content for message in exchange.outputs if message.type == "stream"]
    assert [stream["name"] for stream in streams] == ["stdout", "stderr", "stdout"]
    assert [stream["text"] for stream in streams] == ["one\n", "two\n", "three\n"]


def test_one_reply_with_all_its_members(client):
    exchange = client.execute("%echo x")
    assert exchange.content == {"status": "ok", "execution_count": 1, "user_expressions": {}, "payload": []}
    assert exchange.reply.metadata["started"]
    assert client.answers(), "and nothing before that"


def test_execute_result_has_the_count_and_there_is_one_at_most(client):
    client.execute("%echo x")
    exchange = client.execute(f"{rpc('chart/list', 1)}\n{rpc('chart/list', 2)}")
    assert exchange.types == ["execute_input", "display_data", "execute_result"]
    result = exchange.outputs[-1].content
    assert result["execution_count"] == 2
    assert result["data"]["application/json"]["id"] == 2
    assert result["data"]["text/plain"] and result["metadata"] == {}


def test_error_is_published_and_replied_alike_and_says_where(client):
    """evcxr's replies lack ename, evalue and traceback, and JupyterLab throws where fields are missing."""
    exchange = client.execute("%echo x\n%nonsense")
    assert exchange.types == ["execute_input", "stream", "error"]
    error = exchange.outputs[-1].content
    assert error.keys() == {"ename", "evalue", "traceback"}
    assert {name: exchange.content[name] for name in error} == error
    assert exchange.content["status"] == "error"
    assert exchange.content["execution_count"] == 1
    assert "nonsense" in "\n".join(error["traceback"])


@pytest.mark.parametrize("content", [{}, {"code": None}, {"code": 7}, {"code": ["%echo x"]}])
def test_request_without_code_is_an_error_with_idle_after_it(client, content):
    """xeus sends no idle when executing throws."""
    exchange = client.request("execute_request", content)
    assert exchange.content["status"] == "error"
    assert exchange.content["execution_count"] == 0
    assert client.answers()


# ── Silence, counting, expressions, input ────────────────────────────────────────────────────────────────────────────


def test_silent_cells_run_and_publish_nothing(client):
    """Deno publishes execute_input of silent cells; evcxr ignores silence."""
    exchange = client.execute(pie("p") + "%echo x\n%sliceAt p 280", silent=True)
    assert exchange.types == []
    assert exchange.content["status"] == "ok"
    assert client.execute("%show p").only("display_data")
    failed = client.execute("%nonsense", silent=True)
    assert failed.types == [] and failed.content["status"] == "error"


def test_one_counter_of_stored_cells(client):
    """xeus counts by silence alone, and evcxr's first cell is its second."""

    def count(code="%echo x", **options):
        return client.execute(code, **options).content["execution_count"]

    assert count() == 1
    assert count(store_history=False) == 1
    assert count(silent=True) == 1
    assert count(silent=True, store_history=True) == 1, "silence forces store_history off"
    assert count(store_history=True) == 2
    assert count("%nonsense") == 3, "failed cells count"
    assert count("") == 4
    exchange = client.execute("%echo x", store_history=False)
    assert exchange.only("execute_input").content["execution_count"] == 4


def test_user_expressions_are_answered_each_for_itself(client):
    client.execute(pie("p"))
    expressions = {
        "chart": "p",
        "command": "%get p",
        "request": rpc("chart/list"),
        "missing": "nobody",
        "wrong": "%nonsense",
        "odd": 7,
    }
    exchange = client.execute("%echo x", user_expressions=expressions)
    assert exchange.types == ["execute_input", "stream"], "expressions show nothing"
    values = exchange.content["user_expressions"]
    assert values.keys() == expressions.keys()
    for name in ("chart", "command", "request"):
        assert values[name]["status"] == "ok"
        assert values[name]["data"]["text/plain"]
        assert isinstance(values[name]["metadata"], dict)
    assert values["chart"]["data"] == values["command"]["data"]
    assert values["command"]["data"]["application/json"]["spec"]["kind"] == "pie"
    assert values["request"]["data"]["application/json"]["result"] == {"charts": ["p"]}
    for name in ("missing", "wrong", "odd"):
        assert values[name]["status"] == "error"
        assert {"ename", "evalue", "traceback"} <= values[name].keys()


def test_user_expressions_are_not_answered_after_an_error(client):
    exchange = client.execute("%nonsense", user_expressions={"a": "%charts"})
    assert exchange.content["user_expressions"] == {}


@pytest.mark.parametrize("allow_stdin", [True, False])
def test_input_is_never_asked_for(client, allow_stdin):
    """Deno asks everybody on stdin, also who didn't run the cell."""
    client.socket("stdin")
    # As live charts do, to hurry answers on: more than a socket keeps.
    for _ in range(3000):
        client.send("input_reply", {"value": "unasked"}, "stdin")
    for code in (pie("p"), "%echo x", "%nonsense", ""):
        client.execute(code, allow_stdin=allow_stdin)
    # Of the order between sockets nothing is known; what was sent before the replies has no longer way.
    assert not client.has("stdin", 0.2)


# ── Large cells ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_million_bytes_are_printed(client):
    text = "🥧" * 250_000
    assert client.execute(f"%echo {text}").text == text + "\n"


def test_a_spec_of_a_million_bytes_is_drawn(client):
    slices = "".join(f'  - {{label: "{"é" * 150}", value: {value}}}\n' for value in range(1, 3_001))
    code = f"kind: pie\nid: large\nslices:\n{slices}"
    assert len(code.encode()) > 900_000
    code += "#" + "x" * (1_000_001 - len(code.encode()))
    display = client.execute(code).only("display_data")
    XML.fromstring(display.content["data"]["image/svg+xml"])


# ── Displays, clearing, paging ───────────────────────────────────────────────────────────────────────────────────────


def test_displays_and_their_updates_carry_their_display_id(client):
    shown = client.execute(pie("p")).only("display_data").content
    assert shown.keys() >= {"data", "metadata", "transient"}
    update = client.execute("%rotate p 30").only("update_display_data").content
    assert update["transient"] == {"display_id": shown["transient"]["display_id"]}
    assert update["data"]["image/svg+xml"] != shown["data"]["image/svg+xml"]
    assert update["data"].keys() == shown["data"].keys()


def test_update_has_the_cell_that_caused_it_as_its_parent_while_it_runs(client):
    client.execute(pie("p"))
    id = client.send_cell("%rotate p 30\n%echo x")
    client.reply(id)
    assert "update_display_data" in [message.type for message in client.outputs(id)]


@pytest.mark.parametrize("command, wait", [("%clear", False), ("%clear --wait", True)])
def test_clear(client, command, wait):
    exchange = client.execute(f"%echo before\n{command}\n%echo after")
    assert exchange.types == ["execute_input", "stream", "clear_output", "stream"]
    assert exchange.only("clear_output").content == {"wait": wait}


def test_silent_clear_publishes_nothing(client):
    assert client.execute("%clear", silent=True).types == []


@pytest.mark.parametrize("code", ["%tap?", "?tap"])
def test_help_is_one_page(client, code):
    exchange = client.execute(code)
    assert exchange.content["status"] == "ok"
    (page,) = exchange.content["payload"]
    assert page["source"] == "page"
    assert page["start"] == 0
    assert "tap" in page["data"]["text/plain"]
    assert exchange.types == ["execute_input"]
