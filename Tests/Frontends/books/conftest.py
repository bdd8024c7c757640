"""Notebooks as they go through books and texts."""

import dataclasses
from pathlib import Path

import nbformat
import pytest
from jupyter_client import KernelManager
from nbclient import NotebookClient

from environments import Environment
from notebooks import SPENDING

# As Sources/JupyterKernel/Widget writes it into the outputs of live charts.
VIEW = "application/vnd.jupyter.widget-view+json"


@dataclasses.dataclass(frozen=True)
class Language:
    """What notebooks of a kernel say to show a chart and to act on it."""

    kernel: str
    language: str
    # Cells: the first shows a chart, the second taps it, the last answers with JSON.
    cells: tuple[str, ...]
    # What stands in the chart's picture in the end, and in the answer.
    picture: str
    answer: str
    # What the second cell is in a page, where the language's lexer is known: a part of its HTML.
    coloured: str
    # What jupytext has to be told before it writes Markdown.
    markdown_options: tuple[str, ...] = ()


CHART = Language(
    kernel="chart",
    language="chart",
    cells=(
        SPENDING.rstrip("\n"),
        "%tap spending 320 300  # what is there\n%echo tapped",
        '{"jsonrpc": "2.0", "id": 1, "method": "chart/hitTest", "params": {"chart": "spending", "x": 320, "y": 300}}',
    ),
    picture="Food: 30 (55%), selected",
    answer='"label": "Food"',
    coloured='<span class="k">tap</span>',
    # A block of code is a cell to it if it knows the block's language, or is told of it.
    markdown_options=("--opt", "custom_language_magics=chart"),
)


@pytest.fixture(scope="session", params=[CHART], ids=lambda language: language.kernel)
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
def executed(language, kernelspec) -> nbformat.NotebookNode:
    """The notebook as nbclient leaves it."""
    notebook = written(language)
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
