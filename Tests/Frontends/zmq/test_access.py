"""Who is listened to over TCP, those who give the server's token; and what they may read."""

import contextlib
import json
import stat
import struct
import subprocess

import pytest
import zmq

from access import NOT_AUTHORIZED, introduce, refusal, rejected
from clients import SPENDING, Dealer, RPCError, Server, Stdio, program, request
import handmade

TABLE = "label,value\nRent,25\nFood,30\n"
FROM_FILE = {"kind": "pie", "data": {"csv": "spending.csv", "label": "label", "value": "value"}}

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("runtime")]


@pytest.fixture
def server():
    with Server("tcp://127.0.0.1:*") as server:
        yield server
        assert server.process.poll() is None, server.process.stderr.read().decode()


def listed():
    """What the user's list tells programs."""
    done = subprocess.run([program(), "list", "--json"], capture_output=True, text=True, timeout=20, check=True)
    return json.loads(done.stdout)


# The token


def test_without_the_token_every_call_is_refused_and_tells_nothing(server):
    with Dealer(server.address) as owner, Dealer(server.endpoint) as stranger:
        owner.call("chart/create", chart="a", spec=SPENDING, render=False)
        messages = {
            refusal(stranger, "chart/get", chart="a"), refusal(stranger, "chart/get", chart="none"),
            refusal(stranger, "chart/list"), refusal(stranger, "rpc.discover"), refusal(stranger, "no/method"),
            refusal(stranger, "session/info"), refusal(stranger, "shutdown"), refusal(stranger, "initialize"),
            refusal(stranger, "initialize", protocolVersion="1.0"),
        }
        assert len(messages) == 1 and "token" in messages.pop()
        # What needs no answer is not done either.
        stranger.send({"jsonrpc": "2.0", "method": "chart/delete", "params": {"chart": "a"}})
        stranger.send([{"jsonrpc": "2.0", "method": "chart/delete", "params": {"chart": "a"}}])
        stranger.send([request(1, "chart/delete", {"chart": "a"}), request(2, "chart/list")])
        assert [(each["id"], each["error"]["code"]) for each in stranger.receive()] == [(1, NOT_AUTHORIZED), (2, NOT_AUTHORIZED)]
        # Nor is what is too long to be read.
        stranger.send({**request(3, "chart/delete", {"chart": "a"}), "padding": "x" * 100_000})
        answer = stranger.receive()
        assert (answer["id"], answer["error"]["code"]) == (3, NOT_AUTHORIZED)
        stranger.send({"jsonrpc": "2.0", "method": "session/subscribe"})
        assert owner.call("chart/list") == {"charts": ["a"]}
        owner.call("chart/rotate", chart="a", by=5, render=False)
        assert "token" in refusal(stranger, "chart/list")
        assert stranger.notifications == []


def test_the_token_lets_a_client_in_and_nobody_else(server):
    assert len(server.token) == 64 and int(server.token, 16)
    with Dealer(server.endpoint) as client, Dealer(server.endpoint) as other:
        refusal(client, "chart/list")
        assert introduce(client, server.token)["serverInfo"]["name"] == "chart-kernel"
        client.call("chart/create", chart="a", spec=SPENDING, render=False)
        refusal(other, "chart/get", chart="a")
        # It is the parameter at its place, too, and one of a batch.
        other.send([request(1, "initialize", ["1.0", {}, {}, server.token]), request(2, "chart/list")])
        assert [each["result"] for each in other.receive()][1] == {"charts": ["a"]}
        assert other.call("chart/list") == {"charts": ["a"]}
    with Dealer(server.endpoint) as next_one:
        refusal(next_one, "chart/list")
    with Dealer(server.endpoint, zmq.REQ) as asker:
        refusal(asker, "chart/list")
        introduce(asker, server.token)
        assert asker.call("chart/list") == {"charts": ["a"]}


@pytest.mark.parametrize("change", [lambda token: token[:-1], lambda token: token + "0", lambda token: "", str.upper])
def test_a_wrong_token_is_none(server, change):
    wrong = change(server.token)
    # 64 hexadecimal digits without a letter don't come.
    assert wrong != server.token
    with Dealer(server.endpoint) as client:
        assert "not the server's token" in refusal(client, "initialize", protocolVersion="1.0", token=wrong)
        refusal(client, "chart/list")
        introduce(client, server.token)
        assert client.call("chart/list") == {"charts": []}


def test_after_five_wrong_tokens_a_connection_is_not_listened_to_any_more(server):
    with Dealer(server.endpoint) as client:
        for guess in range(5):
            assert "not the server's" in refusal(client, "initialize", protocolVersion="1.0", token=f"guess-{guess}")
        assert "connect again" in refusal(client, "initialize", protocolVersion="1.0", token=server.token)
        with Dealer(server.address) as other:
            assert other.call("chart/list") == {"charts": []}
    with Dealer(server.address) as again:
        assert again.call("chart/list") == {"charts": []}


def test_whoever_comes_by_the_name_of_a_client_that_has_gone_must_give_the_token_himself(server):
    def leave(client):
        """Closes it, and waits until libzmq has ended the connection: it does so in a thread of its own, whenever that runs."""
        monitor = client.socket.get_monitor_socket(zmq.EVENT_CLOSED | zmq.EVENT_DISCONNECTED | zmq.EVENT_MONITOR_STOPPED)
        client.close()
        assert monitor.poll(20_000), "libzmq told nothing"
        monitor.close(0)

    for _ in range(10):
        client = Dealer(server.address, routing_id=b"script")
        assert client.call("chart/list") == {"charts": []}
        leave(client)
        heir = Dealer(server.endpoint, routing_id=b"script")
        refusal(heir, "chart/list")
        leave(heir)


def test_a_name_that_libzmq_may_make_up_next_ends_no_server(server):
    # Where it would begin if nothing was done about it: libzmq ends the process when the name that it makes up is somebody's.
    first = 0xE43C9869
    with contextlib.ExitStack() as stack:
        for step in range(2, 6):
            name = b"\0" + struct.pack(">I", first + step)
            stack.enter_context(handmade.client(server.endpoint, name))
        for _ in range(8):
            stack.enter_context(handmade.client(server.endpoint))
        with Dealer(server.address) as client:
            assert client.call("chart/list") == {"charts": []}


def test_however_many_connect_without_the_token_who_has_it_is_let_in(tmp_path):
    # With 128 descriptors, which serve a few dozen clients.
    wrapper = ("sh", "-c", 'ulimit -n 128 && exec "$@"', "sh")
    with Server("tcp://127.0.0.1:*", wrapper=wrapper) as server, contextlib.ExitStack() as stack:
        with Dealer(server.address) as client:
            for _ in range(200):
                stack.enter_context(handmade.connection(server.endpoint))
            assert client.call("chart/list") == {"charts": []}
            with Dealer(server.address) as other:
                other.call("chart/create", chart="a", spec=SPENDING, render=False)
            assert client.call("chart/list") == {"charts": ["a"]}


def test_the_token_is_in_the_users_list_and_not_in_the_table(server, runtime):
    (found,) = listed()
    assert found["token"] == server.token and found["endpoint"] == server.endpoint
    assert [stat.S_IMODE(file.stat().st_mode) for file in runtime.iterdir()] == [0o600]
    table = subprocess.run([program(), "list"], capture_output=True, text=True, timeout=20, check=True).stdout
    assert server.endpoint in table and server.token not in table
    with Dealer(server.address) as client:
        assert server.token not in json.dumps(client.call("session/info"))


def test_an_editor_joins_by_the_list_by_the_address_or_by_the_variable(server, tmp_path, monkeypatch):
    for name in (server.endpoint, str(server.process.pid), server.address):
        with Stdio("--connect", name) as editor:
            assert editor.call("chart/list") == {"charts": []}
    assert "not the server's token" in rejected(server.endpoint + "?token=wrong")
    assert "?token=" in rejected(server.endpoint + "?colour=red")
    # Elsewhere, where it is not listed.
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", str(tmp_path / "elsewhere"))
    with Stdio("--connect", server.address) as editor:
        assert editor.call("chart/list") == {"charts": []}
    with Stdio("--connect", server.endpoint) as editor:
        refusal(editor, "chart/list")
        introduce(editor, server.token)
        assert editor.call("chart/list") == {"charts": []}
    monkeypatch.setenv("CHART_KERNEL_TOKEN", server.token)
    with Stdio("--connect", server.endpoint) as editor:
        assert editor.call("chart/list") == {"charts": []}


def test_no_recording_has_the_token(tmp_path):
    recording, joined = tmp_path / "serve.jsonl", tmp_path / "stdio.jsonl"
    with Server("tcp://127.0.0.1:*", "--record", str(recording)) as server:
        with Dealer(server.address) as client, Dealer(server.endpoint) as stranger:
            refusal(stranger, "initialize", protocolVersion="1.0", token="a guess")
            introduce(client, server.token)
            stranger.send([request(1, "initialize", ["1.0", {}, {}, server.token]), request(2, "chart/list")])
            stranger.receive()
            client.send(json.dumps(request(3, "initialize", {"protocolVersion": "1.0", "token": server.token})).replace(
                "initialize", "\\u0069nitialize").encode())
            assert "result" in client.receive()
            # Too long to be looked at by who guards the door, and no JSON.
            long = {"protocolVersion": "1.0", "token": server.token, "clientInfo": {"name": "x" * 70_000}}
            client.send(request(4, "initialize", long))
            client.receive()
            client.send(b'{"jsonrpc": "2.0", "id": 5, "method": "initialize", "params": {"token": "%s"' % server.token.encode())
            assert "error" in client.receive()
        with Stdio("--connect", server.address, "--record", str(joined)) as editor:
            editor.send(request(9, "initialize", long))
            editor.receive()
        joined.rename(tmp_path / "long.jsonl")
        with Stdio("--connect", server.endpoint, "--record", str(joined)) as editor:
            introduce(editor, server.token)
            assert editor.call("chart/list") == {"charts": []}
    for file in (recording, joined, tmp_path / "long.jsonl"):
        text = file.read_text()
        assert "initialize" in text and server.token not in text
        assert "chart/list" in text or file.name == "long.jsonl"
    done = subprocess.run([program(), "replay", str(recording)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "all the same" in done.stdout, done


def test_no_token_is_explicit_and_warned_of():
    with Server("tcp://127.0.0.1:*", "--no-token") as server:
        with Dealer(server.endpoint) as client:
            assert client.call("chart/list") == {"charts": []}
            introduce(client, "what nobody asked for")
        assert "token" not in listed()[0]
        server.process.terminate()
        assert f"{server.endpoint}: warning: without a token" in server.process.stderr.read().decode()


def test_ipc_stays_as_it_is(tmp_path):
    with Server(f"ipc://{tmp_path}/a.sock") as server:
        with Dealer(server.endpoint) as client:
            assert client.call("chart/list") == {"charts": []}
        assert "token" not in listed()[0]
        server.process.terminate()
        assert server.process.stdout.read() == b"" and server.process.stderr.read() == b""


# Files


def test_over_tcp_only_what_is_named_is_read(tmp_path):
    (tmp_path / "spending.csv").write_text(TABLE)
    with Server("tcp://127.0.0.1:*", cwd=tmp_path) as server, Dealer(server.address) as client:
        for path in ("spending.csv", "./spending.csv", str(tmp_path / "spending.csv"), "none.csv"):
            with pytest.raises(RPCError) as failure:
                client.call("chart/create", chart="a", spec={**FROM_FILE, "data": {**FROM_FILE["data"], "csv": path}})
            assert failure.value.code == -32602 and "--allow" in failure.value.message, failure.value
    with Server("tcp://127.0.0.1:*", "--allow", ".", cwd=tmp_path) as server, Dealer(server.address) as client:
        assert client.call("chart/create", chart="a", spec=FROM_FILE, render=False)["chart"] == "a"
    with Server(f"ipc://{tmp_path}/a.sock", cwd=tmp_path) as server, Dealer(server.endpoint) as client:
        assert client.call("chart/create", chart="a", spec=FROM_FILE, render=False)["chart"] == "a"
    with Server("tcp://127.0.0.1:*", "--no-token", cwd=tmp_path) as server, Dealer(server.endpoint) as client:
        with pytest.raises(RPCError, match="--allow"):
            client.call("chart/create", chart="a", spec=FROM_FILE)
