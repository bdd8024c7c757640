"""One connection to the program: requests, their answers, and what it tells unasked. All of it on a thread of its own."""

from __future__ import annotations

import copy
import itertools
import json
import logging
import math
import os
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoAnswer
from typing import Any

import zmq
from zmq.utils.monitor import recv_monitor_message

from . import errors
from ._memory import Block, HandOver
from ._program import Program
from ._servers import Address

_log = logging.getLogger("chart_kernel")

Notification = Callable[[str, dict[str, Any]], None]

#: How long the first answer may take, in seconds.
PATIENCE = 20

_REFUSALS = zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_AUTH


class Connection:
    """A DEALER socket, which belongs to one thread: it sends what others hand over, and gives them the answers.

    Attributes:
        endpoint: Where the program listens.
        program: The program that is this process's own; ``None`` for one that was joined.
    """

    def __init__(
        self,
        address: Address,
        *,
        program: Program | None = None,
        on_notification: Notification | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> None:
        self.endpoint, self.program, self._is_encrypted = address.endpoint, program, address.server_key is not None
        self._on_notification, self._on_end = on_notification, on_end
        # Whoever is collected while it is held may ask for something, too: a chart that nobody holds any more.
        self._lock = threading.RLock()
        self._outgoing: deque[list[Any]] = deque()
        self._waiting: dict[int, Future[Any]] = {}
        self._numbers = itertools.count(1)
        self._fault: Exception | None = None
        self._is_answered = False
        self._hand_over: HandOver | None = None
        self._wake_reading, self._wake_writing = os.pipe()
        os.set_blocking(self._wake_reading, False)
        os.set_blocking(self._wake_writing, False)
        self._is_closed = False
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.linger = 0
        # What waits here waits for an answer; a thread that waits for room would not see that the program has ended.
        self._socket.sndhwm = 0
        self._monitor = self._socket.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_CONNECT_RETRIED | _REFUSALS)
        self._thread = threading.Thread(target=self._run, name="chart-kernel connection", daemon=True)
        try:
            if address.server_key is not None:
                self._socket.curve_publickey, self._socket.curve_secretkey = zmq.curve_keypair()
                self._socket.curve_serverkey = address.server_key.encode()
            self._socket.connect(address.endpoint)
            self._thread.start()
        except BaseException as fault:
            self._release()
            if program is not None:
                program.end()
            if isinstance(fault, zmq.ZMQError):
                raise errors.ProgramEnded(f"cannot connect to {address.endpoint}: {fault.strerror}") from fault
            raise
        parameters = {"protocolVersion": "1.0", "clientInfo": {"name": "chart_kernel for Python"}}
        if address.token is not None:
            parameters["token"] = address.token
        try:
            #: What the program says of itself: its version, the kinds of charts that it knows, where it takes memory.
            self.about: dict[str, Any] = self.ask("initialize", parameters)
        except BaseException:
            self.close()
            raise

    # Requests

    def request(
        self, method: str, params: dict[str, Any], buffers: Sequence[Any] = (), blocks: Sequence[Block] = ()
    ) -> Future[Any]:
        """Sends a request; the future has its result, or fails with what went wrong.

        The memory that it names, `blocks`, is handed over before. When it is answered the names are taken back, also where nobody
        waits for the answer any more; a chart keeps what it shows.
        """
        future: Future[Any] = Future()
        number = next(self._numbers)
        frames = [_bytes({"jsonrpc": "2.0", "id": number, "method": method, "params": params}), *buffers]
        future.set_running_or_notify_cancel()
        future.number = number  # type: ignore[attr-defined]
        if blocks:
            hand_over = self._give(blocks)
            future.add_done_callback(lambda _: hand_over.take_back(*blocks))
        with self._lock:
            if self._fault is None:
                self._waiting[number] = future
                self._outgoing.append(frames)
                self._wake()
                return future
        future.set_exception(copy.copy(self._fault))
        return future

    def _give(self, blocks: Sequence[Block]) -> HandOver:
        with self._lock:
            if self._fault is not None:
                raise copy.copy(self._fault)
            if self._hand_over is None or self._hand_over.is_broken:
                about = self.about["capabilities"].get("memory")
                if about is None:
                    # The one before may have taken some: there the path of the socket was short enough.
                    raise errors.ChartKernelError(f"the program at {self.endpoint} takes no memory")
                self._hand_over = HandOver(about["socket"], copies=about.get("copies", False))
            hand_over = self._hand_over
        try:
            hand_over.give(*blocks)
        except errors.ProgramEnded:
            # That it has ended is known here, too, in a moment: why it has, and that the next use starts it again.
            self._thread.join(2)
            if self._fault is not None:
                raise copy.copy(self._fault) from None
            raise
        return hand_over

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """Sends a request that is answered at once, and gives its result."""
        future = self.request(method, params)
        try:
            return future.result(PATIENCE)
        except NoAnswer:
            raise errors.ProgramEnded(f"the program at {self.endpoint} does not answer") from None
        finally:
            del future

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Sends what needs no answer."""
        frames = [_bytes({"jsonrpc": "2.0", "method": method, "params": params})]
        with self._lock:
            if self._fault is None:
                self._outgoing.append(frames)
                self._wake()

    def cancel(self, future: Future[Any]) -> None:
        """Has the program give a request up, if it has not answered yet."""
        if not future.done():
            self.notify("$/cancelRequest", {"id": getattr(future, "number", 0)})

    def _wake(self) -> None:
        """Within the lock: the number of a pipe that was closed may be somebody else's file by now."""
        if not self._is_closed:
            try:
                os.write(self._wake_writing, b"\0")
            except BlockingIOError:
                # Full: the thread will wake anyway.
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
            _log.debug("a connection has failed", exc_info=True)
            fault = errors.ProgramEnded(f"the connection has failed: {found!r}")
        self._end(fault)

    def _find_fault(self, ready: dict[Any, int]) -> Exception | None:
        if self._fault is not None:
            return self._fault
        if self.program is not None and self.program.fileno() in ready:
            return self.program.fault()
        if self._monitor in ready:
            event = recv_monitor_message(self._monitor)["event"]
            return None if self.program is not None else self._fault_of(event)
        return None

    def _fault_of(self, event: int) -> errors.ProgramEnded:
        endpoint = self.endpoint
        if self._is_answered:
            return errors.ProgramEnded(f"the server at {endpoint} has ended")
        if event == zmq.EVENT_CONNECT_RETRIED:
            return errors.ProgramEnded(f"nobody answers at {endpoint}; `chart-kernel list` shows what runs")
        if self._is_encrypted:
            return errors.ProgramEnded(f"{endpoint} refuses the connection; the key may be another server's")
        return errors.ProgramEnded(
            f"{endpoint} refuses the connection; if its connections are encrypted, give its public key as `server_key`"
        )

    def _send(self) -> None:
        while True:
            with self._lock:
                if not self._outgoing:
                    return
                frames = self._outgoing.popleft()
            # Large ones go as they lie; the answer comes when they are no longer needed.
            is_small = sum(len(memoryview(frame)) for frame in frames) < 65_536
            try:
                self._socket.send_multipart(frames, zmq.NOBLOCK, copy=is_small)
            except zmq.Again:
                # Nobody is at the other end any more, as the monitor tells in a moment.
                return

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
        self._is_answered = True
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
            hand_over, self._hand_over = self._hand_over, None
            if hand_over is not None:
                hand_over.close()
        while waiting:
            # Each its own: where it is raised becomes part of it, with all that is there. So none is held any longer.
            waiting.pop().set_exception(copy.copy(fault))
        self._release()
        if self.program is not None:
            self.program.end()
        if wanted and self._on_end is not None:
            self._on_end()

    def _release(self) -> None:
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close(0)
        self._context.term()
        with self._lock:
            self._is_closed = True
            for descriptor in (self._wake_reading, self._wake_writing):
                os.close(descriptor)

    # Its end

    @property
    def fault(self) -> Exception | None:
        """Why it has ended; ``None`` if it has not."""
        return self._fault

    @property
    def has_ended(self) -> bool:
        return self._fault is not None

    def leave(self) -> None:
        """Ends it, with the program if that is this process's own, without waiting for that."""
        with self._lock:
            if self._fault is None:
                self._fault = errors.ProgramEnded(f"the connection to {self.endpoint} was closed")
                self._wake()

    def close(self) -> None:
        """Ends it, with the program if that is this process's own."""
        self.leave()
        if threading.current_thread() is not self._thread:
            self._thread.join(10)

    def abandon(self) -> None:
        """Lets go of it in a process that was forked: there the thread is not, and all of it belongs to the other process."""
        self._lock = threading.RLock()
        self._fault = errors.ProgramEnded("this process was forked from the one that had the connection")
        self._waiting, self._outgoing = {}, deque()
        if not self._is_closed:
            self._is_closed = True
            for descriptor in (self._wake_reading, self._wake_writing):
                os.close(descriptor)
            if self._hand_over is not None:
                self._hand_over.abandon()
        if self.program is not None:
            self.program.abandon()


#: What of a request holds data, in which a number that is none is a gap.
_DATA = ("spec", "patch", "points")


def _bytes(message: dict[str, Any]) -> bytes:
    """JSON as the program reads it, which knows no NaN: in data that is a gap, and nothing anywhere else.

    Raises:
        ValueError: A place or a scale is no finite number; the message names it.
    """

    try:
        # Few messages hold any, and all others are written at once.
        return _written(message)
    except ValueError as fault:
        params = message.get("params")
        if "JSON compliant" not in str(fault) or not isinstance(params, Mapping):
            raise
    params = {key: _with_gaps(value) if key in _DATA else value for key, value in params.items()}
    for key, value in params.items():
        try:
            _written(value)
        except ValueError:
            raise ValueError(f"'{key}' must be a finite number, got {value!r:.80}") from None
    return _written({**message, "params": params})


def _written(value: Any) -> bytes:
    return json.dumps(value, default=plain, allow_nan=False, ensure_ascii=False).encode()


def _with_gaps(value: Any) -> Any:
    """What JSON holds, with nothing in the place of each number that is not finite."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _with_gaps(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_gaps(each) for each in value]
    return _with_gaps(plain(value))


def plain(value: Any) -> Any:
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
