"""The same steps over the same table, wherever it comes from."""

import csv
import json
import math
import sqlite3
import subprocess

import pytest
from frames import same

import clients

ROWS = [{"city": ["Bonn", "Mainz", "Köln, am Rhein"][row % 3], "day": f"2026-0{1 + row % 9}-1{row % 10}", "n": row * 1.5 if row % 7 else None} for row in range(200)]
STEPS = [
    {"filter": "n > 10 and city != 'Mainz'"}, {"calculate": {"m": "n * 2 + month(day)"}},
    {"bin": {"column": "day", "unit": "quarter", "as": "quarter"}},
    {"group": {"by": ["city", "quarter"], "s": "sum(m)", "c": "count()", "q": "quantile(n, 0.25)"}}, {"sort": ["-s"]},
]


@pytest.fixture(scope="module")
def sources(program):
    folder = program.directory
    with (folder / "t.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, ["city", "day", "n"])
        writer.writeheader()
        writer.writerows(ROWS)
    (folder / "t.json").write_text(json.dumps(ROWS))
    with sqlite3.connect(folder / "t.db") as database:
        database.execute("create table t (city text, day text, n real)")
        database.executemany("insert into t values (:city, :day, :n)", ROWS)
    return {
        "csv": {"csv": "t.csv"}, "json": {"json": "t.json"}, "table": {"sqlite": "t.db", "table": "t"},
        "query": {"sqlite": "t.db", "query": "SELECT n, day, city FROM t"},
        "columns": {"columns": {key: [row[key] for row in ROWS] for key in ("city", "day", "n")}},
    }


def drawn(program, data, **more):
    spec = {"kind": "bar", "data": {**data, "transform": STEPS, "x": "city"}, "series": [{"column": "s"}, {"column": "c"}, {"column": "q"}], **more}
    return program.chart(spec)


@pytest.mark.parametrize("where", [{}, {"city": ["Bonn", "Mainz"]}], ids=["all", "where"])
def test_all_sources_give_the_same(program, sources, where):
    found = {name: drawn(program, {**data, "where": where}) for name, data in sources.items()}
    first = found["csv"]
    assert len(first[1]["x.values"]) == (3 if where else 6)
    for name, (warnings, columns) in found.items():
        assert warnings == first[0] == [], name
        assert columns.keys() == first[1].keys()
        assert columns["x.values"] == first[1]["x.values"]
        for series in range(3):
            same(columns[f"series[{series}].values"], first[1][f"series[{series}].values"])


def test_the_numbers_are_those_of_a_loop(program, sources):
    groups = {}
    for row in ROWS:
        if row["n"] is not None and row["n"] > 10 and row["city"] != "Mainz":
            month = int(row["day"][5:7])
            groups.setdefault((row["city"], (month - 1) // 3), []).append(row["n"] * 2 + month)
    expected = sorted(((sum(values), city) for (city, _), values in groups.items()), reverse=True)
    _, columns = drawn(program, sources["csv"])
    same(columns["series[0].values"], [value for value, _ in expected])
    assert columns["x.values"] == [city for _, city in expected]


def test_a_file_without_rows_and_steps_that_leave_none_say_so(program):
    (program.directory / "empty.csv").write_text("a,b\n")
    warnings, _ = program.chart({"kind": "line", "data": {"csv": "empty.csv", "transform": [{"filter": "a > 1"}], "x": "a", "y": "b"}})
    assert warnings[0] == "no row of 'empty.csv' is left by the steps"
    (program.directory / "dates.csv").write_text("d,n\n1/2/2026,3\n25/2/2026,4\n")
    data = {"csv": "dates.csv", "transform": [{"bin": {"column": "d", "unit": "month"}}], "x": "d", "y": "n"}
    assert list(program.chart({"kind": "bar", "data": data})[1]["series[0].values"]) == [3, 4]
    with pytest.raises(clients.RPCError, match="no column that is used holds only dates that are written so"):
        program.chart({"kind": "bar", "data": {**data, "dateFormat": "d.M.yyyy"}})
    (program.directory / "either.csv").write_text("d,n\n1/2/2026,3\n3/4/2026,4\n")
    with pytest.raises(clients.RPCError, match="can begin with the day or with the month"):
        program.chart({"kind": "bar", "data": {**data, "csv": "either.csv"}})
    program.chart({"kind": "bar", "data": {**data, "csv": "either.csv", "dateFormat": "d/M/yyyy"}})


def test_a_recording_gives_the_same_without_the_file(tmp_path):
    (tmp_path / "t.csv").write_text("city,n\nBonn,1\nMainz,2\nBonn,3\n")
    spec = {"kind": "line", "data": {"csv": "t.csv", "y": "n", "transform": [{"cumulative": {"column": "n", "by": "city"}}]}, "series": {"by": "city"}}
    with clients.Stdio("--record", "r.jsonl", cwd=tmp_path) as client:
        client.call("chart/create", spec=spec, chart="a")
    (tmp_path / "t.csv").unlink()
    done = subprocess.run([clients.program(), "replay", "r.jsonl"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_picture_is_made_from_the_command_line(tmp_path):
    (tmp_path / "t.csv").write_text("year,n\n" + "".join(f"{2000 + row},{math.sin(row)}\n" for row in range(50)))
    (tmp_path / "c.yaml").write_text(
        "kind: combined\ndata:\n  csv: t.csv\n  x: year\n  transform:\n    - fit: {x: year, y: n, method: loess, span: 0.3, as: trend}\n"
        "series:\n  - {type: scatter, name: n}\n  - {type: line, name: trend}\n")
    done = subprocess.run([clients.program(), "render", "c.yaml"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("<svg"), done.stderr
