"""What comes at an awkward moment: an interrupt, a fork, a collection of garbage, the end."""

import array
import gc
import os
import signal
import subprocess
import sys
import threading
import weakref

import chart_kernel as ck
import numpy as np
import psutil
import pytest
from chart_kernel import _program

import clients
from clients import eventually
from pies import PIE
from processes import LOCKED, RECEIVING, opened, stopped, waits

pytestmark = pytest.mark.timeout(120)


def python(code: str, **variables) -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": str(clients.ROOT / "python/src"), **variables}
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment,
    )


def said(code: str, **variables) -> str:
    """What a program of Python says, which ends by itself and without a complaint."""
    with python(code, **variables) as process:
        try:
            output, complaints = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, complaints) == (0, "")
    return output.strip()


def interrupted(function, when) -> None:
    """Does something on this thread, and has the user interrupt it when it is under way."""
    over, seen = threading.Event(), []

    def interrupt(*_):
        # Once, however often the key is pressed.
        if not seen:
            seen.append(True)
            raise KeyboardInterrupt

    def press():
        eventually(when)
        # Again where Python has heard of it just before it began to wait.
        while not over.wait(0.1):
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    usual = signal.signal(signal.SIGINT, interrupt)
    hand = threading.Thread(target=press)
    hand.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            function()
    finally:
        over.set()
        hand.join()
        signal.signal(signal.SIGINT, usual)


# Garbage


def test_charts_may_be_collected_at_any_moment():
    """Charts and their listeners are cycles, which are collected where Python happens to be: here within the client."""
    assert said(
        "import chart_kernel as ck, collections, gc\n"
        "class Outgoing(collections.deque):\n"
        "    def append(self, frames):\n"
        "        gc.collect()\n"
        "        super().append(frames)\n"
        "ck.own().connection._outgoing = Outgoing()\n"
        "gc.disable()\n"
        "for number in range(5):\n"
        "    chart = ck.pie({'Rent': 25, 'Food': 75})\n"
        "    chart.on('rotated', lambda event, chart=chart: None)\n"
        "    chart.rotate(number)\n"
        "del chart\n"
        "gc.collect()\n"
        "print(ck.own().chart_list())\n"
    ) == "{'charts': []}"


def test_a_client_that_nobody_holds_ends_with_its_program(program):
    client = ck.Client()
    ck.pie({"Rent": 25}, client=client)
    process = psutil.Process(client.connection.program.pid)
    held = weakref.ref(client)
    del client
    gc.collect()
    # The connection's threads hold it for the moment in which they tell its charts what the program told.
    eventually(lambda: held() is None, 20, "something holds the client")
    eventually(lambda: not process.is_running(), 20, "the program goes on")


def test_small_columns_are_not_looked_at_later(client):
    values = array.array("d", [1, 2, 3])
    chart = ck.line(values, client=client)
    before = chart.svg
    values.append(4)
    values[0] = 100
    os.kill(client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not client.is_running, 20)
    assert chart.svg == before


def test_a_chart_whose_numbers_the_next_program_cannot_take_is_told_of_and_others_are_back(client, runtime, monkeypatch, caplog):
    """Of its two sockets the path of the one for memory is the longer one, and may be too long."""
    chart, lost = ck.Chart(PIE, client=client), ck.line(np.arange(100_000.0), client=client)
    long = runtime / ("x" * (103 - len(client.connection.endpoint.removeprefix("ipc://"))))
    os.kill(client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not client.is_running, 20)
    long.mkdir(mode=0o700)
    monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", str(long))
    assert chart.svg.startswith("<svg") and "memory" not in client.about["capabilities"]
    assert f"the chart '{lost.id}' could not be brought back: the program at ipc://" in caplog.text


def test_a_spec_that_is_changed_later_is_not_the_charts(client):
    spec = dict(PIE)
    chart = ck.Chart(spec, client=client)
    spec["title"] = "of something else"
    os.kill(client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not client.is_running, 20)
    assert "title" not in chart.spec


def test_a_fault_that_has_been_seen_to_holds_nothing(client):
    class Values(np.ndarray):
        pass

    chart = ck.Chart(PIE, client=client)
    gc.disable()
    try:
        values = np.arange(100_000.0).view(Values)
        held = weakref.ref(values)
        with pytest.raises(ck.InvalidValue):
            ck.line(values, titel="Wrong", client=client)
        del values
        eventually(lambda: held() is None and not opened(os.getpid()), message="the numbers are still held")
    finally:
        gc.enable()
    assert chart.rotate(5)["revision"] == 2


# Interrupts


def test_an_interrupt_while_the_program_starts_leaves_none_behind(tmp_path, monkeypatch):
    stubborn = tmp_path / "stubborn"
    stubborn.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 100\n")
    stubborn.chmod(0o700)
    monkeypatch.setenv("CHART_KERNEL", str(stubborn))
    pid = tmp_path / "pid"
    interrupted(lambda: ck.Client().chart_list(), lambda: pid.exists() and pid.read_text())
    assert not psutil.pid_exists(int(pid.read_text()))


def test_an_interrupt_while_a_chart_is_brought_back_is_made_up_for(client, monkeypatch):
    one, two = ck.Chart(PIE, client=client), ck.Chart({**PIE, "id": "other"}, client=client)
    os.kill(client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not client.is_running, 20)
    with monkeypatch.context() as patch:
        def interrupt(*_):
            raise KeyboardInterrupt

        patch.setattr(two, "_bring_back", interrupt)
        patch.setattr(one, "_bring_back", interrupt)
        with pytest.raises(KeyboardInterrupt):
            one.rotate(5)
    told = threading.Event()
    two.on("rotated", lambda event: told.set())
    assert one.rotate(5)["revision"] == two.rotate(5)["revision"] == 2
    assert told.wait(20)


def test_after_an_interrupt_answers_are_those_of_what_was_asked(client, copies):
    """Also where memory was being handed over, which the program answers in the order in which it is asked."""
    chart = ck.Chart(PIE, client=client)
    pid, this = client.connection.program.pid, threading.main_thread().native_id
    small, large = np.arange(3.0), np.arange(100_000.0)
    chart.rotate(5)
    for values in (small, large):
        with stopped(pid):
            interrupted(lambda values=values: ck.line(values, client=client), lambda: waits(this, RECEIVING + LOCKED))
        # What has been handed over is taken for what it is, and what has not is told.
        lines = [ck.line(np.full(50_000, float(number)), client=client) for number in range(5)]
        assert [line.highlight(0)["events"][0]["value"] for line in lines] == list(range(5))
        closed = ck.line(large, client=client)._sending.blocks[0]
        closed.close()
        with pytest.raises(ck.ChartKernelError, match="memory"):
            client.connection._give([closed])
    assert chart.get()["revision"] == 2


# Threads


def test_a_chart_that_is_touched_while_it_is_brought_back_keeps_nobody_waiting():
    """Somebody taps in a page, and a cell uses the chart, when the program has just ended."""
    assert said(
        "import chart_kernel as ck, os, sys, threading\n"
        "from chart_kernel import _widget\n"
        f"sys.path.insert(0, {str(clients.ROOT / 'Tests/Frontends')!r})\n"
        "from clients import eventually\n"
        "chart = ck.pie({'Rent': 25, 'Food': 75})\n"
        "views = _widget.views(chart)\n"
        "views.open()\n"
        "os.kill(chart.client.connection.program.pid, 9)\n"
        "eventually(lambda: not chart.client.is_running, 20)\n"
        "cell = threading.Thread(target=lambda: chart.svg, daemon=True)\n"
        # As when a message of a page is being answered.
        "with views._guard:\n"
        "    cell.start()\n"
        "    eventually(lambda: chart.client.is_running, 20)\n"
        "    chart.client.chart_list()\n"
        "cell.join()\n"
        "print('done')\n"
    ) == "done"


def test_a_program_that_ends_whenever_a_chart_is_brought_back_is_not_started_again_and_again(client, monkeypatch):
    charts = [ck.Chart({**PIE, "id": f"chart-{number}"}, client=client) for number in range(3)]
    started = []

    class Program(_program.Program):
        def __init__(self, *arguments):
            started.append(self)
            super().__init__(*arguments)

    monkeypatch.setattr(_program, "Program", Program)
    bring_back = ck.Chart._bring_back

    def fatal(chart, *arguments):
        pid = started[-1].pid
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: started[-1].has_ended, 20)
        bring_back(chart, *arguments)

    monkeypatch.setattr(ck.Chart, "_bring_back", fatal)
    os.kill(client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not client.is_running, 20)
    with pytest.raises(ck.ProgramEnded, match="has ended with status -9"):
        charts[0].rotate(5)
    assert len(started) == 1
    monkeypatch.setattr(ck.Chart, "_bring_back", bring_back)
    assert [chart.rotate(5)["revision"] for chart in charts] == [2, 2, 2]


def test_however_many_requests_wait_they_are_told_of_the_end(client):
    client.chart_list()
    os.kill(client.connection.program.pid, signal.SIGSTOP)
    connection = client.connection
    waiting = [connection.request("chart/list", {"session": "x" * 10_000}) for _ in range(3_000)]
    os.kill(connection.program.pid, signal.SIGKILL)
    for future in waiting:
        assert isinstance(future.exception(20), ck.ProgramEnded)
    # Each has its own: where one is raised is no matter of the others.
    assert len({id(future.exception()) for future in waiting}) == len(waiting)


def test_a_connection_that_has_ended_writes_into_nobodys_file(client):
    client.chart_list()
    connection = client.connection
    client.close()
    pipes = [os.pipe() for _ in range(20)]
    connection._wake()
    try:
        for reading, _ in pipes:
            os.set_blocking(reading, False)
            with pytest.raises(BlockingIOError):
                os.read(reading, 1)
    finally:
        for pipe in pipes:
            for descriptor in pipe:
                os.close(descriptor)


# Forks and the end


def test_a_forked_process_neither_keeps_the_program_nor_takes_it_away(client):
    chart = ck.Chart(PIE, client=client)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    os.close(reading)
    pid = client.connection.program.pid
    assert chart.rotate(5)["revision"] == 2
    client.close()
    # The child lives on.
    assert not psutil.pid_exists(pid) and os.waitpid(child, os.WNOHANG) == (0, 0)
    os.close(writing)
    os.waitpid(child, 0)


def test_python_ends_whatever_its_threads_are_doing():
    said(
        "import chart_kernel as ck, threading\n"
        "clients = [ck.Client() for _ in range(3)]\n"
        "charts = [ck.pie({'Rent': 25, 'Food': 75}, client=client) for client in clients]\n"
        "begun = threading.Event()\n"
        "def turn(event):\n"
        "    begun.set()\n"
        "    charts[0].rotate(5)\n"
        "charts[0].on('rotated', turn)\n"
        "charts[0].rotate(5)\n"
        "begun.wait()\n"
    )
