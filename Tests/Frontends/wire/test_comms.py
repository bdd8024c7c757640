"""Comms: what isn't known is closed at once, and the target `chart-kernel` speaks JSON-RPC."""

import array
import uuid

import pytest

from clients import SPENDING, request

from .cells import begin, interrupted, pie

pytestmark = pytest.mark.timeout(120)


def send(client, type, target=None, id=None, data=None, **more) -> tuple[str, list]:
    """Sends a comm message: its id on the wire, and what was published because of it between busy and idle."""
    content = {"comm_id": id, "data": {} if data is None else data}
    if target is not None:
        content["target_name"] = target
    message = client.send(type, content, **more)
    return message, client.outputs(message)


class Comm:
    """A comm opened by this side."""

    def __init__(self, client, data=None):
        self.client, self.id = client, uuid.uuid4().hex
        _, outputs = send(client, "comm_open", "chart-kernel", self.id, data)
        assert outputs == [], f"the kernel knows the target: {outputs}"

    def ask(self, data, buffers=()) -> list:
        """The comm messages that answer one, which must have it as their parent and this comm's id."""
        _, outputs = send(self.client, "comm_msg", id=self.id, data=data, buffers=buffers)
        answers = [message for message in outputs if message.type == "comm_msg"]
        assert all(message.content["comm_id"] == self.id for message in answers)
        assert {message.type for message in outputs} <= {"comm_msg", "update_display_data"}
        return answers

    def call(self, method, buffers=(), **params):
        (answer,) = self.ask(request(1, method, params), buffers)
        assert answer.content["data"]["id"] == 1
        return answer.content["data"]["result"]

    def notification(self):
        """The next notification."""

        def is_notification(message):
            return message.type == "comm_msg" and "id" not in message.content["data"]

        message = self.client.published_until(is_notification)
        self.client.early.remove(message)
        assert message.content["comm_id"] == self.id
        return message.content["data"]

    def close(self) -> list:
        return send(self.client, "comm_close", id=self.id)[1]


@pytest.fixture
def comm(client):
    return Comm(client)


def comms(client, **content):
    return client.request("comm_info_request", content).content["comms"]


# ── Unknown ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("target", ["nobody", "jupyter.widget", "", "é🥧"])
def test_unknown_target_is_closed_at_once(client, target):
    """Deno sends the close on the shell socket, and evcxr's has no data."""
    message, outputs = send(client, "comm_open", target, "c", {"state": 1})
    (close,) = outputs
    assert close.type == "comm_close"
    assert close.parent_id == message
    assert close.content == {"comm_id": "c", "data": {}}
    assert comms(client) == {}
    assert not client.has("shell")


def test_message_to_an_unknown_comm_is_answered_by_its_close(client):
    """A frontend that was there before a restart learns that its comm is gone."""
    _, outputs = send(client, "comm_msg", id="before", data={"method": "request_state"})
    assert [(message.type, message.content["comm_id"]) for message in outputs] == [("comm_close", "before")]


def test_close_of_an_unknown_comm_is_nothing(client):
    assert send(client, "comm_close", id="before")[1] == []
    assert client.answers()


@pytest.mark.parametrize("type", ["comm_open", "comm_msg", "comm_close"])
@pytest.mark.parametrize("content", [{}, {"comm_id": 7}, {"comm_id": None, "target_name": []}, {"data": "x"}])
def test_odd_comm_messages_do_no_harm(client, type, content):
    client.outputs(client.send(type, content))
    assert client.answers()


# ── The target chart-kernel ──────────────────────────────────────────────────────────────────────────────────────────


def test_open_comms_are_listed_and_filtered(client, comm):
    """xwidgets and Lab's widgets look for theirs by the target."""
    other = Comm(client, {"any": "thing"})
    both = {one.id: {"target_name": "chart-kernel"} for one in (comm, other)}
    assert comms(client) == both
    assert comms(client, target_name="chart-kernel") == both
    assert comms(client, target_name="jupyter.widget") == {}
    assert comms(client, target_name=None) == both
    other.close()
    assert comms(client) == {comm.id: {"target_name": "chart-kernel"}}


def test_request_is_answered_by_a_message(client, comm):
    """deno#20592: asked for since 2023."""
    created = comm.call("chart/create", chart="c", spec=SPENDING)
    assert created["chart"] == "c" and "svg" in created["display"]["image/svg+xml"]
    assert comm.call("chart/list") == {"charts": ["c"]}


def test_charts_of_cells_and_of_comms_are_the_same(client, comm):
    display = client.execute(pie("p")).only("display_data")
    data = request(2, "chart/rotate", {"chart": "p", "by": 45})
    message = client.send("comm_msg", {"comm_id": comm.id, "data": data})
    # Comes while the request is answered or thereafter.
    update = client.published_until(lambda message: message.type == "update_display_data")
    assert update.content["transient"] == display.content["transient"]
    client.outputs(message)


def test_batch_is_answered_by_a_batch(comm):
    batch = [request(1, "chart/list"), {"jsonrpc": "2.0", "method": "chart/list"}, request("two", "nonsense"), 7]
    (answer,) = comm.ask(batch)
    answers = {entry["id"]: entry for entry in answer.content["data"]}
    assert answers.keys() == {1, "two", None}
    assert answers[1]["result"] == {"charts": []}
    assert answers["two"]["error"]["code"] == -32601
    assert answers[None]["error"]["code"] == -32600


def test_notification_is_not_answered(comm):
    assert comm.ask({"jsonrpc": "2.0", "method": "chart/list"}) == []
    assert comm.ask([{"jsonrpc": "2.0", "method": "chart/list"}]) == []


@pytest.mark.parametrize("data", [{}, [], 7, "x", None, {"jsonrpc": "1.0", "id": 1, "method": "chart/list"}])
def test_what_is_no_request_gets_the_error_of_json_rpc(client, comm, data):
    message = client.send("comm_msg", {"comm_id": comm.id, "data": data})
    (answer,) = client.outputs(message)
    assert answer.type == "comm_msg" and answer.parent_id == message
    assert answer.content["data"]["error"]["code"] == -32600
    assert client.answers()


def test_subscribers_are_notified_by_messages(client, comm):
    comm.call("session/subscribe")
    client.execute(pie("p"))
    assert comm.notification()["method"] == "chart/didCreate"
    client.execute("%rotate p 30")
    changed = comm.notification()
    assert changed["method"] == "chart/didChange"
    assert changed["params"]["chart"] == "p"
    comm.call("session/unsubscribe")
    client.execute("%rotate p 30")
    client.execute("%echo x")
    assert [message for message in client.early if message.type == "comm_msg"] == []


def test_closed_comm_hears_no_more(client, comm):
    comm.call("session/subscribe")
    assert comm.close() == []
    client.execute(pie("p"))
    client.execute("%echo x")
    assert [message for message in client.early if message.type == "comm_msg"] == []
    _, outputs = send(client, "comm_msg", id=comm.id, data=request(1, "chart/list"))
    assert [message.type for message in outputs] == ["comm_close"]


def test_comm_is_served_after_its_request_failed(comm):
    (answer,) = comm.ask(request(1, "chart/get", {"chart": "nobody"}))
    assert answer.content["data"]["error"]["code"] == -32002
    assert comm.call("chart/list") == {"charts": []}


def test_many_comms_come_and_go(client):
    opened = [Comm(client) for _ in range(200)]
    assert comms(client).keys() == {comm.id for comm in opened}
    for comm in opened:
        assert comm.call("chart/list") == {"charts": []}
        comm.close()
    assert comms(client) == {}


def test_comm_waits_for_the_cell_as_all_on_shell_does(client, comm):
    running = begin(client)
    message = client.send("comm_msg", {"comm_id": comm.id, "data": request(1, "chart/list")})
    client.request("interrupt_request", channel="control")
    interrupted(client, running)
    (answer,) = client.outputs(message)
    assert answer.content["data"]["result"] == {"charts": ["large"]}


# ── Buffers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_buffers_of_a_request_are_columns_of_its_spec(client, comm):
    values, more = array.array("d", range(50_000)).tobytes(), array.array("i", [7, 8, 9]).tobytes()
    spec = {"kind": "line", "id": "a", "series": [{"values": {"buffer": 0}}]}
    created = comm.call("chart/create", [values], spec=spec)
    assert created["chart"] == "a" and created["display"]["image/svg+xml"].startswith("<svg")
    comm.call("chart/append", [more], chart="a", points={"buffer": 0, "type": "int32"}, render=False)
    assert comm.call("chart/get", chart="a")["layout"]["series"][0]["count"] == 50_003
    found = comm.call("chart/highlight", chart="a", x=50_002, render=False)
    assert found["events"][0]["value"] == 9
    # The notebook has the same chart, and its request none of the buffers.
    client.execute("%append a [10]")
    assert comm.call("chart/get", chart="a")["layout"]["series"][0]["count"] == 50_004
    (answer,) = comm.ask(request(1, "chart/create", {"spec": spec}))
    assert answer.content["data"]["error"]["data"]["path"] == "spec.series[0].values.buffer"
