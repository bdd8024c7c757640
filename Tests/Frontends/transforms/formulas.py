"""Random formulas, each made together with what NumPy and pandas make of it."""

import numpy as np
import pandas as pd

from tables import NOISY, Column, fold, number_column

WORDS = ["Bonn", "Mainz", "Oslo", "NaN", "bonn", "a b", "x,y"]
DAYS = ["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-01", "2025-07-15"]


def finite(values):
    """What has no finite result is missing."""
    values = np.asarray(values, float)
    return np.where(np.isfinite(values), values, np.nan)


def quoted(name):
    return name if name.isidentifier() else f"`{name}`"


class Formulas:
    """Makes formulas over a table's columns. Each method gives the text, and what it is in every row.

    Numbers are only such that do not depend on the order in which something was added up: a comparison of others would
    hang on the last digit.
    """

    def __init__(self, table, random):
        self.table, self.random = table, random

    def named(self, *kinds):
        return [name for name, column in self.table.columns.items() if column.kind in kinds and column.level < NOISY]

    # Numbers

    def number(self, depth=2):
        kinds = ["column"] * 3 + ["literal"]
        if depth > 0:
            kinds += ["arithmetic"] * 4 + ["function", "extreme", "if", "coalesce", "sign", "square"]
            if self.named("text"):
                kinds += ["length", "read"]
            if self.named("moment"):
                kinds += ["part", "apart"]
        kind = self.random.choice(kinds)
        with np.errstate(all="ignore"):
            return getattr(self, f"number_{kind}")(depth)

    def number_literal(self, depth):
        text = self.random.choice(["0", "1", "2", "0.5", "10", "1e1"])
        return text, np.full(self.table.count, float(text))

    def number_column(self, depth):
        names = self.named("number")
        if not names:
            return self.number_literal(depth)
        name = self.random.choice(names)
        return quoted(name), self.table.numbers(name)

    def number_arithmetic(self, depth):
        (left, a), (right, b) = self.number(depth - 1), self.number(depth - 1)
        operator = self.random.choice("+-*/%")
        values = {"+": a + b, "-": a - b, "*": a * b, "/": a / b, "%": np.mod(a, b)}[operator]
        if operator == "%":
            values = np.where(b == 0, np.nan, values)
        return f"({left} {operator} {right})", finite(values)

    def number_sign(self, depth):
        text, values = self.number(depth - 1)
        return f"(-{text})", -values

    def number_square(self, depth):
        text, values = self.number(depth - 1)
        return f"{text} ^ 2", finite(values * values)

    def number_function(self, depth):
        text, values = self.number(depth - 1)
        function = self.random.choice(["abs", "sign", "floor", "ceil", "sqrt", "round"])
        rounded = np.copysign(np.floor(np.abs(values) + 0.5), values)
        made = {"abs": np.abs(values), "sign": np.sign(values), "floor": np.floor(values), "ceil": np.ceil(values),
                "sqrt": np.sqrt(values), "round": np.where(np.abs(values) < 2 ** 50, rounded, values)}
        return f"{function}({text})", finite(made[function])

    def number_extreme(self, depth):
        (left, a), (right, b) = self.number(depth - 1), self.number(depth - 1)
        function = self.random.choice(["least", "greatest"])
        return f"{function}({left}, {right})", (np.fmin if function == "least" else np.fmax)(a, b)

    def number_if(self, depth):
        condition, truths = self.truth(depth - 1)
        (left, a), (right, b) = self.number(depth - 1), self.number(depth - 1)
        return f"if({condition}, {left}, {right})", np.where(truths.fillna(False).to_numpy(bool), a, b)

    def number_coalesce(self, depth):
        (left, a), (right, b) = self.number(depth - 1), self.number(depth - 1)
        return f"coalesce({left}, {right})", np.where(np.isnan(a), b, a)

    def number_length(self, depth):
        text, values = self.text(depth - 1)
        return f"length({text})", np.array([np.nan if value is None else len(value) for value in values], float)

    def number_read(self, depth):
        name = self.random.choice(self.named("text"))
        # Of texts only years are numbers, where `unpivot` has made names of columns that `pivot` has called by them.
        return f"number({quoted(name)})", np.array([
            float(text) if text is not None and text.isdecimal() else np.nan for text in self.table.columns[name].values], float)

    def number_part(self, depth):
        text, values = self.moment(depth - 1)
        part = self.random.choice(["year", "quarter", "month", "week", "day", "weekday", "dayOfYear", "hour", "minute", "second"])
        dates = pd.DatetimeIndex(values)
        made = {"week": lambda: dates.isocalendar().week, "weekday": lambda: dates.day_of_week + 1, "dayOfYear": lambda: dates.day_of_year}
        found = made.get(part, lambda: getattr(dates, part))()
        return f"{part}({text})", pd.Series(found).astype("Float64").to_numpy(float, na_value=np.nan)

    def number_apart(self, depth):
        (left, a), (right, b) = self.moment(0), self.moment(0)
        return f"({left} - {right})", (pd.Series(a) - pd.Series(b)).dt.total_seconds().to_numpy(float) / 86_400

    # What is true or false, or neither, as pandas' nullable booleans have it

    def truth(self, depth=2):
        kinds = ["numbers"] * 3 + ["missing"]
        if self.named("text"):
            kinds += ["texts", "member", "search"]
        if self.named("moment"):
            kinds += ["moments"]
        if self.named("truth"):
            kinds += ["column"]
        if depth > 0:
            kinds += ["both"] * 3 + ["not"]
        return getattr(self, f"truth_{self.random.choice(kinds)}")(depth)

    def truths(self, values, present):
        return pd.Series(np.asarray(values, bool), dtype="boolean").mask(~np.asarray(present, bool))

    def compared(self, left, a, right, b, present):
        operator = self.random.choice(["=", "==", "!=", "<>", "<", "<=", ">", ">="])
        a, b = np.asarray(a), np.asarray(b)
        values = {"=": a == b, "!": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[
            {"==": "=", "!=": "!", "<>": "!"}.get(operator, operator)]
        return f"({left} {operator} {right})", self.truths(values, present)

    def truth_numbers(self, depth):
        (left, a), (right, b) = self.number(depth - 1), self.number(depth - 1)
        return self.compared(left, a, right, b, ~np.isnan(a) & ~np.isnan(b))

    def truth_texts(self, depth):
        (left, a), (right, b) = self.text(0), self.text(0)
        present = [one is not None and other is not None for one, other in zip(a, b)]
        filled = [np.array(["" if value is None else value for value in values], object) for values in (a, b)]
        return self.compared(left, filled[0], right, filled[1], present)

    def truth_moments(self, depth):
        left, a = self.moment(0)
        day = self.random.choice(DAYS)
        return self.compared(left, a, f"'{day}'", np.full(len(a), np.datetime64(day, "ns")), ~np.isnat(a))

    def truth_member(self, depth):
        text, values = self.text(0)
        words = self.random.sample(WORDS, 2)
        isnt = self.random.random() < 0.5
        truths = self.truths([(value in words) != isnt for value in values], [value is not None for value in values])
        return f"({text} {'not ' if isnt else ''}in [{', '.join(map(repr, words))}])", truths

    def truth_search(self, depth):
        text, values = self.text(0)
        function, python = self.random.choice([
            ("contains", str.__contains__), ("startsWith", str.startswith), ("endsWith", str.endswith)])
        part = self.random.choice(["o", "nn", "B", "N", " "])
        found = [value is not None and python(value, part) for value in values]
        return f"{function}({text}, '{part}')", self.truths(found, [value is not None for value in values])

    def truth_missing(self, depth):
        name = self.random.choice(list(self.table.columns))
        there = self.table.columns[name].present
        function = self.random.choice(["missing", "present"])
        return f"{function}({quoted(name)})", self.truths(there if function == "present" else ~there, np.full(len(there), True))

    def truth_column(self, depth):
        name = self.random.choice(self.named("truth"))
        return quoted(name), self.table.columns[name].values

    def truth_both(self, depth):
        (left, a), (right, b) = self.truth(depth - 1), self.truth(depth - 1)
        operator = self.random.choice(["and", "or"])
        return f"({left} {operator} {right})", a & b if operator == "and" else a | b

    def truth_not(self, depth):
        text, values = self.truth(depth - 1)
        return f"(not {text})", ~values

    # Texts

    def text(self, depth=2):
        kinds = ["column"] * 3 + ["literal"]
        if depth > 0:
            kinds += ["function", "joined", "part", "replaced", "if", "coalesce"]
        return getattr(self, f"text_{self.random.choice(kinds)}")(depth)

    def text_literal(self, depth):
        word = self.random.choice(WORDS)
        return f"'{word}'", [word] * self.table.count

    def text_column(self, depth):
        names = self.named("text")
        if not names:
            return self.text_literal(depth)
        name = self.random.choice(names)
        return quoted(name), list(self.table.columns[name].values)

    def each(self, depth, formula, function):
        text, values = self.text(depth - 1)
        return formula.format(text), [None if value is None else function(value) for value in values]

    def text_function(self, depth):
        return self.each(depth, *self.random.choice([("upper({})", str.upper), ("lower({})", str.lower), ("trim({})", str.strip)]))

    def text_part(self, depth):
        start, count = self.random.randint(1, 3), self.random.randint(1, 3)
        return self.each(depth, f"substring({{}}, {start}, {count})", lambda value: value[start - 1:start - 1 + count])

    def text_replaced(self, depth):
        part, by = self.random.choice([("o", "0"), ("nn", "m"), ("a", "aa")])
        return self.each(depth, f"replace({{}}, '{part}', '{by}')", lambda value: value.replace(part, by))

    def text_joined(self, depth):
        (left, a), (right, b) = self.text(depth - 1), self.text(depth - 1)
        return f"({left} + {right})", [None if None in pair else pair[0] + pair[1] for pair in zip(a, b)]

    def text_if(self, depth):
        condition, truths = self.truth(depth - 1)
        (left, a), (right, b) = self.text(depth - 1), self.text(depth - 1)
        return f"if({condition}, {left}, {right})", [
            one if truth else other for truth, one, other in zip(truths.fillna(False), a, b)]

    def text_coalesce(self, depth):
        (left, a), (right, b) = self.text(depth - 1), self.text(depth - 1)
        return f"coalesce({left}, {right})", [other if one is None else one for one, other in zip(a, b)]

    # Moments

    def moment(self, depth=1):
        kinds = ["column"] * 2
        if depth > 0:
            kinds += ["later", "start"]
        return getattr(self, f"moment_{self.random.choice(kinds)}")(depth)

    def moment_column(self, depth):
        name = self.random.choice(self.named("moment"))
        return quoted(name), self.table.columns[name].values

    def moment_later(self, depth):
        text, values = self.moment(0)
        days = self.random.choice([1, 1.5, 30])
        return f"({text} + {days})", values + np.timedelta64(int(days * 86_400), "s")

    def moment_start(self, depth):
        text, values = self.moment(0)
        unit, period = self.random.choice([("year", "Y"), ("quarter", "Q"), ("month", "M"), ("week", "W-SUN"), ("day", "D")])
        return f"startOf({text}, '{unit}')", period_start(values, period)

    # Columns

    def column(self):
        """Any of them, as a column."""
        kinds = ["number"] * 4 + ["truth", "text"] + ["moment"] * bool(self.named("moment"))
        kind = self.random.choice(kinds)
        text, values = getattr(self, kind)()
        if kind == "number":
            return text, number_column(values)
        return text, Column(kind, values)

    def aggregate(self, groups):
        """A formula that sums up each group, of rows by their numbers."""
        text, values = self.sum(groups)
        if values.kind == "number" and values.level < NOISY and self.random.random() < 0.3:
            with np.errstate(all="ignore"):
                other, more = self.sum(groups)
                if more.kind == "number" and more.level < NOISY:
                    operator = self.random.choice("+-/")
                    both = {"+": values.values + more.values, "-": values.values - more.values, "/": values.values / more.values}
                    return f"{text} {operator} {other}", number_column(finite(both[operator]))
        return text, values

    def sum(self, groups):
        if self.random.random() < 0.2:
            return "count()", number_column(np.array([len(rows) for rows in groups], float))
        name = self.random.choice(list(self.table.columns))
        column = self.table.columns[name]
        text = quoted(name)
        if column.kind == "truth" or (column.kind == "number" and self.random.random() < 0.2):
            text, truths = (text, column.values) if column.kind == "truth" else self.truth(1)
            column = number_column(truths.astype("Float64").to_numpy(float, na_value=np.nan))
        functions = {"text": ["count", "distinct", "min", "max", "first", "last"],
                     "moment": ["count", "distinct", "min", "max", "first", "last", "mean", "median", "quantile"]}.get(
            column.kind, ["sum", "mean", "median", "min", "max", "first", "last", "count", "distinct", "quantile", "stdev"])
        function = self.random.choice(functions)
        if column.level == NOISY and function == "distinct":
            function = "count"
        share = self.random.choice([0, 0.25, 0.5, 0.9, 1]) if function == "quantile" else None
        call = f"{function}({text})" if share is None else f"quantile({text}, {share})"
        return call, fold(column, groups, function, share)


def period_start(values, period):
    dates = pd.Series(values)
    return dates.dt.to_period(period).dt.start_time.to_numpy("datetime64[ns]")


