#!/usr/bin/env python3
"""Writes one page on which ten charts of the gallery stand beside what Vega-Lite and matplotlib make of the same data.

    Scripts/make-comparisons.py [PROGRAM [PAGE]]

PROGRAM is the built chart-kernel, PAGE is build/comparisons.html if not given. Scripts/compare/requirements.txt says what it takes;
`make comparisons` sees to that. A comparison is two files of a gallery chart's name in Scripts/compare: what Vega-Lite is given
(`.vl.json`), and lines of Python in which `axes` are matplotlib's and `read` reads a file of the gallery's data.

Defaults stand against defaults: others have data, titles and the kind of mark, and so has the picture of ours that is called
"default". The first one is the gallery's, as its author wrote it.
"""

import functools
import html
import io
import json
import os
import pathlib
import re
import runpy
import subprocess
import sys

import matplotlib
import pandas
import vl_convert
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "examples/gallery"
COMPARISONS = ROOT / "Scripts/compare"
WIDTH, HEIGHT = 640, 360

#: What only changes the look, and is left out where our defaults are looked at: of a chart, of a series, of an axis.
LOOKS = {"legend", "labels", "bars", "startAngle", "hole", "gap", "center", "limits"}
SERIES_LOOKS = {"labels", "width", "dots", "shape", "radius", "opacity", "color", "curve", "endBubble"}

matplotlib.use("svg")


class Loader(yaml.SafeLoader):
    """Reads dates as the texts that they are written as."""


Loader.yaml_implicit_resolvers = {
    letter: [each for each in resolvers if each[0] != "tag:yaml.org,2002:timestamp"]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def without_looks(text: str) -> str:
    """A spec of the gallery with what it shows, and nothing that says how."""
    spec = {key: value for key, value in yaml.load(text, Loader).items() if key not in LOOKS}
    series = spec.get("series")
    for each in series if isinstance(series, list) else [series] if series else []:
        for key in SERIES_LOOKS & each.keys():
            # The size of a point may be a column, which is what it shows.
            del each[key]
        if isinstance(each.get("size"), dict):
            each["size"] = each["size"]["column"]
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in spec.items())


def ours(program: str, name: str, text: str, way: str) -> str:
    done = subprocess.run(
        [program, "render", "-", "--format", "svg", "--theme", "light"],
        input=f"id: {way}-{name}\n{text}", cwd=GALLERY, capture_output=True, text=True, timeout=60,
    )
    if done.returncode != 0:
        sys.exit(f"{name}, {way}: {done.stderr.strip()}")
    return done.stdout.strip()


def vega_lite(name: str) -> str:
    spec = json.loads((COMPARISONS / f"{name}.vl.json").read_text())
    data = spec["data"]
    text = (GALLERY / data.pop("url")).read_text()
    spec["data"] = {"values": text, "format": {"type": "csv", **data.get("format", {})}}
    spec |= {"width": WIDTH, "height": HEIGHT, "autosize": {"type": "fit", "contains": "padding"}, "background": "white"}
    return vl_convert.vegalite_to_svg(spec)


def matplotlib_picture(name: str) -> str:
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100)
    read = functools.partial(lambda file, **options: pandas.read_csv(GALLERY / "data" / file, **options))
    runpy.run_path(str(COMPARISONS / f"{name}.py"), init_globals={"axes": axes, "read": read, "pyplot": pyplot})
    figure.tight_layout()
    written = io.StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    return written.getvalue()


def own_names(picture: str, prefix: str) -> str:
    """The picture as a part of a page, with names that no other part has."""
    picture = picture[picture.index("<svg"):]
    return re.sub(r'((?:\bid="|url\(#|href="#))', rf"\g<1>{prefix}-", picture)


def comparison(program: str, name: str) -> str:
    text = (GALLERY / f"{name}.yaml").read_text()
    pictures = {
        "ChartKernel, as the gallery has it": ours(program, name, text, "written"),
        "ChartKernel, default": ours(program, name, without_looks(text), "default"),
        "Vega-Lite, default": own_names(vega_lite(name), f"vl-{name}"),
        "matplotlib, default": own_names(matplotlib_picture(name), f"mpl-{name}"),
    }
    figures = "".join(f"<figure>{picture}<figcaption>{html.escape(way)}</figcaption></figure>" for way, picture in pictures.items())
    return f'<section id="{name}"><h2>{name}</h2><div>{figures}</div></section>'


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>ChartKernel beside Vega-Lite and matplotlib</title>
<style>
body {{ margin: 24px; background: #eceef1; color: #1f2328; font: 15px/1.45 Arial, "Liberation Sans", Helvetica, sans-serif; }}
section > div {{ display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; max-width: 1320px; }}
figure {{ margin: 0; background: #fff; border: 1px solid #d9dde2; border-radius: 8px; overflow: hidden; }}
figure svg {{ display: block; width: 100%; height: auto; }}
figcaption {{ padding: 6px 12px; border-top: 1px solid #d9dde2; color: #59626c; font-size: 13px; }}
h2 {{ margin: 32px 0 8px; font-size: 16px; }}
</style>
</head>
<body>
<h1>{count} charts, the same data in three programs</h1>
{sections}
</body>
</html>
"""


def names() -> list[str]:
    """The gallery's charts for which there is something to compare with."""
    return sorted(path.name.removesuffix(".vl.json") for path in COMPARISONS.glob("*.vl.json"))


def main():
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/bin/chart-kernel")
    target = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build/comparisons.html")
    target.parent.mkdir(parents=True, exist_ok=True)
    sections = [comparison(program, name) for name in names()]
    target.write_text(PAGE.format(count=len(sections), sections="\n".join(sections)))


if __name__ == "__main__":
    main()
