// The live view of a chart: shows the kernel's picture and tells the kernel what the mouse, fingers and keys do.
//
// It travels in the state of an anywidget model (https://anywidget.dev) and knows no chart: what a drag or a key means is
// the kernel's to say. Requests are JSON-RPC in custom messages; pictures come as updates of the model's state, so that
// all views of a chart show the same whoever changed it.

/** The keys that charts answer to, by the name that the kernel knows. */
const KEYS = {
  ArrowLeft: "ArrowLeft", ArrowRight: "ArrowRight", ArrowUp: "ArrowUp", ArrowDown: "ArrowDown",
  Home: "Home", End: "End", Enter: "Enter", " ": "Enter", Escape: "Escape", "+": "+", "=": "+", "-": "-",
};

/** How long nothing may happen before the notebook is given the picture to keep, in ms. */
const SETTLE_TIME = 700;
/** After how long without an answer people are told that the kernel is busy, in ms. */
const PATIENCE = 2500;

const NOTES = {
  lost: "The kernel that drew this chart has ended. Run the cell again to bring it back to life.",
  saved: "This is a saved picture. Run the cell to bring it to life.",
  gone: "This chart was deleted.",
  waiting: "Waiting for the kernel…",
};

/** Seconds since 1970: one origin for all pages that show a chart. */
const seconds = (time = performance.now()) => (performance.timeOrigin + time) / 1000;

// ── The chart ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** One chart in this page: its model, and the requests of all its views. */
class Chart {
  constructor(model) {
    this.model = model;
    this.views = new Set();
    /** Requests that wait, oldest first. */
    this.queue = [];
    /** The one that the kernel works on. */
    this.pending = null;
    this.count = 0;
    this.theme = null;
    // A page that was opened anew, or exported, has pictures of kernels that are no more.
    this.note = model.get("isSaved") ? "saved" : null;
    this.isUnsettled = false;
    /** The pointers that are down. */
    this.pointers = new Set();
    /** Whether the view that is about to be replaced had the keyboard. */
    this.hadFocus = false;
    model.on("msg:custom", (content) => this.receive(content));
    model.on("change", () => this.update());
    model.on("comm_live_update", () => queueMicrotask(() => this.findKernel()));
    model.on("comm:close", () => this.lose());
    this.onHide = () => { if (document.visibilityState === "hidden") this.settle(); };
    document.addEventListener("visibilitychange", this.onHide);
  }

  get(name) { return this.model.get(name); }

  /** Whether there is no kernel to ask. */
  get isLost() { return this.note === "lost" || this.note === "saved"; }

  // Requests

  /**
   * Sends a request, or lets it wait until the one before it was answered.
   *
   * @param {object} [options]
   * @param {string} [options.merge] Of requests that wait in a row with this name, only one is sent.
   * @param {(old: object, params: object) => object} [options.join] Makes its parameters; without, they are the newest.
   * @param {(result: object) => void} [options.then] What is done with the result.
   */
  ask(method, params = {}, { merge, join, then } = {}) {
    if (this.isLost) return;
    const last = this.queue.at(-1);
    if (merge && last?.merge === merge) {
      last.params = join ? join(last.params, params) : params;
      last.then = then;
    } else {
      this.queue.push({ method, params, merge, then });
    }
    this.send();
  }

  send() {
    if (this.pending || this.queue.length === 0) return;
    const request = this.queue.shift();
    request.id = ++this.count;
    request.timer = setTimeout(() => this.setNote("waiting"), PATIENCE);
    this.pending = request;
    const chart = { session: this.get("session"), chart: this.get("chart"), render: false };
    const params = request.method.startsWith("widget/") ? request.params : { ...request.params, ...chart };
    this.model.send({ jsonrpc: "2.0", id: request.id, method: request.method, params });
  }

  receive(content) {
    // Answers to other pages that show the chart come here, too; most of them have other numbers.
    if (!this.pending || content?.id !== this.pending.id) return;
    const { then, timer } = this.pending;
    clearTimeout(timer);
    this.pending = null;
    if (this.note === "waiting") this.setNote(null);
    if (content.result) {
      then?.(content.result);
      this.isMoving = content.result.moving === true;
      if (this.isMoving) this.goOn();
    }
    this.send();
    this.settleLater();
  }

  // Pictures

  update() {
    for (const view of this.views) view.update();
    this.isUnsettled = true;
    this.settleLater();
    if (this.get("isGone")) this.setNote("gone");
    else if (this.note === "gone") this.setNote(null);
    if (this.get("isMoving") && !this.isMoving) {
      this.isMoving = true;
      this.goOn();
    }
  }

  /** Asks for the next picture of what moves by itself; for all of it at once where people prefer less motion. */
  goOn() {
    if (this.frame || this.pointers.size > 0) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.ask("chart/advance", { time: seconds() + (isCalm ? 3600 : 0) }, { merge: "advance" });
    });
  }

  /** A notebook makes the view anew when it is given a picture to keep, so that it gets none while anything moves. */
  settleLater() {
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => this.settle(), SETTLE_TIME);
  }

  settle() {
    if (!this.isUnsettled || this.isMoving || this.pending || this.pointers.size > 0) return;
    const seen = [...this.views].filter((view) => view.isSeen);
    if (seen.length === 0) return;
    if (seen.some((view) => view.hasMenu)) return this.settleLater();
    this.isUnsettled = false;
    this.ask("widget/settle");
  }

  // Views

  add(view) {
    this.views.add(view);
    if (this.theme === null && view.isDisconnected) this.setNote("saved");
    this.setTheme(currentTheme());
  }

  remove(view) {
    this.views.delete(view);
  }

  /** Views that a notebook has replaced are never told of it: they are not in the page any more. */
  forgetReplaced() {
    for (const view of this.views) {
      if (view.wasSeen && !view.host.isConnected) {
        // Taken out of the page it lost the keyboard, a moment ago.
        this.hadFocus ||= view.hasFocus || performance.now() - view.blurTime < 100;
        view.rest();
      }
    }
  }

  setTheme(theme) {
    if (theme === this.theme) return;
    this.theme = theme;
    this.ask("widget/open", { theme });
  }

  setNote(note) {
    if (note === this.note) return;
    this.note = note;
    for (const view of this.views) view.showNote();
  }

  // The kernel

  findKernel() {
    if ([...this.views].some((view) => view.isDisconnected)) this.lose();
  }

  lose() {
    if (this.isLost) return;
    clearTimeout(this.pending?.timer);
    this.pending = null;
    this.queue = [];
    this.isMoving = false;
    this.pointers.clear();
    this.setNote("lost");
  }

  close() {
    clearTimeout(this.settleTimer);
    clearTimeout(this.pending?.timer);
    if (this.frame) cancelAnimationFrame(this.frame);
    document.removeEventListener("visibilitychange", this.onHide);
  }
}

// ── The theme ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The page's: as JupyterLab and VS Code say it, else as the system prefers. */
function currentTheme() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "false" ? "dark" : "light";
  if (vscodeThemeKind !== undefined) return vscodeThemeKind.includes("dark") ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Calls back whenever the page's theme may have changed; returns what ends it. */
function watchTheme(callback) {
  const observer = new MutationObserver(callback);
  observer.observe(document.body, { attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind"] });
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", callback);
  return () => {
    observer.disconnect();
    query.removeEventListener("change", callback);
  };
}

// ── Pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Makes one element like another with as few changes as are easily found; afterwards the two are equal. */
function morph(old, now) {
  if (old.nodeType !== now.nodeType || old.nodeName !== now.nodeName) return old.replaceWith(now);
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
    return;
  }
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  const [before, after] = [[...old.childNodes], [...now.childNodes]];
  after.forEach((child, index) => (index < before.length ? morph(before[index], child) : old.append(child)));
  for (const child of before.slice(after.length)) child.remove();
}

/** The element that an SVG document is, inside this page. */
function parse(svg) {
  const template = document.createElement("template");
  template.innerHTML = svg;
  return template.content.firstElementChild;
}

/** A picture that comes out of a file, and whose code nobody has looked at. */
function asImage(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  image.alt = "The chart as it was saved";
  return image;
}

function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The picture in pixels, twice as many as it has units. */
async function pixels(svg, width, height) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

// ── A view ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a view consists of, beside the picture. */
const CONTENT = `
  <div class="ck-chart">
    <div class="ck-frame" tabindex="0" role="group" aria-roledescription="interactive chart" aria-describedby="help">
      <div class="ck-picture"></div>
      <div class="ck-marker" hidden></div>
    </div>
    <button class="ck-menu-button" type="button" aria-haspopup="menu" aria-expanded="false" aria-label="Chart menu"
      title="Chart menu">⋯</button>
    <div class="ck-menu" role="menu" aria-label="Chart menu" hidden>
      <button type="button" role="menuitem" data-action="svg">Save as SVG</button>
      <button type="button" role="menuitem" data-action="png">Save as PNG</button>
      <button type="button" role="menuitem" data-action="reset">Reset</button>
    </div>
    <p class="ck-note" hidden></p>
    <p class="ck-unseen ck-status" role="status" aria-live="polite"></p>
    <p class="ck-unseen" id="help">Arrow keys select, Escape clears, plus and minus turn or zoom.</p>
  </div>`;

/** One place where a chart is shown. */
class View {
  constructor(chart, el) {
    this.chart = chart;
    this.host = document.createElement("div");
    this.hasFocus = false;
    this.blurTime = -Infinity;
    this.wasSeen = false;
    // Of its own, since two views of a chart have the same ids in their pictures.
    this.root = this.host.attachShadow({ mode: "open" });
    this.root.innerHTML = CONTENT;
    const style = document.createElement("style");
    style.textContent = chart.get("_css");
    this.root.prepend(style);
    this.part = (name) => this.root.querySelector(`.ck-${name}`);
    this.frame = this.part("frame");
    this.picture = this.part("picture");
    this.ends = [watchTheme(() => chart.setTheme(currentTheme()))];
    this.listen();
    chart.forgetReplaced();
    el.append(this.host);
    chart.add(this);
    this.update();
    this.showNote();
    if (chart.hadFocus) {
      chart.hadFocus = false;
      // Once it is in the page.
      const observer = new ResizeObserver(() => {
        observer.disconnect();
        this.frame.focus({ preventScroll: true });
      });
      observer.observe(this.host);
    }
  }

  /** The widget manager marks views of models that no kernel is behind. */
  get isDisconnected() { return this.host.closest(".jupyter-widgets-disconnected") !== null; }

  get hasMenu() { return !this.part("menu").hidden; }

  get isSeen() { return this.host.isConnected && this.host.getClientRects().length > 0; }

  // The picture

  update() {
    if (this.host.isConnected) this.wasSeen = true;
    else if (this.wasSeen) return;
    const { chart } = this;
    const now = chart.get("isSaved") ? asImage(chart.get("svg")) : parse(chart.get("svg"));
    if (!now) return;
    const old = this.picture.firstElementChild;
    if (old) morph(old, now);
    else this.picture.append(now);
    if (this.revision !== chart.get("revision")) {
      // It was beside what may be elsewhere now; the answer to whoever did it here shows it again.
      this.revision = chart.get("revision");
      this.showMarker(null);
    }
    this.part("chart").style.width = `${chart.get("width")}px`;
    this.frame.dataset.kind = chart.get("kind");
    this.frame.setAttribute("aria-label", chart.get("title") ?? `${chart.get("kind")} chart`);
    this.announce();
  }

  /** Lets go of the picture of a view that isn't in the page; if it should come back it is made again. */
  rest() {
    this.picture.replaceChildren();
  }

  /** Says what is selected, in the view that people are at. */
  announce() {
    const mark = this.picture.querySelector('[aria-label$=", selected"]');
    const words = mark?.getAttribute("aria-label") ?? null;
    if (words === this.selected) return;
    const isFirst = this.selected === undefined;
    this.selected = words;
    if (isFirst || !(this.hasFocus || this.chart.views.size === 1 || this.isTouched)) return;
    this.part("status").textContent = words === null ? "Nothing is selected." : words;
  }

  showNote() {
    const { note } = this.chart;
    const element = this.part("note");
    element.hidden = note === null;
    element.textContent = NOTES[note] ?? "";
    // Nothing has happened that people should be told of, until they want something of it.
    element.classList.toggle("ck-quiet", note === "saved");
    this.part("chart").classList.toggle("ck-stale", note === "lost" || note === "gone");
    if (note === "lost") this.showMarker(null);
  }

  /** How many px of the screen one unit of the picture is. */
  get scale() {
    const { width } = this.picture.getBoundingClientRect();
    return width > 0 ? width / this.chart.get("width") : 1;
  }

  showMarker(marker) {
    const element = this.part("marker");
    element.hidden = !marker;
    if (!marker) return;
    const { scale } = this;
    element.replaceChildren(
      ...marker.runs.map(({ text, weight, color, size }) => {
        const run = document.createElement("span");
        run.textContent = text;
        run.style.fontWeight = weight ?? "";
        run.style.color = color ?? "";
        run.style.fontSize = size ? `${size * scale}px` : "";
        return run;
      }),
    );
    // Where the kernel says, but never beyond the picture: fonts differ a little.
    const { x, y } = marker.frame;
    element.style.left = "0";
    element.style.top = "0";
    const room = this.picture.getBoundingClientRect();
    element.style.left = `${Math.max(0, Math.min(x * scale, room.width - element.offsetWidth))}px`;
    element.style.top = `${Math.max(0, Math.min(y * scale, room.height - element.offsetHeight))}px`;
  }

  // What people do

  listen() {
    const { frame } = this;
    const on = (target, type, act, options) => target.addEventListener(type, act, options);
    on(frame, "pointerdown", (event) => this.press(event));
    on(frame, "pointermove", (event) => this.move(event));
    on(frame, "pointerup", (event) => this.release(event, "up"));
    on(frame, "pointercancel", (event) => this.release(event, "cancel"));
    on(frame, "lostpointercapture", (event) => this.release(event, "up"));
    on(frame, "pointerleave", () => this.leave());
    on(frame, "wheel", (event) => this.turnWheel(event), { passive: false });
    // JupyterLab looks at keys before anything in the page does, and has uses of its own for arrows and Enter.
    const press = (event) => this.key(event);
    on(frame, "focus", () => {
      this.hasFocus = true;
      window.addEventListener("keydown", press, true);
    });
    on(frame, "blur", () => {
      this.hasFocus = false;
      this.blurTime = performance.now();
      window.removeEventListener("keydown", press, true);
    });
    this.ends.push(() => window.removeEventListener("keydown", press, true));
    this.listenToMenu(on);
    // It may have missed pictures while it was out of the page, or hidden.
    const observer = new ResizeObserver(() => { if (this.host.isConnected && this.isSeen) this.update(); });
    observer.observe(this.host);
    this.ends.push(() => observer.disconnect());
  }

  /** A place in the picture, in its units. */
  place(event) {
    const { left, top } = this.picture.getBoundingClientRect();
    const { scale } = this;
    return { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
  }

  report(event, phase, options = {}) {
    const params = { ...this.place(event), phase, pointer: event.pointerId, time: seconds(event.timeStamp) };
    this.chart.ask("chart/pointer", params, options);
  }

  press(event) {
    if (event.button !== 0 || this.chart.isLost) return;
    this.isTouched = true;
    this.chart.pointers.add(event.pointerId);
    this.frame.setPointerCapture(event.pointerId);
    this.frame.focus({ preventScroll: true });
    this.report(event, "down");
  }

  move(event) {
    if (!this.chart.pointers.has(event.pointerId)) return this.hover(event);
    this.showMarker(null);
    this.frame.classList.add("ck-dragging");
    this.report(event, "move", { merge: `move ${event.pointerId}` });
  }

  release(event, phase) {
    if (!this.chart.pointers.delete(event.pointerId)) return;
    this.frame.classList.remove("ck-dragging");
    this.report(event, phase, { then: (result) => this.showMarker(result.moving ? null : result.marker) });
  }

  hover(event) {
    if (event.pointerType !== "mouse" || this.chart.isMoving) return;
    this.isOver = true;
    this.chart.ask("chart/hover", this.place(event), {
      merge: "hover",
      then: ({ hit, marker }) => {
        if (!this.isOver || this.chart.pointers.size > 0) return;
        const isMark = ["slice", "bar", "point"].includes(hit?.kind);
        this.frame.style.cursor = isMark || hit?.kind === "legend" ? "pointer" : "";
        if (hit?.kind === "plot") this.frame.style.cursor = this.chart.get("kind") === "pie" ? "" : "grab";
        this.showMarker(isMark ? marker : null);
      },
    });
  }

  leave() {
    this.isOver = false;
    if (this.chart.pointers.size === 0) this.showMarker(null);
  }

  /** Scrolls a plot; with Ctrl, as browsers report a pinch on a touchpad, it zooms. */
  turnWheel(event) {
    if (this.chart.get("kind") === "pie" || this.chart.isLost) return;
    const unit = [1, 16, 400][event.deltaMode] ?? 1;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const params = { ...this.place(event), scale: Math.exp(-event.deltaY * unit * 0.002) };
      delete params.y;
      this.chart.ask("chart/zoom", params, {
        merge: "zoom", join: (old, now) => ({ ...now, scale: old.scale * now.scale }),
      });
      return;
    }
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const by = ((event.deltaX || event.deltaY) * unit) / this.scale;
    // Where nothing more is to be seen, the page scrolls.
    if (!isAcross && this.isAtEnd === Math.sign(by)) return;
    event.preventDefault();
    this.chart.ask("chart/scroll", { by }, {
      merge: "scroll", join: (old, now) => ({ by: old.by + now.by }),
      then: ({ changed }) => { this.isAtEnd = changed ? 0 : Math.sign(by); },
    });
  }

  key(event) {
    const key = KEYS[event.key];
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.chart.isLost || this.root.activeElement !== this.frame) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.chart.ask("chart/key", { key }, { then: ({ marker }) => this.showMarker(marker) });
  }

  // The menu

  listenToMenu(on) {
    const [button, menu] = [this.part("menu-button"), this.part("menu")];
    const items = [...menu.querySelectorAll("button")];
    const open = (isOpen) => {
      menu.hidden = !isOpen;
      button.setAttribute("aria-expanded", String(isOpen));
      if (isOpen) items[0].focus({ preventScroll: true });
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
      on(element, "focusin", () => window.addEventListener("keydown", press, true));
      on(element, "focusout", (event) => {
        window.removeEventListener("keydown", press, true);
        if (element === menu && !area.some((part) => part.contains(event.relatedTarget))) open(false);
      });
    }
    this.ends.push(() => window.removeEventListener("keydown", press, true));
  }

  async act(action) {
    const { chart } = this;
    const [svg, name] = [chart.get("svg"), chart.get("chart")];
    if (action === "svg") save(`${name}.svg`, new Blob([svg], { type: "image/svg+xml" }));
    if (action === "png") save(`${name}.png`, await pixels(svg, chart.get("width"), chart.get("height")));
    if (action === "reset") chart.ask("chart/reset");
  }

  remove() {
    for (const end of this.ends) end();
    this.chart.remove(this);
    this.host.remove();
  }
}

// ── What anywidget calls ─────────────────────────────────────────────────────────────────────────────────────────────

/** The charts of this page, by their models' ids: a model may be handed over as another object each time. */
const charts = new Map();

function chartOf(model) {
  const id = model.get("id");
  if (!charts.has(id)) charts.set(id, new Chart(model));
  return charts.get(id);
}

function initialize({ model }) {
  const id = model.get("id");
  charts.get(id)?.close();
  charts.set(id, new Chart(model));
  return () => {
    charts.get(id)?.close();
    charts.delete(id);
  };
}

function render({ model, el }) {
  const view = new View(chartOf(model), el);
  return () => view.remove();
}

// The rest is for tests.
export { morph, parse };
export default { initialize, render };
