"""Which suites of tests there are, how long each takes, which mutants it reaches, and whether it finds one."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import time
from dataclasses import dataclass, field

from tree import TESTS, TREE, WORK

# As in Scripts/test.sh: these wait for each other more than they compute, and answer late with a hundred at once.
SERIAL = {"RPCServerTests", "RPCStdioTests", "JupyterKernelTests", "JSONRPCTests", "ZeroMQTests", "ChartKindTests"}
# The suites of a process that runs several, in seconds of a run alone: few for the first, which finds most.
FIRST, CHUNK = 0.7, 4.0


@dataclass
class Suite:
    name: str
    seconds: float = 0
    reached: set[int] = field(default_factory=set)

    @property
    def target(self) -> str:
        return self.name.split(".")[0]

    @property
    def filter(self) -> str:
        return "^" + re.escape(self.name).replace("/", "\\/") + r"\b"


def listed() -> list[Suite]:
    run = subprocess.run([TESTS, "--testing-library", "swift-testing", "--list-tests"], cwd=TREE, capture_output=True)
    names = dict.fromkeys(line.split("/")[0].split("(")[0] for line in run.stdout.decode().splitlines() if "." in line)
    return [Suite(name) for name in names]


def run(suites: list[Suite], limit: float, **environment: str) -> tuple[str, float]:
    """Runs suites in a process until one fails: what was seen of it ("" if all passed), and the seconds it took."""
    command = [TESTS, "--testing-library", "swift-testing"]
    for suite in suites:
        command += ["--filter", suite.filter]
    if suites[0].target in SERIAL:
        command.append("--no-parallel")
    start = time.monotonic()
    process = subprocess.Popen(
        command, cwd=TREE, env={**os.environ, "NO_COLOR": "1", **environment}, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    ended = f"no end after {limit:.0f} s"
    seen = ""
    try:
        seen = first_failure(process, start + limit)
        if seen is None:
            seen = ended
        elif not seen and process.wait(max(1, start + limit - time.monotonic())) != 0:
            seen = f"the process ended with {process.returncode}"
    except subprocess.TimeoutExpired:
        seen = ended
    finally:
        # With what it started: it is a session of its own.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        process.stdout.close()
    return seen, time.monotonic() - start


def first_failure(process: subprocess.Popen, deadline: float) -> str | None:
    """The first line that tells of a failure, "" if the output ends without one, None if the time ends before."""
    file, rest = process.stdout.fileno(), b""
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([file], [], [], left)[0]:
            return None
        piece = os.read(file, 1 << 16)
        if not piece:
            return ""
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.startswith("✘".encode()):
                return line.decode(errors="replace")[:300]


def measure(suites: list[Suite], mutants: int) -> list[Suite]:
    """Runs each suite alone without a mutant and notes its time and what it reaches. One that fails is left out."""
    cover, kept = WORK / "cover", []
    for suite in suites:
        cover.write_bytes(bytes(mutants + 1))
        failure, suite.seconds = run([suite], 600, COVER=str(cover))
        if failure:
            print(f"  {suite.name} fails without a mutant, and is left out: {failure}")
            continue
        suite.reached = {number for number, byte in enumerate(cover.read_bytes()) if byte}
        kept.append(suite)
    cover.unlink(missing_ok=True)
    return kept


def chunks(suites: list[Suite], own: list[str]) -> list[list[Suite]]:
    """The suites in the order in which they are tried: those of the module's own targets first, the quick ones first."""
    ordered = sorted(suites, key=lambda suite: (suite.target not in own, suite.seconds, suite.name))
    result: list[list[Suite]] = []
    for suite in ordered:
        last = result[-1] if result else []
        same = last and (last[0].target in SERIAL, last[0].target in own) == (suite.target in SERIAL, suite.target in own)
        if same and sum(each.seconds for each in last) + suite.seconds <= (CHUNK if result[1:] else FIRST):
            last.append(suite)
        else:
            result.append([suite])
    return result


def find(number: int, suites: list[Suite], own: list[str], patience: float) -> str:
    """Runs the suites that reach a mutant until one fails: what was seen, "" if none did within the patience, which is
    the time that they take without a mutant, in seconds."""
    spent = 0.0
    for chunk in chunks([suite for suite in suites if number in suite.reached], own):
        spent += sum(suite.seconds for suite in chunk)
        if spent > patience:
            break
        limit = 10 + 10 * sum(suite.seconds for suite in chunk)
        if seen := run(chunk, limit, MUTANT=str(number))[0]:
            return seen
    return ""
