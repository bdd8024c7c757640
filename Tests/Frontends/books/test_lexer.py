"""The Pygments lexer of chart cells."""

import random
import re
import sys

import nbformat
import pytest
from pygments.token import Comment, Error, Keyword, Literal, Name, Number, Operator, Punctuation, String

from clients import ROOT

sys.path.insert(0, str(ROOT / "python/src"))

from chart_kernel.pygments_lexer import ChartLexer

LEXER = ChartLexer()


def lexed(text: str) -> list[tuple]:
    """The tokens of a text but white space; whatever it is, they are the text, and none is an error."""
    tokens = list(LEXER.get_tokens_unprocessed(text))
    assert "".join(value for _, _, value in tokens) == text
    place = 0
    for offset, token, value in tokens:
        assert offset == place and value and token not in Error, (text, offset, token, value)
        place += len(value)
    return [(token, value) for _, token, value in tokens if value.strip()]


def cells_of_notebooks():
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for cell in nbformat.read(path, 4).cells:
            if cell.cell_type == "code":
                yield cell.source


def blocks_of_pages():
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        yield from re.findall(r"^```\w*\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("texts", [cells_of_notebooks, blocks_of_pages], ids=["notebooks", "pages"])
def test_no_text_of_ours_has_an_error(texts):
    assert sum(bool(lexed(text)) for text in texts()) > 20


PIECES = [
    *"abc:%$?#-{}[]\"'=;,.|>&*!@` \t\n0123\\é—", "kind: ", "%tap ", "%echo ", "---\n", '{"jsonrpc": ', "  - ", "x = ",
    '"method"', "...\n", "$a", "\r\n", "n: list[int] = ", "# ", " |\n  ", "?", "x: [",
]


def test_no_random_text_has_an_error():
    dice = random.Random(7)
    for _ in range(3_000):
        lexed("".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 120))))


@pytest.mark.parametrize("piece", ["[", "{\n", 'a: "\n', '["a', "x = [\n", "?\n", "'", " {", '{"jsonrpc":1\n', "%a {"])
def test_long_texts_of_one_piece_are_lexed_to_their_end(piece):
    """Looking for what closes a bracket must not take time that grows as the square of the length."""
    lexed(piece * 20_000)


def test_a_spec_is_yaml_with_parameters():
    tokens = lexed('# of May\nkind: pie\ntitle: $city, $$5 and ${value}\nslices:\n  - {label: "Rent", value: $rent}\n')
    assert (Comment.Single, "# of May") in tokens
    assert (Name.Tag, "kind") in tokens and (Literal.Scalar.Plain, "pie") in tokens
    assert (Name.Tag, "value") in tokens
    assert [value for token, value in tokens if token is Name.Variable] == ["$city", "$rent"]


def test_a_command_is_its_name_and_arguments():
    assert lexed('%tap spending 320 -80.5 size={width: 10} to="a $b" --x $c  # there\n%undo p;') == [
        (Operator, "%"), (Keyword, "tap"), (Name, "spending"), (Number, "320"), (Number, "-80.5"),
        (Name.Attribute, "size"), (Operator, "="), (Punctuation.Indicator, "{"), (Name.Tag, "width"),
        (Punctuation, ":"), (Literal.Scalar.Plain, "10"), (Punctuation.Indicator, "}"),
        (Name.Attribute, "to"), (Operator, "="), (String.Double, '"a '), (Name.Variable, "$b"), (String.Double, '"'),
        (Name.Attribute, "--x"), (Name.Variable, "$c"), (Comment.Single, "# there"),
        (Operator, "%"), (Keyword, "undo"), (Name, "p"), (Punctuation, ";"),
    ]


def test_what_echo_says_is_text():
    assert lexed("%echo --stderr 5 # $rent") == [
        (Operator, "%"), (Keyword, "echo"), (Name.Attribute, "--stderr"), (String, " 5 # "), (Name.Variable, "$rent")]


def test_a_request_is_json_closed_or_not():
    for text in ('{"jsonrpc": "2.0",\n "id": 1}', '{"jsonrpc": "2.0",\n "id": 1'):
        tokens = lexed(text)
        assert (Name.Tag, '"jsonrpc"') in tokens and (Number.Integer, "1") in tokens


def test_parameters_and_questions():
    assert lexed("rent: float = 25  # €\n$rent\n%tap?\n") == [
        (Name.Variable, "rent"), (Punctuation, ":"), (Name.Builtin, "float"), (Operator, "="), (Number.Integer, "25"),
        (Comment.Single, "# €"), (Name.Variable, "$rent"), (Operator, "%"), (Keyword, "tap"),
        (Operator, "?"),
    ]
    assert (Keyword.Constant, "true") in lexed("flag = [\n  true,\n]\nkind: pie")


def test_several_statements_are_told_apart():
    text = 'kind: pie\nslices: []\n---\nkind: line\n%undo\n{"jsonrpc": "2.0", "method": "x"}\nn = 1'
    tokens = lexed(text)
    assert (Punctuation.Marker, "---") in tokens and (Keyword, "undo") in tokens
    assert (Name.Tag, '"method"') in tokens and (Name.Variable, "n") in tokens


def test_an_indented_percent_sign_is_part_of_a_spec():
    assert (Keyword, "done") not in lexed("title: >\n  half\n  %done\nkind: pie")


def test_pygments_finds_it_where_the_package_is_installed(books, package, place):
    """By the name that the kernel gives for notebooks, by its language, and by the names of files."""
    ask = (
        "from pygments.lexers import get_lexer_by_name as named, get_lexer_for_filename as of\n"
        "print([type(lexer).__name__ for lexer in (named('chart'), named('chart-kernel'), of('a.chart'), "
        "of('iowa.chart.yaml', 'kind: pie'), of('a.yaml'))])"
    )
    done = place.run(books.python, "-c", ask, **package)
    assert done.stdout.strip() == str(["ChartLexer"] * 4 + ["YamlLexer"]), done.stderr
