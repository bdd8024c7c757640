// What is shown beside a mark, by live views and in pages without a kernel.

/**
 * Shows a marker in an element, where it is to be in the picture, as markers of selected marks are drawn.
 *
 * @param {object | null} marker As `chart/hover` gives it; without one there is nothing to be seen.
 * @param {number} scale How many px of the screen one unit of the picture is.
 */
function drawMarker(element, marker, scale) {
  element.hidden = !marker;
  if (!marker) return;
  const { x, y, width, height } = marker.frame;
  const { anchor, rule } = marker;
  element.firstElementChild.replaceChildren(
    ...marker.runs.map(({ text, weight, color, size }) => {
      const run = document.createElement("span");
      run.textContent = text;
      Object.assign(run.style, { fontWeight: weight ?? "", color, fontSize: size ? `${size * scale}px` : "" });
      return run;
    }),
  );
  element.classList.toggle("ck-list", Boolean(rule));
  if (rule) {
    const line = document.createElement("i");
    Object.assign(line.style, {
      left: `${(rule.start.x - x) * scale}px`, top: `${(rule.start.y - y) * scale}px`,
      width: `${Math.max((rule.end.x - rule.start.x) * scale, 1)}px`,
      height: `${Math.max((rule.end.y - rule.start.y) * scale, 1)}px`,
    });
    element.firstElementChild.append(line);
  }
  Object.assign(element.style, {
    left: `${x * scale}px`, top: `${y * scale}px`, minWidth: `${width * scale}px`, minHeight: `${height * scale}px`,
    fontSize: `${12 * scale}px`,
    // That of the picture, in which the box was measured.
    fontFamily: element.parentElement?.querySelector("svg")?.getAttribute("font-family") ?? "",
  });
  element.style.setProperty("--ck-bubble", marker.background);
  // The side that is nearest to the mark, as in the picture.
  const tip =
    y + height <= anchor.y ? "bottom" : y >= anchor.y ? "top" : x + width <= anchor.x ? "right" : x >= anchor.x ? "left" : "";
  const [along, length] = tip === "left" || tip === "right" ? [anchor.y - y, height] : [anchor.x - x, width];
  element.dataset.tip = tip;
  element.style.setProperty("--ck-tip", `${Math.max(Math.min(along, length - 9), 9) * scale}px`);
}
