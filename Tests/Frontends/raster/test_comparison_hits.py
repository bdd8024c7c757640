"""What is seen is what is hit, for waterfalls and bullets: the colour under random points against `chart/hitTest`."""

import random

import pytest

from clients import Stdio
from pictures import rasterize
from points import hits, of_one_color

POINTS = 2000
SIZE = {"width": 960, "height": 640}
BACKGROUND = (255, 255, 255)
RISING, FALLING, TOTAL = (34, 136, 51), (238, 102, 119), (68, 119, 170)

CHANGES = [120, 45.5, 20, -38, None, -22.3, 4, -140, 30, None]
TOTALS = [0, 4, 9]


def waterfall(**options):
    series = {
        "values": CHANGES, "totals": TOTALS, "rising": "#228833", "falling": "#ee6677", "totalColor": "#4477aa",
        "connectors": False, "labels": "none",
    }  # fmt: skip
    return {"kind": "waterfall", "series": series | options.pop("series", {})} | options


def bullet(**series):
    values = {"values": [270, -18, 225, 31, 140], "target": [250, 21, 225, 280, 160], "ranges": [50, 225, 330]}
    return {"kind": "bullet", "series": values | series}


CASES = {
    "waterfall": waterfall(),
    "waterfall, horizontal": waterfall(orientation="horizontal"),
    "waterfall, rounded": waterfall(series={"shape": "rounded"}, bars={"width": 1}),
    "waterfall, scrolled": waterfall(viewport={"visibleCount": 4, "start": 3.4, "scrollbar": False}),
    "bullet": bullet(),
    "bullet, upright": bullet() | {"orientation": "vertical"},
    "bullet, reversed": bullet() | {"y": {"visible": False, "grid": False, "reverse": True}},
    "waterfall, reversed": waterfall(y={"visible": False, "grid": False, "reverse": True}),
    "bullet, own scales": bullet(scales="own", ranges=[[100, 200, 300], [-20, 30], [], [9, 50], [100]]),
}


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def sort(index):
    return TOTAL if index in TOTALS else RISING if CHANGES[index] > 0 else FALLING


@pytest.mark.parametrize("name", CASES)
def test_the_colour_under_a_point_is_that_of_the_entry_hit(kernel, name):
    bare = {"visible": False, "grid": False}
    spec = {"size": SIZE, "background": "#ffffff", "x": bare, "y": bare} | CASES[name]
    kernel.call("chart/create", chart=name, spec=spec, render=False)
    picture = rasterize(kernel.call("chart/render", chart=name)["svg"])[:, :, :3]
    assert picture.shape == (SIZE["height"], SIZE["width"], 3)
    chance = random.Random(name)
    places = [(chance.randrange(1, SIZE["width"] - 1), chance.randrange(1, SIZE["height"] - 1)) for _ in range(POINTS)]
    clear = of_one_color(picture, places)
    plot = kernel.call("chart/get", chart=name)["layout"]["plot"]
    entries, empty = set(), 0
    for x, y, color, hit in hits(kernel, name, clear):
        if color == BACKGROUND or len(set(color)) == 1 and min(color) > 200:
            # Nothing, or the line of 0 and numbers of scales, which are no entries.
            assert hit["kind"] in ("plot", "none", "axisLabel"), (x, y, hit)
            empty += 1
            continue
        if hit["kind"] == "plot" and len(set(color)) > 1 and max(color) < 140:
            pytest.fail(f"{x}, {y}: {color} is hit as {hit}")
        assert hit["kind"] == "bar", (x, y, color, hit)
        if name.startswith("waterfall"):
            assert color == sort(hit["index"]), (x, y, hit)
        else:
            # Each has a row of its own, or upright a column.
            share = (x - plot["x"]) / plot["width"] if "upright" in name else (y - plot["y"]) / plot["height"]
            assert hit["index"] == int(share * len(spec["series"]["values"])), (x, y, hit)
        entries.add(hit["index"])
    assert POINTS - len(clear) < 0.2 * POINTS and empty > 0.1 * POINTS and len(entries) >= 4
