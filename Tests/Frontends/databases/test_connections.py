"""How databases are found, who is let in, and that no secret gets out."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from asking import created, refused, svg_of
from clickhouse import ClickHouse
from clients import Dealer, RPCError, Server, Stdio, program
from postgres import PASSWORD, READER, Postgres
from sources import table_of

LINE = {"kind": "line", "data": {"connection": "test", "sql": "SELECT 1 AS x, 2 AS y UNION ALL SELECT 2, 3", "x": "x", "y": "y"}}


def run(*arguments: str, expected: int = 0) -> tuple[str, str]:
    """What `chart-kernel` writes to standard output and error."""
    done = subprocess.run([program(), *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    assert done.returncode == expected, (done.returncode, done.stdout, done.stderr)
    return done.stdout, done.stderr


def draws(spec=LINE) -> str:
    with Stdio() as editor:
        return svg_of(created(editor, spec))


def fault_of(spec=LINE) -> RPCError:
    with Stdio() as editor:
        return refused(editor, spec)


def plain(server: Postgres, **rest: object) -> str:
    """A connection without a password."""
    return table_of("test", {
        "engine": "postgresql", "host": "127.0.0.1", "port": server.port, "database": "test", "user": READER, **rest})


# Finding them


def test_connections_are_listed_with_what_answers_there(postgres, clickhouse, connections):
    path = connections(postgres.connection(), clickhouse.connection("events"))
    table, _ = run("connections", "list")
    assert table.splitlines()[0].split()[:3] == ["NAME", "ENGINE", "PLACE"] and "events" in table
    listed = json.loads(run("connections", "list", "--json")[0])
    assert listed == [
        {"name": "events", "engine": "clickhouse", "place": f"{READER}@127.0.0.1:{clickhouse.first.http}/default", "origin": str(path)},
        {"name": "test", "engine": "postgresql", "place": f"{READER}@127.0.0.1:{postgres.port}/test", "origin": str(path)}]
    answers, _ = run("connections", "test")
    first, second = answers.splitlines()
    assert second.startswith("test: PostgreSQL 1") and first.startswith("events: ClickHouse ") and first.endswith(" ms")
    assert run("connections", "test", "events")[0].startswith("events: ")


def test_without_connections_it_is_said_where_to_describe_one(connections, tmp_path, monkeypatch):
    output, told = run("connections", "list")
    assert output == "" and "connections.toml" in told
    assert "and no other either" in str(fault_of()) and "connections.toml" in str(fault_of())
    monkeypatch.delenv("CHART_KERNEL_CONNECTIONS")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert f"{tmp_path}/.config/chart-kernel/connections.toml" in run("connections", "list")[1]


def test_one_that_does_not_answer_is_told_and_counts_as_a_failure(postgres, connections):
    connections(postgres.connection(), plain(postgres, port=1).replace("[test]", "[gone]"))
    output, told = run("connections", "test", expected=1)
    assert output.startswith("test: PostgreSQL") and told.startswith("gone: error: 'gone' cannot be reached")
    assert "there is no connection 'tset'" in run("connections", "test", "tset", expected=1)[1]
    assert "did you mean 'test'" in run("connections", "test", "tset", expected=1)[1]


def test_a_variable_comes_before_the_file_and_the_file_before_a_service(postgres, connections, tmp_path, monkeypatch):
    services = tmp_path / "services"
    services.write_text(f"[test]\nhost=127.0.0.1\nport={postgres.port}\ndbname=test\nuser={READER}\npassword={PASSWORD}\n[other]\nhost=nowhere\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    assert draws()
    listed = json.loads(run("connections", "list", "--json")[0])
    assert [each["name"] for each in listed] == ["test", "other"] and listed[0]["place"] == "service test"
    path = connections(plain(postgres, port=1))
    assert "cannot be reached" in str(fault_of())
    monkeypatch.setenv("CHART_KERNEL_CONNECTION_TEST", f"postgresql://{READER}:{PASSWORD}@127.0.0.1:{postgres.port}/test")
    assert draws()
    listed = json.loads(run("connections", "list", "--json")[0])
    assert [each["origin"] for each in listed] == ["$CHART_KERNEL_CONNECTION_TEST", str(services)]
    assert listed[0]["place"] == f"postgresql://{READER}@127.0.0.1:{postgres.port}/test"
    path.unlink()
    assert draws()


def test_the_name_of_a_service_is_taken_as_a_setting(postgres, connections, tmp_path, monkeypatch):
    services = tmp_path / "services"
    services.write_text(f"[there]\nhost=127.0.0.1\nport={postgres.port}\ndbname=test\nuser={READER}\npassword={PASSWORD}\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    connections(table_of("test", {"engine": "postgresql", "service": "there"}))
    assert draws()


# Passwords


def test_libpq_finds_the_password_in_pgpass(postgres, connections, tmp_path, monkeypatch):
    connections(plain(postgres))
    assert "no password" in str(fault_of())
    file = tmp_path / ".pgpass"
    file.write_text(f"127.0.0.1:{postgres.port}:test:{READER}:{PASSWORD}\n")
    file.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(file))
    assert draws()


def test_a_password_comes_from_a_program(postgres, connections, tmp_path):
    script = tmp_path / "give"
    script.write_text(f"#!/bin/sh\necho \"$1\"\necho more\n")
    script.chmod(0o700)
    connections(plain(postgres, password_command=[str(script), PASSWORD]))
    assert draws()
    for text, words in [
        ("#!/bin/sh\nexit 3\n", "which failed"), ("#!/bin/sh\n", "gave none"), ("#!/bin/sh\necho wrong\n", "password authentication failed"),
    ]:
        script.write_text(text)
        fault = fault_of()
        assert words in str(fault) and fault.data["path"] == "spec.data.connection", str(fault)
    connections(plain(postgres, password_command=["no-such-program-here"]))
    assert "which is no program here" in str(fault_of())


def test_a_program_that_does_not_end_is_ended(postgres, connections):
    connections(plain(postgres, password_command=["sleep", "600"], connect_timeout=1))
    assert "takes longer than 1 s" in str(fault_of())
    running = subprocess.run(["pgrep", "-f", "^sleep 600$"], capture_output=True, text=True).stdout.split()
    assert not running


def test_a_password_comes_from_the_keyring_by_the_program_that_opens_it(postgres, connections, tmp_path, monkeypatch):
    folder = tmp_path / "bin"
    folder.mkdir()
    connections(plain(postgres, keyring="databases/test"))
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("CHART_KERNEL", program())
    fault = fault_of()
    assert "secret-tool" in str(fault) and "apt install libsecret-tools" in str(fault)
    tool = folder / "secret-tool"
    tool.write_text(f'#!/bin/sh\n[ "$*" = "lookup service databases/test username {READER}" ] && echo {PASSWORD}\n')
    tool.chmod(0o700)
    assert draws()


def test_a_file_with_a_password_is_for_its_owner_alone(postgres, connections):
    path = connections(plain(postgres, password=PASSWORD))
    assert draws()
    path.chmod(0o640)
    fault = fault_of()
    assert "chmod 600" in str(fault) and PASSWORD not in str(fault)


@pytest.mark.parametrize("text, words", [
    ("[test]\nengine = \"postgresql\"\npassword = \"PLANTED\nhost = 1\n", "line 3"),
    ("[test]\nengine = \"oracle\"\n", "has the engine 'oracle', and there are postgresql, clickhouse, adbc"),
    ("[test]\nhost = \"x\"\n", "name an `engine`"),
    ("[test]\nengine = \"postgresql\"\nhots = \"x\"\n", "hots"),
    ("[test]\nengine = \"postgresql\"\nport = 123456\n", "port"),
    ("[test]\nengine = \"postgresql\"\npassword = \"PLANTED\"\npassword_variable = \"X\"\n", "in 2 ways"),
    ("[test]\nengine = \"postgresql\"\noptions = {password = \"PLANTED\"}\n", "password_command"),
    ("[test]\nengine = \"postgresql\"\noptions = {options = \"-c default_transaction_read_only=off\"}\n", "'options'"),
    ("[test]\nurl = \"postgresql://h/d?password=PLANTED\"\n", "before the `@`"),
    ("[test]\nurl = \"PLANTED\"\n", "without a scheme"),
    ("[test]\nengine = \"postgresql\"\npassword = 5\n", "expected a string"),
    ("[test]\nengine = \"postgresql\"\ndirectories = [\"/\"]\n", "directories"),
    ("[test]\nengine = \"adbc\"\n", "names no `driver`"),
    ("[test]\nengine = \"adbc\"\ndriver = \"nosuch\"\n", "there is no driver 'nosuch'"),
    ("[test]\nengine = \"adbc\"\ndriver = \"snowflake\"\n", "pip install adbc-driver-snowflake"),
    ("[test]\nengine = \"adbc\"\ndriver = \"/etc/hostname\"\n", "cannot be opened"),
    ("[test]\nengine = \"adbc\"\ndriver = \"libz.so.1\"\n", "there is no driver"),
])
def test_a_description_that_is_wrong_is_told_without_what_is_secret(connections, text, words):
    connections(text)
    fault = fault_of()
    assert fault.code == -32602 and fault.data["path"] == "spec.data.connection"
    assert words in str(fault) and "PLANTED" not in str(fault), str(fault)


# Who may


def test_a_server_lets_only_those_connections_be_used_that_it_was_started_with(postgres, connections, tmp_path):
    connections(postgres.connection(), postgres.connection("other"))
    for arguments, allowed in [((), set()), (("--connection", "other"), {"other"}), (("--connection", "*"), {"test", "other"})]:
        with Server("tcp://127.0.0.1:*", *arguments) as server, Dealer(server.address) as client:
            for name in ("test", "other"):
                spec = {**LINE, "data": {**LINE["data"], "connection": name}}
                if name in allowed:
                    assert svg_of(client.call("chart/create", spec=spec))
                else:
                    with pytest.raises(RPCError) as fault:
                        client.call("chart/create", spec=spec)
                    assert "may not be used" in str(fault.value) or "--connection NAME" in str(fault.value)


# Encryption


@pytest.fixture(scope="module")
def encrypted():
    with Postgres(tls=True) as server:
        yield server


def test_certificates_of_postgresql_are_checked(encrypted, connections, tmp_path):
    def settings(**options):
        return table_of("test", {
            "engine": "postgresql", "host": "localhost", "port": encrypted.port, "database": "test", "user": READER,
            "password_variable": "TEST_PASSWORD", "options": {"hostaddr": "127.0.0.1", **options}})

    authority = encrypted.folder / "server.crt"
    connections(settings(sslmode="verify-full", sslrootcert=str(authority)))
    assert draws()
    other = tmp_path / "other.crt"
    make_certificate(other)
    connections(settings(sslmode="verify-full", sslrootcert=str(other)))
    assert "certificate verify failed" in str(fault_of())
    connections(settings(sslmode="disable"))
    assert "no encryption" in str(fault_of())


def test_certificates_of_clickhouse_are_checked(connections, tmp_path):
    with ClickHouse(tls=True) as cluster:
        def settings(**options):
            return table_of("test", {
                "engine": "clickhouse", "host": "localhost", "port": cluster.first.https, "user": READER,
                "password_variable": "TEST_PASSWORD", "options": {"secure": "true", **options}})

        connections(settings(sslrootcert=str(cluster.folder / "server.crt")))
        assert draws()
        connections(settings())
        assert "cannot be reached" in str(fault_of()) and "certificate" in str(fault_of()).lower()
        other = tmp_path / "other.crt"
        make_certificate(other)
        connections(settings(sslrootcert=str(other)))
        assert "cannot be reached" in str(fault_of())


def make_certificate(path: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=other", "-keyout", str(path) + ".key",
         "-out", str(path)], check=True, capture_output=True)


# Libraries


@pytest.mark.parametrize("engine, variable, package", [
    ("postgresql", "CHART_KERNEL_LIBPQ", "apt install libpq5"), ("clickhouse", "CHART_KERNEL_LIBCURL", "apt install libcurl4")])
def test_a_library_that_is_missing_is_told_with_how_to_install_it(connections, monkeypatch, engine, variable, package):
    connections(table_of("test", {"engine": engine, "host": "127.0.0.1"}))
    monkeypatch.setenv(variable, "libnone.so.9")
    fault = fault_of()
    assert package in str(fault) and fault.data["path"] == "spec.data.connection"


def test_no_library_is_opened_before_it_is_needed(connections):
    with Stdio() as editor:
        created(editor, {"kind": "pie", "slices": [{"label": "a", "value": 1}]})
        maps = Path(f"/proc/{editor.process.pid}/maps").read_text()
    for library in ("libpq", "libcurl", "libssl", "duckdb"):
        assert library not in maps


# Secrets


def test_no_secret_is_in_anything_that_comes_out(postgres, clickhouse, connections, tmp_path, monkeypatch):
    """The password is in connections.toml, a variable and the output of a program, and in nothing that the program writes."""
    script = tmp_path / "give"
    script.write_text(f"#!/bin/sh\necho {PASSWORD}\n")
    script.chmod(0o700)
    path = connections(
        plain(postgres, password=PASSWORD), plain(postgres, password_command=[str(script)]).replace("[test]", "[program]"),
        f'[url]\nurl = "postgresql://{READER}:{PASSWORD}@127.0.0.1:{postgres.port}/test"\n', clickhouse.connection("clickhouse"),
        plain(postgres, password=PASSWORD, database="nosuch").replace("[test]", "[nowhere]"),
        plain(postgres, password=PASSWORD, port=1).replace("[test]", "[away]"),
        plain(postgres, password=PASSWORD + "x").replace("[test]", "[wrong]"),
        f'[adbc]\nengine = "adbc"\ndriver = "{_driver()}"\nurl = "postgresql://{READER}:{PASSWORD}@127.0.0.1:{postgres.port}/test"\n',
        f'[adbcaway]\nengine = "adbc"\ndriver = "{_driver()}"\nurl = "postgresql://{READER}:{PASSWORD}@127.0.0.1:1/test"\n')
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    work = tmp_path / "work"
    work.mkdir()
    said = []
    with Stdio("--record", str(outputs / "recording"), "--store", str(outputs / "store"), "--log-level", "trace", "--allow", str(work),
               cwd=work) as editor:
        for name in ("test", "program", "url", "clickhouse", "nowhere", "away", "wrong", "adbc", "adbcaway"):
            for sql in (LINE["data"]["sql"], f"SELECT '{'x'}' AS x, nothing AS y", "SELECT 1"):
                spec = {**LINE, "data": {**LINE["data"], "connection": name, "sql": sql}}
                try:
                    said.append(json.dumps(editor.call("chart/create", chart=name, spec=spec)))
                except RPCError as fault:
                    said.append(json.dumps([str(fault), fault.data]))
        said.append(json.dumps(editor.call("session/export")))
        for format in ("svg", "png", "html"):
            try:
                said.append(json.dumps(editor.call("chart/export", chart="test", format=format)))
            except RPCError as fault:
                said.append(str(fault))
        said.append(json.dumps(editor.notifications))
        _, logged = editor.process.communicate(timeout=20)
        said.append(logged.decode(errors="replace"))
    for arguments in (("list",), ("list", "--json"), ("test",)):
        done = subprocess.run([program(), "connections", *arguments], capture_output=True, text=True, timeout=60)
        said += [done.stdout, done.stderr]
    files = [file for folder in (outputs, work) for file in folder.rglob("*") if file.is_file()]
    assert any(file.stat().st_size for file in files) and len("".join(said)) > 10_000
    assert sum("<svg" in text for text in said) >= 5, "charts were made"
    for text in said:
        assert PASSWORD not in text
    for file in files:
        assert PASSWORD.encode() not in file.read_bytes(), file
    assert PASSWORD in path.read_text()


def _driver() -> str:
    import adbc_driver_postgresql

    return adbc_driver_postgresql._driver_path()


def test_no_core_file_is_written_once_there_is_a_secret(postgres, connections, tmp_path):
    connections(plain(postgres, password=PASSWORD))

    def killed(spec) -> tuple[str, list[Path]]:
        folder = tmp_path / spec["kind"]
        folder.mkdir()
        with Stdio(cwd=folder) as editor:
            created(editor, spec)
            limits = Path(f"/proc/{editor.process.pid}/limits").read_text()
            # Without a secret Swift's runtime would write a backtrace, which takes its time.
            editor.process.send_signal(signal.SIGABRT if spec is LINE else signal.SIGKILL)
            _, said = editor.process.communicate(timeout=20)
            assert not said
        line = next(line for line in limits.splitlines() if line.startswith("Max core file size"))
        return line.split()[4], list(folder.iterdir())

    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    try:
        without, _ = killed({"kind": "pie", "slices": [{"label": "a", "value": 1}]})
        limit, files = killed(LINE)
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))
    assert limit == "0" and not files
    assert without == ("unlimited" if hard == resource.RLIM_INFINITY else str(hard))
