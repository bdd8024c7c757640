"""Cells that the tests run."""

import json

from .raw import Client


def pie(id: str, values=(1, 2, 3)) -> str:
    """A chart."""
    slices = "\n".join(f"  - {{label: s{index}, value: {value}}}" for index, value in enumerate(values))
    return f"kind: pie\nid: {id}\nslices:\n{slices}\n"


def rpc(method: str, id=1, **params) -> str:
    """A JSON-RPC request."""
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


def note(method: str, **params) -> str:
    """A JSON-RPC notification: done, and not answered."""
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params})


# Runs for many seconds unless it is interrupted, says when it has begun, and shows nothing else.
LARGE = {"kind": "pie", "slices": [{"label": "s", "value": value} for value in range(1, 2_001)]}
STEPS = [note("chart/get", chart="large")] * 10_000
LONG = "\n".join([note("chart/create", chart="large", spec=LARGE), "%echo begin", *STEPS])


def begin(client: Client, code: str = LONG, header: dict | None = None, **content) -> str:
    """Sends a cell that begins by printing, and waits until it runs. What it publishes is kept for outputs()."""
    id = client.send_cell(code, header, **content)
    client.published_until(lambda message: message.type == "stream" and message.parent_id == id)
    return id


def interrupted(client: Client, id: str):
    """The end of a cell that was interrupted."""
    reply = client.reply(id)
    assert reply.content["status"] == "error", reply
    assert reply.content["ename"] == "Interrupted", reply
    assert client.outputs(id)[-1].type == "error"
