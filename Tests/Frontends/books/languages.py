"""The kernels whose notebooks are put through books and texts."""

import dataclasses

import pytest

from notebooks import SPENDING


@dataclasses.dataclass(frozen=True)
class Language:
    """What notebooks of a kernel say to show a chart and to act on it."""

    kernel: str
    language: str
    # Cells: the first shows a chart, the second taps it, the last answers with JSON.
    cells: tuple[str, ...]
    # What stands in the chart's picture in the end, and in the answer.
    picture: str
    answer: str
    # What the second cell is in a page, where the language's lexer is known: a part of its HTML.
    coloured: str
    # What jupytext has to be told before it writes Markdown.
    markdown_options: tuple[str, ...] = ()


CHART = Language(
    kernel="chart",
    language="chart",
    cells=(
        SPENDING.rstrip("\n"),
        "%tap spending 320 300  # what is there\n%echo tapped",
        '{"jsonrpc": "2.0", "id": 1, "method": "chart/hitTest", "params": {"chart": "spending", "x": 320, "y": 300}}',
    ),
    picture="Food: 30 (55%), selected",
    answer='"label": "Food"',
    coloured='<span class="k">tap</span>',
    # A block of code is a cell to it if it knows the block's language, or is told of it.
    markdown_options=("--opt", "custom_language_magics=chart"),
)


PYTHON = Language(
    kernel="python3",
    language="python",
    cells=(
        "import chart_kernel as ck\n\n"
        'spending = ck.pie({"Rent": 25, "Food": 30}, title="Spending", id="spending")\n'
        "spending.tap(320, 300)  # what is there\nspending",
        'print("tapped")\nspending',
        "spending.hit_test(320, 300)",
    ),
    picture="Food: 30 (55%), selected",
    answer="'label': 'Food'",
    coloured='<span class="nb">print</span>',
)

# What is the same for every kernel is tried with one of them.
only_chart = pytest.mark.parametrize("language", [CHART], indirect=True, ids=lambda language: language.kernel)
