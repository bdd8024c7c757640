#!/usr/bin/env python3
"""Tests the tests: changes one operator, constant or condition of the sources at a time, runs the Swift tests that reach
it, and tells which changes no test finds.

    mutate [--seed 1] [--count 330] [--path Sources/…] [--again | --only-run] [--share 1/2]

All mutants are in one debug build of a copy in .build/mutate, each behind its number; MUTANT=17 chooses one. A mutant is
found if a test fails, the process dies, or ten times the usual time is over. Those that change nothing that anybody could
see are in equal.json, with the reason, by the text of their line, so that they stay known when lines move.

--again takes the tests as they are now and tries the mutants of the last run that were not found; --only-run goes on with
a run that was interrupted; --share 1/2 does the first half of what is left, for two at once; --limit 25 ends after so
many, and --patience 30 gives a mutant no more tests than take 30 s without it. After a change of the sources --again does
not do: begin anew. Fails if fewer than 95 % of
the mutants are found. Linux only: elsewhere the built tests are no program that can be run.
"""

from __future__ import annotations

import argparse
import collections
import json
import math
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import suites as testing  # noqa: E402
import tree  # noqa: E402
from sites import Site  # noqa: E402

# What is mutated: of each module these paths, and the test targets that are asked first.
MODULES = {
    "ChartEngine": (["Sources/ChartEngine/"], ["ChartEngineTests", "ChartSVGTests"]),
    "ChartService": (["Sources/ChartService/"], ["ChartServiceTests"]),
    "JSONRPC": (["Sources/JSONRPC/"], ["JSONRPCTests"]),
    "JupyterKernel": (["Sources/JupyterKernel/Wire/"], ["JupyterKernelTests"]),
    "RPCStdio": (["Sources/RPCStdio/"], ["RPCStdioTests"]),
    "RPCServer": (["Sources/RPCServer/"], ["RPCServerTests"]),
    "Journal": (["Sources/Journal/"], ["JournalTests"]),
}
# Generated: a table of numbers.
SKIPPED = ["FontMetrics+Data.swift"]
GOAL = 0.95
# So many more are drawn, since some don't compile.
SPARE = 1.08

STATE = tree.WORK / "state.json"
RESULTS = tree.WORK / "results.jsonl"


def prepare(seed: int, count: int, part: str) -> None:
    modules = {name: ([part] if part else paths, own) for name, (paths, own) in MODULES.items() if is_part(name, part)}
    names = list(modules)
    step("Copying and building what is to be mutated")
    tree.WORK.mkdir(parents=True, exist_ok=True)
    tree.copy()
    for name in names:
        if said := tree.swift_build("--target", name):
            raise SystemExit(said[-3000:])
    sites = tree.candidates({name: paths for name, (paths, _) in modules.items()}, SKIPPED)
    drawn = draw(sites, seed, int(count * SPARE))
    step(f"Building {len(drawn)} mutants of {len(sites)}, drawn with seed {seed}")
    built = tree.build_mutants(names, dict(enumerate(drawn, 1)))
    # The first of those that compile, so that what is drawn does not depend on what is left out.
    chosen = dict(list(built.items())[:count])
    RESULTS.unlink(missing_ok=True)
    measure(seed, chosen, len(drawn))


def is_part(name: str, part: str) -> bool:
    """Whether a module is there and has to do with the part that was asked for: a path, or "" for all."""
    paths = MODULES[name][0]
    return (tree.ROOT / "Sources" / name).is_dir() and any(
        part.startswith(path) or path.startswith(part) for path in paths)


def draw(sites: list[Site], seed: int, count: int) -> list[Site]:
    """At random, of each module as many as the root of its size says: else four of five were the engine's."""
    modules: dict[str, list[Site]] = {}
    for site in sites:
        modules.setdefault(site.file.split("/")[1], []).append(site)
    roots = {name: math.sqrt(len(found)) for name, found in modules.items()}
    source, drawn = random.Random(seed), []
    for name, found in modules.items():
        share = math.ceil(count * roots[name] / sum(roots.values()))
        drawn += source.sample(found, min(len(found), share))
    source.shuffle(drawn)
    return drawn


def measure(seed: int, sites: dict[int, Site], numbers: int) -> None:
    step("Running each suite by itself, without a mutant: its time, and the mutants it reaches")
    measured = testing.measure(testing.listed(), numbers)
    STATE.write_text(json.dumps({
        "seed": seed, "numbers": numbers, "sites": {number: site.to_json() for number, site in sites.items()},
        "suites": [[suite.name, suite.seconds, sorted(suite.reached)] for suite in measured],
    }))


def load() -> tuple[dict, dict[int, Site], list[testing.Suite]]:
    state = json.loads(STATE.read_text())
    sites = {int(number): Site.from_json(value) for number, value in state["sites"].items()}
    return state, sites, [testing.Suite(name, seconds, set(reached)) for name, seconds, reached in state["suites"]]


def results() -> dict[int, str]:
    """What was seen of each mutant that was tried, "" for none; the last word counts."""
    if not RESULTS.is_file():
        return {}
    return {line["mutant"]: line["seen"] for line in map(json.loads, RESULTS.read_text().splitlines())}


def try_mutants(share: tuple[int, int], limit: int, patience: float) -> None:
    _, sites, suites = load()
    step("Trying mutants")
    left = [number for number in sites if number not in results() and number % share[1] == share[0] - 1]
    for done, number in enumerate(left[:limit], 1):
        site = sites[number]
        own = next(targets for paths, targets in MODULES.values() if any(site.file.startswith(path) for path in paths))
        seen = testing.find(number, suites, own, patience)
        with RESULTS.open("a") as file:
            file.write(json.dumps({"mutant": number, "seen": seen}, ensure_ascii=False) + "\n")
        print(f"{done}/{len(left)}  {'found' if seen else 'NOT FOUND'}  {number}  {told(site)}", flush=True)


def equal() -> set[tuple[str, str, str]]:
    entries = json.loads((Path(__file__).parent / "equal.json").read_text())
    return {(entry["file"], entry["line"], entry["becomes"]) for entry in entries}


def report() -> bool:
    state, sites, suites = load()
    seen, known = results(), equal()
    reached = set().union(*(suite.reached for suite in suites))
    counts = collections.Counter()
    survivors = []
    for number, site in sites.items():
        module = site.file.split("/")[1]
        if number not in seen:
            outcome = "not tried"
        elif seen[number]:
            outcome = "found"
        elif (site.file, site.code, site.becomes) in known:
            outcome = "equal in effect"
        else:
            outcome = "not found"
            survivors.append((number, site))
        counts[module, outcome] += 1
        counts["all", outcome] += 1
    for number, site in survivors:
        print(f"{number}{'' if number in reached else ' (reached by no test)'}  {told(site)}\n      {site.code}")
    outcomes = ["found", "equal in effect", "not found", "not tried"]
    for module in sorted({module for module, _ in counts}, key=lambda name: (name == "all", name)):
        print(f"{module:14} " + ", ".join(f"{counts[module, outcome]} {outcome}" for outcome in outcomes))
    tried = len(sites) - counts["all", "not tried"] - counts["all", "equal in effect"]
    share = counts["all", "found"] / tried if tried else 0
    print(f"Seed {state['seed']}: {share:.1%} of {tried} mutants found that change what can be seen.")
    return share >= GOAL and not counts["all", "not tried"]


def told(site: Site) -> str:
    return f"{tree.place(site)}: {site.was} → {site.becomes}"


def again() -> None:
    """Builds the tests as they are now, for the same mutants, and forgets that some were not found."""
    state, sites, _ = load()
    tree.copy("Tests")
    if said := tree.swift_build("--build-tests", "--disable-xctest"):
        raise SystemExit(said[-3000:])
    kept = [json.dumps({"mutant": number, "seen": seen}, ensure_ascii=False) + "\n"
            for number, seen in results().items() if seen]
    RESULTS.write_text("".join(kept))
    measure(state["seed"], sites, state["numbers"])


def step(text: str) -> None:
    print(f"==> {text}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutate", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=330)
    parser.add_argument("--path", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--only-prepare", action="store_true")
    parser.add_argument("--only-run", action="store_true")
    parser.add_argument("--only-report", action="store_true")
    parser.add_argument("--share", default="1/1")
    parser.add_argument("--limit", type=int, default=1_000_000)
    parser.add_argument("--patience", type=float, default=math.inf)
    options = parser.parse_args()
    first, of = map(int, options.share.split("/"))
    if options.again:
        again()
    elif not options.only_run and not options.only_report:
        prepare(options.seed, options.count, options.path)
    if not options.only_report and not options.only_prepare:
        try_mutants((first, of), options.limit, options.patience)
    return 0 if options.only_prepare or report() else 1


if __name__ == "__main__":
    sys.exit(main())
