#!/usr/bin/env python3
"""Sends a line of a million points as a binary buffer, and saves its picture.

    chart-kernel serve --endpoint ipc:///tmp/chart.sock &
    python examples/million.py ipc:///tmp/chart.sock walk.svg

Needs pyzmq. The points travel as they lie in memory, in a frame of their own; the picture has only what can be seen of
them, and so is small.
"""

import array
import json
import random
import sys
import time

import zmq

(endpoint, _, token), output = sys.argv[1].partition("?token="), sys.argv[2]
socket = zmq.Context.instance().socket(zmq.DEALER)
socket.linger = 1000
socket.connect(endpoint)
if token:  # over TCP
    params = {"protocolVersion": "1.0", "token": token}
    socket.send_json({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
    socket.recv()

random.seed(1)
values, height = array.array("d"), 0.0
for _ in range(1_000_000):
    height += random.gauss(0, 1)
    values.append(height)
if sys.byteorder == "big":  # buffers are little-endian
    values.byteswap()

request = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "chart/create",
    "params": {
        "chart": "walk",
        "spec": {
            "kind": "line",
            "title": "A random walk of a million steps",
            "series": [{"name": "Height", "values": {"buffer": 0, "type": "float64"}}],
        },
    },
}
start = time.perf_counter()
socket.send_multipart([json.dumps(request).encode(), memoryview(values)])
answer = json.loads(socket.recv())
if "error" in answer:
    sys.exit(answer["error"]["message"])
svg = answer["result"]["display"]["image/svg+xml"]
print(f"{len(values):,} points: {len(svg) / 1000:.0f} kB of SVG after {1000 * (time.perf_counter() - start):.0f} ms")
with open(output, "w", encoding="utf-8") as file:
    file.write(svg)
