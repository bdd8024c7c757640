"""Clients that ask for more than can be answered at once, for the tests of survival and for the benchmark of what others notice.

Each flood is a script in a process of its own, since the threads of one process take turns.
"""

import contextlib
import json
import subprocess
import sys
import threading

from clients import SPENDING, Stdio, request

LIGHT = request(1, "chart/rotate", {"chart": "b", "by": 7, "render": True})

BEGINNING = """import itertools, json, os, sys, zmq
address, spending, folder = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3]
endpoint, _, token = address.partition("?token=")
def connected():
    made = zmq.Context.instance().socket(zmq.DEALER)
    made.linger = 0
    made.connect(endpoint)
    return made
socket = connected()
numbers = itertools.count(1)
SHOWN = {"chart/" + name for name in ("create", "tap", "rotate", "zoom", "append", "update", "undo")}
def send(method, **params):
    if method in SHOWN:
        params.setdefault("render", False)
    socket.send(json.dumps({"jsonrpc": "2.0", "id": next(numbers), "method": method, "params": params}).encode())
def answer():
    while True:
        message = json.loads(socket.recv())
        if "id" in message:
            return message
def call(method, **params):
    send(method, **params)
    message = answer()
    assert "result" in message, str(message)[:500]
    return message["result"]
def introduce():
    if token:
        call("initialize", protocolVersion="1.0", token=token)
def drain():
    while socket.poll(0):
        socket.recv()
def line(count):
    return {"kind": "line", "series": [{"values": [(i * 7919) % 1000 for i in range(count)]}]}
def pie(count):
    return {"kind": "pie", "slices": [{"label": f"slice {i}", "value": i % 97 + 1} for i in range(count)]}
def bars(count):
    return {"kind": "bar", "series": [{"values": [i % 97 for i in range(count)]}]}
def fill(session, spec, count):
    call("session/open", session=session)
    for i in range(count):
        call("chart/create", session=session, chart=f"c{i}", spec=spec)
introduce()
"""

# What a script does before it says that it is on, and then for ever. Those that wait for their answers see to it that what they ask
# for is done.
SCRIPTS = {
    "light": ("", """
    for _ in range(50):
        send("chart/rotate", chart="b", by=7, render=True)
    drain()
"""),
    "creates": ("", """
    for _ in range(50):
        send("chart/create", chart="c", spec=spending, render=True)
    drain()
"""),
    "garbage": ("", """
    for _ in range(50):
        send("chart/none", x=["y"] * 200)
    drain()
"""),
    "big batches": ("", """
    batch = [{"jsonrpc": "2.0", "id": i, "method": "chart/rotate", "params": {"chart": "b", "by": 7}} for i in range(1000)]
    socket.send(json.dumps(batch).encode())
    assert len(json.loads(socket.recv())) == 1000
"""),
    "batches of 16": ("""
call("chart/create", chart="bars", spec=bars(900))
batch = [{"jsonrpc": "2.0", "id": i, "method": "chart/tap", "params": {"chart": "bars", "x": 20 * i, "y": 200}} for i in range(16)]
""", """
    socket.send(json.dumps(batch).encode())
    assert len(json.loads(socket.recv())) == 16
"""),
    "infos of a large session": ("""
fill("infos", pie(1), 5_000)
""", """
    assert len(call("session/info", session="infos")["charts"]) == 5_000
    assert len(call("chart/list", session="infos")["charts"]) == 5_000
"""),
    # Without the token, where one is asked for.
    "strangers": ("""
batch = json.dumps([{"jsonrpc": "2.0", "id": i, "method": "x"} for i in range(1000)]).encode()
""", """
    stranger = connected()
    for _ in range(20):
        stranger.send(batch)
    stranger.poll(100)
    stranger.close()
"""),
    "heavy pictures": ("""
call("chart/create", chart="bars", spec=bars(20_000))
""", """
    send("chart/render", chart="bars", size={"width": 1000 + next(numbers) % 100, "height": 600})
    send("chart/tap", chart="bars", x=300, y=200, render=True)
    answer(), answer()
"""),
    "pictures that are told": ("""
call("session/subscribe", render=True)
call("chart/create", chart="slices", spec=pie(10_000))
call("chart/create", chart="bars", spec=bars(20_000))
""", """
    call("chart/rotate", chart="slices", by=3)
    call("chart/tap", chart="bars", x=300, y=200)
"""),
    "zooms of a million": ("""
call("chart/create", chart="million", spec=line(1_000_000))
""", """
    call("chart/zoom", chart="million", scale=1.3, x=300, render=True)
    call("chart/zoom", chart="million", scale=0.7, x=300, render=True)
"""),
    "wide files": ("""
path = os.path.join(folder, "wide.csv")
with open(path, "w") as file:
    print(*(f"c{i}" for i in range(2000)), sep=",", file=file)
    for row in range(200):
        print(*((row * i) % 1000 for i in range(2000)), sep=",", file=file)
""", """
    call("chart/create", chart="wide", spec={"kind": "line", "data": {"csv": path, "x": "c1"}, "series": [{"column": "c7"}, {"column": "c1999"}]})
"""),
    "SQL": ("""
import sqlite3
path = os.path.join(folder, "some.sqlite")
with sqlite3.connect(path) as base:
    base.execute("CREATE TABLE t (x INTEGER PRIMARY KEY, y REAL)")
    base.executemany("INSERT INTO t VALUES (?, ?)", ((i, i * 7919 % 1000) for i in range(100_000)))
query = "SELECT a.x AS x, sum(b.y) AS y FROM t a JOIN t b ON b.x BETWEEN a.x AND a.x + 20 GROUP BY a.x"
""", """
    call("chart/create", chart="sql", spec={"kind": "line", "data": {"sqlite": path, "query": query, "x": "x", "y": "y"}})
"""),
    "exports": ("""
fill("large", pie(100), 500)
""", """
    assert len(call("session/export", session="large")["document"]["charts"]) == 500
"""),
    "imports": ("""
fill("large", pie(100), 500)
document = call("session/export", session="large")["document"]
""", """
    assert len(call("session/import", document=document, session="copy")["charts"]) == 500
"""),
    "imports and closes": ("""
call("session/subscribe")
fill("large", spending, 2000)
document = call("session/export", session="large")["document"]
""", """
    call("session/import", document=document, session="copy")
    call("session/subscribe", session="copy", render=False)
    call("session/close", session="copy")
"""),
    "appends": ("""
call("chart/create", chart="stream", spec=line(200_000))
""", """
    call("chart/append", chart="stream", points=list(range(5_000)), window=200_000)
"""),
    "updates": ("""
call("chart/create", chart="long", spec=line(100_000))
values = [[(i * k) % 1000 for i in range(100_000)] for k in (3, 5)]
""", """
    call("chart/update", chart="long", patch={"series": [{"values": values[next(numbers) % 2]}]})
    call("chart/undo", chart="long")
"""),
    "long frames": ("""
data = b"x" * (50 << 20)
""", """
    body = {"jsonrpc": "2.0", "id": 1, "method": "chart/list", "params": {}}
    socket.send_multipart([json.dumps(body).encode(), data])
    assert "result" in answer()
"""),
    "long texts": ("""
text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "chart/none", "params": {"x": ["some words"] * 2_000_000}}).encode()
""", """
    socket.send(text)
    assert answer()["error"]["code"] == -32601
"""),
    "hand-overs": ("""
import contextlib, socket as sockets
place = call("initialize", protocolVersion="1.0")["capabilities"]["memory"]["socket"]
page = os.memfd_create("flood")
os.ftruncate(page, 4096)
""", """
    for number in range(50):
        # Whoever has been hung up on comes again.
        with sockets.socket(sockets.AF_UNIX) as giver, contextlib.suppress(ConnectionError):
            giver.connect(place)
            sockets.send_fds(giver, [b'{"memory": "flood"}\\n{"memory": "hal'[: 20 + number % 15]], [page])
            if number % 2:
                giver.recv(1000)
"""),
    "comings and goings": ("""
fill("large", pie(100), 500)
""", """
    socket.close()
    socket = connected()
    introduce()
    call("chart/list")
    for _ in range(5):
        send("session/export", session="large")
"""),
}

SCRIPTS = {
    name: f'{BEGINNING}{before}\ncall("chart/list")\nprint("on", flush=True)\nwhile True:{body}'
    for name, (before, body) in SCRIPTS.items()
}

BURNER = 'print("on", flush=True)\nwhile True: pass'
"""What keeps a processor busy and asks the server for nothing: what remains between it and a flood is the server's own."""


@contextlib.contextmanager
def script(endpoint: str, code: str, folder=""):
    """A script that floods a server, of which chart `b` is asked. Files that are to be read it puts into a folder."""
    command = [sys.executable, "-c", code, endpoint, json.dumps(SPENDING), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as flooder:
        try:
            assert flooder.stdout.readline() == b"on\n", flooder.stderr.read().decode()[-2000:]
            yield
            assert flooder.poll() is None, f"the flood ended by itself: {flooder.stderr.read().decode()[-2000:]}"
        finally:
            flooder.kill()


@contextlib.contextmanager
def editor(endpoint: str, folder=""):
    """An editor that floods a server through a bridge and reads no answer."""
    editor = Stdio("--connect", endpoint)
    message = Stdio.frame(LIGHT)

    def pour():
        with contextlib.suppress(BrokenPipeError, ValueError):
            while True:
                editor.process.stdin.write(message)

    thread = threading.Thread(target=pour)
    thread.start()
    try:
        yield
        assert editor.process.poll() is None, "the bridge ended by itself"
    finally:
        editor.process.kill()
        thread.join()
        editor.process.wait()
        for pipe in (editor.process.stdout, editor.process.stderr):
            pipe.close()


FLOODS = {
    name: lambda endpoint, folder="", code=code: script(endpoint, code, folder) for name, code in SCRIPTS.items()
} | {"editor": editor}

LOCAL = ("hand-overs",)
"""Those that there are not over TCP."""

SURVIVAL = ("light", "creates", "garbage", "editor", "hand-overs")
"""Those that the tests ride out: the cheapest to send."""
