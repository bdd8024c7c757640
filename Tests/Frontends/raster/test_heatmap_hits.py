"""What is seen is what is hit, for heat maps: the colour under random points against that of the cell that is hit there."""

import base64
import datetime
import io
import random

import numpy as np
import pytest
from PIL import Image

from clients import Stdio
from pictures import rasterize
from points import hits, of_one_color, shown, some_of

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


# ── Calendars, and the bar of colours ────────────────────────────────────────────────────────────────────────────────

DATES = [datetime.date(2025, 11, 3) + datetime.timedelta(days=2 * number) for number in range(150)]


def test_each_day_of_a_calendar_is_hit_as_itself(kernel):
    numbers = [(number * 61) % 150 for number in range(150)]
    spec = {"kind": "heatmap", "x": {"values": [f"{date}" for date in DATES]}, "series": {"calendar": True, "colorBy": numbers}}
    picture = shown(kernel, "calendar", spec)
    marks = kernel.call("chart/get", chart="calendar")["layout"]["series"][0]["marks"]
    rects = {mark["index"]: mark["rect"] for mark in marks}
    is_colored = (picture.max(axis=2).astype(int) - picture.min(axis=2)) > 12
    owners, days = {}, {}
    for x, y, color, hit in hits(kernel, "calendar", of_one_color(picture, some_of(is_colored, 1500), 2)):
        rect = rects[hit["index"]]
        assert hit["kind"] == "point" and owners.setdefault(hit["index"], color) == color, (x, y, hit)
        assert rect["x"] <= x + 0.5 <= rect["x"] + rect["width"] and rect["y"] <= y + 0.5 <= rect["y"] + rect["height"], (x, y, hit)
        date = DATES[hit["index"]]
        assert hit["label"] == f"{date:%b} {date.day}, {date.year}", (x, y, hit)
        # Monday on top, a year below the other.
        days.setdefault((date.year, date.weekday()), set()).add(rect["y"])
    assert len(owners) >= 140 and len(set(owners.values())) >= 0.9 * len(owners)
    assert all(len(each) == 1 for each in days.values()), days
    order = [days[place].pop() for place in sorted(days)]
    assert order == sorted(order) and len(set(order)) == 14, order
    empty = of_one_color(picture, some_of((picture == 255).all(axis=2), 500), 2)
    # A day without a number is nothing, nor is what is written.
    assert {hit["kind"] for _, _, _, hit in hits(kernel, "calendar", empty)} <= {"plot", "none", "axisLabel"}


MATRIX = {"kind": "heatmap", "series": {"rows": [[0, 10, 20, 30, 40], [50, 60, 70, 80, 90], [100, 5, 15, 25, 35]], "gap": 6}}
COLUMNS = {
    "city": [city for city in ("Bonn", "Oslo") for _ in range(6)], "day": ["Mo", "Tu", "We"] * 4, "hour": (["early"] * 3 + ["late"] * 3) * 2,
    "number": [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 25],
}  # fmt: skip
BARS_OF_COLORS = {
    "at the right": (MATRIX, "right"),
    "at the top": (MATRIX, "top"),
    "of several panels": (
        {"kind": "heatmap", "facet": {"by": "city"}, "data": {"columns": COLUMNS, "x": "day", "y": "hour"}, "series": {"colorBy": "number"}},
        "right",
    ),
}  # fmt: skip


def number_of(hit):
    """The number of a cell of these."""
    if "path" in hit:
        return COLUMNS["number"][6 * hit["path"][0] + 3 * int(hit["value"]) + COLUMNS["day"].index(hit["label"])]
    return [number for row in MATRIX["series"]["rows"] for number in row][hit["index"]]


@pytest.mark.parametrize("name", BARS_OF_COLORS)
def test_the_bar_of_colours_is_hit_as_the_number_that_its_colour_stands_for(kernel, name):
    spec, side = BARS_OF_COLORS[name]
    chart = f"bar of colours {name}"
    picture = shown(kernel, chart, spec, legend=side)
    layout = kernel.call("chart/get", chart=chart)["layout"]
    is_upright = side == "right"
    areas = [(each["box"]["x"] + each["plot"]["x"], each["plot"]) for each in layout["charts"]] if "charts" in layout else [(layout["plot"]["x"], layout["plot"])]
    edge = int(max(start + area["width"] for start, area in areas)) if is_upright else int(layout["plot"]["y"])
    is_colored = (picture.max(axis=2).astype(int) - picture.min(axis=2)) > 12
    is_beside = np.zeros_like(is_colored)
    if is_upright:
        is_beside[:, edge + 8 :] = True
    else:
        is_beside[: edge - 8] = True
    # The colours of cells, each with the number that it stands for.
    cells = {}
    for _, _, color, hit in hits(kernel, chart, of_one_color(picture, some_of(is_colored & ~is_beside, 400), 2)):
        assert hit["kind"] == "point", hit
        cells[number_of(hit)] = color
    # Off the rim of the bar, where its colour is mixed with the background's.
    is_inside = is_colored & is_beside
    for step in (-2, 2):
        is_inside &= (picture == np.roll(picture, step, axis=1 if is_upright else 0)).all(axis=2)
        is_inside &= np.roll(is_colored, step, axis=0 if is_upright else 1)
    on_bar = list(hits(kernel, chart, [(x, y, tuple(picture[y, x].tolist())) for x, y in some_of(is_inside, 400)]))
    assert len(on_bar) > 200 and len(cells) >= 3
    along, found = {}, 0
    for x, y, color, hit in on_bar:
        assert hit["kind"] == "legend" and hit["value"] is not None, (x, y, hit)
        along[y if is_upright else x] = hit["value"]
    values = [along[place] for place in sorted(along, reverse=is_upright)]
    assert values == sorted(values) and len(set(values)) > 30, "the greater number lies above, or at the right"
    # Every colour of a cell is in the bar, where the bar says its number.
    for number, color in cells.items():
        nearest = min(on_bar, key=lambda each: abs(each[3]["value"] - number))
        if abs(nearest[3]["value"] - number) < 1.5:
            assert max(abs(one - two) for one, two in zip(color, nearest[2])) <= 12, (number, color, nearest)
            found += 1
    assert found >= len(cells) / 2
    # Beside it there is nothing, but for some px that are meant for it.
    is_beside[:12], is_beside[-12:], is_beside[:, :12], is_beside[:, -12:] = False, False, False, False
    others = of_one_color(picture, some_of((picture == 255).all(axis=2) & is_beside, 300), 12)
    assert {hit["kind"] for _, _, _, hit in hits(kernel, chart, others)} <= {"none", "axisLabel"}
