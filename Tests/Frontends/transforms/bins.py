"""How wide bins are: round widths, as the program chooses them."""

import math
from fractions import Fraction

import numpy as np


def round_widths(width, factors):
    """Those times a power of ten, in rising order, from well below a width to well above it."""
    exponent = math.floor(math.log10(width))
    return [Fraction(factor) * Fraction(10) ** power for power in range(exponent - 1, exponent + 2) for factor in factors]


def nearest(found, count):
    """The width of as nearly so many bins, in ratio, as 1, 2, 2.5 and 5 times a power of ten make; fewer of two equally near ones.
    Of whole numbers 2.5 itself is none."""
    least, greatest = (Fraction(repr(float(end))) for end in (found.min(), found.max()))
    widths = round_widths((greatest - least) / count, (1, 2, Fraction(5, 2), 5))
    if np.all(found == np.round(found)):
        widths = [width for width in widths if width != Fraction(5, 2)]

    def distance(width):
        made = max(math.ceil(greatest / width) - math.floor(least / width), 1)
        return max(Fraction(made, count), Fraction(count, made))

    return min(reversed(widths), key=distance)


def nice(width):
    """The least of 1, 2 and 5 times a power of ten that is no less."""
    wanted = width * (1 - Fraction(1, 10 ** 12))
    return next(nice for nice in round_widths(width, (1, 2, 5)) if nice >= wanted)
