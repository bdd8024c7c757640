"""docs/jupyter.md names the test that proves each thing it says: they must exist, and so must what it links to."""

import re

import pytest
from clients import ROOT

PAGE = ROOT / "docs/jupyter.md"
TESTS = ROOT / "Tests/Frontends"


def named() -> list[str]:
    """The tests that are named: a file, or a file and a function."""
    found = re.findall(r"`((?:\w+/)?test_\w+\.py(?:::test_\w+)?)`", PAGE.read_text())
    return sorted({name if "/" in name else f"wire/{name}" for name in found})


@pytest.mark.parametrize("name", named())
def test_named_tests_exist(name):
    file, _, function = name.partition("::")
    assert (TESTS / file).exists()
    assert not function or re.search(rf"^def {function}\(", (TESTS / file).read_text(), re.MULTILINE)


def test_links_lead_somewhere():
    text = PAGE.read_text()
    anchors = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in anchors, target
        elif not target.startswith("https://"):
            assert (PAGE.parent / target.split("#")[0]).exists(), target
