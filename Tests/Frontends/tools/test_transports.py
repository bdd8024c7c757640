"""What docs/jupyter.md advises where several people share a machine: encryption, or no ports at all."""

import json

import pytest
import zmq

from gateways import Gateway
from notebooks import SPENDING, pictures, read, write
from programs import Place

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def behind_gateway(place):
    """Starts a kernel behind a server with options: the kernel, and its connection file."""
    gateways = []

    def start(*options: str):
        gateways.append(Gateway(place, "kernelgateway", *options))
        kernel = gateways[-1].start("chart")
        return kernel, json.loads((place.runtime / f"kernel-{kernel.id}.json").read_text())

    yield start
    for gateway in gateways:
        gateway.close()


def listening(place: Place) -> int:
    """How many TCP ports the kernel listens on."""
    (process,) = place.kernels()
    return sum(end.status == "LISTEN" for end in process.net_connections("tcp"))


def test_a_server_that_demands_encryption(behind_gateway, place):
    kernel, connection = behind_gateway("--KernelManager.transport_encryption=required")
    assert connection["curve_publickey"] and connection["curve_secretkey"]
    assert kernel.run(SPENDING)[0]["status"] == "ok"
    kernel.delete()


def test_a_server_whose_kernels_open_no_port(behind_gateway, place):
    kernel, connection = behind_gateway("--KernelManager.transport=ipc")
    assert connection["transport"] == "ipc"
    assert kernel.run(SPENDING)[0]["status"] == "ok"
    assert listening(place) == 0
    kernel.delete()


@pytest.mark.parametrize("option", ["--KernelManager.transport_encryption=required", "--KernelManager.transport=ipc"])
def test_notebooks_are_executed_so_too(place, option):
    write(place.work / "in.ipynb", SPENDING)
    done = place.run("jupyter", "nbconvert", "--execute", "--to", "notebook", option, "in.ipynb", "--output", "out.ipynb")
    assert done.returncode == 0, done.stderr
    assert len(pictures(read(place.work / "out.ipynb")[0])) == 1


def test_a_client_in_clear_hears_nothing(behind_gateway, place):
    """Nor does it disturb those with the keys."""
    kernel, connection = behind_gateway("--KernelManager.transport_encryption=required")
    with zmq.Context() as context, context.socket(zmq.SUB) as subscriber:
        subscriber.linger = 0
        subscriber.subscribe(b"")
        subscriber.connect(f"tcp://127.0.0.1:{connection['iopub_port']}")
        assert kernel.run(SPENDING)[0]["status"] == "ok"
        # Nothing ever comes to who is not let in, so that only time can show it.
        assert not subscriber.poll(500)
    assert kernel.run("%echo on")[0]["status"] == "ok"
    assert listening(place) == 5
    kernel.delete()
