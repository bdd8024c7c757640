"""Live views of charts in notebooks of Python: models of anywidget whose module is the program's own."""

from __future__ import annotations

import contextlib
import logging
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


_model_class: Any = None


def _make_class() -> Any:
    """The class of models, made when the first chart is shown: a script that shows none need not load what this takes."""
    global _model_class
    if _model_class is not None:
        return _model_class
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

        def __init__(self, views: Views, module: dict[str, str], members: dict[str, Any]) -> None:
            self._views = views
            # All of it is in the first message, so that the module never sees a model without a picture. It knows models by
            # their ids, and so by one that is there before the model is.
            identifier = uuid.uuid4().hex
            self.add_traits(
                **{name: anything(None, allow_none=True).tag(sync=True) for name in members if not self.has_trait(name)}
            )
            super().__init__(_esm=module["module"], _css=module["styles"], model_id=identifier, id=identifier, **members)
            self._free_from_cells()
            self.on_msg(lambda _, content, buffers: views.receive(self, content))

        def _free_from_cells(self) -> None:
            """Has messages of pages taken where the page wants it, in a subshell, also while a cell runs: ipykernel (since 7.4) has
            them wait for the shell from which the comm was opened."""
            if hasattr(self.comm, "_reply_subshell_for"):
                self.comm._reply_subshell_for = lambda data, default: default

        def tell(self, members: dict[str, Any]) -> None:
            """Tells the pages of what has changed, all of it in one message."""
            with self.hold_sync():
                for name, value in members.items():
                    if self.has_trait(name):
                        self.set_trait(name, value)

        def get_state(self, key: Any = None, drop_defaults: bool = False) -> Any:
            if key is None:
                self._views.complete()
            return super().get_state(key, drop_defaults)

        def view_bundle(self) -> tuple[dict[str, Any], dict[str, Any]]:
            """What names it in an output, and what is said of it besides: Colab is told where it finds anywidget."""
            data, metadata = super()._repr_mimebundle_()
            return {key: value for key, value in data.items() if key.startswith("application/vnd.jupyter.widget")}, metadata

    _model_class = ChartView
    return ChartView


class Views:
    """All that shows a chart live: models, which are told the same, and displays that keep a still beside their views.

    In Jupyter one model serves all places where a chart is shown. In marimo each cell that shows it has one of its own, which
    ends with what the cell has shown.
    """

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._guard = threading.RLock()
        self._models: list[Any] = []
        self._displays: list[Any] = []
        #: What displays were given last.
        self._kept: dict[str, Any] | None = None
        #: The number of the picture that models show.
        self._picture = 0
        #: Whether the picture was told of by a patch alone, so that the state of models has an older one.
        self._is_patched = False
        #: How many pictures there were of programs that have ended, and the connection to the one that tells of them now.
        self._earlier, self._connection = 0, chart.client.connection
        self._is_gone = False
        #: The theme of the page, if one has told.
        self._theme: str | None = None

    # Models

    @property
    def model(self) -> Any:
        """The model that serves all places; made if there is none yet."""
        with self._guard:
            self._models = [each for each in self._models if each.comm is not None]
            return self._models[0] if self._models else self.open()

    def open(self) -> Any:
        """Makes a model."""
        with self._guard:
            members = self._ask("view/open")
            self._set(members)
            self._models.append(_make_class()(self, _module(self._chart), members))
            return self._models[-1]

    def keep(self, display: Any) -> None:
        """Keeps the still of a display up to date."""
        with self._guard:
            self._displays.append(display)
            self._kept = None

    def forget(self, model: Any) -> None:
        """Tells a model no more, since it shows nothing any more."""
        with self._guard:
            self._models = [each for each in self._models if each is not model]

    def close(self) -> None:
        """Ends all models."""
        for model in list(self._models):
            model.close()

    # What is shown

    def refresh(self) -> None:
        """Shows what has changed since, whoever changed it. When the program has ended since, that waits until somebody wants
        something of it."""
        with self._guard:
            if not self._models:
                return
            with self._chart.client._starting_none():
                news = self._news()
            if news:
                self._set(news)

    def complete(self) -> None:
        """Tells of the picture as a whole: a page that is opened now has none that a patch could change."""
        with self._guard:
            if self._is_patched:
                self._set(self._ask("view/open"))

    def lose(self) -> None:
        """The program has ended."""
        self._say({"note": "ended"})

    def rejoin(self) -> None:
        """The program was started again, and has the chart again."""
        with self._guard:
            if self._models:
                try:
                    with self._chart.client._starting_none():
                        whole = self._ask("view/open")
                except errors.ProgramEnded:
                    # Once more, which is told next.
                    return
                self._set(whole)
        self._say({"note": None})

    def _say(self, words: dict[str, Any]) -> None:
        for model in list(self._models):
            model.send({"method": "widget/note", "params": words})

    def _tell(self, answer: Any = None, asker: Any = None, theme: str | None = None) -> None:
        """Tells all models what has changed, and the one that has asked its answer with it."""
        self._theme = theme or self._theme
        news = self._news()
        if news:
            self._set(news, answer, asker)
        elif news is not None and answer is not None:
            asker.send(answer)

    def _news(self) -> dict[str, Any] | None:
        """What has changed since models were told; ``None`` if the program does not say."""
        try:
            return self._ask("view/update")
        except errors.NoSuchChart:
            return {} if self._is_gone else {"isGone": True}
        except errors.ChartKernelError:
            return None

    def _set(self, members: dict[str, Any], answer: Any = None, asker: Any = None) -> None:
        self._picture = members.get("picture", self._picture)
        self._is_patched = members.get("patch") is not None or (self._is_patched and "svg" not in members)
        self._is_gone = members.get("isGone", self._is_gone)
        for model in self._models:
            model.tell({**members, "answer": answer} if model is asker and answer is not None else members)

    def _ask(self, method: str) -> dict[str, Any]:
        client = self._chart.client
        members: dict[str, Any] = client.call(method, {**self._chart._place, "theme": self._theme})["members"]
        connection = client._connection
        if connection is not self._connection and connection is not None:
            # Numbers begin anew there, and pages have greater ones.
            self._earlier, self._connection = self._picture, connection
        if "picture" in members:
            members["picture"] += self._earlier
        if members.get("patch") is not None:
            members["patch"]["from"] += self._earlier
        return members

    # What people do

    def receive(self, model: Any, content: Any) -> None:
        """Takes a message of a page."""
        if not isinstance(content, dict) or "method" not in content:
            return
        with self._guard:
            try:
                self._answer(model, content)
            except errors.ChartKernelError as fault:
                _log.debug("a request of a page has failed: %s", fault)

    def _answer(self, model: Any, request: dict[str, Any]) -> None:
        method, params = request["method"], request.get("params") or {}
        done: dict[str, Any] = {"jsonrpc": "2.0", "id": request.get("id"), "result": {}}
        if method == _OPEN:
            self._tell(theme=params.get("theme"))
            known = params.get("picture")
            if known is not None and known != self._picture:
                self._set(self._ask("view/open"))
            model.send(done)
        elif method == _SETTLE:
            self._settle()
            model.send(done)
        else:
            try:
                done["result"] = self._chart._call(method, params)
            except errors.ChartKernelError as fault:
                del done["result"]
                done["error"] = {"code": fault.code, "message": fault.message, "data": fault.data}
            self._tell(done, model)

    def _settle(self) -> None:
        """Nothing moves any more: the notebook keeps the picture as it is now. Of what it has already it is not told again, since pages
        come to rest anew after whatever they are told; and a program that has ended is not started for it."""
        with contextlib.suppress(errors.ProgramEnded), self._chart.client._starting_none():
            self.complete()
            if not self._displays:
                return
            from ._display import still

            view, metadata = self.model.view_bundle()
            shown = {**still(self._chart), **view}
            if shown != self._kept:
                self._kept = shown
                for display in self._displays:
                    display.update(shown, metadata=metadata, raw=True)


_modules: dict[str, dict[str, str]] = {}


def _module(chart: Chart) -> dict[str, str]:
    """The JavaScript of the program that draws the chart."""
    version = str(chart.client.about["serverInfo"])
    if version not in _modules:
        _modules[version] = chart.client.view_module()  # type: ignore[assignment]
    return _modules[version]


def views(chart: Chart) -> Views:
    """What shows the chart live; nothing does yet if nobody has asked."""
    if chart._views is None:
        chart._views = Views(chart)
    return chart._views
