"""Notebooks of chart cells, made and read."""

import re
import xml.etree.ElementTree as XML
from pathlib import Path

import nbformat

SVG = "{http://www.w3.org/2000/svg}"

SPENDING = """\
kind: pie
id: spending
title: Spending
slices:
  - {label: Rent, value: 25}
  - {label: Food, value: 30}
"""


def write(path: Path, *sources: str, tags: dict[int, str] | None = None, kernel: str = "chart") -> Path:
    """Writes a notebook with a cell for each source; `tags` names those that have one, by their index."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    for index, tag in (tags or {}).items():
        cells[index].metadata["tags"] = [tag]
    notebook = nbformat.v4.new_notebook(cells=cells)
    language = {"python3": "python"}.get(kernel, kernel)
    notebook.metadata["kernelspec"] = {"name": kernel, "display_name": kernel.capitalize(), "language": language}
    nbformat.write(notebook, path)
    return path


def read(path: Path) -> list[dict]:
    """The code cells of a notebook, which must be a valid one."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def bundles(cell: dict) -> list[dict]:
    """The MIME bundles that a cell shows."""
    return [output["data"] for output in cell.outputs if output.output_type in ("display_data", "execute_result")]


def pictures(cell: dict) -> list[XML.Element]:
    """The charts that a cell shows, parsed."""
    shown = [XML.fromstring(data["image/svg+xml"]) for data in bundles(cell) if "image/svg+xml" in data]
    assert all(picture.tag == f"{SVG}svg" for picture in shown)
    return shown


def words(picture: XML.Element) -> str:
    """Everything that is written in a chart, and what it says to those who don't see it."""
    return " ".join(text.strip() for text in picture.itertext() if text.strip())


def errors(cell: dict) -> list[dict]:
    """The errors of a cell."""
    return [output for output in cell.outputs if output.output_type == "error"]


def plain(text: str) -> str:
    """Text of a terminal without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
