#!/usr/bin/env python3
"""Adds up what the test runners reported: what took longest, a line for each suite and for each test that failed, and as
the last one `N passed, N failed`, with `, N skipped` where some were, and why.

    count-tests.py DIRECTORY SUITE…

A suite is DIRECTORY/SUITE.status, the exit status of its runner, and the xUnit files that the runner wrote:
DIRECTORY/SUITE.xml (XCTest, pytest) and DIRECTORY/SUITE-swift-testing.xml (Swift Testing). A suite whose runner failed
without a failed test in its report (it did not compile, or it crashed) counts as one failure, and so does one in which
nothing ran. Where $CI is set a test that was skipped has failed, but for what only the machine itself could have, whose
reasons begin with `machine: ` (Tests/Frontends/needs.py). Fails if anything did. DIRECTORY/SUITE.seconds says how long the suite
took, if it is there.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

# How many of the slowest tests of a suite are shown, and how many of the last lines of one that broke off.
SHOWN = 15
LINES_SHOWN = 25
# How the reason of a skipped test begins that is no failure anywhere.
MACHINE = "machine: "


def reports(directory: Path, name: str) -> list[Path]:
    """The reports of a suite that can be read: one may never have been written, or cut short by a crash."""
    readable = []
    for report in (directory / f"{name}.xml", directory / f"{name}-swift-testing.xml"):
        try:
            ElementTree.parse(report)
        except (FileNotFoundError, ElementTree.ParseError):
            continue  # the status tells
        readable.append(report)
    return readable


def counts(report: Path) -> tuple[int, list[str], list[str]]:
    """How many tests passed, which failed, which were skipped. A test may have failed in several places: it counts
    once."""
    passed = 0
    failed, skipped = [], []
    for case in ElementTree.parse(report).iter("testcase"):
        fault = case.find("failure")
        if fault is None:
            fault = case.find("error")
        name = f"{case.get('classname')}.{case.get('name')}"
        left_out = case.find("skipped")
        if fault is not None:
            failed.append(f"{name}: {words(fault)}")
        elif left_out is not None:
            reason = words(left_out)
            if os.environ.get("CI") and not reason.startswith(MACHINE):
                failed.append(f"{name}: skipped, which counts as a failure where $CI is set: {reason}")
            else:
                skipped.append(f"{name}: {reason}")
        else:
            passed += 1
    return passed, failed, skipped


def words(element: ElementTree.Element) -> str:
    """What a report says of a test."""
    return " ".join((element.get("message") or element.text or "").split())[:300]


def slowest(directory: Path, name: str) -> list[tuple[float, str]]:
    """The tests of a suite that took longest, with their seconds. One with many cases counts as a whole."""
    seconds: dict[str, float] = {}
    for report in reports(directory, name):
        for case in ElementTree.parse(report).iter("testcase"):
            # pytest names each case, with its arguments in brackets.
            test = f"{case.get('classname')}.{(case.get('name') or '').partition('[')[0]}"
            seconds[test] = seconds.get(test, 0) + float(case.get("time") or 0)
    return sorted(((time, test) for test, time in seconds.items()), reverse=True)[:SHOWN]


def tell_times(directory: Path, names: list[str]) -> None:
    for part in sorted(directory.glob("build-*.seconds")):
        print(f"  {part.stem.replace('-', ' ', 1)}: {int(part.read_text()) / 60:.1f} min")
    for name in names:
        file = directory / f"{name}.seconds"
        print(f"  {name}" + (f": {int(file.read_text()) / 60:.1f} min" if file.exists() else ""))
        for time, test in slowest(directory, name):
            print(f"    {time:6.1f} s  {test}")


def unfinished(log: Path) -> list[str]:
    """The tests of Swift Testing that began and never ended, as where one hangs."""
    began, ended = set(), set()
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []:
        if found := re.match(r". Test (?!case |run )(.+?) (?:with \d+ test cases? )?(started|passed|failed)\b", line):
            (began if found[2] == "started" else ended).add(found[1])
    return sorted(began - ended)


def unattributed(log: Path) -> list[str]:
    """What failed on a thread of no test's, which the report leaves out: where, and what was expected."""
    found: list[str] = []
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []:
        if where := re.match(r"✘ .*recorded an issue.* at (.+)", line):
            found.append(where[1][:300])
        elif found and (more := re.match(r"↳ (.+)", line)):
            found[-1] += f" {more[1][:300]}"
    return found


def last_lines(log: Path) -> list[str]:
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
    return [line[:300] for line in lines if not line.startswith("◇ Test case passing")][-LINES_SHOWN:]


def suite(directory: Path, name: str) -> tuple[int, int, int]:
    passed = failed = 0
    failures: list[str] = []
    skipped: list[str] = []
    remark = ""
    ended_with: list[str] = []
    for report in reports(directory, name):
        found = counts(report)
        passed, failed = passed + found[0], failed + len(found[1])
        failures += found[1]
        skipped += found[2]

    log = directory / f"{name}.log"
    status_file = directory / f"{name}.status"
    status = int(status_file.read_text()) if status_file.exists() else 1
    if status != 0 and failed == 0:
        failed, remark = 1, f"; its runner ended with status {status}, see {log}"
        failures = unattributed(log) + [f"{test} did not end" for test in unfinished(log)]
        ended_with = last_lines(log)
    elif passed + failed == 0:
        failed, remark = 1, "; no test ran"
    note = f", {len(skipped)} skipped" if skipped else ""
    print(f"  {name}: {passed} passed, {failed} failed{note}{remark}")
    for failure in failures:
        print(f"    failed: {failure}")
    for reason in skipped:
        print(f"    skipped: {reason}")
    for line in ended_with:
        print(f"    > {line}")
    return passed, failed, len(skipped)


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(f"usage: {sys.argv[0]} DIRECTORY SUITE…")
    directory = Path(sys.argv[1])
    print("What took longest, in seconds that tests which run at the same time share:")
    tell_times(directory, sys.argv[2:])
    totals = [suite(directory, name) for name in sys.argv[2:]]
    passed, failed, skipped = (sum(column) for column in zip(*totals))
    line = f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")
    (directory / "counts").write_text(line + "\n", encoding="utf-8")
    print(line)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
