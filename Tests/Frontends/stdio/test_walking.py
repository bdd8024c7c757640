"""Keys lead through all marks of each kind of chart, in order, and markers tell what the spec says of them."""

import itertools
import statistics

import pytest

from clients import Stdio

DAYS = ["Mo", "Tu", "We", "Th"]
UP, DOWN = [1200, 19, 8.25, 15], [3, 14, 2000, 6]
GAPS = [5, None, 7, 9]
AGES, EDGES = [0.5, 1, 1.5, 2, 3, 3, 5, 7.5], [0, 2, 4, 6, 8]


def written(value):
    """A number as charts write it."""
    return f"{value:,}".replace("-", "−")


def signed(value):
    return f"+{written(value)}" if value > 0 else written(value)


def series_of(*entries):
    return [{"name": name, "values": values} for name, values in entries]


def told(*entries, text="{name} {value}"):
    """What is selected and told of each entry that has a value, series by series."""
    return [
        [({"series": series, "index": index}, text.format(name=name, value=written(value), x=DAYS[index]))
         for index, value in enumerate(values) if value is not None]
        for series, (name, values) in enumerate(entries)
    ]  # fmt: skip


def plot(kind, *entries, **options):
    return {"kind": kind, "x": {"labels": DAYS}, "series": series_of(*entries)} | options


def histogram():
    counts = [sum(low <= age < high for age in AGES) for low, high in itertools.pairwise(EDGES)]
    return [[({"series": 0, "index": index}, f"{EDGES[index]} – {EDGES[index + 1]}\nAges {count}") for index, count in enumerate(counts)]]


def scatter(x, values, sizes):
    """Points are walked along from the left to the right, however they are listed."""
    order = sorted(range(len(x)), key=lambda index: x[index])
    return [[({"series": 0, "index": index}, f"{x[index]}, {written(values[index])}\nsize {sizes[index]}") for index in order]]


def waterfall(changes, total):
    sums = list(itertools.accumulate(changes))
    texts = [f"{DAYS[index]}\n{signed(change)}\nsum {written(sums[index])}" for index, change in enumerate(changes)]
    return [[({"series": 0, "index": index}, text) for index, text in enumerate([*texts, f"{DAYS[len(changes)]}\n{written(total)}"])]]


def stages(values):
    texts = [f"{name}\n{written(value)} ({value / values[0]:.0%})" for name, value in zip("ABCD", values, strict=True)]
    return [[({"series": 0, "index": index}, text) for index, text in enumerate(texts)]]


def candles():
    texts = [
        "{}\n{} → {}\n{} … {}".format(day, *map(written, prices))
        for day, *prices in zip(DAYS, *(PRICES[name] for name in ("open", "values", "low", "high")), strict=True)
    ]
    return [[({"series": 0, "index": index}, text) for index, text in enumerate(texts)]]


PRICES = {"open": [20, 24.5, 23, 1000], "high": [25, 26, 27, 1200], "low": [19, 21, 22, 900], "values": [24, 22, 26, 1100]}
BOTH = [("Up", UP), ("Down", DOWN)]
WITH_GAPS = [("Up", UP), ("Gaps", GAPS)]
TARGETS = [1000, 20, 5, 15]
CHANGES = [1500, -200.5, 30]
VISITS = [2000, 1000, 500, 20]
X, SIZES = [30, 10, 40, 20], [4, 1, 3, 2]

# name: the spec, and for each series what is selected and told from its beginning to its end
CHARTS = {
    "stacked bars": (plot("bar", *BOTH, stacked=True), told(*BOTH)),
    "horizontal stacks": (plot("bar", *BOTH, stacked=True, orientation="horizontal"), told(*BOTH)),
    "shares of bars": (plot("bar", *BOTH, stacked="percent"), told(*BOTH)),
    "stacked areas": (plot("line", *BOTH, stacked=True), told(*BOTH)),
    "a stream": (plot("line", *BOTH, stacked="stream"), told(*BOTH)),
    "areas with gaps": (plot("line", *WITH_GAPS), told(*WITH_GAPS)),
    "a histogram": (
        {"kind": "histogram", "series": {"name": "Ages", "values": AGES, "bin": {"edges": EDGES}}}, histogram(),
    ),
    "points": ({"kind": "scatter", "series": {"name": "Trees", "x": X, "values": UP, "size": SIZES}}, scatter(X, UP, SIZES)),
    "a waterfall": (
        {"kind": "waterfall", "x": {"labels": DAYS}, "series": {"values": [*CHANGES, None], "totals": [3]}},
        waterfall(CHANGES, sum(CHANGES)),
    ),
    "bullets": (
        {"kind": "bullet", "x": {"labels": DAYS}, "series": {"values": UP, "target": TARGETS, "ranges": [10, 1500]}},
        [[({"series": 0, "index": index}, f"{DAYS[index]}\n{written(UP[index])} of {written(TARGETS[index])}") for index in range(len(DAYS))]],
    ),
    "candles": ({"kind": "candlestick", "x": {"labels": DAYS}, "series": PRICES}, candles()),
    "a gauge": (
        {"kind": "gauge", "value": 1200, "max": 2000, "bands": [{"to": 500, "label": "low"}, {"label": "high"}]},
        [[({"series": 0, "index": index}, text) for index, text in enumerate(["1,200", "low\n0 – 500", "high\n500 – 2,000"])]],
    ),
    "a radar": ({"kind": "radar", "labels": DAYS, "series": series_of(*WITH_GAPS)}, told(*WITH_GAPS, text="{name}, {x}\n{value}")),
    "polar bars": ({"kind": "polar", "labels": DAYS, "series": series_of(*WITH_GAPS)}, told(*WITH_GAPS, text="{name}, {x}\n{value}")),
    "a funnel": ({"kind": "funnel", "stages": dict(zip("ABCD", VISITS))}, stages(VISITS)),
}  # fmt: skip

UPRIGHT = ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp")
LYING = ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft")
ROUND = ("a radar", "polar bars", "a funnel", "a gauge")
"""Charts that have no ends: behind the last mark comes the first."""


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def keys_of(name):
    return LYING if name in ("horizontal stacks", "bullets") else UPRIGHT


def pressed(kernel, name, key):
    answer = kernel.call("chart/key", chart=name, key=key, render=False)
    return answer["selection"], answer["marker"] and answer["marker"]["text"]


@pytest.mark.parametrize("name", CHARTS)
def test_keys_lead_through_all_marks_and_back(kernel, name):
    spec, expected = CHARTS[name]
    forth, back, other, _ = keys_of(name)
    kernel.call("chart/create", chart=name, spec=spec, render=False)
    for series, marks in enumerate(expected):
        if series > 0 and name not in ROUND:
            assert pressed(kernel, name, other)[0]["series"] == series
        elif series > 0:
            pressed(kernel, name, other)
        seen = [pressed(kernel, name, "Home"), *(pressed(kernel, name, forth) for _ in marks[1:])]
        assert seen == marks
        # Where there is no more, it stays or begins again.
        assert pressed(kernel, name, forth) == (marks[0] if name in ROUND else marks[-1])
        pressed(kernel, name, "End")
        assert [pressed(kernel, name, back) for _ in marks[1:]] == marks[-2::-1]
    assert pressed(kernel, name, "Escape") == (None, None)


@pytest.mark.parametrize("name", CHARTS)
def test_what_is_told_of_a_mark_does_not_depend_on_how_it_was_selected(kernel, name):
    spec, expected = CHARTS[name]
    kernel.call("chart/create", chart=name, spec=spec, render=False)
    for place, text in itertools.chain(*expected):
        answer = kernel.call("chart/highlight", chart=name, series=place["series"], index=place["index"], render=False)
        assert (answer["selection"], answer["marker"]["text"]) == (place, text)


@pytest.mark.parametrize("columns", [1, 2])
def test_keys_stay_in_a_chart_of_facets_and_page_keys_go_on(kernel, columns):
    cities = ["Bonn", "Oslo", "Rome"]
    values = [*UP, *DOWN, *GAPS]
    rows = {"city": [city for city in cities for _ in DAYS], "day": DAYS * 3, "steps": values}
    spec = {"kind": "bar", "facet": {"by": "city", "columns": columns}, "data": {"columns": rows, "x": "day", "y": "steps"}, "series": {"name": "Steps"}}
    kernel.call("chart/create", chart="facets", spec=spec, render=False)
    for part in range(3):
        own = values[4 * part : 4 * part + 4]
        marks = [
            ({"series": 0, "index": index, "path": [part, 0, index]}, f"Steps {written(value)}") for index, value in enumerate(own) if value is not None
        ]
        if part > 0:
            pressed(kernel, "facets", "PageDown")
        assert [pressed(kernel, "facets", "Home"), *(pressed(kernel, "facets", "ArrowRight") for _ in marks[1:])] == marks
        assert pressed(kernel, "facets", "ArrowRight") == marks[-1]
    assert pressed(kernel, "facets", "PageUp")[0]["path"][0] == 1


def test_keys_lead_through_the_parts_of_a_treemap_level_by_level(kernel):
    tree = {"Home": {"Rent": 25, "Heat": 15}, "Food": 30, "Fun": {"Film": 20, "Books": 10}}
    kernel.call("chart/create", chart="tree", spec={"kind": "treemap", "slices": tree}, render=False)
    totals = {name: sum(part.values()) if isinstance(part, dict) else part for name, part in tree.items()}
    whole = sum(totals.values())
    walked = [pressed(kernel, "tree", key) for key in ("Home", "ArrowRight", "ArrowRight", "ArrowRight")]
    expected = [({"series": 0, "index": index, "path": [index]}, f"{name}\n{value} ({value / whole:.0%})") for index, (name, value) in enumerate(totals.items())]
    assert walked == [*expected, expected[0]]
    for path, text in [([0, 0], "Rent\n25 (25%)"), ([0, 1], "Heat\n15 (15%)"), ([2, 1], "Books\n10 (10%)")]:
        answer = kernel.call("chart/highlight", chart="tree", path=path, render=False)
        assert answer["selection"]["path"] == path and answer["marker"]["text"] == text


def test_keys_lead_from_cell_to_cell_of_a_heat_map(kernel):
    rows = [[1, 2, 1600], [4, None, 6], [7, 8, 9]]
    spec = {"kind": "heatmap", "x": {"labels": DAYS[:3]}, "y": {"labels": ["top", "middle", "foot"]}, "series": {"rows": rows}}
    kernel.call("chart/create", chart="cells", spec=spec, render=False)
    for row, name in enumerate(["top", "middle", "foot"]):
        texts = [f"{DAYS[column]}, {name}: {written(value)}" for column, value in enumerate(rows[row]) if value is not None]
        pressed(kernel, "cells", "Home")
        for _ in range(row):
            pressed(kernel, "cells", "ArrowDown")
        told = pressed(kernel, "cells", "ArrowRight")[1]
        # A cell that is missing is passed over.
        assert told == texts[1] and pressed(kernel, "cells", "ArrowLeft")[1] == texts[0]
        assert pressed(kernel, "cells", "ArrowLeft")[1] == texts[0], "there is no more"


def test_keys_lead_from_box_to_box_and_up_to_what_is_drawn_beside_it(kernel):
    times = {"a": [1, 2, 3, 4, 5, 30], "b": [11, 12, 13, 14, 15]}
    series = {"name": "Times", "x": [name for name in times for _ in times[name]], "values": sum(times.values(), [])}
    kernel.call("chart/create", chart="boxes", spec={"kind": "box", "series": series}, render=False)
    texts = {
        "a": f"a\nmedian 3.5\nquartiles {statistics.quantiles(times['a'], method='inclusive')[0]} – 4.75\nwhiskers 1 – 5",
        "b": "b\nmedian 13\nquartiles 12 – 14\nwhiskers 11 – 15",
    }
    assert pressed(kernel, "boxes", "Home")[1] == texts["a"]
    assert pressed(kernel, "boxes", "ArrowRight")[1] == texts["b"]
    assert pressed(kernel, "boxes", "ArrowLeft")[1] == texts["a"]
    assert pressed(kernel, "boxes", "ArrowUp")[1] == "Times 30"
    assert pressed(kernel, "boxes", "ArrowDown")[1] == texts["a"]
