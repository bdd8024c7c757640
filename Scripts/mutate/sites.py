"""Where a source can be changed, found in the compiler's own syntax tree with its types (`-dump-ast`), so that no `<` of a
type or digit of a string is taken for code."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass

NUMBERS = {
    "$sSiD": "Int", "$sSdD": "Double", "$sSuD": "UInt", "$ss5UInt8VD": "UInt8", "$ss6UInt16VD": "UInt16",
    "$ss6UInt32VD": "UInt32", "$ss6UInt64VD": "UInt64", "$ss4Int8VD": "Int8", "$ss5Int16VD": "Int16",
    "$ss5Int32VD": "Int32", "$ss5Int64VD": "Int64",
}
BOOL, VOID = "$sSbD", "$sytD"

# operator: (function of Mutant, operator of the mutant)
COMPARISONS = {"<": ("less", "<="), "<=": ("lessOrEqual", "<"), ">": ("greater", ">="), ">=": ("greaterOrEqual", ">")}
EQUALITIES = {"==": "!=", "!=": "==", "===": "!==", "!==": "==="}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", **EQUALITIES}
LOGIC = {"&&": ("and", "||"), "||": ("or", "&&")}
ARITHMETIC = {
    "+": ("plus", "-"), "-": ("minus", "+"), "*": ("times", "/"), "/": ("divided", "*"), "%": ("modulo", "/"),
    "&+": ("wrappingPlus", "&-"), "&-": ("wrappingMinus", "&+"), "&": ("bitAnd", "|"), "|": ("bitOr", "&"),
    "^": ("bitXor", "&"), "<<": ("shiftLeft", ">>"), ">>": ("shiftRight", "<<"),
}
ASSIGNMENTS = {"+=": ("add", "-="), "-=": ("subtract", "+="), "*=": ("multiply", "/="), "/=": ("divide", "*=")}
RANGES = {"..<": ("upTo", "..<-1+"), "...": ("through", "...-1+")}
MINIMUM, MAXIMUM = "s:s3minyxx_xtSLRzlF", "s:s3maxyxx_xtSLRzlF"

# Calls that change only how fast something is, or that stop the program where it is wrong already.
WITHOUT_EFFECT = {"reserveCapacity", "precondition", "assert", "preconditionFailure", "assertionFailure"}

TOKEN = re.compile(
    rb"0x[0-9A-Fa-f_]+|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?"
    rb"|`[^`]+`|\$?[A-Za-z_\x80-\xff][A-Za-z0-9_\x80-\xff]*|\$[0-9]+|[)\]}!?]")
NUMBER = re.compile(rb"-?\s*([0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?)(?![0-9A-Za-z_.]*x)")


@dataclass(frozen=True)
class Site:
    """One mutant. Offsets are of bytes. `code` is the text of its first line, by which it is known when lines move. An edit
    is a text that opens or closes an extent, from start to end, or that replaces so many bytes from a start on."""

    file: str
    start: int
    end: int
    line: int
    last_line: int
    code: str
    was: str
    becomes: str
    edits: tuple[tuple[str, int, int, str], ...]

    def to_json(self) -> dict:
        return asdict(self)

    @staticmethod
    def from_json(value: dict) -> Site:
        return Site(**{**value, "edits": tuple(tuple(edit) for edit in value["edits"])})


class Finder:
    """The candidates of one file. {id} in an edit stands for the number that the mutant will have."""

    def __init__(self, file: str, source: bytes):
        self.file, self.source = file, source
        self.sites: dict[tuple, Site] = {}

    # MARK: - Text

    def token_end(self, start: int) -> int | None:
        """Where the token that begins here ends, or None for one that is not understood."""
        if self.source.startswith(b'"', start) and not self.source.startswith(b'"""', start):
            return self.string_end(start)
        match = TOKEN.match(self.source, start)
        return match.end() if match else None

    def string_end(self, start: int) -> int | None:
        at = start + 1
        while at < len(self.source):
            byte = self.source[at:at + 1]
            if byte == b'"':
                return at + 1
            if byte == b"\n" or self.source.startswith(b"\\(", at):
                return None
            at += 2 if byte == b"\\" else 1
        return None

    def extent(self, node: dict) -> tuple[int, int] | None:
        extent = node.get("range")
        if not extent:
            return None
        end = self.token_end(extent["end"])
        return (extent["start"], end) if end and end > extent["start"] else None

    def add(self, start: int, end: int, was: str, becomes: str, *edits: tuple[str, int, int, str]) -> None:
        line = self.source.count(b"\n", 0, start) + 1
        last = line + self.source.count(b"\n", start, end)
        code = self.source.splitlines()[line - 1].decode().strip()
        site = Site(self.file, start, end, line, last, code, squeezed(was), squeezed(becomes), edits)
        self.sites.setdefault((start, end, becomes), site)

    def text(self, start: int, end: int) -> str:
        return self.source[start:end].decode()

    def wrap(self, start: int, end: int, head: str, tail: str, becomes: str, *more: tuple[str, int, int, str]) -> None:
        """The extent stands between head and tail in the mutated source."""
        edits = (("open", start, end, head), ("close", start, end, tail), *more)
        self.add(start, end, self.text(start, end), becomes, *edits)

    # MARK: - Tree

    def visit(self, node, parent: dict | None = None, key: str = "") -> None:
        if isinstance(node, list):
            for item in node:
                self.visit(item, parent, key)
            return
        if not isinstance(node, dict):
            return
        kind = node.get("_kind", "")
        if kind.endswith("_decl") and node.get("implicit"):
            return
        # The raw value of a case must be a literal, and so must what an attribute says.
        if kind in ("enum_element_decl",) or kind.endswith("_attr"):
            return
        match kind:
            case "binary_expr":
                self.binary(node)
            case "prefix_unary_expr":
                self.prefix(node)
            case "integer_literal_expr" | "float_literal_expr":
                self.number(node)
            case "boolean_literal_expr":
                self.boolean(node, parent, key)
            case "call_expr":
                function = declaration(node.get("fn"))
                if function and function[0].get("base_name") in WITHOUT_EFFECT:
                    return
                self.bound(node)
            case "brace_stmt":
                self.statements(node)
        if node.get("type") == BOOL and (key == "conditions" or key in ("cond", "cond_expr", "condition", "where_expr")):
            self.condition(node)
        for name, child in node.items():
            if isinstance(child, (dict, list)):
                # The elements of a list are conditions of what the list belongs to.
                self.visit(child, node, name)

    def binary(self, node: dict) -> None:
        extent, operator = self.extent(node), declaration(node.get("fn"))
        if not extent or not operator or node.get("implicit") and "range" not in node:
            return
        start, end = extent
        name, at = operator[0].get("base_name"), operator[1]
        if not self.source.startswith(name.encode(), at):
            return
        left, right = self.text(start, at).rstrip(), self.text(at + len(name), end).lstrip()
        comma = ("replace", at, len(name), ",")

        def call(function: str, other: str, *more: tuple[str, int, int, str]) -> None:
            becomes = f"{left} {other} {right}"
            if other.endswith("-1+"):
                becomes = f"{left} {other[:-3]} {right} - 1"
            self.wrap(start, end, f"Mutant.{function}({{id}}, ", ")", becomes, comma, *more)

        result, operands = node.get("type"), [argument_type(item) for item in node.get("args", {}).get("args", [])]
        if result == BOOL and name in COMPARISONS:
            call(*COMPARISONS[name])
        if result == BOOL and name in NEGATED:
            self.wrap(start, end, "Mutant.not({id}, ", ")", f"{left} {NEGATED[name]} {right}")
        if result == BOOL and name in LOGIC:
            call(*LOGIC[name])
        if result in NUMBERS and name in ARITHMETIC:
            if name in ("<<", ">>") and operands[1:] == ["$sSiD"] or operands == [result, result]:
                call(*ARITHMETIC[name])
        if result == VOID and name in ASSIGNMENTS and operands[1:] and operands[1] in NUMBERS:
            call(*ASSIGNMENTS[name], ("open", start, at, "&"))
        if name in RANGES and result in ("$sSnySiGD", "$sSNySiGD"):
            call(*RANGES[name])

    def prefix(self, node: dict) -> None:
        extent, operator = self.extent(node), declaration(node.get("fn"))
        if not extent or not operator:
            return
        name, operand = operator[0].get("base_name"), self.text(extent[0] + 1, extent[1])
        if name == "!" and node.get("type") == BOOL:
            self.wrap(*extent, "Mutant.not({id}, ", ")", operand)
        elif name == "-" and node.get("type") in NUMBERS:
            self.wrap(*extent, "Mutant.positive({id}, ", ")", operand)

    def number(self, node: dict) -> None:
        kind, start = NUMBERS.get(node.get("type")), node.get("range", {}).get("start")
        match = NUMBER.match(self.source, start) if kind and start is not None else None
        if not match:
            return
        was = match.group(0).decode()
        other = changed(was.replace("_", ""), kind)
        function = {"Int": "int", "Double": "double"}.get(kind, "value")
        typed = was if function != "value" else f"{was} as {kind}"
        self.add(
            start, match.end(), was, other,
            ("replace", start, len(match.group(0)), f"Mutant.{function}({{id}}, {typed}, {other})"))

    def boolean(self, node: dict, parent: dict | None, key: str) -> None:
        extent = self.extent(node)
        if not extent or node.get("type") != BOOL or self.text(*extent) not in ("true", "false"):
            return
        if parent and parent.get("_kind") == "while_stmt":
            return
        self.wrap(*extent, "Mutant.not({id}, ", ")", "false" if self.text(*extent) == "true" else "true")

    def condition(self, node: dict) -> None:
        """What is asked as it is; comparisons, `!` and constants have mutants of their own."""
        extent = self.extent(node)
        if extent and node["_kind"] not in ("binary_expr", "prefix_unary_expr", "boolean_literal_expr"):
            if not node.get("implicit"):
                self.wrap(*extent, "Mutant.not({id}, ", ")", f"!({self.text(*extent)})")

    def bound(self, node: dict) -> None:
        function = declaration(node.get("fn"))
        if not function or function[0].get("decl_usr") not in (MINIMUM, MAXIMUM):
            return
        extent, start = self.extent(node), function[1]
        name = "min" if function[0]["decl_usr"] == MINIMUM else "max"
        if not extent or not self.source.startswith(name.encode() + b"(", start):
            return
        other, method = ("max", "minimum") if name == "min" else ("min", "maximum")
        self.add(
            *extent, self.text(*extent), other + self.text(*extent)[3:],
            ("replace", start, 4, f"Mutant.{method}({{id}}, "))

    def statements(self, node: dict) -> None:
        for element in node.get("elements", []):
            call = element
            while isinstance(call, dict) and call.get("_kind") in ("try_expr", "await_expr"):
                call = call.get("sub_expr")
            if not isinstance(call, dict) or call.get("_kind") != "call_expr" or call.get("type") != VOID:
                continue
            extent, function = self.extent(element), declaration(call.get("fn"))
            if not extent or not function or element.get("implicit") or call.get("implicit"):
                continue
            # What appends the parts of a text has the parentheses as its extent.
            if self.source.startswith(b"(", extent[0]):
                continue
            if function[0].get("base_name") in WITHOUT_EFFECT or function[0].get("special") == "init":
                continue
            self.wrap(*extent, "if !Mutant.on({id}) { ", " }", "(not called)")


# MARK: - Parts of the tree

def declaration(node) -> tuple[dict, int] | None:
    """What is called, and where its name stands: below conversions and the application to a type."""
    while isinstance(node, dict) and "decl" not in node:
        node = node.get("sub_expr") or node.get("fn")
    if not isinstance(node, dict) or not isinstance(node.get("decl"), dict) or "range" not in node:
        return None
    return node["decl"], node["range"]["start"]


def argument_type(item: dict) -> str | None:
    return item.get("expr", {}).get("type")


def changed(literal: str, kind: str) -> str:
    """Another number of the same kind: a whole one goes up by one (or down, from -1 and below), a fraction is doubled, and a
    large number grows by a tenth, since a test can't be expected to see less."""
    if kind != "Double":
        value = int(literal.replace(" ", ""), 0)
        return str(value + 1 if value >= 0 else value - 1) if abs(value) < 10_000 else str(value + value // 10)
    value = float(literal.replace(" ", ""))
    if value != int(value):
        return repr(value * 2)
    return repr(value + 1.0 if value >= 0 else value - 1.0) if abs(value) < 10_000 else repr(value * 1.1)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
