"""What is seen is what is hit, by entry: each bar, part or candle has a colour of its own, which is held against `chart/hitTest`.

Points near which colours meet are passed over, and counted.
"""

import bisect
import statistics

import pytest

from clients import Stdio
from pictures import colors, rasterize
from points import BACKGROUND, BARE, SIZE, hits, of_one_color, seen

DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa"]
FIRST, SECOND, THIRD = [12, 19, 8, 15, 31, 24], [9, 14, 21, 11, 5, 18], [7, 30, 4, 16, 2, 13]
REVERSED = BARE | {"reverse": True}


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


# ── Bars ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def bars(*values, **options):
    series = [{"values": each, "colors": [None] * len(each)} | options.get("each", {}) for each in values]
    options.pop("each", None)
    return {"kind": "bar", "x": {"labels": DAYS} | BARE, "y": BARE, "marker": False, "series": series} | options


def signed(values):
    return [value if index % 2 else -value for index, value in enumerate(values)]


BARS = {
    "horizontal": bars(FIRST, orientation="horizontal"),
    "horizontal groups": bars(FIRST, signed(SECOND), orientation="horizontal"),
    "horizontal, rounded": bars(FIRST, signed(SECOND), orientation="horizontal", each={"shape": "capsule"}),
    "stacked": bars(FIRST, SECOND, THIRD, stacked=True),
    "stacked up and down": bars(signed(FIRST), signed(SECOND), signed(THIRD), stacked=True),
    "horizontal stacks": bars(FIRST, SECOND, THIRD, stacked=True, orientation="horizontal"),
    "shares": bars(FIRST, SECOND, THIRD, stacked="percent"),
    "horizontal shares": bars(FIRST, SECOND, THIRD, stacked="percent", orientation="horizontal"),
    "horizontal, scrolled": bars(FIRST, SECOND, orientation="horizontal", viewport={"visibleCount": 3.5, "start": 1.6, "scrollbar": False}),
    "reversed": bars(FIRST, signed(SECOND), y=REVERSED),
    "horizontal, reversed": bars(FIRST, signed(SECOND), orientation="horizontal", y=REVERSED),
    "reversed and rounded": bars(FIRST, signed(SECOND), y=REVERSED, each={"shape": "capsule"}),
    "stacked, reversed": bars(signed(FIRST), signed(SECOND), THIRD, stacked=True, y=REVERSED),
    "horizontal stacks, reversed": bars(FIRST, SECOND, THIRD, stacked=True, orientation="horizontal", y=REVERSED),
    "errors, reversed": bars(FIRST, SECOND, y=REVERSED, each={"error": {"constant": 3, "width": 14, "cap": 40}}),
    "errors": bars(FIRST, SECOND, each={"error": {"constant": 3, "width": 14, "cap": 40}}),
    "horizontal errors": bars(FIRST, SECOND, orientation="horizontal", each={"error": {"constant": 3, "width": 10, "cap": 30}}),
}  # fmt: skip


def painted(spec):
    """Gives each bar and each series' errors a colour; says which series and perhaps entry a colour stands for."""
    meant = {}
    names = iter(colors(100))
    for number, series in enumerate(spec["series"]):
        series["colors"] = [next(names) for _ in series["values"]]
        meant |= {color: {"series": number, "index": index} for index, color in enumerate(series["colors"])}
        if "error" in series:
            series["error"] = series["error"] | {"color": next(names)}
            meant[series["error"]["color"]] = {"series": number}
    return meant


@pytest.mark.parametrize("name", BARS)
def test_the_colour_of_a_bar_is_that_of_the_bar_hit(kernel, name):
    spec = BARS[name]
    meant = painted(spec)
    found, _ = seen(kernel, name, spec)
    entries = set()
    for x, y, color, hit in found:
        if color == BACKGROUND:
            assert hit["kind"] in ("plot", "none"), (x, y, hit)
            continue
        assert hit["kind"] == "bar" and hit.items() >= meant[color].items(), (x, y, color, hit)
        values = spec["series"][hit["series"]]["values"]
        assert hit["value"] == values[hit["index"]] and hit["label"] == DAYS[hit["index"]]
        entries.add((hit["series"], hit["index"]))
    count = sum(value != 0 for series in spec["series"] for value in series["values"])
    assert len(entries) >= count * (0.5 if "scrolled" in name else 0.9)


# ── Areas ────────────────────────────────────────────────────────────────────────────────────────────────────────────

LINES = {
    "areas": {},
    "stacked areas": {"stacked": True},
    "shares of areas": {"stacked": "percent"},
    "a stream": {"stacked": "stream"},
    "horizontal areas": {"orientation": "horizontal"},
    "horizontal stacked areas": {"orientation": "horizontal", "stacked": True},
    "reversed areas": {"y": REVERSED},
    "reversed stacked areas": {"y": REVERSED, "stacked": True},
    "horizontal reversed areas": {"y": REVERSED, "orientation": "horizontal"},
}


@pytest.mark.parametrize("name", LINES)
def test_of_an_area_the_line_is_hit_and_what_it_fills_is_the_plot(kernel, name):
    names = colors(6)
    series = [
        {"values": values, "color": names[2 * index], "width": 20, "area": {"color": names[2 * index + 1], "opacity": 1}}
        for index, values in enumerate([FIRST, SECOND, THIRD])
    ]
    spec = {"kind": "line", "x": {"labels": DAYS} | BARE, "y": BARE, "marker": False, "series": series} | LINES[name]
    found, _ = seen(kernel, name, spec)
    lines, areas = set(), set()
    for x, y, color, hit in found:
        if color in names[::2]:
            assert hit["kind"] == "point" and hit["series"] == names.index(color) // 2, (x, y, hit)
            lines.add(color)
        else:
            assert hit["kind"] in ("plot", "none"), (x, y, hit)
            areas.add(color)
    assert lines == set(names[::2]) and len(areas & set(names[1::2])) >= 2


# ── Histograms and boxes ─────────────────────────────────────────────────────────────────────────────────────────────

EDGES = [0, 2, 4, 6, 8, 10]
ENTRIES = [0.5, 1, 2, 2.5, 3, 3, 3.5, 4.5, 5, 7, 8.5, 9, 9.2, 9.9]


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("y", [BARE, REVERSED], ids=["", "reversed"])
def test_bars_of_a_histogram_are_as_high_as_what_is_hit_says(kernel, orientation, y):
    color = "#884422"
    spec = {
        "kind": "histogram", "x": BARE, "y": y, "marker": False, "orientation": orientation,
        "series": {"values": ENTRIES, "bin": {"edges": EDGES}, "color": color, "gap": 6},
    }  # fmt: skip
    found, picture = seen(kernel, f"histogram, {orientation}, {y}", spec)
    counts = [0] * (len(EDGES) - 1)
    for entry in ENTRIES:
        counts[bisect.bisect_right(EDGES, entry) - 1] += 1
    is_bar = (picture == list(bytes.fromhex(color[1:]))).all(axis=2)
    lengths = {}
    for x, y, seen_color, hit in found:
        if seen_color == BACKGROUND:
            assert hit["kind"] in ("plot", "none"), (x, y, hit)
            continue
        assert seen_color == color and hit["kind"] == "bar" and hit["value"] == counts[hit["index"]], (x, y, hit)
        # The whole bar at this point, across the plot.
        lengths.setdefault(hit["index"], set()).add(int((is_bar[:, x] if orientation == "vertical" else is_bar[y]).sum()))
    assert lengths.keys() == set(range(len(counts)))
    unit = max(lengths[counts.index(max(counts))]) / max(counts)
    for index, each in lengths.items():
        assert all(abs(length - counts[index] * unit) <= 2 for length in each), (index, each)


def test_overlying_histograms_are_hit_as_the_one_above_where_it_is_seen(kernel):
    spec = {
        "kind": "histogram", "x": BARE, "y": BARE, "marker": False,
        "series": [
            {"values": [1, 1, 1, 1, 3, 3, 5], "bin": {"edges": EDGES}, "color": "#ff0000", "opacity": 1},
            {"values": [3, 3, 3, 5, 5, 5, 7], "bin": {"edges": EDGES}, "color": "#0000ff", "opacity": 1},
        ],
    }  # fmt: skip
    found, _ = seen(kernel, "two histograms", spec)
    owners = {"#ff0000": 0, "#0000ff": 1}
    assert {color for _, _, color, _ in found} >= owners.keys()
    for x, y, color, hit in found:
        if color in owners:
            assert hit["kind"] == "bar" and hit["series"] == owners[color], (x, y, hit)
        else:
            assert hit["kind"] in ("plot", "none"), (x, y, hit)


BOXES = {"a": [1, 2, 3, 4, 5, 20], "b": [3, 5, 6, 7, 8, 9, -14]}
OUTLIERS = {"a": 20, "b": -14}


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("count", [1, 2])
def test_boxes_and_outliers_are_hit_as_what_they_show(kernel, orientation, count):
    chart = f"{count} boxes, {orientation}"
    names = [name for name in BOXES for _ in BOXES[name]]
    values = [value for each in BOXES.values() for value in each]
    shifts = [0, 1][:count]
    series = [
        {"name": str(shift), "x": names, "values": [value + shift for value in values], "radius": 24, "color": color}
        for shift, color in zip(shifts, ("#aa2211", "#1122aa"))
    ]
    spec = {
        "kind": "box", "x": {"labels": list(BOXES)} | BARE, "y": BARE, "bars": {"width": 1, "gap": 0}, "marker": False,
        "series": series, "orientation": orientation,
    }  # fmt: skip
    found, _ = seen(kernel, chart, spec, reach=4)
    owners, told = {}, set()
    middle = SIZE["width"] / 2 if orientation == "vertical" else SIZE["height"] / 2
    for x, y, color, hit in found:
        if color == BACKGROUND:
            assert hit["kind"] in ("plot", "none"), (x, y, hit)
            continue
        assert hit["kind"] == "point" and owners.setdefault(color, hit["series"]) == hit["series"], (x, y, color, hit)
        assert hit["label"] == ("a" if (x if orientation == "vertical" else y) < middle else "b"), (x, y, hit)
        assert hit["value"] - shifts[hit["series"]] in (statistics.median(BOXES[hit["label"]]), OUTLIERS[hit["label"]])
        told.add((hit["series"], hit["label"], hit["value"] in (OUTLIERS[hit["label"]], OUTLIERS[hit["label"]] + 1)))
    assert len(told) == 4 * count, "each box and each outlier was found"


# ── Candles ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PRICES = {
    "open": [20, 24, 23, 26, 25, 22], "high": [25, 26, 27, 28, 27, 25], "low": [19, 21, 22, 24, 21, 20], "values": [24, 22, 26, 25, 22, 24]
}  # fmt: skip


@pytest.mark.parametrize("style", ["candles", "bars"])
@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("y", [BARE, REVERSED], ids=["", "reversed"])
def test_candles_are_hit_where_they_are_seen(kernel, style, orientation, y):
    chart = f"{style}, {orientation}, {y}"
    rising, falling = "#228833", "#ee6677"
    spec = {
        "kind": "candlestick", "x": {"labels": DAYS} | BARE, "y": y, "marker": False, "orientation": orientation,
        "series": PRICES | {"rising": rising, "falling": falling, "style": style, "lineWidth": 14},
    }  # fmt: skip
    found, picture = seen(kernel, chart, spec)
    is_rising = [last > first for first, last in zip(PRICES["open"], PRICES["values"])]
    entries = set()
    for x, y, color, hit in found:
        if color == BACKGROUND and hit["kind"] in ("plot", "none"):
            continue
        assert hit["kind"] == "point" and hit["value"] == PRICES["values"][hit["index"]], (x, y, hit)
        slot = (x - 12) / (SIZE["width"] - 24) if orientation == "vertical" else (y - 12) / (SIZE["height"] - 24)
        assert hit["index"] == int(slot * len(DAYS)), (x, y, hit)
        if color == BACKGROUND:
            # The body of a candle of a price that rose is empty, and hit.
            assert is_rising[hit["index"]] and style == "candles"
            around = [picture[y, :x], picture[y, x:], picture[:y, x], picture[y:, x]]
            assert all((each == list(bytes.fromhex(rising[1:]))).all(axis=1).any() for each in around), (x, y)
        else:
            assert color == (rising if is_rising[hit["index"]] else falling), (x, y, hit)
        entries.add(hit["index"])
    assert len(entries) == len(DAYS)


# ── Parts of a treemap, charts of facets ─────────────────────────────────────────────────────────────────────────────


def tree():
    """Parts of three levels, and which path each leaf's colour stands for."""
    names, meant = iter(colors(40)), {}

    def part(path, depth):
        if depth == 0:
            color = next(names)
            meant[color] = path
            return {"label": "", "value": 1 + sum(path) * 7 % 5, "color": color}
        return {"label": "", "color": "#dddddd", "children": [part([*path, index], depth - 1) for index in range(3)]}

    return [part([index], 2 - index % 2) for index in range(3)], meant


@pytest.mark.parametrize("padding", [0, 10])
@pytest.mark.parametrize("drilled", [False, True])
def test_the_colour_of_a_part_is_that_of_the_part_hit(kernel, padding, drilled):
    slices, meant = tree()
    chart = f"treemap, {padding}, {drilled}"
    spec = {"kind": "treemap", "slices": slices, "labels": False, "padding": padding, "cornerRadius": padding}
    found, _ = seen(kernel, chart, spec)
    if drilled:
        # A tap beside its parts goes into the first one.
        x, y = next((x, y) for x, y, _, hit in found if hit.get("path") == [0])
        kernel.call("chart/tap", chart=chart, x=x, y=y, render=False)
        picture = rasterize(kernel.call("chart/render", chart=chart)["svg"])[:, :, :3]
        assert kernel.call("chart/get", chart=chart)["layout"]["root"], "it went in"
        clear = of_one_color(picture, [(x, y) for x, y, _, _ in found], reach=2)
        found = [(x, y, "#%02x%02x%02x" % color, hit) for x, y, color, hit in hits(kernel, chart, clear)]
        meant = {color: path for color, path in meant.items() if path[0] == 0}
    paths = set()
    for x, y, color, hit in found:
        if color in meant:
            assert hit["kind"] == "slice" and hit["path"] == meant[color], (x, y, color, hit)
            paths.add(tuple(hit["path"]))
        else:
            # Room between them is the part's that they belong to, or nobody's.
            assert hit["kind"] in ("none", "title", "crumb") or hit["path"] not in meant.values(), (x, y, color, hit)
    assert len(paths) == len(meant)


@pytest.mark.parametrize("facet", [{"by": "city", "columns": 2}, {"column": "city"}, {"row": "city"}])
def test_bars_of_each_facet_are_hit_with_their_chart_in_front(kernel, facet):
    cities = ["Bonn", "Oslo"]
    columns = {"city": [city for city in cities for _ in DAYS], "day": DAYS * 2, "steps": FIRST + SECOND}
    spec = {
        "kind": "bar", "facet": facet, "data": {"columns": columns, "x": "day", "y": "steps"}, "marker": False,
        "x": BARE, "y": BARE, "series": {"colors": colors(len(DAYS))},
    }  # fmt: skip
    found, _ = seen(kernel, "facets", spec)
    entries = set()
    for x, y, color, hit in found:
        if color not in spec["series"]["colors"]:
            assert hit["kind"] in ("plot", "none", "title"), (x, y, color, hit)
            continue
        part = int(y > SIZE["height"] / 2) if "row" in facet else int(x > SIZE["width"] / 2)
        index = spec["series"]["colors"].index(color)
        assert (hit["kind"], hit["path"]) == ("bar", [part, 0, index]), (x, y, hit)
        assert hit["value"] == [FIRST, SECOND][part][index] and hit["label"] == DAYS[index]
        entries.add(tuple(hit["path"]))
    assert len(entries) == 2 * len(DAYS)
