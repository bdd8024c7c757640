"""Columns that lie in memory: what is handed over, for how long, and what is copied."""

import array
import contextlib
import gc
import os
import tempfile

import chart_kernel as ck
import numpy as np
import psutil
import pytest
from chart_kernel import _memory

from clients import Server, eventually
from shapes import shapes


def test_large_columns_are_handed_over_and_small_ones_go_along(client, copies):
    numbers = np.random.default_rng(1).standard_normal(100_000).cumsum()
    chart = ck.line(numbers, client=client)
    assert shapes(chart) == shapes(ck.line(numbers.tolist(), client=client))
    assert _mapped(psutil.Process(client.connection.program.pid)) == (0 if copies else 1)
    # A part of an array, and one that lies elsewhere than it says.
    for each in (numbers[7_000:90_001], numbers[::3], numbers[::-1], numbers.astype("f4"), numbers.astype(">f8")):
        assert shapes(ck.line(each, client=client)) == shapes(ck.line(each.tolist(), client=client))
    chart.delete()


def test_what_is_shown_stays_when_the_array_is_changed(client, copies):
    numbers = np.zeros(100_000)
    chart = ck.line(numbers, client=client)
    before = chart.svg
    numbers[:] = np.arange(100_000)
    chart.update(title="Zeros")
    chart.update(title=None)
    assert chart.svg == before


def test_arrays_can_be_made_longer_while_a_chart_shows_them(client):
    for numbers in (array.array("d", range(100_000)), bytearray(100_000)):
        chart = ck.line(numbers, client=client)
        numbers.extend(numbers[:1])
        assert chart.svg


def test_where_the_program_may_not_read_this_process_the_numbers_are_copied_for_it(client, monkeypatch):
    numbers = np.random.default_rng(1).standard_normal(100_000).cumsum()
    asked = []

    def refuse(hand_over, request, descriptors):
        if "address" in request:
            asked.append(request)
            raise ck.ChartKernelError("the memory cannot be copied: Operation not permitted")
        return ask(hand_over, request, descriptors)

    ask = _memory.HandOver._ask
    monkeypatch.setattr(_memory.HandOver, "_ask", refuse)
    chart = ck.line(numbers, client=client)
    assert shapes(chart) == shapes(ck.line(numbers.tolist(), client=client)) and len(asked) == 1
    assert _mapped(psutil.Process(client.connection.program.pid)) == 1


def test_a_mapped_file_is_not_copied(client, tmp_path):
    numbers = np.random.default_rng(1).standard_normal(100_000).cumsum()
    path = tmp_path / "numbers.npy"
    np.save(path, numbers)
    array = np.load(path, mmap_mode="r")
    chart = ck.line(array, client=client)
    assert shapes(chart) == shapes(ck.line(numbers.tolist(), client=client))
    # A part of it, too.
    part = ck.line(array[500:90_000], client=client)
    assert shapes(part) == shapes(ck.line(numbers[500:90_000].tolist(), client=client))
    maps = psutil.Process(client.connection.program.pid).memory_maps(grouped=False)
    assert any(each.path == str(path) for each in maps) and not any("memfd" in each.path for each in maps)


def test_a_mapped_file_that_becomes_shorter_harms_nobody(client, tmp_path):
    path = tmp_path / "numbers.bin"
    np.arange(1_000_000, dtype=float).tofile(path)
    chart = ck.line(np.memmap(path, float, "r"), client=client)
    before = chart.svg
    os.truncate(path, 4_096)
    chart.update(title="Shorter")
    assert chart.svg != before
    for _ in range(20):
        chart.zoom(2, x=300)
    # Other charts are as they were.
    assert len(ck.line([1, 2, 3], client=client).svg) > 100 and client.is_running


def test_a_file_whose_numbers_change_while_it_is_shown_harms_nobody(client, tmp_path):
    path = tmp_path / "numbers.bin"
    np.arange(300_000, dtype=float).tofile(path)
    writable = np.memmap(path, float, "r+")
    charts = [ck.line(np.memmap(path, float, "r"), client=client), ck.bar(np.memmap(path, float, "r"), client=client)]
    random = np.random.default_rng(2)
    for odd in (np.inf, -np.inf, np.nan, 1e308, -1e308, 5e-324):
        writable[random.integers(0, 300_000, 50_000)] = odd
        for chart in charts:
            chart.zoom(1.5, x=float(random.uniform(0, 600)))
            chart.tap(float(random.uniform(0, 640)), float(random.uniform(0, 360)))
            chart.highlight(int(random.integers(0, 300_000)))
            chart.key("ArrowRight")
            assert chart.svg
        assert client.is_running


def test_of_charts_that_are_replaced_or_gone_only_what_can_be_undone_is_left(client, copies):
    process = psutil.Process()
    program = psutil.Process(client.connection.program.pid)
    numbers = np.zeros(1_000_000)
    chart = ck.line(numbers, client=client)
    chart.update(data=numbers)
    descriptors, held = process.num_fds(), _held(program)
    for _ in range(20):
        chart.update(data=numbers)
    # 64 MiB of steps, of 8 MB each, and what is shown.
    assert process.num_fds() <= descriptors
    assert _held(program) - held <= 100e6 and _mapped(program) <= 10
    chart.delete()
    del chart
    gc.collect()
    # A name is taken back after its request was answered.
    eventually(lambda: _mapped(program) == 0, 10, "the program keeps memory that nobody shows")
    eventually(lambda: _held(program) - held <= 4e6, 10, "the program keeps numbers that nobody shows")


def test_several_charts_of_one_table_have_its_columns_once(client):
    program = psutil.Process(client.connection.program.pid)
    table = {"a": np.arange(1_000_000) * 0.5, "b": np.sqrt(np.arange(1_000_000))}
    charts = [ck.histogram(table, x="a", client=client)]
    held = _held(program)
    for name in "ab" * 6:
        charts.append(ck.histogram(table, x=name, client=client, link="rows"))
    # A column has 8 MB, and each of the twelve brings two.
    eventually(lambda: _held(program) - held <= 80e6, 10, "each chart has the table for itself")


def test_memory_that_is_handed_over_can_be_changed_by_nobody():
    block = _memory.block(memoryview(b"abcdefgh"))
    with pytest.raises(OSError):
        os.pwrite(block.descriptor, b"x", 0)
    with pytest.raises(OSError):
        os.ftruncate(block.descriptor, 4)
    assert os.pread(block.descriptor, 8, 0) == b"abcdefgh"


def test_where_there_is_no_such_memory_a_file_without_a_name_does(client, monkeypatch, tmp_path):
    monkeypatch.delattr(os, "memfd_create")
    monkeypatch.setitem(client.about["capabilities"]["memory"], "copies", False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    numbers = np.arange(20_000.0)
    chart = ck.line(numbers, client=client)
    assert shapes(chart) == shapes(ck.line(numbers.tolist(), client=client))
    maps = psutil.Process(client.connection.program.pid).memory_maps(grouped=False)
    assert any(str(tmp_path) in each.path for each in maps) and list(tmp_path.iterdir()) == []


def test_a_client_that_was_hung_up_on_while_it_was_quiet_hands_over_again(client):
    numbers = np.arange(20_000.0)
    chart = ck.line(numbers, client=client)
    place = client.about["capabilities"]["memory"]["socket"]
    others = [_memory.HandOver(place) for _ in range(300)]
    for other in others:
        # As soon as it is answered, it was let in.
        with contextlib.suppress(ck.ChartKernelError):
            other.take_back(_memory.Block())
    assert shapes(ck.line(numbers, client=client)) == shapes(chart)
    for other in others:
        other.close()


def test_what_was_handed_over_for_a_request_that_finds_no_room_is_taken_back(runtime):
    # With a longer path there is no place for memory, and the numbers would come with the requests.
    with Server(f"ipc://{runtime}/s.sock", "--memory-limit", "100M") as server, ck.connect(server.endpoint) as client:
        assert "memory" in client.about["capabilities"]
        half = np.zeros(8_000_000)
        for _ in range(3):
            with pytest.raises(ck.ChartKernelError, match="--memory-limit"):
                ck.line({"a": half, "b": half}, x="a", y="b", client=client)
        assert _mapped(psutil.Process(server.process.pid)) == 0
        assert ck.line(half[:1_000_000], client=client).svg


def _mapped(program: psutil.Process) -> int:
    """How many pieces of handed-over memory the program has."""
    return sum("memfd:chart-kernel" in each.path for each in program.memory_maps(grouped=False))


def _held(program: psutil.Process) -> int:
    """The bytes that the program has for itself."""
    return program.memory_full_info().uss
