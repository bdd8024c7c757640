"""N2: pictures that play by themselves, in Debian's Chromium.

They play as the engine's still frames say, end in the still picture, and don't move where people prefer less motion.
"""

import io

import numpy
import pytest
from PIL import Image

from clients import SPENDING, Stdio, eventually

SIZE = {"width": 640, "height": 360}


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


class Page:
    """A page that shows one SVG and lets its animations be set to a moment."""

    def __init__(self, chromium, svg, motion="no-preference"):
        self.context = chromium.new_context(viewport=SIZE, reduced_motion=motion)
        self.errors = []
        try:
            self.page = self.context.new_page()
            self.page.on("console", lambda message: self.errors.append(message.text))
            self.page.set_content(f"<body style='margin:0'>{svg}</body>")
        except BaseException:
            self.context.close()
            raise

    def seek(self, seconds):
        self.page.evaluate(
            "t => document.getAnimations().forEach(a => { a.pause(); a.currentTime = t })", seconds * 1000
        )

    def finish(self):
        self.page.evaluate("document.getAnimations().forEach(a => a.finish())")

    def pixels(self):
        picture = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        return numpy.asarray(picture).astype(int)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
        assert self.errors == []


def pixels(chromium, svg):
    with Page(chromium, svg) as page:
        return page.pixels()


def share_that_differs(first, second):
    """The share of pixels that differ by more than 32 of 255 in any channel."""
    return (abs(first - second).max(axis=2) > 32).mean()


def is_away_from_edges(picture):
    """Where a pixel and all its neighbours are of one colour; elsewhere two ways of smoothing an edge may differ."""
    away = numpy.zeros(picture.shape[:2], bool)
    away[1:-1, 1:-1] = True
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            moved = numpy.roll(picture, (dy, dx), axis=(0, 1))
            away &= (moved == picture).all(axis=2)
    return away


@pytest.fixture(scope="module", params=["sweep", "wipe"])
def chart(request, kernel):
    kind = request.param
    spec = {**SPENDING, "animation": {"kind": kind, "easing": "linear", "duration": 2}, "stroke": {"width": 0}}
    kernel.call("chart/create", chart=kind, spec=spec, render=False)
    return kind


def test_it_ends_in_the_still_picture(chromium, kernel, chart):
    playing = kernel.call("chart/render", chart=chart, animated=True)["svg"]
    still = kernel.call("chart/render", chart=chart)["svg"]
    assert "@keyframes" in playing and "@keyframes" not in still and "<script" not in playing
    with Page(chromium, playing) as page:
        page.finish()
        assert share_that_differs(page.pixels(), pixels(chromium, still)) == 0


@pytest.mark.parametrize("phase", [0.25, 0.5, 0.75])
def test_on_its_way_it_shows_the_still_frames(chromium, kernel, chart, phase):
    playing = kernel.call("chart/render", chart=chart, animated=True)["svg"]
    frame = pixels(chromium, kernel.call("chart/render", chart=chart, phase=phase)["svg"])
    with Page(chromium, playing) as page:
        page.seek(2 * phase)
        seen = page.pixels()
    away = is_away_from_edges(frame)
    assert away.mean() > 0.9 and (frame[away] != 255).any(axis=1).sum() > 1000
    # But for the 1 px about the centre that the moving picture leaves out, all agrees.
    assert (abs(seen - frame).max(axis=2) > 32)[away].sum() <= 4


def test_before_it_starts_no_slice_is_seen(chromium, kernel, chart):
    playing = kernel.call("chart/render", chart=chart, animated=True)["svg"]
    with Page(chromium, playing) as page:
        page.seek(0)
        assert share_that_differs(page.pixels(), pixels(chromium, kernel.call("chart/render", chart=chart, phase=0)["svg"])) == 0


def test_it_does_not_move_for_those_who_prefer_less_motion(chromium, kernel, chart):
    playing = kernel.call("chart/render", chart=chart, animated=True)["svg"]
    still = pixels(chromium, kernel.call("chart/render", chart=chart)["svg"])
    with Page(chromium, playing, motion="reduce") as page:
        assert page.page.evaluate("document.getAnimations().length") == 0
        assert share_that_differs(page.pixels(), still) == 0


def test_it_plays_as_an_image_too(chromium, kernel, chart):
    """In an <img>, as notebooks show it: at first not the still picture, in the end it."""
    import base64

    playing = kernel.call("chart/render", chart=chart, animated=True)["svg"]
    still = pixels(chromium, kernel.call("chart/render", chart=chart)["svg"])
    source = "data:image/svg+xml;base64," + base64.b64encode(playing.encode()).decode()
    with Page(chromium, f"<img style='display:block' src='{source}'>") as page:
        first = page.pixels()
        assert share_that_differs(first, still) > 0.05
        eventually(lambda: share_that_differs(page.pixels(), still) == 0, 30, "it does not end as the still picture")


@pytest.mark.parametrize("hole", [0, 0.4])
def test_a_wipe_shows_no_slice_before_its_turn(chromium, kernel, hole):
    """Where dash and gap of its mask were one turn together, Chromium showed a third of all frames wrong."""
    spec = {
        "kind": "pie", "labels": "none", "size": {"width": 640, "height": 300}, "hole": hole,
        "animation": {"kind": "wipe", "easing": "linear", "duration": 1}, "slices": {"A": 36, "B": 4, "C": 32, "D": 18, "E": 6},
    }  # fmt: skip
    kernel.call("chart/create", chart=f"wipe{hole}", spec=spec, render=False)
    playing = kernel.call("chart/render", chart=f"wipe{hole}", animated=True)["svg"]
    with Page(chromium, playing) as page:
        for phase in [0.245, 0.375, 0.625, 0.73, 0.755, *(place / 16 + 0.005 for place in range(1, 16))]:
            page.seek(phase)
            frame = pixels(chromium, kernel.call("chart/render", chart=f"wipe{hole}", phase=phase)["svg"])
            wrong = (abs(page.pixels() - frame).max(axis=2) > 32)[is_away_from_edges(frame)].sum()
            assert wrong <= 4, phase
