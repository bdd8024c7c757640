"""A legend that does not fit into one row goes on in the next: entries of each row are hit where they are seen, and toggle their own series."""

import random

import pytest

from clients import Stdio
from pictures import colors, rasterize
from points import hits, of_one_color
from taps import TappedChart

NAMES = ["North of the river", "South", "East and beyond", "West", "The middle of town", "Elsewhere", "Abroad, by ship", "Unknown"]
COLORS = colors(len(NAMES))
SIZE = {"width": 420, "height": 320}


def plot(kind, position):
    series = [{"name": name, "color": color, "values": [10 + 3 * number, 40 - 4 * number]} for number, (name, color) in enumerate(zip(NAMES, COLORS))]
    return {"kind": kind, "x": {"labels": ["a", "b"]}, "legend": position, "series": series}


def parts(kind, position):
    listed = [{"label": name, "color": color, "value": 20 + number} for number, (name, color) in enumerate(zip(NAMES, COLORS))]
    return {"kind": kind, "legend": position, "stages" if kind == "funnel" else "slices": listed}


CHARTS = {
    "bars": plot("bar", "top"),
    "bars, below": plot("bar", "bottom"),
    "lines": plot("line", "bottom"),
    "polar bars": {"kind": "polar", "labels": ["a", "b", "c"], "legend": "top", "series": [each | {"values": [*each["values"], 7]} for each in plot("bar", "top")["series"]]},
    "a pie": parts("pie", "top"),
    "a pie, below": parts("pie", "bottom"),
    "a funnel": parts("funnel", "bottom"),
    "a treemap": parts("treemap", "top"),
}


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


class Chart(TappedChart):
    def __init__(self, kernel, name):
        super().__init__(kernel, name, CHARTS[name] | {"size": SIZE, "background": "#ffffff"})

    @property
    def entries(self):
        return self.layout["legend"]

    @property
    def hidden(self):
        """The names that are hidden as the legend says."""
        return [entry["label"] for entry in self.entries if entry["hidden"]]

    @property
    def picture(self):
        return rasterize(self.svg)[:, :, :3]


@pytest.fixture(params=CHARTS)
def chart(kernel, request):
    return Chart(kernel, request.param)


def rows(entries):
    """The entries by the rows in which they stand."""
    found = {}
    for entry in entries:
        found.setdefault(round(entry["box"]["y"], 3), []).append(entry)
    return [found[y] for y in sorted(found)]


def middle(entry):
    box = entry["box"]
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def of_color(picture, color, box):
    """How many pixels in a box, and how many elsewhere, are of a colour."""
    is_it = (picture == list(bytes.fromhex(color[1:]))).all(axis=2)
    x, y = round(box["x"]), round(box["y"])
    inside = int(is_it[y : y + round(box["height"]), x : x + round(box["width"])].sum())
    return inside, int(is_it.sum()) - inside


def test_entries_are_in_rows_one_below_the_other_within_the_chart(chart):
    entries = chart.entries
    assert [entry["label"] for entry in entries] == NAMES
    found = rows(entries)
    assert len(found) >= 2 and [entry["label"] for row in found for entry in row] == NAMES, "they are read row by row"
    for row in found:
        for left, right in zip(row, row[1:]):
            assert left["box"]["x"] + left["box"]["width"] <= right["box"]["x"]
        assert row[0]["box"]["x"] >= 0 and row[-1]["box"]["x"] + row[-1]["box"]["width"] <= SIZE["width"]
    for above, below in zip(found, found[1:]):
        assert above[0]["box"]["y"] + above[0]["box"]["height"] <= below[0]["box"]["y"] + 1e-6


def test_what_is_hit_in_each_row_is_the_entry_whose_colour_is_seen(chart):
    picture, entries = chart.picture, chart.entries
    boxes = [entry["box"] for entry in entries]
    left, top = min(box["x"] for box in boxes), min(box["y"] for box in boxes)
    right, bottom = (max(box[key] + box[length] for box in boxes) for key, length in (("x", "width"), ("y", "height")))
    chance = random.Random(chart.name)
    # All there are in the legend, which is small.
    places = [(x, y) for x in range(round(left), round(right)) for y in range(round(top), round(bottom))]
    names = {tuple(bytes.fromhex(color[1:])): number for number, color in enumerate(COLORS)}
    swatches = [point for point in of_one_color(picture, places) if point[2] in names]
    seen = set()
    for x, y, color, hit in hits(chart.kernel, chart.name, chance.sample(swatches, min(len(swatches), 400))):
        assert hit["kind"] == "legend" and hit["index"] == names[color], (x, y, hit)
        seen.add(names[color])
    # An entry of a line has a stroke, of which no pixel need be of one colour with those around it.
    assert len(seen) == len(NAMES) or chart.name == "lines"
    for entry in entries:
        box = entry["box"]
        for x in (box["x"] + 1, box["x"] + box["width"] / 2, box["x"] + box["width"] - 1):
            for y in (box["y"] + 1, box["y"] + box["height"] / 2, box["y"] + box["height"] - 1):
                hit = chart.kernel.call("chart/hitTest", chart=chart.name, x=x, y=y)["hit"]
                assert (hit["kind"], hit["index"]) == ("legend", entry["index"]), (entry["label"], x, y)


@pytest.mark.parametrize("place", ["first", "last"])
def test_a_tap_in_each_row_hides_what_the_entry_names_and_nothing_else(chart, place):
    before = chart.picture
    for entry in (row[0 if place == "first" else -1] for row in rows(chart.entries)):
        color, name = COLORS[entry["index"]], entry["label"]
        assert of_color(before, color, entry["box"])[1] > 10, f"{name} is drawn"
        chart.tap(*middle(entry))
        assert chart.hidden == [name]
        picture = chart.picture
        assert of_color(picture, color, entry["box"])[1] == 0, f"{name} is still drawn"
        assert of_color(picture, color, entry["box"])[0] == 0, f"the entry of {name} is as bright as before"
        for other in chart.entries:
            if other["label"] != name:
                assert of_color(picture, COLORS[other["index"]], other["box"])[1] > 10, f"{other['label']} is gone, too"
        chart.tap(*middle(entry))
        assert chart.hidden == []
        assert (chart.picture == before).all()


def test_what_the_rows_hide_is_taken_back_step_by_step(chart):
    before = chart.picture
    upper, lower = (row[-1] for row in (rows(chart.entries)[0], rows(chart.entries)[-1]))
    chart.tap(*middle(upper))
    chart.tap(*middle(lower))
    assert chart.hidden == [upper["label"], lower["label"]]
    chart.call("chart/undo")
    assert chart.hidden == [upper["label"]]
    chart.call("chart/undo")
    assert chart.hidden == [] and (chart.picture == before).all()
