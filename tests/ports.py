"""Ports of this machine that are free, and that no outgoing connection takes before they are used."""

import socket
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

LOWEST, USUAL = 10_000, 32_768
TRIES = 200


def free_port() -> int:
    """A free port below those that the system gives to whoever connects without asking for one."""
    range_of_system = Path("/proc/sys/net/ipv4/ip_local_port_range")
    highest = int(range_of_system.read_text().split()[0]) if range_of_system.exists() else USUAL
    for _ in range(TRIES):
        port = SystemRandom().randrange(LOWEST, max(highest, LOWEST + 1000))
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise OSError("no free port on this machine")
