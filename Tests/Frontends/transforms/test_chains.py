"""Random steps, one after the other, over random small tables, against pandas and NumPy.

A chain is made and done here step by step (steps.py, formulas.py), so that each step fits what the ones before it have
left. Then the program is asked for every column. Numbers must be the same but for what rounding may leave in sums;
texts, truths and the places of what is missing exactly.
"""

import json
import random

import numpy as np
import pandas as pd
import pytest

from steps import Steps, random_table
from tables import NOISY

CHAINS = 300


def read(program, data, steps, table):
    """All columns of a table, as the program has them: the numbers, and each column of another kind beside a column of ones."""
    # A chart needs a number, which a table may lack.
    steps = [*steps, {"calculate": {"one": "1"}}]
    numbers = [name for name, column in table.columns.items() if column.kind == "number"]
    others = [name for name in table.columns if name not in numbers]
    columns = {}
    for place in range(max(len(others), 1)):
        series = ["one", *(numbers if place == 0 else [])]
        spec = {"kind": "scatter", "data": {"columns": data, "transform": steps}, "series": [{"column": name, "name": name} for name in series]}
        if others:
            spec["data"]["x"] = others[place]
            if table.columns[others[place]].kind != "moment":
                spec["x"] = {"scale": "category"}
        _, made = program.chart(spec)
        if others:
            columns[others[place]] = made["x.moments" if "x.moments" in made else "x.values"]
        columns |= {name: made[f"series[{index}].values"] for index, name in enumerate(series)}
    return columns


def drawn(program, data, steps, step):
    """Which rows a sample takes: told by a column of places, which is no part of the chain."""
    place = [{"calculate": {"one": "1"}}, {"cumulative": {"column": "one", "as": "place"}}]
    spec = {"kind": "scatter", "data": {"columns": data, "transform": [*steps, *place, step]}, "series": [{"column": "place"}]}
    return [int(number) - 1 for number in program.chart(spec)[1]["series[0].values"]]


def expect(column, made, said):
    if column.kind == "number":
        tolerance = {"rtol": 1e-6, "atol": 1e-6} if column.level == NOISY else {"rtol": 1e-12, "atol": 0}
        np.testing.assert_allclose(np.asarray(made, float), column.values, **tolerance, err_msg=said)
    elif column.kind == "moment":
        milliseconds = np.where(column.present, column.values.astype("datetime64[ns]").astype("int64") / 1e6, np.nan)
        np.testing.assert_allclose(np.asarray(made, float), milliseconds, rtol=0, atol=1, err_msg=said)
    else:
        values = column.values if column.kind == "text" else [None if pd.isna(truth) else str(bool(truth)).lower() for truth in column.values]
        assert [None if not isinstance(value, str) else value for value in made] == list(values), said


@pytest.mark.parametrize("seed", range(CHAINS))
def test_random_chains_give_what_pandas_gives(program, seed):
    random_ = random.Random(seed)
    data, table = random_table(random_)
    chain = Steps(table, random_, lambda done, step: drawn(program, data, done, step))
    for _ in range(random_.randint(1, 6)):
        chain.add()
    said = json.dumps({"columns": data, "transform": chain.done})
    made = read(program, data, chain.done, chain.table)
    for name, column in chain.table.columns.items():
        assert len(made[name]) == chain.table.count, f"{name}: {said}"
        expect(column, made[name], f"{name}: {said}")
    assert len(made["one"]) == chain.table.count, said
