#!/usr/bin/env python3
"""Draws kernelspec/logo-svg.svg and, from it, logo-32x32.png and logo-64x64.png.

The mark is what the project is about: a donut whose tapped slice stands out by 1.2 × its radius.

    .venv/bin/python Scripts/make-logos.py        (needs rsvg-convert)
"""

from __future__ import annotations

import io
import subprocess
from math import asin, cos, degrees, radians, sin
from pathlib import Path

from PIL import Image

KERNELSPEC = Path(__file__).resolve().parent.parent / "kernelspec"

SIZE = 64.0
CENTER = (30.0, 34.0)
INNER, OUTER, SELECTED = 12.0, 27.0, 27.0 * 1.2
GAP = 4.0  # in whole pixels at both sizes
CORNER = 2.0

# Share of the circle, colour, tapped? Colours: Paul Tol's “bright” scheme, told apart by colour-blind people.
SLICES = [
    (0.28, "#EE6677", True),
    (0.34, "#4477AA", False),
    (0.18, "#CCBB44", False),
    (0.20, "#66CCEE", False),
]


def point(radius: float, angle: float) -> str:
    x, y = CENTER[0] + radius * cos(radians(angle)), CENTER[1] + radius * sin(radians(angle))
    return f"{x:.2f} {y:.2f}"


def slice_path(start: float, end: float, inner: float, outer: float) -> str:
    """A ring segment with parallel-sided gaps, drawn smaller by CORNER: a round-joined stroke gives that back."""
    inner, outer = inner + CORNER, outer - CORNER
    inset_inner, inset_outer = (degrees(asin((GAP / 2 + CORNER) / radius)) for radius in (inner, outer))
    large = int(end - start > 180)
    return (
        f"M{point(outer, start + inset_outer)}A{outer:g} {outer:g} 0 {large} 1 {point(outer, end - inset_outer)}"
        f"L{point(inner, end - inset_inner)}A{inner:g} {inner:g} 0 {large} 0 {point(inner, start + inset_inner)}Z"
    )


def svg() -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE:g} {SIZE:g}" width="{SIZE:g}" height="{SIZE:g}">',
        "  <title>ChartKernel</title>",
        f'  <g fill="currentColor" stroke="currentColor" stroke-width="{2 * CORNER:g}" stroke-linejoin="round">',
    ]
    start = -90.0
    for share, color, selected in SLICES:
        end = start + 360 * share
        path = slice_path(start, end, INNER, SELECTED if selected else OUTER)
        lines.append(f'    <path color="{color}" d="{path}"/>')
        start = end
    return "\n".join([*lines, "  </g>", "</svg>"]) + "\n"


def main() -> None:
    KERNELSPEC.mkdir(exist_ok=True)
    source = KERNELSPEC / "logo-svg.svg"
    source.write_text(svg(), encoding="utf-8")
    for size in (32, 64):
        png = subprocess.run(
            ["rsvg-convert", "--width", str(size), "--height", str(size), str(source)], check=True, capture_output=True
        ).stdout
        target = KERNELSPEC / f"logo-{size}x{size}.png"
        Image.open(io.BytesIO(png)).save(target, optimize=True)
        print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
