"""`chart-kernel serve` with real pyzmq clients."""

import json
import os
import random
import stat
import threading

import jsonschema
import pytest
import zmq

from clients import SPENDING, Dealer, RPCError, Server, Stdio, encrypted_server, request, svg


@pytest.fixture
def server(tmp_path):
    with Server(f"ipc://{tmp_path}/chart.sock") as server:
        yield server
        assert server.process.poll() is None, server.process.stderr.read().decode()


def test_a_dealer_creates_taps_and_turns_a_pie(server):
    with Dealer(server.endpoint) as client:
        created = client.call("chart/create", chart="spending", spec=SPENDING)
        assert created["chart"] == "spending" and created["session"] == "default" and svg(created).startswith("<svg")
        tapped = client.call("chart/tap", chart="spending", x=330, y=120)
        assert tapped["changed"] and tapped["hit"]["kind"] == "slice" and tapped["hit"]["label"] == "Rent"
        assert tapped["selection"]["index"] == 0 and tapped["events"][0]["type"] == "valueSelected"
        assert tapped["revision"] > created["revision"]
        turned = client.call("chart/rotate", chart="spending", by=90, render=False)
        assert "display" not in turned
        assert client.call("chart/sliceAt", chart="spending", angle=0) == {"index": 0}


def test_a_req_client_gets_its_delimiter_back(server):
    with Dealer(server.endpoint, zmq.REQ) as client:
        assert client.call("chart/create", chart="a", spec=SPENDING)["chart"] == "a"
        assert client.call("chart/list")


def test_tcp_on_loopback():
    with Server("tcp://127.0.0.1:*") as server, Dealer(server.address) as client:
        assert client.call("chart/create", chart="a", spec=SPENDING)["chart"] == "a"


@pytest.mark.parametrize("endpoint", ["tcp://0.0.0.0:*", "tcp://*:*"])
def test_tcp_elsewhere_is_refused_without_keys(endpoint):
    with pytest.raises(AssertionError) as refusal:
        Server(endpoint)
    assert "curve" in str(refusal.value).lower()


def test_curve_keys_encrypt_and_strangers_get_nothing(tmp_path):
    with encrypted_server(tmp_path) as (server, public):
        mine = zmq.curve_keypair()
        keys = {"curve_serverkey": public, "curve_publickey": mine[0], "curve_secretkey": mine[1]}
        with Dealer(server.address, **keys) as client:
            assert client.call("chart/create", chart="a", spec=SPENDING)["chart"] == "a"
        with Dealer(server.endpoint) as stranger:
            stranger.send(request(1, "chart/list"))
            with pytest.raises(TimeoutError):
                stranger.receive(timeout=0.5)


def test_the_socket_is_its_owners_alone_and_goes_with_the_server(tmp_path):
    path = tmp_path / "chart.sock"
    with Server(f"ipc://{path}") as server:
        assert stat.S_IMODE(os.stat(path).st_mode) & 0o077 == 0
        assert server.close() == 0
    assert not path.exists()


def test_a_hundred_clients_at_once(server):
    """Each works on a chart of its own; all answers come, and each client gets only its own."""
    failures = []

    def work(number):
        try:
            with Dealer(server.endpoint) as client:
                chart = f"pie-of-{number}"
                client.call("chart/create", chart=chart, spec=SPENDING, render=False)
                angle = 270
                for step in range(20):
                    turned = client.call("chart/rotate", chart=chart, by=number, render=step % 5 == 0)
                    angle = (angle + number) % 360
                    assert turned["chart"] == chart
                assert client.call("chart/get", chart=chart)["layout"]["startAngle"] == pytest.approx(angle)
        except Exception as error:  # noqa: BLE001 - told below, by the thread that may fail the test
            failures.append((number, error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failures
    with Dealer(server.endpoint) as client:
        assert len(client.call("session/list")["sessions"][0]["charts"]) == 100


def test_clients_that_vanish_disturb_nobody(server):
    with Dealer(server.endpoint) as stays:
        stays.call("chart/create", chart="a", spec=SPENDING)
        for _ in range(50):
            with Dealer(server.endpoint) as vanishes:
                vanishes.call("session/subscribe")
                vanishes.send(request(7, "chart/render", {"chart": "a"}))
        for step in range(20):
            assert stays.call("chart/rotate", chart="a", by=1, render=False)["changed"]


def test_a_slow_subscriber_gets_the_newest_state_and_holds_nobody_up(server):
    with Dealer(server.endpoint, rcvhwm=1) as slow, Dealer(server.endpoint) as fast:
        fast.call("chart/create", chart="a", spec=SPENDING)
        slow.call("session/subscribe", render=True)
        last = 0
        for step in range(5000):
            last = fast.call("chart/rotate", chart="a", by=1, render=False)["revision"]
        # Nothing was read by the slow one until now; what it gets ends with the newest revision.
        seen = []
        while not seen or seen[-1]["params"]["revision"] < last:
            seen.append(slow.notification())
        assert all(note["method"] == "chart/didChange" for note in seen)
        revisions = [note["params"]["revision"] for note in seen]
        assert revisions == sorted(revisions) and len(set(revisions)) == len(revisions)
        assert len(seen) < 5000, "5,000 changes were queued for a client that did not read"
        assert svg(seen[-1]["params"]) == svg(fast.call("chart/render", chart="a") and fast.call("chart/rotate", chart="a", by=360))


def test_subscribers_hear_of_creation_change_and_deletion(server):
    with Dealer(server.endpoint) as watcher, Dealer(server.endpoint) as worker:
        watcher.call("session/subscribe", render=False)
        worker.call("chart/create", chart="a", spec=SPENDING)
        note = watcher.notification()
        assert note["method"] == "chart/didCreate" and note["params"]["chart"] == "a"
        tapped = worker.call("chart/tap", chart="a", x=330, y=120)
        note = watcher.notification()
        assert note["method"] == "chart/didChange" and note["params"]["revision"] == tapped["revision"]
        assert note["params"]["cause"] == "chart/tap" and note["params"]["events"][0]["type"] == "valueSelected"
        assert "display" not in note["params"]
        worker.call("chart/delete", chart="a")
        assert watcher.notification()["method"] == "chart/didDelete"


def test_garbage_leaves_the_server_working(server):
    random.seed(2026)
    with Dealer(server.endpoint) as client:
        for size in [0, 1, 3, 1000, 100_000]:
            client.send(bytes(random.randrange(256) for _ in range(size)))
            error = client.receive()
            assert error["id"] is None and error["error"]["code"] in (-32700, -32600)
        client.socket.send_multipart([b"{}"] * 200)
        assert "error" in client.receive()
        client.send(b"[" * 100_000)
        assert client.receive()["error"]["code"] == -32004
        assert client.call("chart/list")["charts"] == []


def test_the_same_answers_in_a_batch(server):
    with Dealer(server.endpoint) as client:
        client.call("chart/create", chart="a", spec=SPENDING, render=False)
        client.send([
            request("x", "chart/angleAt", {"chart": "a", "x": 600, "y": 180}),
            {"jsonrpc": "2.0", "method": "chart/rotate", "params": {"chart": "a", "by": 5}},
            request(2.5, "chart/nothing"),
            17,
        ])
        answers = client.receive()
        assert [answer["id"] for answer in answers] == ["x", 2.5, None]
        assert answers[1]["error"]["code"] == -32601 and answers[2]["error"]["code"] == -32600


def shape(value):
    """The keys of objects, at any depth, and the types of all else; numbers are numbers."""
    if isinstance(value, dict):
        return {key: shape(member) for key, member in value.items()}
    if isinstance(value, list):
        return [shape(member) for member in value[:1]]
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__


def has_shape(example, result):
    """Whether a result has all that the example shows; an example may be shortened, and `null` stands for anything."""
    if isinstance(example, dict) and isinstance(result, dict):
        return all(key in result and has_shape(member, result[key]) for key, member in example.items())
    if isinstance(example, list) and isinstance(result, list):
        return not example or (bool(result) and has_shape(example[0], result[0]))
    return example == "NoneType" or result == "NoneType" or example == result


# The charts that the examples speak of: `spending` and `steps` of Tests/ServiceTestSupport.
LABELS = ["Rent", "Food", "Fun", "Transport", "Savings"]
EXAMPLE = {
    **SPENDING,
    "slices": [{**slice, "label": label} for slice, label in zip(SPENDING["slices"], LABELS)],
    "radius": 100,
    "labels": "none",
    "hole": 0.4,
    "animation": {"kind": "sweep"},
}
STEPS = {
    "kind": "bar",
    "viewport": {"visibleCount": 9},
    "x": {"labels": [str(day) for day in range(1, 31)]},
    "series": [{"name": "Steps", "values": [day * 100 for day in range(1, 31)]}],
}


def test_every_example_of_discover_runs():
    """Each example pair of the server's own description, each in a fresh process, with the chart that they speak of.

    What comes is as the method declares it, says an independent validator. (That the values are right too is tested beside
    the declarations, where it is known which ones must be.)
    """
    with Stdio() as kernel:
        document = kernel.call("rpc.discover")
    assert document["openrpc"].startswith("1.")
    methods = {method["name"]: method for method in document["methods"]}
    count = 0
    for name, method in methods.items():
        examples = method.get("examples", [])
        assert examples, f"{name} has no example"
        for example in examples:
            params = {param["name"]: param["value"] for param in example["params"]}
            with Stdio() as kernel:
                if name != "chart/create":
                    kernel.call("chart/create", chart="spending", spec=EXAMPLE)
                if params.get("chart") == "steps":
                    kernel.call("chart/create", chart="steps", spec=STEPS)
                if name in ("exit", "$/cancelRequest"):
                    kernel.send({"jsonrpc": "2.0", "method": name, "params": params})
                else:
                    result = kernel.call(name, **params)
                    declared = {"components": document["components"], **method["result"]["schema"]}
                    faults = jsonschema.Draft202012Validator(declared).iter_errors(result)
                    assert not [f"{fault.json_path}: {fault.message}" for fault in faults], (name, example["name"])
                    wanted = example["result"]["value"]
                    assert has_shape(shape(wanted), shape(result)), (name, example["name"], wanted, result)
            count += 1
    assert count > 40


def test_undo_gives_the_earlier_bytes(server):
    random.seed(7)
    with Dealer(server.endpoint) as client:
        pictures = [svg(client.call("chart/create", chart="a", spec={**SPENDING, "legend": "right", "hole": 0.4}))]
        for _ in range(200):
            action = random.choice(["tap", "rotate", "toggle", "key", "highlight"])
            params = {
                "tap": lambda: {"x": random.uniform(0, 640), "y": random.uniform(0, 360)},
                "rotate": lambda: {"by": random.uniform(-400, 400)},
                "toggle": lambda: {"series": random.randrange(5)},
                "key": lambda: {"key": random.choice(["ArrowLeft", "ArrowRight", "Home", "End", "Escape"])},
                "highlight": lambda: {"index": random.choice([None, 0, 1, 2, 3, 4])},
            }[action]()
            try:
                answer = client.call(f"chart/{action}", chart="a", **params)
            except RPCError as refusal:
                assert "hidden" in refusal.data["reason"]
                continue
            if answer["changed"]:
                pictures.append(svg(answer))
        assert len(pictures) > 50
        redo = pictures[-1]
        for expected in reversed(pictures[:-1]):
            assert svg(client.call("chart/undo", chart="a")) == expected
        assert client.call("chart/undo", chart="a")["changed"] is False
        for _ in pictures[1:]:
            last = client.call("chart/redo", chart="a")
        assert svg(last) == redo


def test_export_and_import_in_a_fresh_process_give_the_same_bytes(server, tmp_path):
    with Dealer(server.endpoint) as client:
        client.call("chart/create", chart="a", spec={**SPENDING, "hole": 0.5})
        client.call("chart/create", chart="b", spec={**SPENDING, "animation": "sweep"}, theme="dark")
        client.call("chart/tap", chart="a", x=330, y=100)
        client.call("chart/rotate", chart="a", by=33.3)
        client.call("chart/toggle", chart="b", series=2)
        exported = client.call("session/export")
        document = exported["document"] if "document" in exported else exported
        before = {chart: client.call("chart/render", chart=chart)["svg"] for chart in "ab"}
        undone = svg(client.call("chart/undo", chart="a"))
    document = json.loads(json.dumps(document))
    with Server(f"ipc://{tmp_path}/fresh.sock") as fresh, Dealer(fresh.endpoint) as client:
        client.call("session/import", document=document)
        assert {chart: client.call("chart/render", chart=chart)["svg"] for chart in "ab"} == before
        assert svg(client.call("chart/undo", chart="a")) == undone
        for broken in [{}, {"version": 99}, {**document, "charts": "no"}, {**document, "unknown": 1}]:
            with pytest.raises(RPCError) as refusal:
                client.call("session/import", document=broken)
            assert refusal.value.code == -32602 and refusal.value.data["path"].startswith("document")
        assert {chart: client.call("chart/render", chart=chart)["svg"] for chart in "ab"}.keys() == before.keys()


def test_the_same_pie_over_zeromq_and_stdio_gives_the_same_bytes(server):
    with Dealer(server.endpoint) as dealer, Stdio() as stdio:
        pictures = {svg(client.call("chart/create", chart="same", spec=SPENDING)) for client in (dealer, stdio)}
        assert len(pictures) == 1
        pictures = {svg(client.call("chart/tap", chart="same", x=330, y=120)) for client in (dealer, stdio)}
        assert len(pictures) == 1


def test_buffers_may_follow_a_request(server):
    with Dealer(server.endpoint) as client:
        client.send(request(1, "chart/create", {"chart": "a", "spec": SPENDING}), b"\x00" * 8_000_000, b"more")
        assert client.receive()["result"]["chart"] == "a"


def test_memory_stays_bounded_when_a_client_never_reads(server):
    """A client that asks for pictures and never takes one neither grows the server nor slows others down."""
    context = zmq.Context()
    with Dealer(server.endpoint, context=context, rcvhwm=1) as deaf, Dealer(server.endpoint) as other:
        other.call("chart/create", chart="a", spec=SPENDING)
        for number in range(30_000):
            try:
                deaf.socket.send(json.dumps(request(number, "chart/rotate", {"chart": "a", "by": 1})).encode(), zmq.NOBLOCK)
            except zmq.Again:
                deaf.socket.poll(1, zmq.POLLOUT)
        assert other.call("chart/rotate", chart="a", by=1, render=False)["changed"]
        status = open(f"/proc/{server.process.pid}/status").read()
        resident = int(status.split("VmRSS:")[1].split()[0]) / 1024
        assert resident < 400, f"{resident} MB"
    context.destroy(0)
