"""Kernels started with Jupyter's own manager."""

import pytest
from jupyter_client import KernelManager

from clients import is_alive
from kernels import Kernel


@pytest.fixture
def start_kernel(kernelspec):
    """Starts kernels with options for Jupyter's manager; when the test is over none of them is left."""
    started = []

    def start(manager_options: dict | None = None, **options) -> Kernel:
        manager = KernelManager(kernel_name=kernelspec, **(manager_options or {}))
        manager.start_kernel(**options)
        pid = manager.provisioner.pid
        try:
            kernel = Kernel(manager)
        except BaseException:
            manager.shutdown_kernel(now=True)
            raise
        started.append((kernel, pid))
        return kernel

    yield start
    for kernel, _ in started:
        kernel.stop()
    for _, pid in started:
        assert not is_alive(pid), "a kernel outlived its test"


@pytest.fixture
def kernel(start_kernel) -> Kernel:
    """A running kernel."""
    return start_kernel()
