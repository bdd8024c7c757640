"""What type checkers and editors know of the functions that make charts. The package makes them when they are asked for.

Written by Scripts/make-python-client.py from the kinds' schemas (`rpc.discover`). Don't edit it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from .chart import Chart
from .client import Client

__all__ = ["pie", "line", "bar", "scatter", "candlestick", "histogram", "box", "heatmap", "waterfall", "bullet", "combined", "radar", "polar", "gauge", "funnel", "treemap", "layout"]

#: The name of a column, or its values.
Column = str | Iterable[Any]


def pie(
    data: Any = None,
    *,
    client: Client | None = None,
    label: Column | None = None,
    value: Column | None = None,
    color: str | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    slices: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    select: Mapping[str, Any] | None = None,
    start_angle: float | None = None,
    radius: float | str | None = None,
    hole: float | None = None,
    sweep: float | None = None,
    gap: float | None = None,
    corner_radius: float | None = None,
    stroke: Mapping[str, Any] | None = None,
    selection: Mapping[str, Any] | None = None,
    rotation: Mapping[str, Any] | None = None,
    drill: bool | None = None,
    labels: Mapping[str, Any] | Literal["none", "inside", "leader"] | str | bool | None = None,
    center: Mapping[str, Any] | str | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `pie`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        label: The column of the names: its name, or its values.
        value: The column of the numbers: its name, or its values.
        color: The column of the colours.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        slices: The slices, clockwise: a list, or the names with their values.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        select: What a selection does to linked charts.
        start_angle: Where the first slice begins: degrees clockwise from three o'clock.
        radius: The outer radius in px, or a share of the largest that fits, such as `40%`. As large as fits with its
            labels if not given.
        hole: The radius of the hole as a share of the radius.
        sweep: How many degrees the whole takes up; 180 for half a pie.
        gap: The space between slices, in px.
        corner_radius: The radius of the slices' corners, in px.
        stroke: The line around each slice.
        selection: How a selected slice stands out.
        rotation: How the pie is turned by dragging.
        drill: Whether a tap on a slice with `children` goes into it, as in a sunburst; Escape or the hole goes out
            again.
        labels: What is written at the slices.
        center: What is written in the hole.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def line(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    width: float | None = None,
    opacity: float | None = None,
    dash: Sequence[float] | None = None,
    cap: Literal["round", "butt", "square"] | None = None,
    join: Literal["round", "miter", "bevel"] | None = None,
    curve: Literal["linear", "stepBefore", "step", "stepAfter", "smooth", "monotone"] | None = None,
    smooth: float | None = None,
    gradient: Sequence[Mapping[str, Any] | str] | bool | None = None,
    thresholds: Sequence[Mapping[str, Any]] | None = None,
    dots: Mapping[str, Any] | Literal["none", "ends", "all"] | bool | None = None,
    area: Mapping[str, Any] | bool | None = None,
    stack: str | None = None,
    error: Mapping[str, Any] | float | Sequence[float | None] | str | None = None,
    end_bubble: Mapping[str, Any] | bool | str | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `line`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        width: How wide the line is, in px.
        opacity: 0 for nothing to be seen.
        dash: The lengths of strokes and gaps in turn, in px: `[5, 10, 15]`.
        cap: How its ends look.
        join: How its corners look.
        curve: How it goes from one value to the next.
        smooth: How much `smooth` curves bend.
        gradient: Colours along the plot's width: two or more, or with offsets; `true` for orange to red.
        thresholds: Colours by value, in rising order: below each `below` its colour; above the last one the last colour
            stays.
        dots: What is drawn at the values: `none`, `ends`, `all`, or an object.
        area: What fills the room below it: true, or how it looks.
        stack: Lines with the same one stand on one another, with areas between them unless `area` is given.
        error: How sure values are: a distance for all; a list or a column of distances; or `{low: min, high: max}`,
            which a line without values fills the room between.
        end_bubble: A bubble with the last value: true, or what it says.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def bar(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    colors: Sequence[str] | None = None,
    gradient: Sequence[Mapping[str, Any] | str] | None = None,
    shape: Mapping[str, Any] | Literal["rectangle", "rounded", "capsule", "path"] | None = None,
    highlighted: Mapping[str, Any] | None = None,
    track: str | None = None,
    stack: str | None = None,
    zero: Mapping[str, Any] | bool | None = None,
    labels: Mapping[str, Any] | Literal["none", "above", "inside"] | str | bool | None = None,
    opacity: float | None = None,
    base: Mapping[str, Any] | Sequence[float | str | None] | str | None = None,
    error: Mapping[str, Any] | float | Sequence[float | None] | str | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `bar`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        colors: The colour of each bar in turn.
        gradient: Colours from top to bottom.
        shape: `rectangle`, `rounded` at its end, `capsule`, or a path.
        highlighted: How the highlighted bar looks.
        track: The colour of a track as high as the plot behind each bar.
        stack: Series with the same one stand on one another.
        zero: How bars of value 0 look: true for grey ones.
        labels: Where values are written: `none`, `above`, `inside`.
        opacity: 0 for nothing to be seen.
        base: Where each bar begins, instead of 0: numbers, moments, or the name of a column.
        error: How sure values are: a distance for all; a list or a column of distances; or `{low: min, high: max}`,
            which a line without values fills the room between.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def scatter(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | Sequence[float | None] | str | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    shape: Literal["circle", "square", "triangle", "diamond", "cross", "plus", "star"] | None = None,
    radius: float | None = None,
    opacity: float | None = None,
    border: str | None = None,
    border_width: float | None = None,
    color_by: Mapping[str, Any] | Sequence[float | str | None] | str | None = None,
    spread: bool | None = None,
    error: Mapping[str, Any] | float | Sequence[float | None] | str | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `scatter`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        shape: What is drawn at each value.
        radius: The radius of a circle without a size, in px; other shapes cover as much.
        opacity: Of what is inside the line around each.
        border: The colour of a line around each; as inside, but opaque, if not given.
        border_width: px; 0 for no line.
        color_by: Which colour each has: a number or a name for each value; the name of a column; or an object.
        spread: Whether points in a slot stand beside one another so that each is seen; so they do on an axis of names
            if not given.
        error: How sure values are: a distance for all; a list or a column of distances; or `{low: min, high: max}`,
            which a line without values fills the room between.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def candlestick(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    open: Mapping[str, Any] | Sequence[float | None] | str | None = None,
    high: Mapping[str, Any] | Sequence[float | None] | str | None = None,
    low: Mapping[str, Any] | Sequence[float | None] | str | None = None,
    style: Literal["candles", "bars"] | None = None,
    rising: str | None = None,
    falling: str | None = None,
    line_width: float | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `candlestick`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        open: The first price of each time: numbers, or the name of a column; the last one is the value.
        high: The highest price of each time.
        low: The lowest price of each time.
        style: `candles`, hollow where prices rose, or `bars` with the first price at the left.
        rising: Where prices rose.
        falling: Where prices fell.
        line_width: How wide wicks are, in px.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def histogram(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    bin: Mapping[str, Any] | int | bool | None = None,
    measure: Literal["count", "percent", "density"] | None = None,
    cumulative: bool | None = None,
    weights: Mapping[str, Any] | Sequence[float | None] | str | None = None,
    density: Mapping[str, Any] | bool | None = None,
    labels: Mapping[str, Any] | Literal["none", "above", "inside"] | str | bool | None = None,
    highlighted: Mapping[str, Any] | None = None,
    opacity: float | None = None,
    gap: float | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `histogram`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        bin: How wide bins are: `true` for what suits the entries, about how many, or `{width: 5}`.
        measure: What heights say: the `count` of entries, their share in `percent`, or their `density`, such that the
            area is 1.
        cumulative: Whether a bar stands for all up to its bin.
        weights: How much each entry counts: numbers, or the name of a column.
        density: Whether the curve is drawn that the bars come near to: true, or `{bandwidth: 2}`.
        labels: Where heights are written: `none`, `above`, `inside`.
        highlighted: How the highlighted bar looks.
        opacity: 1, or 0.6 where several lie over one another, if not given.
        gap: Between bars, in px.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def box(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    whiskers: float | Literal["range"] | Sequence[float] | None = None,
    points: Literal["none", "outliers", "all", "beside"] | None = None,
    mean: bool | None = None,
    line_width: float | None = None,
    radius: float | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `box`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        whiskers: How far whiskers reach: so many times the height of the box, or to `range`, or to percentiles such as
            `[5, 95]`.
        points: Which values are drawn as points: `none`, `outliers`, `all`, or all `beside` the box.
        mean: Whether the mean is shown, too.
        line_width: How wide its lines are, in px.
        radius: Of points, in px; 3, or 2 where all are drawn.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def heatmap(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    color_by: Mapping[str, Any] | Sequence[float | str | None] | str | None = None,
    rows: Sequence[Sequence[float | None]] | None = None,
    columns: int | None = None,
    bin: Mapping[str, Any] | int | bool | None = None,
    measure: Literal["count", "mean", "sum", "min", "max", "median"] | None = None,
    calendar: bool | None = None,
    gap: float | None = None,
    radius: float | None = None,
    labels: Mapping[str, Any] | bool | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `heatmap`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        color_by: What colours stand for: a number or a name for each value; the name of a column; or an object.
        rows: Instead of `values` and `colorBy`: the numbers of all cells, row by row, the first row on top; `null` for
            none. `x.labels` and `y.labels` name columns and rows.
        columns: How many cells a row has, where the numbers of `colorBy` follow one another row by row.
        bin: Brings points together in cells between round numbers: true, about how many each way, or `{x: 40, y: 30}`.
            If not given, points that are counted are, unless few numbers occur again and again; false has a cell for
            each of these.
        measure: What is made of all that lies in one cell: the mean of `colorBy` if not given, or how many there are
            without it.
        calendar: Whether each cell is a day: a column for each week, a block for each year. The days are the positions.
        gap: How much is free between cells, in px.
        radius: How round the corners of cells are: their radius in px.
        labels: Whether cells say their numbers where there is room.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def waterfall(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    totals: Sequence[float | str] | Mapping[str, Any] | str | None = None,
    rising: str | None = None,
    falling: str | None = None,
    total_color: str | None = None,
    connectors: Mapping[str, Any] | bool | None = None,
    shape: Mapping[str, Any] | Literal["rectangle", "rounded", "capsule", "path"] | None = None,
    highlighted: Mapping[str, Any] | None = None,
    labels: Mapping[str, Any] | Literal["none", "above", "inside"] | str | bool | None = None,
    opacity: float | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `waterfall`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        totals: Which entries are what the changes add up to: their names or indices, or a column of `data` that says
            `total` or true. One without a value is the sum so far; one with a value is that, and changes go on from
            there.
        rising: Of changes above 0; the palette's first if not given.
        falling: Of changes below 0; the palette's second if not given.
        total_color: Of totals; grey if not given.
        connectors: The lines from the end of each bar to the next one: false for none, or how they look.
        shape: `rectangle`, `rounded` at its end, `capsule`, or a path.
        highlighted: How the highlighted bar looks.
        labels: Where changes, with their signs, and totals are written: `none`, `above` the ends of bars, `inside`.
        opacity: 0 for nothing to be seen.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def bullet(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    target: Mapping[str, Any] | Sequence[float | None] | str | float | None = None,
    ranges: Sequence[float | Sequence[float] | str] | None = None,
    range_names: Sequence[str | float] | None = None,
    scales: Literal["shared", "own"] | None = None,
    labels: Mapping[str, Any] | Literal["none", "above", "inside"] | str | bool | None = None,
    highlighted: Mapping[str, Any] | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `bullet`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        target: What each measure is compared with: a number for all, a list, or the name of a column.
        ranges: Where ranges end that say how good a measure is, the lowest first: numbers for all, a list of them for
            each, or the names of columns.
        range_names: What the ranges are called in words and in the legend.
        scales: `shared`: all are measured by the value axis; `own`: each by a scale of its own, for measures of
            different kinds.
        labels: Where measures are written: `none`, `above` the ends, `inside`.
        highlighted: How the highlighted bar looks.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def combined(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    x_axis: Mapping[str, Any] | None = None,
    y_axis: Mapping[str, Any] | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | Sequence[float | None] | str | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    right: Mapping[str, Any] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    draw_order: Sequence[Literal["bar", "area", "line", "scatter"]] | None = None,
    orientation: Literal["vertical", "horizontal"] | None = None,
    bars: Mapping[str, Any] | None = None,
    stacked: Literal["sum", "percent", "stream"] | bool | None = None,
    limits: Sequence[Mapping[str, Any]] | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    annotations: Sequence[Mapping[str, Any]] | None = None,
    padding: Mapping[str, Any] | float | None = None,
    viewport: Mapping[str, Any] | None = None,
    select: Mapping[str, Any] | Literal["none", "x", "y", "both"] | None = None,
    highlight: Mapping[str, Any] | None = None,
    marker: Mapping[str, Any] | str | bool | Sequence[Mapping[str, Any]] | None = None,
    popups: Mapping[str, Any] | bool | None = None,
    name: str | float | None = None,
    color: str | None = None,
    axis: Literal["left", "right"] | None = None,
    highlightable: bool | None = None,
    markers: Sequence[Sequence[Mapping[str, Any]] | str] | None = None,
    width: float | None = None,
    opacity: float | None = None,
    dash: Sequence[float] | None = None,
    cap: Literal["round", "butt", "square"] | None = None,
    join: Literal["round", "miter", "bevel"] | None = None,
    curve: Literal["linear", "stepBefore", "step", "stepAfter", "smooth", "monotone"] | None = None,
    smooth: float | None = None,
    gradient: Sequence[Mapping[str, Any] | str] | bool | None = None,
    thresholds: Sequence[Mapping[str, Any]] | None = None,
    dots: Mapping[str, Any] | Literal["none", "ends", "all"] | bool | None = None,
    area: Mapping[str, Any] | bool | None = None,
    stack: str | None = None,
    error: Mapping[str, Any] | float | Sequence[float | None] | str | None = None,
    end_bubble: Mapping[str, Any] | bool | str | None = None,
    colors: Sequence[str] | None = None,
    shape: Mapping[str, Any] | Literal["rectangle", "rounded", "capsule", "path"] | Literal["circle", "square", "triangle", "diamond", "cross", "plus", "star"] | None = None,
    highlighted: Mapping[str, Any] | None = None,
    track: str | None = None,
    zero: Mapping[str, Any] | bool | None = None,
    labels: Mapping[str, Any] | Literal["none", "above", "inside"] | str | bool | None = None,
    base: Mapping[str, Any] | Sequence[float | str | None] | str | None = None,
    radius: float | None = None,
    border: str | None = None,
    border_width: float | None = None,
    color_by: Mapping[str, Any] | Sequence[float | str | None] | str | None = None,
    spread: bool | None = None,
    open: Mapping[str, Any] | Sequence[float | None] | str | None = None,
    high: Mapping[str, Any] | Sequence[float | None] | str | None = None,
    low: Mapping[str, Any] | Sequence[float | None] | str | None = None,
    style: Literal["candles", "bars"] | None = None,
    rising: str | None = None,
    falling: str | None = None,
    line_width: float | None = None,
    bin: Mapping[str, Any] | int | bool | None = None,
    measure: Literal["count", "percent", "density"] | Literal["count", "mean", "sum", "min", "max", "median"] | None = None,
    cumulative: bool | None = None,
    weights: Mapping[str, Any] | Sequence[float | None] | str | None = None,
    density: Mapping[str, Any] | bool | None = None,
    gap: float | None = None,
    whiskers: float | Literal["range"] | Sequence[float] | None = None,
    points: Literal["none", "outliers", "all", "beside"] | None = None,
    mean: bool | None = None,
    rows: Sequence[Sequence[float | None]] | None = None,
    columns: int | None = None,
    calendar: bool | None = None,
    totals: Sequence[float | str] | Mapping[str, Any] | str | None = None,
    total_color: str | None = None,
    connectors: Mapping[str, Any] | bool | None = None,
    target: Mapping[str, Any] | Sequence[float | None] | str | float | None = None,
    ranges: Sequence[float | Sequence[float] | str] | None = None,
    range_names: Sequence[str | float] | None = None,
    scales: Literal["shared", "own"] | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `combined`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        x_axis: The axis along which marks follow one another.
        y_axis: The value axis.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        right: The second value axis, for series with `axis: right`.
        series: What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        draw_order: What lies below what: `[bar, area, line, scatter]` if not given.
        orientation: `horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole,
            and values go to the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right.
        bars: How bars share a slot.
        stacked: Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent`
            of the whole, or as a `stream` about 0.
        limits: Constant lines, such as a goal.
        bands: Coloured stretches of an axis.
        annotations: Texts at places in the plot, with lines or arrows to them.
        padding: Room around the axes and the plot: px, or an object.
        viewport: Which part is seen, and how it can be moved.
        select: What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and
            what that does to linked charts.
        highlight: What a tap picks.
        marker: What is shown beside a highlighted entry.
        popups: One box for each line at a tapped position.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        axis: The value axis it is measured by.
        highlightable: Whether a tap can pick its entries.
        markers: What the markers of its entries say, one for each.
        width: How wide the line is, in px.
        opacity: 0 for nothing to be seen.
        dash: The lengths of strokes and gaps in turn, in px: `[5, 10, 15]`.
        cap: How its ends look.
        join: How its corners look.
        curve: How it goes from one value to the next.
        smooth: How much `smooth` curves bend.
        gradient: Colours along the plot's width: two or more, or with offsets; `true` for orange to red.
        thresholds: Colours by value, in rising order: below each `below` its colour; above the last one the last colour
            stays.
        dots: What is drawn at the values: `none`, `ends`, `all`, or an object.
        area: What fills the room below it: true, or how it looks.
        stack: Lines with the same one stand on one another, with areas between them unless `area` is given.
        error: How sure values are: a distance for all; a list or a column of distances; or `{low: min, high: max}`,
            which a line without values fills the room between.
        end_bubble: A bubble with the last value: true, or what it says.
        colors: The colour of each bar in turn.
        shape: `rectangle`, `rounded` at its end, `capsule`, or a path.
        highlighted: How the highlighted bar looks.
        track: The colour of a track as high as the plot behind each bar.
        zero: How bars of value 0 look: true for grey ones.
        labels: Where values are written: `none`, `above`, `inside`.
        base: Where each bar begins, instead of 0: numbers, moments, or the name of a column.
        radius: The radius of a circle without a size, in px; other shapes cover as much.
        border: The colour of a line around each; as inside, but opaque, if not given.
        border_width: px; 0 for no line.
        color_by: Which colour each has: a number or a name for each value; the name of a column; or an object.
        spread: Whether points in a slot stand beside one another so that each is seen; so they do on an axis of names
            if not given.
        open: The first price of each time: numbers, or the name of a column; the last one is the value.
        high: The highest price of each time.
        low: The lowest price of each time.
        style: `candles`, hollow where prices rose, or `bars` with the first price at the left.
        rising: Where prices rose.
        falling: Where prices fell.
        line_width: How wide wicks are, in px.
        bin: How wide bins are: `true` for what suits the entries, about how many, or `{width: 5}`.
        measure: What heights say: the `count` of entries, their share in `percent`, or their `density`, such that the
            area is 1.
        cumulative: Whether a bar stands for all up to its bin.
        weights: How much each entry counts: numbers, or the name of a column.
        density: Whether the curve is drawn that the bars come near to: true, or `{bandwidth: 2}`.
        gap: Between bars, in px.
        whiskers: How far whiskers reach: so many times the height of the box, or to `range`, or to percentiles such as
            `[5, 95]`.
        points: Which values are drawn as points: `none`, `outliers`, `all`, or all `beside` the box.
        mean: Whether the mean is shown, too.
        rows: Instead of `values` and `colorBy`: the numbers of all cells, row by row, the first row on top; `null` for
            none. `x.labels` and `y.labels` name columns and rows.
        columns: How many cells a row has, where the numbers of `colorBy` follow one another row by row.
        calendar: Whether each cell is a day: a column for each week, a block for each year. The days are the positions.
        totals: Which entries are what the changes add up to: their names or indices, or a column of `data` that says
            `total` or true. One without a value is the sum so far; one with a value is that, and changes go on from
            there.
        total_color: Of totals; grey if not given.
        connectors: The lines from the end of each bar to the next one: false for none, or how they look.
        target: What each measure is compared with: a number for all, a list, or the name of a column.
        ranges: Where ranges end that say how good a measure is, the lowest first: numbers for all, a list of them for
            each, or the names of columns.
        range_names: What the ranges are called in words and in the legend.
        scales: `shared`: all are measured by the value axis; `own`: each by a scale of its own, for measures of
            different kinds.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def radar(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    select: Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    labels: Sequence[str | float] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    start_angle: float | None = None,
    axis: Mapping[str, Any] | None = None,
    rings: Literal["polygon", "circle", "none"] | None = None,
    fill_opacity: float | None = None,
    line_width: float | None = None,
    dot_radius: float | None = None,
    name: str | float | None = None,
    color: str | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `radar`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        select: What a selection does to linked charts.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        labels: The names of the spokes, clockwise; numbers from 1 if not given.
        series: Values on the spokes: a list, or the only series.
        start_angle: Where the first spoke is: degrees clockwise from three o'clock.
        axis: The axis of the values.
        rings: What marks the values of the axis: polygons, circles or nothing.
        fill_opacity: How opaque areas are, 0 for lines alone; if not given 0.2, less of more than three series.
        line_width: Of the outlines, in px.
        dot_radius: Of the dots at the corners, in px, 0 for none; as large as looks well if not given.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def polar(
    data: Any = None,
    *,
    client: Client | None = None,
    x: Column | None = None,
    y: Column | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    select: Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    labels: Sequence[str | float] | None = None,
    series: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    start_angle: float | None = None,
    axis: Mapping[str, Any] | None = None,
    scale: Literal["linear", "sqrt"] | None = None,
    hole: float | None = None,
    gap: float | None = None,
    name: str | float | None = None,
    color: str | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `polar`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        x: The column of the positions: its name, or its values.
        y: The column of the values, or the names of several, each a series; all that hold numbers if not given.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        select: What a selection does to linked charts.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        labels: The names of the spokes, clockwise; numbers from 1 if not given.
        series: Values on the spokes: a list, or the only series.
        start_angle: Where the first spoke is: degrees clockwise from three o'clock.
        axis: The axis of the values.
        scale: What says the values: `linear` the length of sectors, `sqrt` their area.
        hole: The radius of the hole as a share of the radius.
        gap: The space between sectors, in px.
        name: What the legend and markers call it.
        color: The palette's next if not given.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def gauge(
    data: Any = None,
    *,
    client: Client | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    value: float | None = None,
    measure: str | float | None = None,
    min: float | None = None,
    max: float | None = None,
    start_angle: float | None = None,
    sweep: float | None = None,
    bands: Sequence[Mapping[str, Any]] | None = None,
    pointer: Literal["needle", "arc"] | None = None,
    color: str | None = None,
    thickness: float | None = None,
    step: float | None = None,
    labels: bool | None = None,
    text: str | None = None,
) -> Chart:
    """A chart of the kind `gauge`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        value: The column of the numbers: its name, or its values.
        measure: What the value is, written below it.
        min: Where the scale begins.
        max: Where the scale ends.
        start_angle: Where the scale begins: degrees clockwise from three o'clock.
        sweep: How many degrees the scale takes up; 180 for half a circle.
        bands: Coloured parts of the scale, each from where the one before it ends.
        pointer: What shows the value: a `needle`, or the `arc` filled up to it.
        color: Of the needle or the filled arc; what can be seen best if not given.
        thickness: Of the arc, as a share of the radius.
        step: How far apart the ticks are; what fits best if not given.
        labels: Whether the scale says its numbers.
        text: What is written in the middle: `{value}`, `{percent}`, `{measure}`, `{min}` and `{max}` stand for what
            they say.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def funnel(
    data: Any = None,
    *,
    client: Client | None = None,
    label: Column | None = None,
    value: Column | None = None,
    color: str | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    select: Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    stages: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    labels: Mapping[str, Any] | bool | None = None,
    gap: float | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `funnel`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        label: The column of the names: its name, or its values.
        value: The column of the numbers: its name, or its values.
        color: The column of the colours.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        select: What a selection does to linked charts.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        stages: The stages, from the top: a list, or the names with their values.
        labels: What is written at the stages.
        gap: The space between stages, in px.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def treemap(
    data: Any = None,
    *,
    client: Client | None = None,
    label: Column | None = None,
    value: Column | None = None,
    color: str | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    legend: Mapping[str, Any] | Literal["auto", "none", "top", "bottom", "left", "right"] | bool | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    slices: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None,
    facet: Mapping[str, Any] | str | None = None,
    link: str | None = None,
    select: Mapping[str, Any] | None = None,
    depth: int | None = None,
    padding: float | None = None,
    corner_radius: float | None = None,
    drill: bool | None = None,
    labels: Mapping[str, Any] | str | bool | None = None,
    where: Mapping[str, Any] | None = None,
    date_format: str | None = None,
    transform: Sequence[Mapping[str, Any]] | None = None,
) -> Chart:
    """A chart of the kind `treemap`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        label: The column of the names: its name, or its values.
        value: The column of the numbers: its name, or its values.
        color: The column of the colours.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        legend: A list of the names; a click on one hides it.
        animation: How the chart draws itself in.
        format: How numbers are written.
        slices: The parts, which may have `children`: a list, or the names with their values.
        facet: Small multiples: the same chart for the rows of each value of a column of `data`, such as `city`.
        link: Joins it with the charts of the session that name the same link: what is selected in one stands out in the
            others, or is all that they show.
        select: What a selection does to linked charts.
        depth: How many levels are seen at once; a tap goes in to what lies deeper.
        padding: The space between rectangles, in px.
        corner_radius: The radius of their corners, in px.
        drill: Whether a tap on a part with `children` goes into it, and Escape out again.
        labels: What is written in the rectangles.
        where: Columns and what they must hold for a row to be taken: `{year: 2017}`.
        date_format: How dates in the column `x` are written, where that is not clear: `d/M/yyyy`, `M/d/yyyy`, `d MMM
            yyyy HH:mm`.
        transform: What is done to the rows, one step after the other: `[{filter: year > 2000}, {group: {by: year, n:
            count()}}]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """


def layout(
    data: Any = None,
    *,
    client: Client | None = None,
    id: str | None = None,
    title: str | float | None = None,
    subtitle: str | float | None = None,
    caption: str | float | None = None,
    align: Literal["left", "center", "right"] | None = None,
    description: str | None = None,
    size: Mapping[str, Any] | tuple[float, float] | None = None,
    theme: Literal["light", "dark"] | None = None,
    background: str | None = None,
    palette: Sequence[str] | None = None,
    font: Mapping[str, Any] | str | None = None,
    animation: Mapping[str, Any] | Literal["none", "sweep", "wipe", "stroke", "grow", "count"] | None = None,
    format: Mapping[str, Any] | str | None = None,
    charts: Sequence[Mapping[str, Any]] | None = None,
    columns: int | None = None,
    gap: float | None = None,
    widths: Sequence[float] | None = None,
    heights: Sequence[float] | None = None,
) -> Chart:
    """A chart of the kind `layout`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        id: The chart's name for commands.
        title: Shown above the chart and read out first.
        subtitle: A line below the title: what is measured, where and when.
        caption: Small, at the lower edge: where the numbers are from.
        align: Where title, subtitle and caption stand.
        description: What the chart shows, for those who don't see it. Made from the values if not given.
        size: Width and height in px; 640 by 360 if not given.
        theme: For light or dark surroundings.
        background: What the chart lies on; the theme's if not given, `transparent` for nothing.
        palette: Colours to take in turn; seven that can be told apart with any colour vision if not given.
        font: The letters of the whole chart.
        animation: How the chart draws itself in.
        format: How numbers are written.
        charts: The charts, row by row. What they say of theme and size counts for nothing; palette, animation and
            format of the whole are theirs where they have none.
        columns: How many stand side by side; as many as suits the picture if not given.
        gap: Between two charts, in px, besides the margins that each has.
        widths: How wide columns are in proportion; 1 for those left out: `[2, 1]`.
        heights: How high rows are in proportion; 1 for those left out: `[1, 2]`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """
