"""What JupyterLab shows and says of what is pointed at and brushed: cursors, markers, and words for screen readers."""

import pytest
from playwright.sync_api import expect

from clients import eventually
from lab import Kernel

pytestmark = pytest.mark.timeout(180)

BARS = """kind: bar
id: bars
x: {labels: [a, b, c, d, e, f]}
series: [{values: [4, 5, 3, 6, 2, 4]}]
select: x
"""
LINES = """kind: line
id: lines
x: {labels: [Mo, Tu, We, Th]}
series: [{name: North, values: [10, 11, 10, 12]}, {name: South, values: [1, 2, 1, 3]}]
marker: {shared: true}
"""
BOARD = """kind: layout
id: board
charts:
  - {kind: bar, title: East, series: [{values: [3, 5, 4]}]}
  - {kind: bar, title: West, series: [{values: [2, 4, 6]}]}
"""
SMALL = """{kind: bar, id: small, size: {width: 280, height: 160}, series: [{values: [3, 5, 4]}]}"""
CELLS = [BARS, LINES, BOARD, SMALL]


@pytest.fixture
def opened(shared, service):
    """A chart that nobody has touched, and what the kernel says of it."""

    def open(cell: int, name: str):
        kernel = Kernel(service, name)
        kernel.act("chart/reset")
        shared.page.mouse.move(5, 5)
        chart = shared.chart(cell).wait()
        kernel.is_shown_by(chart)
        return chart, kernel

    yield open
    assert shared.errors == []


def marks(layout, series=0):
    return layout["series"][series]["marks"]


def test_screen_readers_are_told_what_keys_brush(opened):
    chart, _ = opened(0, "bars")
    chart.frame.focus()
    chart.page.keyboard.press("Home")
    expect(chart.status).to_have_text("a: 4, selected")
    chart.page.keyboard.press("Shift+ArrowRight")
    expect(chart.status).to_have_text("Brushed: a")
    chart.page.keyboard.press("Shift+ArrowRight")
    expect(chart.status).to_have_text("Brushed: a to b")
    for _ in range(2):
        chart.page.keyboard.press("Escape")
    expect(chart.status).to_have_text("Nothing is brushed.")


def test_a_view_that_is_made_anew_under_a_hand_at_rest_still_says_what_is_there(opened):
    chart, kernel = opened(3, "small")
    bar = marks(kernel.layout)[1]
    chart.click(bar["x"], bar["rect"]["y"] + bar["rect"]["height"] / 2)
    eventually(lambda: chart.cursor == "pointer", 5, "the cursor does not say that there is a mark")
    view = chart.frame.element_handle()
    # The notebook is given a still of what was done, to be saved.
    eventually(lambda: not view.evaluate("element => element.isConnected"), 30, "the view is not made anew")
    chart.wait()
    eventually(lambda: chart.cursor == "pointer", 5, "the cursor no longer says that there is a mark")


def test_cursors_say_what_a_drag_does(shared, opened):
    chart, kernel = opened(0, "bars")
    plot, bars = kernel.layout["plot"], marks(kernel.layout)
    y = plot["y"] + 4
    chart.move_to(bars[1]["x"], y)
    eventually(lambda: chart.cursor == "crosshair", 5, "it does not say that a drag brushes")
    chart.page.mouse.down()
    for step in range(1, 6):
        chart.page.mouse.move(*chart.at(bars[1]["x"] + (bars[3]["x"] - bars[1]["x"]) * step / 5, y))
    eventually(lambda: kernel.state.get("brush"), 5, "it does not brush")
    assert chart.cursor == "crosshair"
    chart.page.mouse.up()
    # At its own place, within what is brushed.
    chart.move_to(bars[2]["x"], y)
    eventually(lambda: chart.cursor == "move", 5, "it does not say that a drag moves what is brushed")
    chart.move_to(bars[5]["x"], y)
    eventually(lambda: chart.cursor == "crosshair", 5, "it does not say that a drag brushes anew")
    brush = kernel.layout["brush"]
    edge = brush["x"] + brush["width"]
    chart.move_to(edge, y)
    eventually(lambda: chart.cursor == "ew-resize", 5, "it does not say that the edge can be dragged")
    chart.page.mouse.down()
    chart.page.mouse.move(*chart.at(edge + 30, y))
    assert chart.cursor == "ew-resize"
    chart.page.mouse.up()
    plain, kernel = opened(1, "lines")
    plot = kernel.layout["plot"]
    plain.move_to(plot["x"] + 3, plot["y"] + 3)
    expect(plain.marker).to_be_visible()
    assert plain.cursor == "default", "where nothing can be brushed"


def test_a_marker_of_all_series_is_there_wherever_the_plot_is_pointed_at(shared, opened):
    chart, kernel = opened(1, "lines")
    (mark, below), plot = (marks(kernel.layout, series)[2] for series in (0, 1)), kernel.layout["plot"]
    place = (mark["x"] + 9, (mark["y"] + below["y"]) / 2)
    chart.move_to(*place)
    expect(chart.marker).to_be_visible()
    expect(chart.marker).to_contain_text("We")
    expect(chart.marker).to_contain_text("South")
    shared.shot("plot-shared")
    chart.click(*place)
    expect(chart.status).to_have_text("We, North: 10, selected")
    kernel.is_shown_by(chart)
    # The picture has it, and it is not shown twice.
    chart.move_to(place[0] + 2, place[1])
    expect(chart.marker).to_be_hidden()
    chart.move_to(plot["x"] - 12, plot["y"] + plot["height"] + 20)
    expect(chart.marker).to_be_hidden()


def test_in_a_layout_only_the_marker_of_the_selected_mark_itself_is_left_out(opened):
    chart, kernel = opened(2, "board")

    def bar(part):
        box, mark = kernel.layout["charts"][part]["box"], marks(kernel.layout["charts"][part])[1]
        return box["x"] + mark["x"], box["y"] + mark["rect"]["y"] + mark["rect"]["height"] - 4

    chart.click(*bar(0))
    expect(chart.status).to_contain_text("East: ")
    chart.move_to(bar(0)[0] + 1, bar(0)[1])
    expect(chart.marker).to_be_hidden()
    chart.move_to(*bar(1))
    expect(chart.marker).to_be_visible()


def test_the_menu_of_a_small_chart_is_within_it(shared, opened):
    chart, _ = opened(3, "small")
    chart.frame.hover()
    chart.locator.locator(".ck-menu-button").click()
    menu = chart.locator.locator(".ck-menu")
    expect(menu).to_be_visible()
    box, picture = menu.bounding_box(), chart.box
    assert box["y"] + box["height"] <= picture["y"] + picture["height"] + 3
    last = menu.get_by_role("menuitem").last.bounding_box()
    assert last["y"] + last["height"] <= box["y"] + box["height"], "all of it is seen at once"
    shared.shot("menu-small")
    chart.page.keyboard.press("Escape")
