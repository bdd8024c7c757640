"""What is seen is what is hit, for lines and boxes beside marks: whiskers of errors, boxes with their points.

What belongs to which entry is reckoned from the numbers: each has a slot or a height of its own.
"""

import statistics

import pytest

from clients import Stdio
from pictures import colors
from points import BACKGROUND, BARE, hits, of_one_color, seen, shown, some_of

NAMES = ["Mo", "Tu", "We", "Th", "Fr", "Sa"]
FIRST, SECOND = [12, 19, 8, 15, 31, 24], [29, 4, 21, 36, 15, 8]


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


# ── Errors ───────────────────────────────────────────────────────────────────────────────────────────────────────────

EACH = {"constant": 5, "width": 14, "cap": 60, "as": "bars"}
ENDS = {"low": [8, None, 5, 13, 28, 20], "high": [15, 24, None, 22, 36, 25], "width": 14, "cap": 60, "as": "bars"}


def line(values, **options):
    return {"type": "line", "values": values, "width": 10, "error": EACH} | options


def points(values, **options):
    return {"type": "scatter", "values": values, "radius": 16, "opacity": 1, "borderWidth": 0, "error": EACH} | options


def plot(*series, x=None, y=BARE, **options):
    return {"kind": "combined", "x": BARE | (x or {"labels": NAMES}), "y": y, "marker": False, "series": list(series)} | options


AREA = {"color": "#eeeeee", "opacity": 1}
WIDE = EACH | {"width": 30}
TO_THE_END = BARE | {"min": 0, "max": 36}
LOW = {"min": 0, "max": 16} | BARE
WHISKERS = {
    "of a line": plot(line(FIRST)),
    "of two lines": plot(line(FIRST), line(SECOND)),
    "of a line with dots": plot(line(FIRST, dots={"place": "all", "radius": 14, "style": "solid"})),
    "of a lying line": plot(line(FIRST), orientation="horizontal"),
    "of a line with two ends of its own": plot(line(FIRST, error=ENDS)),
    "of stacked lines": plot(line(FIRST, area=AREA), line(SECOND, area=AREA), stacked=True),
    "of a line, reversed": plot(line(FIRST), y=BARE | {"reverse": True}),
    "of a line, scrolled": plot(line(FIRST), viewport={"visibleCount": 3.5, "start": 1.6, "scrollbar": False}),
    "of a line that leaves the plot": plot(line(FIRST), y=LOW),
    "of points": plot(points(FIRST)),
    "of two series of points": plot(points(FIRST), points(SECOND, shape="square")),
    "of lying points": plot(points(FIRST), orientation="horizontal"),
    "of points with two ends of their own": plot(points(FIRST, error=ENDS)),
    "of points, reversed": plot(points(FIRST), y=BARE | {"reverse": True}),
    "of points, scrolled": plot(points(FIRST), viewport={"visibleCount": 3.5, "start": 1.6, "scrollbar": False}),
    "of points that leave the plot": plot(points(FIRST), y=LOW),
    "of points at numbers": plot(points(FIRST), x={"values": [0, 2, 5, 7, 8, 10], "min": -1, "max": 11}),
    "of a line from edge to edge": plot(line(FIRST), x={"values": [0, 2, 4, 6, 8, 10], "min": 0, "max": 10}),
    "of small points from edge to edge": plot(points(FIRST, radius=4), x={"values": [0, 2, 4, 6, 8, 10], "min": 0, "max": 10}, padding=60),
    "of bars at the upper edge": plot({"type": "bar", "values": FIRST, "error": WIDE}, y=TO_THE_END, padding=60),
    "of points above bars": plot({"type": "bar", "values": SECOND, "error": EACH}, points(FIRST)),
}  # fmt: skip


def check_whiskers(kernel, chart, spec):
    names = iter(colors(3 * len(spec["series"])))
    owners = {}
    series = []
    for number, each in enumerate(spec["series"]):
        own, lines = next(names), next(names)
        series.append(each | {"color": own, "error": each["error"] | {"color": lines}})
        owners |= {own: (number, False), lines: (number, True)}
    found, _ = seen(kernel, chart, spec | {"series": series})
    layout = kernel.call("chart/get", chart=chart)["layout"]["series"]
    across = "y" if spec.get("orientation") == "horizontal" else "x"
    whiskers = set()
    for x, y, color, hit in found:
        if color in (BACKGROUND, AREA["color"]):
            assert hit["kind"] in ("plot", "none"), (x, y, hit)
            continue
        number, is_whisker = owners[color]
        assert hit["kind"] in ("point", "bar") and hit["series"] == number, (x, y, color, hit)
        if is_whisker:
            place = x + 0.5 if across == "x" else y + 0.5
            nearest = min(layout[number]["marks"], key=lambda mark: abs(mark[across] - place))
            assert hit["index"] == nearest["index"], (x, y, hit)
            assert hit["value"] == spec["series"][number]["values"][hit["index"]]
            whiskers.add((number, hit["index"]))
    seen_entries = sum(len(each["marks"]) for each in layout)
    assert len(whiskers) >= 0.6 * seen_entries, sorted(whiskers)


@pytest.mark.parametrize("name", WHISKERS)
def test_a_whisker_is_hit_as_its_entry(kernel, name):
    check_whiskers(kernel, f"whiskers {name}", WHISKERS[name])


# ── Boxes and their points ───────────────────────────────────────────────────────────────────────────────────────────

BOXES = {"a": [8, 21, 27, 33, 39, 47, 92], "b": [3, 44, 53, 60, 69, 76, 98]}
COLOR, LINE = (0x22, 0x44, 0x88), "#224488"


def mixed(share):
    return [round(255 + (part - 255) * share) for part in COLOR]


def is_near(color, other):
    return all(abs(one - two) <= 3 for one, two in zip(bytes.fromhex(color[1:]), other))


def boxes(**style):
    return {
        "kind": "box", "x": {"labels": list(BOXES)} | BARE, "y": BARE | {"min": 0, "max": 100}, "marker": False, "bars": {"width": 1},
        "series": {
            "x": [name for name in BOXES for _ in BOXES[name]], "values": [value for each in BOXES.values() for value in each],
            "color": LINE, "radius": 14,
        } | style,
    }  # fmt: skip


POINTS_OF_BOXES = {
    "outliers": boxes(lineWidth=10),
    "all": boxes(points="all"),
    "beside": boxes(points="beside", lineWidth=10),
    "beside, as far as all reach": boxes(points="beside", lineWidth=10, whiskers="range"),
    "beside, lying": boxes(points="beside", lineWidth=10) | {"orientation": "horizontal"},
    "all, lying": boxes(points="all") | {"orientation": "horizontal"},
    "beside, reversed": boxes(points="beside", lineWidth=10) | {"y": BARE | {"min": 0, "max": 100, "reverse": True}},
}


@pytest.mark.parametrize("name", POINTS_OF_BOXES)
def test_each_point_of_a_box_is_hit_as_itself(kernel, name):
    spec = POINTS_OF_BOXES[name]
    chart = f"points of boxes, {name}"
    picture = shown(kernel, chart, spec)
    is_point = (abs(picture.astype(int) - mixed(0.5)) <= 3).all(axis=2)
    is_empty = (picture == 255).all(axis=2)
    places = some_of(is_point, 500) + some_of(~is_point & ~is_empty, 400) + some_of(is_empty, 300)
    area = kernel.call("chart/get", chart=chart)["layout"]["plot"]
    is_lying, is_reversed = spec.get("orientation") == "horizontal", spec["y"].get("reverse", False)
    height = area["width"] if is_lying else area["height"]
    drawn_points = spec["series"].get("points", "outliers")
    entries = {}
    for x, y, rgb, hit in hits(kernel, chart, of_one_color(picture, places, 2)):
        color = "#%02x%02x%02x" % rgb
        right, down = (x + 0.5 - area["x"]) / area["width"], (y + 0.5 - area["y"]) / area["height"]
        across, share = (down, right) if is_lying else (right, 1 - down)
        name_there, value = list(BOXES)[int(across > 0.5)], 100 * (1 - share if is_reversed else share)
        middle = statistics.median(BOXES[name_there])
        if is_near(color, mixed(0.5)):
            # A point: the one at this height.
            (expected,) = [each for each in BOXES[name_there] if abs(each - value) * height / 100 <= 15]
        elif color == BACKGROUND:
            if hit["kind"] == "point":
                quartiles = statistics.quantiles(BOXES[name_there], n=4, method="inclusive")
                assert drawn_points == "all" and hit["value"] == middle and quartiles[0] <= value <= quartiles[2], (x, y, hit)
            else:
                assert hit["kind"] in ("plot", "none"), (x, y, hit)
            continue
        elif color == LINE or is_near(color, mixed(0.35)):
            # Of a line, or of the box.
            expected = middle
        else:
            continue
        assert (hit["kind"], hit["label"], hit["value"]) == ("point", name_there, expected), (x, y, color, hit)
        entries.setdefault((name_there, expected, is_near(color, mixed(0.5))), set()).add(hit["index"])
    drawn = {(name, value) for name, value, is_point in entries if is_point}
    if drawn_points == "outliers":
        assert drawn == {("a", 92), ("b", 3)}
    else:
        assert len(drawn) >= 12, drawn
    assert all(len(each) == 1 for each in entries.values()), entries
    assert len({index for each in entries.values() for index in each}) == len(entries), "each is an entry of its own"


def test_the_mean_of_a_box_is_hit_as_the_box_where_it_lies_beyond(kernel):
    values = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 2, 38, 39]
    spec = boxes(x=["a"] * len(values), values=values, mean=True) | {"y": BARE | {"min": 0, "max": 40}}
    shown(kernel, "mean", spec)
    layout = kernel.call("chart/get", chart="mean")["layout"]
    (box,) = [mark for mark in layout["series"][0]["marks"] if mark["value"] == statistics.median(values)]
    y = layout["plot"]["y"] + layout["plot"]["height"] * (1 - statistics.mean(values) / 40)
    hit = kernel.call("chart/hitTest", chart="mean", x=box["x"], y=y)["hit"]
    assert (hit["kind"], hit["index"]) == ("point", box["index"]), hit
