"""`chart-kernel repl` in a terminal (a pty), and with something piped in."""

import base64
import json
import os
import re
import sqlite3
import stat
import struct
import subprocess
import time

import pexpect
import psutil
import pytest

from clients import SPENDING, eventually, program
from screens import ESCAPES, Screen

pytestmark = pytest.mark.timeout(120)

UP, DOWN, LEFT, HOME, C, D, R, TAB = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[H", "\x03", "\x04", "\x12", "\t"
PIE = "kind: pie\rid: spending\rslices:\r- {label: Rent, value: 25}\r- {label: Food, value: 30}\r\r"


class Terminal(Screen):
    """A terminal with the REPL in it."""

    def __init__(self, home, *arguments, **environment):
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        super().__init__(pexpect.spawn(
            program(), ["repl", *arguments], cwd=str(home), dimensions=(40, 100), encoding="utf-8", timeout=20,
            env={**kept, "HOME": str(home), "TERM": "xterm", **environment},
        ))
        self.shows("chart> ")

    def type(self, keys):
        self.process.send(keys)

    def run(self, keys):
        """Types keys, and gives what stands there when the next prompt comes."""
        self.type(keys)
        return self.shows(r"(?s)\n.*\nchart> $")

    def close(self):
        self.type(D)
        self.process.expect(pexpect.EOF, timeout=20)
        self.process.wait()
        return self.process.exitstatus


@pytest.fixture
def terminal(tmp_path):
    terminal = Terminal(tmp_path)
    yield terminal
    assert terminal.close() == 0


# Typing


def test_a_spec_ends_with_an_empty_line_and_is_shown_in_words(terminal):
    assert "Rent: 25 (45%)" in terminal.run(PIE)


def test_lines_begin_where_they_belong(terminal):
    terminal.type("kind: pie\rslices:\r")
    # The indentation stands there already.
    terminal.shows(r"\.\.\.\.\.\. slices:\n\.\.\.\.\.\.   $")
    terminal.type("- {label: A, value: 1}\r")
    assert "A: 1 (100%)" in terminal.run("\r")


def test_commands_run_at_once_and_errors_name_their_place(terminal):
    terminal.run(PIE)
    assert "Rent" in terminal.run("%tap spending 360 120\r")
    shown = terminal.run("%tpa spending\r")
    assert "did you mean" in shown.lower() and "^" in shown
    assert "line 2" in terminal.run("kind: pie\rslcies: []\r\r")
    # Whatever it was, it goes on.
    assert '"charts"' in terminal.run('{"jsonrpc": "2.0", "id": 1, "method": "chart/list"}\r')


def test_a_line_is_edited(terminal):
    # The middle of a line, its start, a word cut and put elsewhere.
    assert "hello" in terminal.run("%echo heXlo" + LEFT * 2 + "\x7fl\r")
    assert "hello" in terminal.run("cho hello" + HOME + "%e\x05\r")
    assert "one two" in terminal.run("%echo two one" + "\x17" + "\x1bb" + "\x19 \r").replace("%echo one two", "")
    assert "grüße 日本" in terminal.run("%echo grüXße 日本" + LEFT * 5 + "\x7f\r")


def test_a_text_of_several_lines_is_edited_as_one(terminal):
    terminal.type("kind: pie\rid: a\rslices: [{label: X, value: 1}]" + UP + UP + "\x05")
    # In the first line, the word is cut and written anew.
    terminal.type("\x17" + "pie" + DOWN + DOWN + "\x05")
    assert "X: 1 (100%)" in terminal.run("\r\r")


def test_what_was_typed_comes_again(terminal, tmp_path):
    terminal.run("%echo first\r")
    terminal.run(PIE)
    terminal.run("%echo last\r")
    assert "last" in terminal.run(UP + "\r")
    # A text of several lines is one entry, which opens at its end.
    assert "Food: 30" in terminal.run(UP + UP + "\r")
    assert "first" in terminal.run(R + "fir" + "\r")
    # The next conversation knows it, and nobody else may.
    assert terminal.close() == 0
    file = tmp_path / ".local/state/chart-kernel/history"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = Terminal(tmp_path)
    assert "first" in again.run(R + "fir" + "\r")
    terminal.process = again.process


def test_what_was_typed_is_kept_up_to_a_bound(tmp_path):
    folder = tmp_path / ".local/state/chart-kernel"
    folder.mkdir(parents=True)
    file = folder / "history"
    typed = [f"%echo {number} {'grüße ' * 10}" for number in range(60_000)]
    file.write_text("".join(json.dumps([text], ensure_ascii=False) + "\n" for text in typed))
    file.chmod(0o600)
    assert file.stat().st_size > 4 << 20
    early = Terminal(tmp_path)
    terminal = Terminal(tmp_path)
    # What was typed last comes first, whether or not the file is long.
    assert "59999" in terminal.run(UP + "\r")
    kept = [json.loads(line)[0] for line in file.read_text().splitlines()]
    assert 500_000 < file.stat().st_size <= 1 << 20
    assert kept == (typed + typed[-1:])[-len(kept):]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert os.listdir(folder) == ["history"]
    # Both go on, also the one that knew the longer file.
    early.run("%echo early\r")
    terminal.run("%echo late\r")
    assert [json.loads(line)[0] for line in file.read_text().splitlines()] == [*kept, "%echo early", "%echo late"]
    # What alone is longer than all that is kept is not.
    early.run("\x1b[200~%echo " + "x" * (1 << 20) + "\x1b[201~\r")
    assert early.close() == 0 and terminal.close() == 0
    assert [json.loads(line)[0] for line in file.read_text().splitlines()] == [*kept, "%echo early", "%echo late"]


def test_words_are_completed(terminal):
    terminal.run(PIE)
    # What is not ambiguous is written out.
    terminal.type("%rot" + TAB + " sp" + TAB)
    terminal.shows("%rotate spending")
    assert "Rent" in terminal.run(" 90\r")
    assert "spending" in terminal.run("%charts\r")
    # What is ambiguous is shown by the second key.
    terminal.type("%s" + TAB + TAB)
    shown = terminal.shows(r"(?s)%scroll.*%show.*chart> %s")
    assert "%sessions" in shown or "%show" in shown
    terminal.type(C)
    # Keys of specs, and their words.
    terminal.type("cornerR" + TAB)
    terminal.shows("cornerRadius")
    terminal.type(C + "kind: comb" + TAB)
    terminal.shows("kind: combined")
    terminal.type(C)


def test_control_c_throws_away_what_was_typed_and_control_d_ends(terminal):
    terminal.type("kind: pie\rslices:\r" + C)
    terminal.shows(r"\^C\nchart> ")
    assert "hello" in terminal.run("%echo hello\r")


def test_what_is_pasted_is_taken_as_it_is(terminal):
    pasted = "\x1b[200~kind: pie\rslices:\r  - {label: A, value: 1}\r  - {label: B, value: 3}\r\x1b[201~"
    assert "B: 3 (75%)" in terminal.run(pasted + "\r")


def test_a_long_line_wraps_and_stays_whole(terminal):
    text = "x" * 250
    shown = terminal.run(f"%echo {text}" + HOME + "\x05\r")
    assert text in shown.replace("\n", "")


def seconds(pid: int) -> float:
    """How long a process has computed."""
    times = psutil.Process(pid).cpu_times()
    return times.user + times.system


def test_a_cell_that_runs_is_interrupted(terminal, tmp_path):
    with sqlite3.connect(tmp_path / "a.db") as database:
        database.execute("CREATE TABLE t (a)")
    database.close()
    query = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'a' AS label, max(i) AS value FROM n"
    cells = "\r".join(["%echo on", "---", "kind: pie", f'data: {{sqlite: a.db, query: "{query}"}}', "---", "%echo never"])
    terminal.type("\x1b[200~" + cells + "\x1b[201~\r")
    terminal.shows(r"\non\n")
    begin = seconds(terminal.process.pid)
    eventually(lambda: seconds(terminal.process.pid) > begin + 0.1, message="the query does not run")
    terminal.process.sendintr()
    shown = terminal.shows(r"(?s)\nchart> $")
    assert "never\n" not in shown.split("on\n")[-1]


# Pictures


def test_kitty_is_sent_the_picture(tmp_path):
    terminal = Terminal(tmp_path, TERM="xterm-kitty")
    terminal.type(PIE)
    deadline = time.monotonic() + 20
    while not re.search(r"m=0;(?s:.*)chart> ", terminal.text):
        assert time.monotonic() < deadline, terminal.text[-500:]
        try:
            terminal.text += terminal.process.read_nonblocking(100_000, timeout=1)
        except pexpect.TIMEOUT:
            continue
    pieces = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", terminal.text)
    assert pieces[0][0] == "a=T,f=100,q=2,m=1" and pieces[-1][0] == "m=0" and all(len(data) <= 4096 for _, data in pieces)
    png = base64.b64decode("".join(data for _, data in pieces))
    assert png.startswith(b"\x89PNG") and struct.unpack(">II", png[16:24]) == (640, 360)
    # The picture instead of the words.
    assert "45%" not in ESCAPES.sub("", terminal.text)
    terminal.close()


def test_iterm2_is_sent_the_picture(tmp_path):
    done = subprocess.run(
        [program(), "repl", "--pictures", "iterm2"], input=json.dumps({**SPENDING, "id": "a"}), capture_output=True, text=True,
        timeout=20,
    )
    (size, data) = re.search(r"\x1b\]1337;File=inline=1;size=(\d+):([^\x07]*)\x07", done.stdout).groups()
    png = base64.b64decode(data)
    assert len(png) == int(size) and png.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "environment", [{"TERM": "xterm-kitty", "PATH": "/nowhere"}, {"TERM": "xterm-kitty", "TMUX": "x"}, {"TERM": "dumb"}],
    ids=["no rasteriser", "tmux", "dumb"],
)
def test_where_no_picture_can_be_shown_the_chart_is_told(tmp_path, environment):
    terminal = Terminal(tmp_path, **environment)
    assert "Rent: 25 (45%)" in terminal.run(PIE)
    assert terminal.close() == 0


# Piped in


def piped(text, *arguments, cwd=None):
    return subprocess.run([program(), "repl", *arguments], input=text, capture_output=True, text=True, timeout=20, cwd=cwd)


def test_what_is_piped_in_is_run(tmp_path):
    done = piped("kind: pie\nid: a\nslices: [{label: A, value: 1}, {label: B, value: 3}]\n---\n%tap a 360 120\n%export a a.svg\n",
                 cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == ""
    assert "A: 1 (25%)" in done.stdout and (tmp_path / "a.svg").read_text().startswith("<svg")
    assert "\x1b" not in done.stdout


def test_a_fault_names_its_place_and_ends_it():
    done = piped("%echo before\n%tpa\n%echo after\n")
    assert done.returncode == 1 and done.stdout == "before\n"
    assert re.search(r"^<stdin>:2:\d+: error: .*tap", done.stderr, re.MULTILINE), done.stderr


def test_an_exported_session_is_taken_up(tmp_path):
    made = piped("kind: pie\nid: my chart\nslices: [{label: A, value: 1}]\n---\n%tap 'my chart' 360 120\n%export s.json\n", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    taken = piped((tmp_path / "s.json").read_text())
    assert taken.returncode == 0 and "A: 1 (100%)" in taken.stdout
    broken = json.loads((tmp_path / "s.json").read_text()) | {"version": 99}
    assert piped(json.dumps(broken)).returncode == 1
