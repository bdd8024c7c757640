"""One kernel started by Jupyter, one Emacs and one Python script on the same chart."""

import contextlib
import json
import pathlib
import queue
import statistics
import subprocess
import sys
import threading
import time

import pytest
from jupyter_client import KernelManager

import needs
from charts import PIE
from clients import Dealer, program
from kernels import Kernel, eventually

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "emacs"))
from window import Display, Window

pytestmark = [
    pytest.mark.timeout(180),
    needs.screen,
]

# Two slices of this pie, whose centre is (320, 198.8).
RENT, FOOD = (365, 150), (370, 250)
# What the protocol promises, in seconds.
LIMIT = 0.05


class Notebook:
    """A kernel started by jupyter_client, and when its pictures were replaced."""

    def __init__(self, kernelspec):
        manager = KernelManager(kernel_name=kernelspec)
        manager.start_kernel()
        self.kernel = Kernel(manager)
        reply, shown = self.kernel.execute(PIE)
        assert reply["status"] == "ok" and shown[0]["msg_type"] == "display_data"
        self.updates = []
        self.picture = None
        self.isOver = False
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        while not self.isOver:
            try:
                message = self.kernel.client.get_iopub_msg(timeout=0.2)
            except queue.Empty:
                continue
            if message["msg_type"] == "update_display_data":
                self.picture = message["content"]["data"]["image/svg+xml"]
                self.updates.append(time.time())

    def has_seen(self, chart):
        return self.picture == chart["svg"]

    def tap(self, x, y):
        self.kernel.client.execute(f"%tap spending {x} {y}", silent=False, store_history=False)

    def close(self):
        self.isOver = True
        self.thread.join()
        self.kernel.stop()


class Script:
    """A Python script with a DEALER, and when it was told of changes."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.dealer = Dealer(endpoint)
        self.dealer.call("session/subscribe", render=True)
        self.updates = []
        self.revision = 0
        self.taps = queue.Queue()
        self.isOver = False
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        """A socket belongs to one thread, so this one taps, too."""
        while not self.isOver:
            with contextlib.suppress(queue.Empty):
                x, y = self.taps.get_nowait()
                params = {"chart": "spending", "x": x, "y": y}
                self.dealer.send({"jsonrpc": "2.0", "id": 1, "method": "chart/tap", "params": params})
            if self.dealer.socket.poll(1):
                told = self.dealer.receive()
                if told.get("method") == "chart/didChange":
                    assert told["params"]["display"]["image/svg+xml"].startswith("<svg")
                    self.revision = told["params"]["revision"]
                    self.updates.append(time.time())

    def has_seen(self, chart):
        return self.revision == chart["revision"]

    def tap(self, x, y):
        self.taps.put((x, y))

    def close(self):
        self.isOver = True
        self.thread.join()
        self.dealer.close()


class Editor:
    """Emacs in a window, attached by `chart-kernel-attach`; what is new was drawn when `chart-kernel-preview--draw` is over."""

    def __init__(self, display, directory, endpoint):
        self.window = Window(display, directory)
        self.window.eval(
            """(progn (defvar drawn nil) (defvar pressed nil)
                 (advice-add 'chart-kernel-preview--draw :after (lambda (&rest _) (push (float-time) drawn)))
                 (advice-add 'chart-kernel-preview-press :before (lambda (&rest _) (push (float-time) pressed))) t)"""
        )
        self.window.eval(f'(progn (chart-kernel-attach "{endpoint}") t)')
        self.window.eventually("(and (bound-and-true-p chart-kernel-preview--svg) (> (length drawn) 0))", True)

    @property
    def updates(self):
        return self.window.eval("(vconcat (reverse drawn))")

    @property
    def pressed(self):
        return self.window.eval("(vconcat (reverse pressed))")

    def has_seen(self, chart):
        return self.window.eval("chart-kernel-preview--revision") == chart["revision"]

    def tap(self, x, y):
        # The second time beside the first, lest it be a double click.
        self.window.click(x, y)

    def selection(self):
        return self.window.eval(
            """(plist-get (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/get"
                                                          (list :chart "spending")) :state) :selection)"""
        )

    def close(self):
        self.window.close()


@pytest.fixture
def three(kernelspec, tmp_path, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", str(tmp_path))
    display = Display()
    notebook = Notebook(kernelspec)
    parts = [notebook]
    try:
        # As a user finds it.
        (found,) = json.loads(subprocess.run([program(), "list", "--json"], capture_output=True, check=True).stdout)
        script = Script(found["endpoint"])
        parts.append(script)
        editor = Editor(display, tmp_path_factory.mktemp("emacs"), found["endpoint"])
        parts.append(editor)
        yield notebook, script, editor
    finally:
        for part in reversed(parts):
            part.close()
        display.close()


def delays(actor, others, observer):
    """How long after a tap of one each of the others had seen it, in seconds, for several taps.

    Before the next tap all show what the kernel has, so that what they see then is that tap and no other. Each tap is
    beside the one before, and so none is the second half of a double click.
    """
    seen = {other: [] for other in others}
    revision = observer.call("chart/get", chart="spending")["revision"]
    for turn in range(8):
        before = {other: len(other.updates) for other in others}
        pressed = len(actor.pressed) if isinstance(actor, Editor) else 0
        begin = time.time()
        actor.tap(*(RENT, FOOD)[turn % 2])
        eventually(lambda before=before: all(len(other.updates) > before[other] for other in others), "a tap")
        if isinstance(actor, Editor):
            # From when Emacs has the click: how long the screen takes to bring it there is not ours.
            begin = actor.pressed[pressed]
        chart = observer.call("chart/render", chart="spending")
        eventually(lambda chart=chart: all(each.has_seen(chart) for each in [actor, *others]), "the picture after the tap")
        assert observer.call("chart/get", chart="spending")["state"]["selection"] == [turn % 2]
        assert chart["revision"] > revision
        revision = chart["revision"]
        for other in others:
            seen[other].append(other.updates[before[other]] - begin)
    return seen


def check(actor, others, seen):
    for other in others:
        times = sorted(seen[other])
        print(
            f"{type(actor).__name__} → {type(other).__name__}: median {1000 * statistics.median(times):.1f} ms, "
            f"slowest {1000 * times[-1]:.1f} ms"
        )
        # Of what else runs on this machine nothing is known, so one in two counts.
        assert statistics.median(times) < LIMIT, times


@pytest.mark.alone
def test_a_tap_in_each_is_seen_by_the_other_two_within_50_ms(three):
    script = three[1]
    with Dealer(script.endpoint) as observer:
        for actor in three:
            others = [each for each in three if each is not actor]
            check(actor, others, delays(actor, others, observer))


def test_who_disconnects_disturbs_nobody(three):
    notebook, script, editor = three
    script.tap(*FOOD)
    eventually(lambda: editor.selection() == [1], "the script's tap in Emacs")
    # The script goes without a word; Emacs and the notebook go on.
    script.close()
    before = len(notebook.updates)
    editor.tap(*RENT)
    eventually(lambda: len(notebook.updates) > before, "Emacs' tap in the notebook")
    assert editor.selection() == [0]
    # The bridge of Emacs is killed; the notebook goes on, and Emacs says so, and joins again.
    editor.window.eval("(progn (signal-process (jsonrpc--process chart-kernel-preview-connection) 'SIGKILL) t)")
    editor.window.eventually('(and chart-kernel-preview-fault (string-match-p "ended" chart-kernel-preview-fault) t)', True)
    before = len(notebook.updates)
    notebook.tap(*FOOD)
    eventually(lambda: len(notebook.updates) > before, "the notebook's tap in the notebook")
    endpoint = editor.window.eval("(plist-get (car (chart-kernel-servers)) :endpoint)")
    editor.window.eval(f'(progn (chart-kernel-attach "{endpoint}") t)')
    editor.window.eventually("(and (bound-and-true-p chart-kernel-preview--svg) t)", True)
    assert editor.selection() == [1]
    # The notebook ends; Emacs is told.
    notebook.kernel.manager.shutdown_kernel()
    editor.window.eventually('(and chart-kernel-preview-fault (string-match-p "ended" chart-kernel-preview-fault) t)', True)
