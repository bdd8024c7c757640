"""The Emacs plugin in a batch Emacs: what the files *-tests.el say, the byte compiler's warnings, checkdoc's."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

from clients import ROOT, program

EDITOR = ROOT / "editors" / "emacs"
SOURCES = sorted(EDITOR.glob("*.el"))
HERE = pathlib.Path(__file__).parent
TESTS = sorted(HERE.glob("*-tests.el"))
NAMES = [name for file in TESTS for name in re.findall(r"^\(ert-deftest ([^ ]+) ", file.read_text(), re.MULTILINE)]


def emacs(*arguments, cwd, timeout=100):
    done = subprocess.run(
        ["emacs", "-Q", "--batch", *map(str, arguments)],
        cwd=cwd, capture_output=True, text=True, timeout=timeout, env={**os.environ, "CHART_KERNEL": program()},
    )
    return done, done.stdout + done.stderr


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    """The output of all ERT tests, run once."""
    directory = tmp_path_factory.mktemp("ert")
    files = [argument for file in TESTS for argument in ("-l", file)]
    return emacs("-L", EDITOR, "-L", HERE, *files, "-f", "ert-run-tests-batch-and-exit", cwd=directory)[1]


@pytest.mark.parametrize("name", NAMES)
def test_in_batch(outcome, name):
    line = re.search(rf"^ +(\w+) +\d+/\d+  {re.escape(name)}\b", outcome, re.MULTILINE)
    assert line, outcome[-4000:]
    assert line[1] == "passed", outcome[max(0, line.start() - 5000) : line.end()]


def test_there_are_as_many_results_as_tests(outcome):
    assert f"Ran {len(NAMES)} tests" in outcome and len(NAMES) > 30


def test_it_compiles_without_warnings(tmp_path):
    for source in SOURCES:
        shutil.copy(source, tmp_path)
    done, output = emacs(
        "-L", tmp_path, "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile",
        *(source.name for source in SOURCES), cwd=tmp_path,
    )
    assert done.returncode == 0 and not output.strip(), output
    assert len(list(tmp_path.glob("*.elc"))) == len(SOURCES)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_checkdoc_finds_nothing(source):
    done, output = emacs("--eval", f'(progn (require \'checkdoc) (checkdoc-file "{source}"))', cwd=EDITOR)
    assert done.returncode == 0 and not output.strip(), output


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_lines_are_short_and_end_cleanly(source):
    for number, line in enumerate(source.read_text().split("\n"), 1):
        assert len(line) <= 120 and line == line.rstrip() and "\t" not in line, f"{source.name}:{number}"


def test_only_libraries_that_come_with_emacs_are_needed():
    """`emacs -Q` has none of anybody's packages, and loads each file alone."""
    for source in SOURCES:
        done, output = emacs("-L", EDITOR, "-l", source, cwd=EDITOR)
        assert done.returncode == 0, output


def test_files_of_charts_are_recognised(tmp_path):
    form = """(dolist (name '("a.chart.yaml" "a.chart.yml" "a.chart.json" "a.yaml" "chart.json"))
                (find-file (expand-file-name name))
                (princ (format "%s %s\\n" name major-mode)))"""
    _, output = emacs("-L", EDITOR, "-l", EDITOR / "chart-kernel.el", "--eval", form, cwd=tmp_path)
    modes = dict(line.split() for line in output.splitlines() if line.startswith(("a.", "chart.")))
    assert {name for name, mode in modes.items() if mode == "chart-kernel-mode"} == {
        "a.chart.yaml", "a.chart.yml", "a.chart.json",
    }
