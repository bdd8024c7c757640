#!/usr/bin/env bash
# Says one sentence, in one of four ways, and in colour on a terminal:
#
#   say.sh step TEXT    what is being done now
#   say.sh ok TEXT      what was achieved
#   say.sh note TEXT    what should be known
#   say.sh fail TEXT    what went wrong and how to mend it; ends with status 1
set -euo pipefail

kind=$1 text=$2
bold='' green='' yellow='' red='' plain=''
if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
  bold=$'\e[1m' green=$'\e[32m' yellow=$'\e[33m' red=$'\e[31m' plain=$'\e[0m'
fi

case $kind in
  step) printf '%s==> %s%s\n' "$bold" "$text" "$plain" ;;
  ok) printf '%s%s%s\n' "$green" "$text" "$plain" ;;
  note) printf '%s%s%s\n' "$yellow" "$text" "$plain" ;;
  fail)
    printf '%s%s%s\n' "$red" "$text" "$plain" >&2
    exit 1
    ;;
  *)
    printf 'usage: say.sh step|ok|note|fail TEXT\n' >&2
    exit 2
    ;;
esac
