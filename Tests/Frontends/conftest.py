"""Fixtures for the tests of all front ends."""

import sys
from pathlib import Path

import pytest

# The test files lie in folders below, and all of them use clients.py.
sys.path.insert(0, str(Path(__file__).parent))

import clients


@pytest.fixture(scope="session")
def chart_kernel() -> str:
    """The path of the program under test: $CHART_KERNEL, or what was built last."""
    return clients.program()
