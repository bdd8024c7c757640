#!/usr/bin/env python3
"""Feeds a chart 50 times a second and keeps the last ten seconds of it: a dashboard.

    chart-kernel serve --endpoint ipc:///tmp/chart.sock &
    python examples/dashboard.py ipc:///tmp/chart.sock 10        # for ten seconds

Needs pyzmq. Whoever shows the chart meanwhile sees it move: a notebook (give the endpoint that `chart-kernel list` tells of
it), Emacs, or another script that subscribes.
"""

import json
import math
import sys
import time

import zmq

RATE, WINDOW = 50, 10  # points a second, and how many seconds of them are kept
(endpoint, _, token), seconds = sys.argv[1].partition("?token="), float(sys.argv[2])
socket = zmq.Context.instance().socket(zmq.DEALER)
socket.linger = 1000
socket.connect(endpoint)


def call(method, **params):
    """Calls a method and returns its result."""
    socket.send_json({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    answer = json.loads(socket.recv())
    if "error" in answer:
        sys.exit(f"{method}: {answer['error']['message']}")
    return answer["result"]


def measure(second):
    """What a real dashboard would measure."""
    return round(50 + 30 * math.sin(second) + 10 * math.sin(7.3 * second), 2)


if token:  # over TCP
    call("initialize", protocolVersion="1.0", token=token)
spec = {"kind": "line", "title": "Load", "x": {"values": [0]}, "y": {"min": 0, "max": 100}}
spec["series"] = [{"name": "CPU", "values": [measure(0)]}]
call("chart/create", chart="load", spec=spec, render=False)

start, slowest = time.perf_counter(), 0.0
count = round(seconds * RATE)
for number in range(1, count + 1):
    # Not a rest of 20 ms each, or what the calls take would add up.
    time.sleep(max(0, start + number / RATE - time.perf_counter()))
    sent = time.perf_counter()
    point = {"x": number / RATE, "y": measure(number / RATE)}
    call("chart/append", chart="load", points=[point], window=RATE * WINDOW, render=False)
    slowest = max(slowest, time.perf_counter() - sent)
duration = time.perf_counter() - start
print(f"{count} points in {duration:.1f} s, {count / duration:.0f} a second; the slowest took {1000 * slowest:.1f} ms")
