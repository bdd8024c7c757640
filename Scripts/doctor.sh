#!/usr/bin/env bash
# Looks whether this machine has what `make run` and `make test` need, and installs what is missing where it may.
#
#   doctor.sh [--check | --able] run [test]
#
# --check only says what is missing; --able only whether it can be installed, before anything that takes long is begun.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

check_only=false able_only=false for_tests=false
for argument in "$@"; do
  case $argument in
    --check) check_only=true ;;
    --able) able_only=true ;;
    run) ;;
    test) for_tests=true ;;
    *)
      echo "usage: doctor.sh [--check | --able] run [test]" >&2
      exit 2
      ;;
  esac
done

system=$(uname -s)
missing=()  # packages, by the names of this machine's package manager
reasons=()  # what each is for

# need APT-PACKAGE BREW-PACKAGE REASON
need() {
  if [[ $system == Darwin ]]; then missing+=("$2"); else missing+=("$1"); fi
  reasons+=("$3")
}

# ---------------------------------------------------------------------------------------------------------------------
# What only the user can install: Swift

swift_help="Install Swift 6.2 or later from https://www.swift.org/install and see that \`swift\` is on the path."
if ! command -v swift >/dev/null; then
  "$here/say.sh" fail "Swift is not installed. $swift_help"
fi
swift_version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
swift_major=${swift_version%%.*} swift_minor=${swift_version#*.}
if ((${swift_major:-0} < 6 || (${swift_major:-0} == 6 && ${swift_minor:-0} < 2))); then
  "$here/say.sh" fail "Swift ${swift_version:-of an unknown version} is too old. $swift_help"
fi

# ---------------------------------------------------------------------------------------------------------------------
# What a package manager can

# has_header NAME [LANGUAGE]: whether a compiler finds it, of C if not given
has_header() {
  local flags=()
  if command -v brew >/dev/null; then flags+=("-I$(brew --prefix)/include"); fi
  for compiler in "${CC:-}" clang cc gcc; do
    if [[ -n $compiler ]] && command -v "$compiler" >/dev/null; then
      echo "#include <$1>" | "$compiler" ${flags[@]+"${flags[@]}"} -E -x "${2:-c}" - >/dev/null 2>&1
      return
    fi
  done
  [[ -e /usr/include/$1 || -e /usr/local/include/$1 ]]
}

command -v git >/dev/null || need git git "git, which fetches the Swift packages"
has_header zmq.h || need libzmq3-dev zeromq "libzmq with its headers"
has_header sodium.h || need libsodium-dev libsodium "libsodium with its headers, which signs messages"
has_header yaml.h || need libyaml-dev libyaml "libyaml with its headers, which reads specs"
has_header toml++/toml.h c++ || need libtomlplusplus-dev tomlplusplus "toml++, headers that read descriptions of connections"
# A Mac has SQLite.
[[ $system == Darwin ]] || has_header sqlite3.h || need libsqlite3-dev "" "SQLite with its headers"

# Swift links with binutils, whose objcopy takes the symbols out of what is installed; a Mac has its own.
[[ $system == Darwin ]] || command -v objcopy >/dev/null || command -v llvm-objcopy >/dev/null ||
  need binutils "" "objcopy, which makes the program small"

if python=$("$here/find-python.sh"); then
  if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    # Debian keeps these two apart from Python, in a package for each version.
    need "$("$python" -c 'import sys; print("python3.%d-venv" % sys.version_info.minor)')" python3 \
      "Python's venv and ensurepip"
  fi
else
  need "python3 python3-venv" python3 "Python 3.10 or later"
fi

if $for_tests; then
  command -v rsvg-convert >/dev/null || need librsvg2-bin librsvg "rsvg-convert, which draws SVG for the tests, with Pango"
  command -v pdftotext >/dev/null || need poppler-utils poppler "pdftotext and the like, which read PDFs for the tests"
  command -v chromium >/dev/null || [[ $system == Darwin ]] ||
    need chromium "" "Chromium, in which pictures that play by themselves are tested"
  command -v cc >/dev/null || [[ $system == Darwin ]] || need gcc "" "a C compiler, for the example in C"
  command -v mmdebstrap >/dev/null || [[ $system == Darwin ]] ||
    need mmdebstrap "" "mmdebstrap, which makes the bare system that the wheel is installed in"
  compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || command -v postgres >/dev/null ||
    need postgresql postgresql "PostgreSQL, of which tests start servers of their own"
  # Neither a Mac's package manager nor that of every Debian has it.
  PATH=$PATH:/usr/sbin command -v clickhouse-server >/dev/null || [[ $system == Darwin ]] ||
    need clickhouse-server "" "ClickHouse, of which tests start a cluster of their own"
  [[ $system == Darwin ]] || PATH=$PATH:/usr/sbin:/sbin command -v ip >/dev/null ||
    need iproute2 "" "ip, which makes a network for a test of databases far away"
  command -v node >/dev/null || need nodejs node "Node, for the example in JavaScript"
  # A Mac's Emacs has no X window that a script could click in; there the tests in batch are all.
  command -v emacs >/dev/null || need emacs-gtk emacs "Emacs 28 or later, whose plugin is tested"
  if [[ $system != Darwin ]]; then
    command -v Xvfb >/dev/null || need xvfb "" "Xvfb, a screen for Emacs"
    command -v xdotool >/dev/null || need xdotool "" "xdotool, which moves the mouse there"
    command -v import >/dev/null || need imagemagick "" "ImageMagick, which takes pictures of that screen"
    [[ $(fc-match -f '%{family}' 'DejaVu Sans Mono' 2>/dev/null || true) == *"DejaVu Sans Mono"* ]] ||
      need fonts-dejavu-core "" "DejaVu Sans Mono, in which Emacs writes there"
  fi
  # A Mac has Arial, whose metrics are the same.
  if [[ $system != Darwin ]]; then
    command -v fc-match >/dev/null || need fontconfig fontconfig "fontconfig, which finds fonts"
    [[ $(fc-match -f '%{family}' 'Liberation Sans' 2>/dev/null || true) == *"Liberation Sans"* ]] ||
      need fonts-liberation "" "Liberation Sans, the charts' default font"
  fi
fi

if ((${#missing[@]} == 0)); then
  if $check_only; then "$here/say.sh" ok "Nothing is missing."; fi
  exit 0
fi

# ---------------------------------------------------------------------------------------------------------------------

as_root=()
if [[ $system == Darwin ]] && command -v brew >/dev/null; then
  manager=brew
  shown="brew install ${missing[*]}"
elif command -v apt-get >/dev/null; then
  manager=apt
  if (($(id -u) == 0)); then
    shown="apt-get install -y ${missing[*]}"
  else
    shown="sudo apt-get install -y ${missing[*]}"
    as_root=(sudo -n)
  fi
else
  manager=none
  shown=""
fi

list=$(printf '\n  - %s' "${reasons[@]}")
if $check_only; then
  "$here/say.sh" fail "Missing:$list${shown:+
This installs it:  $shown}"
fi
if [[ $manager == none ]]; then
  "$here/say.sh" fail "Missing:$list
Install it with this machine's package manager (Debian calls the packages ${missing[*]}), then try again."
fi
if ((${#as_root[@]} > 0)) && ! sudo -n true 2>/dev/null; then
  "$here/say.sh" fail "Missing:$list
It takes an administrator to install it. Run this, then try again:  $shown"
fi

if $able_only; then exit 0; fi

"$here/say.sh" step "Installing ${missing[*]}"
# Unquoted on purpose: one entry may name two packages.
# shellcheck disable=SC2206
packages=(${missing[*]})
case $manager in
  brew) brew install "${packages[@]}" ;;
  apt)
    ${as_root[@]+"${as_root[@]}"} apt-get update -qq &&
      ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${packages[@]}"
    ;;
esac || "$here/say.sh" fail "Installing failed; the message above says why. To try it by hand:  $shown"
