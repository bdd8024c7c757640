"""The ceiling of the memory: what is refused there, and clients whose messages never end."""

import contextlib
import struct

import pytest

from clients import SPENDING, Dealer, RPCError, Server
import handmade

LIMIT = 96 << 20
PIE = {"kind": "pie", "slices": [{"label": f"s{number}", "value": number + 1} for number in range(1_000)]}
TRANSPORTS = ["tcp://127.0.0.1:*", "ipc://{}/socket"]

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(params=TRANSPORTS, ids=["tcp", "ipc"])
def server(request, tmp_path):
    with Server(request.param.format(tmp_path), "--memory-limit", "96M") as server:
        yield server
        assert server.process.poll() is None, server.process.stderr.read().decode()


def memory_of(server) -> int:
    """How much memory it has for itself, in bytes."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("RssAnon"))


@pytest.mark.parametrize("frames", ["large", "empty"])
def test_a_message_that_never_ends_costs_its_sender_the_connection(server, frames):
    # Of 16 MB each, or of none: each of them says that there are more.
    frame = b"\x03" + struct.pack(">Q", 16 << 20) + bytes(16 << 20) if frames == "large" else b"\x01\0" * (1 << 20)
    with Dealer(server.address) as client, handmade.client(server.endpoint) as connection:
        client.call("chart/create", chart="c", spec=SPENDING)
        # Nobody reads from it any more, or it was ended.
        connection.settimeout(5)
        with contextlib.suppress(ConnectionError, TimeoutError):
            while memory_of(server) < 4 * LIMIT:
                connection.sendall(frame)
        connection.settimeout(20)
        assert handmade.is_ended(connection)
        # Nobody else has noticed.
        assert client.call("chart/tap", chart="c", x=360, y=120, render=False)["changed"]
        while memory_of(server) > LIMIT:
            assert client.call("chart/list") == {"charts": ["c"]}
        client.call("chart/create", chart="d", spec=SPENDING)


def test_frames_that_are_announced_and_never_come_whole_cost_their_senders_the_connection(server):
    with Dealer(server.address) as client:
        client.call("chart/create", chart="c", spec=SPENDING)
        connections = [handmade.client(server.endpoint) for _ in range(6)]
        try:
            for connection in connections:
                connection.sendall(b"\x02" + struct.pack(">Q", 250_000_000))
                connection.settimeout(5)
            part = bytes(1 << 20)
            sending = list(connections)
            for _ in range(60):
                for connection in list(sending):
                    try:
                        connection.sendall(part)
                    except (ConnectionError, TimeoutError):
                        # One that was ended, or that nobody reads from any more.
                        sending.remove(connection)
            while memory_of(server) > LIMIT * 5 // 4:
                assert client.call("chart/list") == {"charts": ["c"]}
            assert client.call("chart/tap", chart="c", x=360, y=120, render=False)["changed"]
        finally:
            for connection in connections:
                connection.close()


def test_at_the_ceiling_new_charts_are_refused_and_those_that_are_there_go_on(server):
    with Dealer(server.address) as client:
        assert client.call("initialize", protocolVersion="1.0", **given(server))["limits"]["memory"] == LIMIT
        client.call("chart/create", chart="first", spec=SPENDING)
        count = 0
        with pytest.raises(RPCError) as refusal:
            while True:
                client.call("chart/create", chart=f"p{count}", spec=PIE)
                count += 1
        assert refusal.value.code == -32004
        data = refusal.value.data
        assert (data["limit"], data["allowed"]) == ("memory", LIMIT)
        assert data["got"] > LIMIT and sum(data["holds"].values()) >= LIMIT
        assert max(data["holds"], key=data["holds"].get) == "charts", data
        assert "--memory-limit" in refusal.value.message and "charts" in refusal.value.message
        assert memory_of(server) < LIMIT * 5 // 4
        # Nothing has happened to what is there, and it can be worked with.
        assert len(client.call("chart/list")["charts"]) == count + 1
        assert client.call("chart/tap", chart="first", x=360, y=120)["changed"]
        assert client.call("chart/undo", chart="first")["changed"]
        for number in range(count // 2):
            client.call("chart/delete", chart=f"p{number}")
        client.call("chart/create", chart="again", spec=SPENDING)


def test_clients_that_never_read_are_refused_large_answers(server):
    """A session of megabytes, asked for by many who leave it where it is."""
    with Dealer(server.address) as client:
        for number in range(40):
            client.call("chart/create", chart=f"p{number}", spec=PIE, render=False)
        whole = len(str(client.call("session/export")))
        silent = [Dealer(server.address, rcvhwm=1) for _ in range(8)]
        try:
            for _ in range(2 * LIMIT // (whole * len(silent))):
                for other in silent:
                    other.send({"jsonrpc": "2.0", "id": 1, "method": "session/export"})
                assert client.call("chart/tap", chart="p0", x=360, y=120, render=False)["chart"] == "p0"
            for other in silent:
                other.send({"jsonrpc": "2.0", "id": 2, "method": "session/list"})
            assert memory_of(server) < 2 * LIMIT
        finally:
            for other in silent:
                other.close()
        client.call("chart/delete", chart="p0")


def given(server) -> dict:
    return {"token": server.token} if server.token else {}
