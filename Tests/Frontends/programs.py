"""Programs as a user runs them: in a home of their own, and looked for afterwards."""

import contextlib
import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil

from kernels import eventually

# Every process that a test starts inherits it, however many others are between, and can be found by it even when the
# one that started it has gone.
MARK = "CHART_KERNEL_TEST"


class Place:
    """A home, a runtime folder and a working directory that only one test uses, and what runs there."""

    def __init__(self, folder: Path):
        self.home, self.work = folder / "home", folder / "work"
        for directory in (self.home, self.work):
            directory.mkdir()
        # Sockets of files lie in it, and their paths must not be longer than about a hundred characters.
        self.short = tempfile.TemporaryDirectory(prefix="ck-", dir="/tmp")
        self.runtime = Path(self.short.name)
        self.mark = uuid.uuid4().hex
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "KERNEL_", "EG_", "KG_"))
        } | {
            MARK: self.mark,
            "HOME": str(self.home),
            "IPYTHONDIR": str(self.home / "ipython"),
            "JUPYTER_CONFIG_DIR": str(self.home / "config"),
            "JUPYTER_DATA_DIR": str(self.home / "data"),
            "JUPYTER_RUNTIME_DIR": str(self.runtime),
            "JUPYTER_PREFER_ENV_PATH": "1",
            "JUPYTER_PLATFORM_DIRS": "1",
            "TMPDIR": str(folder),
            # What `jupyter` finds its commands by.
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "120",
        }

    def run(self, *command, timeout=90, stdin=subprocess.DEVNULL, **variables) -> subprocess.CompletedProcess:
        """Runs a program to its end."""
        return subprocess.run(
            [str(word) for word in command],
            env=self.environment | variables,
            cwd=self.work,
            stdin=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
        )

    def start(self, *command, **variables) -> subprocess.Popen:
        """Starts a program that goes on; what it says goes to a file."""
        with open(self.home / "log", "a") as log:
            return subprocess.Popen(
                [str(word) for word in command],
                env=self.environment | variables,
                cwd=self.work,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    @property
    def log(self) -> str:
        """What the programs that were started have said."""
        path = self.home / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def processes(self, word: str = "", parent: int | None = None) -> list[psutil.Process]:
        """What still runs here, and has a word in its command line; of one parent, if one is given."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if (
                    process.pid != os.getpid()
                    and process.status() != psutil.STATUS_ZOMBIE
                    and process.environ().get(MARK) == self.mark
                    and word in " ".join(process.cmdline())
                    and parent in (None, process.ppid())
                ):
                    found.append(process)
        return found

    def kernels(self) -> list[psutil.Process]:
        """The chart kernels that run here."""
        return self.processes("jupyter --connection-file")

    def end(self, process: subprocess.Popen):
        """Asks a program to end, and waits until it has."""
        process.terminate()
        try:
            process.wait(20)
        finally:
            process.kill()
            process.wait()

    def close(self):
        """Sees that everything ends by itself; what doesn't is killed, and that is an error."""
        try:
            eventually(lambda: not self.processes(), "the end of what the test started", 10)
        finally:
            for process in self.processes():
                with contextlib.suppress(psutil.Error):
                    process.kill()
            self.short.cleanup()


@contextlib.contextmanager
def started_once(start: Callable[[str], Any]) -> Iterator[Callable[[str], Any]]:
    """Gives servers by their names, each of which is started when it is first asked for. In the end all of them are told to end, and
    nothing stays behind."""
    servers: dict[str, Any] = {}

    def get(name: str) -> Any:
        if name not in servers:
            servers[name] = start(name)
        return servers[name]

    try:
        yield get
    finally:
        for server in servers.values():
            server.close()
            server.place.close()
