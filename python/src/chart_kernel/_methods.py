"""The methods of the protocol, each with its words.

Written by Scripts/make-python-client.py from the declarations of the methods (`rpc.discover`). Don't edit it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from .types import (
    AngleResult, ChartDescription, ChartList, ChartResult, ExportResult, HitResult, ImportResult, IndexResult,
    InteractionResult, MarkerResult, Picture, SelectedResult, SessionDocument, SessionInfo, SessionList, SessionName,
    Size, Spec, State, ViewModule, ViewResult,
)

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Unset:
    """What stands for a parameter that is not given, where `None` says something."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()

#: The kinds of charts that this version of the program knows.
KINDS: tuple[str, ...] = ("pie", "line", "bar", "scatter", "candlestick", "histogram", "box", "heatmap", "waterfall", "bullet", "combined", "radar", "polar", "gauge", "funnel", "treemap", "layout")


def _given(**params: Any) -> dict[str, Any]:
    """The parameters that are given."""
    return {name: value for name, value in params.items() if value is not UNSET}


class Caller:
    """Sends a request and gives its result, or raises what went wrong."""

    def _call(self, method: str, params: dict[str, Any]) -> Any:
        raise NotImplementedError


class AsyncCaller:
    """The same for asyncio."""

    async def _call(self, method: str, params: dict[str, Any]) -> Any:
        raise NotImplementedError


def _awaited(
    function: Callable[Concatenate[Any, Parameters], Result],
) -> Callable[Concatenate[Any, Parameters], Coroutine[Any, Any, Result]]:
    """A function of a caller as one of a caller for asyncio, with the same parameters and words. It only puts a request
    together; what `_call` gives for that is the result there, and here what is awaited."""

    async def awaited(self: Any, /, *args: Parameters.args, **params: Parameters.kwargs) -> Result:
        request: Any = function(self, *args, **params)
        return await request

    functools.update_wrapper(awaited, function)
    return awaited


class Methods(Caller):
    """All methods of the protocol."""

    def session_open(self, *, session: str | None | Unset = UNSET) -> SessionName:
        """Opens a session, a set of charts with names of their own.

        A session that is open already stays as it is. The session `default` always is.

        Args:
            session: Its name; made up if not given.

        Raises:
            InvalidValue, LimitExceeded, NotKept.
        """
        return self._call("session/open", _given(session=session))

    def session_list(self) -> SessionList:
        """Names the sessions and their charts, and what is stored of others."""
        return self._call("session/list", _given())

    def session_info(self, *, session: str = "default") -> SessionInfo:
        """Tells a session's charts, and how to connect to it from elsewhere.

        Args:
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession.
        """
        return self._call("session/info", _given(session=session))

    def session_close(self, *, session: str = "default") -> None:
        """Forgets a session with its charts.

        The session `default` is there again at once, empty.

        Args:
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NotKept.
        """
        return self._call("session/close", _given(session=session))

    def session_subscribe(
        self,
        *,
        session: str = "default",
        render: bool = True,
        state: bool = False,
        theme: Literal["light", "dark"] | None | Unset = UNSET,
    ) -> None:
        """Asks to be told of every change of a session's charts.

        From then on `chart/didCreate`, `chart/didChange` and `chart/didDelete` come as notifications, also for changes
        that the subscriber made itself. Subscribing again changes `render`, `state` and `theme`.

        Args:
            session: The session's name.
            render: Whether the notifications bring the pictures along.
            state: Whether they bring along what interactions made of the charts, which chart/create takes as `state`.
            theme: Of what is around pictures where the caller shows them: those of charts whose authors chose none go
                with it, in answers to the caller, too.

        Raises:
            InvalidValue, NoSuchSession.
        """
        return self._call("session/subscribe", _given(session=session, render=render, state=state, theme=theme))

    def session_unsubscribe(self, *, session: str = "default") -> None:
        """Ends what session/subscribe began.

        Args:
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession.
        """
        return self._call("session/unsubscribe", _given(session=session))

    def session_export(self, *, session: str = "default", charts: Sequence[str] | None | Unset = UNSET) -> ExportResult:
        """Writes a session as one JSON document.

        It holds specs, data, states, histories and the log, and needs no other file. A session that is too large for
        one answer can be written in parts, by `charts`, and put together again by session/import with `keep`. The log
        has the newest entries, no more of them than `log` and no more bytes than `logBytes` of the limits in
        initialize.

        Args:
            session: The session's name.
            charts: The ids of the charts to write; all if not given.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart.
        """
        return self._call("session/export", _given(session=session, charts=charts))

    def session_import(
        self,
        document: SessionDocument,
        *,
        session: str | None | Unset = UNSET,
        keep: bool = False,
    ) -> ImportResult:
        """Opens a session from a document of session/export.

        The session gets the name in the document, unless another is given; what it held before is forgotten. The
        pictures are the same byte for byte, and everything can still be undone. With `keep` the session keeps what it
        holds besides. A faulty document changes nothing.

        Args:
            document: What session/export gave.
            session: The session's name; the document's if not given.
            keep: Whether the session keeps what it holds; charts of the same id are replaced.

        Raises:
            InvalidValue, LimitExceeded, NotKept.
        """
        return self._call("session/import", _given(document=document, session=session, keep=keep))

    def session_restore(self, *, stored: str | None | Unset = UNSET, session: str = "default") -> ImportResult:
        """Brings the charts of a stored session back.

        A store keeps what was done in a session, also after its end: charts, what interactions made of them, and all
        that can be undone. The session keeps what it holds besides; charts of the same id are replaced. A kernel that
        was restarted begins afresh, and this gives back what there was before. Where nothing is stored there is nothing
        to bring back, and `charts` is empty.

        Args:
            stored: Its id, as session/list tells it; the newest of the session's name if not given.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, LimitExceeded, NotKept.
        """
        return self._call("session/restore", _given(stored=stored, session=session))

    def chart_create(
        self,
        spec: Spec,
        *,
        chart: str | None | Unset = UNSET,
        size: Size | None | Unset = UNSET,
        theme: Literal["light", "dark"] | None | Unset = UNSET,
        state: State | None | Unset = UNSET,
        render: bool = True,
        session: str = "default",
    ) -> ChartResult:
        """Makes a chart from a spec.

        A chart that has the id already is replaced; its revisions go on.

        Args:
            spec: What the chart is.
            chart: Its id; the spec's `id`, or a fresh one, if not given.
            size: Instead of the spec's.
            theme: Instead of the spec's.
            state: What interactions had made of one like it, as chart/get tells; as the spec begins if not given.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, LimitExceeded, NotKept.
        """
        return self._call(
            "chart/create",
            _given(spec=spec, chart=chart, size=size, theme=theme, state=state, render=render, session=session),
        )

    def chart_update(
        self,
        chart: str,
        patch: Mapping[str, Any],
        *,
        render: bool = True,
        session: str = "default",
    ) -> ChartResult:
        """Changes a chart's spec by a JSON merge patch.

        Of the chart's state, such as its selection, stays what still makes sense. Data are read anew. The change can be
        undone.

        Args:
            chart: The chart's id.
            patch: A JSON merge patch (RFC 7396) on the spec: what it names is replaced, `null` removes.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept, LimitExceeded.
        """
        return self._call("chart/update", _given(chart=chart, patch=patch, render=render, session=session))

    def chart_edit(
        self,
        text: str,
        *,
        chart: str | None | Unset = UNSET,
        render: bool = True,
        session: str = "default",
    ) -> ChartResult:
        """Makes or changes a chart so that it is what a text says.

        For editors: the text is what an author types, in YAML or JSON. A chart that has the id already keeps of its
        state what still makes sense. Edits that follow one another are one step to undo. The `data` of an error tells
        `line` and `column` in the text too, from 1, columns in Unicode scalars.

        Args:
            text: One spec in YAML or JSON.
            chart: The chart's id if the spec has no `id`; a fresh one if neither names it.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, LimitExceeded, NotKept.
        """
        return self._call("chart/edit", _given(text=text, chart=chart, render=render, session=session))

    def chart_get(self, chart: str, *, session: str = "default") -> ChartDescription:
        """Tells a chart's spec, its state, and where everything in it is.

        Args:
            chart: The chart's id.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart.
        """
        return self._call("chart/get", _given(chart=chart, session=session))

    def chart_list(self, *, session: str = "default") -> ChartList:
        """Names a session's charts.

        Args:
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession.
        """
        return self._call("chart/list", _given(session=session))

    def chart_delete(self, chart: str, *, session: str = "default") -> None:
        """Forgets a chart.

        Args:
            chart: The chart's id.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/delete", _given(chart=chart, session=session))

    def chart_render(
        self,
        chart: str,
        *,
        phase: float | None | Unset = UNSET,
        format: Literal["svg", "png", "pdf", "html"] = "svg",
        size: Size | None | Unset = UNSET,
        theme: Literal["light", "dark"] | None | Unset = UNSET,
        animated: bool = False,
        session: str = "default",
        scale: float | None | Unset = UNSET,
    ) -> Picture:
        """Draws a chart, also in other sizes and formats and at any moment of its animation.

        With `animated` the picture plays the spec's draw-in animation by itself, wherever an SVG may be animated, and
        ends as the still one; it stays still for those who prefer reduced motion. PNG and PDF show the still one. They
        come as base64, in a member of their own, which every way in carries alike. Cairo draws them, a library that is
        opened when first asked for; where it is missing, the error -32006 says how to install it. The same picture is
        the same bytes. In a PDF texts can be found and fonts are embedded, and a px is 0.75 points. An HTML page brings
        the markers of at most 5,000 marks along, as chart/hover tells them; where the chart's theme is open, it goes
        with the system's.

        Args:
            chart: The chart's id.
            phase: How far the draw-in animation is, after easing.
            format: The picture's format: `html` is a page of its own, in which marks can be pointed at and walked to.
            size: Instead of the chart's, for this picture.
            theme: Instead of the chart's, for this picture.
            animated: Whether the picture plays the draw-in animation by itself.
            session: The session's name.
            scale: Of png and pdf: how many times as large as the size, such as 2. A PNG has at most 33,554,432 pixels.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, LimitExceeded, NotAvailable.
        """
        return self._call(
            "chart/render",
            _given(
                chart=chart,
                phase=phase,
                format=format,
                size=size,
                theme=theme,
                animated=animated,
                session=session,
                scale=scale,
            ),
        )

    def chart_append(
        self,
        chart: str,
        points: Any,
        *,
        series: int | str | None | Unset = UNSET,
        window: int | None | Unset = UNSET,
        render: bool = True,
        session: str = "default",
    ) -> ChartResult:
        """Adds points to a series of a chart with axes, as they come in.

        A point is a number, `null` for a gap, `[x, y]` or `{x, y}`; x is a number, a moment in ISO 8601 or a name, of
        which a new one becomes a new slot. y is a moment or a name where the values are such. Points that just follow
        one another have none. The days of a calendar need no y: `{x, colorBy}`. Of a series that has sizes, or colours
        by value, a point may tell its own: `{x, y, size, colorBy}`; what tells none looks like all others. So it is
        with all that its series has for each of its values: `base` of bars, `error.distance`, or `error.low` and
        `error.high`, of what is not sure, `open`, `high` and `low` of candlesticks, `totals` of waterfalls, `target` of
        bullets, and `weights` of histograms. Without `series` a list of values as y adds one to each series. Many
        points at once are columns: `{x: [1, 2], y: [3, 4], size: [5, 6]}`, or binary buffers of the request: `{buffer:
        0, type: float64}`. With `window` the oldest are dropped. What would not fit is refused as a whole. All of it is
        one step to undo. What has no axes, such as a pie or a radar, has no points: change its slices or series with
        chart/update, which keeps all that a patch doesn't name.

        Args:
            chart: The chart's id.
            points: A list of points, or columns of them: `[1, null, [3, 4], {x: 5, y: 6}]`.
            series: To which series, by its index or name; the first if not given.
            window: How many points to keep at most in a series.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept, LimitExceeded.
        """
        return self._call(
            "chart/append",
            _given(chart=chart, points=points, series=series, window=window, render=render, session=session),
        )

    def chart_tap(
        self,
        chart: str,
        x: float,
        y: float,
        *,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Taps a place in the chart: selects what is there, or clears the selection.

        Tapping the selected mark again clears the selection too. In the legend a tap hides and shows entries.

        Args:
            chart: The chart's id.
            x: px from the left
            y: px from the top
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/tap", _given(chart=chart, x=x, y=y, render=render, session=session))

    def chart_rotate(
        self,
        chart: str,
        *,
        by: float | None | Unset = UNSET,
        to: float | None | Unset = UNSET,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Turns a pie.

        Args:
            chart: The chart's id.
            by: So many degrees clockwise.
            to: So that the first slice begins at this angle, in degrees.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/rotate", _given(chart=chart, by=by, to=to, render=render, session=session))

    def chart_highlight(
        self,
        chart: str,
        *,
        index: int | None | Unset = UNSET,
        series: int | None | Unset = UNSET,
        path: Sequence[int] | None | Unset = UNSET,
        x: float | str | None | Unset = UNSET,
        y: float | str | None | Unset = UNSET,
        notify: bool = True,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Selects a mark by its index or by its place on the axes, or clears the selection.

        `index: null` clears the selection. In a chart with axes `x` selects the nearest entry, with `y` the one whose
        value is nearest to that, of all series or of `series` alone. In an outer ring of a pie several slices can have
        the same index, each among its own siblings; `path` names any slice, such as `[1, 0]` for the first child of the
        second slice. What the legend has hidden cannot be selected: nothing changes. Without `notify` there are no
        events.

        Args:
            chart: The chart's id.
            index: The mark's index in its series; null for none.
            series: The series or ring; the first if not given.
            path: The indices that lead to a slice, instead of index and series.
            x: The place on the x axis: a number, a name, or a moment in ISO 8601; of a pie the index of a slice.
            y: The place on the value axis, a number or a moment, to choose among entries with the same x; a pie has
                none.
            notify: Whether there are events.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call(
            "chart/highlight",
            _given(
                chart=chart,
                index=index,
                series=series,
                path=path,
                x=x,
                y=y,
                notify=notify,
                render=render,
                session=session,
            ),
        )

    def chart_toggle(
        self,
        chart: str,
        series: int | str,
        *,
        only: bool = False,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Hides an entry of the legend, or shows it again.

        Args:
            chart: The chart's id.
            series: The entry: its index, or its text.
            only: Hides all others instead, or shows them again where they are hidden, as a double tap does.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/toggle", _given(chart=chart, series=series, only=only, render=render, session=session))

    def chart_key(
        self,
        chart: str,
        key: Literal["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Enter", "Escape", "+", "-", "PageUp", "PageDown", "Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
        *,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Presses a key: moves, makes or clears the selection.

        Args:
            chart: The chart's id.
            key: Its name in the DOM's KeyboardEvent.key.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/key", _given(chart=chart, key=key, render=render, session=session))

    def chart_animate(
        self,
        chart: str,
        action: Literal["start", "stop"],
        *,
        if_running: Literal["ignore", "restart"] = "ignore",
        time: float | None | Unset = UNSET,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Starts or stops the draw-in animation that the spec declares.

        It moves on with `chart/advance`. Starting while it runs is ignored or restarts it, as `ifRunning` says; its end
        is the event `animationFinished`.

        Args:
            chart: The chart's id.
            action: `stop` ends it at once, in the finished picture.
            if_running: What a start does while one runs.
            time: When it starts, in seconds; at the next `chart/advance` if not given.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call(
            "chart/animate",
            _given(chart=chart, action=action, ifRunning=if_running, time=time, render=render, session=session),
        )

    def chart_scroll(
        self,
        chart: str,
        *,
        to: float | str | None | Unset = UNSET,
        by: float | None | Unset = UNSET,
        snap: bool = False,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Moves along the x axis of a chart with axes.

        By px, or to a position, as far as there is content. With `snap` the nearest entry is then in the middle and
        selected; `snap` alone only does that. A pie is turned instead, by chart/rotate.

        Args:
            chart: The chart's id.
            to: `start`, `end`, or the position that is then at the beginning: a number, a name, or a moment in ISO
                8601.
            by: So many px; a positive number shows what is farther right, or down: what comes after, unless `x` is
                reversed.
            snap: Whether it ends with the nearest entry in the middle, selected.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/scroll", _given(chart=chart, to=to, by=by, snap=snap, render=render, session=session))

    def chart_zoom(
        self,
        chart: str,
        *,
        scale: float | None | Unset = UNSET,
        x: float | None | Unset = UNSET,
        y: float | None | Unset = UNSET,
        at: float | str | None | Unset = UNSET,
        fit: bool = False,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Enlarges a chart with axes, or shows it as it was again.

        Along the axes that the spec's `viewport.zoom` allows and of which a place is given, at most to its `maxZoom`. A
        pie is always shown whole: chart/render draws it in other sizes.

        Args:
            chart: The chart's id.
            scale: How many times as large as it is; below 1 smaller.
            x: px from the left: enlarges along the x axis about that place, or about the middle if neither is given.
            y: px from the top: enlarges along the value axes about that place.
            at: The position that is then in the middle of the x axis, instead of `x` and `y`: a number, a name, or a
                moment in ISO 8601.
            fit: Whether to show it as its spec begins again, instead of `scale`.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call(
            "chart/zoom",
            _given(chart=chart, scale=scale, x=x, y=y, at=at, fit=fit, render=render, session=session),
        )

    def chart_brush(
        self,
        chart: str,
        *,
        x: Sequence[float | str] | None | Unset = UNSET,
        y: Sequence[float | str] | None | Unset = UNSET,
        colors: Sequence[float] | None | Unset = UNSET,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Brushes a part of a chart with axes, or clears what is brushed.

        Between two positions, two values, or both: what users do by dragging where the spec says `select: x`, `y` or
        `both`. Between two numbers of `colors`: what they do by a tap or a drag on the bar of colours in the legend.
        What is left out is brushed no more. Of names whole ones are brushed.

        Args:
            chart: The chart's id.
            x: From one position to another: numbers, names, or moments in ISO 8601.
            y: From one value to another, or from name to name.
            colors: From one number to another of those that colours stand for.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/brush", _given(chart=chart, x=x, y=y, colors=colors, render=render, session=session))

    def chart_hover(
        self,
        chart: str,
        x: float | None,
        *,
        y: float | None | Unset = UNSET,
        theme: Literal["light", "dark"] | None | Unset = UNSET,
        render: bool = False,
        session: str = "default",
    ) -> InteractionResult:
        """Tells what a pointer is over, without pressing.

        `marker` is what to show beside the mark there; `x: null` says that the pointer has left. Nothing changes, so
        the picture comes along only if `render` asks for it.

        Args:
            chart: The chart's id.
            x: px from the left; null when the pointer has left.
            y: px from the top
            theme: Instead of the chart's, for the marker.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/hover", _given(chart=chart, x=x, y=y, theme=theme, render=render, session=session))

    def chart_pointer(
        self,
        chart: str,
        phase: Literal["down", "move", "up", "cancel"],
        x: float,
        y: float,
        *,
        time: float | None | Unset = UNSET,
        pointer: int = 0,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Reports what a mouse, pen or finger does; taps and drags are recognised from that.

        Send every `down`, `move` and `up` (or `cancel`), with `time` in seconds for inertia. All that one gesture
        changes is one step to undo, together with what moves on after it.

        Args:
            chart: The chart's id.
            phase: What the pointer did.
            x: px from the left
            y: px from the top
            time: Seconds from any origin; without times there is no inertia.
            pointer: Which pointer it is: fingers have different numbers.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call(
            "chart/pointer",
            _given(chart=chart, phase=phase, x=x, y=y, time=time, pointer=pointer, render=render, session=session),
        )

    def chart_advance(
        self,
        chart: str,
        time: float,
        *,
        render: bool = True,
        session: str = "default",
    ) -> InteractionResult:
        """Lets what moves by itself, a spin or an animation, go on to a moment.

        Where it is then does not depend on how many steps lead there.

        Args:
            chart: The chart's id.
            time: Seconds, with the same origin as the pointer's times.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/advance", _given(chart=chart, time=time, render=render, session=session))

    def chart_undo(self, chart: str, *, render: bool = True, session: str = "default") -> InteractionResult:
        """Takes back the last change of a chart.

        With nothing to undo `changed` is false.

        Args:
            chart: The chart's id.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/undo", _given(chart=chart, render=render, session=session))

    def chart_redo(self, chart: str, *, render: bool = True, session: str = "default") -> InteractionResult:
        """Does the change again that was undone last.

        Any other change in between forgets what could be done again.

        Args:
            chart: The chart's id.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/redo", _given(chart=chart, render=render, session=session))

    def chart_reset(self, chart: str, *, render: bool = True, session: str = "default") -> InteractionResult:
        """Makes a chart as if nobody had touched it.

        The spec stays, with all updates. It can be undone.

        Args:
            chart: The chart's id.
            render: Whether the result brings the picture along.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/reset", _given(chart=chart, render=render, session=session))

    def chart_hit_test(self, chart: str, x: float, y: float, *, session: str = "default") -> HitResult:
        """Tells what lies under a place in the chart.

        Args:
            chart: The chart's id.
            x: px from the left
            y: px from the top
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/hitTest", _given(chart=chart, x=x, y=y, session=session))

    def chart_angle_at(self, chart: str, x: float, y: float, *, session: str = "default") -> AngleResult:
        """Tells the angle of a place about a pie's centre.

        In degrees in [0, 360): east 0, south 90, west 180, north 270. The centre has none.

        Args:
            chart: The chart's id.
            x: px from the left
            y: px from the top
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/angleAt", _given(chart=chart, x=x, y=y, session=session))

    def chart_slice_at(self, chart: str, angle: float, *, ring: int = 0, session: str = "default") -> IndexResult:
        """Tells the index of the slice that an angle belongs to.

        An angle on a boundary belongs to the slice that starts there. In an outer ring the index is among the slice's
        siblings, and `path` and `label` tell which slice that is.

        Args:
            chart: The chart's id.
            angle: Degrees clockwise from three o'clock.
            ring: The ring, counted from 0 at the centre.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/sliceAt", _given(chart=chart, angle=angle, ring=ring, session=session))

    def chart_marker(
        self,
        chart: str,
        *,
        index: int | None | Unset = UNSET,
        series: int | None | Unset = UNSET,
        path: Sequence[int] | None | Unset = UNSET,
        session: str = "default",
    ) -> MarkerResult:
        """Tells what is shown beside a mark.

        Args:
            chart: The chart's id.
            index: The mark's index in its series.
            series: The series or ring; the first if not given.
            path: The indices that lead to a slice, instead of index and series.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/marker", _given(chart=chart, index=index, series=series, path=path, session=session))

    def chart_selected(self, chart: str, *, session: str = "default") -> SelectedResult:
        """Tells which mark is selected, and what it stands for.

        Args:
            chart: The chart's id.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/selected", _given(chart=chart, session=session))

    def view_open(
        self,
        chart: str,
        *,
        theme: Literal["light", "dark"] | None | Unset = UNSET,
        session: str = "default",
    ) -> ViewResult:
        """Begins to show a chart live: tells all that a view needs to know of it.

        For those who show charts in pages, as the program itself does in notebooks: the members are those of the model
        that the module of `view/module` shows. A client has one view of a chart, whatever number of places it is shown
        in. Later changes are told by `view/update`; that there are any, by the notifications of session/subscribe.
        Opening it again tells everything anew.

        Args:
            chart: The chart's id.
            theme: Of the page around it, where the chart's author chose none; the one before if not given.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart.
        """
        return self._call("view/open", _given(chart=chart, theme=theme, session=session))

    def view_update(
        self,
        chart: str,
        *,
        theme: Literal["light", "dark"] | None | Unset = UNSET,
        session: str = "default",
    ) -> ViewResult:
        """Tells what has changed in a view since it was told last.

        Of the picture a patch where that is shorter: edits in their order, `[element, {attribute: value or null}]` or
        `[element, place, how many children go, markup of those that come]`; elements are numbered as they stand in the
        old picture, its root being 0. Nothing is told twice, and where nothing has changed `members` is empty. In a
        batch behind an interaction it tells what that led to.

        Args:
            chart: The chart's id.
            theme: Of the page around it, where the chart's author chose none; the one before if not given.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart.
        """
        return self._call("view/update", _given(chart=chart, theme=theme, session=session))

    def view_close(self, chart: str, *, session: str = "default") -> None:
        """Ends what view/open began.

        A view that is not open is no fault. One of a chart that has gone ends by itself.

        Args:
            chart: The chart's id.
            session: The session's name.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart.
        """
        return self._call("view/close", _given(chart=chart, session=session))

    def view_module(self) -> ViewModule:
        """Gives the JavaScript module that shows a chart live in a page.

        A module of anywidget (https://anywidget.dev), with its style sheet: the same that the kernel gives to
        notebooks. It sends JSON-RPC requests as custom messages, and with `widget/open` the page's theme, with
        `widget/settle` that nothing moves any more.
        """
        return self._call("view/module", _given())

    def rpc_discover(self) -> dict[str, Any]:
        """Describes this service.

        The result is an OpenRPC 1.3 document, made from the declarations that decode the calls.
        """
        return self._call("rpc.discover", _given())


class AsyncMethods(AsyncCaller):
    """All methods of the protocol."""

    session_open = _awaited(Methods.session_open)
    session_list = _awaited(Methods.session_list)
    session_info = _awaited(Methods.session_info)
    session_close = _awaited(Methods.session_close)
    session_subscribe = _awaited(Methods.session_subscribe)
    session_unsubscribe = _awaited(Methods.session_unsubscribe)
    session_export = _awaited(Methods.session_export)
    session_import = _awaited(Methods.session_import)
    session_restore = _awaited(Methods.session_restore)
    chart_create = _awaited(Methods.chart_create)
    chart_update = _awaited(Methods.chart_update)
    chart_edit = _awaited(Methods.chart_edit)
    chart_get = _awaited(Methods.chart_get)
    chart_list = _awaited(Methods.chart_list)
    chart_delete = _awaited(Methods.chart_delete)
    chart_render = _awaited(Methods.chart_render)
    chart_append = _awaited(Methods.chart_append)
    chart_tap = _awaited(Methods.chart_tap)
    chart_rotate = _awaited(Methods.chart_rotate)
    chart_highlight = _awaited(Methods.chart_highlight)
    chart_toggle = _awaited(Methods.chart_toggle)
    chart_key = _awaited(Methods.chart_key)
    chart_animate = _awaited(Methods.chart_animate)
    chart_scroll = _awaited(Methods.chart_scroll)
    chart_zoom = _awaited(Methods.chart_zoom)
    chart_brush = _awaited(Methods.chart_brush)
    chart_hover = _awaited(Methods.chart_hover)
    chart_pointer = _awaited(Methods.chart_pointer)
    chart_advance = _awaited(Methods.chart_advance)
    chart_undo = _awaited(Methods.chart_undo)
    chart_redo = _awaited(Methods.chart_redo)
    chart_reset = _awaited(Methods.chart_reset)
    chart_hit_test = _awaited(Methods.chart_hit_test)
    chart_angle_at = _awaited(Methods.chart_angle_at)
    chart_slice_at = _awaited(Methods.chart_slice_at)
    chart_marker = _awaited(Methods.chart_marker)
    chart_selected = _awaited(Methods.chart_selected)
    view_open = _awaited(Methods.view_open)
    view_update = _awaited(Methods.view_update)
    view_close = _awaited(Methods.view_close)
    view_module = _awaited(Methods.view_module)
    rpc_discover = _awaited(Methods.rpc_discover)


class ChartMethods(Caller):
    """What can be done with one chart."""

    #: The chart and its session.
    _place: dict[str, Any]

    def update(self, patch: Mapping[str, Any]) -> ChartResult:
        """Changes a chart's spec by a JSON merge patch.

        Of the chart's state, such as its selection, stays what still makes sense. Data are read anew. The change can be
        undone.

        Args:
            patch: A JSON merge patch (RFC 7396) on the spec: what it names is replaced, `null` removes.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept, LimitExceeded.
        """
        return self._call("chart/update", _given(**self._place, patch=patch, render=False))

    def get(self) -> ChartDescription:
        """Tells a chart's spec, its state, and where everything in it is.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart.
        """
        return self._call("chart/get", _given(**self._place))

    def delete(self) -> None:
        """Forgets a chart.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/delete", _given(**self._place))

    def render(
        self,
        phase: float | None | Unset = UNSET,
        format: Literal["svg", "png", "pdf", "html"] = "svg",
        *,
        size: Size | None | Unset = UNSET,
        theme: Literal["light", "dark"] | None | Unset = UNSET,
        animated: bool = False,
        scale: float | None | Unset = UNSET,
    ) -> Picture:
        """Draws a chart, also in other sizes and formats and at any moment of its animation.

        With `animated` the picture plays the spec's draw-in animation by itself, wherever an SVG may be animated, and
        ends as the still one; it stays still for those who prefer reduced motion. PNG and PDF show the still one. They
        come as base64, in a member of their own, which every way in carries alike. Cairo draws them, a library that is
        opened when first asked for; where it is missing, the error -32006 says how to install it. The same picture is
        the same bytes. In a PDF texts can be found and fonts are embedded, and a px is 0.75 points. An HTML page brings
        the markers of at most 5,000 marks along, as chart/hover tells them; where the chart's theme is open, it goes
        with the system's.

        Args:
            phase: How far the draw-in animation is, after easing.
            format: The picture's format: `html` is a page of its own, in which marks can be pointed at and walked to.
            size: Instead of the chart's, for this picture.
            theme: Instead of the chart's, for this picture.
            animated: Whether the picture plays the draw-in animation by itself.
            scale: Of png and pdf: how many times as large as the size, such as 2. A PNG has at most 33,554,432 pixels.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, LimitExceeded, NotAvailable.
        """
        return self._call(
            "chart/render",
            _given(**self._place, phase=phase, format=format, size=size, theme=theme, animated=animated, scale=scale),
        )

    def append(
        self,
        points: Any,
        *,
        series: int | str | None | Unset = UNSET,
        window: int | None | Unset = UNSET,
    ) -> ChartResult:
        """Adds points to a series of a chart with axes, as they come in.

        A point is a number, `null` for a gap, `[x, y]` or `{x, y}`; x is a number, a moment in ISO 8601 or a name, of
        which a new one becomes a new slot. y is a moment or a name where the values are such. Points that just follow
        one another have none. The days of a calendar need no y: `{x, colorBy}`. Of a series that has sizes, or colours
        by value, a point may tell its own: `{x, y, size, colorBy}`; what tells none looks like all others. So it is
        with all that its series has for each of its values: `base` of bars, `error.distance`, or `error.low` and
        `error.high`, of what is not sure, `open`, `high` and `low` of candlesticks, `totals` of waterfalls, `target` of
        bullets, and `weights` of histograms. Without `series` a list of values as y adds one to each series. Many
        points at once are columns: `{x: [1, 2], y: [3, 4], size: [5, 6]}`, or binary buffers of the request: `{buffer:
        0, type: float64}`. With `window` the oldest are dropped. What would not fit is refused as a whole. All of it is
        one step to undo. What has no axes, such as a pie or a radar, has no points: change its slices or series with
        chart/update, which keeps all that a patch doesn't name.

        Args:
            points: A list of points, or columns of them: `[1, null, [3, 4], {x: 5, y: 6}]`.
            series: To which series, by its index or name; the first if not given.
            window: How many points to keep at most in a series.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept, LimitExceeded.
        """
        return self._call(
            "chart/append",
            _given(**self._place, points=points, series=series, window=window, render=False),
        )

    def tap(self, x: float, y: float) -> InteractionResult:
        """Taps a place in the chart: selects what is there, or clears the selection.

        Tapping the selected mark again clears the selection too. In the legend a tap hides and shows entries.

        Args:
            x: px from the left
            y: px from the top

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/tap", _given(**self._place, x=x, y=y, render=False))

    def rotate(self, by: float | None | Unset = UNSET, to: float | None | Unset = UNSET) -> InteractionResult:
        """Turns a pie.

        Args:
            by: So many degrees clockwise.
            to: So that the first slice begins at this angle, in degrees.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/rotate", _given(**self._place, by=by, to=to, render=False))

    def highlight(
        self,
        index: int | None | Unset = UNSET,
        series: int | None | Unset = UNSET,
        *,
        path: Sequence[int] | None | Unset = UNSET,
        x: float | str | None | Unset = UNSET,
        y: float | str | None | Unset = UNSET,
        notify: bool = True,
    ) -> InteractionResult:
        """Selects a mark by its index or by its place on the axes, or clears the selection.

        `index: null` clears the selection. In a chart with axes `x` selects the nearest entry, with `y` the one whose
        value is nearest to that, of all series or of `series` alone. In an outer ring of a pie several slices can have
        the same index, each among its own siblings; `path` names any slice, such as `[1, 0]` for the first child of the
        second slice. What the legend has hidden cannot be selected: nothing changes. Without `notify` there are no
        events.

        Args:
            index: The mark's index in its series; null for none.
            series: The series or ring; the first if not given.
            path: The indices that lead to a slice, instead of index and series.
            x: The place on the x axis: a number, a name, or a moment in ISO 8601; of a pie the index of a slice.
            y: The place on the value axis, a number or a moment, to choose among entries with the same x; a pie has
                none.
            notify: Whether there are events.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call(
            "chart/highlight",
            _given(**self._place, index=index, series=series, path=path, x=x, y=y, notify=notify, render=False),
        )

    def toggle(self, series: int | str, *, only: bool = False) -> InteractionResult:
        """Hides an entry of the legend, or shows it again.

        Args:
            series: The entry: its index, or its text.
            only: Hides all others instead, or shows them again where they are hidden, as a double tap does.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/toggle", _given(**self._place, series=series, only=only, render=False))

    def key(
        self,
        key: Literal["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Enter", "Escape", "+", "-", "PageUp", "PageDown", "Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"],
    ) -> InteractionResult:
        """Presses a key: moves, makes or clears the selection.

        Args:
            key: Its name in the DOM's KeyboardEvent.key.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/key", _given(**self._place, key=key, render=False))

    def animate(
        self,
        action: Literal["start", "stop"],
        *,
        if_running: Literal["ignore", "restart"] = "ignore",
        time: float | None | Unset = UNSET,
    ) -> InteractionResult:
        """Starts or stops the draw-in animation that the spec declares.

        It moves on with `chart/advance`. Starting while it runs is ignored or restarts it, as `ifRunning` says; its end
        is the event `animationFinished`.

        Args:
            action: `stop` ends it at once, in the finished picture.
            if_running: What a start does while one runs.
            time: When it starts, in seconds; at the next `chart/advance` if not given.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call(
            "chart/animate",
            _given(**self._place, action=action, ifRunning=if_running, time=time, render=False),
        )

    def scroll(
        self,
        to: float | str | None | Unset = UNSET,
        by: float | None | Unset = UNSET,
        *,
        snap: bool = False,
    ) -> InteractionResult:
        """Moves along the x axis of a chart with axes.

        By px, or to a position, as far as there is content. With `snap` the nearest entry is then in the middle and
        selected; `snap` alone only does that. A pie is turned instead, by chart/rotate.

        Args:
            to: `start`, `end`, or the position that is then at the beginning: a number, a name, or a moment in ISO
                8601.
            by: So many px; a positive number shows what is farther right, or down: what comes after, unless `x` is
                reversed.
            snap: Whether it ends with the nearest entry in the middle, selected.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/scroll", _given(**self._place, to=to, by=by, snap=snap, render=False))

    def zoom(
        self,
        scale: float | None | Unset = UNSET,
        x: float | None | Unset = UNSET,
        *,
        y: float | None | Unset = UNSET,
        at: float | str | None | Unset = UNSET,
        fit: bool = False,
    ) -> InteractionResult:
        """Enlarges a chart with axes, or shows it as it was again.

        Along the axes that the spec's `viewport.zoom` allows and of which a place is given, at most to its `maxZoom`. A
        pie is always shown whole: chart/render draws it in other sizes.

        Args:
            scale: How many times as large as it is; below 1 smaller.
            x: px from the left: enlarges along the x axis about that place, or about the middle if neither is given.
            y: px from the top: enlarges along the value axes about that place.
            at: The position that is then in the middle of the x axis, instead of `x` and `y`: a number, a name, or a
                moment in ISO 8601.
            fit: Whether to show it as its spec begins again, instead of `scale`.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/zoom", _given(**self._place, scale=scale, x=x, y=y, at=at, fit=fit, render=False))

    def brush(
        self,
        x: Sequence[float | str] | None | Unset = UNSET,
        y: Sequence[float | str] | None | Unset = UNSET,
        *,
        colors: Sequence[float] | None | Unset = UNSET,
    ) -> InteractionResult:
        """Brushes a part of a chart with axes, or clears what is brushed.

        Between two positions, two values, or both: what users do by dragging where the spec says `select: x`, `y` or
        `both`. Between two numbers of `colors`: what they do by a tap or a drag on the bar of colours in the legend.
        What is left out is brushed no more. Of names whole ones are brushed.

        Args:
            x: From one position to another: numbers, names, or moments in ISO 8601.
            y: From one value to another, or from name to name.
            colors: From one number to another of those that colours stand for.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/brush", _given(**self._place, x=x, y=y, colors=colors, render=False))

    def hover(
        self,
        x: float | None,
        *,
        y: float | None | Unset = UNSET,
        theme: Literal["light", "dark"] | None | Unset = UNSET,
    ) -> InteractionResult:
        """Tells what a pointer is over, without pressing.

        `marker` is what to show beside the mark there; `x: null` says that the pointer has left. Nothing changes, so
        the picture comes along only if `render` asks for it.

        Args:
            x: px from the left; null when the pointer has left.
            y: px from the top
            theme: Instead of the chart's, for the marker.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/hover", _given(**self._place, x=x, y=y, theme=theme, render=False))

    def pointer(
        self,
        phase: Literal["down", "move", "up", "cancel"],
        x: float,
        y: float,
        *,
        time: float | None | Unset = UNSET,
        pointer: int = 0,
    ) -> InteractionResult:
        """Reports what a mouse, pen or finger does; taps and drags are recognised from that.

        Send every `down`, `move` and `up` (or `cancel`), with `time` in seconds for inertia. All that one gesture
        changes is one step to undo, together with what moves on after it.

        Args:
            phase: What the pointer did.
            x: px from the left
            y: px from the top
            time: Seconds from any origin; without times there is no inertia.
            pointer: Which pointer it is: fingers have different numbers.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call(
            "chart/pointer",
            _given(**self._place, phase=phase, x=x, y=y, time=time, pointer=pointer, render=False),
        )

    def advance(self, time: float) -> InteractionResult:
        """Lets what moves by itself, a spin or an animation, go on to a moment.

        Where it is then does not depend on how many steps lead there.

        Args:
            time: Seconds, with the same origin as the pointer's times.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/advance", _given(**self._place, time=time, render=False))

    def undo(self) -> InteractionResult:
        """Takes back the last change of a chart.

        With nothing to undo `changed` is false.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/undo", _given(**self._place, render=False))

    def redo(self) -> InteractionResult:
        """Does the change again that was undone last.

        Any other change in between forgets what could be done again.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/redo", _given(**self._place, render=False))

    def reset(self) -> InteractionResult:
        """Makes a chart as if nobody had touched it.

        The spec stays, with all updates. It can be undone.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/reset", _given(**self._place, render=False))

    def hit_test(self, x: float, y: float) -> HitResult:
        """Tells what lies under a place in the chart.

        Args:
            x: px from the left
            y: px from the top

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/hitTest", _given(**self._place, x=x, y=y))

    def angle_at(self, x: float, y: float) -> AngleResult:
        """Tells the angle of a place about a pie's centre.

        In degrees in [0, 360): east 0, south 90, west 180, north 270. The centre has none.

        Args:
            x: px from the left
            y: px from the top

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/angleAt", _given(**self._place, x=x, y=y))

    def slice_at(self, angle: float, *, ring: int = 0) -> IndexResult:
        """Tells the index of the slice that an angle belongs to.

        An angle on a boundary belongs to the slice that starts there. In an outer ring the index is among the slice's
        siblings, and `path` and `label` tell which slice that is.

        Args:
            angle: Degrees clockwise from three o'clock.
            ring: The ring, counted from 0 at the centre.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/sliceAt", _given(**self._place, angle=angle, ring=ring))

    def marker(
        self,
        index: int | None | Unset = UNSET,
        series: int | None | Unset = UNSET,
        *,
        path: Sequence[int] | None | Unset = UNSET,
    ) -> MarkerResult:
        """Tells what is shown beside a mark.

        Args:
            index: The mark's index in its series.
            series: The series or ring; the first if not given.
            path: The indices that lead to a slice, instead of index and series.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/marker", _given(**self._place, index=index, series=series, path=path))

    def selected(self) -> SelectedResult:
        """Tells which mark is selected, and what it stands for.

        Raises:
            InvalidValue, NoSuchSession, NoSuchChart, NotKept.
        """
        return self._call("chart/selected", _given(**self._place))


class AsyncChartMethods(AsyncCaller):
    """What can be done with one chart."""

    #: The chart and its session.
    _place: dict[str, Any]

    update = _awaited(ChartMethods.update)
    get = _awaited(ChartMethods.get)
    delete = _awaited(ChartMethods.delete)
    render = _awaited(ChartMethods.render)
    append = _awaited(ChartMethods.append)
    tap = _awaited(ChartMethods.tap)
    rotate = _awaited(ChartMethods.rotate)
    highlight = _awaited(ChartMethods.highlight)
    toggle = _awaited(ChartMethods.toggle)
    key = _awaited(ChartMethods.key)
    animate = _awaited(ChartMethods.animate)
    scroll = _awaited(ChartMethods.scroll)
    zoom = _awaited(ChartMethods.zoom)
    brush = _awaited(ChartMethods.brush)
    hover = _awaited(ChartMethods.hover)
    pointer = _awaited(ChartMethods.pointer)
    advance = _awaited(ChartMethods.advance)
    undo = _awaited(ChartMethods.undo)
    redo = _awaited(ChartMethods.redo)
    reset = _awaited(ChartMethods.reset)
    hit_test = _awaited(ChartMethods.hit_test)
    angle_at = _awaited(ChartMethods.angle_at)
    slice_at = _awaited(ChartMethods.slice_at)
    marker = _awaited(ChartMethods.marker)
    selected = _awaited(ChartMethods.selected)
