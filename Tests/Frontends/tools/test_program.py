"""What the program is made of."""

import shutil
import subprocess
import sys

import pytest

from clients import program


def test_it_holds_no_data_of_icu():
    """ICU's 30 MB come with the full Foundation, which so must not be linked in, by whatever dependency."""
    with open(program(), "rb") as file:
        assert b"icudt" not in file.read()


@pytest.mark.skipif(sys.platform != "linux", reason="Apple's platforms bring Swift's libraries along")
def test_it_runs_where_no_swift_is_installed():
    assert shutil.which("ldd")
    done = subprocess.run(["ldd", program()], capture_output=True, text=True, check=True, timeout=20)
    libraries = [line.split()[0] for line in done.stdout.splitlines()]
    assert any(name.startswith("libzmq") for name in libraries), "these are its libraries"
    assert not [name for name in libraries if name.startswith(("libswift", "lib_", "libFoundation", "libicu"))]
