"""history_request: the three ways to ask, and that entries are what the specification says."""

import pytest

pytestmark = pytest.mark.timeout(120)

CELLS = ["%echo one", "%echo two", "%charts", "%echo one", "%echo Zwei 🥧", "%nonsense"]


@pytest.fixture
def history(client):
    """Asks for history after some cells were run."""
    for code in CELLS:
        client.execute(code)
    client.execute("%echo unstored", store_history=False)
    client.execute("%echo silent", silent=True)

    def ask(type, **options):
        content = {"output": False, "raw": True, "hist_access_type": type, **options}
        reply = client.request("history_request", content).content
        assert reply["status"] == "ok"
        return reply["history"]

    return ask


def entries(*numbers):
    """What history says of cells, by their numbers."""
    return [[1, number, CELLS[number - 1]] for number in numbers]


def test_tail(history):
    assert history("tail", n=2) == entries(5, 6)
    assert history("tail", n=100) == entries(1, 2, 3, 4, 5, 6)
    assert history("tail", n=0) == []
    assert history("tail", n=-1) == []


def test_range_excludes_its_stop(history):
    assert history("range", session=1, start=2, stop=4) == entries(2, 3)
    assert history("range", session=0, start=2, stop=4) == entries(2, 3)
    assert history("range", session=1, start=6, stop=100) == entries(6)
    assert history("range", session=1, start=5) == entries(5, 6)
    assert history("range", session=1, start=4, stop=4) == []


def test_range_of_another_session_is_empty(history):
    """xeus ignores the session."""
    for session in (-1, 2, 10**9):
        assert history("range", session=session, start=1, stop=10) == []


def test_search_by_glob(history):
    assert history("search", pattern="%echo*") == entries(1, 2, 4, 5)
    assert history("search", pattern="*two") == entries(2)
    assert history("search", pattern="%echo ?ne") == entries(1, 4)
    assert history("search", pattern="*🥧") == entries(5)
    assert history("search", pattern="echo one") == [], "the whole input, not a part of it"
    assert history("search", pattern="*") == entries(1, 2, 3, 4, 5, 6)


def test_search_for_the_newest(history):
    assert history("search", pattern="%echo*", n=2) == entries(4, 5)


def test_search_for_unique_inputs(history):
    """xeus compares whole entries, so that none is ever a double."""
    assert history("search", pattern="*one", unique=True) == entries(4)
    assert history("search", pattern="%echo*", unique=True) == entries(2, 4, 5)


def test_output_comes_along_where_there_is_one(history, client):
    client.execute('{"jsonrpc": "2.0", "id": 1, "method": "chart/list"}')
    result = history("tail", n=1, output=True)[0][2]
    assert result[0].startswith('{"jsonrpc"') and "charts" in result[1]
    assert history("range", session=1, start=1, stop=2, output=True) == [[1, 1, ["%echo one", None]]]


def test_search_takes_no_time_to_speak_of_for_a_hard_pattern(history, client):
    client.execute("%echo " + "a" * 20_000)
    assert history("search", pattern="*a" * 50 + "b") == []


@pytest.mark.parametrize(
    "odd",
    [
        {"n": "x"},
        {"n": 2**70},
        {"n": -(2**63)},
        {"start": -(2**63), "stop": 2**63},
        {"pattern": 7},
        {"pattern": "[" * 1_000},
        {"session": None},
        {"unique": "yes"},
        {"hist_access_type": "everything"},
        {"hist_access_type": None},
    ],
)
@pytest.mark.parametrize("type", ["tail", "range", "search"])
def test_odd_questions_are_answered(client, type, odd):
    reply = client.request("history_request", {"hist_access_type": type, "output": True, **odd})
    assert reply.content["status"] in ("ok", "error")
    assert client.answers()
