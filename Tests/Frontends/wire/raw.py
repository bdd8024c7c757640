"""A client of the messaging protocol with pyzmq, hmac, json and uuid alone.

Jupyter's own client forgives much: it checks neither signatures' frames nor the parents on iopub. This one checks with
every message that the kernel is right: signed, complete, from one session, and on iopub nothing of a request after its
idle.
"""

import time
import uuid

import zmq

from .exchange import Exchange
from .message import Message, check_published, frames, header, parse

CHANNELS = ("shell", "iopub", "stdin", "control", "hb")
TIMEOUT = 20

# What may come of a request that is over: charts that change are shown anew, and comms go on.
LASTING = {"update_display_data", "comm_msg", "comm_close", "comm_open"}


class Client:
    """Sockets to a kernel. Subscribed and welcomed once it is made, so that nothing is missed (jupyter_client#593)."""

    def __init__(self, info: dict, subscription: bytes | None = b"", **iopub_options):
        self.info = info
        self.key = info.get("key", "").encode()
        self.session = uuid.uuid4().hex
        self.kernel_session = None
        self.sockets: dict[str, zmq.Socket] = {}
        self.opened: list[zmq.Socket] = []
        self.early: list[Message] = []
        self.seen: set[str] = set()
        self.finished: set[str] = set()
        self.welcomed: Message | None = None
        # After how many messages on iopub the kernel said that it starts.
        self.starting: list[int] = []
        if subscription is not None:
            self.subscribe(subscription, **iopub_options)

    # Sockets

    def endpoint(self, channel: str) -> str:
        separator = ":" if self.info["transport"] == "tcp" else "-"
        return f"{self.info['transport']}://{self.info['ip']}{separator}{self.info[channel + '_port']}"

    def connect(self, kind: int, channel: str, **options) -> zmq.Socket:
        """A socket of one's own to one of the kernel's."""
        # One context for all, never terminated: that can wait for ever for what a test left half open.
        socket = zmq.Context.instance().socket(kind)
        self.opened.append(socket)
        socket.linger = 0
        # Libzmq's usual 100 ms between two tries would be most of what tests of starts wait for.
        socket.reconnect_ivl = 5
        if public := self.info.get("curve_publickey"):
            socket.curve_publickey, socket.curve_secretkey = zmq.curve_keypair()
            socket.curve_serverkey = public.encode()
        for name, value in options.items():
            setattr(socket, name, value)
        socket.connect(self.endpoint(channel))
        return socket

    def subscribe(self, topic: bytes, **options):
        # Nothing is to be lost here because a test reads the reply first.
        self.sockets["iopub"] = self.connect(zmq.SUB, "iopub", **{"rcvhwm": 0, "subscribe": topic, **options})
        self.welcomed = self.receive("iopub")
        assert self.welcomed.type == "iopub_welcome", self.welcomed
        assert self.welcomed.identities == [topic], self.welcomed
        assert self.welcomed.content == {"subscription": topic.decode()}
        assert self.welcomed.parent == {}

    def socket(self, channel: str) -> zmq.Socket:
        if channel not in self.sockets:
            kind = zmq.REQ if channel == "hb" else zmq.DEALER
            options = {"identity": self.session.encode()} if kind == zmq.DEALER else {}
            self.sockets[channel] = self.connect(kind, channel, **options)
        return self.sockets[channel]

    def close(self):
        for socket in self.opened:
            socket.close(0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Messages

    def frames(self, type: str, content: dict | None = None, metadata=None, buffers=(), **members) -> list[bytes]:
        """A right message's frames; further members go into its header."""
        head = header(type, self.session, **members)
        return frames(self.key, head, content or {}, metadata=metadata, buffers=buffers)

    def send(
        self, type: str, content: dict | None = None, channel="shell", metadata=None, buffers=(), **members
    ) -> str:
        """Sends a message; gives its id."""
        id = members.setdefault("msg_id", uuid.uuid4().hex)
        self.socket(channel).send_multipart(self.frames(type, content, metadata, buffers, **members))
        return id

    def has(self, channel: str, seconds: float = 0.0) -> bool:
        return self.socket(channel).poll(int(seconds * 1000)) != 0

    def receive(self, channel: str, timeout: float = TIMEOUT) -> Message:
        if not self.has(channel, timeout):
            raise TimeoutError(f"nothing came on {channel}")
        message = parse(self.key, self.socket(channel).recv_multipart())
        self.kernel_session = self.kernel_session or message.header["session"]
        assert message.header["session"] == self.kernel_session != self.session, message
        if channel == "iopub":
            assert len(message.identities) == 1, "one frame is the topic, which libzmq filters by"
            check_published(message)
            assert message.header["msg_id"] not in self.seen, "published twice"
            self.seen.add(message.header["msg_id"])
            assert message.parent_id not in self.finished or message.type in LASTING, f"after idle: {message}"
            if message.state == "idle":
                self.finished.add(message.parent_id)
            if message.state == "starting":
                # Of no request; whoever is the first to subscribe may get it.
                assert message.parent == {}, message
                self.starting.append(len(self.seen) - 1)
                return self.receive(channel, timeout)
        return message

    def reply(self, id: str, channel="shell", timeout: float = TIMEOUT) -> Message:
        """The next message on a channel, which must be the reply to a request."""
        message = self.receive(channel, timeout)
        assert message.parent_id == id, f"the reply to another request: {message}"
        assert message.type.endswith("_reply"), message
        if message.content.get("status") == "error":
            assert {"ename", "evalue", "traceback"} <= message.content.keys(), message
            assert all(isinstance(line, str) for line in message.content["traceback"]), message
        else:
            # `aborted` is deprecated since protocol 5.1, and jupyter_kernel_test refuses it.
            assert message.content.get("status") != "aborted", message
        return message

    def published(self, timeout: float = TIMEOUT) -> Message:
        """The next message on iopub."""
        return self.early.pop(0) if self.early else self.receive("iopub", timeout)

    def published_until(self, condition, timeout: float = TIMEOUT) -> Message:
        """The first message on iopub of which something holds; it and those before it are kept for outputs()."""
        for message in self.early:
            if condition(message):
                return message
        deadline = time.monotonic() + timeout
        while True:
            message = self.receive("iopub", max(deadline - time.monotonic(), 0))
            self.early.append(message)
            if condition(message):
                return message

    def outputs(self, id: str, timeout: float = TIMEOUT) -> list[Message]:
        """What was published with a request as its parent, between its busy, which must come first, and its idle."""
        found, others = [], []
        deadline = time.monotonic() + timeout
        while not found or found[-1].state != "idle":
            message = self.published(max(deadline - time.monotonic(), 0))
            (found if message.parent_id == id else others).append(message)
        self.early = others + self.early
        assert found[0].state == "busy", found
        assert [message.state for message in found[1:-1] if message.state] == [], found
        assert all(message.parent == found[0].parent for message in found), found
        return found[1:-1]

    def request(
        self, type: str, content: dict | None = None, channel="shell", timeout: float = TIMEOUT, **more
    ) -> Exchange:
        """Sends a request, and takes all it gets."""
        id = self.send(type, content, channel, **more)
        reply = self.reply(id, channel, timeout)
        assert reply.type == type.removesuffix("_request") + "_reply"
        assert reply.parent["session"] == self.session
        return Exchange(reply, self.outputs(id, timeout))

    def execute(self, code: str, timeout: float = TIMEOUT, header: dict | None = None, **content) -> Exchange:
        """Runs a cell."""
        exchange = self.request("execute_request", {"code": code, **content}, timeout=timeout, **(header or {}))
        assert isinstance(exchange.content["execution_count"], int), "in every execute_reply"
        return exchange

    def send_cell(self, code: str, header: dict | None = None, **content) -> str:
        """Sends a cell without waiting."""
        return self.send("execute_request", {"code": code, **content}, **(header or {}))

    def answers(self, channel="shell") -> bool:
        """Whether the very next thing on a channel answers what is asked now."""
        return self.request("kernel_info_request", channel=channel).content["status"] == "ok"
