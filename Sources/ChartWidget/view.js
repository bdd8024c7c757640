// A view of a chart: an element in the page, and what people do there.

/** How long people are told why something was not done, in ms. */
const TELLING = 10_000;

/** How long a wheel may rest before it counts as at rest, in ms. */
const WHEEL_REST = 150;

/** What can be hit besides marks. */
const PLACES = ["legend", "axisLabel", "plot", "none", "handle", "overview"];

/** How far beside a mark's marker the mouse may be to be told of it, in px: a point of a line is too small to be met. */
const REACH = 16;

const NOTES = {
  lost: "The kernel that drew this chart has ended. Run the cell again to bring it back to life.",
  saved: "This is a saved picture.",
  savedCell: "This is a saved picture. Run the cell to bring it to life.",
  ended: "The program that drew this chart has ended. Whatever you do with the chart starts it again.",
  gone: "This chart was deleted.",
  waiting: "Waiting for the kernel…",
  restarting: "The kernel has ended and is starting again…",
};

/** What a view consists of, beside the picture. */
const CONTENT = `
  <div class="ck-chart">
    <div class="ck-frame" tabindex="0" role="group" aria-roledescription="interactive chart" aria-describedby="help">
      <div class="ck-picture"></div>
      <div class="ck-marker" hidden><div></div></div>
    </div>
    <button class="ck-menu-button" type="button" aria-haspopup="menu" aria-expanded="false" aria-label="Chart menu"
      title="Chart menu">⋯</button>
    <div class="ck-menu" role="menu" aria-label="Chart menu" hidden>
      <button type="button" role="menuitem" data-action="svg">Save as SVG</button>
      <button type="button" role="menuitem" data-action="png">Save as PNG</button>
      <button type="button" role="menuitem" data-action="pdf" data-live>Save as PDF</button>
      <button type="button" role="menuitem" data-action="html" data-live>Save as HTML</button>
      <button type="button" role="menuitem" data-action="reset" data-live>Reset</button>
    </div>
    <p class="ck-note" hidden></p>
    <p class="ck-unseen ck-status" role="status" aria-live="polite"></p>
    <p class="ck-unseen" id="help">Arrow keys, Home and End select, with Shift arrow keys brush where the chart lets them, Page Up
      and Page Down go from chart to chart where there are several, Escape clears, plus and minus turn or zoom. A tap on an
      entry of the legend hides it, two taps show it alone.</p>
  </div>`;

/** One place where a chart is shown. */
class View {
  constructor(chart, el) {
    this.chart = chart;
    this.host = document.createElement("div");
    this.number = 0;
    this.wasSeen = false;
    this.ends = [];
    // Of its own, since two views of a chart have the same ids in their pictures.
    this.root = this.host.attachShadow({ mode: "open" });
    this.root.innerHTML = CONTENT;
    const style = document.createElement("style");
    style.textContent = chart.get("_css");
    this.root.prepend(style);
    this.part = (name) => this.root.querySelector(`.ck-${name}`);
    this.frame = this.part("frame");
    this.holder = this.part("picture");
    this.keyboard = new Keyboard(this);
    this.ends.push(() => this.keyboard.letGo());
    this.listen();
    chart.forgetReplaced();
    el.append(this.host);
    this.still = stillBeside(el);
    if (this.still) this.still.style.display = "none";
    this.update();
    this.showTheme();
    this.showNote();
    chart.add(this);
    if (chart.lost.ring !== null) this.takeFocus(chart.lost.ring);
    this.replacesPointed = chart.lost.isPointed;
    chart.lost = { ring: null, isPointed: false };
  }

  /** Takes the keyboard over from the view that this one replaces, once it is in the page. */
  takeFocus(hasRing) {
    this.say(this.chart.words);
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      this.frame.focus({ preventScroll: true });
      this.hasRing = hasRing;
    });
    observer.observe(this.host);
  }

  /** Whether it shows that it has the keyboard: not after a press, whatever the browser thinks of focus set by a script. */
  get hasRing() { return "ring" in this.frame.dataset; }
  set hasRing(hasRing) {
    if (hasRing) this.frame.dataset.ring = "";
    else delete this.frame.dataset.ring;
  }

  get hasMenu() { return !this.part("menu").hidden; }

  get isSeen() { return this.host.isConnected && this.host.getClientRects().length > 0; }

  // The picture

  /** @param {Array | null} [edits] What there is to be changed in the picture before. */
  update(edits = null) {
    if (this.host.isConnected) this.wasSeen = true;
    else if (this.wasSeen) return;
    const { chart } = this;
    const old = this.holder.firstElementChild;
    if (!chart.picture) return;
    if (!old) this.holder.append(document.importNode(chart.picture, true));
    else if (edits && this.number === chart.number - 1) applyPatch(old, edits);
    else if (this.number !== chart.number) morph(old, document.importNode(chart.picture, true));
    this.number = chart.number;
    if (this.revision !== chart.get("revision")) {
      // It was beside what may be elsewhere now; the next move of the mouse shows it again.
      this.revision = chart.get("revision");
      this.showMarker(null);
    }
    this.part("chart").style.width = `${chart.get("width")}px`;
    this.frame.dataset.turns = chart.get("turns") ?? false;
    this.frame.setAttribute("aria-label", chart.get("title") || `${chart.get("kind")} chart`);
  }

  /** Lets go of the picture of a view that isn't in the page; if it should come back it is made again. */
  rest() {
    this.holder.replaceChildren();
    this.number = 0;
  }

  /** What is around the picture has the page's theme, also where the chart's author has chosen another one. */
  showTheme() { this.part("chart").dataset.theme = currentTheme(); }

  say(words) { this.part("status").textContent = words; }

  showNote() {
    const { note } = this.chart;
    const element = this.part("note");
    clearTimeout(this.tellTimer);
    element.hidden = note === null;
    element.textContent = NOTES[note === "saved" && this.host.closest(".jp-Cell") ? "savedCell" : note] ?? "";
    // Nothing has happened that people should be told of, until they want something of it.
    element.classList.toggle("ck-quiet", note === "saved");
    this.part("chart").classList.toggle("ck-stale", note === "lost" || note === "gone");
    if (note === "lost") this.showMarker(null);
  }

  /** Says why something was not done, for a while. */
  tell(words) {
    this.say(words);
    if (this.chart.note !== null) return;
    const element = this.part("note");
    element.textContent = words;
    element.classList.remove("ck-quiet");
    element.hidden = false;
    clearTimeout(this.tellTimer);
    this.tellTimer = setTimeout(() => this.showNote(), TELLING);
  }

  /** How many px of the screen one unit of the picture is. */
  get scale() {
    const { width } = this.holder.getBoundingClientRect();
    return width > 0 ? width / this.chart.get("width") : 1;
  }

  /** Shows a marker where the kernel says, as it draws those of selected marks. */
  showMarker(marker) { drawMarker(this.part("marker"), marker, this.scale); }

  // What people do

  listen() {
    const { frame } = this;
    const on = (target, type, act, options) => target.addEventListener(type, act, options);
    on(frame, "pointerdown", (event) => this.press(event));
    on(frame, "pointermove", (event) => this.move(event));
    // Of a pointer that rests a view that replaces another one is only told that it has come.
    on(frame, "pointerenter", (event) => { if (this.replacesPointed) this.hover(event); }, { once: true });
    on(frame, "pointerup", (event) => this.release(event, "up"));
    on(frame, "pointercancel", (event) => this.release(event, "cancel"));
    on(frame, "lostpointercapture", (event) => this.release(event, "up"));
    on(frame, "pointerleave", () => this.leave());
    on(frame, "wheel", (event) => this.turnWheel(event), { passive: false });
    this.listenToMenu(on);
    // It may have missed pictures while it was out of the page, or hidden; and what it says depends on where it is.
    const observer = new ResizeObserver(() => {
      // Not every browser tells what it takes out of the page that the keyboard is gone.
      if (!this.host.isConnected) this.keyboard.lose();
      if (!this.isSeen) return;
      this.update();
      this.showNote();
    });
    observer.observe(this.host);
    this.ends.push(() => observer.disconnect());
  }

  /** A place in the picture, in its units. */
  place(event) {
    const { left, top } = this.holder.getBoundingClientRect();
    const { scale } = this;
    return { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
  }

  report(event, phase, options = {}) {
    const params = { ...this.place(event), phase, pointer: event.pointerId, time: seconds(event.timeStamp) };
    this.chart.ask("chart/pointer", params, options);
  }

  press(event) {
    if (event.button !== 0 || !this.chart.isLive) return;
    this.chart.settleTime = SETTLE_TIME.pointer;
    this.chart.pointers.add(event.pointerId);
    this.frame.setPointerCapture(event.pointerId);
    this.frame.focus({ preventScroll: true });
    this.hasRing = false;
    this.report(event, "down");
  }

  move(event) {
    if (!this.chart.pointers.has(event.pointerId)) return this.hover(event);
    this.showMarker(null);
    this.frame.classList.add("ck-dragging");
    this.report(event, "move", { merge: `move ${event.pointerId}` });
  }

  release(event, phase) {
    this.frame.classList.remove("ck-dragging");
    if (!this.chart.pointers.delete(event.pointerId)) return;
    this.report(event, phase);
    if (phase === "up" && this.isOver) this.hover(event);
  }

  hover(event) {
    if (event.pointerType !== "mouse") return;
    this.isOver = true;
    if (this.chart.isMoving) return;
    const pointer = this.place(event);
    this.chart.ask("chart/hover", { ...pointer, theme: this.chart.get("theme") }, {
      merge: "hover",
      then: ({ hit, marker, pointed, selection }) => {
        if (!this.isOver || this.chart.pointers.size > 0) return;
        const isMark = Boolean(hit) && !PLACES.includes(hit.kind);
        const place = hit?.kind === "handle" ? `handle-${hit.label}` : (hit?.kind ?? "none");
        const isNear = hit?.kind === "plot" && pointed && marker
          && Math.hypot(pointer.x - marker.anchor.x, pointer.y - marker.anchor.y) <= REACH;
        this.frame.dataset.over = isMark || isNear || hit?.kind === "legend" ? "mark" : place;
        this.frame.dataset.drag = hit?.drag ?? "";
        // A list of what is at one position is shown wherever that is pointed at, others at or near their own marks alone.
        const isTold = pointed && (isMark || isNear || (hit.kind === "plot" && marker?.rule));
        const isDrawn = this.chart.get("drawsMarker") && JSON.stringify(pointed) === JSON.stringify(selection);
        this.showMarker(isTold && !isDrawn ? marker : null);
      },
    });
  }

  leave() {
    this.isOver = false;
    if (this.chart.pointers.size === 0) this.showMarker(null);
  }

  /** Scrolls a plot; with Ctrl, as browsers report a pinch on a touchpad, it zooms. What it has no use for is the page's. */
  turnWheel(event) {
    const { chart } = this;
    if (!chart.isLive) return;
    const unit = [1, 16, 400][event.deltaMode] ?? 1;
    const zoom = chart.get("zoom") ?? "none";
    if (event.ctrlKey || event.metaKey) {
      if (zoom === "none") return;
      event.preventDefault();
      const { x, y } = this.place(event);
      const params = { scale: Math.exp(-event.deltaY * unit * 0.002) };
      if (zoom !== "y") params.x = x;
      if (zoom !== "x") params.y = y;
      chart.ask("chart/zoom", params, {
        merge: "zoom", join: (old, now) => ({ ...now, scale: old.scale * now.scale }),
      });
    } else {
      const by = ((event.deltaX || event.deltaY) * unit) / this.scale;
      if (by === 0 || !chart.get(by < 0 ? "hasBefore" : "hasAfter")) return;
      event.preventDefault();
      chart.ask("chart/scroll", { by }, { merge: "scroll", join: (old, now) => ({ by: old.by + now.by }) });
      clearTimeout(this.wheelTimer);
      if (chart.get("snaps")) {
        this.wheelTimer = setTimeout(() => chart.ask("chart/scroll", { snap: true }), WHEEL_REST);
      }
    }
    this.showMarker(null);
  }

  // The menu

  listenToMenu(on) {
    const [button, menu] = [this.part("menu-button"), this.part("menu")];
    const all = [...menu.querySelectorAll("button")];
    let items = all;
    const open = (isOpen) => {
      menu.hidden = !isOpen;
      button.setAttribute("aria-expanded", String(isOpen));
      if (!isOpen) return;
      // What only a kernel can do is not offered where there is none.
      for (const item of all) item.hidden = "live" in item.dataset && !this.chart.isLive;
      items = all.filter((item) => !item.hidden);
      items[0].focus({ preventScroll: true });
    };
    on(button, "click", () => open(menu.hidden));
    on(menu, "click", (event) => {
      const action = event.target.dataset?.action;
      if (!action) return;
      open(false);
      button.focus({ preventScroll: true });
      this.act(action);
    });
    const press = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") open(false), button.focus({ preventScroll: true });
      else if (step) items.at((items.indexOf(this.root.activeElement) + step) % items.length).focus();
      else if (event.key === "Enter" || event.key === " ") this.root.activeElement.click();
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const area = [button, menu];
    for (const element of area) {
      on(element, "focusin", () => globalThis.addEventListener("keydown", press, true));
      on(element, "focusout", (event) => {
        globalThis.removeEventListener("keydown", press, true);
        if (!area.some((part) => part.contains(event.relatedTarget))) open(false);
      });
    }
    this.ends.push(() => globalThis.removeEventListener("keydown", press, true));
  }

  async act(action) {
    const { chart } = this;
    const name = chart.get("chart");
    if (action === "reset") return chart.ask("chart/reset");
    if (action === "pdf" || action === "html") {
      return chart.ask("chart/render", { format: action }, {
        then: (picture) => save(`${name}.${action}`, fileOf(picture, action)),
        otherwise: ({ message }) => this.tell(message),
      });
    }
    const svg = chart.get("isSaved") ? chart.get("svg") : new XMLSerializer().serializeToString(chart.picture);
    if (action === "svg") save(`${name}.svg`, new Blob([svg], { type: "image/svg+xml" }));
    if (action === "png") save(`${name}.png`, await pixels(svg, chart.get("width"), chart.get("height")));
  }

  remove() {
    for (const end of this.ends) end();
    clearTimeout(this.wheelTimer);
    clearTimeout(this.tellTimer);
    this.chart.remove(this);
    this.host.remove();
    if (this.still) this.still.style.display = "";
  }
}

/** The picture that notebooks of marimo keep beside a view, for when there is none. */
function stillBeside(element) {
  for (let at = element; at; at = at.getRootNode().host) {
    const still = at.closest(".chart-kernel-shown")?.querySelector(":scope > .chart-kernel-still");
    if (still) return still;
  }
  return null;
}
