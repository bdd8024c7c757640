"""The pages in docs: what they name and link to must be there, and what is made from the program must be up to date."""

import json
import re
import subprocess
import sys

import pytest

from clients import ROOT, Stdio, program

PAGES = sorted((ROOT / "docs").glob("*.md")) + [ROOT / "README.md", ROOT / "editors/emacs/README.md"]
TESTS = ROOT / "Tests/Frontends"


def named() -> list[str]:
    """The tests that docs/jupyter.md names as the proof of what it says: a file, or a file and a function."""
    found = re.findall(r"`((?:\w+/)?test_\w+\.py(?:::test_\w+)?)`", (ROOT / "docs/jupyter.md").read_text())
    return sorted({name if "/" in name else f"wire/{name}" for name in found})


@pytest.mark.parametrize("name", named())
def test_named_tests_exist(name):
    file, _, function = name.partition("::")
    assert (TESTS / file).exists()
    assert not function or re.search(rf"^def {function}\(", (TESTS / file).read_text(), re.MULTILINE)


def anchors(page) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        linked = page.parent / path if path else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def test_the_page_on_kinds_shows_the_code_of_the_waffle():
    def lines(text: str) -> str:
        return "\n".join(line.strip() for line in text.splitlines())

    sources = [lines(path.read_text()) for path in sorted((ROOT / "Tests/ChartKindTests/Waffle").glob("*.swift"))]
    blocks = re.findall(r"^```swift\n(.*?)\n```", (ROOT / "docs/adding-a-kind.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 8
    for block in blocks:
        assert any(lines(block) in source for source in sources), block


def test_the_reference_of_the_protocol_is_up_to_date():
    done = subprocess.run(
        [sys.executable, ROOT / "Scripts/make-protocol-docs.py", "--check", program()], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr


def test_the_reference_of_the_protocol_has_every_method_with_an_example():
    text = (ROOT / "docs/protocol.md").read_text()
    with Stdio() as editor:
        methods = editor.call("rpc.discover")["methods"]
    assert re.findall(r"^### `(.*)`$", text, re.MULTILINE) and len(methods) > 35
    for method in methods:
        section = text.split(f"### `{method['name']}`\n")[1].split("\n### ")[0].split("\n## ")[0]
        (example,) = re.findall(r"^```json\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
        decoder = json.JSONDecoder()
        request, end = decoder.raw_decode(example)
        response, _ = decoder.raw_decode(example[end:].lstrip())
        assert request["method"] == method["name"] and request["id"] == response["id"]
        assert "result" in response


def test_the_check_of_the_reference_fails_where_it_should(tmp_path):
    """A copy of the script beside a page that lacks something."""
    (tmp_path / "Scripts").mkdir()
    (tmp_path / "docs").mkdir()
    for name in ("make-protocol-docs.py", "openrpc.py"):
        (tmp_path / "Scripts" / name).write_text((ROOT / "Scripts" / name).read_text())
    script = tmp_path / "Scripts/make-protocol-docs.py"
    page = tmp_path / "docs/protocol.md"
    for text in (None, (ROOT / "docs/protocol.md").read_text().replace("chart/tap", "chart/top", 1)):
        if text:
            page.write_text(text)
        done = subprocess.run([sys.executable, script, "--check", program()], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and "out of date" in done.stderr


# How comments and titles of tests name behaviours: `V6`, `(L10 a, N2)`, `fault 24`, `faults 7 and 8`.
BEHAVIOUR = re.compile(r"(?<![\w#])([PLBAVNR]\d{1,2})\b")
FAULT = re.compile(r"\bfaults? (\d{1,2})(?:(?:, | and | to |–)(\d{1,2}))*")


def test_behaviours_that_sources_and_tests_name_are_described():
    text = (ROOT / "docs/behaviours.md").read_text()
    described = set(re.findall(r"^\| ([A-Z]\d+) \|", text, re.MULTILINE)) | set(re.findall(r"^- \*\*(R\d),", text, re.MULTILINE))
    faults = set(re.findall(r"(?:^|\. )(\d{1,2})\. [A-Z0-9]", text.split("\n## Faults that")[1].split("\n## ")[0], re.MULTILINE))
    assert len(described) >= 60 and len(faults) == 28
    unknown = []
    for file in sorted([*(ROOT / "Sources").rglob("*.swift"), *(ROOT / "Tests").rglob("*.swift"), *TESTS.rglob("*.py")]):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            comment = line.partition("//")[2] + " ".join(re.findall(r'@(?:Test|Suite)\("([^"]*)"', line))
            if file.suffix == ".py":
                comment = line.partition("#")[2]
            unknown += [f"{file.relative_to(ROOT)}:{number} {code}" for code in BEHAVIOUR.findall(comment) if code not in described]
            unknown += [
                f"{file.relative_to(ROOT)}:{number} fault {code}" for pair in FAULT.findall(comment) for code in pair if code and code not in faults
            ]
    assert not unknown, unknown


def test_comparisons_are_of_charts_of_the_gallery_in_both_programs():
    """Scripts/make-comparisons.py takes what no test installs; what it is given is looked at all the same."""
    folder = ROOT / "Scripts/compare"
    names = sorted(path.name.removesuffix(".vl.json") for path in folder.glob("*.vl.json"))
    assert len(names) == 10 and names == sorted(path.stem for path in folder.glob("*.py"))
    for name in names:
        spec = (ROOT / f"examples/gallery/{name}.yaml").read_text()
        (file,) = set(re.findall(r"data/([\w-]+\.csv)", spec))
        assert json.loads((folder / f"{name}.vl.json").read_text())["data"]["url"] == f"data/{file}"
        assert f'read("{file}"' in (folder / f"{name}.py").read_text()
