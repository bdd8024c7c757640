"""Live views of charts in notebooks of Python: models of anywidget whose module is the program's own."""

from __future__ import annotations

import logging
import os
import sys
import threading
import uuid
from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import errors

if TYPE_CHECKING:
    from .chart import Chart

_log = logging.getLogger("chart_kernel")

#: Until a page has asked for something, nobody keeps what is shown up to date but the display itself.
_SETTLE = "widget/settle"
_OPEN = "widget/open"


def _kinds() -> tuple[Any, Any, Any]:
    # Taken as they come: what they say of their types differs from one version to the next.
    anywidget: Any = import_module("anywidget")
    traitlets: Any = import_module("traitlets")
    return anywidget.AnyWidget, traitlets.Any, traitlets.Unicode


_view_class: Any = None


def _make_class() -> Any:
    """The class of views, made when the first chart is shown: a script that shows none need not load what this takes."""
    global _view_class
    if _view_class is not None:
        return _view_class
    widget, anything, text = _kinds()

    class ChartView(widget):  # type: ignore[misc, valid-type]
        """The model of a chart in notebooks. Its state is what the program says, and nobody else's to set."""

        # As traits, since they are the program's, and no text of this package.
        _esm = text("").tag(sync=True)
        _css = text("").tag(sync=True)
        id = text("").tag(sync=True)
        answer = anything(None, allow_none=True).tag(sync=True)
        patch = anything(None, allow_none=True).tag(sync=True)
        savesStill = anything(True).tag(sync=True)  # noqa: N815: a member of the module's models

        def __init__(self, chart: Chart) -> None:
            self._chart = chart
            self._guard = threading.RLock()
            #: Whether the picture was told of by a patch alone, so that the state has an older one.
            self._is_patched = False
            #: How many pictures there were of programs that have ended.
            self._earlier = 0
            #: The theme of the page, if one has told.
            self._theme: str | None = None
            #: The displays that keep a still beside the view.
            self.displays: list[Any] = []
            module = _module(chart)
            members = chart.client.call("view/open", chart._place)["members"]
            # All of it is in the first message, so that the module never sees a model without a picture. It knows models by
            # their ids, and so by one that is there before the model is.
            identifier = uuid.uuid4().hex
            self.add_traits(
                **{name: anything(None, allow_none=True).tag(sync=True) for name in members if not self.has_trait(name)}
            )
            super().__init__(_esm=module["module"], _css=module["styles"], model_id=identifier, id=identifier, **members)
            self._free_from_cells()
            self.on_msg(self._receive)

        def _free_from_cells(self) -> None:
            """Has messages of pages taken where the page wants it, in a subshell, also while a cell runs: ipykernel (since 7.4) has
            them wait for the shell from which the comm was opened."""
            if hasattr(self.comm, "_reply_subshell_for"):
                self.comm._reply_subshell_for = lambda data, default: default

        # What is shown

        def _set(self, members: dict[str, Any]) -> None:
            """Tells the pages of what has changed, all of it in one message."""
            with self.hold_sync():
                for name, value in members.items():
                    if self.has_trait(name):
                        self.set_trait(name, value)

        def get_state(self, key: Any = None, drop_defaults: bool = False) -> Any:
            # A page that is opened now has no picture that a patch could change.
            if key is None and self._is_patched:
                with self._guard:
                    self._send_whole()
            return super().get_state(key, drop_defaults)

        def refresh(self) -> None:
            """Shows what has changed since, whoever changed it."""
            with self._guard:
                self._tell(None)

        def _tell(self, answer: Any, theme: str | None = None) -> None:
            self._theme = theme or self._theme
            try:
                members = self._ask("view/update")
            except errors.NoSuchChart:
                members = {} if self.isGone else {"isGone": True}
            except errors.ChartKernelError:
                return
            if answer is not None:
                if members:
                    members["answer"] = answer
                else:
                    self.send(answer)
            if members:
                self._is_patched = members.get("patch") is not None or (self._is_patched and "svg" not in members)
                self._set(members)

        def lose(self) -> None:
            """The program has ended."""
            self._say({"note": "ended"})

        def rejoin(self) -> None:
            """The program was started again, and has the chart again."""
            with self._guard:
                # Numbers begin anew there, and pages have greater ones.
                self._earlier = self.picture
                self._send_whole()
            self._say({"note": None})

        def _say(self, words: dict[str, Any]) -> None:
            self.send({"method": "widget/note", "params": words})

        # What people do

        def _receive(self, _: Any, content: Any, buffers: list[Any]) -> None:
            if not isinstance(content, dict) or "method" not in content:
                return
            with self._guard:
                try:
                    self._answer(content)
                except errors.ChartKernelError as fault:
                    _log.debug("a request of a page has failed: %s", fault)

        def _answer(self, request: dict[str, Any]) -> None:
            method, params = request["method"], request.get("params") or {}
            done: dict[str, Any] = {"jsonrpc": "2.0", "id": request.get("id"), "result": {}}
            if method == _OPEN:
                self._tell(None, params.get("theme"))
                known = params.get("picture")
                if known is not None and known != self.picture:
                    self._send_whole()
                self.send(done)
            elif method == _SETTLE:
                self._settle()
                self.send(done)
            else:
                try:
                    done["result"] = self._chart._call(method, params)
                except errors.ChartKernelError as fault:
                    del done["result"]
                    done["error"] = {"code": fault.code, "message": fault.message, "data": fault.data}
                self._tell(done)

        def _send_whole(self) -> None:
            members = self._ask("view/open")
            self._is_patched = False
            self._set(members)

        def _ask(self, method: str) -> dict[str, Any]:
            place = {**self._chart._place, "theme": self._theme}
            members: dict[str, Any] = self._chart.client.call(method, place)["members"]
            if "picture" in members:
                members["picture"] += self._earlier
            if members.get("patch") is not None:
                members["patch"]["from"] += self._earlier
            return members

        def _settle(self) -> None:
            """Nothing moves any more: the notebook keeps the picture as it is now."""
            self._send_whole()
            still = _still(self._chart)
            view, metadata = self._view_bundle()
            for display in self.displays:
                display.update({**still, **view}, metadata=metadata, raw=True)

        def _view_bundle(self) -> tuple[dict[str, Any], dict[str, Any]]:
            """The view, and what is said of it besides: Colab is told where it finds anywidget."""
            data, metadata = super()._repr_mimebundle_()
            return {key: value for key, value in data.items() if key.startswith("application/vnd.jupyter.widget")}, metadata

    _view_class = ChartView
    return ChartView


_modules: dict[str, dict[str, str]] = {}


def _module(chart: Chart) -> dict[str, str]:
    """The JavaScript of the program that draws the chart."""
    version = str(chart.client.about["serverInfo"])
    if version not in _modules:
        _modules[version] = chart.client.view_module()  # type: ignore[assignment]
    return _modules[version]


def view(chart: Chart) -> Any:
    """The chart's model; made if there is none yet."""
    if chart._widget is None:
        chart._widget = _make_class()(chart)
    return chart._widget


def _still(chart: Chart) -> dict[str, str]:
    """The picture for whoever shows no live views, also where a notebook is not trusted."""
    import base64
    import html

    bundle = dict(chart._bundle())
    svg = bundle.get("image/svg+xml", "")
    if svg and len(svg) <= 256 << 10:
        words = html.escape(bundle.get("text/plain", "")[:1000].replace("\n", " "))
        data = base64.b64encode(svg.encode()).decode()
        bundle["text/html"] = f'<img src="data:image/svg+xml;base64,{data}" alt="{words}">'
    return bundle


def bundle(chart: Chart) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a front end may show, with its metadata: the live view where there can be one, and the picture."""
    data, metadata = view(chart)._view_bundle() if is_live() else ({}, {})
    return {**_still(chart), **data}, metadata


def show(chart: Chart) -> None:
    """Shows it in a notebook, in such a way that the picture beside the live view can be kept up to date."""
    data, metadata = bundle(chart)
    handle: Any = import_module("IPython.display").display(data, metadata=metadata, raw=True, display_id=True)
    if handle is not None and chart._widget is not None:
        chart._widget.displays.append(handle)


def marimo_view(chart: Chart) -> Any:
    marimo: Any = import_module("marimo")
    return marimo.ui.anywidget(view(chart))


# ---------------------------------------------------------------------------------------------------------------------


def is_live() -> bool:
    """Whether people look at the notebook that runs: those who only collect what cells show get pictures.

    ``CHART_KERNEL_LIVE`` says so for all: `1` or `0`.
    """
    said = os.environ.get("CHART_KERNEL_LIVE", "auto")
    if said in ("0", "off") or not _has_anywidget():
        return False
    if said in ("1", "on") or "google.colab" in sys.modules:
        return True
    if os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        return True
    kernel = _kernel()
    if kernel is None:
        return False
    parent = kernel.get_parent("shell") if hasattr(kernel, "get_parent") else getattr(kernel, "_parent_header", {})
    metadata = parent.get("metadata", {}) if isinstance(parent, dict) else {}
    # Those in which people work with notebooks name the cell that they run, or have asked for all widgets.
    return "cellId" in metadata or _has_manager()


def _kernel() -> Any:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None)


def _has_anywidget() -> bool:
    import importlib.util

    return importlib.util.find_spec("anywidget") is not None


def _has_manager() -> bool:
    widgets = sys.modules.get("ipywidgets")
    return widgets is not None and getattr(widgets.Widget, "_control_comm", None) is not None
