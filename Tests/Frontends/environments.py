"""Environments of programs that don't go together with what is in .venv, or that would change what is tried there."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from clients import ROOT


class Environment:
    """An environment below .venv with what a list names, made when it is first asked for.

    One that lies above .venv sees what is in that, too, and has of its own only what is not there: JupyterLab is not
    installed a second time.
    """

    def __init__(self, requirements: Path, is_above: bool = True):
        lists = [requirements, *([ROOT / "requirements.txt"] if is_above else [])]
        key = hashlib.sha256(b"".join(path.read_bytes() for path in lists) + sys.version.encode()).hexdigest()[:12]
        self.directory = ROOT / ".venv" / f"{requirements.stem}-{key}"
        self.is_above = is_above
        # Several workers may want it at the same time.
        with open(f"{self.directory}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.directory.exists():
                self.make(requirements)

    def make(self, requirements: Path):
        making = self.directory.with_name(f"{self.directory.name}.{os.getpid()}")
        try:
            # Of one that lies above .venv the pip is that of .venv.
            options = ["--without-pip"] if self.is_above else []
            subprocess.run([sys.executable, "-m", "venv", *options, making], check=True, timeout=60)
            if self.is_above:
                (packages,) = making.glob("lib/python*/site-packages")
                (packages / "below.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
            install = [making / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*install, "--no-compile", "--requirement", requirements], check=True, timeout=240)
            # At once, so that a run that was ended leaves no half environment behind.
            making.rename(self.directory)
        finally:
            shutil.rmtree(making, ignore_errors=True)

    @property
    def python(self) -> str:
        return str(self.directory / "bin/python")

    def program(self, name: str) -> list[str]:
        """The command of a program. Scripts name the folder in which they were made, so that Python is given them."""
        return [self.python, str(self.directory / "bin" / name)]

    def file(self, *parts: str) -> Path:
        """A file of a package."""
        (packages,) = self.directory.glob("lib/python*/site-packages")
        return packages.joinpath(*parts)

    def variables(self, environment: dict[str, str]) -> dict[str, str]:
        """What Jupyter finds its parts by, in an environment that lies above .venv."""
        below = Path(sys.prefix)
        paths = [*filter(None, [environment.get("JUPYTER_PATH")])]
        paths += [str(prefix / "share/jupyter") for prefix in (self.directory, below)]
        return {
            "JUPYTER_PATH": os.pathsep.join(paths),
            "JUPYTER_CONFIG_PATH": str(below / "etc/jupyter"),
            "JUPYTERLAB_DIR": str(below / "share/jupyter/lab"),
        }

