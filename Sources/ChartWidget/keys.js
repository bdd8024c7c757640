// What the keyboard does in a view.

/** The keys that charts answer to, by the name that the kernel knows. */
const KEYS = {
  ArrowLeft: "ArrowLeft", ArrowRight: "ArrowRight", ArrowUp: "ArrowUp", ArrowDown: "ArrowDown",
  Home: "Home", End: "End", Enter: "Enter", " ": "Enter", Escape: "Escape", "+": "+", "=": "+", "-": "-",
};

/** Those that go from chart to chart where several are in one picture; elsewhere they scroll the page. */
const PART_KEYS = ["PageUp", "PageDown"];

/** How long keys are still those of a view that was taken out of the page, until the one in its place has the keyboard, in ms. */
const REPLACING = 3000;

/** The keyboard as a view has it: while its frame is focused, and until it is known who has it next. */
class Keyboard {
  constructor(view) {
    this.view = view;
    this.isHeld = false;
    // JupyterLab looks at keys before anything in the page does, and has uses of its own for arrows and Enter.
    this.press = (event) => this.key(event);
    view.frame.addEventListener("focus", () => this.take());
    // Whether it was taken out of the page, one that is taken out knows only afterwards.
    view.frame.addEventListener("blur", () => queueMicrotask(() => this.lose()));
  }

  take() {
    const { view } = this;
    for (const other of view.chart.views) other.keyboard.letGo();
    this.isHeld = true;
    view.hasRing = view.frame.matches(":focus-visible");
    globalThis.addEventListener("keydown", this.press, true);
  }

  letGo() {
    this.isHeld = false;
    clearTimeout(this.timer);
    this.timer = null;
    globalThis.removeEventListener("keydown", this.press, true);
  }

  /** Lets go of the keys, at once unless the view was taken out of the page: the one in its place has them next. */
  lose() {
    if (this.isFocused && this.isInPage) return;
    if (this.isInPage) this.letGo();
    else if (this.isHeld) this.timer ??= setTimeout(() => this.letGo(), REPLACING);
  }

  get isInPage() { return this.view.host.isConnected; }
  get isFocused() { return this.view.root.activeElement === this.view.frame; }

  /** Whether keys are for it, which they are while the view is being replaced and nothing else was chosen to write in. */
  get hearsKeys() { return this.isInPage ? this.isFocused : this.isHeld && !isSomethingChosen(); }

  key(event) {
    const { chart, holder } = this.view;
    const known = KEYS[event.key] ?? (PART_KEYS.includes(event.key) && hasParts(holder) ? event.key : null);
    const key = event.shiftKey && known?.startsWith("Arrow") ? `Shift+${known}` : known;
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!chart.isLive || !this.hearsKeys) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    chart.settleTime = SETTLE_TIME.key;
    this.view.hasRing = true;
    chart.ask("chart/key", { key });
  }
}

/** Whether something in the page has the keyboard that has a use for it, rather than the page or a list of cells as such. */
function isSomethingChosen() {
  return document.activeElement?.matches("input, textarea, select, button, a, iframe, [contenteditable]") ?? false;
}
