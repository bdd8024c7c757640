"""marimo as people have it: a server, and notebooks and apps of it in Chromium."""

import textwrap
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from clients import ended_on_failure, eventually, free_port
from environments import Environment
from lab import PATIENCE, Chart, OpenPages, shot, watch
from programs import Place

# What the program itself says, with charts or without: files that it has loaded ahead and not used soon enough.
HARMLESS = ["favicon", "was preloaded using link preload but not used", "ResizeObserver loop"]


def environment() -> Environment:
    return Environment(Path(__file__).with_name("marimo.txt"))


def write(place: Place, name: str, *cells: str) -> Path:
    """A notebook that nobody has run."""
    text = "import marimo\n\napp = marimo.App()\n"
    for cell in cells:
        text += f"\n\n@app.cell\ndef _():\n{textwrap.indent(cell, '    ')}\n    return\n"
    path = place.work / name
    path.write_text(text)
    return path


class Marimo:
    """A running server: of notebooks that are edited, which lie in a folder, or of one that is an app."""

    def __init__(self, place: Place, app: Path | None = None, theme: str = "light"):
        self.place, self.port = place, free_port()
        self.configure(theme)
        # Visitors that have gone are forgotten after a second.
        command = ["run", app, "--session-ttl", 1] if app else ["edit", place.work, "--skip-update-check"]
        self.process = place.start(
            *environment().program("marimo"), *command, "--headless", "--no-token", "--host", "127.0.0.1", "--port", self.port
        )
        with ended_on_failure(self.process):
            eventually(self.answers, 60, "the server does not answer")

    def configure(self, theme: str):
        """What the user has chosen. Cells are not run by themselves when a notebook is opened, as marimo has it by default."""
        path = self.place.home / "config" / "marimo" / "marimo.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'[display]\ntheme = "{theme}"\n\n[runtime]\nauto_instantiate = false\n')

    def answers(self) -> bool:
        assert self.process.poll() is None, self.place.log
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=20) as answer:
                return answer.status == 200
        except OSError:
            return False

    def close(self):
        self.place.end(self.process)


class Pages(OpenPages):
    """Those of marimo."""

    def __init__(self, server: Marimo, browser: Browser):
        super().__init__(browser)
        self.server = server

    def open(self, *cells: str, name: str | None = None, title: str = "notebook", **options) -> "Notebook":
        """Opens a notebook that exists, or one with these cells; of an app, the app."""
        if cells:
            name = f"{title.split('[')[0]}_{len(self.notebooks)}.py"
            write(self.server.place, name, *cells)
        options = {"viewport": {"width": 1200, "height": 1000}} | options
        return self.add(lambda page: Notebook(self.server, page, name), **options)


class Notebook:
    """A notebook or an app that is open in a page."""

    def __init__(self, server: Marimo, page: Page, name: str | None):
        self.server, self.page, self.name = server, page, name
        self.errors: list[str] = []
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=20_000)
        watch(page, self.errors, HARMLESS)
        self.load()

    def load(self):
        self.page.goto(f"http://127.0.0.1:{self.server.port}/" + (f"?file={self.name}" if self.name else ""))

    def run_all(self):
        """Runs all cells that have not run as they are now."""
        self.cell().locator(".cm-content").wait_for()
        self.page.locator("[data-testid=run-button]").last.click()

    def cell(self, index: int = 0):
        return self.page.locator("[data-cell-id]").nth(index)

    def run(self, index: int = 0):
        self.cell(index).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")

    def status(self, index: int = 0):
        """Says in its `data-status` whether the cell runs."""
        return self.cell(index).locator("[data-testid=cell-status]")

    def printed(self, index: int):
        return self.cell(index).locator("[data-testid=console-output-area]")

    def restart(self):
        self.page.locator("[data-testid=notebook-menu-dropdown]").click()
        self.page.get_by_role("menuitem", name="Restart kernel").click()
        self.page.get_by_role("alertdialog").get_by_role("button", name="Restart").click()

    def choose_theme(self, theme: str):
        self.page.locator("[data-testid=app-config-button]").click()
        self.page.get_by_role("button", name="User settings").click()
        self.page.get_by_role("tab", name="Display").click()
        self.page.locator("[data-testid=theme-select]").select_option(theme)
        # Out of the dialog, and out of what it was opened from.
        for shown in ("theme-select", "app-width-select"):
            self.page.keyboard.press("Escape")
            expect(self.page.locator(f"[data-testid={shown}]")).to_have_count(0)

    def chart(self, index: int = 0, number: int = 0) -> Chart:
        return Chart(self.page, self.cell(index).locator(".ck-chart").nth(number))

    def shot(self, name: str):
        """Keeps a picture of the page where somebody wants to look at it."""
        shot(self.page, name)
