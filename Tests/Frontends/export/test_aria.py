"""What screen readers are told of each mark: in the picture the same as in words, in each kind of chart."""

import xml.etree.ElementTree as ElementTree

import pytest

from clients import Stdio
from test_page import data_of, page_of

DAYS = ["Mo", "Tu", "We"]
TWO = [{"name": "Up", "values": [1200, 19, 8]}, {"name": "Down", "values": [3, 4, 1]}]
TIMES = [1, 2, 3, 4, 5, 30, 11, 12, 13, 14, 15]
CANDLES = {"open": [20, 24, 23], "high": [25, 26, 27], "low": [19, 21, 22], "values": [24, 22, 26]}
TREE = {"A": {"a": 1, "b": 2}, "B": 2, "C": 3}


def plot(kind, series, **options):
    return {"kind": kind, "x": {"labels": DAYS}, "series": series} | options


# What each kind calls its marks.
CHARTS = {
    "bars": (plot("bar", TWO), {"bar"}),
    "horizontal bars with errors": (plot("bar", [series | {"error": {"constant": 1}} for series in TWO], orientation="horizontal"), {"bar"}),
    "stacked lines": (plot("line", [series | {"dots": "all"} for series in TWO], stacked=True), {"point"}),
    "points": ({"kind": "scatter", "series": {"x": [3, 1, 2], "values": [5, 6, 7], "size": [1, 2, 3]}}, {"point"}),
    "a histogram": ({"kind": "histogram", "series": {"values": TIMES}}, {"bin"}),
    "boxes": ({"kind": "box", "series": {"x": ["a"] * 6 + ["b"] * 5, "values": TIMES}}, {"box"}),
    "candles": (plot("candlestick", CANDLES), {"candle"}),
    "cells": (plot("heatmap", {"rows": [[1, 2, 3], [4, None, 6]]}, y={"labels": ["up", "down"]}), {"cell"}),
    "a waterfall": (plot("waterfall", {"values": [3, -1, 2]}), {"bar"}),
    "bullets": (plot("bullet", {"values": [3, 1, 2], "target": [2, 2, 2], "ranges": [1, 4]}), {"bullet"}),
    "a pie": ({"kind": "pie", "slices": {"Rent": 3, "Food": 1}}, {"slice"}),
    "rings": ({"kind": "pie", "slices": TREE}, {"slice"}),
    "a treemap": ({"kind": "treemap", "slices": TREE}, {"slice"}),
    "a funnel": ({"kind": "funnel", "stages": {"A": 90, "B": 45, "C": 9}}, {"stage"}),
    "a radar": ({"kind": "radar", "labels": DAYS, "series": TWO}, {"point"}),
    "polar bars": ({"kind": "polar", "labels": DAYS, "series": TWO}, {"bar"}),
    "a gauge": ({"kind": "gauge", "value": 30, "bands": [{"to": 50, "label": "low"}, {"label": "high"}]}, {"band", "value"}),
    "facets": (
        {"kind": "bar", "facet": "c", "data": {"columns": {"c": ["p", "p", "q"], "x": ["a", "b", "a"], "y": [1, 2, 3]}, "x": "x", "y": "y"}},
        {"bar"},
    ),
    "a layout": ({"kind": "layout", "charts": [plot("bar", TWO), {"kind": "pie", "slices": {"Rent": 3, "Food": 1}}]}, {"bar", "slice"}),
}  # fmt: skip


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


@pytest.mark.parametrize("name", CHARTS)
def test_each_mark_is_named_in_the_picture_as_it_is_in_words(kernel, name):
    spec, kinds = CHARTS[name]
    kernel.call("chart/create", chart="aria", spec=spec, render=False)
    picture = ElementTree.fromstring(kernel.call("chart/render", chart="aria")["svg"])
    named = [element for element in picture.iter() if "data-path" in element.attrib]
    found = {element.get("data-path"): element for element in named}
    assert len(found) == len(named), "a mark is one element"
    marks = data_of(page_of(kernel, "aria"))["marks"]
    words = {".".join(map(str, path)): text for path, text, *_ in marks}
    if name == "facets":
        # The panel that a mark is in says which one it is.
        words = {path: text.partition(": ")[2] for path, text in words.items()}
    assert len(words) > 1 and {path: element.get("aria-label") for path, element in found.items()} == words
    assert {element.get("role") for element in named} == {"graphics-symbol"}
    assert {element.get("aria-roledescription") for element in named} <= kinds
    # The whole is described, too.
    for attribute in ("aria-labelledby", "aria-describedby"):
        told = picture.find(f".//*[@id='{picture.get(attribute)}']")
        assert told is not None and told.text.strip()
