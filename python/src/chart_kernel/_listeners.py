"""Functions of others that are told what happens to a chart."""

from __future__ import annotations

import asyncio
import inspect
import logging
import sys
from collections.abc import Callable
from typing import Any

from ._program import ending

_log = logging.getLogger("chart_kernel")


class Listening:
    """A function of somebody else that is told of something, where it belongs: a coroutine function in the loop in which it was given,
    one of a cell of marimo in the cell's name. A fault there is theirs to see, and others are told all the same.

    Attributes:
        name: What it is told of.
        function: What was given.
    """

    def __init__(self, name: str, function: Callable[[dict[str, Any]], object]) -> None:
        self.name, self.function = name, function
        self._loop = asyncio.get_running_loop() if inspect.iscoroutinefunction(function) else None
        self._cell: Any = None
        if self._loop is None and "marimo" in sys.modules:
            from . import _marimo

            if _marimo.runs():
                self._cell = _marimo.CellListener(function)

    @property
    def has_ended(self) -> bool:
        """Whether nobody wants it to be told any more."""
        return self._cell is not None and self._cell.has_ended

    def call(self, argument: dict[str, Any]) -> None:
        """Tells it."""
        if self.has_ended:
            return
        try:
            if self._loop is not None:
                asyncio.run_coroutine_threadsafe(self._run(argument), self._loop)
            else:
                (self._cell or self.function)(argument)
        except BaseException:  # noqa: BLE001: neither may `sys.exit()` end the thread
            self._log()

    async def _run(self, argument: dict[str, Any]) -> None:
        function: Any = self.function
        try:
            await function(argument)
        except Exception:
            self._log()

    def _log(self) -> None:
        if not ending.is_set():
            _log.exception("a listener of a chart has failed")
