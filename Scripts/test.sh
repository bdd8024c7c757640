#!/usr/bin/env bash
# Runs every test: the Swift ones in debug and in release, then the real clients. Called by `make test`, which has built the
# release and its tests (`test.sh build release`), made .venv, installed the kernel into it, and beside that built and run the
# tests in debug (`test.sh build debug`, `test.sh debug`). All are run even when one fails; at the end it says what took longest,
# and the last line says how many passed and failed, which build/tests/counts keeps.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
results=build/tests

# From the Makefile; words, not one argument.
read -r -a swift_flags <<<"${SWIFT_FLAGS:-}"
read -r -a release <<<"${RELEASE_FLAGS:?}"

# configure CONFIGURATION: sets `flags` to what the package is built with, and `scratch` to where. Debug has a place of its
# own, for SwiftPM lets only one build be in each, and the release that is built meanwhile leaves a core idle.
configure() {
  flags=() scratch=.build
  if [[ $1 == release ]]; then
    flags=("${release[@]}")
  else
    # Whole modules at once, as nothing of them is there yet, and without what only a debugger reads: half the work.
    flags=(-debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
    scratch=.build/tests
  fi
  flags+=(--scratch-path "$scratch" ${swift_flags[@]+"${swift_flags[@]}"})
}

# suite NAME MINUTES COMMAND…: runs it, shows its output, keeps that, its time and its exit status for the counts. After so
# many minutes it is ended: a suite that hangs must not keep the others from being run and counted.
suite() {
  local name=$1 minutes=$2 status=0 start=$SECONDS
  shift 2
  if command -v timeout >/dev/null; then set -- timeout --kill-after=20 "${minutes}m" "$@"; fi
  { "$@" 2>&1 || status=$?; echo "$status" >"$results/$name.status"; } | tee "$results/$name.log" | without_starts
  echo $((SECONDS - start)) >"$results/$name.seconds"
}

# A parameterised test tells of the start of each of its cases, of which there are thousands.
without_starts() { grep -v --line-buffered '^◇ Test case passing' || true; }

# swift_tests CONFIGURATION PART MINUTES FLAG…: the tests of one part, in what was built for a configuration.
swift_tests() {
  local configuration=$1 name=swift-$1-$2 minutes=$3
  shift 3
  # What was built before must not stand in for what does not build.
  if [[ ! -e $results/${name%-*}.built ]]; then
    echo 1 >"$results/$name.status"
    echo "the tests did not build" >"$results/$name.log"
    return
  fi
  # On Linux the tests are a program, which is run as `swift test` runs it: SwiftPM itself takes a lock and writes below
  # .build, and one that builds beside it may have it fail.
  local flags scratch tests
  configure "$configuration"
  tests=("$scratch/$configuration"/*PackageTests.xctest)
  if [[ -f ${tests[0]} ]]; then
    tests=("${tests[0]}" --testing-library swift-testing)
  else
    tests=(swift test --skip-build --disable-xctest "${flags[@]}")
  fi
  # As many tests at once as there are cores: a test that has to wait for its turn would wait as a part of its time limit.
  NO_COLOR=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(getconf _NPROCESSORS_ONLN) \
    suite "$name" "$minutes" "${tests[@]}" --xunit-output "$results/$name.xml" "$@"
}

# build CONFIGURATION
build() {
  local start=$SECONDS flags scratch
  configure "$1"
  "$here/say.sh" step "Building the Swift tests, $1"
  if swift build --build-tests "${flags[@]}"; then
    touch "$results/swift-$1.built"
  fi
  # The compiler leaves an object of each whole module where it is called, which nothing is linked of.
  rm -f ./*.o
  echo $((SECONDS - start)) >"$results/build-swift-$1.seconds"
}

# ---------------------------------------------------------------------------------------------------------------------

# The tests of charts compute for minutes and leave no thread to those of servers and sockets, whose clients have given up
# by then. So these have a turn of their own, one after the other: a hundred kernels at once answer late, too.
sockets='^(RPCServer|RPCStdio|JupyterKernel|JSONRPC|ZeroMQ|ChartKind)Tests\.'

mkdir -p "$results"
case ${1-} in
  # What does not build is counted later: it must not end what is made beside it. Of the release the objects are those of the
  # program, so that only the tests themselves are compiled.
  build)
    build "$2"
    exit
    ;;
  debug)
    "$here/say.sh" step "Swift tests, debug, which say at the end how they went"
    {
      swift_tests debug sockets 15 --no-parallel --filter "$sockets"
      swift_tests debug charts 30 --skip "$sockets"
    } >/dev/null
    exit
    ;;
esac

"$here/say.sh" step "Swift tests, debug, which were run beside the build: servers and sockets, then charts"
cat "$results"/swift-debug-{sockets,charts}.log | without_starts
"$here/say.sh" step "Swift tests, release: servers and sockets, then charts"
swift_tests release sockets 10 --no-parallel --filter "$sockets"
swift_tests release charts 30 --skip "$sockets"
"$here/say.sh" step "Real clients: Jupyter, ZeroMQ, stdio, browsers, Emacs"
# Clients wait more than they compute, so that four files at once keep two cores busy. Their files lie where paths of sockets
# stay short: of 107 bytes at most.
files=$(mktemp -d /tmp/ck.XXXXXX)
trap 'rm -rf "$files"' EXIT
frontends=(.venv/bin/python -m pytest Tests/Frontends --timeout 300)
suite frontends 30 "${frontends[@]}" -m "not alone" -n 4 --dist loadfile --no-loadscope-reorder --basetemp "$files/two" \
  --junitxml "$results/frontends.xml"
suite frontends-alone 5 "${frontends[@]}" -m alone --basetemp "$files/one" --junitxml "$results/frontends-alone.xml"

"$here/count-tests.py" "$results" swift-debug-charts swift-debug-sockets \
  swift-release-charts swift-release-sockets frontends frontends-alone
