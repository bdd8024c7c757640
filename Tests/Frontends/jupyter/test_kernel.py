"""The kernel as Jupyter's own client sees it."""

import xml.etree.ElementTree as XML

import pytest

pytestmark = pytest.mark.timeout(120)

SPENDING = """\
kind: pie
id: spending
title: Spending
slices:
  - {label: Rent, value: 25}
  - {label: Food, value: 30}
  - {label: Travel, value: 15}
"""


def types(messages):
    return [message["msg_type"] for message in messages]


def displays(messages):
    return [message["content"] for message in messages if message["msg_type"] == "display_data"]


# ── Who it is ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_kernel_info_on_shell_and_control(kernel):
    shell = kernel.reply(kernel.client.kernel_info())
    assert shell == kernel.control("kernel_info_request")
    assert shell["status"] == "ok"
    assert shell["protocol_version"] == "5.5"
    assert shell["implementation"] == "chart-kernel"
    assert shell["implementation_version"]
    assert shell["language_info"]["name"] == "chart"
    assert shell["language_info"]["file_extension"].startswith(".")
    assert shell["banner"]


def test_unknown_comms_are_closed(kernel):
    message = kernel.client.session.msg("comm_open", {"comm_id": "c", "target_name": "nobody", "data": {}})
    kernel.client.shell_channel.send(message)
    (close,) = kernel.collect(message["header"]["msg_id"])
    assert close["msg_type"] == "comm_close"
    assert close["content"]["comm_id"] == "c"
    assert kernel.reply(kernel.client.comm_info())["comms"] == {}


# ── Cells ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_yaml_spec_shows_svg_and_words(kernel):
    reply, messages = kernel.execute(SPENDING)
    assert reply["status"] == "ok"
    assert reply["execution_count"] == 1
    (display,) = displays(messages)
    assert display["transient"]["display_id"]
    root = XML.fromstring(display["data"]["image/svg+xml"])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    for word in ["Spending", "Rent", "25"]:
        assert word in display["data"]["text/plain"]


def test_json_spec(kernel):
    reply, messages = kernel.execute('{"kind": "pie", "id": "j", "slices": [{"label": "a", "value": 1}]}')
    assert reply["status"] == "ok"
    assert len(displays(messages)) == 1


def test_several_specs_in_one_cell(kernel):
    reply, messages = kernel.execute(SPENDING + "---\n" + SPENDING.replace("spending", "other"))
    assert reply["status"] == "ok"
    ids = [display["transient"]["display_id"] for display in displays(messages)]
    assert len(set(ids)) == 2


def test_commands(kernel):
    kernel.execute(SPENDING)
    reply, messages = kernel.execute("%echo hello, world")
    assert reply["status"] == "ok"
    assert [m["content"] for m in messages] == [{"name": "stdout", "text": "hello, world\n"}]
    _, messages = kernel.execute("%charts")
    assert "spending" in str([message["content"] for message in messages])
    _, messages = kernel.execute("%show spending")
    assert len(displays(messages)) == 1


def test_json_rpc_request(kernel):
    kernel.execute(SPENDING)
    request = '{"jsonrpc": "2.0", "id": 7, "method": "chart/list"}'
    reply, messages = kernel.execute(request)
    assert reply["status"] == "ok"
    (result,) = [m["content"] for m in messages if m["msg_type"] == "execute_result"]
    answer = result["data"]["application/json"]
    assert answer["id"] == 7
    assert "spending" in str(answer["result"])
    assert result["execution_count"] == 2
    assert result["data"]["text/plain"]


def test_one_execute_result_at_most(kernel):
    request = '{"jsonrpc": "2.0", "id": %d, "method": "chart/list"}'
    _, messages = kernel.execute(f"{request % 1}\n{request % 2}")
    results = [m["msg_type"] for m in messages if m["msg_type"] in ("display_data", "execute_result")]
    assert results == ["display_data", "execute_result"]


def test_error_has_place_caret_and_suggestion(kernel):
    reply, messages = kernel.execute("kind: pie\ntitel: Spending\nslices: [{label: a, value: 1}]\n")
    assert reply["status"] == "error"
    (error,) = [m["content"] for m in messages if m["msg_type"] == "error"]
    assert len(messages) == 1
    for member in ("ename", "evalue", "traceback"):
        assert reply[member] == error[member]
    assert "title" in error["evalue"], "a suggestion"
    text = "\n".join(error["traceback"]).replace("\x1b[31m", "").replace("\x1b[0m", "")
    assert "line 2, column 1" in text
    lines = text.split("\n")
    row = lines.index("titel: Spending")
    assert lines[row + 1].rstrip() == "^"


def test_failed_cell_does_not_stop_the_kernel(kernel):
    assert kernel.execute("%nonsense")[0]["status"] == "error"
    assert kernel.execute("%echo on")[0]["status"] == "ok"


# ── Counting, silence, expressions, history ──────────────────────────────────────────────────────────────────────────


def test_counter(kernel):
    def count(**options):
        return kernel.execute("%echo x", **options)[0]["execution_count"]

    assert [count(), count(store_history=False), count(silent=True), count(), count()] == [1, 1, 1, 2, 3]


def test_silent_shows_nothing(kernel):
    reply, messages = kernel.execute(SPENDING, silent=True)
    assert reply["status"] == "ok"
    assert messages == []
    assert kernel.execute("%show spending")[0]["status"] == "ok"


def test_user_expressions(kernel):
    kernel.execute(SPENDING)
    expressions = {"chart": "spending", "missing": "nothing", "command": "%charts"}
    reply, messages = kernel.execute("%echo x", user_expressions=expressions)
    values = reply["user_expressions"]
    assert values["chart"]["status"] == "ok"
    assert values["chart"]["data"]["text/plain"]
    assert values["command"]["status"] == "ok"
    assert values["missing"]["status"] == "error"
    assert values["missing"]["ename"]
    assert types(messages) == ["stream"]


def test_history(kernel):
    for code in ["%echo one", "%echo two", "%echo one"]:
        kernel.execute(code)

    def history(**options):
        return kernel.reply(kernel.client.history(**options))["history"]

    assert history(hist_access_type="tail", n=2) == [[1, 2, "%echo two"], [1, 3, "%echo one"]]
    assert history(hist_access_type="range", session=1, start=1, stop=2) == [[1, 1, "%echo one"]]
    assert history(hist_access_type="search", pattern="*one", unique=True) == [[1, 3, "%echo one"]]
    assert history(hist_access_type="tail", n=1, output=True) == [[1, 3, ["%echo one", None]]]


# ── Help while typing ────────────────────────────────────────────────────────────────────────────────────────────────


def test_complete(kernel):
    reply = kernel.reply(kernel.client.complete("%ta", 3))
    assert "%tap" in reply["matches"] or "tap" in reply["matches"]
    assert reply["cursor_end"] == 3
    kernel.execute(SPENDING)
    code = "# 🥧🥧\n%show spe"
    reply = kernel.reply(kernel.client.complete(code, len(code)))
    assert reply["matches"] == ["spending"]
    assert code[reply["cursor_start"] : reply["cursor_end"]] == "spe"


def test_inspect(kernel):
    reply = kernel.reply(kernel.client.inspect("%tap", 4))
    assert reply["found"]
    assert reply["data"]["text/plain"]
    assert reply["data"]["text/markdown"]
    reply = kernel.reply(kernel.client.inspect("", 0))
    assert reply["found"] is False
    assert reply["data"] == {}


@pytest.mark.parametrize(
    "code, status",
    [("%echo x", "complete"), ("kind: pie\nslices:\n", "incomplete"), ('{"jsonrpc": "2.0",', "incomplete")],
)
def test_is_complete(kernel, code, status):
    reply = kernel.reply(kernel.client.is_complete(code))
    assert reply["status"] == status
    assert ("indent" in reply) == (status == "incomplete")


# ── Charts that change ───────────────────────────────────────────────────────────────────────────────────────────────


def test_every_showing_is_updated_before_the_cell_is_idle(kernel):
    (first,) = displays(kernel.execute(SPENDING)[1])
    (second,) = displays(kernel.execute("%show spending")[1])
    _, messages = kernel.execute("%rotate spending 30")
    updates = [m["content"] for m in messages if m["msg_type"] == "update_display_data"]
    assert [u["transient"]["display_id"] for u in updates] == [
        shown["transient"]["display_id"] for shown in (first, second)
    ]
    for update in updates:
        assert update["data"]["image/svg+xml"] != first["data"]["image/svg+xml"]
        assert update["metadata"].keys() == first["metadata"].keys()


def test_change_by_another_client_is_shown(kernel):
    import clients

    request = kernel.client.execute(SPENDING)
    kernel.reply(request)
    (shown,) = displays(kernel.collect(request))
    _, messages = kernel.execute('{"jsonrpc": "2.0", "id": 1, "method": "session/info"}')
    info = messages[0]["content"]["data"]["application/json"]["result"]
    endpoint = next(way["endpoint"] for way in info["connections"] if way["transport"] == "zeromq")
    other = clients.Dealer(endpoint)
    other.call("chart/rotate", chart="spending", by=90)
    message = kernel.client.get_iopub_msg(timeout=20)
    while message["msg_type"] != "update_display_data":
        message = kernel.client.get_iopub_msg(timeout=20)
    assert message["content"]["transient"] == {"display_id": shown["transient"]["display_id"]}
    assert message["parent_header"]["msg_id"] == request
    other.close()


# ── Interrupting ─────────────────────────────────────────────────────────────────────────────────────────────────────


def start_long_cell(kernel):
    """Sends a cell of very many statements, and waits until it runs."""
    request = kernel.client.execute("%echo begin\n" + "%help\n" * 100_000)
    while kernel.client.get_iopub_msg(timeout=20)["msg_type"] != "stream":
        pass
    return request


@pytest.mark.parametrize("way", ["message", "signal"])
def test_interrupt_ends_the_cell_and_aborts_the_queue(kernel, way):
    import os
    import signal

    request = start_long_cell(kernel)
    queued = [kernel.client.execute("%echo queued") for _ in range(2)]
    # Answered by control while the cell runs; by then what was sent before it has arrived.
    assert kernel.control("kernel_info_request")["status"] == "ok"
    if way == "message":
        kernel.manager.interrupt_kernel()
    else:
        os.kill(kernel.pid, signal.SIGINT)
    reply = kernel.reply(request)
    assert reply["status"] == "error"
    assert reply["ename"] == "Interrupted"
    for aborted in queued:
        reply = kernel.reply(aborted)
        assert reply["status"] == "error"
        assert reply["ename"] == "Aborted"
    # The cell may have shown more than a client's queue takes: whoever doesn't read that is not told of what comes later.
    kernel.collect(queued[-1])
    assert kernel.execute("%echo on")[0]["status"] == "ok"


def test_shutdown_does_not_wait_for_the_cell(kernel):
    process = kernel.manager.provisioner.process
    start_long_cell(kernel)
    assert kernel.control("shutdown_request", restart=False)["status"] == "ok"
    assert process.wait(20) == 0


# ── Notebooks ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_notebook_is_executed_with_its_updates(kernelspec):
    """nbclient runs a notebook; what an earlier cell shows is as the later one left it."""
    import nbclient
    import nbformat

    cells = [nbformat.v4.new_code_cell(code) for code in [SPENDING, "%highlight spending 1", "%echo done"]]
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": kernelspec, "display_name": "Chart", "language": "chart"}
    nbclient.NotebookClient(notebook, timeout=60).execute()
    first, second, third = (cell.outputs for cell in notebook.cells)
    assert "selected" in first[0]["data"]["text/plain"]
    assert first[0]["data"]["image/svg+xml"] == second[-1]["data"]["image/svg+xml"]
    assert third[0]["text"] == "done\n"
    assert notebook.metadata["language_info"]["name"] == "chart"
