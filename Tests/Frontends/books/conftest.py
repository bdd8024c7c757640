"""Notebooks as they go through books and texts."""

from pathlib import Path

import nbformat
import pytest
from jupyter_client import KernelManager
from nbclient import NotebookClient

from environments import Environment
from languages import CHART, PYTHON, Language

# As Sources/JupyterKernel/Widget writes it into the outputs of live charts.
VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(scope="session", autouse=True)
def program(chart_kernel):
    """The program under test is the one that the package starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHART_KERNEL", chart_kernel)
        yield


@pytest.fixture(scope="session", params=[CHART, PYTHON], ids=lambda language: language.kernel)
def language(request) -> Language:
    """Each kernel whose notebooks are put through the tests."""
    return request.param


def written(language: Language) -> nbformat.NotebookNode:
    """A notebook that nobody has run, with prose between its cells."""
    new = nbformat.v4
    cells = [new.new_markdown_cell("# Spending\n\nWhere it *goes*:")]
    for number, source in enumerate(language.cells, 1):
        cells += [new.new_code_cell(source), new.new_markdown_cell(f"## After {number}")]
    notebook = new.new_notebook(cells=cells)
    notebook.metadata.kernelspec = {
        "name": language.kernel, "display_name": language.kernel, "language": language.language}
    return notebook


@pytest.fixture
def notebook(language) -> nbformat.NotebookNode:
    return written(language)


@pytest.fixture(scope="session")
def executed(language, kernelspec, package) -> nbformat.NotebookNode:
    """The notebook as nbclient leaves it."""
    notebook = written(language)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in package.items():
            patch.setenv(name, value)
        NotebookClient(notebook, km=KernelManager(kernel_name=language.kernel), timeout=60).execute()
    return notebook


@pytest.fixture(scope="session")
def saved_live(executed) -> nbformat.NotebookNode:
    """The same as JupyterLab saves it: with the widgets' views beside the pictures, and without their state."""
    notebook = nbformat.from_dict(executed)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "image/svg+xml" in output.get("data", {}):
                view = {"model_id": "5c57ab86", "version_major": 2, "version_minor": 1}
                output["data"] = {VIEW: view} | output["data"]
    return notebook


@pytest.fixture(scope="session")
def books() -> Environment:
    """Sphinx, MyST-NB, Jupyter Book 1 and jupytext."""
    return Environment(Path(__file__).with_name("sphinx.txt"))
