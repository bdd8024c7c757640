"""`%%chart`: specs in cells of Python."""

import chart_kernel as ck
import pytest
from chart_kernel.magic import substituted
from IPython.testing.globalipapp import start_ipython


@pytest.fixture(scope="module")
def shell():
    shell = start_ipython()
    shell.run_line_magic("load_ext", "chart_kernel")
    yield shell
    shell.run_line_magic("unload_ext", "chart_kernel")


def test_a_cell_is_a_chart_with_variables_of_python_in_it(shell):
    shell.user_ns.update(rent=25, city="Ames: Iowa", parts=[{"label": "Food", "value": 30}])
    chart = shell.run_cell_magic(
        "chart", "spending", "kind: pie\ntitle: Spending in $city, $$\nslices:\n  - {label: Rent, value: $rent}\n"
    )
    assert chart.spec["title"] == "Spending in Ames: Iowa, $" and chart.spec["slices"][0]["value"] == 25
    assert shell.user_ns["spending"] is chart
    assert shell.run_cell_magic("chart", "", "kind: pie\nslices: $parts\n").spec["slices"][0]["label"] == "Food"


def test_faults_name_the_line(shell):
    with pytest.raises(ck.InvalidValue, match="line 2: there is no variable 'nothing'"):
        shell.run_cell_magic("chart", "", "kind: pie\ntitle: $nothing\n")
    with pytest.raises(ck.InvalidValue) as caught:
        shell.run_cell_magic("chart", "", "kind: pie\nslcies: []\n")
    assert caught.value.line == 2 and caught.value.suggestion == "slices"
    with pytest.raises(ck.InvalidValue, match="'two words' is no name"):
        shell.run_cell_magic("chart", "two words", "kind: pie\nslices: []\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: $x", "a: 7"), ("a: [$x, $x]", "a: [7, 7]"), ("a: {b: $x}", "a: {b: 7}"), ("a: $text", 'a: "b: c"'),
        ("a: the $text", 'a: "the b: c"'),
        ("a: 'the $x'", "a: 'the 7'"), ("- $text", '- "b: c"'), ("a: costs $$5", "a: costs $5"), ("a: $5", "a: $5"), ("a: $$x", "a: $x"), ("- $x  # $x", "- 7  # $x"), ("a: $xs", "a: [1, 2]"),
    ],
)
def test_a_variable_as_a_whole_value_is_its_value_and_within_a_text_its_text(text, expected):
    assert substituted(text, {"x": 7, "text": "b: c", "xs": (1, 2)}) == expected
