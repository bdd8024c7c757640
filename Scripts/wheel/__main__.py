#!/usr/bin/env python3
"""Builds the wheel of the Python package: the program, its kernelspec, and what is below python/src.

    wheel DIRECTORY    called by `make wheel`, which has built the release

The program is linked anew from the release's objects (linking.py), which takes seconds; hatchling packs it, and
auditwheel looks whether the file's name says the truth. DIRECTORY holds that one file afterwards, and below `program`
the program without symbols and with them. The same sources in the same directory give the same bytes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import linking  # noqa: E402
from linking import IS_MAC, ROOT, LinkingError  # noqa: E402

LIMIT = 15_000_000
"""The most that the wheel may have, in bytes."""


def say(way: str, text: str) -> None:
    subprocess.run([ROOT / "Scripts/say.sh", way, text], check=way != "fail")


def fail(text: str):
    say("fail", text)
    sys.exit(1)


def pack(program: Path, tag: str, directory: Path) -> Path:
    environment = os.environ | {
        "CHART_KERNEL_WHEEL_PROGRAM": str(program),
        "CHART_KERNEL_WHEEL_TAG": tag,
    }
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(directory)]
    subprocess.run(command, check=True, cwd=ROOT / "python", env=environment, stdout=subprocess.DEVNULL)
    (wheel,) = directory.glob("*.whl")
    return wheel


def audit(wheel: Path, program: Path, tag: str) -> None:
    """Sees that the wheel runs where its name says."""
    if IS_MAC:
        done = subprocess.run(["otool", "-L", program], capture_output=True, text=True, check=True)
        needed = [line.split()[0] for line in done.stdout.splitlines()[1:]]
        outside = [library for library in needed if not library.startswith(("/usr/lib/", "/System/"))]
        if outside:
            fail(f"The program needs what only this Mac has: {', '.join(outside)}")
        return
    done = subprocess.run([sys.executable, "-m", "auditwheel", "show", wheel], capture_output=True, text=True)
    said = " ".join(done.stdout.split())
    if done.returncode != 0 or f'"{tag}"' not in said:
        fail(f"auditwheel does not agree that this is {tag}: {said or done.stderr}")
    print(done.stdout.strip())


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    directory = Path(sys.argv[1]).resolve()
    shutil.rmtree(directory, ignore_errors=True)
    whole, program = directory / "program/chart-kernel.full", directory / "program/chart-kernel"
    whole.parent.mkdir(parents=True)
    say("step", "Linking the wheel's program with static libraries")
    try:
        linking.link(whole)
    except LinkingError as error:
        fail(str(error))
    except subprocess.CalledProcessError:
        fail("The wheel's program was not linked. The linker's message above says why.")
    subprocess.run([ROOT / "Scripts/strip.sh", whole, program], check=True)
    if not IS_MAC:
        linking.forget_hashes(program)
    tag = linking.platform_tag(program)
    say("step", f"Packing the wheel for {tag}")
    try:
        wheel = pack(program, tag, directory)
    except subprocess.CalledProcessError:
        fail("The wheel was not packed. hatchling's message above says why.")
    audit(wheel, program, tag)
    size = wheel.stat().st_size
    if size > LIMIT:
        fail(f"{wheel.name} has {size:,} bytes; {LIMIT:,} is the most.")
    say("ok", f"{wheel} has {size / 1e6:.1f} MB, the program in it {program.stat().st_size / 1e6:.1f} MB.")


if __name__ == "__main__":
    main()
