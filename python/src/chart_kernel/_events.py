"""What the program tells unasked, brought to the charts that it is about."""

from __future__ import annotations

import logging
import threading
import weakref
from typing import TYPE_CHECKING, Any

from ._program import ending

if TYPE_CHECKING:
    from .client import Client

_log = logging.getLogger("chart_kernel")

#: Until it is asked for again, the thread waits so long for more to tell, in seconds.
_PATIENCE = 30


class Events:
    """Tells charts what happened to them, on a thread of its own: what a listener does may take its time, and ask the program."""

    def __init__(self, client: Client) -> None:
        self._client = weakref.ref(client)
        self.abandon()

    def abandon(self) -> None:
        """Begins anew, as in a process that was forked: there the thread is not."""
        self._condition = threading.Condition()
        self._queue: list[tuple[str, dict[str, Any]]] = []
        self._thread: threading.Thread | None = None

    def take(self, method: str, params: dict[str, Any]) -> None:
        """A notification of the program."""
        client = self._client()
        chart = client.charts.get(params.get("chart", "")) if client is not None else None
        if chart is not None and "state" in params and params.get("session") == chart.session:
            # At once: the program may have ended before listeners are called.
            chart._told = params
        self._add((method, params))

    def end(self) -> None:
        """The program has ended."""
        client = self._client()
        if client is not None and client.charts:
            self._add(("end", {}))

    def begin(self) -> None:
        """The program was started again, and has the charts again."""
        self._add(("begin", {}))

    def _add(self, event: tuple[str, dict[str, Any]]) -> None:
        with self._condition:
            self._queue.append(event)
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="chart-kernel events", daemon=True)
                try:
                    thread.start()
                except RuntimeError:
                    # Python ends: there is nobody to be told any more.
                    return
                self._thread = thread
            self._condition.notify()

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._queue:
                    # Without work for a while it goes.
                    if not self._condition.wait(_PATIENCE) and not self._queue:
                        self._thread = None
                        return
                events, self._queue = self._queue, []
            for method, params in events:
                try:
                    self._tell(method, params)
                except BaseException:  # noqa: BLE001: whatever it was, others are to be told of what comes
                    if not ending.is_set():
                        _log.exception("a chart could not be told of %s", method)

    def _tell(self, method: str, params: dict[str, Any]) -> None:
        client = self._client()
        if client is None:
            return
        if method in ("begin", "end"):
            # Whoever was quick has started it again by now.
            if client.is_running == (method == "begin"):
                for each in list(client.charts.values()):
                    each._came_back() if method == "begin" else each._ended()
            return
        chart = client.charts.get(params.get("chart", ""))
        if chart is not None and params.get("session") == chart.session:
            chart._changed(method, params)
