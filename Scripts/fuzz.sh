#!/usr/bin/env bash
# fuzz.sh PROGRAM SEED SECONDS: gives the service random requests, and says what it was given last if that was its end.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
program=$1 seed=$2 seconds=$3
folder=build/fuzz
mkdir -p "$folder"
"$program" "$folder" "$seed" "$seconds"
status=$?
# 1 is for findings, which the program has told.
if ((status > 1)); then
  cp "$folder/round.jsonl" "$folder/death-$seed.jsonl"
  "$here/say.sh" note "The process died (status $status). This is what it was given last:"
  tail -n 1 "$folder/round.jsonl" | cut -c 1-4000
  "$here/say.sh" note "The whole round again: $program $folder --replay $folder/death-$seed.jsonl"
fi
exit "$status"
