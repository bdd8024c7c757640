"""Clients of the program: one that this process starts for itself, or that joins what runs already."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import logging
import os
import sys
import threading
import weakref
from collections.abc import Generator, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from . import _program, _servers, errors
from ._connection import Connection
from ._events import Events
from ._methods import AsyncChartMethods, AsyncMethods, Methods
from ._table import Sending

if TYPE_CHECKING:
    from ._specs import Kind
    from .chart import Chart

_log = logging.getLogger("chart_kernel")


class Client(Methods):
    """A program with its charts: every method of the protocol is a function of it, ``chart/tap`` is ``chart_tap``.

    Args:
        endpoint: Where a server listens; if not given, a program of this process's own is started at the first request,
            and ends with this process.
        session: The session of the charts that are made by it.
        server_key: The public key of a server whose connections are encrypted.
    """

    def __init__(self, endpoint: str | None = None, *, session: str = "default", server_key: str | None = None) -> None:
        self._address = None if endpoint is None else _servers.Address.of(endpoint, server_key)
        self.session = session
        self._lock = threading.RLock()
        self._connection: Connection | None = None
        #: The charts that this process holds, by their ids.
        self.charts: weakref.WeakValueDictionary[str, Chart] = weakref.WeakValueDictionary()
        self._events = Events(self)
        #: Of a thread that tells of changes: whether what it asks starts no program.
        self._telling = threading.local()
        self._finalizer: weakref.finalize[Any, Any] | None = None
        #: What the program's schemas say of its kinds, once somebody has asked.
        self._kinds: dict[str, Kind] | None = None
        _clients.add(self)

    @property
    def endpoint(self) -> str | None:
        """Where the server that was joined listens; ``None`` for a program of this process's own."""
        return None if self._address is None else self._address.endpoint

    # Connecting

    @property
    def connection(self) -> Connection:
        """The connection; made, with the program, if there is none."""
        if getattr(self._telling, "starts_none", False):
            if self._connection is None:
                raise errors.ProgramEnded("no program runs")
            return self._connection
        with self._lock:
            if self._connection is None or self._connection.has_ended:
                self._connect()
            assert self._connection is not None
            return self._connection

    def _connect(self) -> None:
        before = self._connection
        if before is not None and self._address is not None:
            # A server that was joined is started again by whoever started it.
            raise errors.ProgramEnded(str(before.fault))
        program = None if self._address is not None else _program.Program()
        connection = Connection(
            self._address or _servers.Address.of(program.endpoint),  # type: ignore[union-attr]
            program=program, on_notification=self._events.take, on_end=self._events.end,
        )
        try:
            connection.ask("session/subscribe", {"session": self.session, "render": False, "state": True})
            # Those that were there in the program before, or in that of the process that this one was forked from.
            charts = list(self.charts.values()) if program is not None else []
            for chart in charts:
                chart._bring_back(connection)
        except BaseException:
            # All of it is done again by the next use.
            connection.close()
            raise
        if self._finalizer is not None:
            self._finalizer.detach()
        # A client that nobody holds any more needs none.
        self._finalizer = weakref.finalize(self, connection.leave)
        self._finalizer.atexit = False
        self._connection, self._kinds = connection, None
        if charts:
            self._events.begin()

    @contextlib.contextmanager
    def _starting_none(self) -> Generator[None, None, None]:
        """What this thread asks meanwhile starts no program that has ended, but raises :class:`ProgramEnded`: nobody has asked for
        what is told of changes, and it may be told late."""
        before = getattr(self._telling, "starts_none", False)
        self._telling.starts_none = True
        try:
            yield
        finally:
            self._telling.starts_none = before

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
            if self._connection is not None:
                self._connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _abandon(self) -> None:
        """In a process that was forked: starts anew when it is used."""
        self._lock = threading.RLock()
        if self._connection is not None:
            self._connection.abandon()
            self._connection = None
        self._events.abandon()
        for chart in list(self.charts.values()):
            # The notebook is the other process's.
            chart._views = None

    # Calling

    def _call(self, method: str, params: dict[str, Any]) -> Any:
        return self.call(method, params)

    def call(self, method: str, params: dict[str, Any] | None = None, sending: Sending | None = None) -> Any:
        """Calls a method by its name; a key that interrupts Python cancels it.

        Raises:
            ChartKernelError: What went wrong, as one of its kinds.
        """
        return self._call_over(self.connection, method, params, sending)

    def _call_over(
        self, connection: Connection, method: str, params: dict[str, Any] | None, sending: Sending | None = None
    ) -> Any:
        """The same over a connection that may just be being made."""
        future = self._begin(connection, method, params, sending)
        try:
            return future.result()
        except BaseException:
            # Whatever interrupts Python: a key, a signal.
            connection.cancel(future)
            raise
        finally:
            # It has the fault, and the fault where it was raised: large data would stay until garbage is collected.
            del future

    @staticmethod
    def _begin(
        connection: Connection, method: str, params: dict[str, Any] | None, sending: Sending | None
    ) -> Future[Any]:
        if sending is None:
            return connection.request(method, params or {})
        return connection.request(method, params or {}, sending.buffers, sending.blocks)

    def sending(self) -> Sending:
        """What collects the columns of a request."""
        return Sending(hands_over="memory" in self.about["capabilities"])

    def _forget(self, chart: str, session: str) -> None:
        """Forgets a chart that nobody holds any more, if only this process could."""
        connection = self._connection
        if self.endpoint is None and connection is not None and not _program.ending.is_set():
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
        client = self.client

        def begin() -> tuple[Connection, Future[Any]]:
            connection = client.connection
            return connection, client._begin(connection, method, params, sending)

        if client.is_running and not (sending and sending.blocks):
            # In the order in which they are made, which threads would not keep.
            connection, future = begin()
        else:
            # Starting the program and handing memory over take some milliseconds.
            connection, future = await asyncio.to_thread(begin)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            connection.cancel(future)
            raise

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


# ---------------------------------------------------------------------------------------------------------------------

_clients: weakref.WeakSet[Client] = weakref.WeakSet()
_own: Client | None = None
_own_lock = threading.Lock()


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
            ``chart-kernel list`` shows. A notebook may be told with or without its folder; an endpoint over TCP may end with the
            token that the server asks for, ``tcp://127.0.0.1:5555?token=…``, which is known of servers of your own.
        session: The session of its charts.

    Raises:
        ProgramEnded: Nothing that runs is called so, several are, or it does not answer.
        NotAuthorized: It asks for another token.
    """
    client = Client(session=session)
    client._address = _servers.find(server)
    # At once, so that what is wrong is said here.
    client._connect()
    return client


@atexit.register
def _close_all() -> None:
    _program.ending.set()
    for client in list(_clients):
        try:
            client.close()
        except Exception:  # noqa: BLE001: the others are to be closed, too
            _log.debug("a client could not be closed", exc_info=True)


def _forked() -> None:
    global _own_lock
    _own_lock = threading.Lock()
    for client in list(_clients):
        client._abandon()


os.register_at_fork(after_in_child=_forked)
