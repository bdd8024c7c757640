"""Pictures of charts as a real renderer, librsvg, draws them."""

import io
import subprocess

import numpy as np
from PIL import Image


def rasterize(svg: str) -> np.ndarray:
    """An array of height × width × RGBA."""
    done = subprocess.run(["rsvg-convert", "--format", "png"], input=svg.encode(), capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    assert not done.stderr, done.stderr.decode()
    return np.asarray(Image.open(io.BytesIO(done.stdout)).convert("RGBA"))


def colors(count: int) -> list[str]:
    """So many colours, any two of which differ by more than a rounding error."""
    assert count <= 1000
    levels = [0x11, 0x28, 0x3F, 0x56, 0x6D, 0x84, 0x9B, 0xB2, 0xC9, 0xE0]
    # Neighbours in the list are far apart, too.
    order = [(index * 389) % 1000 for index in range(count)]
    return ["#%02x%02x%02x" % (levels[n % 10], levels[n // 10 % 10], levels[n // 100]) for n in order]
