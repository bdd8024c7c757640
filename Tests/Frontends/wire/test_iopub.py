"""iopub: everybody is welcomed, nothing is lost, and nobody who doesn't read holds up the others."""

import time

import pytest
import zmq

from .cells import begin, interrupted, pie, rpc
from .kernel import free_ports, members
from .raw import Client

pytestmark = pytest.mark.timeout(180)

COUNT = 20_000


def burst(count=COUNT) -> str:
    """A cell with so many outputs, each with its number."""
    return "\n".join(rpc("chart/list", id) for id in range(count))


# Prints for many seconds unless it is interrupted.
FLOOD = "%echo begin\n" + "%help\n" * 100_000


def numbers(outputs) -> list[int]:
    return [m.content["data"]["application/json"]["id"] for m in outputs if "data" in m.content]


def sleeper(client) -> zmq.Socket:
    """Somebody who subscribes and never reads; no key is needed for that."""
    return client.connect(zmq.SUB, "iopub", rcvhwm=1, rcvbuf=4_096, subscribe=b"")


# ── Welcome ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("topic", [b"", b"kernel.", b"nobody's", "é".encode()])
def test_every_subscriber_is_welcomed_first_on_its_topic(kernel, topic):
    """JEP 65. Without XPUB_VERBOSE libzmq tells of the first subscriber to a topic alone, as with ipykernel."""
    for _ in range(3):
        # Client.subscribe() checks the message.
        assert kernel.connect(topic).welcomed.header["version"]


def test_subscriber_in_the_middle_of_a_burst_is_welcomed_first(kernel, client):
    running = begin(client, FLOOD)
    for _ in range(10):
        kernel.connect()
    client.request("interrupt_request", channel="control")
    interrupted(client, running)


def test_first_message_after_a_welcome_is_not_lost(kernel, client):
    """vscode-jupyter#17481, jupyter_client#593, evcxr#255: started, and no message came on iopub."""
    for _ in range(20):
        late = kernel.connect()
        assert late.execute("%echo x").text == "x\n"


def test_second_subscription_of_a_socket_is_welcomed_too(client):
    for topic in (b"kernel.", b"other"):
        client.sockets["iopub"].subscribe(topic)
        welcome = client.receive("iopub")
        assert welcome.type == "iopub_welcome"
        assert welcome.content == {"subscription": topic.decode()}


def test_topics_select(kernel, client):
    """Deno's messages have no topic frame."""
    topic = client.execute("%echo x").only("stream").identities[0]
    assert topic.startswith(b"kernel.") and topic.endswith(b".stream")
    chosen = kernel.connect(topic)
    client.execute("%echo seen\n" + pie("p"))
    client.execute("%echo next")
    assert [chosen.receive("iopub").content["text"] for _ in range(2)] == ["seen\n", "next\n"]


def test_starting_is_said_to_who_is_early_once_and_first(start, folder):
    """libzmq tries to connect again and again; who is there before the kernel sees it all."""
    early = Client(members(folder, **free_ports()), None)
    early.sockets["iopub"] = early.connect(zmq.SUB, "iopub", rcvhwm=0, subscribe=b"")
    kernel = start(info=early.info)
    assert early.receive("iopub").type == "iopub_welcome"
    early.execute("%echo x")
    late = kernel.connect()
    late.execute("%echo x")
    early.published_until(lambda message: message.state == "idle")
    early.close()
    assert early.starting == [1], "once, next to the welcome"
    assert late.starting == []


def test_who_subscribes_after_the_reply_still_sees_its_request_end(start, folder):
    """Libzmq tries each socket by itself again, so that shell may be there 200 ms before iopub; jupyter_console would wait."""
    client = Client(members(folder, **free_ports()), None)
    start(info=client.info)
    id = client.send_cell("%echo x")
    client.reply(id)
    client.subscribe(b"")
    assert "".join(message.content["text"] for message in client.outputs(id) if message.type == "stream") == "x\n"
    assert client.starting == [1], "once, next to the welcome"
    client.close()


def test_who_subscribes_after_a_thousand_replies_sees_the_last_request_end(start, folder):
    """What nobody reads is bounded, and the newest of it is what somebody may wait for."""
    client = Client(members(folder, **free_ports()), None)
    start(info=client.info)
    for _ in range(1_000):
        client.reply(id := client.send("kernel_info_request", {}))
    client.subscribe(b"")
    assert client.outputs(id) == []
    assert len(client.seen) <= 101, "a welcome, and a hundred messages"
    client.close()


# ── Bursts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_burst_is_complete_and_idle_comes_after_it(client):
    """nteract#4188: 1,780 of 2,000; ark#129: the idle was dropped; papermill#426, nbconvert#1183: timeouts."""
    exchange = client.execute(burst(), timeout=60)
    assert numbers(exchange.outputs) == list(range(COUNT))


def test_lines_are_complete_and_come_in_fewer_messages(client):
    exchange = client.execute("".join(f"%echo {line}\n" for line in range(COUNT)), timeout=60)
    assert exchange.text == "".join(f"{line}\n" for line in range(COUNT))
    assert len(exchange.outputs) < COUNT / 4


def test_burst_reaches_every_subscriber(kernel, client):
    others = [kernel.connect() for _ in range(5)]
    id = client.send_cell(burst(2_000))
    client.reply(id)
    for subscriber in (client, *others):
        assert numbers(subscriber.outputs(id)) == list(range(2_000))


def test_burst_reaches_who_looks_at_the_reply_first_with_usual_limits(kernel):
    """nteract#4188: jupyter_client's sockets take 1,000 messages before they wait."""
    client = kernel.connect(rcvhwm=1_000)
    assert numbers(client.execute(burst(2_000)).outputs) == list(range(2_000))


def test_slow_subscriber_loses_nothing(kernel, client):
    """Larger than what the system's buffers take."""
    client.execute(pie("p", range(1, 20)))
    slow = kernel.connect(rcvhwm=1, rcvbuf=4_096)
    cell = "%show p\n" * 2_000
    id = client.send_cell(cell)
    # Slowness is what is tested: a while without reading, and then little by little.
    time.sleep(1)
    found = []
    while not found or found[-1].state != "idle":
        found.append(slow.receive("iopub"))
        if len(found) % 100 == 0:
            # As above.
            time.sleep(0.01)
    assert [message.type for message in found].count("display_data") == 2_000
    assert client.reply(id).content["status"] == "ok"
    assert [message.type for message in client.outputs(id)].count("display_data") == 2_000


def test_who_never_reads_holds_nobody_up(kernel, client):
    sleepers = [sleeper(client) for _ in range(10)]
    # Subscribed before what follows is published.
    kernel.connect()
    client.execute(pie("p", range(1, 20)))
    exchange = client.execute("%show p\n" * 5_000, timeout=120)
    assert exchange.types.count("display_data") == 5_000, "whoever reads loses nothing by those who don't"
    for number in range(20):
        assert client.execute(f"%echo {number}", timeout=5).text == f"{number}\n"
    assert all(not socket.closed for socket in sleepers)


def test_interrupt_ends_a_cell_that_somebody_holds_back(kernel, client):
    client.execute(pie("p", range(1, 20)))
    sleepers = [sleeper(client) for _ in range(3)]
    kernel.connect()
    running = begin(client, "%echo begin\n" + "%show p\n" * 50_000)
    # The cell waits for them as soon as nothing more comes to who reads, of which nobody is told.
    while client.has("iopub", 0.2):
        client.early.append(client.receive("iopub"))
    id = client.send("interrupt_request", channel="control")
    assert client.reply(id, "control").content["status"] == "ok"
    assert client.reply(running, timeout=5).content["ename"] == "Interrupted"
    # Also of control's request idle is seen: it is what clients wait for.
    client.outputs(id)
    client.outputs(running)
    assert sleepers and client.answers()


def test_subscribers_that_come_and_go_do_no_harm(kernel, client):
    running = begin(client, FLOOD)
    for _ in range(200):
        socket = sleeper(client)
        socket.close(0)
    client.request("interrupt_request", channel="control")
    interrupted(client, running)
    assert client.execute("%echo x").text == "x\n"


# ── What comes up the socket ─────────────────────────────────────────────────────────────────────────────────────────

GARBAGE = [
    [b""],
    [b"\x00"],
    [b"\x01"],
    [b"\x00unknown"],
    [b"\x02"],
    [b"\x01" + b"x" * 10_000],
    [b"\x01\xff\xfe"],
    [b"x", b"y", b"z"],
    [b"\x01", b"\x01"],
    [b""] * 100,
    [b"x" * 1_000_000],
]


def test_garbage_up_the_socket_changes_nothing(client):
    """xeus's publisher throws at any message that isn't one frame, which ends its thread."""
    rogue = client.connect(zmq.XSUB, "iopub")
    for message in GARBAGE * 20:
        rogue.send_multipart(message)
    assert client.execute("%echo x").text == "x\n"


def test_garbage_moves_no_subscription_to_another(kernel, client):
    """With XPUB_MANUAL libzmq queues the senders of subscriptions apart from what was sent, and takes one for each
    message, garbage included: what came after it was accepted for somebody else.
    """
    rogue = client.connect(zmq.XSUB, "iopub", sndhwm=0)
    for number in range(20):
        with kernel.connect(b"nobody's") as other:
            # So much that all of it waits when the other one subscribes.
            for _ in range(300):
                rogue.send_multipart([b"garbage"] * 100)
            for topic in range(5):
                rogue.send(b"garbage")
                rogue.send(b"\x01topic %d %d" % (number, topic))
            other.sockets["iopub"].subscribe(b"")
            # Who wants everything may see others' welcomes, but nothing else before its own.
            while (welcome := other.receive("iopub")).content != {"subscription": ""}:
                assert welcome.type == "iopub_welcome"
            assert welcome.type == "iopub_welcome"
            assert other.execute(f"%echo {number}").text == f"{number}\n"


def test_who_asks_for_thousands_of_topics_keeps_nobody_from_being_welcomed(kernel, client):
    rogue = client.connect(zmq.XSUB, "iopub", rcvhwm=1, rcvbuf=4_096, sndhwm=0)
    for number in range(2_000):
        rogue.send(b"\x01topic %d" % number)
    for number in range(20):
        rogue.send(b"\x01another topic %d" % number)
        with kernel.connect() as late:
            assert late.execute(f"%echo {number}").text == f"{number}\n"


def test_thousands_of_topics_change_nothing(client):
    """Each is welcomed; who asked reads none of it."""
    rogue = client.connect(zmq.XSUB, "iopub", rcvhwm=1, rcvbuf=4_096, sndhwm=0)
    for number in range(20_000):
        rogue.send(b"\x01topic %d" % number)
    for number in range(3):
        assert client.execute(f"%echo {number}").text == f"{number}\n"
