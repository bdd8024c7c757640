"""Plots over ZeroMQ: a million points come as binary frames behind the request."""

import array
import math
import struct

import pytest

from clients import Dealer, RPCError, Server, request, svg

COUNT = 1_000_000


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    directory = tmp_path_factory.mktemp("plots")
    rows = "".join(f"2026-01-01T{i // 3600 % 24:02}:{i // 60 % 60:02}:{i % 60:02}Z,{i % 100}\n" for i in range(80_000))
    (directory / "large.csv").write_text("time,value\n" + rows)
    with Server(f"ipc://{directory}/chart.sock", cwd=directory) as server:
        yield server
        assert server.process.poll() is None, server.process.stderr.read().decode()


@pytest.fixture
def client(server):
    with Dealer(server.endpoint) as client:
        yield client
        client.call("session/close")


def call(client, method, *buffers, **params):
    """A call with buffers."""
    client.count += 1
    client.send(request(client.count, method, params), *buffers)
    answer = client.receive(timeout=60)
    assert answer["id"] == client.count
    if "error" in answer:
        raise RPCError(answer["error"])
    return answer["result"]


def doubles(values) -> bytes:
    return array.array("d", values).tobytes()


@pytest.fixture(scope="module")
def waves() -> bytes:
    return doubles(math.sin(i / 5_000) * 100 for i in range(COUNT))


SPEC = {"kind": "line", "series": [{"name": "a", "values": {"buffer": 0, "type": "float64"}}]}


def test_a_million_points_as_a_buffer(client, waves):
    created = call(client, "chart/create", waves, chart="a", spec=SPEC)
    picture = svg(created)
    assert picture.startswith("<svg") and len(picture) < 500_000, "drawn as many points as there are px"
    described = client.call("chart/get", chart="a")
    assert described["spec"] == SPEC, "as it was given"
    assert described["layout"]["series"][0]["count"] == COUNT
    tapped = client.call("chart/tap", chart="a", x=330, y=150, render=False)
    entry = tapped["selection"]
    assert entry["series"] == 0 and 0 < entry["index"] < COUNT
    value = struct.unpack_from("<d", waves, entry["index"] * 8)[0]
    assert tapped["events"][0]["value"] == pytest.approx(value, abs=1e-12)
    client.call("chart/undo", chart="a", render=False)
    zoomed = client.call("chart/zoom", chart="a", scale=50, x=330)
    assert zoomed["changed"] and svg(zoomed) != picture


def test_with_positions_and_all_types(client, waves):
    x = array.array("i", range(0, 3 * COUNT, 3)).tobytes()
    spec = {
        "kind": "line",
        "x": {"values": {"buffer": 1, "type": "int32"}},
        "series": [
            {"values": {"buffer": 0}},
            {"values": {"buffer": 2, "type": "float32"}},
            {"values": {"buffer": 3, "type": "int64"}},
        ],
    }
    singles = array.array("f", [0.5] * COUNT).tobytes()
    longs = array.array("q", [-7] * COUNT).tobytes()
    call(client, "chart/create", waves, x, singles, longs, chart="a", spec=spec, render=False)
    for series, value in [(1, 0.5), (2, -7)]:
        found = client.call("chart/highlight", chart="a", series=series, x=2_999_998, render=False)
        assert found["selection"] == {"series": series, "index": COUNT - 1}
        assert found["events"][-1]["value"] == value


def test_more_points_come_in(client, waves):
    call(client, "chart/create", waves, chart="a", spec=SPEC, render=False)
    before = svg(client.call("chart/update", chart="a", patch={"title": "Waves"}))
    added = call(client, "chart/append", doubles([1, 2, 3]), chart="a", points={"buffer": 0}, render=False)
    assert added["revision"] == 3 and "display" not in added
    assert client.call("chart/get", chart="a")["layout"]["series"][0]["count"] == COUNT + 3
    client.call("chart/append", chart="a", points=[4, None], window=1_000, render=False)
    assert client.call("chart/get", chart="a")["layout"]["series"][0]["count"] == 1_000
    client.call("chart/undo", chart="a", render=False)
    assert svg(client.call("chart/undo", chart="a")) == before


def test_the_same_elsewhere(client, waves, tmp_path):
    call(client, "chart/create", waves, chart="a", spec=SPEC, render=False)
    client.call("chart/append", chart="a", points=[1, 2], render=False)
    document = client.call("session/export")["document"]
    assert len(document["columns"]) == 2, "before and after the points were added, each once"
    with Server(f"ipc://{tmp_path}/other.sock") as other, Dealer(other.endpoint) as there:
        there.call("session/import", document=document)
        for method in ["chart/render", "chart/undo", "chart/render"]:
            here, other = client.call(method, chart="a"), there.call(method, chart="a")
            assert here == other


def test_what_a_request_lacks_is_said(client):
    for buffers, reason in [([], "the request has 0 buffers"), ([b"123"], "expected 8 bytes for each float64, got 3")]:
        with pytest.raises(RPCError) as fault:
            call(client, "chart/create", *buffers, spec=SPEC)
        assert fault.value.code == -32602
        assert fault.value.data["path"] == "spec.series[0].values.buffer"
        assert reason in fault.value.data["reason"]
    assert client.call("chart/list") == {"charts": []}


def test_a_stream_of_points_in_a_window(client):
    call(client, "chart/create", doubles(range(100_000)), chart="a", spec=SPEC, render=False)
    for value in range(100):
        client.call("chart/append", chart="a", points=[value], window=100_000, render=False)
    assert client.call("chart/get", chart="a")["layout"]["series"][0]["count"] == 100_000
    for index, value in [(0, 100), (99_899, 99_999), (99_900, 0), (99_999, 99)]:
        found = client.call("chart/highlight", chart="a", index=index, render=False)
        assert found["events"][0]["value"] == value


def test_a_large_file(client):
    spec = {"kind": "line", "data": {"csv": "large.csv", "x": "time", "y": "value"}}
    created = client.call("chart/create", chart="a", spec=spec)
    assert created["warnings"] == []
    assert client.call("chart/get", chart="a")["layout"]["series"][0]["count"] == 80_000
    client.call("chart/append", chart="a", points=[["2026-01-02", 7]], render=False)
    assert client.call("chart/highlight", chart="a", x="2026-01-02", render=False)["events"][0]["value"] == 7
