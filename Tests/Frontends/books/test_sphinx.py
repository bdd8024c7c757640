"""Notebooks in books that Sphinx builds: MyST-NB by itself, and Jupyter Book 1."""

import base64
import html
import re
import urllib.parse

import nbformat
import pytest

from languages import only_chart

pytestmark = pytest.mark.timeout(240)

OVERRIDES = 'nb_mime_priority_overrides = [("*", "application/vnd.jupyter.widget-view+json", None)]\n'


@pytest.fixture
def build(place, books):
    """Builds a book of one notebook by MyST-NB: the page, and the pictures in it."""

    def build(notebook, *options, settings="", mode="off", **variables) -> tuple[str, list[str]]:
        source = place.work / "source"
        source.mkdir(exist_ok=True)
        nbformat.write(notebook, source / "index.ipynb")
        (source / "conf.py").write_text(f'extensions = ["myst_nb"]\nnb_execution_mode = "{mode}"\n{settings}')
        variables = books.variables(place.environment) | variables
        done = place.run(*books.program("sphinx-build"), "-E", *options, source, place.work / "built", **variables)
        assert done.returncode == 0, done.stderr
        return read(place.work / "built/index.html")

    return build


def text(page: str) -> str:
    return html.unescape(re.sub("<[^>]+>", "", page))


def read(path) -> tuple[str, list[str]]:
    """A page and its pictures, in files beside it or in itself."""
    page = path.read_text()
    return page, [
        base64.b64decode(data).decode() if data else (path.parent / urllib.parse.unquote(file)).read_text()
        for data, file in re.findall(r'<img[^>]*src="(?:data:image/svg\+xml;base64,([^"]+)|([^"]+\.svg))"', page)
    ]


@only_chart
def test_a_page_has_pictures_answers_and_colours_and_no_warning(build, language, saved_live, package):
    """Also of a notebook that was saved with live charts."""
    page, pictures = build(saved_live, "-W", **package)
    assert len(pictures) == 2 and all(language.picture in picture for picture in pictures)
    assert language.answer in text(page), "what is beside application/json"
    assert 'class="err"' not in page
    assert language.coloured in page


@only_chart
def test_without_the_package_there_are_pictures_where_the_settings_say_so(build, language, executed, saved_live):
    """MyST-NB takes a widget before its picture, whether it has the widget's state or not (`base_render_priority`)."""
    assert build(saved_live)[1] == []
    page, pictures = build(saved_live, settings=OVERRIDES)
    assert len(pictures) == 2 and all(language.picture in picture for picture in pictures)
    assert language.answer in text(page)
    # In black and white, but nothing is framed in red.
    assert 'class="err"' not in page


def test_a_book_executes_notebooks(build, language, notebook, package):
    page, pictures = build(notebook, "-W", mode="force", **package)
    assert len(pictures) == 2 and all(language.picture in picture for picture in pictures)


@only_chart
def test_other_peoples_widgets_stay(build, language, executed, package):
    with_state = nbformat.from_dict(executed)
    with_state.cells[1].outputs[0].data["application/vnd.jupyter.widget-view+json"] = {"model_id": "other"}
    with_state.metadata.widgets = {
        "application/vnd.jupyter.widget-state+json": {"state": {"other": {}}, "version_major": 2, "version_minor": 0}}
    page, pictures = build(with_state, **package)
    assert '"model_id": "other"' in page and len(pictures) == 1


def test_jupyter_book_builds_pages_with_pictures(place, books, language, saved_live, package):
    book = place.work / "book"
    book.mkdir()
    nbformat.write(saved_live, book / "index.ipynb")
    (book / "_config.yml").write_text('title: Charts\nexecute: {execute_notebooks: "off"}\n')
    (book / "_toc.yml").write_text("format: jb-book\nroot: index\n")
    variables = books.variables(place.environment) | package
    done = place.run(*books.program("jupyter-book"), "build", "-W", book, **variables)
    assert done.returncode == 0, done.stderr
    page, pictures = read(book / "_build/html/index.html")
    assert len(pictures) == 2 and all(language.picture in picture for picture in pictures)
    assert language.answer in text(page)
    assert 'class="err"' not in page and language.coloured in page


@only_chart
@pytest.mark.parametrize("has_package", [True, False], ids=["with the package", "without"])
def test_nbconvert_writes_pages_with_the_lexer_or_without(place, language, executed, package, has_package):
    nbformat.write(executed, place.work / "done.ipynb")
    done = place.run("jupyter", "nbconvert", "--to", "html", "done.ipynb", **(package if has_package else {}))
    assert done.returncode == 0, done.stderr
    page, shown = read(place.work / "done.html")
    assert len(shown) == 2 and all(language.picture in picture for picture in shown)
    assert 'class="err"' not in page
    assert (language.coloured in page) == has_package
