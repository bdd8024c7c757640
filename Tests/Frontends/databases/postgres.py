"""A PostgreSQL of the tests' own: made in a folder of theirs, started on loopback, and gone with them."""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import psutil
from clients import eventually, free_port
from slow_network import FAR, NEAR, SlowNetwork

#: Settings with which the log says how each query was carried out.
EXPLAINING = {
    "session_preload_libraries": "auto_explain", "auto_explain.log_min_duration": "0", "auto_explain.log_format": "json",
    "auto_explain.log_analyze": "on"}

#: Who is let in, with a password each that stands nowhere else.
READER, PASSWORD = "reader", "Sw0rdf1sh-planted-7f3a"


def programs() -> Path:
    """The folder of PostgreSQL's programs, which Debian keeps off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    path = shutil.which("postgres")
    assert path, "PostgreSQL is missing: `apt-get install postgresql`"
    return Path(path).parent


def _owner() -> dict:
    """As whom it runs: PostgreSQL refuses to be root's."""
    if os.getuid() != 0:
        return {}
    user = pwd.getpwnam("nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _has_ended(process: psutil.Process) -> bool:
    """Whether it is no more, or waits for being noticed only."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


class Postgres:
    """A server with a database ``test``, whose owner is ``owner``; ``reader`` may read it.

    Args:
        options: Further settings, by their names.
        tls: Whether only encrypted connections are let in over TCP.
        network: Where it listens, if that is no network of this machine.
    """

    def __init__(self, *, tls: bool = False, network: SlowNetwork | None = None, **options: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp")
        self.folder = Path(self._folder.name)
        self.data = self.folder / "data"
        self.port = free_port()
        self.tls, self.network = tls, network
        owner = _owner()
        if owner:
            os.chown(self.folder, owner["user"], owner["group"])
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        self._run = {"env": environment, "cwd": str(self.folder), **owner}
        subprocess.run(
            [programs() / "initdb", "-D", self.data, "-U", "owner", "--auth-local=trust", "--auth-host=scram-sha-256",
             "--encoding=UTF8", "--no-sync", "--no-instructions"],
            check=True, capture_output=True, **self._run)
        settings = {
            "listen_addresses": "127.0.0.1", "port": str(self.port), "unix_socket_directories": str(self.folder),
            "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "60",
            **({"listen_addresses": NEAR} if network else {}), "shared_buffers": "64MB", "timezone": "America/New_York", "datestyle": "'German, DMY'", "jit": "off", **options,
        }
        if tls:
            self._make_certificate()
            settings |= {"ssl": "on", "ssl_cert_file": f"{self.folder}/server.crt", "ssl_key_file": f"{self.folder}/server.key"}
            rules = self.data / "pg_hba.conf"
            rules.write_text("local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n")
        if network:
            with open(self.data / "pg_hba.conf", "a") as file:
                file.write(f"host all all {FAR}/32 scram-sha-256\n")
        with open(self.data / "postgresql.conf", "a") as file:
            for name, value in settings.items():
                quoted = value if value.startswith("'") else f"'{value}'"
                file.write(f"{name} = {quoted}\n")
        self.process: subprocess.Popen | None = None
        self.start()
        self.sql("CREATE DATABASE test", database="postgres")
        self.sql(f"CREATE ROLE {READER} LOGIN PASSWORD '{PASSWORD}'")
        self.sql(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {READER}")
        self.sql(f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO {READER}")

    def _make_certificate(self) -> None:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
             "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", self.folder / "server.key", "-out", self.folder / "server.crt"],
            check=True, capture_output=True, **self._run)
        (self.folder / "server.key").chmod(0o600)

    # Running

    def start(self) -> None:
        """Starts it; ready when this returns."""
        command, run = [programs() / "postgres", "-D", self.data], dict(self._run)
        if self.network:
            command = self.network.inside(*map(str, command), user=run.pop("user", None), group=run.pop("group", None))
            run.pop("extra_groups", None)
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=open(self.folder / "log", "ab"), **run)
        subprocess.run(
            [programs() / "pg_ctl", "-D", self.data, "-w", "-t", "60", "status"], capture_output=True, **self._run)
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        for _ in range(600):
            done = subprocess.run(
                [programs() / "pg_isready", "-q", "-h", str(self.folder), "-p", str(self.port), "-d", "postgres"], **self._run)
            if done.returncode == 0:
                return
            assert self.process.poll() is None, (self.folder / "log").read_text()
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: int = signal.SIGINT) -> None:
        """Ends it: SIGINT at once but in order, SIGQUIT without, SIGKILL as the power does, with all of its processes."""
        if self.process is None:
            return
        others = []
        if how == signal.SIGKILL:
            # Stopped, it makes no more of them.
            self.process.send_signal(signal.SIGSTOP)
            others = psutil.Process(self.process.pid).children(recursive=True)
        self.process.send_signal(how)
        self.process.wait(30)
        self.process = None
        # Each holds its memory for as long as it lives, and a server that was started meanwhile would refuse to run.
        for other in others:
            with contextlib.suppress(psutil.NoSuchProcess):
                other.kill()
        eventually(lambda: all(map(_has_ended, others)), 30, "a process of PostgreSQL outlives it")

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        self._folder.cleanup()

    def __enter__(self) -> Postgres:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    # Asking

    def sql(self, statement: str, database: str = "test", data: str | None = None) -> str:
        """What a statement gives, as psql writes it: unaligned, without heads. `data` is what COPY FROM STDIN reads."""
        command = ["psql", "-h", str(self.folder), "-p", str(self.port), "-U", "owner", "-d", database, "-XAtq",
                   "-v", "ON_ERROR_STOP=1", "-c", statement]
        done = subprocess.run(command, input=data, capture_output=True, text=True, timeout=300, env=self._run["env"])
        assert done.returncode == 0, done.stderr
        return done.stdout.rstrip("\n")

    def holding(self, statement: str):
        """Does something in a transaction that stays open; gives what ends it."""
        command = ["psql", "-h", str(self.folder), "-p", str(self.port), "-U", "owner", "-d", "test", "-XAtq", "-v", "ON_ERROR_STOP=1"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self._run["env"])
        process.stdin.write(f"BEGIN; {statement}; SELECT 'held';\n")
        process.stdin.flush()
        assert process.stdout.readline() == "held\n"

        def end() -> None:
            process.stdin.close()
            process.wait(30)
            process.stdout.close()

        return end

    def plans(self, since: int = 0) -> list[dict]:
        """How queries of the reader were carried out, where the server was started with ``explaining``: `Query Text` and `Plan` of each."""
        found, decoder = [], json.JSONDecoder()
        text = (self.folder / "log").read_bytes()[since:].decode(errors="replace")
        place = text.find("plan:\n")
        while place >= 0:
            plan, end = decoder.raw_decode(text[place + 6:].lstrip())
            found.append(plan)
            place = text.find("plan:\n", place + 6)
        return found

    def log_size(self) -> int:
        return (self.folder / "log").stat().st_size

    def active(self) -> int:
        """How many queries of the reader are running."""
        return int(self.sql(f"SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND usename = '{READER}'"))

    def connection(self, name: str = "test", **settings: str) -> str:
        """A table of connections.toml, for the reader over TCP."""
        lines = {
            "engine": "postgresql", "host": "127.0.0.1", "port": self.port, "database": "test", "user": READER,
            "password_variable": "TEST_PASSWORD", **settings}
        text = f"[{name}]\n"
        for key, value in lines.items():
            text += f"{key} = {value if isinstance(value, int) else toml(value)}\n"
        return text


def toml(value: object) -> str:
    """A value as TOML has it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
