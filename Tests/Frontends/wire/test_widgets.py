"""Live charts: the widget protocol, message by message, as JupyterLab's widget manager speaks it."""

import json
import uuid

import pytest

import clients
from clients import WIDGET, request, widget_module

from .cells import pie
from .patches import patched, same

pytestmark = pytest.mark.timeout(120)

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def kernel(start):
    return start(live=True)


def send(client, type, id, data=None, metadata=None, **more) -> tuple[str, list]:
    """Sends a comm message: its id on the wire, and what was published because of it between busy and idle."""
    message = client.send(type, {"comm_id": id, "data": data or {}, **more}, metadata=metadata)
    return message, client.outputs(message)


class Widget:
    """A model as a frontend has it: all that the kernel says of it goes into its state."""

    def __init__(self, client, code=pie("p")):
        self.client = client
        exchange = client.execute(code)
        assert exchange.types == ["execute_input", "comm_open", "display_data"], "the model before its view"
        self.opening, self.display = exchange.outputs[1:]
        self.id = self.opening.content["comm_id"]
        self.state = self.opening.content["data"]["state"]

    def ask(self, data) -> list[dict]:
        """What the kernel says about the model because of a message, in turn."""
        _, outputs = send(self.client, "comm_msg", self.id, data)
        assert all(message.content["comm_id"] == self.id for message in outputs if message.type == "comm_msg")
        answers = [message.content["data"] for message in outputs if message.type == "comm_msg"]
        for answer in answers:
            if answer["method"] == "update":
                self.take(answer["state"])
        self.stills = [message for message in outputs if message.type == "update_display_data"]
        return answers

    def take(self, state: dict):
        """Takes an update over, as the module does: a patch makes the picture out of the one before."""
        before = self.state["picture"]
        self.state |= state
        if state.get("patch"):
            assert state["patch"]["from"] == before == state["picture"] - 1 and "svg" not in state
            self.state["svg"] = patched(self.state["svg"], state["patch"]["edits"])

    def call(self, method, **params):
        """A request of a view: its result. Updates come before it."""
        *updates, answer = self.ask({"method": "custom", "content": request(5, method, params)})
        assert all(update["method"] == "update" for update in updates)
        assert answer["method"] == "custom" and answer["content"]["id"] == 5
        return answer["content"]["result"]


@pytest.fixture
def widget(client) -> Widget:
    return Widget(client)


def get(client, chart="p"):
    data = client.execute(json.dumps(request(1, "chart/get", {"chart": chart}))).only("execute_result").content["data"]
    return data["application/json"]["result"]


def test_the_model_is_an_anywidget_whose_module_is_in_its_state(widget):
    opening = widget.opening
    assert opening.content["target_name"] == "jupyter.widget"
    assert opening.metadata["version"].split(".")[0] == "2", "frontends refuse another major version"
    assert opening.content["data"]["buffer_paths"] == []
    state = opening.content["data"]["state"]
    assert {"_model_module": "anywidget", "_model_name": "AnyModel", "_view_name": "AnyView"}.items() <= state.items()
    assert state["_esm"] == widget_module() and state["_css"] == (WIDGET / "chart.css").read_text()
    assert state["_anywidget_id"], "without it the style sheet is not applied"
    assert state["chart"] == "p" and state["svg"].startswith("<svg") and state["revision"] == 1


def test_the_view_is_beside_the_still_and_the_words(widget):
    data = widget.display.content["data"]
    assert data[VIEW] == {"version_major": 2, "version_minor": 1, "model_id": widget.id}
    assert data["image/svg+xml"] == widget.state["svg"]
    assert data["text/plain"].startswith("Pie chart")
    assert data["text/html"].startswith('<img src="data:image/svg+xml;base64,')


def test_one_model_however_often_the_chart_is_shown(client, widget):
    again = client.execute("%show p")
    assert again.types == ["execute_input", "display_data"]
    assert again.outputs[1].content["data"][VIEW]["model_id"] == widget.id
    info = client.request("comm_info_request", {"target_name": "jupyter.widget"}).content["comms"]
    assert info == {widget.id: {"target_name": "jupyter.widget"}}


def test_a_request_is_answered_after_the_update_it_leads_to(client, widget):
    before = widget.state["svg"]
    result = widget.call("chart/highlight", chart="p", index=1, render=False)
    assert result["changed"] and result["selection"]["index"] == 1 and "display" not in result
    assert widget.state["svg"] != before and widget.state["revision"] == result["revision"] == 2
    assert widget.state["svg"] == client.execute("%show p").only("display_data").content["data"]["image/svg+xml"]


def joining(id, method, **params):
    """A request whose answer may come with the picture."""
    return {"method": "custom", "content": request(id, method, {"chart": "p", "render": False} | params) | {"joins": True}}


def test_an_answer_that_joins_comes_with_the_picture_it_leads_to(client, widget):
    (update,) = widget.ask(joining(7, "chart/rotate", by=10))
    answer = update["state"]["answer"]
    assert update["method"] == "update" and answer["id"] == 7 and answer["result"]["changed"]
    assert update["state"]["revision"] == answer["result"]["revision"] == 2
    shown = client.execute("%show p").only("display_data").content["data"]["image/svg+xml"]
    assert same(widget.state["svg"], shown)
    (update,) = widget.ask(joining("eight", "chart/rotate", by=10))
    assert update["state"]["answer"]["id"] == "eight"


def test_an_answer_that_joins_comes_alone_where_there_is_no_picture(widget):
    (answer,) = widget.ask(joining(7, "chart/hover", x=1, y=1))
    assert answer["method"] == "custom" and answer["content"]["id"] == 7
    (answer,) = widget.ask(joining(8, "chart/rotate", by="ten"))
    assert answer["method"] == "custom" and answer["content"]["error"]["code"] == -32602
    (answer,) = widget.ask({"method": "request_state"})
    assert "answer" not in answer["state"]


def test_an_error_is_an_answer(widget):
    (answer,) = widget.ask({"method": "custom", "content": request(1, "chart/tap", {"chart": "nobody", "x": 1, "y": 1})})
    assert answer["content"]["error"]["code"] == -32002
    (answer,) = widget.ask({"method": "custom", "content": 7})
    assert answer["content"]["error"]["code"] == -32600


def test_requests_of_views_of_two_pages_are_for_one_chart(client, widget):
    other = Widget.__new__(Widget)
    other.client, other.id, other.state = client, widget.id, dict(widget.state)
    widget.call("chart/rotate", chart="p", by=10)
    other.call("chart/rotate", chart="p", by=20)
    assert get(client)["state"]["startAngle"] == 300


def test_changes_from_another_cell_reach_the_model(client, widget):
    message = client.send_cell("%rotate p 30")
    client.reply(message)
    outputs = client.outputs(message)
    (update,) = [message.content["data"] for message in outputs if message.type == "comm_msg"]
    assert update["method"] == "update", "what changed, no more"
    assert set(update["state"]) == {"svg", "picture", "patch", "revision"} and update["state"]["patch"] is None
    still = next(message for message in outputs if message.type == "update_display_data")
    assert still.content["data"]["image/svg+xml"] == update["state"]["svg"]
    assert still.content["data"][VIEW]["model_id"] == widget.id


def test_changes_over_zeromq_and_undo_reach_the_model(client, widget):
    connections = client.execute("%connect").only("execute_result").content["data"]["application/json"]["connections"]
    endpoint = next(way["endpoint"] for way in connections if way["transport"] == "zeromq")
    before = widget.state["svg"]
    for method, expected in (("chart/rotate", None), ("chart/undo", before)):
        with clients.Dealer(endpoint) as other:
            other.call(method, chart="p", **({"by": 90} if method == "chart/rotate" else {}))
        update = client.published_until(lambda message: message.type == "comm_msg")
        client.early.clear()
        assert update.content["comm_id"] == widget.id and update.parent == {}
        svg = update.content["data"]["state"]["svg"]
        assert svg != before if expected is None else svg == expected


def test_request_state_is_answered_with_all_of_it(widget):
    (answer,) = widget.ask({"method": "request_state"})
    assert answer["method"] == "update" and answer["state"] == widget.state and "_esm" in answer["state"]


def test_an_update_is_echoed_and_what_is_not_theirs_put_right(widget):
    echo, right = widget.ask(
        {"method": "update", "state": {"layout": None, "svg": "<svg/>"}, "buffer_paths": []}
    )
    assert echo == {"method": "echo_update", "state": {"layout": None, "svg": "<svg/>"}, "buffer_paths": []}
    assert right["method"] == "update" and right["state"].keys() == {"svg"} and right["state"]["svg"] != "<svg/>"
    (echo,) = widget.ask({"method": "update", "state": {"layout": None}, "buffer_paths": []})
    assert echo["method"] == "echo_update"


def test_the_control_comm_tells_of_all_models(client, widget):
    """What a page asks for that was loaded anew."""
    other = Widget(client, pie("q"))
    control = uuid.uuid4().hex
    _, outputs = send(client, "comm_open", control, metadata={"version": "1.0.0"}, target_name="jupyter.widget.control")
    assert outputs == []
    message, (answer,) = send(client, "comm_msg", control, {"method": "request_states"})
    assert answer.parent_id == message
    data = answer.content["data"]
    assert data["method"] == "update_states" and data["buffer_paths"] == []
    assert data["states"].keys() == {widget.id, other.id}
    entry = data["states"][widget.id]
    assert entry["model_name"] == "AnyModel" and entry["model_module"] == "anywidget"
    assert entry["state"] == widget.state
    assert send(client, "comm_close", control)[1] == []


def test_who_closes_a_model_gets_another_one(client, widget):
    assert send(client, "comm_close", widget.id)[1] == []
    again = client.execute("%show p")
    assert again.types == ["execute_input", "comm_open", "display_data"]
    assert again.outputs[1].content["comm_id"] != widget.id


def test_a_model_goes_with_the_last_output_that_shows_it(client):
    def run(code, cell):
        message = client.send("execute_request", {"code": code}, metadata={"cellId": cell})
        client.reply(message)
        return client.outputs(message)

    shown = run("kind: pie\nslices: [{label: a, value: 1}]", "c")
    first = next(message for message in shown if message.type == "comm_open").content["comm_id"]
    # The same cell makes another chart: what it showed is no more.
    again = run("kind: pie\nslices: [{label: a, value: 1}]", "c")
    assert [message.content["comm_id"] for message in again if message.type == "comm_close"] == [first]
    # A chart with a name is the same one.
    run(pie("named"), "d")
    assert {message.type for message in run(pie("named", (3, 4)), "d")} == {"execute_input", "comm_msg", "display_data"}


def test_a_deleted_chart_says_so_and_keeps_its_picture(client, widget):
    outputs = client.execute("%delete p").outputs
    (update,) = [message.content["data"]["state"] for message in outputs if message.type == "comm_msg"]
    assert update == {"isGone": True}
    client.execute("%echo x")
    (answer,) = widget.ask({"method": "request_state"})
    assert answer["state"]["svg"].startswith("<svg")


def test_stills_wait_while_a_page_shows_the_chart_live(client, widget):
    """A notebook makes a view anew when its still changes, which must not happen under somebody's hand."""
    assert widget.call("widget/open", theme="light") == {}
    widget.call("chart/highlight", chart="p", index=0)
    widget.call("chart/rotate", chart="p", by=30)
    assert widget.stills == []
    widget.call("widget/settle")
    (still,) = widget.stills
    assert still.content["transient"] == widget.display.content["transient"]
    assert still.content["data"]["image/svg+xml"] == widget.state["svg"]
    widget.call("widget/settle")
    assert widget.stills == [], "nothing has changed"


def test_who_shows_it_gets_patches_that_make_the_same_picture(client, widget):
    """Shorter ones, in turn; and the whole picture once nothing moves, for the state that frontends keep."""
    widget.call("widget/open", theme="light", picture=widget.state["picture"])
    whole = len(widget.state["svg"])
    for method, params in [("chart/rotate", {"by": 10}), ("chart/highlight", {"index": 1}), ("chart/rotate", {"by": 20})]:
        updates = widget.ask({"method": "custom", "content": request(5, method, {"chart": "p", "render": False} | params)})
        state = updates[0]["state"]
        assert state["patch"] and "svg" not in state and len(json.dumps(state["patch"])) < whole
        now = client.execute("%show p").only("display_data").content["data"]["image/svg+xml"]
        assert same(widget.state["svg"], now)
    updates = widget.ask({"method": "custom", "content": request(6, "widget/settle")})
    assert updates[0]["state"] == {"svg": now, "patch": None, "picture": widget.state["picture"]}
    assert [update["method"] for update in widget.ask({"method": "custom", "content": request(7, "widget/settle")})] == ["custom"]


def test_who_missed_a_picture_gets_it_whole(widget):
    widget.call("widget/open", theme="light", picture=1)
    widget.call("chart/rotate", chart="p", by=10)
    update, _ = widget.ask({"method": "custom", "content": request(5, "widget/open", {"theme": "light", "picture": 1})})
    assert update["state"].keys() == {"svg", "patch", "picture"} and update["state"]["patch"] is None
    (answer,) = widget.ask({"method": "custom", "content": request(5, "widget/open", {"theme": "light", "picture": 2})})
    assert answer["method"] == "custom", "it has all"


def test_who_only_collects_the_state_gets_no_patches(widget):
    """`nbclient` writes the state as it is in the end into the notebook, and applies nothing."""
    updates = widget.ask({"method": "custom", "content": request(5, "chart/rotate", {"chart": "p", "by": 10})})
    assert updates[0]["state"]["patch"] is None and updates[0]["state"]["svg"].startswith("<svg")


def test_the_picture_goes_with_the_pages_theme_and_the_still_does_not(client, widget):
    light = widget.state["svg"]
    widget.call("widget/open", theme="dark")
    assert "#16181d" in widget.state["svg"] and "#16181d" not in light
    widget.call("chart/rotate", chart="p", by=30)
    assert "#16181d" in widget.state["svg"]
    widget.call("widget/settle")
    assert "#16181d" not in widget.stills[0].content["data"]["image/svg+xml"]


def test_a_theme_that_the_author_chose_stays(client):
    widget = Widget(client, pie("p") + "theme: light\n")
    svg = widget.state["svg"]
    widget.call("widget/open", theme="dark")
    assert widget.state["svg"] == svg


def test_a_spin_says_that_it_moves_until_it_has_settled(widget):
    """The module asks for pictures as long as it is so."""
    for phase, x, y, time in [("down", 390, 180, 0), ("move", 380, 220, 0.02), ("move", 360, 240, 0.04)]:
        widget.call("chart/pointer", chart="p", phase=phase, x=x, y=y, time=time)
    result = widget.call("chart/pointer", chart="p", phase="up", x=360, y=240, time=0.05)
    assert result["moving"] is True
    angles = []
    for time in range(1, 40):
        result = widget.call("chart/advance", chart="p", time=time)
        angles.append(widget.state["svg"])
        if "moving" not in result:
            break
    assert any(event["type"] == "settled" for event in result["events"]) and len(set(angles)) > 2


@pytest.mark.parametrize("code", ["%live off", None])
def test_stills_only_for_those_who_want_no_more(start, code):
    kernel = start(live=code is not None)
    client = kernel.connect()
    if code:
        client.execute(code)
    assert client.execute("%live").text == "Live charts: off.\n"
    exchange = client.execute(pie("p"))
    assert exchange.types == ["execute_input", "display_data"]
    assert exchange.outputs[1].content["data"].keys() == {"image/svg+xml", "text/plain"}
    client.execute("%live on")
    assert VIEW in client.execute("%show p").only("display_data").content["data"]
    assert "'auto'" in client.execute("%live aut").only("error").content["evalue"]


def test_who_only_collects_outputs_gets_stills(start):
    """Pages that `nbconvert` makes need no scripts, then. Notebooks name their cells; widget managers ask for all models."""
    client = start(live=None).connect()
    assert client.execute("%live").text == "Live charts: auto.\n"
    assert client.execute(pie("p")).types == ["execute_input", "display_data"]

    def shown(code, **metadata):
        message = client.send("execute_request", {"code": code}, metadata=metadata)
        client.reply(message)
        return client.outputs(message)

    assert [message.type for message in shown("%show p", cellId="c")] == ["execute_input", "comm_open", "display_data"]
    (again,) = [message for message in shown("%show p") if message.type == "display_data"]
    assert VIEW not in again.content["data"]
    # Of a display that is a still only the still changes, and the view follows beside.
    changed = shown("%rotate p 30")
    assert [VIEW in message.content["data"] for message in changed if message.type == "update_display_data"] == [
        False, True, False
    ]
    send(client, "comm_open", uuid.uuid4().hex, metadata={"version": "1.0.0"}, target_name="jupyter.widget.control")
    assert VIEW in client.execute("%show p").only("display_data").content["data"]


def test_what_is_drawn_otherwise_than_it_is_stays_a_still(client, widget):
    assert VIEW not in client.execute("%show p theme=dark").only("display_data").content["data"]


@pytest.mark.parametrize("data", [None, 7, [], {"method": 7}, {"method": "update"}, {"method": "custom"}, {"method": "x"}])
def test_odd_messages_do_no_harm(client, widget, data):
    message = client.send("comm_msg", {"comm_id": widget.id, "data": data})
    client.outputs(message)
    assert client.answers()
