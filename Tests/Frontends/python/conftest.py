"""The Python package as its users have it: imported, with a program that it starts itself."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

import clients

if TYPE_CHECKING:
    from lab import Lab

sys.path[:0] = [str(clients.ROOT / "python/src"), str(clients.ROOT / "Tests/Frontends/widget")]


@pytest.fixture(scope="session", autouse=True)
def program(chart_kernel):
    """The program under test is the one that the package starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHART_KERNEL", chart_kernel)
        yield


@pytest.fixture
def client(program):
    """A client with a program of its own, which ends with the test."""
    import chart_kernel as ck

    with ck.Client() as client:
        yield client


@pytest.fixture(params=["copied by the program", "copied into memory for it"])
def copies(request, client) -> bool:
    """Whether the program copies out of this process, as it may not everywhere."""
    copies = request.param == "copied by the program"
    about = client.about["capabilities"]["memory"]
    assert about["copies"], "this system lets it"
    about["copies"] = copies
    return copies


@pytest.fixture(scope="session")
def start_lab(kernelspec, package, chart_kernel, tmp_path_factory):
    """Servers of JupyterLab or Notebook 7 whose kernels of Python have the package, one of each kind for all tests."""
    # Not there for all that run these tests, which may have no browser.
    from lab import Lab
    from programs import Place, started_once

    def start(command: str) -> Lab:
        place = Place(tmp_path_factory.mktemp(command))
        running = place.runtime / "charts"
        running.mkdir()
        place.environment.update(package, CHART_KERNEL=chart_kernel, CHART_KERNEL_RUNTIME_DIR=str(running))
        return Lab(place, command)

    with started_once(start) as get:
        yield get


@pytest.fixture(scope="session")
def lab(start_lab):
    return start_lab("lab")


@pytest.fixture
def open_notebook(request, lab, chromium):
    """Opens notebooks in JupyterLab. In the end nothing was wrong in their pages."""
    from lab import Pages

    pages = Pages(lab, chromium)

    def open(*cells, name=None, kernel="python3", **options):
        return pages.open(*cells, name=name, title=request.node.name, kernel=kernel, **options)

    yield open
    pages.close()
