"""`jupyter console`: the kernel in a terminal."""

import json
import re

import pexpect
import pytest

from kernels import TIMEOUT, eventually
from programs import Place
from screens import Screen

pytestmark = pytest.mark.timeout(120)

UP, CONTROL_C, CONTROL_D = "\x1b[A", "\x03", "\x04"


class Terminal(Screen):
    """A terminal in which a console runs, and what stands in it since the last time somebody looked."""

    def __init__(self, place: Place, *arguments, **variables):
        process = pexpect.spawn(
            "jupyter",
            ["console", "--no-confirm-exit", *arguments],
            # Nobody answers prompt_toolkit when it asks where the cursor is; a pager would wait for a key.
            env=place.environment | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "PAGER": "cat"} | variables,
            cwd=str(place.work),
            dimensions=(60, 120),
            encoding="utf-8",
        )
        super().__init__(process, TIMEOUT)

    def type(self, *keys: str):
        """Types keys; what stood there before is not looked at any more."""
        self.text = ""
        self.process.send("".join(keys))

    def run(self, number: int, *lines: str) -> str:
        """Types lines, each with Enter, and waits for the prompt after them: what stood there by then."""
        self.type(*(line + "\r" for line in lines))
        return self.shows(rf"In \[{number + 1}\]: ")

    def ends(self) -> int | None:
        """Waits until the console has ended by itself: its exit code."""
        self.process.expect(pexpect.EOF, timeout=TIMEOUT)
        self.process.wait()
        return self.process.exitstatus


@pytest.fixture
def console(place, package):
    """Starts consoles where the package is installed, unless told otherwise; none of them is left."""
    terminals = []

    def start(*arguments, **variables) -> Terminal:
        terminals.append(Terminal(place, *arguments, **(package | variables)))
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.process.close(force=True)


@pytest.fixture
def terminal(console):
    """A console with a kernel of its own, at its first prompt."""
    terminal = console("--kernel", "chart")
    terminal.banner = terminal.shows(r"In \[1\]: ")
    return terminal


def test_the_banner_says_who_it_is(terminal):
    assert re.search(r"chart-kernel \d+\.\d+\.\d+", terminal.banner)


def test_a_command_prints(terminal):
    assert "\nhello\n" in terminal.run(1, "%echo hello")


def test_a_spec_goes_on_until_it_is_complete_and_is_shown_in_words(terminal):
    terminal.type("kind: pie\r")
    terminal.shows(r"\.\.\.: ")
    terminal.type("title: Spending\r")
    terminal.shows(r"\.\.\.: ")
    # The kernel indents what belongs to the slices.
    terminal.type("slices:\r")
    terminal.shows(r"\.\.\.:   ")
    terminal.type("- {label: Rent, value: 25}\r")
    terminal.shows(r"\.\.\.:   ")
    terminal.type("- {label: Food, value: 75}\r")
    terminal.shows(r"\.\.\.:   ")
    shown = terminal.run(1, "")
    assert "Spending" in shown and "Rent: 25 (25%)" in shown and "Food: 75 (75%)" in shown
    assert "<svg" not in shown


def test_without_the_package_it_says_that_there_are_no_colours_and_works(console):
    terminal = console("--kernel", "chart", PYTHONPATH="")
    assert "No lexer found for language 'chart'" in terminal.shows(r"In \[1\]: ")
    terminal.type("kind: pie\r")
    terminal.shows(r"\.\.\.: ")
    shown = terminal.run(1, "slices: [{label: Rent, value: 25}, {label: Food, value: 75}]", "")
    assert "Rent: 25 (25%)" in shown and "Food: 75 (75%)" in shown


def test_an_error_shows_the_line_a_caret_and_what_was_meant(terminal):
    shown = terminal.run(1, "kind: pie", "titel: Spending", "")
    assert re.search(r"line 2, column 1\ntitel: Spending\n\^\n", shown)
    assert "'title'" in shown
    assert "\non\n" in terminal.run(2, "%echo on")


def test_tab_completes(terminal):
    terminal.type("%ec\t")
    terminal.shows("%echo")
    # What Tab has written is what runs.
    assert "\nthere\n" in terminal.run(1, " there")


def test_a_question_mark_opens_the_pager(terminal):
    shown = terminal.run(1, "%tap?")
    assert "Unknown" not in shown
    assert "tap" in shown.split("%tap?", 1)[1].lower()
    assert len(shown.splitlines()) > 5, "the documentation of the command"


def test_arrow_up_brings_back_what_was_typed(terminal):
    terminal.run(1, "%echo one")
    terminal.run(2, "%echo two")
    terminal.type(UP, UP)
    terminal.shows("%echo one")
    assert "\none\n" in terminal.run(3, "")


def test_control_c_at_the_prompt_does_not_disturb_the_kernel(terminal):
    terminal.type("%echo never")
    terminal.shows("never")
    terminal.type(CONTROL_C)
    assert "\non\n" in terminal.run(1, "%echo on")


def test_control_d_ends_the_console_and_its_kernel(terminal, place):
    assert len(place.kernels()) == 1
    terminal.type(CONTROL_D)
    assert terminal.ends() == 0
    assert place.kernels() == []


def test_several_consoles_join_one_kernel(place, console):
    """`jupyter kernel` starts it, `jupyter console --existing` joins: the charts are the same, and it stays."""
    server = place.start("jupyter", "kernel", "--kernel", "chart")
    (file,) = eventually(lambda: list(place.runtime.glob("kernel-*.json")), "the start")
    eventually(lambda: place.kernels() and json.loads(file.read_text())["shell_port"], "the start")
    first = console("--existing", file.name)
    first.shows(r"In \[\d+\]: ")
    first.run(1, '{"kind": "pie", "id": "shared", "slices": [{"label": "Rent", "value": 1}]}')
    second = console("--existing", file.name)
    second.shows(r"In \[\d+\]: ")
    second.type("%charts\r")
    second.shows("shared")
    for terminal in (first, second):
        terminal.type(CONTROL_D)
        assert terminal.ends() == 0
    assert len(place.kernels()) == 1, "it is not theirs to end"
    server.terminate()
    assert server.wait(TIMEOUT) == 0
    assert place.kernels() == []
