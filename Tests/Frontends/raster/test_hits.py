"""What is seen is what is hit: the colour under random points against `chart/hitTest`.

Each slice has a colour of its own and no outline. A pixel at which colours meet belongs to none of them: points whose
3 × 3 neighbourhood is not of one colour are passed over, and counted.
"""

import copy
import random

import pytest

from clients import Stdio
from pictures import colors, rasterize
from points import hits, of_one_color, some_of

POINTS = 2000
SIZE = {"width": 1280, "height": 960}
FIVE = [25, 30, 15, 10, 20]
BACKGROUND = "#ffffff"


def pie(slices, **options):
    return {"kind": "pie", "slices": slices, "size": SIZE, "stroke": {"width": 0}, "labels": "none", "background": BACKGROUND} | options


def flat(values):
    return [{"label": f"Slice {index}", "value": value} for index, value in enumerate(values)]


RINGS = [
    {"children": [{"value": 30}, {"children": [{"value": 7}, {"value": 5}]}, {"value": 8}]},
    {"value": 15},
    {"children": [{"value": 28}, {"value": 12}]},
]

# name: spec, and what is done to the chart
CASES = {
    "plain": (pie(flat(FIVE)), []),
    "many": (pie(flat([1 + index % 5 for index in range(40)])), []),
    "one": (pie(flat([1])), []),
    "zeros": (pie(flat([0, 3, 0, 0, 5, 1, 0])), []),
    "hole": (pie(flat(FIVE), hole=0.55), []),
    "selected": (pie(flat(FIVE)), [("chart/highlight", {"index": 1})]),
    "selected in a ring": (pie(flat(FIVE), hole=0.4, selection={"scale": 1.4}), [("chart/highlight", {"index": 4})]),
    "rotated": (pie(flat(FIVE)), [("chart/rotate", {"by": 123.456})]),
    "rotated and selected": (
        pie(flat(FIVE), hole=0.3),
        [("chart/rotate", {"to": 17.9}), ("chart/highlight", {"index": 0})],
    ),
    "rings": (pie(RINGS, hole=0.2), []),
    "rings, branch selected": (pie(RINGS, hole=0.2), [("chart/tap", {"x": 680, "y": 300})]),
    "gap": (pie(flat(FIVE), gap=12), []),
    "gap and hole": (pie(flat(FIVE), gap=12, hole=0.5), []),
    "gap of half a pie": (pie(flat([6, 1, 1]), gap=20, hole=0.05), []),
    "corners": (pie(flat(FIVE), cornerRadius=20), []),
    "gap, corners and hole": (pie(flat(FIVE), gap=6, cornerRadius=16, hole=0.45), []),
    "corners that meet": (pie(flat([1] * 12), cornerRadius=60, hole=0.3), []),
    "rings with gap and corners": (pie(RINGS, gap=4, cornerRadius=6, hole=0.3), []),
    "half": (pie(flat(FIVE), sweep=180, startAngle=180, hole=0.4), []),
    "gauge": (pie(flat(FIVE), sweep=250, startAngle=145, hole=0.7, gap=3), [("chart/highlight", {"index": 2})]),
    "hidden by the legend": (pie(flat(FIVE)), [("chart/toggle", {"series": 1})]),
    "sweep at half": (
        pie(flat(FIVE), animation={"kind": "sweep", "easing": "linear"}),
        [("chart/animate", {"action": "start", "time": 0}), ("chart/advance", {"time": 0.5})],
    ),
    "wipe at half": (
        pie(flat(FIVE), animation={"kind": "wipe", "easing": "linear"}, hole=0.3),
        [("chart/animate", {"action": "start", "time": 0}), ("chart/advance", {"time": 0.5})],
    ),
    "wipe of a selected slice": (
        pie(flat(FIVE), animation={"kind": "wipe", "easing": "linear"}),
        [("chart/highlight", {"index": 0}), ("chart/animate", {"action": "start", "time": 0}), ("chart/advance", {"time": 0.13})],
    ),
}


def painted(spec):
    """The spec with a colour for each slice, and the path that each colour stands for."""
    spec = copy.deepcopy(spec)
    places = []

    def visit(slices, path):
        for index, slice in enumerate(slices):
            places.append((slice, [*path, index]))
            visit(slice.get("children", []), [*path, index])

    visit(spec["slices"], [])
    paths = {}
    for (slice, path), color in zip(places, colors(len(places))):
        slice["color"] = color
        paths[tuple(bytes.fromhex(color[1:]))] = path
    return spec, paths


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


@pytest.mark.parametrize("name", CASES)
def test_the_colour_under_a_point_is_that_of_the_slice_hit(kernel, name):
    spec, interactions = CASES[name]
    spec, paths = painted(spec)
    kernel.call("chart/create", chart=name, spec=spec, render=False)
    for method, params in interactions:
        assert kernel.call(method, chart=name, **params)["changed"] or method == "chart/animate"
    picture = rasterize(kernel.call("chart/render", chart=name)["svg"])[:, :, :3]
    assert picture.shape == (SIZE["height"], SIZE["width"], 3)

    center = kernel.call("chart/get", chart=name)["layout"]["center"]
    chance = random.Random(name)
    places = []
    for number in range(POINTS):
        if number % 4:  # most of them on the pie
            x = int(min(max(chance.gauss(center["x"], 240), 1), SIZE["width"] - 2))
            y = int(min(max(chance.gauss(center["y"], 240), 1), SIZE["height"] - 2))
        else:
            x, y = chance.randrange(1, SIZE["width"] - 1), chance.randrange(1, SIZE["height"] - 1)
        places.append((x, y))
    clear = of_one_color(picture, places)
    count = 0
    for x, y, color, hit in hits(kernel, name, clear):
        if color == tuple(bytes.fromhex(BACKGROUND[1:])):
            assert hit["kind"] == "none", (x, y, hit)
        else:
            assert hit["path"] == paths[color], (x, y, hit)
            count += 1
    passed_over = POINTS - len(clear)
    assert passed_over < (0.05 if len(paths) < 20 else 0.2) * POINTS, f"{passed_over} points lie where colours meet"
    assert count > 0.05 * POINTS


# What is tapped, in this order, and which path is the whole then.
WAYS_IN = {"once": ([[0]], [0]), "twice": ([[0], [0, 1]], [0, 1]), "into another one": ([[2]], [2])}


@pytest.mark.parametrize("name", WAYS_IN)
def test_what_was_gone_into_is_hit_by_its_parts_and_the_hole_leads_out(kernel, name):
    taps, root = WAYS_IN[name]
    chart = f"gone into {name}"
    spec, paths = painted(pie(RINGS, hole=0.3, drill=True))
    kernel.call("chart/create", chart=chart, spec=spec, render=False)
    for tapped in taps:
        # Anywhere in the slice: at the first pixel of many that is hit as it.
        places = [(x, y, ()) for x in range(100, SIZE["width"], 40) for y in range(100, SIZE["height"], 40)]
        x, y = next((x, y) for x, y, _, hit in hits(kernel, chart, places) if hit.get("path") == tapped and hit["kind"] == "slice")
        assert kernel.call("chart/tap", chart=chart, x=x + 0.5, y=y + 0.5)["changed"]
    assert kernel.call("chart/get", chart=chart)["layout"]["root"] == root
    picture = rasterize(kernel.call("chart/render", chart=chart)["svg"])[:, :, :3]
    center = kernel.call("chart/get", chart=chart)["layout"]["center"]
    kinds, seen = set(), set()
    clear = of_one_color(picture, some_of((picture != 255).any(axis=2), 900) + some_of((picture == 255).all(axis=2), 600), 2)
    for x, y, color, hit in hits(kernel, chart, clear):
        if color in paths:
            assert (hit["kind"], hit["path"]) == ("slice", paths[color]), (x, y, color, hit)
            seen.add(tuple(paths[color]))
            continue
        if hit["kind"] == "crumb" and y > 100:
            # The hole, not the names of the way above.
            assert abs(x - center["x"]) < 200 and abs(y - center["y"]) < 200 and hit.get("path") == (root[:-1] or None), (x, y, hit)
        kinds.add(hit["kind"])
    assert kinds == {"none", "crumb"}
    below = {tuple(path) for path in paths.values() if path[: len(root)] == root and len(path) > len(root)}
    assert seen == below
