#!/usr/bin/env python3
"""Writes docs/protocol.md: the reference of all methods, made from what the program says of itself (`rpc.discover`).

    Scripts/make-protocol-docs.py [--check] [PROGRAM]

With --check it only says whether the file is as it would be written. PROGRAM is the built chart-kernel.
"""

import json
import pathlib
import re
import sys

from openrpc import discover

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "protocol.md"
# What a spec is made of has a schema of its own, which `chart-kernel schema` writes.
SPECS = {"Pie", "LineChart", "BarChart", "ScatterChart", "CombinedChart"}
SECTIONS = [
    ("Connections", lambda name: "/" not in name or name.startswith("$")),
    ("Sessions", lambda name: name.startswith("session/")),
    ("Charts", lambda name: name in CHARTS),
    ("Interactions", lambda name: name.startswith("chart/") and name not in CHARTS | QUESTIONS),
    ("Questions", lambda name: name in QUESTIONS),
    ("Live views", lambda name: name.startswith("view/")),
]
CHARTS = {f"chart/{each}" for each in ("create", "update", "edit", "append", "get", "list", "delete", "render")}
QUESTIONS = {f"chart/{each}" for each in ("hitTest", "angleAt", "sliceAt", "marker", "selected")}

HEAD = """# The protocol

<!-- Written by Scripts/make-protocol-docs.py from the declarations of the methods. Don't edit it. -->

JSON-RPC 2.0 is the whole interface of ChartKernel: what a notebook's cell, an editor or a script does becomes calls of the
methods below on one service, so that a chart is the same chart from everywhere. The server describes itself:
`rpc.discover` returns all of this as an OpenRPC document. This is {title} {version}. How to write a plugin with it says
[editors.md](editors.md).

## Ways in

| way | a message is | started by |
|---|---|---|
| standard input and output | `Content-Length: 123`, an empty line (both ended by CR LF), and as many bytes of JSON, as in the Language Server Protocol | `chart-kernel stdio`, for a server of one's own; `chart-kernel stdio --connect SERVER` joins one that runs |
| ZeroMQ | one frame of JSON from a DEALER, or from a REQ with its empty delimiter; further frames are binary buffers | `chart-kernel serve --endpoint ipc:///path`, or `tcp://127.0.0.1:PORT`; every Jupyter kernel has such a socket, for its user alone |
| Jupyter | see [jupyter.md](jupyter.md): JSON-RPC in cells, and over comms to the target `chart-kernel` | the kernel *Chart* |

`chart-kernel list` shows the kernels and servers of yours that run. What `--connect` takes is an endpoint or anything that
this list shows: the number of a process, a notebook; or a Jupyter kernel's connection file.

## Who may connect

Who started the program by `stdio`, or can open the file of an `ipc` socket, which is its owner's alone, has that owner's rights
anyway: nothing is asked. A TCP port can be reached by every user of the machine, and so a server on one asks for a **token**:

```
$ chart-kernel serve --endpoint tcp://127.0.0.1:*
tcp://127.0.0.1:40123
token: 0f3c…
```

It is made anew at each start, and written into the server's file in the runtime directory, which is its owner's alone;
`chart-kernel list --json` reads it from there, and so does `stdio --connect`. Other clients give it as `token` in `initialize`
before all else. Until then each request gets the error -32003, whatever it asks, notifications are passed over, and messages
beyond 64 KiB are not read. A batch is carried out whole if its first `initialize` has the token. After five wrong ones a
connection is not listened to any more. One that has not brought the token within ten seconds is ended, and so is one that goes
on when it has been refused 500 times or for 128 KiB, or that does not read its refusals; of more than 4,096 the oldest go. Where
thousands come that don't bring it, new ones are turned away for a moment; clients of ZeroMQ connect again by themselves in all
these cases. What counts is the connection: who connects again, also by the same routing id, gives the token again. `--connect`, Emacs and the examples take it behind the endpoint, `tcp://127.0.0.1:40123?token=0f3c…`, which
libzmq itself must be given without; where other users could see the command, `--connect` takes it from `$CHART_KERNEL_TOKEN`.
`serve --no-token` asks for none, and warns.

TCP addresses that others can reach need **keys** besides: `serve --curve-secret-key-file` encrypts connections (CURVE), and
prints the public key that clients need (`stdio --server-key`). That key is no secret, so a token is asked for as before, unless
the server knows its clients by keys of their own:

```
$ chart-kernel keygen --output server                        # writes server.secret and server.public
$ chart-kernel keygen --output alice                         # Alice does that, and sends alice.public
$ cat alice.public >> clients
$ chart-kernel serve --endpoint tcp://0.0.0.0:5555 --curve-secret-key-file server.secret --curve-client-keys-file clients
$ chart-kernel stdio --connect tcp://HOST:5555 --server-key "$(cat server.public)" --curve-secret-key-file alice.secret
```

A line of that file has a public key and, if wanted, a name; a comment begins with `#`. Who is not in it is refused while
connecting, of which libzmq tells (`ZMQ_EVENT_HANDSHAKE_FAILED_AUTH`, status 400). The file is read again when it has changed:
who was taken off can't connect from then on, and who is connected is told nothing more and gets -32003 within a second. (libzmq
has no way to end one connection of a ROUTER.) While the file can't be read, or a line is none of these, nobody new is let in,
which is logged.

Over TCP specs read no data files but those below directories that `--allow` names; elsewhere the current one is allowed if none
is named.

## How much

`initialize` tells the limits of messages, sessions and charts, and `memory`, the bytes that the server may have for everything
together (`--memory-limit`; a quarter of what the machine or its control group has, if not given). Where that is reached,
whatever would keep more gets the error -32004, whose `data` says what `holds` how many bytes: `charts`, `histories`, `columns`,
`requests` that wait, `answers` that nobody has read, `unfinishedMessages`, `other`. What looks, moves, undoes or removes goes on;
answers beyond 64 KiB go on until an eighth more is held. From then on notifications come without `display`, and a client that
reads nothing is answered no more once a megabyte waits for it. Pictures that can be drawn again are forgotten before anything is
refused.

A message with many frames is taken when its last frame is there. Connections whose messages don't end are ended when they
fill the memory.

Nobody waits for what others ask: what takes long is done beside the taps of all. A client's own requests have their turns: what
comes behind a long one waits for it, unless that is cancelled. What a client had asked for that has gone is worked on for two
seconds more, so that whoever sends and leaves has it done, and is given up then.

## Memory that is handed over

Where `initialize` tells a `socket` in `capabilities.memory`, numbers need not go through ZeroMQ. It is a Unix socket, its owner's alone,
on which a client writes lines of JSON: `{{"memory": name}}`, with a descriptor beside it (SCM_RIGHTS) of memory or of a regular
file, and reads `{{"bytes": n}}`, or `{{"error": reason}}`. From then on specs may say `{{"memory": name, "type": "float64", "offset": 0,
"count": n}}` wherever they may say `{{"buffer": 0}}`; doubles are not copied. `{{"release": name}}` takes the name back, as the end of
the connection does; charts keep what they show. Memory should be sealed (`memfd_create`, F_SEAL_SHRINK and F_SEAL_WRITE): of what
others can change a chart shows what is there, and where a file has become shorter gaps, after zeros to the end of its last page.
Numbers of other types are copied, and refused where some are missing. What lies in memory counts for the limit `memory`, what lies on a
disk does not. There can be 4,096 names and, with what charts show, 16,384 memories. Where more than 256 clients are connected, one that
holds nothing is hung up on, and may come back. A server that records takes none.

Where `capabilities.memory.copies` is true a client may also say where the bytes lie in its own memory, without a descriptor:
`{{"memory": name, "address": a, "bytes": n}}`. They are copied before the answer comes, in a third of the time in which the client
could copy them into memory to hand over. That is refused where the system does not let the server read the client's memory
(process_vm_readv(2)): then a descriptor does.

## Names

A ROUTER knows its clients by name. Clients should leave theirs to ZeroMQ, which makes up others for each connection that
nobody can guess. One that sets its routing id has that name for as long as its connection lives: who comes by the same name
meanwhile is not heard and hears nothing, until it connects again when the name is free. A client that was closed or killed
may come back by its name at once, as a new client without the old one's subscriptions; the old one gets no answers any more.
Where a connection broke without an end, as when a cable is pulled, its name is free when that was noticed, within ten seconds.
Connections take ZeroMQ's protocol 3.0 or later (libzmq 4), and 20 milliseconds to be let in, or 200 while somebody is there
with a name of his own.

## Rules

- Requests, notifications and batches are those of [JSON-RPC 2.0](https://www.jsonrpc.org/specification). Parameters are given
  by name, or by position in the order of the tables below. An id comes back as it was written.
- Responses come in the order of the requests, but for requests that are cancelled by `$/cancelRequest`.
- `session` may be left out everywhere: the session `default` always is. Where a method draws, `render: false` leaves the
  picture out.
- Places are px from the top left corner of the chart in its own size, whatever size it is shown in. Angles are degrees
  clockwise from three o'clock; times are seconds from any origin.
- Names and shapes stay as they are; there may come more. A client passes over members that it does not know.

## Notifications

After `session/subscribe` a client is told of every change of the session's charts, also of those that it made itself.
Changes that it has not been told of yet are joined: a client that reads slowly gets the newest state of each chart, and
holds nobody up.

| method | parameters |
|---|---|
| `chart/didCreate` | `{{session, chart, revision, cause, display?}}` |
| `chart/didChange` | `{{session, chart, revision, cause, events, display?}}` |
| `chart/didDelete` | `{{session, chart, cause}}` |

`revision` grows by one with every change. `cause` names the method, of joined changes all of them. `events` are those of the
[Event](#event) below.

## Errors

| code | meaning | `data` |
|---|---|---|
| -32700 | the message is no JSON | `{{offset}}` |
| -32600 | it is no request | `{{reason}}` |
| -32601 | there is no such method | `{{method, suggestion?}}` |
| -32602 | a parameter is wrong | `{{path, reason, suggestion?, others?}}`, of texts `line` and `column`, too; `others` is what else is wrong, each as `{{path, reason, suggestion?}}` |
| -32603 | a fault of the server, which goes on | `{{}}` |
| -32001 | there is no such session | `{{session}}` |
| -32002 | there is no such chart | `{{chart, suggestion?}}` |
| -32003 | the client has not given the server's token, or its key is not listed any more | |
| -32004 | a limit that `initialize` tells is exceeded | `{{limit, allowed, got}}`, of `memory` with `holds` |
| -32005 | a change could not be written to the store, and was not made | `{{reason}}` |
| -32006 | a library of the system is missing that draws the format; the reason says how to install it | `{{reason}}` |
| -32800 | the request was cancelled | |

`message` says in a sentence what is wrong and what to do, for people.
"""


class Reference:
    def __init__(self, document):
        self.document = document
        self.schemas = document["components"]["schemas"]
        # The types in the order in which the methods come to need them.
        self.needed = {}

    def text(self):
        lines = [HEAD.format(**self.document["info"])]
        for title, belongs in SECTIONS:
            lines.append(f"## {title}\n")
            for method in self.document["methods"]:
                if belongs(method["name"]):
                    lines += self.method(method)
        lines.append("## Types\n")
        written = set()
        while rest := [name for name in self.needed if name not in written]:
            written.add(rest[0])
            lines += self.definition(rest[0])
        return "\n".join(lines).rstrip() + "\n"

    # Methods

    def method(self, method):
        lines = [f"### `{method['name']}`\n", method["summary"]]
        if description := method.get("description"):
            lines.append("\n" + description)
        lines.append("")
        if method["params"]:
            lines += ["| parameter | type | |", "|---|---|---|"]
            lines += [self.row(each["name"], each["schema"], each["required"]) for each in method["params"]]
            lines.append("")
        codes = ", ".join(f"{each['code']} {each['message'].lower()}" for each in method.get("errors", []))
        lines.append(f"Result: {self.type(method['result']['schema'])}." + (f" Errors: {codes}." if codes else "") + "\n")
        if examples := method.get("examples"):
            lines += self.example(method["name"], examples[0])
        return lines

    def example(self, name, example):
        params = {each["name"]: each["value"] for each in example["params"]}
        request = {"jsonrpc": "2.0", "id": 1, "method": name, **({"params": params} if params else {})}
        response = {"jsonrpc": "2.0", "id": 1, "result": example["result"]["value"]}
        return ["```json", compact(request), compact(response), "```\n"]

    # Types

    def definition(self, name):
        schema = self.schemas[name]
        lines = [f"### {name}\n"]
        if description := schema.get("description"):
            lines.append(description + "\n")
        if properties := schema.get("properties"):
            required = schema.get("required", [])
            lines += ["| member | type | |", "|---|---|---|"]
            lines += [self.row(key, value, key in required) for key, value in properties.items()]
            lines.append("")
        else:
            lines.append(f"It is {self.type(schema)}.\n")
        return lines

    def row(self, name, schema, required):
        description = self.resolved(schema).get("description", "") if "$ref" in schema else schema.get("description", "")
        notes = [description] if description else []
        if "default" in schema and schema["default"] is not None:
            notes.append(f"`{json.dumps(schema['default'], ensure_ascii=False)}` if not given.")
        return cell(f"`{name}`" + ("" if required else "?"), self.type(schema), " ".join(notes))

    def resolved(self, schema):
        return self.schemas[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema

    def type(self, schema):
        """A schema in a few words, with links to what has a name."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name in SPECS:
                return "a spec"
            self.needed.setdefault(name)
            return f"[{name}](#{name.lower()})"
        choices = schema.get("oneOf") or schema.get("anyOf")
        if choices:
            words = list(dict.fromkeys(self.type(each) for each in choices))
            return " or ".join(words)
        if "const" in schema:
            return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
        if "enum" in schema:
            return ", ".join(f"`{json.dumps(each, ensure_ascii=False)}`" for each in schema["enum"])
        kind = schema.get("type", "any value")
        kinds = kind if isinstance(kind, list) else [kind]
        words = [self.array(schema) if each == "array" else each for each in kinds if each != "null"]
        words += ["null"] if "null" in kinds else []
        return " or ".join(words) + bounds(schema)

    def array(self, schema):
        items = schema.get("items")
        return f"list of {self.type(items)}" if items else "list"


def bounds(schema):
    """What a number may be."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" from {low}"
    return f" up to {high}" if high is not None else ""


def cell(*texts):
    return "| " + " | ".join(re.sub(r"\s*\n\s*", " ", text).replace("|", "\\|") for text in texts) + " |"


def compact(value):
    """JSON as people write it, in one line if it fits."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= 120:
        return line
    members = [f"  {json.dumps(key)}: {json.dumps(each, ensure_ascii=False)}" for key, each in value.items()]
    return "{\n" + ",\n".join(members) + "\n}"


def main():
    arguments = sys.argv[1:]
    is_check = "--check" in arguments
    programs = [each for each in arguments if each != "--check"]
    program = programs[0] if programs else str(ROOT / ".build/release/chart-kernel")
    text = Reference(discover(program)).text()
    if not is_check:
        TARGET.write_text(text)
    elif not TARGET.exists() or TARGET.read_text() != text:
        sys.exit(f"{TARGET.relative_to(ROOT)} is out of date; run Scripts/make-protocol-docs.py")


if __name__ == "__main__":
    main()
