"""What is in a chart cell, for programs that colour text with Pygments: nbconvert, Sphinx and its books, consoles.

Cells are split into statements as the kernel splits them (`Sources/ChartCells/Statements/CellSplitter.swift`); each is
then lexed by Pygments' own lexer of its language: YAML, JSON or Python's literals. Whatever the text, no token is an
`Error`: books frame those in red, and some show cells that are wrong on purpose.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.lexers import JsonLexer, PythonLexer, YamlLexer
from pygments.token import (
    Comment, Error, Keyword, Literal, Name, Number, Operator, Punctuation, String, Text, Whitespace, _TokenType,
)

__all__ = ["ChartLexer"]

Tokens = Iterator[tuple[int, _TokenType, str]]

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
TYPE = (
    r"(?:\w+\.)*(?:Any|Dict|List|Mapping|None|Optional|Sequence|Tuple|Union"
    r"|bool|dict|float|int|list|object|str|tuple)\b"
)
TYPES = rf"{TYPE}(?:\[[\w\[\],.|\"' \t]*\])?"
# Behind an annotation comes what can begin a value: `title: list = favourites` is a line of a spec.
ASSIGNMENT = re.compile(
    rf"[ \t]*{NAME}[ \t]*(?:=(?!=)|:[ \t]*[\"']?{TYPES}(?:[ \t]*\|[ \t]*{TYPES})*[\"']?[ \t]*=(?!=)"
    r"[ \t]*(?=[0-9+\-.\"'\[({]|(?:True|False|None|true|false|null|float)\b))")
PARAMETER = re.compile(rf"([ \t]*)(\${NAME})([ \t]*)((?<=[ \t])#.*)?$")
HELP = re.compile(r"([ \t]*)(?=\?|.*\?[ \t]*$)(\?{0,2})([%$]?)([\w/.-]*)(\?{0,2})([ \t]*)$")
SEPARATOR = re.compile(r"(---|\.\.\.)([ \t]*)(#.*)?$")
DOCUMENT = re.compile(r"---[ \t]")
COMMAND = re.compile(r"([ \t]*)(%)([^ \t;]*)")
ARGUMENT = re.compile(
    r"""(?P<blank>[ \t]+)
    |(?P<comment>(?<=[ \t])\#(?:[ \t].*)?$)
    |(?P<quiet>;(?=[ \t]*$))
    |(?P<option>--[\w-]+(?=[ \t;]|$))
    |(?P<key>\w+)(?P<equals>=)
    |(?P<double>"(?:[^"\\]|\\.)*"?)
    |(?P<single>'(?:[^']|'')*'?)
    |(?P<bracket>[{\[])
    |(?P<variable>\$[A-Za-z_][A-Za-z0-9_]*)
    |(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?=[ \t;]|$))
    |(?P<constant>(?:true|false|null)(?=[ \t;]|$))
    |(?P<word>[^ \t;$]+|.)""", re.VERBOSE)
KINDS = {
    "blank": Whitespace, "comment": Comment.Single, "quiet": Punctuation, "option": Name.Attribute,
    "double": String.Double, "single": String.Single, "variable": Name.Variable, "number": Number,
    "constant": Keyword.Constant, "word": Name,
}
VARIABLE = re.compile(rf"(?<!\$)\${NAME}")
# Quotes count where a value can begin: not the apostrophe in `don't`.
BRACKETS = re.compile(
    r"""(?<![^\s\[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<!\S)\#[^\n]*|[\[\]{}]""", re.DOTALL | re.VERBOSE)
QUOTED_OR_BRACKET = re.compile(r"""("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\#[^\n]*)|([\[({])|([\])}])|(\n)""")


class ChartLexer(Lexer):
    """Cells of the Chart kernel: chart specs in YAML, `%` commands, JSON-RPC requests, parameters, questions."""

    name = "Chart"
    aliases = ["chart", "chart-kernel"]
    filenames = ["*.chart", "*.chart.yaml", "*.chart.yml"]
    mimetypes = ["text/x-chart"]
    # Before YAML, where a name's end fits both.
    priority = 0.1

    @staticmethod
    def analyse_text(text: str) -> float:
        """How much a text looks like a chart cell."""
        return 0.3 if re.search(r"^kind: *(?:pie|line|bar|scatter|combined)\b", text, re.MULTILINE) else 0.0

    def get_tokens_unprocessed(self, text: str) -> Tokens:
        cell = Cell(text)
        line = 0
        while line < len(cell.lines):
            start, kind = cell.starts[line], cell.kind(line)
            end = cell.end_of_line(line)
            if kind == "blank":
                tokens = blank(text[start:end])
            elif kind == "separator":
                tokens = separator(text[start:end])
            elif kind == "command":
                tokens = command(text[start:end])
            elif kind == "help":
                tokens = question(text[start:end])
            elif kind == "parameter":
                tokens = parameter(text[start:end])
            elif kind == "assignment":
                end = cell.end_of_assignment(line)
                tokens = assignment(text[start:end])
            else:
                end = cell.end_of_block(line)
                tokens = block(text[start:end])
            for offset, token, value in tokens:
                if value:
                    yield start + offset, token, value
            line = cell.line_behind(end)
            behind = cell.starts[line] if line < len(cell.lines) else len(text)
            if end < behind:
                yield end, Whitespace, text[end:behind]


class Cell:
    """The lines of a cell, and where its statements end."""

    def __init__(self, text: str):
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        # What may still be looked at in search of closing brackets: of a text of nothing but opening ones each would
        # have it read to its end.
        self.budget = 4 * len(text) + 1024
        self.kinds: dict[int, str] = {}
        self.ends: dict[int, int | None] = {}

    def end_of_line(self, line: int) -> int:
        return self.starts[line] + len(self.lines[line])

    def line_behind(self, end: int) -> int:
        """The line after the one in which a statement ends."""
        low, high = 0, len(self.lines)
        while low < high:
            middle = (low + high) // 2
            if self.starts[middle] < end or (self.starts[middle] == end and not self.lines[middle]):
                low = middle + 1
            else:
                high = middle
        return low

    def kind(self, line: int) -> str:
        if line not in self.kinds:
            self.kinds[line] = self.find_kind(line)
        return self.kinds[line]

    def find_kind(self, index: int) -> str:
        line = self.lines[index]
        first = line.lstrip(" \t")[:1]
        if not first or first == "#":
            return "blank"
        if SEPARATOR.match(line) or line.startswith(("... ", "...\t")):
            return "separator"
        if DOCUMENT.match(line):
            return "document"
        if self.is_question(index):
            return "help"
        if first == "%":
            return "command"
        if first == "$":
            return "parameter" if PARAMETER.match(line) else "text"
        if first in "{[":
            return "bracket"
        return "assignment" if ASSIGNMENT.match(line) else "text"

    def is_question(self, index: int) -> bool:
        match = HELP.match(self.lines[index])
        if not match:
            return False
        if match[3] or match[4]:
            return True
        # `?` alone can also begin an explicit key of YAML, which goes on below.
        following = self.lines[index + 1][:1] if index + 1 < len(self.lines) else ""
        return not following or following not in " \t:"

    def end_of_assignment(self, line: int) -> int:
        """With its line, or with that of the bracket that closes the value's first."""
        depth = 0
        for match in QUOTED_OR_BRACKET.finditer(self.text, self.starts[line]):
            if match[2]:
                depth += 1
            elif match[3]:
                depth -= 1
            elif match[4] and depth <= 0:
                return match.start()
        return len(self.text)

    def end_of_json(self, line: int) -> int | None:
        """The end of a text in brackets that begins on a line and has its last line for itself."""
        if line not in self.ends:
            self.ends[line] = self.find_end_of_json(line)
        return self.ends[line]

    def find_end_of_json(self, line: int) -> int | None:
        start = self.starts[line]
        depth = 0
        for match in BRACKETS.finditer(self.text, start, min(len(self.text), start + max(self.budget, 0))):
            if match[0] in "[{":
                depth += 1
            elif match[0] in "]}":
                depth -= 1
                if depth <= 0:
                    self.budget -= match.end() - start
                    rest = self.text[match.end() :].partition("\n")[0] if depth == 0 else "x"
                    return match.end() if re.match(r"[ \t]*(?:#.*)?$", rest) else None
        self.budget -= len(self.text) - start
        return None

    def end_of_block(self, first: int) -> int:
        """Lines up to the next separator, or to one at the margin that is a statement of its own."""
        if self.kind(first) == "bracket" and (end := self.end_of_json(first)) is not None:
            return self.end_of_line(self.line_behind(end) - 1)
        line = first + 1
        while line < len(self.lines):
            kind, indented = self.kind(line), self.lines[line][:1] in (" ", "\t")
            if kind in ("separator", "document"):
                break
            if kind in ("command", "help", "parameter", "assignment") and not indented:
                break
            if kind == "bracket" and not indented and (end := self.end_of_json(line)) is not None:
                if is_request(self.text[self.starts[line] : end]):
                    break
            line += 1
        return self.end_of_line(line - 1)


def parsed(text: str) -> Any:
    """The value of a JSON text; `None` for others."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def is_request(text: str) -> bool:
    """Whether a text in brackets is a JSON-RPC request or batch rather than a spec."""
    if '"jsonrpc"' not in text and '"method"' not in text:
        return False
    value = parsed(text)
    items = value if isinstance(value, list) else [value]
    return value is None or any(
        isinstance(item, dict) and ("jsonrpc" in item or "method" in item and "kind" not in item) for item in items)


def fitting(pattern: re.Pattern[str], text: str, start: int = 0) -> re.Match[str]:
    """What a pattern finds in a text that is known to fit."""
    match = pattern.match(text, start)
    assert match is not None, (pattern, text)
    return match


def blank(line: str) -> Tokens:
    start = len(line) - len(line.lstrip(" \t"))
    yield 0, Whitespace, line[:start]
    yield start, Comment.Single, line[start:]


def separator(line: str) -> Tokens:
    yield 0, Punctuation.Marker, line[:3]
    for offset, token, value in blank(line[3:]):
        yield 3 + offset, token, value


def command(line: str) -> Tokens:
    match = fitting(COMMAND, line)
    yield match.start(1), Whitespace, match[1]
    yield match.start(2), Operator, match[2]
    yield match.start(3), Keyword, match[3]
    if match[3] == "echo":
        yield from words(line, match.end())
    else:
        yield from arguments(line, match.end())


def words(line: str, start: int) -> Tokens:
    """What `%echo` says, as it is."""
    match = fitting(re.compile(r"([ \t]*)(--stderr(?=[ \t]|$))?"), line, start)
    yield match.start(1), Whitespace, match[1]
    if match[2]:
        yield match.start(2), Name.Attribute, match[2]
    yield from with_variables(match.end(), String, line[match.end() :])


def arguments(line: str, start: int) -> Tokens:
    while start < len(line):
        match = fitting(ARGUMENT, line, start)
        start = match.end()
        kind = match.lastgroup or "word"
        if kind == "equals":
            yield match.start("key"), Name.Attribute, match["key"]
            yield match.start("equals"), Operator, "="
        elif kind == "bracket":
            # A spec's value on one line, up to what closes it.
            start = closing(line, match.start())
            yield from yaml(line[match.start() : start], match.start())
        elif kind in ("double", "single"):
            yield from with_variables(match.start(), KINDS[kind], match[0])
        else:
            yield match.start(), KINDS[kind], match[0]


def closing(text: str, start: int) -> int:
    """Behind the bracket that closes the one at `start`; the end of the text if none does."""
    depth = 0
    for match in BRACKETS.finditer(text, start):
        depth += (match[0] in "[{") - (match[0] in "]}")
        if depth <= 0:
            return match.end()
    return len(text)


def question(line: str) -> Tokens:
    match = fitting(HELP, line)
    for group, token in enumerate((Whitespace, Operator, Operator, Keyword, Operator, Whitespace), 1):
        yield match.start(group), token, match[group]


def parameter(line: str) -> Tokens:
    match = fitting(PARAMETER, line)
    for group, token in enumerate((Whitespace, Name.Variable, Whitespace, Comment.Single), 1):
        if match[group]:
            yield match.start(group), token, match[group]


def assignment(text: str) -> Tokens:
    is_named = False
    for offset, token, value in delegated(PythonLexer, text, 0):
        if not is_named and value.strip():
            is_named, token = True, Name.Variable
        elif value in ("true", "false", "null"):
            token = Keyword.Constant
        yield offset, token, value


def block(text: str) -> Tokens:
    """A spec, or a request: one that was not closed is still a request."""
    is_json = text.lstrip(" \t")[:1] in ("{", "[") and (is_request(text) or parsed(text) is not None)
    yield from delegated(JsonLexer, text, 0) if is_json else yaml(text, 0)


def yaml(text: str, start: int) -> Tokens:
    for offset, token, value in delegated(YamlLexer, text, start):
        if token is Name.Tag:
            # In brackets Pygments counts the blanks before a key as part of it,
            blanks = len(value) - len(value.lstrip(" \t"))
            yield offset, Whitespace, value[:blanks]
            yield offset + blanks, token, value[blanks:]
        elif token is Name.Variable and value[:1] != "*":
            # and calls texts variables, which they are not.
            yield from with_variables(offset, Literal.Scalar.Plain, value)
        else:
            yield offset, token, value


def delegated(lexer: type[Lexer], text: str, start: int) -> Tokens:
    """The tokens of another lexer; what it does not understand is text, each stretch of it one token."""
    unknown, begin = "", 0
    for offset, token, value in lexer().get_tokens_unprocessed(text):
        if token is Error:
            begin = begin if unknown else offset
            unknown += value
            continue
        if unknown:
            yield start + begin, Text, unknown
            unknown = ""
        if token in String or token in Literal.Scalar:  # type: ignore[comparison-overlap]
            yield from with_variables(start + offset, token, value)
        else:
            yield start + offset, token, value
    if unknown:
        yield start + begin, Text, unknown


def with_variables(start: int, token: _TokenType, text: str) -> Tokens:
    """A text in which `$name` stands for a parameter."""
    end = 0
    for match in VARIABLE.finditer(text):
        yield start + end, token, text[end : match.start()]
        yield start + match.start(), Name.Variable, match[0]
        end = match.end()
    yield start + end, token, text[end:]
