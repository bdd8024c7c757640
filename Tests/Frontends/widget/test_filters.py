"""`select: {filter: …}` in JupyterLab: what is brushed in one plot is all that the ones it names show, and to undo takes that back."""

import pytest
import yaml

from charts import AMOUNTS, MONTHS
from clients import eventually
from lab import Kernel

pytestmark = pytest.mark.timeout(180)


def spec(text, **changes):
    return yaml.safe_dump(yaml.safe_load(text) | {"link": "filters"} | changes, sort_keys=False)


CELLS = [
    spec(MONTHS, id="filtered"),
    spec(MONTHS, id="paled"),
    spec(AMOUNTS, id="filtering", select={"brush": "x", "filter": ["filtered"]}),
]
# Of each month one sale of each of 10, 20, 30 and 40.
ALL = [100, 100, 100]


@pytest.fixture
def charts(shared, service):
    """The views of the chart that is filtered, of one that is not and of the one that filters, and what the kernel has of them."""
    kernels = [Kernel(service, name) for name in ("filtered", "paled", "filtering")]
    for kernel in reversed(kernels):
        kernel.act("chart/reset")
    shared.page.mouse.move(5, 5)
    views = [shared.chart(cell) for cell in range(3)]
    for view, kernel in zip(views, kernels):
        kernel.is_shown_by(view)
    views[2].wait()
    yield list(zip(views, kernels))
    assert shared.errors == []


def sums(kernel):
    """The sums of months that are drawn in full."""
    return [mark["value"] for mark in kernel.layout["series"][0]["marks"]]


def words(view):
    """The sums that the page tells screen readers."""
    labels = view.locator.locator('[aria-roledescription="bar"]').evaluate_all("each => each.map(one => one.getAttribute('aria-label'))")
    return [float(label.split(": ")[-1].split(",")[0]) for label in labels]


def across(kernel, first: int, last: int) -> list[tuple[float, float]]:
    """The way of a hand across the middles of some bins."""
    bins = kernel.layout["series"][0]["marks"]
    (start, end), y = (bins[first]["x"] - 15, bins[last]["x"] + 15), kernel.layout["plot"]["y"] + 20
    return [(start, y), (start + 12, y), (end - 3, y), (end, y)]


def are_shown(charts):
    for view, kernel in charts:
        kernel.is_shown_by(view)


def test_a_hand_that_brushes_one_chart_changes_the_numbers_of_the_other_and_undo_takes_it_back(shared, charts):
    (filtered, there), (paled, beside), (filtering, amounts) = charts
    assert words(filtered) == words(paled) == ALL
    filtering.drag(*across(amounts, 1, 2))
    eventually(lambda: sums(there) == [50, 50, 50], 10, "it does not filter")
    are_shown(charts)
    shared.shot("plot-filtered")
    assert words(filtered) == [50, 50, 50], "it has these rows alone"
    assert there.layout.get("part") is None and sums(beside) == ALL, "in the other one they stand out"
    assert [mark["value"] for mark in beside.layout["part"][0]["marks"]] == [50, 50, 50]
    # The step is the chart's in which it was made.
    assert there.call("chart/undo")["changed"] is False
    amounts.act("chart/undo")
    assert sums(there) == ALL
    are_shown(charts)
    assert words(filtered) == words(paled) == ALL
    assert amounts.act("chart/redo")["changed"]
    are_shown(charts)
    assert words(filtered) == [50, 50, 50]


def test_what_the_brush_is_dragged_to_is_shown_and_each_drag_is_one_step(charts):
    (filtered, there), _, (filtering, amounts) = charts
    filtering.drag(*across(amounts, 0, 1))
    eventually(lambda: sums(there) == [30, 30, 30], 10, "it does not filter")
    are_shown(charts)
    brush = amounts.layout["brush"]
    edge = (brush["x"] + brush["width"], brush["y"] + brush["height"] / 2)
    last = amounts.layout["series"][0]["marks"][3]["x"] + 15
    filtering.drag(edge, (edge[0] + 10, edge[1]), (last, edge[1]), (last, edge[1]))
    eventually(lambda: sums(there) == ALL, 10, "it does not follow the edge")
    are_shown(charts)
    assert words(filtered) == ALL
    for expected in ([30, 30, 30], ALL):
        amounts.act("chart/undo")
        assert sums(there) == expected
        are_shown(charts)
        assert words(filtered) == expected


def test_a_click_filters_and_escape_shows_all_again(shared, charts):
    (filtered, there), _, (filtering, amounts) = charts
    bar = amounts.layout["series"][0]["marks"][3]["rect"]
    filtering.click(bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2)
    eventually(lambda: sums(there) == [40, 40, 40], 10, "it does not filter")
    are_shown(charts)
    assert words(filtered) == [40, 40, 40]
    filtering.frame.focus()
    shared.page.keyboard.press("Escape")
    eventually(lambda: sums(there) == ALL, 10, "it filters still")
    are_shown(charts)
    assert words(filtered) == ALL
