"""Notebooks of Python, executed without anybody who looks: that of the documentation, and one with parameters by papermill."""

import shutil

import nbformat
import pytest

from clients import ROOT
from notebooks import errors, pictures, plain, read, words, write


@pytest.mark.timeout(180)
def test_the_notebook_runs_and_shows_its_charts_as_pictures(place, package, chart_kernel):
    shutil.copytree(ROOT / "notebooks/data", place.work / "data")
    shutil.copy(ROOT / "notebooks/python.ipynb", place.work)
    done = place.run(
        "jupyter", "nbconvert", "--execute", "--to", "notebook", "python.ipynb", "--output", "done.ipynb",
        CHART_KERNEL=chart_kernel, **package,
    )
    assert done.returncode == 0, done.stderr
    cells = read(place.work / "done.ipynb")
    assert not any(errors(cell) for cell in cells)
    shown = [picture for cell in cells for picture in pictures(cell)]
    assert len(shown) == 5
    assert [title in words(picture) for title, picture in zip(("Seattle", "Rain", "All years", "A walk"), shown)] == [True] * 4
    # Who only collects what cells show gets no live views, which nobody could bring to life.
    bundles = [output.data for cell in cells for output in cell.outputs if "data" in output]
    assert not any("application/vnd.jupyter.widget-view+json" in data for data in bundles)
    # What Python selected before the picture was made is in it, and told.
    assert "'label': '2014'" in str([cell.outputs for cell in cells])
    assert "widgets" not in nbformat.read(place.work / "done.ipynb", 4).metadata


@pytest.mark.timeout(120)
def test_papermill_draws_what_the_parameters_say_and_fails_with_the_place_of_a_fault(place, package, chart_kernel):
    cells = ["rent, options = 25, {}", "import chart_kernel as ck", "ck.pie({'Rent': rent, 'Food': 30}, **options)", "print('never')"]
    write(place.work / "in.ipynb", *cells, tags={0: "parameters"}, kernel="python3")

    def papermill(*parameters):
        variables = {**package, "CHART_KERNEL": chart_kernel}
        return place.run("papermill", "--no-progress-bar", "in.ipynb", "out.ipynb", *parameters, **variables)

    done = papermill("-p", "rent", "90")
    assert done.returncode == 0, done.stderr
    (shown,) = [picture for cell in read(place.work / "out.ipynb") for picture in pictures(cell)]
    assert "Rent 75%" in words(shown) and "90" in words(shown)
    done = papermill("-y", "options: {titel: Spending}")
    assert done.returncode == 1
    assert "InvalidValue: spec.titel: unknown key; did you mean 'title'?" in plain(done.stderr)
    *_, drawing, never = read(place.work / "out.ipynb")
    assert errors(drawing) and not never.outputs
