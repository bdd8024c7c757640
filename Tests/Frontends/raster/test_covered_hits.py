"""Texts, limits and bands are no marks: what lies behind them is hit as if they were not there."""

import pytest

from clients import Stdio
from pictures import colors
from points import BARE, hits, of_one_color, shown, some_of

DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa"]
VALUES = [12, 19, 8, 15, 31, 24]
Y = BARE | {"min": 0, "max": 40}


def plot(kind, y=Y, orientation="vertical", **series):
    one = {"values": VALUES, "color": "#4477aa"} | series
    return {"kind": kind, "x": {"labels": DAYS} | BARE, "y": y, "marker": False, "orientation": orientation, "series": one}


STACKS = [{"values": VALUES, "color": color} for color in colors(2)]
BOXES = {"x": [day for day in DAYS for _ in range(5)], "values": [4, 9, 14, 20, 30] * 6, "points": "beside", "radius": 12}
PRICES = {"open": [8, 26, 6, 30, 20, 9], "low": [5, 15, 2, 10, 15, 5], "high": [20, 35, 9, 32, 35, 30]}
MARKS = {
    "bars": plot("bar", colors=colors(6)),
    "lying bars": plot("bar", orientation="horizontal"),
    "reversed bars": plot("bar", y=Y | {"reverse": True}),
    "stacked bars": plot("bar", y=BARE | {"min": 0, "max": 60}) | {"series": STACKS, "stacked": True},
    "lines": plot("line", width=60),
    "points": plot("scatter", radius=40, opacity=1),
    "boxes": plot("box", **BOXES),
    "candles": plot("candlestick", lineWidth=16, **PRICES),
    "waterfall": plot("waterfall") | {"series": {"values": [12, 9, -8, 5, 11, -14]}},
    "bullets": plot("bullet", target=[10, 20, 12, 12, 30, 30], ranges=[10, 20, 38]),
}

# What is hit of marks where nothing of them is seen.
OPEN = {"candles": ("point",)}

PINK, BLUE = "#ff00ff", "#00ffff"
COVERS = {
    "annotations": [
        {"x": "Tu", "y": 9, "text": "▇▇▇▇", "fontSize": 80, "offset": [0, 0], "color": PINK},
        {"x": "Fr", "y": 14, "text": "▇▇", "fontSize": 90, "offset": [10, 20], "color": PINK, "leader": "arrow", "dot": True},
        {"x": "We", "y": 4, "text": "wherever there is room", "to": {"x": "Sa", "y": 22}},
    ],
    "limits": [
        {"value": 6, "width": 60, "color": PINK, "label": "Goal"},
        {"value": 16, "width": 40, "color": BLUE, "above": False, "label": "Behind"},
        {"value": "Fr", "axis": "x", "width": 40, "color": PINK, "label": "Friday"},
    ],
    "bands": [{"from": 4, "to": 17, "color": PINK, "label": "Much"}, {"axis": "x", "from": "Tu", "to": "Th", "color": BLUE}],
}


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


@pytest.mark.parametrize("name", MARKS)
def test_what_lies_behind_is_hit_as_if_it_lay_open(kernel, name):
    charts = {f"{name}, open": {}, f"{name}, covered": COVERS}
    pictures = [shown(kernel, chart, MARKS[name] | added) for chart, added in charts.items()]
    areas = [kernel.call("chart/get", chart=chart)["layout"]["plot"] for chart in charts]
    assert areas[0] == areas[1], "nothing has moved"

    is_covered = (pictures[0] != pictures[1]).any(axis=2)
    is_mark = (pictures[0] != 255).any(axis=2)
    marks = of_one_color(pictures[0], some_of(is_covered & is_mark, 250), 2)
    others = of_one_color(pictures[0], some_of(is_covered & ~is_mark, 250), 2)
    assert len(others) > 100 and len(marks) > 50
    for points, kinds in ((marks, ("bar", "point")), (others, ("plot", *OPEN.get(name, ())))):
        for (x, y, _, open_hit), (_, _, _, hit) in zip(*(hits(kernel, chart, points) for chart in charts), strict=True):
            assert hit == open_hit and hit["kind"] in kinds, (x, y, hit, open_hit)
