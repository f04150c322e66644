"""Positions in an address: the JSON of a request, deflated and in base64url, as the table page writes it."""

import base64
import binascii
import json
import zlib
from typing import Any

from rulebook.faults import BadRequest, Fault
from server.settings import MEGABYTE

VERSION = "1."


def packed(request: dict[str, Any]) -> str:
    """A request in few letters."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = squeezer.compress(json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode()) + squeezer.flush()
    return VERSION + base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """The JSON that an address carries. Raises BadRequest where it is damaged, or larger than it may be."""
    bare = text.removeprefix(VERSION)
    try:
        data = base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
        reader = zlib.decompressobj(-zlib.MAX_WBITS)
        found = reader.decompress(data, MEGABYTE)
    except (binascii.Error, ValueError, zlib.error):
        raise BadRequest([Fault("position", "this link carries no position that can be read")]) from None
    if not reader.eof:
        raise BadRequest([Fault("position", "this link is cut short, or carries more than a link may")])
    return found
