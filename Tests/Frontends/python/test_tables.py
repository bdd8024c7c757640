"""Tables and columns, in whatever they come."""

import array
import contextlib
import datetime
import gc
import os
import tempfile

import chart_kernel as ck
import numpy as np
import pandas as pd
import polars as pl
import psutil
import pyarrow as pa
import pytest
from chart_kernel import _memory, _table

from clients import Server, eventually

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
    assert _shapes(chart) == _shapes(expected)
    # What is missing is nothing, not a text and not a number.
    rows = ck.pie(TABLES[kind](), label="city", value="high", client=client)
    assert [each["value"] for each in rows.get()["layout"]["slices"]] == [4, 11.5]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns", "D", "M"])
def test_moments_of_every_unit_are_the_same(client, unit):
    expected = ck.line({"x": DAYS, "y": LOW}, x="x", y="y", client=client)
    chart = ck.line({"x": np.array(DAYS, "datetime64[D]").astype(f"datetime64[{unit}]"), "y": LOW}, x="x", y="y", client=client)
    assert _shapes(chart) == _shapes(expected)


def test_moments_of_a_time_zone_are_shown_in_utc(client):
    index = pd.DatetimeIndex(["2024-01-01 01:00", "2024-01-01 02:00"]).tz_localize("Europe/Berlin")
    zoned = ck.line(pd.DataFrame({"y": [1, 2], "x": index}), x="x", y="y", client=client)
    plain = ck.line({"x": ["2024-01-01T00:00", "2024-01-01T01:00"], "y": [1, 2]}, x="x", y="y", client=client)
    assert _shapes(zoned) == _shapes(plain)


@pytest.mark.parametrize(
    "dtype", ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?", ">f8", ">i4", "longdouble", "O"]
)
def test_numbers_of_every_type_are_the_same(client, dtype):
    numbers = [1, 0, 1, 1] if dtype == "?" else [1, 2, 120, 3]
    expected = ck.bar(numbers, client=client)
    assert _shapes(ck.bar(np.array(numbers).astype(dtype), client=client)) == _shapes(expected)
    wide = np.zeros((4, 3), dtype if dtype != "O" else object)
    wide[:, 1] = numbers
    assert _shapes(ck.bar(wide[:, 1], client=client)) == _shapes(expected)


def test_a_column_of_arrays_without_numpy_is_taken_by_its_buffer(client):
    import array

    assert _shapes(ck.line(array.array("h", [1, 5, 2]), client=client)) == _shapes(ck.line([1, 5, 2], client=client))
    assert _shapes(ck.line(range(3), client=client)) == _shapes(ck.line([0, 1, 2], client=client))
    assert _shapes(ck.line(pl.Series([1, 5, 2]), client=client)) == _shapes(ck.line([1, 5, 2], client=client))
    assert _shapes(ck.line(pa.chunked_array([[1], [5, 2]]), client=client)) == _shapes(ck.line([1, 5, 2], client=client))
    assert _shapes(ck.line(pa.array([1, None, 2]), client=client)) == _shapes(ck.line([1, None, 2], client=client))


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
    assert _shapes(chart) == _shapes(ck.line({"x": [1, 3], "y": [3, 9]}, x="x", y="y", client=client))
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
    assert _shapes(chart) == _shapes(
        ck.line({"x": np.arange(50_000), "y": np.arange(50_000)[::-1]}, x="x", y="y", title="New", client=client)
    )
    chart.undo()
    assert chart.spec["data"]["columns"]["y"] == [3, 4]
    with pytest.raises(KeyError, match="no column 'y'"):
        chart.update(data={"x": [1]})


def test_points_are_added_as_columns(client):
    chart = ck.line({"x": [1.0, 2.0], "y": [3.0, 4.0]}, x="x", y="y", client=client)
    chart.append({"x": np.array([3.0, 4.0]), "y": np.array([5.0, 6.0])})
    assert _shapes(chart) == _shapes(ck.line({"x": [1, 2, 3, 4], "y": [3, 4, 5, 6]}, x="x", y="y", client=client))


# Memory


def test_large_columns_are_handed_over_and_small_ones_go_along(client, copies):
    numbers = np.random.default_rng(1).standard_normal(100_000).cumsum()
    chart = ck.line(numbers, client=client)
    assert _shapes(chart) == _shapes(ck.line(numbers.tolist(), client=client))
    assert _mapped(psutil.Process(client.connection.program.pid)) == (0 if copies else 1)
    # A part of an array, and one that lies elsewhere than it says.
    for each in (numbers[7_000:90_001], numbers[::3], numbers[::-1], numbers.astype("f4"), numbers.astype(">f8")):
        assert _shapes(ck.line(each, client=client)) == _shapes(ck.line(each.tolist(), client=client))
    chart.delete()


def test_what_is_shown_stays_when_the_array_is_changed(client, copies):
    numbers = np.zeros(100_000)
    chart = ck.line(numbers, client=client)
    before = chart.svg
    numbers[:] = np.arange(100_000)
    chart.update(title="Zeros")
    chart.update(title=None)
    assert chart.svg == before


def test_arrays_can_be_made_longer_while_a_chart_shows_them(client):
    for numbers in (array.array("d", range(100_000)), bytearray(100_000)):
        chart = ck.line(numbers, client=client)
        numbers.extend(numbers[:1])
        assert chart.svg


def test_where_the_program_may_not_read_this_process_the_numbers_are_copied_for_it(client, monkeypatch):
    numbers = np.random.default_rng(1).standard_normal(100_000).cumsum()
    asked = []

    def refuse(hand_over, request, descriptors):
        if "address" in request:
            asked.append(request)
            raise ck.ChartKernelError("the memory cannot be copied: Operation not permitted")
        return ask(hand_over, request, descriptors)

    ask = _memory.HandOver._ask
    monkeypatch.setattr(_memory.HandOver, "_ask", refuse)
    chart = ck.line(numbers, client=client)
    assert _shapes(chart) == _shapes(ck.line(numbers.tolist(), client=client)) and len(asked) == 1
    assert _mapped(psutil.Process(client.connection.program.pid)) == 1


def test_a_mapped_file_is_not_copied(client, tmp_path):
    numbers = np.random.default_rng(1).standard_normal(100_000).cumsum()
    path = tmp_path / "numbers.npy"
    np.save(path, numbers)
    array = np.load(path, mmap_mode="r")
    chart = ck.line(array, client=client)
    assert _shapes(chart) == _shapes(ck.line(numbers.tolist(), client=client))
    # A part of it, too.
    part = ck.line(array[500:90_000], client=client)
    assert _shapes(part) == _shapes(ck.line(numbers[500:90_000].tolist(), client=client))
    maps = psutil.Process(client.connection.program.pid).memory_maps(grouped=False)
    assert any(each.path == str(path) for each in maps) and not any("memfd" in each.path for each in maps)


def test_a_mapped_file_that_becomes_shorter_harms_nobody(client, tmp_path):
    path = tmp_path / "numbers.bin"
    np.arange(1_000_000, dtype=float).tofile(path)
    chart = ck.line(np.memmap(path, float, "r"), client=client)
    before = chart.svg
    os.truncate(path, 4_096)
    chart.update(title="Shorter")
    assert chart.svg != before
    for _ in range(20):
        chart.zoom(2, x=300)
    # Other charts are as they were.
    assert len(ck.line([1, 2, 3], client=client).svg) > 100 and client.is_running


def test_a_file_whose_numbers_change_while_it_is_shown_harms_nobody(client, tmp_path):
    path = tmp_path / "numbers.bin"
    np.arange(300_000, dtype=float).tofile(path)
    writable = np.memmap(path, float, "r+")
    charts = [ck.line(np.memmap(path, float, "r"), client=client), ck.bar(np.memmap(path, float, "r"), client=client)]
    random = np.random.default_rng(2)
    for odd in (np.inf, -np.inf, np.nan, 1e308, -1e308, 5e-324):
        writable[random.integers(0, 300_000, 50_000)] = odd
        for chart in charts:
            chart.zoom(1.5, x=float(random.uniform(0, 600)))
            chart.tap(float(random.uniform(0, 640)), float(random.uniform(0, 360)))
            chart.highlight(int(random.integers(0, 300_000)))
            chart.key("ArrowRight")
            assert chart.svg
        assert client.is_running


def test_of_charts_that_are_replaced_or_gone_only_what_can_be_undone_is_left(client, copies):
    process = psutil.Process()
    program = psutil.Process(client.connection.program.pid)
    numbers = np.zeros(1_000_000)
    chart = ck.line(numbers, client=client)
    chart.update(data=numbers)
    descriptors, held = process.num_fds(), _held(program)
    for _ in range(20):
        chart.update(data=numbers)
    # 64 MiB of steps, of 8 MB each, and what is shown.
    assert process.num_fds() <= descriptors
    assert _held(program) - held <= 100e6 and _mapped(program) <= 10
    chart.delete()
    del chart
    gc.collect()
    assert _mapped(program) == 0
    eventually(lambda: _held(program) - held <= 4e6, 10, "the program keeps numbers that nobody shows")


def test_several_charts_of_one_table_have_its_columns_once(client):
    program = psutil.Process(client.connection.program.pid)
    table = {"a": np.arange(1_000_000) * 0.5, "b": np.sqrt(np.arange(1_000_000))}
    charts = [ck.histogram(table, x="a", client=client)]
    held = _held(program)
    for name in "ab" * 6:
        charts.append(ck.histogram(table, x=name, client=client, link="rows"))
    # A column has 8 MB, and each of the twelve brings two.
    eventually(lambda: _held(program) - held <= 80e6, 10, "each chart has the table for itself")


def test_linked_charts_know_all_columns_of_their_table(client):
    table = {"a": [1, 2, 3, 4, 5], "b": [1, 1, 2, 2, 3], "name": ["x", "y", "x", "y", "x"]}
    first = ck.histogram(table, x="a", link="rows", select="x", client=client)
    second = ck.histogram(table, x="b", link="rows", client=client)
    first.brush(x=[1.5, 4.5])
    assert [mark["value"] for mark in second.get()["layout"]["part"][0]["marks"] if mark["value"]] == [1, 2]


def _mapped(program: psutil.Process) -> int:
    """How many pieces of handed-over memory the program has."""
    return sum("memfd:chart-kernel" in each.path for each in program.memory_maps(grouped=False))


def _held(program: psutil.Process) -> int:
    """The bytes that the program has for itself."""
    return program.memory_full_info().uss


def test_memory_that_is_handed_over_can_be_changed_by_nobody():
    block = _memory.block(memoryview(b"abcdefgh"))
    with pytest.raises(OSError):
        os.pwrite(block.descriptor, b"x", 0)
    with pytest.raises(OSError):
        os.ftruncate(block.descriptor, 4)
    assert os.pread(block.descriptor, 8, 0) == b"abcdefgh"


def test_where_there_is_no_such_memory_a_file_without_a_name_does(client, monkeypatch, tmp_path):
    monkeypatch.delattr(os, "memfd_create")
    monkeypatch.setitem(client.about["capabilities"]["memory"], "copies", False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    numbers = np.arange(20_000.0)
    chart = ck.line(numbers, client=client)
    assert _shapes(chart) == _shapes(ck.line(numbers.tolist(), client=client))
    maps = psutil.Process(client.connection.program.pid).memory_maps(grouped=False)
    assert any(str(tmp_path) in each.path for each in maps) and list(tmp_path.iterdir()) == []


def test_a_client_that_was_hung_up_on_while_it_was_quiet_hands_over_again(client):
    numbers = np.arange(20_000.0)
    chart = ck.line(numbers, client=client)
    place = client.about["capabilities"]["memory"]["socket"]
    others = [_memory.HandOver(place) for _ in range(300)]
    for other in others:
        # As soon as it is answered, it was let in.
        with contextlib.suppress(ck.ChartKernelError):
            other.take_back(_memory.Block())
    assert _shapes(ck.line(numbers, client=client)) == _shapes(chart)
    for other in others:
        other.close()


def test_what_was_handed_over_for_a_request_that_finds_no_room_is_taken_back(tmp_path):
    with Server(f"ipc://{tmp_path}/s.sock", "--memory-limit", "100M") as server, ck.connect(server.endpoint) as client:
        half = np.zeros(8_000_000)
        for _ in range(3):
            with pytest.raises(ck.ChartKernelError, match="--memory-limit"):
                ck.line({"a": half, "b": half}, x="a", y="b", client=client)
        assert _mapped(psutil.Process(server.process.pid)) == 0
        assert ck.line(half[:1_000_000], client=client).svg


def _shapes(chart) -> str:
    """The picture without the chart's id."""
    return chart.svg.replace(f"ck-{chart.id}-", "ck-")
