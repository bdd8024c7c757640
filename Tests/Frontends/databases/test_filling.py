"""What a server needs to fill a pyramid."""

from __future__ import annotations

import re

from clickhouse import FRUGAL
from test_pyramids import index


def test_buckets_that_memory_does_not_hold_are_put_on_the_disk(clickhouse, connections):
    """So there are pyramids of tables of any length: a bucket takes some 300 bytes while it is filled."""
    rows = FRUGAL // 250
    connections(
        clickhouse.connection("frugal", user="frugal").replace('password_variable = "TEST_PASSWORD"\n', ""))
    clickhouse.sql("CREATE TABLE long (x Float64, y Float64) ENGINE = MergeTree() ORDER BY x")
    try:
        clickhouse.sql(f"INSERT INTO long SELECT number, sin(number) FROM numbers({rows})")
        words = ("frugal.long", "--x", "x", "--y", "y", "--rows-per-bucket", "1")
        assert f"SETTINGS max_bytes_before_external_group_by = {FRUGAL // 4}" in index(*words, "--sql")
        assert "made, " in index(*words, "--yes")
        assert "up to date" in index("frugal.long")
        counted = clickhouse.sql("SELECT ck_width, sumMerge(ck_rows) FROM long_x_y_pyramid GROUP BY ck_width ORDER BY ck_width")
        widths = counted.split("\n")
        assert len(widths) > 10 and all(re.fullmatch(rf"[\d.]+\t{rows}", width) for width in widths), counted
        index("frugal.long", "--drop", "--yes")
    finally:
        clickhouse.sql("DROP TABLE long")
