"""What the program is made of."""

import os
import shutil
import subprocess


import needs
from clients import program


def test_it_holds_no_data_of_icu():
    """ICU's 30 MB come with the full Foundation, which so must not be linked in, by whatever dependency."""
    with open(program(), "rb") as file:
        assert b"icudt" not in file.read()


@needs.machine(needs.LINUX, "Apple's platforms bring Swift's libraries along")
def test_it_runs_where_no_swift_is_installed():
    assert shutil.which("ldd")
    done = subprocess.run(["ldd", program()], capture_output=True, text=True, check=True, timeout=20)
    libraries = [line.split()[0] for line in done.stdout.splitlines()]
    assert any(name.startswith("libzmq") for name in libraries), "these are its libraries"
    assert not [name for name in libraries if name.startswith(("libswift", "lib_", "libFoundation", "libicu"))]


@needs.machine(needs.LINUX, "Apple's platforms bind a library to the libraries it was linked with")
def test_libzmq_takes_from_its_sockets_by_the_programs_own_recv():
    """Otherwise a frame of many megabytes over ipc has libzmq's thread for itself (CBoundedReceive.h). As the loader says."""
    done = subprocess.run(
        [program(), "--version"], capture_output=True, text=True, check=True, timeout=20,
        env=os.environ | {"LD_DEBUG": "bindings", "LD_BIND_NOW": "1"})
    bound = [line.split(" to ")[1] for line in done.stderr.splitlines()
             if "libzmq" in line.split(" to ")[0] and "symbol `recv'" in line]
    assert len(bound) == 1 and bound[0].startswith(program()), bound
