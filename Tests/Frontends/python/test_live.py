"""Charts of Python in JupyterLab, by real clicks."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

from charts import turning
from clients import eventually
from lab import Pages, shot, watch
from pies import CELL

pytestmark = pytest.mark.timeout(300)

SETUP = "import chart_kernel as ck"
WAVE = (
    "import math\nwave = ck.line({'x': list(range(500)), 'y': [math.sin(i / 20) for i in range(500)]}, x='x', y='y', "
    "viewport={'zoom': 'x'})\nwave"
)
LOOK = "print(chart.get()['state']['startAngle'] != 270, wave.get()['state']['viewport'])"
SAY = "print(chart.selection and chart.selection['label'])"


@pytest.fixture(scope="module")
def shared(lab, chromium):
    """A notebook that several tests share."""
    pages = Pages(lab, chromium)
    notebook = pages.open(SETUP, CELL, WAVE, SAY, LOOK, title="shared-python", kernel="python3")
    for index in range(3):
        notebook.run(index)
    yield notebook
    pages.close()


def output(notebook, index: int):
    return notebook.cell(index).locator(".jp-OutputArea-output").last


def test_a_tap_is_seen_by_the_next_cell(shared):
    chart = shared.chart(1).wait()
    shared.run(3)
    expect(output(shared, 3)).to_have_text("None")
    chart.wait().click(390, 180)
    expect(chart.selected).to_have_count(1)
    shared.run(3)
    expect(output(shared, 3)).to_have_text("Rent")
    shared.shot("python-tap")


def test_drags_wheels_and_keys_do_what_they_do_to_every_chart(shared):
    pie, wave = shared.chart(1), shared.chart(2)
    pie.wait().drag(*turning(10, 60, 10))
    pie.frame.focus()
    shared.page.keyboard.press("Home")
    expect(pie.selected).to_have_attribute("aria-label", re.compile("Rent.*selected"))
    wave.wait().zoom_by_wheel(300, 150)
    shared.run(4)
    expect(output(shared, 4)).to_have_text(re.compile("^True {"))
    shared.shot("python-charts")


def test_themes_are_followed_at_once(shared):
    try:
        is_dark_at_once(shared, shared.chart(1), shared.chart(2))
    finally:
        shared.lab.set("@jupyterlab/apputils-extension", "themes", theme="JupyterLab Light")


def is_dark_at_once(notebook, *charts):
    assert not any("#16181d" in chart.svg for chart in charts)
    notebook.choose_theme("JupyterLab Dark")
    for chart in charts:
        eventually(lambda: "#16181d" in chart.svg, 20, "it is not dark")
    chart = charts[0]
    chart.wait().locator.hover()
    chart.locator.locator(".ck-menu-button").click()
    expect(chart.locator.locator(".ck-menu")).to_have_css("color", "rgba(255, 255, 255, 0.87)")
    notebook.shot(f"python-dark-{notebook.lab.command}")
    notebook.page.keyboard.press("Escape")


def test_a_callback_changes_another_chart_and_a_drag_goes_on_while_a_cell_computes(open_notebook):
    notebook = open_notebook(
        SETUP + "\nimport time",
        CELL,
        "other = ck.bar({'Rent': 1, 'Food': 2, 'Fun': 3}, x='x')\n"
        "chart.on('valueSelected', lambda event: other.highlight(event['index']))\nother",
        "start = time.time()\nwhile time.time() < start + 10: sum(range(1000))\nprint('computed')",
    )
    for index in range(3):
        notebook.run(index)
    pie, bars = notebook.chart(1).wait(), notebook.chart(2).wait()
    notebook.cell(3).locator(".cm-content").click()
    notebook.page.keyboard.press("Control+Enter")
    expect(notebook.cell(3).locator(".jp-InputPrompt").first).to_have_text("[*]:")
    pie.frame.scroll_into_view_if_needed()
    before = pie.svg
    pie.drag(*turning(10, 60, 5))
    eventually(lambda: pie.svg != before, 5, "the pie does not turn while the cell computes")
    pie.click(390, 260)
    expect(pie.selected).to_have_count(1, timeout=5_000)
    expect(bars.selected).to_have_count(1, timeout=5_000)
    expect(notebook.cell(3).locator(".jp-InputPrompt").first).to_have_text("[*]:")
    expect(notebook.cell(3).locator(".jp-OutputArea-output")).to_have_text("computed", timeout=30_000)


def test_a_kernel_that_is_restarted_leaves_the_picture_and_a_sentence(open_notebook):
    notebook = open_notebook(SETUP, CELL)
    notebook.run(0)
    notebook.run(1)
    chart = notebook.chart(1).wait()
    picture = chart.svg
    kernel = notebook.kernel
    restart(notebook)
    expect(chart.note).to_contain_text("Run the cell again")
    assert chart.svg == picture
    eventually(
        lambda: notebook.lab.ask(f"/api/kernels/{kernel}")["execution_state"] == "idle", 30, "the kernel is not back")
    notebook.run(0)
    notebook.run(1)
    again = notebook.chart(1).wait()
    again.click(390, 180)
    expect(again.selected).to_have_count(1)


def test_a_program_that_was_killed_says_so_and_is_back_with_the_next_tap(open_notebook):
    notebook = open_notebook(SETUP, CELL, "import os\nos.kill(chart.client.connection.program.pid, 9)", SAY)
    for index in range(2):
        notebook.run(index)
    chart = notebook.chart(1).wait()
    notebook.run(2)
    expect(chart.note).to_contain_text("The program that drew this chart has ended")
    notebook.shot("python-killed")
    chart.click(390, 180)
    expect(chart.note).to_be_hidden()
    expect(chart.selected).to_have_count(1)
    notebook.run(3)
    expect(output(notebook, 3)).to_have_text("Rent")


@pytest.fixture(scope="module")
def saved(lab, chromium):
    """A notebook that was run, clicked at and saved, and whose kernel has ended."""
    pages = Pages(lab, chromium)
    notebook = pages.open(f"{SETUP}\n{CELL}", title="saved-python", kernel="python3")
    notebook.run()
    chart = notebook.chart().wait()
    chart.click(390, 180)
    expect(chart.selected).to_have_count(1)
    eventually(lambda: has_saved(notebook, "Rent: 25 (25%), selected"), 30, "the picture is not in the file")
    # It is as live as before, and what was kept is not all that will be.
    for place, words in (((390, 260), "Food: 30 (30%), selected"), ((390, 180), "Rent: 25 (25%), selected")):
        chart.wait().click(*place)
        expect(chart.selected).to_have_attribute("aria-label", words)
        eventually(lambda: has_saved(notebook, words), 30, "the picture is not in the file")
    pages.close()
    return notebook.name


def has_saved(notebook, word: str) -> bool:
    notebook.save()
    notebook.page.evaluate("new Promise(requestAnimationFrame)")
    try:
        outputs = nbformat.read(notebook.lab.place.work / notebook.name, 4).cells[0].outputs
    except nbformat.reader.NotJSONError:
        return False  # It is being written.
    return bool(outputs) and word in outputs[0].data["image/svg+xml"]


def test_what_is_saved_is_the_picture_alone(lab, saved):
    (kept,) = nbformat.read(lab.place.work / saved, 4).cells[0].outputs
    assert set(kept.data) == {"image/svg+xml", "text/html", "text/plain"}


@pytest.mark.parametrize("is_trusted", [True, False])
def test_opened_again_the_picture_is_there_and_run_again_it_is_live(lab, open_notebook, saved, is_trusted):
    name = f"again-{is_trusted}.ipynb"
    notebook = nbformat.read(lab.place.work / saved, 4)
    if not is_trusted:
        # Signed is what was saved, and not this.
        notebook.cells[0].source += "\n"
    nbformat.write(notebook, lab.place.work / name)
    page = open_notebook(name=name)
    picture = page.cell().locator(".jp-OutputArea-output").locator("svg, img").first
    expect(picture).to_be_visible()
    assert page.cell().locator(".ck-chart").count() == 0
    page.shot(f"python-again-{is_trusted}")
    page.run()
    chart = page.chart().wait()
    chart.click(390, 180)
    expect(chart.selected).to_have_count(1)


@pytest.mark.parametrize("command", ["lab", "notebook"])
def test_without_a_kernel_the_picture_is_there_whether_trusted_or_not(start_lab, open_notebook, lab, saved, command):
    notebook = nbformat.read(lab.place.work / saved, 4)
    for about in (notebook.metadata.kernelspec, notebook.metadata.language_info):
        about.name = about.language = "gone"
    # Signed is what was saved, and not this.
    notebook.cells[0].source += "\n"
    server = start_lab(command)
    nbformat.write(notebook, server.place.work / "gone.ipynb")
    page = open_notebook(name="gone.ipynb", lab=server, has_kernel=False)
    shown = page.cell().locator(".jp-OutputArea-output")
    for is_trusted in (False, True):
        expect(shown.and_(page.page.locator(".jp-mod-trusted"))).to_have_count(1 if is_trusted else 0)
        assert shown.locator("svg, img").evaluate_all("all => all.map(each => each.getBoundingClientRect().width)") == [640]
        page.shot(f"python-gone-{command}-{is_trusted}")
        if not is_trusted:
            page.trust()
    assert not page.finds_kernel() and page.cell().locator(".ck-chart").count() == 0


def test_a_page_of_nbconvert_has_the_picture_and_nothing_from_elsewhere(lab, chromium, saved):
    done = lab.place.run("jupyter", "nbconvert", "--to", "html", saved)
    assert done.returncode == 0, done.stderr
    context = chromium.new_context()
    page, wrong = context.new_page(), []
    watch(page, wrong)
    page.goto((lab.place.work / saved).with_suffix(".html").as_uri())
    picture = page.locator(".jp-OutputArea-output").locator("svg, img")
    assert picture.evaluate_all("all => all.map(each => each.getBoundingClientRect().width)") == [640]
    shot(page, "python-nbconvert")
    context.close()
    # Its template brings scripts for formulas from elsewhere, with charts or without; nothing else is missed.
    assert [each for each in wrong if not re.search("mathjax|require", each, re.I)] == []


def restart(notebook):
    notebook.page.get_by_role("menuitem", name="Kernel", exact=True).click()
    notebook.page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Restart Kernel…$")).click()
    notebook.page.locator(".jp-Dialog .jp-mod-accept").click()


def test_notebook_7(start_lab, open_notebook):
    compute = "import pathlib\nwhile not pathlib.Path('go').exists(): sum(range(1000))\nprint('computed')"
    notebook = open_notebook(f"{SETUP}\n{CELL}", SAY, compute, lab=start_lab("notebook"))
    notebook.run()
    chart = notebook.chart().wait()
    chart.click(390, 180)
    expect(chart.selected).to_have_count(1)
    notebook.page.keyboard.press("ArrowRight")
    expect(chart.selected).to_have_attribute("aria-label", re.compile("Food.*selected"))
    notebook.run(1)
    expect(output(notebook, 1)).to_have_text("Food")
    notebook.shot("python-notebook-7")
    # It goes on while a cell computes.
    notebook.cell(2).locator(".cm-content").click()
    notebook.page.keyboard.press("Control+Enter")
    expect(notebook.cell(2).locator(".jp-InputPrompt").first).to_have_text("[*]:")
    before = chart.svg
    chart.wait().drag(*turning(10, 60, 5))
    eventually(lambda: chart.svg != before, 20, "the pie does not turn while the cell computes")
    notebook.page.keyboard.press("Home")
    expect(chart.selected).to_have_attribute("aria-label", re.compile("Rent.*selected"))
    expect(notebook.cell(2).locator(".jp-InputPrompt").first).to_have_text("[*]:")
    (notebook.lab.place.work / "go").touch()
    expect(notebook.cell(2).locator(".jp-OutputArea-output")).to_have_text("computed")
    is_dark_at_once(notebook, chart)
    eventually(lambda: has_saved(notebook, "Rent: 25 (25%), selected"), 30, "the picture is not in the file")
    (kept,) = nbformat.read(notebook.lab.place.work / notebook.name, 4).cells[0].outputs
    assert set(kept.data) == {"image/svg+xml", "text/html", "text/plain"}
