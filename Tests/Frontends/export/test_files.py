"""Pictures as files: what other programs read out of PNG and PDF, and what is said where one cannot be made."""

import base64
import io
import json
import re
import subprocess
import zlib

import numpy as np
import pytest
from PIL import Image

from charts import PIE, PRICES, STEPS
from clients import RPCError, Stdio, program, svg

pytestmark = pytest.mark.timeout(120)

SCATTER = json.dumps({
    "kind": "scatter", "id": "cars", "title": "Cars", "background": "#ffffff80",
    "series": [{"name": "Cars", "x": list(range(200)), "values": [step * 37 % 100 for step in range(200)]}],
})
# Points that look alike, many of them on one another, so that what shines through adds up.
CROWD = json.dumps({
    "kind": "scatter", "id": "crowd", "series": [{
        "x": [step % 20 for step in range(300)], "values": [step * 7 % 15 for step in range(300)], "radius": 7, "opacity": 0.3}],
})
CHARTS = {"spending": PIE, "steps": STEPS, "prices": PRICES, "cars": SCATTER, "crowd": CROWD}


def render(folder, spec, output, *arguments, **environment):
    """Runs `render` in a folder."""
    (folder / "chart.yaml").write_text(spec)
    return subprocess.run(
        ["env", *(f"{name}={value}" for name, value in environment.items()), program(), "render", "chart.yaml", "-o", output,
         *arguments], cwd=folder, capture_output=True, text=True, timeout=60)


def drawn(folder, spec, output, *arguments) -> bytes:
    done = render(folder, spec, output, *arguments)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return (folder / output).read_bytes()


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA")).astype(int)


def out_of(*command) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("name", CHARTS)
def test_a_png_looks_as_librsvg_draws_the_svg(tmp_path, name, scale):
    picture = drawn(tmp_path, CHARTS[name], "a.svg").decode()
    ours = pixels(drawn(tmp_path, CHARTS[name], "a.png", "--scale", str(scale)))
    done = subprocess.run(
        ["rsvg-convert", "--zoom", str(scale)], input=picture.encode(), capture_output=True, timeout=60, check=True)
    theirs = pixels(done.stdout)
    assert ours.shape == theirs.shape == (360 * scale, 640 * scale, 4)
    # librsvg kerns texts, whatever the SVG says.
    assert (abs(ours - theirs).max(axis=2) > 24).mean() < 0.01


@pytest.mark.parametrize("name", CHARTS)
def test_a_pdf_looks_like_the_png(tmp_path, name):
    """Poppler draws it with a renderer of its own, whose edges are smoothed otherwise."""
    drawn(tmp_path, CHARTS[name], "a.pdf")
    ours = pixels(drawn(tmp_path, CHARTS[name], "a.png"))[:, :, :3]
    subprocess.run(["pdftoppm", "-r", "96", "-png", "-singlefile", "a.pdf", "page"], cwd=tmp_path, check=True, timeout=60)
    theirs = pixels((tmp_path / "page.png").read_bytes())[:, :, :3]
    if name == "cars":
        # Half of what is behind the page shines through.
        ours = pixels(drawn(tmp_path, SCATTER.replace("#ffffff80", "white"), "b.png"))[:, :, :3]
    assert ours.shape == theirs.shape == (360, 640, 3)
    # Of squares of 4 × 4 pixels, which smoothing hardly changes, none is far off.
    squares = [each.reshape(90, 4, 160, 4, 3).mean(axis=(1, 3)) for each in (ours, theirs)]
    difference = abs(squares[0] - squares[1]).max(axis=2)
    assert (difference > 40).mean() < 0.005 and difference.mean() < 2


def test_points_of_a_pdf_that_look_alike_are_printed_once(tmp_path):
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", drawn(tmp_path, CROWD, "a.pdf"), re.DOTALL)
    drawing = b"".join(zlib.decompress(stream) for stream in streams if stream.startswith(b"x"))
    assert drawing.count(b" Do\n") >= 299
    assert len(re.findall(rb" c\s", drawing)) < 100


def test_texts_of_a_pdf_are_texts_in_embedded_fonts(tmp_path):
    drawn(tmp_path, PIE.replace("Rent", "Größe “x” fi"), "a.pdf")
    text = out_of("pdftotext", "-layout", str(tmp_path / "a.pdf"), "-")
    for words in ("Spending", "Größe “x” fi 25%", "Food 30%", "Savings 20%"):
        assert words in text
    fonts = [line.split() for line in out_of("pdffonts", str(tmp_path / "a.pdf")).splitlines()[2:]]
    assert sorted(font[0].partition("+")[2] for font in fonts) == ["LiberationSans", "LiberationSans-Bold"]
    assert all(font[-5:-2] == ["yes", "yes", "yes"] for font in fonts), "embedded, in parts, with what the letters are"
    words = out_of("pdfinfo", str(tmp_path / "a.pdf"))
    assert "Title:           Spending" in words and "480 x 270 pts" in words and "Date" not in words
    assert "Size" in words or "File size" in words
    assert out_of("pdfimages", "-list", str(tmp_path / "a.pdf")).count("\n") == 2, "there is no picture in it"


def test_the_same_chart_is_the_same_file_from_every_way_in(tmp_path):
    with Stdio(cwd=tmp_path) as kernel:
        kernel.call("chart/edit", text=PIE)
        answers = {format: kernel.call("chart/render", chart="spending", format=format) for format in ("png", "pdf", "html")}
        assert answers["png"]["svg"] == "" and answers["png"]["revision"] == 1
        for format in ("png", "pdf"):
            assert drawn(tmp_path, PIE, f"a.{format}") == base64.b64decode(answers[format][format])
        assert drawn(tmp_path, PIE, "a.html").decode() == answers["html"]["html"]
        # As it is now, and as it is to be once it has drawn itself in.
        kernel.call("chart/tap", chart="spending", x=360, y=120)
        assert kernel.call("chart/render", chart="spending", format="png") != answers["png"]
        formats = kernel.call("initialize", protocolVersion="1.0")["capabilities"]["formats"]
        assert formats == ["svg", "png", "pdf", "html"]


@pytest.mark.parametrize("scale", ["0", "-1", "1e9", "nan", "inf", "0.05", "two"])
def test_scales_that_are_none_are_refused(tmp_path, scale):
    done = render(tmp_path, PIE, "a.png", f"--scale={scale}")
    assert done.returncode in (1, 64) and "scale" in done.stderr and not (tmp_path / "a.png").exists()


def test_what_is_too_large_is_refused_before_it_takes_memory(tmp_path):
    for arguments in (["--size", "20000x20000"], ["--size", "4000x4000", "--scale", "16"]):
        done = render(tmp_path, PIE, "a.png", *arguments)
        assert done.returncode == 1 and "too large" in done.stderr and "33554432 pixels" in done.stderr
    assert render(tmp_path, PIE, "a.pdf", "--size", "20000x20000").returncode == 1
    done = render(tmp_path, PIE, "a.svg", "--scale", "2")
    assert done.returncode == 1 and "only png and pdf" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chart.yaml"]


def test_formats_are_known_by_the_files_name_or_told(tmp_path):
    for name in ("a.jpg", "a.PDFX", "a.svgz"):
        done = render(tmp_path, PIE, name)
        assert done.returncode == 64 and ".svg, .png, .pdf, .html" in done.stderr and not (tmp_path / name).exists()
    assert drawn(tmp_path, PIE, "a.jpg", "--format", "png").startswith(b"\x89PNG")
    assert drawn(tmp_path, PIE, "a.PNG").startswith(b"\x89PNG")
    assert drawn(tmp_path, PIE, "a").startswith(b"<svg")
    done = subprocess.run(
        [program(), "render", "chart.yaml", "--format", "pdf"], cwd=tmp_path, capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith(b"%PDF-")


def test_without_cairo_it_is_said_how_to_install_it_and_all_else_works(tmp_path):
    for format in ("png", "pdf"):
        done = render(tmp_path, PIE, f"a.{format}", CHART_KERNEL_CAIRO="/nowhere/libcairo.so.2")
        assert done.returncode == 1 and not (tmp_path / f"a.{format}").exists()
        assert "apt install libcairo2" in done.stderr and "brew install cairo" in done.stderr
    for format in ("svg", "html"):
        assert render(tmp_path, PIE, f"a.{format}", CHART_KERNEL_CAIRO="/nowhere/libcairo.so.2").returncode == 0


def test_the_error_over_the_protocol_has_a_code_of_its_own(monkeypatch):
    monkeypatch.setenv("CHART_KERNEL_CAIRO", "/nowhere/libcairo.so.2")
    with Stdio() as kernel:
        kernel.call("chart/edit", text=PIE)
        with pytest.raises(RPCError) as fault:
            kernel.call("chart/render", chart="spending", format="png")
        assert fault.value.code == -32006 and "libcairo2" in fault.value.data["reason"]
        with pytest.raises(RPCError, match="-32602: scale"):
            kernel.call("chart/render", chart="spending", format="png", scale=0)
        assert svg(kernel.call("chart/hover", chart="spending", x=None, render=True)).startswith("<svg")


def test_a_recording_has_the_pictures_so_that_its_replay_needs_no_library(tmp_path, monkeypatch):
    file = tmp_path / "recording.jsonl"
    with Stdio("--record", str(file)) as kernel:
        kernel.call("chart/edit", text=PIE)
        kernel.call("chart/render", chart="spending", format="png")
        with pytest.raises(RPCError):
            kernel.call("chart/render", chart="spending", format="png", size={"width": 20_000, "height": 20_000})
    monkeypatch.setenv("CHART_KERNEL_CAIRO", "/nowhere/libcairo.so.2")
    done = subprocess.run([program(), "replay", str(file)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "all the same" in done.stdout, done.stdout + done.stderr
