"""What clients hear that are not let in."""

import subprocess

import pytest

from clients import RPCError, program

NOT_AUTHORIZED = -32003


def refusal(client, method, **params):
    """The error that a call gets because its caller is not let in."""
    with pytest.raises(RPCError) as failure:
        client.call(method, **params)
    assert failure.value.code == NOT_AUTHORIZED, failure.value
    assert failure.value.data is None
    return failure.value.message


def introduce(client, token):
    return client.call("initialize", protocolVersion="1.0", token=token)


def rejected(*arguments):
    """What `stdio --connect` says where it is not let in."""
    done = subprocess.run(
        [program(), "stdio", "--connect", *arguments], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL
    )
    assert (done.returncode, done.stdout) == (1, ""), done
    return done.stderr
