"""Tables as pandas and NumPy have them, for steps to be done to without the program."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

EXACT, SAME, NOISY = range(3)
"""How much of a number both sides have in common: any sum of such numbers; the number itself; all but the last digits."""


@dataclass
class Column:
    """Values of one kind: numbers (NaN), moments (NaT), truths (NA) or texts (None), with what marks one that is missing."""

    kind: str
    values: object
    level: int = EXACT

    @property
    def present(self):
        if self.kind == "number":
            return ~np.isnan(self.values)
        if self.kind == "moment":
            return ~np.isnat(self.values)
        if self.kind == "truth":
            return self.values.notna().to_numpy(bool)
        return np.array([value is not None for value in self.values], bool)

    def taking(self, rows):
        """Rows by their numbers; -1 for one with nothing in it."""
        rows = list(rows)
        if self.kind == "text":
            return Column("text", [None if row < 0 else self.values[row] for row in rows], self.level)
        taken = pd.Series(self.values).reindex(range(len(self.values))).reindex(rows)
        if self.kind == "truth":
            return Column("truth", taken.astype("boolean").reset_index(drop=True), self.level)
        return Column(self.kind, taken.to_numpy("datetime64[ns]" if self.kind == "moment" else float), self.level)

    def key(self, row):
        """What stands for a value where rows are alike."""
        return None if not self.present[row] else self.values[row]


def number_column(values, level=SAME):
    """A column of numbers that both sides compute alike: of whole 64ths, which add up without rounding, or of others."""
    values = np.asarray(values, float)
    found = values[~np.isnan(values)]
    if level < NOISY:
        level = EXACT if np.all(np.abs(found) < 1e9) and np.all(found * 64 == np.round(found * 64)) else SAME
    return Column("number", values, level)


class Table:
    def __init__(self, columns, count):
        self.columns, self.count = dict(columns), count

    def numbers(self, name):
        column = self.columns[name]
        if column.kind == "truth":
            return column.values.astype("Float64").to_numpy(float, na_value=np.nan)
        return column.values

    def setting(self, name, column):
        return Table({**self.columns, name: column}, self.count)

    def taking(self, rows):
        return Table({name: column.taking(rows) for name, column in self.columns.items()}, len(rows))

    def groups(self, names):
        """The rows of each group, in the order in which groups first occur; without names all rows are one."""
        if not names:
            return [list(range(self.count))]
        found = {}
        for row in range(self.count):
            found.setdefault(tuple(self.columns[name].key(row) for name in names), []).append(row)
        return list(found.values())

    def per_group(self, name, names, function):
        """A column computed group by group, by a function of a pandas series."""
        values, results = self.numbers(name), np.full(self.count, np.nan)
        for rows in self.groups(names):
            results[rows] = np.asarray(function(pd.Series(values[rows], dtype=float)), float)
        return results


def fold(column, groups, function, share=None):
    """What the values of each group have together; all pass over missing ones, as pandas does."""
    if column.kind == "text":
        return fold_texts(column, groups, function)
    values = pd.Series(column.values)
    folds = {
        "sum": lambda s: s.sum(min_count=1), "mean": lambda s: s.mean(), "median": lambda s: s.median(),
        "min": lambda s: s.min(), "max": lambda s: s.max(), "count": lambda s: s.count(), "distinct": lambda s: s.nunique(),
        "stdev": lambda s: s.std(), "first": lambda s: s.iloc[0] if len(s) else None,
        "last": lambda s: s.iloc[-1] if len(s) else None, "quantile": lambda s: s.quantile(share) if len(s) else None}
    results = [folds[function](values.iloc[rows].dropna()) for rows in groups]
    if column.kind == "moment" and function not in ("count", "distinct"):
        level = NOISY if function in ("mean", "median", "quantile") else column.level
        return Column("moment", pd.Series(results, dtype="datetime64[ns]").to_numpy("datetime64[ns]"), level)
    results = pd.Series(results, dtype="Float64").to_numpy(float, na_value=np.nan)
    if function in ("count", "distinct"):
        return number_column(results)
    if function in ("min", "max", "first", "last"):
        return number_column(results, column.level)
    return number_column(results, SAME if column.level == EXACT and function in ("sum", "mean", "median") else NOISY)


def fold_texts(column, groups, function):
    found = [[column.values[row] for row in rows if column.values[row] is not None] for rows in groups]
    if function in ("count", "distinct"):
        return number_column([len(values if function == "count" else set(values)) for values in found])
    one = {"min": min, "max": max, "first": lambda values: values[0], "last": lambda values: values[-1]}[function]
    return Column("text", [one(values) if values else None for values in found])
