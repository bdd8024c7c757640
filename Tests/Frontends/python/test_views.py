"""What pages are told of a chart, by what goes through the comms of its models."""

import itertools
import os
import signal
import threading

import chart_kernel as ck
import pytest
from chart_kernel import _widget

from clients import eventually
from pies import PIE


class Page:
    """A page that shows a model: what it is told, and what it asks."""

    def __init__(self, views):
        self.views, self.model, self.numbers, self.told = views, views.open(), itertools.count(), []
        self.model.comm.publish_msg = lambda kind, data, **_: self.told.append(data)

    def ask(self, method: str, **params) -> list[dict]:
        """What it is told in answer."""
        count, number = len(self.told), next(self.numbers)
        self.views.receive(self.model, {"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        # But for notes, which come when they come.
        told = [each for each in self.told[count:] if each.get("content", {}).get("method") != "widget/note"]
        answers = [each.get("content") or each["state"].get("answer") for each in told]
        assert [answer["id"] for answer in answers if answer] == [number], "each is answered once"
        return told

    @property
    def notes(self) -> list[str]:
        """What it was told to say."""
        return [each["content"]["params"]["note"] for each in self.told if "params" in each.get("content", {})]

    @property
    def pictures(self) -> list[int]:
        """The numbers of the pictures that it was told of."""
        return [each["state"]["picture"] for each in self.told if "picture" in each.get("state", {})]


@pytest.fixture
def chart(client):
    return ck.Chart(PIE, client=client)


@pytest.fixture
def page(chart):
    return Page(_widget.views(chart))


def kill(chart):
    """Kills the program, once it has told of the chart's state: what it has not told is lost with it."""
    eventually(lambda: chart._told.get("revision", 0) >= chart.revision, 20, "the state is not told")
    os.kill(chart.client.connection.program.pid, signal.SIGKILL)
    eventually(lambda: not chart.client.is_running, 20, "nobody has noticed")


def test_a_page_that_comes_to_rest_is_told_the_whole_once(chart, page):
    """Pages come to rest again after whatever they are told, and would never stop."""
    (told,) = page.ask("chart/tap", **chart._place, x=390, y=180, render=False)
    assert told["state"]["patch"] is not None and "svg" not in told["state"]
    whole, _ = page.ask("widget/settle")
    assert "selected" in whole["state"]["svg"] and whole["state"]["patch"] is None
    (answer,) = page.ask("widget/settle")
    assert answer["method"] == "custom"


def test_a_program_that_has_ended_is_not_started_by_a_page_that_comes_to_rest(chart, page):
    page.ask("chart/tap", **chart._place, x=390, y=180, render=False)
    kill(chart)
    assert [told["method"] for told in page.ask("widget/settle")] == ["custom"] and not chart.client.is_running
    page.ask("chart/rotate", **chart._place, by=10, render=False)
    assert chart.client.is_running and page.model.selected == "Food: 75 (75%)"


def test_a_program_that_has_ended_is_not_started_by_what_is_told_late(chart, page):
    """Listeners take their time, and meanwhile it may have been killed."""
    chart.on("valueSelected", lambda _: goes_on.wait(20))
    goes_on, selected = threading.Event(), []
    chart.observe(lambda change: selected.append(change["new"]["label"]))
    page.ask("chart/tap", **chart._place, x=390, y=180, render=False)
    kill(chart)
    goes_on.set()
    # That it has ended is told after that.
    eventually(lambda: "ended" in page.notes, 20, "nobody says so")
    assert not chart.client.is_running and selected == []
    page.ask("chart/rotate", **chart._place, by=10, render=False)
    eventually(lambda: selected == ["Food"], 20, "observers do not know what was selected before it ended")


def test_a_program_that_has_ended_again_is_not_started_by_what_tells_of_its_return(chart, page):
    """That it was started is told late, too."""
    page.ask("chart/tap", **chart._place, x=390, y=180, render=False)
    kill(chart)
    eventually(lambda: page.notes, 20, "nobody says so")
    page.views.rejoin()
    assert not chart.client.is_running and page.notes == ["ended"]


def test_pictures_of_a_program_that_was_started_again_have_greater_numbers_from_the_first_on(chart, page, monkeypatch):
    for angle in (10, 20, 30):
        page.ask("chart/rotate", **chart._place, to=angle, render=False)
    kill(chart)
    # The page asks before the views have been told that there is another program.
    monkeypatch.setattr(page.views, "rejoin", lambda: None)
    page.ask("chart/rotate", **chart._place, to=40, render=False)
    assert len(page.pictures) >= 4 and page.pictures == sorted(set(page.pictures))


def test_stills_are_given_to_the_notebook_once(chart, page):
    kept = []

    class Display:
        def update(self, data, metadata, raw):
            kept.append(data)

    page.views.keep(Display())
    page.ask("chart/tap", **chart._place, x=390, y=180, render=False)
    for _ in range(3):
        page.ask("widget/settle")
    (data,) = kept
    assert "selected" in data["image/svg+xml"]
    # And with it the view, or the chart would be live no more.
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == page.model.model_id
    page.views.keep(Display())
    page.ask("widget/settle")
    assert kept == [data] * 3, "a new display has not had it"


def test_models_of_a_chart_show_the_same_and_only_the_one_that_asked_is_answered(chart, page):
    other = Page(page.views)
    (told,) = page.ask("chart/tap", **chart._place, x=390, y=180, render=False)
    (news,) = other.told
    assert "answer" not in news["state"] and news["state"]["picture"] == told["state"]["picture"]
    assert page.model.selected == other.model.selected == "Food: 75 (75%)"
    # One that ends leaves the other as it is.
    page.views.forget(page.model)
    page.model.close()
    other.ask("chart/tap", **chart._place, x=390, y=180, render=False)
    assert other.model.selected is None and page.model.selected == "Food: 75 (75%)"


def test_a_model_that_is_made_later_has_the_picture_whole_and_older_ones_go_on(chart, page):
    page.ask("chart/tap", **chart._place, x=390, y=180, render=False)
    other = Page(page.views)
    assert "selected" in other.model.svg and other.model.patch is None
    chart.rotate(10)
    eventually(lambda: other.pictures, 20, "it is not told")
    # None is left out, so that each can make its next picture of the one before.
    assert page.pictures == [2, 3, 4] and other.pictures == [4] and other.model.patch["from"] == 3


def test_a_chart_that_was_deleted_says_so(chart, page):
    chart.delete()
    assert page.model.isGone is True


def test_where_nothing_shows_a_chart_any_more_nobody_asks_for_pictures(chart, page, monkeypatch):
    page.views.forget(page.model)
    asked = []
    monkeypatch.setattr(page.views, "_ask", lambda method: asked.append(method))
    done = []
    chart.on("rotated", done.append)
    # After its listeners pages would be told, and all of the first before the second.
    chart.rotate(10)
    chart.rotate(10)
    eventually(lambda: len(done) == 2, 20, "not told")
    assert asked == []
