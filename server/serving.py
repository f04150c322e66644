"""The service on waitress: started once everything is loaded, stopped once every request in flight is answered."""

import gc
import json
import logging
import signal
import time
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from types import FrameType
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server
from waitress.task import ErrorTask

from server.app import create_app
from server.logs import start_logging
from server.problems import MEDIA_TYPE, problem
from server.settings import Guard, guarded

HARD_LIMIT = 256_000_000
"""Bytes past which a body is not even waited for; a smaller one that is over the limit is told so politely."""
YOUNG = 50_000
"""Things made before the collector looks for rings among them: a position has thousands of things and no ring."""
GRACE = 10.0
BEAT = 1.0


class AddressTaken(OSError):
    """Nothing can be served at this address; the message says why."""


class ProblemTask(ErrorTask):  # type: ignore[misc]
    """What waitress itself refuses, told like any other problem."""

    def execute(self) -> None:
        error = self.request.error
        body = json.dumps(problem(error.code, f"{error.reason}: {error.body}")).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", MEDIA_TYPE))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection whose errors are problems."""

    error_task_class = ProblemTask

    @property
    def is_busy(self) -> bool:
        return bool(self.requests or self.request or self.total_outbufs_len)


def serve(host: str, port: int, threads: int, tell: Callable[[str, Guard], None]) -> None:
    """Serve until a signal says stop, then finish what was begun."""
    start_logging()
    guard = guarded(is_public=not is_loopback(host))
    app = create_app(guarded=guard)
    sockets, listeners = listen(app, host, port, threads)
    warm_up(app)
    _until_stopped(sockets, listeners, lambda: tell(address(listeners[0]), guard))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# What proxies tell is believed or not by `proxies.py`, under any server.
LIMITS = {"max_request_body_size": HARD_LIMIT, "ident": "arbitre", "clear_untrusted_proxy_headers": False}


def listen(app: Any, host: str, port: int, threads: int) -> tuple[dict[int, Any], list[Any]]:
    """Take the address: the open sockets, and those of them that take connections."""
    sockets: dict[int, Any] = {}
    try:
        create_server(app, map=sockets, host=host, port=port, threads=threads, **LIMITS)
    except (OSError, ValueError) as wrong:
        close(sockets)
        raise AddressTaken(f"--host/--port: cannot serve at {host}:{port}: {wrong}; choose another port") from None
    listeners = _listeners(sockets)
    for each in listeners:
        each.channel_class = Channel
    return sockets, listeners


def close(sockets: dict[int, Any]) -> None:
    """Let go of the address and of the threads."""
    for listener in _listeners(sockets):
        listener.task_dispatcher.shutdown()
    wasyncore.close_all(sockets, ignore_all=True)


def _listeners(sockets: dict[int, Any]) -> list[Any]:
    return [each for each in sockets.values() if isinstance(each, BaseWSGIServer)]


WARMING = ("/v1/games", "/v1/search?q=attack", "/openapi.json")


def warm_up(app: Any, paths: Sequence[str] = WARMING) -> None:
    """Read what every request needs, and keep the collector from looking through it again."""
    client = app.test_client()
    logging.disable(logging.INFO)
    for path in paths:
        client.get(path)
    logging.disable(logging.NOTSET)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def address(listener: Any) -> str:
    """Where a listener is reached."""
    host, port = listener.effective_host, listener.effective_port
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _until_stopped(sockets: dict[int, Any], listeners: list[Any], tell: Callable[[], None]) -> None:
    """Whoever is told that the service is there may stop it at once."""
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.append(number)
        listeners[0].pull_trigger()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        tell()
        while not stopped:
            wasyncore.loop(timeout=BEAT, map=sockets, count=1)
        _finish(sockets, listeners)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _finish(sockets: dict[int, Any], listeners: list[Any]) -> None:
    """Take no more connections, answer what was asked, then close."""
    for listener in listeners:
        wasyncore.dispatcher.close(listener)
    until = time.monotonic() + GRACE
    while any(each.is_busy for each in sockets.values() if isinstance(each, Channel)) and time.monotonic() < until:
        wasyncore.loop(timeout=BEAT / 10, map=sockets, count=1)
    listeners[0].task_dispatcher.shutdown()
    close(sockets)
