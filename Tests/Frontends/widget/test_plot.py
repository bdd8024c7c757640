"""Plots in JupyterLab: scrolling, snapping, zooming, markers, pop-ups, the legend."""

import pytest
from playwright.sync_api import expect

from charts import PRICES, STEPS
from clients import eventually
from lab import Kernel

pytestmark = pytest.mark.timeout(180)
CELLS = [STEPS, PRICES]


def fresh(shared, kernel, cell):
    kernel.act("chart/reset")
    shared.page.mouse.move(5, 5)
    chart = shared.chart(cell).wait()
    kernel.is_shown_by(chart)
    return chart


@pytest.fixture
def kernel(service):
    return Kernel(service, "steps")


@pytest.fixture
def chart(shared, kernel):
    """Bars and a line, at the end of its content, as nobody has touched it."""
    yield fresh(shared, kernel, 0)
    assert shared.errors == []


@pytest.fixture
def prices(service):
    return Kernel(service, "prices")


@pytest.fixture
def lines(shared, prices):
    yield fresh(shared, prices, 1)
    assert shared.errors == []


def middle(kernel) -> tuple[float, float]:
    plot = kernel.layout["plot"]
    return plot["x"] + plot["width"] / 2, plot["y"] + plot["height"] / 2


def centred(kernel) -> dict | None:
    """The bar that has come to rest in the middle of the plot, selected."""
    now = kernel.call("chart/get")
    bars = next(series for series in now["layout"]["series"] if series["type"] == "bar")["marks"]
    plot = now["layout"]["plot"]
    bar = min(bars, key=lambda bar: abs(bar["x"] - plot["x"] - plot["width"] / 2))
    is_there = abs(bar["x"] - plot["x"] - plot["width"] / 2) < 0.5
    is_at_rest = "glide" not in now["state"] and now["state"]["selection"] == [0, bar["index"]]
    return bar if is_there and is_at_rest and bar["selected"] else None


def test_the_wheel_scrolls_as_far_as_there_is_content(shared, chart, kernel):
    """V1, V2: it snaps when the wheel rests; at the end the wheel is the page's."""
    shared.shot("plot-light")
    start = kernel.layout["viewport"]["start"]
    chart.move_to(*middle(kernel))
    assert not chart.wheel(0, 120), "there is nothing after it"
    assert kernel.layout["viewport"]["start"] == start
    assert chart.wheel(0, -240)
    eventually(lambda: kernel.layout["viewport"]["start"] < start - 2, 10, "it did not scroll")
    eventually(lambda: centred(kernel), 10, "it did not snap")
    kernel.is_shown_by(chart)
    moved = kernel.layout["viewport"]["start"]
    assert chart.wheel(150, 0), "sideways too"
    # It has snapped again before anything else is done with it.
    eventually(
        lambda: kernel.layout["viewport"]["start"] > moved and centred(kernel), 10, "it did not scroll, and snap again")
    kernel.is_shown_by(chart)


def test_drag_snaps_to_a_bar(shared, chart, kernel):
    """V2: the bar nearest to the centre comes to rest there, highlighted, and its label changes."""
    x, y = middle(kernel)
    start = kernel.layout["viewport"]["start"]
    way = [(x + step, y) for step in range(0, 200, 10)]
    # In the middle of it: the content follows the hand, so that what was pressed stays under it.
    chart.page.mouse.move(*chart.at(*way[0]))
    chart.page.mouse.down()
    for place in way:
        chart.page.mouse.move(*chart.at(*place))
    slot = kernel.layout["viewport"]["slotWidth"]
    eventually(
        lambda: abs((start - kernel.layout["viewport"]["start"]) * slot - 190) < 1, 10, "it does not follow the hand")
    assert chart.cursor == "grabbing"
    kernel.is_shown_by(chart)
    # Held still, so that it is no fling: a hand's own time is what makes the difference, and the page tells nobody of it.
    chart.page.wait_for_timeout(200)
    chart.page.mouse.up()
    # By the release alone something is selected.
    bar = eventually(lambda: centred(kernel), 10, "it does not come to rest")
    labels = {tick["text"]: tick["selected"] for tick in kernel.layout["axes"]["x"]["ticks"]}
    assert labels[bar["label"]] and sum(labels.values()) == 1
    kernel.is_shown_by(chart)
    expect(chart.status).to_contain_text(f"{bar['label']}, Steps: ")
    shared.shot("plot-snapped")


def test_ctrl_and_wheel_zoom_about_the_mouse(chart, kernel):
    """V4"""
    def spot():
        """Which position is at 200 px."""
        viewport, plot = kernel.layout["viewport"], kernel.layout["plot"]
        return viewport["start"] + (200 - plot["x"]) / plot["width"] * (viewport["end"] - viewport["start"])

    position = spot()
    chart.move_to(200, middle(kernel)[1])
    chart.page.keyboard.down("Control")
    assert chart.wheel(0, -200)
    chart.page.keyboard.up("Control")
    eventually(lambda: kernel.layout["viewport"]["zoomX"] > 1.3, 10, "it did not zoom")
    assert spot() == pytest.approx(position, abs=0.05)
    kernel.is_shown_by(chart)
    assert chart.page.evaluate("devicePixelRatio") == 1, "the page did not"


def test_hover_shows_a_marker(shared, chart, kernel):
    """V7"""
    bar = kernel.layout["series"][0]["marks"][5]
    before = chart.svg
    chart.move_to(bar["x"], bar["rect"]["y"] + bar["rect"]["height"] - 5)
    expect(chart.marker).to_be_visible()
    expect(chart.marker).to_contain_text(f"{bar['value']:.0f}")
    assert chart.cursor == "pointer" and chart.svg == before
    shared.shot("plot-hover")
    box, picture = chart.marker.bounding_box(), chart.box
    assert picture["x"] <= box["x"] and box["x"] + box["width"] <= picture["x"] + picture["width"]
    # The one of a selected bar is drawn, and not shown twice.
    chart.click(bar["x"], bar["rect"]["y"] + bar["rect"]["height"] - 5)
    expect(chart.selected.first).to_be_attached()
    expect(chart.marker).to_be_hidden()
    kernel.is_shown_by(chart)


def test_a_point_of_a_line_is_told_of_near_it(chart, kernel):
    """V7: its stroke is 2 px thin."""
    def place(mark, distance: int) -> tuple[float, float] | None:
        at = {"x": mark["x"], "y": mark["y"] - distance}
        answer = kernel.call("chart/hover", **at)
        isNext = answer.get("pointed") == {"series": 1, "index": mark["index"]}
        return (at["x"], at["y"]) if answer["hit"]["kind"] == "plot" and isNext else None

    mean = kernel.layout["series"][1]["marks"]
    mark, near, far = next(
        (mark, *places) for mark in mean if all(places := [place(mark, distance) for distance in (12, 40)]))
    chart.move_to(*near)
    expect(chart.marker).to_be_visible()
    expect(chart.marker).to_contain_text(f"{mark['value']:.0f}"[:2])
    assert chart.cursor == "pointer"
    chart.move_to(*far)
    expect(chart.marker).to_be_hidden()


def test_legend_hides_series_and_shows_them_again(shared, chart, kernel):
    """A8"""
    place, other = [(entry["box"]["x"] + 5, entry["box"]["y"] + entry["box"]["height"] / 2) for entry in kernel.layout["legend"]]
    bars = chart.locator.locator('[aria-roledescription="bar"]')
    assert bars.count() > 5
    chart.move_to(*place)
    eventually(lambda: chart.cursor == "pointer", 5, "it does not say that it can be clicked")
    chart.click(*place)
    expect(bars).to_have_count(0)
    assert kernel.state["hidden"] == [0]
    kernel.is_shown_by(chart)
    # Without the other one in between both were a double tap.
    chart.click(*other)
    chart.click(*place)
    expect(bars.first).to_be_attached()
    assert kernel.state["hidden"] == [1]
    kernel.is_shown_by(chart)


def test_double_taps_leave_a_series_alone_and_show_all_again(chart, kernel):
    """The series of the entry that is tapped twice is left alone; another double tap shows all again."""
    (entry, _) = kernel.layout["legend"]
    place = (entry["box"]["x"] + 5, entry["box"]["y"] + entry["box"]["height"] / 2)
    chart.move_to(*place)
    for hidden in ([1], []):

        def tapped_twice(hidden=hidden) -> bool:
            """On a machine so slow that they are two taps, these leave all as it was."""
            before = kernel.call("chart/get")["revision"]
            for _ in range(2):
                chart.page.mouse.down()
                chart.page.mouse.up()
            eventually(lambda: kernel.call("chart/get")["revision"] == before + 2, 10, "the taps did nothing")
            if kernel.state["hidden"] == hidden:
                return True
            # Or the next tap were the second one of the last.
            chart.click(2, 2)
            chart.move_to(*place)
            return False

        eventually(tapped_twice, 30, "it is not alone, or not all are there")
        kernel.is_shown_by(chart)


def test_keys_walk_along_the_bars(chart, kernel):
    chart.frame.focus()
    chart.page.keyboard.press("Home")
    expect(chart.status).to_have_text("d1, Steps: 200, selected")
    chart.page.keyboard.press("ArrowRight")
    expect(chart.status).to_have_text("d2, Steps: 337, selected")
    chart.page.keyboard.press("ArrowDown")
    expect(chart.status).to_have_text("d2, Goal: 561, selected")
    kernel.is_shown_by(chart)


def test_tap_shows_pop_ups_and_scrolling_hides_them(shared, lines, prices):
    """L12"""
    mark = prices.layout["series"][0]["marks"][2]
    lines.click(mark["x"] + 6, mark["y"] + 40)
    eventually(lambda: len(prices.layout["popups"]) == 2, 10, "there are no pop-ups")
    assert [popup["text"] for popup in prices.layout["popups"]] == ["30 €", "27 €"]
    prices.is_shown_by(lines)
    expect(lines.picture).to_contain_text("30 €")
    shared.shot("plot-popups")
    lines.drag((400, 200), (380, 200), (350, 200), (350, 200), (350, 200), step=0.1)
    eventually(lambda: not prices.layout["popups"], 10, "they are still there")
    prices.is_shown_by(lines)
