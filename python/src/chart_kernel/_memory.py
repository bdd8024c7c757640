"""Numbers that the program gets without their going through a message.

What lies in this process the program copies for itself, where the system lets it, or else it is copied into memory that has no name
and is sealed, so that nobody can change it any more, and whose descriptor goes to the program over a Unix socket. Arrays that are
mapped files are not copied at all: the program maps the same file.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import mmap
import os
import socket
import struct
import sys
import tempfile
import threading
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .errors import ChartKernelError, ProgramEnded

#: What is smaller goes along with the request.
SMALL = 1 << 16

# Of fcntl(2); Python names them since 3.8, where the system has them.
_SEALS = getattr(fcntl, "F_SEAL_SEAL", 1) | getattr(fcntl, "F_SEAL_SHRINK", 2) | getattr(fcntl, "F_SEAL_GROW", 4) | getattr(
    fcntl, "F_SEAL_WRITE", 8
)


class Block:
    """Bytes that the program can get: those of an array here, of memory, or of a file.

    Attributes:
        name: What specs call them.
        offset: Where in the memory or the file they begin, in bytes.
        nbytes: How many there are.
        array: The NumPy array whose bytes they are, as long as they are nowhere else.
        descriptor: Of memory or of a file; -1 if there is none yet, or none any more.
    """

    def __init__(self, *, array: Any = None, descriptor: int = -1, offset: int = 0, nbytes: int = 0) -> None:
        self.name = uuid.uuid4().hex
        self.array, self.descriptor, self.offset, self.nbytes = array, descriptor, offset, nbytes

    def settle(self) -> int:
        """The descriptor, of a copy that is made now if there is none."""
        if self.descriptor < 0 and self.array is not None:
            self.descriptor, self.array = _copy(memoryview(self.array)), None
        return self.descriptor

    def close(self) -> None:
        """Lets go of the bytes. The program keeps what charts show."""
        self.array = None
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    __del__ = close


def block(values: Any) -> Block:
    """The bytes of an array, or of another buffer."""
    found = mapped(values)
    if found is not None:
        return found
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ndarray):
        return Block(array=values, nbytes=values.nbytes)
    # Who holds the buffer of another object keeps its owner from making it longer.
    view = memoryview(values)
    return Block(descriptor=_copy(view), nbytes=view.nbytes)


def _copy(view: memoryview) -> int:
    """The descriptor of a copy in memory that the program can map."""
    view = view.cast("B") if view.format != "B" or view.ndim != 1 else view
    descriptor = _new()
    try:
        # Written, since that takes half the time of copying into a mapping, whose pages the system would clear first.
        done = 0
        while done < view.nbytes:
            done += os.pwrite(descriptor, view[done : done + (1 << 30)], done)
        if hasattr(os, "memfd_create"):
            fcntl.fcntl(descriptor, getattr(fcntl, "F_ADD_SEALS", 1033), _SEALS)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _new() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("chart-kernel", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    # Where there is no such memory: a file that has no name any more.
    with tempfile.TemporaryFile() as file:
        return fcntl.fcntl(file.fileno(), fcntl.F_DUPFD_CLOEXEC, 0)


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
    return Block(descriptor=descriptor, offset=start, nbytes=array.nbytes)


class HandOver:
    """A connection to the program by which it is given memory.

    Args:
        path: Of the program's socket.
        copies: Whether the program says that it can copy out of this process.

    Attributes:
        is_broken: Whether it was left in the middle of a question, so that what comes next would be taken for another answer. Its
            names are good until nobody holds it any more.
    """

    def __init__(self, path: str, *, copies: bool = False) -> None:
        self._lock = threading.Lock()
        self._copies = copies
        self._path = path
        self._names: set[str] = set()
        self._connect()

    def _connect(self) -> None:
        self.is_broken = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(self._path)
        except OSError as fault:
            self._socket.close()
            raise ProgramEnded(f"the program takes no memory at {self._path}: {fault.strerror}") from fault

    def give(self, *blocks: Block) -> None:
        """Hands memory over. Until it is taken back, specs can name it."""
        for number, block in enumerate(blocks):
            try:
                self._give(block)
            except BaseException:
                self.take_back(*blocks[:number])
                raise

    def _give(self, block: Block) -> None:
        with self._lock:
            try:
                self._hand_over(block)
            except ProgramEnded:
                # Where many are connected, those that hold nothing are hung up on.
                if self._names:
                    raise
                self._socket.close()
                self._connect()
                self._hand_over(block)
            self._names.add(block.name)

    def _hand_over(self, block: Block) -> None:
        if self._copies and block.array is not None and self._lend(block.name, block.array):
            return
        self._ask({"memory": block.name}, [block.settle()])

    def _lend(self, name: str, array: Any) -> bool:
        """Has the program copy an array; not, where the system does not let it, or it has no room."""
        address = array.__array_interface__["data"][0]
        try:
            with _readable(self._socket):
                self._ask({"memory": name, "address": address, "bytes": array.nbytes}, [])
        except ProgramEnded:
            raise
        except ChartKernelError:
            return False
        return True

    def take_back(self, *blocks: Block) -> None:
        """Takes names back; what charts show of them stays."""
        with self._lock:
            for block in blocks:
                self._names.discard(block.name)
                try:
                    self._ask({"release": block.name}, [])
                except ChartKernelError:
                    # With the connection all of them end.
                    return

    def _ask(self, request: dict[str, str | int], descriptors: list[int]) -> None:
        if self.is_broken:
            raise ProgramEnded("memory cannot be handed over: it was interrupted")
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
        except BaseException as fault:
            self.is_broken = True
            if isinstance(fault, OSError):
                kind = ProgramEnded if isinstance(fault, ConnectionError) else ChartKernelError
                raise kind(f"memory cannot be handed over: {fault}") from fault
            raise
        reply = json.loads(answer)
        if "error" in reply:
            raise ChartKernelError(f"the memory {reply['error']}")

    def close(self) -> None:
        """Ends it, and with it all names. Whoever waits for an answer is told; the descriptor goes when nobody holds it any more, since
        until then a thread may be about to use its number."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def abandon(self) -> None:
        """Lets go of it in a process that was forked, which has no part in it."""
        self._socket.close()

    __del__ = abandon


@contextmanager
def _readable(connection: socket.socket) -> Generator[None, None, None]:
    """Lets the process at the other end read this one's memory, where that needs to be said: on systems with Yama, of which
    Ubuntu is one, a program may else look into those alone that it has started itself."""
    allow = None
    if _asks_first():
        process, _, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        allow = ctypes.CDLL(None).prctl
        allow(_PR_SET_PTRACER, ctypes.c_ulong(process), 0, 0, 0)
    try:
        yield
    finally:
        if allow is not None:
            allow(_PR_SET_PTRACER, ctypes.c_ulong(0), 0, 0, 0)


#: Of prctl(2).
_PR_SET_PTRACER = 0x59616D61


def _asks_first() -> bool:
    try:
        return Path("/proc/sys/kernel/yama/ptrace_scope").read_text().strip() == "1"
    except OSError:
        return False
