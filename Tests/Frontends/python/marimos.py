"""marimo as people have it: a server, and notebooks and apps of it in Chromium."""

import json
import os
import textwrap
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from clients import ended_on_failure, eventually, free_port
from environments import Environment
from lab import PATIENCE, Chart
from programs import Place

# What the program itself says, with charts or without: files that it has loaded ahead and not used soon enough.
HARMLESS = ["favicon", "was preloaded using link preload but not used", "ResizeObserver loop"]


def environment() -> Environment:
    return Environment(Path(__file__).with_name("marimo.txt"))


def write(place: Place, name: str, *cells: str, **config) -> Path:
    """A notebook that nobody has run."""
    options = ", ".join(f"{key}={value!r}" for key, value in config.items())
    text = f"import marimo\n\napp = marimo.App({options})\n"
    for cell in cells:
        text += f"\n\n@app.cell\ndef _():\n{textwrap.indent(cell, '    ')}\n    return\n"
    path = place.work / name
    path.write_text(text)
    return path


class Marimo:
    """A running server: of notebooks that are edited, which lie in a folder, or of one that is an app."""

    def __init__(self, place: Place, app: Path | None = None, **config):
        self.place, self.port, self.is_app = place, free_port(), app is not None
        self.configure(**config)
        # What a test is called changes what marimo does.
        variables = {name: value for name, value in place.environment.items() if name != "PYTEST_CURRENT_TEST"}
        variables |= {"XDG_CONFIG_HOME": str(place.home / "config"), "XDG_STATE_HOME": str(place.home / "state")}
        place.environment = variables
        command = ["run", app] if app else ["edit", place.work, "--skip-update-check"]
        self.process = place.start(
            *environment().program("marimo"), command[0], "--headless", "--no-token", "--host", "127.0.0.1", "--port", self.port, *(["--session-ttl", 3] if app else []),
            *command[1:],
        )
        with ended_on_failure(self.process):
            eventually(self.answers, 60, "the server does not answer")

    def configure(self, theme: str = "light", auto_instantiate: bool = True):
        """What the user has chosen."""
        path = self.place.home / "config" / "marimo" / "marimo.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"[display]\ntheme = {json.dumps(theme)}\n\n[runtime]\nauto_instantiate = {json.dumps(auto_instantiate)}\n")

    def answers(self) -> bool:
        assert self.process.poll() is None, self.place.log
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=20) as answer:
                return answer.status == 200
        except OSError:
            return False

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        finally:
            self.process.kill()
            self.process.wait()


class Pages:
    """Notebooks that are open, each in a page of its own."""

    def __init__(self, server: Marimo, browser: Browser):
        self.server, self.browser = server, browser
        self.notebooks: list[Notebook] = []

    def open(self, *cells: str, name: str | None = None, title: str = "notebook", server=None, **options) -> "Notebook":
        """Opens a notebook that exists, or one with these cells; without either, the app."""
        server = server or self.server
        if cells:
            name = f"{title.split('[')[0]}_{len(self.notebooks)}.py"
            write(server.place, name, *cells)
        context = self.browser.new_context(**{"viewport": {"width": 1200, "height": 1000}} | options)
        self.notebooks.append(Notebook(server, context.new_page(), name))
        return self.notebooks[-1]

    def close(self):
        for notebook in self.notebooks:
            notebook.page.context.close()
        assert [error for notebook in self.notebooks for error in notebook.errors] == []


class Notebook:
    """A notebook or an app that is open in a page."""

    def __init__(self, server: Marimo, page: Page, name: str | None):
        self.server, self.page, self.name = server, page, name
        self.errors: list[str] = []
        self.asked: list[str] = []
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=20_000)
        page.on("console", lambda message: message.type in ("error", "warning") and self.note(
            f"{message.text} {message.location.get('url', '')}"))
        page.on("pageerror", lambda error: self.note(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        self.load()

    def note(self, error: str):
        if not any(word in error for word in HARMLESS):
            self.errors.append(error)

    def load(self):
        self.page.goto(f"http://127.0.0.1:{self.server.port}/" + (f"?file={self.name}" if self.name else ""))

    def cell(self, index: int = 0):
        return self.page.locator("[data-cell-id]").nth(index)

    def run(self, index: int = 0):
        """Runs a cell, and waits until it has run."""
        self.begin(index)
        expect(self.cell(index).locator("[data-testid=cell-status]")).to_have_attribute("data-status", "idle")

    def begin(self, index: int = 0):
        self.cell(index).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")

    def text(self, index: int) -> str:
        """What the cell has printed."""
        return "\n".join(self.cell(index).locator("[data-testid=console-output-area]").all_inner_texts()).strip()

    def chart(self, index: int = 0, number: int = 0) -> Chart:
        return Chart(self.page, self.cell(index).locator(".ck-chart").nth(number))

    def shot(self, name: str):
        """Keeps a picture of the page where somebody wants to look at it."""
        if folder := os.environ.get("CHART_KERNEL_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(folder) / f"{name}.png")
