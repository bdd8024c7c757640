// A chart in a page of its own, without a kernel: what is pointed at or walked to is told by the markers that the engine
// has made for this picture. Of charts it knows nothing but which element is which mark.

/** How far from a mark without an element of its own the mouse may be, and how far beside a thin line, in px. */
const REACH = { mark: 8, line: 3 };

const { width, marks: entries, colors, selected } = JSON.parse(document.getElementById("ck-data").textContent);
const frame = document.querySelector(".ck-frame");
const bubble = frame.querySelector(".ck-marker");
const ring = frame.querySelector(".ck-ring");
const status = document.querySelector(".ck-status");
const pictures = [...frame.querySelectorAll(".ck-picture > svg")];

/** The marks, by series, with their places in the picture. */
const marks = entries.map(([path, words, x, y, box, runs, paints, rule]) => ({ path, words, x, y, box, runs, paints, rule }));
const nameOf = (path) => path.join(".");
const byName = new Map(marks.map((mark) => [nameOf(mark.path), mark]));
const groupOf = (mark) => nameOf(mark.path.slice(0, -1));
const groups = Map.groupBy?.(marks, groupOf) ?? marks.reduce(
  (map, mark) => map.set(groupOf(mark), [...(map.get(groupOf(mark)) ?? []), mark]), new Map());
/** Whether marks have parts that are marks. */
const isTree = marks.some((mark) => mark.path.length > 1 && byName.has(groupOf(mark)));

/** The picture that is seen, of the light and the dark one. */
const shown = () => pictures.find((picture) => picture.getClientRects().length > 0) ?? pictures[0];

/** Where the keyboard or a press has led to. */
let current = null;

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

function markAt({ clientX, clientY }) {
  const picture = shown();
  const { left, top, width: seen } = picture.getBoundingClientRect();
  const scale = seen / width;
  const [x, y] = [(clientX - left) / scale, (clientY - top) / scale];
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

frame.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") return;
  const mark = markAt(event);
  frame.dataset.over = mark ? "mark" : "none";
  show(mark ?? current);
});
frame.addEventListener("pointerleave", () => show(current));
frame.addEventListener("pointerdown", (event) => {
  delete frame.dataset.ring;
  if (event.button === 0) select(markAt(event));
});

// What keys do

/** Along a series to its ends, round a ring for ever. */
function walk(step) {
  const group = groups.get(current ? groupOf(current) : groupOf(marks[0]));
  if (!current) return group.at(step > 0 ? 0 : -1);
  const place = group.indexOf(current) + step;
  const isRing = isTree || current.path.length === 1;
  return group[isRing ? (place + group.length) % group.length : place] ?? current;
}

/** To the part or the whole where marks have parts, else to the next series at the same place. */
function change(step) {
  const names = [...groups.keys()];
  if (isTree) {
    if (!current) return walk(1);
    return (step > 0 ? groups.get(nameOf(current.path))?.[0] : byName.get(groupOf(current))) ?? current;
  }
  if (marks[0].path.length === 1) return walk(step);
  if (!current) return walk(1);
  const next = names[(names.indexOf(groupOf(current)) + step + names.length) % names.length];
  return next === groupOf(current) ? current : nearest(groups.get(next), (each) => Math.abs(each.x - current.x));
}

/** To the first mark of the next or the last chart, where several are in one picture. */
function turn(step) {
  const parts = [...new Set(marks.map((mark) => mark.path[0]))];
  const place = current ? parts.indexOf(current.path[0]) + step : step > 0 ? 0 : -1;
  return marks.find((mark) => mark.path[0] === parts.at(place % parts.length));
}

/** Whether the picture is made of several charts: elsewhere page up and page down scroll the page. */
const hasParts = pictures.some(
  (picture) => picture.querySelector('[aria-roledescription="chart"], [aria-roledescription="panel"]') !== null);

const KEYS = {
  ...(hasParts && { PageDown: () => turn(1), PageUp: () => turn(-1) }),
  ArrowRight: () => walk(1), ArrowLeft: () => walk(-1), ArrowDown: () => change(1), ArrowUp: () => change(-1),
  Home: () => groups.get(groupOf(current ?? marks[0]))[0], End: () => groups.get(groupOf(current ?? marks[0])).at(-1),
  Enter: () => (current ? null : walk(1)), " ": () => (current ? null : walk(1)), Escape: () => null,
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
