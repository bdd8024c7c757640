#!/usr/bin/env bash
# Puts a copy of PROGRAM at TARGET without its symbols, which are four fifths of it; with --debug-symbols they go into a
# file beside it, TARGET.debug, where debuggers look for them (on a Mac TARGET.dSYM).
#
#   strip.sh [--debug-symbols] PROGRAM TARGET
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

keep_symbols=false
if [[ ${1:-} == --debug-symbols ]]; then
  keep_symbols=true
  shift
fi
if (($# != 2)); then
  echo "usage: strip.sh [--debug-symbols] PROGRAM TARGET" >&2
  exit 2
fi
program=$1 target=$2

# first NAME…: the first of these programs that is there
first() {
  for name in "$@"; do
    if command -v "$name"; then return; fi
  done
  "$here/say.sh" fail "None of $* is on the path. On Debian and Ubuntu \`apt-get install binutils\` mends it."
}

mkdir -p "$(dirname "$target")"
# Under another name at first: the target may be running.
fresh=$target.$$-new
trap 'rm -f "$fresh"' EXIT
case $(uname -s) in
  Darwin)
    cp "$program" "$fresh"
    if $keep_symbols; then dsymutil "$program" -o "$target.dSYM"; fi
    strip -S -x "$fresh"
    ;;
  *)
    objcopy=$(first objcopy llvm-objcopy)
    "$objcopy" --strip-all "$program" "$fresh"
    if $keep_symbols; then
      "$objcopy" --only-keep-debug "$program" "$target.debug"
      (cd "$(dirname "$target")" &&
        "$objcopy" --add-gnu-debuglink="$(basename "$target").debug" "$(basename "$fresh")")
    fi
    ;;
esac
chmod 755 "$fresh"
mv -f "$fresh" "$target"
