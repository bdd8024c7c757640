"""A notebook as a page, by voila: charts that answer the hand, and no code."""

import re
import urllib.parse
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from charts import PIE, WORDS, around, turning
from clients import ROOT, ended_on_failure, eventually, free_port
from environments import Environment
from lab import PATIENCE, Chart, watch
from programs import Place

pytestmark = pytest.mark.timeout(120)

# What voila itself brings along: icons that lie elsewhere, and an extension of Notebook 7 that is at home there alone.
HARMLESS = ["fontawesome", "@jupyter-notebook/lab-extension"]


class Voila:
    """A voila that runs: its page is the notebook, executed for whoever opens it."""

    def __init__(self, place: Place, notebook: Path, **variables):
        self.place, self.port = place, free_port()
        environment = Environment(Path(__file__).with_name("voila.txt"))
        self.process = place.start(
            *environment.program("voila"), notebook, "--no-browser", f"--port={self.port}", "--Voila.ip=127.0.0.1",
            **environment.variables(place.environment), **variables,
        )
        with ended_on_failure(self.process):
            eventually(lambda: f":{self.port}/" in place.log, 60, "the server does not start")

    def close(self):
        self.place.end(self.process)


@pytest.fixture
def voila(place):
    """Starts voila with a notebook of these cells."""
    started = []

    def start(*cells: str, kernel: str = "chart", **variables) -> Voila:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        notebook.metadata.kernelspec = {"name": kernel, "display_name": kernel}
        nbformat.write(notebook, place.work / "notebook.ipynb")
        started.append(Voila(place, place.work / "notebook.ipynb", **variables))
        return started[-1]

    yield start
    for voila in started:
        voila.close()


@pytest.fixture
def browse(chromium):
    """Opens pages. In the end nothing was wrong in their consoles."""
    contexts, wrong = [], []

    def open(voila: Voila):
        contexts.append(chromium.new_context(viewport={"width": 1200, "height": 800}))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        watch(page, wrong, HARMLESS)
        page.goto(f"http://127.0.0.1:{voila.port}/")
        return page

    yield open
    for context in contexts:
        context.close()
    assert wrong == []


def test_a_tap_on_a_live_chart_is_seen_wherever_the_page_shows_it(voila, browse):
    page = browse(voila(PIE, "%show spending", CHART_KERNEL_LIVE="1"))
    first, second = (Chart(page, page.locator(".ck-chart").nth(number)).wait() for number in (0, 1))
    first.click(*around(300))
    for chart in (first, second):
        expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    assert second.svg == first.svg
    expect(page.get_by_text("kind: pie")).to_have_count(0)


def test_each_visitor_has_charts_of_their_own(voila, browse, place):
    """Here the notebook itself asks for live charts."""
    server = voila("%live on\n" + PIE)
    first, second = (Chart(page, page.locator(".ck-chart")).wait() for page in (browse(server), browse(server)))
    assert len(place.kernels()) == 2
    first.click(*around(300))
    expect(first.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    second.click(*around(60))
    expect(second.selected).to_have_attribute("aria-label", f"{WORDS[1]}, selected")
    expect(first.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")


def test_a_chart_is_a_picture_where_nobody_asks_for_live_ones(voila, browse):
    page = browse(voila(PIE, "%tap spending 380 120"))
    pictures = page.locator("img[src^='data:image/svg+xml']")
    expect(pictures).to_have_count(2)
    # Voila writes each cell's output when it has run, and looks at updates of earlier ones no more.
    assert f"{WORDS[0]}, selected" in urllib.parse.unquote(pictures.last.get_attribute("src"))


def test_charts_of_python_answer_the_hand_and_each_other(voila, browse, chart_kernel):
    setup = f"import sys\nsys.path.insert(0, {str(ROOT / 'python/src')!r})\nimport chart_kernel as ck"
    page = browse(
        voila(
            setup,
            "pie = ck.pie({'Rent': 25, 'Food': 30, 'Fun': 45})\npie",
            "bars = ck.bar({'Rent': 1, 'Food': 2, 'Fun': 3}, x='x')\n"
            "pie.on('valueSelected', lambda event: bars.highlight(event['index']))\nbars",
            "ck.line({'x': list(range(500)), 'y': [i % 50 for i in range(500)]}, x='x', y='y', viewport={'zoom': 'x'})",
            kernel="python3", CHART_KERNEL=chart_kernel,
        )
    )
    pie, bars, line = (Chart(page, page.locator(".ck-chart").nth(number)).wait() for number in range(3))
    pie.wait().click(*around(300))
    expect(pie.selected).to_have_attribute("aria-label", re.compile("Rent.*selected"))
    expect(bars.selected).to_have_attribute("aria-label", re.compile("Rent.*selected"))
    page.keyboard.press("ArrowRight")
    expect(pie.selected).to_have_attribute("aria-label", re.compile("Food.*selected"))
    expect(bars.selected).to_have_attribute("aria-label", re.compile("Food.*selected"))
    rent = pie.locator.locator('[data-path="0"]')
    before = rent.get_attribute("d")
    pie.drag(*turning(10, 60, 10))
    expect(rent).not_to_have_attribute("d", before)
    line.wait().zoom_by_wheel(300, 150)
