"""The copy of the project that is mutated and built, below .build/mutate, so that nothing of this is in the project."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from sites import Finder, Site
from source import mutated

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build" / "mutate"
TREE = WORK / "tree"
BUILT = TREE / ".build" / "debug"
TESTS = BUILT / "chart-kernelPackageTests.xctest"

# What the frontend needs of SwiftPM's arguments to see the types: these, and those that take a value.
FLAGS = re.compile(r"-D.*|-enable-testing|-parse-as-library")
WITH_VALUE = {
    "-module-name", "-I", "-target", "-module-cache-path", "-swift-version", "-enable-upcoming-feature",
    "-package-name", "-Xcc", "-sdk",
}
ERROR = re.compile(r"^(/[^:\n]+\.swift):(\d+):\d+: error: (.*)$", re.MULTILINE)


def copy(below: str = "") -> None:
    """Makes the tree what the project is; unchanged files keep their time, so that what was built stays."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", below or "."],
        cwd=ROOT, check=True, capture_output=True)
    names = {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    if not below and (ROOT / "Package.resolved").is_file():
        names.add("Package.resolved")
    for name in names:
        write(TREE / name, (ROOT / name).read_bytes(), (ROOT / name).stat().st_mode)
    for folder in ("Sources", "Tests"):
        for path in (TREE / folder).rglob("*"):
            name = path.relative_to(TREE).as_posix()
            if path.is_file() and name.startswith(below) and name not in names:
                path.unlink()


def write(path: Path, content: bytes, mode: int = 0o644) -> None:
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(mode)


def swift_build(*arguments: str) -> str:
    """Builds and returns what the compiler said of errors, "" if there were none."""
    run = subprocess.run(
        ["swift", "build", *arguments], cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    (WORK / "build.log").write_text(run.stdout)
    return "" if run.returncode == 0 else run.stdout


# MARK: - Candidates

def candidates(modules: dict[str, list[str]], skipped: list[str]) -> list[Site]:
    """All sites of the paths of each module, in the order of the sources."""
    found = []
    for module, paths in modules.items():
        arguments, sources = frontend(module)
        asts = WORK / "ast" / module
        asts.mkdir(parents=True, exist_ok=True)
        command = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json", *arguments]
        outputs = {source: asts / f"{number}.json" for number, source in enumerate(sources)}
        for source, output in outputs.items():
            command += ["-primary-file", source, "-o", str(output)]
        subprocess.run(command, cwd=TREE, check=True)
        for source, output in outputs.items():
            name = Path(source).relative_to(TREE).as_posix() if source.startswith(str(TREE)) else ""
            if any(name.startswith(path) for path in paths) and not any(part in name for part in skipped):
                finder = Finder(name, Path(source).read_bytes())
                finder.visit(json.loads(output.read_bytes()))
                found += finder.sites.values()
    return sorted(found, key=lambda site: (site.file, site.start, site.end, site.becomes))


def frontend(module: str) -> tuple[list[str], list[str]]:
    """A module's arguments and sources, as SwiftPM's plan of the build has them."""
    plan = (TREE / ".build" / "debug.yaml").read_text()
    command = plan[plan.index(f'"C.{module}-'):]
    listed = json.loads(re.search(r"args: (\[.*\])", command)[1])
    arguments, item = [], iter(listed)
    for argument in item:
        if FLAGS.fullmatch(argument):
            arguments.append(argument)
        elif argument in WITH_VALUE:
            arguments += [argument, next(item)]
    inputs = json.loads(re.search(r"inputs: (\[.*\])", command)[1])
    return arguments, [path for path in inputs if path.endswith(".swift")]


# MARK: - Mutants

def build_mutants(modules: list[str], sites: dict[int, Site]) -> dict[int, Site]:
    """Builds the tests with these mutants, without those that don't compile, and returns those that are in."""
    sites = dict(sites)
    while True:
        mutate(modules, sites)
        said = swift_build("--build-tests", "--disable-xctest")
        if not said:
            return sites
        faulty = blamed(said, sites)
        if not faulty:
            raise SystemExit(f"The mutated tests did not build; {WORK / 'build.log'} says why:\n{said[-3000:]}")
        for number in faulty:
            print(f"  does not compile: {place(sites[number])}: {sites[number].was} → {sites[number].becomes}")
            del sites[number]


def mutate(modules: list[str], sites: dict[int, Site]) -> None:
    files = {}
    for number, site in sites.items():
        files.setdefault(site.file, []).append((number, site))
    for path in sorted((TREE / "Sources").rglob("*.swift")):
        name = path.relative_to(TREE).as_posix()
        if (ROOT / name).is_file():
            source = (ROOT / name).read_bytes()
            write(path, mutated(source, files[name]) if name in files else source)
    write(TREE / "Sources/Mutants/Mutants.swift", (Path(__file__).parent / "Mutants.swift").read_bytes())
    package = (ROOT / "Package.swift").read_text() + f"""
package.targets.append(.target(name: "Mutants", swiftSettings: [.unsafeFlags(["-O"])]))
for target in package.targets where {json.dumps(modules)}.contains(target.name) {{
  target.dependencies.append("Mutants")
}}
"""
    write(TREE / "Package.swift", package.encode())


def blamed(said: str, sites: dict[int, Site]) -> set[int]:
    """The mutants that an error is about: those on its line, or else the nearest of its file."""
    faulty = set()
    for path, line, _ in set(ERROR.findall(said)):
        if not path.startswith(str(TREE)):
            continue
        name, line = Path(path).relative_to(TREE).as_posix(), int(line) - 1
        there = {number: site for number, site in sites.items() if site.file == name}
        on_line = {number for number, site in there.items() if site.line <= line <= site.last_line}
        if not on_line and there:
            on_line = {min(there, key=lambda number: abs(there[number].line - line))}
        faulty |= on_line
    return faulty


def place(site: Site) -> str:
    return f"{site.file}:{site.line}"
