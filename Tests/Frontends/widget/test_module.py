"""The widget's module by itself, in a page without a notebook."""

import random

import pytest
import yaml
from charts import PRICES, STEPS
from clients import ROOT, SPENDING, Stdio, svg
from playwright.sync_api import expect

FOLDER = ROOT / "Sources/ChartJupyter/Widget"

COMPARE = """() => { window.compare = ([from, to]) => {
  const holder = document.createElement("div");
  holder.append(chart.parse(from));
  chart.morph(holder.firstChild, chart.parse(to));
  return holder.firstChild.isEqualNode(chart.parse(to)) && holder.childNodes.length === 1;
}; }"""


@pytest.fixture
def page(chromium):
    context = chromium.new_context()
    page = context.new_page()
    page.add_script_tag(type="module", content=(FOLDER / "chart.js").read_text()
        .replace("export {", "window.chart = {", 1)
        .replace("export default {", "window.widget = {", 1))
    page.wait_for_function("window.chart && window.widget")
    page.evaluate(COMPARE)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def pictures(kernel, spec) -> list[str]:
    """What a chart looks like while all kinds of things are done to it."""
    chance = random.Random(5)
    made = kernel.call("chart/create", chart="c", spec=spec)
    pictures = [svg(made)]
    for step in range(30):
        x, y = chance.uniform(0, 640), chance.uniform(0, 360)
        for method, params in [
            ("chart/tap", {"x": x, "y": y}),
            ("chart/key", {"key": chance.choice(["ArrowRight", "+", "-", "End", "Escape"])}),
            ("chart/pointer", {"phase": "down", "x": 300, "y": 180, "time": step}),
            ("chart/pointer", {"phase": "move", "x": 320 + x / 10, "y": 190 + y / 10, "time": step + 0.5}),
            ("chart/pointer", {"phase": "cancel", "x": 0, "y": 0, "time": step + 0.6}),
            ("chart/toggle", {"series": chance.randrange(2)}),
        ]:
            pictures.append(svg(kernel.call(method, chart="c", **params)))
    pictures.append(kernel.call("chart/render", chart="c", theme="dark")["svg"])
    pictures.append(kernel.call("chart/render", chart="c", phase=0)["svg"])
    assert len(set(pictures)) > 30
    return pictures


def spec(text: str) -> dict:
    return {key: value for key, value in yaml.safe_load(text).items() if key != "id"}


SPECS = [SPENDING, {**SPENDING, "hole": 0.4, "legend": {"position": "right"}}, spec(STEPS), spec(PRICES)]


@pytest.mark.parametrize("spec", SPECS)
def test_a_picture_made_out_of_another_is_equal_to_it(page, spec):
    """Whatever was shown before, and in whatever order: the page shows what the kernel drew."""
    with Stdio() as kernel:
        all = pictures(kernel, spec)
    chance = random.Random(6)
    pairs = [chance.sample(all, 2) for _ in range(100)]
    assert page.evaluate("pairs => pairs.map(pair => compare(pair))", pairs) == [True] * 100


class Model:
    """The model of a chart that has no kernel, as in an exported page: a state, and views of it."""

    def __init__(self, page, state):
        self.page = page
        page.evaluate(
            """state => {
              window.sent = [];
              window.model = {
                get: name => state[name], set: (name, value) => { state[name] = value }, on() {}, off() {},
                send: content => sent.push(content),
                widget_manager: {get_model: async () => ({comm_live: false})},
              };
              widget.initialize({model});
              widget.render({model, el: document.body});
            }""", state)


def test_a_page_without_a_kernel_shows_the_state_that_was_saved(page):
    """As pages of nbconvert do once they have loaded the widgets' scripts: inline, so that marks have hover titles."""
    with Stdio() as kernel:
        picture = svg(kernel.call("chart/create", chart="c", spec=SPENDING))
    state = {"id": "m", "svg": picture, "picture": 3, "patch": None, "width": 640, "height": 360, "kind": "pie",
             "title": "Spending", "theme": "light", "_css": (FOLDER / "chart.css").read_text()}
    Model(page, state)
    slice = page.locator('.ck-picture [data-path="1"]')
    expect(slice).to_be_visible()
    assert slice.locator("title").text_content() == "Food: 30 (30%)"
    expect(page.locator(".ck-note")).to_have_text("This is a saved picture.")
    slice.click()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    assert page.evaluate("sent") == [], "there is nobody to ask"
