"""Lines over tables that are too large to be held: whatever is done to them, pictures and answers are those of all rows."""

from __future__ import annotations

import math
import os
import random

import pytest

from clients import Stdio

#: Longer runs say more: CHART_KERNEL_WINDOWS=10000 for each kind of rows and of database together.
WINDOWS = int(os.environ.get("CHART_KERNEL_WINDOWS", "120"))
#: More than what is read whole, which `LIMITS` says; in longer runs more than what is read whole if nothing is said.
COUNT, LIMITS = (120_000, "") if "CHART_KERNEL_WINDOWS" in os.environ else (40_000, "row_limit = 30000\n")


def walk(chance, count):
    value, rows = 0.0, []
    for index in range(count):
        value += round(chance.gauss(0, 1), 3)
        rows.append((index, value))
    return rows


def nasty(chance, count):
    """Uneven, with several rows at a position, gaps, runs of one value, spikes and a long hole."""
    place, value, rows = 0, 0.0, []
    for index in range(count):
        if not chance.random() < 0.2:
            place += chance.choice([1, 1, 1, 2, 3])
        if index == count // 2:
            place += 40_000
        value += chance.choice([-1.5, -0.25, 0.25, 1.5])
        shown = value
        if (index // 5_000) % 4 == 1:
            shown = 4.0
        if index % 20_011 == 7:
            shown = 1e4
        if (index // 3_000) % 9 == 4 or index % 4_001 == 5:
            shown = None
        rows.append((place, shown))
    return rows


MADE = {"walk": walk, "nasty": nasty}


def ordered(rows):
    """As a chart has them: by position, then by value, those without one last."""
    return sorted(rows, key=lambda row: (row[0], row[1] is None, row[1] or 0))


@pytest.fixture(scope="module")
def tables():
    return {}


VIEW = {"kind": "line", "size": {"width": 320, "height": 200}, "viewport": {"zoom": "x", "maxZoom": 100_000}}

#: Kinds of rows and of positions, and what else the chart is told.
CHARTS = [
    *[(name, kind, {}) for name in MADE for kind in ("time", "int", "float")],
    ("nasty", "time", {"viewport": {**VIEW["viewport"], "snap": True}}),
]


@pytest.fixture(params=CHARTS, ids=lambda chart: "-".join([*chart[:2], *chart[2]]))
def kind(request):
    return request.param


@pytest.fixture
def editor(source, connections, tables, tmp_path_factory):
    if source.name == "duckdb":
        source.folder = tables.setdefault("folder", tmp_path_factory.mktemp("duckdb"))
    connections(source.connection() + "patience = 60\n" + LIMITS)
    with Stdio() as editor:
        for session in ("all", "some"):
            editor.call("session/open", session=session)
        yield editor


def made(source, tables, name, kind, rows):
    """A table in the database, and the positions as a chart has them."""
    table = f"{name}_{kind}"
    # Half seconds are no moments of all engines, and half numbers no whole ones.
    positions = {"time": lambda x: 1_700_000_000 + 60 * x, "int": lambda x: x - 30_000, "float": lambda x: x / 8 - 999.5}[kind]
    placed = [(positions(x), y) for x, y in rows]
    if (source.name, table) not in tables:
        shuffled = placed[:]
        random.Random(1).shuffle(shuffled)
        columns = {"x": [row[0] for row in shuffled], "y": [row[1] for row in shuffled]}
        tables[source.name, table] = source.make(table, {"x": kind, "y": "float"}, columns)
    scale = 1_000 if kind == "time" else 1
    return tables[source.name, table], [(x * scale, y) for x, y in ordered(placed)]


def charts(editor, source, tables, name, kind, rows, **more):
    """The same chart twice: of all rows, and over the table."""
    data, placed = made(source, tables, name, kind, rows)
    x = {"scale": "time"} if kind == "time" else {"scale": "linear"}
    series = [{"name": "y", "x": [row[0] for row in placed], "values": [row[1] for row in placed]}]
    editor.call("chart/create", session="all", chart="c", spec={**VIEW, **more, "x": x, "series": series})
    editor.call("chart/create", session="some", chart="c", spec={**VIEW, **more, "data": {**data, "x": "x", "y": "y"}})
    return placed


def both(editor, method, **params):
    """What the same gives in both, without what tells them apart."""
    answers = []
    for session in ("all", "some"):
        answer = editor.call(method, session=session, chart="c", **params)
        answers.append({key: value for key, value in answer.items() if key not in ("session", "revision", "warnings", "spec")})
    assert answers[1].keys() == answers[0].keys()
    for key in answers[0]:
        if answers[1][key] != answers[0][key]:
            pytest.fail(f"{method} {params}: {key}: {difference(str(answers[1][key]), str(answers[0][key]))}")
    return answers[0]


def difference(text, expected):
    """Where two texts begin to differ."""
    same = len(os.path.commonprefix([text, expected]))
    return f"…{text[max(same - 150, 0):same + 100]}…\n  for …{expected[max(same - 150, 0):same + 100]}…"


def something(chance, placed):
    """Anything that people do to a chart."""
    x, y = chance.uniform(0, 320), chance.uniform(0, 200)
    near = chance.choice(placed)[0]
    return chance.choice([
        lambda: ("chart/zoom", {"at": near, "scale": chance.choice([0.4, 1.7, 8, 300])}),
        lambda: ("chart/zoom", {"scale": chance.uniform(0.3, 4), "x": x}),
        lambda: ("chart/scroll", {"by": chance.uniform(-300, 300)}),
        lambda: ("chart/scroll", {"to": near}),
        lambda: ("chart/zoom", {"fit": True}),
        lambda: ("chart/key", {"key": chance.choice(["ArrowRight", "ArrowLeft", "Home", "End", "+", "-"])}),
        lambda: ("chart/highlight", {"index": chance.randrange(len(placed))}),
        lambda: ("chart/tap", {"x": x, "y": y}),
        lambda: ("chart/tap", {"x": x, "y": y}),
        lambda: ("chart/hover", {"x": x, "y": y}),
        lambda: ("chart/brush", {"x": sorted([near, chance.choice(placed)[0]])}),
        lambda: ("chart/brush", {"x": None}),
        lambda: ("chart/hitTest", {"x": x, "y": y}),
    ])()


def test_whatever_is_done_comes_out_as_with_all_rows(editor, source, tables, kind):
    name, positions, more = kind
    rows = MADE[name](random.Random(5), COUNT)
    placed = charts(editor, source, tables, name, positions, rows, **more)
    chance = random.Random(f"{source.name} {kind}")
    for _ in range(max(WINDOWS // len(CHARTS), 10)):
        method, params = something(chance, placed)
        both(editor, method, **params)
