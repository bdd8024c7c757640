"""Notebooks in a terminal, by euporie: charts as pictures of coloured blocks."""

import re
import shutil
import sys
from pathlib import Path

import nbformat
import pexpect
import pytest

from environments import Environment
from kernels import TIMEOUT
from screens import ESCAPES, Screen

pytestmark = pytest.mark.timeout(120)

# The colours of the pie's slices, as they are in the middle of each, to within what scaling does.
RENT = r"\x1b\[[\d;]*[34]8;2;(?:6\d|7\d);1[12]\d;1[67]\d[;m]"
FOOD = r"\x1b\[[\d;]*[34]8;2;23\d;10\d;1[12]\d[;m]"


@pytest.fixture(scope="module")
def euporie() -> Environment:
    environment = Environment(Path(__file__).with_name("euporie.txt"))
    # To kernels of other environments it gives the Python below all environments, where there is no ipykernel.
    kernel = "share/jupyter/kernels/python3"
    shutil.copytree(Path(sys.prefix) / kernel, environment.directory / kernel, dirs_exist_ok=True)
    return environment


@pytest.fixture
def variables(place, euporie, package) -> dict[str, str]:
    """A terminal of true colours that answers none of the questions what else it can."""
    terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PROMPT_TOOLKIT_NO_CPR": "1"}
    return euporie.variables(place.environment) | package | terminal


@pytest.fixture
def terminal(place, euporie, variables):
    """Starts programs in a terminal; none of them is left."""
    screens = []

    def start(program: str, *arguments: str) -> Screen:
        command, *words = [*euporie.program(program), *arguments]
        environment = place.environment | variables
        screens.append(Screen(pexpect.spawn(
            command, words, env=environment, cwd=str(place.work), dimensions=(50, 120), encoding="utf-8")))
        return screens[-1]

    yield start
    for screen in screens:
        screen.process.close(force=True)


def draws(screen: Screen, *colours: str):
    """Waits until colours show."""
    raw = ""
    while not all(re.search(colour, raw) for colour in colours):
        raw += screen.process.read_nonblocking(100_000, timeout=TIMEOUT)


def test_preview_runs_a_notebook_and_draws_its_charts(place, euporie, variables, notebook):
    nbformat.write(notebook, place.work / "notebook.ipynb")
    done = place.run(
        *euporie.program("euporie-preview"), "--run", "--color-depth=24", "notebook.ipynb", **variables)
    assert done.returncode == 0, done.stderr
    assert re.search(RENT, done.stdout) and re.search(FOOD, done.stdout)
    shown = ESCAPES.sub("", done.stdout)
    assert "tapped" in shown and re.search(r"chart/hitTest|hit_test", shown) and "Food" in shown


def test_a_console_draws_charts_and_explains(terminal):
    screen = terminal("euporie-console", "--kernel-name=chart", "--color-depth=24")
    screen.shows(r"In \[1\]: ")
    screen.process.send("{kind: pie, id: spending, slices: [{label: Rent, value: 25}, {label: Food, value: 30}]}\r\r")
    draws(screen, RENT, FOOD)
    screen.process.send("%help tap\r")
    screen.shows("Taps a place")


def test_a_notebook_draws_charts(place, terminal, notebook):
    nbformat.write(notebook, place.work / "notebook.ipynb")
    screen = terminal("euporie-notebook", "--run", "--color-depth=24", "notebook.ipynb")
    draws(screen, RENT, FOOD)
