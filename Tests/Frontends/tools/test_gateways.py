"""Kernels behind Jupyter Kernel Gateway and Enterprise Gateway, by HTTP and websocket."""

import json
import xml.etree.ElementTree as XML

import pytest

from clients import ROOT, is_alive
from gateways import PORTS, Gateway, enterprise_python
from kernels import eventually
from notebooks import SPENDING
from programs import Place, started_once

# The first of them makes Enterprise Gateway's environment, which takes a minute once.
pytestmark = pytest.mark.timeout(300)

# What a kernel is called behind which gateway; `chart-remote` is started by the launcher of deploy/kubernetes.
WAYS = [("kernelgateway", "chart"), ("enterprisegateway", "chart"), ("enterprisegateway", "chart-remote")]
LAUNCHER = ROOT / "deploy/kubernetes/kernel-image/launch_chart_kernel.py"


def install_remote(place: Place, chart_kernel: str):
    """A kernelspec whose kernel runs on another host, as far as Enterprise Gateway knows."""
    folder = place.home / "data/kernels/chart-remote"
    folder.mkdir(parents=True)
    arguments = ["--kernel-id", "{kernel_id}", "--response-address", "{response_address}"]
    arguments += ["--public-key", "{public_key}", "--port-range", "{port_range}"]
    spec = {
        "argv": [enterprise_python(), str(LAUNCHER), *arguments, "--", chart_kernel, "jupyter"],
        "display_name": "Chart (remote)",
        "language": "chart",
        "interrupt_mode": "message",
        "metadata": {
            "process_proxy": {
                "class_name": "enterprise_gateway.services.processproxies.distributed.DistributedProcessProxy"
            }
        },
    }
    (folder / "kernel.json").write_text(json.dumps(spec))


@pytest.fixture(scope="module")
def gateways(kernelspec, chart_kernel, tmp_path_factory):
    """Gives the gateway of a kind, started when first asked for; each ends when told to, and nothing stays behind."""

    def start(name: str) -> Gateway:
        place = Place(tmp_path_factory.mktemp(name))
        if name == "enterprisegateway":
            install_remote(place, chart_kernel)
        return Gateway(place, name)

    with started_once(start) as get:
        yield get


@pytest.fixture(params=["kernelgateway", "enterprisegateway"])
def gateway(request, gateways):
    """A gateway of each kind."""
    return gateways(request.param)


@pytest.fixture(params=WAYS, ids="-".join)
def kernel(request, gateways):
    """A running kernel, on the gateway's host and by the launcher for others; when the test is over it is gone."""
    gateway = gateways(request.param[0])
    kernel = gateway.start(request.param[1])
    yield kernel
    kernel.delete()
    eventually(lambda: gateway.place.kernels() == [], "the end of the kernel")


def of(type: str, messages: list[dict]) -> list[dict]:
    return [message["content"] for message in messages if message["msg_type"] == type]


def test_the_kernelspec_is_listed(gateway):
    status, answer = gateway.ask("GET", "/kernelspecs")
    assert status == 200
    spec = answer["kernelspecs"]["chart"]
    assert spec["spec"]["language"] == "chart"
    assert spec["spec"]["interrupt_mode"] == "message"
    assert "logo-64x64" in spec["resources"]


def test_it_says_who_it_is(kernel):
    for channel in ("shell", "control"):
        reply, _ = kernel.until(kernel.send("kernel_info_request", {}, channel))
        assert reply["status"] == "ok"
        assert reply["implementation"] == "chart-kernel"


def test_a_cell_shows_a_chart_and_a_later_one_changes_it(kernel):
    reply, shown = kernel.run(SPENDING)
    assert reply["status"] == "ok" and reply["execution_count"] == 1
    (display,) = of("display_data", shown)
    before = display["data"]["image/svg+xml"]
    assert XML.fromstring(before).tag == "{http://www.w3.org/2000/svg}svg"
    # On the first slice: right of the middle of a picture of 640 by 360, a little above it.
    reply, shown = kernel.run("%tap spending 350 160")
    assert reply["status"] == "ok"
    updates = of("update_display_data", shown)
    assert [update["transient"] for update in updates] == [display["transient"]]
    assert updates[0]["data"]["image/svg+xml"] != before
    assert "selected" in updates[0]["data"]["text/plain"]


@pytest.mark.parametrize("way", ["by the gateway", "by a message"])
def test_a_long_cell_is_interrupted(kernel, way):
    # Half a minute of work that shows nothing, since the gateways take long for many messages.
    request = kernel.execute("%echo begin\n" + '{"jsonrpc": "2.0", "method": "rpc.discover"}\n' * 20_000)
    while kernel.receive()["msg_type"] != "stream":
        pass
    if way == "by the gateway":
        assert kernel.ask("POST", "/interrupt")[0] == 204
    else:
        kernel.send("interrupt_request", {}, "control")
    reply, _ = kernel.until(request)
    assert reply["status"] == "error"
    assert reply["ename"] == "Interrupted"
    reply, shown = kernel.run("%echo on")
    assert reply["status"] == "ok"
    assert "on\n" in [stream["text"] for stream in of("stream", shown)]


def test_a_restart_begins_anew(kernel):
    place = kernel.gateway.place
    assert kernel.run(SPENDING)[0]["execution_count"] == 1
    (before,) = [process.pid for process in place.kernels()]
    assert kernel.ask("POST", "/restart")[0] == 200
    eventually(lambda: before not in [process.pid for process in place.kernels()], "the end of the first")
    kernel.connect()
    reply, shown = kernel.run("%charts")
    assert reply["execution_count"] == 1
    assert "spending" not in str(shown)
    assert len(place.kernels()) == 1


def test_a_deleted_kernel_is_gone(kernel):
    place = kernel.gateway.place
    assert len(place.kernels()) == 1
    assert kernel.ask("DELETE")[0] == 204
    eventually(lambda: place.kernels() == [], "the end of the process")
    assert kernel.ask("GET")[0] == 404


def test_kernels_do_not_know_each_other(gateway):
    first, second = gateway.start("chart"), gateway.start("chart")
    first.run(SPENDING)
    reply, shown = second.run("%charts")
    assert reply["status"] == "ok"
    assert "spending" not in str(shown)
    first.delete()
    assert second.run("%echo on")[0]["status"] == "ok"
    second.delete()


@pytest.mark.parametrize("name", ["kernelgateway", "enterprisegateway"])
def test_a_gateway_that_ends_takes_its_kernels_along(name, kernelspec, chart_kernel, tmp_path):
    place = Place(tmp_path)
    if name == "enterprisegateway":
        install_remote(place, chart_kernel)
    gateway = Gateway(place, name)
    for kernel in [kernel for way, kernel in WAYS if way == name]:
        gateway.start(kernel).socket.close()
    assert place.kernels()
    gateway.close()
    place.close()


def test_the_launcher_keeps_to_loopback_and_to_the_ports_it_is_given(gateways):
    gateway = gateways("enterprisegateway")
    kernel = gateway.start("chart-remote")
    (process,) = gateway.place.kernels()
    for owner in (process, process.parent()):
        ends = [end.laddr for end in owner.net_connections("tcp") if end.status == "LISTEN"]
        assert len(ends) == (5 if owner is process else 1)
        assert all(end.ip == "127.0.0.1" and end.port in PORTS for end in ends)
    kernel.delete()


def test_a_kernel_outlives_neither_its_launcher_nor_the_other_way_round(gateways):
    gateway = gateways("enterprisegateway")
    for victim in ("kernel", "launcher"):
        kernel = gateway.start("chart-remote")
        (process,) = gateway.place.kernels()
        launcher = process.parent()
        (process if victim == "kernel" else launcher).kill()
        eventually(lambda: not process.is_running() and not is_alive(launcher.pid), "the end of the other")
        kernel.delete()
