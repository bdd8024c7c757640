"""Databases far away: charts over them are the same in the end, and nobody else waits for them."""

from __future__ import annotations

import signal
import socket
import threading

import pytest

from clickhouse import ClickHouse
from clients import SPENDING, Dealer, Server, free_port
from needs import require_machine
from postgres import Postgres
from slow_network import FAR, SlowNetwork

pytestmark = pytest.mark.timeout(280)

ROWS = 150_000
SPEC = {
    "kind": "line", "size": {"width": 320, "height": 200}, "viewport": {"zoom": "x", "maxZoom": 100_000},
    "data": {"connection": "test", "table": "m", "x": "t", "y": "v"}}


def fill(server: Postgres) -> None:
    server.sql(
        "CREATE TABLE m AS SELECT timestamptz '2026-01-01Z' + i * interval '1 s' t, sin(i / 500.0) * 10 + i % 7 v "
        f"FROM generate_series(1, {ROWS}) i; CREATE INDEX ON m (t); ANALYZE m")


def asked(client, number, method, **params) -> None:
    client.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def answer(client, number) -> dict:
    """What comes to a request, however long that takes."""
    while True:
        answer = client.receive(timeout=120)
        if answer.get("id") == number:
            return answer


def until(client, holds) -> None:
    """Waits for a change after which something holds."""
    while not holds(client.call("chart/render", chart="large")["svg"]):
        while "method" not in client.receive(timeout=120):
            pass


def test_over_a_network_that_is_far_away_and_loses_packets(connections, tmp_path, runtime):
    """0.2 s to the server and back, and one of twenty packets is lost."""
    network = SlowNetwork(tmp_path, 0.1, 0.05)
    require_machine(network.fault is None, f"a network of a test's own: {network.fault}")
    with network, Postgres(network=network) as server:
        fill(server)
        near = server.connection("near", host=str(server.folder), user="owner").replace('password_variable = "TEST_PASSWORD"\n', "")
        connections(server.connection(host=FAR) + "connect_timeout = 60\nstatement_timeout = 120\n", near + "patience = 60\n")
        names = ("--connection", "test", "--connection", "near")
        with Server(f"ipc://{runtime}/s", *names, wrapper=network.inside()) as program, \
                Dealer(program.endpoint) as slow, Dealer(program.endpoint) as quick:
            quick.call("session/open", session="quick")
            quick.call("chart/create", session="quick", chart="small", spec=SPENDING)
            asked(slow, "create", "chart/create", chart="large", spec=SPEC)
            # Who has nothing to do with it is answered at once, long before.
            for _ in range(100):
                assert quick.call("chart/tap", session="quick", chart="small", x=360, y=120, render=False)["hit"]["kind"] == "slice"
            assert not slow.socket.poll(0), slow.receive()
            assert "result" in answer(slow, "create")
            slow.call("session/subscribe")
            until(slow, lambda svg: "Coarse" not in svg)
            for number, scale in enumerate((30, 0.4, 8)):
                asked(slow, number, "chart/zoom", chart="large", scale=scale, at="2026-01-02T00:00:00Z")
                for _ in range(20):
                    quick.call("chart/tap", session="quick", chart="small", x=360, y=120, render=False)
                assert "result" in answer(slow, number)
            until(slow, lambda svg: "Coarse" not in svg and "Not up to date" not in svg)
            shown = slow.call("chart/render", chart="large")["svg"]
            # Nearby it is the same.
            quick.call("chart/create", session="quick", chart="large", spec={**SPEC, "data": {**SPEC["data"], "connection": "near"}})
            for scale in (30, 0.4, 8):
                quick.call("chart/zoom", session="quick", chart="large", scale=scale, at="2026-01-02T00:00:00Z")
            assert quick.call("chart/render", session="quick", chart="large")["svg"] == shown
        sent, lost = network.counts()
        assert lost > 0 and sent > 10 * lost


class Cutter:
    """What lies between a program and a server, and cuts the connection after so many bytes of answers, once for each number."""

    def __init__(self, port: int, cuts: list[int]) -> None:
        self.target, self.cuts, self.done = port, list(cuts), 0
        self.port = free_port()
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self.target))
            threading.Thread(target=self.pass_on, args=(near, far, None), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(far, near, self), daemon=True).start()

    def pass_on(self, source, target, cutter) -> None:
        count = 0
        try:
            while data := source.recv(4_096):
                count += len(data)
                if cutter and cutter.cuts and count > cutter.cuts[0]:
                    cutter.cuts.pop(0)
                    cutter.done += 1
                    break
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            each.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()


@pytest.mark.parametrize("kind", ["postgresql", "clickhouse"])
def test_a_connection_that_is_cut_in_the_middle_of_an_answer(kind, request, connections, runtime):
    """It is not taken for the whole answer: the chart says so, and goes on by itself once that goes through."""
    server = request.getfixturevalue("postgres" if kind == "postgresql" else "clickhouse")
    if kind == "postgresql":
        server.sql("DROP TABLE IF EXISTS m")
        fill(server)
        port = server.port
    else:
        server.distributed("m", "t DateTime, v Float64", "t", rows=f"SELECT toDateTime(1767225600 + number), sin(number / 500) * 10 + number % 7 FROM system.numbers LIMIT {ROWS}")
        port = server.first.http
    # The first answers are short; some of the later ones are long.
    with Cutter(port, [20_000, 60_000, 30_000]) as cutter:
        connections(server.connection(port=cutter.port) + "patience = 60\n", server.connection("near") + "patience = 60\n")
        with Server(f"ipc://{runtime}/s", "--connection", "test", "--connection", "near") as program, Dealer(program.endpoint) as client:
            client.call("session/subscribe")
            seen = 0
            for _ in range(10):
                asked(client, "create", "chart/create", chart="large", spec=SPEC)
                made = answer(client, "create")
                if "result" in made:
                    break
                seen += 1
                assert made["error"]["code"] == -32602 and "test" in made["error"]["message"], made
            for number in range(40):
                asked(client, number, "chart/zoom", chart="large", scale=(30, 0.05)[number % 2], at=f"2026-01-01T{number % 24:02}:00:00Z")
                assert "result" in answer(client, number)
                if not cutter.cuts:
                    break
            assert cutter.done == 3 and seen <= 3
            until(client, lambda svg: "Coarse" not in svg and "Not up to date" not in svg)
            shown = client.call("chart/zoom", chart="large", fit=True)["display"]["image/svg+xml"]
            client.call("chart/create", chart="near", spec={**SPEC, "data": {**SPEC["data"], "connection": "near"}})
            assert client.call("chart/zoom", chart="near", fit=True)["display"]["image/svg+xml"].replace("near", "") == shown.replace("large", "")


def test_a_clickhouse_that_is_killed_and_comes_back(connections, runtime):
    with ClickHouse() as cluster:
        cluster.distributed("m", "t DateTime, v Float64", "t", rows=f"SELECT toDateTime(1767225600 + number), sin(number / 500) * 10 + number % 7 FROM system.numbers LIMIT {ROWS}")
        connections(cluster.connection() + "patience = 60\nconnect_timeout = 1\n")
        with Server(f"ipc://{runtime}/s", "--connection", "test") as program, Dealer(program.endpoint) as client:
            client.call("session/subscribe")
            client.call("chart/create", chart="large", spec=SPEC)
            client.call("chart/create", chart="small", spec=SPENDING)
            cluster.first.stop(signal.SIGKILL)
            shown = client.call("chart/zoom", chart="large", scale=30, at="2026-01-01T12:00:00Z")["display"]["image/svg+xml"]
            assert "Not up to date" in shown
            for _ in range(20):
                assert client.call("chart/tap", chart="small", x=360, y=120, render=False)["hit"]["kind"] == "slice"
            cluster.first.start()
            until(client, lambda svg: "Not up to date" not in svg)
            assert client.call("chart/get", chart="large")["warnings"] == []
