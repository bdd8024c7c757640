"""Tables and columns, in whatever they come."""

import array
import datetime

import chart_kernel as ck
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from chart_kernel import _table

from shapes import shapes

DAYS = [datetime.date(2024, 1, 1), datetime.date(2024, 2, 1), datetime.date(2024, 3, 1)]
HIGH = [4.0, None, 11.5]
LOW = [-3, 0, 2]
CITY = ["Ames", "Bonn", None]


def _pandas():
    return pd.DataFrame({"day": pd.to_datetime(DAYS), "high": HIGH, "low": LOW, "city": CITY})


def _pandas_arrow():
    return _pandas().convert_dtypes(dtype_backend="pyarrow")


def _zoned():
    return _pandas().assign(day=pd.to_datetime(DAYS).tz_localize("Europe/Berlin").tz_convert("UTC").tz_localize(None))


TABLES = {
    "pandas": lambda: _pandas(),
    "pandas over Arrow": _pandas_arrow,
    "pandas nullable": lambda: _pandas().convert_dtypes(),
    "polars": lambda: pl.DataFrame({"day": DAYS, "high": HIGH, "low": LOW, "city": CITY}),
    "pyarrow": lambda: pa.table({"day": DAYS, "high": HIGH, "low": LOW, "city": CITY}),
    "pyarrow in batches": lambda: pa.concat_tables(
        pa.table({"day": [day], "high": pa.array([high], pa.float64()), "low": [low], "city": pa.array([city], pa.string())})
        for day, high, low, city in zip(DAYS, HIGH, LOW, CITY)
    ),
    "a part of an Arrow table": lambda: pa.table(
        {"day": [DAYS[0], *DAYS], "high": [1.0, *HIGH], "low": [9, *LOW], "city": ["x", *CITY]}
    ).slice(1),
    "dictionary-encoded": lambda: pa.table(
        {"day": DAYS, "high": HIGH, "low": LOW, "city": pa.array(CITY).dictionary_encode()}
    ),
    "NumPy": lambda: {
        "day": np.array(DAYS, "datetime64[D]"), "high": np.array([4, np.nan, 11.5]), "low": np.array(LOW, ">i2"), "city": CITY
    },
    "dictionary of lists": lambda: {"day": DAYS, "high": HIGH, "low": LOW, "city": CITY},
    "records": lambda: [dict(zip(("day", "high", "low", "city"), row)) for row in zip(DAYS, HIGH, LOW, CITY)],
    "generator": lambda: (dict(zip(("day", "high", "low", "city"), row)) for row in zip(DAYS, HIGH, LOW, CITY)),
}


@pytest.mark.parametrize("kind", TABLES)
def test_the_same_table_gives_the_same_picture_whatever_it_comes_in(client, kind):
    expected = ck.line(TABLES["dictionary of lists"](), x="day", y=["high", "low"], title="T", client=client)
    chart = ck.line(TABLES[kind](), x="day", y=["high", "low"], title="T", client=client)
    assert shapes(chart) == shapes(expected)
    # What is missing is nothing, not a text and not a number.
    rows = ck.pie(TABLES[kind](), label="city", value="high", client=client)
    assert [each["value"] for each in rows.get()["layout"]["slices"]] == [4, 11.5]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns", "D", "M"])
def test_moments_of_every_unit_are_the_same(client, unit):
    expected = ck.line({"x": DAYS, "y": LOW}, x="x", y="y", client=client)
    chart = ck.line({"x": np.array(DAYS, "datetime64[D]").astype(f"datetime64[{unit}]"), "y": LOW}, x="x", y="y", client=client)
    assert shapes(chart) == shapes(expected)


def test_moments_of_a_time_zone_are_shown_in_utc(client):
    index = pd.DatetimeIndex(["2024-01-01 01:00", "2024-01-01 02:00"]).tz_localize("Europe/Berlin")
    zoned = ck.line(pd.DataFrame({"y": [1, 2], "x": index}), x="x", y="y", client=client)
    plain = ck.line({"x": ["2024-01-01T00:00", "2024-01-01T01:00"], "y": [1, 2]}, x="x", y="y", client=client)
    assert shapes(zoned) == shapes(plain)


@pytest.mark.parametrize(
    "dtype", ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?", ">f8", ">i4", "longdouble", "O"]
)
def test_numbers_of_every_type_are_the_same(client, dtype):
    numbers = [1, 0, 1, 1] if dtype == "?" else [1, 2, 120, 3]
    expected = ck.bar(numbers, client=client)
    assert shapes(ck.bar(np.array(numbers).astype(dtype), client=client)) == shapes(expected)
    wide = np.zeros((4, 3), dtype if dtype != "O" else object)
    wide[:, 1] = numbers
    assert shapes(ck.bar(wide[:, 1], client=client)) == shapes(expected)


def test_a_column_of_arrays_without_numpy_is_taken_by_its_buffer(client):
    assert shapes(ck.line(array.array("h", [1, 5, 2]), client=client)) == shapes(ck.line([1, 5, 2], client=client))
    assert shapes(ck.line(range(3), client=client)) == shapes(ck.line([0, 1, 2], client=client))
    assert shapes(ck.line(pl.Series([1, 5, 2]), client=client)) == shapes(ck.line([1, 5, 2], client=client))
    assert shapes(ck.line(pa.chunked_array([[1], [5, 2]]), client=client)) == shapes(ck.line([1, 5, 2], client=client))
    assert shapes(ck.line(pa.array([1, None, 2]), client=client)) == shapes(ck.line([1, None, 2], client=client))


def test_an_index_that_tells_something_is_the_x_axis(client):
    frame = _pandas().set_index("day")[["high"]]
    assert ck.line(frame, client=client).spec["data"]["x"] == "day"
    series = pd.Series([3, 4], index=["a", "b"])
    assert ck.bar(series, client=client).spec["data"]["x"] == "index"
    assert "x" not in ck.line(pd.DataFrame({"a": [1, 2]}), client=client).spec["data"]


def test_names_and_numbers_are_a_pie_or_bars(client):
    pie = ck.pie({"Rent": 25, "Food": 75}, client=client)
    assert [each["label"] for each in pie.get()["layout"]["slices"]] == ["Rent", "Food"]
    assert ck.bar({"Rent": 25, "Food": 75}, x="x", client=client).spec["data"]["columns"]["x"] == ["Rent", "Food"]
    for make in (ck.bar, ck.line, ck.polar, ck.radar, ck.pie, ck.funnel, ck.treemap):
        svg = make({"Rent": 25, "Food": 75, "Fun": 40}, client=client).svg
        assert all(name in svg for name in ("Rent", "Food", "Fun")), make
    assert ck.gauge(72, max=80, client=client).spec["value"] == 72
    with pytest.raises(TypeError, match="one number"):
        ck.gauge({"Rent": 25}, client=client)


def test_a_keyword_is_a_column_a_member_or_one_of_its_series(client):
    table = {"gdp": [1, 2], "life": [60, 70], "people": [5, 9], "place": ["a", "b"]}
    spec = ck.scatter(
        table, x="gdp", y="life", size="people", color="place", opacity=0.5, title="T", x_axis={"title": "GDP"}, client=client
    ).spec
    assert spec["series"] == [{"size": "people", "colorBy": "place", "opacity": 0.5, "column": "life"}]
    assert spec["x"] == {"title": "GDP"} and spec["title"] == "T"
    assert ck.pie(table, label="place", value="people", corner_radius=4, client=client).spec["cornerRadius"] == 4
    with pytest.raises(ck.InvalidValue, match="did you mean 'title'"):
        ck.line([1, 2], titel="T", client=client)


def test_only_the_columns_that_are_named_are_sent(client):
    table = {"x": [1, 2], "y": [3, 4], "secret": ["a", object()]}
    assert list(ck.line(table, x="x", y="y", client=client).spec["data"]["columns"]) == ["x", "y"]
    with pytest.raises(TypeError, match="column 'secret' holds a object"):
        ck.line(table, x="x", y="secret", client=client)
    with pytest.raises(ck.InvalidValue, match="there is no column 'z'.*x, y"):
        ck.line(table, x="x", y=["y", "z"], client=client)


def test_rows_are_chosen_by_where_and_columns_must_be_equally_long(client):
    table = {"x": [1, 2, 3], "y": np.array([3.0, 4.0, 9.0]), "place": ["a", "b", "a"]}
    chart = ck.line(table, x="x", y="y", where={"place": "a"}, client=client)
    assert shapes(chart) == shapes(ck.line({"x": [1, 3], "y": [3, 9]}, x="x", y="y", client=client))
    with pytest.raises(ck.InvalidValue, match="expected 2 entries, as many as 'x' has, got 3") as caught:
        ck.line({"x": [1, 2], "y": [1, 2, 3]}, x="x", y="y", client=client)
    assert caught.value.path == "spec.data.columns.y"


def test_tables_go_through_steps_with_the_columns_that_formulas_name(client):
    table = pd.DataFrame({"city": ["a", "b", "a", "a"], "n": [1.0, 2, 3, 9], "k": [0, 0, 0, 1], "z": [1, 2, 3, 4]})
    chart = ck.bar(table, x="city", y="sum", transform=[{"filter": "k < 1"}, {"group": {"by": "city", "sum": "sum(n * 2)"}}], client=client)
    assert [(mark["label"], mark["value"]) for mark in chart.get()["layout"]["series"][0]["marks"]] == [("a", 8), ("b", 4)]
    assert set(chart.get()["spec"]["data"]["columns"]) == {"city", "n", "k"}
    # A series of each value, with what all of them have in common beside it.
    chart = ck.line(table, x="n", y="z", series={"by": "city"}, width=3, client=client)
    assert [series["name"] for series in chart.get()["layout"]["series"]] == ["a", "b"]
    assert chart.get()["spec"]["series"] == {"by": "city", "width": 3}


@pytest.mark.parametrize("kind", ["dictionary of lists", "pandas", "polars", "records"])
@pytest.mark.parametrize(
    "facet", ["shop", {"by": "shop"}, {"row": "shop"}, {"column": "shop", "scales": "free"}, {"row": "shop", "column": "year"}]
)
def test_the_columns_of_panels_are_sent(client, kind, facet):
    columns = {"city": ["a", "b", "a", "b"], "n": [1, 2, 3, 4], "shop": ["p", "p", "q", "q"], "year": ["y"] * 4, "other": [0] * 4}
    table = {
        "dictionary of lists": columns, "pandas": pd.DataFrame(columns), "polars": pl.DataFrame(columns),
        "records": [dict(zip(columns, row)) for row in zip(*columns.values())],
    }[kind]
    for make in (ck.bar, ck.scatter, ck.line):
        chart = make(table, x="city", y="n", facet=facet, client=client)
        named = {"city", "n", *([facet] if isinstance(facet, str) else [facet[key] for key in ("by", "row", "column") if key in facet])}
        assert set(chart.spec["data"]["columns"]) == named
        assert [part["name"] for part in chart.get()["layout"]["charts"]] == (
            ["p, y", "q, y"] if "year" in named else ["p", "q"]
        )
    pies = ck.pie(table, label="city", value="n", facet=facet, client=client)
    assert len(pies.get()["layout"]["charts"]) == 2
    steps = [{"group": {"by": ["city", "shop", "year"], "n": "sum(n)"}}]
    assert len(ck.bar(table, x="city", y="n", facet=facet, transform=steps, client=client).get()["layout"]["charts"]) == 2
    assert len(ck.histogram(table, x="n", facet=facet, client=client).get()["layout"]["charts"]) == 2


# More rows than are sent one by one, of names that come again and again, two of which differ only in how a letter is composed.
NAMES = [["Ames", "Bonn", None, "\u00e9", "e\u0301"][row * row % 97 % 5] for row in range(6_000)]


@pytest.mark.parametrize("kind", {
    "list": lambda: {"city": NAMES},
    "pandas": lambda: pd.DataFrame({"city": pd.Series(NAMES, dtype=object)}),
    "pandas strings": lambda: pd.DataFrame({"city": pd.Series(NAMES, dtype="string")}),
    "pandas categories": lambda: pd.DataFrame({"city": pd.Series(NAMES, dtype="category")}),
    "polars": lambda: pl.DataFrame({"city": NAMES}),
    "pyarrow": lambda: pa.table({"city": NAMES}),
    "pyarrow dictionary": lambda: pa.table({"city": pa.array(NAMES).dictionary_encode()}),
}.items(), ids=lambda kind: kind[0])
def test_names_of_long_columns_are_sent_once_and_counted_as_what_they_are(client, kind):
    table = kind[1]()
    chart = ck.bar(table, x="city", y="n", transform=[{"group": {"by": "city", "n": "count()"}}], client=client)
    marks = chart.get()["layout"]["series"][0]["marks"]
    counted = {mark["label"]: mark["value"] for mark in marks}
    assert counted == {name or "": NAMES.count(name) for name in set(NAMES)}
    sending = _table.Sending(hands_over=False)
    sent = sending.named(_table.column(table["city"], "city"))
    assert {"buffer", "type", "names"} <= set(sent) and sorted(sent["names"]) == sorted(set(NAMES) - {None})


@pytest.mark.parametrize("codes, words", [
    ([0, 1, 2], "the numbers stand for 2 names, and there is one that is 2"), ([0, 0.5], "there is one that is 0.5")])
def test_numbers_that_stand_for_no_name_are_told(client, codes, words):
    names = _table.Coded(_table.Typed("float64", array.array("d", codes)), ["a", "b"])
    with pytest.raises(ck.InvalidValue, match=words) as caught:
        ck.bar({"name": names, "value": [1.0] * len(codes)}, x="name", y="value", client=client)
    assert caught.value.path == "spec.data.columns.name.names"


def test_a_new_table_takes_the_place_of_the_old_one(client):
    chart = ck.line({"x": [1, 2], "y": [3, 4]}, x="x", y="y", client=client)
    chart.update(data={"x": np.arange(50_000), "y": np.arange(50_000)[::-1]}, title="New")
    assert shapes(chart) == shapes(
        ck.line({"x": np.arange(50_000), "y": np.arange(50_000)[::-1]}, x="x", y="y", title="New", client=client)
    )
    chart.undo()
    assert chart.spec["data"]["columns"]["y"] == [3, 4]
    with pytest.raises(KeyError, match="no column 'y'"):
        chart.update(data={"x": [1]})


def test_points_are_added_as_columns(client):
    chart = ck.line({"x": [1.0, 2.0], "y": [3.0, 4.0]}, x="x", y="y", client=client)
    chart.append({"x": np.array([3.0, 4.0]), "y": np.array([5.0, 6.0])})
    assert shapes(chart) == shapes(ck.line({"x": [1, 2, 3, 4], "y": [3, 4, 5, 6]}, x="x", y="y", client=client))


def test_linked_charts_know_all_columns_of_their_table(client):
    table = {"a": [1, 2, 3, 4, 5], "b": [1, 1, 2, 2, 3], "name": ["x", "y", "x", "y", "x"]}
    first = ck.histogram(table, x="a", link="rows", select="x", client=client)
    second = ck.histogram(table, x="b", link="rows", client=client)
    first.brush(x=[1.5, 4.5])
    assert [mark["value"] for mark in second.get()["layout"]["part"][0]["marks"] if mark["value"]] == [1, 2]


def test_matrices_are_the_cells_of_heat_maps(client):
    rows = [[1.0, 2.0, None], [4.0, float("nan"), 6.0]]
    expected = ck.show({"kind": "heatmap", "series": [{"rows": [[1, 2, None], [4, None, 6]]}]}, client=client)
    for matrix in (rows, np.array(rows, float), [np.array(row, float) for row in rows], tuple(map(tuple, rows))):
        assert shapes(ck.heatmap(matrix, client=client)) == shapes(expected)
    names = {"x": {"labels": ["a", "b", "c"]}, "y": {"labels": ["p", "q"]}}
    expected = ck.show({"kind": "heatmap", **names, "series": [{"rows": [[1, 2, None], [4, None, 6]]}]}, client=client)
    frame = pd.DataFrame(rows, columns=["a", "b", "c"], index=["p", "q"])
    listed = {"name": ["p", "q"], "a": [1, 4], "b": [2.0, None], "c": [None, 6.0]}
    for table in (frame, pl.DataFrame(listed), pa.table(listed), listed):
        assert shapes(ck.heatmap(table, client=client)) == shapes(expected)
    titled = ck.heatmap(frame, x_axis={"title": "T"}, labels=True, client=client).spec
    assert titled["x"] == {"labels": ["a", "b", "c"], "title": "T"} and titled["series"][0]["labels"] is True
    # Rows of a table stay rows where columns are named.
    assert "rows" not in ck.heatmap({"a": [1, 2], "b": [3, 4]}, x="a", y="b", client=client).spec["series"][0]
    with pytest.raises(TypeError, match="column 'y' must have one dimension"):
        ck.line(np.ones((2, 2)), client=client)


def test_names_within_names_are_hierarchies(client):
    def total(chart):
        return {each["label"]: each["value"] for each in chart.get()["layout"]["slices"]}

    nested = {"Europe": {"Austria": {"Vienna": 2, "Linz": np.int64(1)}, "Norway": 4}, "Asia": 5}
    table = {"part": ["Europe", "Europe", "Asia"], "land": ["Austria", "Norway", "Japan"], "n": [3, 4, 5]}
    for make in (ck.treemap, ck.pie):
        assert total(make(nested, client=client)).items() >= {"Europe": 7, "Asia": 5}.items()
        for data in (table, pd.DataFrame(table), pl.DataFrame(table)):
            chart = make(data, levels=["part", "land"], value="n", client=client)
            assert total(chart).items() >= {"Europe": 7, "Asia": 5}.items()
            assert set(chart.spec["data"]["columns"]) == {"part", "land", "n"}


@pytest.mark.parametrize("nothing", [float("nan"), float("inf"), -float("inf"), np.float32("nan"), np.float64("nan")])
def test_numbers_that_are_none_are_gaps_wherever_data_are(client, nothing):
    assert ck.gauge(nothing, client=client).spec["value"] is None
    assert ck.heatmap(rows=[[1, nothing]], client=client).spec["series"][0]["rows"] == [[1, None]]
    shown = ck.show({"kind": "line", "series": [{"values": [1, nothing, 3]}]}, client=client)
    assert shapes(shown) == shapes(ck.show({"kind": "line", "series": [{"values": [1, None, 3]}]}, client=client))
    shown.append([nothing, 4])
    shown.update({"series": [{"values": (nothing, 2)}]})
    assert shown.spec["series"][0]["values"] == [None, 2]
    # Nowhere else is anything meant by them.
    for name, act in {"x": lambda: shown.tap(nothing, 80), "scale": lambda: shown.zoom(nothing)}.items():
        with pytest.raises(ValueError, match=f"'{name}' must be a finite number"):
            act()
