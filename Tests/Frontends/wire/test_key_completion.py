"""Which keys complete_request offers in a chart of each kind: those that the JSON Schema has there, and no others."""

import json
import subprocess

import pytest

from clients import program

from .kernel import Kernel, members

SCHEMA = json.loads(subprocess.run([program(), "schema"], capture_output=True, check=True, timeout=60).stdout)
DEFINITIONS = SCHEMA["$defs"]


def named(part):
    return DEFINITIONS[part["$ref"].removeprefix("#/$defs/")]


CHARTS = {named(choice)["properties"]["kind"]["const"]: named(choice) for choice in SCHEMA["oneOf"]}

# kind: what its parts are written under, and the object of the schema that one is
PARTS = {
    "pie": [("slices:\n  - ", "Slice"), ("labels: {", "PieLabels"), ("center: {", "PieCenter")],
    "line": [("series:\n  - ", "LineSeries"), ("series:\n  - area: {", "Area"), ("marker: {", "MarkerStyle")],
    "bar": [("series:\n  - ", "BarSeries"), ("series:\n  - error: {", "Error"), ("facet: {", "Facet"), ("bars: {", "BarLayout")],
    "scatter": [("series:\n  - ", "ScatterSeries"), ("series: [{size: {", "SizeChannel"), ("series:\n  - colorBy: {", "ColorChannel")],
    "candlestick": [("series:\n  - ", "CandlestickSeries"), ("viewport: {", "PlotViewport"), ("select: {", "PlotSelect")],
    "histogram": [("series:\n  - ", "HistogramSeries"), ("series:\n  - bin: {", "HistogramBins"), ("series:\n  - density: {", "DensityCurve")],
    "box": [("series:\n  - ", "BoxSeries"), ("x: {", "PositionAxis"), ("y: {", "ValueAxis")],
    "heatmap": [("series:\n  - ", "HeatmapSeries"), ("series:\n  - bin: {", "CellBins"), ("series:\n  - labels: {", "CellLabels")],
    "waterfall": [("series:\n  - ", "WaterfallSeries"), ("series:\n  - totals: {", "WaterfallTotals"), ("series: [{connectors: {", "Rule")],
    "bullet": [("series:\n  - ", "BulletSeries"), ("series:\n  - target: {", "NumberChannel")],
    "combined": [("limits:\n  - ", "Limit"), ("bands:\n  - ", "Band"), ("annotations:\n  - ", "Annotation")],
    "radar": [("series:\n  - ", "SpokeSeries"), ("axis: {", "RadarAxis")],
    "polar": [("series:\n  - ", "SpokeSeries"), ("axis: {", "PolarAxis")],
    "gauge": [("bands:\n  - ", "GaugeBand"), ("format: {", "Format")],
    "funnel": [("stages:\n  - ", "Stage"), ("labels: {", "FunnelLabels")],
    "treemap": [("slices:\n  - ", "Slice"), ("slices:\n  - children:\n      - ", "Slice"), ("labels: {", "TreemapLabels")],
    "layout": [("animation: {", "Animation"), ("size: {", "Size")],
}  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """One kernel for all: completion changes nothing."""
    folder = tmp_path_factory.mktemp("k")
    kernel = Kernel(folder, members(folder / "run"))
    try:
        kernel.wait_for_ports()
        yield kernel.connect()
    finally:
        kernel.kill()


def offered(client, code):
    content = client.request("complete_request", {"code": code, "cursor_pos": len(code)}).content
    assert content["status"] == "ok" and content["cursor_end"] == len(code)
    assert len(content["matches"]) == len(set(content["matches"])), "each once"
    return set(content["matches"])


def test_all_kinds_are_asked_for():
    assert CHARTS.keys() == PARTS.keys()


@pytest.mark.parametrize("kind", CHARTS)
def test_the_keys_of_a_chart_are_offered(client, kind):
    keys = CHARTS[kind]["properties"].keys() - {"kind"}
    assert offered(client, f"kind: {kind}\n") == keys
    assert offered(client, f'{{"kind": "{kind}", "') == keys
    # Those that are there are not offered once more.
    assert offered(client, f"kind: {kind}\ntitle: A\nsubtitle: B\n") == keys - {"title", "subtitle"}
    for key in keys:
        assert key in offered(client, f"kind: {kind}\n{key[:3]}")


@pytest.mark.parametrize("kind, before, name", [(kind, *part) for kind, parts in PARTS.items() for part in parts])
def test_the_keys_of_its_parts_are_offered(client, kind, before, name):
    assert offered(client, f"kind: {kind}\n{before}") == DEFINITIONS[name]["properties"].keys()


@pytest.mark.parametrize("kind", sorted(CHARTS.keys() - {"layout"}))
def test_the_keys_of_a_chart_in_a_layout_are_those_of_its_kind(client, kind):
    keys = CHARTS[kind]["properties"].keys() - {"kind"}
    assert offered(client, f"kind: layout\ncharts:\n  - kind: {kind}\n    ") == keys


@pytest.mark.parametrize("kind", [kind for kind, parts in PARTS.items() if parts[0][0] == "series:\n  - "])
def test_the_words_of_a_value_are_those_of_the_schema(client, kind):
    name = PARTS[kind][0][1]
    count = 0
    for key, part in DEFINITIONS[name]["properties"].items():
        words = part.get("enum")
        if words and all(isinstance(word, str) for word in words):
            assert offered(client, f"kind: {kind}\nseries:\n  - {key}: ") == set(words), key
            count += 1
    assert count or kind in ("radar", "polar")
