"""The widget's module by itself, in a page without a notebook."""

import random

import pytest
import yaml
from playwright.sync_api import expect

from charts import PRICES, STEPS
from clients import SPENDING, WIDGET, Stdio, svg, widget_module

COMPARE = """() => { window.compare = ([from, to]) => {
  const holder = document.createElement("div");
  holder.append(chart.parse(from));
  chart.morph(holder.firstChild, chart.parse(to));
  return holder.firstChild.isEqualNode(chart.parse(to)) && holder.childNodes.length === 1;
}; }"""


@pytest.fixture
def page(chromium):
    context = chromium.new_context()
    page = context.new_page()
    page.add_script_tag(type="module", content=widget_module()
        .replace("export {", "window.chart = {", 1)
        .replace("export default {", "window.widget = {", 1))
    page.wait_for_function("window.chart && window.widget")
    page.evaluate(COMPARE)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def pictures(kernel, spec) -> list[str]:
    """What a chart looks like while all kinds of things are done to it."""
    chance = random.Random(5)
    made = kernel.call("chart/create", chart="c", spec=spec)
    pictures = [svg(made)]
    for step in range(30):
        x, y = chance.uniform(0, 640), chance.uniform(0, 360)
        for method, params in [
            ("chart/tap", {"x": x, "y": y}),
            ("chart/key", {"key": chance.choice(["ArrowRight", "+", "-", "End", "Escape"])}),
            ("chart/pointer", {"phase": "down", "x": 300, "y": 180, "time": step}),
            ("chart/pointer", {"phase": "move", "x": 320 + x / 10, "y": 190 + y / 10, "time": step + 0.5}),
            ("chart/pointer", {"phase": "cancel", "x": 0, "y": 0, "time": step + 0.6}),
            ("chart/toggle", {"series": chance.randrange(2)}),
        ]:
            pictures.append(svg(kernel.call(method, chart="c", **params)))
    pictures.append(kernel.call("chart/render", chart="c", theme="dark")["svg"])
    pictures.append(kernel.call("chart/render", chart="c", phase=0)["svg"])
    assert len(set(pictures)) > 30
    return pictures


def spec(text: str) -> dict:
    return {key: value for key, value in yaml.safe_load(text).items() if key != "id"}


SPECS = [SPENDING, {**SPENDING, "hole": 0.4, "legend": {"position": "right"}}, spec(STEPS), spec(PRICES)]


@pytest.mark.parametrize("spec", SPECS)
def test_a_picture_made_out_of_another_is_equal_to_it(page, spec):
    """Whatever was shown before, and in whatever order: the page shows what the kernel drew."""
    with Stdio() as kernel:
        all = pictures(kernel, spec)
    chance = random.Random(6)
    pairs = [chance.sample(all, 2) for _ in range(100)]
    assert page.evaluate("pairs => pairs.map(pair => compare(pair))", pairs) == [True] * 100


class Model:
    """The model of a chart that has no kernel, as in an exported page: a state, and views of it."""

    def __init__(self, page, state):
        self.page = page
        page.evaluate(
            """state => {
              window.sent = [];
              window.model = {
                get: name => state[name], set: (name, value) => { state[name] = value }, on() {}, off() {},
                send: content => sent.push(content),
                widget_manager: {get_model: async () => ({comm_live: false})},
              };
              widget.initialize({model});
              widget.render({model, el: document.body});
            }""", state)


def test_a_page_without_a_kernel_shows_the_state_that_was_saved(page):
    """As pages of nbconvert do once they have loaded the widgets' scripts: inline, so that marks have hover titles."""
    with Stdio() as kernel:
        picture = svg(kernel.call("chart/create", chart="c", spec=SPENDING))
    state = {"id": "m", "svg": picture, "picture": 3, "patch": None, "width": 640, "height": 360, "kind": "pie",
             "title": "Spending", "theme": "light", "_css": (WIDGET / "chart.css").read_text()}
    Model(page, state)
    slice = page.locator('.ck-picture [data-path="1"]')
    expect(slice).to_be_visible()
    assert slice.locator("title").text_content() == "Food: 30 (30%)"
    expect(page.locator(".ck-note")).to_have_text("This is a saved picture.")
    slice.click()
    page.keyboard.press("ArrowRight")
    # What a click or key leads to happens at once, or with the next frame.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("sent") == [], "there is nobody to ask"


def test_a_page_that_marimo_has_exported_asks_nobody(page):
    page.evaluate("window.__MARIMO_STATIC__ = {}")
    kernel = Kernel(page, turned(0)[0], is_asked=False)
    expect(page.locator(".ck-note")).to_have_text("This is a saved picture.")
    page.locator('.ck-picture [data-path="1"]').click()
    assert kernel.sent == []


def test_the_picture_that_marimo_keeps_beside_a_view_is_out_of_sight_while_there_is_one(page):
    """As in marimo the view is in a shadow root of its own."""
    page.evaluate(
        """() => {
          document.body.innerHTML =
            '<div class="chart-kernel-shown"><p id="place"></p><img class="chart-kernel-still" alt="still"></div>';
          window.inside = document.createElement("div");
          place.attachShadow({mode: "open"}).append(inside);
        }""")
    still = page.get_by_alt_text("still")
    expect(still).to_be_visible()
    Kernel(page, turned(0)[0], place="inside")
    expect(page.locator(".ck-picture svg")).to_be_visible()
    expect(still).to_be_hidden()
    page.evaluate("stop()")
    expect(still).to_be_visible()


class Kernel:
    """A model whose kernel is this test: it answers when it is told to."""

    def __init__(self, page, drawn, place="document.body", is_asked=True, **members):
        self.page, self.number = page, 1
        state = {"id": "m", "session": "default", "chart": "c", "kind": "pie", "title": "Spending", "theme": "light",
                 "svg": drawn, "picture": 1, "patch": None, "width": 640, "height": 360, "revision": 1,
                 "_css": (WIDGET / "chart.css").read_text()} | members
        page.evaluate(
            """state => {
              const handlers = {};
              window.sent = [];
              window.model = {
                get: name => state[name], off() {},
                on: (name, act) => { (handlers[name] ??= []).push(act) },
                send: content => sent.push(content),
                widget_manager: {
                  get_model: async () => real,
                  kernel: {
                    statusChanged: {connect: act => { window.setStatus = act }, disconnect() {}},
                    connectionStatusChanged: {connect: act => { window.setConnection = act }, disconnect() {}},
                  },
                  _get_comm_info: async () => comms,
                  _create_comm: async (target, id) => ({target, id, on_msg(act) { this.heard = act }, on_close() {}}),
                },
              };
              window.comms = {};
              window.real = {comm_live: true, _handle_comm_msg() { return this }, _handle_comm_closed() {}};
              window.tell = news => { Object.assign(state, news); for (const act of handlers.change) act(); };
              window.answer = content => { for (const act of handlers["msg:custom"]) act(content); };
              widget.initialize({model});
              window.stop = widget.render({model, el: %s});
            }""" % place, state)
        if is_asked:
            page.wait_for_function("sent.length > 0")

    @property
    def sent(self) -> list[dict]:
        return self.page.evaluate("sent")

    def answer(self, request, **result):
        """Answers without a picture."""
        self.page.evaluate("answer", {"jsonrpc": "2.0", "id": request["id"], "result": result})

    def draw(self, request, picture):
        """Answers with one."""
        self.number += 1
        answer = {"jsonrpc": "2.0", "id": request["id"], "result": {"chart": "c", "changed": True}}
        self.page.evaluate("tell", {"svg": picture, "patch": None, "picture": self.number, "answer": answer})


def turned(count: int) -> list[str]:
    with Stdio() as kernel:
        pictures = [svg(kernel.call("chart/create", chart="c", spec=SPENDING))]
        return pictures + [svg(kernel.call("chart/rotate", chart="c", by=10)) for _ in range(count)]


def test_of_a_drag_one_request_is_on_its_way_and_then_the_newest_place(page):
    """The answers come with the pictures; the last one shown is that of the last place."""
    pictures = turned(4)
    kernel = Kernel(page, pictures[0])
    assert [request["method"] for request in kernel.sent] == ["widget/open"] and "joins" not in kernel.sent[0]
    kernel.answer(kernel.sent[0])
    box = page.locator(".ck-picture").bounding_box()

    def move(x):
        page.mouse.move(box["x"] + x, box["y"] + 100)

    move(100)
    kernel.answer(kernel.sent[-1])  # hover
    page.mouse.down()
    for x in (110, 120, 130, 140):
        move(x)
    hover, down = kernel.sent[1:]
    assert (hover["method"], down["params"]["phase"]) == ("chart/hover", "down") and down["joins"]
    kernel.draw(down, pictures[1])
    first = kernel.sent[-1]
    assert len(kernel.sent) == 4 and first["params"]["x"] == pytest.approx(140, abs=1), "what lay between is left out"
    move(150)
    page.mouse.up()
    assert len(kernel.sent) == 4, "one is on its way"
    kernel.draw(first, pictures[2])
    second = kernel.sent[-1]
    assert len(kernel.sent) == 5 and second["params"]["x"] == pytest.approx(150, abs=1)
    kernel.draw(second, pictures[3])
    up = kernel.sent[-1]
    assert len(kernel.sent) == 6 and up["params"]["phase"] == "up"
    kernel.draw(up, pictures[4])
    for request in kernel.sent[6:]:
        kernel.answer(request)  # The mouse is over it again.
    holder = page.locator(".ck-picture").evaluate_handle("element => element")
    assert page.evaluate("([holder, to]) => holder.firstChild.isEqualNode(chart.parse(to))", [holder, pictures[4]])
    assert page.locator(".ck-picture > svg").count() == 1


def test_answers_to_another_page_are_passed_over(page):
    pictures = turned(1)
    kernel = Kernel(page, pictures[0])
    kernel.draw({"id": "elsewhere-1"}, pictures[1])
    holder = page.locator(".ck-picture").evaluate_handle("element => element")
    assert page.evaluate("([holder, to]) => holder.firstChild.isEqualNode(chart.parse(to))", [holder, pictures[1]])
    page.locator('.ck-picture [data-path="1"]').click()
    assert [request["method"] for request in kernel.sent] == ["widget/open"], "it is still unanswered, so that the others wait"


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_kernel_that_died_is_joined_again_if_it_has_kept_the_chart(page, is_kept):
    kernel = Kernel(page, turned(0)[0])
    kernel.answer(kernel.sent[0])
    note = page.locator(".ck-note")
    page.locator(".ck-frame").focus()
    page.keyboard.press("ArrowRight")
    assert kernel.sent[-1]["method"] == "chart/key"
    page.evaluate("setStatus(null, 'restarting'); setStatus(null, 'autorestarting')")
    expect(note).to_have_text("The kernel has ended and is starting again…")
    count = len(kernel.sent)
    page.keyboard.press("ArrowRight")
    assert len(kernel.sent) == count, "there is nobody to ask"
    page.evaluate("isKept => { if (isKept) comms.m = {}; setConnection(null, 'connecting'); setConnection(null, 'connected') }", is_kept)
    if is_kept:
        expect(note).to_be_hidden()
        assert page.evaluate("[real.comm.target, real.comm.id, real.comm.heard() === real]") == ["jupyter.widget", "m", True]
        assert [kernel.sent[-1][name] for name in ("method", "params")] == [
            "widget/open", {"theme": "light", "picture": 1}]
        kernel.answer(kernel.sent[-1])
        page.keyboard.press("ArrowRight")
        assert kernel.sent[-1]["method"] == "chart/key"
    else:
        expect(note).to_contain_text("Run the cell again")
        assert len(kernel.sent) == count and page.evaluate("real.comm") is None


def pressed(kernel: Kernel) -> list[str]:
    """The keys that the kernel has been asked about so far, each answered in turn."""
    for request in kernel.sent:
        kernel.answer(request)
    return [request["params"]["key"] for request in kernel.sent if request["method"] == "chart/key"]


def test_no_key_is_lost_while_a_view_is_replaced(page):
    """As notebooks do that are given a picture to keep: for a moment there is no view in the page."""
    kernel = Kernel(page, turned(0)[0])
    page.locator(".ck-frame").focus()
    page.keyboard.press("ArrowRight")
    page.evaluate("document.body.replaceChildren()")
    page.keyboard.press("ArrowDown")
    page.evaluate("() => { window.stop = widget.render({model, el: document.body}) }")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("document.activeElement !== document.body")
    page.keyboard.press("ArrowLeft")
    for _ in range(4):
        keys = pressed(kernel)
    assert keys == ["ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft"]
    # Nobody listens twice, and what has left the page for something else is not called back.
    page.evaluate(
        """() => {
          document.body.append(document.createElement("input"));
          document.querySelector("input").focus();
        }""")
    page.keyboard.press("End")
    page.evaluate("document.querySelector('body > div').remove()")
    page.keyboard.press("Home")
    assert pressed(kernel) == keys


def test_keys_are_not_those_of_a_view_that_was_taken_out_where_something_else_is_typed_in(page):
    kernel = Kernel(page, turned(0)[0])
    page.locator(".ck-frame").focus()
    page.evaluate(
        """() => {
          document.body.replaceChildren(document.createElement("input"));
          document.querySelector("input").focus();
        }""")
    page.keyboard.press("+")
    assert page.locator("input").input_value() == "+"
    page.evaluate("() => { window.stop = widget.render({model, el: document.body}) }")
    # It would take the keyboard with the frame in which it is first seen.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.keyboard.press("-")
    assert page.locator("input").input_value() == "+-"
    assert pressed(kernel) == []


def test_a_page_that_finds_a_patch_beside_an_older_picture_asks_for_the_whole(page):
    """marimo gives pages that are opened again what it has heard, one member after the other: the last patch, and the last picture
    that was told whole."""
    old, *_, new = turned(4)
    kernel = Kernel(page, old, picture=4, patch={"from": 3, "edits": []})
    assert kernel.sent[0]["params"] == {"theme": "light", "picture": 0}, "none that it could have"
    holder = page.locator(".ck-picture").evaluate_handle("element => element")
    shows = "([holder, svg]) => holder.firstChild.isEqualNode(chart.parse(svg))"
    assert page.evaluate(shows, [holder, old]), "something is shown meanwhile"
    kernel.number = 4
    kernel.draw({"id": "another"}, new)
    assert page.evaluate(shows, [holder, new])
    kernel.answer(kernel.sent[0])
    page.evaluate("tell", {"patch": {"from": 5, "edits": [[0, {"data-new": "yes"}]]}, "picture": 6})
    expect(page.locator(".ck-picture > svg[data-new=yes]")).to_have_count(1)


def test_the_page_s_theme_is_followed_at_once_in_all_that_is_around_the_picture(page):
    """As marimo tells of it, and the system where nobody does; the picture itself is the kernel's."""
    kernel = Kernel(page, turned(0)[0])
    kernel.answer(kernel.sent[0])
    button = page.locator(".ck-menu-button")

    def is_followed(theme):
        expect(button).to_have_css("background-color", {"dark": "rgb(36, 39, 45)", "light": "rgb(255, 255, 255)"}[theme])
        asked = kernel.sent[-1]
        assert (asked["method"], asked["params"]["theme"]) == ("widget/open", theme)
        kernel.answer(asked)

    for theme in ("dark", "light"):
        page.evaluate("theme => { document.body.dataset.theme = theme }", theme)
        is_followed(theme)
    page.evaluate("document.body.dataset.theme = 'a name that says neither'")
    page.emulate_media(color_scheme="dark")
    is_followed("dark")


def test_where_there_is_little_room_the_picture_becomes_smaller_and_nothing_scrolls(page):
    page.evaluate("document.body.innerHTML = '<div id=narrow style=\"width: 300px; overflow: auto\"></div>'")
    Kernel(page, turned(0)[0], place="narrow")
    assert page.evaluate("[narrow.clientWidth, narrow.scrollWidth, narrow.scrollHeight - narrow.clientHeight]") == [300, 300, 0]
    assert page.locator(".ck-picture > svg").bounding_box()["width"] == 294


def test_a_page_whose_messages_reach_nobody_says_that_it_waits(page):
    """marimo's models fail to send where its server is gone, and an error in the console would be no news."""
    page.clock.install()
    kernel = Kernel(page, turned(0)[0])
    kernel.answer(kernel.sent[0])
    page.evaluate("() => { model.send = content => { sent.push(content); return Promise.reject(new Error('no server')) } }")
    page.locator(".ck-frame").focus()
    page.keyboard.press("ArrowRight")
    assert kernel.sent[-1]["method"] == "chart/key"
    page.clock.run_for(3000)
    expect(page.locator(".ck-note")).to_have_text("Waiting for the kernel…")


def test_the_menu_says_why_a_file_cannot_be_made_and_offers_only_what_can(page):
    """The kernel draws PDF, and may lack what it takes; where there is no kernel, nobody could."""
    kernel = Kernel(page, turned(0)[0])
    kernel.answer(kernel.sent[0])
    page.locator(".ck-menu-button").focus()
    page.keyboard.press("Enter")
    items = page.get_by_role("menuitem")
    expect(items).to_have_text(["Save as SVG", "Save as PNG", "Save as PDF", "Save as HTML", "Reset"])
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    request = kernel.sent[-1]
    assert request["method"] == "chart/render" and request["params"]["format"] == "pdf"
    assert "render" not in request["params"]
    fault = {"code": -32006, "message": "PNG and PDF need the library Cairo"}
    page.evaluate("answer", {"jsonrpc": "2.0", "id": request["id"], "error": fault})
    expect(page.locator(".ck-note")).to_have_text("PNG and PDF need the library Cairo")
    expect(page.locator(".ck-status")).to_have_text("PNG and PDF need the library Cairo")
    page.evaluate("() => setStatus(null, 'autorestarting')")
    page.keyboard.press("Enter")
    expect(items).to_have_text(["Save as SVG", "Save as PNG"])
