"""What tests need and a machine may lack. Without it they are skipped, with the reason.

Nothing else in these tests skips. Where $CI is set, as .ci/run does, a skipped test has failed: all that `make test` can install
is to be there. Only what a machine is nobody can install: its system, its kernel, its Python, and who runs the tests. These
reasons begin with `machine: `, and the counts at the end tell them. Scripts/count-tests.py has the same rule for the Swift tests.
"""

import os
import shutil
import sys

import pytest

MACHINE = "machine: "


def installed(condition, what: str) -> pytest.MarkDecorator:
    """Marks tests that take something that can be installed."""
    return pytest.mark.skipif(not condition, reason=what)


def machine(condition, what: str) -> pytest.MarkDecorator:
    """Marks tests that take a machine of some kind."""
    return installed(condition, MACHINE + what)


def require_installed(condition, what: str):
    """As `installed`, while a test or a fixture runs."""
    if not condition:
        pytest.skip(what)


def require_machine(condition, what: str):
    """As `machine`, while a test or a fixture runs."""
    require_installed(condition, MACHINE + what)


LINUX = sys.platform == "linux"
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
SCREEN = "takes Xvfb, a screen that a test can have for itself"

screen = installed(LINUX or shutil.which("Xvfb"), SCREEN)
"""Marks tests with windows. On Linux Xvfb is taken to be there: without it they fail."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport():
    return judged((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report():
    return judged((yield))


def judged(report: pytest.TestReport | pytest.CollectReport):
    """The report, a failure where a test or a file was skipped that may not be."""
    if not report.skipped or not os.environ.get("CI") or hasattr(report, "wasxfail"):
        return report
    *place, reason = report.longrepr if isinstance(report.longrepr, tuple) else (str(report.longrepr),)
    reason = reason.removeprefix("Skipped: ")
    if not reason.startswith(MACHINE):
        report.outcome = "failed"
        report.longrepr = f"{':'.join(map(str, place))}: skipped, which counts as a failure where $CI is set: {reason}"
    return report
