#!/usr/bin/env python3
"""Checks that dependencies point only downwards.

Between targets: a source file imports only targets that Package.swift names below its own. Within a target: no two
folders use each other, directly or by way of others. A folder uses another if a type that is declared there is named
in one of its files; a target's own directory counts as a folder, and so does each one below another.

    Scripts/check-folders.py            checks the package in which it lies
    Scripts/check-folders.py DIRECTORY  checks another
    Scripts/check-folders.py --uses     also prints what each folder uses, and by which types
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

DECLARATION = re.compile(
    r"^(?P<modifiers>(?:(?:public|package|internal|fileprivate|private|open|final|indirect|nonisolated|dynamic)\s+"
    r"|@[\w.]+(?:\([^)]*\))?\s+)*)(?P<keyword>struct|class|enum|protocol|actor|typealias)\s+(?P<name>\w+)")
EXTENSION = re.compile(r"^(?:(?:public|package|internal|fileprivate|private)\s+)?extension\s+(?P<name>[\w.]+)")
IMPORT = re.compile(r"^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(\w+)", re.MULTILINE)
TARGET = re.compile(r"\.(?:target|executableTarget|systemLibrary)\(\s*name:\s*\"([^\"]+)\"")
TOKENS = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<raw>#+"(?:""(?!"))?.*?"#+)|(?P<text>"""|")|(?P<open>\{)|(?P<close>\})'
    r"|(?P<parenthesis>[()])|(?P<newline>\n)|(?P<word>[A-Za-z_]\w*)|(?P<other>.)", re.DOTALL)


def without_comments_and_texts(source):
    """The source with comments and the text of literals blanked; what stands in `\\( )` is code and stays."""
    result, index, stack = [], 0, []  # on the stack: the delimiter of each literal that is open, or how deep "(" nest
    while index < len(source):
        inside = stack[-1] if stack else None
        if isinstance(inside, str):
            if source.startswith("\\(", index):
                stack.append(0)
                result.append(" (")
                index += 2
            elif source[index] == "\\":
                index += 2
            elif source.startswith(inside, index):
                stack.pop()
                index += len(inside)
            else:
                if source[index] == "\n":
                    result.append("\n")
                index += 1
            continue
        match = TOKENS.match(source, index)
        index = match.end()
        kind, token = match.lastgroup, match.group()
        if kind in ("comment", "raw"):
            result.append("\n" * token.count("\n") or " ")
        elif kind == "text":
            stack.append(token)
            result.append(" ")
        else:
            if kind == "parenthesis" and stack:
                stack[-1] += 1 if token == "(" else -1
                if stack[-1] < 0:
                    stack.pop()
            result.append(token)
    return "".join(result)


def declared_types(code):
    """The types that other files can name: those at the top, and those that an extension adds to a type."""
    depth = 0
    owners = []
    for line in code.split("\n"):
        text = line.strip()
        if depth == 0 or (depth == 1 and owners):
            match = DECLARATION.match(text)
            if match and not re.search(r"\b(?:fileprivate|private)\b", match["modifiers"]):
                yield match["name"]
        if depth == 0:
            owners = [EXTENSION.match(text)] if EXTENSION.match(text) else []
        depth += line.count("{") - line.count("}")


def circles(graph):
    """The strongly connected sets of more than one folder (Tarjan, by depth-first search)."""
    order, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        on_stack.add(node)
        for other in sorted(graph[node]):
            if other not in order:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in on_stack:
                low[node] = min(low[node], order[other])
        if low[node] == order[node]:
            members = []
            while True:
                member = stack.pop()
                on_stack.discard(member)
                members.append(member)
                if member == node:
                    break
            if len(members) > 1:
                found.append(sorted(members))

    for node in sorted(graph):
        if node not in order:
            visit(node)
    return found


def check_target(target, shows_uses):
    codes = {path: without_comments_and_texts(path.read_text()) for path in sorted(target.rglob("*.swift"))}
    home = defaultdict(set)
    for path, code in codes.items():
        for name in declared_types(code):
            home[name].add(path.parent)
    # Of a name that is declared in several folders nobody can tell without a compiler which is meant.
    home = {name: next(iter(folders)) for name, folders in home.items() if len(folders) == 1}
    uses = defaultdict(lambda: defaultdict(set))
    for path, code in codes.items():
        own = set(declared_types(code))
        for word in set(re.findall(r"[A-Za-z_]\w*", code)) - own:
            folder = home.get(word)
            if folder is not None and folder != path.parent:
                uses[path.parent][folder].add((word, path))

    def label(folder):
        return str(folder.relative_to(target.parent))

    graph = {path.parent: set() for path in codes}
    for folder, others in uses.items():
        graph[folder] |= set(others)
    if shows_uses:
        for folder in sorted(graph):
            for other in sorted(graph[folder]):
                names = sorted({name for name, _ in uses[folder][other]})
                print(f"{label(folder)} -> {label(other)}: {', '.join(names)}")
    faults = []
    for members in circles(graph):
        lines = [f"These folders of {target.name} use each other: {', '.join(map(label, members))}."]
        for folder in members:
            for other in members:
                for name, path in sorted(uses[folder].get(other, ())):
                    lines.append(f"  {label(path)} names {name} of {label(other)}")
        faults.append("\n".join(lines))
    return faults


def check_imports(package, sources):
    """Every target imports only those that Package.swift names below it."""
    names = TARGET.findall((package / "Package.swift").read_text())
    rank = {}
    for name in names:
        rank.setdefault(name.replace("-", "_"), len(rank))
    faults = []
    for target in sources:
        own = rank.get(target.name.replace("-", "_"))
        if own is None:
            faults.append(f"Package.swift does not name the target {target.name}.")
            continue
        for path in sorted(target.rglob("*.swift")):
            for module in IMPORT.findall(path.read_text()):
                if rank.get(module, len(rank)) < own:
                    faults.append(f"{path.relative_to(package)} imports {module}, which Package.swift names above.")
    return faults


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--uses"]
    package = Path(arguments[0]).resolve() if arguments else Path(__file__).resolve().parent.parent
    targets = sorted(path for path in (package / "Sources").iterdir() if any(path.rglob("*.swift")))
    faults = check_imports(package, targets)
    for target in targets:
        faults += check_target(target, "--uses" in sys.argv)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
