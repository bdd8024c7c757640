"""Where servers tell of themselves."""

import pytest


@pytest.fixture
def runtime(tmp_path, monkeypatch):
    """A runtime directory for this test alone."""
    directory = tmp_path / "runtime"
    directory.mkdir()
    monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", str(directory))
    return directory
