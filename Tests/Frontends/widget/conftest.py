"""JupyterLab, Notebook 7 and Chromium for the tests of live charts."""

import shutil

import pytest
from lab import Lab, Notebook
from playwright.sync_api import sync_playwright
from programs import Place


@pytest.fixture(scope="session")
def chromium():
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert program, "Chromium is missing: `apt-get install chromium`"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def start_lab(kernelspec, tmp_path_factory):
    """Servers, one of each kind for all tests."""
    labs = {}

    def start(command="lab") -> Lab:
        if command not in labs:
            labs[command] = Lab(Place(tmp_path_factory.mktemp(command)), command)
        return labs[command]

    yield start
    for lab in labs.values():
        lab.close()
        lab.place.close()


@pytest.fixture(scope="session")
def lab(start_lab) -> Lab:
    return start_lab()


@pytest.fixture
def open_notebook(request, lab, chromium):
    """Opens notebooks in pages of their own. In the end nothing was wrong in their consoles, and no kernel is left."""
    notebooks, contexts = [], []

    def open(*cells, name=None, lab=lab, **options) -> Notebook:
        if name is None:
            name = f"{request.node.name.split('[')[0]}.ipynb"
            lab.write(name, *cells)
        contexts.append(chromium.new_context(viewport={"width": 1200, "height": 800}, **options))
        notebooks.append(Notebook(lab, contexts[-1].new_page(), name))
        return notebooks[-1]

    yield open
    for context in contexts:
        context.close()
    for notebook in notebooks:
        notebook.lab.end_kernels()
    assert [error for notebook in notebooks for error in notebook.errors] == []
