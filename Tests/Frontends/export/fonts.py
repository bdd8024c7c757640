"""Fonts that are made here, and nothing of the machine's."""

import struct


def font(name: str, characters: str) -> bytes:
    """A TrueType font whose letters are all the same box."""
    codes = sorted({ord(each) for each in characters})
    count = len(codes) + 1
    box = struct.pack(">hhhhh", 1, 100, 0, 500, 700) + struct.pack(">HH", 3, 0) + bytes([1] * 4)
    box += struct.pack(">hhhh", 100, 400, 0, -400) + struct.pack(">hhhh", 0, 0, 700, 0)
    box += bytes(-len(box) % 4)
    # Groups of one letter each, from glyph 1 on; a subtable of format 12 has any.
    groups = b"".join(struct.pack(">III", code, code, index + 1) for index, code in enumerate(codes))
    cmap = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, len(codes)) + groups
    texts = {1: name, 2: "Regular", 4: name, 6: name.replace(" ", "")}
    strings, records = b"", b""
    for key, text in texts.items():
        encoded = text.encode("utf-16-be")
        records += struct.pack(">HHHHHH", 3, 1, 0x409, key, len(encoded), len(strings))
        strings += encoded
    tables = {
        "OS/2": struct.pack(
            ">HhHHHhhhhhhhhhhh10s4I4sHHHhhhHHIIhhHHH", 4, 600, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0,
            bytes(10), 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, b"TEST", 64, codes[0] & 0xFFFF, min(codes[-1], 0xFFFF),
            800, -200, 0, 800, 200, 0xFFFFFFFF, 0xFFFFFFFF, 500, 700, 0, 32, 1),
        "cmap": cmap,
        "glyf": box * count,
        "head": struct.pack(">IIIIHHqqhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, 1000, 0, 0, 100, 0, 500, 700, 0, 8, 2, 1, 0),
        "hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, 800, -200, 0, 600, 100, 100, 500, 1, 0, 0, 0, 0, 0, 0, 0, count),
        "hmtx": struct.pack(">Hh", 600, 100) * count,
        "loca": b"".join(struct.pack(">I", len(box) * index) for index in range(count + 1)),
        "maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, count, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
        "name": struct.pack(">HHH", 0, len(texts), 6 + len(records)) + records + strings,
        "post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }
    head = struct.pack(">IHHHH", 0x10000, len(tables), 128, 3, 16 * len(tables) - 128)
    offset, directory, body = len(head) + 16 * len(tables), b"", b""
    for tag, data in tables.items():
        padded = data + bytes(-len(data) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        directory += struct.pack(">4sIII", tag.encode(), total, offset + len(body), len(data))
        body += padded
    return head + directory + body


def configured(folder, **fonts: str):
    """A folder with fonts of these letters alone: what `FONTCONFIG_FILE` is to be."""
    files = folder / "fonts"
    files.mkdir()
    for name, characters in fonts.items():
        (files / f"{name}.ttf").write_bytes(font(name, characters))
    place = folder / "fonts.conf"
    place.write_text(f"<fontconfig><dir>{files}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>")
    return place
