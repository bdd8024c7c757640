"""Charts of a running kernel in a real window of Emacs: the overview of a plot, and a chart that filters another one, by hand."""

import json
import subprocess

import pytest
import yaml

import needs
from charts import AMOUNTS, MONTHS
from clients import Dealer, Server, eventually
from window import Display, Window

pytestmark = [
    pytest.mark.timeout(180),
    needs.screen,
]

LETTERS = "ABCDEFGHIJ"
COLORS = ["#aa3311", "#11aa33", "#3311aa", "#aaaa11", "#11aaaa", "#aa11aa", "#774411", "#447711", "#114477", "#777744"]
PLOT = {
    "kind": "bar", "id": "letters", "x": {"labels": list(LETTERS)}, "viewport": {"visibleCount": 4, "overview": True, "inertia": False},
    "marker": False, "series": {"values": [5] * len(LETTERS), "colors": COLORS},
}  # fmt: skip
FILTERED = yaml.safe_load(MONTHS) | {"id": "filtered"}
FILTERING = yaml.safe_load(AMOUNTS) | {"id": "filtering", "select": {"brush": "x", "filter": ["filtered"]}}
ALL = [100, 100, 100]
"""Of each month there is one sale of each of 10, 20, 30 and 40."""


class Chart:
    """A chart in a buffer of Emacs, and what the kernel has of it."""

    def __init__(self, window, kernel, spec):
        self.window, self.kernel, self.name = window, kernel, spec["id"]
        kernel.call("chart/edit", text=json.dumps(spec))
        window.eval(
            f"""(cl-letf (((symbol-function 'completing-read) (lambda (&rest _) "{self.name}")))
                  (chart-kernel-attach "{kernel.endpoint}") t)"""
        )

    def form(self, form):
        return f'(with-current-buffer "*chart: {self.name}*" {form})'

    @property
    def picture(self):
        return self.window.eval(self.form("chart-kernel-preview--svg"))

    @property
    def layout(self):
        return self.kernel.call("chart/get", chart=self.name)["layout"]

    def call(self, method):
        return self.kernel.call(method, chart=self.name, render=False)

    def is_shown(self):
        """Waits until Emacs shows what the kernel has."""
        eventually(
            lambda: self.picture == self.kernel.call("chart/render", chart=self.name)["svg"], 10, f"{self.name} is not what is shown")

    def has(self, expected, look):
        eventually(lambda: look(self) == expected, 10, f"it is {look(self)}, not {expected}; {self.window.messages()[-500:]}")

    def drag(self, *places):
        """A hand that presses at the first place, goes by the others and holds still at the last one before it lets go."""
        words = []
        for number, place in enumerate([*places, places[-1]]):
            words += ["mousemove", *self.window.position(*place, self.name), "sleep", 0.05, *(["mousedown", 1] if number == 0 else [])]
        self.window.mouse(*words, "sleep", 0.2, "mouseup", 1)

    def key(self, name):
        """Presses a key where the mouse is: without a window manager, keys go to what is below the pointer."""
        self.window.eval(f'(progn (select-window (get-buffer-window "*chart: {self.name}*")) t)')
        self.window.mouse("key", "--delay", 30, name)

    def color(self, x, y, folder):
        """What is seen on the screen at a place of the chart."""
        picture = self.window.screenshot(folder / "screen.png")
        x, y = self.window.position(x, y, self.name)
        done = subprocess.run(
            ["convert", picture, "-crop", f"1x1+{x}+{y}", "-depth", "8", "txt:-"], capture_output=True, text=True, timeout=20)
        return "#" + done.stdout.split("#")[-1][:6].lower()


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("k")
    with Server(f"ipc://{folder}/s") as server, Dealer(server.endpoint) as dealer:
        dealer.endpoint = server.endpoint
        yield dealer


@pytest.fixture(scope="module")
def window(kernel, tmp_path_factory):
    display = Display()
    try:
        window = Window(display, tmp_path_factory.mktemp("emacs"))
        yield window
        window.close()
    finally:
        display.close()


def shown(window, *charts):
    """Charts one above the other in Emacs, as nobody has touched them."""
    window.eval(f'(progn (delete-other-windows) (switch-to-buffer "*chart: {charts[0].name}*") t)')
    for chart in charts[1:]:
        window.eval(f'(progn (select-window (split-window)) (switch-to-buffer "*chart: {chart.name}*") t)')
    for chart in charts:
        window.eventually(chart.form("(and (zerop chart-kernel-preview--flying) chart-kernel-preview--svg t)"), True)
        chart.is_shown()
    return charts


# The overview


@pytest.fixture(scope="module")
def opened(window, kernel):
    return Chart(window, kernel, PLOT)


@pytest.fixture
def letters(window, opened):
    opened.call("chart/reset")
    (chart,) = shown(window, opened)
    chart.has((0, 4), seen)
    return chart


def seen(chart):
    """From which bar's beginning to which one's end the plot shows."""
    viewport = chart.layout["viewport"]
    return round(viewport["start"] + 0.5, 1), round(viewport["end"] + 0.5, 1)


def way(chart, first, last):
    """The way of a hand along the strip, counted in bars."""
    strip = chart.layout["overview"]["box"]
    return [
        (strip["x"] + strip["width"] * (first + (last - first) * step / 6) / len(LETTERS), strip["y"] + strip["height"] / 2) for step in range(7)
    ]


def foot(chart, place):
    """Just above the axis, so many slots from the plot's left."""
    plot = chart.layout["plot"]
    return plot["x"] + plot["width"] * place, plot["y"] + plot["height"] - 12


@pytest.mark.parametrize(
    ("first", "last", "expected"), [(2, 6, (4, 8)), (2, 9.9, (6, 10)), (4, 2, (0, 2))], ids=["moved", "to the end", "made smaller"]
)
def test_what_is_dragged_in_the_overview_is_seen_in_the_plot_until_it_is_undone(letters, tmp_path, first, last, expected):
    start, end = expected
    places = way(letters, first, last)
    letters.drag(*places)
    # A px of the screen is not one of the strip.
    eventually(lambda: seen(letters) == pytest.approx(expected, abs=0.1), 10, "it shows something else")
    letters.is_shown()
    for bar in (start, end - 1):
        x, y = foot(letters, (bar + 0.5 - start) / (end - start))
        eventually(lambda bar=bar, x=x, y=y: letters.color(x, y, tmp_path) == COLORS[bar], 10, f"{LETTERS[bar]} is not on the screen")
    letters.key("u")
    letters.has((0, 4), seen)
    letters.is_shown()
    x, y = foot(letters, 0.125)
    eventually(lambda: letters.color(x, y, tmp_path) == COLORS[0], 10, "A is not on the screen")
    letters.key("r")
    eventually(lambda: seen(letters) == pytest.approx(expected, abs=0.1), 10, "it is not done again")


def test_a_click_in_the_overview_brings_what_is_there_to_be_seen(letters, tmp_path):
    place = way(letters, 7, 7)[0]
    letters.window.move(*place, letters.name)
    letters.window.mouse("click", 1)
    eventually(lambda: seen(letters) == pytest.approx((5, 9), abs=0.1), 10, "it shows something else")
    letters.is_shown()
    assert letters.kernel.call("chart/get", chart="letters")["state"]["selection"] is None
    letters.key("u")
    letters.has((0, 4), seen)


# Filters


@pytest.fixture(scope="module")
def linked(window, kernel):
    return Chart(window, kernel, FILTERED), Chart(window, kernel, FILTERING)


@pytest.fixture
def filters(window, linked):
    """The chart that is filtered, and below it the one that filters."""
    for chart in reversed(linked):
        chart.call("chart/reset")
    filtered, filtering = shown(window, *linked)
    filtered.has(ALL, sums)
    return filtered, filtering


def sums(chart):
    return [mark["value"] for mark in chart.layout["series"][0]["marks"]]


def across(chart, first, last):
    """The way of a hand across the middles of some bins."""
    bins = chart.layout["series"][0]["marks"]
    (start, end), y = (bins[first]["x"] - 15, bins[last]["x"] + 15), chart.layout["plot"]["y"] + 20
    return [(start, y), (start + 12, y), ((start + end) / 2, y), (end - 3, y), (end, y)]


def test_a_hand_that_brushes_one_chart_filters_the_one_it_names_until_it_is_undone(filters):
    filtered, filtering = filters
    before = filtered.picture
    filtering.drag(*across(filtering, 1, 2))
    filtered.has([50, 50, 50], sums)
    for chart in filters:
        chart.is_shown()
    # What the hand has brushed is said once it is lifted, too.
    filtering.window.eventually("""(and (string-prefix-p "Brushed: " (or (current-message) "")) t)""", True)
    assert all(f"{month}, total: 100" in before and f"{month}, total: 50" in filtered.picture for month in ("Jan", "Feb", "Mar"))
    assert "total: 100" not in filtered.picture
    assert filtered.layout.get("part") is None, "it has these rows alone"
    # In the chart that is filtered there is nothing to undo.
    filtered.key("u")
    filtered.window.eventually("(current-message)", "Nothing to undo")
    assert sums(filtered) == [50, 50, 50]
    filtering.key("u")
    filtered.has(ALL, sums)
    for chart in filters:
        chart.is_shown()
    assert filtered.picture == before
    filtering.key("r")
    filtered.has([50, 50, 50], sums)
    filtered.is_shown()


def test_what_keys_select_filters_and_escape_shows_all_again(filters):
    filtered, filtering = filters
    filtering.window.move(*across(filtering, 0, 0)[0], filtering.name)
    filtering.key("End")
    filtered.has([40, 40, 40], sums)
    filtered.is_shown()
    filtering.key("Left")
    filtered.has([30, 30, 30], sums)
    filtered.is_shown()
    filtering.key("Escape")
    filtered.has(ALL, sums)
    filtered.is_shown()
