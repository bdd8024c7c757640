"""Points that come in one by one: after them a chart is as one that had them from the beginning, and each is one step to undo."""

import pytest

from clients import RPCError, Stdio

DAYS = ["Mo", "Tu", "We"]
PRICES = {"open": [20, 24, 23], "high": [25, 26, 27], "low": [19, 21, 22]}


def plot(kind, labels=DAYS, **series):
    return {"kind": kind, "x": {"labels": labels}, "series": series} if labels else {"kind": kind, "series": series}


# name: a spec, the points that come in, and the spec that says the same at once
CHARTS = {
    "candles": (
        plot("candlestick", **PRICES, values=[24, 22, 26]),
        [{"x": "Th", "y": 21, "open": 26, "high": 28, "low": 20}, {"x": "Fr", "y": 24, "open": 22, "high": 25, "low": 21}],
        plot("candlestick", [*DAYS, "Th", "Fr"], open=[20, 24, 23, 26, 22], high=[25, 26, 27, 28, 25], low=[19, 21, 22, 20, 21], values=[24, 22, 26, 21, 24]),
    ),
    "candles as bars": (
        plot("candlestick", **PRICES, values=[24, 22, 26], style="bars"),
        [{"x": "Th", "y": 21, "open": 26, "high": 28, "low": 20}],
        plot("candlestick", [*DAYS, "Th"], open=[20, 24, 23, 26], high=[25, 26, 27, 28], low=[19, 21, 22, 20], values=[24, 22, 26, 21], style="bars"),
    ),
    "bullets": (
        plot("bullet", values=[3, 1, 2], target=2, ranges=[1, 4]),
        [{"x": "Th", "y": 3.5}, ["Fr", 0.5]],
        plot("bullet", [*DAYS, "Th", "Fr"], values=[3, 1, 2, 3.5, 0.5], target=2, ranges=[1, 4]),
    ),
    "cells": (
        plot("heatmap", None, name="Heat", x=[1, 2, 3], values=[1, 2, 1], colorBy=[4, 5, 6]),
        [{"x": 2, "y": 1, "colorBy": 9}, {"x": 3, "y": 2, "colorBy": 1}],
        plot("heatmap", None, name="Heat", x=[1, 2, 3, 2, 3], values=[1, 2, 1, 1, 2], colorBy=[4, 5, 6, 9, 1]),
    ),
    "cells that count": (
        plot("heatmap", None, bin={"x": 3, "y": 3}, x=[1, 5, 9], values=[1, 5, 9]),
        [[1.5, 1.5], [8.5, 1], [5, 5]],
        plot("heatmap", None, bin={"x": 3, "y": 3}, x=[1, 5, 9, 1.5, 8.5, 5], values=[1, 5, 9, 1.5, 1, 5]),
    ),
    "a waterfall": (
        plot("waterfall", values=[30, -10, 5]), [["Th", -8], {"x": "Fr", "y": 12}],
        plot("waterfall", [*DAYS, "Th", "Fr"], values=[30, -10, 5, -8, 12]),
    ),
    "a histogram": (
        plot("histogram", None, values=[0.5, 1, 3], bin={"edges": [0, 2, 4]}), [3.5, 2, 0],
        plot("histogram", None, values=[0.5, 1, 3, 3.5, 2, 0], bin={"edges": [0, 2, 4]}),
    ),
    "a box": (
        plot("box", None, name="Times", values=[1, 2, 3, 4]), [9, 30], plot("box", None, name="Times", values=[1, 2, 3, 4, 9, 30]),
    ),
    "boxes of a table": (
        {"kind": "box", "data": {"columns": {"city": ["a", "a", "b"], "time": [1, 2, 3]}, "x": "city", "y": "time"}}, [["b", 9], {"x": "a", "y": 4}],
        {"kind": "box", "data": {"columns": {"city": ["a", "a", "b", "b", "a"], "time": [1, 2, 3, 9, 4]}, "x": "city", "y": "time"}},
    ),
    "sized points": (
        plot("scatter", None, x=[1, 2], values=[3, 4], size=[1, 9]), [{"x": 5, "y": 1, "size": 4}],
        plot("scatter", None, x=[1, 2, 5], values=[3, 4, 1], size=[1, 9, 4]),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def picture(kernel, chart):
    return kernel.call("chart/render", chart=chart)["svg"].replace(chart, "chart")


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("at_once", [True, False])
def test_what_is_appended_is_as_if_it_had_been_there(kernel, name, at_once):
    spec, points, whole = CHARTS[name]
    kernel.call("chart/create", chart="grown", spec=spec, render=False)
    kernel.call("chart/create", chart="whole", spec=whole, render=False)
    pictures = [picture(kernel, "grown")]
    for part in [points] if at_once else [[point] for point in points]:
        answer = kernel.call("chart/append", chart="grown", points=part, render=False)
        assert answer["warnings"] == []
        pictures.append(picture(kernel, "grown"))
    assert len(set(pictures)) == len(pictures), "each of them is seen"
    assert pictures[-1] == picture(kernel, "whole")
    series, others = (kernel.call("chart/get", chart=chart)["layout"]["series"][0] for chart in ("grown", "whole"))
    assert series == others
    for before in pictures[-2::-1]:
        kernel.call("chart/undo", chart="grown", render=False)
        assert picture(kernel, "grown") == before
    for after in pictures[1:]:
        kernel.call("chart/redo", chart="grown", render=False)
        assert picture(kernel, "grown") == after


def test_of_a_window_the_oldest_candles_are_dropped_with_all_their_prices(kernel):
    kernel.call("chart/create", chart="grown", spec=plot("candlestick", **PRICES, values=[24, 22, 26]), render=False)
    for turn in range(5):
        point = {"x": f"day {turn}", "y": 20 + turn, "open": 19 + turn, "high": 30 + turn, "low": 10 + turn}
        answer = kernel.call("chart/append", chart="grown", points=[point], window=3, render=False)
        assert answer["warnings"] == []
    kernel.call(
        "chart/create", chart="whole", render=False,
        spec=plot("candlestick", ["day 2", "day 3", "day 4"], open=[21, 22, 23], high=[32, 33, 34], low=[12, 13, 14], values=[22, 23, 24]),
    )  # fmt: skip
    ends = [[(mark["label"], mark["value"]) for mark in kernel.call("chart/get", chart=chart)["layout"]["series"][0]["marks"]]
            for chart in ("grown", "whole")]
    assert ends[0] == ends[1] == [("day 2", 22), ("day 3", 23), ("day 4", 24)]
    texts = [
        [kernel.call("chart/highlight", chart=chart, index=index, render=False)["marker"]["text"] for index in range(3)] for chart in ("grown", "whole")
    ]
    assert texts[0] == texts[1] and all(str(price) in texts[0][0] for price in (21, 32, 12, 22))


@pytest.mark.parametrize(
    "name, point, path",
    [
        ("candles", {"x": "Th", "y": 3, "close": 3}, "points[0].close"),
        ("candles", {"x": "Th", "y": 3, "size": 3}, "points[0].size"),
        ("candles", {"x": "Th", "y": 3, "open": "a"}, "points[0].open"),
        ("candles", 3, "points[0]"),
        ("bullets", {"x": "Th", "y": 3, "open": 3}, "points[0].open"),
        ("bullets", {"x": "Th"}, "points[0]"),
        ("cells", {"x": "a", "y": 1}, "points[0].x"),
        ("cells", 3, "points[0]"),
        ("a histogram", ["a", 3], "points[0][0]"),
        ("a waterfall", {"x": "Th", "y": "much"}, "points[0]"),
    ],
)
def test_a_point_that_does_not_fit_is_refused_with_its_place_and_changes_nothing(kernel, name, point, path):
    kernel.call("chart/create", chart="grown", spec=CHARTS[name][0], render=False)
    before = picture(kernel, "grown"), kernel.call("chart/get", chart="grown")
    for points in ([point], [*CHARTS[name][1], point]):
        with pytest.raises(RPCError) as fault:
            kernel.call("chart/append", chart="grown", points=points, render=False)
        assert fault.value.code == -32602
        assert fault.value.data["path"].startswith(path.replace("[0]", f"[{len(points) - 1}]", 1))
    assert (picture(kernel, "grown"), kernel.call("chart/get", chart="grown")) == before


def test_a_heat_map_of_rows_says_how_it_is_changed(kernel):
    kernel.call("chart/create", chart="rows", spec=plot("heatmap", None, rows=[[1, 2], [3, 4]]), render=False)
    with pytest.raises(RPCError) as fault:
        kernel.call("chart/append", chart="rows", points=[7], render=False)
    assert fault.value.code == -32602 and "chart/update" in fault.value.data["reason"]


STILL = {
    "pie": {"kind": "pie", "slices": {"Rent": 3, "Food": 1}},
    "treemap": {"kind": "treemap", "slices": {"Rent": 3, "Food": 1}},
    "funnel": {"kind": "funnel", "stages": {"A": 9, "B": 4}},
    "gauge": {"kind": "gauge", "value": 3},
    "radar": {"kind": "radar", "labels": ["a", "b", "c"], "series": {"values": [1, 2, 3]}},
    "polar": {"kind": "polar", "labels": ["a", "b", "c"], "series": {"values": [1, 2, 3]}},
    "layout": {"kind": "layout", "charts": [{"kind": "gauge", "value": 3}]},
}


@pytest.mark.parametrize("kind", STILL)
def test_what_has_no_points_to_come_says_what_to_do_instead(kernel, kind):
    kernel.call("chart/create", chart=kind, spec=STILL[kind], render=False)
    before = kernel.call("chart/get", chart=kind)
    with pytest.raises(RPCError) as fault:
        kernel.call("chart/append", chart=kind, points=[[1, 2]], render=False)
    assert fault.value.code == -32602 and "chart/update" in str(fault.value)
    assert kernel.call("chart/get", chart=kind) == before
