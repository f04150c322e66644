"""What the service keeps from strangers: writing without the token, asking without end, framing its pages."""

import hmac
import math
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from flask import Flask, Response, request

from server.problems import problem
from server.refusals import respond
from server.settings import Guard

WRITES = frozenset({"PUT", "DELETE"})
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
MOST_CALLERS = 10_000
"""How many addresses are kept in mind; past that, the one that was silent longest is forgotten."""
UNLIMITED = ("/healthz", "/static/")


@dataclass
class Rate:
    """Lets each caller have so many requests a minute, saved up for a minute at most."""

    per_minute: int
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, caller: str, now: float) -> float:
        """Take one request of a caller: 0 where it may be answered, else the seconds to wait."""
        with self._lock:
            left, before = self._left.pop(caller, (float(self.per_minute), now))
            left = min(self.per_minute, left + (now - before) * self.per_minute / 60)
            taken = left >= 1
            self._left[caller] = (left - 1 if taken else left, now)
            if len(self._left) > MOST_CALLERS:
                self._left.popitem(last=False)
        return 0.0 if taken else (1 - left) * 60 / self.per_minute


def install(app: Flask, guard: Guard) -> None:
    """Stand guard over the app."""
    app.after_request(_add_headers)
    if guard.rate:
        rate = Rate(guard.rate)
        app.before_request(lambda: _refuse_haste(rate))
    if guard.is_public or guard.token:
        app.before_request(lambda: _refuse_strangers(guard))


def _add_headers(answer: Response) -> Response:
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


def _refuse_haste(rate: Rate) -> Response | None:
    if request.path.startswith(UNLIMITED):
        return None
    seconds = math.ceil(rate.wait(request.remote_addr or "", time.monotonic()))
    if not seconds:
        return None
    says = f"more than {rate.per_minute} requests a minute from one address; ask again in {seconds} s"
    answer = respond(problem(429, says))
    answer.headers["Retry-After"] = str(seconds)
    return answer


def _refuse_strangers(guard: Guard) -> Response | None:
    """Only who has the token writes; where there is no token, nobody does from outside."""
    if request.method not in WRITES or not request.path.startswith("/v1/"):
        return None
    if not guard.token:
        return respond(problem(403, "this service is read only: it was started without a token (ARBITRE_TOKEN)"))
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if hmac.compare_digest(given.encode(), guard.token.encode()):
        return None
    answer = respond(problem(401, "to store or forget a map, send its token: Authorization: Bearer …"))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer
