"""The reference of specs, docs/charts.md: it is up to date, each key has a picture or a reason, and pictures show what they say."""

import copy
import json
import re
import subprocess
import sys

import jsonschema
import pytest
import yaml

from clients import ROOT, program

sys.path.insert(0, str(ROOT / "Scripts"))

from reference import examples as reference  # noqa: E402
from reference.page import anchor  # noqa: E402
from reference.schema import Schema, named as name_of  # noqa: E402

EXAMPLES = sorted(path.stem for path in (ROOT / "docs/charts").glob("*.yaml"))


class Loader(yaml.SafeLoader):
    """Reads dates as the texts that they are written as."""


Loader.yaml_implicit_resolvers = {
    letter: [each for each in resolvers if each[0] != "tag:yaml.org,2002:timestamp"]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@pytest.fixture(scope="module")
def schema():
    return Schema(program())


@pytest.fixture(scope="module")
def service():
    with reference.Service(program()) as service:
        yield service


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The reference, made anew, and what its maker complains of."""
    directory = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, ROOT / "Scripts/make-reference.py", program(), directory], capture_output=True, text=True, timeout=120
    )
    return directory, done.stderr.splitlines()


def test_every_key_has_a_picture_or_a_reason_and_nothing_is_warned_of(made):
    _, faults = made
    assert faults == []


def test_the_reference_is_up_to_date(made):
    directory, _ = made

    def files(folder):
        return {path.relative_to(folder).as_posix(): path.read_text() for path in [folder / "charts.md", *folder.glob("charts/*.svg")]}

    new, old = files(directory), files(ROOT / "docs")
    behind = sorted({name for name in new | old if new.get(name) != old.get(name)})
    assert behind == [], "run `make reference`"


def test_the_reference_is_small():
    assert sum(path.stat().st_size for path in (ROOT / "docs/charts").rglob("*.*")) < 2_000_000
    # GitHub shows no more of a page.
    assert (ROOT / "docs/charts.md").stat().st_size < 500_000


def test_every_key_and_every_picture_is_on_the_page(schema):
    text = (ROOT / "docs/charts.md").read_text()
    for key in schema.keys.values():
        if key.name != "kind":
            assert f"`{key.name}`" in text, key.path
    named = set(re.findall(r'(?:src|srcset)="charts/([^"]+)"', text))
    assert named == {f"{name}-{theme}.svg" for name in EXAMPLES for theme in reference.THEMES}


# ── What the examples show ───────────────────────────────────────────────────────────────────────────────────────────


def found(schema, part, value):
    """Each key of a spec as the reference calls it, with the object that has it."""
    if "$ref" in part:
        name = name_of(part)
        properties = schema.properties(name)
        if not properties:
            # One of several, as the charts of a layout are.
            yield from found(schema, schema.definitions[name], value)
        elif isinstance(value, dict):
            for key, each in value.items():
                if key in properties:
                    yield schema.owners[name, key] + "." + key, value, key
                    yield from found(schema, properties[key], each)
    elif choices := part.get("anyOf") or part.get("oneOf"):
        fitting = [each for each in choices if fits(schema, each, value)]
        if fitting:
            yield from found(schema, fitting[0], value)
    elif isinstance(value, list) and isinstance(part.get("items"), dict):
        for each in value:
            yield from found(schema, part["items"], each)
    elif isinstance(value, dict) and isinstance(part.get("additionalProperties"), dict):
        for each in value.values():
            yield from found(schema, part["additionalProperties"], each)


def fits(schema, part, value):
    """Whether a value may be what a part of the schema describes, as far as that is told by its keys."""
    if "$ref" in part:
        name = name_of(part)
        properties = schema.properties(name)
        return isinstance(value, dict) and value.keys() <= properties.keys() and all(
            properties[key]["const"] == value[key] for key in value if "const" in properties[key]
        ) and all(key in value for key in schema.definitions[name].get("required", []))
    if choices := part.get("anyOf") or part.get("oneOf"):
        return any(fits(schema, each, value) for each in choices)
    kinds = part.get("type", [])
    kind = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else "scalar"
    return kind in kinds if kind != "scalar" else not set(kinds) & {"object", "array"}


def keys_of(schema, spec):
    name = schema.kinds[spec["kind"]]
    return list(found(schema, {"$ref": f"#/$defs/{name}"}, spec))


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_show_what_they_say(schema, service, name):
    """Each key that an example shows is in it, and the picture is another one without it."""
    example = reference.Example(name, schema)
    spec = yaml.load(example.spec, Loader)
    there = keys_of(schema, spec)
    theme = None if example.has("theme") else "light"
    picture, _ = service.draw(name, example.spec, example.then, example.phase, theme)
    for path in example.shows:
        assert path in [each for each, _, _ in there], f"{path} is not in docs/charts/{name}.yaml"
        if path.endswith((".kind", ".type")):
            continue
        without = copy.deepcopy(spec)
        for each, holder, key in keys_of(schema, without):
            if each == path:
                holder.pop(key, None)
        # A spec that is none without the key needs it.
        try:
            other, _ = service.draw(name, block(without), example.then, example.phase, theme)
        except ValueError:
            continue
        assert other != picture, f"{path} changes nothing in docs/charts/{name}.yaml"


def test_examples_are_specs_by_the_schema():
    done = subprocess.run([program(), "schema"], capture_output=True, check=True, timeout=60)
    validator = jsonschema.Draft202012Validator(json.loads(done.stdout))
    for name in EXAMPLES:
        spec = yaml.load((ROOT / f"docs/charts/{name}.yaml").read_text(), Loader)
        assert [error.message for error in validator.iter_errors(spec)] == [], name


def block(spec):
    """A spec as the reference's examples are written: one key a line."""
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in spec.items())


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_short(name):
    lines = (ROOT / f"docs/charts/{name}.yaml").read_text().splitlines()
    assert len(lines) <= 24 and max(len(line) for line in lines if not line.startswith("#")) <= 100
    assert not [line for line in lines if line.startswith("id:")]


# ── What is told of what is missing ──────────────────────────────────────────────────────────────────────────────────


def test_what_is_missing_is_told(schema, monkeypatch):
    examples = [reference.Example(name, schema) for name in EXAMPLES]
    assert reference.missing(schema, examples) == []
    without = [example for example in examples if "ValueAxis.step" not in example.shows]
    (fault,) = reference.missing(schema, without)
    assert "ValueAxis.step has no picture" in fault and "# shows: ValueAxis.step" in fault
    wrong = copy.deepcopy(examples)
    wrong[0].shows.append("Stairs.step")
    (fault,) = reference.missing(schema, wrong)
    assert f"docs/charts/{wrong[0].name}.yaml shows Stairs.step, which is no key" in fault and "ValueAxis.step" in fault
    reasons = reference.without_pictures()
    monkeypatch.setattr(reference, "without_pictures", lambda: reasons | {"ValueAxis.step": "", "Stairs.step": ""})
    several, unknown = reference.missing(schema, examples)
    assert "ValueAxis.step has a picture" in several and "lists Stairs.step" in unknown


def test_reasons_are_given():
    assert all(reference.without_pictures().values())


def test_headings_are_told_apart():
    """Links lead to the first of those that are called alike."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", (ROOT / "docs/charts.md").read_text(), flags=re.M | re.S), re.MULTILINE)
    anchors = [anchor(heading) for heading in headings]
    assert sorted({each for each in anchors if anchors.count(each) > 1}) == []
