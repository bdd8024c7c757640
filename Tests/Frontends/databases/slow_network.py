"""A network of its own that is far away and loses packets: what is sent in it takes long, and some of it does not arrive.

The kernels of many machines have no `netem`, so the packets go by way of this program: whatever is sent to ``FAR`` comes out of a device that
it made in a namespace of its own, and goes back in, some time later and with both addresses exchanged. So who connects to ``FAR`` gets
whoever listens at ``NEAR``, and the answer takes the same way. Exchanged addresses leave checksums as they are.

    python slow_network.py FOLDER DELAY LOSS     delay one way in seconds, loss as a share
"""

from __future__ import annotations

import ctypes
import fcntl
import heapq
import os
import random
import select
import stat
import struct
import subprocess
import sys
import time
from pathlib import Path

NEAR, FAR = "10.87.0.1", "10.87.0.2"

#: Of Linux: a namespace for the network, and how a device is made of a file.
CLONE_NEWNET, TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x40000000, 0x400454CA, 0x0001, 0x1000


class SlowNetwork:
    """The namespace, as long as it is used.

    Args:
        folder: Where its device node lies, which is of its own.
    """

    def __init__(self, folder: Path, delay: float, loss: float) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, str(folder), str(delay), str(loss)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ready = self.process.stdout.readline().strip()
        #: Why there is none, as only the machine could change; `None` if there is one.
        self.fault = None if ready == "ready" else ready

    def inside(self, *command: str, user: int | None = None, group: int | None = None) -> list[str]:
        """A command as it is run in there, maybe as somebody else."""
        who = [f"--setuid={user}", f"--setgid={group}"] if user is not None else []
        return ["nsenter", f"--net=/proc/{self.process.pid}/ns/net", *who, "--", *command]

    def counts(self) -> tuple[int, int]:
        """How many packets were sent on, and how many were lost."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        sent, lost = self.process.stdout.readline().split()
        return int(sent), int(lost)

    def __enter__(self) -> SlowNetwork:
        return self

    def __exit__(self, *_) -> None:
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


def run(folder: Path, delay: float, loss: float) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET) != 0:
        return print("its user may make no namespace", flush=True)
    node = folder / "tun"
    try:
        os.mknod(node, stat.S_IFCHR | 0o600, os.makedev(10, 200))
        device = os.open(node, os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", b"far0", IFF_TUN | IFF_NO_PI))
    except OSError as fault:
        return print(f"its kernel has no devices of packets, or keeps them from its user ({fault.strerror})", flush=True)
    for words in (f"addr add {NEAR}/24 dev far0", "link set far0 up", "link set lo up"):
        subprocess.run(["ip", *words.split()], check=True)
    print("ready", flush=True)
    chance, under_way, sent, lost = random.Random(1), [], 0, 0
    while True:
        wait = max(under_way[0][0] - time.monotonic(), 0) if under_way else None
        readable, _, _ = select.select([device, sys.stdin], [], [], wait)
        if sys.stdin in readable:
            if not sys.stdin.readline():
                return
            print(sent, lost, flush=True)
        if device in readable:
            packet = os.read(device, 65_536)
            # Of version 4, to the far end; others are of the system's own.
            if packet[0] >> 4 == 4 and packet[16:20] == bytes(map(int, FAR.split("."))):
                if chance.random() < loss:
                    lost += 1
                else:
                    sent += 1
                    heapq.heappush(under_way, (time.monotonic() + delay, sent, packet[:12] + packet[16:20] + packet[12:16] + packet[20:]))
        while under_way and under_way[0][0] <= time.monotonic():
            os.write(device, heapq.heappop(under_way)[2])


if __name__ == "__main__":
    run(Path(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
