"""What is seen is what is hit, for plots: the colour under random points against `chart/hitTest`.

Each series has a colour of its own. A pixel at which colours meet belongs to none of them: points whose 3 × 3
neighbourhood is not of one colour are passed over, and counted.
"""

import copy
import random

import pytest

from clients import Stdio
from pictures import colors, rasterize
from points import hits, of_one_color

POINTS = 2000
SIZE = {"width": 960, "height": 640}
BACKGROUND = "#ffffff"
NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
UP = [12, 19, 8, 15, 31, 24, 27]
DOWN = [-9, 14, -21, 11, -5, 18, -13]
ZIGZAG = [30, 5, 26, 9, 22, 3, 17]


def plot(series, labels=NAMES, **options):
    spec = {
        "kind": "combined", "size": SIZE, "background": BACKGROUND, "marker": False, "series": series,
        "x": {"labels": labels, "visible": False}, "y": {"visible": False, "grid": False, "min": -60, "max": 60},
    }  # fmt: skip
    return spec | options


def bar(values, **style):
    return {"type": "bar", "values": values} | style


def line(values, **style):
    return {"type": "line", "values": values, "width": 14} | style


def points(values, **style):
    return {"type": "scatter", "values": values, "opacity": 1, "radius": 26} | style


def dots(style, **more):
    return {"place": "all", "style": style, "radius": 16} | more


def waves(count, step):
    return [(index * index * 7 + index * step) % 90 - 40 for index in range(count)]


REVERSED = {"visible": False, "grid": False, "min": -60, "max": 60, "reverse": True}
MANY = [str(index) for index in range(40)]

# Outlines of bars: without and with curves, with an edge inside, and with a hole.
TRIANGLE = "M0 1L.5 0L1 1Z"
ARROW = "M.3 1L.3 .3L0 .3L.5 0L1 .3L.7 .3L.7 1Z"
HEART = "M.5 1C-.4 .4 .1-.2 .5 .2C.9-.2 1.4 .4 .5 1Z"
RING = "M0 .5A.5 .5 0 0 1 1 .5A.5 .5 0 0 1 0 .5ZM.25 .5A.25 .25 0 0 0 .75 .5A.25 .25 0 0 0 .25 .5Z"

# name: the spec
CASES = {
    "bars": plot([bar(UP)]),
    "negative bars": plot([bar(DOWN)]),
    "grouped bars": plot([bar(UP), bar(DOWN), bar(ZIGZAG)]),
    "stacked bars": plot([bar(UP, stack="a"), bar(DOWN, stack="a"), bar(ZIGZAG, stack="a")], y={"visible": False, "grid": False}),
    "grouped and stacked bars": plot([bar(UP, stack="a"), bar(DOWN), bar(ZIGZAG, stack="a"), bar(DOWN, stack="b")]),
    "bars of value 0": plot([bar([0, 3, 0, 0, 9, 0, 0], zero={"height": 20}, marked=[("zero", "color")])]),
    "rounded bars": plot([bar(UP, shape="rounded"), bar(DOWN, shape={"kind": "rounded", "radius": 9})]),
    "capsules": plot([bar(UP, shape="capsule"), bar(DOWN, shape={"kind": "capsule", "radius": 12})]),
    "bars of a path": plot([bar(UP, shape={"path": TRIANGLE}), bar(DOWN, shape={"path": ARROW}), bar(ZIGZAG, shape={"path": HEART})]),
    "a ring as a bar": plot([bar([50, 40, -50], shape={"path": RING})], NAMES[:3], bars={"width": 1}),
    "stacked shapes": plot([bar(UP, stack="a", shape="rounded"), bar(DOWN, stack="a", shape="capsule"), bar(ZIGZAG, stack="a", shape={"path": ARROW})]),
    "bars without a gap": plot([bar(UP), bar(DOWN)], bars={"width": 1, "gap": 0}),
    "bars cut by the axes": plot([bar(UP)], x={"labels": NAMES, "visible": False, "spaceMin": 0, "spaceMax": 0}),
    "bars beyond the axis": plot([bar([90, -90, 30, 70, -61, 59, 10])]),
    "lines": plot([line(UP), line(DOWN), line(ZIGZAG)]),
    "thick lines": plot([line(UP, width=40), line(DOWN, width=60)]),
    "smooth lines": plot([line(UP, curve="smooth"), line(DOWN, curve="smooth", smooth=1)]),
    "monotone lines": plot([line(ZIGZAG, curve="monotone"), line(DOWN, curve="monotone")]),
    "stepped lines": plot([line(UP, curve="step"), line(DOWN, curve="stepBefore"), line(ZIGZAG, curve="stepAfter")]),
    "lines with gaps": plot([line([12, None, 30, None, 31, 24, None], width=30), line([-30, -20, None, None, -5, None, -13], width=30)]),
    "dots at the ends": plot([line(UP, dots={"place": "ends", "radius": 30}), line(DOWN, dots={"place": "ends", "radius": 20})]),
    "solid dots": plot([line(UP, dots=dots("solid")), line(DOWN, dots=dots("solid"))]),
    "dots on the edges": plot(
        [line(UP, dots=dots("solid", radius=10)), line(ZIGZAG, dots=dots("solid", radius=10))],
        x={"labels": NAMES, "visible": False, "placement": "edges"},
    ),
    "lines above bars": plot([bar(UP), line(DOWN), bar(DOWN), line(ZIGZAG, dots=dots("solid"))]),
    "bars above lines": plot([bar(UP), line(DOWN), bar(DOWN), line(ZIGZAG, dots=dots("solid"))], drawOrder=["line", "bar"]),
    "scrolled": plot([bar(waves(40, 37)), line(waves(40, 53), dots=dots("solid"))], MANY, viewport={"visibleCount": 9, "start": 11.3}),
    "scrolled to the end": plot([bar(waves(40, 37)), line(waves(40, 53), curve="smooth")], MANY, viewport={"visibleCount": 6.5, "start": "end"}),
    "zoomed far": plot([bar(waves(40, 37)), line(waves(40, 53), width=50)], MANY, viewport={"visibleCount": 1.2, "start": 20}),
    "points": plot([points(UP), points(DOWN, shape="square"), points(ZIGZAG, shape="diamond")]),
    "points of more shapes": plot(
        [points(UP, shape="star"), points(DOWN, shape="cross"), points(ZIGZAG, shape="triangle"), points([0, -55, 0, -55, 0, -55, 0], shape="plus")]
    ),
    "points by size": plot([points(UP, size=[1, 4, 9, 16, 25, 2, 60]), points(DOWN, size={"values": [3, 1, 4, 1, 5, 9, 2], "greatest": 70})], legend="none"),
    "points on a reversed axis": plot([points(UP), points(DOWN, shape="triangle"), points(ZIGZAG, shape="star")], y=REVERSED),
    "lying points on a reversed axis": plot([points(UP), points(DOWN, shape="triangle")], y=REVERSED, orientation="horizontal"),
    "lines above bars on a reversed axis": plot([bar(UP, shape="rounded"), line(DOWN), bar(DOWN), line(ZIGZAG, curve="smooth")], y=REVERSED),
    "points above bars and lines": plot([bar(UP), line(DOWN), points(ZIGZAG), points([-7, 9, None, 30, 2, None, 31], shape="square")]),
    "points on the edges": plot([points([60, -60, 0], x=[0, 5, 10]), points([0, 60, -60], x=[0, 5, 10])], x={"min": 0, "max": 10, "visible": False}),
    "points of which some are seen": plot([points(waves(40, 37)), points(waves(40, 53), shape="square")], MANY, viewport={"visibleCount": 7.5, "start": 11.3}),
    "tasks from day to day": plot(
        [bar(["2026-02-06", "2026-03-20", "2026-04-10"], base=["2026-01-05", "2026-01-26", "2026-03-02"]),
         bar(["2026-02-20", "2026-03-01", "2026-04-30"], base=["2026-01-15", "2026-02-26", "2026-03-22"])],
        ["Design", "Build", "Test"], orientation="horizontal", y={"visible": False, "grid": False},
    ),
    "moments on both axes": plot(
        [points(["2026-02-06", "2026-03-20", "2026-04-10"], x=["2026-01-05", "2026-01-26", "2026-03-02"]),
         line(["2026-02-20", "2026-03-01", "2026-04-30"], x=["2026-01-15", "2026-02-06", "2026-02-22"])],
        x={"visible": False}, y={"visible": False, "grid": False},
    ),
    "numbers": plot(
        [line([5, 30, -20, 44, 1], x=[0, 1, 7, 7.5, 20]), line([-5, -30, 20, 14, -50], x=[3, 4, 9, 15, 19])], x={"scale": "linear", "visible": False}
    ),
}  # fmt: skip

# Shapes of the highlighted bar, which are others than those of the rest.
HIGHLIGHTED = {
    "a highlighted capsule": bar(UP, highlighted={"shape": "capsule"}),
    "a highlighted path": bar(UP, shape="rounded", highlighted={"shape": {"path": TRIANGLE}}),
    "a highlighted rectangle": bar(DOWN, shape={"path": ARROW}, highlighted={"shape": "rectangle"}),
}

# Dots of two colours, both of which stand for their series.
MARKED = {
    "hollow dots": dots("hollow", radius=24, borderWidth=6),
    "double dots": dots("double", radius=24),
    "dots with a border": dots("solid", radius=24, borderWidth=8),
}


def painted(spec):
    """The spec with colours for each series, and which series each colour stands for."""
    spec = copy.deepcopy(spec)
    series = spec["series"]
    names = colors(3 * len(series))
    owners = {}
    for index, entry in enumerate(series):
        own = names[3 * index : 3 * index + 3]
        entry["color"] = own[0]
        for (part, key), color in zip(entry.pop("marked", ()), own[1:]):
            entry[part][key] = color
        owners |= {tuple(bytes.fromhex(color[1:])): index for color in own}
    return spec, owners


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def check(kernel, name, spec, highlighted=None):
    spec, owners = painted(spec)
    kernel.call("chart/create", chart=name, spec=spec, render=False)
    if highlighted is not None:
        kernel.call("chart/highlight", chart=name, series=0, index=highlighted, render=False)
    picture = rasterize(kernel.call("chart/render", chart=name)["svg"])[:, :, :3]
    assert picture.shape == (SIZE["height"], SIZE["width"], 3)
    layout = kernel.call("chart/get", chart=name)["layout"]
    marks = {entry["index"]: entry["marks"] for entry in layout["series"]}

    background = tuple(bytes.fromhex(BACKGROUND[1:]))
    kinds = ["bar" if entry["type"] == "bar" else "point" for entry in spec["series"]]
    chance = random.Random(name)
    places = [(chance.randrange(1, SIZE["width"] - 1), chance.randrange(1, SIZE["height"] - 1)) for _ in range(POINTS)]
    # Rules of the theme, such as the line at 0, are 1 px high, so that no neighbourhood is of their colour.
    clear = of_one_color(picture, places)
    count = 0
    for x, y, color, hit in hits(kernel, name, clear):
        if color == background:
            assert hit["kind"] in ("plot", "none"), (x, y, hit)
            continue
        assert hit["series"] == owners[color], (x, y, hit)
        assert hit["kind"] == kinds[owners[color]]
        if hit["kind"] == "bar":
            (mark,) = [mark for mark in marks[hit["series"]] if mark["index"] == hit["index"]]
            rect = mark["rect"]
            assert rect["x"] <= x + 0.5 <= rect["x"] + rect["width"] and rect["y"] <= y + 0.5 <= rect["y"] + rect["height"]
        count += 1
    passed_over = POINTS - len(clear)
    assert passed_over < 0.2 * POINTS, f"{passed_over} points lie where colours meet"
    assert count > 0.01 * POINTS


@pytest.mark.parametrize("name", CASES)
def test_the_colour_under_a_point_is_that_of_the_series_hit(kernel, name):
    check(kernel, name, CASES[name])


@pytest.mark.parametrize("name", HIGHLIGHTED)
def test_a_highlighted_bar_is_hit_in_its_own_shape(kernel, name):
    series = dict(HIGHLIGHTED[name], marked=[("highlighted", "color")])
    for index in (2, 4):
        check(kernel, name, plot([series], bars={"width": 1}), highlighted=index)


@pytest.mark.parametrize("name", MARKED)
def test_dots_of_several_colours_are_their_series(kernel, name):
    marked = [("dots", "color"), ("dots", "border")]
    check(kernel, name, plot([line(values, dots=dict(MARKED[name]), marked=marked) for values in (UP, DOWN, ZIGZAG)]))
