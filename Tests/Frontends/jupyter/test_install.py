"""`chart-kernel install` and `uninstall`."""

import json
import os
import subprocess
import sys

import pytest
from jupyter_client.kernelspec import KernelSpecManager

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def command(chart_kernel, tmp_path):
    """Runs the program as a user who has nothing but a home."""

    def run(*arguments, **variables):
        environment = {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"], **variables}
        return subprocess.run(
            [chart_kernel, *arguments], env=environment, capture_output=True, text=True, timeout=20, cwd=tmp_path
        )

    return run


def user_folder(home):
    return home / ("Library/Jupyter" if sys.platform == "darwin" else ".local/share/jupyter") / "kernels"


def test_places(command, tmp_path):
    places = [
        (["--user"], {}, user_folder(tmp_path / "home")),
        ([], {}, user_folder(tmp_path / "home")),
        (["--user"], {"JUPYTER_DATA_DIR": str(tmp_path / "data")}, tmp_path / "data/kernels"),
        (["--sys-prefix"], {"VIRTUAL_ENV": str(tmp_path / "venv")}, tmp_path / "venv/share/jupyter/kernels"),
        (["--sys-prefix"], {"CONDA_PREFIX": str(tmp_path / "conda")}, tmp_path / "conda/share/jupyter/kernels"),
        (["--prefix", "some where"], {}, tmp_path / "some where/share/jupyter/kernels"),
    ]
    for arguments, variables, folder in places:
        result = command("install", *arguments, **variables)
        assert result.returncode == 0, result.stderr
        assert str(folder / "chart") in result.stdout
        assert sorted(path.name for path in (folder / "chart").iterdir()) == [
            "kernel.json",
            "logo-32x32.png",
            "logo-64x64.png",
            "logo-svg.svg",
        ]
        result = command("uninstall", *arguments, **variables)
        assert result.returncode == 0, result.stderr
        assert list(folder.iterdir()) == []


def test_jupyter_finds_it(command, chart_kernel, tmp_path):
    command("install", "--prefix", str(tmp_path / "p"), "--name", "my-chart", "--display-name", 'Charts "α"')
    # Again, over what is there.
    result = command("install", "--prefix", str(tmp_path / "p"), "--name", "my-chart")
    assert result.returncode == 0, result.stderr
    manager = KernelSpecManager(kernel_dirs=[str(tmp_path / "p/share/jupyter/kernels")])
    spec = manager.get_kernel_spec("my-chart")
    assert spec.display_name == "Chart"
    assert os.path.isabs(spec.argv[0]) and os.path.samefile(spec.argv[0], chart_kernel)
    assert spec.argv[1:] == ["jupyter", "--connection-file", "{connection_file}"]
    assert spec.interrupt_mode == "message"
    assert spec.language == "chart"
    assert spec.metadata["supported_encryption"] == ["curve"]


def test_a_link_in_front_of_the_program_is_kept(chart_kernel, tmp_path):
    link = tmp_path / "bin" / "chart-kernel"
    link.parent.mkdir()
    link.symlink_to(chart_kernel)
    environment = dict(os.environ, PATH=f"{link.parent}:{os.environ['PATH']}")
    for program in [str(link), "chart-kernel"]:
        subprocess.run(
            [program, "install", "--prefix", str(tmp_path)], env=environment, check=True, capture_output=True, timeout=20
        )
        written = json.loads((tmp_path / "share/jupyter/kernels/chart/kernel.json").read_text())
        assert written["argv"][0] == str(link)


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["install", "--sys-prefix"], "no active environment"),
        (["install", "--user", "--prefix", "x"], "one of"),
        (["install", "--name", "a b"], "a b"),
        (["install", "--name", ".."], ".."),
        (["install", "--prefix", "/dev/null"], "/dev/null"),
        (["uninstall", "--prefix", "nothing"], "no kernel"),
    ],
)
def test_faults(command, arguments, expected):
    result = command(*arguments)
    assert result.returncode != 0
    assert expected in result.stderr


def test_another_kernel_is_not_removed(command, tmp_path):
    folder = tmp_path / "p/share/jupyter/kernels/chart"
    folder.mkdir(parents=True)
    (folder / "kernel.json").write_text('{"argv": ["x"], "display_name": "X", "language": "python"}')
    assert command("uninstall", "--prefix", str(tmp_path / "p")).returncode == 1
    assert (folder / "kernel.json").exists()
