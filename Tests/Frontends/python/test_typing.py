"""The types of the package, by mypy and pyright in their strict modes."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from clients import ROOT
from environments import Environment

pytestmark = pytest.mark.timeout(120)

PACKAGE = ROOT / "python"
USER = Path(__file__).with_name("typed.py")


@pytest.fixture(scope="module")
def checkers() -> Environment:
    return Environment(Path(__file__).with_name("typing.txt"))


@pytest.fixture
def mypy(checkers, tmp_path):
    """The errors of mypy: files, lines and words."""

    def run(*arguments, folder=PACKAGE) -> list[tuple[str, int, str]]:
        done = subprocess.run(
            [*checkers.program("mypy"), "--cache-dir", str(tmp_path), "--output=json", *arguments],
            cwd=folder, env={"MYPYPATH": str(PACKAGE / "src")}, capture_output=True, text=True, timeout=60,
        )
        assert done.returncode in (0, 1), done.stderr + done.stdout
        found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return [(Path(each["file"]).name, each["line"], each["message"]) for each in found if each["severity"] == "error"]

    return run


@pytest.fixture
def pyright(checkers):
    """The errors of pyright, which has looked at so many files."""

    def run(project: Path, files: int) -> list[tuple[str, int, str]]:
        done = subprocess.run(
            [*checkers.program("pyright"), "--outputjson", "--pythonpath", checkers.python, "--project", str(project)],
            capture_output=True, text=True, timeout=60,
        )
        assert done.returncode in (0, 1), done.stderr + done.stdout
        found = json.loads(done.stdout)
        assert found["summary"]["filesAnalyzed"] == files
        return [
            (Path(each["file"]).name, each["range"]["start"]["line"] + 1, each["message"])
            for each in found["generalDiagnostics"] if each["severity"] == "error"
        ]

    return run


@pytest.mark.parametrize("version", ["3.10", "3.15"])
def test_the_package_has_no_error_to_mypy_with_the_library_of_the_oldest_python_and_of_the_newest(mypy, version):
    """What either of the standard libraries lacks would be an error."""
    assert mypy("--python-version", version) == []


def test_the_package_has_no_error_to_pyright(pyright):
    files = [path for path in (PACKAGE / "src").rglob("*.py*") if path.suffix in (".py", ".pyi")]
    assert pyright(PACKAGE / "pyproject.toml", len(files)) == []


def test_what_people_write_is_right_to_mypy_and_what_is_wrong_is_an_error(mypy):
    strict = ["--strict", "--python-version", "3.10", "--follow-imports", "silent"]
    assert lines(mypy(*strict, str(USER), folder=USER.parent)) == WRONG


def test_what_people_write_is_right_to_pyright_and_what_is_wrong_is_an_error(pyright, tmp_path):
    shutil.copy(USER, tmp_path)
    project = tmp_path / "pyrightconfig.json"
    project.write_text(json.dumps({
        "extraPaths": [str(PACKAGE / "src")], "typeCheckingMode": "strict", "pythonVersion": "3.10",
        # An expression by itself is how the file asks for an error.
        "reportUnusedExpression": False,
    }))
    assert lines(pyright(project, 1)) == WRONG


def test_nothing_that_people_can_name_is_of_a_type_that_nobody_knows(checkers):
    done = subprocess.run(
        [*checkers.program("pyright"), "--pythonpath", checkers.python, "--ignoreexternal", "--verifytypes", "chart_kernel"],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(PACKAGE / "src")}, capture_output=True, text=True, timeout=60,
    )
    assert re.findall(r"With unknown type: (\d+)", done.stdout) == ["0", "0"], done.stdout + done.stderr


WRONG = {number: "# wrong" for number, line in enumerate(USER.read_text().splitlines(), 1) if line.endswith("# wrong")}


def lines(found: list[tuple[str, int, str]]) -> dict[int, str]:
    """The lines that have errors; of those that should have none, the words."""
    assert {file for file, _, _ in found} <= {USER.name}, found
    return {line: "# wrong" if line in WRONG else words for _, line, words in found}
