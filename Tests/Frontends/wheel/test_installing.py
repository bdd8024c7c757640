"""`pip install chart-kernel` where there is nothing but Python: no compiler, no Swift, no libzmq, no package index."""

import json
import re
import threading
import urllib.error
import urllib.request

import pytest

from clients import eventually, free_port

# Of these the first makes the system, and the first run of all downloads what is installed there.
pytestmark = pytest.mark.timeout(300)

JUPYTER = ["nbclient"]
"""What executes a notebook; pyzmq and anywidget come with the wheel."""


def venv(bare, folder: str, *packages: str) -> str:
    """A virtual environment with packages from the folder, and its programs' folder."""
    bare.run("python3", "-m", "venv", "--without-pip", folder)
    if packages:
        bare.run("uv", "pip", "install", "--quiet", "--python", f"{folder}/bin/python", *packages)
    return f"{folder}/bin"


def kernels(bare, programs: str) -> dict:
    return json.loads(bare.output(f"{programs}/jupyter", "kernelspec", "list", "--json"))["kernelspecs"]


def execute_tour(bare, programs: str) -> None:
    """Executes the tour, and looks whether charts came of it."""
    bare.run(f"{programs}/jupyter", "execute", "--output=executed", "notebooks/tour.ipynb")
    notebook = bare.home / "notebooks/executed.ipynb"
    cells = [cell for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert all(cell["execution_count"] for cell in cells)
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
    notebook.unlink()


def test_the_system_has_neither_compilers_nor_swift_nor_the_kernels_libraries(bare):
    programs = {path.name for folder in ("bin", "usr/bin", "usr/local/bin") for path in (bare.root / folder).iterdir()}
    assert "python3" in programs
    assert not programs & {"cc", "gcc", "c++", "g++", "clang", "ld", "swift", "swiftc"}
    libraries = {path.name for folder in ("lib", "usr/lib") for path in (bare.root / folder).rglob("lib*")}
    assert "libc.so.6" in libraries
    assert not [name for name in libraries if name.startswith(("libzmq", "libsodium", "libyaml", "libswift"))]


def test_jupyterlab_lists_it_and_executes_the_tour(bare):
    programs = venv(bare, "lab", "jupyterlab", "nbconvert", "anywidget", "pyzmq", "pip")
    before = bare.files("lab")
    bare.run(f"{programs}/python", "-m", "pip", "install", "--quiet", bare.wheel)

    lab = [f"{programs}/jupyter", "lab", "--no-browser", "--ip=127.0.0.1", f"--port={free_port()}"]
    with bare.running(*lab, "--IdentityProvider.token=t") as process:
        timer = threading.Timer(90, process.kill)
        timer.start()
        said = []
        # It takes the next port if somebody else has this one meanwhile.
        while not (server := re.search(r"http://127\.0\.0\.1:\d+", "".join(said[-1:]))):
            said.append(process.stdout.readline())
            assert said[-1], "".join(said)
        timer.cancel()

        def get(path: str) -> bytes:
            request = urllib.request.Request(server[0] + path, headers={"Authorization": "token t"})
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.read()

        def answers() -> bool:
            try:
                return bool(get("/api"))
            except urllib.error.URLError:
                return False

        # What it has said is true in a moment.
        eventually(answers, 30)
        chart = json.loads(get("/api/kernelspecs"))["kernelspecs"]["chart"]
        assert chart["spec"]["display_name"] == "Chart"
        assert set(chart["resources"]) >= {"logo-32x32", "logo-64x64", "logo-svg"}
        assert all(get(logo) for logo in chart["resources"].values())

    bare.run(
        f"{programs}/jupyter", "nbconvert", "--to", "notebook", "--execute", "--output", "lab", "notebooks/tour.ipynb"
    )
    assert "<svg" in (bare.home / "notebooks/lab.ipynb").read_text()

    # Python has read the package meanwhile, and keeps what it made of it.
    bare.run(f"{programs}/python", "-c", "import chart_kernel")
    bare.run(f"{programs}/python", "-m", "pip", "uninstall", "--yes", "--quiet", "chart-kernel")
    assert bare.files("lab") == before


def test_it_is_installed_by_uv_and_leaves_nothing(bare):
    programs = venv(bare, "uv", *JUPYTER)
    before = bare.files("uv")
    # The wheel by its name, as from an index, and what it needs with it.
    bare.run("uv", "pip", "install", "--quiet", "--python", f"{programs}/python", "chart-kernel")
    assert list(kernels(bare, programs)) == ["chart"]
    execute_tour(bare, programs)
    bare.run(f"{programs}/python", "-c", "import anywidget, chart_kernel, zmq")
    bare.run("uv", "pip", "uninstall", "--quiet", "--python", f"{programs}/python", "chart-kernel")
    own = re.compile("chart[-_]kernel|kernels/chart")
    assert not [name for name in bare.files("uv") - before if own.search(name)]


def test_it_is_installed_for_a_user_by_debians_pip_and_leaves_nothing(bare):
    # Debian wants to be asked twice whether Python of its own may have others' packages.
    pip = ["python3", "-m", "pip"]
    bare.run(*pip, "install", "--quiet", "--user", "--break-system-packages", *JUPYTER, "anywidget", "pyzmq")
    before = bare.files(".local")
    bare.run(*pip, "install", "--quiet", "--user", "--break-system-packages", bare.wheel)
    spec = kernels(bare, "/home/ada/.local/bin")["chart"]
    assert spec["resource_dir"] == "/home/ada/.local/share/jupyter/kernels/chart"
    execute_tour(bare, "/home/ada/.local/bin")
    bare.run("python3", "-c", "import chart_kernel")
    bare.run(*pip, "uninstall", "--yes", "--quiet", "--break-system-packages", "chart-kernel")
    # What Jupyter and the kernel write when they run is not installed: charts, and who opened which notebook.
    own = ("share/jupyter/runtime/", "share/jupyter/notebook_secret", "share/jupyter/nbsignatures", "state/")
    after = bare.files(".local")
    assert {name for name in after - before if not name.startswith(own)} == set()
    assert before <= after


def test_it_runs_in_a_path_with_spaces(bare):
    programs = venv(bare, "Ada's charts (2)/new ones", *JUPYTER, "pip")
    bare.run(f"{programs}/python", "-m", "pip", "install", "--quiet", bare.wheel)
    assert "chart" in kernels(bare, programs)
    execute_tour(bare, programs)


@pytest.mark.parametrize("option", ["--prefix", "--target"])
def test_it_runs_in_a_folder_that_pip_is_given(bare, option):
    """Jupyter has to be told of such a folder; the kernelspec finds the program there by itself."""
    folder = option.removeprefix("--")
    bare.run("python3", "-m", "pip", "install", "--quiet", "--no-deps", option, f"/home/ada/{folder}", bare.wheel)
    (spec,) = (bare.home / folder).rglob("kernel.json")
    inside = f"/{spec.parent.relative_to(bare.root)}"
    program = json.loads(spec.read_text())["argv"][0].replace("{resource_dir}", inside)
    assert bare.output(program, "--version")
