"""Which columns complete_request offers: those of the table, of the file, and of what steps make of them."""

import pytest

from .test_completion import PREFIXES, complete

pytestmark = pytest.mark.timeout(120)

TABLE = "kind: line\ndata:\n  columns: {year: [2017, 2018], größe: [1, 2], 'Umsatz in €': [3, 4], 'a: b': [5, 6]}\n"


def offered(client, marked):
    cursor = marked.index("|")
    content = complete(client, marked.replace("|", "", 1), cursor)
    assert content["status"] == "ok" and content["cursor_start"] <= cursor <= content["cursor_end"]
    return content["matches"]


@pytest.mark.parametrize("marked, matches", [
    ("  x: |", ["year", "größe", "Umsatz in €", '"a: b"']),
    ("  x: gr|", ["größe"]),
    ("  x: 'Um|'", ["Umsatz in €"]),
    ('  x: "a|', ["a: b"]),
    ("  where: {a|", ['"a: b"']),
    ("  transform: [{calculate: {n: 1}}, {group: {by: [|", ["year", "größe", "Umsatz in €", '"a: b"', "n"]),
    ("  transform: [{filter: year > gr|", ["größe"]),
    ("  transform: [{filter: U|", ['"`Umsatz in €`"']),
    ("  transform: [{group: {by: year, n: count()}}, {sort: -|", ["-year", "-n"]),
    ("series:\n  - column: g|\n    width: 3\n", ["größe"]),
    ("facet: y|", ["year"]),
])
def test_columns_are_offered_where_one_is_named(client, marked, matches):
    assert offered(client, TABLE + marked) == matches


@pytest.mark.parametrize("prefix", PREFIXES)
def test_the_name_at_the_cursor_is_replaced(client, prefix):
    before = prefix + "{kind: line, data: {columns: {größe: [1], 🥧: [2]}, transform: [{filter: 🥧 > "
    start = len(before)
    content = complete(client, before + "grö + 1}]}}", start + 1)
    assert (content["matches"], content["cursor_start"], content["cursor_end"]) == (["größe"], start, start + 3)


def test_what_is_taken_from_completion_runs(client):
    code = TABLE + "  x: year\n  y: Um"
    content = complete(client, code, len(code))
    (match,) = content["matches"]
    assert client.execute(code[: content["cursor_start"]] + match).content["status"] == "ok"
