#!/usr/bin/env python3
"""Takes the pictures of docs/live-*.png: cells of JupyterLab with a chart that somebody has just used, light and dark.

    .venv/bin/python Scripts/make-screenshots.py [DIRECTORY]        (needs Chromium, and the kernel in .venv: make lab)
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Frontends"), str(ROOT / "Tests/Frontends/widget")]

from playwright.sync_api import expect, sync_playwright

from charts import PIE, around
from clients import chromium
from lab import Lab, Pages
from programs import Place

WEEK = """kind: combined
id: week
title: Steps in a week
x: {labels: [Mon, Tue, Wed, Thu, Fri, Sat, Sun]}
series:
  - {type: bar, name: Steps, values: [6200, 8400, 5100, 9700, 7300, 11800, 4600]}
  - {type: line, name: Goal, values: [8000, 8000, 8000, 8000, 8000, 8000, 8000], dash: [6, 4]}
legend: {position: bottom}
"""
# Where Saturday's bar is.
SATURDAY = (498.0, 200.0)


def take(pages: Pages, theme: str, directory: Path):
    pages.lab.set("@jupyterlab/apputils-extension", "themes", theme=f"JupyterLab {theme.title()}")
    notebook = pages.open(PIE.strip(), WEEK.strip(), title=theme, device_scale_factor=1.5)
    charts = []
    for cell in (0, 1):
        notebook.run(cell)
        charts.append(notebook.chart(cell).wait())
    for name, chart, place, cell in [("pie", charts[0], around(300), 0), ("plot", charts[1], SATURDAY, 1)]:
        chart.wait().click(*place)
        expect(chart.selected).to_have_count(1)
        # The still follows when everything has come to rest.
        notebook.page.wait_for_timeout(1500)
        notebook.cell(cell).screenshot(path=directory / f"live-{name}-{theme}.png")


def main():
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        with contextlib.ExitStack() as ends:
            place = Place(Path(folder))
            ends.callback(place.close)
            lab = Lab(place)
            ends.callback(lab.close)
            browser = chromium(playwright)
            ends.callback(browser.close)
            pages = Pages(lab, browser)
            for theme in ("light", "dark"):
                take(pages, theme, directory)


if __name__ == "__main__":
    main()
