"""Kernels and clients for these tests."""

import pathlib
import tempfile

import pytest

from .kernel import Kernel, members
from .raw import Client


@pytest.fixture
def folder():
    """A folder whose path is short enough for the socket files in it, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="ck") as path:
        yield pathlib.Path(path)


@pytest.fixture
def start(folder):
    """Starts kernels, each in a folder of its own. Those that run afterwards end on SIGTERM, and leave nothing."""
    kernels: list[Kernel] = []

    def start(*arguments, parent=..., info=None, live=False, **options) -> Kernel:
        place = folder / str(len(kernels))
        place.mkdir()
        who = {} if parent is ... else {"parent": parent}
        kernels.append(Kernel(place, info or members(place / "run", **options), *arguments, live=live, **who))
        kernels[-1].wait_for_ports()
        return kernels[-1]

    yield start
    try:
        for kernel in kernels:
            if kernel.process.poll() is None:
                kernel.process.terminate()
                assert kernel.wait() == 0, kernel.stderr
    finally:
        for kernel in kernels:
            kernel.kill()


@pytest.fixture
def kernel(start) -> Kernel:
    """A running kernel on TCP ports, with a key."""
    return start()


@pytest.fixture
def client(kernel) -> Client:
    """A client of it."""
    return kernel.connect()
