#!/usr/bin/env python3
"""Writes Sources/chart-kernel/Kernelspec+Logos.swift from kernelspec/, so that the program is one file to install.

    Scripts/embed-kernelspec.py            writes it
    Scripts/embed-kernelspec.py --check    fails if it is not what kernelspec/ says
"""

from __future__ import annotations

import base64
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNELSPEC = ROOT / "kernelspec"
OUTPUT = ROOT / "Sources/chart-kernel/Kernelspec+Logos.swift"


def text(name: str, file: str, summary: str) -> list[str]:
    content = (KERNELSPEC / file).read_text(encoding="utf-8")
    if '"""#' in content or "\\#" in content or not content.endswith("\n"):
        sys.exit(f"kernelspec/{file} cannot be a raw string literal: it must end with a line feed and hold neither"
                 ' """# nor \\#.')
    # The literal leaves out the line feed before its closing quotes: an empty line keeps the file's own.
    lines = [f"    {line}" if line else "" for line in content.splitlines()]
    return [f"  /// {summary}", f"  static let {name} = #\"\"\"", *lines, "", "    \"\"\"#"]


def base64_text(name: str, file: str, summary: str) -> list[str]:
    encoded = base64.b64encode((KERNELSPEC / file).read_bytes()).decode("ascii")
    # A backslash at the end of a line joins it with the next.
    lines = textwrap.wrap(encoded, 114)
    joined = [f"    {line}\\" for line in lines[:-1]] + [f"    {lines[-1]}"]
    return [f"  /// {summary}", f"  static let {name} = \"\"\"", *joined, "    \"\"\""]


def swift() -> str:
    return "\n".join([
        "// swift-format-ignore-file",
        "// Written by Scripts/embed-kernelspec.py from kernelspec/; not to be edited by hand.",
        "",
        "/// The files of kernelspec/, which `chart-kernel install` writes where Jupyter looks for kernels.",
        "enum KernelspecFiles {",
        *text("kernelJSON", "kernel.json",
              "`kernel.json` with `{executable}` in place of the program's absolute path. `{connection_file}` stays: Jupyter\n"
              "  /// fills it in."),
        "",
        *text("logoSVG", "logo-svg.svg", "`logo-svg.svg`, as it is."),
        "",
        *base64_text("logo32PNG", "logo-32x32.png", "`logo-32x32.png` in Base64."),
        "",
        *base64_text("logo64PNG", "logo-64x64.png", "`logo-64x64.png` in Base64."),
        "}",
    ]) + "\n"


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if not OUTPUT.exists() or OUTPUT.read_text(encoding="utf-8") != swift():
            sys.exit(f"{OUTPUT.relative_to(ROOT)} is out of date. Run Scripts/embed-kernelspec.py.")
    elif sys.argv[1:]:
        sys.exit(f"usage: {sys.argv[0]} [--check]")
    else:
        OUTPUT.write_text(swift(), encoding="utf-8")
        print(f"{OUTPUT.name}: {OUTPUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
