"""The examples of docs/charts: what each shows, its pictures, and what has none."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from .schema import Schema

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "docs/charts"
THEMES = ("light", "dark")
WIDTH, HEIGHT = 280, 180


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
