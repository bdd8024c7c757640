"""Live charts with the minor version of anywidget before the one in .venv, by real clicks."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

import clients
from environments import Environment
from programs import Place

sys.path.insert(0, str(clients.ROOT / "Tests/Frontends/widget"))

from lab import Lab, Pages

pytestmark = pytest.mark.timeout(240)

PIE = "import anywidget, chart_kernel as ck\nchart = ck.pie({'Rent': 25, 'Food': 30, 'Fun': 45}, title='Spending')\nchart"
SAY = "print(anywidget.__version__, chart.selection['label'])"


@pytest.fixture
def pages(kernelspec, package, chart_kernel, chromium, tmp_path_factory):
    place = Place(tmp_path_factory.mktemp("lab"))
    place.environment.update(package, CHART_KERNEL=chart_kernel)
    lab = Lab(place, environment=Environment(Path(__file__).with_name("anywidget.txt")))
    pages = Pages(lab, chromium)
    yield pages
    pages.close()
    lab.close()
    place.close()


def test_a_tap_is_seen_by_the_next_cell_and_what_python_does_in_the_page(pages):
    notebook = pages.open(PIE, SAY, "chart.highlight(1);", kernel="python3")
    notebook.run(0)
    chart = notebook.chart().wait()
    chart.click(390, 180)
    expect(chart.selected).to_have_count(1)
    notebook.run(1)
    assert notebook.cell(1).locator(".jp-OutputArea-output").last.inner_text().strip() == "0.10.0 Rent"
    notebook.run(2)
    expect(chart.selected).to_have_attribute("aria-label", "Food: 30 (30%), selected")
    # What shows it in the page is of this version, too.
    assert notebook.lab.ask("/lab/extensions/anywidget/package.json")["version"] == "0.10.0"
    notebook.shot("anywidget-previous")
