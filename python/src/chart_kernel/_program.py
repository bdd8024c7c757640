"""The program: where it is, and one that runs as long as this process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

from .errors import ProgramEnded

#: Names another program than the one that came with this package.
VARIABLE = "CHART_KERNEL"

_NAME = "chart-kernel"

#: Whether Python ends, and its programs with it: what fails now is nobody's fault.
ending = threading.Event()


def find() -> str:
    """The path of the program: what ``CHART_KERNEL`` names, the one that was installed with this package, or one on the path.

    Raises:
        ProgramEnded: There is none.
    """
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise ProgramEnded(f"${VARIABLE} names '{named}', which is no program")
        return found
    for folder in _folders():
        path = folder / _NAME
        if os.access(path, os.X_OK) and path.is_file():
            return str(path)
    found = shutil.which(_NAME)
    if found is None:
        raise ProgramEnded(
            f"the program {_NAME} is not installed: `pip install {_NAME}` brings it, or name it by ${VARIABLE}"
        )
    return found


def _folders() -> list[Path]:
    """Where pip puts programs: of the environment, of the user, and beside a package that was installed with ``--target``."""
    folders = [Path(sysconfig.get_path("scripts")), Path(sys.prefix) / "bin"]
    try:
        folders.append(Path(sysconfig.get_path("scripts", f"{os.name}_user")))
    except KeyError:
        pass
    return [*folders, Path(__file__).resolve().parent.parent / "bin"]


class Program:
    """A program of this process's own. It ends when this process does, however that ends: its standard input is a pipe whose
    other end the system closes then.

    Attributes:
        endpoint: Where it listens.
    """

    def __init__(self, *arguments: str) -> None:
        path = find()
        self._environment = os.environ.copy()
        try:
            # In a group of its own: what is typed to interrupt Python is not for it.
            self._process = subprocess.Popen(
                [path, "serve", "--companion", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=self._environment,
            )
        except OSError as fault:
            raise ProgramEnded(f"{path} cannot be started: {fault.strerror}") from fault
        self._path = path
        self.endpoint = ""
        self._said: list[bytes] = []
        try:
            self.endpoint = self._read_endpoint()
            threading.Thread(target=self._listen, name="chart-kernel words", daemon=True).start()
        except BaseException:
            self._process.kill()
            self.end()
            raise

    def _read_endpoint(self) -> str:
        assert self._process.stdout is not None and self._process.stderr is not None
        line = self._process.stdout.readline().decode(errors="replace").strip()
        if not line:
            words = self._process.stderr.read().decode(errors="replace").strip()
            raise ProgramEnded(f"{self._path} has ended at once with status {self._process.wait()}: {words or 'without a word'}")
        return line

    def _listen(self) -> None:
        """Reads what it says, so that it never waits; the last lines tell why it ended."""
        assert self._process.stderr is not None
        with self._process.stderr as words:
            for line in words:
                self._said = [*self._said[-9:], line]

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """What becomes readable when the program has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def fault(self) -> ProgramEnded:
        """Why it has ended."""
        try:
            status: int | str = self._process.wait(2)
        except subprocess.TimeoutExpired:
            status = "unknown"
        words = b"".join(self._said).decode(errors="replace").strip()
        return ProgramEnded(
            f"the program chart-kernel has ended with status {status}"
            + (f": {words}" if words else "")
            + "; the next use of a chart starts it again"
        )

    def end(self) -> None:
        """Ends it, and waits until it has."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass
        try:
            status = self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        if status < 0 and self.endpoint:
            self._clear()

    def _clear(self) -> None:
        """One that was killed leaves its sockets, and the file by which it is found: who looks for what runs takes them away."""
        try:
            subprocess.run(
                [self._path, "list"], env=self._environment, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=10
            )
        except (OSError, subprocess.SubprocessError, RuntimeError):
            pass

    def abandon(self) -> None:
        """Lets go of it in a process that was forked: it belongs to the other one, and must end with that."""
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            # The files below: what is around them may be in use by a thread that this process does not have.
            raw = getattr(stream, "raw", None)
            if raw is not None:
                try:
                    raw.close()
                except OSError:
                    pass
        # Or its finaliser would wait for the other process's child.
        self._process.returncode = 0
