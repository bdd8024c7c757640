"""Environments of programs that don't go together with what is in .venv, or that would change what is tried there."""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from clients import ROOT


@contextlib.contextmanager
def only_once(path: Path):
    """Whether something is missing, which nobody else makes meanwhile: several workers may want it at the same time."""
    with open(f"{path}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield not path.exists()


def newest_pip() -> Path:
    """A pip that any Python can run as it is; that of .venv is as old as its Python."""
    wheel = ROOT / ".venv/pip-26.3-py3-none-any.whl"
    with only_once(wheel) as is_missing:
        if is_missing:
            download = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            subprocess.run([*download, "--dest", wheel.parent, "pip==26.3"], check=True, timeout=120)
    return wheel


class Environment:
    """An environment below .venv with what a list names, made when it is first asked for.

    One that lies above .venv sees what is in that, too, and has of its own only what is not there: JupyterLab is not
    installed a second time. One of another Python has all that it needs in its list.
    """

    def __init__(self, requirements: Path, is_above: bool = True, base: str = sys.executable):
        lists = [requirements, *([ROOT / "requirements.txt"] if is_above else [])]
        key = hashlib.sha256(b"".join(path.read_bytes() for path in lists) + sys.version.encode() + base.encode())
        self.directory = ROOT / ".venv" / f"{requirements.stem}-{key.hexdigest()[:12]}"
        self.is_above, self.base = is_above, base
        with only_once(self.directory) as is_missing:
            if is_missing:
                self.make(requirements)

    def make(self, requirements: Path):
        making = self.directory.with_name(f"{self.directory.name}.{os.getpid()}")
        try:
            # Of one that lies above .venv the pip is that of .venv.
            is_other = self.base != sys.executable
            options = ["--without-pip"] if self.is_above or is_other else []
            subprocess.run([self.base, "-m", "venv", *options, making], check=True, timeout=60)
            if self.is_above:
                (packages,) = making.glob("lib/python*/site-packages")
                (packages / "below.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
            pip = [newest_pip() / "pip"] if is_other else ["-m", "pip"]
            install = [making / "bin/python", *pip, "install", "--quiet", "--disable-pip-version-check"]
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

