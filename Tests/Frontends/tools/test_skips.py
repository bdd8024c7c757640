"""No test is skipped in silence: what the counts say of it, and that in CI it has failed."""

import re
import subprocess
import sys

import pytest

import needs
from clients import ROOT

FRONTENDS = ROOT / "Tests/Frontends"
REPORT = """<testsuites><testsuite>
<testcase classname="Tests" name="runs"/>
<testcase classname="Tests" name="software"><skipped>takes Pango</skipped></testcase>
<testcase classname="Tests" name="machine"><skipped type="pytest.skip" message="machine: only root may">a place</skipped></testcase>
</testsuite></testsuites>"""


@pytest.fixture
def counted(tmp_path, monkeypatch):
    """What Scripts/count-tests.py says of the report, and its status: in CI or not."""
    (tmp_path / "suite.xml").write_text(REPORT)
    (tmp_path / "suite.status").write_text("0")

    def counted(ci: str):
        monkeypatch.setenv("CI", ci)
        done = subprocess.run(
            [sys.executable, ROOT / "Scripts/count-tests.py", tmp_path, "suite"], capture_output=True, text=True, timeout=20)
        return done.stdout.splitlines(), done.returncode

    return counted


def test_the_counts_tell_what_was_skipped_and_why(counted):
    lines, status = counted("")
    assert lines[-3:] == [
        "    skipped: Tests.software: takes Pango", "    skipped: Tests.machine: machine: only root may", "1 passed, 0 failed, 2 skipped"]
    assert status == 0


def test_in_ci_what_could_have_been_installed_has_failed(counted):
    lines, status = counted("true")
    assert lines[-3:] == [
        "    failed: Tests.software: skipped, which counts as a failure where $CI is set: takes Pango",
        "    skipped: Tests.machine: machine: only root may", "1 passed, 1 failed, 1 skipped"]
    assert status == 1


def test_what_failed_on_a_thread_of_no_tests_is_told_of(counted, tmp_path):
    (tmp_path / "suite.status").write_text("1")
    (tmp_path / "suite.log").write_text(
        "◇ Test waits() started.\n"
        "✘ Test «unknown» recorded an issue at Waits.swift:7:3: Expectation failed: (count → 299) == 300\n"
        "↳ of those that were sent\n"
        "✔ Test waits() passed after 0.1 seconds.\n")
    lines, status = counted("")
    assert "    failed: Waits.swift:7:3: Expectation failed: (count → 299) == 300 of those that were sent" in lines
    assert lines[-1] == "1 passed, 1 failed, 2 skipped" and status == 1


@pytest.mark.parametrize("ci", ["", "true"])
def test_pytest_itself_says_so_too(tmp_path, monkeypatch, ci):
    (tmp_path / "test_some.py").write_text(
        "import needs\n"
        "@needs.installed(False, 'takes a browser')\ndef test_mark(): pass\n"
        "def test_call(): needs.require_installed(False, 'takes a screen')\n"
        "@needs.machine(False, 'takes another kernel')\ndef test_machine(): pass\n"
        "def test_runs(): pass\n")
    (tmp_path / "test_file.py").write_text("import pytest\npytest.importorskip('nothing_of_that_name')\n")
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PYTHONPATH", str(FRONTENDS))
    command = [sys.executable, "-m", "pytest", "-p", "needs", "-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-rs", "--continue-on-collection-errors", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    last = done.stdout.splitlines()[-1]
    if not ci:
        assert last.startswith("1 passed, 4 skipped in"), done.stdout
        return
    assert last.startswith("1 failed, 1 passed, 1 skipped, 2 errors in") and done.returncode == 1, done.stdout
    for reason in ("takes a browser", "takes a screen", "could not import 'nothing_of_that_name'"):
        assert f"skipped, which counts as a failure where $CI is set: {reason}" in done.stdout


def test_nothing_skips_but_what_tests_need():
    skips = re.compile(r"pytest\.skip\(|mark\.skip|importorskip\(|SkipTest|skipTest")
    found = {path.relative_to(FRONTENDS).as_posix() for path in FRONTENDS.rglob("*.py") if skips.search(path.read_text())}
    assert found == {"needs.py", "tools/test_skips.py"}


def test_every_swift_test_that_is_not_run_everywhere_says_why():
    for path in (ROOT / "Tests").rglob("*.swift"):
        text = path.read_text()
        assert ".disabled(" not in text and "XCTSkip" not in text, path
        for found in re.finditer(r"\.enabled\(\s*if: ", text):
            # To the bracket that closes it.
            depth, end = 1, found.end()
            while depth:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            assert re.search(r', *\s*"[^"]+"\s*\)$', text[found.start():end]), f"{path}: {text[found.start():end]}"


def test_the_counts_and_the_tests_mean_the_same_by_a_machine():
    assert f'MACHINE = "{needs.MACHINE}"' in (ROOT / "Scripts/count-tests.py").read_text()
