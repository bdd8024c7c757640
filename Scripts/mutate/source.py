"""Writes many mutants into one source, each behind its number."""

from __future__ import annotations

from sites import Site


def mutated(source: bytes, sites: list[tuple[int, Site]]) -> bytes:
    """The source with a call of `Mutant` at each site. No line is added but a first one, so that what the compiler says of
    a line can be found in the original. Extents nest or lie apart, as expressions do."""
    edits = []
    for number, site in sites:
        # What takes the operands apart lies within what takes the whole.
        inner = any(text == "," for _, _, _, text in site.edits)
        for kind, start, end, text in site.edits:
            text = text.replace("{id}", str(number)).encode()
            # At one place what ends there comes first, the innermost before; then what begins, the outermost before.
            if kind == "close":
                edits.append((end, 0, end - start, not inner, -number, 0, text))
            elif kind == "open":
                edits.append((start, 1, start - end, inner, number, 0, text))
            else:
                edits.append((start, 2, 0, 0, 0, end, text))
    result, done = [b"public import Mutants\n"], 0
    for place, *_, length, text in sorted(edits):
        result += [source[done:place], text]
        done = place + length
    return b"".join(result) + source[done:]
