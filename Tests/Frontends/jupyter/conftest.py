"""A kernelspec of the program under test, seen by nobody else, and kernels started with it."""

import subprocess

import pytest
from jupyter_client import KernelManager
from kernels import TIMEOUT, Kernel, is_alive


@pytest.fixture(scope="session")
def kernelspec(chart_kernel, tmp_path_factory):
    """Installs the kernelspec into a folder of its own, where Jupyter looks first; gives its name."""
    prefix = tmp_path_factory.mktemp("prefix")
    subprocess.run([chart_kernel, "install", "--prefix", str(prefix)], check=True, capture_output=True, timeout=TIMEOUT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(prefix / "share" / "jupyter"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        yield "chart"


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
