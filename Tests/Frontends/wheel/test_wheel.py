"""What the wheel is made of, and where it says that it runs."""

import json
import os
import platform
import re
import subprocess
import sys
import zipfile

import pytest
from elftools.elf.elffile import ELFFile

import needs
from clients import ROOT, program

on_linux = needs.machine(needs.LINUX, "Apple's programs have another format")


def test_it_holds_the_program_the_kernelspec_its_logos_and_the_package(wheel, wheel_program):
    with zipfile.ZipFile(wheel) as archive:
        names = {re.sub(r"^chart_kernel-[^/]+\.(data|dist-info)", r"\1", name) for name in archive.namelist()}
        packed = next(name for name in archive.namelist() if name.endswith(".data/scripts/chart-kernel"))
        assert archive.read(packed) == wheel_program.read_bytes()
        spec = json.loads(archive.read(next(name for name in archive.namelist() if name.endswith("/kernel.json"))))
    folder = "data/data/share/jupyter/kernels/chart"
    assert {f"{folder}/{path.name}" for path in (ROOT / "kernelspec").glob("logo-*")} | {
        "chart_kernel/__init__.py",
        "chart_kernel/py.typed",
        "data/scripts/chart-kernel",
        f"{folder}/kernel.json",
        "dist-info/licenses/LICENSE",
        "dist-info/licenses/THIRD-PARTY.md",
    } <= names
    assert not [name for name in names if "__pycache__" in name or name.endswith((".so", ".dylib"))]
    template = json.loads((ROOT / "kernelspec/kernel.json").read_text())
    assert spec == template | {"argv": ["{resource_dir}/../../../../bin/chart-kernel", *template["argv"][1:]]}


def test_its_version_is_the_programs(wheel, wheel_program):
    said = subprocess.run([wheel_program, "--version"], capture_output=True, text=True, check=True, timeout=20)
    assert wheel.name.split("-")[1] == said.stdout.strip()


def test_it_has_fifteen_megabytes_at_most(wheel):
    assert wheel.stat().st_size <= 15_000_000


@on_linux
def test_auditwheel_agrees_with_its_name(wheel):
    done = subprocess.run(
        [sys.executable, "-m", "auditwheel", "show", wheel], capture_output=True, text=True, check=True, timeout=60)
    tag = wheel.stem.split("-")[-1]
    assert f'is consistent with the following platform tag: "{tag}"' in " ".join(done.stdout.split())
    if platform.libc_ver()[1] <= "2.36":
        assert tag == f"manylinux_2_34_{platform.machine()}"


def test_two_builds_give_the_same_bytes(wheel, tmp_path):
    command = [sys.executable, ROOT / "Scripts/wheel", tmp_path / "again"]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    again = tmp_path / "again" / wheel.name
    assert again.read_bytes() == wheel.read_bytes()


@on_linux
def test_its_program_needs_the_c_library_alone(wheel_program):
    with wheel_program.open("rb") as file:
        dynamic = ELFFile(file).get_section_by_name(".dynamic")
        needed = {tag.needed.split(".so")[0] for tag in dynamic.iter_tags("DT_NEEDED")}
        packed = [tag for tag in dynamic.iter_tags() if tag.entry.d_tag == "DT_RELR"]
    # libgcc_s comes with it, on Debian by a dependency.
    assert needed <= {"libc", "libm", "libgcc_s", "ld-linux-x86-64", "ld-linux-aarch64"}
    assert packed == [], "a loader before glibc 2.36 does not read packed relocations"


@on_linux
def test_its_program_has_no_symbols(wheel_program):
    with wheel_program.open("rb") as file:
        names = {section.name for section in ELFFile(file).iter_sections()}
    assert ".dynsym" in names and not names & {".symtab", ".debug_info"}


@on_linux
def test_libzmq_inside_takes_from_its_sockets_by_the_programs_own_recv(wheel_program):
    """Otherwise a frame of many megabytes over ipc has libzmq's thread for itself (CBoundedReceive.h).

    No loader is asked here: the linker has bound libzmq's calls. It can't have bound them to the C library, from which
    the program takes `recvfrom`, as its own `recv` does, and no `recv`.
    """
    with wheel_program.open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".dynsym").iter_symbols()
        taken = {symbol.name for symbol in symbols if symbol.entry.st_shndx == "SHN_UNDEF"}
    assert "recvfrom" in taken
    assert not {name for name in taken if re.fullmatch(r"(__)?recv(_chk)?", name)}
    with wheel_program.with_name("chart-kernel.full").open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".symtab")
        own, libzmqs = (symbols.get_symbol_by_name(name) for name in ("recv", "zmq_msg_recv"))
        assert own and own[0].entry.st_shndx != "SHN_UNDEF"
        assert libzmqs and libzmqs[0].entry.st_shndx != "SHN_UNDEF", "libzmq is inside"


@pytest.mark.parametrize("address", ["norm://1,127.0.0.1:5555", "pgm://lo;239.1.1.1:5555", "epgm://lo;239.1.1.1:5555"])
def test_what_its_libzmq_does_without_is_refused_as_by_the_whole_one(wheel_program, address):
    """No way leads to the functions of Scripts/wheel/absent.c."""
    for command in (["serve", "--endpoint", address], ["stdio", "--connect", address]):
        ours, whole = (
            subprocess.run(
                [which, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20,
                env=os.environ | {"LC_ALL": "C"})
            for which in (wheel_program, program()))
        assert ours.returncode == whole.returncode == 1
        assert ours.stderr == whole.stderr != ""


@on_linux
def test_its_hypot_of_floats_is_right(tmp_path):
    """Of Scripts/wheel/absent.c, with its strlcpy."""
    source = tmp_path / "hypot.c"
    source.write_text(
        f'#include "{ROOT}/Scripts/wheel/absent.c"\n'
        "int main(void) {\n"
        "  float big = 3e38f, tiny = 1e-40f, infinity = __builtin_inff(), nan = __builtin_nanf(\"\");\n"
        "  char text[4];\n"
        "  return !(hypotf(3, 4) == 5 && hypotf(big, 0) == big && hypotf(big, big) == infinity\n"
        "    && hypotf(tiny, 0) == tiny\n"
        "    && hypotf(-infinity, nan) == infinity && hypotf(nan, 1) != hypotf(nan, 1)\n"
        '    && strlcpy(text, "abcdef", sizeof text) == 6 && text[2] == \'c\' && text[3] == 0\n'
        '    && strlcpy(text, "ab", sizeof text) == 2 && text[2] == 0);\n'
        "}\n")
    built = tmp_path / "hypot"
    subprocess.run(["cc", "-fno-builtin", "-w", source, "-o", built, "-lm"], check=True, timeout=60)
    assert subprocess.run([built], timeout=20).returncode == 0
