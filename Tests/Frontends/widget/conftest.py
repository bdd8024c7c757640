"""JupyterLab, Notebook 7 and Chromium for the tests of live charts: one of each for all of them."""

import pytest

from lab import Lab, Pages
from programs import Place, started_once


@pytest.fixture(scope="session")
def start_lab(kernelspec, tmp_path_factory):
    """Servers, one of each kind for all tests."""
    with started_once(lambda command: Lab(Place(tmp_path_factory.mktemp(command)), command)) as start:
        yield start


@pytest.fixture(scope="session")
def lab(start_lab) -> Lab:
    return start_lab("lab")


@pytest.fixture
def open_notebook(request, lab, chromium):
    """Opens notebooks in pages of their own. In the end nothing was wrong in their consoles, and no kernel is left."""
    pages = Pages(lab, chromium)

    def open(*cells, name=None, **options):
        return pages.open(*cells, name=name, title=request.node.name, **options)

    yield open
    pages.close()


@pytest.fixture(scope="module")
def shared_pages(lab, chromium):
    """Opens notebooks that the tests of a module share, since loading JupyterLab takes longer than most tests."""
    pages = Pages(lab, chromium)
    yield pages
    pages.close()


@pytest.fixture(scope="module")
def shared(request, shared_pages):
    """A notebook with the module's CELLS, which have run, opened with its OPTIONS."""
    module = request.module
    notebook = shared_pages.open(*module.CELLS, title=module.__name__, **getattr(module, "OPTIONS", {}))
    for cell in range(len(module.CELLS)):
        notebook.run(cell)
        notebook.chart(cell).wait()
    return notebook


@pytest.fixture(scope="module")
def service(shared):
    """Its kernel, for a script."""
    with shared.service() as service:
        yield service
