"""Jupyter Book 2: what its pages are made of.

The theme that makes HTML of it is fetched when a book is built, and here nothing is: a theme of the test's own stands in
its place, which only has to be there. What is looked at is the content that every theme is given.
"""

import json
from pathlib import Path

import nbformat
import pytest

from environments import Environment

pytestmark = pytest.mark.timeout(240)

THEME = {"jtex": "v1", "kind": "site", "version": "1.0.0", "build": {"install": "true", "start": "true"}}


def nodes(node: dict, kind: str):
    """The nodes of a kind in a tree."""
    if node.get("type") == kind:
        yield node
    for child in node.get("children", []):
        yield from nodes(child, kind)


def test_the_content_of_a_page_has_pictures_answers_and_code(place, language, saved_live):
    environment = Environment(Path(__file__).with_name("jupyter-book-2.txt"))
    nbformat.write(saved_live, place.work / "index.ipynb")
    (place.work / "theme").mkdir()
    # JSON is YAML.
    (place.work / "theme/template.yml").write_text(json.dumps(THEME))
    site = {"template": "./theme", "title": "Charts"}
    (place.work / "myst.yml").write_text(json.dumps({"version": 1, "project": {"title": "Charts"}, "site": site}))
    variables = environment.variables(place.environment)
    done = place.run(*environment.program("jupyter-book"), "build", "--site", "--strict", **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    page = json.loads((place.work / "_build/site/content/index.json").read_text())["mdast"]
    assert [(node["lang"], node["value"]) for node in nodes(page, "code")] == [
        (language.language, source) for source in language.cells]
    shown = [node["jupyter_data"].get("data", {}) for node in nodes(page, "output")]
    pictures = [data["image/svg+xml"]["content"] for data in shown if "image/svg+xml" in data]
    assert len(pictures) == 2 and all(language.picture in picture for picture in pictures)
    (answer,) = [data for data in shown if data and "image/svg+xml" not in data]
    assert language.answer in answer["text/plain"]["content"]
