"""Two people on one notebook, each with a browser, by jupyter-collaboration."""

import base64
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from charts import PIE, WORDS, around
from clients import eventually
from environments import Environment
from lab import Kernel, Lab, Notebook, Pages
from programs import Place

pytestmark = pytest.mark.timeout(240)


@pytest.fixture(scope="module")
def pages(kernelspec, package, chart_kernel, tmp_path_factory, chromium):
    """Opens notebooks in a JupyterLab that shares them."""
    environment = Environment(Path(__file__).with_name("collaboration.txt"))
    place = Place(tmp_path_factory.mktemp("collaboration"))
    place.environment.update(package, CHART_KERNEL=chart_kernel)
    lab = Lab(place, environment=environment)
    pages = Pages(lab, chromium)
    yield pages
    pages.close()
    lab.end_kernels()
    # A server with rooms may never end when it is asked to (jupyterlab/jupyter-collaboration#161).
    lab.process.kill()
    lab.process.wait()
    lab.place.close()


@pytest.fixture(scope="module")
def ann(pages) -> Notebook:
    """The notebook in the browser of her who has run its first cell."""
    notebook = pages.open(PIE, "%tap spending 320 80", title="shared")
    notebook.run(0)
    notebook.chart().wait()
    return notebook


@pytest.fixture(scope="module")
def ben(pages, ann) -> Notebook:
    """The same in the browser of him who comes later."""
    notebook = pages.open(name=ann.name)
    notebook.chart().wait()
    return notebook


@pytest.fixture(scope="module")
def kernel(ann):
    with ann.service() as service:
        yield Kernel(service, "spending")


def saved(notebook: Notebook) -> list[str]:
    """The pictures that are in the notebook's file, which the server writes by itself."""
    try:
        cells = nbformat.read(notebook.lab.place.work / notebook.name, 4).cells
    except nbformat.reader.NotJSONError:
        return []  # It is being written.
    return [output.data["image/svg+xml"] for cell in cells for output in cell.outputs if "data" in output]


def test_who_comes_later_has_the_live_chart_of_the_same_kernel(ann, ben):
    assert len(ann.lab.ask("/api/sessions")) == 1
    for notebook in (ann, ben):
        assert notebook.page.locator(".ck-chart").count() == 1
    assert ben.chart().svg == ann.chart().svg


@pytest.mark.parametrize("who, word, degrees", [("ben", WORDS[0], 300), ("ann", WORDS[1], 60)])
def test_a_tap_in_one_browser_is_seen_in_the_other_and_in_the_shared_notebook(ann, ben, kernel, who, word, degrees):
    (ben if who == "ben" else ann).chart().click(*around(degrees))
    for notebook in (ann, ben):
        expect(notebook.chart().selected).to_have_attribute("aria-label", f"{word}, selected")
    kernel.is_shown_by(ann.chart(), ben.chart())
    ann.shot("collaboration-ann")
    ben.shot("collaboration-ben")
    # Nobody has saved it.
    eventually(lambda: saved(ann) == [kernel.svg()], 30, "the picture is not in the file")


def test_a_cell_that_one_runs_is_live_for_him_and_a_picture_that_follows_for_the_other(ann, ben, kernel):
    """JupyterLab shows as images what others run: their outputs are not trusted in her browser."""
    ben.run(1)
    live = ben.chart(1).wait()
    image = ann.cell(1).locator("img")

    def is_shown_to_ann() -> bool:
        return base64.b64decode(image.get_attribute("src").partition("base64,")[2]).decode() == kernel.svg()

    for tap in (lambda: None, lambda: ann.chart().click(*around(150))):
        tap()
        kernel.is_shown_by(live, ann.chart(), ben.chart())
        eventually(is_shown_to_ann, 10, "she does not see it")
    eventually(lambda: saved(ann) == [kernel.svg()] * 2, 30, "the pictures are not in the file")
    # When she loads the page again the notebook is trusted, as it was when he came.
    ann.load()
    kernel.is_shown_by(ann.chart().wait(), ann.chart(1).wait(), live)


PYTHON = "import chart_kernel as ck\nchart = ck.pie({'Rent': 25, 'Food': 30, 'Fun': 45}, title='Spending')\nchart"
SAY = "print(chart.selection['label'])"


def test_with_a_kernel_of_python_a_tap_in_one_browser_is_seen_in_the_other(pages):
    ann = pages.open(PYTHON, SAY, title="shared-python", kernel="python3")
    ann.run(0)
    ann.chart().wait().click(390, 180)
    expect(ann.chart().selected).to_have_attribute("aria-label", "Rent: 25 (25%), selected")
    eventually(lambda: has_saved(ann, "Rent: 25 (25%)"), 30, "the picture is not in the file")
    # Who comes later sees what is there, and not what was there when it was shown.
    ben = pages.open(name=ann.name)
    expect(ben.chart().selected).to_have_attribute("aria-label", "Rent: 25 (25%), selected")
    for who, place, selected in ((ben, (390, 260), "Food: 30 (30%)"), (ann, (390, 180), "Rent: 25 (25%)")):
        who.chart().wait().click(*place)
        for notebook in (ann, ben):
            expect(notebook.chart().selected).to_have_attribute("aria-label", f"{selected}, selected")
        # A notebook that is given a picture makes the view anew.
        eventually(lambda: has_saved(ann, selected), 30, "the picture is not in the file")
    ben.run(1)
    assert ben.cell(1).locator(".jp-OutputArea-output").last.inner_text().strip() == "Rent"
    ann.shot("collaboration-python-ann")
    ben.shot("collaboration-python-ben")


def has_saved(notebook: Notebook, selected: str) -> bool:
    """Whether the picture in the file, which nobody has saved, has this selected."""
    return any(f"{selected}, selected" in svg for svg in saved(notebook))
