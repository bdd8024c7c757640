"""Points of a picture at which one colour is, and what the chart says is hit there."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from clients import Caller
from pictures import rasterize

POINTS = 1500
SIZE = {"width": 960, "height": 640}
BACKGROUND = "#ffffff"
BARE = {"visible": False, "grid": False}
"""An axis of which nothing is seen."""

TOGETHER = 200
"""How many points are asked for at once."""


def of_one_color(picture: np.ndarray, places: list[tuple[int, int]], reach: int = 1) -> list[tuple[int, int, tuple[int, ...]]]:
    """The places whose neighbourhood, so many px in each direction, is of one colour, which stands behind each.

    A pixel at which colours meet belongs to none of them.
    """
    x, y = np.array(places).T
    colors = picture[y, x]
    is_clear = np.ones(len(places), bool)
    for dx in range(-reach, reach + 1):
        for dy in range(-reach, reach + 1):
            is_clear &= (picture[y + dy, x + dx] == colors).all(axis=1)
    return [(*places[index], tuple(colors[index].tolist())) for index in np.flatnonzero(is_clear)]


def hits(kernel: Caller, chart: str, points: list[tuple[int, int, tuple[int, ...]]]) -> Iterator[tuple[int, int, tuple[int, ...], dict]]:
    """What is hit in the middle of each of these pixels, behind its place and colour."""
    for first in range(0, len(points), TOGETHER):
        part = points[first : first + TOGETHER]
        results = kernel.batch("chart/hitTest", [{"chart": chart, "x": x + 0.5, "y": y + 0.5} for x, y, _ in part])
        for point, result in zip(part, results, strict=True):
            yield *point, result["hit"]


def shown(kernel: Caller, name: str, spec: dict, legend: str = "none") -> np.ndarray:
    """The picture of a new chart, of height × width × RGB."""
    kernel.call("chart/create", chart=name, spec=spec | {"size": SIZE, "background": BACKGROUND, "legend": legend}, render=False)
    picture = rasterize(kernel.call("chart/render", chart=name)["svg"])[:, :, :3]
    assert picture.shape == (SIZE["height"], SIZE["width"], 3)
    return picture


def seen(kernel: Caller, name: str, spec: dict, reach: int = 2) -> tuple[list[tuple[int, int, str, dict]], np.ndarray]:
    """Points of a new chart, each with its colour as text and what is hit there, and the whole picture."""
    picture = shown(kernel, name, spec)
    chance = random.Random(name)
    tried = [(chance.randrange(5, SIZE["width"] - 5), chance.randrange(5, SIZE["height"] - 5)) for _ in range(POINTS)]
    clear = of_one_color(picture, tried, reach)
    assert POINTS - len(clear) < 0.3 * POINTS, f"{POINTS - len(clear)} points lie where colours meet"
    return [(x, y, "#%02x%02x%02x" % color, hit) for x, y, color, hit in hits(kernel, name, clear)], picture


def some_of(mask: np.ndarray, count: int) -> list[tuple[int, int]]:
    """So many of the places at which something is true, chosen at random, none of them at the edge of the picture."""
    inner = np.zeros_like(mask)
    inner[5:-5, 5:-5] = mask[5:-5, 5:-5]
    places = [(int(x), int(y)) for y, x in np.argwhere(inner)]
    return random.Random(1).sample(places, min(len(places), count))
