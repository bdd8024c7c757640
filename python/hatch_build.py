"""Puts the program and its kernelspec into the wheel. `make wheel` says by environment variables where they are."""

import json
import os
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Installers put `scripts` into PREFIX/bin and `data` into PREFIX, whether that is an environment, ~/.local or
# /usr/local; so the kernelspec finds the program from where it is itself, and no Python is started in between.
EXECUTABLE = "{resource_dir}/../../../../bin/chart-kernel"
KERNELSPEC = "share/jupyter/kernels/chart"


class WithProgram(BuildHookInterface):
    """Fills the places that wheels have for what is not Python."""

    def initialize(self, version, build_data):
        # `pip install --editable` is for those who have a program already.
        if version == "editable":
            return
        program, tag = (os.environ.get(f"CHART_KERNEL_WHEEL_{name}") for name in ("PROGRAM", "TAG"))
        if not program or not tag:
            raise RuntimeError("The wheel holds a program that this cannot build: use `make wheel`.")
        folder = Path(self.root).parent / "kernelspec"
        kernelspec = json.loads((folder / "kernel.json").read_text())
        kernelspec["argv"] = [EXECUTABLE if word == "{executable}" else word for word in kernelspec["argv"]]
        self.folder = tempfile.TemporaryDirectory()
        written = Path(self.folder.name) / "kernel.json"
        written.write_text(json.dumps(kernelspec, indent=2) + "\n")

        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"
        build_data["shared_scripts"] = {program: "chart-kernel"}
        build_data["shared_data"] = {str(written): f"{KERNELSPEC}/kernel.json"} | {
            str(logo): f"{KERNELSPEC}/{logo.name}" for logo in sorted(folder.glob("logo-*"))
        }

    def finalize(self, version, build_data, artifact_path):
        if version != "editable":
            self.folder.cleanup()
