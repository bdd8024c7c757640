"""`chart-kernel stdio` as editors use it."""

import array
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import termios

import pytest

from clients import SPENDING, Editor, RPCError, Stdio, eventually, is_alive, request, svg


@pytest.fixture
def editor():
    with Stdio() as editor:
        yield editor


def test_initialize_create_tap_shutdown_exit(editor):
    hello = editor.call("initialize", protocolVersion="1.0", clientInfo={"name": "tests"})
    assert hello["serverInfo"]["name"] == "chart-kernel" and hello["protocolVersion"] and hello["limits"]["depth"] > 0
    assert svg(editor.call("chart/create", chart="a", spec=SPENDING)).startswith("<svg")
    assert editor.call("chart/tap", chart="a", x=330, y=120)["selection"]["index"] == 0
    assert editor.call("shutdown") is None
    editor.send({"jsonrpc": "2.0", "method": "exit"})
    assert editor.process.wait(10) == 0


def test_byte_by_byte(editor):
    for byte in Stdio.frame(request("slow", "chart/create", {"chart": "ü", "spec": SPENDING})):
        editor.write(bytes([byte]))
    answer = editor.receive()
    assert answer["id"] == "slow" and answer["result"]["chart"] == "ü"


def test_many_messages_in_one_write(editor):
    frames = b"".join(Stdio.frame(request(number, "session/list")) for number in range(500))
    editor.write(frames)
    assert [editor.receive()["id"] for _ in range(500)] == list(range(500))


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: %d\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
        b"CONTENT-LENGTH:%d\r\n\r\n",
    ],
)
def test_headers_that_other_clients_write(editor, header):
    body = json.dumps(request(1, "session/list")).encode()
    editor.write(header % len(body) + body)
    assert editor.receive()["id"] == 1


@pytest.mark.parametrize(
    "garbage",
    [
        b"Content-Length: 99999999999999999999999999\r\n\r\n",
        b"Content-Length: 9223372036854775807\r\n\r\n",
        b"Content-Length: -5\r\n\r\n",
        b"Content-Length: seven\r\n\r\n",
        b"Hello\r\n\r\n",
    ],
)
def test_wrong_headers_get_an_error_and_the_next_message_an_answer(editor, garbage):
    editor.write(garbage)
    error = editor.receive()
    assert error["id"] is None and error["error"]["code"] in (-32700, -32600, -32004)
    editor.write(Stdio.frame(request(1, "session/list")))
    answer = editor.receive()
    while answer["id"] is None:
        answer = editor.receive()
    assert answer["id"] == 1


def test_bad_json_is_answered_with_its_offset(editor):
    editor.write(Stdio.frame(b'{"jsonrpc": "2.0", "id": 1, "method"'))
    error = editor.receive()
    assert error["id"] is None and error["error"]["code"] == -32700 and error["error"]["data"]["offset"] == 36


def test_bad_specs_name_the_place(editor):
    spec = {**SPENDING, "slices": [{"label": "a", "value": 1}, {"label": "b", "value": 2}, {"label": "c", "value": -3}]}
    with pytest.raises(RPCError) as refusal:
        editor.call("chart/create", spec=spec)
    assert refusal.value.code == -32602
    assert refusal.value.data == {"path": "spec.slices[2].value", "reason": "expected a number of at least 0, got -3"}
    with pytest.raises(RPCError) as refusal:
        editor.call("chart/create", spec={**SPENDING, "startAngel": 3})
    assert refusal.value.data["path"] == "spec.startAngel" and refusal.value.data["suggestion"] == "startAngle"
    with pytest.raises(RPCError) as refusal:
        editor.call("chart/tap", chart="spendign", x=1, y=2)
    assert refusal.value.code == -32002
    with pytest.raises(RPCError) as refusal:
        editor.call("chart/tpa")
    assert refusal.value.code == -32601 and refusal.value.data["suggestion"] == "chart/tap"


@pytest.mark.parametrize("method,params", [("scroll", {"by": 5}), ("zoom", {"scale": 2}), ("append", {"points": [1]})])
def test_what_a_pie_cannot_do_is_said_with_a_reason(editor, method, params):
    editor.call("chart/create", chart="a", spec=SPENDING)
    with pytest.raises(RPCError) as refusal:
        editor.call(f"chart/{method}", chart="a", **params)
    assert refusal.value.code == -32602 and "pie" in refusal.value.data["reason"]


def test_it_ends_when_the_editor_closes_its_side(editor):
    editor.call("session/list")
    assert editor.close() in (0, 1)


def test_it_ends_when_the_editor_is_killed():
    editor = Editor()
    assert is_alive(editor.kernel)
    editor.kill()
    try:
        eventually(lambda: not is_alive(editor.kernel), message="the kernel outlived its editor")
    finally:
        if is_alive(editor.kernel):
            os.kill(editor.kernel, signal.SIGKILL)


def test_stdout_belongs_to_the_protocol():
    """What the program logs goes to stderr, never between the messages."""
    with Stdio("--log-level", "trace") as editor:
        for number in range(20):
            editor.call("chart/create", chart=f"c{number}", spec=SPENDING, render=False)


def test_a_stray_print_goes_to_stderr(tmp_path, monkeypatch):
    """A library inside the process prints to standard output all the time; the messages stay whole."""
    prints = tmp_path / "prints"
    os.mkfifo(prints)
    compiler = shutil.which("clang") or shutil.which("cc") or shutil.which("gcc")
    assert compiler and sys.platform == "linux", "this needs a C compiler (Swift brings clang) and LD_PRELOAD"
    (tmp_path / "stray.c").write_text(
        "#include <fcntl.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n"
        "static void *print(void *x) {\n"
        # While the program starts, standard output is still what it was given. Opens when the test opens it.
        f'  open("{prints}", O_RDONLY);\n'
        # All the time, but not so fast that nothing else is done.
        '  for (;;) { printf("stray\\n"); fflush(stdout); usleep(500); }\n'
        "}\n"
        "__attribute__((constructor)) static void start(void) { pthread_t t; pthread_create(&t, 0, print, 0); }\n"
    )
    library = tmp_path / "stray.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, tmp_path / "stray.c", "-lpthread"], check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    with Stdio() as editor:
        monkeypatch.delenv("LD_PRELOAD")
        editor.call("chart/create", chart="a", spec=SPENDING, render=False)
        prints.open("w").close()
        assert editor.process.stderr.readline() == b"stray\n"
        for _ in range(500):
            editor.call("chart/rotate", chart="a", by=1)
        assert editor.process.stderr.readline() == b"stray\n"


def waiting(pipe) -> int:
    """How many bytes are in a pipe."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


def test_a_reader_that_pauses_loses_nothing(editor):
    """Both pipes fill up; nothing is lost and nobody waits for ever."""
    import threading

    editor.call("chart/create", chart="a", spec=SPENDING)
    frames = b"".join(Stdio.frame(request(n, "chart/rotate", {"chart": "a", "by": 1})) for n in range(3000))
    writer = threading.Thread(target=editor.write, args=(frames,))
    writer.start()
    eventually(lambda: waiting(editor.process.stdout) > 16_000 and waiting(editor.process.stdin) > 16_000)
    assert writer.is_alive()
    assert [editor.receive()["id"] for _ in range(3000)] == list(range(3000))
    writer.join(10)


def test_data_is_read_only_below_allowed_directories(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "good.csv").write_text("name,amount\nA,1\nB,3\n")
    (tmp_path / "secret.csv").write_text("name,amount\nA,1\n")
    (inside / "link.csv").symlink_to(tmp_path / "secret.csv")
    with Stdio("--allow", str(inside), cwd=inside) as editor:
        made = editor.call("chart/create", spec={"kind": "pie", "data": {"csv": "good.csv", "label": "name", "value": "amount"}})
        assert "B: 3 (75%)" in made["display"]["text/plain"]
        for path in ["../secret.csv", "link.csv", str(tmp_path / "secret.csv"), "/etc/passwd"]:
            with pytest.raises(RPCError) as refusal:
                editor.call("chart/create", spec={"kind": "pie", "data": {"csv": path}})
            assert refusal.value.code == -32602 and refusal.value.data["path"] == "spec.data.csv"
