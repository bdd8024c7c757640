"""For every kind of chart: the JSON Schema and the kernel accept the same specs, and refuse the same ones."""

import copy
import json

import pytest
from test_schema import accepts, kernel, validator  # noqa: F401

TABLE = {"columns": {"a": ["u", "v"], "b": [1, 2]}, "x": "a", "y": "b"}
TREE = [{"label": "A", "children": [{"label": "a", "value": 1}]}, {"label": "B", "value": 2}]
PARTS = [{"kind": "bar", "series": {"values": [1]}}, {"kind": "pie", "slices": {"A": 1}}]

# kind: the least of such a chart
LEAST = {
    "bar": {"series": {"values": [1, 2]}},
    "line": {"series": {"values": [1, 2]}},
    "scatter": {"series": {"x": [1, 2], "values": [3, 4]}},
    "candlestick": {"series": {"open": [1], "high": [3], "low": [0], "values": [2]}},
    "histogram": {"series": {"values": [1, 2, 2]}},
    "box": {"series": {"values": [1, 2, 2, 9]}},
    "heatmap": {"series": {"rows": [[1, 2], [3, None]]}},
    "waterfall": {"series": {"values": [3, -1]}},
    "bullet": {"series": {"values": [3, 1]}},
    "combined": {"series": [{"type": "bar", "values": [1]}, {"type": "line", "values": [2]}]},
    "radar": {"labels": ["a", "b", "c"], "series": {"values": [1, 2, 3]}},
    "polar": {"labels": ["a", "b", "c"], "series": {"values": [1, 2, 3]}},
    "gauge": {"value": 3},
    "funnel": {"stages": {"a": 3, "b": 1}},
    "treemap": {"slices": TREE},
    "layout": {"charts": PARTS},
}  # fmt: skip

# kind: paths below the least spec, and what stands there instead
GOOD = {
    "bar": [("facet", {"by": "a", "columns": 1, "scales": "free-x", "sort": True, "gap": 200}), ("facet", "a"), ("series.base", [0, 1]), ("stacked", "percent")],
    "line": [("series.curve", "stepAfter"), ("series.area", {"gradient": ["red", "blue"], "baseline": -1}), ("stacked", "stream")],
    "scatter": [("series.shape", "star"), ("series.size", {"values": [1, 2], "greatest": 400}), ("series.colorBy", ["u", "v"]), ("series.opacity", 0)],
    "candlestick": [("series.style", "bars"), ("series.lineWidth", 20), ("series.rising", "#0a0"), ("orientation", "horizontal")],
    "histogram": [("series.bin", 10000), ("series.bin", {"edges": [0, 1, 2]}), ("series.bin", True), ("series.measure", "density"), ("series.gap", 0)],
    "box": [("series.whiskers", "range"), ("series.whiskers", [5, 95]), ("series.whiskers", 0), ("series.points", "beside"), ("series.radius", 0.5)],
    "heatmap": [("series.gap", 100), ("series.labels", True), ("series.radius", 100), ("series.rows", [[None]])],
    "waterfall": [("series.totals", [0]), ("series.connectors", False), ("series.connectors", {"width": 0}), ("series.labels", "inside")],
    "bullet": [("series.target", 3), ("series.target", [3, 1]), ("series.ranges", [1, 2]), ("series.ranges", [[1], [2, 3]]), ("series.scales", "own")],
    "combined": [("series", []), ("drawOrder", ["line", "bar"]), ("viewport", {"visibleCount": 1.5, "zoom": "both"})],
    "radar": [("rings", "none"), ("fillOpacity", 1), ("lineWidth", 0.5), ("axis", {"min": -1, "max": 9, "step": 2}), ("startAngle", -90)],
    "polar": [("scale", "sqrt"), ("hole", 0.999), ("gap", 100), ("axis", {"labels": False}), ("series", [])],
    "gauge": [("sweep", 10), ("sweep", 360), ("thickness", 0.6), ("bands", [{"to": 3, "label": 1}, {}]), ("pointer", "arc"), ("value", None)],
    "funnel": [("stages", [{"value": 0}]), ("stages", []), ("gap", 100), ("labels", {"before": "", "fontSize": 100})],
    "treemap": [("depth", 10), ("padding", 50), ("cornerRadius", 0), ("labels", False), ("labels", "{label}"), ("slices", {"A": {"B": 1}})],
    "layout": [("columns", 100), ("gap", 0), ("widths", [2, 1]), ("heights", [1000]), ("charts", [])],
}  # fmt: skip

BAD = {
    "bar": [("facet", 3), ("facet.by", 3), ("facet", {"bye": "a"}), ("facet", {"by": "a", "columns": 0}), ("facet", {"by": "a", "columns": 1.5}),
            ("facet", {"by": "a", "scales": "free-z"}), ("facet", {"by": "a", "gap": 201}), ("facet", {"by": "a", "sort": 1}),
            ("series.shape", "round"), ("stacked", "all"), ("series.values", "1")],
    "line": [("series.curve", "bent"), ("series.width", -1), ("series.smooth", 1.1), ("series.base", [1]), ("series.dots", {"place": "some"}), ("slices", [])],
    "scatter": [("series.shape", "heart"), ("series.radius", 101), ("series.opacity", "half"), ("series.size", {"greatest": 401}),
                ("series.colorBy", {"scheme": "rainbow"}), ("series.colorBy", {"domain": 3}), ("series.curve", "step")],
    "candlestick": [("series.open", True), ("series.style", "candle"), ("series.lineWidth", 21), ("series.rising", 3), ("series.close", [1]), ("series.error", 1)],
    "histogram": [("series.bin", 0), ("series.bin", 10001), ("series.bin", 1.5), ("series.bin", {"width": 0}), ("series.bin", {"edges": 3}),
                  ("series.bin", {"unit": "decade"}), ("series.bins", 3), ("series.measure", "share"), ("series.gap", -1), ("series.cumulative", "yes")],
    "box": [("series.whiskers", -1), ("series.whiskers", "iqr"), ("series.whiskers", [-1, 95]), ("series.points", True), ("series.radius", 0.4),
            ("series.lineWidth", 21), ("series.median", True), ("series.mean", "yes")],
    "heatmap": [("series.rows", [1, 2]), ("series.rows", "a"), ("series.gap", 101), ("series.bin", {"z": 3}), ("series.bin", 0), ("series.bin", {"x": 1001}),
                ("series.measure", "mode"), ("series.columns", 0), ("series.calendar", "yes"), ("series.labels", {"fontSize": 3})],
    "waterfall": [("series.totals", 3), ("series.rising", True), ("series.connectors", "none"), ("series.labels", "below"), ("series.total", [1]), ("series.opacity", 2)],
    "bullet": [("series.target", True), ("series.ranges", 3), ("series.ranges", [True]), ("series.scales", "free"), ("series.rangeNames", "good"),
               ("series.goal", 3), ("orientation", "up")],
    "combined": [("series", [{"type": "pie"}]), ("drawOrder", ["pie"]), ("viewport", {"zoom": "z"}), ("viewport", {"visibleCount": 0}),
                 ("bars", {"width": 0}), ("series", [{"type": "line", "shape": "capsule"}])],
    "radar": [("rings", "square"), ("fillOpacity", 1.1), ("lineWidth", 0.4), ("dotRadius", -1), ("axis", {"step": 0}), ("axis", "none"), ("x", {}),
              ("labels", "abc"), ("series.values", 3), ("series.type", "line")],
    "polar": [("scale", "log"), ("hole", 1), ("gap", -1), ("axis", {"min": 0}), ("axis", {"max": "a"}), ("rings", "circle"), ("series.name", True)],
    "gauge": [("value", "3"), ("sweep", 9), ("sweep", 361), ("thickness", 0.7), ("thickness", 0), ("bands", [3]), ("bands", [{"from": 3}]), ("pointer", "hand"),
              ("step", 0), ("max", "100"), ("labels", "none"), ("values", [3])],
    "funnel": [("stages", 3), ("stages", [{"label": "a"}]), ("stages", [{"value": -1}]), ("stages", {"a": -1}), ("stages", [{"value": 1, "share": 2}]),
               ("gap", 101), ("labels", "inside"), ("labels", {"middle": "a"}), ("labels", {"fontSize": 3}), ("slices", [])],
    "treemap": [("depth", 0), ("depth", 11), ("depth", 1.5), ("padding", 51), ("cornerRadius", -1), ("drill", "yes"), ("labels", 3), ("labels", {"position": "inside"}),
                ("slices", [{"value": -1}]), ("slices", {"A": {"B": -1}}), ("hole", 0.5)],
    "layout": [("charts", 3), ("charts", [3]), ("charts", [{"kind": "pi"}]), ("charts", [{}]), ("charts", [{"kind": "gauge", "sweep": 9}]),
               ("columns", 0), ("columns", 101), ("gap", 201), ("widths", [0]), ("heights", 3), ("rows", 2), ("legend", "right")],
}  # fmt: skip


# What several kinds have: the kind, and paths below its least spec.
PARTS_GOOD = {
    "errors": ("bar", [("series.error", {"constant": 1}), ("series.error", 3), ("series.error", {"minus": [1, 2], "plus": [2, 1], "as": "bars"}),
                       ("series.error", {"low": [0, 1], "high": [2, 3], "color": "red", "width": 0, "cap": 0, "opacity": 1})]),
    "limits": ("line", [("limits", [{"value": 3}]), ("limits", [{"value": "2026-01-01", "axis": "x", "label": "New year", "dash": [4, 2]}]), ("limits", [])]),
    "bands": ("line", [("bands", [{"from": 1, "to": 2, "label": "usual"}]), ("bands", [{"from": 1}, {"to": 0, "axis": "right"}]), ("bands", [])]),
    "annotations": ("line", [("annotations", [{"x": 0, "y": 1, "text": "first"}]),
                             ("annotations", [{"x": 0, "y": 1, "text": "", "offset": [3, -40], "leader": "arrow", "dot": True, "to": {"x": 1, "y": 2}, "fontSize": 20}])]),
    "steps": ("bar", [("data.transform", [{"filter": "b > 1"}, {"sort": "-b"}]), ("data.transform", []),
                      ("data.transform", [{"group": {"by": "a", "b": "count()"}}])]),
    "letters": ("funnel", [("font", "Georgia"), ("font", {"family": "Georgia, serif", "size": 20}), ("font", {"size": 6})]),
    "selections": ("bar", [("link", "sales"), ("select", {"brush": "x", "x": [0, 1]}), ("select", {"filter": ["b", "c"]}), ("select", {"brush": "none"})]),
    "markers": ("bar", [("marker", False), ("marker", "{value}"), ("marker", {"shared": True}), ("marker", {"text": "a", "background": "red", "cornerRadius": 0})]),
    "formats": ("funnel", [("format", {"locale": "de", "decimals": 2}), ("format", {"style": "compact"}), ("format", {"currency": "EUR"})]),
    "values along an axis": ("bar", [("y", {"reverse": True, "min": 1, "max": 9}), ("y", {"scale": "log"}), ("y", {"ticks": [1, "2026-01-01"]})]),
    "tables": ("bar", [("data", {"Cats": 12, "Dogs": 9.5}), ("data", {"month": ["Jan", "Feb"], "sales": [3, None]})]),
}  # fmt: skip

PARTS_BAD = {
    "errors": ("bar", [("series.error", True), ("series.error", {"constant": "much"}), ("series.error", {"minus": 1, "more": 2}), ("series.error", {"as": "boxes"}),
                       ("series.error", {"width": -1}), ("series.error", {"opacity": 2})]),
    "limits": ("line", [("limits", {"value": 3}), ("limits", [{}]), ("limits", [{"value": 3, "axis": "z"}]), ("limits", [{"value": True}]), ("limits", [{"value": 3, "width": -1}])]),
    "bands": ("line", [("bands", [{"from": True}]), ("bands", [{"from": 1, "until": 2}]), ("bands", {"from": 1}), ("bands", [{"from": 1, "axis": "top"}])]),
    "annotations": ("line", [("annotations", [{"x": 0, "text": "a"}]), ("annotations", [{"x": 0, "y": 1, "text": "a", "offset": [1]}]),
                             ("annotations", [{"x": 0, "y": 1, "text": "a", "leader": "curve"}]), ("annotations", [{"x": 0, "y": 1, "text": "a", "to": {"x": 1}}]),
                             ("annotations", [{"x": 0, "y": 1, "text": "a", "dot": 1}]), ("annotations", "a")]),
    "steps": ("bar", [("data.transform", {"filter": "b"}), ("data.transform", [{"filtre": "b"}]), ("data.transform", [{"sort": 3}]), ("data.transform", [{}])]),
    "letters": ("funnel", [("font", 3), ("font", {"size": 0}), ("font", {"size": "large"}), ("font", {"weight": 3})]),
    "selections": ("bar", [("link", 3), ("select", {"brush": "z"}), ("select", {"filter": 3}), ("select", {"x": 1}), ("select", "b")]),
    "markers": ("bar", [("marker", 3), ("marker", {"shared": 1}), ("marker", {"text": 3}), ("marker", {"text": [{"weight": "bold"}]}), ("marker", {"runs": ["a"]}), ("marker", {"cornerRadius": -1})]),
    "formats": ("funnel", [("format", 3), ("format", {"decimals": -1}), ("format", {"style": "long"}), ("format", {"lokale": "de"})]),
    "values along an axis": ("bar", [("y", {"reverse": 1}), ("y", {"scale": "square"}), ("y", {"step": 0}), ("y", {"headroom": -1}), ("y", {"inverse": True}), ("y", 3)]),
    "tables": ("bar", [("data", {"Cats": "many"}), ("data", {"Cats": 1, "Dogs": [2]}), ("data", 3), ("data", {"x": 3})]),
}  # fmt: skip


def changed(kind, path, value):
    """The least spec of a kind with something else at a path."""
    spec = {"kind": kind, "data": copy.deepcopy(TABLE)} if path.startswith(("facet", "data")) else {"kind": kind} | copy.deepcopy(LEAST[kind])
    holder = spec
    *way, last = path.split(".")
    for key in way:
        holder = holder.setdefault(key, {})
    holder[last] = value
    return spec


def cases(changes):
    return [
        pytest.param(changed(kind, *change), id=f"{kind}: {change[0]}: {json.dumps(change[1])[:40]}")
        for kind, those in changes.items() for change in those
    ]  # fmt: skip


def test_all_kinds_are_tried(validator):
    names = [choice["$ref"].removeprefix("#/$defs/") for choice in validator.schema["oneOf"]]
    kinds = {validator.schema["$defs"][name]["properties"]["kind"]["const"] for name in names}
    assert kinds == LEAST.keys() | {"pie"} and LEAST.keys() == GOOD.keys() == BAD.keys()
    assert all(len(those) >= 3 for those in [*GOOD.values(), *BAD.values()])


@pytest.mark.parametrize("kind", LEAST)
def test_the_least_of_each_kind_is_good_and_with_an_unknown_key_it_is_not(validator, kernel, kind):
    spec = {"kind": kind} | LEAST[kind]
    assert list(validator.iter_errors(spec)) == [] and accepts(kernel, spec)
    for key in ("colour", "Title", ""):
        assert not validator.is_valid(spec | {key: 1}) and not accepts(kernel, spec | {key: 1})


@pytest.mark.parametrize("spec", cases(GOOD))
def test_good(validator, kernel, spec):
    assert list(validator.iter_errors(spec)) == []
    assert accepts(kernel, spec)


@pytest.mark.parametrize("spec", cases(BAD))
def test_bad(validator, kernel, spec):
    assert not validator.is_valid(spec), "the schema takes it"
    assert not accepts(kernel, spec), "the kernel takes it"


@pytest.mark.parametrize("spec", [case for kind, changes in PARTS_GOOD.values() for case in cases({kind: changes})])
def test_good_parts(validator, kernel, spec):
    assert list(validator.iter_errors(spec)) == []
    assert accepts(kernel, spec)


@pytest.mark.parametrize("spec", [case for kind, changes in PARTS_BAD.values() for case in cases({kind: changes})])
def test_bad_parts(validator, kernel, spec):
    assert not validator.is_valid(spec), "the schema takes it"
    assert not accepts(kernel, spec), "the kernel takes it"


@pytest.mark.parametrize(
    "spec, guess",
    [
        ({"slices": {"A": 1}}, "kind: pie"),
        ({"kind": "layout", "charts": [{"slices": {"A": 1}}]}, "kind: pie"),
        ({"kind": "combined", "series": [{"values": [1]}]}, "type: line"),
    ],
)
def test_a_kind_that_the_schema_asks_for_is_guessed_and_told_of(validator, kernel, spec, guess):
    assert not validator.is_valid(spec)
    (warning,) = kernel.call("chart/create", chart="guessed", spec=spec, render=False)["warnings"]
    assert f"`{guess}` says so" in warning
