"""What is seen is what is hit, for heat maps: the colour under random points against that of the cell that is hit there."""

import base64
import io
import random

import numpy as np
import pytest
from PIL import Image

from clients import Stdio
from pictures import rasterize
from points import hits, of_one_color

POINTS = 2000
SIZE = {"width": 960, "height": 640}
BACKGROUND = (255, 255, 255)


def matrix(rows, columns, **style):
    """Cells of which neighbours differ and some are missing."""
    numbers = [[None if (r * 5 + c * 3) % 11 == 0 else (r * 37 + c * 53) % 101 for c in range(columns)] for r in range(rows)]
    return {"series": {"rows": numbers} | style}


CASES = {
    "cells": matrix(6, 9),
    "cells with gaps and corners": matrix(6, 9, gap=14, radius=20),
    "cells without gaps": matrix(20, 30, gap=0),
    "many cells": matrix(40, 60),
    "horizontal": matrix(6, 9, gap=8) | {"orientation": "horizontal"},
    "many horizontal cells": matrix(40, 60) | {"orientation": "horizontal"},
    "bins": {"series": {"bin": {"x": 12, "y": 8}, "x": [(i * i * 7) % 97 for i in range(300)], "values": [(i * 31) % 89 for i in range(300)]}},
}  # fmt: skip


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


@pytest.mark.parametrize("name", CASES)
def test_the_colour_under_a_point_is_that_of_the_cell_hit(kernel, name):
    spec = {"kind": "heatmap", "size": SIZE, "background": "#ffffff", "legend": "none", "y": {"visible": False, "grid": False}, "x": {"visible": False}} | CASES[name]
    kernel.call("chart/create", chart=name, spec=spec, render=False)
    if "many" in name:
        # librsvg blurs the pixels of pictures in a picture, whatever these say; browsers and the export don't.
        png = kernel.call("chart/render", chart=name, format="png")["png"]
        picture = np.asarray(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB"))
    else:
        picture = rasterize(kernel.call("chart/render", chart=name)["svg"])[:, :, :3]
    assert picture.shape == (SIZE["height"], SIZE["width"], 3)
    chance = random.Random(name)
    places = [(chance.randrange(1, SIZE["width"] - 1), chance.randrange(1, SIZE["height"] - 1)) for _ in range(POINTS)]
    clear = of_one_color(picture, places)
    cells, count, empty = {}, 0, 0
    for x, y, color, hit in hits(kernel, name, clear):
        if color == BACKGROUND:
            assert hit["kind"] in ("plot", "none"), (x, y, hit)
            empty += 1
            continue
        assert hit["kind"] == "point", (x, y, hit)
        assert cells.setdefault(hit["index"], color) == color, (x, y, hit)
        count += 1
    assert POINTS - len(clear) < 0.6 * POINTS and count > 0.2 * POINTS and empty > 0.01 * POINTS
    # Cells of different numbers have different colours.
    assert len(set(cells.values())) >= 6
