"""The kernels and servers of this user that run, and which of them is meant by what people know of it."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from typing import Any

from . import _program
from .errors import ProgramEnded


@dataclass(frozen=True)
class Address:
    """Where a server is, and what it asks for."""

    endpoint: str
    token: str | None = None
    server_key: str | None = None

    @classmethod
    def of(cls, endpoint: str, server_key: str | None = None) -> Address:
        """An endpoint, which over TCP may bring the server's token: ``tcp://127.0.0.1:5555?token=…``."""
        # The path of a socket may have a question mark.
        if endpoint.startswith("tcp://") and "?" in endpoint:
            endpoint, _, query = endpoint.partition("?")
            if not query.startswith("token=") or "&" in query:
                raise ValueError(f"after the '?' of an endpoint there can only be its token: {endpoint}?token=…")
            return cls(endpoint, query.removeprefix("token="), server_key)
        return cls(endpoint, None, server_key)


def servers() -> list[dict[str, Any]]:
    """The kernels and servers of this user that run, as ``chart-kernel list --json`` tells them: each with its ``endpoint``,
    its ``processID``, the ``command`` that it was started by, and the ``notebook`` that it belongs to, if it does."""
    done = subprocess.run(
        [_program.find(), "list", "--json"], capture_output=True, check=False, stdin=subprocess.DEVNULL
    )
    return list(json.loads(done.stdout or b"[]"))


def find(server: str | os.PathLike[str] | int) -> Address:
    """The server that is meant by a notebook, a connection file, the number of a process or an endpoint.

    Raises:
        ProgramEnded: Nothing is called so, or several are.
    """
    name = os.fspath(server) if isinstance(server, os.PathLike) else str(server)
    known = servers()
    given = Address.of(name) if "://" in name else None
    endpoint = given.endpoint if given else name
    found = [each for each in known if _is_called(endpoint, each)]
    if not found and given:
        # One of somebody else, or on another machine.
        return given
    if not found:
        there = "there are: " + ", ".join(map(_words, known)) if known else "nothing runs at all"
        raise ProgramEnded(f"nothing that runs is called '{name}'; {there}")
    if len(found) > 1:
        raise ProgramEnded(
            f"{len(found)} are called '{name}'; say which by its process or its endpoint: {', '.join(map(_words, found))}"
        )
    entry = found[0]
    return Address(entry["endpoint"], (given and given.token) or entry.get("token"), entry.get("serverKey"))


def _is_called(name: str, entry: dict[str, Any]) -> bool:
    if name in (entry["endpoint"], str(entry["processID"])):
        return True
    # A notebook may be told with or without its directory, a connection file by its name alone.
    known = [each for each in (entry.get("notebook"), entry.get("connectionFile")) if each]
    return any(each == name or each.endswith("/" + name) or each == os.path.realpath(name) for each in known)


def _words(entry: dict[str, Any]) -> str:
    place = entry.get("notebook") or entry.get("directory")
    return f"{entry['command']} of {place} (process {entry['processID']}, {entry['endpoint']})"
