"""Taps on the legend of charts without axes: one hides an entry or shows it, two leave it alone or show all again."""

import pytest

from clients import Stdio
from taps import TappedChart

PARTS = {"Rent": 25, "Food": 30, "Travel": 15, "Books": 10}
CHARTS = {
    "pie": {"kind": "pie", "legend": "right", "slices": PARTS},
    "rings": {"kind": "pie", "legend": "bottom", "slices": {name: {"a": value / 5, "b": value * 4 / 5} for name, value in PARTS.items()}},
    "treemap": {"kind": "treemap", "legend": "top", "slices": PARTS},
    "nested treemap": {"kind": "treemap", "legend": "left", "slices": {name: {"a": value / 5, "b": value * 4 / 5} for name, value in PARTS.items()}},
    "funnel": {"kind": "funnel", "legend": "right", "stages": PARTS},
}  # fmt: skip


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


class Chart(TappedChart):
    def __init__(self, kernel, name):
        super().__init__(kernel, name, CHARTS[name])
        self.places = {
            entry["label"]: (entry["box"]["x"] + 5, entry["box"]["y"] + entry["box"]["height"] / 2) for entry in self.layout["legend"]
        }

    def tap(self, label, times=1, later=10):
        """Taps an entry of the legend."""
        super().tap(*self.places[label], times, later)

    @property
    def shown(self):
        """What is in the legend in the colours of what is there, after it was held against what is drawn."""
        layout = self.layout
        shown = [entry["label"] for entry in layout["legend"] if not entry["hidden"]]
        parts = layout.get("slices") or layout["marks"]
        top = [part for part in parts if len(part.get("path", [0])) == 1 and not part.get("hidden")]
        assert [part["label"] for part in top] == shown
        picture = self.svg
        for label in PARTS:
            # Marks are called by their values, too: entries of the legend are not.
            assert (f'aria-label="{label}: {PARTS[label]}' in picture) == (label in shown), label
        return shown


@pytest.fixture(params=CHARTS)
def chart(kernel, request):
    return Chart(kernel, request.param)


def test_a_tap_hides_an_entry_and_another_one_shows_it(chart):
    assert chart.shown == list(PARTS)
    chart.tap("Food")
    assert chart.shown == ["Rent", "Travel", "Books"]
    chart.tap("Books")
    assert chart.shown == ["Rent", "Travel"]
    chart.tap("Food")
    assert chart.shown == ["Rent", "Food", "Travel"]


def test_two_taps_leave_an_entry_alone_and_two_more_show_all(chart):
    for label in ("Travel", "Rent"):
        chart.tap(label, times=2)
        assert chart.shown == [label]
        chart.tap(label, times=2)
        assert chart.shown == list(PARTS)


def test_two_taps_leave_an_entry_alone_where_others_are_hidden(chart):
    chart.tap("Food")
    chart.tap("Books")
    chart.tap("Rent", times=2)
    assert chart.shown == ["Rent"]
    chart.tap("Food", times=2)
    assert chart.shown == ["Food"], "another one instead"


def test_taps_that_are_far_apart_or_on_two_entries_are_two_taps(chart):
    chart.tap("Food")
    chart.tap("Food", later=5)
    assert chart.shown == list(PARTS)
    chart.tap("Food")
    chart.tap("Rent", later=0.15)
    assert chart.shown == ["Travel", "Books"]


def test_each_can_be_undone(chart):
    chart.tap("Food", times=2)
    before = chart.shown
    revisions = 0
    while chart.shown != list(PARTS):
        chart.kernel.call("chart/undo", chart=chart.name, render=False)
        revisions += 1
        assert revisions <= 2, "no more steps than there were taps"
    for _ in range(revisions):
        chart.kernel.call("chart/redo", chart=chart.name, render=False)
    assert chart.shown == before == ["Food"]


def test_what_is_left_alone_is_the_whole(chart):
    chart.tap("Travel", times=2)
    label = f"Travel: {PARTS['Travel']} (100%)"
    assert f'aria-label="{label}' in chart.kernel.call("chart/render", chart=chart.name)["svg"]
