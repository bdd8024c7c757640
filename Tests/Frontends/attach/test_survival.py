"""Plugins and scripts that die, flood or never read: the others notice nothing."""


import pytest

from clients import SPENDING, Dealer, Editor, Server, Stdio, eventually, is_alive, request
from floods import FLOODS, SURVIVAL

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def server(tmp_path, monkeypatch):
    monkeypatch.setenv("CHART_KERNEL_RUNTIME_DIR", str(tmp_path))
    with Server(f"ipc://{tmp_path}/a.sock") as server, Dealer(server.endpoint) as script:
        script.call("chart/create", chart="a", spec=SPENDING, render=False)
        yield server


@pytest.fixture
def script(server):
    with Dealer(server.endpoint) as script:
        yield script


def resident(pid):
    """Its memory, in MB."""
    with open(f"/proc/{pid}/statm") as statm:
        return int(statm.read().split()[1]) * 4096 / 1e6


def tap(script):
    """A tap is answered soon, whatever else there is to do. How soon, `make bench` measures."""
    script.send(request("tap", "chart/tap", {"chart": "a", "x": 360, "y": 120, "render": False}))
    answer = script.receive(5)
    assert answer["id"] == "tap" and answer["result"]["hit"]["kind"] == "slice"


def test_an_editor_killed_in_the_middle_of_a_message_leaves_no_trace(server, script):
    message = Stdio.frame(request(2, "chart/create", {"chart": "b", "spec": SPENDING}))
    for cut in (1, 10, 25, len(message) // 2, len(message) - 1):
        editor = Stdio("--connect", server.endpoint)
        editor.call("session/subscribe")
        editor.write(message[:cut])
        # Both the plugin and its bridge are gone at once: nothing can say goodbye.
        editor.process.kill()
        editor.close()
        assert script.call("chart/tap", chart="a", x=360, y=120, render=False)["hit"]["kind"] == "slice"
    assert script.call("chart/list") == {"charts": ["a"]}
    assert server.process.poll() is None


@pytest.mark.parametrize("cut", [1, 10, 25, 60])
def test_an_editor_with_a_kernel_of_its_own_takes_it_along(cut):
    editor = Stdio()
    editor.write(Stdio.frame(request(2, "chart/create", {"chart": "b", "spec": SPENDING}))[:cut])
    # The end of the input is all that is left of it.
    editor.process.stdin.close()
    answer = editor.process.stdout.read()
    assert answer == b"" or b"ended inside a message" in answer
    assert editor.process.wait(10) == 0
    editor.process.stdout.close()
    editor.process.stderr.close()


@pytest.mark.parametrize("kind", SURVIVAL)
def test_a_flood_from_one_client_does_not_hold_up_the_others(server, script, kind):
    script.call("chart/create", chart="b", spec=SPENDING, render=False)
    before = resident(server.process.pid)
    with FLOODS[kind](server.endpoint):
        for _ in range(300):
            tap(script)
        with Dealer(server.endpoint) as newcomer:
            assert newcomer.call("chart/get", chart="a")["revision"] > 1
    # What the flooder doesn't read is bounded, on both sides.
    assert resident(server.process.pid) - before < 100
    assert server.process.poll() is None
    tap(script)


def test_an_editor_that_never_reads_costs_nothing_and_then_sees_the_newest(server, script):
    """Changes are joined for it, so that what waits is bounded."""
    editor = Stdio("--connect", server.endpoint)
    editor.call("session/subscribe", render=True)
    script.call("chart/tap", chart="a", x=5, y=5, render=False)
    before = resident(server.process.pid), resident(editor.process.pid)
    count = 20_000
    for number in range(0, count, 100):
        for each in range(100):
            script.send(request(number + each, "chart/rotate", {"chart": "a", "by": 1, "render": False}))
        for _ in range(100):
            script.receive()
    grown = resident(server.process.pid) - before[0], resident(editor.process.pid) - before[1]
    print(f"server +{grown[0]:.1f} MB, bridge +{grown[1]:.1f} MB")
    # 20,000 pictures of 4 kB would be 80 MB.
    assert grown[0] < 40 and grown[1] < 40, grown
    tap(script)
    newest = script.call("chart/get", chart="a")["revision"]
    told = 0
    while (notification := editor.notification())["params"]["revision"] < newest:
        told += 1
    assert notification["params"]["display"]["image/svg+xml"].startswith("<svg")
    print(f"told {told + 1} times of {newest} revisions")
    assert told < count / 2
    editor.close()


def test_an_editor_that_stops_is_forgotten_when_it_is_gone(server, script):
    editors = [Stdio("--connect", server.endpoint) for _ in range(5)]
    for editor in editors:
        editor.call("session/subscribe", render=False)
    for editor in editors[1:]:
        editor.process.kill()
        editor.close()
    script.call("chart/rotate", chart="a", by=5, render=False)
    assert editors[0].notification()["params"]["cause"] == "chart/rotate"
    assert editors[0].close() == 0


def test_a_bridge_ends_with_the_editor_that_started_it(server):
    """Also where the editor is killed and somebody else holds the pipe open."""
    editor = Editor("--connect", server.endpoint)
    assert is_alive(editor.kernel)
    editor.kill()
    eventually(lambda: not is_alive(editor.kernel))
