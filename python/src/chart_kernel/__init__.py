"""Charts of ChartKernel from Python."""

from importlib.metadata import version

__version__ = version("chart-kernel")
