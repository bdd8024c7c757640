"""Charts of each kind as HTML files that `chart-kernel render` wrote, in Debian's Chromium: what is drawn can be seen and is told."""

import io
import json
import re
import subprocess

import numpy as np
import pytest
from PIL import Image

from clients import program
from test_page import Page

pytestmark = pytest.mark.timeout(180)

CELLS = [[3, 14, 15], [9, 26, 53]]
TREE = {"Home": {"Rent": 25, "Heat": 10}, "Food": 30, "Fun": 5}
CANDLES = {"open": [20, 24, 23], "high": [25, 26, 27], "low": [19, 21, 22], "values": [24, 22, 26]}

# kind: the rest of the spec, colours that are seen, and what the marks are called
CHARTS = {
    "heatmap": (
        {"x": {"labels": ["a", "b", "c"]}, "y": {"labels": ["up", "down"]}, "series": {"rows": CELLS}},
        [], [str(number) for row in CELLS for number in row],
    ),
    "radar": (
        {"labels": ["speed", "price", "room"], "fillOpacity": 1, "series": [{"name": "Ours", "color": "#aa3311", "values": [4, 2, 7]}]},
        ["#aa3311"], ["4", "2", "7"],
    ),
    "treemap": (
        {"slices": [{"label": "Rent", "value": 25, "color": "#11aa33"}, {"label": "Food", "value": 30, "color": "#3311aa"}]},
        ["#11aa33", "#3311aa"], ["Rent", "Food"],
    ),
    "box": (
        {"series": {"name": "Times", "x": ["a"] * 6 + ["b"] * 5, "values": [1, 2, 3, 4, 5, 30, 11, 12, 13, 14, 15], "radius": 12, "color": "#aa1188"}},
        ["#aa1188"], ["3.5", "30", "13"],
    ),
    "candlestick": (
        {"x": {"labels": ["Mo", "Tu", "We"]}, "series": CANDLES | {"name": "Price", "rising": "#228833", "falling": "#ee6677", "lineWidth": 8}},
        ["#228833", "#ee6677"], ["24", "22", "26"],
    ),
    "bullet": (
        {"x": {"labels": ["North", "South"]}, "series": {"values": [270, 200], "target": [250, 260], "ranges": [150, 225, 300], "color": "#aa1188"}},
        ["#aa1188"], ["270", "200"],
    ),
    "polar": (
        {"labels": ["N", "E", "S"], "series": [{"name": "Ours", "color": "#aa3311", "values": [4, 2, 7]}]}, ["#aa3311"], ["4", "2", "7"],
    ),
    "histogram": (
        {"series": {"name": "Ages", "values": [1, 2, 3, 3, 5, 9], "bin": {"edges": [0, 4, 6, 10]}, "color": "#11aa88"}},
        ["#11aa88"], ["4", "1"],
    ),
    "waterfall": (
        {"x": {"labels": ["Start", "Sold", "Lost"]}, "series": {"values": [40, 17, -9], "rising": "#228833", "falling": "#ee6677"}},
        ["#228833", "#ee6677"], ["40", "17", "9"],
    ),
    "funnel": (
        {"stages": [{"label": "Came", "value": 90, "color": "#11aa33"}, {"label": "Bought", "value": 31, "color": "#3311aa"}]},
        ["#11aa33", "#3311aa"], ["Came", "Bought"],
    ),
}  # fmt: skip


def tells(text, word):
    """Whether a name or number stands in a text by itself."""
    return re.search(rf"(?<![\w.]){re.escape(word)}(?![\w.]*\w)", text)


@pytest.fixture(scope="module", params=CHARTS)
def written(request, tmp_path_factory):
    """A kind, and the file that the program wrote of it."""
    folder = tmp_path_factory.mktemp("pages")
    spec = {"kind": request.param, "size": {"width": 640, "height": 360}} | CHARTS[request.param][0]
    (folder / "chart.yaml").write_text(json.dumps(spec))
    subprocess.run([program(), "render", "chart.yaml", "-o", "chart.html", "--theme", "light"], cwd=folder, check=True, timeout=60)
    return request.param, (folder / "chart.html").read_text()


def test_it_loads_without_a_word_and_shows_its_marks(chromium, tmp_path, written):
    kind, html = written
    with Page(chromium, tmp_path, html) as page:
        picture = np.asarray(Image.open(io.BytesIO(page.page.locator(".ck-picture").screenshot())).convert("RGB"))
        for color in CHARTS[kind][1]:
            assert (picture == list(bytes.fromhex(color[1:]))).all(axis=2).sum() > 200, f"{color} is not to be seen"
        if kind == "heatmap":
            pixels, counts = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
            # Each cell is larger than a hundredth of the picture, and of a colour of its own.
            assert (counts > picture[:, :, 0].size / 100).sum() >= 6


def test_whoever_points_at_a_mark_is_told_of_it(chromium, tmp_path, written):
    kind, html = written
    with Page(chromium, tmp_path, html) as page:
        marks = page.page.evaluate("JSON.parse(document.getElementById('ck-data').textContent).marks")
        assert len(marks) >= len(CHARTS[kind][2])
        told = set()
        for _, _, x, y, *_ in marks:
            # Inside a mark rather than on its edge.
            for dx, dy in ((0, 2), (0, -2), (2, 0), (-2, 0)):
                page.move_to(x + dx, y + dy)
                if page.told:
                    told.add(page.told)
                    break
        for word in CHARTS[kind][2]:
            assert any(tells(each, word) for each in told), (word, told)
        page.move_to(2, 2)
        assert page.told is None
