"""Where the tests of other people's programs run."""

import pytest

from programs import Place


@pytest.fixture
def place(kernelspec, tmp_path):
    """A home that only this test uses, in which Jupyter knows the kernel; when the test is over nothing runs there."""
    place = Place(tmp_path)
    yield place
    place.close()
