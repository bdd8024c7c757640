"""A pie in JupyterLab answers the mouse and the keyboard."""

import base64
import re

import pytest
from playwright.sync_api import expect

from charts import PIE, WORDS, around, turning
from clients import eventually
from lab import Kernel

pytestmark = pytest.mark.timeout(180)
CELLS = [PIE]


@pytest.fixture
def kernel(service):
    return Kernel(service, "spending")


@pytest.fixture
def chart(shared, kernel):
    """The pie as nobody has touched it, with the mouse elsewhere."""
    kernel.act("chart/reset")
    shared.page.mouse.move(5, 5)
    chart = shared.chart().wait()
    kernel.is_shown_by(chart)
    yield chart
    assert shared.errors == []


def test_click_selects_and_a_second_one_clears(shared, chart, kernel):
    """P4: the slice grows; the cell's picture and the kernel's state agree."""
    shared.shot("pie-light")
    slice = chart.locator.locator('[data-path="0"]')
    width = slice.bounding_box()["width"]
    chart.click(*around(300))
    expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    assert slice.bounding_box()["width"] == pytest.approx(1.2 * width, rel=0.02)
    assert kernel.state["selection"] == [0]
    kernel.is_shown_by(chart)
    chart.click(*around(300))
    expect(chart.selected).to_have_count(0)
    assert kernel.state.get("selection") is None
    kernel.is_shown_by(chart)


def test_quarter_turn_by_hand(chart, kernel):
    """P5. Held at its end for a moment, as a hand that wants 90 degrees does, it stays there."""
    before = kernel.state["startAngle"]
    chart.drag(*turning(10, 100, 5), around(100), around(100), step=0.15)
    eventually(lambda: abs((kernel.state["startAngle"] - before) % 360 - 90) <= 1, 20, "it is not turned by 90°")
    # What the page asks next is answered after the end of the drag, which could still have made it spin.
    chart.frame.press("Home")
    eventually(lambda: kernel.state["selection"] == [0], 10, "the key has no effect")
    assert "spin" not in kernel.state
    assert abs((kernel.state["startAngle"] - before) % 360 - 90) <= 1
    kernel.is_shown_by(chart)


def test_flick_spins_and_settles(shared, chart, kernel):
    """P10"""
    before = kernel.state["startAngle"]
    with shared.service() as listener:
        listener.call("session/subscribe", render=False)
        chart.drag(*turning(0, 60, 6))
        events = []
        while not any(event["type"] == "settled" for event in events):
            events += listener.notification(60)["params"].get("events", [])
    turns = [event["angle"] for event in events if event["type"] == "rotated"]
    assert len(turns) > 15, "in many pictures"
    assert (kernel.state["startAngle"] - before) % 360 > 61
    assert events[-1]["angle"] == kernel.state["startAngle"]
    kernel.is_shown_by(chart)


def test_flick_comes_to_rest_at_once_for_those_who_prefer_less_motion(open_notebook):
    notebook = open_notebook(PIE, reduced_motion="reduce")
    notebook.run()
    chart = notebook.chart().wait()
    with notebook.service() as service:
        service.call("session/subscribe", render=False)
        chart.drag(*turning(0, 60, 6))
        changes = []
        while not any(event["type"] == "settled" for change in changes for event in change["events"]):
            changes.append(service.notification(60)["params"])
        moved = [change for change in changes if "chart/advance" in change["cause"]]
        assert len(moved) == 1
        Kernel(service, "spending").is_shown_by(chart)


def test_a_drag_never_queues(shared, chart, kernel):
    """One request is in flight; when its answer is there, the newest place is sent."""
    client = shared.page.context.new_cdp_session(shared.page)
    client.send("Network.enable")
    # By their ids, since something may have been asked before. An answer comes alone, or with the picture.
    on_the_way, asked, answered, queued, revisions = set(), 0, 0, 0, []

    def message(event) -> str:
        frame = event["response"]
        data = frame["payloadData"]
        return base64.b64decode(data).decode(errors="replace") if frame["opcode"] == 2 else data

    def sent(event):
        nonlocal asked, queued
        if found := re.search(r'"jsonrpc":"2.0","id":"([^"]+)","method":"chart/', message(event)):
            asked += 1
            queued += bool(on_the_way)
            on_the_way.add(found[1])

    def received(event):
        nonlocal answered
        text = message(event)
        if '"method":"update"' in text and (found := re.search(r'"revision":(\d+)', text)):
            revisions.append(int(found[1]))
        for id in [id for id in on_the_way if f'"id":"{id}"' in text and re.search('"method":"custom"|"answer":', text)]:
            on_the_way.remove(id)
            answered += 1

    client.on("Network.webSocketFrameSent", sent)
    client.on("Network.webSocketFrameReceived", received)
    moves = turning(0, 180, 1)
    chart.drag(*moves, step=0.004)
    for _ in range(50):
        # Events come while the page is asked something. Between two requests none is on its way, either: only a pause in
        # which none comes tells that it was the last.
        before = asked
        shared.page.wait_for_timeout(300)
        if asked == before > 3 and not on_the_way:
            break
    client.detach()
    assert not on_the_way and answered == asked
    # One for each place at most, and one for the time when the mouse has let go.
    assert 3 < asked <= len(moves) + 1 and queued == 0
    assert len(revisions) > 3 and revisions == sorted(revisions), "never an older picture after a newer"
    kernel.is_shown_by(chart)


def test_keyboard_alone(shared, chart, kernel):
    """By Tab out of the cell's input; then every slice, and the live region says each."""
    shared.cell().locator(".cm-content").click()
    shared.page.keyboard.press("Escape")
    for _ in range(40):
        shared.page.keyboard.press("Tab")
        if chart.frame.evaluate("frame => frame.getRootNode().activeElement === frame"):
            break
    expect(chart.frame).to_be_focused()
    assert chart.has_ring
    for index, words in enumerate(WORDS):
        shared.page.keyboard.press("ArrowRight")
        expect(chart.selected).to_have_attribute("aria-label", f"{words}, selected")
        expect(chart.status).to_have_text(f"{words}, selected")
        assert kernel.state["selection"] == [index]
    shared.page.keyboard.press("Home")
    expect(chart.status).to_have_text(f"{WORDS[0]}, selected")
    shared.shot("pie-keyboard")
    shared.page.keyboard.press("Escape")
    expect(chart.status).to_have_text("Nothing is selected.")
    before = kernel.state["startAngle"]
    shared.page.keyboard.press("+")
    eventually(lambda: kernel.state["startAngle"] == (before + 15) % 360, 10, "it did not turn")
    # The still that is put beside the view makes the notebook replace it; the keyboard stays with it.
    chart.frame.evaluate("frame => { frame.dataset.isOld = 1 }")
    expect(chart.frame).not_to_have_attribute("data-is-old", "1")
    expect(chart.frame).to_be_focused()
    assert chart.has_ring
    shared.page.keyboard.press("End")
    expect(chart.status).to_have_text(f"{WORDS[4]}, selected")
    assert shared.cell().locator(".ck-frame").count() == 1


def test_hover_shows_a_marker_and_says_what_can_be_clicked(shared, chart):
    chart.move_to(*around(300))
    expect(chart.marker).to_be_visible()
    expect(chart.marker).to_contain_text("Rent")
    assert chart.cursor == "pointer"
    shared.shot("pie-hover")
    chart.move_to(20, 300)
    expect(chart.marker).to_be_hidden()
    assert chart.cursor == "default"


def test_menu_saves_and_resets(shared, chart, kernel):
    chart.click(*around(300))
    expect(chart.selected).to_have_count(1)
    button = chart.locator.locator(".ck-menu-button")
    beginnings = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF-", "html": b"<!DOCTYPE html>"}
    for kind, beginning in beginnings.items():
        action = f"Save as {kind.upper()}"
        button.click()
        with shared.page.expect_download() as download:
            chart.locator.get_by_role("menuitem", name=action).click()
        data = open(download.value.path(), "rb").read()
        assert download.value.suggested_filename == f"spending.{kind}"
        assert data.startswith(beginning)
        if kind == "html":
            assert b", selected\"" in data, "it is as the chart is now"
        if kind == "svg":
            # The notebook may be given the still meanwhile, for which it makes the view anew.
            eventually(lambda: chart.is_like(data.decode()), 10, "it is not what is shown")
    button.click()
    shared.shot("pie-menu")
    chart.locator.get_by_role("menuitem", name="Reset").click()
    expect(chart.selected).to_have_count(0)
    assert kernel.state.get("selection") is None


def test_the_still_is_saved_as_the_view_is(shared, chart, kernel):
    chart.click(*around(300))
    expect(chart.selected).to_have_count(1)
    shared.save_until(kernel.svg())
    kernel.is_shown_by(chart)


def test_nothing_flickers_when_the_notebook_is_given_the_still(shared, chart):
    """It makes the view anew; no frame is painted without a picture, or in another size."""
    chart.click(*around(60))
    expect(chart.selected).to_have_count(1)
    chart.frame.evaluate("frame => { frame.dataset.isOld = 1 }")
    cell = shared.cell().element_handle()
    shared.page.evaluate(
        """cell => {
          window.heights = [];
          const look = () => {
            const host = [...cell.querySelectorAll("*")]
              .find(element => element.shadowRoot?.querySelector(".ck-chart"));
            const picture = host?.shadowRoot.querySelector(".ck-picture > svg");
            window.heights.push(Math.round(picture?.getBoundingClientRect().height ?? 0));
            window.looking = requestAnimationFrame(look);
          };
          look();
        }""", cell)
    expect(chart.frame).not_to_have_attribute("data-is-old", "1")
    painted = shared.page.evaluate("window.heights.length")
    shared.page.wait_for_function("painted => window.heights.length > painted + 12", arg=painted)
    heights = shared.page.evaluate("(cancelAnimationFrame(window.looking), window.heights)")
    assert len(heights) > 20 and set(heights) == {360}
    expect(chart.frame).to_be_focused()
    assert not chart.has_ring, "after a click nobody looks for one"


def test_resizes_with_the_cell(shared, chart):
    shared.page.set_viewport_size({"width": 700, "height": 800})
    try:
        box = chart.box
        assert box["width"] < 600 and abs(box["height"] / box["width"] - 360 / 640) < 0.01
        chart.wait().click(*around(300))
        expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    finally:
        shared.page.set_viewport_size({"width": 1200, "height": 800})


def test_two_views_a_script_and_another_cell(open_notebook):
    notebook = open_notebook(PIE, "%show spending", "%rotate spending 30", "%undo spending")
    notebook.run()
    notebook.run(1)
    views = [notebook.chart(index).wait() for index in (0, 1)]
    views[0].frame.scroll_into_view_if_needed()
    views[0].click(*around(300))
    expect(views[1].selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    with notebook.service() as service:
        kernel = Kernel(service, "spending")
        for _ in range(20):
            kernel.act("chart/rotate", by=5)
        assert kernel.state["startAngle"] == 10
        kernel.is_shown_by(*views)
        for cell in (2, 3):
            notebook.run(cell)
            kernel.is_shown_by(*views)
        kernel.act("chart/undo")
        kernel.is_shown_by(*views)
