"""Points of a picture at which one colour is, and what the chart says is hit there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from clients import Caller

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
