#!/usr/bin/env python3
"""Checks that the tests are there which SECURITY.md names.

A test is named by its file, and what it is called there: `Tests/…/test_server.py::test_name`, or for Swift the words that stand
in `@Test("…")`.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def is_there(reference: str) -> bool:
    path, _, name = reference.partition("::")
    file = ROOT / path
    if not file.is_file():
        return False
    text = file.read_text()
    if not name:
        return True
    return f"def {name}(" in text if file.suffix == ".py" else re.search(rf'@Test\(\s*"[^"]*{re.escape(name)}', text) is not None


def main():
    references = re.findall(r"`(Tests/[^`]+)`", (ROOT / "SECURITY.md").read_text())
    missing = [reference for reference in references if not is_there(reference)]
    for reference in missing:
        print(f"SECURITY.md: there is no test {reference}", file=sys.stderr)
    sys.exit(bool(missing) or not references)


if __name__ == "__main__":
    main()
