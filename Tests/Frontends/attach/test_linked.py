"""Two linked charts of one kernel in a notebook, in Emacs and in a Python script: whoever selects in one has the other follow in all
three places."""

import json
import pathlib
import queue
import subprocess
import sys
import threading

import pytest
from jupyter_client import KernelManager

import needs
from charts import AMOUNTS, MONTHS
from clients import Dealer, program
from kernels import Kernel, eventually

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "emacs"))
from window import Display, Window

pytestmark = [
    pytest.mark.timeout(180),
    needs.screen,
]

CHARTS = ("months", "amounts")


class Notebook:
    """A kernel started by jupyter_client that shows both charts, and their pictures as they are replaced."""

    def __init__(self, kernelspec):
        manager = KernelManager(kernel_name=kernelspec)
        manager.start_kernel()
        self.kernel = Kernel(manager)
        self.pictures, self.names = {}, {}
        for name, spec in zip(CHARTS, (MONTHS, AMOUNTS), strict=True):
            reply, (shown,) = self.kernel.execute(spec)
            assert reply["status"] == "ok"
            self.names[shown["content"]["transient"]["display_id"]] = name
            self.pictures[name] = shown["content"]["data"]["image/svg+xml"]
        self.is_over = False
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        while not self.is_over:
            try:
                message = self.kernel.client.get_iopub_msg(timeout=0.2)
            except queue.Empty:
                continue
            if message["msg_type"] == "update_display_data":
                name = self.names[message["content"]["transient"]["display_id"]]
                self.pictures[name] = message["content"]["data"]["image/svg+xml"]

    def run(self, cell):
        self.kernel.client.execute(cell, store_history=False)

    def close(self):
        self.is_over = True
        self.thread.join()
        self.kernel.stop()


class Script:
    """A Python script that is told of changes, with the pictures."""

    def __init__(self, endpoint):
        self.dealer = Dealer(endpoint)
        self.dealer.call("session/subscribe", render=True)
        self.shown = {}

    @property
    def pictures(self):
        while self.dealer.notifications or self.dealer.socket.poll(0):
            told = self.dealer.notification()
            if told["method"] == "chart/didChange":
                self.shown[told["params"]["chart"]] = told["params"]["display"]["image/svg+xml"]
        return self.shown

    def call(self, method, **params):
        return self.dealer.call(method, render=False, **params)

    def close(self):
        self.dealer.close()


class Editor:
    """Emacs in a window with both charts, one above the other."""

    def __init__(self, display, directory, endpoint):
        self.window = Window(display, directory)
        for name in CHARTS:
            self.window.eval(
                f"""(cl-letf (((symbol-function 'completing-read) (lambda (&rest _) "{name}")))
                      (chart-kernel-attach "{endpoint}") t)"""
            )
        self.window.eval(
            """(progn (delete-other-windows) (switch-to-buffer "*chart: months*")
                      (select-window (split-window)) (switch-to-buffer "*chart: amounts*") t)"""
        )
        for name in CHARTS:
            self.window.eventually(self.of(name, "(and (zerop chart-kernel-preview--flying) chart-kernel-preview--svg t)"), True)

    @staticmethod
    def of(name, form):
        return f'(with-current-buffer "*chart: {name}*" {form})'

    @property
    def pictures(self):
        return {name: self.window.eval(self.of(name, "chart-kernel-preview--svg")) for name in CHARTS}

    def drag(self, chart, *places):
        for number, place in enumerate(places):
            self.window.move(*place, chart)
            if number == 0:
                self.window.mouse("mousedown", 1)
        self.window.mouse("mouseup", 1)

    def close(self):
        self.window.close()


class Three:
    """All of them, and who looks at what the kernel has."""

    def __init__(self, notebook, script, editor, observer):
        self.notebook, self.script, self.editor, self.observer = notebook, script, editor, observer

    def layout(self, chart):
        return self.observer.call("chart/get", chart=chart)["layout"]

    @property
    def selected(self):
        """The sum of each month's selected sales, or None if all are as they were."""
        part = self.layout("months").get("part")
        return part and [mark["value"] for mark in part[0]["marks"]]

    def show(self, sums):
        """Waits until of each month so much stands out, and until that is seen in all three places, in both charts."""
        eventually(lambda: self.selected == sums, f"{sums} standing out")
        for chart in CHARTS:
            picture = self.observer.call("chart/render", chart=chart)["svg"]
            for place in (self.notebook, self.script, self.editor):
                # Who is only told of changes has no picture before the first one.
                first = picture if sums is None else None
                eventually(
                    lambda place=place, chart=chart, picture=picture, first=first: place.pictures.get(chart, first) == picture,
                    f"{chart} in {type(place).__name__}",
                )

    def middle(self, bin):
        mark = self.layout("amounts")["series"][0]["marks"][bin]
        rect = mark["rect"]
        return round(rect["x"] + rect["width"] / 2), round(rect["y"] + rect["height"] / 2)


@pytest.fixture(scope="module")
def three(kernelspec, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHART_KERNEL_RUNTIME_DIR", str(tmp_path_factory.mktemp("r")))
        parts = [display := Display()]
        try:
            parts.append(notebook := Notebook(kernelspec))
            # As a user finds it.
            (found,) = json.loads(subprocess.run([program(), "list", "--json"], capture_output=True, check=True).stdout)
            parts.append(observer := Dealer(found["endpoint"]))
            parts.append(script := Script(found["endpoint"]))
            parts.append(editor := Editor(display, tmp_path_factory.mktemp("emacs"), found["endpoint"]))
            yield Three(notebook, script, editor, observer)
        finally:
            for part in reversed(parts):
                part.close()


@pytest.fixture
def charts(three):
    """Both charts as nobody has touched them."""
    three.script.call("chart/reset", chart="amounts")
    three.script.call("chart/reset", chart="months")
    three.show(None)
    return three


def test_what_the_notebook_taps_is_followed_everywhere(charts):
    # Of each month one sale of 10.
    charts.notebook.run("%tap amounts {} {} render=false".format(*charts.middle(0)))
    charts.show([10, 10, 10])
    charts.notebook.run("%undo amounts render=false")
    charts.show(None)
    assert charts.script.call("chart/redo", chart="amounts")["changed"]
    charts.show([10, 10, 10])


def test_what_the_script_brushes_is_followed_everywhere_and_one_step_to_undo(charts):
    charts.script.call("chart/brush", chart="amounts", x=[15, 35])
    charts.show([50, 50, 50])
    charts.script.call("chart/brush", chart="amounts", x=[15, 45])
    charts.show([90, 90, 90])
    # The chart that follows has nothing to undo: the steps are the other one's.
    assert charts.script.call("chart/undo", chart="months")["changed"] is False
    charts.notebook.run("%undo amounts render=false")
    charts.show([50, 50, 50])
    charts.notebook.run("%undo amounts render=false")
    charts.show(None)


def test_what_emacs_brushes_by_hand_is_followed_everywhere_and_one_step_to_undo(charts):
    (first, y), (last, _) = charts.middle(1), charts.middle(2)
    width = last - first
    charts.editor.drag(
        "amounts", (first - width // 4, y), (first, y), (first + width // 2, y), (last, y), (last + width // 4, y), (last + width // 4, y))
    charts.show([50, 50, 50])
    assert charts.script.call("chart/undo", chart="amounts")["changed"]
    charts.show(None)


def test_a_key_in_emacs_and_a_tap_on_a_month_are_followed_too(charts):
    charts.editor.window.eval(charts.editor.of("amounts", '(progn (chart-kernel-preview-key "End") t)'))
    charts.show([40, 40, 40])
    charts.editor.window.eval(charts.editor.of("amounts", "(progn (chart-kernel-preview-undo) t)"))
    charts.show(None)
    # The other way round: of one month's sales there is one in each bin.
    (mark, *_) = charts.layout("months")["series"][0]["marks"]
    charts.script.call("chart/tap", chart="months", x=mark["x"], y=mark["y"] + 20)
    eventually(lambda: charts.layout("amounts").get("part"), "the histogram following")
    assert [mark["value"] for mark in charts.layout("amounts")["part"][0]["marks"]] == [1, 1, 1, 1]
    charts.show(None)
