// The live view of a chart: shows the kernel's picture and tells the kernel what the mouse, fingers and keys do.
//
// It travels in the state of an anywidget model (https://anywidget.dev) and knows no chart: what a drag or a key means is
// the kernel's to say. Requests are JSON-RPC in custom messages; pictures come as updates of the model's state, whole or as
// patches, so that all views of a chart show the same whoever changed it.

/** The keys that charts answer to, by the name that the kernel knows. */
const KEYS = {
  ArrowLeft: "ArrowLeft", ArrowRight: "ArrowRight", ArrowUp: "ArrowUp", ArrowDown: "ArrowDown",
  Home: "Home", End: "End", Enter: "Enter", " ": "Enter", Escape: "Escape", "+": "+", "=": "+", "-": "-",
};

/**
 * How long nothing may happen before the notebook is given the picture to keep, in ms; longer after a key, since the view
 * that takes this one's place must be given the keyboard, and screen readers say where that goes.
 */
const SETTLE_TIME = { pointer: 800, key: 4000 };
/** After how long without an answer people are told that the kernel is busy, and after how long none is expected, in ms. */
const PATIENCE = { tell: 2500, end: 15_000 };
/** How long a wheel may rest before it counts as at rest, in ms. */
const WHEEL_REST = 150;

/** What can be hit besides marks. */
const PLACES = ["legend", "axisLabel", "plot", "none"];

const NOTES = {
  lost: "The kernel that drew this chart has ended. Run the cell again to bring it back to life.",
  saved: "This is a saved picture.",
  savedCell: "This is a saved picture. Run the cell to bring it to life.",
  gone: "This chart was deleted.",
  waiting: "Waiting for the kernel…",
};

/** What the ids of this page's requests begin with: answers go to all pages that show a chart. */
const PAGE = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

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
    this.note = null;
    /** The picture that views are made from, and its number in the model. */
    this.picture = null;
    this.number = 0;
    this.isMoving = false;
    this.isUnsettled = false;
    this.settleTime = SETTLE_TIME.pointer;
    /** The pointers that are down. */
    this.pointers = new Set();
    /** Of a view with the keyboard that is about to be replaced: whether it showed so. */
    this.lostRing = null;
    this.selected = model.get("selected") ?? null;
    model.on("msg:custom", (content) => this.receive(content));
    model.on("change", () => this.update());
    model.on("comm_live_update", () => this.findKernel());
    model.on("comm:close", () => this.lose());
    const onHide = () => { if (document.visibilityState === "hidden") this.settle(); };
    document.addEventListener("visibilitychange", onHide);
    this.ends = [watchTheme(() => this.open()), () => document.removeEventListener("visibilitychange", onHide)];
    this.readPicture();
    this.hurry();
    // A page that was opened anew, or exported, has models of kernels that are no more.
    this.ready = model.get("isSaved") ? this.lose() : this.findKernel();
  }

  get(name) { return this.model.get(name); }

  /** Whether there is no kernel to ask. */
  get isLost() { return this.note === "lost" || this.note === "saved"; }

  // Requests

  /**
   * Sends a request, or lets it wait until the one before it was answered.
   *
   * @param {object} [options]
   * @param {string} [options.merge] Of requests that wait with this name only the last one is sent.
   * @param {(old: object, params: object) => object} [options.join] Makes its parameters; without, they are the newest.
   * @param {(result: object) => void} [options.then] What is done with the result.
   */
  ask(method, params = {}, { merge, join, then } = {}) {
    if (this.isLost) return;
    const waiting = merge && this.findWaiting(merge);
    if (waiting) {
      waiting.params = join ? join(waiting.params, params) : params;
      waiting.then = then;
    } else {
      this.queue.push({ method, params, merge, then });
    }
    this.send();
  }

  /** A request that may still be changed; moves of other fingers may lie between it and the newest. */
  findWaiting(name) {
    for (const request of this.queue.toReversed()) {
      if (request.merge === name) return request;
      if (!request.merge?.startsWith("move ") || !name.startsWith("move ")) return null;
    }
    return null;
  }

  send() {
    if (this.pending || this.queue.length === 0) return;
    const request = this.queue.shift();
    request.id = `${PAGE}-${++this.count}`;
    request.timers = [
      setTimeout(() => this.setNote("waiting"), PATIENCE.tell),
      setTimeout(() => this.giveUp(request), PATIENCE.end),
    ];
    this.pending = request;
    const call = { jsonrpc: "2.0", id: request.id, method: request.method, params: request.params };
    if (!request.method.startsWith("widget/")) {
      const chart = { session: this.get("session"), chart: this.get("chart"), render: false };
      call.params = { ...request.params, ...chart };
      // The answer may come with the picture, as a member of the model.
      call.joins = true;
    }
    this.model.send(call);
  }

  receive(content) {
    if (!this.pending || content?.id !== this.pending.id) return;
    const { then } = this.pending;
    this.forgetPending();
    if (this.note === "waiting") this.setNote(null);
    // Before anything is done with the answer, so that the kernel has something to do meanwhile.
    this.send();
    if (content.result) {
      then?.(content.result);
      if (content.result.chart !== undefined) this.setMoving(content.result.moving === true);
    }
    this.settleLater();
  }

  forgetPending() {
    for (const timer of this.pending?.timers ?? []) clearTimeout(timer);
    this.pending = null;
  }

  /** The answer was lost: what is so now comes with the answer to the next request. */
  giveUp(request) {
    if (this.pending !== request) return;
    this.forgetPending();
    this.queue = [];
    this.pointers.clear();
    this.open(true);
  }

  // Pictures

  update() {
    const edits = this.readPicture();
    for (const view of this.views) view.update(edits);
    this.announce();
    this.isUnsettled = true;
    this.settleLater();
    if (this.get("isGone")) this.setNote("gone");
    else if (this.note === "gone") this.setNote(null);
    if (this.get("isMoving")) this.setMoving(true);
    // Pictures first: what was asked for is seen when the answer is there.
    this.receive(this.get("answer"));
  }

  /**
   * Takes the model's picture over.
   *
   * @returns {Array | null} What views that show the one before have to change; `null` where that isn't known.
   */
  readPicture() {
    const [number, patch] = [this.get("picture"), this.get("patch")];
    if (number === this.number) return null;
    if (patch && patch.from !== this.number) {
      if (this.number > 0) {
        // One was missed.
        this.open(true);
        return null;
      }
    } else if (patch) {
      applyPatch(this.picture, patch.edits);
      this.number = number;
      return patch.edits;
    }
    // What comes out of a file is an image: nobody has looked at its code.
    this.picture = this.get("isSaved") ? asImage(this.get("svg"), this.get("title")) : parse(this.get("svg"));
    this.number = number;
    return null;
  }

  setMoving(isMoving) {
    this.isMoving = isMoving;
    if (isMoving) this.goOn();
  }

  /** Asks for the next picture of what moves by itself; for all of it at once where people prefer less motion. */
  goOn() {
    if (this.frame || this.pointers.size > 0 || this.isLost) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.ask("chart/advance", { time: seconds() + (isCalm ? 3600 : 0) }, { merge: "advance" });
    });
  }

  /** Says what is selected, in the view that people are at. */
  announce() {
    const selected = this.get("selected") ?? null;
    if (selected === this.selected) return;
    this.selected = selected;
    const views = [...this.views].filter((view) => view.isSeen);
    (views.find((view) => view.hasFocus) ?? views[0])?.say(this.words);
  }

  get words() { return this.selected === null ? "Nothing is selected." : `${this.selected}, selected`; }

  // Settling

  /** A notebook makes the view anew when it is given a picture to keep, so that it gets none while anything moves. */
  settleLater() {
    clearTimeout(this.settleTimer);
    if (this.isUnsettled) this.settleTimer = setTimeout(() => this.settle(), this.settleTime);
  }

  settle() {
    if (!this.isUnsettled || this.isMoving || this.pending || this.pointers.size > 0) return;
    const seen = [...this.views].filter((view) => view.isSeen);
    if (seen.length === 0) return;
    if (seen.some((view) => view.hasMenu)) return this.settleLater();
    this.isUnsettled = false;
    this.settleTime = SETTLE_TIME.pointer;
    this.ask("widget/settle");
  }

  // Views

  async add(view) {
    this.views.add(view);
    await this.ready;
    if (this.views.has(view)) this.open();
  }

  remove(view) {
    this.views.delete(view);
  }

  /** Views that a notebook has replaced are never told of it: they are not in the page any more. */
  forgetReplaced() {
    for (const view of this.views) {
      if (view.wasSeen && !view.host.isConnected) {
        // Taken out of the page it lost the keyboard, a moment ago.
        if (view.hasFocus || performance.now() - view.blurTime < 100) this.lostRing = view.hasRing;
        view.rest();
      }
    }
  }

  /** Tells the kernel that this page shows the chart, if it doesn't know or a picture was missed. */
  open(isMissing = false) {
    const theme = currentTheme();
    if (theme === this.theme && !isMissing) return;
    this.theme = theme;
    this.ask("widget/open", { theme, picture: this.number }, { merge: "open" });
  }

  setNote(note) {
    if (note === this.note) return;
    this.note = note;
    for (const view of this.views) view.showNote();
  }

  // The kernel

  /** Looks whether there is one: views of anywidget are not told, but the widget manager's model knows. */
  async findKernel() {
    const model = await Promise.resolve(this.model.widget_manager?.get_model?.(this.get("id"))).catch(() => null);
    if (model?.comm_live === false) this.lose();
  }

  /**
   * Keeps answers from being held back. A server keeps a small message until the browser has acknowledged the one before
   * (Nagle's algorithm), and browsers wait 40 ms with that unless they have something to send. So this sends something
   * that the kernel passes over: an answer to a question that it has not asked.
   */
  hurry() {
    const { kernel } = this.model.widget_manager ?? {};
    if (!kernel?.anyMessage || !kernel.sendInputReply) return;
    const acknowledge = (_, { direction, msg }) => {
      // What comes after a status is what matters: the picture with the answer, or that the kernel is busy with the next
      // request.
      if (direction !== "recv" || msg.header.msg_type !== "status" || !this.pending) return;
      kernel.sendInputReply({ status: "ok", value: "" }, {});
    };
    kernel.anyMessage.connect(acknowledge);
    this.ends.push(() => kernel.anyMessage.disconnect(acknowledge));
  }

  lose() {
    if (this.isLost) return;
    this.forgetPending();
    this.queue = [];
    this.isMoving = false;
    this.pointers.clear();
    // Pictures of kernels that nobody here has talked to come out of a file.
    this.setNote(this.count > 0 ? "lost" : "saved");
  }

  close() {
    clearTimeout(this.settleTimer);
    this.forgetPending();
    if (this.frame) cancelAnimationFrame(this.frame);
    for (const end of this.ends) end();
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

/** The element that an SVG document is, inside this page. */
function parse(svg) {
  const template = document.createElement("template");
  template.innerHTML = svg;
  return template.content.firstElementChild;
}

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

/**
 * Makes the kernel's next picture out of the one before.
 *
 * @param {Array} edits In their order: `[element, {attribute: value or null}]`, or `[element, place, how many children
 *   go, markup of those that come]`. Elements are numbered as they stand in the old picture, its root being 0.
 */
function applyPatch(root, edits) {
  const elements = [root, ...root.querySelectorAll("*")];
  for (const [number, ...edit] of edits) {
    const element = elements[number];
    if (edit.length === 1) {
      for (const [name, value] of Object.entries(edit[0])) {
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
      }
    } else {
      const [place, count, markup] = edit;
      const children = [...element.childNodes];
      for (const child of children.slice(place, place + count)) child.remove();
      const next = children[place + count] ?? null;
      for (const child of [...parse(`<svg>${markup}</svg>`).childNodes]) element.insertBefore(child, next);
    }
  }
}

function asImage(svg, words) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  image.alt = words;
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
      <div class="ck-marker" hidden><div></div></div>
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
    this.number = 0;
    this.hasFocus = false;
    this.blurTime = -Infinity;
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
    this.listen();
    chart.forgetReplaced();
    el.append(this.host);
    this.update();
    this.showNote();
    chart.add(this);
    if (chart.lostRing !== null) this.takeFocus(chart.lostRing);
    chart.lostRing = null;
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

  say(words) { this.part("status").textContent = words; }

  showNote() {
    const { note } = this.chart;
    const element = this.part("note");
    element.hidden = note === null;
    element.textContent = NOTES[note === "saved" && this.host.closest(".jp-Cell") ? "savedCell" : note] ?? "";
    // Nothing has happened that people should be told of, until they want something of it.
    element.classList.toggle("ck-quiet", note === "saved");
    this.part("chart").classList.toggle("ck-stale", note === "lost" || note === "gone");
    if (note === "lost") this.showMarker(null);
  }

  /** How many px of the screen one unit of the picture is. */
  get scale() {
    const { width } = this.holder.getBoundingClientRect();
    return width > 0 ? width / this.chart.get("width") : 1;
  }

  /** Shows a marker where the kernel says, as it draws those of selected marks. */
  showMarker(marker) {
    const element = this.part("marker");
    element.hidden = !marker;
    if (!marker) return;
    const { scale } = this;
    const { x, y, width, height } = marker.frame;
    const { anchor } = marker;
    element.firstElementChild.replaceChildren(
      ...marker.runs.map(({ text, weight, color, size }) => {
        const run = document.createElement("span");
        run.textContent = text;
        Object.assign(run.style, { fontWeight: weight ?? "", color, fontSize: size ? `${size * scale}px` : "" });
        return run;
      }),
    );
    Object.assign(element.style, {
      left: `${x * scale}px`, top: `${y * scale}px`, minWidth: `${width * scale}px`, minHeight: `${height * scale}px`,
      fontSize: `${12 * scale}px`,
    });
    element.style.setProperty("--ck-bubble", marker.background);
    const isAbove = y + height <= anchor.y;
    const isBeside = anchor.x >= x && anchor.x <= x + width && (isAbove || y >= anchor.y);
    element.dataset.tip = isBeside ? (isAbove ? "bottom" : "top") : "";
    element.style.setProperty("--ck-tip", `${Math.min(Math.max(anchor.x - x, 9), width - 9) * scale}px`);
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
      this.hasRing = frame.matches(":focus-visible");
      globalThis.addEventListener("keydown", press, true);
    });
    on(frame, "blur", () => {
      this.hasFocus = false;
      this.blurTime = performance.now();
      globalThis.removeEventListener("keydown", press, true);
    });
    this.ends.push(() => globalThis.removeEventListener("keydown", press, true));
    this.listenToMenu(on);
    // It may have missed pictures while it was out of the page, or hidden; and what it says depends on where it is.
    const observer = new ResizeObserver(() => {
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
    if (event.button !== 0 || this.chart.isLost) return;
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
    if (!this.chart.pointers.delete(event.pointerId)) return;
    this.frame.classList.remove("ck-dragging");
    this.report(event, phase);
    if (phase === "up" && this.isOver) this.hover(event);
  }

  hover(event) {
    if (event.pointerType !== "mouse") return;
    this.isOver = true;
    if (this.chart.isMoving) return;
    this.chart.ask("chart/hover", { ...this.place(event), theme: this.chart.get("theme") }, {
      merge: "hover",
      then: ({ hit, marker, selection }) => {
        if (!this.isOver || this.chart.pointers.size > 0) return;
        const isMark = Boolean(hit) && !PLACES.includes(hit.kind);
        this.frame.dataset.over = isMark || hit?.kind === "legend" ? "mark" : (hit?.kind ?? "none");
        const isDrawn =
          this.chart.get("drawsMarker") && selection?.series === hit?.series && selection?.index === hit?.index;
        this.showMarker(isMark && !isDrawn ? marker : null);
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
    if (chart.isLost) return;
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

  key(event) {
    const key = KEYS[event.key];
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.chart.isLost || this.root.activeElement !== this.frame) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.chart.settleTime = SETTLE_TIME.key;
    this.hasRing = true;
    this.chart.ask("chart/key", { key });
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
    const svg = chart.get("isSaved") ? chart.get("svg") : new XMLSerializer().serializeToString(chart.picture);
    if (action === "svg") save(`${name}.svg`, new Blob([svg], { type: "image/svg+xml" }));
    if (action === "png") save(`${name}.png`, await pixels(svg, chart.get("width"), chart.get("height")));
  }

  remove() {
    for (const end of this.ends) end();
    clearTimeout(this.wheelTimer);
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
export { applyPatch, morph, parse };
export default { initialize, render };
