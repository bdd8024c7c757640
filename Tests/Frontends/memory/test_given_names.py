"""Names of memory: their givers', and bounded."""

import pytest

from clients import RPCError, eventually
from handover import HandOver, line, memory
from serving import MAPS, MARKS, NAMES, maps, works

pytestmark = MARKS


def test_names_are_their_givers_and_end_with_the_connection(server, client, place, giver):
    with memory([1, 5, 2]) as three, HandOver(place) as other:
        assert giver.give("m", three) == {"bytes": 24}
        assert "taken" in giver.give("m", three)["error"] and "taken" in other.give("m", three)["error"]
        assert "not handed over here" in other.release("m")["error"]
        client.call("chart/create", chart="a", spec=line("m"), render=False)
        giver.close()
        eventually(lambda: other.give("m", three) == {"bytes": 24})
        assert other.release("m") == {}
    with pytest.raises(RPCError, match="there is no memory 'm'"):
        client.call("chart/create", chart="b", spec=line("m"))
    # What is shown stays, until it is shown no more.
    assert maps(server) == 1
    assert client.call("chart/highlight", chart="a", index=1, render=False)["events"][0]["value"] == 5
    client.call("chart/delete", chart="a")
    eventually(lambda: maps(server) == 0)


def give_many(giver, count, descriptor, start=0) -> list[dict]:
    """Hands the same over by many names; what is answered."""
    answers = []
    for first in range(start, start + count, 32):
        numbers = range(first, min(first + 32, start + count))
        for number in numbers:
            giver.send(b'{"memory": "m%d"}\n' % number, [descriptor])
        answers += [giver.line() for _ in numbers]
    return answers


def test_names_are_bounded(server, client, place, giver):
    with memory([1]) as one:
        answers = give_many(giver, NAMES + 10, one)
        assert all(answer == {"bytes": 8} for answer in answers[:NAMES])
        assert all("more than 4096" in answer["error"] for answer in answers[NAMES:])
        assert maps(server) == NAMES
    giver.close()
    eventually(lambda: maps(server) == 0)
    works(client, place)


def test_maps_are_bounded_before_the_system_has_none_left(server, client, place, giver):
    """Without a map the process could not even have memory of its own."""
    given = 0
    with memory([1, 2, 3]) as three:
        for chart in range(MAPS // 4_000 + 1):
            answers = give_many(giver, 4_000, three)
            taken = sum("bytes" in answer for answer in answers)
            given += taken
            columns = {f"c{number}": {"memory": f"m{number}"} for number in range(taken)}
            client.call(
                "chart/create", chart=f"chart {chart}", render=False,
                spec={"kind": "line", "data": {"columns": columns, "y": "c0"}},
            )
            for number in range(taken):
                giver.release(f"m{number}")
        assert given == MAPS and "more than 16384" in answers[-1]["error"]
        assert maps(server) == MAPS
        # There is room for all else.
        client.call("chart/create", chart="own", spec={"kind": "line", "series": [{"values": list(range(300_000))}]})
        client.call("chart/delete", chart="chart 0")
        eventually(lambda: maps(server) == MAPS - 4_000)
    works(client, place)
