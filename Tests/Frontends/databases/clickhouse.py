"""A ClickHouse cluster of the tests' own: two servers, each with a half of the rows, started on loopback, and gone with them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from clients import free_port
from postgres import PASSWORD, READER, toml

#: How many bytes a query of the user `frugal` may have, who may do all that `default` may.
FRUGAL = 500_000_000


def program() -> str:
    """The server's, which Debian keeps among those of the system."""
    path = shutil.which("clickhouse-server", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    assert path, "ClickHouse is missing: `apt-get install clickhouse-server`"
    return path


_CONFIG = """<yandex>
  <logger><level>warning</level><log>{folder}/log</log><errorlog>{folder}/errors</errorlog><size>100M</size><count>1</count></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>{http}</http_port><tcp_port>{tcp}</tcp_port>{tls}
  <path>{folder}/data/</path><tmp_path>{folder}/tmp/</tmp_path><user_files_path>{folder}/files/</user_files_path>
  <users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>268435456</mark_cache_size><max_concurrent_queries>100</max_concurrent_queries>
  <timezone>America/New_York</timezone>
  <remote_servers><shards>
    {shards}
  </shards></remote_servers>
</yandex>
"""

_SHARD = "<shard><replica><host>127.0.0.1</host><port>{port}</port></replica></shard>"

_USERS = """<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage>
    <insert_distributed_sync>1</insert_distributed_sync></default>
    <frugal><max_memory_usage>{frugal}</max_memory_usage></frugal></profiles>
  <users>
    <default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default>
    <{reader}><password>{password}</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
      <allow_databases><database>default</database></allow_databases></{reader}>
    <frugal><password></password><networks><ip>127.0.0.1</ip></networks><profile>frugal</profile><quota>default</quota></frugal>
  </users>
  <quotas><default><interval><duration>3600</duration><queries>0</queries><errors>0</errors><result_rows>0</result_rows>
    <read_rows>0</read_rows><execution_time>0</execution_time></interval></default></quotas>
</yandex>
"""

_TLS = """<https_port>{port}</https_port>
  <openSSL><server><certificateFile>{folder}/server.crt</certificateFile><privateKeyFile>{folder}/server.key</privateKeyFile>
    <verificationMode>none</verificationMode><disableProtocols>sslv2,sslv3</disableProtocols></server></openSSL>"""


class _Server:
    """One of them."""

    def __init__(self, folder: Path, http: int, tcp: int, tcps: list[int], https: int | None) -> None:
        self.folder, self.http, self.https = folder, http, https
        for name in ("data", "tmp", "files"):
            (folder / name).mkdir(parents=True)
        tls = ""
        if https is not None:
            tls = _TLS.format(port=https, folder=folder)
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                 "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder / "server.key", "-out", folder / "server.crt"],
                check=True, capture_output=True)
        (folder / "config.xml").write_text(_CONFIG.format(
            folder=folder, http=http, tcp=tcp, tls=tls, shards="".join(_SHARD.format(port=port) for port in tcps)))
        (folder / "users.xml").write_text(_USERS.format(reader=READER, password=PASSWORD, frugal=FRUGAL))
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [program(), f"--config-file={self.folder}/config.xml"], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": str(self.folder)})
        while True:
            try:
                self.ask("SELECT 1")
                return
            except OSError:
                assert self.process.poll() is None, self.messages()

    def messages(self) -> str:
        path = self.folder / "errors"
        return path.read_text() if path.exists() else "it ended"

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def ask(self, query: str, data: bytes = b"") -> str:
        url = f"http://127.0.0.1:{self.http}/?" + urllib.parse.urlencode({"query": query})
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data=data or b" "), timeout=300) as answer:
                return answer.read().decode().rstrip("\n")
        except urllib.error.HTTPError as fault:
            raise AssertionError(fault.read().decode()) from None


class ClickHouse:
    """Two servers that know of each other as the cluster `shards`; `reader` may read."""

    def __init__(self, *, tls: bool = False) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ch-", dir="/tmp")
        folder = Path(self._folder.name)
        tcps = [free_port(), free_port()]
        self.servers = [
            _Server(folder / str(index), free_port(), tcp, tcps, free_port() if tls and index == 0 else None)
            for index, tcp in enumerate(tcps)]
        self.first = self.servers[0]
        self.folder = self.first.folder
        for server in self.servers:
            server.start()

    def __enter__(self) -> ClickHouse:
        return self

    def __exit__(self, *_) -> None:
        for server in self.servers:
            server.stop(signal.SIGKILL)
        self._folder.cleanup()

    def sql(self, query: str, data: bytes = b"") -> str:
        """What a query to the first server gives, as tabs and lines; one that changes something."""
        return self.first.ask(query, data)

    def on_each(self, query: str) -> None:
        for server in self.servers:
            server.ask(query)

    def distributed(self, name: str, columns: str, order: str, *, rows: str | None = None, sharding: str = "rand()") -> None:
        """A table on each server, `NAME_local`, and one over both, `NAME`; `rows` is a SELECT of what goes into it."""
        for suffix in ("", "_local"):
            self.on_each(f"DROP TABLE IF EXISTS {name}{suffix}")
        self.on_each(f"CREATE TABLE {name}_local ({columns}) ENGINE = MergeTree() ORDER BY {order}")
        self.on_each(f"CREATE TABLE {name} AS {name}_local ENGINE = Distributed(shards, default, {name}_local, {sharding})")
        if rows is not None:
            self.sql(f"INSERT INTO {name} {rows}")

    def connection(self, name: str = "test", **settings: object) -> str:
        """A table of connections.toml, for the reader at the first server."""
        lines = {
            "engine": "clickhouse", "host": "127.0.0.1", "port": self.first.http, "database": "default", "user": READER,
            "password_variable": "TEST_PASSWORD", **settings}
        return f"[{name}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in lines.items())
