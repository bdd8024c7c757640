"""Clients of `chart-kernel serve` that have a name of their own, which they keep when they come back."""

import contextlib
import os
import signal

import pytest
import zmq

from clients import SPENDING, Dealer, Server, request


@pytest.fixture(params=["ipc", "tcp"])
def either(request, tmp_path):
    # With a token, clients would have to wait for one another: the first answer tells that it was right.
    arguments = ["tcp://127.0.0.1:*", "--no-token"] if request.param == "tcp" else [f"ipc://{tmp_path}/chart.sock"]
    with Server(*arguments) as server:
        yield server


# Whoever comes by a name waits until the last one of that name is forgotten; so eight do so at the same time, 25 times.
NAMES = [b"script-%d" % number for number in range(8)]
ROUNDS = 25


@pytest.mark.parametrize("linger", [0, 1000])
def test_a_client_with_a_name_that_comes_back_at_once_is_heard(either, linger):
    context = zmq.Context()
    clients = {}
    for attempt in range(ROUNDS):
        for name in NAMES:
            if name in clients:
                clients[name].socket.close(linger)
            clients[name] = Dealer(either.endpoint, context=context, routing_id=name)
            clients[name].send(request(attempt, "session/list"))
        for name, client in clients.items():
            answer = client.receive()
            assert answer["id"] == attempt and answer["result"], name
    for client in clients.values():
        client.socket.close(linger)
    context.term()


class Child:
    """A process with clients of these names, which waits to be killed as soon as all were heard."""

    def __init__(self, endpoint, names, then=lambda client: None):
        self.reader, writer = os.pipe()
        self.count = len(names)
        self.process = os.fork()
        if not self.process:
            # Whatever happens, this copy of the tests must not go on.
            try:
                context = zmq.Context()
                clients = [Dealer(endpoint, context=context, routing_id=name) for name in names]
                for client in clients:
                    client.send(request(1, "session/subscribe"))
                for client in clients:
                    assert "result" in client.receive()
                    then(client)
                    os.write(writer, b"1")
                signal.pause()
            finally:
                os._exit(1)
        os.close(writer)

    def heard(self):
        """How many were heard, once that is known of all."""
        with open(self.reader, "rb", closefd=False) as answers:
            return len(answers.read(self.count))

    def kill(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.reader)


def test_a_client_with_a_name_that_was_killed_is_heard_when_it_is_started_again(either):
    for attempt in range(ROUNDS):
        child = Child(either.endpoint, NAMES)
        try:
            assert child.heard() == len(NAMES), f"not all were heard at attempt {attempt}"
        finally:
            child.kill()


def test_a_client_that_was_killed_while_much_waited_for_it_is_heard_when_it_comes_back(either):
    """What it had sent waits before the end of its connection, which nobody reads before."""
    with Dealer(either.endpoint) as other:
        other.call("chart/create", chart="large", spec={"kind": "bar", "series": [{"values": list(range(20_000))}]})
        for attempt in range(4):
            child = Child(either.endpoint, [b"script"], then=lambda client: [
                client.send(request(2 + i, "chart/render", {"chart": "large", "size": {"width": 700 + i, "height": 500}}))
                for i in range(200)
            ])
            try:
                assert child.heard() == 1
                other.call("chart/list")
            finally:
                child.kill()
            context = zmq.Context()
            with Dealer(either.endpoint, context=context, routing_id=b"script") as client:
                assert client.call("chart/list"), f"attempt {attempt}"
            # The next child would have a copy of a connection that is not closed yet.
            context.term()


def test_nobody_takes_the_name_of_a_client_that_lives(either):
    context = zmq.Context()
    with Dealer(either.endpoint, context=context, routing_id=b"script") as victim:
        victim.call("chart/create", chart="a", spec=SPENDING)
        victim.call("session/subscribe", render=False)
        for attempt in range(4):
            with contextlib.ExitStack() as stack:
                takers = []
                for _ in range(5):
                    taker = stack.enter_context(Dealer(either.endpoint, context=context, routing_id=b"script"))
                    taker.send(request(1, "chart/rotate", {"chart": "a", "by": 5}))
                    takers.append(taker)
                # Whoever connects later is let in later.
                with Dealer(either.endpoint, context=context) as other:
                    other.call("chart/rotate", chart="a", by=1, render=False)
                assert victim.notification()["params"]["revision"] == 2 + attempt
                assert victim.call("chart/list")
                assert not any(taker.socket.poll(0) for taker in takers)
