"""Debian's packages, unpacked into a folder: systems of the tests' own."""

import shutil
import subprocess
from pathlib import Path

import needs


def require():
    """Skips the test where there can be no such system."""
    needs.require_machine(needs.LINUX, "a bare system is made of Debian's packages")
    needs.require_machine(needs.ROOT, "only root may make a bare system")
    needs.require_installed(
        shutil.which("mmdebstrap"), "mmdebstrap is missing, which makes a bare system: `apt-get install mmdebstrap`")


def unpack(folder: Path, suite: str, packages: list[str]):
    """Packages and what they need. They are not set up: what that would change nobody here needs."""
    command = ["mmdebstrap", "--quiet", "--variant=extract", f"--include={','.join(packages)}", "--mode=root"]
    # A mirror may be some weeks behind; what it has is signed all the same.
    command.append('--aptopt=Acquire::Check-Valid-Until "false"')
    subprocess.run([*command, suite, str(folder)], check=True, timeout=200)
