"""Keys in a saved page lead from mark to mark as they do in the live chart, in each kind of chart."""

import json

import pytest

from clients import Stdio
from test_page import Page, page_of

pytestmark = pytest.mark.timeout(180)

KEYS = ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "End", "ArrowLeft", "ArrowUp", "ArrowLeft", "Home", "ArrowLeft", "ArrowDown",
        "ArrowDown", "ArrowUp", "Escape", "ArrowLeft"]  # fmt: skip
DAYS = ["Mo", "Tu", "We"]
TIMES = [1, 2, 3, 4, 5, 30, 11, 12, 13, 14, 15]
TWO = [{"name": "Up", "values": [1200, 19, 8]}, {"name": "Down", "values": [3, None, 1]}]
CANDLES = {"open": [20, 24, 23], "high": [25, 26, 27], "low": [19, 21, 22], "values": [24, 22, 26]}


def plot(kind, series, **options):
    return {"kind": kind, "x": {"labels": DAYS}, "series": series} | options


CHARTS = {
    "bars": plot("bar", TWO),
    "stacked areas": plot("line", TWO, stacked=True),
    "points": {"kind": "scatter", "series": {"x": [3, 1, 2], "values": [5, 6, 7], "size": [1, 2, 3]}},
    "candles": plot("candlestick", CANDLES),
    "a histogram": {"kind": "histogram", "series": {"values": TIMES, "bin": {"edges": [0, 10, 20, 40]}}},
    "a waterfall": plot("waterfall", {"values": [3, -1, None], "totals": [2]}),
    "a treemap": {"kind": "treemap", "slices": {"A": {"a": 1, "b": 2}, "B": 2, "C": 3}},
    "a funnel": {"kind": "funnel", "stages": {"A": 90, "B": 45, "C": 9}},
    "a heat map": plot("heatmap", {"rows": [[1, 2, 3], [4, None, 6]]}, y={"labels": ["up", "down"]}),
    "a horizontal heat map": plot("heatmap", {"rows": [[1, 2, 3], [4, None, 6]]}, orientation="horizontal"),
    "days of a calendar": {
        "kind": "heatmap", "series": {"calendar": True, "x": [f"2026-01-{day:02}" for day in range(1, 13)], "colorBy": list(range(12))},
    },
    "boxes with an outlier": {"kind": "box", "series": {"x": ["a"] * 6 + ["b"] * 5, "values": TIMES}},
    "horizontal boxes": {"kind": "box", "orientation": "horizontal", "series": {"x": ["a"] * 6 + ["b"] * 5, "values": TIMES}},
    "horizontal bars": plot("bar", TWO, orientation="horizontal"),
    "bullets": plot("bullet", {"values": [3, 1, 2], "target": [2, 2, 2], "ranges": [1, 4]}),
    "a radar": {"kind": "radar", "labels": DAYS, "series": TWO},
    "polar bars": {"kind": "polar", "labels": DAYS, "series": TWO},
    "points of which one has no marker": plot("scatter", {"values": [1, 2, 3], "size": [1, None, 3], "marker": "{size}"}),
    "a gauge": {"kind": "gauge", "value": 30, "bands": [{"to": 50, "label": "low"}, {"label": "high"}]},
}  # fmt: skip


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


@pytest.mark.parametrize("name", CHARTS)
def test_keys_walk_as_in_the_live_chart(chromium, tmp_path, kernel, name):
    kernel.call("chart/edit", text=json.dumps(CHARTS[name] | {"id": name}))
    with Page(chromium, tmp_path, page_of(kernel, name)) as page:
        for number, key in enumerate(KEYS):
            answer = kernel.call("chart/key", chart=name, key=key, render=False)
            # A page tells nothing of a mark without a marker, and passes it over.
            for _ in range(2):
                if answer["selection"] is not None and answer["marker"] is None:
                    answer = kernel.call("chart/key", chart=name, key=key, render=False)
            told = page.press(key)
            if answer["selection"] is None:
                assert told == "Nothing is selected." and page.told is None, KEYS[: number + 1]
            else:
                assert told.endswith(", selected") and page.told == answer["marker"]["text"], KEYS[: number + 1]
