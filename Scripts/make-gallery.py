#!/usr/bin/env python3
"""Writes the gallery: one page with every chart of examples/gallery, in light and dark, beside the spec that draws it; and a
notebook with a cell for each of them.

    Scripts/make-gallery.py [PROGRAM [PAGE]]

PROGRAM is the built chart-kernel, PAGE is build/gallery.html if not given. The page needs nothing but itself: no network, no
libraries, no other file. The notebook is beside it, called as it is but for the ending, with the data that its cells read in the
folder `data`.
"""

import collections
import concurrent.futures
import dataclasses
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "examples/gallery"
THEMES = ("light", "dark")


@dataclasses.dataclass
class Chart:
    """A file of the gallery, and what it draws."""

    name: str
    text: str
    pictures: dict[str, str]

    def key(self, key: str) -> str:
        """A key of the first level with a text for its value; nothing if there is none."""
        found = re.search(rf"^{key}: *(.*)$", self.text, re.MULTILINE)
        value = found[1].strip() if found else ""
        return json.loads(value) if value.startswith('"') else value


def draw(program: str, name: str, text: str, theme: str) -> str:
    """The picture of a spec. Its parts are called by its file's name: those of several pictures stand in one page."""
    done = subprocess.run(
        [program, "render", "-", "--format", "svg", "--theme", theme],
        input=f"id: gallery-{name}-{theme}\n{text}", cwd=GALLERY, capture_output=True, text=True, timeout=60,
    )
    if done.returncode != 0:
        sys.exit(f"{name}.yaml: {done.stderr.strip()}")
    return done.stdout.strip()


def charts(program: str) -> list[Chart]:
    """All charts of the gallery, in the order of their files."""
    texts = {path.stem: path.read_text() for path in sorted(GALLERY.glob("*.yaml"))}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        drawn = {
            (name, theme): pool.submit(draw, program, name, text, theme) for name, text in texts.items() for theme in THEMES
        }
        return [Chart(name, text, {theme: drawn[name, theme].result() for theme in THEMES}) for name, text in texts.items()]


def licences() -> dict[str, str]:
    """The licence of each file of data, as DATA.md says it."""
    rows = [row.split("|") for row in (GALLERY / "DATA.md").read_text().splitlines() if row.startswith("| `")]
    return {row[1].strip(" `"): row[4].strip() for row in rows}


def licence(chart: Chart, known: dict[str, str]) -> str:
    """That of the data of a chart. What writes its only number itself has it from the flights of New York."""
    files = dict.fromkeys(re.findall(r"\bdata/([\w-]+\.csv)", chart.text)) or ["nyc-airlines.csv"]
    return "; ".join(dict.fromkeys(known[file] for file in files))


def coloured(text: str) -> str:
    """A spec with its keys and quoted texts marked."""
    parts = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|(?:(?<=[{\s,])|(?<=- )|^)[A-Za-z][\w ]*(?=:(?:\s|$))', re.MULTILINE)

    def marked(match: re.Match) -> str:
        part = html.escape(match[0], quote=False)
        return f"<i>{part}</i>" if part[0] in "\"'" else f"<b>{part}</b>"

    written, end = [], 0
    for match in parts.finditer(text):
        written += [html.escape(text[end:match.start()], quote=False), marked(match)]
        end = match.end()
    return "".join(written) + html.escape(text[end:], quote=False)


def card(chart: Chart, licence: str) -> str:
    """A chart's place in the page."""
    name, kind, title = (html.escape(text) for text in (chart.name, chart.key("kind"), chart.key("title")))
    source = html.escape(chart.key("caption"))
    words = html.escape(" ".join([chart.name, chart.text]).lower().replace("\n", " "))
    pictures = "".join(f'<div class="picture {theme}">{picture}</div>' for theme, picture in chart.pictures.items())
    return f"""<article id="{name}" data-kind="{kind}" data-words="{words}">
{pictures}
<div class="about">
<h2><a href="#{name}">{title}</a></h2>
<p>{source if source.endswith(".") else source + "."} <span class="licence">Licence of the data: {html.escape(licence)}.</span></p>
<details><summary><span class="kind">{kind}</span><code>{name}.yaml</code></summary>
<div class="spec"><button type="button" class="copy" aria-label="Copy the spec of {name}">Copy</button>
<pre tabindex="0" aria-label="Spec of {name}">{coloured(chart.text.strip())}</pre></div></details>
</div>
</article>"""


def page(drawn: list[Chart]) -> str:
    """The whole page."""
    counts = collections.Counter(chart.key("kind") for chart in drawn)
    kinds = "".join(
        f'<button type="button" class="chip" aria-pressed="false" data-kind="{kind}">{kind} <small>{count}</small></button>'
        for kind, count in counts.items()
    )
    known = licences()
    cards = "\n".join(card(chart, licence(chart, known)) for chart in drawn)
    return PAGE.format(count=len(drawn), kinds=kinds, cards=cards, style=STYLE, script=SCRIPT)


def notebook(drawn: list[Chart]) -> dict:
    """A notebook with a cell for each chart, which the kernel runs, below its title."""
    cells = [cell("introduction", NOTEBOOK.format(count=len(drawn)))]
    for chart in drawn:
        # So that commands can name it; the kind comes first.
        spec = re.sub(r"^(kind: .*\n)", rf"\1id: {chart.name[3:]}\n", chart.text.strip(), count=1)
        cells += [cell(f"{chart.name}-title", f"## {chart.key('title')}"), cell(chart.name, spec, is_code=True)]
    kernel = {"name": "chart", "display_name": "Chart", "language": "chart"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def cell(name: str, text: str, is_code: bool = False) -> dict:
    """A cell of a notebook."""
    code = {"execution_count": None, "outputs": []} if is_code else {}
    return {"cell_type": "code" if is_code else "markdown", "id": name, "metadata": {}, **code, "source": text.splitlines(keepends=True)}


NOTEBOOK = """# The gallery

{count} charts of real, freely licensed data. Each cell is a whole spec: run it, change a line, and run it again. What is drawn can be
tapped, dragged and zoomed, by hand or by commands such as `%key pie ArrowRight`."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>ChartKernel: the gallery</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{count} charts, and the lines that draw them</h1>
<div class="tools">
<input id="search" type="search" placeholder="Search titles, specs, kinds   /" aria-label="Search titles, specs and kinds" \
autocomplete="off" spellcheck="false">
<button type="button" id="theme" aria-pressed="false">Dark</button>
</div>
<div class="chips" role="group" aria-label="Kinds">{kinds}</div>
<p id="found" role="status"></p>
</header>
<main>
{cards}
</main>
<footer>Real data, freely licensed: examples/gallery/DATA.md says where each file is from. Drawn by chart-kernel; nothing \
here is loaded from elsewhere.</footer>
<script>{script}</script>
</body>
</html>
"""

STYLE = """
:root { --page: #f4f5f7; --card: #ffffff; --text: #1f2328; --quiet: #59626c; --line: #d9dde2; --accent: #2f6299; --soft: #eef1f4;
  --string: #1a7f37; color-scheme: light; }
:root[data-theme=dark] { --page: #0d0e11; --card: #16181d; --text: #e6e8eb; --quiet: #9aa3ad; --line: #2c3038; --accent: #7db4ee;
  --soft: #1f2229; --string: #7ec98f; color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 9rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.45 Arial, "Liberation Sans", Helvetica, sans-serif; }
header { position: sticky; top: 0; z-index: 1; padding: 14px clamp(12px, 3vw, 40px) 10px; background: var(--page);
  border-bottom: 1px solid var(--line); display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; align-items: center; }
h1 { margin: 0; font-size: clamp(17px, 2.2vw, 22px); }
.tools { display: flex; gap: 8px; }
.chips { display: flex; gap: 6px; flex-wrap: wrap; }
#found { margin: 0; color: var(--quiet); font-size: 13px; text-align: right; white-space: nowrap; }
input, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px;
  padding: 6px 10px; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
#search { width: clamp(180px, 28vw, 380px); }
.chip { padding: 2px 9px; border-radius: 99px; font-size: 13px; }
.chip small { color: var(--quiet); }
.chip[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--card); }
.chip[aria-pressed=true] small { color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 20px; align-items: start;
  padding: 20px clamp(12px, 3vw, 40px); max-width: 2000px; margin: auto; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; min-width: 0; }
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
article[hidden] { display: none; }
.picture svg { display: block; width: 100%; height: auto; }
.picture.dark, :root[data-theme=dark] .picture.light { display: none; }
:root[data-theme=dark] .picture.dark { display: block; }
.about { padding: 10px 14px 12px; border-top: 1px solid var(--line); }
h2 { margin: 0; font-size: 14px; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover { text-decoration: underline; }
.about p { margin: 2px 0 8px; color: var(--quiet); font-size: 13px; }
summary { cursor: pointer; font-size: 13px; color: var(--quiet); }
.kind { margin: 0 8px 0 2px; padding: 1px 8px; border-radius: 99px; background: var(--soft); color: var(--text); }
.spec { position: relative; margin-top: 8px; }
.copy { position: absolute; top: 6px; right: 6px; padding: 2px 10px; font-size: 12px; }
pre { margin: 0; padding: 10px 12px; background: var(--soft); border-radius: 6px; overflow: auto; max-height: 420px; tab-size: 2;
  font: 12.5px/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre b { font-weight: normal; color: var(--accent); }
pre i { font-style: normal; color: var(--string); }
footer { padding: 8px clamp(12px, 3vw, 40px) 32px; color: var(--quiet); font-size: 13px; }
@media (max-width: 640px) {
  header { position: static; grid-template-columns: 1fr; }
  html { scroll-padding-top: 12px; }
  #search { flex: 1; width: auto; min-width: 0; }
  #found { text-align: left; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print { header, details, footer { display: none; } article { break-inside: avoid; } }
"""

SCRIPT = """
"use strict";
const root = document.documentElement, search = document.getElementById("search"), theme = document.getElementById("theme");
const cards = [...document.querySelectorAll("article")], chips = [...document.querySelectorAll(".chip")];
const found = document.getElementById("found");

function show(name) {
  root.dataset.theme = name;
  theme.setAttribute("aria-pressed", name === "dark");
  theme.textContent = name === "dark" ? "Light" : "Dark";
}
const dark = matchMedia("(prefers-color-scheme: dark)");
show(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => show(dark.matches ? "dark" : "light"));
theme.addEventListener("click", () => show(root.dataset.theme === "dark" ? "light" : "dark"));

function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const kinds = chips.filter(chip => chip.getAttribute("aria-pressed") === "true").map(chip => chip.dataset.kind);
  let count = 0;
  for (const card of cards) {
    const is = (!kinds.length || kinds.includes(card.dataset.kind)) && words.every(word => card.dataset.words.includes(word));
    card.hidden = !is;
    count += is;
  }
  found.textContent = count === cards.length ? "" : count === 0 ? "No chart has that." : count + " of " + cards.length;
}
search.addEventListener("input", filter);
for (const chip of chips) chip.addEventListener("click", () => {
  chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") !== "true");
  filter();
});
addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); search.select(); }
  else if (event.key === "Escape" && document.activeElement === search) { search.value = ""; filter(); }
});
// A link to a chart shows it, whatever is searched for.
function arrive() {
  const card = cards.find(card => "#" + card.id === location.hash);
  if (!card || !card.hidden) return;
  search.value = "";
  for (const chip of chips) chip.setAttribute("aria-pressed", "false");
  filter();
  card.scrollIntoView();
}
addEventListener("hashchange", arrive);

// Pages that are files have no clipboard in some browsers; what is selected can be copied in all of them.
async function copy(pre) {
  try { await navigator.clipboard.writeText(pre.textContent + "\\n"); return true; } catch {}
  getSelection().selectAllChildren(pre);
  return document.execCommand("copy");
}
for (const button of document.querySelectorAll(".copy")) button.addEventListener("click", async () => {
  button.textContent = await copy(button.nextElementSibling) ? "Copied" : "Press Ctrl+C";
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
});
"""


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/bin/chart-kernel")
    target = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build/gallery.html")
    target.parent.mkdir(parents=True, exist_ok=True)
    drawn = charts(program)
    target.write_text(page(drawn))
    target.with_suffix(".ipynb").write_text(json.dumps(notebook(drawn), indent=1, ensure_ascii=False) + "\n")
    shutil.copytree(GALLERY / "data", target.parent / "data", dirs_exist_ok=True)


if __name__ == "__main__":
    main()
