"""Groups, bins, sorting and what depends on other rows, against pandas and NumPy."""

import itertools
import math
import random

import numpy as np
import pandas as pd
import pytest
from frames import same, source


def table(rows=400, seed=3):
    random_ = random.Random(seed)
    return {
        "city": [random_.choice(["Bonn", "Mainz", "Köln", None]) for _ in range(rows)],
        "year": [random_.choice([2019, 2020, 2021]) for _ in range(rows)],
        "n": [math.nan if random_.random() < 0.2 else round(random_.gauss(10, 30), 3) for _ in range(rows)],
        "k": [float(row) for row in range(rows)],
    }


TABLE = table()
FRAME = pd.DataFrame(TABLE)

AGGREGATES = {
    "sum": lambda s: s.sum(min_count=1), "mean": lambda s: s.mean(), "median": lambda s: s.median(),
    "min": lambda s: s.min(), "max": lambda s: s.max(), "count": lambda s: s.count(), "distinct": lambda s: s.nunique(),
    "stdev": lambda s: s.std(), "first": lambda s: s.dropna().iloc[0] if s.count() else math.nan,
    "last": lambda s: s.dropna().iloc[-1] if s.count() else math.nan,
}


@pytest.mark.parametrize("by", [[], ["city"], ["year"], ["city", "year"], ["k"], ["n", "city"]], ids="-".join)
def test_groups_in_the_order_in_which_they_occur(program, by):
    columns = {name: f"{name}(n)" for name in AGGREGATES} | {"rows": "count()", "q": "quantile(n, 0.9)", "q0": "quantile(n, 0)"}
    made = program.table(TABLE, [{"group": {"by": by, **columns}}], *columns)
    groups = [FRAME] if not by else [group for _, group in FRAME.groupby(by, sort=False, dropna=False)]
    for name, aggregate in AGGREGATES.items():
        same(made[name], [aggregate(group.n) for group in groups])
    same(made["rows"], [len(group) for group in groups])
    same(made["q"], [group.n.quantile(0.9) for group in groups])
    same(made["q0"], [group.n.min() for group in groups])


def test_formulas_of_sums_and_of_what_groups_have_in_common(program):
    made = program.table(
        TABLE, [{"group": {"by": "year", "share": "sum(n > 0) / count(n)", "next": "year + 1", "both": "max(n - k) - min(n + k)"}}],
        "share", "next", "both")
    groups = [group for _, group in FRAME.groupby("year", sort=False)]
    same(made["share"], [(group.n > 0).sum() / group.n.count() for group in groups])
    same(made["next"], [group.year.iloc[0] + 1 for group in groups])
    same(made["both"], [(group.n - group.k).max() - (group.n + group.k).min() for group in groups])


def test_aggregates_of_texts_and_moments(program):
    data = {"g": ["a", "a", "b", "b"], "t": ["x", None, "z", "y"], "d": ["2024-03-01", "2024-01-01", None, "2024-02-01"], "n": [1, 2, 3, 4]}
    spec = {"kind": "line", "data": {**source(data), "transform": [{"group": {"by": "g", "low": "min(t)", "d": "mean(d)", "n": "distinct(t)"}}], "x": "low"},
            "series": [{"column": "n"}]}
    assert program.chart(spec)[1] == {"x.values": ["x", "y"], "series[0].values": pytest.approx([1, 2])}
    made = program.column(data, [{"group": {"by": "g", "d": "median(d)"}}, {"calculate": {"y": "d - date('2024-01-01')"}}], "y")
    same(made, [30, 31])


EDGES = [0, 0.1, 0.2, 0.3, 0.30000000000000004, 0.7, 1, -0.1, -0.15, 5, 1e9, -1e9, math.nan, 2.5, 1e-12]


@pytest.mark.parametrize("width", [0.1, 0.25, 0.3, 1, 2, 2.5, 5, 7, 1e3, 1e-3, 1 / 3])
def test_bins_hold_their_lower_edge_alone(program, width):
    made = program.table(
        {"a": EDGES}, [{"bin": {"column": "a", "width": width, "as": "low"}}, {"bin": {"column": "a", "width": width, "at": "end", "as": "high"}},
                       {"bin": {"column": "a", "width": width, "at": "middle", "as": "middle"}}], "low", "high", "middle")
    for value, low, high, middle in zip(EDGES, made["low"], made["high"], made["middle"]):
        if math.isnan(value):
            assert math.isnan(low) and math.isnan(high) and math.isnan(middle)
            continue
        assert low <= value < high
        assert high - low == pytest.approx(width, rel=1e-6, abs=1e-6)
        assert low / width == pytest.approx(round(low / width), abs=1e-6)
        assert middle == pytest.approx((low + high) / 2)
        # Each edge is the number that people write: 0.3, not 0.30000000000000004.
        if 1 / width == round(1 / width):
            assert low == round(low / width) / round(1 / width)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 10, 30, 100])
def test_bins_of_about_a_count_have_round_edges(program, count):
    values = np.random.default_rng(count).normal(50, 20, 500)
    made = np.unique(program.column({"a": values}, [{"bin": {"column": "a", "count": count}}], "a"))
    width = np.diff(made).min() if len(made) > 1 else 100
    assert any(math.isclose(width / 10 ** math.floor(math.log10(width * 1.0001)), nice, rel_tol=1e-6) for nice in (1, 2, 2.5, 5))
    bins = (made.max() - made.min()) / width + 1
    # Two neighbours among these widths differ by 2.5 at most.
    assert max(bins / count, count / bins) <= 2.5 ** 0.5 + 1 / count


def test_bins_without_a_width_are_as_freedman_and_diaconis_have_them(program):
    for seed in range(5):
        values = np.random.default_rng(seed).gamma(2, 3, 1000)
        made = np.unique(program.column({"a": values}, [{"bin": "a"}], "a"))
        edges = np.histogram_bin_edges(values, "fd")
        # A round width of no more than two and a half times theirs, and no less.
        assert edges[1] - edges[0] <= np.diff(made).min() * 1.001 <= 2.51 * (edges[1] - edges[0])
    same(program.column({"a": [3, 3, 3]}, [{"bin": "a"}], "a"), [3, 3, 3])
    same(program.column({"a": [math.nan]}, [{"bin": "a"}], "a"), [math.nan])


PERIODS = {"year": "Y", "quarter": "Q", "month": "M", "week": "W-SUN", "day": "D"}


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"])
def test_bins_of_moments_begin_by_the_clocks(program, zone):
    random_ = random.Random(4)
    seconds = [random_.randrange(0, 1_900_000_000) for _ in range(300)]
    seconds += [1_711_846_800 + step * 900 for step in range(-20, 20)] + [1_729_990_800 + step * 900 for step in range(-20, 20)]
    stamps = pd.to_datetime(np.array(seconds), unit="s", utc=True)
    data = {"t": [stamp.strftime("%Y-%m-%dT%H:%M:%SZ") for stamp in stamps]}
    units = {**PERIODS, "hour": "h", "minute": "min", "second": "s"}
    steps = [{"bin": {"column": "t", "unit": unit, "as": unit}} for unit in units]
    spec = {"kind": "line", "x": {"timeZone": zone}, "series": [{"column": unit} for unit in units],
            "data": {**source(data), "transform": steps + [{"calculate": {unit: f"({unit} - date('1970-01-01T00:00Z')) * 86400" for unit in units}}]}}
    made = program.chart(spec)[1]
    local = stamps.tz_convert(zone)
    for index, (unit, code) in enumerate(units.items()):
        mine = np.round(made[f"series[{index}].values"])
        if unit in PERIODS:
            starts = local.tz_localize(None).to_period(code).start_time
            theirs = starts.tz_localize(zone, ambiguous=True, nonexistent="shift_forward")
            if unit == "week":
                assert {start.weekday() for start in starts} == {0}
        elif unit == "hour":
            # Not `floor`, which counts from UTC's hours.
            theirs = pd.DatetimeIndex([stamp.replace(minute=0, second=0) for stamp in local])
        else:
            theirs = local.tz_convert("UTC").floor(code)
        np.testing.assert_array_equal(mine, theirs.tz_convert("UTC").tz_localize(None).astype("datetime64[s]").astype(np.int64), err_msg=unit)


def test_bins_of_moments_choose_their_unit(program):
    data = {"t": ["2020-01-15", "2020-02-15", "2021-12-31"], "n": [1, 1, 1]}
    same(program.column(data, [{"bin": "t"}, {"calculate": {"y": "day(t)"}}], "y"), [1, 1, 1])
    same(program.column(data, [{"bin": {"column": "t", "unit": "month", "step": 5}}, {"calculate": {"y": "month(t)"}}], "y"), [1, 1, 9])


def test_sorting_keeps_what_is_alike_in_its_order(program):
    for keys, ascending in [(["year", "-n"], [True, False]), (["-city", "n"], [False, True]), (["n"], [True])]:
        made = program.column(TABLE, [{"sort": keys}], "k")
        theirs = FRAME.sort_values([key.removeprefix("-") for key in keys], ascending=ascending, kind="stable", na_position="last")
        same(made, theirs.k)


@pytest.mark.parametrize("count", [0, 1, 2, 4, 5, 9])
def test_the_rest_of_the_top_is_other(program, count):
    data = {"name": list("abcde"), "v": [3, math.nan, 9, 1, 5]}
    spec = {"kind": "bar", "data": {**source(data), "transform": [{"top": {"count": count, "by": "v", "name": "name", "other": "Rest"}}], "x": "name", "y": "v"}}
    made = program.chart(spec)[1]
    order = [("c", 9), ("e", 5), ("a", 3), ("d", 1), ("b", math.nan)]
    expected = order[:count] + ([("Rest", np.nansum([value for _, value in order[count:]]) if count < 4 else math.nan)] if count < 5 else [])
    assert made["x.values"] == [name for name, _ in expected]
    same(made["series[0].values"], [value for _, value in expected])
    same(program.column(data, [{"top": {"count": count, "by": "v"}}], "v"), [value for _, value in order[:count]])


@pytest.mark.parametrize("by", [[], ["city"], ["city", "year"]], ids="-".join)
@pytest.mark.parametrize("function", ["mean", "median", "sum", "min", "max"])
def test_rolling_windows_of_all_widths(program, by, function):
    cases = [
        {"window": window, "align": align, "least": least}
        for window, align in itertools.product([*range(1, 14), 100, 1000], ["end", "center"]) for least in sorted({1, window, min(3, window)})]
    # All of them in one chart, which is asked for once.
    names = [f"r{index}" for index in range(len(cases))]
    steps = [{"rolling": {"column": "n", "of": function, "by": by, "as": name, **case}} for name, case in zip(names, cases)]
    made = program.table(TABLE, steps, *names)
    for name, case in zip(names, cases):
        rolled = lambda s: getattr(s.rolling(case["window"], min_periods=case["least"], center=case["align"] == "center"), function)()  # noqa: B023, E731
        theirs = rolled(FRAME.n) if not by else FRAME.groupby(by, dropna=False).n.transform(rolled)
        np.testing.assert_allclose(made[name], theirs, rtol=1e-9, atol=1e-9, err_msg=str(case))


def test_cumulative_differences_and_shares(program):
    for by in ([], ["city"]):
        group = FRAME.groupby(by or (lambda _: 0), dropna=False)
        for function, theirs in [("sum", group.n.cumsum()), ("min", group.n.cummin()), ("max", group.n.cummax()),
                                 ("mean", group.n.transform(lambda s: s.expanding().mean().where(s.notna())))]:
            same(program.column(TABLE, [{"cumulative": {"column": "n", "of": function, "by": by}}], "n"), theirs, atol=1e-9)
        for lag in (1, 2, 50, 1000):
            same(program.column(TABLE, [{"difference": {"column": "n", "lag": lag, "by": by}}], "n"), group.n.diff(lag), atol=1e-9)
            same(program.column(TABLE, [{"percentChange": {"column": "n", "lag": lag, "by": by}}], "n"), group.n.pct_change(lag), rtol=1e-7)
        same(program.column(TABLE, [{"normalize": {"column": "n", "by": by}}], "n"), FRAME.n / group.n.transform("sum"))
    same(program.column(TABLE, [{"cumulative": "k"}], "k"), FRAME.k.cumsum())
    same(program.column({"n": [0, 5, 0, -2]}, [{"percentChange": "n"}], "n"), [math.nan, math.nan, -1, math.nan])


def test_stacks_grow_to_both_sides(program):
    made = program.table(TABLE, [{"stack": {"column": "n", "by": "year", "as": ["low", "high"]}}], "low", "high")
    ends = {}
    for row, (year, value) in enumerate(zip(TABLE["year"], TABLE["n"])):
        if math.isnan(value):
            assert math.isnan(made["low"][row]) and math.isnan(made["high"][row])
            continue
        start = ends.get((year, value < 0), 0.0)
        ends[year, value < 0] = start + value
        assert (made["low"][row], made["high"][row]) == pytest.approx((start, start + value))


def test_pivots_there_and_back(program):
    for function, theirs in [("sum", lambda s: s.sum(min_count=1)), ("mean", "mean"), ("max", "max"), ("count", "count"), ("first", "first")]:
        wide = program.table(TABLE, [{"filter": "present(city)"}, {"pivot": {"name": "city", "value": "n", "by": "year", "of": function}}], "Bonn", "Mainz", "Köln", "year")
        expected = FRAME.dropna(subset="city").pivot_table(index="year", columns="city", values="n", aggfunc=theirs, sort=False).loc[wide["year"]]
        for city in ("Bonn", "Mainz", "Köln"):
            same(wide[city], expected[city])
    long = program.table(
        {"year": [1, 2], "a": [1, math.nan], "b": [3, 4]}, [{"unpivot": {"columns": ["a", "b"], "name": "key", "value": "v"}}], "year", "v")
    same(long["year"], [1, 1, 2, 2])
    same(long["v"], [1, 3, math.nan, 4])
    again = program.table({"year": [1, 2], "a": [1, math.nan], "b": [3, 4]}, [
        {"unpivot": {"columns": ["a", "b"], "name": "key", "value": "v"}}, {"pivot": {"name": "key", "value": "v"}}], "year", "a", "b")
    same(again["a"], [1, math.nan])
    same(again["b"], [3, 4])


def test_samples_are_always_the_same_and_in_order(program):
    one = program.column(TABLE, [{"sample": 50}], "k")
    assert len(one) == 50 and list(one) == sorted(one) and len(set(one)) == 50
    assert list(one) == list(program.column(TABLE, [{"sample": {"count": 50}}], "k"))
    assert list(one) != list(program.column(TABLE, [{"sample": {"count": 50, "seed": 2}}], "k"))
    assert len(program.column(TABLE, [{"sample": 1000}], "k")) == 400
    assert len(program.column(TABLE, [{"sample": 0}], "k")) == 0
    # Each row as often as any other.
    data = {"k": [float(row) for row in range(20)]}
    counts = np.bincount(np.concatenate([program.column(data, [{"sample": {"count": 5, "seed": seed}}], "k") for seed in range(400)]).astype(int))
    assert counts.min() > 60 and counts.max() < 145


@pytest.mark.parametrize("step", [
    {"filter": "n > 0"}, {"calculate": {"n": "n + 1"}}, {"bin": "n"}, {"group": {"by": "k", "n": "sum(n)"}}, {"sort": "n"},
    {"top": {"count": 3, "by": "n"}}, {"stack": {"column": "n"}}, {"normalize": "n"}, {"rolling": {"column": "n", "window": 3}},
    {"cumulative": "n"}, {"difference": "n"}, {"percentChange": "n"}, {"fit": {"x": "k", "y": "n", "method": "loess"}},
    {"unpivot": {"columns": ["n"]}}, {"sample": 5}, {"pivot": {"name": "k", "value": "n", "by": []}},
], ids=lambda step: next(iter(step)))
def test_nothing_and_nothing_but_gaps_go_through_every_step(program, step):
    for values in ([], [math.nan] * 5, [math.inf, -math.inf, 1e308, -1e308, 5e-324]):
        data = {"n": [value if not math.isinf(value) else 1.7e308 for value in values], "k": [float(row) for row in range(len(values))]}
        if not values and "pivot" in step:
            continue
        program.chart({"kind": "scatter", "data": {**source(data), "transform": [step]}, "series": [
            {"column": "k" if "top" in step else {"unpivot": "value", "pivot": "0", "fit": "fit"}.get(next(iter(step)), "n")}]})


FAULTS = [
    ({"group": {"by": "citty", "y": "count()"}}, "data.transform[0].group.by: there is no column 'citty', only city, n, t; did you mean 'city'?"),
    ({"group": {"by": "city", "y": "n"}}, "data.transform[0].group.y: at character 1: 'n' can differ within a group: sum it up, such as sum(n), or name it in `by`"),
    ({"group": {"by": "city", "y": "sum(city)"}}, "`sum` takes numbers, and 'city' holds texts, such as 'Bonn'; `number(city)` reads those that are numbers"),
    ({"group": {"by": "city", "y": "quantile(n)"}}, "`quantile` takes a column and a share, such as quantile(gross, 0.9)"),
    ({"group": {"by": "city", "y": "quantile(n, 90)"}}, "`quantile` takes a share from 0 to 1"),
    ({"group": {}}, "say what groups are made of, such as {by: genre, total: sum(gross)}"),
    ({"bin": {"column": "city"}}, "data.transform[0].bin.column: expected a column of numbers or moments, but 'city' holds texts"),
    ({"bin": {"column": "n", "unit": "month"}}, "data.transform[0].bin.unit: 'n' holds no moments, but numbers"),
    ({"bin": {"column": "t", "width": 3}}, "data.transform[0].bin.width: 't' holds moments: give a `unit`"),
    ({"bin": {"column": "n", "width": 1, "count": 2}}, "data.transform[0].bin.width: give one of `count`, `width` and `unit`"),
    ({"bin": {"column": "t", "unit": "moth"}}, "did you mean 'month'?"),
    ({"sort": ["-nn"]}, "data.transform[0].sort[0]: there is no column 'nn'"),
    ({"rolling": {"column": "n"}}, "data.transform[0].rolling.window: is required"),
    ({"rolling": {"column": "n", "window": 0}}, "expected a whole number from 1 to 1000000, got 0"),
    ({"fit": {"x": "n", "y": "n", "degree": 3}}, "data.transform[0].fit.degree: is of `method: polynomial`"),
    ({"top": {"count": 1, "by": "n", "name": "n"}}, "data.transform[0].top.name: 'n' holds numbers, and `other` is a text"),
    ({"pivot": {"name": "city", "value": "t"}}, "expected a column of numbers, but 't' holds moments"),
    ({"unpivot": {"columns": ["n", "city"]}}, "data.transform[0].unpivot.columns[1]: 'city' holds texts, and 'n' numbers"),
    ({"filtr": "n > 1"}, "data.transform[0].filtr: unknown key; did you mean 'filter'?"),
    ({"filter": "n > 1", "sort": "n"}, "data.transform[0].sort: has one key each: give `sort` an object of its own, beside that of `filter`"),
    ({}, "data.transform[0]: expected a key that says what it is, such as `filter` or `calculate`"),
]


@pytest.mark.parametrize("step, message", FAULTS, ids=[str(index) for index in range(len(FAULTS))])
def test_faults_say_what_and_where(program, step, message):
    data = {"city": ["Bonn", "Mainz"], "n": [1, 2], "t": ["2024-01-01", "2024-01-02"]}
    assert message in program.fault(data, [step], y="n", x="city", series=[{"column": "n"}, {"column": "t"}])
