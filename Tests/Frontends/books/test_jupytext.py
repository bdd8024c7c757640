"""Notebooks as texts, by jupytext."""

import nbformat
import pytest

from clients import ROOT
from languages import CHART, PYTHON, only_chart

pytestmark = pytest.mark.timeout(120)

FORMATS = {"markdown": "md", "myst": "md:myst", "percent": "py:percent"}


@pytest.fixture
def jupytext(place, books, package):
    def run(*arguments) -> None:
        variables = books.variables(place.environment) | package
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


@only_chart
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


def typed(language, format: str) -> str:
    """A text that somebody has typed."""
    kernel = f"kernelspec: {{display_name: Chart, language: {language.language}, name: {language.kernel}}}"
    magics = f"jupytext: {{custom_language_magics: {language.language}}}"
    if format == "percent":
        head = f"# ---\n# jupyter:\n#   {kernel}\n# ---\n\n"
        return head + "\n".join(f"# %% [markdown]\n# Text\n\n# %%\n{source}\n" for source in language.cells)
    if format == "myst":
        # One that is not said to be MyST is Markdown as Jupyter has it.
        head = f"---\njupytext: {{text_representation: {{extension: .md, format_name: myst}}}}\n{kernel}\n---\n\n"
        return head + "\n".join(f"Text\n\n```{{code-cell}}\n{source}\n```\n" for source in language.cells)
    head = f"---\njupyter:\n  {magics}\n  {kernel}\n---\n\n"
    return head + "\n".join(f"Text\n\n```{language.language}\n{source}\n```\n" for source in language.cells)


@pytest.mark.parametrize(
    ("language", "format"), [(CHART, "markdown"), *((PYTHON, format) for format in FORMATS)], indirect=["language"],
    ids=lambda each: getattr(each, "kernel", each),
)
def test_a_text_is_executed_by_its_kernel(place, jupytext, language, format):
    name = f"page.{FORMATS[format].partition(':')[0]}"
    (place.work / name).write_text(typed(language, format))
    jupytext("--to", "ipynb", "--execute", name)
    code = [cell for cell in nbformat.read(place.work / "page.ipynb", 4).cells if cell.cell_type == "code"]
    assert language.picture in code[0].outputs[0].data["image/svg+xml"]
    assert language.answer in code[2].outputs[0].data["text/plain"]
