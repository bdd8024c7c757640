"""Random steps, each made together with the table that pandas and NumPy make of it."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd

from bins import nearest, nice
from formulas import DAYS, WORDS, Formulas, finite, period_start
from tables import EXACT, NOISY, SAME, Column, Table, fold, number_column

PERIODS = {"year": "Y", "quarter": "Q", "month": "M", "week": "W-SUN", "day": "D", "hour": "h"}


def random_table(random):
    """A small table, as the program is given it, and as it is here. Some are empty, some have one row, many have gaps and
    rows that are alike."""
    count = random.choice([0, 1, 2, 3, 5, 12, 30])
    gaps = random.choice([0, 0.2, 0.6])

    def column(choose):
        return [None if random.random() < gaps else choose() for _ in range(count)]

    whole = column(lambda: random.randint(-3, 3))
    quarters = column(lambda: random.randint(-200, 400) / 4)
    year = [random.choice([2019, 2020, 2021]) for _ in range(count)]
    words, others = (column(lambda: random.choice(WORDS[:size])) for size in (3, 7))
    days = column(lambda: random.choice([*DAYS, "2024-02-29T12:30:00Z"]))
    given = {"a": whole, "b": quarters, "year": year, "city": words, "word": others, "day": days}
    columns = {name: number_column([np.nan if value is None else value for value in given[name]]) for name in ("a", "b", "year")}
    for name in ("city", "word", "day"):
        # Of a column without any value nobody can tell what it holds: it is left out here, and so of what formulas take.
        if any(value is not None for value in given[name]):
            columns[name] = Column("text", given[name])
        else:
            given.pop(name)
    if "day" in columns:
        moments = pd.to_datetime(pd.Series(days, dtype=object), utc=True, format="ISO8601").dt.tz_localize(None)
        columns["day"] = Column("moment", moments.to_numpy("datetime64[ns]"))
    return given, Table(columns, count)


class Steps:
    """Makes steps that a table can have, and does them to it."""

    def __init__(self, table, random, drawn):
        """`drawn` tells which rows the program takes for a sample, of which nobody else knows."""
        self.table, self.random, self.drawn = table, random, drawn
        self.done = []
        self.names = (f"c{number}" for number in itertools.count())

    # What steps can be of

    def numbers(self, level=SAME):
        return [name for name, column in self.table.columns.items() if column.kind in ("number", "truth") and column.level <= level]

    def keys(self, most, *kinds):
        names = [name for name, column in self.table.columns.items()
                 if column.level < NOISY and (not kinds or column.kind in kinds)]
        return self.random.sample(names, min(len(names), self.random.randint(0, most)))

    def formulas(self):
        return Formulas(self.table, self.random)

    def target(self, name):
        """Where a result goes: into a new column, or in the place of the one that it is of."""
        new = next(self.names) if self.random.random() < 0.7 else None
        return ({"as": new}, new) if new else ({}, name)

    def add(self):
        """Another step."""
        kinds = ["filter", "calculate", "group", "sort", "sample"]
        if self.numbers():
            kinds += ["bin", "top", "stack", "normalize", "rolling", "cumulative", "difference", "percentChange", "pivot", "unpivot", "fit"]
        if any(column.kind == "moment" for column in self.table.columns.values()):
            kinds += ["moments"]
        made = None
        while made is None:
            made = getattr(self, self.random.choice(kinds))()
        step, self.table = made
        self.done.append(step)

    # Rows

    def filter(self):
        text, truths = self.formulas().truth()
        rows = np.flatnonzero(truths.fillna(False).to_numpy(bool))
        if not len(rows) and self.random.random() < 0.8:
            return None  # Chains that go on with nothing are not the most interesting ones.
        return {"filter": text}, self.table.taking(rows)

    def sort(self):
        names = self.keys(3)
        if not names:
            return None
        rows, written = list(range(self.table.count)), []
        for name in reversed(names):
            falls = self.random.random() < 0.5
            column = self.table.columns[name]
            present, gone = [row for row in rows if column.present[row]], [row for row in rows if not column.present[row]]
            present.sort(key=lambda row: column.values[row], reverse=falls)  # Stable either way.
            rows = present + gone
            written.insert(0, "-" * falls + name)
        return {"sort": written if len(written) > 1 or self.random.random() < 0.5 else written[0]}, self.table.taking(rows)

    def top(self):
        by = self.random.choice(self.numbers())
        count = self.random.choice([0, 1, 2, 3, 10, 100])
        values = self.table.numbers(by)
        order = sorted(range(self.table.count), key=lambda row: (math.isnan(values[row]), -values[row] if not math.isnan(values[row]) else 0))
        texts = [name for name, column in self.table.columns.items() if column.kind == "text"]
        spec = {"count": count, "by": by}
        table, rest = self.table.taking(order[:count]), order[count:]
        if texts and self.random.random() < 0.5:
            spec["name"] = name = self.random.choice(texts)
            other = self.random.choice(["Other", "Bonn"])
            if other != "Other":
                spec["other"] = other
            if rest:
                level = self.table.columns[by].level
                table = self.table.taking([*order[:count], -1])
                total = pd.Series(values[rest], dtype=float).sum(min_count=1)
                table.columns[by] = number_column([*values[order[:count]], total], EXACT if level == EXACT else NOISY)
                table.columns[name] = Column("text", [*table.columns[name].values[:-1], other])
        return {"top": spec}, table

    def sample(self):
        count = self.random.choice([0, 1, 2, 4, 20]) if self.random.random() < 0.7 else self.table.count
        if count == 0 and self.random.random() < 0.8:
            return None
        step = {"sample": {"count": count, "seed": self.random.randint(0, 5)} if self.random.random() < 0.7 else count}
        rows = self.drawn(self.done, step)
        # Which ones is the program's affair, but not how many, in what order, and that none comes twice.
        assert rows == sorted(set(rows)) and set(rows) <= set(range(self.table.count)), (self.done, step, rows)
        assert len(rows) == min(count, self.table.count), (self.done, step, rows)
        return step, self.table.taking(rows)

    # Columns

    def calculate(self):
        made = {}
        for _ in range(self.random.randint(1, 3)):
            name = next(self.names) if self.random.random() < 0.8 else self.random.choice(list(self.table.columns))
            if name in made:
                continue
            text, column = self.formulas().column()
            made[name] = text
            self.table = self.table.setting(name, column)
        return {"calculate": made}, self.table

    def bin(self):
        names = [name for name in self.numbers() if self.table.columns[name].kind == "number"]
        if not names:
            return None
        name = self.random.choice(names)
        values = self.table.numbers(name)
        found = values[~np.isnan(values)]
        if np.any(np.abs(found) > 1e9):
            return None
        spec, width = {"column": name}, None
        kind = self.random.choice(["width", "count", "neither"])
        if kind == "count" and len(found) and found.max() > found.min():
            spec["count"] = self.random.choice([1, 3, 7, 20])
            width = nearest(found, spec["count"])
        elif kind == "neither" and len(found) and np.subtract(*np.percentile(found, [75, 25])) > 0:
            edges = np.histogram_bin_edges(found, "fd")
            if len(edges) > 500:
                return None
            width = nice((Fraction(float(found.max())) - Fraction(float(found.min()))) / (len(edges) - 1))
        else:
            spec["width"] = self.random.choice([0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10, 100])
            width = Fraction(repr(spec["width"]))
        as_, target = self.target(name)
        place = self.random.choice(["start", "middle", "end", None])
        edges = [math.nan if math.isnan(value) else math.floor(Fraction(repr(float(value))) / width) for value in values]
        low, high = ([math.nan if math.isnan(edge) else float((edge + shift) * width) for edge in edges] for shift in (0, 1))
        middle = [one / 2 + other / 2 for one, other in zip(low, high)]
        made = {"start": low, "end": high, "middle": middle, None: low}[place]
        level = NOISY if place == "middle" and width.denominator & (width.denominator - 1) else SAME
        return {"bin": {**spec, **as_, **({"at": place} if place else {})}}, self.table.setting(target, number_column(made, level))

    def moments(self):
        names = [name for name, column in self.table.columns.items() if column.kind == "moment" and column.level < NOISY]
        if not names:
            return None
        name = self.random.choice(names)
        as_, target = self.target(name)
        if self.random.random() < 0.3:
            lag, by = self.random.choice([1, 2]), self.keys(1)
            days = pd.Series(self.table.columns[name].values).astype("int64").to_numpy(float) / 1e9 / 86_400
            days[~self.table.columns[name].present] = np.nan
            table = self.table.setting(" ", Column("number", days))
            made = table.per_group(" ", [key for key in by], lambda s: s.diff(lag))
            return {"difference": {"column": name, "lag": lag, "by": by, **as_}}, self.table.setting(target, number_column(made, NOISY))
        unit, period = self.random.choice(list(PERIODS.items()))
        place = self.random.choice(["start", "end"])
        values = self.table.columns[name].values
        made = period_start(values, period)
        if place == "end":
            made = (pd.Series(values).dt.to_period(period) + 1).dt.start_time.to_numpy("datetime64[ns]")
        return {"bin": {"column": name, "unit": unit, "at": place, **as_}}, self.table.setting(target, Column("moment", made))

    def stack(self):
        name, by = self.random.choice(self.numbers(EXACT) or [None]), self.keys(2)
        if name is None:
            return None
        ends, values = {}, self.table.numbers(name)
        low, high = np.full(self.table.count, np.nan), np.full(self.table.count, np.nan)
        for group, rows in enumerate(self.table.groups(by)):
            for row in rows:
                if not math.isnan(values[row]):
                    side = (group, values[row] < 0)
                    low[row] = ends.get(side, 0.0)
                    high[row] = ends[side] = low[row] + values[row]
        spec, places = {"column": name, "by": by}, (f"{name}Start", f"{name}End")
        if self.random.random() < 0.6:
            places = (next(self.names), next(self.names))
            spec["as"] = list(places)
        table = self.table.setting(places[0], number_column(low)).setting(places[1], number_column(high))
        return {"stack": spec}, table

    def normalize(self):
        name, by = self.random.choice(self.numbers(EXACT) or [None]), self.keys(2)
        if name is None:
            return None
        as_, target = self.target(name)
        with np.errstate(all="ignore"):
            made = finite(self.table.per_group(name, by, lambda s: s / s.sum()))
        return {"normalize": {"column": name, "by": by, **as_}}, self.table.setting(target, number_column(made))

    def rolling(self):
        names = self.numbers(EXACT)
        if not names:
            return None
        name, by = self.random.choice(names), self.keys(2)
        as_, target = self.target(name)
        window = self.random.choice([1, 2, 3, 4, 7, 100])
        function = self.random.choice(["mean", "median", "sum", "min", "max", None])
        spec = {"column": name, "window": window, "by": by, **as_, **({"of": function} if function else {})}
        least = window
        if self.random.random() < 0.6:
            spec["least"] = least = self.random.randint(1, window)
        is_centred = self.random.random() < 0.4
        if is_centred:
            spec["align"] = "center"
        made = self.table.per_group(name, by, lambda s: getattr(s.rolling(window, min_periods=least, center=is_centred), function or "mean")())
        return {"rolling": spec}, self.table.setting(target, number_column(made))

    def cumulative(self):
        names = self.numbers(EXACT)
        if not names:
            return None
        name, by = self.random.choice(names), self.keys(2)
        as_, target = self.target(name)
        function = self.random.choice(["sum", "mean", "min", "max", "count"])
        folds = {"sum": lambda s: s.cumsum(), "min": lambda s: s.cummin(), "max": lambda s: s.cummax(),
                 "mean": lambda s: s.cumsum() / s.notna().cumsum(), "count": lambda s: s.expanding(min_periods=0).count()}
        made = self.table.per_group(name, by, folds[function])
        return {"cumulative": {"column": name, "of": function, "by": by, **as_}}, self.table.setting(target, number_column(made))

    def difference(self):
        name, by, lag = self.random.choice(self.numbers()), self.keys(2), self.random.choice([1, 2, 5])
        as_, target = self.target(name)
        made = self.table.per_group(name, by, lambda s: s.diff(lag))
        return {"difference": {"column": name, "lag": lag, "by": by, **as_}}, self.table.setting(target, number_column(made))

    def percentChange(self):
        name, by, lag = self.random.choice(self.numbers()), self.keys(2), self.random.choice([1, 2])
        as_, target = self.target(name)
        with np.errstate(all="ignore"):
            made = finite(self.table.per_group(name, by, lambda s: s / s.shift(lag) - 1))
        return {"percentChange": {"column": name, "lag": lag, "by": by, **as_}}, self.table.setting(target, number_column(made))

    def fit(self):
        names = [name for name in self.numbers(EXACT) if self.table.columns[name].kind == "number"]
        if len(names) < 2:
            return None
        x, y = self.random.sample(names, 2)
        by, degree = self.keys(1), self.random.choice([1, 2])
        xs, ys = self.table.numbers(x), self.table.numbers(y)
        made = np.full(self.table.count, np.nan)
        for rows in self.table.groups(by):
            known = [row for row in rows if not math.isnan(xs[row]) and not math.isnan(ys[row])]
            if not known:
                continue
            if len(set(xs[known])) <= degree or np.ptp(xs[rows]) > 1e4:
                return None  # Of fewer points than a curve has bends there are many curves.
            made[rows] = np.polynomial.Polynomial.fit(xs[known], ys[known], degree)(xs[rows])
        as_, target = next(self.names), None
        spec = {"x": x, "y": y, "by": by, "as": as_}
        if degree == 2 or self.random.random() < 0.5:
            spec |= {"method": "polynomial", "degree": degree}
        return {"fit": spec}, self.table.setting(as_, number_column(made, NOISY))

    # Tables of other rows

    def group(self):
        by = self.keys(2)
        groups = self.table.groups(by)
        made, columns = {}, {}
        for name in by:
            columns[name] = self.table.columns[name].taking([rows[0] for rows in groups])
        for _ in range(self.random.randint(1, 3)):
            name = next(self.names)
            made[name], columns[name] = self.formulas().aggregate(groups)
        if self.random.random() < 0.7 or len(by) != 1:
            written = {"by": by} if by or self.random.random() < 0.5 else {}
        else:
            written = {"by": by[0]}
        return {"group": {**written, **made}}, Table(columns, len(groups))

    def pivot(self):
        names = [name for name, column in self.table.columns.items()
                 if column.kind == "text" or (name == "year" and column.kind == "number")]
        if not names or not self.table.count:
            return None
        name = self.random.choice(names)
        column = self.table.columns[name]
        if column.kind == "number" and not np.all(column.values[column.present] % 1 == 0) or column.level == NOISY:
            return None
        value = self.random.choice([other for other in self.table.columns if other != name] or [None])
        if value is None:
            return None
        kind = self.table.columns[value].kind
        function = self.random.choice({"text": ["first", "last", "count"], "moment": ["min", "max", "first", "last", "count"]}.get(
            kind, ["sum", "mean", "min", "max", "count", "first", "last"]))
        spec = {"name": name, "value": value}
        if kind in ("text", "moment") or function != "sum" or self.random.random() < 0.5:
            spec["of"] = function
        if self.random.random() < 0.6:
            spec["by"] = by = [key for key in self.keys(2) if key != name]
        else:
            by = [other for other in self.table.columns if other not in (name, value)]
            if any(self.table.columns[key].level == NOISY for key in by):
                return None
        labels = [None if not there else str(int(key)) if column.kind == "number" else key for key, there in zip(column.values, column.present)]
        wide = list(dict.fromkeys(label for label in labels if label is not None))
        if set(wide) & set(by) or "" in wide:
            return None
        values = self.table.columns[value]
        if kind == "truth":
            values = number_column(self.table.numbers(value))
        groups = self.table.groups(by)
        columns = {key: self.table.columns[key].taking([rows[0] for rows in groups]) for key in by}
        for label in wide:
            columns[label] = fold(values, [[row for row in rows if labels[row] == label] for rows in groups], function)
        if not columns:
            return None
        return {"pivot": spec}, Table(columns, len(groups))

    def unpivot(self):
        kind = self.random.choice(["number", "number", "text", "moment", "truth"])
        names = [name for name, column in self.table.columns.items() if column.kind == kind]
        if not names:
            return None
        names = self.random.sample(names, self.random.randint(1, min(3, len(names))))
        spec, name, value = {"columns": names}, "name", "value"
        kept = Table({key: column for key, column in self.table.columns.items() if key not in names}, self.table.count)
        # A column that is kept may not be overwritten.
        if self.random.random() < 0.6 or not kept.columns.keys().isdisjoint((name, value)):
            name, value = spec["name"], spec["value"] = next(self.names), next(self.names)
        if self.table.count * len(names) > 200:
            return None
        rows = [row for row in range(self.table.count) for _ in names]
        table = kept.taking(rows).setting(name, Column("text", names * self.table.count))
        parts = [self.table.columns[key] for key in names]
        cells = [parts[place % len(names)].values[place // len(names)] for place in range(len(rows))]
        level = max(part.level for part in parts)
        if kind == "number":
            column = number_column(cells, level)
        elif kind == "moment":
            column = Column(kind, np.array(cells, "datetime64[ns]"), level)
        elif kind == "truth":
            column = Column(kind, pd.Series(cells, dtype="boolean"))
        else:
            column = Column(kind, cells)
        return {"unpivot": spec}, table.setting(value, column)
