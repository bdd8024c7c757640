"""complete_request, inspect_request and is_complete_request: cursors count code points, and replies are whole."""

import pytest

from .cells import pie

pytestmark = pytest.mark.timeout(120)

# One code point each and two of UTF-16, or several code points and one grapheme (evcxr counts these).
PREFIXES = ["", "# é\n", "# 🥧🥧\n", "# 👩‍👩‍👧‍👦 e\u0301\n", "# 🇩🇪\r\n"]


def complete(client, code, cursor):
    return client.request("complete_request", {"code": code, "cursor_pos": cursor}).content


def inspect(client, code, cursor, level=0):
    return client.request("inspect_request", {"code": code, "cursor_pos": cursor, "detail_level": level}).content


@pytest.mark.parametrize("prefix", PREFIXES)
def test_completion_counts_code_points(client, prefix):
    """denoland/deno#35098: UTF-16 units instead."""
    code = prefix + "%ech ignored"
    content = complete(client, code, len(prefix) + 4)
    assert content == {
        "status": "ok",
        "matches": ["%echo"],
        "cursor_start": len(prefix),
        "cursor_end": len(prefix) + 4,
        "metadata": {},
    }


@pytest.mark.parametrize("prefix", PREFIXES)
def test_charts_complete_behind_astral_characters(client, prefix):
    client.execute(pie("spending"))
    content = complete(client, prefix + "%show spe", len(prefix) + 9)
    assert content["matches"] == ["spending"]
    assert (content["cursor_start"], content["cursor_end"]) == (len(prefix) + 6, len(prefix) + 9)


@pytest.mark.parametrize("prefix", PREFIXES)
def test_inspection_counts_code_points(client, prefix):
    code = prefix + "%tap p 1 2"
    content = inspect(client, code, len(prefix) + 2)
    assert content["found"] is True
    assert "tap" in content["data"]["text/plain"]
    assert content == {"status": "ok", "found": True, "data": content["data"], "metadata": {}}


@pytest.mark.parametrize("level", [0, 1])
def test_inspection_has_both_levels(client, level):
    assert inspect(client, "%tap", 4, level)["found"] is True


def test_reply_is_whole_where_nothing_is_found(client):
    """Clients throw where a member is missing."""
    assert inspect(client, "", 0) == {"status": "ok", "found": False, "data": {}, "metadata": {}}
    content = complete(client, "%zzzzz", 6)
    assert content["matches"] == []
    assert content["status"] == "ok"
    assert content["cursor_start"] <= content["cursor_end"] == 6


@pytest.mark.parametrize("cursor", [-1, 10**6, 2**63, -(2**70), 1e300, None, "3", 1.5, [], True])
def test_odd_cursors_do_no_harm(client, cursor):
    for ask in (complete, inspect):
        assert ask(client, "%echo 🥧", cursor)["status"] in ("ok", "error")
    assert client.answers()


def test_every_cursor_in_a_cell_is_answered_within_it(client):
    code = 'kind: pie\ntitle: "🥧 é"\nslices:\n  - {la: 🥧}\n%tap 🥧 x\n{"jsonrpc": "2.0", "meth'
    for cursor in range(len(code) + 1):
        content = complete(client, code, cursor)
        assert 0 <= content["cursor_start"] <= cursor <= content["cursor_end"] <= len(code)
        assert inspect(client, code, cursor)["status"] == "ok"


@pytest.mark.parametrize(
    "code, status",
    [
        ("%echo x", "complete"),
        ("", "complete"),
        ("# 🥧", "complete"),
        ("kind: pie\nslices: [{label: a, value: 1}]\n", "complete"),
        ("kind: pie\nslices:\n", "incomplete"),
        ('{"jsonrpc": "2.0",', "incomplete"),
        ('title: "🥧', "incomplete"),
        ("{]", "invalid"),
    ],
)
def test_is_complete(client, code, status):
    content = client.request("is_complete_request", {"code": code}).content
    assert content["status"] == status
    # xeus always adds one.
    assert ("indent" in content) == (status == "incomplete")


def test_is_complete_knows_no_fifth_status(client):
    code = 'kind: pie\nslices:\n  - {label: "a\\"", value: [1, {x: 2}]}\n%tap p\n---\n{"a": [1]}'
    for end in range(len(code) + 1):
        content = client.request("is_complete_request", {"code": code[:end]}).content
        assert content["status"] in ("complete", "incomplete", "invalid", "unknown")
