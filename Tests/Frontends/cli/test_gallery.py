"""The gallery: each of its specs is drawn at all sizes in both themes, its data are described, and its page is whole."""

import concurrent.futures
import html.parser
import os
import re
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from clients import ROOT, program

GALLERY = ROOT / "examples/gallery"
SPECS = sorted(GALLERY.glob("*.yaml"))
NAMES = [path.stem for path in SPECS]
DATA = sorted(path.name for path in (GALLERY / "data").iterdir())

SIZES = ("320x200", "640x360", "1200x700")
THEMES = ("light", "dark")

WARNINGS = {
    # What is small in a hierarchy has no room for its name; a tap goes in, where it has.
    "sunburst": r"\d+ of 147 labels (was|were) left out",
    "treemap": r"\d+ of 13 labels (was|were) left out|\d+ labels? (was|were) shortened",
    # Oceania has no room for its two countries.
    "treemap-world": r"\d+ of 145 labels (was|were) left out|\d+ labels? (was|were) shortened|^\S+ warning: 1 part is too small: what is in it",
}
"""What specs are warned of at 640x360, all of which is meant to be so."""


@pytest.fixture(scope="module")
def drawn():
    """What became of each spec, by its name, size and theme."""
    def draw(name, size, theme):
        return subprocess.run(
            [program(), "render", f"{name}.yaml", "--size", size, "--theme", theme], cwd=GALLERY, capture_output=True, text=True,
            timeout=60,
        )

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wanted = [(name, size, theme) for name in NAMES for size in SIZES for theme in THEMES]
        return dict(zip(wanted, pool.map(lambda which: draw(*which), wanted), strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_every_spec_is_drawn_at_all_sizes_in_both_themes(drawn, name):
    for size in SIZES:
        width, height = size.split("x")
        for theme in THEMES:
            done = drawn[name, size, theme]
            assert done.returncode == 0, f"{size}, {theme}: {done.stderr}"
            assert f'width="{width}" height="{height}"' in done.stdout[:400]
            assert not re.search(r"NaN|\binf\b", done.stdout)
        assert drawn[name, size, "light"].stdout != drawn[name, size, "dark"].stdout


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_warned_of_but_what_is_meant(drawn, name):
    for theme in THEMES:
        told = drawn[name, "640x360", theme].stderr.splitlines()
        meant = WARNINGS.get(name.split("-", 1)[1])
        assert [line for line in told if meant is None or not re.search(meant, line)] == []
        assert bool(told) == (meant is not None), "a warning that is listed isn't given any more"


@pytest.mark.parametrize("path", SPECS, ids=NAMES)
def test_specs_are_short_and_say_what_they_show(path):
    text = path.read_text()
    assert len(text.splitlines()) <= 30
    for key in ("title: .+", "subtitle: .+", 'caption: "Source: .+"'):
        assert re.search(f"^{key}$", text, re.MULTILINE), key
    # Charts of one page are told apart by their files' names.
    assert not re.search(r"^id:", text, re.MULTILINE)


def test_there_are_charts_of_every_kind():
    kinds = {re.search(r"^kind: (\w+)$", path.read_text(), re.MULTILINE)[1] for path in SPECS}
    assert len(SPECS) == 56, "README.md, Makefile and CHANGELOG.md say how many there are"
    assert kinds == {
        "bar", "line", "scatter", "candlestick", "histogram", "box", "heatmap", "waterfall", "bullet", "combined", "pie", "radar", "polar", "gauge", "funnel", "treemap", "layout"
    }


def test_all_data_are_in_the_folder_small_used_and_described():
    described = re.findall(r"^\| `([\w.-]+)` \|", (GALLERY / "DATA.md").read_text(), re.MULTILINE)
    assert described == DATA
    used = set()
    for path in SPECS:
        text = path.read_text()
        assert not re.search(r"https?:|\.\.", text), path.name
        files = re.findall(r"\b(?:csv|json|sqlite): *([^\s,}]+)", text)
        for file in files:
            assert re.fullmatch(r"data/[\w-]+\.csv", file), f"{path.name} reads {file}"
        used.update(file.removeprefix("data/") for file in files)
    assert used == set(DATA)
    sizes = [(GALLERY / "data" / name).stat().st_size for name in DATA]
    assert max(sizes) < 60_000 and sum(sizes) < 600_000


def test_licences_are_free():
    rows = [line for line in (GALLERY / "DATA.md").read_text().splitlines() if line.startswith("| `")]
    for row in rows:
        assert re.match(r"CC0|CC BY|public domain", row.split("|")[4].strip()), row


class Page(html.parser.HTMLParser):
    """What matters of the page: its parts, what it names, and the texts of specs."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.names, self.articles, self.pictures, self.outside = [], [], [], {}, []
        self.specs, self.spec = [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "article":
            self.articles.append(attributes["id"])
        if tag == "svg":
            self.pictures.setdefault(self.articles[-1], []).append(attributes)
        if tag == "pre":
            self.spec = ""
        for key, value in attributes.items():
            self.names += re.findall(r"url\(#([^)]+)\)", value or "")
            if key in ("aria-labelledby", "aria-describedby"):
                self.names += value.split()
            if key in ("href", "xlink:href"):
                self.names.append(value.removeprefix("#"))
            if key in ("src", "href", "xlink:href", "srcset", "action") and not value.startswith("#"):
                self.outside.append((tag, value))
        if tag in ("link", "iframe", "img", "object", "embed"):
            self.outside.append((tag, attributes))

    def handle_data(self, data):
        if self.spec is not None:
            self.spec += data

    def handle_endtag(self, tag):
        if tag == "pre":
            self.specs.append(self.spec)
            self.spec = None


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The page, as `make gallery` writes it."""
    target = tmp_path_factory.mktemp("gallery") / "gallery.html"
    subprocess.run([sys.executable, ROOT / "Scripts/make-gallery.py", program(), target], check=True, timeout=60)
    return target


def test_the_page_has_all_pictures_and_specs_and_needs_nothing_else(written):
    text = written.read_text()
    page = Page(text)
    assert page.articles == NAMES
    assert {name: len(pictures) for name, pictures in page.pictures.items()} == dict.fromkeys(NAMES, len(THEMES))
    assert page.specs == [path.read_text().strip() for path in SPECS]
    # Parts of one picture are never those of another, and whatever is named is there.
    assert len(page.ids) == len(set(page.ids))
    assert set(page.names) <= set(page.ids)
    assert page.outside == []
    assert not re.search(r"@import|fetch\(|url\((?!#)", text)
    assert str(ROOT) not in text


def test_each_chart_of_the_page_has_its_source_and_its_licence(written):
    rows = [line.split("|") for line in (GALLERY / "DATA.md").read_text().splitlines() if line.startswith("| `")]
    licences = {row[1].strip(" `"): row[4].strip() for row in rows}
    articles = re.findall(r"<article id=\"([^\"]+)\".*?</article>", written.read_text(), re.DOTALL)
    assert articles == NAMES
    for name, path in zip(NAMES, SPECS):
        article = re.search(rf"<article id=\"{name}\".*?</article>", written.read_text(), re.DOTALL)[0]
        about = html.unescape(re.search(r"<p>(.*?)</p>", article, re.DOTALL)[1])
        assert about.startswith("Source: ")
        files = set(re.findall(r"data/([\w-]+\.csv)", path.read_text())) or {"nyc-airlines.csv"}
        assert all(licences[file] in about for file in files), about


def test_the_page_searches_changes_its_theme_and_fits_narrow_windows(chromium, written):
    asked, errors = [], []
    page = chromium.new_page(viewport={"width": 400, "height": 900}, color_scheme="light")
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(written.as_uri())

    def shown():
        return page.evaluate("[...document.querySelectorAll('article')].filter(card => card.offsetHeight).map(card => card.id)")

    for width in (400, 1000, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert shown() == NAMES
    # Words in any order, of titles, specs and kinds.
    page.keyboard.press("/")
    page.keyboard.type("flipper PENGUIN")
    assert [name[3:] for name in shown()] == ["bar-grouped", "small-multiples"]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="treemap").press("Enter")
    assert [name[3:] for name in shown()] == ["treemap", "treemap-world"]
    # A link shows its chart, whatever is searched for.
    page.evaluate(f"location.hash = '#{NAMES[0]}'")
    page.wait_for_function("document.querySelector('article').offsetHeight > 0")
    assert shown() == NAMES

    assert page.locator(".picture.dark").first.is_hidden()
    page.get_by_role("button", name="Dark", exact=True).press("Enter")
    assert page.locator(".picture.dark").first.is_visible() and page.locator(".picture.light").first.is_hidden()
    # Its spec, by keys.
    page.locator("summary").first.press("Enter")
    page.locator(".copy").first.press("Enter")
    page.wait_for_function("document.querySelector('.copy').textContent != 'Copy'")
    assert errors == [] and asked == [written.as_uri()]
    page.close()


@pytest.mark.timeout(240)
def test_the_notebook_executes_without_an_error(written, kernelspec):
    notebook = nbformat.read(written.with_suffix(".ipynb"), as_version=4)
    nbformat.validate(notebook)
    titles, specs = notebook.cells[1::2], notebook.cells[2::2]
    assert [cell.id for cell in specs] == NAMES and all(cell.cell_type == "code" for cell in specs)
    for cell, title, path in zip(specs, titles, SPECS, strict=True):
        text = path.read_text()
        assert title.source == "## " + re.search("^title: (.+)$", text, re.MULTILINE)[1]
        # As the file has it, and a name for commands.
        assert cell.source == re.sub("\n", f"\nid: {cell.id[3:]}\n", text.strip(), count=1)
    resources = {"metadata": {"path": str(written.parent)}}
    NotebookClient(notebook, timeout=60, kernel_name=kernelspec, resources=resources).execute()
    for cell in specs:
        assert not [output for output in cell.outputs if output.output_type == "error"]
        assert [output for output in cell.outputs if "image/svg+xml" in output.get("data", {})], cell.source
