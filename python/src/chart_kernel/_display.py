"""What notebooks are given to show a chart: its picture, and beside it the live view where somebody looks."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._widget import views

if TYPE_CHECKING:
    from .chart import Chart


def still(chart: Chart) -> dict[str, str]:
    """The picture for whoever shows no live views, also where a notebook is not trusted."""
    bundle = dict(chart._bundle())
    if shown := image(bundle):
        bundle["text/html"] = shown
    return bundle


def image(bundle: dict[str, str], attributes: str = "") -> str:
    """The picture as an image of HTML, which is shown also where nobody trusts what SVG may do; empty if it is too large."""
    import base64
    import html

    svg = bundle.get("image/svg+xml", "")
    if not svg or len(svg) > 256 << 10:
        return ""
    words = html.escape(bundle.get("text/plain", "")[:1000].replace("\n", " "))
    data = base64.b64encode(svg.encode()).decode()
    return f'<img{attributes} src="data:image/svg+xml;base64,{data}" alt="{words}">'


def bundle(chart: Chart) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a front end may show, with its metadata: the live view where there can be one, and the picture."""
    data, metadata = views(chart).model.view_bundle() if is_live() else ({}, {})
    return {**still(chart), **data}, metadata


def show(chart: Chart) -> None:
    """Shows it in a notebook, in such a way that the picture beside the live view can be kept up to date."""
    data, metadata = bundle(chart)
    handle: Any = import_module("IPython.display").display(data, metadata=metadata, raw=True, display_id=True)
    if handle is not None and chart._views is not None:
        chart._views.keep(handle)


# ---------------------------------------------------------------------------------------------------------------------


def is_live() -> bool:
    """Whether people look at the notebook that runs: those who only collect what cells show get pictures."""
    asked = is_asked_for()
    if asked is not None:
        return asked
    if "google.colab" in sys.modules or os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        return True
    kernel = _kernel()
    if kernel is None:
        return False
    parent = kernel.get_parent("shell") if hasattr(kernel, "get_parent") else getattr(kernel, "_parent_header", {})
    metadata = parent.get("metadata", {}) if isinstance(parent, dict) else {}
    # Those in which people work with notebooks name the cell that they run, or have asked for all widgets.
    return "cellId" in metadata or _has_manager()


def is_asked_for() -> bool | None:
    """Whether live views are wanted, or cannot be; ``None`` if nobody has said. ``CHART_KERNEL_LIVE`` says so for all: `1` or `0`."""
    said = os.environ.get("CHART_KERNEL_LIVE", "auto")
    if said in ("0", "off") or not _has_anywidget():
        return False
    return True if said in ("1", "on") else None


def _kernel() -> Any:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None)


def _has_anywidget() -> bool:
    import importlib.util

    return importlib.util.find_spec("anywidget") is not None


def _has_manager() -> bool:
    widgets = sys.modules.get("ipywidgets")
    return widgets is not None and getattr(widgets.Widget, "_control_comm", None) is not None
