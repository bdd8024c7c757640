#!/usr/bin/env bash
# sanitize.sh SANITIZER…: builds and runs all Swift tests under Address Sanitizer (address) and Thread Sanitizer (thread),
# and fails if a test does or if there is any report. Called by `make sanitize`; it takes long, and is no part of `make test`.
#
# What is passed over in others' libraries, and what the sanitizers are told of them, is in Tests/Sanitizers with the
# reasons. build/sanitize has the logs.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
results=build/sanitize
suppressions=$PWD/Tests/Sanitizers
mkdir -p "$results"

# From the Makefile; words, not one argument.
read -r -a swift_flags <<<"${SWIFT_FLAGS:-}"
# A part of the tests, for whoever looks for one report.
read -r -a chosen <<<"${TESTS:+--filter $TESTS}"

# The same parts as in test.sh. Here all tests wait for their turn: those that are begun together wait for each other, which
# counts against their time limits, and they take ten times as long.
sockets='^(RPCServer|RPCStdio|JupyterKernel|JSONRPC|ZeroMQ|ChartKind)Tests\.'

# Whatever is found is written beside the log and told by the exit status. Thread Sanitizer goes on, to find all there is;
# Address Sanitizer ends with the first.
options() {
  local common="exitcode=66:log_path=$PWD/$results/$1.report"
  case $1 in
    address)
      # Leaks: the Swift runtime keeps its metadata for ever, and Leak Sanitizer needs ptrace, which containers forbid.
      echo "ASAN_OPTIONS=$common:detect_leaks=0:detect_stack_use_after_return=0" ;;
    thread)
      echo "TSAN_OPTIONS=$common:suppressions=$suppressions/thread.txt:halt_on_error=0:history_size=4" ;;
  esac
}

# preloaded SANITIZER: sets `preload` to what is loaded before all else, to tell the sanitizer what it can't see.
preloaded() {
  preload=()
  if [[ $1 != thread || $(uname -s) != Linux ]]; then return; fi
  local library=$PWD/.build/thread/mutex.so
  clang -O2 -shared -fPIC "$suppressions/mutex.c" -o "$library" -ldl \
    || "$here/say.sh" fail "$suppressions/mutex.c did not compile; clang comes with Swift, and must be on the PATH."
  preload=("LD_PRELOAD=$library")
}

failed=0
for sanitizer in "$@"; do
  "$here/say.sh" step "Swift tests, ${sanitizer^} Sanitizer"
  rm -f "$results/$sanitizer".*
  if ! swift build --build-tests --disable-xctest --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" \
    ${swift_flags[@]+"${swift_flags[@]}"}; then
    "$here/say.sh" note "The tests did not build with the ${sanitizer^} Sanitizer."
    failed=1
    continue
  fi
  preloaded "$sanitizer"
  tests=(".build/$sanitizer/debug"/*PackageTests.xctest)
  for part in sockets charts; do
    log=$results/$sanitizer.$part.log
    flags=(--skip "$sockets")
    if [[ $part == sockets ]]; then flags=(--filter "$sockets"); fi
    if ((${#chosen[@]})); then
      if [[ $part == sockets ]]; then continue; fi
      flags=("${chosen[@]}")
    fi
    start=$SECONDS
    NO_COLOR=1 env "$(options "$sanitizer")" ${preload[@]+"${preload[@]}"} \
      "${tests[0]}" --testing-library swift-testing --no-parallel "${flags[@]}" >"$log" 2>&1
    status=$?
    grep -E '^[^ ]+ Test run with' "$log" || echo "the tests did not come to their end: see $log"
    echo "$sanitizer $part: status $status, $((SECONDS - start)) s"
    if ((status != 0)); then failed=1; fi
    # By their own words, too: a report in a process that a test started, or after the end, changes no status.
  done
  reports=$(cat "$results/$sanitizer".* 2>/dev/null | grep -cE '(ERROR|WARNING): (Address|Thread)Sanitizer')
  if ((reports > 0)); then failed=1; fi
  echo "${sanitizer^} Sanitizer: $reports reports (logs: $results/$sanitizer.*)"
done
exit "$failed"
