"""Links the wheel's program: the release's own objects with static libraries, so that it needs the C library alone."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
RELEASE = ROOT / ".build/release.yaml"

IS_MAC = sys.platform == "darwin"

LIBRARIES = ["zmq", "sodium", "yaml"] + ([] if IS_MAC else ["sqlite3", "stdc++"])
"""What is linked in. A Mac has SQLite and the library of C++; what elsewhere is left beside the C library itself is
libgcc_s, which libc6 brings along. (A static one asks for a function of glibc 2.35 whenever something is thrown.)"""

NOT_PORTABLE = ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
"""Flags of the release that need a younger C library: Package.swift asks for this one where glibc has at least 2.36."""


class LinkingError(Exception):
    """Says what is missing, and what mends it."""


def release_command() -> list[str]:
    """The command by which SwiftPM linked the release, as it stands in the description of that build."""
    try:
        description = RELEASE.read_text()
    except FileNotFoundError:
        raise LinkingError(f"{RELEASE} is missing, by which SwiftPM builds: `make build` comes first.") from None
    for rule in re.split(r"\n(?=  \")", description):
        if re.search(r'^    outputs: \["[^"]*/release/chart-kernel"\]$', rule, re.MULTILINE) and (
            arguments := re.search(r"^    args: (\[.*\])$", rule, re.MULTILINE)
        ):
            return json.loads(arguments[1])
    raise LinkingError(f"{RELEASE} names no command that links chart-kernel. Does another SwiftPM write it otherwise?")


def archive(name: str, clang: str) -> Path:
    """The static library of a name: where the compiler finds it, or in Homebrew."""
    file = f"lib{name}.a"
    done = subprocess.run([clang, f"-print-file-name={file}"], capture_output=True, text=True, check=True)
    found = Path(done.stdout.strip())
    if not found.is_absolute() and IS_MAC:
        prefix = subprocess.run(["brew", "--prefix"], capture_output=True, text=True, check=True).stdout.strip()
        found = Path(prefix) / "lib" / file
    if not found.is_absolute() or not found.exists():
        raise LinkingError(f"{file} is not on this machine: `make doctor` says which package has it.")
    return found.resolve()


def without(flags: list[str], command: list[str]) -> list[str]:
    """The command without flags that stand side by side."""
    for start in range(len(command) - len(flags) + 1):
        if command[start : start + len(flags)] == flags:
            return command[:start] + command[start + len(flags) :]
    return command


def without_frames(arguments: list[str], folder: Path) -> list[str]:
    """The arguments with objects that say nothing of how to unwind their functions: a tenth of the program. Swift's errors are answers,
    and what libzmq throws it catches itself."""
    changed = []
    for argument in arguments:
        if argument.startswith("@") and argument.endswith("Objects.LinkFileList"):
            objects = [line.strip("'\"") for line in (ROOT / argument[1:]).read_text().splitlines() if line]
            copies = [folder / f"{index}.o" for index in range(len(objects))]
            for source, copy in zip(objects, copies):
                subprocess.run(
                    ["objcopy", "--remove-section=.eh_frame", "--remove-section=.rela.eh_frame", source, copy], check=True, cwd=ROOT)
            (folder / "objects").write_text("\n".join(map(str, copies)))
            argument = f"@{folder}/objects"
        changed.append(argument)
    assert changed != arguments, "SwiftPM names the objects otherwise"
    return changed


def link(program: Path) -> None:
    """Puts the wheel's program, with its symbols, at a path."""
    swiftc, *arguments = without(NOT_PORTABLE, release_command())
    clang = str(Path(swiftc).with_name("clang"))
    arguments[arguments.index("-o") + 1] = str(program)
    with tempfile.TemporaryDirectory() as folder:
        libraries = Path(folder)
        # A folder that comes first and has no shared libraries: the linker takes what it finds there.
        for name in LIBRARIES:
            (libraries / f"lib{name}.a").symlink_to(archive(name, clang))
        extra = ["-L", str(libraries)]
        if not IS_MAC:
            arguments = without_frames(arguments, libraries)
            # A sum of everything, symbols included, which name the directory of the build.
            extra += ["-Xlinker", "--build-id=none"]
            absent = libraries / "absent.o"
            subprocess.run([clang, "-O2", "-fPIC", "-c", str(HERE / "absent.c"), "-o", str(absent)], check=True)
            extra += [str(absent)]
        subprocess.run([swiftc, *extra, *arguments], check=True, cwd=ROOT)


def forget_hashes(program: Path) -> None:
    """Makes the program the same in each build: by .swift_modhash the compiler knows what to compile again, and it
    differs from one clean build to the next while the code does not. Nobody reads it in a program."""
    from elftools.elf.elffile import ELFFile  # comes with auditwheel

    with program.open("r+b") as file:
        if hashes := ELFFile(file).get_section_by_name(".swift_modhash"):
            offset, size = hashes["sh_offset"], hashes["sh_size"]
            file.seek(offset)
            file.write(bytes(size))


def platform_tag(program: Path) -> str:
    """The machines that the program runs on, in the words of wheels."""
    machine = platform.machine()
    if IS_MAC:
        # Package.swift names the oldest macOS.
        version = re.search(r"\.macOS\(\.v(\d+)\)", (ROOT / "Package.swift").read_text())[1]
        return f"macosx_{version}_0_{machine}"
    return f"manylinux_2_{max(34, youngest_glibc(program))}_{machine}"


def youngest_glibc(program: Path) -> int:
    """The x of the youngest glibc 2.x whose symbols the program asks for."""
    from elftools.elf.elffile import ELFFile  # comes with auditwheel

    with program.open("rb") as file:
        needed = ELFFile(file).get_section_by_name(".gnu.version_r")
        names = [version.name for _, versions in needed.iter_versions() for version in versions]
    return max(int(found[1]) for name in names if (found := re.fullmatch(r"GLIBC_2\.(\d+)(?:\.\d+)?", name)))
