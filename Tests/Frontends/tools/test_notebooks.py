"""Notebooks and files executed without anybody looking: nbconvert, `jupyter execute` and `jupyter run`."""

import base64
import re
import shutil
import xml.etree.ElementTree as XML

import nbformat
import pytest

from clients import ROOT
from notebooks import SPENDING, SVG, errors, pictures, plain, read, words, write

pytestmark = pytest.mark.timeout(120)

GOOD, BAD = "%echo on", "kind: pie\ntitel: Spending\nslices: [{label: Rent, value: 1}]"


@pytest.fixture
def tour(place):
    """The tour and its data."""
    shutil.copytree(ROOT / "notebooks/data", place.work / "data")
    return shutil.copy(ROOT / "notebooks/tour.ipynb", place.work)


def convert(place, *arguments):
    return place.run("jupyter", "nbconvert", "--execute", *arguments)


# ── nbconvert ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_nbconvert_executes_the_tour(place, tour):
    done = convert(place, "--to", "notebook", tour, "--output", "done.ipynb")
    assert done.returncode == 0, done.stderr
    cells = read(place.work / "done.ipynb")
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not any(errors(cell) for cell in cells)
    assert "Rent" in words(pictures(cells[0])[0])
    for cell in cells:
        specs = len(re.findall(r"^kind:", cell.source, re.MULTILINE))
        assert len(pictures(cell)) >= specs, cell.source
    metadata = nbformat.read(place.work / "done.ipynb", as_version=4).metadata
    assert metadata.language_info.name == "chart"
    assert metadata.language_info.file_extension == ".chart"


def test_nbconvert_writes_the_tour_as_a_page(place, tour):
    done = convert(place, "--to", "html", tour, "--output", "done.html")
    assert done.returncode == 0, done.stderr
    page = (place.work / "done.html").read_text()
    shown = [
        XML.fromstring(base64.b64decode(data)) for data in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    ]
    charts = [picture for picture in shown if "Rent" in words(picture)]
    assert charts, "the first pie of the tour"
    assert all(picture.tag == f"{SVG}svg" for picture in shown)


def test_nbconvert_stops_at_an_error_and_says_where(place):
    write(place.work / "bad.ipynb", SPENDING, BAD, GOOD)
    done = convert(place, "--to", "notebook", "bad.ipynb", "--output", "done.ipynb")
    assert done.returncode == 1
    said = plain(done.stderr)
    assert "line 2, column 1" in said and "'title'" in said, "the place, and what was meant"
    assert not (place.work / "done.ipynb").exists()


def test_nbconvert_goes_on_after_an_error_when_told_to(place):
    write(place.work / "bad.ipynb", SPENDING, BAD, GOOD)
    done = convert(place, "--to", "notebook", "--allow-errors", "bad.ipynb", "--output", "done.ipynb")
    assert done.returncode == 0, done.stderr
    first, second, third = read(place.work / "done.ipynb")
    assert len(pictures(first)) == 1
    (error,) = errors(second)
    assert error.ename == "InvalidSpec" and "title" in error.evalue
    assert [output.text for output in third.outputs] == ["on\n"]


def test_nbconvert_writes_scripts_with_the_extension_of_charts(place):
    write(place.work / "good.ipynb", SPENDING, GOOD)
    # An executed notebook holds what the kernel says of its language, which names the extension.
    assert convert(place, "--to", "notebook", "good.ipynb", "--output", "done.ipynb").returncode == 0
    done = place.run("jupyter", "nbconvert", "--to", "script", "done.ipynb")
    assert done.returncode == 0, done.stderr
    text = (place.work / "done.chart").read_text()
    assert "kind: pie" in text and GOOD in text


# ── jupyter execute ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_execute_writes_a_notebook(place):
    write(place.work / "good.ipynb", SPENDING, "%highlight spending 1")
    done = place.run("jupyter", "execute", "good.ipynb", "--output", "done")
    assert done.returncode == 0, done.stderr
    first, second = read(place.work / "done.ipynb")
    # A saved notebook shows the chart as it was in the end, wherever it shows it.
    assert first.outputs[0].data["image/svg+xml"] == second.outputs[-1].data["image/svg+xml"]


def test_execute_fails_with_the_error_of_a_cell(place):
    write(place.work / "bad.ipynb", BAD)
    done = place.run("jupyter", "execute", "bad.ipynb")
    assert done.returncode != 0
    assert "InvalidSpec" in plain(done.stderr)
    done = place.run("jupyter", "execute", "--allow-errors", "--inplace", "bad.ipynb")
    assert done.returncode == 0, done.stderr
    assert len(errors(read(place.work / "bad.ipynb")[0])) == 1


# ── jupyter run ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(params=["by its name", "on standard input"])
def run(request, place):
    """Runs code by `jupyter run`. It hands the name of the file to the kernel as well (jupyter_client's runapp.py)."""
    arguments = ["jupyter", "run", "--kernel", "chart"]

    def run(code: str):
        path = place.work / "file.chart"
        path.write_text(code)
        if request.param == "by its name":
            return place.run(*arguments, "file.chart")
        with open(path) as file:
            return place.run(*arguments, stdin=file)

    return run


def test_run_prints_what_a_file_says(run):
    done = run(f"%echo first\n{SPENDING}%echo last\n%echo --stderr oops\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("first\n") and done.stdout.endswith("last\n")
    assert "Rent: 25" in done.stdout, "the chart in words"
    assert "oops" in done.stderr


def test_run_fails_with_the_error_of_a_file(run):
    done = run("%nonsense\n%echo never\n")
    assert done.returncode != 0
    assert "%nonsense" in plain(done.stderr + done.stdout)
    assert "never" not in done.stdout
