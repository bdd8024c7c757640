#!/bin/sh
# Records a session and replays it: the same requests must get the same answers, byte for byte.
#
#     examples/replay.sh chart-kernel session.jsonl
#
# What is recorded with one version and replayed with another shows what has changed for a client.
set -eu
program=$1 recording=$2

# frame JSON: a message as it goes over standard input, with its length in bytes before it
frame() {
  printf 'Content-Length: %d\r\n\r\n%s' "$(printf %s "$1" | wc -c)" "$1"
}

# request ID METHOD PARAMS
request() {
  frame "{\"jsonrpc\": \"2.0\", \"id\": $1, \"method\": \"$2\", \"params\": $3}"
}

{
  request 1 chart/create '{"chart": "a", "render": false,
    "spec": {"kind": "pie", "slices": [{"label": "Rent", "value": 25}, {"label": "Food", "value": 75}]}}'
  request 2 chart/tap '{"chart": "a", "x": 340, "y": 150}'
  request 3 chart/rotate '{"chart": "a", "by": 45}'
  request 4 chart/undo '{"chart": "a"}'
} | "$program" stdio --record "$recording" >/dev/null

"$program" replay "$recording"

# What is not a server can be said to the terminal's own language, too, and drawn for a report:
printf 'kind: pie\nslices: [{label: Rent, value: 25}, {label: Food, value: 75}]\n' | "$program" repl
