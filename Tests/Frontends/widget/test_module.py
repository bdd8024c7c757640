"""The widget's module by itself."""

import random
import subprocess
import sys

import pytest
from clients import ROOT, SPENDING, Stdio, svg

MODULE = ROOT / "Sources/Jupyter/Widget/chart.js"

COMPARE = """([from, to]) => {
  const holder = document.createElement("div");
  holder.append(window.chart.parse(from));
  window.chart.morph(holder.firstChild, window.chart.parse(to));
  return holder.firstChild.isEqualNode(window.chart.parse(to)) && holder.childNodes.length === 1;
}"""

PLOT = {
    "kind": "combined",
    "x": {"labels": [f"d{day}" for day in range(30)]},
    "series": [
        {"type": "bar", "name": "Steps", "values": [day * 37 % 100 for day in range(30)]},
        {"type": "line", "name": "Goal", "values": [50 + day % 7 for day in range(30)]},
    ],
    "viewport": {"visibleCount": 9},
}


def test_the_program_has_the_files_as_they_are():
    subprocess.run([sys.executable, ROOT / "Scripts/embed-widget.py", "--check"], check=True, timeout=20)


@pytest.fixture
def page(chromium):
    context = chromium.new_context()
    page = context.new_page()
    page.add_script_tag(type="module", content=MODULE.read_text().replace("export {", "window.chart = {", 1))
    page.wait_for_function("window.chart")
    yield page
    context.close()


@pytest.mark.parametrize("spec", [SPENDING, {**SPENDING, "hole": 0.4, "legend": {"position": "right"}}, PLOT])
def test_a_picture_made_out_of_another_is_equal_to_it(page, spec):
    """Whatever was shown before, and in whatever order: the page shows what the kernel drew."""
    chance = random.Random(5)
    with Stdio() as kernel:
        pictures = [svg(kernel.call("chart/create", chart="c", spec=spec))]
        for _ in range(25):
            x, y = chance.uniform(0, 640), chance.uniform(0, 360)
            for method, params in [
                ("chart/tap", {"x": x, "y": y}),
                ("chart/key", {"key": chance.choice(["ArrowRight", "+", "-", "End", "Escape"])}),
                ("chart/toggle", {"series": chance.randrange(2)}),
            ]:
                pictures.append(svg(kernel.call(method, chart="c", **params)))
        theme = kernel.call("chart/render", chart="c", theme="dark")["svg"]
        pictures += [theme, kernel.call("chart/render", chart="c", phase=0)["svg"]]
    assert len(set(pictures)) > 20
    for _ in range(200):
        assert page.evaluate(COMPARE, chance.sample(pictures, 2))
