"""Debian's packages, unpacked into a folder: systems of the tests' own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path


def why_not() -> str | None:
    """Why there can be no such system here, if so."""
    if sys.platform != "linux":
        return "a bare system is made of Debian's packages"
    if os.getuid() != 0:
        return "only root may make a bare system"
    if not shutil.which("mmdebstrap"):
        return "mmdebstrap is missing, which makes a bare system: `apt-get install mmdebstrap`"
    return None


def unpack(folder: Path, suite: str, packages: list[str]):
    """Packages and what they need. They are not set up: what that would change nobody here needs."""
    command = ["mmdebstrap", "--quiet", "--variant=extract", f"--include={','.join(packages)}", "--mode=root"]
    # A mirror may be some weeks behind; what it has is signed all the same.
    command.append('--aptopt=Acquire::Check-Valid-Until "false"')
    subprocess.run([*command, suite, str(folder)], check=True, timeout=200)
