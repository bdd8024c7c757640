"""Who is listened to over TCP: those who give the server's token, or whose keys are listed; and what they may read."""

import contextlib
import json
import os
import stat
import struct
import subprocess

import pytest
import zmq

from clients import SPENDING, Dealer, RPCError, Server, Stdio, encrypted_server, eventually, program, request
import handmade

NOT_AUTHORIZED = -32003
TABLE = "label,value\nRent,25\nFood,30\n"
FROM_FILE = {"kind": "pie", "data": {"csv": "spending.csv", "label": "label", "value": "value"}}

pytestmark = pytest.mark.timeout(120)


@pytest.fixture(autouse=True)
def runtime(tmp_path, monkeypatch):
    """A runtime directory for this test alone."""
    directory = tmp_path / "runtime"
    directory.mkdir()
    monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", str(directory))
    return directory


@pytest.fixture
def server():
    with Server("tcp://127.0.0.1:*") as server:
        yield server
        assert server.process.poll() is None, server.process.stderr.read().decode()


def refusal(client, method, **params):
    """The error that a call gets because its caller is not let in."""
    with pytest.raises(RPCError) as failure:
        client.call(method, **params)
    assert failure.value.code == NOT_AUTHORIZED, failure.value
    assert failure.value.data is None
    return failure.value.message


def introduce(client, token):
    return client.call("initialize", protocolVersion="1.0", token=token)


def listed():
    """What the user's list tells programs."""
    done = subprocess.run([program(), "list", "--json"], capture_output=True, text=True, timeout=20, check=True)
    return json.loads(done.stdout)


def rejected(*arguments):
    """What `stdio --connect` says where it is not let in."""
    done = subprocess.run(
        [program(), "stdio", "--connect", *arguments], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL
    )
    assert (done.returncode, done.stdout) == (1, ""), done
    return done.stderr


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
    for _ in range(10):
        with Dealer(server.address, routing_id=b"script") as client:
            assert client.call("chart/list") == {"charts": []}
        with Dealer(server.endpoint, routing_id=b"script") as heir:
            refusal(heir, "chart/list")


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


# Keys


def test_encryption_alone_is_no_authorization(tmp_path):
    with encrypted_server(tmp_path) as (server, public):
        mine = zmq.curve_keypair()
        keys = {"curve_serverkey": public, "curve_publickey": mine[0], "curve_secretkey": mine[1]}
        with Dealer(server.endpoint, **keys) as client:
            refusal(client, "chart/list")
            introduce(client, server.token)
            assert client.call("chart/list") == {"charts": []}


@pytest.fixture
def people(tmp_path):
    """A server that knows two clients by their keys, and those."""
    return People(tmp_path)


class People:
    def __init__(self, folder):
        self.folder = folder
        self.keys = {name: zmq.curve_keypair() for name in ("alice", "bob", "eve")}
        self.file = folder / "clients"
        self.list("alice", "bob")

    def list(self, *names):
        lines = [f"{self.keys[name][0].decode()} {name}" for name in names]
        self.write("\n".join(["# who may connect", "", *lines]) + "\n")

    def write(self, text):
        """In the file's place, as editors do it."""
        new = self.file.with_suffix(".new")
        new.write_text(text)
        new.rename(self.file)

    def server(self):
        return encrypted_server(self.folder, "--curve-client-keys-file", str(self.file))

    def client(self, server, name):
        public, secret = self.keys[name]
        return Dealer(
            server.endpoint, curve_serverkey=server.public_key.encode(), curve_publickey=public, curve_secretkey=secret
        )

    def secret(self, name):
        """A file with a secret key."""
        file = self.folder / f"{name}.secret"
        if not file.exists():
            file.touch(0o600)
            file.write_bytes(self.keys[name][1] + b"\n")
        return str(file)

    def is_refused(self, server, name):
        """Whether libzmq tells a client that its key is not wanted."""
        with zmq.Context() as context:
            socket = context.socket(zmq.DEALER)
            socket.linger = 0
            socket.curve_serverkey, (socket.curve_publickey, socket.curve_secretkey) = server.public_key.encode(), self.keys[name]
            monitor = socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_SUCCEEDED)
            socket.connect(server.endpoint)
            assert monitor.poll(20_000), "libzmq told nothing"
            event, code = struct.unpack("=HI", monitor.recv_multipart()[0])
            socket.disable_monitor()
            monitor.close(0)
            socket.close(0)
            assert event == zmq.EVENT_HANDSHAKE_SUCCEEDED or code == 400
            return event == zmq.EVENT_HANDSHAKE_FAILED_AUTH


def test_who_is_listed_connects_without_a_token_and_nobody_else_connects(people):
    with people.server() as (server, _):
        for name in ("alice", "bob"):
            with people.client(server, name) as client:
                assert client.call("chart/list") == {"charts": []}
        assert people.is_refused(server, "eve")
        with Dealer(server.endpoint) as without, people.client(server, "eve") as eve:
            without.send(request(1, "chart/list"))
            eve.send(request(1, "chart/list"))
            # Whoever connects later is let in later.
            with people.client(server, "bob") as bob:
                bob.call("chart/list")
            assert not without.socket.poll(300) and not eve.socket.poll(0)


def test_a_public_key_alone_is_not_enough(people):
    with people.server() as (server, _):
        people.keys["eve"] = (people.keys["alice"][0], people.keys["eve"][1])
        with people.client(server, "eve") as thief, people.client(server, "alice") as alice:
            thief.send(request(1, "chart/list"))
            assert alice.call("chart/list") == {"charts": []}
            assert not thief.socket.poll(300)


def test_a_revoked_key_is_out_at_once_and_a_restored_one_in_again(people):
    with people.server() as (server, _), people.client(server, "bob") as bob:
        bob.call("chart/create", chart="a", spec=SPENDING, render=False)
        for _ in range(3):
            people.list("bob")
            assert people.is_refused(server, "alice")
            people.list("alice", "bob")
            assert not people.is_refused(server, "alice")
            with people.client(server, "alice") as alice:
                assert alice.call("chart/list") == {"charts": ["a"]}
        assert bob.call("chart/list") == {"charts": ["a"]}


def test_who_is_connected_when_his_key_is_revoked_is_told_nothing_more(people):
    with people.server() as (server, _), people.client(server, "alice") as alice, people.client(server, "bob") as bob:
        bob.call("chart/create", chart="a", spec=SPENDING, render=False)
        alice.call("session/subscribe", render=False)
        people.list("bob")

        def is_out():
            try:
                alice.call("chart/list")
            except RPCError as error:
                return error
            return None

        error = eventually(is_out)
        assert error.code == NOT_AUTHORIZED and "no longer" in error.message
        bob.call("chart/rotate", chart="a", by=5, render=False)
        assert bob.call("chart/list") == {"charts": ["a"]}
        assert not alice.socket.poll(100) and alice.notifications == []
        # The same connection is good again when the key is listed again.
        people.list("alice", "bob")
        assert eventually(lambda: not is_out())


def test_a_revoked_key_is_out_also_where_others_connect_before_anybody_has_looked(people):
    with people.server() as (server, _), people.client(server, "alice") as alice, people.client(server, "bob") as bob:
        bob.call("chart/create", chart="a", spec=SPENDING, render=False)
        alice.call("session/subscribe", render=False)
        people.list("bob")
        # Whoever connects has the list read, too.
        with people.client(server, "bob") as other:
            other.call("chart/list")

        def is_silent():
            bob.call("chart/rotate", chart="a", by=5, render=False)
            return not alice.socket.poll(100)

        def drained():
            while alice.socket.poll(0):
                alice.receive()
            return is_silent()

        assert eventually(drained)


def test_a_file_with_a_fault_lets_nobody_new_in_and_is_told_of_once(people):
    with people.server() as (server, _), people.client(server, "alice") as alice:
        assert alice.call("chart/list") == {"charts": []}
        people.write("# mistyped\n\n" + people.keys["bob"][0].decode()[:-1] + "\n")
        for _ in range(2):
            assert people.is_refused(server, "bob")
        os.remove(people.file)
        assert people.is_refused(server, "alice")
        people.list("alice", "bob")
        assert not people.is_refused(server, "bob")
        # Who was there before has stayed.
        assert alice.call("chart/list") == {"charts": []}
        server.process.terminate()
        log = server.process.stderr.read().decode()
        assert log.count(f"{people.file}:3: this is no public key") == 1, log
        assert log.count("cannot be read: No such file") == 1 and log.count("in order again") == 1, log
        assert people.keys["bob"][0].decode()[:-1] not in log


def test_a_server_does_not_start_with_a_list_that_it_cannot_read(people):
    def fault(*arguments):
        with pytest.raises(AssertionError) as failure:
            Server("tcp://127.0.0.1:*", *arguments)
        return str(failure.value)

    secret = people.secret("eve")
    assert "--curve-secret-key-file" in fault("--curve-client-keys-file", str(people.file))
    both = ("--curve-secret-key-file", secret, "--curve-client-keys-file")
    assert "nowhere cannot be read" in fault(*both, str(people.folder / "nowhere"))
    people.write("alice\n")
    assert f"{people.file}:1: this is no public key" in fault(*both, str(people.file))
    people.list("alice")
    people.file.chmod(0o666)
    assert "chmod o-w" in fault(*both, str(people.file))


def test_an_editor_joins_by_its_own_key_and_is_told_when_that_is_not_wanted(people):
    with people.server() as (server, _):
        with Stdio("--connect", server.endpoint, "--curve-secret-key-file", people.secret("alice")) as editor:
            assert editor.call("chart/list") == {"charts": []}
        assert "--curve-client-keys-file" in rejected(server.endpoint, "--curve-secret-key-file", people.secret("eve"))
        assert "knows its clients by their keys" in rejected(server.endpoint)


def test_keygen_makes_keys_that_all_options_take(tmp_path):
    def keygen(*arguments):
        return subprocess.run([program(), "keygen", *arguments], capture_output=True, text=True, cwd=tmp_path, timeout=20)

    for name in ("server", "alice"):
        done = keygen("--output", name)
        assert done.returncode == 0 and done.stderr == ""
        assert done.stdout == f"public key: {(tmp_path / f'{name}.public').read_text()}"
        assert stat.S_IMODE((tmp_path / f"{name}.secret").stat().st_mode) == 0o600
    # What is there is left as it is, also where only one of the two is.
    before = {file: file.read_bytes() for file in tmp_path.glob("*.*")}
    assert keygen("--output", "alice").returncode == 1
    (tmp_path / "alice.secret").rename(tmp_path / "kept")
    done = keygen("-o", "alice")
    assert done.returncode == 1 and "alice.public: error: there is a file already" in done.stderr
    assert not (tmp_path / "alice.secret").exists()
    (tmp_path / "kept").rename(tmp_path / "alice.secret")
    assert {file: file.read_bytes() for file in tmp_path.glob("*.*")} == before
    assert "nowhere/x.secret: error: cannot be written" in keygen("-o", "nowhere/x").stderr
    clients = tmp_path / "alice.public"
    with Server(
        "tcp://127.0.0.1:*", "--curve-secret-key-file", str(tmp_path / "server.secret"), "--curve-client-keys-file", str(clients)
    ) as server:
        assert server.public_key + "\n" == (tmp_path / "server.public").read_text()
        with Stdio("--connect", server.endpoint, "--curve-secret-key-file", str(tmp_path / "alice.secret")) as editor:
            assert editor.call("chart/list") == {"charts": []}
    # Without a place for files both are told, and go together.
    public, secret = (line.split(": ")[1] for line in keygen().stdout.splitlines())
    assert zmq.curve_public(secret.encode()) == public.encode()
