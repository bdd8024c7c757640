#!/usr/bin/env python3
"""Writes Sources/Jupyter/Widget/WidgetFiles.swift from chart.js and chart.css beside it, so that the program is one file.

    Scripts/embed-widget.py            writes it
    Scripts/embed-widget.py --check    fails if it is not what the two files say
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Sources/Jupyter/Widget"
OUTPUT = FOLDER / "WidgetFiles.swift"


def text(name: str, file: str, summary: str) -> list[str]:
    content = (FOLDER / file).read_text(encoding="utf-8")
    if '"""##' in content or "\\##" in content or not content.endswith("\n"):
        sys.exit(f"{file} cannot be a raw string literal: it must end with a line feed and hold neither \"\"\"## nor \\##.")
    # The literal leaves out the line feed before its closing quotes: an empty line keeps the file's own.
    lines = [f"    {line}" if line else "" for line in content.splitlines()]
    return [f"  /// {summary}", f"  static let {name} = ##\"\"\"", *lines, "", "    \"\"\"##"]


def swift() -> str:
    return "\n".join([
        "// swift-format-ignore-file",
        "// Written by Scripts/embed-widget.py from chart.js and chart.css; not to be edited by hand.",
        "",
        "/// The files that show a chart live.",
        "enum WidgetFiles {",
        *text("module", "chart.js", "`chart.js`, as it is."),
        "",
        *text("styles", "chart.css", "`chart.css`, as it is."),
        "}",
    ]) + "\n"


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if not OUTPUT.exists() or OUTPUT.read_text(encoding="utf-8") != swift():
            sys.exit(f"{OUTPUT.relative_to(ROOT)} is out of date. Run Scripts/embed-widget.py.")
    elif sys.argv[1:]:
        sys.exit(f"usage: {sys.argv[0]} [--check]")
    else:
        OUTPUT.write_text(swift(), encoding="utf-8")
        print(f"{OUTPUT.name}: {OUTPUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
