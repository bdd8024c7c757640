"""The client: methods, charts, errors, events, asyncio, and the life of the program."""

import ast
import asyncio
import datetime
import inspect
import json
import os
import signal
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import chart_kernel as ck
import numpy as np
import psutil
import pytest
from chart_kernel import _methods, _specs, errors

import clients
from clients import eventually
from pies import PIE


def test_the_methods_are_those_that_the_program_declares(chart_kernel):
    subprocess.run([sys.executable, clients.ROOT / "Scripts/make-python-client.py", "--check", chart_kernel], check=True)


def test_every_method_has_the_words_of_its_declaration(client):
    for method in client.rpc_discover()["methods"]:
        if method["name"] in ("initialize", "shutdown", "exit", "$/cancelRequest"):
            continue
        name = _snake(method["name"])
        for owner in (ck.Client, ck.AsyncClient):
            function = getattr(owner, name)
            words = " ".join((function.__doc__ or "").split())
            assert words.startswith(" ".join(method["summary"].split())), name
            assert " ".join(method.get("description", "").split()) in words
            given = [each for each in inspect.signature(function).parameters if each != "self"]
            assert sorted(given) == sorted(_snake(each["name"]) for each in method["params"])
        if method["name"].startswith("chart/") and method["name"] not in ("chart/create", "chart/list", "chart/edit"):
            assert getattr(ck.Chart, name.removeprefix("chart_")).__doc__


def _snake(name: str) -> str:
    import re

    return re.sub(r"(?<=[a-z])([A-Z])", lambda match: "_" + match.group(1).lower(), re.sub("[/.]", "_", name))


def test_every_kind_that_the_program_knows_is_a_function(client):
    assert client.kinds == list(_methods.KINDS)
    for kind in client.kinds:
        assert getattr(ck, kind).__name__ == kind and kind in dir(ck)
    with pytest.raises(AttributeError, match="the kinds of charts are pie, line"):
        ck.sankey


def test_type_checkers_know_the_keywords_that_there_are(client):
    """By their names in Python; what a chart may be told besides are its data."""
    schemas = client.rpc_discover()["components"]["schemas"]
    stub = ast.parse((clients.ROOT / "python/src/chart_kernel/_kinds.pyi").read_text())
    declared = {each.name: {word.arg for word in each.args.kwonlyargs} for each in stub.body if isinstance(each, ast.FunctionDef)}
    assert list(declared) == client.kinds
    for name, keywords in declared.items():
        kind = _specs.Kind(name, schemas)
        known = {_snake(word) for word in kind.members | kind.series} - {"kind", "data", "type", "column", "values", "x", "y"}
        axes = {"x_axis", "y_axis"} if "x" in kind.members else set()
        columns = ({"x", "y"} if kind.series else {"label", "value", "color"}) if kind.roles else set()
        rows = {"where", "date_format", "transform"} if kind.roles else set()
        assert keywords == known | axes | columns | rows | {"client"}, name


def test_what_python_does_and_what_a_script_does_is_done_to_the_same_chart(client):
    chart = ck.Chart(PIE, client=client)
    with clients.Dealer(client.connection.endpoint) as script:
        assert script.call("chart/highlight", chart="spending", index=1)["selection"]["index"] == 1
    assert chart.selection == {"series": 0, "index": 1, "path": [1], "label": "Food", "value": 75, "fraction": 0.75}
    chart.undo()
    assert chart.selection is None
    chart.selection = 0
    assert chart.selection["label"] == "Rent"
    chart.update(title="Money")
    assert chart.spec["title"] == "Money" and "Money" in chart.svg
    assert ck.get("spending", client=client) is chart


def test_a_wrong_spec_is_an_exception_with_the_place(client):
    with pytest.raises(ck.InvalidValue) as caught:
        ck.show({"kind": "pie", "slices": [{"label": "Rent", "valeu": 25}]}, client=client)
    assert caught.value.path == "spec.slices[0].valeu" and caught.value.suggestion == "value"
    with pytest.raises(ck.InvalidValue) as caught:
        ck.show("kind: pie\nslices:\n  - {label: Rent, valeu: 25}\n", client=client)
    assert (caught.value.line, caught.value.column) == (3, 19)
    chart = ck.Chart(PIE, client=client)
    with pytest.raises(ck.NoSuchChart, match=f"did you mean '{chart.id}'"):
        client.chart_undo("spendin")
    assert isinstance(caught.value, ValueError)


def test_each_error_of_the_protocol_has_a_kind_of_its_own():
    kinds = {code: type(errors.error({"code": code, "message": "m"})) for code in (-32602, -32001, -32002, -32003, -32004)}
    assert len(set(kinds.values())) == 5
    unknown = errors.error({"code": -32603, "message": "m"})
    assert type(unknown) is ck.ChartKernelError and unknown.code == -32603


def test_listeners_are_told_of_events_and_of_changes_whoever_made_them(client):
    chart = ck.Chart(PIE, client=client)
    told, changed, done = [], [], threading.Event()
    chart.on("valueSelected", told.append)
    chart.on("*", lambda event: event["type"] == "rotated" and done.set())
    chart.observe(changed.append, ["selection", "revision"])
    with clients.Dealer(client.connection.endpoint) as script:
        script.call("chart/highlight", chart="spending", index=1)
        script.call("chart/rotate", chart="spending", by=5)
    assert done.wait(20)
    assert [(event["label"], event["value"]) for event in told] == [("Food", 75)]
    eventually(lambda: any(change["name"] == "revision" and change["new"] == 3 for change in changed), 20, "not told")
    selected = next(change for change in changed if change["name"] == "selection")
    assert selected["old"] is None and selected["new"]["label"] == "Food" and selected["owner"] is chart


def test_a_listener_may_change_other_charts_and_a_faulty_one_harms_nobody(client, caplog):
    one, two = ck.Chart(PIE, client=client), ck.Chart({**PIE, "id": "other"}, client=client)

    def fail(event):
        raise RuntimeError("of my own")

    one.on("valueSelected", fail)
    one.on("valueSelected", lambda event: two.highlight(event["index"]))
    one.highlight(1)
    eventually(lambda: two.selection is not None, 20, "the other chart was not changed")
    assert two.selection["label"] == "Food" and "of my own" in caplog.text
    one.off("valueSelected")
    one.highlight(0)
    assert two.selection["label"] == "Food"


def test_asyncio_has_every_method_and_cancels_what_is_cancelled(client):
    async def work():
        async with ck.AsyncClient(client.connection.endpoint) as service:
            made = await service.chart_create(PIE, render=False)
            assert made["chart"] == "spending"
            rotated = await asyncio.gather(*(service.chart_rotate("spending", by=1, render=False) for _ in range(20)))
            assert [each["revision"] for each in rotated] == list(range(2, 22))
            with pytest.raises(ck.NoSuchChart):
                await service.chart_undo("none")
            bars = await service.create("bar", {"Rent": 25, "Food": 75}, x="x", title="Money")
            await bars.highlight(x="Food")
            assert (await bars.selected())["selected"]["value"] == 75
            await bars.delete()
            # A million points take long enough to be given up. No time is waited for: the task has its first turn, in which it asks.
            spec = {"kind": "line", "series": [{"values": list(range(200_000))} for _ in range(5)]}
            task = asyncio.create_task(service.chart_create(spec))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await service.chart_list() == {"charts": ["spending"]}

    # On a thread of its own: tests with browsers leave a loop on this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result(60)


def test_the_program_ends_with_the_process_also_by_kill_9():
    code = (
        "import chart_kernel as ck, os, sys, time\n"
        "chart = ck.pie({'Rent': 25})\n"
        "print(chart.client.connection.program.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    for end in (lambda process: process.stdin.close(), lambda process: process.kill()):
        with _python(code) as process:
            pid = int(process.stdout.readline())
            assert psutil.pid_exists(pid)
            end(process)
            process.wait(20)
        eventually(lambda: not psutil.pid_exists(pid), 20, "the program goes on")


def test_a_client_that_was_closed_keeps_nothing_open():
    process = psutil.Process()
    ck.Client().close()
    before = process.num_fds()
    # They are held, as by charts that somebody still has.
    held = [ck.Client() for _ in range(3)]
    for client in held:
        ck.Chart(PIE, client=client)
        client.close()
    eventually(lambda: process.num_fds() <= before, 20, "something is still open")


def test_a_program_that_was_killed_is_started_by_the_next_use_and_has_the_charts_again(client):
    chart = ck.Chart(PIE, client=client)
    table = ck.line({"day": ["Mo", "Tu"], "steps": [1, 2]}, x="day", client=client)
    chart.update(hole=0.5)
    os.kill(client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not client.is_running, 20, "nobody has noticed")
    assert chart.spec["hole"] == 0.5
    assert table.spec["data"]["columns"]["steps"] == [1, 2]
    assert sorted(client.chart_list()["charts"]) == sorted([chart.id, table.id])


def test_what_the_hand_had_done_is_there_again_too(client, copies):
    pie = ck.show("kind: pie\nslices: [{label: Rent, value: 25}, {label: Food, value: 30}]", client=client)
    numbers = np.random.default_rng(3).standard_normal(50_000).cumsum()
    wave = ck.line(numbers, client=client, viewport={"zoom": "x"})
    told: dict[str, int] = {}
    for chart in (pie, wave):
        chart.on("changed", lambda event, id=chart.id: told.update({id: event["revision"]}))
    pie.rotate(by=40)
    pie.highlight(1)
    wave.zoom(8, at=30_000)
    # What the program has told of it is known from then on.
    eventually(lambda: told == {chart.id: chart.revision for chart in (pie, wave)}, 20, "nobody tells of it")
    pictures = [chart.svg for chart in (pie, wave)]
    os.kill(client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not client.is_running, 20, "nobody has noticed")
    assert pie.selection["label"] == "Food"
    assert [chart.svg for chart in (pie, wave)] == pictures
    # What a state says of marks that are no longer there harms nobody.
    wave.highlight(49_000)
    wave._spec = {"kind": "line", "series": [{"values": [1, 2, 3]}]}
    os.kill(client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not client.is_running, 20, "nobody has noticed")
    assert wave.selection is None and pie.selection["label"] == "Food"


def test_a_place_to_zoom_at_is_a_moment_a_name_or_a_number(client):
    days = [datetime.date(2014, 1, 1) + datetime.timedelta(day) for day in range(365)]
    charts = [
        ck.line({"day": days, "high": range(365)}, x="day", y="high", client=client, viewport={"zoom": "x"})
        for _ in range(3)
    ]
    charts[0].zoom(4, x="2014-10-01")
    charts[1].zoom(4, x=datetime.date(2014, 10, 1))
    charts[2].zoom(4, at=1_412_121_600_000)
    viewports = [chart.get()["layout"]["viewport"] for chart in charts]
    assert viewports[0] == viewports[1] == viewports[2]
    assert (viewports[0]["start"] + viewports[0]["end"]) / 2 == pytest.approx(1_412_121_600_000, abs=1e6)
    bars = ck.bar({"Mo": 1, "Tu": 2, "We": 3}, x="x", client=client)
    with pytest.raises(ck.InvalidValue, match="no position 'Th'") as found:
        bars.zoom(2, x="Th")
    assert found.value.path == "at"


def test_requests_that_wait_when_the_program_is_killed_fail_with_a_sentence(client):
    chart = ck.Chart(PIE, client=client)
    program = client.connection.program
    os.kill(program.pid, signal.SIGSTOP)
    waiting = client.connection.request("chart/list", {})
    os.kill(program.pid, signal.SIGKILL)
    with pytest.raises(ck.ProgramEnded, match="has ended with status -9.*the next use of a chart starts it again"):
        waiting.result(20)
    assert chart.revision == 1


def test_a_process_that_is_forked_gets_a_program_of_its_own(client):
    chart, pid = ck.Chart(PIE, client=client), client.connection.program.pid
    child = os.fork()
    if child == 0:
        try:
            # There as its spec says, and what is done to it is nothing of the other's.
            chart.rotate(90)
            is_right = chart.revision == 2 and chart.get()["state"]["startAngle"] == 0 and client.connection.program.pid != pid
        except BaseException:  # noqa: BLE001: the parent sees that something was wrong
            is_right = False
        os._exit(0 if is_right else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert chart.get()["revision"] == 1


def test_a_chart_that_nobody_holds_is_forgotten_by_the_program_too(client):
    chart = ck.Chart(PIE, client=client)
    other = ck.Chart({**PIE, "id": "kept"}, client=client)
    del chart
    eventually(lambda: client.chart_list() == {"charts": ["kept"]}, 20, "it is still there")
    assert other.id == "kept"


def test_a_server_that_runs_is_joined_by_what_the_list_shows_of_it(client):
    chart = ck.Chart(PIE, client=client)
    process = client.connection.program.pid
    with ck.connect(process) as joined:
        assert joined.chart_list() == {"charts": ["spending"]}
        ck.get("spending", client=joined).rotate(5)
    assert chart.get()["revision"] == 2
    # Others may run besides.
    there = rf"nothing that runs is called 'nothing'; there are: .*\bserve of [^,]* \(process {process}, "
    with pytest.raises(ck.ProgramEnded, match=there):
        ck.connect("nothing")


def test_a_token_is_given_where_one_is_asked_for(chart_kernel):
    server = subprocess.Popen(
        [chart_kernel, "serve", "--endpoint", "tcp://127.0.0.1:*"], stdout=subprocess.PIPE, text=True
    )
    try:
        endpoint = server.stdout.readline().strip()
        with pytest.raises(ck.NotAuthorized):
            ck.Client(endpoint).chart_list()
        with ck.connect(server.pid) as client:
            assert client.chart_list() == {"charts": []}
            # Over TCP nobody hands memory over.
            assert len(ck.line(list(range(100_000)), client=client).svg) > 1_000
    finally:
        server.terminate()
        server.wait(20)


def test_without_a_program_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setenv("CHART_KERNEL", "no-such-program")
    with pytest.raises(ck.ProgramEnded, match="names 'no-such-program', which is no program"):
        ck.Client().chart_list()
    monkeypatch.setenv("CHART_KERNEL", "/bin/true")
    with pytest.raises(ck.ProgramEnded, match="has ended at once"):
        ck.Client().chart_list()


def test_pictures_and_specs_are_saved_as_the_ending_says(client, tmp_path):
    chart = ck.Chart(PIE, client=client)
    assert chart.save(tmp_path / "a.svg").read_text() == chart.svg
    page = chart.save(tmp_path / "a.html").read_text()
    assert chart.svg in page and "<title>spending</title>" in page
    assert json.loads(chart.save(tmp_path / "a.json").read_text()) == PIE
    assert "960" in chart.save(tmp_path / "b.svg", size={"width": 960, "height": 540}).read_text()
    # Anybody can point at what the page shows: it brings the markers along.
    assert "ck-marker" in page and "Rent" in page
    small, large = (chart.save(tmp_path / f"{scale}.png", scale=scale).read_bytes() for scale in (1, 2))
    assert small.startswith(b"\x89PNG") and large[16:24] == bytes((0, 0, 5, 0, 0, 0, 2, 208))
    assert chart.save(tmp_path / "a.PDF", theme="dark").read_bytes().startswith(b"%PDF-")
    with pytest.raises(ck.InvalidValue, match="scale"):
        chart.save(tmp_path / "b.png", scale=0)
    assert not (tmp_path / "b.png").exists()
    with pytest.raises(ValueError, match="must end with one of .svg, .png, .pdf, .html, .json"):
        chart.save(tmp_path / "a.bmp")


def test_what_a_file_lacks_is_told_where_it_is_saved(client, tmp_path):
    # A letter that is no script's, so that no font has it.
    chart = ck.pie({"\ue123": 3, "B": 4}, client=client)
    for ending in ("png", "pdf"):
        with pytest.warns(UserWarning, match=f"a.{ending}: no installed font has") as told:
            chart.save(tmp_path / f"a.{ending}")
        assert told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for ending in ("svg", "html", "json"):
            chart.save(tmp_path / f"a.{ending}")
        ck.pie({"A": 3, "B": 4}, client=client).save(tmp_path / "b.png")


def test_warnings_are_those_of_the_chart_as_it_is_now(client):
    table = {"x": [1, 2], "y": [3, 4]}
    first = ck.scatter(table, x="x", y="y", id="a", link="p", select={"brush": "x", "filter": ["b"]}, client=client)
    assert any("there is no chart 'b'" in text for text in first.warnings)
    second = ck.histogram(table, x="x", id="b", link="p", client=client)
    assert first.warnings == first.get()["warnings"] == []
    second.update({"legend": {"title": "T"}})
    # What is told of its own state, too, such as columns that it lacks.
    third = ck.histogram({"z": [1, 2]}, x="z", id="c", link="p", client=client)
    assert third.warnings == []
    first.update({"select": {"filter": None}})
    first.brush(x=[1, 1.5])
    assert third.warnings == third.get()["warnings"] != []
    first.brush(x=None)
    assert third.warnings == []


def _python(code: str) -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": str(clients.ROOT / "python/src")}
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
