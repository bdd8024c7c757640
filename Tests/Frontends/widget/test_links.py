"""Linked plots in JupyterLab: what is brushed in one stands out in the other, live, and is one step to undo."""

import pytest
from playwright.sync_api import expect

from charts import AMOUNTS, MONTHS
from clients import eventually
from lab import Kernel

pytestmark = pytest.mark.timeout(180)
CELLS = [MONTHS, AMOUNTS]


@pytest.fixture
def months(service):
    return Kernel(service, "months")


@pytest.fixture
def amounts(shared, service):
    """A histogram of which nothing is brushed."""
    kernel = Kernel(service, "amounts")
    kernel.act("chart/reset")
    shared.page.mouse.move(5, 5)
    shared.chart(1).wait()
    yield kernel
    assert shared.errors == []


def standing_out(kernel) -> list[float] | None:
    """The sums of months that stand out."""
    part = kernel.layout.get("part")
    return part and [mark["value"] for mark in part[0]["marks"]]


def across(kernel, first: int, last: int) -> list[tuple[float, float]]:
    """The way of a hand across the middles of some bins."""
    bins = kernel.layout["series"][0]["marks"]
    (start, end), y = (bins[first]["x"] - 15, bins[last]["x"] + 15), kernel.layout["plot"]["y"] + 20
    return [(start, y), (start + 12, y), (end - 3, y), (end, y)]


def test_what_is_brushed_by_hand_stands_out_in_the_other_chart_and_moves_with_the_brush(shared, months, amounts):
    view, other = shared.chart(1), shared.chart(0)
    assert standing_out(months) is None
    view.drag(*across(amounts, 1, 2))
    eventually(lambda: standing_out(months) == [50, 50, 50], 10, "it does not stand out")
    amounts.is_shown_by(view)
    months.is_shown_by(other)
    shared.shot("plot-linked")
    brush = amounts.layout["brush"]
    edge = (brush["x"] + brush["width"], brush["y"] + brush["height"] / 2)
    view.move_to(*edge)
    eventually(lambda: view.cursor == "ew-resize", 5, "the cursor does not say that its edge can be dragged")
    last = amounts.layout["series"][0]["marks"][3]["x"] + 15
    view.drag(edge, (edge[0] + 10, edge[1]), (last, edge[1]), (last, edge[1]))
    eventually(lambda: standing_out(months) == [90, 90, 90], 10, "it does not follow the edge")
    months.is_shown_by(other)
    assert months.call("chart/undo")["changed"] is False, "it is no step of the chart that follows"
    amounts.act("chart/undo")
    assert standing_out(months) == [50, 50, 50]
    amounts.act("chart/undo")
    assert standing_out(months) is None
    amounts.is_shown_by(view)
    months.is_shown_by(other)


def test_a_key_selects_and_escape_clears_in_both(shared, months, amounts):
    view, other = shared.chart(1), shared.chart(0)
    view.frame.focus()
    shared.page.keyboard.press("Home")
    expect(view.status).to_contain_text("selected")
    eventually(lambda: standing_out(months) == [10, 10, 10], 10, "it does not stand out")
    months.is_shown_by(other)
    shared.page.keyboard.press("Escape")
    eventually(lambda: standing_out(months) is None, 10, "it does not go")
    months.is_shown_by(other)


def test_shift_and_arrows_brush_from_the_selected_bar_on(shared, months, amounts):
    view, other = shared.chart(1), shared.chart(0)
    view.frame.focus()
    shared.page.keyboard.press("Home")
    expect(view.status).to_contain_text("selected")
    for _ in range(2):
        shared.page.keyboard.press("Shift+ArrowRight")
    eventually(lambda: (amounts.call("chart/get")["state"].get("brush") or {}).get("x") == [5, 25], 10, "it brushes something else")
    eventually(lambda: standing_out(months) == [30, 30, 30], 10, "it does not stand out")
    amounts.is_shown_by(view)
    months.is_shown_by(other)
    for _ in range(2):
        shared.page.keyboard.press("Escape")
    eventually(lambda: standing_out(months) is None, 10, "it does not go")
