import pytest

from frames import frames


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    with frames(tmp_path_factory.mktemp("tables")) as program:
        yield program
