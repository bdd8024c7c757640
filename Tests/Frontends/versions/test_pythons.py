"""The package with the oldest Python and the newest, and with old and new versions of what it works with: its tests, run by those."""

import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import debian
from clients import ROOT
from environments import Environment
from pythons import NEWEST, OLDEST, SUITE, found, of_debian

pytestmark = pytest.mark.timeout(400)

HERE = Path(__file__).parent
TESTS = [ROOT / "Tests/Frontends/python" / f"test_{name}.py" for name in ("client", "tables", "handed_over", "magic", "model")]


def run(environment: Environment, folder: Path, *, version: str, **versions: str):
    """Runs the tests with an environment, which is what its list says."""
    ask = "import sys, anywidget, numpy; print(*sys.version_info[:2], sep='.'); print(numpy.__version__, anywidget.__version__)"
    said = subprocess.run([environment.python, "-c", ask], capture_output=True, text=True, check=True).stdout
    assert said.split() == [version, versions["numpy"], versions["anywidget"]]
    # Sockets' paths are short.
    options = ["-p", "no:cacheprovider", "-p", "no:xdist", "--basetemp", str(folder / "t"), "-q", *TESTS]
    done = subprocess.run(
        [environment.python, "-m", "pytest", *options], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) > 80 and "skipped" not in done.stdout, done.stdout


def test_the_oldest_python_with_numpy_1_and_the_oldest_of_the_rest(chart_kernel, tmp_path):
    python, version = found(OLDEST), OLDEST
    if python is None:
        version = ".".join(map(str, sys.version_info[:2]))
        warnings.warn(f"there is no Python {OLDEST} here: the oldest packages were tried with {version}", stacklevel=1)
    environment = Environment(HERE / "oldest.txt", is_above=False, base=python or sys.executable)
    run(environment, tmp_path, version=version, numpy="1.23.5", anywidget="0.9.13")


def test_the_newest_python_with_the_newest_of_the_rest(chart_kernel, tmp_path):
    debian.require()
    environment = Environment(HERE / "newest.txt", is_above=False, base=of_debian(NEWEST, SUITE))
    run(environment, tmp_path, version=NEWEST, numpy="2.5.5", anywidget="0.11.0")
