"""The overview of a plot in JupyterLab: the part that is seen is moved and resized by hand in it, and to undo takes that back."""

import pytest

from clients import eventually
from lab import Kernel

pytestmark = pytest.mark.timeout(180)

LETTERS = "ABCDEFGHIJKLMNOPQRST"
VALUES = [3, 5, 4, 6, 2, 3, 5, 4, 7, 1, 2, 6, 4, 3, 5, 6, 2, 4, 3, 5]
PLOT = f"""kind: bar
id: letters
x: {{labels: [{", ".join(LETTERS)}]}}
viewport: {{visibleCount: 5, overview: true, inertia: false}}
series: [{{name: Counts, values: {VALUES}}}]
"""
CELLS = [PLOT]


@pytest.fixture
def kernel(service):
    return Kernel(service, "letters")


@pytest.fixture
def chart(shared, kernel):
    """The first five bars and the overview, as nobody has touched them."""
    kernel.act("chart/reset")
    shared.page.mouse.move(5, 5)
    chart = shared.chart(0).wait()
    kernel.is_shown_by(chart)
    assert seen(kernel) == pytest.approx((0, 5), abs=0.01)
    yield chart
    assert shared.errors == []


def seen(kernel) -> tuple[float, float]:
    """From which bar's beginning to which one's end the plot shows, counted in bars."""
    viewport = kernel.layout["viewport"]
    return viewport["start"] + 0.5, viewport["end"] + 0.5


def told(chart) -> list[str]:
    """What the bars that are seen are called in the page, without the strip's."""
    labels = chart.locator.locator('[aria-roledescription="bar"]').evaluate_all("each => each.map(one => one.getAttribute('aria-label'))")
    return [label.split(":")[0].split(",")[0] for label in labels]


def place(kernel, bar: float) -> tuple[float, float]:
    """Where so many bars from the beginning are in the strip."""
    strip = kernel.layout["overview"]["box"]
    return strip["x"] + strip["width"] * bar / len(LETTERS), strip["y"] + strip["height"] / 2


def way(kernel, first: float, last: float) -> list[tuple[float, float]]:
    """The way of a hand along the strip, which is held still in the end."""
    return [place(kernel, first + (last - first) * step / 8) for step in range(9)] + [place(kernel, last)] * 2


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [(2.5, 10.5, (8, 13)), (2.5, 19.9, (15, 20)), (5, 2, (0, 2)), (0.02, 3, (3, 5)), (14, 12, (9.5, 14.5))],
    ids=["what is seen is moved", "no farther than there is content", "the right edge is moved", "the left edge is moved", "from beside it"],
)
def test_what_a_hand_drags_in_the_strip_is_seen_above_it_and_is_one_step_to_undo(shared, chart, kernel, first, last, expected):
    chart.drag(*way(kernel, first, last))
    eventually(lambda: seen(kernel) == pytest.approx(expected, abs=0.1), 10, "the plot shows something else")
    kernel.is_shown_by(chart)
    start, end = expected
    whole = [letter for number, letter in enumerate(LETTERS) if number >= start - 0.1 and number + 1 <= end + 0.1]
    assert [letter for letter in told(chart) if letter in whole] == whole
    assert not set(told(chart)) & {letter for number, letter in enumerate(LETTERS) if number + 1 < start - 0.1 or number > end + 0.1}
    # The part in the strip is where the hand has left it.
    part = kernel.layout["overview"]["seen"]
    assert (part["x"], part["x"] + part["width"]) == pytest.approx([place(kernel, bar)[0] for bar in expected], abs=3)
    shared.shot("plot-overview")
    kernel.act("chart/undo")
    assert seen(kernel) == pytest.approx((0, 5), abs=0.01)
    kernel.is_shown_by(chart)
    assert [letter for letter in told(chart) if letter in "ABCDE"] == list("ABCDE")


def test_what_is_dragged_is_followed_before_the_hand_lets_go(chart, kernel):
    chart.move_to(*place(kernel, 2.5))
    chart.page.mouse.down()
    try:
        for bar in (4.5, 6.5, 8.5):
            chart.move_to(*place(kernel, bar))
            eventually(lambda bar=bar: seen(kernel) == pytest.approx((bar - 2.5, bar + 2.5), abs=0.1), 10, "it does not follow")
            kernel.is_shown_by(chart)
    finally:
        chart.page.mouse.up()


def test_an_edge_is_dragged_as_far_as_the_chart_lets_be_seen(chart, kernel):
    """`visibleCount` says how much that is."""
    for first, last, expected in ((5, 1, (0, 1)), (1, 3, (0, 3)), (3, 9, (0, 5))):
        chart.drag(*way(kernel, first, last))
        eventually(lambda expected=expected: seen(kernel) == pytest.approx(expected, abs=0.1), 10, "the plot shows something else")
        kernel.is_shown_by(chart)
    for expected in ((0, 3), (0, 1), (0, 5)):
        kernel.act("chart/undo")
        kernel.is_shown_by(chart)
        assert seen(kernel) == pytest.approx(expected, abs=0.1)


def test_a_tap_in_the_strip_brings_what_is_there_to_be_seen(chart, kernel):
    chart.click(*place(kernel, 14.5))
    eventually(lambda: seen(kernel) == pytest.approx((12, 17), abs=0.1), 10, "it shows something else")
    kernel.is_shown_by(chart)
    assert kernel.state["selection"] is None, "nothing is selected by that"
    kernel.act("chart/undo")
    kernel.is_shown_by(chart)
    assert seen(kernel) == pytest.approx((0, 5), abs=0.01)


def test_the_cursor_tells_the_edges_from_the_strip(chart, kernel):
    chart.move_to(*place(kernel, 5))
    eventually(lambda: chart.cursor == "ew-resize", 5, "the cursor does not say that the edge can be dragged")
    chart.move_to(*place(kernel, 2.5))
    eventually(lambda: chart.cursor != "ew-resize", 5, "the cursor says that there is an edge")
