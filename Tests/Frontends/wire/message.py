"""A message of Jupyter's protocol as the wire has it: signed frames, taken apart and put together by hand."""

import hashlib
import hmac
import json
import re
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timezone

DELIMITER = b"<IDS|MSG>"
HEADER_MEMBERS = {"msg_id", "msg_type", "username", "session", "date", "version"}

# What each message on iopub must say; JupyterLab throws where a member is missing. A type that isn't here is an error.
PUBLISHED = {
    "status": {"execution_state": str},
    "execute_input": {"code": str, "execution_count": int},
    "stream": {"name": str, "text": str},
    "display_data": {"data": dict, "metadata": dict, "transient": dict},
    "update_display_data": {"data": dict, "metadata": dict, "transient": dict},
    "execute_result": {"data": dict, "metadata": dict, "execution_count": int},
    "error": {"ename": str, "evalue": str, "traceback": list},
    "clear_output": {"wait": bool},
    "comm_open": {"comm_id": str, "target_name": str, "data": dict},
    "comm_msg": {"comm_id": str, "data": (dict, list)},
    "comm_close": {"comm_id": str, "data": dict},
    "iopub_welcome": {"subscription": str},
    "shutdown_reply": {"status": str, "restart": bool},
}
STATES = {"starting", "busy", "idle"}
# No parameters (jupyter_kernel_test).
MEDIA_TYPE = re.compile(r"[\w\-+.]+/[\w\-+.]+")
# A fraction has all its digits: xeus leaves zeros out at its left.
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(\d{3}|\d{6})(Z|[+-]\d\d:\d\d)")


@dataclass
class Message:
    """What was received, verified and parsed."""

    identities: list[bytes]
    header: dict
    parent: dict
    metadata: dict
    content: dict
    buffers: list[bytes] = field(default_factory=list)

    @property
    def type(self) -> str:
        return self.header["msg_type"]

    @property
    def parent_id(self) -> str | None:
        return self.parent.get("msg_id")

    @property
    def state(self) -> str | None:
        return self.content.get("execution_state") if self.type == "status" else None


def signature(key: bytes, dictionaries) -> bytes:
    """HMAC-SHA256 over the four dictionaries, in hexadecimal; nothing without a key. Buffers are not signed."""
    if not key:
        return b""
    code = hmac.new(key, digestmod=hashlib.sha256)
    for frame in dictionaries:
        code.update(frame)
    return code.hexdigest().encode()


def header(type: str, session: str, **members) -> dict:
    """A header such as clients write it."""
    return {
        "msg_id": uuid.uuid4().hex,
        "msg_type": type,
        "username": "tester",
        "session": session,
        "date": datetime.now(timezone.utc).isoformat(),
        "version": "5.5",
        **members,
    }


def frames(key: bytes, header: dict, content: dict, parent=None, metadata=None, buffers=()) -> list[bytes]:
    """The frames of a message, from the delimiter on."""
    dictionaries = [json.dumps(part).encode() for part in (header, parent or {}, metadata or {}, content)]
    return [DELIMITER, signature(key, dictionaries), *dictionaries, *buffers]


def parse(key: bytes, parts: list[bytes]) -> Message:
    """Takes a message apart, and insists on all that the specification says of every message."""
    at = parts.index(DELIMITER)
    signed, dictionaries, buffers = parts[at + 1], parts[at + 2 : at + 6], parts[at + 6 :]
    assert len(dictionaries) == 4, parts
    assert hmac.compare_digest(signed, signature(key, dictionaries)), "wrongly signed"
    head, parent, metadata, content = (json.loads(frame) for frame in dictionaries)
    assert all(isinstance(part, dict) for part in (head, parent, metadata, content)), parts
    assert HEADER_MEMBERS <= head.keys(), head
    assert all(isinstance(head[name], str) for name in HEADER_MEMBERS), head
    assert DATE.fullmatch(head["date"]), head
    # Python before 3.11 doesn't know Z.
    age = datetime.now(timezone.utc) - datetime.fromisoformat(head["date"].replace("Z", "+00:00"))
    assert abs(age.total_seconds()) < 3_600, "of this time, with its time zone"
    # Clients take what is older than 5.2 to count cursors in UTF-16.
    assert tuple(map(int, head["version"].split("."))) >= (5, 2), head
    return Message(parts[:at], head, parent, metadata, content, buffers)


def check_published(message: Message):
    """Insists on what the specification says of a message on iopub."""
    for member, kind in PUBLISHED[message.type].items():
        assert isinstance(message.content.get(member), kind), f"{member}: {message}"
    if message.type == "status":
        assert message.state in STATES, message
    if message.type == "stream":
        assert message.content["name"] in ("stdout", "stderr"), message
    if message.type == "update_display_data":
        assert isinstance(message.content["transient"]["display_id"], str), message
    if "data" in message.content and not message.type.startswith("comm_"):
        assert all(MEDIA_TYPE.fullmatch(type) for type in message.content["data"]), message
        assert message.content["data"]["text/plain"], "what every frontend can show"
