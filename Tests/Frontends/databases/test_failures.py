"""When the database goes wrong while a chart over it is looked at: it keeps its picture, says so, and goes on by itself; others notice nothing."""

from __future__ import annotations

import signal
import subprocess
import time

import pytest

from clients import SPENDING, Stdio
from postgres import EXPLAINING, Postgres

ROWS = 150_000
SPEC = {
    "kind": "line", "size": {"width": 320, "height": 200}, "viewport": {"zoom": "x", "maxZoom": 100_000},
    "data": {"connection": "test", "table": "m", "x": "t", "y": "v"}}
NOTICE = "Not up to date"


def fill(server: Postgres) -> None:
    server.sql(
        "CREATE TABLE m AS SELECT timestamptz '2026-01-01Z' + i * interval '1 s' t, sin(i / 500.0) * 10 + i % 7 v "
        f"FROM generate_series(1, {ROWS}) i; CREATE INDEX ON m (t); ANALYZE m")


@pytest.fixture
def server():
    with Postgres() as server:
        fill(server)
        yield server


@pytest.fixture
def editor(server, connections):
    connections(server.connection() + "patience = 60\nconnect_timeout = 1\n")
    with Stdio() as editor:
        editor.call("session/subscribe")
        editor.call("chart/create", chart="large", spec=SPEC)
        editor.call("chart/create", chart="small", spec=SPENDING)
        yield editor


def picture(editor) -> str:
    return editor.call("chart/render", chart="large")["svg"]


def zoomed(editor, scale, at="2026-01-02T00:00:00Z") -> dict:
    return editor.call("chart/zoom", chart="large", scale=scale, at=at)


def changed(editor, until) -> None:
    """Waits for a change after which something holds."""
    while not until():
        editor.notification(timeout=60)


def test_a_server_that_is_killed_and_comes_back(server, editor):
    before = picture(editor)
    server.stop(signal.SIGKILL)
    answer = zoomed(editor, 30)
    shown = answer["display"]["image/svg+xml"]
    # What was there of the part is shown, and that it is not all.
    assert NOTICE in shown and shown != before
    assert any("cannot be read" in warning for warning in editor.call("chart/get", chart="large")["warnings"])
    # Others notice nothing.
    began = time.perf_counter()
    for _ in range(20):
        assert editor.call("chart/tap", chart="small", x=360, y=120, render=False)["hit"]["kind"] == "slice"
    assert time.perf_counter() - began < 5
    server.start()
    changed(editor, lambda: NOTICE not in picture(editor))
    assert editor.call("chart/get", chart="large")["warnings"] == []
    # And it is the picture that it would have been.
    exact = picture(editor)
    editor.call("chart/delete", chart="large")
    editor.call("chart/create", chart="large", spec=SPEC)
    assert zoomed(editor, 30)["display"]["image/svg+xml"] == exact


def test_a_table_that_is_dropped_while_it_is_looked_at(server, editor):
    server.sql("DROP TABLE m")
    assert NOTICE in zoomed(editor, 30)["display"]["image/svg+xml"]
    warnings = editor.call("chart/get", chart="large")["warnings"]
    assert any('relation "m" does not exist' in warning for warning in warnings), warnings
    # What is there can be looked at all the same.
    assert editor.call("chart/zoom", chart="large", fit=True)["changed"]
    assert editor.call("chart/tap", chart="large", x=160, y=100)["hit"]["kind"] in ("point", "plot")


def test_a_column_that_becomes_another_type(server, editor):
    server.sql("ALTER TABLE m ALTER COLUMN v TYPE text USING 'x' || v")
    assert NOTICE in zoomed(editor, 30)["display"]["image/svg+xml"]
    server.sql("ALTER TABLE m ALTER COLUMN v TYPE float8 USING substr(v, 2)::float8")
    assert NOTICE not in zoomed(editor, 1.5)["display"]["image/svg+xml"]


def test_rows_that_take_long_are_shown_coarse_first_and_by_themselves_later(server, connections):
    """Reading is slowed down by a lock that another one holds."""
    connections(server.connection() + "patience = 0.05\n")
    with Stdio() as editor:
        editor.call("session/subscribe")
        editor.call("chart/create", chart="large", spec=SPEC)
        changed(editor, lambda: "Coarse" not in picture(editor))
        holder = server.holding("LOCK TABLE m IN ACCESS EXCLUSIVE MODE")
        try:
            shown = zoomed(editor, 30)["display"]["image/svg+xml"]
            assert "Coarse: rows are being read" in shown
            assert any("coarse" in warning for warning in editor.call("chart/get", chart="large")["warnings"])
        finally:
            holder()
        changed(editor, lambda: "Coarse" not in picture(editor))
        assert editor.call("chart/get", chart="large")["warnings"] == []


def test_a_newer_window_ends_the_older_query(server, connections):
    connections(server.connection() + "patience = 0.05\n")
    with Stdio() as editor:
        editor.call("session/subscribe")
        editor.call("chart/create", chart="large", spec=SPEC)
        changed(editor, lambda: "Coarse" not in picture(editor))
        holder = server.holding("LOCK TABLE m IN ACCESS EXCLUSIVE MODE")
        try:
            for number in range(6):
                zoomed(editor, 40, at=f"2026-01-01T{6 * number % 24:02}:00:00Z")
                editor.call("chart/zoom", chart="large", fit=True)
            # Those of windows that nobody looks at any more are not waiting.
            deadline = time.monotonic() + 20
            while server.active() > 2:
                assert time.monotonic() < deadline
        finally:
            holder()
        changed(editor, lambda: "Coarse" not in picture(editor))


def test_what_many_look_at_is_asked_for_once(connections):
    with Postgres(**EXPLAINING) as server:
        fill(server)
        connections(server.connection() + "patience = 60\n")
        with Stdio() as editor:
            editor.call("chart/create", chart="large", spec=SPEC)
            zoomed(editor, 30)
            before = len(server.plans())
            pictures = {picture(editor) for _ in range(100)}
            for _ in range(100):
                editor.call("chart/hover", chart="large", x=160, y=100)
            assert len(pictures) == 1
            # Once the rows around the place that is pointed at.
            assert len(server.plans()) - before <= 3


def test_a_recording_needs_no_database(connections, tmp_path, chart_kernel):
    """What the database gave is in it, also of windows and of places."""
    path = tmp_path / "recording"
    with Postgres() as server:
        fill(server)
        connections(server.connection())
        with Stdio("--record", str(path)) as editor:
            editor.call("chart/create", chart="large", spec=SPEC)
            for scale in (3, 30, 0.2):
                zoomed(editor, scale)
                editor.call("chart/tap", chart="large", x=150, y=90)
    replayed = subprocess.run([chart_kernel, "replay", str(path)], capture_output=True, text=True, timeout=120)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


def test_what_was_looked_at_is_exact_again_after_a_restart(server, connections, tmp_path):
    connections(server.connection() + "patience = 60\n")
    with Stdio("--store", str(tmp_path / "store")) as editor:
        editor.call("chart/create", chart="large", spec=SPEC)
        zoomed(editor, 30)
        before = editor.call("chart/tap", chart="large", x=150, y=90)
        shown = picture(editor)
    with Stdio("--store", str(tmp_path / "store")) as editor:
        editor.call("session/subscribe")
        changed(editor, lambda: picture(editor) == shown)
        assert editor.call("chart/selected", chart="large")["selected"]["index"] == before["selection"]["index"]
