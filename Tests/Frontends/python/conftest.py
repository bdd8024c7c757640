"""The Python package as its users have it: imported, with a program that it starts itself."""

import sys

import pytest

import clients

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
