"""JupyterLab as people have it: a server, and pages of it in Chromium."""

import json
import os
import re
import time
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Browser, Page, expect

from clients import Dealer, ended_on_failure, eventually, free_port
from environments import Environment
from programs import Place

# A page of JupyterLab takes seconds to load where others compute.
PATIENCE = 60_000

# What the programs themselves say, with charts or without: `schema` is an error of Notebook 7.6 when it loads its settings,
# on any of its pages.
HARMLESS = ["favicon", "ResizeObserver loop", "net::ERR_ABORTED", "Cannot read properties of undefined (reading 'schema')"]


class Lab:
    """A running server; `command` is `lab` or `notebook`, in .venv or in an environment above it."""

    def __init__(self, place: Place, command: str = "lab", environment: Environment | None = None):
        self.place, self.command, self.port = place, command, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.set("@jupyterlab/apputils-extension", "notification", fetchNews="false", checkForUpdates=False)
        start, variables = ["jupyter", command], {}
        if environment:
            start, variables = [environment.python, "-m", "jupyterlab"], environment.variables(place.environment)
        self.process = place.start(
            *start, "--no-browser", "--allow-root", f"--port={self.port}", "--ServerApp.ip=127.0.0.1",
            "--ServerApp.port_retries=0", "--ServerApp.disable_check_xsrf=True", "--IdentityProvider.token=", "--ServerApp.password=",
            f"--ServerApp.root_dir={place.work}", "--ServerApp.shutdown_no_activity_timeout=0", **variables,
        )
        with ended_on_failure(self.process):
            eventually(self.answers, 90, "the server does not answer")

    def set(self, package: str, plugin: str, **values):
        """Changes a setting before the server starts, or before a page is loaded."""
        folder = self.place.home / "config" / "lab" / "user-settings" / package
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{plugin}.jupyterlab-settings").write_text(json.dumps(values))

    def answers(self) -> bool:
        assert self.process.poll() is None, self.place.log
        try:
            return self.ask("/api/status") is not None
        except OSError:
            return False

    def ask(self, path: str, method: str = "GET"):
        call = urllib.request.Request(self.url + path, method=method)
        with urllib.request.urlopen(call, timeout=20) as answer:
            return json.loads(answer.read() or b"null")

    def write(self, name: str, *cells: str, kernel: str = "chart") -> Path:
        """A notebook that nobody has run."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        notebook.metadata.kernelspec = {"name": kernel, "display_name": kernel}
        path = self.place.work / name
        nbformat.write(notebook, path)
        return path

    def end_kernels(self, *names: str):
        """Ends the kernels of notebooks; without names of all."""
        for session in self.ask("/api/sessions"):
            if not names or session["path"] in names:
                self.ask(f"/api/sessions/{session['id']}", "DELETE")

    def close(self):
        self.end_kernels()
        self.place.end(self.process)


class OpenPages:
    """Notebooks that are open, each in a page of its own. In the end nothing was wrong in any of them."""

    def __init__(self, browser: Browser):
        self.browser = browser
        self.notebooks: list = []

    def add(self, make: Callable[[Page], Any], **options) -> Any:
        """Opens a page, of which a notebook is made."""
        context = self.browser.new_context(**{"viewport": {"width": 1200, "height": 800}} | options)
        try:
            self.notebooks.append(make(context.new_page()))
        except BaseException:
            context.close()
            raise
        return self.notebooks[-1]

    def close(self):
        for notebook in self.notebooks:
            notebook.page.context.close()
        assert [error for notebook in self.notebooks for error in notebook.errors] == []


class Pages(OpenPages):
    """Those of JupyterLab and Notebook 7."""

    def __init__(self, lab: Lab, browser: Browser):
        super().__init__(browser)
        self.lab = lab

    def open(self, *cells: str, name=None, title="shared", lab=None, kernel="chart", has_kernel=True, **options) -> "Notebook":
        """Opens a notebook that exists, or one with these cells."""
        lab = lab or self.lab
        if name is None:
            name = f"{title.split('[')[0]}-{len(self.notebooks)}.ipynb"
            lab.write(name, *cells, kernel=kernel)
        try:
            return self.add(lambda page: Notebook(lab, page, name, has_kernel), **options)
        except BaseException:
            lab.end_kernels(name)
            raise

    def close(self):
        try:
            super().close()
        finally:
            for notebook in self.notebooks:
                notebook.lab.end_kernels(notebook.name)


def watch(page: Page, errors: list[str], harmless: Iterable[str] = ()):
    """Adds to a list what is wrong in a page's console, and what the page asks of other machines; not, what has a harmless word."""

    def note(error: str):
        if not any(word in error for word in harmless):
            errors.append(error)

    def listen(message):
        if message.type == "error":
            note(f"{message.text} {message.location.get('url', '')}")

    def see(request):
        if urllib.parse.urlsplit(request.url).hostname not in (None, "127.0.0.1", "localhost"):
            note(f"{request.url} was asked for")

    page.on("console", listen)
    page.on("pageerror", lambda error: note(str(error)))
    page.on("request", see)
    page.on("websocket", see)


class Notebook:
    """A notebook that is open in a page."""

    def __init__(self, lab: Lab, page: Page, name: str, has_kernel: bool = True):
        self.lab, self.page, self.name, self.has_kernel = lab, page, name, has_kernel
        self.errors: list[str] = []
        # Of its own, or JupyterLab opens what the tests before have opened.
        self.workspace = uuid.uuid4().hex[:8]
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=20_000)
        watch(page, self.errors, HARMLESS)
        self.load()

    def load(self):
        path = "/lab/workspaces/{}/tree/" if self.lab.command == "lab" else "/notebooks/"
        self.page.goto(self.lab.url + path.format(self.workspace) + self.name)
        self.page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        if not self.has_kernel:
            self.page.locator(".jp-Dialog").get_by_role("button", name="No Kernel").click()
            return
        eventually(self.finds_kernel, 60, "the kernel did not start")
        # A cell that is run before the page has heard of its kernel is not run at all.
        status = self.page.locator(".jp-Notebook-ExecutionIndicator").first
        expect(status).to_have_attribute("data-status", re.compile("^(idle|busy)$"), timeout=60_000)

    def finds_kernel(self) -> bool:
        return any(session["path"] == self.name for session in self.lab.ask("/api/sessions"))

    def cell(self, index: int = 0):
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(index)

    def run(self, index: int = 0):
        """Runs a cell, and waits until it has run."""
        self.cell(index).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        expect(self.cell(index).locator(".jp-InputPrompt").first).to_have_text(re.compile(r"\[\d+\]:"))

    def chart(self, index: int = 0, number: int = 0) -> "Chart":
        return Chart(self.page, self.cell(index).locator(".ck-chart").nth(number))

    def save(self):
        self.page.locator(".jp-Notebook").press("Control+s")

    def save_until(self, svg: str):
        """Saves until a picture is in the file, which the notebook is given a moment after the chart has come to rest."""

        def is_in_the_file():
            self.save()
            # Its script runs while it is asked something.
            self.page.evaluate("new Promise(requestAnimationFrame)")
            return self.has_saved(svg)

        eventually(is_in_the_file, 30, "the picture is not in the file")

    def has_saved(self, svg: str) -> bool:
        """Whether the first output in the notebook's file is a picture."""
        try:
            outputs = nbformat.read(self.lab.place.work / self.name, 4).cells[0].outputs
        except nbformat.reader.NotJSONError:
            return False  # It is being written.
        return bool(outputs) and outputs[0].data["image/svg+xml"] == svg

    def service(self) -> Dealer:
        """The socket for scripts that the notebook's kernel has."""
        (process,) = self.lab.place.processes(f"kernel-{self.kernel}.json")
        sockets = {connection.laddr for connection in process.net_connections("unix")}
        (path,) = {path for path in sockets if re.search(r"/chart-kernel-.*\.sock$", path)}
        return Dealer(f"ipc://{path}")

    @property
    def kernel(self) -> str:
        """The kernel's id."""
        (id,) = [session["kernel"]["id"] for session in self.lab.ask("/api/sessions") if session["path"] == self.name]
        return id

    def choose_theme(self, theme: str):
        """As people do: it is kept for pages that are opened later."""
        self.page.get_by_role("menuitem", name="Settings", exact=True).click()
        self.page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Theme$")).hover()
        self.page.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{theme}$")).click()
        # Meanwhile JupyterLab covers itself.
        expect(self.page.locator("body")).to_have_attribute("data-jp-theme-name", theme)
        expect(self.page.locator("#jupyterlab-splash")).to_have_count(0)

    def trust(self):
        self.page.keyboard.press("Control+Shift+C")
        self.page.locator(".lm-CommandPalette-input, .jp-ModalCommandPalette input").first.fill("Trust Notebook")
        self.page.keyboard.press("Enter")
        self.page.locator(".jp-Dialog").get_by_role("button", name="Trust").click()

    def shot(self, name: str):
        """Keeps a picture of the page where somebody wants to look at it."""
        shot(self.page, name)


def shot(page: Page, name: str):
    if folder := os.environ.get("CHART_KERNEL_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png")


class Chart:
    """A live chart in a page."""

    def __init__(self, page: Page, locator):
        self.page, self.locator = page, locator
        self.frame = locator.locator(".ck-frame")
        self.picture = locator.locator(".ck-picture > svg")
        self.status = locator.locator(".ck-status")
        self.note = locator.locator(".ck-note")
        self.marker = locator.locator(".ck-marker")
        self.selected = locator.locator('[aria-label$=", selected"]')

    def wait(self) -> "Chart":
        self.picture.wait_for()
        self.frame.scroll_into_view_if_needed()
        return self

    def zoom_by_wheel(self, x: float, y: float):
        """Ctrl and the wheel at a place of the chart; the page itself does not zoom."""
        before = self.svg
        self.move_to(x, y)
        self.page.keyboard.down("Control")
        assert self.wheel(0, -200), "the page zooms"
        self.page.keyboard.up("Control")
        eventually(lambda: self.svg != before, 20, "it does not zoom")

    def is_like(self, svg: str) -> bool:
        """Whether it shows this picture, element by element."""
        return self.locator.locator(".ck-picture").evaluate(
            """(holder, svg) => {
              const template = document.createElement("template");
              template.innerHTML = svg;
              return holder.childElementCount === 1 && holder.firstChild.isEqualNode(template.content.firstChild);
            }""", svg)

    @property
    def svg(self) -> str:
        return self.locator.locator(".ck-picture").inner_html()

    @property
    def cursor(self) -> str:
        return self.frame.evaluate("element => getComputedStyle(element).cursor")

    @property
    def has_ring(self) -> bool:
        return self.frame.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"

    # Hands

    @property
    def box(self) -> dict[str, float]:
        """Where the picture is in the page, in px, and as `scale` how many of them one of its units has. A notebook that is given a
        still makes the view anew, so that for a moment there is none."""

        def measured():
            return self.locator.locator(".ck-picture").evaluate(
                """holder => {
                  const svg = holder.firstElementChild;
                  const {x, y, width, height} = svg?.getBoundingClientRect() ?? {};
                  return width > 0 ? {x, y, width, height, scale: width / svg.getAttribute("width")} : null;
                }""")

        return eventually(measured, 10, "there is no picture")

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the picture, in its units, is in the page."""
        box = self.box
        return box["x"] + x * box["scale"], box["y"] + y * box["scale"]

    def move_to(self, x: float, y: float):
        self.page.mouse.move(*self.at(x, y))

    def click(self, x: float, y: float):
        self.page.mouse.click(*self.at(x, y))

    def wheel(self, dx: float, dy: float):
        """Turns the wheel where the mouse is; tells whether the page was kept from scrolling."""
        self.page.evaluate("addEventListener('wheel', event => { window.wasTaken = event.defaultPrevented }, {once: true})")
        self.page.mouse.wheel(dx, dy)
        self.page.wait_for_function("'wasTaken' in window")
        return self.page.evaluate("(() => { const taken = window.wasTaken; delete window.wasTaken; return taken })()")

    def drag(self, *places: tuple[float, float], step=0.016):
        """Presses, moves and lifts so many seconds apart, whatever time it takes here to say so."""
        client = self.page.context.new_cdp_session(self.page)
        start = time.time()
        kinds = ["mousePressed", *["mouseMoved"] * (len(places) - 2), "mouseReleased"]
        for index, (kind, place) in enumerate(zip(kinds, places)):
            x, y = self.at(*place)
            client.send("Input.dispatchMouseEvent", {
                "type": kind, "x": x, "y": y, "button": "left", "buttons": 0 if kind == "mouseReleased" else 1,
                "clickCount": 1, "timestamp": start + index * step,
            })
        client.detach()

    def touch(self, *fingers: list[tuple[float, float]]):
        """Puts fingers down, each at the first of its places, moves them along, and lifts them."""
        client = self.page.context.new_cdp_session(self.page)

        def send(kind, places):
            points = [dict(zip("xy", self.at(*place)), id=number) for number, place in enumerate(places)]
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        steps = list(zip(*fingers))
        send("touchStart", steps[0])
        for places in steps[1:]:
            send("touchMove", places)
            # The pace of a hand, which decides how far it flings: part of the gesture, nothing is waited for.
            self.page.wait_for_timeout(20)
        send("touchEnd", [])
        client.detach()


class Kernel:
    """What the kernel of a notebook says, to somebody who is neither in the notebook nor in its page."""

    def __init__(self, service: Dealer, chart: str):
        self.service, self.chart = service, chart

    def call(self, method: str, **params) -> dict:
        return self.service.call(method, chart=self.chart, **params)

    def act(self, method: str, **params) -> dict:
        return self.call(method, render=False, **params)

    @property
    def state(self) -> dict:
        return self.call("chart/get")["state"]

    @property
    def layout(self) -> dict:
        return self.call("chart/get")["layout"]

    def svg(self, **params) -> str:
        return self.call("chart/render", **params)["svg"]

    def is_shown_by(self, *views: Chart, **params):
        """Waits until views show what the kernel has."""
        for view in views:
            eventually(lambda: view.is_like(self.svg(**params)), 20, "the view does not show what the kernel has")
