"""The JSON Schema of specs accepts what the kernel accepts and refuses what it refuses, by an independent validator."""

import json
import subprocess

import jsonschema
import pytest

from clients import RPCError, Stdio, program

SLICE = {"label": "A", "value": 1}


def pie(**options):
    return {"kind": "pie", "slices": [SLICE]} | options


GOOD = [
    {"kind": "pie"}, pie(), pie(id="a", title="T", description="D", theme="dark", background="transparent"),
    pie(size={"width": 1, "height": 20000}), pie(palette=["red", "#123"]), pie(legend="right"), pie(legend={"position": "top", "fontSize": 4}),
    pie(animation="sweep"), pie(animation={"kind": "wipe", "duration": 0.1, "easing": "backOut", "autoplay": True}),
    pie(format={"locale": "de", "decimals": 0, "percentDecimals": 6}), pie(startAngle=-1e300), pie(radius=0), pie(radius="40%"),
    pie(radius="12.5 %"), pie(hole=0), pie(hole=0.999), pie(sweep=360), pie(sweep=1e-9), pie(gap=100), pie(cornerRadius=0.5),
    pie(stroke={"color": "navy", "width": 0}), pie(selection={"scale": 2}), pie(rotation={"enabled": False, "threshold": 0, "deceleration": 1}),
    pie(labels="none"), pie(labels={"position": "inside", "text": "", "margin": 0, "fontSize": 100}), pie(center="x"),
    pie(center={"text": "a", "selected": "b"}), pie(slices=[{"children": [{"value": 0}, {"children": [SLICE]}]}]),
    {"kind": "pie", "slices": []}, pie(title=None), pie(size=None), pie(radius=None), pie(rotation={"enabled": None}),
]  # fmt: skip

BAD = [
    None, [], "pie", 3, {}, {"kind": "pi"}, {"kind": None}, {"kind": ["pie"]}, pie(slice=[]), pie(slices=3), pie(slices=[3]), pie(slices=[{"value": "1"}]),
    pie(slices=[{"value": -1}]), pie(slices=[SLICE | {"lable": 1}]), pie(slices=[{"children": [{"value": -1}]}]), pie(title=True),
    pie(id=""), pie(theme="blue"), pie(size={"width": 10}), pie(size={"width": 0, "height": 1}), pie(size={"width": 1, "height": 20001}),
    pie(size=[1, 2]), pie(legend="middle"), pie(legend=3), pie(legend={"position": "right", "size": 3}), pie(animation="jump"),
    pie(animation={"duration": 0}), pie(animation={"easing": "wobble"}), pie(format={"decimals": 16}), pie(format={"decimals": 1.5}),
    pie(format={"locale": "d"}), pie(startAngle="270"), pie(radius=-1), pie(radius="40"), pie(radius="%"), pie(radius="..%"), pie(radius=True), pie(hole=1),
    pie(hole=-0.1), pie(sweep=0), pie(sweep=361), pie(gap=-1), pie(gap=101), pie(cornerRadius=1001), pie(stroke={"width": -1}), pie(stroke="red"),
    pie(selection={"scale": 0.9}), pie(rotation={"deceleration": 0}), pie(rotation={"inertia": 1}), pie(labels="outside"),
    pie(labels={"fontSize": 3}), pie(center=3), pie(palette="red"), pie(palette=[3]), pie(slices=[SLICE] * 10001),
]  # fmt: skip


@pytest.fixture(scope="module")
def validator():
    done = subprocess.run([program(), "schema"], capture_output=True, timeout=20, check=True)
    schema = json.loads(done.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture(scope="module")
def kernel():
    with Stdio() as kernel:
        yield kernel


def accepts(kernel, spec):
    try:
        kernel.call("chart/create", chart="schema", spec=spec, render=False)
        return True
    except RPCError as error:
        assert error.code == -32602, error
        assert error.data["path"].startswith("spec") and error.data["reason"]
        return False


@pytest.mark.parametrize("spec", GOOD, ids=lambda spec: json.dumps(spec)[:60])
def test_good(validator, kernel, spec):
    assert list(validator.iter_errors(spec)) == []
    assert accepts(kernel, spec)


@pytest.mark.parametrize("spec", BAD, ids=lambda spec: json.dumps(spec)[:60])
def test_bad(validator, kernel, spec):
    assert not validator.is_valid(spec)
    assert not accepts(kernel, spec)


def test_it_documents_every_property(validator):
    for name, definition in validator.schema["$defs"].items():
        assert definition.get("description"), name
        for key, value in definition.get("properties", {}).items():
            assert value.get("description"), f"{name}.{key}"
