#!/usr/bin/env bash
# Makes the virtual environment DIRECTORY and puts requirements.txt into it; called when requirements.txt has changed.
#
#   venv.sh DIRECTORY
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
directory=$1 requirements=$here/../requirements.txt

python=$("$here/find-python.sh") ||
  "$here/say.sh" fail "Python 3.10 or later is needed and is not on the path. Install it, then try again."

# A virtual environment does not survive the Python that it was made with.
if [[ ! -x $directory/bin/python ]] || ! "$directory/bin/python" -m pip --version >/dev/null 2>&1; then
  "$here/say.sh" step "Making $directory with $("$python" --version)"
  "$python" -m venv --clear "$directory" ||
    "$here/say.sh" fail "$directory could not be made. On Debian and Ubuntu \`apt-get install python3-venv\` mends it."
fi

"$here/say.sh" step "Installing JupyterLab and the test clients into $directory"
"$directory/bin/python" -m pip install --disable-pip-version-check --quiet --requirement "$requirements" ||
  "$here/say.sh" fail "pip could not install requirements.txt. Is there a connection to the package index?"
touch "$directory/installed"
