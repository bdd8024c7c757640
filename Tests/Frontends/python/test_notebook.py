"""The notebook of the documentation, executed."""

import shutil

import nbformat
import pytest

from clients import ROOT
from notebooks import errors, pictures, read, words


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
