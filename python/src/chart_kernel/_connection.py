"""One connection to the program: requests, their answers, and what it tells unasked. All of it on a thread of its own."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any
from urllib.parse import parse_qs

import zmq
from zmq.utils.monitor import recv_monitor_message

from . import errors
from ._program import Program

_log = logging.getLogger("chart_kernel")

Notification = Callable[[str, dict[str, Any]], None]


class Connection:
    """A DEALER socket, which belongs to one thread: it sends what others hand over, and gives them the answers.

    Attributes:
        program: The program that is this process's own; ``None`` for one that was joined.
        endpoint: Where it listens.
    """

    def __init__(
        self,
        endpoint: str,
        *,
        program: Program | None = None,
        server_key: str | None = None,
        on_notification: Notification | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        endpoint, _, query = endpoint.partition("?")
        self.endpoint, self.program = endpoint, program
        self._token = parse_qs(query).get("token", [None])[0]
        self._on_notification, self._on_end = on_notification, on_end
        self._lock = threading.Lock()
        self._outgoing: deque[list[Any]] = deque()
        self._waiting: dict[int, Future[Any]] = {}
        self._count = 0
        self._fault: Exception | None = None
        self._wake_reading, self._wake_writing = os.pipe()
        os.set_blocking(self._wake_reading, False)
        os.set_blocking(self._wake_writing, False)
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.linger = 0
        if server_key is not None:
            self._socket.curve_publickey, self._socket.curve_secretkey = zmq.curve_keypair()
            self._socket.curve_serverkey = server_key.encode()
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        self._socket.connect(endpoint)
        self._thread = threading.Thread(target=self._run, name="chart-kernel connection", daemon=True)
        self._thread.start()
        parameters = {"protocolVersion": "1.0", "clientInfo": {"name": "chart_kernel for Python"}}
        if self._token is not None:
            parameters["token"] = self._token
        #: What the program says of itself: its version, the kinds of charts that it knows, where it takes memory.
        self.about: dict[str, Any] = self.request("initialize", parameters).result(20)

    # Requests

    def request(self, method: str, params: dict[str, Any], buffers: Sequence[Any] = ()) -> Future[Any]:
        """Sends a request; the future has its result, or fails with what went wrong."""
        future: Future[Any] = Future()
        with self._lock:
            if self._fault is not None:
                future.set_exception(self._fault)
                return future
            self._count += 1
            number = self._count
            self._waiting[number] = future
            future.set_running_or_notify_cancel()
            call = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            self._outgoing.append([_bytes(call), *buffers])
        future.number = number  # type: ignore[attr-defined]
        self._wake()
        return future

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Sends what needs no answer."""
        with self._lock:
            if self._fault is not None:
                return
            self._outgoing.append([_bytes({"jsonrpc": "2.0", "method": method, "params": params})])
        self._wake()

    def cancel(self, future: Future[Any]) -> None:
        """Has the program give a request up, if it has not answered yet."""
        self.notify("$/cancelRequest", {"id": getattr(future, "number", 0)})

    def _wake(self) -> None:
        try:
            os.write(self._wake_writing, b"\0")
        except OSError:
            # Full: the thread will wake anyway. Closed: there is nobody to be woken.
            pass

    # The thread

    def _run(self) -> None:
        poller = zmq.Poller()
        poller.register(self._socket, zmq.POLLIN)
        poller.register(self._monitor, zmq.POLLIN)
        poller.register(self._wake_reading, zmq.POLLIN)
        if self.program is not None:
            poller.register(self.program.fileno(), zmq.POLLIN)
        fault: Exception | None = None
        try:
            while fault is None:
                ready = dict(poller.poll())
                if self._wake_reading in ready:
                    os.read(self._wake_reading, 4096)
                self._send()
                self._receive()
                fault = self._find_fault(ready)
        except Exception as found:  # noqa: BLE001: nobody else is there to be told
            fault = found
        self._end(fault or errors.ProgramEnded("the connection was closed"))

    def _find_fault(self, ready: dict[Any, int]) -> Exception | None:
        if self._fault is not None:
            return self._fault
        if self.program is not None and self.program.fileno() in ready:
            return self.program.fault()
        if self._monitor in ready:
            recv_monitor_message(self._monitor)
            if self.program is None:
                return errors.ProgramEnded(f"the server at {self.endpoint} has ended")
        return None

    def _send(self) -> None:
        while True:
            with self._lock:
                if not self._outgoing:
                    return
                frames = self._outgoing.popleft()
            # Large ones go as they lie; the answer comes when they are no longer needed.
            self._socket.send_multipart(frames, copy=sum(len(memoryview(frame)) for frame in frames) < 65_536)

    def _receive(self) -> None:
        while True:
            try:
                frames = self._socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            message: Any = json.loads(frames[0])
            for each in message if isinstance(message, list) else [message]:
                self._take(each)

    def _take(self, message: dict[str, Any]) -> None:
        if "method" in message:
            if self._on_notification is not None:
                self._on_notification(message["method"], message.get("params", {}))
            return
        with self._lock:
            future = self._waiting.pop(message.get("id"), None)  # type: ignore[arg-type]
        if future is None:
            return
        if "error" in message:
            future.set_exception(errors.error(message["error"]))
        else:
            future.set_result(message.get("result"))

    def _end(self, fault: Exception) -> None:
        with self._lock:
            wanted = self._fault is None
            self._fault = fault
            waiting, self._waiting = list(self._waiting.values()), {}
            self._outgoing.clear()
        for future in waiting:
            future.set_exception(fault)
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close(0)
        self._context.term()
        for descriptor in (self._wake_reading, self._wake_writing):
            os.close(descriptor)
        if self.program is not None:
            self.program.end()
        if wanted and self._on_end is not None:
            self._on_end()

    # Its end

    @property
    def has_ended(self) -> bool:
        return self._fault is not None

    def close(self) -> None:
        """Ends it, with the program if that is this process's own."""
        with self._lock:
            if self._fault is not None:
                return
            self._fault = errors.ProgramEnded("the connection was closed")
        self._wake()
        if threading.current_thread() is not self._thread:
            self._thread.join(10)

    def abandon(self) -> None:
        """Lets go of it in a process that was forked: there the thread is not, and all of it belongs to the other process."""
        self._fault = errors.ProgramEnded("this process was forked from the one that had the connection")
        self._waiting, self._outgoing = {}, deque()
        self._lock = threading.Lock()
        if self.program is not None:
            self.program.abandon()


def _bytes(message: dict[str, Any]) -> bytes:
    """JSON as the program reads it, which knows no NaN."""
    return json.dumps(message, default=_plain, allow_nan=False, ensure_ascii=False).encode()


def _plain(value: Any) -> Any:
    """What JSON has no word for: numbers of NumPy, moments, whatever is a list."""
    for name in ("isoformat", "tolist"):
        method = getattr(value, name, None)
        if method is not None:
            return method()
    if hasattr(value, "__index__"):
        return value.__index__()
    if hasattr(value, "__float__"):
        return value.__float__()
    if hasattr(value, "__fspath__"):
        return value.__fspath__()
    raise TypeError(f"a spec cannot hold a {type(value).__name__}: {value!r:.80}")
