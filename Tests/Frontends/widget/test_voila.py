"""A notebook as a page, by voila: charts that answer the hand, and no code."""

import subprocess
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from charts import PIE, WORDS, around
from clients import ended_on_failure, eventually, free_port
from environments import Environment
from lab import HARMLESS, PATIENCE, Chart
from programs import Place

pytestmark = pytest.mark.timeout(120)


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
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.process.wait()


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
    """Opens pages; their fonts, which they take from elsewhere, are not waited for."""
    contexts = []

    def open(voila: Voila):
        contexts.append(chromium.new_context(viewport={"width": 1200, "height": 800}))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.route("**/*", lambda route: route.continue_() if "//127.0.0.1:" in route.request.url else route.abort())
        page.goto(f"http://127.0.0.1:{voila.port}/")
        return page

    yield open
    for context in contexts:
        context.close()


def test_a_chart_is_live_where_the_environment_says_so(voila, browse):
    page = browse(voila(PIE, "%tap spending 320 80", CHART_KERNEL_LIVE="1"))
    print(page.content()[:10])
    first, second = (Chart(page, page.locator(".ck-chart").nth(number)) for number in (0, 1))
    first.wait()


def test_a_chart_is_a_picture_otherwise(voila, browse):
    page = browse(voila(PIE))
