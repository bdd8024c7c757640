#!/usr/bin/env bash
# Executes NOTEBOOK with the installed kernel and writes the result as a notebook and as HTML.
#
#   tour.sh NOTEBOOK DIRECTORY
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
notebook=$1 directory=$2
name=$(basename "$notebook" .ipynb)
python=$here/../.venv/bin/python

mkdir -p "$directory"
"$here/say.sh" step "Executing $notebook with the kernel"
"$python" -m nbconvert --log-level WARN --to notebook --execute "$notebook" \
  --ExecutePreprocessor.timeout=120 --ExecutePreprocessor.startup_timeout=60 \
  --output-dir "$directory" --output "$name.ipynb" ||
  "$here/say.sh" fail "$notebook did not run to its end. The message above names the cell and what the kernel said."

# Still pictures first: a page that is only read has no kernel for the live ones.
"$here/say.sh" step "Writing it as HTML"
"$python" -m nbconvert --log-level WARN --to html "$directory/$name.ipynb" --output-dir "$directory" \
  --TemplateExporter.extra_template_basedirs="$here/nbconvert" --template described-svg \
  --NbConvertBase.display_data_priority="['image/svg+xml', 'text/html', 'text/markdown', 'image/png', 'text/plain']" ||
  "$here/say.sh" fail "$directory/$name.ipynb could not be written as HTML. The message above says why."
