// One chart in a page: asks the kernel and keeps the picture.
//
// The live view of a chart shows the kernel's picture and tells the kernel what the mouse, fingers and keys do. It travels in
// the state of an anywidget model (https://anywidget.dev) and knows no chart: what a drag or a key means is the kernel's to
// say. Requests are JSON-RPC in custom messages; pictures come as updates of the model's state, whole or as patches, so that
// all views of a chart show the same whoever changed it.
//
// The module is this file, view.js, keys.js, marker.js, parts.js, pictures.js, theme.js and module.js, one after the other: a
// model has room for one text.

/**
 * How long nothing may happen before the notebook is given the picture to keep, in ms; longer after a key, since the view
 * that takes this one's place must be given the keyboard, and screen readers say where that goes.
 */
const SETTLE_TIME = { pointer: 800, key: 4000 };
/** After how long without an answer people are told that the kernel is busy, and after how long none is expected, in ms. */
const PATIENCE = { tell: 2500, end: 15_000 };

/** What the ids of this page's requests begin with: answers go to all pages that show a chart. */
const PAGE = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/** How people are told what is selected, and what is brushed. */
const TOLD = {
  selected: (mark) => (mark === null ? "Nothing is selected." : `${mark}, selected`),
  brushed: (interval) => (interval === null ? "Nothing is brushed." : `Brushed: ${interval}`),
};
const words = (state, names) => names.map((name) => TOLD[name](state[name])).join("\n");

/** Seconds since 1970: one origin for all pages that show a chart. */
const seconds = (time = performance.now()) => (performance.timeOrigin + time) / 1000;

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
    /** Of a view that is about to be replaced: whether it showed that it has the keyboard, if it has; whether a mouse is over it. */
    this.lost = { ring: null, isPointed: false };
    /** What is selected and what is brushed, in words. */
    this.told = this.state;
    model.on("msg:custom", (content) => this.receive(content));
    model.on("change", () => this.update());
    model.on("comm_live_update", () => this.findKernel());
    model.on("comm:close", () => this.lose());
    const onHide = () => { if (document.visibilityState === "hidden") this.settle(); };
    document.addEventListener("visibilitychange", onHide);
    this.ends = [watchTheme(() => this.open()), () => document.removeEventListener("visibilitychange", onHide)];
    this.readPicture();
    this.hurry();
    this.follow();
    // A page that was opened anew, or exported, has models of kernels that are no more.
    this.ready = model.get("isSaved") ? this.lose() : this.findKernel();
  }

  get(name) { return this.model.get(name); }

  /** Whether there is a kernel to ask. */
  get isLive() { return !["lost", "saved", "restarting"].includes(this.note); }

  // Requests

  /**
   * Sends a request, or lets it wait until the one before it was answered.
   *
   * @param {object} [options]
   * @param {string} [options.merge] Of requests that wait with this name only the last one is sent.
   * @param {(old: object, params: object) => object} [options.join] Makes its parameters; without, they are the newest.
   * @param {(result: object) => void} [options.then] What is done with the result.
   * @param {(error: object) => void} [options.otherwise] What is done with an error.
   */
  ask(method, params = {}, { merge, join, then, otherwise } = {}) {
    if (!this.isLive) return;
    const waiting = merge && this.findWaiting(merge);
    if (waiting) {
      waiting.params = join ? join(waiting.params, params) : params;
      waiting.then = then;
      waiting.otherwise = otherwise;
    } else {
      this.queue.push({ method, params, merge, then, otherwise });
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
      const chart = { session: this.get("session"), chart: this.get("chart") };
      // Pictures come as members of the model; one for a file is the answer itself.
      if (request.method !== "chart/render") chart.render = false;
      call.params = { ...request.params, ...chart };
      // The answer may come with the picture, as a member of the model.
      call.joins = true;
    }
    // Where the page has lost its server some front ends throw: it is no news that nobody answers.
    Promise.resolve(this.model.send(call)).catch(() => {});
  }

  receive(content) {
    if (content?.method === "widget/note") return this.setNote(content.params.note);
    if (!this.pending || content?.id !== this.pending.id) return;
    const { then, otherwise } = this.pending;
    this.forgetPending();
    if (this.note === "waiting") this.setNote(null);
    // Before anything is done with the answer, so that the kernel has something to do meanwhile.
    this.send();
    if (content.result) {
      then?.(content.result);
      if (content.result.chart !== undefined) this.setMoving(content.result.moving === true);
    } else if (content.error) {
      otherwise?.(content.error);
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
    this.forgetAll();
    this.open(true);
  }

  /** Forgets what was asked and what is pressed: there will be no answer. */
  forgetAll() {
    this.forgetPending();
    this.queue = [];
    this.isMoving = false;
    this.pointers.clear();
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
      // A page that is opened now may have been told of the last change alone, beside an older picture: it asks for the whole.
    } else if (patch) {
      applyPatch(this.picture, patch.edits);
      this.number = number;
      return patch.edits;
    }
    // What comes out of a file is an image: nobody has looked at its code.
    this.picture = this.get("isSaved") ? asImage(this.get("svg"), this.get("title")) : parse(this.get("svg"));
    this.number = patch ? 0 : number;
    return null;
  }

  setMoving(isMoving) {
    this.isMoving = isMoving;
    if (isMoving) this.goOn();
  }

  /** Asks for the next picture of what moves by itself; for all of it at once where people prefer less motion. */
  goOn() {
    if (this.frame || this.pointers.size > 0 || !this.isLive) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.ask("chart/advance", { time: seconds() + (isCalm ? 3600 : 0) }, { merge: "advance" });
    });
  }

  /** Says what has been selected or brushed, in the view that people are at. */
  announce() {
    const [before, now] = [this.told, this.state];
    const news = Object.keys(TOLD).filter((name) => now[name] !== before[name]);
    if (news.length === 0) return;
    this.told = now;
    const views = [...this.views].filter((view) => view.isSeen);
    (views.find((view) => view.keyboard.isHeld) ?? views[0])?.say(words(now, news));
  }

  get state() { return { selected: this.get("selected") ?? null, brushed: this.get("brushed") ?? null }; }

  /** All that may have been said. */
  get words() { return words(this.told, this.told.brushed === null ? ["selected"] : Object.keys(TOLD)); }

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
    this.saveStill();
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
        if (view.keyboard.hearsKeys) this.lost.ring = view.hasRing;
        if (view.isOver) this.lost.isPointed = true;
        view.rest();
      }
    }
  }

  /** Tells the kernel that this page shows the chart, if it doesn't know or a picture was missed. */
  open(isMissing = false) {
    const theme = currentTheme();
    if (theme === this.theme && !isMissing) return;
    this.theme = theme;
    for (const view of this.views) view.showTheme();
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
    // Pages that marimo has exported have models, and nobody who answers.
    if (globalThis.__MARIMO_STATIC__) return this.lose();
    const model = await Promise.resolve(this.model.widget_manager?.get_model?.(this.get("id"))).catch(() => null);
    if (model?.comm_live === false && this.note !== "restarting") this.lose();
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

  /**
   * Goes on when Jupyter has started the kernel again that died: it has the charts as they were, and a model of the same
   * id, but the page has closed its end of all comms. The widget manager reads the models' states anew and leaves it at
   * that, so that the comm is this one's to make. Of a restart that somebody wants, only `restarting` is heard.
   */
  follow() {
    const manager = this.model.widget_manager;
    const { kernel } = manager ?? {};
    if (!kernel?.statusChanged || !kernel.connectionStatusChanged || !manager._create_comm) return;
    const pause = (_, status) => {
      if (status !== "autorestarting" || this.note === "saved") return;
      this.forgetAll();
      this.setNote("restarting");
    };
    const goOn = (_, status) => {
      if (this.note === "restarting" && status === "connected") this.rejoin().catch(() => this.lose());
    };
    kernel.statusChanged.connect(pause);
    kernel.connectionStatusChanged.connect(goOn);
    this.ends.push(() => {
      kernel.statusChanged.disconnect(pause);
      kernel.connectionStatusChanged.disconnect(goOn);
    });
  }

  async rejoin() {
    const [manager, id] = [this.model.widget_manager, this.get("id")];
    const [model, comms] = await Promise.all([manager.get_model(id), manager._get_comm_info()]);
    // One that keeps nothing, or begins afresh, has no such model.
    if (!(id in comms)) return this.lose();
    const comm = await manager._create_comm("jupyter.widget", id);
    comm.on_close(model._handle_comm_closed.bind(model));
    comm.on_msg(model._handle_comm_msg.bind(model));
    model.comm = comm;
    model.comm_live = true;
    this.setNote(null);
    this.open(true);
  }

  /**
   * Has the notebook saved with the picture alone, where the model says so: a kernel of another language knows nothing of it
   * when the notebook is opened again, and JupyterLab would say that it is not found instead of showing the picture beside it.
   */
  saveStill() {
    if (!this.get("savesStill")) return;
    for (const { sharedModel: cell } of this.model.widget_manager?.context?.model?.cells ?? []) {
      if (stillCells.has(cell) || cell.cell_type !== "code") continue;
      stillCells.add(cell);
      const write = cell.toJSON.bind(cell);
      cell.toJSON = () => withoutViews(write());
    }
  }

  lose() {
    this.forgetAll();
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

/** The cells that are saved without live views of those charts that say so. */
const stillCells = new WeakSet();
const VIEW_TYPE = "application/vnd.jupyter.widget-view+json";

/** A cell as it is saved, its outputs without the views of charts that are saved as pictures. */
function withoutViews(cell) {
  for (const { data } of cell.outputs ?? []) {
    if (charts.get(data?.[VIEW_TYPE]?.model_id)?.get("savesStill")) delete data[VIEW_TYPE];
  }
  return cell;
}
