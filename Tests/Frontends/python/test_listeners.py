"""Listeners and observers: who is told, in which order, whatever the others do."""

import asyncio
import functools
import logging
import threading
from concurrent.futures import ThreadPoolExecutor

import chart_kernel as ck
import pytest
from chart_kernel import _widget

from clients import eventually
from pies import PIE

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def told(client):
    """A chart, and what turns it and waits until all that listen have been told."""
    chart = ck.Chart(PIE, client=client)

    def turn():
        done, wanted = threading.Event(), chart.revision + 1
        chart.on("changed", lambda event: event["revision"] == wanted and done.set())
        chart.rotate(5)
        assert done.wait(20), "those who listen are told nothing any more"

    return chart, turn


@pytest.mark.parametrize("fault", [SystemExit, KeyboardInterrupt, asyncio.CancelledError])
def test_no_fault_of_a_listener_keeps_others_from_being_told(told, fault, caplog):
    chart, turn = told

    def fail(event):
        raise fault("of my own")

    chart.on("rotated", fail)
    turn()
    turn()
    # Others in this process write warnings, too.
    ours = [record for record in caplog.records if record.name == "chart_kernel"]
    assert [record.exc_info[0] for record in ours] == [fault, fault]


def test_a_fault_while_a_view_is_told_keeps_others_from_nothing(told, caplog, monkeypatch):
    chart, turn = told
    monkeypatch.setattr(_widget.views(chart), "refresh", lambda: 1 / 0)
    turn()
    eventually(lambda: "ZeroDivisionError" in caplog.text, 20)
    turn()


def test_methods_and_decorated_functions_are_told_no_more_when_they_say_so(told):
    chart, turn = told
    seen = []

    class Panel:
        def show(self, event):
            seen.append(event)

    def plain(function):
        @functools.wraps(function)
        def wrapper(event):
            return function(event)

        return wrapper

    panel, decorated = Panel(), plain(lambda event: seen.append(event))
    for listener in (panel.show, decorated):
        chart.on("rotated", listener)
        chart.observe(listener, "revision")
        chart.off("rotated", listener)
        chart.unobserve(listener, "revision")
    turn()
    assert seen == []


def test_who_observes_again_is_told_of_changes_since_then(told):
    chart, turn = told
    seen = []
    chart.observe(seen.append, "selection")
    chart.unobserve(seen.append, "selection")
    chart.selection = 0
    turn()
    chart.observe(seen.append, "selection")
    chart.selection = None
    eventually(lambda: seen, 20, "the change is not told")
    assert [(change["old"]["label"], change["new"]) for change in seen] == [("Rent", None)]


def test_a_fault_of_a_coroutine_is_told(client, caplog):
    async def work():
        chart, done = ck.Chart(PIE, client=client), asyncio.Event()

        async def fail(event):
            done.set()
            raise RuntimeError("of my own")

        chart.on("rotated", fail)
        await asyncio.to_thread(chart.rotate, 5)
        await asyncio.wait_for(done.wait(), 20)

    with ThreadPoolExecutor(1) as thread, caplog.at_level(logging.ERROR):
        thread.submit(asyncio.run, work()).result(60)
    assert "RuntimeError: of my own" in caplog.text
