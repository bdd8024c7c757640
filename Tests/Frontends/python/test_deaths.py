"""Whoever is killed, in the middle of whatever it does, leaves nothing behind: no memory, no file, no process."""

import os
import signal
import subprocess
import sys
import threading

import chart_kernel as ck
import numpy as np
import psutil
import pytest
from chart_kernel import _connection
from chart_kernel._memory import HandOver

import clients
import needs
from clients import eventually
from processes import LOCKED, RECEIVING, computes, held, mapped, opened, stop, waits

pytestmark = [
    pytest.mark.timeout(120),
    needs.machine(needs.LINUX, "what a process has mapped is read from /proc"),
]

#: Large enough that copying, handing over and drawing take a while.
COUNT = 3_000_000

#: Says which program it has, and then shows other numbers again and again.
BUSY = """
import chart_kernel as ck, numpy as np, os, sys
values = np.random.default_rng(1).standard_normal(int(sys.argv[1]))
client = ck.own()
client.about["capabilities"]["memory"]["copies"] = sys.argv[3] == "lending"
chart = ck.line(values)
if sys.argv[2] == "drawing with a child" and os.fork() == 0:
    sys.stdin.read()
    os._exit(0)
print(client.connection.program.pid, flush=True)
while True:
    chart.update(data=values)
    chart.svg
"""


@pytest.fixture(autouse=True)
def leaves_nothing(runtime):
    """In the end no word of programs is left, no socket, and no memory with a name."""
    before = set(os.listdir("/dev/shm"))
    yield
    assert list(runtime.iterdir()) == []
    assert {name for name in set(os.listdir("/dev/shm")) - before if "chart" in name} == set()


def others() -> list[int]:
    """Processes, this one aside, that have memory for handing over."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if process.status() != psutil.STATUS_ZOMBIE and (mapped(process.pid) or opened(process.pid)):
                found.append(process.pid)
        except (FileNotFoundError, ProcessLookupError, psutil.NoSuchProcess):
            pass
    return found


def stops_while_asked(pid: int, python: int) -> bool:
    """Stops a program; whether Python was just asking it to take memory. If it was not, the program goes on."""
    stop(pid)
    eventually(lambda: waits(python, RECEIVING + LOCKED, python))
    if not waits(python, RECEIVING, python):
        os.kill(pid, signal.SIGCONT)
        return False
    return True


@pytest.mark.parametrize(
    ("moment", "way"),
    [
        ("copying", "handing over"), ("asking", "lending"), ("asking", "handing over"), ("drawing", "lending"),
        ("drawing with a child", "handing over"),
    ],
)
def test_a_python_that_is_killed_leaves_nothing(moment, way, runtime):
    environment = {**os.environ, "PYTHONPATH": str(clients.ROOT / "python/src")}
    with subprocess.Popen(
        [sys.executable, "-c", BUSY, str(COUNT), moment, way], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=environment,
    ) as python:
        pid = int(python.stdout.readline())
        assert len(list(runtime.iterdir())) == 3
        if moment == "copying":
            # Beside what is shown there is what is to be shown next.
            eventually(lambda: len(opened(python.pid)) == 2, 60)
        elif moment == "asking":
            eventually(lambda: stops_while_asked(pid, python.pid), 60)
        else:
            eventually(lambda: computes(pid), 60)
        python.kill()
        python.wait()
        os.kill(pid, signal.SIGCONT)
        # A child that it had forked lives on, and keeps neither the program nor its memory.
        eventually(lambda: not psutil.pid_exists(pid), 20, "the program goes on")
        if moment == "drawing with a child":
            (child,) = [each for each in psutil.process_iter(["cmdline"]) if moment in (each.info["cmdline"] or [])]
            assert opened(child.pid) != [] and list(runtime.iterdir()) == []
            python.stdin.close()
            psutil.wait_procs([child], 20)
    assert others() == []


def kill(pid: int, when):
    eventually(when, 60)
    os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize(("moment", "lends"), [("asking", True), ("asking", False), ("drawing", False)])
def test_a_program_that_is_killed_leaves_nothing_and_python_goes_on(moment, lends, runtime, client, monkeypatch):
    monkeypatch.setattr(_connection, "HandOver", lambda path, copies: HandOver(path, copies=lends))
    values = np.random.default_rng(1).standard_normal(COUNT)
    chart = ck.line(values, client=client)
    chart.update(data=values)
    files, memory = len(os.listdir("/proc/self/fd")), len(opened(os.getpid()))
    assert memory == (0 if lends else 1)
    for _ in range(3):
        # It knows the kinds, and by the time that this is answered all names have been taken back.
        ck.line([1.0, 2.0], client=client)
        pid, this = client.connection.program.pid, threading.main_thread().native_id
        if moment == "asking":
            stop(pid)
            is_the_moment = lambda: waits(this)  # noqa: E731
        else:
            is_the_moment = lambda: client.connection._waiting and computes(pid)  # noqa: E731
        killer = threading.Thread(target=kill, args=[pid, is_the_moment])
        killer.start()
        with pytest.raises(ck.ProgramEnded):
            while True:
                ck.line(values, client=client).svg
        killer.join()
        eventually(lambda: list(runtime.iterdir()) == [], 20, "its files are still there")
        assert not psutil.pid_exists(pid) and len(opened(os.getpid())) == memory
        # The next use has the chart again, and no more is open than before.
        assert chart.svg.startswith("<svg")
        chart.update(data=values)
        eventually(lambda: len(os.listdir("/proc/self/fd")) <= files, 20, "something is still open")


def test_updates_leave_as_much_behind_as_the_first_ones_did(client, copies):
    values = np.random.default_rng(1).standard_normal(1_000_000)
    chart = ck.line(values, client=client)
    pids = os.getpid(), client.connection.program.pid

    def update(times):
        for _ in range(times):
            values[:] = np.roll(values, 1)
            chart.update(data=values)
            assert chart.svg.startswith("<svg")

    # What may be undone is kept, up to a number of bytes.
    update(20)
    before = [held(pid) for pid in pids]
    update(60)
    for now, then in zip([held(pid) for pid in pids], before, strict=True):
        # What is let go of goes a moment later; heaps and stacks of threads come and go.
        assert now["files"] <= then["files"] + 2 and now["memory"] <= then["memory"] + 1 and now["maps"] <= then["maps"] + 8, (now, then)
