"""A chart as one HTML file, in Debian's Chromium: it says what the live chart says, and asks nobody for anything."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from charts import PIE, PRICES, STEPS
from clients import Stdio

pytestmark = pytest.mark.timeout(180)

RINGS = """kind: pie
id: rings
slices:
  - {label: A, children: [{label: a, value: 1}, {label: b, value: 2}]}
  - {label: B, children: [{label: c, value: 2}, {label: d, value: 3}]}
"""
SCATTER = json.dumps({
    "kind": "scatter", "id": "cars",
    "series": [{"name": "Cars", "x": list(range(60)), "values": [step * 37 % 60 for step in range(60)]}],
})
LINES = """kind: line
id: lines
x: {labels: [Jan, Feb, Mar, Apr, May]}
series:
  - {name: North <b>"&, values: [31, 33, null, 36, 38]}
  - {name: South, values: [22, 25, 27, 26, 24], dots: {place: all}}
"""
SHARED = """kind: line
id: shared
x: {labels: [Mo, Tu, We, Th]}
series: [{name: North, values: [10, 11, 10, 12]}, {name: South, values: [1, 2, null, 3]}]
marker: {shared: true}
"""
CHARTS = {"spending": PIE, "rings": RINGS, "steps": STEPS, "cars": SCATTER, "lines": LINES, "prices": PRICES}


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        for spec in CHARTS.values():
            kernel.call("chart/edit", text=spec)
        yield kernel


class Page:
    """A page that was opened as a file."""

    def __init__(self, chromium, folder, html, scheme="light", width=760):
        file = folder / "page.html"
        file.write_text(html, encoding="utf-8")
        self.context = chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 480})
        self.page = self.context.new_page()
        self.faults, self.requests = [], []
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())
        self.frame = self.page.locator(".ck-frame")
        self.marker = self.page.locator(".ck-marker")
        self.status = self.page.locator(".ck-status")

    def move_to(self, x, y):
        box = self.page.locator(".ck-picture > svg:visible").bounding_box()
        scale = box["width"] / 640
        self.page.mouse.move(box["x"] + x * scale, box["y"] + y * scale)

    @property
    def told(self):
        return self.marker.text_content() if self.marker.is_visible() else None

    def press(self, key):
        self.frame.press(key)
        return self.status.text_content()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
        assert self.faults == []
        assert len(self.requests) == 1, "but for the file itself nothing is asked for"


def page_of(kernel, name, **params):
    return kernel.call("chart/render", chart=name, format="html", **params)["html"]


def data_of(html):
    return json.loads(re.search(r'id="ck-data">(.*?)</script>', html, re.DOTALL)[1])


@pytest.mark.parametrize("name", CHARTS)
def test_what_is_told_of_marks_is_what_the_live_chart_tells(chromium, tmp_path, kernel, name):
    html = page_of(kernel, name)
    marks = data_of(html)["marks"]
    assert marks
    with Page(chromium, tmp_path, html) as page:
        chance = random.Random(1)
        if name in ("spending", "rings"):
            # A marker points to the rim, where rings meet.
            places = [(chance.uniform(200, 440), chance.uniform(60, 320)) for _ in range(24)]
        else:
            places = [(x, y) for _, _, x, y, *_ in chance.sample(marks, min(len(marks), 12))]
        compared = 0
        for x, y in places:
            answer = kernel.call("chart/hover", chart=name, x=x, y=y)
            if not answer["hit"] or answer["hit"]["kind"] in ("legend", "axisLabel", "plot", "none"):
                continue
            page.move_to(x, y)
            assert page.told == (answer["marker"] and answer["marker"]["text"]), (x, y)
            compared += 1
        assert compared >= min(len(marks), 5)
        page.move_to(2, 2)
        expect(page.marker).to_be_hidden()


@pytest.mark.parametrize("name", ["spending", "rings", "lines", "cars"])
def test_keys_walk_as_in_the_live_chart(chromium, tmp_path, kernel, name):
    keys = ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "End", "ArrowRight", "ArrowUp", "ArrowLeft", "Home",
            "ArrowLeft", "ArrowDown", "Escape", "ArrowLeft", "Escape", "Enter", "Enter"]
    try:
        with Page(chromium, tmp_path, page_of(kernel, name)) as page:
            for key in keys:
                answer = kernel.call("chart/key", chart=name, key=key)
                told = page.press(key)
                marker = answer["marker"]
                if answer["selection"] is None:
                    assert told == "Nothing is selected." and page.told is None, key
                else:
                    assert told.endswith(", selected") and page.told == (marker and marker["text"]), key
    finally:
        kernel.call("chart/reset", chart=name)


def test_page_up_and_down_go_from_chart_to_chart_as_in_the_live_chart(chromium, tmp_path, kernel):
    parts = [{"kind": "bar", "series": [{"name": name, "values": [3, 5]}, {"values": [2, 4]}]} for name in ("North", "South")]
    slices = [{"label": name, "value": value} for name, value in (("Rent", 3), ("Food", 2), ("Fun", 1))]
    kernel.call("chart/create", chart="board", spec={"kind": "layout", "charts": [*parts, {"kind": "pie", "slices": slices}]})
    # Other keys stay in the chart where one is, and a pie goes round there, too.
    with Page(chromium, tmp_path, page_of(kernel, "board")) as page:
        for key in ["PageDown", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp", "PageDown", "ArrowDown", "PageDown", "ArrowLeft",
                    "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowRight", "PageUp", "PageUp", "PageDown", "Escape",
                    "ArrowRight", "Escape"]:
            answer = kernel.call("chart/key", chart="board", key=key)
            told = page.press(key)
            if answer["selection"] is None:
                assert told == "Nothing is selected.", key
            else:
                assert told.endswith(", selected") and page.told == answer["marker"]["text"], key


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_a_marker_of_all_series_is_there_wherever_the_plot_is_pointed_at(chromium, tmp_path, kernel, orientation):
    kernel.call("chart/edit", text=f"{SHARED}orientation: {orientation}\n")
    plot = kernel.call("chart/get", chart="shared")["layout"]["plot"]
    with Page(chromium, tmp_path, page_of(kernel, "shared")) as page:
        for across in range(19):
            for down in (0.05, 0.45, 0.95):
                x, y = plot["x"] + plot["width"] * (across + 0.6) / 20, plot["y"] + plot["height"] * down
                answer = kernel.call("chart/hover", chart="shared", x=x, y=y)
                page.move_to(x, y)
                assert page.told == answer["marker"]["text"], (x, y)
        page.move_to(2, 2)
        expect(page.marker).to_be_hidden()


def test_the_marker_is_where_the_engine_puts_it(chromium, tmp_path, kernel):
    """Also where the page is narrower than the chart."""
    for width, expected in ((760, 640), (400, None)):
        with Page(chromium, tmp_path, page_of(kernel, "spending"), width=width) as page:
            answer = kernel.call("chart/hover", chart="spending", x=360, y=120)
            page.move_to(360, 120)
            picture, marker = (page.page.locator(each).bounding_box() for each in (".ck-picture > svg:visible", ".ck-marker"))
            assert expected in (None, picture["width"])
            scale = picture["width"] / 640
            frame = answer["marker"]["frame"]
            assert marker["x"] - picture["x"] == pytest.approx(frame["x"] * scale, abs=1)
            assert marker["y"] - picture["y"] == pytest.approx(frame["y"] * scale, abs=1)
            assert marker["width"] == pytest.approx(frame["width"] * scale, abs=2)


def test_the_marker_points_to_its_mark_from_whichever_side(chromium, tmp_path, kernel):
    """As markers in pictures do, by the side that is nearest."""
    sides = set()
    for name, size in (("high", "640, height: 360"), ("low", "300, height: 60")):
        kernel.call("chart/edit", text=f"id: {name}\nkind: line\nsize: {{width: {size}}}\nseries: {{values: [3, 9, 1, 5]}}")
        with Page(chromium, tmp_path, page_of(kernel, name)) as page:
            for _ in range(4):
                marker = kernel.call("chart/key", chart=name, key="ArrowRight", render=False)["marker"]
                page.press("ArrowRight")
                frame, anchor = marker["frame"], marker["anchor"]
                places = {
                    "bottom": anchor["y"] - frame["y"] - frame["height"], "top": frame["y"] - anchor["y"],
                    "right": anchor["x"] - frame["x"] - frame["width"], "left": frame["x"] - anchor["x"],
                }  # fmt: skip
                side = next(side for side, distance in places.items() if distance >= 0)
                assert page.marker.get_attribute("data-tip") == side
                along, axis, length = ("left", "x", "width") if side in ("bottom", "top") else ("top", "y", "height")
                tip = page.marker.evaluate("(marker, along) => parseFloat(getComputedStyle(marker, '::after')[along])", along)
                assert tip + 6 == pytest.approx(min(max(anchor[axis] - frame[axis], 9), frame[length] - 9), abs=1)
                sides.add(side)
    assert sides == {"bottom", "top", "left", "right"}


def test_it_goes_with_the_system_unless_a_theme_was_chosen(chromium, tmp_path, kernel):
    def ground(html, scheme):
        with Page(chromium, tmp_path, html, scheme) as page:
            assert page.page.locator(".ck-picture > svg:visible").count() == 1
            page.press("ArrowRight")
            assert page.told
            return page.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    html = page_of(kernel, "spending")
    light, dark = ground(html, "light"), ground(html, "dark")
    assert light == "rgb(255, 255, 255)" and dark not in (light, "rgba(0, 0, 0, 0)")
    for theme, expected in (("light", light), ("dark", dark)):
        html = page_of(kernel, "spending", theme=theme)
        assert html.count("<svg") == 1
        assert ground(html, "light") == ground(html, "dark") == expected


def test_the_picture_is_there_without_a_script_too(chromium, tmp_path, kernel):
    (tmp_path / "page.html").write_text(page_of(kernel, "lines"))
    context = chromium.new_context(java_script_enabled=False, color_scheme="dark")
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert page.locator(".ck-picture:visible").count() == 1
    context.close()


def test_it_is_small_and_forbids_itself_the_network(kernel):
    html = page_of(kernel, "spending", theme="light")
    picture = kernel.call("chart/render", chart="spending", theme="light")["svg"]
    data = re.search(r'id="ck-data">(.*?)</script>', html, re.DOTALL)[1]
    assert len(html.encode()) - len(picture.encode()) - len(data.encode()) < 20_000
    assert "default-src 'none'" in html and "unsafe-eval" not in html and "http-equiv" in html
    outside = re.findall(r"(?:src|href|url)\s*[=(]\s*[\"']?(?!#)[a-z]+:[^\"')\s]*", html.replace(picture, ""))
    assert outside == []
    assert re.search(r'<html lang="en">', html) and "<title>Spending</title>" in html


def test_texts_do_no_harm(chromium, tmp_path, kernel):
    evil = '</script><script>alert(1)</script><img src=x onerror=alert(2)>"\'&<!--'
    spec = {"kind": "pie", "title": evil, "format": {"locale": "de"},
            "slices": [{"label": evil, "value": 1}, {"label": "B", "value": 2}]}
    kernel.call("chart/create", chart=evil[:60], spec=spec)
    with Page(chromium, tmp_path, page_of(kernel, evil[:60])) as page:
        assert page.page.title() == evil
        assert page.page.locator("img, script:not([type])").count() == 1
        assert evil in page.press("ArrowRight")


def test_of_too_many_marks_it_says_that_it_tells_of_some(kernel):
    values = [step * 37 % 100 for step in range(20_000)]
    kernel.call("chart/create", chart="many", spec={"kind": "line", "series": [{"values": values}]})
    answer = kernel.call("chart/render", chart="many", format="html")
    assert "of 20000 marks" in answer["warnings"][0]
    marks = data_of(answer["html"])["marks"]
    assert 4_000 <= len(marks) <= 5_000 and marks[0][0] == [0, 0] and marks[-1][0][1] > 19_900
