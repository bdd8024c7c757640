"""A system of Debian's packages that has Python and neither compilers, Swift nor libzmq."""

import contextlib
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import psutil

import debian
from clients import ROOT

# Python as Debian has it, with venv and with pip, which is Debian's own in where things go; a shell; and the library of
# C++, without which pyzmq does not start. What they depend on comes along.
DEBIAN = ["python3-venv", "python3-pip", "dash", "coreutils", "libstdc++6"]
PACKAGES = Path(__file__).with_name("packages.txt")
USER = 1000


def downloaded(version: str) -> Path:
    """The folder of packages for a Python, filled when it is first asked for; later runs find it below .venv."""
    key = hashlib.sha256(PACKAGES.read_bytes() + version.encode()).hexdigest()[:12]
    folder = ROOT / ".venv" / f"wheel-packages-{key}"
    if not folder.exists():
        making = folder.with_name(f"{folder.name}.{os.getpid()}")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += ["--only-binary=:all:", "--python-version", version, "--dest", str(making)]
        command += ["--requirement", str(PACKAGES)]
        try:
            subprocess.run(command, check=True, timeout=240)
            # At once, so that no other run of the tests finds half a folder.
            making.rename(folder)
        finally:
            shutil.rmtree(making, ignore_errors=True)
    return folder


class Bare:
    """The system, and the home of Ada, its only user, who runs everything."""

    def __init__(self, folder: Path, wheel: Path):
        self.root, self.home = folder / "root", folder / "root/home/ada"
        debian.unpack(self.root, platform.freedesktop_os_release()["VERSION_CODENAME"], DEBIAN)
        # It reaches no name server, hence no package index.
        (self.root / "etc/resolv.conf").unlink(missing_ok=True)
        (self.root / "etc/passwd").write_text(f"ada:x:{USER}:{USER}:Ada:/home/ada:/bin/sh\n")
        for directory in ("proc", "packages", "usr/local/bin", "home/ada"):
            (self.root / directory).mkdir(parents=True)
        shutil.copytree(ROOT / "notebooks", self.home / "notebooks")
        for path in [self.home, *self.home.rglob("*")]:
            os.chown(path, USER, USER)
        version = self.output("python3", "-c", "import platform; print(platform.python_version())")
        for package in [*downloaded(version).iterdir(), wheel]:
            shutil.copy(package, self.root / "packages")
        self.wheel = f"/packages/{wheel.name}"
        # uv is a program in a wheel, as ours is.
        (uv,) = (self.root / "packages").glob("uv-*.whl")
        with zipfile.ZipFile(uv) as archive:
            (name,) = [name for name in archive.namelist() if name.endswith(".data/scripts/uv")]
            (self.root / "usr/local/bin/uv").write_bytes(archive.read(name))
        (self.root / "usr/local/bin/uv").chmod(0o755)

    def command(self, *words: str) -> list[str]:
        """What runs a command in the system, as Ada in her home, in a namespace of its own."""
        environment = {
            "HOME": "/home/ada",
            "USER": "ada",
            "PATH": "/home/ada/.local/bin:/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": "/packages",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "UV_OFFLINE": "1",
            "UV_NO_INDEX": "1",
            "UV_FIND_LINKS": "/packages",
            "UV_PYTHON_DOWNLOADS": "never",
        }
        return [
            "unshare", "--mount", "--pid", "--fork", f"--root={self.root}", "--mount-proc=/proc",
            "--setgid", str(USER), "--setuid", str(USER), "--wd=/home/ada",
            "/usr/bin/env", "-i", *(f"{name}={value}" for name, value in environment.items()), *words,
        ]  # fmt: skip

    def run(self, *words: str, timeout: float = 120) -> subprocess.CompletedProcess:
        with self.running(*words, stderr=subprocess.PIPE) as process:
            said, errors = process.communicate(timeout=timeout)
        assert process.returncode == 0, f"{' '.join(words)}:\n{said[-2000:]}\n{errors[-4000:]}"
        return subprocess.CompletedProcess(process.args, process.returncode, said, errors)

    def output(self, *words: str) -> str:
        return self.run(*words).stdout.strip()

    def files(self, prefix: str) -> set[str]:
        """All files below a folder of Ada's, but for what Python keeps of others' modules when it has read them."""
        folder = self.home / prefix
        found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
        return {name for name in found if "__pycache__" not in name or "chart_kernel" in name}

    @contextlib.contextmanager
    def running(self, *words: str, stderr: int = subprocess.STDOUT):
        """A program that goes on; in the end it ends with everything that it started."""
        process = subprocess.Popen(
            self.command(*words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, text=True
        )
        try:
            with process:
                try:
                    yield process
                finally:
                    # The first of the namespace, which takes the others along. `--kill-child` would not do it: what a process
                    # has asked for when its parent ends is forgotten when it becomes another user's.
                    first = psutil.Process(process.pid).children() if process.poll() is None else []
                    for each in [*first, process]:
                        each.kill()
        finally:
            assert psutil.wait_procs(first, 20)[1] == []
