"""Points that are appended to series whose own `x` are names, as those of boxes, strips and cells are."""

import pytest

from clients import RPCError, Stdio

CHARTS = {
    "boxes": {"kind": "box", "series": {"name": "Times", "x": ["a", "a", "b", "b"], "values": [1, 2, 3, 4]}},
    "boxes with labels": {"kind": "box", "x": {"labels": ["a", "b"]}, "series": {"name": "Times", "x": ["a", "a", "b", "b"], "values": [1, 2, 3, 4]}},
    "a strip": {"kind": "scatter", "series": {"name": "Times", "x": ["a", "a", "b", "b"], "values": [1, 2, 3, 4]}},
    "cells": {"kind": "heatmap", "series": {"x": ["a", "a", "b", "b"], "values": [1, 2, 1, 2], "colorBy": [1, 2, 3, 4]}},
}  # fmt: skip


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def marks(kernel, chart):
    series = kernel.call("chart/get", chart=chart)["layout"]["series"][0]
    return [(mark["label"], mark["value"], mark["x"], mark["y"]) for mark in series["marks"]]


def extended(spec, point):
    """The spec with the point from the beginning."""
    series = dict(spec["series"])
    for key, member in (("x", "x"), ("values", "y"), ("colorBy", "colorBy")):
        if member in point:
            series[key] = [*series[key], point[member]]
    return spec | {"series": series}


def point_of(name, x, y):
    return {"x": x, "y": y} | ({"colorBy": 9} if name == "cells" else {})


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("x", ["b", "a"])
def test_a_point_at_a_name_that_is_there_is_as_if_it_had_been_there(kernel, name, x):
    point = point_of(name, x, 9)
    kernel.call("chart/create", chart="grown", spec=CHARTS[name], render=False)
    kernel.call("chart/create", chart="whole", spec=extended(CHARTS[name], point), render=False)
    assert kernel.call("chart/append", chart="grown", points=[point], render=False)["warnings"] == []
    assert marks(kernel, "grown") == marks(kernel, "whole")


def test_a_number_among_own_positions_is_that_of_a_name(kernel):
    spec = {"kind": "scatter", "x": {"labels": ["a", "b", "c"]}, "series": {"x": [0, 2], "values": [1, 3]}}
    kernel.call("chart/create", chart="grown", spec=spec, render=False)
    kernel.call("chart/create", chart="whole", spec=extended(spec, {"x": 1, "y": 5}), render=False)
    assert kernel.call("chart/append", chart="grown", points=[{"x": 1, "y": 5}], render=False)["warnings"] == []
    assert marks(kernel, "grown") == marks(kernel, "whole")


def test_the_first_point_of_own_positions_is_one_of_them(kernel):
    spec = {"kind": "scatter", "series": {"name": "Times", "x": [], "values": []}}
    kernel.call("chart/create", chart="grown", spec=spec, render=False)
    for point in ({"x": "a", "y": 1}, {"x": "b", "y": 2}, {"x": "a", "y": 3}):
        kernel.call("chart/append", chart="grown", points=[point], render=False)
        spec = extended(spec, point)
    kernel.call("chart/create", chart="whole", spec=spec, render=False)
    assert marks(kernel, "grown") == marks(kernel, "whole") and len(marks(kernel, "grown")) == 3


def test_a_line_gets_new_names_and_a_histogram_of_names_no_values(kernel):
    line = {"kind": "line", "x": {"labels": ["Mon", "Tue"]}, "series": {"x": ["Mon", "Tue"], "values": [1, 2]}}
    kernel.call("chart/create", chart="line", spec=line, render=False)
    kernel.call("chart/append", chart="line", points=[{"x": "Wed", "y": 3}], render=False)
    assert [mark[0] for mark in marks(kernel, "line")] == ["Mon", "Tue", "Wed"]
    kernel.call("chart/create", chart="bins", spec={"kind": "histogram", "series": {"x": ["a", "b", "a"]}}, render=False)
    before = marks(kernel, "bins")
    with pytest.raises(RPCError):
        kernel.call("chart/append", chart="bins", points=[{"x": "b", "y": 1}], render=False)
    assert marks(kernel, "bins") == before


def test_a_name_that_the_axis_does_not_have_is_refused(kernel):
    kernel.call("chart/create", chart="grown", spec=CHARTS["boxes with labels"], render=False)
    before = marks(kernel, "grown")
    with pytest.raises(RPCError) as fault:
        kernel.call("chart/append", chart="grown", points=[{"x": "c", "y": 9}], render=False)
    assert "x.labels" in str(fault.value) and marks(kernel, "grown") == before


@pytest.mark.parametrize("name", CHARTS)
def test_a_number_alone_is_nowhere_and_so_it_is_refused(kernel, name):
    kernel.call("chart/create", chart="grown", spec=CHARTS[name], render=False)
    before = marks(kernel, "grown")
    with pytest.raises(RPCError) as fault:
        kernel.call("chart/append", chart="grown", points=[9], render=False)
    assert fault.value.code == -32602 and fault.value.data["path"].startswith("points")
    assert marks(kernel, "grown") == before
