"""Databases that the tests start, and programs that know of them."""

from __future__ import annotations

import pytest

import sources
from clickhouse import ClickHouse
from clients import Stdio
from postgres import PASSWORD, Postgres


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL that all tests share, each with tables of its own."""
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def clickhouse():
    """A cluster of two that all tests share."""
    with ClickHouse() as cluster:
        yield cluster


@pytest.fixture
def connections(tmp_path, monkeypatch):
    """Writes connections.toml; gives its path. The password of ``Postgres.connection`` is in a variable."""
    path = tmp_path / "connections.toml"
    monkeypatch.setenv("CHART_KERNEL_CONNECTIONS", str(path))
    monkeypatch.setenv("TEST_PASSWORD", PASSWORD)
    for name in ("PGSERVICE", "PGSERVICEFILE", "PGPASSFILE", "PGPASSWORD", "PGHOST", "PGUSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))

    def write(*tables: str):
        path.write_text("\n".join(tables))
        path.chmod(0o600)
        return path

    return write


@pytest.fixture
def editor(postgres, connections):
    """`chart-kernel stdio`, which knows the connection `test`."""
    connections(postgres.connection())
    with Stdio() as editor:
        yield editor


KINDS = ["postgresql", "adbc-postgresql", "clickhouse", "duckdb", "flightsql"]


@pytest.fixture(scope="session")
def sail(tmp_path_factory):
    source = sources.SailSource(tmp_path_factory.mktemp("sail"))
    yield source
    source.close()


@pytest.fixture(params=KINDS)
def source(request, tmp_path):
    """A database of each kind."""
    match request.param:
        case "postgresql":
            return sources.PostgresSource(request.getfixturevalue("postgres"))
        case "adbc-postgresql":
            return sources.PostgresByADBC(request.getfixturevalue("postgres"))
        case "clickhouse":
            return sources.ClickHouseSource(request.getfixturevalue("clickhouse"))
        case "duckdb":
            return sources.DuckDBSource(tmp_path)
        case "flightsql":
            return request.getfixturevalue("sail")
