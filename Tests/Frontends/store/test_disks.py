"""Disks that refuse: a full one, in a mount namespace that nobody else sees, and directories that can only be read."""

import contextlib
import json
import os
import subprocess

import pytest

import needs
from clients import SPENDING, Dealer, RPCError, Server, program


class Disk:
    """A server whose store is on a file system of two megabytes in memory, and a client of it."""

    def __init__(self, folder):
        self.place = folder / "disk"
        self.place.mkdir()
        mount = 'mount -t tmpfs -o size=2m none "$0" && exec "$@"'
        self.server = Server(
            f"ipc://{folder}/a", "--store", str(self.place / "store"),
            wrapper=["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount, str(self.place)])
        self.client = Dealer(self.server.endpoint)
        # As the server sees it.
        self.seen = f"/proc/{self.server.process.pid}/root{self.place}"

    def fill(self):
        """Takes all that is left, to the last byte."""
        with contextlib.suppress(OSError), open(f"{self.seen}/filler", "wb", buffering=0) as filler:
            while filler.write(b"x" * 4096):
                pass

    def document(self):
        return self.client.call("session/export")["document"]

    def close(self):
        self.client.close()
        return self.server.close()


def kept(store):
    """The first session, as another program reads it from a store."""
    run = subprocess.run([program(), "store", "export", "1", "--store", str(store)], capture_output=True, check=True)
    return json.loads(run.stdout)


@pytest.fixture
def disk(tmp_path):
    disk = Disk(tmp_path)
    try:
        disk.client.call("chart/create", chart="spending", spec=SPENDING)
        disk.client.call("chart/rotate", chart="spending", by=10, render=False)
        yield disk
    finally:
        assert disk.close() == 0


@needs.machine(needs.LINUX, "takes Linux's namespaces")
def test_a_full_disk_refuses_changes_until_there_is_room(disk):
    disk.fill()
    with pytest.raises(RPCError, match="No space left on device") as error:
        # The first may still fit into the block that was begun.
        for _ in range(100):
            before = disk.document()
            disk.client.call("chart/rotate", chart="spending", by=10, render=False)
    assert error.value.code == -32005
    assert disk.document() == before
    # What keeps nothing goes on.
    assert disk.client.call("chart/render", chart="spending")["svg"].startswith("<svg")
    os.unlink(f"{disk.seen}/filler")
    assert disk.client.call("chart/rotate", chart="spending", by=10, render=False)["changed"]
    assert kept(f"{disk.seen}/store") == disk.document()


@pytest.fixture
def bound_by_modes(tmp_path):
    """A server that may not write where modes forbid it, even if root runs the tests; and its store."""
    wrapper = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    with Server(f"ipc://{tmp_path}/a", "--store", str(tmp_path / "store"), wrapper=wrapper) as server:
        with Dealer(server.endpoint) as client:
            yield client, tmp_path / "store"


def test_directories_that_can_only_be_read_from_now_on_refuse_what_needs_a_new_file(bound_by_modes):
    client, store = bound_by_modes
    client.call("chart/create", chart="spending", spec=SPENDING)
    before = client.call("session/export")["document"]
    directories = [path for path in [store, *store.rglob("*")] if path.is_dir()]
    for directory in directories:
        directory.chmod(0o500)
    with pytest.raises(RPCError, match="Permission denied") as error:
        client.call("session/open", session="other")
    assert error.value.code == -32005
    assert [entry["session"] for entry in client.call("session/list")["sessions"]] == ["default"]
    assert client.call("session/export")["document"] == before
    # The log is open: what goes into that is kept.
    assert client.call("chart/rotate", chart="spending", by=10, render=False)["changed"]
    for directory in directories:
        directory.chmod(0o700)
    client.call("session/open", session="other")
    assert kept(store) == client.call("session/export")["document"]
