"""Who connects over TCP by a key: those that are listed; and how keys are made."""

import os
import stat
import struct
import subprocess

import pytest
import zmq

from access import NOT_AUTHORIZED, introduce, refusal, rejected
from clients import SPENDING, Dealer, RPCError, Server, Stdio, encrypted_server, eventually, program, request

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("runtime")]


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
