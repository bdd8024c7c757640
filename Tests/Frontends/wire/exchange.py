"""A request and all that came of it."""

from typing import NamedTuple

from .message import Message


class Exchange(NamedTuple):
    """What a request got: its reply, and what was published between its busy and its idle."""

    reply: Message
    outputs: list[Message]

    @property
    def content(self) -> dict:
        return self.reply.content

    @property
    def types(self) -> list[str]:
        return [message.type for message in self.outputs]

    def only(self, type: str) -> Message:
        """The one output of a type."""
        (message,) = [message for message in self.outputs if message.type == type]
        return message

    @property
    def text(self) -> str:
        """All that was printed on stdout."""
        streams = [message.content for message in self.outputs if message.type == "stream"]
        return "".join(content["text"] for content in streams if content["name"] == "stdout")
