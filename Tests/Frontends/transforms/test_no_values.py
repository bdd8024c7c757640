"""Steps over columns in which there is nothing, and over texts and numbers at the edge of what there is."""

import math

import pytest
from frames import same

NOTHING = {
    "length": {"filter": "length(t) > 1"}, "year": {"filter": "year(t) > 2000"}, "moment": {"filter": "t > '2020-01-01'"},
    "text": {"filter": "t = 'a'"}, "join": {"calculate": {"u": "t + '!'"}}, "bin": {"bin": {"column": "t", "unit": "month", "as": "u"}},
    "top": {"top": {"count": 0, "by": "n", "name": "t"}},
}


@pytest.mark.parametrize("table", [{"t": [], "n": []}, {"t": [None], "n": [1]}], ids=["empty", "missing"])
@pytest.mark.parametrize("step", NOTHING)
def test_a_column_without_a_value_is_of_any_kind(program, table, step):
    """As it is where the same table is a file."""
    program.chart({"kind": "scatter", "data": {"columns": table, "transform": [NOTHING[step]]}, "series": [{"column": "n"}]})


def test_texts_stay_texts_where_a_filter_leaves_none(program):
    steps = [{"filter": "n > 1"}, {"calculate": {"u": "upper(t)"}}, {"calculate": {"v": "u"}}, {"calculate": {"m": "length(v)"}}]
    assert program.column({"t": ["a"], "n": [2]}, steps, "m").tolist() == [1]
    assert program.column({"t": ["a"], "n": [1]}, steps, "m").tolist() == []


def test_texts_of_other_letters_stay_apart_wherever_they_come_from(program):
    texts = ["caf\u00e9", "cafe\u0301"]
    (program.directory / "letters.csv").write_text("t\n" + "\n".join(texts) + "\n")
    steps = [{"calculate": {"n": "length(t)"}}]
    for data in ("letters.csv", {"t": texts}):
        same(program.column(data, steps, "n"), [4, 5])
        same(program.column(data, [{"group": {"by": "t", "n": "count()"}}], "n"), [1, 1])
        # Also behind a step that gives texts new codes.
        same(program.column(data, [{"unpivot": {"columns": ["t"]}}, {"group": {"by": "value", "n": "count()"}}], "n"), [1, 1])


@pytest.mark.parametrize("step, name", [
    ({"group": {"n": "sum(n)"}}, "n"), ({"cumulative": {"column": "n", "as": "m"}}, "m"),
    ({"rolling": {"column": "n", "window": 2, "of": "sum", "as": "m"}}, "m")])
def test_what_has_no_finite_result_is_missing(program, step, name):
    steps = [step, {"calculate": {"gone": f"if(missing({name}), 1, 0)"}}]
    assert program.column({"n": [1.7e308, 1.7e308]}, steps, "gone")[-1] == 1


def test_a_number_is_one_as_tables_have_them(program):
    made = program.column({"t": ["0x10", "12"], "n": [1, 2]}, [{"calculate": {"m": "number(t)"}}], "m")
    assert math.isnan(made[0]) and made[1] == 12


def test_means_and_shares_are_there_where_sums_are_not(program):
    great = [1.7e308, 1.7e308]
    assert program.column({"n": great}, [{"group": {"m": "mean(n)"}}], "m").tolist() == [1.7e308]
    assert program.column({"n": great}, [{"cumulative": {"column": "n", "of": "mean", "as": "m"}}], "m").tolist() == great
    assert program.column({"n": great}, [{"rolling": {"column": "n", "window": 2, "as": "m"}}], "m")[1] == 1.7e308
    assert program.column({"n": great}, [{"normalize": "n"}], "n").tolist() == [0.5, 0.5]
    assert program.column({"n": [1e200, -1e200]}, [{"group": {"m": "stdev(n)"}}], "m")[0] == pytest.approx(math.sqrt(2) * 1e200)


def test_windows_add_up_as_everything_else_does(program):
    for step in ({"rolling": {"column": "n", "window": 3, "of": "sum"}}, {"cumulative": "n"}):
        assert program.column({"n": [0.1, 0.2, 0.3]}, [step], "n")[-1] == 0.6


def test_names_and_values_do_not_go_into_one_column(program):
    fault = program.fault({"a": [1], "b": [2]}, [{"unpivot": {"columns": ["a", "b"], "name": "x", "value": "x"}}], y="x")
    assert "data.transform[0].unpivot.value" in fault and "another name" in fault


def test_a_column_without_a_value_becomes_rows_beside_any_other(program):
    made = program.column({"a": [None, None], "b": [1, 2]}, [{"unpivot": {"columns": ["a", "b"]}}], "value")
    same(made, [math.nan, 1, math.nan, 2])
