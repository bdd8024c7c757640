#!/usr/bin/env python3
"""Creates a pie in a running chart-kernel, taps a slice, drags the pie a quarter turn, and saves the picture.

    chart-kernel serve --endpoint ipc:///tmp/chart.sock &
    python examples/pie.py ipc:///tmp/chart.sock spending.svg
"""

import itertools
import math
import sys

import zmq

(endpoint, _, token), output = sys.argv[1].partition("?token="), sys.argv[2]
socket = zmq.Context.instance().socket(zmq.DEALER)
socket.linger, socket.rcvtimeo = 0, 10_000
socket.connect(endpoint)
numbers = itertools.count(1)


def call(method, **params):
    """One JSON-RPC request and its answer."""
    socket.send_json({"jsonrpc": "2.0", "id": next(numbers), "method": method, "params": params})
    answer = socket.recv_json()
    if "error" in answer:
        sys.exit(f"{method}: {answer['error']['message']}")
    return answer["result"]


if token:  # over TCP
    call("initialize", protocolVersion="1.0", token=token)
slices = [("Rent", 25), ("Food", 30), ("Travel", 15), ("Books", 10), ("Savings", 20)]
spec = {"kind": "pie", "title": "Spending", "hole": 0.5, "center": "Total\n{total} €"}
spec["slices"] = [{"label": label, "value": value} for label, value in slices]
call("chart/create", chart="spending", spec=spec, render=False)

# Where things are, the kernel knows: no need to look into the SVG.
layout = call("chart/get", chart="spending")["layout"]
center, radius = layout["center"], layout["radius"]


def point(angle):
    """A point on the ring, by its angle in degrees clockwise from three o'clock."""
    radians = math.radians(angle)
    return {"x": center["x"] + 0.8 * radius * math.cos(radians), "y": center["y"] + 0.8 * radius * math.sin(radians)}


tapped = call("chart/tap", chart="spending", **point(300), render=False)
print("tapped:", tapped["hit"]["label"], f"({tapped['hit']['fraction']:.0%})")
# A drag is a pointer that goes down, moves and is lifted, as a mouse does it.
call("chart/pointer", chart="spending", phase="down", **point(0), render=False)
for angle in range(5, 95, 5):
    call("chart/pointer", chart="spending", phase="move", **point(angle), render=False)
dragged = call("chart/pointer", chart="spending", phase="up", **point(90))
print("start angle after a quarter turn:", call("chart/get", chart="spending")["layout"]["startAngle"])

with open(output, "w", encoding="utf-8") as file:
    file.write(dragged["display"]["image/svg+xml"])
print("saved", output)
