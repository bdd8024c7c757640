"""A chart in a layout looks as it does alone, in its place, and what is hit there is what is hit in it alone."""

import random

import numpy as np
import pytest

from clients import Stdio
from pictures import rasterize

SIZE = {"width": 900, "height": 500}
PART = {"width": 450, "height": 250}
# No two charts with axes stand above or beside one another: their axes would be brought in line.
CHARTS = [
    {"kind": "bar", "x": {"labels": ["Mo", "Tu", "We"]}, "series": [{"name": "a", "values": [4, 6, 3]}, {"name": "b", "values": [2, 5, 7]}],
     "legend": "top", "limits": [{"value": 5}]},
    {"kind": "pie", "slices": {"Rent": 25, "Food": 18, "Fun": 7}, "legend": "right"},
    {"kind": "treemap", "slices": {"A": {"B": 3, "C": 4}, "D": 5}},
    {"kind": "line", "series": {"values": [3, 1, 4, 1, 5], "curve": "smooth", "area": {"gradient": [{"offset": 0, "color": "#ff0000"}, {"offset": 1, "color": "#00ff00"}]}}},
]


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def picture(kernel, name, spec, size, theme):
    kernel.call("chart/create", chart=name, spec=spec | {"size": size, "theme": theme}, render=False)
    return rasterize(kernel.call("chart/render", chart=name)["svg"])[:, :, :3].astype(int)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_parts_look_and_are_hit_as_charts_that_stand_alone(kernel, theme):
    whole = picture(kernel, f"whole-{theme}", {"kind": "layout", "columns": 2, "gap": 0, "charts": CHARTS}, SIZE, theme)
    chance = random.Random(theme)
    for index, spec in enumerate(CHARTS):
        name = f"alone-{index}-{theme}"
        alone = picture(kernel, name, spec, PART, theme)
        x, y = index % 2 * PART["width"], index // 2 * PART["height"]
        part = whole[y : y + PART["height"], x : x + PART["width"]]
        # But for a rounding of a shade where edges are smoothed.
        assert np.abs(part - alone).max() <= 12, name
        assert alone.std() > 5
        for _ in range(150):
            px, py = chance.uniform(1, PART["width"] - 1), chance.uniform(1, PART["height"] - 1)
            inner = kernel.call("chart/hitTest", chart=name, x=px, y=py)["hit"]
            outer = kernel.call("chart/hitTest", chart=f"whole-{theme}", x=px + x, y=py + y)["hit"]
            assert outer["kind"] == inner["kind"] and outer["path"][0] == index
            assert outer["value"] == inner["value"] and outer["label"] == inner["label"]
