"""Fingers instead of a mouse."""

import pytest
from playwright.sync_api import expect

from charts import PIE, STEPS, WORDS, around, turning
from clients import eventually
from lab import Kernel

pytestmark = pytest.mark.timeout(180)
CELLS = [PIE, STEPS]
OPTIONS = {"has_touch": True}


def test_a_tap_selects_and_a_finger_turns_the_pie(shared, service):
    kernel = Kernel(service, "spending")
    chart = shared.chart(0).wait()
    chart.touch([around(300)])
    expect(chart.selected).to_have_attribute("aria-label", f"{WORDS[0]}, selected")
    expect(chart.marker).to_be_hidden()
    before = kernel.state["startAngle"]
    chart.touch(turning(0, 60, 3) + [around(60)] * 10)
    eventually(lambda: abs((kernel.state["startAngle"] - before) % 360 - 60) <= 1, 10, "it did not turn with the finger")
    kernel.is_shown_by(chart)
    assert shared.errors == []


def test_two_fingers_zoom_a_plot(shared, service):
    """V4: what was under each finger stays under it."""
    kernel = Kernel(service, "steps")
    chart = shared.chart(1).wait()

    def position(x):
        viewport, plot = kernel.layout["viewport"], kernel.layout["plot"]
        return viewport["start"] + (x - plot["x"]) / plot["width"] * (viewport["end"] - viewport["start"])

    before = position(300), position(360)
    chart.touch([(300 - 6 * step, 180) for step in range(15)], [(360 + 6 * step, 180) for step in range(15)])
    scale = (444 - 216) / 60
    eventually(lambda: kernel.layout["viewport"]["zoomX"] == pytest.approx(scale, rel=0.01), 10, "it did not zoom")
    kernel.is_shown_by(chart)
    assert (position(216), position(444)) == pytest.approx(before, abs=0.3)
    assert shared.page.evaluate("visualViewport.scale") == 1, "the page did not"
    assert shared.errors == []


def test_one_finger_scrolls_a_plot(shared, service):
    kernel = Kernel(service, "steps")
    kernel.act("chart/reset")
    chart = shared.chart(1).wait()
    start = kernel.layout["viewport"]["start"]
    chart.touch([(200 + 10 * step, 180) for step in range(20)])
    eventually(lambda: kernel.layout["viewport"]["start"] < start - 1, 10, "it did not scroll")
    eventually(lambda: not kernel.state.get("glide") and kernel.state["selection"], 10, "it did not come to rest")
    kernel.is_shown_by(chart)
    assert shared.errors == []
