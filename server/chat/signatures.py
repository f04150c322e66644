"""Whether a request comes from the host that it says it comes from, and for the first time."""

import hashlib
import hmac
import re
import threading
import time
from collections.abc import Callable, Iterable

from werkzeug.exceptions import Unauthorized

WINDOW = 300.0
"""Seconds within which a signed request must arrive."""


SIGNATURE = re.compile(r"[0-9a-fA-F]{128}")


class Replays:
    """The signed requests of the last minutes: none is answered twice. Each process remembers its own."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self._seen: dict[str, float] = {}
        self._lock = threading.Lock()

    def refuse(self, signature: str, timestamp: str) -> None:
        """Raise Unauthorized where the time is not near ours, or the signature was seen before."""
        now = self.clock()
        if not timestamp.isdecimal() or len(timestamp) > 12 or abs(now - int(timestamp)) > WINDOW:
            raise Unauthorized("the request is too old, or its time is not told")
        with self._lock:
            self._seen = {each: at for each, at in self._seen.items() if now - at <= 2 * WINDOW}
            if signature in self._seen:
                raise Unauthorized("this request was answered before")
            self._seen[signature] = now


def verify_discord(key: bytes, signature: str, timestamp: str, body: bytes) -> None:
    """Raise Unauthorized unless Discord signed the time and the body (Ed25519)."""
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    if not SIGNATURE.fullmatch(signature):
        raise Unauthorized("the request is not signed as Discord signs")
    try:
        VerifyKey(key).verify(timestamp.encode() + body, bytes.fromhex(signature))
    except BadSignatureError:
        raise Unauthorized("the request is not signed with the key of the application") from None


def verify_slack(secret: bytes, signature: str, timestamp: str, body: bytes) -> None:
    """Raise Unauthorized unless Slack signed the time and the body (HMAC, version 0)."""
    right = "v0=" + hmac.new(secret, b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(right.encode(), signature.encode()):
        raise Unauthorized("the request is not signed with the secret of the app")


def verify_token(tokens: Iterable[bytes], token: str) -> None:
    """Raise Unauthorized unless the token is one of ours; every one is compared, so that the time tells nothing."""
    same = [hmac.compare_digest(each, token.encode()) for each in tokens]
    if True not in same:
        raise Unauthorized("the token is not that of the command")
