"""What processes are doing at a moment, and what they hold, as Linux tells it."""

import contextlib
import os
import signal

import psutil

import clients

#: Of the tables of x86-64 and aarch64: `recvfrom`, and `futex`, by which locks wait.
RECEIVING, LOCKED = ("45", "207"), ("202", "98")


def stop(pid: int):
    """Keeps a process from doing anything, until it is sent SIGCONT or killed."""
    os.kill(pid, signal.SIGSTOP)
    clients.eventually(lambda: psutil.Process(pid).status() == psutil.STATUS_STOPPED)


@contextlib.contextmanager
def stopped(pid: int):
    """The same for a while."""
    try:
        stop(pid)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def waits(thread: int, calls: tuple[str, ...] = RECEIVING, process: int | str = "self") -> bool:
    """Whether a thread, of this process or another, waits in one of some system calls."""
    with open(f"/proc/{process}/task/{thread}/syscall") as file:
        return file.read().split()[0] in calls


def computes(pid: int) -> bool:
    """Whether a thread of a process is at work."""
    states = []
    for name in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{name}/stat") as file:
                states.append(file.read().rsplit(")", 1)[1].split()[0])
        except (FileNotFoundError, ProcessLookupError):
            pass
    return "R" in states


def mapped(pid: int) -> list[str]:
    """Where a process has memory for handing over mapped."""
    with open(f"/proc/{pid}/maps") as file:
        return [line.split()[0] for line in file if "memfd:chart-kernel" in line]


def opened(pid: int) -> list[str]:
    """The descriptors by which a process has memory for handing over."""
    found = []
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            if "memfd:chart-kernel" in os.readlink(f"/proc/{pid}/fd/{name}"):
                found.append(name)
        except FileNotFoundError:
            # Closed meanwhile.
            pass
    return found


def held(pid: int) -> dict[str, int]:
    """How much a process holds."""
    with open(f"/proc/{pid}/maps") as file:
        maps = sum(1 for _ in file)
    return {"files": len(os.listdir(f"/proc/{pid}/fd")), "maps": maps, "memory": len(mapped(pid)) + len(opened(pid))}
