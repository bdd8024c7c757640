"""Notebooks as texts, by jupytext."""

import nbformat
import pytest

from clients import ROOT

pytestmark = pytest.mark.timeout(120)

FORMATS = {"markdown": "md", "myst": "md:myst", "percent": "py:percent"}


@pytest.fixture
def jupytext(place, books):
    def run(*arguments) -> None:
        variables = books.variables(place.environment)
        done = place.run(*books.program("jupytext"), "--quiet", *arguments, **variables)
        assert done.returncode == 0, done.stderr

    return run


def contents(path) -> list[tuple[str, str]]:
    return [(cell.cell_type, cell.source) for cell in nbformat.read(path, 4).cells]


@pytest.fixture
def notebooks(place, language, notebook) -> list[str]:
    """A notebook of cells of each kind, and ours."""
    nbformat.write(notebook, place.work / "cells.ipynb")
    names = ["cells.ipynb"]
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if language.kernel == "chart" else []:
        (place.work / path.name).write_text(path.read_text())
        names.append(path.name)
    return names


@pytest.mark.parametrize("format", FORMATS)
def test_a_notebook_that_became_a_text_becomes_the_same_again(place, jupytext, language, notebooks, format):
    kind = FORMATS[format]
    options = language.markdown_options if kind == "md" else []
    extension = kind.partition(":")[0]
    before = {name: contents(place.work / name) for name in notebooks}
    jupytext(*options, "--to", kind, *notebooks)
    for name in notebooks:
        (place.work / name).unlink()
    jupytext("--to", "ipynb", *(name.replace("ipynb", extension) for name in notebooks))
    assert {name: contents(place.work / name) for name in notebooks} == before
    metadata = nbformat.read(place.work / notebooks[0], 4).metadata
    assert (metadata.kernelspec.name, metadata.kernelspec.language) == (language.kernel, language.language)


def test_a_text_is_executed_by_its_kernel(place, jupytext, language):
    """A text that somebody has typed."""
    (place.work / "page.md").write_text(
        f"---\njupyter:\n  jupytext: {{custom_language_magics: {language.language}}}\n"
        f"  kernelspec: {{display_name: Chart, language: {language.language}, name: {language.kernel}}}\n---\n\n"
        + "\n".join(f"Text\n\n```{language.language}\n{source}\n```\n" for source in language.cells)
    )
    jupytext("--to", "ipynb", "--execute", "page.md")
    code = [cell for cell in nbformat.read(place.work / "page.ipynb", 4).cells if cell.cell_type == "code"]
    assert language.picture in code[0].outputs[0].data["image/svg+xml"]
    assert language.answer in code[2].outputs[0].data["text/plain"]
