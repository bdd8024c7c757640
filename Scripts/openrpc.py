"""What the program tells of its methods."""

import json
import subprocess


def discover(program: str) -> dict:
    """The OpenRPC document."""
    request = b'{"jsonrpc": "2.0", "id": 1, "method": "rpc.discover"}'
    message = b"Content-Length: %d\r\n\r\n%s" % (len(request), request)
    done = subprocess.run([program, "stdio"], input=message, capture_output=True, check=True, timeout=60)
    return json.loads(done.stdout.split(b"\r\n\r\n", 1)[1])["result"]
