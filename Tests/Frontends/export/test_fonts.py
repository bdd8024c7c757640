"""Letters that no font has: boxes stand in their places in PNG and PDF, which is told."""

import json
import string
import subprocess

import pytest

from clients import Stdio, program
from fonts import configured

pytestmark = pytest.mark.timeout(120)

LATIN = string.printable.strip() + " –—…·×"
PIE = {"kind": "pie", "id": "p", "title": "Food", "slices": [{"label": "Rice", "value": 3}, {"label": "Tea", "value": 2}]}


def warnings(folder, fonts, output, **spec) -> str:
    (folder / "chart.yaml").write_text(json.dumps({**PIE, **spec}))
    done = subprocess.run(
        ["env", f"FONTCONFIG_FILE={fonts}", program(), "render", "chart.yaml", "-o", output],
        cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert (folder / output).stat().st_size > 100
    return done.stderr


@pytest.mark.parametrize("output", ["a.png", "a.pdf"])
def test_letters_that_no_font_has_are_told_once_with_what_to_install(tmp_path, output):
    fonts = configured(tmp_path, Latin=LATIN)
    assert warnings(tmp_path, fonts, output) == ""
    told = warnings(tmp_path, fonts, output, title="日本 日本", subtitle="東京の食費")
    assert told.count("no installed font") == 1, told
    assert "'日', '本', '東', '京', 'の' and 2 more (Chinese, Japanese or Korean): boxes stand in their places" in told
    assert "`apt install fonts-noto-cjk`" in told and "SVG or HTML" in told
    told = warnings(tmp_path, fonts, output, title="Ж 🍚")
    assert "'Ж', '🍚' (of another script, emoji)" in told and "fonts-noto-core fonts-noto-color-emoji" in told
    # Letters that Pango sets are told alike.
    told = warnings(tmp_path, fonts, output, title="שלום")
    assert "'ש', 'ל', 'ו', 'ם' (of another script)" in told and told.count("no installed font") == 1, told


@pytest.mark.parametrize("output", ["a.png", "a.pdf"])
def test_nothing_is_told_where_another_font_has_them_or_the_reader_s_will(tmp_path, output):
    fonts = configured(tmp_path, Latin=LATIN, Other="日本שלום")
    assert warnings(tmp_path, fonts, output, title="日本", subtitle="שלום") == ""
    assert "'東'" in warnings(tmp_path, fonts, output, title="日本東")
    for file in ("a.svg", "a.html"):
        assert warnings(tmp_path, fonts, file, title="東京") == ""


def test_what_was_told_of_fonts_is_told_when_it_is_replayed_with_others(tmp_path, monkeypatch):
    monkeypatch.setenv("FONTCONFIG_FILE", str(configured(tmp_path, Latin=LATIN)))
    file = tmp_path / "recording.jsonl"
    with Stdio("--record", str(file), cwd=tmp_path) as editor:
        for title, count in (("Food", 0), ("食", 1)):
            editor.call("chart/create", chart="p", spec={**PIE, "title": title})
            made = editor.call("chart/render", chart="p", format="png")
            assert sum("no installed font" in warning for warning in made.get("warnings", [])) == count
    other = tmp_path / "other"
    other.mkdir()
    fonts = configured(other, Latin=LATIN, Other="食")
    done = subprocess.run(
        ["env", f"FONTCONFIG_FILE={fonts}", program(), "replay", str(file)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "all the same" in done.stdout, done.stdout + done.stderr
