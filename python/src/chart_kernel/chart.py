"""A chart that Python holds."""

from __future__ import annotations

import base64
import datetime
import html
import json
import logging
import os
import warnings
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import errors
from ._listeners import Listening
from ._methods import UNSET, ChartMethods, Unset
from ._specs import spec_of
from ._table import Sending, Table, column, is_table, materialised
from .client import Client, own
from .types import ChartResult, SelectedMark

if TYPE_CHECKING:
    from ._connection import Connection
    from ._widget import Views

_log = logging.getLogger("chart_kernel")

Listener = TypeVar("Listener", bound=Callable[[Any], object])

#: What can be observed, and the events that can be listened to besides those of the protocol.
_TRAITS = ("selection", "revision", "spec")


class Chart(ChartMethods):
    """A chart. What the hand does to it where it is shown and what Python does are the same: ``chart.tap(320, 80)``.

    Args:
        spec: What the chart is: a dictionary, or a text in YAML or JSON.
        client: Whose chart it is; this process's own program's if not given.
    """

    def __init__(
        self, spec: Mapping[str, Any] | str, *, client: Client | None = None, _sending: Sending | None = None
    ) -> None:
        self._client = client or own()
        sending = _sending or self._client.sending()
        self._listeners: list[Listening] = []
        self._observers: list[Listening] = []
        self._observed: dict[str, Any] = {}
        self._views: Views | None = None
        #: What the program told last of it with its state: that comes back when the program is started again.
        self._told: dict[str, Any] = {}
        session = self._client.session
        #: What makes it again when the program has to be started again.
        self._spec: Mapping[str, Any]
        if isinstance(spec, str):
            made = self._client.call("chart/edit", {"text": spec, "render": False, "session": session})
            self._spec = self._client.call("chart/get", {"chart": made["chart"], "session": session})["spec"]
        else:
            self._spec = dict(spec)
            params = {"spec": self._spec, "render": False, "session": session}
            made = self._sent("chart/create", params, sending)
        self._sending = self._kept(sending)
        self._hold(made)

    @classmethod
    def _of(cls, client: Client, id: str) -> Chart:  # noqa: A002: the spec's word
        """A chart that is there already."""
        chart = cls.__new__(cls)
        chart._client, chart._sending = client, client.sending()
        chart._listeners, chart._observers, chart._observed, chart._views, chart._told = [], [], {}, None, {}
        found = client.call("chart/get", {"chart": id, "session": client.session})
        chart._spec = found["spec"]
        chart._hold(found, is_own=False)
        return chart

    def _hold(self, made: dict[str, Any], *, is_own: bool = True) -> None:
        #: Its id in its session.
        self.id: str = made["chart"]
        self.session: str = made["session"]
        self.revision: int = made["revision"]
        self._place = {"chart": self.id, "session": self.session}
        older = self._client.charts.get(self.id)
        if older is not None and older is not self:
            older._replaced()
        self._client.charts[self.id] = self
        self._finalizer = weakref.finalize(self, self._client._forget, self.id, self.session)
        self._finalizer.atexit = False
        if not is_own:
            self._finalizer.detach()

    def _replaced(self) -> None:
        """Another chart has got its id."""
        self._finalizer.detach()

    def _call(self, method: str, params: dict[str, Any]) -> Any:
        result = self._client.call(method, params)
        if isinstance(result, dict) and "revision" in result:
            self.revision = max(self.revision, result["revision"])
        return result

    # What it is

    @property
    def client(self) -> Client:
        """Whose chart it is."""
        return self._client

    @property
    def spec(self) -> dict[str, Any]:
        """What it is, with all that was changed since. Columns that lie in memory have only their names."""
        return self.get()["spec"]

    @property
    def warnings(self) -> list[str]:
        """What its author should know as it is now: what was left out, and why."""
        return self.get().get("warnings", [])

    @property
    def selection(self) -> SelectedMark | None:
        """The selected mark with its ``label`` and ``value``; ``None`` if none is selected. Assigning the index of a mark, a place on
        the x axis as a text, or ``None`` selects it."""
        return self.selected()["selected"]

    @selection.setter
    def selection(self, mark: int | str | Mapping[str, Any] | None) -> None:
        if mark is None:
            self.highlight(None)
        elif isinstance(mark, Mapping):
            self.highlight(**{key: mark[key] for key in ("path",) if mark.get(key)} or {
                key: mark[key] for key in ("series", "index")
            })
        elif isinstance(mark, str):
            self.highlight(x=mark)
        else:
            self.highlight(mark)

    @property
    def svg(self) -> str:
        """The picture as it is now."""
        return self.render()["svg"]

    def __repr__(self) -> str:
        return f"<Chart '{self.id}', revision {self.revision}>"

    # Changing it

    def update(self, patch: Mapping[str, Any] | None = None, data: Any = None, **changes: Any) -> ChartResult:
        """Changes the spec: by a JSON merge patch, or members by their names, ``chart.update(title="Rain")``. With ``data`` its
        table is replaced by one with the same columns.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept, LimitExceeded.
        """
        sending = self._client.sending()
        merged = {**(patch or {}), **changes}
        if data is not None:
            merged = {**merged, "data": self._data_patch(data, sending)}
        params = {**self._place, "patch": merged, "render": False}
        result: ChartResult = self._sent("chart/update", params, sending)
        self.revision = result["revision"]
        self._spec = _merged(self._spec, merged)
        if data is not None:
            old, self._sending = self._sending, self._kept(sending)
            old.close()
        return result

    def _sent(self, method: str, params: dict[str, Any], sending: Sending) -> Any:
        try:
            return self._client.call(method, params, sending)
        except BaseException:
            # Whoever shows the fault to people may hold for long what was there.
            sending.close()
            raise

    def _kept(self, sending: Sending) -> Sending:
        """What was sent, for a program that may have to be started again; nobody does that for one that was joined."""
        if self._client.endpoint is not None:
            sending.close()
        return sending

    def _data_patch(self, data: Any, sending: Sending) -> dict[str, Any]:
        data = materialised(data)
        known = self.spec.get("data", {}).get("columns", {})
        if not is_table(data):
            if len(known) != 1:
                raise TypeError(f"the chart has the columns {', '.join(known)}: give a table with them")
            data = {next(iter(known)): data}
        columns = Table(data).columns(known)
        missing = [name for name in known if name not in columns]
        if missing:
            raise KeyError(f"the table has no column '{missing[0]}'")
        return {"columns": {name: sending.named(each) for name, each in columns.items()}}

    def append(
        self, points: Any, *, series: int | str | None | Unset = UNSET, window: int | None | Unset = UNSET
    ) -> ChartResult:
        sending = Sending(hands_over=False)
        added: Any = points
        if isinstance(points, Mapping) and any(not isinstance(each, (int, float, str)) for each in points.values()):
            added = {key: sending.named(column(each, key), coded=False) for key, each in points.items()}
        elif hasattr(points, "__array_interface__"):
            added = added.tolist()
        params = {**self._place, "points": added, "series": series, "window": window, "render": False}
        given = {key: value for key, value in params.items() if value is not UNSET}
        result: ChartResult = self._client.call("chart/append", given, sending)
        self.revision = result["revision"]
        return result

    append.__doc__ = ChartMethods.append.__doc__

    def zoom(
        self,
        scale: float | None | Unset = UNSET,
        x: float | str | datetime.date | None | Unset = UNSET,
        *,
        y: float | None | Unset = UNSET,
        at: float | str | datetime.date | None | Unset = UNSET,
        fit: bool = False,
    ) -> Any:
        if isinstance(x, (str, datetime.date)):
            x, at = UNSET, x
        if isinstance(at, datetime.date):
            at = at.isoformat()
        return super().zoom(scale, x, y=y, at=at, fit=fit)

    zoom.__doc__ = (ChartMethods.zoom.__doc__ or "").replace(
        "x: px from the left:", "x: A name or a moment, as `at`; or px from the left:"
    )

    def delete(self) -> None:
        super().delete()
        self._finalizer.detach()
        self._client.charts.pop(self.id, None)
        self._sending.close()
        if self._views is not None:
            self._views.refresh()

    delete.__doc__ = ChartMethods.delete.__doc__

    # Listening

    @overload
    def on(self, event: str) -> Callable[[Listener], Listener]: ...

    @overload
    def on(self, event: str, listener: Callable[[Any], object]) -> None: ...

    def on(self, event: str, listener: Callable[[Any], object] | None = None) -> Any:
        """Calls a function with each event of a type: ``valueSelected``, ``rotated``, ``zoomed`` … (the protocol's `Event`), or with
        all of them for ``*``; ``changed`` and ``deleted`` tell of any change. As a decorator: ``@chart.on("valueSelected")``.

        It is called on a thread of its own, also while a cell runs, and may change charts. Coroutine functions are run in the
        loop that runs when this is called. In marimo a function is one of the cell that has given it: what it prints stands
        there, states that it sets run other cells, and when the cell is run again it is called no more.
        """
        if listener is None:
            return lambda function: self.on(event, function) or function
        self._listeners = [*(each for each in self._listeners if not each.has_ended), Listening(event, listener)]
        return None

    def off(self, event: str, listener: Callable[[Any], object] | None = None) -> None:
        """Ends what :meth:`on` began: for one function, or all of an event."""
        self._listeners = [
            each for each in self._listeners if each.name != event or (listener is not None and each.function != listener)
        ]

    def observe(self, handler: Callable[[dict[str, Any]], object], names: str | list[str] = "selection") -> None:
        """Calls a function when ``selection``, ``revision`` or ``spec`` has become another, with a dictionary as traitlets' ``observe``
        has it: ``name``, ``old``, ``new``, ``owner``, ``type``."""
        for name in [names] if isinstance(names, str) else names:
            if name not in _TRAITS:
                raise ValueError(f"there is nothing like '{name}' to observe: {', '.join(_TRAITS)}")
            if not any(each.name == name for each in self._observers):
                # What it was when somebody observed it earlier says nothing.
                self._observed[name] = getattr(self, name)
            self._observers = [*(each for each in self._observers if not each.has_ended), Listening(name, handler)]

    def unobserve(self, handler: Callable[[dict[str, Any]], object], names: str | list[str] = "selection") -> None:
        """Ends what :meth:`observe` began."""
        ended = [names] if isinstance(names, str) else names
        self._observers = [each for each in self._observers if each.name not in ended or each.function != handler]

    def _changed(self, method: str, params: dict[str, Any]) -> None:
        """Something has happened to it. On the thread of events."""
        if method == "chart/didDelete":
            self._tell("deleted", {"type": "deleted"})
        else:
            self.revision = max(self.revision, params.get("revision", 0))
            for event in params.get("events", []):
                self._tell(event["type"], event)
            self._tell("changed", {"type": "changed", "cause": params.get("cause"), "revision": params.get("revision")})
            self._observe()
        if self._views is not None:
            self._views.refresh()

    def _tell(self, kind: str, event: dict[str, Any]) -> None:
        for each in self._listeners:
            if each.name == kind or (each.name == "*" and kind not in ("changed", "deleted")):
                each.call(event)

    def _observe(self) -> None:
        """Tells of what has become another; of a program that has ended meanwhile nothing, until it is started again."""
        for name in dict.fromkeys(each.name for each in self._observers):
            try:
                with self._client._starting_none():
                    new = getattr(self, name)
            except errors.ChartKernelError:
                return
            old = self._observed.get(name)
            if new == old:
                continue
            self._observed[name] = new
            change = {"name": name, "old": old, "new": new, "owner": self, "type": "change"}
            for each in self._observers:
                if each.name == name:
                    each.call(change)

    # When the program has ended

    def _ended(self) -> None:
        if self._views is not None:
            self._views.lose()

    def _bring_back(self, connection: Connection) -> None:
        """Makes it again in a program that was started again, as it was.

        Raises:
            ProgramEnded: The program has ended again.
        """
        params = {**self._place, "spec": self._spec, "render": False}
        create = partial(self._client._call_over, connection, "chart/create", sending=self._sending)
        try:
            try:
                made = create({**params, "state": self._told.get("state")})
            except errors.InvalidValue as fault:
                if not (fault.path or "").startswith("state"):
                    raise
                # Of numbers that lie in an array there may be others by now.
                made = create(params)
            self.revision = made["revision"]
        except errors.ProgramEnded:
            raise
        except errors.ChartKernelError as fault:
            _log.warning("the chart '%s' could not be brought back: %s", self.id, fault)

    def _came_back(self) -> None:
        self._observe()
        if self._views is not None:
            self._views.rejoin()

    # Showing and saving

    def save(self, path: str | os.PathLike[str], **options: Any) -> Path:
        """Writes the picture into a file, whose ending says how: ``.svg``, ``.png``, ``.pdf``, ``.html``; ``.json`` for the spec.

        PNG and PDF need the library Cairo on the machine of the program. HTML is one file that needs nothing else, in which marks
        can be pointed at and walked to.

        Args:
            path: The file.
            options: Of :meth:`render`: ``size``, ``theme``, of PNG and PDF ``scale`` …

        Warns:
            UserWarning: The file lacks something, such as letters that no font has.

        Raises:
            ValueError: For an ending that nobody knows.
            NotAvailable: Cairo is not there; the message says how to install it.
        """
        path = Path(path)
        ending = path.suffix.lower().lstrip(".")
        formats = self._client.about["capabilities"]["formats"]
        if ending == "html":
            path.write_text(self.to_html(**options), encoding="utf-8")
        elif ending == "json":
            path.write_text(json.dumps(self.spec, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        elif ending in formats:
            drawn: dict[str, Any] = self._client.call("chart/render", {**self._place, "format": ending, **options})
            for text in drawn.get("warnings") or []:
                warnings.warn(f"{path.name}: {text}", UserWarning, stacklevel=2)
            if ending == "svg":
                path.write_text(drawn[ending], encoding="utf-8")
            else:
                path.write_bytes(base64.b64decode(drawn[ending]))
        else:
            known = ", ".join(f".{each}" for each in dict.fromkeys([*formats, "html", "json"]))
            raise ValueError(f"'{path.name}' must end with one of {known}")
        return path

    def to_html(self, **options: Any) -> str:
        """A page with the picture, which needs nothing else: its marks can be pointed at and walked to by arrow keys.

        Args:
            options: Of :meth:`render`: ``size``, ``theme`` …
        """
        if "html" in self._client.about["capabilities"]["formats"]:
            page: str = self._client.call("chart/render", {**self._place, "format": "html", **options})["html"]
            return page
        # A server of an older version that was joined.
        title = html.escape(str(self.spec.get("title") or self.id))
        return (
            f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
            "<style>body { margin: 1em; } svg { max-width: 100%; height: auto; }</style>\n</head>\n<body>\n"
            f"{self.render(**options)['svg']}\n</body>\n</html>\n"
        )

    def _bundle(self) -> dict[str, str]:
        """The picture and its words, as the program gives them to notebooks."""
        shown: dict[str, str] = self._client.call("chart/hover", {**self._place, "x": None, "render": True})["display"]
        return shown

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        from ._display import bundle

        return bundle(self)

    def _ipython_display_(self) -> None:
        from ._display import show

        show(self)

    def _display_(self) -> Any:
        """What marimo shows."""
        from ._marimo import output

        return output(self)


def _merged(old: Any, patch: Any) -> Any:
    """A JSON merge patch (RFC 7396), carried out."""
    if not isinstance(patch, Mapping):
        return patch
    merged = dict(old) if isinstance(old, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(merged.get(key), value)
    return merged


def make(kind: str, data: Any, client: Client | None, options: dict[str, Any]) -> Chart:
    """A chart of a kind out of data and members of its spec."""
    client = client or own()
    sending = client.sending()
    return Chart(spec_of(kind, materialised(data), options, client, sending), client=client, _sending=sending)
