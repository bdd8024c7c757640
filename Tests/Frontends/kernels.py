"""A running kernel and a client of it."""

from jupyter_client import KernelManager

import clients

TIMEOUT = 20


def eventually(condition, what: str, seconds: float = TIMEOUT):
    """Waits until a condition holds, and gives what it gave."""
    return clients.eventually(condition, seconds, f"{what} did not happen")


class Kernel:
    """A running kernel and a client of it."""

    def __init__(self, manager: KernelManager):
        self.manager = manager
        self.client = manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=TIMEOUT)

    @property
    def pid(self) -> int:
        return self.manager.provisioner.pid

    def collect(self, request: str) -> list[dict]:
        """What is published because of a request, without busy, idle and the echo of the code."""
        messages = []
        while True:
            message = self.client.get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] == "status":
                if message["content"]["execution_state"] == "idle":
                    return messages
            elif message["msg_type"] != "execute_input":
                messages.append(message)

    def reply(self, request: str, channel: str = "shell") -> dict:
        """The reply to a request."""
        while True:
            message = getattr(self.client, f"get_{channel}_msg")(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def execute(self, code: str, **options) -> tuple[dict, list[dict]]:
        """Runs a cell: its reply, and what it showed."""
        request = self.client.execute(code, **options)
        return self.reply(request), self.collect(request)

    def control(self, type: str, **content) -> dict:
        """Sends a request on control: its reply."""
        message = self.client.session.msg(type, content)
        self.client.control_channel.send(message)
        return self.reply(message["header"]["msg_id"], "control")

    def stop(self):
        self.client.stop_channels()
        if self.manager.has_kernel:
            self.manager.shutdown_kernel(now=True)
