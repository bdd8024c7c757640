"""docs/jupyter.md names the test that proves each thing it says: they must exist, and so must what it links to."""

import re

import pytest
from clients import ROOT

PAGE = ROOT / "docs/jupyter.md"
TESTS = ROOT / "Tests/Frontends"


def named() -> list[tuple[str, str]]:
    """The tests that are named, as file and function; the function is empty where the whole file is meant."""
    text = PAGE.read_text()
    found = re.findall(r"`((?:\w+/)?test_\w+\.py)(?:::(test_\w+))?`", text)
    return sorted({(file if "/" in file else f"wire/{file}", function) for file, function in found})


@pytest.mark.parametrize("file, function", named(), ids="::".join)
def test_named_tests_exist(file, function):
    text = (TESTS / file).read_text()
    assert not function or re.search(rf"^def {function}\(", text, re.MULTILINE)


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
