"""Fixtures for the tests of all front ends."""

import itertools
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

# The test files lie in folders below, and all of them use clients.py.
sys.path.insert(0, str(Path(__file__).parent))

import clients
from needs import pytest_make_collect_report, pytest_runtest_makereport  # noqa: F401: pytest finds them here.
from programs import Place


@pytest.fixture(scope="session")
def chart_kernel() -> str:
    """The path of the program under test: $CHART_KERNEL, or what was built last."""
    return clients.program()


@pytest.fixture(scope="session", autouse=True)
def state(tmp_path_factory):
    """Kernels keep their charts in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHART_KERNEL_STORE", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session", autouse=True)
def ports():
    """Kernels that are started in this process get ports that the system gives to nobody by itself.

    Jupyter has the system choose each port, and lets go of it until the kernel opens it: with other tests at work beside
    it somebody else has one of them meanwhile, about once in a thousand starts.
    """
    try:
        from jupyter_client.connect import LocalPortCache
    except ImportError:
        yield
        return
    # Where the system's own begin at 32,768; a block for each process that runs tests at the same time.
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw9").removeprefix("gw")) % 10
    block = itertools.cycle(range(20_000 + 1_000 * worker, 21_000 + 1_000 * worker))

    def find_available_port(cache, ip):
        for port in itertools.islice(block, 1_000):
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind((ip, port))
                except OSError:
                    continue
            if port not in cache.currently_used_ports:
                cache.currently_used_ports.add(port)
                return port
        raise OSError("no port of the tests' own is free")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LocalPortCache, "find_available_port", find_available_port)
        yield


@pytest.fixture
def runtime(monkeypatch):
    """Where programs leave word of themselves and have their sockets, for this test alone. The paths of these have to be short."""
    with tempfile.TemporaryDirectory(prefix="ck-", dir="/tmp") as directory:
        monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", directory)
        yield Path(directory)


@pytest.fixture(scope="session")
def kernelspec(chart_kernel, tmp_path_factory):
    """Installs the kernelspec into a folder of its own, where Jupyter looks first; gives its name."""
    prefix = tmp_path_factory.mktemp("prefix")
    subprocess.run([chart_kernel, "install", "--prefix", str(prefix)], check=True, capture_output=True, timeout=20)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(prefix / "share" / "jupyter"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        yield "chart"


@pytest.fixture
def place(kernelspec, tmp_path):
    """A home that only this test uses, in which Jupyter knows the kernel; when the test is over nothing runs there."""
    place = Place(tmp_path)
    yield place
    place.close()


@pytest.fixture(scope="session")
def package(tmp_path_factory) -> dict[str, str]:
    """What has Python find the package as if it were installed, with its entry points."""
    folder = tmp_path_factory.mktemp("package")
    (folder / "chart_kernel").symlink_to(clients.ROOT / "python/src/chart_kernel", target_is_directory=True)
    installed = folder / "chart_kernel-0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: chart-kernel\nVersion: 0\n")
    (installed / "entry_points.txt").write_text(
        "[pygments.lexers]\nchart = chart_kernel.pygments_lexer:ChartLexer\n\n"
        "[myst_nb.mime_renderers]\nchart = chart_kernel.books:SavedCharts\n"
    )
    return {"PYTHONPATH": str(folder)}


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium, one for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = clients.chromium(playwright)
        yield browser
        browser.close()


LONG = (
    "versions/", "widget/test_changes", "tools/test_gateways", "zmq/", "memory/", "widget/test_pie", "wire/test_life",
    "tools/test_papermill", "jupyter/test_conformance", "tools/test_notebooks", "python/test_live", "python/test_marimo",
    "books/test_sphinx", "raster/", "tools/test_console", "books/test_euporie", "widget/test_collaboration",
    "emacs/", "wheel/",
)
"""The files whose tests take longest, by their beginnings."""


def pytest_collection_modifyitems(items):
    """Long files come first: whoever begins with one when the others are done keeps them waiting."""
    def turn(item):
        name = Path(item.path).relative_to(Path(__file__).parent).as_posix()
        return next((place for place, beginning in enumerate(LONG) if name.startswith(beginning)), len(LONG))
    items.sort(key=turn)
