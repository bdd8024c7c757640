"""What a hand feels: a drag in JupyterLab, with Chromium, of charts of this kernel and of the same pie as an anywidget in
ipykernel that matplotlib draws anew. Prints a table: pictures a second while the mouse moves with every frame, ms from a
single move to the changed picture and to the screen, and bytes a picture through the notebook's web socket.
"""

from __future__ import annotations

import contextlib
import importlib.util
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/Frontends"), str(ROOT / "Tests/Frontends/widget")]

from playwright.sync_api import sync_playwright

from charts import PIE
from clients import eventually, find_chromium
from lab import Lab, Notebook
from programs import Place

BARS = f"""kind: combined
id: day
x: {{labels: [{", ".join(f"m{index}" for index in range(144))}]}}
series:
  - {{type: bar, name: Steps, values: [{", ".join(str(index * 37 % 53 * 20) for index in range(144))}]}}
  - {{type: line, name: Goal, values: [{", ".join(["500"] * 144)}], dash: [5, 10, 15]}}
viewport: {{visibleCount: 72, snap: false, inertia: false}}
"""

PEER = '''
import io, math
import anywidget, traitlets
from matplotlib.figure import Figure

class Pie(anywidget.AnyWidget):
    """What a pie that can be turned takes: it is drawn anew for each move."""
    _esm = """
      export default { render({ model, el }) {
        el.innerHTML = `<div class="ck-chart"><div class="ck-frame"><div class="ck-picture"></div></div></div>`;
        const picture = el.querySelector(".ck-picture");
        const show = () => { picture.innerHTML = model.get("svg"); };
        let isWaiting = false, newest = null;
        const send = () => {
          if (isWaiting || newest === null) return;
          isWaiting = true;
          model.set("angle", newest);
          newest = null;
          model.save_changes();
        };
        model.on("change:svg", () => { show(); isWaiting = false; send(); });
        picture.addEventListener("pointermove", (event) => {
          if (!(event.buttons & 1)) return;
          const box = picture.getBoundingClientRect();
          newest = Math.atan2(event.clientY - box.y - box.height / 2, event.clientX - box.x - box.width / 2) * 180 / Math.PI;
          send();
        });
        show();
      } };"""
    angle = traitlets.Float(0).tag(sync=True)
    svg = traitlets.Unicode().tag(sync=True)

    def __init__(self):
        super().__init__()
        self.draw()

    @traitlets.observe("angle")
    def draw(self, change=None):
        figure = Figure(figsize=(6.4, 3.6), dpi=100)
        figure.subplots().pie([25, 30, 15, 10, 20], labels=["Rent", "Food", "Travel", "Books", "Savings"], startangle=-self.angle)
        file = io.StringIO()
        figure.savefig(file, format="svg")
        text = file.getvalue().replace('width="460.8pt" height="259.2pt"', 'width="640" height="360"')
        self.svg = text[text.index("<svg"):]

Pie()
'''

# Notes when the mouse moved, when the page was told, when the picture changed, and when that was on the screen: all in ms of
# the same clock.
WATCH = """(chart) => {
  const picture = chart.querySelector(".ck-picture");
  const notes = window.notes = { moves: [], told: [], changes: [], frames: [] };
  picture.getRootNode().addEventListener("pointermove", (event) => {
    notes.moves.push(event.timeStamp);
    notes.told.push(performance.now());
  }, true);
  let isChanged = false;
  new MutationObserver(() => {
    notes.changes.push(performance.now());
    if (isChanged) return;
    isChanged = true;
    requestAnimationFrame(() => {
      isChanged = false;
      notes.frames.push(performance.now());
    });
  }).observe(picture, { subtree: true, childList: true, attributes: true });
}"""


# Moves the mouse, which is down, with every frame, as browsers tell of moves. From within, since a program that moves it
# from without takes half a processor, which a hand doesn't.
DRAG = """async ([places, duration]) => {
  window.isDragged = false;
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const note of Object.values(notes)) note.length = 0;
  const end = performance.now() + duration;
  for (let step = 0; performance.now() < end; step++) {
    await new Promise(requestAnimationFrame);
    const { x, y } = places[step % places.length];
    let target = document.elementFromPoint(x, y);
    while (target.shadowRoot) target = target.shadowRoot.elementFromPoint(x, y);
    target.dispatchEvent(new PointerEvent("pointermove", {
      clientX: x, clientY: y, pointerId: 1, pointerType: "mouse", isPrimary: true, button: -1, buttons: 1,
      bubbles: true, composed: true, cancelable: true,
    }));
  }
  window.isDragged = true;
}"""


class Window:
    """A Chromium that programs can let go of. Where one holds it, it tells that of each message and each icon that it
    loads, which takes a quarter of the two processors: more than the kernel and Jupyter's server together."""

    def __init__(self, playwright, folder: pathlib.Path):
        self.playwright = playwright
        self.process = subprocess.Popen(
            [find_chromium(), "--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}",
             "--window-size=1200,800", "--hide-scrollbars", "--no-first-run", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        self.folder = folder
        try:
            port = folder / "DevToolsActivePort"
            eventually(lambda: self.has_written(port), 30, "Chromium did not start")
            self.address = f"http://127.0.0.1:{port.read_text().split()[0]}"
            with self.held():
                pass
        except BaseException:
            self.close()
            raise

    def has_written(self, port: pathlib.Path) -> bool:
        """Whether it has said at which port it can be reached."""
        assert self.process.poll() is None, "Chromium ended while it started"
        return port.exists() and port.read_text().count("\n") > 0

    @contextlib.contextmanager
    def held(self):
        """What its pages can be reached by, for a while."""
        browser = self.playwright.chromium.connect_over_cdp(self.address)
        try:
            yield browser.contexts[0]
        finally:
            browser.close()

    def close(self):
        """Ends it, and removes its profile."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def around(step: int) -> tuple[float, float]:
    """A hand that goes round the middle of a picture of 640 × 360, back and forth, 2° a step."""
    turn = math.radians(2 * (step if step % 120 < 60 else -step))
    return 320 + 90 * math.cos(turn), 190 + 90 * math.sin(turn)


def along(step: int) -> tuple[float, float]:
    """One that goes to and fro, 3 px a step, first to what comes later."""
    place = step % 160
    return 400 - 3 * (place if place < 80 else 160 - place), 180


class Hand:
    """A mouse that drags a chart of a page."""

    def __init__(self, notebook, way):
        self.page, self.way, self.step = notebook.page, way, 0
        self.chart = notebook.chart()
        self.chart.wait()
        self.page.wait_for_timeout(2000)
        # Asking the page where a place is would take longer than a move.
        (self.left, self.top), (right, _) = self.chart.at(0, 0), self.chart.at(1, 0)
        self.scale = right - self.left
        self.chart.locator.evaluate(WATCH)
        self.client = self.page.context.new_cdp_session(self.page)
        self.bytes = 0
        for event in ("Network.webSocketFrameSent", "Network.webSocketFrameReceived"):
            self.client.on(event, self.count)
        self.send("mousePressed")

    def count(self, event):
        frame = event["response"]
        length = len(frame["payloadData"])
        self.bytes += length * 3 // 4 if frame["opcode"] == 2 else length

    def place(self, step) -> dict:
        """Where it is in the page."""
        x, y = self.way(step)
        return {"x": self.left + x * self.scale, "y": self.top + y * self.scale}

    def send(self, kind):
        self.client.send(
            "Input.dispatchMouseEvent",
            {"type": kind, **self.place(self.step), "button": "left", "buttons": 1, "clickCount": 1},
        )

    def move(self):
        self.step += 1
        self.send("mouseMoved")

    def notes(self) -> dict:
        return self.page.evaluate("(() => { const all = structuredClone(notes); for (const note of Object.values(notes)) note.length = 0; return all })()")

    def begin_drag(self, seconds: float):
        """Drags from within, in half a second; ``drawn`` waits for its end, in this hold of the page or in a later one."""
        places = [self.place(step) for step in range(160)]
        self.page.evaluate(f"([...all]) => {{ void ({DRAG})(all) }}", [places, 1000 * seconds])

    def size(self) -> float:
        """Bytes of a picture."""
        self.client.send("Network.enable")
        self.begin_drag(1)
        frames = drawn(self.page)
        self.page.wait_for_timeout(500)
        return self.bytes / len(frames)

    def latencies(self, count: int) -> tuple[list[float], list[float]]:
        """Ms of single moves: from when the page was told to the changed picture, and from the move to the screen."""
        changes, frames = [], []
        for _ in range(count):
            self.notes()
            self.move()
            self.page.wait_for_timeout(80)
            self.page.wait_for_function("notes.frames.length > 0", timeout=10_000)
            notes = self.notes()
            changes.append(notes["changes"][0] - notes["told"][0])
            frames.append(notes["frames"][0] - notes["moves"][0])
        return sorted(changes), sorted(frames)


def drawn(page) -> list[float]:
    """When pictures of a drag were on the screen, in ms, after its end."""
    page.wait_for_function("window.isDragged", timeout=60_000)
    return page.evaluate("notes.frames")


def measure(name: str, window: Window, lab: Lab, cell: str, way, kernel: str, seconds: float = 5):
    file = f"{name.split()[-1]}.ipynb"
    lab.write(file, cell, kernel=kernel)
    with window.held() as context:
        for page in context.pages[1:]:
            page.close()
        notebook = Notebook(lab, context.new_page(), file)
        notebook.run()
        hand = Hand(notebook, way)
        for _ in range(20):
            hand.move()
        changes, frames = hand.latencies(60)
        size = hand.size()
        hand.begin_drag(seconds)
    time.sleep(seconds + 1)
    with window.held() as context:
        # Who comes back gets the pages in any order.
        shown = drawn(next(page for page in context.pages if page.url.endswith(file)))
    rate = (len(shown) - 1) / (shown[-1] - shown[0]) * 1000
    print(f"{name}\t{rate:.0f}\t{changes[30]:.1f} / {changes[57]:.1f}\t{frames[30]:.1f} / {frames[57]:.1f}\t{size:.0f}", flush=True)
    lab.end_kernels()


def main():
    print("a drag in JupyterLab\tpictures a second\tevent to picture p50 / p95 ms\tmove to screen p50 / p95 ms\tbytes a picture")
    with contextlib.ExitStack() as ends:
        place = Place(pathlib.Path(ends.enter_context(tempfile.TemporaryDirectory())))
        ends.callback(place.close)
        lab = Lab(place)
        ends.callback(lab.close)
        window = Window(ends.enter_context(sync_playwright()), place.home / "chromium")
        ends.callback(window.close)
        for name, cell, way, kernel in [
            ("pie of 5 slices", PIE, around, "chart"),
            ("72 of 144 bars, dashed line", BARS, along, "chart"),
            ("the pie by matplotlib in ipykernel", PEER, around, "python3"),
        ]:
            if kernel == "python3" and importlib.util.find_spec("matplotlib") is None:
                print("matplotlib is not installed: pip install -r Benchmarks/requirements.txt", file=sys.stderr)
                continue
            measure(name, window, lab, cell, way, kernel)
    print("goal\t≥ 50\t≤ 20")


if __name__ == "__main__":
    main()
