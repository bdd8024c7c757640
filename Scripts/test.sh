#!/usr/bin/env bash
# Runs every test: the Swift ones in debug and in release, then the real clients. Called by `make test`, which has
# built the release, made .venv and installed the kernel into it. All are run even when one fails; the last line says
# how many passed and failed, and build/tests/counts keeps it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
results=build/tests
rm -rf "$results"
mkdir -p "$results"

# From the Makefile; words, not one argument.
read -r -a swift_flags <<<"${SWIFT_FLAGS:-}"

# suite NAME MINUTES COMMAND…: runs it, shows its output, keeps that and the exit status for the counts. After so many
# minutes it is ended: a suite that hangs must not keep the others from being run and counted.
suite() {
  local name=$1 minutes=$2 status=0
  shift 2
  if command -v timeout >/dev/null; then set -- timeout --kill-after=20 "${minutes}m" "$@"; fi
  # A parameterised test tells of the start of each of its cases, of which there are thousands.
  { "$@" 2>&1 || status=$?; echo "$status" >"$results/$name.status"; } |
    tee "$results/$name.log" | { grep -v --line-buffered '^◇ Test case passing' || true; }
}

# The tests of charts compute for minutes and leave no thread to those of servers and sockets, whose clients have given up
# by then. So these have a turn of their own, one after the other: a hundred kernels at once answer late, too.
sockets='^(ChartServer|Jupyter|JSONRPC|ZeroMQ)Tests\.'
"$here/say.sh" step "Swift tests, debug"
suite swift-debug-charts 30 swift test --disable-xctest --skip "$sockets" \
  ${swift_flags[@]+"${swift_flags[@]}"} --xunit-output "$results/swift-debug-charts.xml"
suite swift-debug-sockets 10 swift test --disable-xctest --no-parallel --skip-build --filter "$sockets" \
  ${swift_flags[@]+"${swift_flags[@]}"} --xunit-output "$results/swift-debug-sockets.xml"

# Of its own folder, since the flags differ from the release's: building one must not undo the other.
"$here/say.sh" step "Swift tests, release"
release=(-c release -Xswiftc -enable-testing --scratch-path .build/release-tests)
suite swift-release-charts 30 swift test --disable-xctest "${release[@]}" --skip "$sockets" \
  ${swift_flags[@]+"${swift_flags[@]}"} --xunit-output "$results/swift-release-charts.xml"
suite swift-release-sockets 10 swift test --disable-xctest --no-parallel --skip-build "${release[@]}" --filter "$sockets" \
  ${swift_flags[@]+"${swift_flags[@]}"} --xunit-output "$results/swift-release-sockets.xml"

"$here/say.sh" step "Real clients: Jupyter, ZeroMQ, stdio"
suite frontends 30 .venv/bin/python -m pytest Tests/Frontends --timeout 300 --junitxml "$results/frontends.xml"

"$here/count-tests.py" "$results" swift-debug-charts swift-debug-sockets \
  swift-release-charts swift-release-sockets frontends
