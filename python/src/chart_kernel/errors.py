"""What can go wrong, as exceptions."""

from __future__ import annotations

from typing import Any


class ChartKernelError(Exception):
    """Whatever the program says that it cannot do, in a sentence that says what to do instead.

    Attributes:
        code: The number of the protocol: -32602 for a parameter that is wrong, and so on.
        data: What the program tells besides, such as ``path``, ``reason`` and ``suggestion``.
    """

    code: int = 0

    def __init__(self, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.data = data or {}

    def __str__(self) -> str:
        return self.message


class InvalidValue(ChartKernelError, ValueError):
    """A spec or a parameter is wrong.

    Attributes:
        path: The place: ``spec.series[0].values``.
        reason: What is wrong there.
        suggestion: What was probably meant, or ``None``.
        line, column: The place in a text, from 1, or ``None`` where there is no text.
    """

    code = -32602

    def __init__(self, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message, data)
        self.path: str = self.data.get("path", "")
        self.reason: str = self.data.get("reason", message)
        self.suggestion: str | None = self.data.get("suggestion")
        self.line: int | None = self.data.get("line")
        self.column: int | None = self.data.get("column")


class NoSuchSession(ChartKernelError, LookupError):
    """There is no session of this name."""

    code = -32001


class NoSuchChart(ChartKernelError, LookupError):
    """There is no chart of this name."""

    code = -32002


class NotAuthorized(ChartKernelError, PermissionError):
    """The server asks for a token that was not given, or a key that it does not know."""

    code = -32003


class LimitExceeded(ChartKernelError):
    """More than the program takes; ``data`` says of what, how much is allowed, and who holds how much."""

    code = -32004


class NotKept(ChartKernelError, OSError):
    """A change could not be written to the store, and was not made."""

    code = -32005


class NotAvailable(ChartKernelError):
    """A library of the system is missing, such as Cairo for PNG and PDF; the message says how to install it."""

    code = -32006


class Cancelled(ChartKernelError):
    """The request was cancelled."""

    code = -32800


class ProgramEnded(ChartKernelError, ConnectionError):
    """The program, or the server that was joined, has ended or cannot be started."""


_BY_CODE = {
    kind.code: kind
    for kind in (
        InvalidValue, NoSuchSession, NoSuchChart, NotAuthorized, LimitExceeded, NotKept, NotAvailable, Cancelled,
    )
}


def error(response: dict[str, Any]) -> ChartKernelError:
    """The exception that an error of JSON-RPC stands for."""
    code = response.get("code", 0)
    kind = _BY_CODE.get(code, ChartKernelError)
    data: Any = response.get("data")
    found = kind(str(response.get("message", "")), data if isinstance(data, dict) else None)
    found.code = code
    return found
