#!/usr/bin/env python3
"""Shows that each target of Tests/Fuzzing can fail: `make fuzz-planted`.

In a copy of the project each parser gets a fault; the fuzzer is built of it once, and each target has to find its own. What is
found in the copy is no finding of the project's.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TREE = ROOT / ".build" / "planted"

# For each target the file, what is in it once, and what is put in its place.
FAULTS = {
    "json": ("Sources/JSONModel/JSON+Writing.swift", 'case 0x0D: output.append(UInt8(ascii: "r"))',
             'case 0x0D: output.append(UInt8(ascii: "n"))'),
    "yaml": ("Sources/YAMLText/SourceText.swift", "column: offset - lineStarts[line] + 1)", "column: offset - lineStarts[line])"),
    "csv": ("Sources/ChartData/Delimited/UTF16Source.swift", "rest.append(contentsOf: scalar.utf8.reversed())",
            "rest.append(contentsOf: scalar.utf8)"),
    "wire": ("Sources/JupyterKernel/Wire/MessageReader.swift", "!history.withLock({ $0.record(digest) })",
             "!history.withLock({ $0.record(digest) || true })"),
    "router": ("Sources/RPCServer/RouterClients.swift", "guard identity.first != 0 || identity.count == 5 else { return }",
               "guard identity.first != 0 || message.parts.count < 5 else { fatalError() }"),
    "stdio": ("Sources/RPCStdio/ContentLengthFramer.swift", "guard buffer.count - start >= length else { return nil }",
              "guard buffer.count - start >= min(length, 20) else { return nil }"),
    "path": ("Sources/ChartModel/Geometry/PathDataParser.swift",
             "guard max(abs(point.x), abs(point.y)) <= PathData.reach else {",
             "guard abs(point.x) <= PathData.reach else {"),
    "date": ("Sources/ChartData/Columns/DatePattern.swift", '(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)', "$0 == 0"),
    "formula": ("Sources/ChartTransforms/Formulas/FormulaCompiler.swift", "case .over: each(one, other, Ratio.self)",
                "case .over: each(one, other) { $0 / $1 }"),
    "store": ("Sources/Journal/Records/JournalReader.swift",
              "guard bytes.number(at: offset + 4) == checksum else { return nil }",
              "guard bytes.number(at: offset + 4) == checksum || place.number > 1 else { return nil }"),
}


def plant() -> None:
    """Makes the copy, with all faults in it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    names = [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]
    if (ROOT / "Package.resolved").is_file():
        names.append("Package.resolved")
    contents = {name: (ROOT / name).read_bytes() for name in names}
    for target, (name, line, fault) in FAULTS.items():
        found = contents[name].count(line.encode())
        if found != 1:
            sys.exit(f"{name} has {found} times what the fault for {target} takes the place of: {line}")
        contents[name] = contents[name].replace(line.encode(), fault.encode())
    for name, content in contents.items():
        path = TREE / name
        # Unchanged files keep their time, so that what was built stays.
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod((ROOT / name).stat().st_mode)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=120, help="how long each target may look")
    parser.add_argument("flags", nargs="*", help="of `swift build`")
    arguments = parser.parse_args()
    plant()
    subprocess.run(
        ["swift", "build", *arguments.flags, "--scratch-path", ".build/fuzzing", "--product", "fuzzer"], cwd=TREE, check=True,
        env=os.environ | {"CHART_KERNEL_FUZZ": "1"})
    blind = []
    for target in FAULTS:
        run = subprocess.run(
            ["Scripts/fuzz-target.sh", ".build/fuzzing/release/fuzzer", target, str(arguments.seconds)], cwd=TREE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        said = [line for line in run.stdout.splitlines() if line.startswith(("not so:", "Fatal error", "==")) or "Fatal" in line]
        print(f"{target:8} {'found: ' + said[0][:120] if run.returncode and said else 'NOTHING FOUND'}", flush=True)
        if not run.returncode or not said:
            blind.append(target)
    return 1 if blind else 0


if __name__ == "__main__":
    sys.exit(main())
