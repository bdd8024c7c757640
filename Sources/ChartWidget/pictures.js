// Pictures as elements of the page, and as files.

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

/** What a file is to hold that the kernel has drawn: HTML comes as text, PDF as base64. */
function fileOf(picture, format) {
  if (format === "html") return new Blob([picture.html], { type: "text/html" });
  return new Blob([Uint8Array.from(atob(picture.pdf), (letter) => letter.charCodeAt(0))], { type: "application/pdf" });
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
