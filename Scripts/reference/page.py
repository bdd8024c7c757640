"""The reference as Markdown."""

import json
import re

from .examples import HEIGHT, WIDTH, Example
from .schema import Family, Key, Schema, named, references

CODE_WIDTH = 540

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
            return "list of " + re.sub(r"\b(number|text|colour|column|formula)\b", r"\1s", self.type(items)) if items else "list"
        if kind == "object":
            values = schema.get("additionalProperties")
            if not isinstance(values, dict):
                return "object"
            words = self.type(values)
            return "names, each with " + (f"a {words}" if words.startswith(("number", "list", "text", "whole", "formula")) else words)
        if kind == "string":
            words = {"color": "colour", "column": "column", "sort-column": "column", "formula": "formula"}
            return words.get(schema.get("format")) or ("text with `{…}`" if schema.get("pattern") == "\\{" else "text")
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
