"""The wheel, and a system to install it in."""

import shutil
from pathlib import Path

import pytest

import debian
from bare import Bare
from clients import ROOT


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel that `make wheel` built last."""
    found = list((ROOT / "build/wheel").glob("*.whl"))
    assert len(found) == 1, f"there should be one wheel in build/wheel, not {len(found)}: `make wheel` builds it"
    return found[0]


@pytest.fixture(scope="session")
def wheel_program() -> Path:
    """The program in the wheel; `chart-kernel.full` beside it has the symbols."""
    return ROOT / "build/wheel/program/chart-kernel"


@pytest.fixture(scope="session")
def bare(wheel, tmp_path_factory):
    """A system of Debian's packages with Python and little else, and the wheel in its folder of packages."""
    debian.require()
    bare = Bare(tmp_path_factory.mktemp("bare"), wheel)
    yield bare
    # A quarter of a gigabyte, of which pytest would keep three.
    shutil.rmtree(bare.root)
