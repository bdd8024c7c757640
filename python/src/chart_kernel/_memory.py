"""Memory that the program reads where it lies.

Numbers are copied once, into memory that has no name and is sealed, so that nobody can change it any more; its descriptor goes to
the program over a Unix socket. Arrays that are mapped files are not copied at all: the program maps the same file.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import mmap
import os
import socket
import sys
import tempfile
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from .errors import ChartKernelError, ProgramEnded

#: What is smaller goes along with the request.
SMALL = 1 << 16

#: From so many bytes on two threads copy: most of the time the system takes to make the pages, which it can do side by side.
_LARGE = 8 << 20

# Of fcntl(2); Python names them since 3.8, where the system has them.
_SEALS = getattr(fcntl, "F_SEAL_SEAL", 1) | getattr(fcntl, "F_SEAL_SHRINK", 2) | getattr(fcntl, "F_SEAL_GROW", 4) | getattr(
    fcntl, "F_SEAL_WRITE", 8
)


@dataclass
class Block:
    """Bytes that the program can read: of memory or of a file.

    Attributes:
        offset: Where they begin, in bytes.
        nbytes: How many there are.
    """

    descriptor: int
    offset: int
    nbytes: int
    name: str = field(default_factory=lambda: uuid.uuid4().hex)

    def close(self) -> None:
        """Lets go of the descriptor. The program keeps what charts show."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    __del__ = close


def copied(view: memoryview) -> Block:
    """A copy of bytes in memory that the program can map."""
    view = view.cast("B") if view.format != "B" or view.ndim != 1 else view
    descriptor = _new()
    try:
        os.ftruncate(descriptor, view.nbytes)
        if view.nbytes > 0:
            with mmap.mmap(descriptor, view.nbytes) as room:
                _copy(view, room)
        if hasattr(os, "memfd_create"):
            fcntl.fcntl(descriptor, getattr(fcntl, "F_ADD_SEALS", 1033), _SEALS)
    except BaseException:
        os.close(descriptor)
        raise
    return Block(descriptor, 0, view.nbytes)


def _new() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("chart-kernel", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    # Where there is no such memory: a file that has no name any more.
    with tempfile.TemporaryFile() as file:
        return fcntl.fcntl(file.fileno(), fcntl.F_DUPFD_CLOEXEC, 0)


def _copy(view: memoryview, room: mmap.mmap) -> None:
    if view.nbytes < _LARGE:
        room[:] = view
        return
    target = ctypes.addressof(ctypes.c_char.from_buffer(room))
    source = _address(view)
    if source is None:
        room[:] = view
        return
    half = view.nbytes // 2 // mmap.PAGESIZE * mmap.PAGESIZE
    with ThreadPoolExecutor(1) as helper:
        # Functions of ctypes leave Python's lock while they run.
        other = helper.submit(ctypes.memmove, target + half, source + half, view.nbytes - half)
        ctypes.memmove(target, source, half)
        other.result()


def _address(view: memoryview) -> int | None:
    """Where bytes lie, also those that must not be written to."""
    buffer = _Buffer()
    if ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(view), ctypes.byref(buffer), 0) != 0:
        return None
    try:
        address: int | None = buffer.buf
        return address
    finally:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(buffer))


class _Buffer(ctypes.Structure):
    """``Py_buffer``, as CPython's stable interface has it."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.py_object),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


def mapped(array: Any) -> Block | None:
    """The bytes of an array where its file has them, for one that is a mapped file (``numpy.memmap``), whole or a part;
    ``None`` for any other."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or not isinstance(array, numpy.memmap) or not array.flags.c_contiguous:
        return None
    # A part has the whole's `offset`, but not its place: that is told by where it lies in memory.
    whole = array
    while isinstance(whole.base, numpy.memmap):
        whole = whole.base
    mapping = whole.base
    path = whole.filename
    if path is None or not isinstance(mapping, mmap.mmap):
        return None
    start = whole.offset + array.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    # A file that has been replaced since is another one, and one that was opened to be changed for itself shows what is in memory.
    if whole.mode == "c" or os.fstat(descriptor).st_size < start + array.nbytes:
        os.close(descriptor)
        return None
    return Block(descriptor, start, array.nbytes)


class HandOver:
    """A connection to the program by which it is given memory."""

    def __init__(self, path: str) -> None:
        self._lock = threading.Lock()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
        except OSError as fault:
            self._socket.close()
            raise ProgramEnded(f"the program takes no memory at {path}: {fault.strerror}") from fault

    def give(self, block: Block) -> None:
        """Hands memory over. Until it is taken back, specs can name it."""
        with self._lock:
            self._ask({"memory": block.name}, [block.descriptor])

    def take_back(self, block: Block) -> None:
        """Takes the name back; what charts show of it stays."""
        with self._lock:
            self._ask({"release": block.name}, [])

    def _ask(self, request: dict[str, str], descriptors: list[int]) -> None:
        line = json.dumps(request).encode() + b"\n"
        try:
            if descriptors:
                socket.send_fds(self._socket, [line], descriptors)
            else:
                self._socket.sendall(line)
            answer = b""
            while not answer.endswith(b"\n"):
                piece = self._socket.recv(4096)
                if not piece:
                    raise ProgramEnded("the program has ended")
                answer += piece
        except OSError as fault:
            raise ProgramEnded(f"memory cannot be handed over: {fault}") from fault
        reply = json.loads(answer)
        if "error" in reply:
            raise ChartKernelError(f"the memory {reply['error']}")

    def close(self) -> None:
        self._socket.close()
