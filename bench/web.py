"""Requests a second over HTTP on loopback: Arbitre beside a plain Flask app, both served by waitress."""

import os
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[1]
THREADS = "4"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
SERVING = re.compile(r"http://127\.0\.0\.1:(\d+)")

PLAIN = """
import sys
from flask import Flask, Response, jsonify, request
from waitress import create_server

app = Flask(__name__)
constant = b"x" * int(sys.argv[1])

@app.get("/constant")
def tell():
    return Response(constant, mimetype="application/json")

@app.post("/echo")
def echo():
    return jsonify(request.get_json())

server = create_server(app, host="127.0.0.1", port=0, threads=int(sys.argv[2]))
print(f"http://127.0.0.1:{server.effective_port}", flush=True)
server.run()
"""


class Caller:
    """One connection that is kept open; it reads no more of an answer than it must."""

    def __init__(self, port: int, server: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self._clock = ~server << 3 | 2
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def time_spent(self) -> float:
        """The processor time of the server's process so far (Linux numbers such clocks by the process)."""
        return time.clock_gettime(self._clock)

    def call(self, request: bytes) -> bytes:
        self._socket.sendall(request)
        answer = self._socket.recv(65_536)
        while b"\r\n\r\n" not in answer:
            answer += self._socket.recv(65_536)
        head, _, body = answer.partition(b"\r\n\r\n")
        length = int(LENGTH.search(head).group(1))
        while len(body) < length:
            body += self._socket.recv(1_048_576)
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"{head!r} {body[:500]!r}")
        return body


@dataclass(frozen=True, eq=False)
class Calls:
    """What is asked of one server, over and over."""

    caller: Caller
    requests: Iterator[bytes]


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def post(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


@contextmanager
def serving(home: str, size: int) -> Iterator[tuple[Caller, Caller]]:
    """Arbitre as `arbitre serve` runs it, and the plain app, whose constant is of this size."""
    plain = [sys.executable, "-c", PLAIN, str(size), THREADS]
    with ExitStack() as stack:
        yield stack.enter_context(serving_ours(home)), stack.enter_context(_started(plain, home))


def serving_ours(home: str) -> AbstractContextManager[Caller]:
    """Arbitre alone, as `arbitre serve` runs it."""
    arbitre = str(Path(sys.executable).parent / "arbitre")
    return _started([arbitre, "serve", "--host", "127.0.0.1", "--port", "0", "--threads", THREADS], home)


@contextmanager
def _started(command: list[str], home: str) -> Iterator[Caller]:
    where = {**os.environ, "ARBITRE_HOME": home, "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(
        command, cwd=ROOT, env=where, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield Caller(_port(server), server.pid)
    finally:
        server.terminate()
        server.wait(30)


def _port(server: "subprocess.Popen[str]") -> int:
    for line in server.stdout or ():
        found = SERVING.search(line)
        if found:
            return int(found.group(1))
    raise RuntimeError("the server did not say where it serves")


def requests_a_second(ours: Calls, plain: Calls, rounds: int, each: int) -> tuple[float, float]:
    """Medians of rounds that take turns, by the processor time that each server spends."""
    found: dict[Calls, list[float]] = {ours: [], plain: []}
    for _ in range(rounds + 1):
        for calls, rates in found.items():
            started = calls.caller.time_spent()
            for _ in range(each):
                calls.caller.call(next(calls.requests))
            rates.append(each / (calls.caller.time_spent() - started))
    mine, others = (statistics.median(rates[1:]) for rates in found.values())
    return mine, others


MARK = b"@@@@@@@@"


def never_twice(request: bytes) -> Iterator[bytes]:
    """The same request with another number in place of the mark each time: none can be answered from memory."""
    for number in count():
        yield request.replace(MARK, b"%08d" % number)
