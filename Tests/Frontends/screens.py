"""What stands in a terminal."""

import re
import time

import pexpect

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Screen:
    """A terminal in which a program runs, and what came since the last time somebody looked."""

    def __init__(self, process: pexpect.spawn, patience: float = 20):
        self.process, self.patience, self.text = process, patience, ""

    def shows(self, pattern: str) -> str:
        """Waits until a pattern shows, without colours and movements of the cursor; what stood there up to its end."""
        deadline = time.monotonic() + self.patience
        while not (found := re.search(pattern, ESCAPES.sub("", self.text))):
            assert time.monotonic() < deadline, f"{pattern!r} did not show, but {ESCAPES.sub('', self.text)!r}"
            try:
                self.text += self.process.read_nonblocking(100_000, timeout=1)
            except pexpect.TIMEOUT:
                continue
        shown = ESCAPES.sub("", self.text)
        self.text = shown[found.end() :]
        return shown[: found.end()]
