"""The tables of docs/charts.md, read as a reader does: their types, bounds and defaults are the schema's, and what a key is "if not
given" is what the program draws without it."""

import copy
import json
import re
import subprocess

import pytest
import yaml

from clients import ROOT, Stdio, program

SCHEMA = json.loads(subprocess.run([program(), "schema"], capture_output=True, check=True, timeout=60).stdout)
DEFINITIONS = SCHEMA["$defs"]


def named(part):
    return part["$ref"].removeprefix("#/$defs/")


def properties(name):
    """The keys of an object; of a step those of all its kinds."""
    definition = DEFINITIONS[name]
    kinds = definition.get("oneOf", [definition])
    return {key: part for kind in kinds for key, part in kind.get("properties", {}).items()}


KINDS = {DEFINITIONS[named(choice)]["properties"]["kind"]["const"]: named(choice) for choice in SCHEMA["oneOf"]}

# What is described together: those that share a key are not listed one by one.
TOGETHER = {
    "Every chart": list(KINDS.values()),
    "Plots": [name for name in KINDS.values() if "drawOrder" in DEFINITIONS[name]["properties"]],
    "Radars and polar bars": ["Radar", "Polar"],
    "Every axis": ["PositionAxis", "ValueAxis"],
    "Every series": [name for name in DEFINITIONS if name.endswith("Series") and name != "SpokeSeries"],
    "Series made by a column": [name for name in DEFINITIONS if name.endswith("SeriesBy")],
}  # fmt: skip


def words_of(name):
    """`PieLabels` as headings have it."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).capitalize()


HEADINGS = {words_of(name): [name] for name in DEFINITIONS} | {kind: [name] for kind, name in KINDS.items()} | TOGETHER | {"Steps": ["TransformStep"]}


HEADING_OF = {"TransformStep": "Steps"} | {name: "Series made by a column" for name in TOGETHER["Series made by a column"]}


class Row:
    """A line of a table: a key, what it may be, and what is said of it."""

    def __init__(self, heading, line):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        self.heading = heading
        self.key = re.search(r"`(.+?)`", cells[0])[1]
        self.value, self.notes = cells[1], cells[2]

    @property
    def default(self):
        """What it is if not given, in a list; nothing in it where the text says that in other words, or not at all."""
        found = re.search(r"(?:^|\. |\) )`([^`]+)` if not given\.$", self.notes)
        return [yaml.safe_load(found[1])] if found else []

    @property
    def is_required(self):
        return self.notes.endswith("Required.")


def rows():
    heading = None
    text = re.sub(r"^```.*?^```", "", (ROOT / "docs/charts.md").read_text(), flags=re.M | re.S)
    for line in text.splitlines():
        if found := re.match(r"##+ (.+)", line):
            # Examples are deeper, and have no tables.
            heading = found[1] if line[:4] != "####" else heading
        elif line.startswith("| ") and heading in HEADINGS and not line.startswith("| key "):
            yield Row(heading, line)


ROWS = list(rows())
OWN = {(HEADINGS[row.heading][0], row.key) for row in ROWS if row.heading not in TOGETHER}


def described(row):
    """The parts of the schema that a line is about, with the objects that they belong to."""
    names = HEADINGS[row.heading]
    if row.heading in TOGETHER:
        names = [name for name in names if (name, row.key) not in OWN]
    return [(name, properties(name)[row.key]) for name in names if row.key in properties(name)]


def leaves(part):
    """The single types that a part may have."""
    choices = part.get("anyOf") or part.get("oneOf")
    if not choices:
        return [part]
    return [leaf for choice in choices for leaf in leaves(choice)]


def inside(part):
    """The single types that it may have and those of what they hold."""
    for leaf in leaves(part):
        yield leaf
        for key in ("items", "additionalProperties"):
            if isinstance(leaf.get(key), dict):
                yield from inside(leaf[key])


def kinds_of(leaf):
    kinds = leaf.get("type", [])
    return [kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.heading}: {row.key}")
def test_a_line_says_what_the_schema_says(row):
    parts = described(row)
    assert parts, "no such key"
    if (row.heading, row.key) == ("Every series", "type"):
        names = [part["const"] for _, part in parts]
        assert re.findall(r"`(\w+)`", row.value) == names
        return
    for name, part in parts:
        is_required = row.key in DEFINITIONS[name].get("required", [])
        assert row.is_required == is_required
        # Texts without anything in them are said in other words.
        given = part.get("default")
        assert row.default == ([] if given in (None, "") or is_required else [given]), name
        words = {str(word) for leaf in inside(part) for word in [*leaf.get("enum", []), leaf.get("const")] if word is not None}
        if any("boolean" in kinds_of(leaf) for leaf in inside(part)):
            words |= {"true", "false"}
        assert set(re.findall(r"`([^`]+)`", row.value)) - {"{…}"} == words, name
        targets = {HEADING_OF.get(named(leaf), words_of(named(leaf))) for leaf in inside(part) if "$ref" in leaf}
        links = set(re.findall(r"\[([^\]]+)\]\(#", row.value))
        assert links == targets or row.heading in TOGETHER and links <= targets | TOGETHER.keys(), (name, links, targets)
        for leaf in leaves(part):
            if kinds_of(leaf) in (["number"], ["integer"]) and "enum" not in leaf:
                assert number_in_words(leaf, kinds_of(leaf)[0]) in row.value, name


def number_in_words(leaf, kind):
    least, below = leaf.get("minimum"), leaf.get("exclusiveMaximum")
    above, most = leaf.get("exclusiveMinimum"), leaf.get("maximum")
    words = "whole number" if kind == "integer" else "number"
    if least is not None:
        words += f" from {least:,}"
    if above is not None:
        words += f" above {above:,}"
    if most is not None:
        words += f" to {most:,}"
    if below is not None:
        words += f" to below {below:,}"
    return words


def test_every_key_of_the_schema_has_a_line():
    there = {(name, row.key) for row in ROWS for name, _ in described(row)}
    keys = {(name, key) for name in DEFINITIONS for key in properties(name)}
    missing = {(name, key) for name, key in keys - there if key != "kind" or name not in KINDS.values()}
    # Series that a column makes have all keys of a series.
    assert {(name, key) for name, key in missing if (name.removesuffix("By"), key) not in there} == set()


# ── What is drawn without a key ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def places(spec):
    """Objects of a spec to which a key may be added, each with its name in the schema."""
    name = KINDS[spec["kind"]]
    yield name, spec
    series = spec.get("series")
    own = "SpokeSeries" if spec["kind"] in ("radar", "polar") else f"{spec['kind'].capitalize()}Series"
    for each in series if isinstance(series, list) else [series] if isinstance(series, dict) else []:
        yield own if "type" not in each else f"{each['type'].capitalize()}Series", each
    if name in TOGETHER["Plots"]:
        yield "PositionAxis", spec.setdefault("x", {})
        yield "ValueAxis", spec.setdefault("y", {})
    for key, part in DEFINITIONS[name]["properties"].items():
        objects = [named(leaf) for leaf in leaves(part) if "$ref" in leaf]
        if key in spec and isinstance(spec[key], dict) and len(objects) == 1 and key not in ("x", "y", "series"):
            yield objects[0], spec[key]


def defaults(spec):
    """Each key that could be left out, where it is missing, with what it is then."""
    for number, (name, holder) in enumerate(places(spec)):
        for row in ROWS:
            if row.default and row.key not in holder and name in [each for each, _ in described(row)]:
                yield number, name, row.key, row.default[0]


EXAMPLES = sorted(path.stem for path in (ROOT / "docs/charts").glob("kind-*.yaml"))


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_key_that_says_what_holds_without_it_changes_nothing(kernel, example):
    spec = yaml.safe_load((ROOT / f"docs/charts/{example}.yaml").read_text())
    spec = json.loads(json.dumps(spec, default=str))
    for _ in places(spec):
        pass
    kernel.call("chart/create", chart="chart", spec=spec, render=False)
    before = kernel.call("chart/render", chart="chart")["svg"]
    changed, count = [], 0
    for number, name, key, default in list(defaults(copy.deepcopy(spec))):
        other = copy.deepcopy(spec)
        _, holder = list(places(other))[number]
        holder[key] = default
        kernel.call("chart/create", chart="chart", spec=other, render=False)
        if kernel.call("chart/render", chart="chart")["svg"] != before:
            changed.append(f"{name}.{key}: {default!r}")
        count += 1
    assert changed == [] and count >= 2
