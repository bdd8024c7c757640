"""In saved pages each place of a mark tells that mark's words, as its data say, and keys lead to the marks that are told."""

import itertools
import json
import random

import pytest
from playwright.sync_api import expect

from clients import Stdio
from test_page import Page, page_of

pytestmark = pytest.mark.timeout(180)

DAYS = ["Mo", "Tu", "We", "Th"]
UP, DOWN = [5, 19, 8, 11], [3, None, 9, 4]
TARGETS = [10, 12, 6, 15]
AGES, EDGES = [0.5, 1, 1.5, 2, 3, 3, 5, 7.5], [0, 2, 4, 6, 8]
CITIES = {"Bonn": UP, "Oslo": [3, 14, 9, 6], "Rome": [5, None, 7, 9]}
ROWS = {"city": [city for city in CITIES for _ in DAYS], "day": DAYS * 3, "steps": sum(CITIES.values(), [])}

MARKS = ("slice", "bar", "point")
STEP, CLEAR, MOST = 15, 5, 10
"""How far apart the places are that are tried, and how much of the same mark, or of none, is around each: a page tells of a mark from 3 px beside
it, too, and where one ends a fraction of a px decides; and how many places of each mark are tried."""


def days(*series, text="{name}, {day}\n{value}"):
    """What is told of each value, by series and index."""
    return {
        (number, index): text.format(name=name, day=DAYS[index], value=value)
        for number, (name, values) in enumerate(series) for index, value in enumerate(values) if value is not None
    }  # fmt: skip


def facets(columns):
    data = {"columns": ROWS, "x": "day", "y": "steps"}
    spec = {"kind": "bar", "facet": {"by": "city", "columns": columns}, "data": data, "series": {"name": "Steps"}}
    return spec, {
        (part, 0, index): f"Steps {value}" for part, values in enumerate(CITIES.values()) for index, value in enumerate(values) if value is not None
    }  # fmt: skip


HISTOGRAM = {
    (0, index): f"{low} – {high}\nAges {sum(low <= age < high for age in AGES)}" for index, (low, high) in enumerate(itertools.pairwise(EDGES))
}  # fmt: skip
BULLETS = {(0, index): f"{day}\n{value} of {target}" for index, (day, value, target) in enumerate(zip(DAYS, UP, TARGETS, strict=True))}
POLAR = {"kind": "polar", "labels": DAYS, "series": [{"name": "Up", "values": UP}, {"name": "Down", "values": DOWN}]}
GAUGE = {"kind": "gauge", "value": 30, "max": 80, "bands": [{"to": 50, "label": "low"}, {"label": "high"}]}

# name: the spec, and what is told of each mark by its path
CHARTS = {
    "polar bars": (POLAR, days(("Up", UP), ("Down", DOWN))),
    "a radar": ({"kind": "radar", "labels": DAYS, "series": {"name": "Up", "values": [15, 19, 12, 11]}}, days(("Up", [15, 19, 12, 11]))),
    "bullets": ({"kind": "bullet", "x": {"labels": DAYS}, "series": {"values": UP, "target": TARGETS, "ranges": [9, 14, 20]}}, BULLETS),
    "upright bullets": (
        {"kind": "bullet", "orientation": "vertical", "x": {"labels": DAYS}, "series": {"values": UP, "target": TARGETS, "ranges": [9, 20]}}, BULLETS,
    ),
    "a histogram": ({"kind": "histogram", "series": {"name": "Ages", "values": AGES, "bin": {"edges": EDGES}}}, HISTOGRAM),
    "a lying histogram": (
        {"kind": "histogram", "orientation": "horizontal", "series": {"name": "Ages", "values": AGES, "bin": {"edges": EDGES}}}, HISTOGRAM,
    ),
    "a reversed histogram": (
        {"kind": "histogram", "x": {"reverse": True}, "series": {"name": "Ages", "values": AGES, "bin": {"edges": EDGES}}}, HISTOGRAM,
    ),
    "a gauge": (GAUGE, {(0, 0): "30", (0, 1): "low\n0 – 50", (0, 2): "high\n50 – 80"}),
    "a gauge with an arc": (GAUGE | {"pointer": "arc", "thickness": 0.3, "bands": []}, {(0, 0): "30"}),
    "facets in a row": facets(3),
    "facets in two rows": facets(2),
}  # fmt: skip


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


@pytest.fixture(params=CHARTS)
def chart(kernel, request):
    """A chart's name, and what is told of its marks."""
    spec, told = CHARTS[request.param]
    kernel.call("chart/edit", text=json.dumps(spec | {"id": request.param, "size": {"width": 640, "height": 360}}))
    return request.param, told


def mark_of(place):
    """The path of the mark that is hit or selected, or None if none is. In the paths of a gauge its one series is left out."""
    if place.get("kind", "bar") not in MARKS:
        return None
    path = tuple(place.get("path") or (place["series"], place["index"]))
    return path if len(path) > 1 else (0, *path)


def clear_places(kernel, name):
    """Places by the paths of the marks that `chart/hitTest` finds there, None where there is none; some of each, all over it."""
    places = [(x, y) for x in range(STEP, 640 - STEP, STEP) for y in range(STEP, 360 - STEP, STEP)]
    found = []
    for dx, dy in ((0, 0), (CLEAR, 0), (-CLEAR, 0), (0, CLEAR), (0, -CLEAR)):
        results = kernel.batch("chart/hitTest", [{"chart": name, "x": x + dx, "y": y + dy} for x, y in places])
        found.append([mark_of(result["hit"]) for result in results])
    chance, clear = random.Random(name), {}
    chance.shuffle(tried := list(zip(places, zip(*found, strict=True), strict=True)))
    for place, paths in tried:
        if len(set(paths)) == 1:
            clear.setdefault(paths[0], []).append(place)
    return {path: places[:MOST] for path, places in clear.items()}


def test_wherever_a_mark_is_its_words_are_told_and_nowhere_else(chromium, tmp_path, kernel, chart):
    name, told = chart
    places = clear_places(kernel, name)
    assert places.keys() == told.keys() | {None}, "each mark is pointed at, and what is none"
    with Page(chromium, tmp_path, page_of(kernel, name)) as page:
        wrong = []
        for path, (x, y) in ((path, place) for path, some in places.items() for place in some):
            page.move_to(x, y)
            if page.told != told.get(path):
                wrong.append(((x, y), page.told, told.get(path)))
        assert wrong == []
        page.move_to(*places[next(iter(told))][0])
        expect(page.marker).to_be_visible()
        page.page.mouse.move(1, 1)
        expect(page.marker).to_be_hidden()


def test_a_press_selects_what_it_hits_and_escape_clears_it(chromium, tmp_path, kernel, chart):
    name, told = chart
    places = clear_places(kernel, name)
    with Page(chromium, tmp_path, page_of(kernel, name)) as page:
        for path, words in told.items():
            page.move_to(*places[path][0])
            page.page.mouse.down()
            page.page.mouse.up()
            expect(page.status).to_contain_text(", selected")
            # It is told when the mouse is elsewhere, too.
            page.move_to(*places[None][0])
            assert page.told == words
            assert page.press("Escape") == "Nothing is selected." and page.told is None, words


def test_keys_lead_to_each_mark_in_the_order_of_the_live_chart(chromium, tmp_path, kernel, chart):
    name, told = chart
    keys = ["Home", *["ArrowRight"] * 4, "ArrowDown", *["ArrowDown"] * 3, "ArrowUp", "ArrowLeft", "End", "ArrowLeft", "Escape", "ArrowLeft", "Escape"]
    if "reversed" in name:
        keys = [*keys, "Home", *["ArrowLeft"] * 3, "ArrowRight"]
    if len(next(iter(told))) == 3:
        # From chart to chart, and within the last one.
        keys = [*keys, "PageDown", "ArrowRight", "PageDown", "End", "PageDown", "Home", "ArrowRight", "ArrowRight", "PageUp", "Escape"]
    seen = set()
    with Page(chromium, tmp_path, page_of(kernel, name)) as page:
        for number, key in enumerate(keys):
            answer = kernel.call("chart/key", chart=name, key=key, render=False)
            status = page.press(key)
            if key == "Escape":
                assert answer["selection"] is None
            if answer["selection"] is None:
                assert status == "Nothing is selected." and page.told is None, keys[: number + 1]
                continue
            words = told[mark_of(answer["selection"])]
            assert status.endswith(", selected") and page.told == answer["marker"]["text"] == words, keys[: number + 1]
            seen.add(words)
    assert len(seen) >= min(len(set(told.values())), 4)
