"""What methods take and give: dictionaries with these members. For annotations, ``ck.types.SelectedMark``.

Written by Scripts/make-python-client.py from the schemas of the methods (`rpc.discover`). Don't edit it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

#: What a chart is: the members that a cell or file has, as a dictionary.
Spec = Mapping[str, Any]


class SessionName(TypedDict):
    """A session."""

    #: Its name.
    session: str | None


class SessionList(TypedDict):
    """The sessions."""

    #: In the order in which they were opened.
    sessions: list[SessionEntry]

    #: What a store keeps of sessions that are not open, newest first: session/restore brings it back.
    stored: NotRequired[list[StoredSession] | None]


class SessionInfo(TypedDict):
    """A session."""

    #: Its name.
    session: str

    #: Its charts.
    charts: list[ChartSummary]

    #: How to connect from elsewhere.
    connections: list[Connection]


class ExportResult(TypedDict):
    """A session."""

    #: The whole session.
    document: SessionDocument


class SessionDocument(TypedDict):
    """A session with its charts."""

    #: What this document is.
    format: Literal["chartkernel-session"]

    #: The version of the format.
    version: int

    #: The session's name.
    session: str

    #: The specs that charts and steps refer to.
    specs: list[SessionSpec]

    #: The data of specs that came from files or as buffers.
    columns: NotRequired[list[str | list[float | str | None] | BufferColumn]]

    #: The charts.
    charts: list[SessionChart]

    #: What was done, oldest first.
    log: NotRequired[list[LogEntry]]


class ImportResult(TypedDict):
    """A session that was opened."""

    #: Its name.
    session: str

    #: The ids of its charts.
    charts: list[str]


class Size(TypedDict):
    """A width and a height in px."""

    #: The width in px.
    width: float

    #: The height in px.
    height: float


class State(TypedDict):
    """What interactions made of a chart."""

    #: Where the first slice of a pie begins, in degrees.
    startAngle: float

    #: The indices that lead to the selected mark.
    selection: list[int] | None

    #: The entries that the legend has hidden.
    hidden: list[int]

    #: How far the draw-in animation is, before easing.
    progress: float

    #: Which part of a plot is seen.
    viewport: NotRequired[Viewport | None]

    #: The part of a plot that is brushed.
    brush: NotRequired[Brush | None]

    #: The part of a hierarchy that is shown alone, by the indices that lead to it; all of it if not given.
    root: NotRequired[list[int] | None]

    #: The spin that is going on.
    spin: NotRequired[Spin | None]

    #: The scrolling that is going on.
    glide: NotRequired[Glide | None]

    #: The animation that is going on.
    animation: NotRequired[RunningAnimation | None]

    #: Of a chart that is made of charts their states, but for the selection, of which there is one in all.
    charts: NotRequired[list[State]]

    #: Which of its charts keys are for.
    focus: NotRequired[int | None]


class ChartResult(TypedDict):
    """A chart that was made or changed."""

    #: The session's name.
    session: str

    #: The chart's id.
    chart: str

    #: Grows by one with every change of the chart.
    revision: int

    #: What the author should know: what was left out and why.
    warnings: list[str]

    #: A MIME bundle: `image/svg+xml`, and `text/plain` with the chart in words.
    display: NotRequired[dict[str, Any] | None]


class ChartDescription(TypedDict):
    """A chart."""

    #: The session's name.
    session: str

    #: The chart's id.
    chart: str

    #: Grows by one with every change.
    revision: int

    #: What kind of chart it is.
    kind: str

    #: As it was given, with patches merged.
    spec: dict[str, Any]

    #: What interactions made of it.
    state: State

    #: The boxes and marks, in px; depends on the kind.
    layout: Any

    #: The size of its picture.
    size: Size

    #: For which surroundings it is drawn.
    theme: Literal["light", "dark"]

    #: What the author should know.
    warnings: list[str]


class ChartList(TypedDict):
    """The charts of a session."""

    #: Their ids, in the order in which they were made.
    charts: list[str]


class Picture(TypedDict):
    """A picture, in the member of its format."""

    #: An SVG document; empty where another format was asked for.
    svg: str

    #: A PNG file, as base64.
    png: NotRequired[str | None]

    #: A PDF file of one page, as base64.
    pdf: NotRequired[str | None]

    #: An HTML document that needs nothing else.
    html: NotRequired[str | None]

    #: Which revision of the chart it shows.
    revision: int

    #: What was left out of the file, or is not as it should be.
    warnings: NotRequired[list[str] | None]


class InteractionResult(TypedDict):
    """What an interaction led to."""

    #: The session's name.
    session: str

    #: The chart's id.
    chart: str

    #: Grows by one with every change of the chart.
    revision: int

    #: Whether the picture changed.
    changed: bool

    #: True while the chart moves by itself, a spin or an animation: `chart/advance` lets it go on.
    moving: NotRequired[bool | None]

    #: What is under the pointer; null for what has no place.
    hit: Hit | None

    #: The selected mark, if any.
    selection: Selection | None

    #: What is shown beside the selected mark, or the one pointed at.
    marker: Marker | None

    #: `chart/hover`: the mark that a tap there would pick, if any, which `marker` is beside.
    pointed: NotRequired[Selection | None]

    #: The selected mark in words, if any.
    selected: NotRequired[str | None]

    #: What is brushed in words, if anything is.
    brushed: NotRequired[str | None]

    #: What happened, in turn.
    events: list[Event]

    #: A MIME bundle: `image/svg+xml`, and `text/plain` with the chart in words.
    display: NotRequired[dict[str, Any] | None]


class HitResult(TypedDict):
    """What is hit."""

    #: What lies there; of kind `none` where nothing does.
    hit: Hit


class AngleResult(TypedDict):
    """An angle."""

    #: Degrees; null at the centre.
    angle: float | None


class IndexResult(TypedDict):
    """The index of a slice."""

    #: -1 if there is none.
    index: int

    #: In an outer ring: the indices that lead to the slice.
    path: NotRequired[list[int] | None]

    #: In an outer ring: the slice's label.
    label: NotRequired[str | None]


class MarkerResult(TypedDict):
    """A marker."""

    #: null for a hidden mark.
    marker: Marker | None


class SelectedResult(TypedDict):
    """What is selected."""

    #: The chart's revision.
    revision: int

    #: The selected mark, if any.
    selected: SelectedMark | None


class ViewResult(TypedDict):
    """What a view is to show."""

    #: The members of the view's model that have changed; all at first. `svg` is the picture whole, with `patch: null`;
    #: or `patch` makes it out of the one before, whose number in `picture` was `from`.
    members: dict[str, Any]


class ViewModule(TypedDict):
    """What shows a chart in a page."""

    #: Names it among others.
    identifier: str

    #: The JavaScript module, as anywidget loads it.
    module: str

    #: Its style sheet.
    styles: str


class SessionEntry(TypedDict):
    """A session."""

    #: Its name.
    session: str

    #: The ids of its charts.
    charts: list[str]


class StoredSession(TypedDict):
    """A session that is kept and not open."""

    #: Its id in the store.
    stored: str

    #: The session's name.
    session: str

    #: The ids of its charts.
    charts: list[str]

    #: When it was begun, in seconds since 1970.
    began: float

    #: How many bytes it takes on the disk.
    size: int


class ChartSummary(TypedDict):
    """A chart."""

    #: Its id.
    chart: str

    #: What kind of chart it is.
    kind: str

    #: Its title.
    title: NotRequired[str | None]

    #: Grows by one with every change.
    revision: int


class Connection(TypedDict):
    """A way into the service."""

    #: `zeromq`: a ROUTER socket for DEALER and REQ clients.
    transport: str

    #: Where to connect.
    endpoint: str

    #: The server's public CURVE key in Z85, if encrypted.
    serverKey: NotRequired[str | None]


class SessionSpec(TypedDict):
    """A spec with its data."""

    #: As it was given.
    spec: dict[str, Any]

    #: The slices read from the file that `data` names.
    slices: NotRequired[Any | None]

    #: The places of its data in the document's columns: of `x.values` and `series[0].values` read from that file, and
    #: of `buffer[0]`.
    columns: NotRequired[dict[str, Any]]

    #: Whether points were added to what was read from the file.
    grown: NotRequired[bool]

    #: The TZif file of the zone that it names, as base64.
    timeZoneRules: NotRequired[str | None]

    #: The day on which it was read, for `lastDays`.
    today: NotRequired[str | None]

    #: What was left out while reading.
    warnings: NotRequired[list[str]]

    #: The data of the charts that it is made of.
    parts: NotRequired[list[SessionSpecPart]]


class BufferColumn(TypedDict):
    """A column in one of the request's binary buffers, or in memory that was handed over. Charts keep it under a number
    of their own, by which `chart/get` tells it."""

    #: The buffer's place among those of the request, from 0.
    buffer: NotRequired[int | None]

    #: How the numbers lie there, little endian.
    type: NotRequired[Literal["float64", "float32", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "timestamp_s", "timestamp_ms", "timestamp_us", "timestamp_ns", "date32"]]

    #: Instead of `buffer`: the name of memory that was handed over.
    memory: NotRequired[str | None]

    #: Of memory: how many bytes lie before the numbers; 0 if not given.
    offset: NotRequired[int | None]

    #: Of memory: how many numbers there are; all if not given.
    count: NotRequired[int | None]

    #: What the numbers stand for, from 0: `[Bonn, Mainz]`, so that a name that comes again and again is sent once. A
    #: negative number stands for none.
    names: NotRequired[list[str]]


class SessionChart(TypedDict):
    """A chart with its history."""

    #: Its id.
    chart: str

    #: The place of its spec.
    spec: int

    #: Instead of the spec's.
    size: NotRequired[Size | None]

    #: Instead of the spec's.
    theme: NotRequired[Literal["light", "dark"] | None]

    #: Its revision.
    revision: int

    #: What interactions made of it.
    state: State

    #: What can be undone, oldest first.
    undo: NotRequired[list[SessionStep]]

    #: What can be done again, newest first.
    redo: NotRequired[list[SessionStep]]


class LogEntry(TypedDict):
    """What was done to a chart."""

    #: The chart's id.
    chart: str

    #: The method.
    method: str

    #: Its parameters, without session, chart and render.
    params: NotRequired[dict[str, Any]]

    #: The chart's revision afterwards.
    revision: int


class Viewport(TypedDict):
    """Which part of a plot is seen."""

    #: How many times as large as at first it is along the x axis.
    zoomX: NotRequired[float]

    #: How many times as large as at first it is along the value axes.
    zoomY: NotRequired[float]

    #: The position where what is seen begins: the number of a slot, a number, or ms since 1970; on a log axis the
    #: logarithm.
    startX: float

    #: The share of the value axes that lies below the lower edge.
    startY: NotRequired[float]


class Brush(TypedDict):
    """A part of a plot: what lies within an interval of its positions, of its values, or of the numbers of its
    colours."""

    #: From one position to another: numbers, ms since 1970, or the numbers of slots, with half a slot on both sides.
    x: NotRequired[list[float] | None]

    #: From one value to another.
    y: NotRequired[list[float] | None]

    #: From one number to another of those that colours stand for.
    colors: NotRequired[list[float] | None]


class Spin(TypedDict):
    """A pie that spins on."""

    #: When it began, in seconds.
    time: float

    #: The start angle at that moment, in degrees.
    angle: float

    #: Degrees a second at that moment, clockwise.
    velocity: float

    #: The share of the speed lost each second.
    deceleration: float


class Glide(TypedDict):
    """A plot that scrolls on."""

    #: When it began, in seconds.
    time: float

    #: Where what is seen begins at that moment.
    start: float

    #: The same at the end.
    target: float

    #: How long it takes, in seconds.
    duration: float

    #: The rate of the exponential decay, per second.
    rate: float


class RunningAnimation(TypedDict):
    """A draw-in animation that runs."""

    #: When it began, in seconds, if that is known yet.
    startTime: NotRequired[float | None]


class Hit(TypedDict):
    """What lies under a point."""

    #: What it is.
    kind: Literal["slice", "bar", "point", "legend", "axisLabel", "crumb", "plot", "none", "handle", "overview"]

    #: The data series, or the ring, 0 at the centre.
    series: int | None

    #: The index in it; in a ring, among its siblings.
    index: int | None

    #: The indices that lead to a slice, from the innermost ring outwards.
    path: NotRequired[list[int] | None]

    #: How far from the left, in px.
    x: float

    #: How far from the top, in px.
    y: float

    #: What it stands for.
    value: float | None

    #: Its name.
    label: str | None

    #: The share of the total.
    fraction: NotRequired[float | None]

    #: The point's angle about the pie's centre.
    angle: NotRequired[float | None]

    #: What a drag does that begins there, if it neither turns nor scrolls: `brush` brushes, `move` moves what is
    #: brushed.
    drag: NotRequired[Literal["brush", "move"] | None]


class Selection(TypedDict):
    """The selected mark."""

    #: The data series, or the ring, 0 at the centre.
    series: int

    #: The index in it; in a ring, among its siblings.
    index: int

    #: The indices that lead to a slice, from the innermost ring outwards.
    path: NotRequired[list[int] | None]


class Marker(TypedDict):
    """What is shown beside a mark."""

    #: All of it as plain text.
    text: str

    #: The same in pieces of one style.
    runs: list[Run]

    #: A CSS colour: the author's, or the theme's.
    background: NotRequired[str | None]

    #: The place on the mark that it points to.
    anchor: Point

    #: Where it is shown, inside the chart.
    frame: Rect

    #: A line through all marks that it tells of, if these are several; its text is a list then.
    rule: NotRequired[MarkerRule | None]


class Event(TypedDict):
    """What happened."""

    #: What it is; it decides which of the others are there.
    type: Literal["valueSelected", "nothingSelected", "translated", "rotated", "zoomed", "settled", "animationFinished", "rootChanged", "brushed"]

    #: `valueSelected`: the data series, or the ring; `settled`: of the mark in the centre.
    series: NotRequired[int | None]

    #: `valueSelected`: the index in it.
    index: NotRequired[int | None]

    #: `valueSelected`: the indices that lead to a slice; `rootChanged`: to what is shown alone, none for all. Of charts
    #: in a layout or facets the index of the chart comes first, with all events.
    path: NotRequired[list[int] | None]

    #: `valueSelected`: the mark's name.
    label: NotRequired[str | None]

    #: `valueSelected`: what the mark stands for.
    value: NotRequired[float | None]

    #: `valueSelected`: the share of the total.
    fraction: NotRequired[float | None]

    #: `rotated`, `settled`: the start angle now, in degrees.
    angle: NotRequired[float | None]

    #: `rotated`: how far it turned, in degrees, clockwise.
    by: NotRequired[float | None]

    #: `translated`: how far what is seen went to the right, in px.
    dx: NotRequired[float | None]

    #: `translated`: how far it went down, in px.
    dy: NotRequired[float | None]

    #: `zoomed`: how large it is along x, 1 as at first.
    scaleX: NotRequired[float | None]

    #: `zoomed`: how large it is along y, 1 as at first.
    scaleY: NotRequired[float | None]

    #: `brushed`: the part of a plot that is brushed now, if any.
    brush: NotRequired[Brush | None]

    #: `animationFinished`: false if it was stopped.
    completed: NotRequired[bool | None]


class SelectedMark(TypedDict):
    """The selected mark, with what it stands for."""

    #: The data series, or the ring, 0 at the centre.
    series: int

    #: The index in it; in a ring, among its siblings.
    index: int

    #: The indices that lead to a slice, from the innermost ring outwards.
    path: NotRequired[list[int] | None]

    #: The mark's name.
    label: str

    #: What the mark stands for.
    value: NotRequired[float | None]

    #: The share of the total; only slices have one.
    fraction: NotRequired[float | None]


class SessionSpecPart(TypedDict):
    """The data of a chart that is a part of another."""

    #: The slices read from the file that `data` names.
    slices: NotRequired[Any | None]

    #: The places of its data in the document's columns: of `x.values` and `series[0].values` read from that file, and
    #: of `buffer[0]`.
    columns: NotRequired[dict[str, Any]]

    #: Whether points were added to what was read from the file.
    grown: NotRequired[bool]

    #: The TZif file of the zone that it names, as base64.
    timeZoneRules: NotRequired[str | None]

    #: The day on which it was read, for `lastDays`.
    today: NotRequired[str | None]

    #: What was left out while reading.
    warnings: NotRequired[list[str]]

    #: The data of the charts that it is made of.
    parts: NotRequired[list[SessionSpecPart]]


class SessionStep(TypedDict):
    """A change that can be undone."""

    #: The method that made it.
    method: str

    #: Its parameters.
    params: NotRequired[dict[str, Any]]

    #: The place of the chart's spec to go back to.
    spec: int

    #: The chart's state to go back to.
    state: State


class Run(TypedDict):
    """A piece of text in one style."""

    #: What it says.
    text: str

    #: As in CSS: 400 is regular, 700 bold.
    weight: NotRequired[int | None]

    #: A CSS colour: the author's, or one that can be read.
    color: NotRequired[str | None]

    #: How large its letters are, in px.
    size: NotRequired[float | None]


class Point(TypedDict):
    """A place in px from the top left corner."""

    #: How far it is from the left, in px.
    x: float

    #: How far it is from the top, in px.
    y: float


class Rect(TypedDict):
    """A rectangle in px."""

    #: Where its left edge is, in px from the left.
    x: float

    #: Where its upper edge is, in px from the top.
    y: float

    #: The width in px.
    width: float

    #: The height in px.
    height: float


class MarkerRule(TypedDict):
    """A straight line."""

    #: Where it begins.
    start: Point

    #: Where it ends.
    end: Point
