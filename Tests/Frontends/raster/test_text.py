"""A7: texts are as wide as the chart says, by the font itself.

Liberation Sans has the widths of Arial and Helvetica. FreeType gives each glyph's advance width; at as many px as the font has
units to the em nothing is rounded.
"""

import pathlib
import unicodedata

import pytest
from PIL import ImageFont

from clients import Stdio

FONTS = pathlib.Path("/usr/share/fonts/truetype/liberation")
UNITS = 2048

TEXTS = [
    "Spending",
    "0123456789",
    "AVAVA To Te Ty We Yo 11 LT",
    "iiiiillll|||'''",
    "MMMMWWWW@@@%%%",
    "Ünïcödé – “quoted” … ‘x’ — €£¥",
    "Größe, façade, señor, Łódź, Žižkov, ţară, Ğ İ ı Ő Ű",
    "Ελληνικά αβγδεζ",
    "Русский текст Ёё",
    "½ ¼ × ÷ ± ° µ ² ³ § ¶ © ® ™",
    "a b  c",
    "!\"#$&()*+,-./:;<=>?[\\]^_`{}~",
    "+1,234.50 −7 12.5%",
]


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def width(text, font):
    # Glyph by glyph: charts switch kerning off.
    return sum(font.getlength(character) for character in text) / UNITS


def font(name):
    return ImageFont.truetype(str(FONTS / name), UNITS, layout_engine=ImageFont.Layout.BASIC)


@pytest.mark.parametrize("text", TEXTS)
def test_a_title_is_as_wide_as_in_bold(kernel, text):
    layout = measured(kernel, text)
    assert layout["title"]["width"] == pytest.approx(16 * width(" ".join(text.split()), font("LiberationSans-Bold.ttf")), abs=0.01)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("size", [9, 12, 17.5])
def test_a_label_is_as_wide_as_in_regular(kernel, text, size):
    (label,) = measured(kernel, text, size)["labels"]
    assert label["text"] == " ".join(text.split())
    expected = size * width(label["text"], font("LiberationSans-Regular.ttf"))
    assert label["box"]["width"] == pytest.approx(expected, abs=0.01)


def test_ideographs_kana_hangul_and_emoji_are_one_em_wide(kernel):
    (label,) = measured(kernel, "日本語カタカナ한국어😀", 10)["labels"]
    assert label["box"]["width"] == pytest.approx(110, abs=0.01)


def test_every_character_of_latin_greek_and_cyrillic(kernel):
    regular = font("LiberationSans-Regular.ttf")
    # Version 1 of the font has a middle dot narrower than Arial's; the charts' widths are those of version 2.
    characters = [
        chr(code)
        for code in [*range(0x21, 0x7F), *range(0xA1, 0x180), *range(0x391, 0x3CA), *range(0x410, 0x450)]
        if unicodedata.category(chr(code)) not in {"Cn", "Cf"} and code != 0xB7
    ]
    for character in characters:
        text = character * 10
        (label,) = measured(kernel, text, 8)["labels"]
        assert label["text"] == text
        assert label["box"]["width"] == pytest.approx(8 * width(text, regular), abs=0.01), character


def measured(kernel, text, size=12):
    spec = {
        "kind": "pie", "title": text, "size": {"width": 3000, "height": 900}, "radius": 50,
        "labels": {"text": "{label}", "fontSize": size}, "slices": [{"label": text, "value": 1}],
    }  # fmt: skip
    kernel.call("chart/create", chart="text", spec=spec, render=False)
    return kernel.call("chart/get", chart="text")["layout"]
