"""Clients of the program: one that this process starts for itself, or that joins what runs already."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _program, errors
from ._connection import Connection
from ._memory import HandOver
from ._methods import AsyncChartMethods, AsyncMethods, Methods
from ._table import Sending

if TYPE_CHECKING:
    from .chart import Chart


class Client(Methods):
    """A program with its charts: every method of the protocol is a function of it, ``chart/tap`` is ``chart_tap``.

    Args:
        endpoint: Where a server listens; if not given, a program of this process's own is started at the first request,
            and ends with this process.
        session: The session of the charts that are made by it.
        server_key: The public key of a server whose connections are encrypted.
    """

    def __init__(self, endpoint: str | None = None, *, session: str = "default", server_key: str | None = None) -> None:
        self.endpoint, self.session, self._server_key = endpoint, session, server_key
        self._lock = threading.RLock()
        self._connection: Connection | None = None
        self._hand_over: HandOver | None = None
        #: The charts that this process holds, by their ids.
        self.charts: weakref.WeakValueDictionary[str, Chart] = weakref.WeakValueDictionary()
        self._events = _Events(self)
        _clients.add(self)

    # Connecting

    @property
    def connection(self) -> Connection:
        """The connection; made, with the program, if there is none."""
        with self._lock:
            if self._connection is None or self._connection.has_ended:
                self._connect()
            assert self._connection is not None
            return self._connection

    def _connect(self) -> None:
        is_again = self._connection is not None
        if is_again and self.endpoint is not None:
            # A server that was joined is started again by whoever started it.
            raise errors.ProgramEnded(f"the server at {self.endpoint} has ended")
        program = None if self.endpoint is not None else _program.Program()
        endpoint = self.endpoint or program.endpoint  # type: ignore[union-attr]
        self._close_hand_over()
        self._connection = Connection(
            endpoint, program=program, server_key=self._server_key, on_notification=self._events.take,
            on_end=self._events.end,
        )
        wishes = {"session": self.session, "render": False, "state": True}
        self._connection.request("session/subscribe", wishes).result(20)
        if is_again:
            for chart in list(self.charts.values()):
                chart._bring_back()

    @property
    def is_running(self) -> bool:
        """Whether there is a connection at this moment."""
        connection = self._connection
        return connection is not None and not connection.has_ended

    @property
    def about(self) -> dict[str, Any]:
        """What the program says of itself."""
        return self.connection.about

    @property
    def kinds(self) -> list[str]:
        """The kinds of charts that the program knows."""
        return list(self.about["capabilities"]["kinds"])

    def close(self) -> None:
        """Ends the connection, and the program if it is this client's own."""
        with self._lock:
            self._close_hand_over()
            if self._connection is not None:
                self._connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _close_hand_over(self) -> None:
        if self._hand_over is not None:
            self._hand_over.close()
            self._hand_over = None

    def _abandon(self) -> None:
        """In a process that was forked: starts anew when it is used."""
        self._lock = threading.RLock()
        if self._connection is not None:
            self._connection.abandon()
            self._connection = None
        self._close_hand_over()
        self._events.abandon()

    # Calling

    def _call(self, method: str, params: dict[str, Any]) -> Any:
        return self.call(method, params)

    def call(self, method: str, params: dict[str, Any] | None = None, sending: Sending | None = None) -> Any:
        """Calls a method by its name; a key that interrupts Python cancels it.

        Raises:
            ChartKernelError: What went wrong, as one of its kinds.
        """
        with self._lock:
            connection = self.connection
            self._give(connection, sending)
        future = connection.request(method, params or {}, sending.buffers if sending else ())
        try:
            return future.result()
        except (KeyboardInterrupt, SystemExit):
            connection.cancel(future)
            raise
        finally:
            self._take_back(sending)

    def _give(self, connection: Connection, sending: Sending | None) -> None:
        """Hands over the memory that a request names."""
        if sending is None or not sending.blocks:
            return
        if self._hand_over is None:
            about = connection.about["capabilities"]["memory"]
            self._hand_over = HandOver(about["socket"], copies=about.get("copies", False))
        try:
            for block in sending.blocks:
                self._hand_over.give(block)
        except errors.ChartKernelError:
            self._take_back(sending)
            raise

    def _take_back(self, sending: Sending | None) -> None:
        # A chart keeps what it shows.
        if sending is not None and self._hand_over is not None:
            for block in sending.blocks:
                try:
                    self._hand_over.take_back(block)
                except errors.ChartKernelError:
                    return

    def sending(self) -> Sending:
        """What collects the columns of a request."""
        return Sending(hands_over="memory" in self.about["capabilities"])

    def _forget(self, chart: str, session: str) -> None:
        """Forgets a chart that nobody holds any more, if only this process could."""
        connection = self._connection
        if self.endpoint is None and connection is not None and not connection.has_ended and not _is_ending():
            connection.notify("chart/delete", {"chart": chart, "session": session})


class AsyncClient(AsyncMethods):
    """The same for asyncio: every method is awaited. ``async with AsyncClient() as client: await client.chart_tap(…)``"""

    def __init__(self, endpoint: str | None = None, *, session: str = "default", server_key: str | None = None) -> None:
        #: The client behind it, for what is not awaited.
        self.client = Client(endpoint, session=session, server_key=server_key)

    async def _call(self, method: str, params: dict[str, Any]) -> Any:
        return await self.call(method, params)

    async def call(self, method: str, params: dict[str, Any] | None = None, sending: Sending | None = None) -> Any:
        """Calls a method by its name; a task that is cancelled cancels it."""
        # The first call may start the program, which takes some milliseconds. All others are sent in the order in which they
        # are made, which threads would not keep.
        client = self.client
        connection = client.connection if client.is_running else await asyncio.to_thread(lambda: client.connection)
        client._give(connection, sending)
        future: Future[Any] = connection.request(method, params or {}, sending.buffers if sending else ())
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            connection.cancel(future)
            raise
        finally:
            self.client._take_back(sending)

    async def create(self, what: Mapping[str, Any] | str, data: Any = None, **options: Any) -> AsyncChart:
        """A chart of a spec, or of a kind: ``await client.create("line", df, x="date", y="high")``, as the functions of this package
        make them.

        Raises:
            InvalidValue: The spec says what there is not; `path` tells the place.
        """
        from ._specs import spec_of
        from ._table import materialised

        def prepare() -> tuple[Mapping[str, Any], Sending]:
            sending = self.client.sending()
            if isinstance(what, str):
                return spec_of(what, materialised(data), options, self.client, sending), sending
            return {**what, **options}, sending

        # Copying large columns takes some milliseconds, too.
        spec, sending = await asyncio.to_thread(prepare)
        params = {"spec": spec, "render": False, "session": self.client.session}
        return AsyncChart(self, await self.call("chart/create", params, sending))

    async def close(self) -> None:
        """Ends the connection, and the program if it is this client's own."""
        await asyncio.to_thread(self.client.close)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class AsyncChart(AsyncChartMethods):
    """A chart of an :class:`AsyncClient`: ``await chart.tap(320, 80)``."""

    def __init__(self, client: AsyncClient, made: dict[str, Any]) -> None:
        self.client = client
        #: Its id in its session.
        self.id: str = made["chart"]
        #: What its author should know: what was left out, and why.
        self.warnings: list[str] = made["warnings"]
        self._place = {"chart": self.id, "session": made["session"]}

    async def _call(self, method: str, params: dict[str, Any]) -> Any:
        return await self.client.call(method, params)

    def __repr__(self) -> str:
        return f"<AsyncChart '{self.id}'>"


class _Events:
    """Tells charts what happened to them, on a thread of its own: what a listener does may take its time, and ask the program."""

    def __init__(self, client: Client) -> None:
        self._client = weakref.ref(client)
        self.abandon()

    def abandon(self) -> None:
        self._condition = threading.Condition()
        self._queue: list[tuple[str, dict[str, Any]]] = []
        self._thread: threading.Thread | None = None

    def take(self, method: str, params: dict[str, Any]) -> None:
        client = self._client()
        chart = client.charts.get(params.get("chart", "")) if client is not None else None
        if chart is not None and "state" in params and params.get("session") == chart.session:
            # At once: the program may have ended before listeners are called.
            chart._state = params["state"]
        self._add((method, params))

    def end(self) -> None:
        self._add(("end", {}))

    def _add(self, event: tuple[str, dict[str, Any]]) -> None:
        with self._condition:
            self._queue.append(event)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="chart-kernel events", daemon=True)
                self._thread.start()
            self._condition.notify()

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._queue:
                    # Without work for a while it goes, so that clients that nobody holds can go, too.
                    if not self._condition.wait(30) and not self._queue:
                        self._thread = None
                        return
                events, self._queue = self._queue, []
            for method, params in events:
                self._tell(method, params)

    def _tell(self, method: str, params: dict[str, Any]) -> None:
        client = self._client()
        if client is None:
            return
        if method == "end":
            for each in list(client.charts.values()):
                each._ended()
            return
        chart = client.charts.get(params.get("chart", ""))
        if chart is not None and params.get("session") == chart.session:
            chart._changed(method, params)


# ---------------------------------------------------------------------------------------------------------------------

_clients: weakref.WeakSet[Client] = weakref.WeakSet()
_own: Client | None = None
_own_lock = threading.Lock()
_ending = False


def _is_ending() -> bool:
    return _ending


def started() -> Client | None:
    """This process's own client, if there is one yet."""
    return _own


def own() -> Client:
    """This process's own client, which all charts share that are made without another one; in an app of marimo, the visitor's."""
    global _own
    if "marimo" in sys.modules:
        from ._marimo import client_of_visitor

        client = client_of_visitor()
        if client is not None:
            return client
    with _own_lock:
        if _own is None:
            _own = Client()
        return _own


def connect(server: str | os.PathLike[str] | int, *, session: str = "default") -> Client:
    """Joins a kernel or server that runs: its charts are the same from here.

    Args:
        server: A notebook, a connection file of Jupyter, the number of a process, or an endpoint: whatever
            ``chart-kernel list`` shows.
        session: The session of its charts.

    Raises:
        ProgramEnded: None of these is known, or several are meant.
    """
    text = os.fspath(server) if isinstance(server, os.PathLike) else str(server)
    if text.startswith(("ipc://", "tcp://")):
        return Client(text, session=session)
    found = [each for each in servers() if _is_meant(text, each)]
    if len(found) != 1:
        known = ", ".join(str(each.get("notebook") or each["endpoint"]) for each in servers()) or "none"
        what = "no server or kernel" if not found else f"{len(found)} servers or kernels"
        raise errors.ProgramEnded(f"{what} of '{text}' runs; there are: {known}")
    entry = found[0]
    token = entry.get("token")
    endpoint = entry["endpoint"] + (f"?token={token}" if token else "")
    return Client(endpoint, session=session, server_key=entry.get("serverKey"))


def servers() -> list[dict[str, Any]]:
    """The kernels and servers of this user that run, as ``chart-kernel list --json`` tells them."""
    done = subprocess.run([_program.find(), "list", "--json"], capture_output=True, check=False)
    return list(json.loads(done.stdout or b"[]"))


def _is_meant(text: str, entry: dict[str, Any]) -> bool:
    if text == str(entry.get("processId", entry.get("processID"))):
        return True
    path = str(Path(text).resolve())
    places = [entry.get("notebook"), entry.get("connectionFile")]
    return any(place and (place == path or Path(place).name == text) for place in places)


@atexit.register
def _close_all() -> None:
    global _ending
    _ending = True
    for client in list(_clients):
        client.close()


def _forked() -> None:
    global _own_lock
    _own_lock = threading.Lock()
    for client in list(_clients):
        client._abandon()


os.register_at_fork(after_in_child=_forked)
