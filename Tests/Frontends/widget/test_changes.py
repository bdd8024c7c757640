"""Live charts beyond one page of JupyterLab: restarts, other themes, notebooks opened anew, Notebook 7, exports."""

import base64
import json
import re

import nbformat
import pytest
from playwright.sync_api import expect

from charts import PIE, STEPS, WORDS, around, turning
from clients import eventually
from lab import Kernel

pytestmark = pytest.mark.timeout(300)

SHOWN = "image => image.complete && image.naturalWidth > 0"


def test_kernel_restart(open_notebook):
    """Views say so, keep the picture, and come back when the cell is run again."""
    notebook = open_notebook(PIE)
    notebook.run()
    chart = notebook.chart().wait()
    kernel = notebook.kernel
    picture = chart.svg
    notebook.page.get_by_role("menuitem", name="Kernel", exact=True).click()
    notebook.page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Restart Kernel…$")).click()
    notebook.page.locator(".jp-Dialog .jp-mod-accept").click()
    expect(chart.note).to_be_visible()
    expect(chart.note).to_contain_text("Run the cell again")
    notebook.shot("pie-restarted")
    assert chart.svg == picture
    eventually(
        lambda: notebook.lab.ask(f"/api/kernels/{kernel}")["execution_state"] == "idle", 30, "the kernel is not back")
    notebook.run()
    again = notebook.chart().wait()
    expect(again.note).to_be_hidden()
    again.click(*around(300))
    expect(again.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")


def test_a_kernel_that_dies_during_a_drag_goes_on(open_notebook):
    """The views of a kernel that Jupyter starts again are live, and show the charts as they were."""
    notebook = open_notebook(PIE)
    notebook.run()
    chart = notebook.chart().wait()
    kernel = notebook.kernel
    (process,) = notebook.lab.place.processes(f"kernel-{kernel}.json")
    chart.click(*around(300))
    expect(chart.selected).to_have_count(1)
    before = chart.svg
    chart.move_to(*around(10))
    notebook.page.mouse.down()
    for place in turning(10, 70, 5):
        chart.move_to(*place)
    eventually(lambda: chart.svg != before, 20, "the pie does not turn")
    with notebook.service() as service:
        # The last picture is there, so what it shows was answered.
        Kernel(service, "spending").is_shown_by(chart)
        turned = Kernel(service, "spending").state
    assert turned["startAngle"] != 270
    process.kill()
    for place in turning(70, 100, 5):
        chart.move_to(*place)
    # JupyterLab says so when it has heard of it, and covers the page.
    dialog = notebook.page.locator(".jp-Dialog")
    expect(dialog).to_contain_text("appears to have died")
    notebook.shot("pie-died")
    notebook.page.mouse.up()
    dialog.locator(".jp-mod-accept").click()
    expect(chart.note).to_be_hidden()
    (again,) = notebook.lab.place.processes(f"kernel-{kernel}.json")
    assert again.pid != process.pid
    with notebook.service() as service:
        pie = Kernel(service, "spending")
        pie.is_shown_by(chart)
        assert pie.state["startAngle"] == turned["startAngle"]
        notebook.shot("pie-back")
        # Food is where the pie was turned to, and the next tap takes it.
        chart.click(*around(turned["startAngle"] + 90 + 54))
        expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[1]}, selected")
        for _ in range(2):
            assert pie.act("chart/undo")["changed"]
        assert pie.state["startAngle"] == 270
        expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
        pie.is_shown_by(chart)


def test_dark_theme_is_followed_at_once(open_notebook):
    notebook = open_notebook(PIE, STEPS)
    charts = []
    for cell in (0, 1):
        notebook.run(cell)
        charts.append(notebook.chart(cell).wait())
        assert "#16181d" not in charts[cell].svg
    try:
        notebook.choose_theme("JupyterLab Dark")
        for chart in charts:
            eventually(lambda: "#16181d" in chart.svg, 30, "it is not dark")
        charts[0].frame.scroll_into_view_if_needed()
        charts[0].click(*around(300))
        expect(charts[0].selected).to_have_count(1)
        charts[0].move_to(*around(350))
        expect(charts[0].marker).to_be_visible()
        notebook.shot("pie-dark")
        with notebook.service() as service:
            Kernel(service, "spending").is_shown_by(charts[0], theme="dark")
            bar = Kernel(service, "steps").layout["series"][0]["marks"][4]
            charts[1].wait().move_to(bar["x"], bar["rect"]["y"] + bar["rect"]["height"] - 5)
            expect(charts[1].marker).to_be_visible()
            # Dark on light, as the picture's own markers are in a dark theme.
            look = "element => [element, element.querySelector('span')].map((part, index) => getComputedStyle(part)[index ? 'color' : 'backgroundColor'])"
            assert charts[1].marker.evaluate(look) == ["rgb(232, 234, 237)", "rgb(26, 26, 26)"]
            notebook.shot("plot-dark")
            Kernel(service, "steps").is_shown_by(charts[1], theme="dark")
    finally:
        notebook.lab.set("@jupyterlab/apputils-extension", "themes", theme="JupyterLab Light")


@pytest.fixture(scope="module")
def saved(shared_pages):
    """The name of a notebook that was run, clicked at and saved; its kernel runs on."""
    notebook = shared_pages.open(PIE, title="saved")
    notebook.run()
    chart = notebook.chart().wait()
    chart.click(*around(300))
    expect(chart.selected).to_have_count(1)
    with notebook.service() as service:
        newest = Kernel(service, "spending").svg()
    notebook.save_until(newest)
    notebook.page.close()
    return notebook.name


def test_opened_again_while_the_kernel_runs_it_is_live(open_notebook, saved):
    notebook = open_notebook(name=saved)
    chart = notebook.chart().wait()
    expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    chart.click(*around(300))
    expect(chart.selected).to_have_count(0)


def test_opened_again_when_the_kernel_has_ended_the_picture_is_there(lab, open_notebook, saved):
    lab.end_kernels(saved)
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
    lab.end_kernels(saved)
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
        kernel = Kernel(service, "spending")
        kernel.act("chart/rotate", by=45)
        kernel.is_shown_by(chart)
    notebook.shot("pie-notebook-7")


def convert(lab, format, live):
    """Executes a notebook and writes it; returns the file."""
    name = f"convert-{format}-{live}"
    lab.write(f"{name}.ipynb", PIE, "%highlight spending 1")
    done = lab.place.run(
        "jupyter", "nbconvert", "--to", format, "--execute", "--output", f"{name}-out", f"{name}.ipynb", timeout=120,
        CHART_KERNEL_LIVE=live)
    assert done.returncode == 0, done.stderr
    return lab.place.work / f"{name}-out.{'ipynb' if format == 'notebook' else format}"


def test_pages_of_nbconvert_show_the_still(lab, chromium):
    """Also where no script can be loaded."""
    page = chromium.new_page()
    page.route("**", lambda route: route.continue_() if route.request.url.startswith("file:") else route.abort())
    page.goto(f"file://{convert(lab, 'html', 'auto')}")
    image = page.locator(".jp-OutputArea-output img").first
    assert image.evaluate(SHOWN) and image.bounding_box()["width"] > 300
    assert "Food: 30 (30%), selected" in base64.b64decode(
        image.get_attribute("src").partition("base64,")[2]).decode()
    page.close()


@pytest.mark.parametrize("format", ["notebook", "html"])
def test_nbconvert_keeps_the_state_of_widgets_for_who_wants_it(lab, format):
    """The model as it is in the end, with the module that shows it; and in the notebook the still beside its view."""
    path = convert(lab, format, "on")
    if format == "notebook":
        notebook = nbformat.read(path, 4)
        (model, entry), = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"].items()
        data = notebook.cells[0].outputs[0].data
        assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == model
        assert data["image/svg+xml"] == entry["state"]["svg"], "both as they are in the end"
    else:
        page = path.read_text()
        state = re.search(r'<script type="application/vnd.jupyter.widget-state\+json">(.*?)</script>', page, re.S)
        (model, entry), = json.loads(state[1])["state"].items()
        view = re.search(r'<script type="application/vnd.jupyter.widget-view\+json">(.*?)</script>', page, re.S)
        assert json.loads(view[1])["model_id"] == model
    assert entry["model_module"] == "anywidget" and "export default" in entry["state"]["_esm"]
    assert 'aria-label="Food: 30 (30%), selected"' in entry["state"]["svg"]
