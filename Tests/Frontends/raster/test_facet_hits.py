"""What is seen is what is hit, for small multiples: a hit names the panel, and in it the entry that is seen there."""

import itertools

import pytest

from clients import Stdio
from pictures import colors
from points import BARE, hits, of_one_color, shown, some_of

CITIES = ["Bonn", "Oslo", "Rome"]
DAYS = ["Mo", "Tu", "We", "Th"]
ROWS = list(itertools.product(CITIES, DAYS))
NUMBERS = [12, 29, 38, 5, 39, 14, 21, 31, 7, 23, 34, 16]
FACETS = {
    "side by side": {"by": "city", "columns": 3},
    "one below the other": {"row": "city"},
    "with axes of their own": {"by": "city", "columns": 3, "scales": "free"},
}


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def facets(kind, facet, series, x="day", y="number", **columns):
    all_columns = {"city": [city for city, _ in ROWS], "day": [day for _, day in ROWS], "number": NUMBERS} | columns
    return {
        "kind": kind, "facet": FACETS[facet], "data": {"columns": all_columns, "x": x, "y": y}, "x": BARE, "y": BARE, "marker": False,
        "series": series,
    }  # fmt: skip


def seen_in_panels(kernel, chart, spec):
    """Of some points: the number of the panel, the place in its plot from 0 to 1 in both directions, colour and hit."""
    picture = shown(kernel, chart, spec)
    panels = kernel.call("chart/get", chart=chart)["layout"]["charts"]
    assert [panel["name"] for panel in panels] == CITIES
    is_empty = (picture == 255).all(axis=2)
    clear = of_one_color(picture, some_of(~is_empty, 600) + some_of(is_empty, 200), 2)
    for x, y, color, hit in hits(kernel, chart, clear):
        # Where a panel lies follows from its number alone.
        part = int(y * 3 / picture.shape[0]) if "row" in spec["facet"] else int(x * 3 / picture.shape[1])
        box, area = panels[part]["box"], panels[part]["plot"]
        place = [(x + 0.5 - box["x"] - area["x"]) / area["width"], (y + 0.5 - box["y"] - area["y"]) / area["height"]]
        if hit["kind"] == "none":
            assert color == (255, 255, 255) or not (0 <= place[0] < 1 and 0 <= place[1] < 1), (x, y, hit)
            continue
        if 0 <= place[0] < 1 and 0 <= place[1] < 1:
            assert hit["path"][0] == part, (x, y, hit)
            yield part, *place, "#%02x%02x%02x" % color, hit


@pytest.mark.parametrize("facet", FACETS)
def test_each_point_is_hit_in_its_panel(kernel, facet):
    spec = facets("scatter", facet, {"radius": 18, "borderWidth": 0, "opacity": 1, "colorBy": "number"})
    owners = {}
    for part, x, _, color, hit in seen_in_panels(kernel, f"points, {facet}", spec):
        if color == "#ffffff":
            assert hit["kind"] == "plot", hit
            continue
        assert hit["kind"] == "point" and hit["path"][:2] == [part, 0] and hit["path"][2] == hit["index"]
        row = 4 * part + DAYS.index(hit["label"])
        assert hit["value"] == NUMBERS[row] and hit["index"] == row % 4, hit
        assert owners.setdefault(color, tuple(hit["path"])) == tuple(hit["path"]), (color, hit)
    assert len(owners) == len(set(owners.values())) == 12


@pytest.mark.parametrize("facet", FACETS)
def test_each_bar_is_hit_in_its_panel(kernel, facet):
    spec = facets("bar", facet, {"colors": colors(4)})
    entries = set()
    for part, x, _, color, hit in seen_in_panels(kernel, f"bars, {facet}", spec):
        if color == "#ffffff":
            assert hit["kind"] == "plot", hit
            continue
        index = colors(4).index(color)
        assert (hit["kind"], hit["path"], hit["label"]) == ("bar", [part, 0, index], DAYS[index]), hit
        assert hit["value"] == NUMBERS[4 * part + index] and int(x * 4) == index
        entries.add((part, index))
    assert len(entries) == 12


@pytest.mark.parametrize("facet", FACETS)
def test_each_bar_of_histograms_is_hit_in_its_panel(kernel, facet):
    spec = facets("histogram", facet, {"bin": {"edges": [0, 10, 20, 30, 40]}, "color": "#4477aa", "gap": 6})
    spec["data"] = {"columns": spec["data"]["columns"], "y": "number"}
    entries = set()
    for part, x, _, color, hit in seen_in_panels(kernel, f"histograms, {facet}", spec):
        if color == "#ffffff":
            assert hit["kind"] == "plot", hit
            continue
        there = [number // 10 for number in NUMBERS[4 * part : 4 * part + 4]]
        assert hit["kind"] == "bar" and hit["value"] == there.count(hit["index"]) and hit["path"] == [part, 0, hit["index"]], hit
        if "own" not in facet:
            assert hit["index"] == int(x * 4), hit
        entries.add((part, hit["index"]))
    assert entries == {(row // 4, number // 10) for row, number in enumerate(NUMBERS)}


@pytest.mark.parametrize("facet", FACETS)
def test_each_box_and_outlier_is_hit_in_its_panel(kernel, facet):
    spec = facets("box", facet, {"radius": 14, "lineWidth": 1, "color": "#4477aa"}, x="half", half=["first", "second"] * 6)
    spec["bars"] = {"width": 1}
    # Behind the rows of each city and half so many that there is an outlier, too.
    columns = {"city": [], "half": [], "number": []}
    values = {}
    for part, (city, half) in itertools.product(range(3), zip(CITIES * 2, ["first"] * 3 + ["second"] * 3)):
        if city == CITIES[part]:
            values[part, half] = [number + 3 * part for number in (6, 8, 11, 14, 15, 40 if half == "first" else -20)]
            columns = {
                "city": columns["city"] + [city] * 6, "half": columns["half"] + [half] * 6, "number": columns["number"] + values[part, half]
            }  # fmt: skip
    spec["data"]["columns"] = columns
    entries = {}
    for part, x, _, color, hit in seen_in_panels(kernel, f"boxes, {facet}", spec):
        if color == "#ffffff":
            assert hit["kind"] == "plot", hit
            continue
        half = ["first", "second"][int(x * 2)]
        *_, outlier = values[part, half]
        median = sorted(values[part, half])[2:4]
        assert hit["kind"] == "point" and hit["label"] == half and hit["value"] in (outlier, sum(median) / 2), (part, hit)
        if color == "#4477aa":
            continue
        # Outliers are filled more strongly than boxes.
        is_outlier = int(color[1:3], 16) < 175
        assert (hit["value"] == outlier) == is_outlier, (part, x, color, hit)
        entries.setdefault((part, half, is_outlier), set()).add(tuple(hit["path"]))
    assert len(entries) == 12 and all(len(each) == 1 for each in entries.values()), entries


@pytest.mark.parametrize("facet", FACETS)
def test_each_cell_is_hit_in_its_panel(kernel, facet):
    spec = facets("heatmap", facet, {"colorBy": "number", "gap": 4}, x="day", y="hour", hour=["early", "late"] * 6)
    owners = {}
    for part, x, _, color, hit in seen_in_panels(kernel, f"cells, {facet}", spec):
        if color == "#ffffff":
            assert hit["kind"] == "plot", hit
            continue
        assert hit["kind"] == "point" and hit["path"] == [part, 0, hit["index"]], hit
        row = 4 * part + DAYS.index(hit["label"])
        assert hit["index"] == row % 4 == int(x * 4), hit
        assert owners.setdefault(color, tuple(hit["path"])) == tuple(hit["path"]), (color, hit)
    assert len(set(owners.values())) == 12 and (len(owners) == 12 or "own" in facet)
