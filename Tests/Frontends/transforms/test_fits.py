"""Curves against NumPy, and against locally weighted regression as its paper says it."""

import math

import numpy as np
import pytest
from frames import same
from statsmodels.nonparametric import smoothers_lowess


def points(count, seed, f):
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(-3, 10, count))
    return x, f(x) + random.normal(0, 0.5, count)


def fitted(program, x, y, **fit):
    made = program.table({"x": x, "y": y}, [{"fit": {"x": "x", "y": "y", "as": "f", "r2": "r", **fit}}], "f", "r")
    return made["f"], made["r"][0]


def share(y, f):
    return 1 - ((y - f) ** 2).sum() / ((y - y.mean()) ** 2).sum()


@pytest.mark.parametrize("degree", range(0, 9))
def test_polynomials(program, degree):
    for seed, count in enumerate([degree + 1, degree + 2, 30, 500]):
        x, y = points(count, seed, lambda x: np.sin(x) + 0.1 * x)
        f, r = fitted(program, x, y, method="polynomial", degree=degree)
        theirs = np.polynomial.Polynomial.fit(x, y, degree)(x)
        same(f, theirs, rtol=1e-6, atol=1e-6)
        if degree and count > 1:
            assert r == pytest.approx(share(y, theirs), abs=1e-6)


def test_lines_through_years_keep_their_digits(program):
    x = np.arange(1900.0, 2025.0)
    y = 3 * (x - 1950) + 7
    f, r = fitted(program, x, y)
    same(f, y)
    assert r == pytest.approx(1)
    cubic = 1e-3 * (x - 1950) ** 3 - x
    same(fitted(program, x, cubic, method="polynomial", degree=3)[0], cubic, rtol=1e-9)
    # Nothing is known of rows without a value, but the curve goes on.
    y[5], y[6] = math.nan, math.nan
    same(fitted(program, x, y)[0], 3 * (x - 1950) + 7)


def test_exponential_curves(program):
    x, _ = points(200, 1, np.cos)
    y = 2.5 * np.exp(0.3 * x) * np.exp(np.random.default_rng(2).normal(0, 0.1, 200))
    y[3] = -1
    f, r = fitted(program, x, y, method="exponential")
    used = y > 0
    b, a = np.polyfit(x[used], np.log(y[used]), 1)
    theirs = np.exp(a + b * x)
    same(f, theirs)
    assert r == pytest.approx(share(y[used], theirs[used]))


def lowess(x, y, span, rounds):
    """Cleveland (1979), without any short cut."""
    count = len(x)
    neighbours = min(max(int(span * count + 1e-10), 2), count)
    weights = np.ones(count)
    for round_ in range(rounds + 1):
        f = np.empty(count)
        for index in range(count):
            distances = np.abs(x - x[index])
            radius = np.sort(distances)[neighbours - 1]
            w = np.where(distances < radius, (1 - (distances / radius) ** 3) ** 3, 0) * weights
            matrix = np.stack([np.ones(count), x - x[index]], 1) * np.sqrt(w)[:, None]
            f[index] = np.linalg.lstsq(matrix, y * np.sqrt(w), rcond=None)[0][0]
        rest = np.abs(y - f)
        weights = np.clip(1 - (rest / (6 * np.median(rest))) ** 2, 0, None) ** 2
    return f


@pytest.mark.parametrize("span", [0.1, 0.3, 0.5, 0.75, 1])
@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_loess(program, span, rounds):
    for seed, count in enumerate([20, 57, 200]):
        if span * count < 4:  # lines through two points leave no distances
            continue
        x, y = points(count, seed, np.sin)
        f, _ = fitted(program, x, y, method="loess", span=span, robust=rounds)
        same(f, lowess(x, y, span, rounds), rtol=1e-6, atol=1e-7)
        # In any order of the rows.
        order = np.random.default_rng(seed).permutation(count)
        same(fitted(program, x[order], y[order], method="loess", span=span, robust=rounds)[0], f[order], rtol=1e-7, atol=1e-8)


def test_loess_as_statsmodels_has_it(program):
    for span in (0.2, 0.75):
        for rounds in (0, 3):
            x, y = points(300, 9, np.sin)
            theirs = smoothers_lowess.lowess(y, x, frac=span, it=rounds, delta=0, return_sorted=False)
            same(fitted(program, x, y, method="loess", span=span, robust=rounds)[0], theirs, rtol=1e-4, atol=1e-4)


def test_loess_of_many_points_is_interpolated(program):
    x, y = points(20_000, 3, np.sin)
    f, _ = fitted(program, x, y, method="loess", span=0.05)
    some = np.arange(0, 20_000, 997)
    neighbours = 1000
    for index in some:
        distances = np.abs(x - x[index])
        radius = np.sort(distances)[neighbours - 1]
        w = np.where(distances < radius, (1 - (distances / radius) ** 3) ** 3, 0)
        matrix = np.stack([np.ones(len(x)), x - x[index]], 1) * np.sqrt(w)[:, None]
        assert f[index] == pytest.approx(np.linalg.lstsq(matrix, y * np.sqrt(w), rcond=None)[0][0], abs=2e-3)


@pytest.mark.parametrize("method", ["linear", "polynomial", "exponential", "loess"])
def test_degenerate_points(program, method):
    for x, y in [([1], [2]), ([1, 1, 1], [2, 3, 4]), ([1, 2], [3, 3]), ([math.nan, 1], [1, math.nan]), ([0, 0, 1, 1], [1, 2, 3, 4]),
                 ([1e300, -1e300, 5], [1e300, 1e300, 1]), ([1, 2, 3], [0, 0, 0])]:
        f, _ = fitted(program, np.array(x, float), np.array(y, float), method=method)
        assert len(f) == len(x)


def test_a_curve_for_each_group_and_words_for_the_marker(program):
    data = {"g": list("aabb"), "x": [1, 2, 1, 2], "y": [1, 3, 5, 4]}
    same(program.column(data, [{"fit": {"x": "x", "y": "y", "by": "g"}}], "fit"), [1, 3, 5, 4])
    spec = {"kind": "line", "data": {"columns": data, "transform": [{"fit": {"x": "x", "y": "y", "as": "t"}}], "x": "x"}, "title": "R² = {t.r2}",
            "series": [{"name": "{t.equation}", "column": "t"}]}
    program.chart(spec)
    described = program.client.call("chart/get", chart="a")
    # The means at 1 and 2: 3 and 3.5.
    assert described["layout"]["series"][0]["name"] == "y = 0.5x + 2.5"
    assert "R² = 0.02857" in program.client.call("chart/render", chart="a")["svg"]
    program.chart({"kind": "line", "data": {"columns": data, "transform": [{"fit": {"x": "x", "y": "y", "equation": "e"}}], "y": "fit"}, "series": {"by": "e"}})
    assert program.client.call("chart/get", chart="a")["layout"]["series"][0]["name"] == "y = 0.5x + 2.5"
