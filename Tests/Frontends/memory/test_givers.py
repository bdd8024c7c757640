"""Those who connect to the memory socket: silent, many, killed, of another user; and the file that it is."""

import contextlib
import errno
import os
import signal
import socket
import stat
import subprocess
import sys

import numpy
import pytest

import handover
import needs
from clients import SPENDING, Dealer, Server, ended, eventually
from handover import HandOver, line, memory
from serving import CLIENTS, MARKS, descriptors, maps, names, sockets, works

pytestmark = MARKS


def connections(place, count):
    """Connections that say nothing, as many as are let wait."""
    made = []
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX)
        connection.setblocking(False)
        try:
            connection.connect(place)
        except OSError as fault:
            connection.close()
            assert fault.errno == errno.EAGAIN, fault
            continue
        made.append(connection)
    return made


def test_those_who_say_nothing_keep_nobody_out(server, client, place, giver):
    before = descriptors(server)
    with memory([1]) as one:
        assert giver.give("m", one) == {"bytes": 8}
        quiet = connections(place, 10_000)
        assert len(quiet) > CLIENTS
        works(client, place)
        assert descriptors(server) <= before + CLIENTS
        # Who has handed something over stays.
        assert giver.release("m") == {}
        # And it is seen from outside that the place is taken.
        second = subprocess.run(server.process.args, capture_output=True, text=True, timeout=60)
        assert second.returncode == 1 and "another server listens" in second.stderr
    for connection in quiet:
        connection.close()
    eventually(lambda: descriptors(server) <= before)
    works(client, place)


def test_those_who_say_nothing_leave_descriptors_for_others(tmp_path):
    """libzmq ends a process that has none for a connection."""
    wrapper = ("sh", "-c", 'ulimit -n 96 && exec "$@"', "sh")
    with Server(f"ipc://{tmp_path}/s.sock", wrapper=wrapper) as server, Dealer(server.endpoint) as client:
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        place = handover.socket_of(client)
        halves = connections(place, 150)
        with memory([1]) as one:
            for half in halves:
                # Some have been hung up on already.
                with contextlib.suppress(ConnectionError):
                    socket.send_fds(half, [b'{"memory": "half'], [one])
        works(client, place)
        for _ in range(10):
            with Dealer(server.endpoint) as newcomer:
                assert newcomer.call("chart/list") == {"charts": ["shown"]}
        assert descriptors(server) < 96 and server.process.poll() is None
        for half in halves:
            half.close()
        works(client, place)


def test_where_all_hold_memory_one_more_is_told_so(server, client, place):
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(memory([1]))
        givers = [stack.enter_context(HandOver(place)) for _ in range(CLIENTS)]
        for number, giver in enumerate(givers):
            assert giver.give(f"m{number}", one) == {"bytes": 8}
        newcomer = stack.enter_context(HandOver(place))
        assert "more than 256" in newcomer.line()["error"] and newcomer.is_ended()
        # Whoever was there goes on, and as soon as one holds nothing there is room.
        assert givers[0].release("m0") == {} and givers[0].give("again", one) == {"bytes": 8}
        assert givers[1].release("m1") == {}
        works(client, place)


def test_hundreds_that_come_and_go_hold_nobody_up(server, client, place):
    before = descriptors(server)
    with memory([1]) as one:
        for number in range(500):
            with HandOver(place) as fleeting:
                if number % 3:
                    fleeting.send(b'{"memory": "m%d"}\n' % number, [one])
            if number % 10 == 0:
                assert client.call("chart/tap", chart="shown", x=360, y=120, render=False)["hit"]["kind"] == "slice"
    works(client, place)
    eventually(lambda: descriptors(server) == before and maps(server) == 0)


STAGES = {
    "connected": "pass",
    "half a line": """giver.send(b'{"memory": "m')""",
    "half a line with its descriptor": """giver.send(b'{"memory": "m', [one])""",
    "without waiting for the answer": """giver.send(b'{"memory": "m"}\\n', [one])""",
    "handed over": """giver.give("m", one)""",
    "while its chart is made": """
        giver.give("m", one)
        client = Dealer(endpoint)
        client.send(request(1, "chart/create", {"chart": "killed", "spec": line("m"), "render": False}))
""",
    "shown": """
        giver.give("m", one)
        Dealer(endpoint).call("chart/create", chart="killed", spec=line("m"), render=False)
""",
    "while its memory is copied": """giver.send(b'{"memory": "m", "address": %d, "bytes": %d}\\n' % (address, many.nbytes))""",
    "half taken back": """giver.give("m", one), giver.send(b'{"release": "m')""",
}

KILLED = """
import numpy, sys, os, signal
sys.path[:0] = sys.argv[3].split(os.pathsep)
from clients import Dealer, request
from handover import HandOver, line, memory
endpoint = sys.argv[1]
many = numpy.zeros(20_000_000)
address = many.__array_interface__["data"][0]
with HandOver(sys.argv[2]) as giver, memory(range(100_000)) as one:
    if True:
        {}
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("stage", STAGES)
def test_who_is_killed_leaves_no_name_and_no_descriptor(server, client, place, stage):
    # The first time that several threads copy, the library that runs them opens what it waits by, once and for all: that is
    # counted before, and the connection by which they were made to is not.
    open_before = sockets(server)
    many = numpy.zeros(20_000_000)
    with HandOver(place) as giver:
        assert "error" not in giver.ask({"memory": "before", "address": many.__array_interface__["data"][0], "bytes": many.nbytes})
        giver.release("before")
    eventually(lambda: sockets(server) == open_before)
    before = descriptors(server)
    command = [sys.executable, "-c", KILLED.format(STAGES[stage]), server.endpoint, place, os.pathsep.join(sys.path)]
    assert subprocess.run(command, timeout=60).returncode == -signal.SIGKILL
    eventually(lambda: descriptors(server) == before)
    eventually(lambda: names(client) == "")
    if "killed" in client.call("chart/list")["charts"]:
        client.call("chart/delete", chart="killed")
    eventually(lambda: maps(server) == 0)
    works(client, place)


@needs.machine(needs.ROOT, "only root can become somebody else")
def test_no_other_user_can_connect(tmp_path_factory):
    """Also where everybody may look into the directory."""
    folder = tmp_path_factory.mktemp("open")
    for each in (folder, *folder.parents):
        if each.stat().st_mode & 0o001 == 0:
            each.chmod(each.stat().st_mode | 0o011)
    with Server(f"ipc://{folder}/s.sock") as server, Dealer(server.endpoint) as client:
        place = handover.socket_of(client)
        assert stat.S_IMODE(os.stat(place).st_mode) & 0o077 == 0
        code = (
            "import os, socket, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534); os.stat(sys.argv[1])\n"
            "try: socket.socket(socket.AF_UNIX).connect(sys.argv[1])\n"
            "except PermissionError: print('refused')"
        )
        done = subprocess.run([sys.executable, "-c", code, place], capture_output=True, text=True, timeout=60)
        assert (done.stdout, done.stderr) == ("refused\n", "")
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        works(client, place)


def test_what_is_in_the_place_of_the_socket_stays_there(tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("of somebody")
    place = tmp_path / "s.sock.memory"
    full = socket.socket(socket.AF_UNIX)

    def listener():
        full.bind(str(place))
        full.listen(0)
        # So that whoever wants to know whether somebody listens would wait for ever.
        assert len(connections(str(place), 10)) < 10

    for put in (
        lambda: place.symlink_to(precious), lambda: place.symlink_to(tmp_path / "nowhere"),
        lambda: place.write_text("a file"), place.mkdir, listener,
    ):
        put()
        before = os.lstat(place)
        with Server(f"ipc://{tmp_path}/s.sock") as server, Dealer(server.endpoint) as client:
            assert "memory" not in client.call("initialize", protocolVersion="1.0")["capabilities"]
        after = os.lstat(place)
        assert (before.st_ino, before.st_mode, before.st_size) == (after.st_ino, after.st_mode, after.st_size)
        assert precious.read_text() == "of somebody" and not (tmp_path / "nowhere").exists()
        place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()
    full.close()


def test_who_records_takes_no_memory(tmp_path):
    """What is done again has to find all that charts are made of."""
    with Server(f"ipc://{tmp_path}/s.sock", "--record", str(tmp_path / "recording")) as server:
        with Dealer(server.endpoint) as client:
            assert "memory" not in client.call("initialize", protocolVersion="1.0")["capabilities"]
            assert not (tmp_path / "s.sock.memory").exists()


def test_a_socket_that_is_removed_serves_those_that_are_there(server, client, place, giver):
    os.unlink(place)
    with memory([1, 2]) as two:
        assert giver.give("m", two) == {"bytes": 16}
    client.call("chart/create", chart="a", spec=line("m"), render=False)
    # What comes to be there meanwhile is not this server's.
    with open(place, "w") as other:
        other.write("of somebody")
    assert server.close() == 0
    with open(place) as other:
        assert other.read() == "of somebody"
    os.unlink(place)
    server.__init__(server.endpoint)


def test_what_a_killed_server_leaves_is_no_hindrance(tmp_path):
    for _ in range(2):
        server = Server(f"ipc://{tmp_path}/s.sock")
        with Dealer(server.endpoint) as client:
            client.call("chart/create", chart="shown", spec=SPENDING, render=False)
            works(client, handover.socket_of(client))
        server.process.kill()
        ended(server.process)
        assert (tmp_path / "s.sock.memory").exists()
