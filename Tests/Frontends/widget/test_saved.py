"""What is left of live charts where nothing is behind them: in notebooks that are opened anew, and in exports."""

import json
import re

import nbformat
import pytest
from clients import eventually
from playwright.sync_api import expect
from test_pie import PIE, WORDS, around, shows

pytestmark = pytest.mark.timeout(300)

SHOWN = "image => image.complete && image.naturalWidth > 0"


@pytest.fixture
def saved(open_notebook):
    """The name of a notebook that was run, clicked at and saved; its kernel runs on."""
    notebook = open_notebook(PIE)
    notebook.run()
    chart = notebook.chart().wait()
    chart.click(*around(300))
    expect(chart.selected).to_have_count(1)
    with notebook.service() as service:
        newest = service.call("chart/render", chart="spending")["svg"]
    # What is saved is the picture as it is, a moment after it has come to rest.
    chart.page.wait_for_timeout(2000)
    notebook.save()
    eventually(lambda: notebook.has_saved(newest), 30, "the picture is not in the file")
    notebook.page.close()
    return notebook.name


def test_opened_again_while_the_kernel_runs_it_is_live(open_notebook, saved):
    notebook = open_notebook(name=saved)
    chart = notebook.chart().wait()
    expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    chart.click(*around(300))
    expect(chart.selected).to_have_count(0)


def test_opened_again_when_the_kernel_has_ended_the_picture_is_there(lab, open_notebook, saved):
    lab.end_kernels()
    notebook = open_notebook(name=saved)
    chart = notebook.chart()
    image = chart.locator.locator(".ck-picture > img")
    image.wait_for()
    eventually(lambda: image.evaluate(SHOWN), 10, "there is no picture")
    chart.frame.hover()
    expect(chart.note).to_contain_text("Run the cell")
    notebook.shot("pie-saved")
    notebook.run()
    notebook.chart().wait().click(*around(300))
    expect(notebook.chart().selected).to_have_count(1)


def test_opened_untrusted_the_picture_is_there(lab, open_notebook, saved):
    lab.end_kernels()
    path = lab.place.work / saved
    notebook = nbformat.read(path, 4)
    # As somebody else would have written it.
    notebook.cells[0].source += "# by somebody else\n"
    nbformat.write(notebook, path)
    page = open_notebook(name=saved)
    image = page.cell().locator(".jp-OutputArea-output img")
    image.wait_for()
    eventually(lambda: image.evaluate(SHOWN), 10, "there is no picture")
    assert "Spending" in image.get_attribute("alt")
    page.shot("pie-untrusted")


def test_notebook_7(start_lab, open_notebook):
    """The short path in the other program."""
    notebook = open_notebook(PIE, lab=start_lab("notebook"))
    notebook.run()
    chart = notebook.chart().wait()
    chart.click(*around(300))
    expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    chart.page.keyboard.press("ArrowRight")
    expect(chart.status).to_have_text(f"{WORDS[1]}, selected")
    with notebook.service() as service:
        service.call("chart/rotate", chart="spending", by=45, render=False)
        shows(chart, service)
    notebook.shot("pie-notebook-7")


@pytest.mark.parametrize("format", ["notebook", "html"])
def test_nbconvert_keeps_state_and_still(lab, format):
    """Pages of nbconvert draw the state where they can load the widgets' scripts; the still is in them in any case."""
    name = f"convert-{format}"
    lab.write(f"{name}.ipynb", PIE, "%highlight spending 1")
    done = lab.place.run(
        "jupyter", "nbconvert", "--to", format, "--execute", "--output", f"{name}-out", f"{name}.ipynb", timeout=120)
    assert done.returncode == 0, done.stderr
    if format == "notebook":
        notebook = nbformat.read(lab.place.work / f"{name}-out.ipynb", 4)
        (model, entry), = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"].items()
        data = notebook.cells[0].outputs[0].data
        assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == model
        assert data["image/svg+xml"] == entry["state"]["svg"], "both as they are in the end"
        assert 'aria-label="Food: 30 (30%), selected"' in entry["state"]["svg"]
        assert entry["model_module"] == "anywidget"
    else:
        page = (lab.place.work / f"{name}-out.html").read_text()
        state = re.search(r'<script type="application/vnd.jupyter.widget-state\+json">(.*?)</script>', page, re.S)
        (entry,) = json.loads(state[1])["state"].values()
        assert 'aria-label="Food: 30 (30%), selected"' in entry["state"]["svg"]
