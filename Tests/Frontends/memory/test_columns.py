"""Specs whose columns lie in memory of others, while that is as it should be or not."""

import contextlib
import os
import random
import struct
import subprocess
import sys

import pytest

import handover
from clients import SPENDING, Dealer, RPCError, Server, eventually
from handover import HandOver, line, memory
from serving import MARKS, maps, memory_of, names, works

pytestmark = MARKS


@pytest.mark.parametrize(
    "column, path, reason",
    [
        ({"memory": "none"}, "memory", "there is no memory 'none'"),
        ({"memory": "x" * 1_000_000}, "memory", "there is no memory"),
        ({"memory": None}, "memory", "expected a text"),
        ({"memory": ["m"]}, "memory", "expected a text"),
        ({"memory": "m", "buffer": 0}, "memory", "either"),
        ({"memory": "m", "offset": 4_097}, "offset", "behind the 4096 bytes"),
        ({"memory": "m", "offset": 2**63 - 1}, "offset", "behind the 4096 bytes"),
        ({"memory": "m", "offset": 2**63}, "offset", "whole number"),
        ({"memory": "m", "offset": -1}, "offset", "at least 0"),
        ({"memory": "m", "offset": 1e300}, "offset", "whole number"),
        ({"memory": "m", "offset": 3}, "memory", "4093 bytes"),
        ({"memory": "m", "offset": 4_096, "count": 1}, "count", "got 0 bytes"),
        ({"memory": "m", "count": 513}, "count", "expected 513 numbers of 8 bytes"),
        ({"memory": "m", "count": 2**61 + 1}, "count", "got 4096 bytes"),
        ({"memory": "m", "count": 2**63 - 1, "offset": 8}, "count", "got 4088 bytes"),
        ({"memory": "m", "count": 1.5}, "count", "whole number"),
        ({"memory": "m", "count": "all"}, "count", "whole number"),
        ({"memory": "m", "type": "float16"}, "type", "float64"),
        ({"memory": "m", "sise": 1}, "sise", "unknown key"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_column_that_there_is_not_is_refused_with_its_place(client, giver, column, path, reason):
    with memory(size=4_096) as page:
        giver.give("m", page)
    before = client.call("session/export")
    for spec, place in (
        ({"kind": "line", "series": [{"values": column}]}, "spec.series[0].values"),
        ({"kind": "line", "x": {"values": column}, "series": [{"values": [1]}]}, "spec.x.values"),
        ({"kind": "scatter", "series": [{"values": [1], "size": {"values": column}}]}, "spec.series[0].size.values"),
        ({"kind": "pie", "data": {"columns": {"a": column}, "value": "a"}}, "spec.data.columns.a"),
    ):
        with pytest.raises(RPCError) as refusal:
            client.call("chart/create", chart="shown", spec=spec)
        assert refusal.value.code == -32602 and refusal.value.data["path"] == f"{place}.{path}", refusal.value
        assert reason in refusal.value.data["reason"] and len(refusal.value.message) < 1_000
    assert client.call("session/export") == before


@pytest.mark.parametrize("columns", [1, "a", [[1]], {"a": 1}, {"a": True}, {"a": {}}, {"a": [[[1]]]}, {"a": [1], "b": []}])
def test_a_table_that_is_none_is_refused_with_its_place(client, columns):
    before = client.call("session/export")
    with pytest.raises(RPCError) as refusal:
        client.call("chart/create", chart="shown", spec={"kind": "line", "data": {"columns": columns, "y": "a"}})
    assert refusal.value.code == -32602 and refusal.value.data["path"].startswith("spec.data.columns")
    assert client.call("session/export") == before


@pytest.mark.parametrize(
    "columns, code",
    [
        ('{"a": {"memory": "m", "count": NaN}}', -32700),
        ('{"a": {"memory": "m", "offset": Infinity}}', -32700),
        ('{"a": {"memory": "m", "count": 0x10}}', -32700),
        ('{"a": ' + "[" * 500 + "]" * 500 + "}", -32004),
        ('{"a": ' + '{"memory": ' * 500 + "1" + "}" * 500 + "}", -32004),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_json_or_too_deep_is_told(client, columns, code):
    before = client.call("session/export")
    spec = '{"kind": "line", "data": {"y": "a", "columns": %s}}' % columns
    client.send(b'{"jsonrpc": "2.0", "id": 1, "method": "chart/create", "params": {"spec": %s}}' % spec.encode())
    assert client.receive()["error"]["code"] == code
    assert client.call("session/export") == before


def test_a_hundred_thousand_columns_are_one_memory(client, giver):
    with memory([3, 1, 2]) as three:
        giver.give("m", three)
    columns = {f"column {number}": {"memory": "m"} for number in range(100_000)}
    spec = {"kind": "line", "data": {"columns": columns, "y": "column 99999"}}
    client.call("chart/create", chart="wide", spec=spec, render=False)
    assert client.call("chart/highlight", chart="wide", index=0, render=False)["events"][0]["value"] == 3
    # As many places are too many.
    with memory(size=1 << 20) as large:
        giver.give("large", large)
    columns = {f"c{number}": {"memory": "large", "offset": 8 * number, "count": 1} for number in range(100_000)}
    with pytest.raises(RPCError, match="more than 4096 columns") as refusal:
        client.call("chart/create", spec={"kind": "line", "data": {"columns": columns, "y": "c0"}}, render=False)
    assert refusal.value.data["path"].startswith("spec.data.columns.c4")


def test_the_same_bytes_are_not_shown_as_others_than_they_are(client, giver):
    with memory([5, 6, 7], type="<i8") as three:
        giver.give("m", three)
    columns = {"a": {"memory": "m"}, "b": {"memory": "m", "type": "int64"}}
    with pytest.raises(RPCError, match="float64 elsewhere") as refusal:
        client.call("chart/create", spec={"kind": "line", "data": {"columns": columns, "y": "b"}}, render=False)
    assert refusal.value.data["path"] == "spec.data.columns.b.type"


def test_points_are_not_added_from_memory_and_that_is_said(client, giver):
    with memory([5, 6, 7]) as three:
        giver.give("m", three)
    client.call("chart/create", chart="a", spec=line("m"), render=False)
    with pytest.raises(RPCError, match="where none is read"):
        client.call("chart/append", chart="a", points={"y": {"memory": "m"}}, render=False)


def test_memory_of_others_counts_for_the_ceiling(tmp_path):
    """Whoever has handed it over may have gone since: then only this process holds it."""
    with Server(f"ipc://{tmp_path}/s.sock", "--memory-limit", "200M") as server, Dealer(server.endpoint) as client:
        client.call("chart/create", chart="shown", spec=SPENDING, render=False)
        place = handover.socket_of(client)
        for number in range(10):
            # Of the same numbers all would be in memory once.
            with HandOver(place) as giver, memory([number], size=64 << 20) as part:
                answer = giver.give("m", part)
                if "error" in answer:
                    break
                client.call("chart/create", chart=f"c{number}", spec=line("m"), render=False)
            eventually(lambda: "m" not in names(client))
        assert number == 2 and "'memory'" in answer["error"] and "--memory-limit" in answer["error"], (number, answer)
        # What takes no room of its own but would need some, and what needs none.
        with HandOver(place) as giver:
            with memory(size=16 << 20) as bytes_:
                assert giver.give("m", bytes_) == {"bytes": 16 << 20}
            with pytest.raises(RPCError, match="--memory-limit") as refusal:
                client.call("chart/create", chart="int8", spec=line("m", type="int8"), render=False)
            assert refusal.value.data["path"] == "spec.series[0].values.memory"
        with open(tmp_path / "file", "wb+") as file, HandOver(place) as giver:
            os.ftruncate(file.fileno(), 1 << 30)
            assert giver.give("file", file.fileno()) == {"bytes": 1 << 30}
        client.call("chart/delete", chart="c0")
        eventually(lambda: maps(server) == 1)
        works(client, place)


def test_the_same_numbers_from_several_are_in_memory_once(tmp_path):
    with Server(f"ipc://{tmp_path}/s.sock", "--memory-limit", "200M") as server, Dealer(server.endpoint) as client:
        place = handover.socket_of(client)
        for number in range(6):
            with HandOver(place) as giver, memory([1, 2, 3], size=64 << 20) as part:
                assert giver.give("m", part) == {"bytes": 64 << 20}
                client.call("chart/create", chart=f"c{number}", spec=line("m"), render=False)
            eventually(lambda: "m" not in names(client))
        assert maps(server) == 1


def test_a_large_file_that_is_emptied_takes_no_memory_and_shows_gaps(server, client, giver, tmp_path):
    """Where nothing is any more doubles that are no numbers are read, the same few again and again."""
    count = 32 << 20
    with open(tmp_path / "file", "wb+") as file:
        os.ftruncate(file.fileno(), 8 * count)
        giver.give("m", file.fileno())
        client.call("chart/create", chart="a", spec=line("m"), render=False)
        before = memory_of(server)
        os.ftruncate(file.fileno(), 8 * 512)
        client.send({"jsonrpc": "2.0", "id": 0, "method": "chart/create", "params": {"chart": "b", "spec": line("m")}})
        answer = client.receive(120)
        assert "result" in answer, answer
        assert memory_of(server) - before < 8 * count // 4
    for chart in "ab":
        assert client.call("chart/highlight", chart=chart, index=511, render=False)["changed"]
        for index in (512, count // 2, count - 1):
            assert not client.call("chart/highlight", chart=chart, index=index, render=False)["changed"]


@pytest.mark.parametrize("type, size", [("int64", 8), ("float32", 4), ("uint8", 1), ("timestamp_ns", 8), ("float64", 8)])
def test_what_is_missing_of_other_numbers_is_told_and_not_shown(client, giver, tmp_path, type, size):
    with open(tmp_path / "file", "wb+") as file:
        file.write(bytes(range(1, 101)) * 1_000)
        file.flush()
        giver.give("m", file.fileno())
        # Of doubles that lie askew the missing ones would be some, too.
        spec = line("m", type=type, offset=4, count=99_000 // size)
        client.call("chart/create", chart="a", spec=spec, render=False)
        os.ftruncate(file.fileno(), 5_000)
        with pytest.raises(RPCError, match="has become shorter than the 100000 bytes") as refusal:
            client.call("chart/create", chart="b", spec=spec, render=False)
        assert refusal.value.data["path"] == "spec.series[0].values.memory"


def test_a_file_that_grows_or_is_replaced_is_shown_as_it_was_handed_over(client, giver, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(struct.pack("<3d", 1, 5, 2))
    with open(path, "ab") as file, open(path, "rb") as reading:
        giver.give("m", reading.fileno())
        client.call("chart/create", chart="a", spec=line("m"), render=False)
        file.write(struct.pack("<3d", 7, 8, 9))
        file.flush()
        (tmp_path / "other").write_bytes(struct.pack("<2d", 3, 4))
        os.replace(tmp_path / "other", path)
        client.call("chart/update", chart="a", patch={"title": "Later"})
        client.call("chart/create", chart="b", spec=line("m"), render=False)
    for chart in "ab":
        assert client.call("chart/highlight", chart=chart, index=1, render=False)["events"][0]["value"] == 5
        with pytest.raises(RPCError, match="from 0 to 2"):
            client.call("chart/highlight", chart=chart, index=3)
    with open(path, "rb") as file:
        assert giver.give("new", file.fileno()) == {"bytes": 16}
    client.call("chart/create", chart="c", spec=line("new"), render=False)
    assert client.call("chart/highlight", chart="c", index=1, render=False)["events"][0]["value"] == 4


CHANGING = """
import os, random, struct, sys
file, size, rng = int(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
evil = [0.0, -0.0, 1.0, float("nan"), float("inf"), float("-inf"), 1e308, -1e308, 5e-324, 2.0**63, -2.0**63, 1e19, 6.4e15]
print("on", flush=True)
while True:
    count = rng.randrange(1, size // 8)
    kind = rng.randrange(5)
    if kind == 0:
        data = rng.randbytes(8 * count)
    elif kind == 1:
        data = struct.pack("<d", rng.choice(evil)) * count
    elif kind == 2:
        data = struct.pack(f"<{count}d", *range(count, 0, -1))
    elif kind == 3:
        data = struct.pack(f"<{count}d", *rng.choices(evil, k=count))
    else:
        # Shorter, and as long as before.
        os.ftruncate(file, rng.randrange(size))
        data = b""
    os.pwrite(file, data, 8 * rng.randrange(size // 8 - count + 1))
    os.ftruncate(file, size)
"""


def test_a_file_that_changes_under_the_charts_ends_nothing(server, client, giver, tmp_path):
    """While they are laid out, drawn and tapped, its numbers become others, no numbers, and none."""
    rng = random.Random(13)
    size = 8 * 3_000
    column = {"memory": "m"}
    table = {"columns": {"a": column, "b": {"memory": "m", "count": size // 8}}}
    specs = [
        line("m"),
        {"kind": "line", "series": [{"values": column, "area": {"opacity": 0.3}, "curve": "monotone"}]},
        {"kind": "line", "series": [{"values": column, "curve": "step", "dots": "all"}], "y": {"scale": "log"}},
        {"kind": "line", "x": {"values": column}, "series": [{"values": column, "curve": "smooth"}]},
        {"kind": "line", "x": {"values": column, "scale": "time"}, "series": [{"values": column}], "viewport": {"visibleCount": 50}},
        {"kind": "bar", "series": [{"values": column, "stack": "s"}, {"values": column, "stack": "s"}]},
        {"kind": "scatter", "series": [{"values": column, "size": {"values": column}, "colorBy": {"values": column}}]},
        {"kind": "line", "data": {**table, "x": "a", "y": "b", "where": {"a": [0, 1]}}},
        {"kind": "pie", "data": {"columns": {"a": {**column, "count": 20}}, "value": "a"}},
    ]
    steps = [
        lambda: ("tap", {"x": rng.uniform(0, 640), "y": rng.uniform(0, 360)}),
        lambda: ("zoom", {"scale": rng.choice([0.1, 1.3, 5, 100]), "x": rng.uniform(0, 640)}),
        lambda: ("scroll", {"by": rng.uniform(-100, 100)}),
        lambda: ("key", {"key": rng.choice(["ArrowRight", "ArrowLeft", "Home", "End"])}),
        lambda: ("update", {"patch": {"title": str(rng.random())}}),
        lambda: ("render", {}), lambda: ("get", {}), lambda: ("undo", {}), lambda: ("append", {"points": [1, 2]}),
    ]
    with open(tmp_path / "file", "wb+") as file:
        os.ftruncate(file.fileno(), size)
        giver.give("m", file.fileno())
        command = [sys.executable, "-c", CHANGING, str(file.fileno()), str(size), "1"]
        with subprocess.Popen(command, pass_fds=[file.fileno()], stdout=subprocess.PIPE) as changing:
            try:
                assert changing.stdout.readline() == b"on\n"
                done = 0
                for spec in specs * 2:
                    # What a pie cannot show is refused, and it may not be there to be tapped.
                    with contextlib.suppress(RPCError):
                        client.call("chart/create", chart="a", spec=spec)
                    for _ in range(20):
                        method, params = rng.choice(steps)()
                        with contextlib.suppress(RPCError):
                            client.call(f"chart/{method}", chart="a", **params)
                            done += 1
                assert done > 100 and changing.poll() is None
            finally:
                changing.kill()
