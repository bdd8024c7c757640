"""Charts of notebooks that others join: an Emacs, a script of Python. What one does is seen by the other."""

import re
import shutil
import sys

import chart_kernel as ck
import pytest
from playwright.sync_api import expect

import needs
from charts import PIE as SPEC
from charts import around
from clients import ROOT, eventually

sys.path.insert(0, str(ROOT / "Tests/Frontends/emacs"))
from window import Display, Window

pytestmark = pytest.mark.timeout(180)

SETUP = "import chart_kernel as ck"
PIE = (
    "chart = ck.pie({'Rent': 25, 'Food': 30, 'Travel': 15, 'Books': 10, 'Savings': 20}, title='Spending', id='spending')\n"
    "chart"
)
SAY = "print(chart.selection['label'], chart.spec['title'])"
RENT, FOOD = around(300), around(30)


@pytest.fixture
def runtime(lab, monkeypatch):
    """What runs is found where it is found by the kernels of the notebooks."""
    monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", lab.place.environment["CHART_KERNEL_RUNTIME_DIR"])


@pytest.fixture
def emacs(runtime, tmp_path):
    needs.require_installed(needs.LINUX or shutil.which("Xvfb"), needs.SCREEN)
    display = Display()
    try:
        window = Window(display, tmp_path)
        yield window
        window.close()
    finally:
        display.close()


def selected(chart, words: str):
    expect(chart.selected).to_have_attribute("aria-label", re.compile(f"{words}.*selected"))


def test_a_chart_of_python_is_shown_and_changed_in_emacs_and_in_the_notebook(open_notebook, emacs):
    notebook = open_notebook(SETUP, PIE, SAY)
    notebook.run(0)
    notebook.run(1)
    chart = notebook.chart(1).wait()
    # By the notebook, as people know it.
    emacs.eval(f'(progn (chart-kernel-attach "{notebook.name}") t)')
    emacs.eventually("(and (bound-and-true-p chart-kernel-preview--svg) t)", True)
    emacs.click(*RENT)
    selected(chart, "Rent")
    chart.wait().click(*FOOD)
    selected(chart, "Food")
    emacs.eventually(
        """(plist-get (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/get" (list :chart "spending"))
                                 :state) :selection)""",
        [1],
    )
    emacs.eventually("(and (string-match-p \"Food: 30 (30%), selected\" chart-kernel-preview--svg) t)", True)
    emacs.eval(
        """(progn (chart-kernel-request chart-kernel-preview-connection "chart/update"
                    (list :chart "spending" :patch (list :title "From Emacs"))) t)"""
    )
    eventually(lambda: "From Emacs" in chart.svg, 20, "the page is not told")
    notebook.run(2)
    expect(notebook.cell(2).locator(".jp-OutputArea-output").last).to_have_text("Food From Emacs")
    notebook.shot("python-emacs")


@pytest.mark.parametrize("kernel, cells", [("chart", [SPEC]), ("python3", [f"{SETUP}\n{PIE}"])])
def test_a_script_joins_a_notebook_and_each_sees_what_the_other_does(open_notebook, runtime, kernel, cells):
    notebook = open_notebook(*cells, kernel=kernel)
    notebook.run(0)
    shown = notebook.chart(0).wait()
    client = ck.connect(notebook.name)
    try:
        chart = ck.get("spending", client=client)
        told = []
        chart.on("valueSelected", told.append)
        chart.highlight(1)
        selected(shown, "Food")
        shown.wait().click(*RENT)
        eventually(lambda: [each["label"] for each in told] == ["Food", "Rent"], 20, "the script is not told")
        assert chart.selection["label"] == "Rent"
        chart.update(title="From elsewhere")
        eventually(lambda: "From elsewhere" in shown.svg, 20, "the page is not told")
    finally:
        client.close()
    # The notebook's charts are the notebook's.
    shown.wait().click(*FOOD)
    selected(shown, "Food")
