#!/usr/bin/env bash
# fuzz-target.sh PROGRAM TARGET SECONDS [INPUT]: looks for inputs that a target of Tests/Fuzzing does not bear, by
# libFuzzer; or gives it one input again.
#
# What it begins with is Tests/Fuzzing/Corpus/TARGET; what it finds goes into build/fuzz/TARGET. `minimise` in place of
# SECONDS makes the former anew of both, as small as it covers the same; `seeds` adds to it what the target itself makes.
# TIMEOUT=SECONDS in the environment is how long an input may take instead of 10 s: by the clock on the wall, so that it needs
# more on a machine where others work.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 target=$2 seconds=$3 input=${4:-}
if [[ -n $input ]]; then input=$(realpath "$input"); fi
cd "$here/.."
seeds=Tests/Fuzzing/Corpus/$target
found=build/fuzz/$target
mkdir -p "$found/corpus" "$seeds"

# Files that a target needs. ipc sockets have paths of at most 107 bytes.
TMPDIR=$(mktemp -d /tmp/ck.XXXXXX)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

# Whatever Address Sanitizer finds ends the process; leaks are found by the memory's limit.
# Swift's own tracing of a crash gets into the way of the sanitizer's.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1
arguments=(--target="$target" -timeout="${TIMEOUT:-10}" -rss_limit_mb=2048 -artifact_prefix="$found/")

if [[ -n $input ]]; then
  "$program" "${arguments[@]}" "$input"
  exit
fi

if [[ $seconds == seeds ]]; then
  "$program" "${arguments[@]}" --seeds="$seeds"
  exit
fi

if [[ $seconds == minimise ]]; then
  "$program" "${arguments[@]}" -merge=1 "$TMPDIR" "$seeds" "$found/corpus" || exit
  rm -f "$seeds"/*
  find "$TMPDIR" -type f -size -3k -exec mv {} "$seeds" \;
  "$here/say.sh" ok "$seeds has $(find "$seeds" -type f | wc -l) inputs of $(du -sb "$seeds" | cut -f 1) bytes."
  exit
fi

dictionary=Tests/Fuzzing/Dictionaries/$target
if [[ -e $dictionary ]]; then arguments+=(-dict="$dictionary"); fi
"$program" "${arguments[@]}" -max_total_time="$seconds" -max_len=4096 -use_value_profile=0 -print_final_stats=1 \
  "$found/corpus" "$seeds" 2>&1 | tee "$found/log"
status=${PIPESTATUS[0]}
if ((status != 0)); then
  file=$(sed -n 's/.*Test unit written to //p' "$found/log" | tail -n 1)
  "$here/say.sh" note "An input was not borne. Once more: make fuzz TARGET=$target INPUT=${file:-FILE}"
fi
exit "$status"
