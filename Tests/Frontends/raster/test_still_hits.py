"""What is seen is what is hit, for radars, polar bars, gauges and funnels: the colour under random points against `chart/hitTest`.

Each series, band or stage has a colour of its own. Points near which colours meet are passed over, and counted: beside a line or a
needle some px are meant for it.
"""

import copy
import random

import pytest

from clients import Stdio
from pictures import colors, rasterize
from points import hits, of_one_color

POINTS = 1500
SIZE = {"width": 960, "height": 640}
BACKGROUND = "#ffffff"
WIND = [[8, 4, 3, 2, 6, 9, 12, 10], [3, 1, 0, None, 2, 5, 7, 6], [1, 2, 3, 4, 5, 4, 3, 2]]
CARS = [[4, 3, 5, 2, 4], [2, 5, 1, 4, 3], [1, 1, 2, 1, 5]]


def spokes(kind, values, **options):
    return {"kind": kind, "labels": [""] * len(values[0]), "series": [{"values": each} for each in values]} | options


def polar(**options):
    return spokes("polar", WIND, axis={"labels": False}, **options)


def radar(**options):
    return spokes("radar", CARS, axis={"labels": False}, rings="none", fillOpacity=1, dotRadius=0, lineWidth=0.5, **options)


def gauge(**options):
    bands = [{"to": 20}, {"to": 65}, {"to": 100}]
    return {"kind": "gauge", "value": 58, "text": "", "labels": False, "bands": bands} | options


def funnel(values, **options):
    labels = {"before": "", "inside": "", "after": ""}
    return {"kind": "funnel", "stages": [{"value": value} for value in values], "labels": labels} | options


# name: spec, and what is done to the chart
CASES = {
    "radar": (radar(), []),
    "radar, turned": (radar(startAngle=33), []),
    "radar, one hidden": (radar(), [("chart/toggle", {"series": 1})]),
    "polar": (polar(), []),
    "polar, gap": (polar(gap=14), []),
    "polar, areas, hole": (polar(scale="sqrt", hole=0.3), []),
    "polar, wipe": (
        polar(animation={"kind": "wipe", "easing": "linear"}),
        [("chart/animate", {"action": "start", "time": 0}), ("chart/advance", {"time": 0.6})],
    ),
    "polar, grow": (
        polar(animation={"kind": "grow", "easing": "linear"}),
        [("chart/animate", {"action": "start", "time": 0}), ("chart/advance", {"time": 0.6})],
    ),
    "gauge": (gauge(), []),
    "half a gauge": (gauge(startAngle=180, sweep=180, thickness=0.5), []),
    "gauge, arc": (gauge(pointer="arc", thickness=0.3), []),
    "funnel": (funnel([9, 6, 7, 2, 0.5]), []),
    "funnel, gap": (funnel([9, 6, 7, 2, 0.5], gap=30), [("chart/toggle", {"series": 2})]),
}


def painted(spec):
    """The spec with colours, and the series or index that each colour stands for."""
    spec = copy.deepcopy(spec) | {"size": SIZE, "background": BACKGROUND}
    if spec["kind"] == "gauge":
        parts, name = [spec, *spec["bands"]], "index"
    elif spec["kind"] == "funnel":
        parts, name = spec["stages"], "index"
    else:
        parts, name = spec["series"], "series"
    places = {}
    for number, (part, color) in enumerate(zip(parts, colors(len(parts)))):
        part["color"] = color
        places[tuple(bytes.fromhex(color[1:]))] = number
    return spec, name, places


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


@pytest.mark.parametrize("name", CASES)
def test_the_colour_under_a_point_is_that_of_what_is_hit(kernel, name):
    spec, interactions = CASES[name]
    spec, member, places = painted(spec)
    kernel.call("chart/create", chart=name, spec=spec, render=False)
    for method, params in interactions:
        kernel.call(method, chart=name, **params)
    picture = rasterize(kernel.call("chart/render", chart=name)["svg"])[:, :, :3]
    chance = random.Random(name)
    tried = [(chance.randrange(5, SIZE["width"] - 5), chance.randrange(5, SIZE["height"] - 5)) for _ in range(POINTS)]
    clear = of_one_color(picture, tried, reach=4)
    seen = set()
    for x, y, color, hit in hits(kernel, name, clear):
        if color in places:
            assert hit[member] == places[color], (x, y, hit)
            seen.add(color)
        else:
            # The background, and the track of an arc.
            assert hit["kind"] == "none", (x, y, hit)
    passed_over = POINTS - len(clear)
    assert passed_over < 0.35 * POINTS, f"{passed_over} points lie where colours meet"
    assert len(seen) >= len(places) - 1
