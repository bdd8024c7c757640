"""The golden pictures of the Swift tests, drawn by a real renderer."""

import re

import numpy as np
import pytest

from clients import ROOT
from pictures import rasterize

GOLDENS = sorted((ROOT / "Tests/ChartSVGTests/Snapshots").glob("*.svg"))
BORDER = 200


def test_there_are_goldens():
    assert len(GOLDENS) > 30


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.stem)
def test_it_is_drawn_without_complaint_and_nothing_leaves_the_chart(golden):
    svg = golden.read_text()
    width, height = (float(value) for value in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    assert rasterize(svg).shape == (int(height), int(width), 4)

    # The same with a border around it: what leaves the chart is seen there. The background is as large as the picture.
    wide = re.sub(
        r'width="[\d.]+" height="[\d.]+" viewBox="[^"]+"',
        f'width="{width + 2 * BORDER}" height="{height + 2 * BORDER}" '
        f'viewBox="{-BORDER} {-BORDER} {width + 2 * BORDER} {height + 2 * BORDER}"',
        svg,
        count=1,
    ).replace('<rect width="100%" height="100%"', f'<rect x="{-BORDER}" y="{-BORDER}" width="100%" height="100%"', 1)
    # A number for each pixel: colours are compared in a tenth of the time.
    (picture,) = np.moveaxis(rasterize(wide).view(np.uint32), 2, 0)
    background = picture[0, 0]
    outside = picture != background
    outside[BORDER : BORDER + int(height), BORDER : BORDER + int(width)] = False
    assert not outside.any(), f"{np.argwhere(outside)[:3] - BORDER} (y, x) lie outside"
    inside = picture[BORDER : BORDER + int(height), BORDER : BORDER + int(width)]
    assert (inside != background).any() or golden.stem in {"P9-sweep-start"}
