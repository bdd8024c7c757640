#!/usr/bin/env python3
"""Writes docs/charts.md, the reference of specs: every kind and every object with its keys, from the program's JSON Schema, and
a picture of each key that changes one, from the examples in docs/charts.

    Scripts/make-reference.py [PROGRAM [DIRECTORY]]

PROGRAM is the built chart-kernel; DIRECTORY is where charts.md and charts/*.svg are written, docs if not given. What there is, is
written in any case; what is missing is told, a line each, and makes it fail.

An example is a file docs/charts/NAME.yaml. Its comments say what it is called, which keys it is the picture of, and, where it takes
more than the spec to see that, what happens then:

    # From the top
    # shows: Pie.startAngle
    # then: chart/highlight {"index": 1}
    # phase: 0.5
    kind: pie
    …

A key is named by its object, as the schema calls it, by the kind, or by the family that shares it: Chart, Plot, Spokes, Axis,
Series, SeriesBy. What cannot be seen in a picture is listed with the reason in docs/charts/without-pictures.txt. Whatever is in
neither is told, with the line to write.
"""

import dataclasses
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs/charts"
THEMES = ("light", "dark")
WIDTH, HEIGHT = 280, 180
CODE_WIDTH = 540


# ── The schema ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclasses.dataclass
class Family:
    """Objects that share keys, which are described once."""

    name: str
    title: str
    words: str
    members: dict[str, str]
    """By the names of their definitions, what they are called in a list."""


@dataclasses.dataclass
class Key:
    """A key of an object or of a family."""

    owner: str
    name: str
    schema: dict
    is_required: bool
    members: list[str]
    """The definitions that have it."""

    @property
    def path(self) -> str:
        return f"{self.owner}.{self.name}"


class Schema:
    """What the program says of specs."""

    STEPS = "TransformStep"

    def __init__(self, program: str):
        done = subprocess.run([program, "schema"], capture_output=True, check=True, timeout=60)
        document = json.loads(done.stdout)
        self.definitions: dict[str, dict] = document["$defs"]
        self.kinds = {self.properties(name)["kind"]["const"]: name for name in map(named, document["oneOf"])}
        self.families = self.found_families()
        self.keys: dict[str, Key] = {}
        #: By definition and key, who describes it.
        self.owners: dict[tuple[str, str], str] = {}
        for name in self.definitions:
            for key in self.properties(name):
                self.add(name, key)

    def properties(self, name: str) -> dict[str, dict]:
        """The keys of an object; of steps the one key that each has."""
        schema = self.definitions[name]
        if "properties" in schema:
            return schema["properties"]
        alternatives = schema.get("oneOf", [])
        return {key: each for part in alternatives for key, each in part.get("properties", {}).items()}

    def found_families(self) -> list[Family]:
        kinds = {name: f"`{kind}`" for kind, name in self.kinds.items()}
        plots = {name: word for name, word in kinds.items() if refers(self.properties(name).get("x"), "PositionAxis")}
        spokes = {name: word for name, word in kinds.items() if refers(self.properties(name).get("series"), "SpokeSeries")}
        series = {name: f"`{name[:-6].lower()}`" for name in self.definitions if name.endswith("Series") and "type" in self.properties(name)}
        made = {name: f"`{name[:-8].lower()}`" for name in self.definitions if name.endswith("SeriesBy")}
        axes = {"PositionAxis": "x axes", "ValueAxis": "value axes"}
        return [
            Family("Chart", "Every chart", "What charts of all kinds have.", kinds),
            Family("Plot", "Plots", "What charts with axes have.", plots),
            Family("Spokes", "Radars and polar bars", "What charts with spokes have.", spokes),
            Family("Axis", "Every axis", "What axes of positions and axes of values have.", axes),
            Family("SeriesBy", "Series made by a column", "A series for each value of a column of the data: `series: {by: city}`. "
                   "All that a series of the type has can stand there besides, for all of them.", made),
            Family("Series", "Every series", "What series of plots have.", series),
        ]

    def add(self, name: str, key: str):
        schema = self.properties(name)[key]
        owner = self.owner(name, key)
        known = self.keys.get(f"{owner}.{key}")
        if known and known.schema != schema and key != "type":
            # The family has another of that name, which others share.
            owner = name
        self.owners[name, key] = owner
        required = key in self.definitions[name].get("required", [])
        entry = self.keys.setdefault(f"{owner}.{key}", Key(owner, key, schema, required, []))
        entry.members.append(name)

    def owner(self, name: str, key: str) -> str:
        """Who describes a key: the family of which another member has the same, or else the object itself."""
        if key == "kind" and name in self.kinds.values():
            return name
        schema = self.properties(name)[key]
        # What a column makes has the keys of its type of series.
        if name.endswith("SeriesBy") and self.properties(name[:-2]).get(key) == schema:
            return self.owner(name[:-2], key)
        if key == "type" and name.endswith(("Series", "SeriesBy")) and name != "SpokeSeries":
            return "Series"
        # The family most of whose members share it; of two with as many the smaller one.
        best, most = name, 1
        for family in sorted(self.families, key=lambda family: len(family.members)):
            count = sum(each in family.members for each in self.sharing(key, schema)) if name in family.members else 0
            if count > most and (family.name != "Chart" or count > len(family.members) / 2):
                best, most = family.name, count
        return best

    def path(self, written: str) -> str:
        """What the reference calls a key that is named by any object that has it."""
        owner, _, key = written.partition(".")
        name = self.kinds.get(owner, owner)
        return f"{self.owners[name, key]}.{key}" if (name, key) in self.owners else written

    def sharing(self, key: str, schema: dict) -> list[str]:
        """The objects that have the same under a key, but for those of series that a column makes, which repeat it."""
        return [each for each in self.definitions if self.properties(each).get(key) == schema
                and not (each.endswith("SeriesBy") and self.properties(each[:-2]).get(key) == schema)]

    def keys_of(self, owner: str) -> list[Key]:
        return [key for key in self.keys.values() if key.owner == owner]

    @functools.cached_property
    def places(self) -> dict[str, list[Key]]:
        """By a definition's name, the keys under which it stands."""
        found: dict[str, list[Key]] = {}
        for key in self.keys.values():
            for name in references(key.schema):
                found.setdefault(name, []).append(key)
        return found

    def order(self) -> list[str]:
        """All definitions that are no kinds, as they come to be needed."""
        needed: dict[str, None] = {}

        def visit(name):
            for key in self.properties(name).values():
                for each in references(key):
                    if each not in needed:
                        needed[each] = None
                        visit(each)

        for name in self.kinds.values():
            visit(name)
        return [name for name in dict.fromkeys([*needed, *self.definitions]) if name not in self.kinds.values()]


def named(schema: dict) -> str:
    return schema["$ref"].rsplit("/", 1)[1]


def references(schema) -> list[str]:
    """The definitions that a schema names, at whatever depth."""
    if isinstance(schema, dict):
        own = [named(schema)] if "$ref" in schema else []
        return list(dict.fromkeys(own + [name for each in schema.values() for name in references(each)]))
    return [name for each in schema for name in references(each)] if isinstance(schema, list) else []


def refers(schema, name: str) -> bool:
    return schema is not None and name in references(schema)


# ── Examples ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclasses.dataclass
class Example:
    """A file of docs/charts."""

    name: str
    schema: dataclasses.InitVar[Schema]
    title: str = ""
    shows: list[str] = dataclasses.field(default_factory=list)
    then: list[tuple[str, dict]] = dataclasses.field(default_factory=list)
    phase: float | None = None
    spec: str = ""
    pictures: dict[str, str] = dataclasses.field(default_factory=dict)
    warnings: list[str] = dataclasses.field(default_factory=list)

    def __post_init__(self, schema: Schema):
        lines = (EXAMPLES / f"{self.name}.yaml").read_text().splitlines()
        comments = [line[1:].strip() for line in lines if line.startswith("#")]
        self.spec = "\n".join(line for line in lines if not line.startswith("#")) + "\n"
        for comment in comments:
            word, _, rest = comment.partition(": ")
            if word == "shows":
                self.shows += map(schema.path, rest.split())
            elif word == "then":
                method, _, parameters = rest.partition(" ")
                self.then.append((method, json.loads(parameters or "{}")))
            elif word == "phase":
                self.phase = float(rest)
            else:
                self.title = comment
        if not self.title or not self.shows:
            sys.exit(f"docs/charts/{self.name}.yaml: its first lines say `# A title` and `# shows: Object.key …`")

    def has(self, key: str) -> bool:
        """Whether its spec has a key of the first level."""
        return re.search(rf"^{key}:", self.spec, re.MULTILINE) is not None


class Service:
    """The program at work, asked over its standard streams."""

    def __init__(self, program: str):
        self.store = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [os.path.abspath(program), "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=EXAMPLES,
            env=os.environ | {"CHART_KERNEL_STORE": self.store.name},
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()
        self.store.cleanup()

    def call(self, method: str, **params) -> dict:
        request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(request), request))
        self.process.stdin.flush()
        while True:
            length = 0
            while (line := self.process.stdout.readline()) != b"\r\n":
                if not line:
                    raise RuntimeError("the program has ended")
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            answer = json.loads(self.process.stdout.read(length))
            if answer.get("id") == 1:
                if "error" in answer:
                    raise ValueError(describe(answer["error"]))
                return answer["result"]

    def draw(self, name: str, spec: str, then=(), phase: float | None = None, theme: str | None = None) -> tuple[str, list[str]]:
        """A picture of a spec after what happens to it, and what is warned of."""
        text = f"id: {name}\n{spec}"
        if not re.search(r"^size:", spec, re.MULTILINE):
            text += f"size: {{width: {WIDTH}, height: {HEIGHT}}}\n"
        if not re.search(r"^background:", spec, re.MULTILINE) and not re.search(r"^theme:", spec, re.MULTILINE):
            # Whatever page it is on.
            text += "background: transparent\n"
        made = self.call("chart/edit", text=text, chart=name, render=False)
        for method, params in then:
            self.call(method, chart=name, **params)
        options = {"theme": theme} if theme else {}
        if phase is not None:
            options["phase"] = phase
        drawn = self.call("chart/render", chart=name, **options)
        self.call("chart/delete", chart=name)
        return drawn["svg"], made.get("warnings", []) + (drawn.get("warnings") or [])


def describe(error: dict) -> str:
    return f"{error['message']} {json.dumps(error.get('data', {}), ensure_ascii=False)}"


def drawn_examples(program: str, schema: Schema) -> list[Example]:
    """All examples with their pictures."""
    examples = [Example(path.stem, schema) for path in sorted(EXAMPLES.glob("*.yaml"))]
    faults = []
    with Service(program) as service:
        for example in examples:
            for theme in THEMES:
                # A spec that names its theme looks the same everywhere.
                own = None if example.has("theme") else theme
                try:
                    picture, warnings = service.draw(example.name, example.spec, example.then, example.phase, own)
                except ValueError as error:
                    faults.append(f"docs/charts/{example.name}.yaml: {error}")
                    break
                example.pictures[theme] = picture.strip() + "\n"
                example.warnings = warnings
    if faults:
        sys.exit("\n".join(faults))
    return examples


def without_pictures() -> dict[str, str]:
    """The keys that no picture shows, with the reasons."""
    lines = (EXAMPLES / "without-pictures.txt").read_text().splitlines()
    pairs = [line.partition(":") for line in lines if line.strip() and not line.startswith("#")]
    return {key.strip(): reason.strip() for key, _, reason in pairs}


def missing(schema: Schema, examples: list[Example]) -> list[str]:
    """What is wrong with the examples, one fault a line, each with what mends it."""
    shown = {key: example for example in examples for key in example.shows}
    listed = {schema.path(path): reason for path, reason in without_pictures().items()}
    faults = []
    for path in schema.keys:
        if path not in shown and path not in listed:
            faults.append(f"{path} has no picture: write docs/charts/NAME.yaml with the line `# shows: {path}`, "
                          f"or say in docs/charts/without-pictures.txt why there is none")
        if path in shown and path in listed:
            faults.append(f"{path} has a picture, {shown[path].name}.yaml: take it out of docs/charts/without-pictures.txt")
    for path, example in shown.items():
        if path not in schema.keys:
            faults.append(f"docs/charts/{example.name}.yaml shows {path}, which is no key{near(path, schema)}")
    faults += [f"docs/charts/without-pictures.txt lists {path}, which is no key{near(path, schema)}"
               for path in listed if path not in schema.keys]
    titles = [example.title for example in examples]
    faults += [f"docs/charts/{each.name}.yaml: another one is called `{each.title}`" for each in examples if titles.count(each.title) > 1]
    faults += [f"docs/charts/{each.name}.yaml: warning: {warning}" for each in examples for warning in each.warnings]
    return faults


def near(path: str, schema: Schema) -> str:
    """A hint at those who name a key by another object."""
    name = path.partition(".")[2]
    others = [key.path for key in schema.keys.values() if key.name == name]
    return f": did you mean {' or '.join(others[:4])}?" if others else ""


# ── The page ─────────────────────────────────────────────────────────────────────────────────────────────────────────

HEAD = """# Charts: what a spec can say

<!-- Written by Scripts/make-reference.py from the program's JSON Schema and the examples in docs/charts. Don't edit it. -->

A spec is a few lines of YAML, or the same in JSON. `kind` says what is drawn; all else may be left out but for the data, and then is as
looks well. This is a whole one:

{smallest}

Give it to [`chart-kernel render`](../README.md#from-a-script), type it into [a notebook's cell](jupyter.md) or [an editor](editors.md); from
Python [each key is a keyword](python.md). Wrong keys are told with their place and what was probably meant, and
`chart-kernel schema` writes all of this as JSON Schema, for completion.

Every key below that changes a picture links to one. Pictures are {width} by {height} px; more of the same, with real data, is in
[the gallery](../examples/gallery).

[Kinds](#kinds) · [Every chart](#every-chart) · [Plots](#plots) · [Series](#every-series) · [Axes](#every-axis) · [Objects](#objects) ·
[Data](#data) · [Steps](#steps) · [Formulas](#formulas)

## Kinds
"""

FORMULAS = """## Formulas

A formula is a text over columns, of `filter`, `calculate` and `group`: `gross - budget`, `year >= 2000 and genre != "Drama"`,
`` round(`Gross Sales` / 1000, 1) ``, `if(missing(rain), 0, rain)`, `text(day, "yyyy-MM")`; in `group` also sums of rows, `sum(sales)`,
`mean(temp)`, `quantile(price, 0.9)`. It computes and compares, and does nothing else. [Data files](data.md#formulas) has all its
functions.
"""


class Page:
    """The reference as Markdown."""

    #: What is read from files, and what is done to it, stands at the end.
    LAST = {"Data": "## Data", Schema.STEPS: "## Steps"}

    def __init__(self, schema: Schema, examples: list[Example]):
        self.schema, self.examples = schema, examples
        self.shown: dict[str, list[Example]] = {}
        for example in examples:
            for key in example.shows:
                self.shown.setdefault(key, []).append(example)
        #: Each example stands with the first key that it shows.
        self.homes: dict[str, list[Example]] = {}
        for path in schema.keys:
            for example in self.shown.get(path, []):
                if example.shows[0] == path:
                    self.homes.setdefault(path.partition(".")[0], []).append(example)

    def text(self) -> str:
        smallest = next(example for example in self.examples if example.name == "kind-bar")
        lines = [HEAD.format(smallest=self.row(smallest, has_title=False), width=WIDTH, height=HEIGHT), *self.kinds()]
        kinds = self.schema.kinds.values()
        for kind, name in self.schema.kinds.items():
            lines += self.kind(kind, name)
        order = [name for name in self.schema.order() if self.has_section(name)]
        last = self.last(order)
        written = {*kinds, *last}
        for family in self.schema.families:
            lines += self.family(family)
            for name in order:
                if name in family.members and name not in written:
                    written.add(name)
                    lines += self.object(name)
        lines += ["## Objects\n", "What stands under a key, where that is more than a word or a number.\n"]
        for name in [*(name for name in order if name not in written), *last]:
            lines += self.object(name)
        lines.append(FORMULAS)
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"

    def is_series(self, name: str) -> bool:
        return any(name in family.members for family in self.schema.families if family.name in ("Series", "SeriesBy"))

    def has_section(self, name: str) -> bool:
        return bool(self.schema.keys_of(name)) or not self.is_series(name)

    def last(self, order: list[str]) -> list[str]:
        """The data and their steps: what steps alone refer to comes behind them."""
        steps = [name for key in self.schema.keys_of(Schema.STEPS) for name in references(key.schema)]
        return [*self.LAST, *(name for name in order if name in steps)]

    # Headings

    def title(self, owner: str) -> str:
        for kind, name in self.schema.kinds.items():
            if owner == name:
                return kind
        for family in self.schema.families:
            if owner == family.name:
                return family.title
        if owner in self.LAST:
            return self.LAST[owner].removeprefix("## ")
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", owner).capitalize()

    def link(self, owner: str, words: str | None = None) -> str:
        if owner in self.schema.definitions and not self.has_section(owner):
            # All that it has is described elsewhere.
            owner = next(family.name for family in self.schema.families if owner in family.members)
        return f"[{words or self.title(owner)}](#{anchor(self.title(owner))})"

    # Parts

    def kinds(self) -> list[str]:
        """A table of all kinds by their pictures."""
        cells = []
        for kind, name in self.schema.kinds.items():
            example = self.shown.get(f"{name}.kind", [None])[0]
            picture = self.picture(example, 200) if example else ""
            cells.append(f'<td align="center"><a href="#{kind}">{picture}<br><b>{kind}</b></a></td>')
        rows = [cells[index:index + 4] for index in range(0, len(cells), 4)]
        return ["<table>", *(f"<tr>\n{chr(10).join(row)}\n</tr>" for row in rows), "</table>\n"]

    def kind(self, kind: str, name: str) -> list[str]:
        lines = [f"### {kind}\n", self.schema.definitions[name].get("description", "") + "\n"]
        families = [family for family in self.schema.families if name in family.members]
        lines += [self.row(each) for each in self.shown.get(f"{name}.kind", [])[:1]]
        keys = [key for key in self.schema.keys_of(name) if key.name != "kind"]
        lines += self.table(keys)
        if families:
            lines.append("Besides: " + ", ".join(self.link(each.name, self.besides(each)) for each in families) + ".\n")
        first = set(map(id, self.shown.get(f"{name}.kind", [])[:1]))
        return lines + self.rows([each for each in self.homes.get(name, []) if id(each) not in first])

    @staticmethod
    def besides(family: Family) -> str:
        return {"Chart": "what every chart has", "Plot": "what plots have", "Spokes": "what charts with spokes have"}[family.name]

    def family(self, family: Family) -> list[str]:
        keys = self.schema.keys_of(family.name)
        if not keys:
            return []
        return [f"## {family.title}\n", family.words + "\n", *self.table(keys, family), *self.rows(self.homes.get(family.name, []))]

    def object(self, name: str) -> list[str]:
        schema = self.schema.definitions[name]
        keys = self.schema.keys_of(name)
        lines = [f"{self.LAST.get(name, '### ' + self.title(name))}\n", schema.get("description", "") + "\n"]
        if name == Schema.STEPS:
            lines.append("Steps are done in their order; each is an object with one key. [Data files](data.md#transforms) says more of each, "
                         "and what becomes of missing values.\n")
        places = [f"`{key.name}` of {self.link(key.owner)}" for key in self.schema.places.get(name, []) if key.owner != name]
        if places and not self.is_series(name):
            lines.append("Stands under " + ", ".join(dict.fromkeys(places)) + ".\n")
        for family in self.schema.families:
            if name in family.members and self.schema.keys_of(family.name):
                lines.append(f"Besides: all of {self.link(family.name, family.title.lower())}.\n")
        lines += self.table(keys)
        if not keys and "properties" not in schema:
            lines.append(f"It is {self.type(schema)}.\n")
        return lines + self.rows(self.homes.get(name, []))

    # Tables

    def table(self, keys: list[Key], family: Family | None = None) -> list[str]:
        if not keys:
            return []
        return ["| key | value | |", "|---|---|---|", *(self.line(key, family) for key in keys), ""]

    def line(self, key: Key, family: Family | None) -> str:
        notes = []
        if family:
            members = [family.members[name] for name in key.members if name in family.members]
            if len(members) < len(family.members):
                notes.append(f"Of {listed(members)}.")
        resolved = self.schema.definitions[named(key.schema)] if "$ref" in key.schema else key.schema
        words = key.schema.get("description") or resolved.get("description", "")
        words = "In px." if words == "px" else words
        notes.append(words if words.endswith((".", "?", "`")) else f"{words}.")
        value = self.type(key.schema)
        if key.path == "Series.type":
            value = " ".join(family.members.values())
            notes.append("Required where the kind is `combined`, and not needed elsewhere.")
        elif key.is_required:
            notes.append("Required.")
        elif (default := key.schema.get("default")) not in (None, ""):
            notes.append(f"`{flow(default)}` if not given.")
        pictures = self.shown.get(key.path, [])
        name = f"[`{key.name}`](#{anchor(pictures[0].title)})" if pictures else f"`{key.name}`"
        others = "".join(f", [{number}](#{anchor(each.title)})" for number, each in enumerate(pictures[1:], 2))
        return row(name + others, value, " ".join(filter(None, notes)))

    def type(self, schema: dict) -> str:
        """A schema in a few words, with links to what has a name."""
        if "$ref" in schema:
            return self.link(named(schema))
        if choices := alternatives(schema):
            words = list(dict.fromkeys(self.type(each) for each in choices))
            for count in range(1, len(words)):
                if words[0] == "list of " + " or ".join(words[1:1 + count]):
                    words[1:1 + count] = ["one alone"]
                    break
            return " or ".join(words)
        if "const" in schema:
            return f"`{flow(schema['const'])}`"
        if "enum" in schema:
            return " ".join(f"`{flow(each)}`" for each in schema["enum"] if each is not None)
        kinds = schema.get("type", "anything")
        kinds = [each for each in (kinds if isinstance(kinds, list) else [kinds]) if each != "null"]
        return " or ".join(self.word(each, schema) for each in kinds)

    def word(self, kind: str, schema: dict) -> str:
        if kind == "array":
            items = schema.get("items")
            return "list of " + re.sub(r"\b(number|text|colour)\b", r"\1s", self.type(items)) if items else "list"
        if kind == "object":
            values = schema.get("additionalProperties")
            if not isinstance(values, dict):
                return "object"
            words = self.type(values)
            return "names, each with " + (f"a {words}" if words.startswith(("number", "list", "text", "whole")) else words)
        if kind == "string":
            return "colour" if schema.get("format") == "color" else "text with `{…}`" if schema.get("pattern") == "\\{" else "text"
        if kind == "boolean":
            return "`true` or `false`"
        return {"integer": "whole number"}.get(kind, kind) + bounds(schema)

    # Examples

    def rows(self, examples: list[Example]) -> list[str]:
        return [self.row(each) for each in examples]

    def row(self, example: Example, has_title: bool = True) -> str:
        """A picture beside the lines that draw it."""
        title = f"#### {example.title}\n\n" if has_title else ""
        after = "".join(f"\n\nThen `{method}` {flow(params)}" for method, params in example.then)
        if example.phase is not None:
            after += f"\n\nAt {round(100 * example.phase)} % of its way."
        return (
            f'<table><tr><td width="{WIDTH + 20}">\n\n{self.picture(example)}\n\n</td><td width="{CODE_WIDTH}">\n\n'
            f"{title}```yaml\n{example.spec.strip()}\n```{after}\n\n</td></tr></table>\n"
        )

    @staticmethod
    def picture(example: Example, width: int | None = None) -> str:
        size = f' width="{width}"' if width else ""
        return (
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="charts/{example.name}-dark.svg">'
            f'<img alt="{example.title.replace("`", "")}" src="charts/{example.name}-light.svg"{size}></picture>'
        )


def alternatives(schema: dict) -> list[dict]:
    """What a value may be in several ways, each of which is one alone."""
    choices = [part for each in schema.get("oneOf") or schema.get("anyOf") or [] for part in alternatives(each) or [each]]
    return [each for each in choices if each != {"type": "null"}]


def anchor(title: str) -> str:
    """As GitHub makes them of headings."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def bounds(schema: dict) -> str:
    """What a number may be."""
    words = []
    for key, word in (("minimum", "from"), ("exclusiveMinimum", "above"), ("maximum", "to"), ("exclusiveMaximum", "to below")):
        if key in schema and abs(schema[key]) < 1e15:
            words.append(f" {word} {schema[key]:,}")
    return "".join(words)


def flow(value) -> str:
    """A value as YAML has it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z][\w -]*", value):
        return value
    return json.dumps(value, ensure_ascii=False)


def listed(words: list[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def row(*texts: str) -> str:
    return "| " + " | ".join(re.sub(r"\s*\n\s*", " ", text).replace("|", "\\|") for text in texts) + " |"


# ── All of it ────────────────────────────────────────────────────────────────────────────────────────────────────────


def written(program: str) -> tuple[dict[str, str], list[str]]:
    """The files by their paths below docs, and what is wrong."""
    schema = Schema(program)
    examples = drawn_examples(program, schema)
    files = {"charts.md": Page(schema, examples).text()}
    for example in examples:
        files |= {f"charts/{example.name}-{theme}.svg": picture for theme, picture in example.pictures.items()}
    return files, missing(schema, examples)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/release/chart-kernel")
    directory = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs"
    files, faults = written(program)
    pictures = directory / "charts"
    pictures.mkdir(parents=True, exist_ok=True)
    for path in pictures.glob("*.svg"):
        if f"charts/{path.name}" not in files:
            path.unlink()
    for name, text in files.items():
        (directory / name).write_text(text)
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
