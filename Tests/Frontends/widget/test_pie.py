"""A pie in JupyterLab answers the mouse and the keyboard."""

import math
import re

import pytest
from clients import eventually
from playwright.sync_api import expect

pytestmark = pytest.mark.timeout(300)

PIE = """kind: pie
id: spending
title: Spending
slices:
  - {label: Rent, value: 25}
  - {label: Food, value: 30}
  - {label: Travel, value: 15}
  - {label: Books, value: 10}
  - {label: Savings, value: 20}
"""
WORDS = ["Rent: 25 (25%)", "Food: 30 (30%)", "Travel: 15 (15%)", "Books: 10 (10%)", "Savings: 20 (20%)"]
# As the layout says; a test below asks it.
CENTER = (320.0, 193.8)


def around(degrees: float, radius: float = 80) -> tuple[float, float]:
    """A place about the centre, clockwise from three o'clock."""
    turn = math.radians(degrees)
    return CENTER[0] + radius * math.cos(turn), CENTER[1] + radius * math.sin(turn)


@pytest.fixture
def notebook(open_notebook):
    notebook = open_notebook(PIE, "%show spending", "%rotate spending 30")
    notebook.run()
    notebook.chart().wait()
    return notebook


@pytest.fixture
def chart(notebook):
    return notebook.chart()


@pytest.fixture
def service(notebook):
    with notebook.service() as service:
        yield service


def state(service) -> dict:
    return service.call("chart/get", chart="spending")["state"]


def shows(chart, service):
    """Waits until a view shows what the kernel has."""
    eventually(
        lambda: chart.shows(service.call("chart/render", chart="spending")["svg"]), 20,
        "the view does not show what the kernel has")


def test_click_selects_and_a_second_one_clears(notebook, chart, service):
    notebook.shot("pie-light")
    chart.click(*around(300))
    expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    assert state(service)["selection"] == [0]
    shows(chart, service)
    # The still beside it, which is what is saved, follows.
    chart.click(*around(300))
    expect(chart.selected).to_have_count(0)
    assert state(service).get("selection") is None
    shows(chart, service)


def test_quarter_turn_by_hand(chart, service):
    """Held at its end for a moment, as a hand that wants 90 degrees does, it stays there."""
    before = state(service)["startAngle"]
    chart.flick(*[around(angle) for angle in range(10, 101, 5)], around(100), around(100), step=0.15)
    eventually(lambda: abs((state(service)["startAngle"] - before) % 360 - 90) <= 1, 20, "it is not turned by 90°")
    chart.page.wait_for_timeout(300)
    assert abs((state(service)["startAngle"] - before) % 360 - 90) <= 1
    shows(chart, service)


def test_flick_spins_and_settles(chart, service):
    before = state(service)["startAngle"]
    with chart.notebook.service() as listener:
        listener.call("session/subscribe", render=False)
        chart.flick(*[around(angle) for angle in range(0, 61, 6)])
        events = []
        while not any(event["type"] == "settled" for event in events):
            events += listener.notification(60)["params"].get("events", [])
    turns = [event["angle"] for event in events if event["type"] == "rotated"]
    assert len(turns) > 15, "in many pictures"
    assert (state(service)["startAngle"] - before) % 360 != 60
    assert events[-1]["angle"] == state(service)["startAngle"]
    shows(chart, service)


def test_keyboard_alone(notebook, chart, service):
    # From the cell's input by Tab.
    chart.frame.focus()
    for index, words in enumerate(WORDS):
        chart.page.keyboard.press("ArrowRight")
        expect(chart.selected).to_have_attribute("aria-label", f"{words}, selected")
        expect(chart.status).to_have_text(f"{words}, selected")
        assert state(service)["selection"] == [index]
    chart.page.keyboard.press("Home")
    expect(chart.status).to_have_text(f"{WORDS[0]}, selected")
    notebook.shot("pie-keyboard")
    chart.page.keyboard.press("Escape")
    expect(chart.status).to_have_text("Nothing is selected.")
    before = state(service)["startAngle"]
    chart.page.keyboard.press("+")
    eventually(lambda: state(service)["startAngle"] == (before + 15) % 360, 10, "it did not turn")
    # The still that is put beside the view takes its place; the keyboard stays with it.
    chart.page.wait_for_timeout(1500)
    chart.page.keyboard.press("End")
    expect(chart.status).to_have_text(f"{WORDS[4]}, selected")
    assert notebook.cell().locator(".ck-frame").count() == 1


def test_hover_shows_a_marker_and_says_what_can_be_clicked(chart):
    chart.page.mouse.move(*chart.at(*around(300)))
    marker = chart.locator.locator(".ck-marker")
    expect(marker).to_be_visible()
    expect(marker).to_contain_text("Rent")
    assert chart.frame.evaluate("element => getComputedStyle(element).cursor") == "pointer"
    chart.page.mouse.move(*chart.at(20, 300))
    expect(marker).to_be_hidden()
    assert chart.frame.evaluate("element => getComputedStyle(element).cursor") == "default"


def test_two_views_and_a_script(notebook, chart, service):
    notebook.run(1)
    other = notebook.chart(1).wait()
    chart.frame.scroll_into_view_if_needed()
    chart.click(*around(300))
    expect(other.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    for _ in range(5):
        service.call("chart/rotate", chart="spending", by=10, render=False)
    for view in (chart, other):
        shows(view, service)
    # And another cell.
    notebook.run(2)
    for view in (chart, other):
        shows(view, service)


def test_the_still_is_saved_as_the_view_is(notebook, chart, service):
    chart.click(*around(300))
    expect(chart.selected).to_have_count(1)
    chart.page.wait_for_timeout(1500)
    notebook.save()
    newest = service.call("chart/render", chart="spending")["svg"]
    eventually(lambda: notebook.has_saved(newest), 20, "it is not in the file")
    shows(chart, service)


def test_kernel_restart(notebook, chart):
    kernel = notebook.kernel
    picture = chart.svg
    notebook.page.get_by_role("menuitem", name="Kernel", exact=True).click()
    notebook.page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Restart Kernel…$")).click()
    notebook.page.locator(".jp-Dialog .jp-mod-accept").click()
    expect(chart.note).to_be_visible()
    expect(chart.note).to_contain_text("Run the cell again")
    notebook.shot("pie-restarted")
    assert chart.svg == picture
    eventually(
        lambda: notebook.lab.ask(f"/api/kernels/{kernel}")["execution_state"] == "idle", 30, "the kernel is not back")
    notebook.run()
    again = notebook.chart().wait()
    expect(again.note).to_be_hidden()
    again.click(*around(300))
    expect(again.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")


def test_dark_theme_is_followed_at_once(notebook, chart):
    assert "#16181d" not in chart.svg
    notebook.page.get_by_role("menuitem", name="Settings", exact=True).click()
    notebook.page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Theme$")).hover()
    notebook.page.locator(".lm-Menu-itemLabel", has_text=re.compile("^JupyterLab Dark$")).click()
    try:
        eventually(lambda: "#16181d" in chart.svg, 30, "it is not dark")
        chart.click(*around(300))
        expect(chart.selected).to_have_count(1)
        chart.page.wait_for_timeout(1500)
        chart.page.mouse.move(*chart.at(*around(350)))
        expect(chart.locator.locator(".ck-marker")).to_be_visible()
        notebook.shot("pie-dark")
        assert "#16181d" in chart.svg
    finally:
        notebook.lab.set("@jupyterlab/apputils-extension", "themes", theme="JupyterLab Light")


def test_menu_saves_and_resets(notebook, chart, service):
    chart.click(*around(300))
    expect(chart.selected).to_have_count(1)
    button = chart.locator.locator(".ck-menu-button")
    for action, kind in (("Save as SVG", "svg"), ("Save as PNG", "png")):
        button.click()
        with notebook.page.expect_download() as download:
            chart.locator.get_by_role("menuitem", name=action).click()
        data = open(download.value.path(), "rb").read()
        assert download.value.suggested_filename == f"spending.{kind}"
        assert data.startswith(b"<svg" if kind == "svg" else b"\x89PNG")
    button.click()
    notebook.shot("pie-menu")
    chart.locator.get_by_role("menuitem", name="Reset").click()
    expect(chart.selected).to_have_count(0)
    assert state(service).get("selection") is None


def test_resizes_with_the_cell(notebook, chart):
    notebook.page.set_viewport_size({"width": 700, "height": 800})
    box = chart.locator.locator(".ck-picture").bounding_box()
    assert box["width"] < 600 and abs(box["height"] / box["width"] - 360 / 640) < 0.01
    chart.wait().click(*around(300))
    expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
