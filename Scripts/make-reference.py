#!/usr/bin/env python3
"""Writes docs/charts.md, the reference of specs: every kind and every object with its keys, from the program's JSON Schema, and
a picture of each key that changes one, from the examples in docs/charts.

    Scripts/make-reference.py [PROGRAM [DIRECTORY]]

PROGRAM is the built chart-kernel; DIRECTORY is where charts.md and charts/*.svg are written, docs if not given. What there is, is
written in any case; what is missing is told, a line each, and makes it fail.

An example is a file docs/charts/NAME.yaml. Its comments say what it is called, which keys it is the picture of, and, where it takes
more than the spec to see that, what happens then:

    # From the top
    # shows: Pie.startAngle
    # then: chart/highlight {"index": 1}
    # phase: 0.5
    kind: pie
    …

A key is named by its object, as the schema calls it, by the kind, or by the family that shares it: Chart, Plot, Spokes, Axis,
Series, SeriesBy. What cannot be seen in a picture is listed with the reason in docs/charts/without-pictures.txt. Whatever is in
neither is told, with the line to write.
"""

import pathlib
import sys

from reference.examples import ROOT, drawn_examples, missing
from reference.page import Page
from reference.schema import Schema


def written(program: str) -> tuple[dict[str, str], list[str]]:
    """The files by their paths below docs, and what is wrong."""
    schema = Schema(program)
    examples = drawn_examples(program, schema)
    files = {"charts.md": Page(schema, examples).text()}
    for example in examples:
        files |= {f"charts/{example.name}-{theme}.svg": picture for theme, picture in example.pictures.items()}
    return files, missing(schema, examples)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/release/chart-kernel")
    directory = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs"
    files, faults = written(program)
    pictures = directory / "charts"
    pictures.mkdir(parents=True, exist_ok=True)
    for path in pictures.glob("*.svg"):
        if f"charts/{path.name}" not in files:
            path.unlink()
    for name, text in files.items():
        (directory / name).write_text(text)
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
