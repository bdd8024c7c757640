"""What the program's JSON Schema says of specs: kinds, objects, and who describes a key that several have."""

import dataclasses
import functools
import json
import subprocess


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
