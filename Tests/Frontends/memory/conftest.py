"""The memory socket against clients that are clumsy, hostile, or gone: the server lives, keeps nothing of theirs, and serves others."""

import pytest

import handover
from clients import SPENDING, Dealer, Server
from handover import HandOver


@pytest.fixture
def server(tmp_path):
    with Server(f"ipc://{tmp_path}/s.sock") as server:
        yield server
        assert server.process.poll() is None, server.process.stderr.read1().decode()


@pytest.fixture
def client(server):
    with Dealer(server.endpoint) as client:
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        yield client


@pytest.fixture
def place(client):
    """Where memory is handed over."""
    return handover.socket_of(client)


@pytest.fixture
def giver(place):
    with HandOver(place) as giver:
        # From its first answer on it is connected.
        assert "error" in giver.ask({})
        yield giver
