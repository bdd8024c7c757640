#!/usr/bin/env python3
"""Writes Sources/ChartEngine/Text/FontMetrics+Data.swift from Liberation Sans.

Text is laid out without a font at hand, so the advance widths of the default font are compiled in. Liberation Sans has
the widths of Arial and Helvetica, hence one table serves the whole font stack of the SVG.

    python3 -m venv fonts && fonts/bin/pip install fonttools==4.68.0
    fonts/bin/python Scripts/make-font-metrics.py DIRECTORY

DIRECTORY holds LiberationSans-Regular.ttf and LiberationSans-Bold.ttf, version 2.x (1.x has another U+00B7 and far fewer
characters). On Debian: `apt-get download fonts-liberation2`, or install it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.ttLib import TTFont

OUTPUT = Path(__file__).resolve().parent.parent / "Sources/ChartEngine/Text/FontMetrics+Data.swift"

WIDTH = 120

# What chart text is made of. A character outside these blocks is measured by rule, not by table.
BLOCKS = [
    (0x0020, 0x036F, "Basic Latin to Latin Extended-B, IPA, modifier letters, combining marks"),
    (0x0370, 0x03FF, "Greek"),
    (0x0400, 0x052F, "Cyrillic"),
    (0x1E00, 0x1EFF, "Latin Extended Additional"),
    (0x2000, 0x206F, "General Punctuation"),
    (0x2070, 0x209F, "Superscripts and Subscripts"),
    (0x20A0, 0x20CF, "Currency Symbols"),
    (0x2100, 0x214F, "Letterlike Symbols"),
    (0x2150, 0x218F, "Number Forms"),
    (0x2190, 0x21FF, "Arrows"),
    (0x2200, 0x22FF, "Mathematical Operators"),
    (0x25A0, 0x25FF, "Geometric Shapes"),
    (0x2660, 0x266F, "Card suits, music"),
    (0xFB00, 0xFB06, "Latin ligatures"),
]


def runs(characters: set[int]) -> list[tuple[int, int, str]]:
    """The characters of BLOCKS as unbroken runs (first, last, block), ascending."""
    found: list[tuple[int, int, str]] = []
    for low, high, name in BLOCKS:
        for code in range(low, high + 1):
            if code not in characters:
                continue
            if found and found[-1][1] == code - 1 and found[-1][2] == name:
                found[-1] = (found[-1][0], code, name)
            else:
                found.append((code, code, name))
    return found


def rows(numbers: list[int], indent: str) -> list[str]:
    lines, line = [], indent
    for number in numbers:
        piece = f"{number},"
        if len(line) + 1 + len(piece) > WIDTH:
            lines.append(line)
            line = indent
        line += piece if line == indent else f" {piece}"
    lines.append(line)
    return lines


def table(name: str, summary: str, font: TTFont, spans: list[tuple[int, int, str]]) -> list[str]:
    glyphs, advances = font.getBestCmap(), font["hmtx"].metrics
    lines = [
        f"  /// {summary}",
        f"  static let {name} = FontTable(",
        f"    unitsPerEm: {font['head'].unitsPerEm},",
        f"    ascent: {font['hhea'].ascent},",
        f"    descent: {-font['hhea'].descent},",
        f"    capHeight: {font['OS/2'].sCapHeight},",
        f"    xHeight: {font['OS/2'].sxHeight},",
        "    ranges: [",
    ]
    block = ""
    for first, last, of in spans:
        if of != block:
            block = of
            lines.append(f"      // {block}")
        numbers = [advances[glyphs[code]][0] for code in range(first, last + 1)]
        listed = ", ".join(map(str, numbers))
        whole = f"      (first: 0x{first:04X}, advances: [{listed}]),"
        if len(whole) <= WIDTH:
            lines.append(whole)
            continue
        lines += [
            "      (",
            f"        first: 0x{first:04X},",
            "        advances: [",
            *rows(numbers, " " * 10),
            "        ]",
            "      ),",
        ]
    return [*lines, "    ]", "  )"]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} DIRECTORY (with LiberationSans-Regular.ttf and LiberationSans-Bold.ttf)")
    regular, bold = (TTFont(Path(sys.argv[1]) / f"LiberationSans-{style}.ttf") for style in ("Regular", "Bold"))
    version = regular["name"].getDebugName(5)
    if not version.startswith("Version 2."):
        sys.exit(f"Liberation Sans 2.x is needed, this is “{version}”.")
    spans = runs(set(regular.getBestCmap()) & set(bold.getBestCmap()))
    lines = [
        "// swift-format-ignore-file",
        "// Written by Scripts/make-font-metrics.py, which says how to make it anew; not to be edited by hand.",
        "//",
        f"// The advance widths of Liberation Sans ({version.lower()}, SIL Open Font License 1.1), which are those of Arial,",
        "// Arimo and Helvetica. Widths are facts; no outline of the font is in here.",
        "",
        "/// The measures of one font, in font units: a length in px is `units × fontSize / unitsPerEm`.",
        "struct FontTable: Sendable {",
        "  let unitsPerEm: Int",
        "  /// From the baseline up to the top of a line, positive.",
        "  let ascent: Int",
        "  /// From the baseline down to the bottom of a line, positive.",
        "  let descent: Int",
        "  /// The height of a capital letter above the baseline.",
        "  let capHeight: Int",
        "  /// The height of a lower-case x above the baseline.",
        "  let xHeight: Int",
        "  /// Advance widths by Unicode scalar: unbroken runs, ascending by `first` and apart from each other, so that a run",
        "  /// is found by binary search. A combining mark has width 0. A scalar in no run is not in the font.",
        "  let ranges: [(first: UInt32, advances: [UInt16])]",
        "}",
        "",
        "/// The default font of charts. Each table is built when it is first used.",
        "enum FontMetricsData {",
        *table("regular", "Liberation Sans, weight 400.", regular, spans),
        "",
        *table("bold", "Liberation Sans Bold, weight 700.", bold, spans),
        "}",
    ]
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{OUTPUT.name}: {sum(last - first + 1 for first, last, _ in spans)} characters in {len(spans)} runs")


if __name__ == "__main__":
    main()
