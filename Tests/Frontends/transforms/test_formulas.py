"""Formulas against Python's own `eval`, pandas and the calendar."""

import ast
import datetime
import math
import random
import zoneinfo

import numpy as np
import pandas as pd
import pytest
from frames import same, source

ROWS = 60


def numbers(seed, missing=0.15):
    random_ = random.Random(seed)
    return [math.nan if random_.random() < missing else round(random_.uniform(-9, 9), 2) for _ in range(ROWS)]


TABLE = {"a": numbers(1), "b": numbers(2), "c": numbers(3, missing=0), "city": ["Bonn", "Mainz", None, "Köln", ""] * (ROWS // 5)}


def arithmetic(random_, depth):
    """A formula that means the same in Python, where powers and rests are of small positive numbers."""
    if depth == 0 or random_.random() < 0.2:
        return random_.choice(["a", "b", "c", "2", "0.5", "3", "1e1"])
    kind = random_.randrange(8)
    left, right = arithmetic(random_, depth - 1), arithmetic(random_, depth - 1)
    if kind == 0:
        return f"-{left}"
    if kind == 1:
        return f"({left})"
    if kind == 2:
        return f"{left} ** 2" if random_.random() < 0.5 else f"{left} ** -1"
    if kind == 3:
        return f"{left} % 3"
    return f"{left} {random_.choice(['+', '-', '*', '/'])} {right}"


def logic(random_, depth):
    if depth == 0 or random_.random() < 0.2:
        return f"{arithmetic(random_, 1)} {random_.choice(['<', '<=', '>', '>=', '==', '!='])} {arithmetic(random_, 1)}"
    kind = random_.randrange(4)
    if kind == 0:
        return f"not {logic(random_, depth - 1)}"
    if kind == 1:
        return f"({logic(random_, depth - 1)})"
    return f"{logic(random_, depth - 1)} {random_.choice(['and', 'or'])} {logic(random_, depth - 1)}"


def evaluated(formula, row):
    """What Python makes of a formula; NaN where it has no number."""
    names = {name: TABLE[name][row] for name in ("a", "b", "c")}
    try:
        value = eval(formula, {}, names)
    except (ZeroDivisionError, OverflowError, TypeError):  # the last of complex numbers
        return math.nan
    return math.nan if isinstance(value, complex) or math.isinf(value) else value


def test_arithmetic_means_what_python_makes_of_it(program):
    random_ = random.Random(7)
    for _ in range(40):
        formulas = {f"f{index}": arithmetic(random_, 4) for index in range(20)}
        made = program.table(TABLE, [{"calculate": formulas}], *formulas)
        for name, formula in formulas.items():
            expected = [evaluated(formula, row) for row in range(ROWS)]
            for row, (one, other) in enumerate(zip(made[name], expected)):
                # A division by 0 within is an error there, and missing here: so is all that is made of it.
                assert (math.isnan(one) and math.isnan(other)) or math.isclose(one, other, rel_tol=1e-9), (formula, row, one, other)


class Truth:
    """True, false, or unknown, as SQL has it."""

    def __init__(self, value):
        self.value = value

    def __and__(self, other):
        if self.value is False or other.value is False:
            return Truth(False)
        return Truth(None if None in (self.value, other.value) else True)

    def __or__(self, other):
        if self.value is True or other.value is True:
            return Truth(True)
        return Truth(None if None in (self.value, other.value) else False)

    def __invert__(self):
        return Truth(None if self.value is None else not self.value)


def truth(node, row):
    """Python's own tree of a formula, with three truths."""
    if isinstance(node, ast.BoolOp):
        values = [truth(value, row) for value in node.values]
        result = values[0]
        for value in values[1:]:
            result = result & value if isinstance(node.op, ast.And) else result | value
        return result
    if isinstance(node, ast.UnaryOp):
        return ~truth(node.operand, row)
    assert isinstance(node, ast.Compare)
    one = evaluated(ast.unparse(node.left), row)
    other = evaluated(ast.unparse(node.comparators[0]), row)
    if math.isnan(one) or math.isnan(other):
        return Truth(None)
    compare = {ast.Lt: one < other, ast.LtE: one <= other, ast.Gt: one > other, ast.GtE: one >= other, ast.Eq: one == other, ast.NotEq: one != other}
    return Truth(compare[type(node.ops[0])])


def test_logic_has_three_values_as_sql_does(program):
    random_ = random.Random(11)
    for _ in range(25):
        formulas = {f"f{index}": f"{logic(random_, 3)}" for index in range(16)}
        steps = [{"calculate": {name: f"if(missing({formula}), -1, if({formula}, 1, 0))" for name, formula in formulas.items()}}]
        made = program.table(TABLE, steps, *formulas)
        for name, formula in formulas.items():
            tree = ast.parse(formula, mode="eval").body
            expected = [{None: -1, True: 1, False: 0}[truth(tree, row).value] for row in range(ROWS)]
            assert list(made[name]) == expected, formula


def test_filter_takes_rows_of_which_it_is_true(program):
    frame = pd.DataFrame(TABLE)
    made = program.column(TABLE, [{"filter": "a > 0 and city in ['Bonn', 'Mainz']"}], "c")
    same(made, frame[(frame.a > 0) & frame.city.isin(["Bonn", "Mainz"])].c)
    # Of nothing there is neither: neither is taken.
    taken = program.column(TABLE, [{"filter": "city = 'Bonn'"}], "c").size + program.column(TABLE, [{"filter": "not city = 'Bonn'"}], "c").size
    assert taken == sum(1 for city in TABLE["city"] if city)
    assert program.column(TABLE, [{"filter": "a > 100"}], "c").size == 0
    same(program.column(TABLE, [{"filter": "missing(a) or present(b)"}], "c"), frame[frame.a.isna() | frame.b.notna()].c)


CASES = {
    "abs(a)": np.abs, "sqrt(a)": lambda a: np.sqrt(a), "floor(a)": np.floor, "ceil(a)": np.ceil, "sign(a)": np.sign,
    "exp(a)": np.exp, "ln(abs(a))": lambda a: np.log(np.abs(a)), "log10(abs(a))": lambda a: np.log10(np.abs(a)),
    "log2(abs(a))": lambda a: np.log2(np.abs(a)), "sin(a)": np.sin, "cos(a)": np.cos,
}


@pytest.mark.parametrize("formula", CASES)
def test_functions_of_numbers(program, formula):
    with np.errstate(all="ignore"):
        expected = CASES[formula](np.array(TABLE["a"]))
    same(program.column(TABLE, [{"calculate": {"y": formula}}], "y"), np.where(np.isinf(expected), np.nan, expected))


def test_rounding_and_extremes(program):
    made = program.table(
        {"a": [2.5, -2.5, 1.005, 1234.5678, math.nan], "b": [1, -3, math.nan, 2000, math.nan]},
        [{"calculate": {"r": "round(a)", "r2": "round(a, 2)", "h": "round(a, -2)", "low": "least(a, b)", "high": "greatest(a, b, 0)"}}],
        "r", "r2", "h", "low", "high")
    same(made["r"], [3, -3, 1, 1235, math.nan])
    same(made["r2"], [2.5, -2.5, 1.0, 1234.57, math.nan], atol=0.011)
    same(made["h"], [0, 0, 0, 1200, math.nan])
    same(made["low"], [1, -3, 1.005, 1234.5678, math.nan])
    same(made["high"], [2.5, 0, 1.005, 2000, 0])


def test_functions_of_texts(program):
    texts = [" Grün ", "ab", None, "x,y", "abcabc", "12.5"]
    table = {"t": texts, "n": [1] * len(texts)}

    def names(formula):
        return program.chart({"kind": "line", "data": {**source(table), "transform": [{"calculate": {"y": formula}}], "x": "y"},
                              "x": {"scale": "category"}, "series": [{"column": "n"}]})[1]["x.values"]

    assert names("upper(t)") == [" GRÜN ", "AB", None, "X,Y", "ABCABC", "12.5"]
    assert names("trim(lower(t))") == ["grün", "ab", None, "x,y", "abcabc", "12.5"]
    assert names("replace(t, 'ab', 'z')") == [" Grün ", "z", None, "x,y", "zczc", "12.5"]
    assert names("substring(t, 2, 2)") == ["Gr", "b", None, ",y", "bc", "2."]
    assert names("t + '!' + t")[1] == "ab!ab"
    assert names("coalesce(t, 'nothing')")[2] == "nothing"
    assert names("if(length(t) > 3, t, null)") == [" Grün ", None, None, None, "abcabc", "12.5"]
    same(program.column(table, [{"calculate": {"y": "length(t)"}}], "y"), [6, 2, math.nan, 3, 6, 4])
    same(program.column(table, [{"calculate": {"y": "number(t) * 2"}}], "y"), [math.nan] * 5 + [25])
    same(program.column(table, [{"filter": "contains(t, 'b') and not startsWith(t, 'x')"}], "n"), [1, 1])
    same(program.column(table, [{"filter": "endsWith(t, 'c') or t = 'ab'"}], "n"), [1, 1])
    same(program.column(table, [{"filter": "t < 'b'"}], "n"), [1, 1, 1, 1])


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/New_York", "+05:30"])
def test_functions_of_moments_go_by_the_clocks_of_the_chart(program, zone):
    random_ = random.Random(5)
    start = datetime.datetime(1969, 12, 1, tzinfo=datetime.timezone.utc)
    moments = [start + datetime.timedelta(seconds=random_.randrange(60 * 365 * 86_400)) for _ in range(200)]
    moments += [datetime.datetime(2024, 3, 31, hour, minute, tzinfo=datetime.timezone.utc) for hour in range(4) for minute in (0, 59)]
    moments += [datetime.datetime(2024, 10, 27, hour, 30, tzinfo=datetime.timezone.utc) for hour in range(4)]
    table = {"t": [moment.strftime("%Y-%m-%dT%H:%M:%SZ") for moment in moments]}
    tz = datetime.timezone(datetime.timedelta(hours=5, minutes=30)) if zone.startswith("+") else zoneinfo.ZoneInfo(zone)
    local = [moment.astimezone(tz) for moment in moments]
    parts = {
        "year": lambda t: t.year, "quarter": lambda t: (t.month + 2) // 3, "month": lambda t: t.month,
        "week": lambda t: t.isocalendar().week, "day": lambda t: t.day, "weekday": lambda t: t.isoweekday(),
        "dayOfYear": lambda t: t.timetuple().tm_yday, "hour": lambda t: t.hour, "minute": lambda t: t.minute, "second": lambda t: t.second}
    made = program.chart({"kind": "line", "x": {"timeZone": zone}, "series": [{"column": name} for name in parts],
                          "data": {**source(table), "transform": [{"calculate": {name: f"{name}(t)" for name in parts}}]}})[1]
    for index, part in enumerate(parts.values()):
        assert list(made[f"series[{index}].values"]) == [part(moment) for moment in local]


def test_moments_are_days_apart(program):
    table = {"t": ["2024-02-28", "2024-03-01", None], "n": [1, 2, 3]}
    same(program.column(table, [{"calculate": {"y": "t - date('2024-01-01')"}}], "y"), [58, 60, math.nan])
    same(program.column(table, [{"filter": "t >= '2024-02-29'"}], "n"), [2])
    same(program.column(table, [{"calculate": {"y": "day(t + 1.5)"}}], "y"), [29, 2, math.nan])
    same(program.column(table, [{"calculate": {"y": "date(2024, 2, 30) - date(2024, 3, 1)"}}], "y"), [0, 0, 0])
    same(program.column(table, [{"calculate": {"y": "startOf(t, 'month') - date(2024, 1, 1)"}}], "y"), [31, 60, math.nan])


FAULTS = {
    "yaer > 2": "data.transform[0].filter: there is no column 'yaer', only year, title, t, y; did you mean 'year'?",
    "contians(title, 'x')": "at character 1: there is no function 'contians'; did you mean 'contains'?",
    "title < year": "at character 7: 'title' is a text, and 'year' is a number: `<` cannot compare them",
    "year": "expected a formula that is true or false, such as 'year' > 0, got a number",
    "year = null": "nothing is equal to null: write `missing(year)`",
    "year > 1 > 0": "comparisons don't follow one another: write `a < b and b < c`",
    "year >": "at character 7: expected a column, a number, a text or a function, but the formula ends here",
    "year & title": "at character 6: '&' is written `and`, or `+` between texts",
    "!year": "'!' is written `not`",
    "(year > 1": "expected `)`, but the formula ends here",
    "title + year = 'a'": "`+` cannot be applied to 'title', which is a text, and 'year', which is a number; `text(…)` makes",
    "sum(year) > 3": "`sum` sums up rows, which only `group` does",
    "min(year, 3) > 3": "of several columns it is `least`",
    "round() > 1": "`round(number, digits)` takes 1 to 2 values in its parentheses, got 0",
    "t > 'soon'": "'soon' stands beside a moment, and is none such as 2026-08-21",
    "startOf(t, 'mnth') = t": "did you mean 'month'?",
    "2nd > 1": "a name does not begin with a digit; other names are written in backquotes",
    "'open": "a text that begins here is not closed by '",
    "year in 3": "expected a list such as [1, 2] after `in`",
    "year not 3": "expected `in` after `not`, or an operator",
    "1 + not true": "put `not …` in parentheses here",
    "(" * 200 + "1" + ")" * 200: "more than 100 parts lie in one another",
    "+".join(["1"] * 300): "more than 100 parts lie in one another",
    "text(t, 'qqq') = 'a'": "expects a pattern such as yyyy-MM: the letter q stands for nothing",
    "if(year > 1, 1, 'a') = 1": "expects values of one type",
    "": "expected a string that is not empty",
}


@pytest.mark.parametrize("formula", FAULTS)
def test_faults_say_what_and_where(program, formula):
    table = {"year": [1, 2], "title": ["a", "b"], "t": ["2024-01-01", None], "y": [1, 2]}
    fault = program.fault(table, [{"filter": formula}], x="year", series=[{"column": "y"}, {"column": "year"}])
    assert "data.transform[0].filter" in fault
    assert FAULTS[formula] in fault, fault
