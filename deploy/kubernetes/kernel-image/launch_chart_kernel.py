#!/usr/bin/env python3
"""Starts chart-kernel where a gateway wants it: in a pod, in a container, or on another host of a cluster.

    launch_chart_kernel.py [OPTIONS] [-- COMMAND…]

Enterprise Gateway and Gateway Provisioners say what such a launcher has to do ("Implementing a kernel launcher" in the
documentation of both): choose the connection, tell the gateway of it encrypted, run the kernel, and listen for signals.
Each option may come from the environment instead, which is how it reaches a pod. COMMAND is what runs the kernel up to
`--connection-file`; `chart-kernel jupyter` if it is left out.

Needs Cryptodome: pycryptodomex on PyPI, python3-pycryptodome in Debian.
"""

import argparse
import base64
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time

from Cryptodome.Cipher import AES, PKCS1_v1_5
from Cryptodome.PublicKey import RSA
from Cryptodome.Random import get_random_bytes
from Cryptodome.Util.Padding import pad

PORTS = ("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port")
LARGEST_REQUEST = 4096


def parse(words: list[str]) -> argparse.Namespace:
    """The options; their longer spellings are those of Enterprise Gateway 2."""
    parser = argparse.ArgumentParser(description="Starts chart-kernel for a gateway.")

    def option(name: str, *variables: str, default: str | None = None, help: str):
        value = next((os.environ[variable] for variable in variables if os.environ.get(variable)), default)
        names = (f"--{name}", f"--RemoteProcessProxy.{name}")
        parser.add_argument(*names, dest=name.replace("-", "_"), default=value, required=value is None, help=help)

    option("kernel-id", "KERNEL_ID", help="by which the gateway knows the kernel")
    option("response-address", "RESPONSE_ADDRESS", "EG_RESPONSE_ADDRESS", help="IP:PORT that waits for the connection")
    option("public-key", "PUBLIC_KEY", "EG_PUBLIC_KEY", help="the gateway's key, for the connection alone")
    option("port-range", "PORT_RANGE", "EG_PORT_RANGE", default="0..0", help="LOWER..UPPER; 0..0: any port")
    option("spark-context-initialization-mode", "KERNEL_SPARK_CONTEXT_INIT_MODE", default="none", help="ignored")
    option("ip", "KERNEL_LISTEN_IP", default="", help="where to listen; if not given, on the way to the gateway alone")
    parser.add_argument("command", nargs="*", default=["chart-kernel", "jupyter"], help="what runs the kernel")
    options = parser.parse_args(words)
    try:
        host, _, port = options.response_address.rpartition(":")
        options.response = (host, int(port))
        lower, _, upper = options.port_range.partition("..")
        options.ports = range(int(lower), int(upper) + 1)
        options.key = RSA.import_key(base64.b64decode(options.public_key))
    except ValueError as error:
        parser.error(str(error))
    fits = len(options.ports) >= 6 and 0 < options.ports[0] and options.ports[-1] < 65536
    if options.ports != range(0, 1) and not fits:
        parser.error(f"the port range {options.port_range} has no room for six ports")
    return options


def listen(ip: str, ports: range) -> socket.socket:
    """A socket on a free port of a range."""
    for _ in range(len(ports) * 4):
        made = socket.socket()
        try:
            made.bind((ip, random.choice(ports)))
            made.listen()
            return made
        except OSError:
            made.close()
    sys.exit(f"No port from {ports[0]} to {ports[-1]} is free.")


class Kernel:
    """The kernel, and how to reach it."""

    def __init__(self, options: argparse.Namespace, ip: str):
        # The kernel makes itself at home only where its files are its user's alone.
        self.folder = tempfile.TemporaryDirectory(prefix="chart-launch-")
        self.path = os.path.join(self.folder.name, "connection.json")
        self.connection = {"transport": "tcp", "ip": ip, "signature_scheme": "hmac-sha256", "key": secrets.token_hex(32)}
        if options.ports != range(0, 1):
            chosen = [listen(ip, options.ports) for _ in PORTS]
            self.connection |= {name: taken.getsockname()[1] for name, taken in zip(PORTS, chosen)}
            for taken in chosen:
                taken.close()
        with open(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
            json.dump(self.connection, file)
        # The kernel watches this process, not the one which the gateway's environment may name.
        environment = os.environ | {"JPY_PARENT_PID": str(os.getpid())}
        self.process = subprocess.Popen([*options.command, "--connection-file", self.path], env=environment)

    def wait_for_ports(self):
        """Waits until the kernel listens, on ports that it has chosen itself unless they were given."""
        while self.process.poll() is None:
            try:
                with open(self.path) as file:
                    self.connection = json.load(file)
                socket.create_connection((self.connection["ip"], self.connection["hb_port"]), timeout=1).close()
                return
            except (OSError, ValueError, KeyError):
                time.sleep(0.05)
        sys.exit(self.process.returncode or 1)

    def end(self) -> int:
        """Ends the kernel, by force if it takes more than a moment: its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()


def encrypted(information: dict, key: RSA.RsaKey) -> bytes:
    """The information as version 1 of the launchers' protocol wants it: AES, with a key that RSA encrypts."""
    secret = get_random_bytes(16)
    body = AES.new(secret, AES.MODE_ECB).encrypt(pad(json.dumps(information).encode(), 16))
    payload = {
        "version": 1,
        "key": base64.b64encode(PKCS1_v1_5.new(key).encrypt(secret)).decode(),
        "conn_info": base64.b64encode(body).decode(),
    }
    return base64.b64encode(json.dumps(payload).encode())


def request(listener: socket.socket) -> dict:
    """What the gateway asks for; nothing if it is silent, or if somebody else says something else."""
    try:
        peer, _ = listener.accept()
        with peer:
            peer.settimeout(1)
            data = b""
            while len(data) <= LARGEST_REQUEST and (more := peer.recv(LARGEST_REQUEST)):
                data += more
        asked = json.loads(data)
        return asked if isinstance(asked, dict) else {}
    except (OSError, ValueError):
        return {}


def serve(listener: socket.socket, kernel: Kernel):
    """Carries out what the gateway asks for, as long as the kernel runs."""
    listener.settimeout(1)
    while kernel.process.poll() is None:
        asked = request(listener)
        # 0 asks whether anybody is there, and the answer is that somebody listened.
        number = asked.get("signum")
        if isinstance(number, int) and number in signal.valid_signals():
            kernel.process.send_signal(number)
        if asked.get("shutdown"):
            return


def main() -> int:
    options = parse(sys.argv[1:])
    # Interrupts come as messages and by the listener; those for a whole group of processes reach the kernel as well.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with socket.create_connection(options.response, timeout=10) as gateway:
        kernel = Kernel(options, options.ip or gateway.getsockname()[0])
        try:
            kernel.wait_for_ports()
            listener = listen(kernel.connection["ip"], options.ports)
            information = kernel.connection | {
                "kernel_id": options.kernel_id,
                "pid": os.getpid(),
                "pgid": os.getpgid(0),
                "comm_port": listener.getsockname()[1],
            }
            gateway.sendall(encrypted(information, options.key))
            gateway.close()
            serve(listener, kernel)
            listener.close()
        finally:
            code = kernel.end()
            kernel.folder.cleanup()
    return max(code, 0)


if __name__ == "__main__":
    sys.exit(main())
