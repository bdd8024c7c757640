#!/usr/bin/env bash
# Prints the first Python of at least 3.10 that is on the path; fails if there is none.
set -euo pipefail

for name in python3 python3.14 python3.13 python3.12 python3.11 python3.10 python; do
  if command -v "$name" >/dev/null &&
    "$name" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    command -v "$name"
    exit 0
  fi
done
exit 1
