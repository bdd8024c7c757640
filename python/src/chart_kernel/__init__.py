"""Interactive charts for notebooks, editors and scripts: ``import chart_kernel as ck``.

    chart = ck.line(df, x="date", y=["temp_max", "temp_min"], title="Seattle")
    chart                       # live in notebooks, a picture everywhere else
    chart.selection             # what the hand selected

A function for every kind of chart that the program knows, such as :func:`line`, :func:`bar`, :func:`pie` and :func:`scatter`,
takes a table or values, the columns by their names, and whatever a spec of the kind may have. :func:`show` takes specs as cells have
them. The program is started with the first chart, and ends with this process; :func:`connect` joins one that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import types as types
from ._servers import servers
from ._specs import names as _names
from .chart import Chart, make
from .client import AsyncChart, AsyncClient, Client, connect, own
from .errors import (
    Cancelled,
    ChartKernelError,
    InvalidValue,
    LimitExceeded,
    NoSuchChart,
    NoSuchSession,
    NotAuthorized,
    NotKept,
    ProgramEnded,
)

if TYPE_CHECKING:
    # The functions for kinds of charts, which are made when they are asked for.
    from ._kinds import *  # noqa: F403

__all__ = [
    "AsyncChart", "AsyncClient", "Cancelled", "Chart", "ChartKernelError", "Client", "InvalidValue", "LimitExceeded", "NoSuchChart",
    "NoSuchSession", "NotAuthorized", "NotKept", "ProgramEnded", "connect", "get", "kinds", "own", "servers", "show",
]


if TYPE_CHECKING:
    __version__: str
else:
    # Not for type checkers, to which it would mean that there is everything.
    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version

            return version("chart-kernel")
        if not name.startswith("_") and name in kinds():
            return _function(name)
        raise AttributeError(
            f"module 'chart_kernel' has no attribute '{name}'; the kinds of charts are {', '.join(kinds())}"
        )


def __dir__() -> list[str]:
    return [*__all__, *kinds()]


def _function(kind: str) -> Callable[..., Chart]:
    def function(data: Any = None, *, client: Client | None = None, **options: Any) -> Chart:
        return make(kind, data, client, options)

    function.__name__ = function.__qualname__ = kind
    function.__doc__ = f"""A chart of the kind `{kind}`.

    Args:
        data: A table (a DataFrame, an Arrow table, a dictionary of lists, a list of records) or values.
        client: Whose chart it is; this process's own program's if not given.
        options: Columns by their names (`x`, `y`, `label`, `value` …), and members of the spec and of its series; names may
            be written as Python has them, `corner_radius` for `cornerRadius`. The axes' own are `x_axis` and `y_axis`.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place.
    """
    return function


def kinds() -> list[str]:
    """The kinds of charts that there are, each a function of this module."""
    from . import client

    return _names(client.started())


def show(spec: Mapping[str, Any] | str, *, client: Client | None = None) -> Chart:
    """A chart of a spec: a dictionary, or a text in YAML or JSON as cells and files have it.

    Raises:
        InvalidValue: The spec says what there is not; `path` tells the place, in texts `line` and `column`, too.
    """
    return Chart(spec, client=client)


def get(chart: str, *, client: Client | None = None) -> Chart:
    """A chart that is there already, by its id.

    Raises:
        NoSuchChart: There is none.
    """
    client = client or own()
    return client.charts.get(chart) or Chart._of(client, chart)


def unload_ipython_extension(shell: Any) -> None:
    """``%unload_ext chart_kernel``"""
    shell.magics_manager.magics["cell"].pop("chart", None)


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext chart_kernel``"""
    from .magic import register

    register(shell)
