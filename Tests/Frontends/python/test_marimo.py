"""Charts of Python in marimo, by real clicks: notebooks that are edited, apps, and what is exported."""

import json
import os
import re

import pytest
from playwright.sync_api import expect

from charts import turning
from clients import eventually
from lab import Chart
from marimos import Marimo, Pages, environment, write
from pies import CELL
from programs import Place

pytestmark = pytest.mark.timeout(240)

SETUP = "import chart_kernel as ck\nimport marimo as mo"
BARS = "bars = ck.bar({'Rent': 1, 'Food': 2, 'Fun': 3}, x='x', id='bars')\nbars"
FOLLOW = "chart.on('valueSelected', lambda event: bars.highlight(event['index']))"


@pytest.fixture(scope="module")
def place(package, chart_kernel, tmp_path_factory):
    """A home in which Python has the package."""
    place = Place(tmp_path_factory.mktemp("m"))
    place.environment.update(
        package, CHART_KERNEL=chart_kernel, XDG_CONFIG_HOME=str(place.home / "config"), XDG_STATE_HOME=str(place.home / "state"))
    # What a test is called changes what marimo does.
    place.environment.pop("PYTEST_CURRENT_TEST", None)
    yield place
    place.close()


@pytest.fixture(scope="module")
def server(place):
    server = Marimo(place)
    yield server
    server.close()


@pytest.fixture
def open_notebook(request, server, chromium):
    """Opens notebooks in pages of their own. In the end nothing was wrong in their consoles, and nothing was asked of elsewhere."""
    pages = Pages(server, chromium)

    def open(*cells, **options):
        return pages.open(*cells, title=request.node.name, **options)

    yield open
    pages.close()


@pytest.fixture(scope="module")
def notebook(server, chromium):
    """One that several tests share, with its cells by what they do."""
    cells = {
        "setup": SETUP,
        "pie": CELL,
        "wave": "import math\nwave = ck.line({'x': list(range(500)), 'y': [math.sin(i / 20) for i in range(500)]}, x='x', y='y', "
        "viewport={'zoom': 'x'})\nwave",
        "bars": BARS,
        "follow": FOLLOW,
        "say": "print(chart.selection['label'], chart.get()['state']['startAngle'] != 270, wave.get()['state']['viewport'] is not None)",
        "state": "selected, select = mo.state(None)",
        "observe": "def tell(change):\n    print(f\"told of {change['new']['label']}\")\n    select(change['new'])\n\n"
        "chart.observe(tell, 'selection')",
        "react": "print(f\"selected: {selected() and selected()['label']}\")",
        "compute": "import pathlib\nwhile not pathlib.Path('go').exists(): sum(range(1000))\nprint('computed')",
    }
    (server.place.work / "go").touch()
    pages = Pages(server, chromium)
    notebook = pages.open(*cells.values(), title="shared")
    notebook.at = {name: number for number, name in enumerate(cells)}
    notebook.run_all()
    expect(notebook.printed(notebook.at["compute"])).to_have_text("computed")
    yield notebook
    pages.close()


def test_what_the_hand_does_is_seen_by_the_next_cell_that_is_run(notebook):
    pie, wave = (notebook.chart(notebook.at[name]) for name in ("pie", "wave"))
    pie.wait().drag(*turning(10, 60, 10))
    pie.frame.focus()
    notebook.page.keyboard.press("Home")
    expect(pie.selected).to_have_attribute("aria-label", re.compile("Rent.*selected"))
    wave.wait().zoom_by_wheel(300, 150)
    notebook.run(notebook.at["say"])
    expect(notebook.printed(notebook.at["say"])).to_have_text("Rent True True")
    notebook.shot("marimo")


def test_a_tap_changes_another_chart_and_runs_the_cells_that_read_a_state(notebook):
    pie, bars = (notebook.chart(notebook.at[name]) for name in ("pie", "bars"))
    pie.wait().frame.focus()
    notebook.page.keyboard.press("Escape")
    expect(pie.selected).to_have_count(0)
    # Run again, a cell has one listener still: what is told twice is printed twice.
    for _ in range(2):
        notebook.run(notebook.at["observe"])
        expect(notebook.printed(notebook.at["observe"])).to_have_count(0)
    pie.wait().frame.focus()
    notebook.page.keyboard.press("End")
    expect(bars.selected).to_have_attribute("aria-label", re.compile("Fun.*selected"))
    expect(notebook.printed(notebook.at["react"])).to_have_text("selected: Fun")
    expect(notebook.printed(notebook.at["observe"])).to_have_text("told of Fun")


def test_a_drag_waits_for_a_cell_that_computes_and_says_so(notebook):
    """marimo hands pages' messages over between cells."""
    pie, compute = notebook.chart(notebook.at["pie"]), notebook.at["compute"]
    (notebook.server.place.work / "go").unlink()
    try:
        notebook.run(compute)
        expect(notebook.status(compute)).to_have_attribute("data-status", "running")
        before = pie.wait().svg
        pie.drag(*turning(10, 60, 10))
        expect(pie.note).to_have_text("Waiting for the kernel…")
        assert pie.svg == before
    finally:
        (notebook.server.place.work / "go").touch()
    expect(notebook.status(compute)).to_have_attribute("data-status", "idle")
    eventually(lambda: pie.svg != before, 20, "the drag was lost")
    expect(pie.note).to_be_hidden()


def test_themes_are_followed_at_once(notebook):
    pie = notebook.chart(notebook.at["pie"]).wait()
    assert "#16181d" not in pie.svg
    notebook.choose_theme("dark")
    eventually(lambda: "#16181d" in pie.svg, 20, "it is not dark")
    pie.wait().locator.hover()
    pie.locator.locator(".ck-menu-button").click()
    expect(pie.locator.locator(".ck-menu")).to_have_css("background-color", "rgb(36, 39, 45)")
    notebook.shot("marimo-dark")
    notebook.page.keyboard.press("Escape")
    notebook.choose_theme("light")
    eventually(lambda: "#16181d" not in pie.svg, 20, "it is not light")


def test_each_cell_that_shows_a_chart_is_live_for_itself_and_after_the_program_was_killed(open_notebook):
    notebook = open_notebook(
        SETUP, CELL, "mo.hstack([chart, mo.md('beside it')])", "print(chart.client.connection.program.pid)",
        "print('runs:', chart.client.is_running)",
    )
    notebook.run_all()
    first, second = notebook.chart(1).wait(), notebook.chart(2)
    first.click(390, 180)
    for chart in (first, second):
        expect(chart.selected).to_have_attribute("aria-label", re.compile("Rent.*selected"))
    # What the cell has shown goes with its view, and the other stays as it was.
    old = second.frame.element_handle()
    notebook.run(2)
    eventually(lambda: not old.evaluate("element => element.isConnected"), 20, "it was not shown anew")
    second.wait().click(390, 260)
    for chart in (second, first):
        expect(chart.selected).to_have_attribute("aria-label", re.compile("Food.*selected"))
    # When nothing moves any more pages say so, which is no reason to start a program that was killed meanwhile.
    notebook.page.mouse.move(5, 5)
    with notebook.page.expect_request(lambda request: "widget/settle" in (request.post_data or "")):
        os.kill(int(notebook.printed(3).inner_text()), 9)
    for chart in (first, second):
        expect(chart.note).to_contain_text("The program that drew this chart has ended")
    notebook.run(4)
    expect(notebook.printed(4)).to_have_text("runs: False")
    notebook.shot("marimo-killed")
    first.wait().click(390, 180)
    for chart in (first, second):
        expect(chart.note).to_be_hidden()
        expect(chart.selected).to_have_attribute("aria-label", re.compile("Rent.*selected"))


def test_after_a_restart_and_opened_again_the_picture_is_there_and_run_again_it_is_live(open_notebook, server):
    notebook = open_notebook(SETUP, CELL)
    notebook.run_all()
    notebook.chart(1).wait()
    kept = server.place.work / "__marimo__" / "session" / f"{notebook.name}.json"
    eventually(lambda: kept.exists() and "chart-kernel-still" in kept.read_text(), 30, "marimo keeps nothing")
    still = notebook.cell(1).locator("img.chart-kernel-still")
    expect(still).to_be_hidden()
    notebook.restart()
    # marimo starts a process and reads the page anew, which takes a busy machine long.
    expect(still).to_be_visible(timeout=60_000)
    assert notebook.cell(1).locator(".ck-chart").count() == 0
    notebook.shot("marimo-restarted")
    notebook.run_all()
    chart = notebook.chart(1).wait()
    expect(still).to_be_hidden()
    chart.click(390, 180)
    expect(chart.selected).to_have_count(1)
    # marimo itself says in its console that the server has closed its socket.
    notebook.errors[:] = [error for error in notebook.errors if "WebSocket closed 1000 MARIMO_SHUTDOWN" not in error]


def test_each_visitor_of_an_app_has_charts_of_their_own(place, chromium):
    app = write(place, "app.py", SETUP, CELL, f"{BARS}\n{FOLLOW}".replace("\nbars\n", "\n") + "\nbars",
                "selected, select = mo.state(None)\nchart.observe(lambda change: select(change['new']), 'selection')",
                "mo.md(f\"The hand has selected {selected() and selected()['label']}.\")")
    server = Marimo(place, app)
    pages = Pages(server, chromium)
    try:
        visits = [pages.open() for _ in range(2)]
        charts = [[Chart(visit.page, visit.page.locator(".ck-chart").nth(number)).wait() for number in range(2)] for visit in visits]
        for visit, (pie, bars), at, word in zip(visits, charts, ((390, 180), (390, 260)), ("Rent", "Food")):
            pie.wait().click(*at)
            expect(bars.selected).to_have_attribute("aria-label", re.compile(f"{word}.*selected"))
            expect(visit.page.get_by_text("The hand has selected")).to_have_text(f"The hand has selected {word}.")
        assert "Rent" in charts[0][0].selected.get_attribute("aria-label")
        visits[1].shot("marimo-app")
        # The program of a visitor goes when they have gone.
        assert len(programs(place, server)) == 2
        visits[0].page.context.close()
        eventually(lambda: len(programs(place, server)) == 1, 30, "a visitor's program stays")
        charts[1][0].wait().click(390, 180)
        expect(charts[1][1].selected).to_have_attribute("aria-label", re.compile("Rent.*selected"))
        pages.close()
    finally:
        server.close()


def programs(place, server) -> list:
    return place.processes("serve --companion", parent=server.process.pid)


def test_exported_pages_and_notebooks_have_the_picture(place, chromium):
    write(place, "exported.py", SETUP, CELL)
    for kind, *options in (["html"], ["ipynb", "--include-outputs"]):
        done = place.run(*environment().program("marimo"), "export", kind, "exported.py", "-o", f"exported.{kind}", *options)
        assert done.returncode == 0, done.stderr
    (output,) = json.loads((place.work / "exported.ipynb").read_text())["cells"][1]["outputs"]
    assert set(output["data"]) >= {"image/svg+xml", "text/html"} and "widget" not in str(output)
    context = chromium.new_context()
    page, errors = context.new_page(), []
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    # marimo's own scripts, which such pages take from elsewhere.
    page.route(re.compile("^https?:"), lambda route: route.fulfill(
        path=environment().file("marimo/_static", route.request.url.partition("/dist/")[2]),
        headers={"Access-Control-Allow-Origin": "*"}))
    page.goto((place.work / "exported.html").as_uri())
    chart = Chart(page, page.locator(".ck-chart")).wait()
    expect(page.locator("img.chart-kernel-still")).to_be_hidden()
    chart.click(390, 180)
    expect(chart.note).to_have_text("This is a saved picture.")
    context.close()
    assert errors == []
