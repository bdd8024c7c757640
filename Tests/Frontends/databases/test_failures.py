"""When the database goes wrong while a chart over it is looked at: it keeps its picture, says so, and goes on by itself; others notice nothing."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import time

import pytest

from clients import SPENDING, Dealer, Server, Stdio, request
from postgres import EXPLAINING, Postgres

ROWS = 150_000
SPEC = {
    "kind": "line", "size": {"width": 320, "height": 200}, "viewport": {"zoom": "x", "maxZoom": 100_000},
    "data": {"connection": "test", "table": "m", "x": "t", "y": "v"}}
NOTICE = "Not up to date"


def fill(server: Postgres) -> None:
    # What is not written down when the server is killed is not there afterwards.
    server.sql(
        "SET synchronous_commit = on; CREATE TABLE m AS SELECT timestamptz '2026-01-01Z' + i * interval '1 s' t, sin(i / 500.0) * 10 + i % 7 v "
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


def test_a_hundred_viewers_ask_for_what_one_asks_for(connections, tmp_path):
    """They are told of a window, and want its picture and what lies at a place of it, all at once."""
    with Postgres(**EXPLAINING) as server:
        fill(server)
        connections(server.connection() + "patience = 60\n")
        with Server(f"ipc://{tmp_path}/s", "--connection", "test") as program, contextlib.ExitStack() as stack:
            viewers = [stack.enter_context(Dealer(program.address)) for _ in range(100)]
            for viewer in viewers:
                viewer.call("session/subscribe")

            def together(viewers, method, **params) -> list[dict]:
                for viewer in viewers:
                    viewer.send(request(1_000, method, params))
                answers = []
                for viewer in viewers:
                    while "id" not in (answer := viewer.receive()):
                        pass
                    answers.append(answer["result"])
                return answers

            def queries(chart, viewers) -> int:
                viewers[0].call("chart/create", chart=chart, spec=SPEC)
                before = len(server.plans())
                viewers[0].call("chart/zoom", chart=chart, scale=30, at="2026-01-02T00:00:00Z", render=False)
                pictures = {answer["svg"] for answer in together(viewers, "chart/render", chart=chart)}
                assert len(pictures) == 1 and "Coarse" not in pictures.pop()
                hits = together(viewers, "chart/hitTest", chart=chart, x=160, y=100)
                assert all(hit == hits[0] for hit in hits)
                return len(server.plans()) - before

            alone = queries("one", viewers[:1])
            assert alone > 0
            assert queries("all", viewers) == alone


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


def test_what_a_killed_program_asked_for_ends_long_before_its_time(server, connections):
    connections(server.connection())
    endless = "SELECT count(*) AS x, 1 AS y FROM generate_series(1, 100000) a, generate_series(1, 1000000) b"
    with Stdio() as editor:
        editor.send({"jsonrpc": "2.0", "id": 1, "method": "chart/create", "params": {
            "spec": {"kind": "bar", "data": {"connection": "test", "sql": endless, "x": "x", "y": "y"}}}})
        while not server.active():
            pass
        editor.process.kill()
    deadline = time.monotonic() + 15
    while server.active():
        assert time.monotonic() < deadline


# Linked charts

#: How often values lie in which five, which a database counts.
COUNTED = {"connection": "test", "table": "m", "transform": [
    {"calculate": {"k": "floor(v / 5)"}}, {"group": {"by": "k", "n": "count()"}}]}
BARS = {"kind": "bar", "link": "k", "data": {**COUNTED, "x": "k", "y": "n"}, "x": {"scale": "category"}}
PIE = {"kind": "pie", "link": "k", "data": {**COUNTED, "label": "k", "value": "n"}}
LINKED = {
    "large": {**SPEC, "link": "k", "select": {"brush": "x", "filter": True}}, "bars": BARS, "pie": PIE,
    "layout": {"kind": "layout", "charts": [{**BARS, "id": "b"}, {**SPENDING, "id": "s"}]}}
READING, UNREADABLE = "Not up to date: selected rows are being read", "Not up to date: rows cannot be read"
FOLLOWERS = ("bars", "pie", "layout")


@pytest.fixture
def linked(server, connections):
    connections(server.connection() + "connect_timeout = 1\n")
    with Stdio() as editor:
        editor.call("session/subscribe")
        for name, spec in LINKED.items():
            editor.call("chart/create", chart=name, spec=spec)
        editor.call("chart/create", chart="small", spec=SPENDING)
        yield editor


def brush(editor, low, high):
    return editor.call(
        "chart/brush", chart="large", x=low and [f"2026-01-01T{low:02}:00:00Z", f"2026-01-01T{high:02}:00:00Z"], render=False)


def followers(editor) -> dict[str, str]:
    return {name: editor.call("chart/render", chart=name)["svg"] for name in FOLLOWERS}


def settled(editor) -> dict[str, str]:
    """What they show once all is there."""
    changed(editor, lambda: not any(NOTICE in shown for shown in followers(editor).values()))
    return followers(editor)


def taps_are_quick(editor) -> None:
    """Among those of twenty taps the middle one; the machine may be busy for a moment."""
    spans = []
    for _ in range(20):
        began = time.perf_counter()
        assert editor.call("chart/tap", chart="small", x=360, y=120, render=False)["hit"]["kind"] == "slice"
        spans.append(time.perf_counter() - began)
    assert sorted(spans)[10] < 0.1


def test_linked_charts_follow_by_themselves_when_their_rows_come(server, linked):
    brush(linked, 2, 5)
    exact = settled(linked)
    brush(linked, None, None)
    whole = settled(linked)
    assert all(exact[name] != whole[name] for name in FOLLOWERS)
    holder = server.holding("LOCK TABLE m IN ACCESS EXCLUSIVE MODE")
    try:
        brush(linked, 2, 5)
        taps_are_quick(linked)
        shown = followers(linked)
        for name in FOLLOWERS:
            assert READING in shown[name]
            assert any("as soon as" in text for text in linked.call("chart/get", chart=name)["warnings"])
        assert shown["layout"].count(f">{READING}<") == 1, "the other chart of the layout shows all that there is"
    finally:
        holder()
    assert settled(linked) == exact
    assert not any(linked.call("chart/get", chart=name)["warnings"] for name in FOLLOWERS)


def test_linked_charts_follow_once_the_server_is_back(server, linked):
    brush(linked, 2, 5)
    exact = settled(linked)
    brush(linked, None, None)
    settled(linked)
    server.stop(signal.SIGKILL)
    brush(linked, 2, 5)
    taps_are_quick(linked)
    changed(linked, lambda: all(UNREADABLE in shown for shown in followers(linked).values()))
    assert any("cannot be reached" in text or "closed" in text for text in linked.call("chart/get", chart="bars")["warnings"])
    server.start()
    assert settled(linked) == exact


def test_what_is_selected_instead_ends_the_older_queries(server, linked):
    brush(linked, 2, 5)
    exact = settled(linked)
    holder = server.holding("LOCK TABLE m IN ACCESS EXCLUSIVE MODE")
    try:
        for hour in range(1, 9):
            brush(linked, hour, hour + 4)
        brush(linked, 2, 5)
        deadline = time.monotonic() + 20
        while server.active() > len(FOLLOWERS) + 2:
            assert time.monotonic() < deadline
        # Whoever takes it back waits for nothing.
        brush(linked, None, None)
        assert not any(NOTICE in shown for shown in followers(linked).values())
        while server.active() > 2:
            assert time.monotonic() < deadline
        brush(linked, 2, 5)
    finally:
        holder()
    assert settled(linked) == exact


def test_linked_charts_that_are_deleted_ask_for_nothing_more(connections):
    with Postgres(**EXPLAINING) as server:
        fill(server)
        connections(server.connection() + "connect_timeout = 1\n")
        with Stdio() as editor:
            # The server writes moments as clocks elsewhere show them, where the minutes are the same.
            minutes = {"deleted": 11, "kept": 17}
            for session in minutes:
                editor.call("session/open", session=session)
                editor.call("session/subscribe", session=session)
                for name in ("large", "bars"):
                    editor.call("chart/create", session=session, chart=name, spec=LINKED[name])

            def bars(session) -> str:
                return editor.call("chart/render", session=session, chart="bars")["svg"]

            server.stop(signal.SIGKILL)
            for session, minute in minutes.items():
                part = [f"2026-01-01T02:{minute}:00Z", f"2026-01-01T05:{minute}:00Z"]
                editor.call("chart/brush", session=session, chart="large", x=part, render=False)
                changed(editor, lambda: UNREADABLE in bars(session))
            for name in ("large", "bars"):
                editor.call("chart/delete", session="deleted", chart=name)
            server.start()
            # Those that were kept try again later than the others would.
            changed(editor, lambda: NOTICE not in bars("kept"))
            asked = str(server.plans())
            assert ":17:00" in asked and ":11:00" not in asked
