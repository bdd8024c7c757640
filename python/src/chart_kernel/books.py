"""Charts of saved notebooks in books that MyST-NB builds: Jupyter Book 1, and Sphinx with `myst_nb`.

A notebook that was saved with live charts names their widgets beside their pictures. MyST-NB takes the widget before
the picture, and without the widget's state, which JupyterLab saves only if told to, nothing is in the page. MyST-NB finds
this class by the entry point `myst_nb.mime_renderers` where the package is installed.
"""

from typing import Any

__all__ = ["SavedCharts"]

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


class SavedCharts:
    """Leaves out what cannot be shown, so that what stands beside it is."""

    mime_priority_overrides = ()

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[Any] | None:
        """The nodes of an output: none for what is left out, and `None` for what is MyST-NB's."""
        metadata = renderer.renderer.nb_client.nb_metadata
        if data.mime_type == VIEW:
            state = metadata.get("widgets", {}).get(STATE, {}).get("state", {})
            return None if data.content.get("model_id") in state else []
        # An answer of the Chart kernel has its text beside it; of others' JSON MyST-NB tells that it is left out.
        if data.mime_type == "application/json" and metadata.get("kernelspec", {}).get("language") == "chart":
            return []
        return None
