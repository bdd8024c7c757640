"""Pythons beside the one that runs the tests."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

import debian
from clients import ROOT
from environments import only_once

#: The oldest that the package works with.
OLDEST = "3.10"

#: The newest that can be had, and which Debian has it: the one that comes next.
NEWEST, SUITE = "3.15", "forky"


def found(version: str) -> str | None:
    """A Python of a version that is on this machine: on the path, or where pyenv keeps those that it has."""
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    for path in [shutil.which(f"python{version}"), *sorted(kept.glob(f"{version}.*/bin/python"))]:
        # What pyenv puts on the path may be a name for nothing.
        if path and subprocess.run([path, "-m", "venv", "--help"], capture_output=True).returncode == 0:
            return str(path)
    return None


def of_debian(version: str, suite: str) -> str:
    """A Python of another Debian, below .venv, with the libraries that it needs: it runs as any program here does."""
    root = ROOT / ".venv" / f"python{version}-{suite}"
    python = root / "usr/bin/here"
    with only_once(root) as is_missing:
        if is_missing:
            making = root.with_name(f"{root.name}.{os.getpid()}")
            try:
                debian.unpack(making, suite, [f"python{version}", f"python{version}-venv", "libstdc++6"])
                (loader,) = making.glob("usr/lib*/ld-linux-*")
                libraries = f"{root}/usr/lib/{platform.machine()}-linux-gnu"
                start = f'{root / loader.relative_to(making)} --argv0 "$0" --library-path {libraries}'
                script = making / python.relative_to(root)
                script.write_text(f'#!/bin/sh\nexec {start} {root}/usr/bin/python{version} "$@"\n')
                script.chmod(0o755)
                # At once, so that a run that was ended leaves no half of it behind.
                making.rename(root)
            finally:
                shutil.rmtree(making, ignore_errors=True)
    return str(python)
