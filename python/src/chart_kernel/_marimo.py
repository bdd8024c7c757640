"""Charts in notebooks of marimo: what differs there from Jupyter. Nobody loads this where marimo is not."""

from __future__ import annotations

import logging
import os
import queue
import threading
import weakref
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._display import image, is_asked_for, still
from ._widget import views
from .client import Client

if TYPE_CHECKING:
    from .chart import Chart

marimo: Any = import_module("marimo")

_log = logging.getLogger("chart_kernel")


def runs() -> bool:
    """Whether a cell of marimo runs, or what it has given to marimo."""
    return bool(marimo.running_in_notebook())


def output(chart: Chart) -> Any:
    """What marimo shows: the live view, or the picture where somebody only collects what cells show."""
    # marimo sets it while it writes what has to be seen without scripts.
    is_collecting = os.environ.get("MARIMO_NO_JS", "false") == "true"
    asked = is_asked_for()
    if asked is False or (is_collecting and not asked):
        return _Still(chart)
    model = views(chart).open()
    _end_with_cell(model, views(chart).forget)
    # It goes when nobody holds it, and with it what marimo knows of it.
    model.element = marimo.ui.anywidget(model)
    # marimo keeps what cells have shown, but no models: without one, after a restart or in a page that is opened again, there is
    # the picture, which views take out of sight.
    kept = image(chart._bundle(), ' class="chart-kernel-still" style="margin: 3px"')
    return marimo.Html(f'<div class="chart-kernel-shown">{model.element.text}{kept}</div>')


class _Still:
    """A chart's picture, as marimo asks for it."""

    def __init__(self, chart: Chart) -> None:
        self._still = still(chart)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self._still


def _end_with_cell(model: Any, forget: Callable[[Any], None]) -> None:
    """marimo closes the comms of a cell that is run again or goes, and tells nobody: the model ends with its comm."""
    comm = model.comm
    close = comm.close

    def end(*args: Any, **options: Any) -> None:
        comm.close = close
        forget(model)
        model.element = None
        # ipywidgets would hold both for ever.
        model.layout.close()
        model.close()
        close(*args, **options)

    comm.close = end


class CellListener:
    """A function as one of the cell that runs: what it prints stands there, and states of marimo that it sets run the cells that
    read them. When the cell is run again it is called no more, since the cell has given another one."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.__wrapped__ = function
        self._events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = marimo.Thread(
            target=_serve, args=(weakref.ref(self), self._events, client_of_visitor()), name="chart-kernel listener", daemon=True
        )
        self._thread.start()

    @property
    def has_ended(self) -> bool:
        return bool(self._thread.should_exit)

    def __call__(self, event: Any) -> None:
        self._events.put(event)


def _serve(owner: weakref.ref[CellListener], events: queue.SimpleQueue[Any], client: Client | None) -> None:
    _here.client = client
    while True:
        try:
            event = events.get(timeout=30)
        except queue.Empty:
            event = None
        listener = owner()
        if listener is None or listener.has_ended:
            return
        if event is not None:
            try:
                listener.__wrapped__(event)
            except Exception:
                _log.exception("a listener of a chart has failed")
        del listener


class _Visit:
    """What belongs to whoever looks at an app. It goes with the thread that marimo has for them."""

    def __init__(self) -> None:
        self.client = Client()
        weakref.finalize(self, _leave, self.client).atexit = False


_here = threading.local()


def client_of_visitor() -> Client | None:
    """The client of whoever looks at an app of marimo, since all of them share the process, each in a thread of their own; ``None`` in a
    notebook that is edited, which has a process of its own."""
    if marimo.app_meta().mode != "run":
        return None
    client: Client | None = getattr(_here, "client", None)
    if client is None:
        _here.visit = _Visit()
        _here.client = client = _here.visit.client
    return client


def _leave(client: Client) -> None:
    """The visitor has gone."""
    for chart in list(client.charts.values()):
        # Or the threads of listeners would stay.
        chart._listeners, chart._observers = [], []
        if chart._views is not None:
            chart._views.close()
    client.close()
