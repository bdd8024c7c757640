// A chart in a page of its own, without a kernel: what is pointed at or walked to is told by the markers that the engine
// has made for this picture. Of charts it knows nothing but which element is which mark.

/** How far from a mark without an element of its own the mouse may be, and how far beside a thin line, in px. */
const REACH = { mark: 8, line: 3 };

const { width, marks: entries, plots, colors, selected, walk } = JSON.parse(document.getElementById("ck-data").textContent);
const frame = document.querySelector(".ck-frame");
const bubble = frame.querySelector(".ck-marker");
const ring = frame.querySelector(".ck-ring");
const status = document.querySelector(".ck-status");
const pictures = [...frame.querySelectorAll(".ck-picture > svg")];

/** The marks with their places in the picture, in the order of series. */
const marks = entries.map(([path, words, x, y, box, runs, paints, rule]) => ({ path, words, x, y, box, runs, paints, rule }));
const nameOf = (path) => path.join(".");
const byName = new Map(marks.map((mark) => [nameOf(mark.path), mark]));

/** How many indices of a path say in which of several charts a mark is. */
const depth = hasParts(frame) ? 1 : 0;
const partOf = (mark) => nameOf(mark.path.slice(0, depth));

/** The marks of the charts by their names. */
const parts = new Map();
for (const mark of marks) kept(parts, partOf(mark), () => []).push(mark);

/** The picture that is seen, of the light and the dark one. */
const shown = () => pictures.find((picture) => picture.getClientRects().length > 0) ?? pictures[0];

/** Where the keyboard or a press has led to, and in which chart that was last. */
let current = null;
let focus = parts.keys().next().value;
let hasFocus = false;

function show(mark) {
  const picture = shown();
  const scale = picture.getBoundingClientRect().width / width;
  const isDrawn = mark !== null && selected !== null && nameOf(mark.path) === nameOf(selected);
  const isHidden = mark === null || mark.box === null || isDrawn;
  ring.hidden = mark === null || mark !== current;
  if (!ring.hidden) Object.assign(ring.style, { left: `${mark.x * scale}px`, top: `${mark.y * scale}px` });
  if (isHidden) return drawMarker(bubble, null, scale);
  const [background, ...inks] = colors[mark.paints[pictures.indexOf(picture)]];
  const [x, y, boxWidth, height] = mark.box;
  const runs = mark.runs.map(([text, weight, size], index) => ({ text, weight, size, color: inks[index] }));
  const [fromX, fromY, toX, toY] = mark.rule ?? [];
  const rule = mark.rule && { start: { x: fromX, y: fromY }, end: { x: toX, y: toY } };
  drawMarker(bubble, { frame: { x, y, width: boxWidth, height }, anchor: mark, background, runs, rule }, scale);
}

function select(mark) {
  current = mark;
  if (mark !== null) [focus, hasFocus] = [partOf(mark), true];
  status.textContent = mark === null ? "Nothing is selected." : `${mark.words}, selected`;
  show(mark);
}

// What is pointed at

/** The marks that lie on a line, by its element, and those that have no element of their own, by the picture. */
const onLines = new WeakMap();
const alone = new WeakMap();

function kept(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

function nearest(among, distance, reach = Infinity) {
  let found = null;
  for (const mark of among) {
    const length = distance(mark);
    if (length < reach) [found, reach] = [mark, length];
  }
  return found;
}

function withoutElements(picture) {
  return kept(alone, picture, () => {
    const names = new Set([...picture.querySelectorAll("[data-path]")].map((element) => element.dataset.path));
    return marks.filter((mark) => !names.has(nameOf(mark.path)));
  });
}

/** A place in the picture, in its px. */
function placeOf({ clientX, clientY }) {
  const { left, top, width: seen } = shown().getBoundingClientRect();
  const scale = seen / width;
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}

function markAt(event) {
  const picture = shown();
  const { clientX, clientY } = event;
  const { x, y } = placeOf(event);
  for (const [dx, dy] of [[0, 0], [0, REACH.line], [0, -REACH.line], [REACH.line, 0], [-REACH.line, 0]]) {
    const element = document.elementFromPoint(clientX + dx, clientY + dy);
    if (!element || !picture.contains(element)) continue;
    const mark = byName.get(element.closest("[data-path]")?.dataset.path);
    if (mark) return mark;
    if (!element.isPointInStroke || element.getAttribute("fill") !== "none") continue;
    const points = kept(onLines, element, () => withoutElements(picture).filter(
      (each) => element.isPointInStroke(new DOMPoint(each.x, each.y))));
    const point = nearest(points, (each) => Math.abs(each.x - x));
    if (point) return point;
  }
  return nearest(withoutElements(picture), (each) => Math.hypot(each.x - x, each.y - y), REACH.mark);
}

/** Of a plot in which whole positions are told of, the nearest mark at the position that is pointed at. */
function markBeside(event) {
  const { x, y } = placeOf(event);
  const plot = plots.find(([, [left, top, across, down]]) => x >= left && x <= left + across && y >= top && y <= top + down);
  if (!plot) return null;
  const own = marks.filter(({ path, rule }) => rule && plot[0].every((index, place) => path[place] === index));
  return nearest(own, ({ x: markX, y: markY, rule: [fromX, , toX] }) => {
    const [along, across] = fromX === toX ? [markX - x, markY - y] : [markY - y, markX - x];
    return Math.abs(along) + Math.abs(across) * 1e-6;
  });
}

frame.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") return;
  const mark = markAt(event);
  frame.dataset.over = mark ? "mark" : "none";
  show(mark ?? markBeside(event) ?? current);
});
frame.addEventListener("pointerleave", () => show(current));
frame.addEventListener("pointerdown", (event) => {
  delete frame.dataset.ring;
  if (event.button === 0) select(markAt(event) ?? markBeside(event));
});

// What keys do

/** The keys that walk, in the order in which the page says where they lead from each mark, and from none. */
const WAYS = ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"];

/** Where a key leads; among very many marks to the one before or after. */
function walked(key) {
  const way = WAYS.indexOf(key);
  if (walk) {
    const places = current ? walk.ways[marks.indexOf(current)] : walk.starts[[...parts.keys()].indexOf(focus)];
    return marks[places[way]] ?? current;
  }
  const own = parts.get(focus);
  const place = own.indexOf(current);
  const before = place < 0 ? own.length - 1 : place - 1;
  return own[[place + 1, before, place + 1, before, 0, own.length - 1][way]] ?? current;
}

/** To the first mark of the next or the last chart, where several are in one picture. */
function turn(step) {
  const names = [...parts.keys()];
  const place = hasFocus ? names.indexOf(focus) + step : step > 0 ? 0 : -1;
  return parts.get(names.at(place % names.length))[0];
}

const KEYS = {
  ...(depth > 0 && { PageDown: () => turn(1), PageUp: () => turn(-1) }),
  ...Object.fromEntries(WAYS.map((key) => [key, () => walked(key)])),
  Enter: () => (current ? null : walked("ArrowRight")), " ": () => (current ? null : walked("ArrowRight")), Escape: () => null,
};

frame.addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey || marks.length === 0) return;
  event.preventDefault();
  frame.dataset.ring = "";
  select(act());
});
frame.addEventListener("focus", () => { if (frame.matches(":focus-visible")) frame.dataset.ring = ""; });

// The other picture may be seen from now on, or this one in another size.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(current));
addEventListener("resize", () => show(current));
