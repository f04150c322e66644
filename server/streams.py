"""One request or many: a file, or standard input, of one JSON object or of one on each line."""

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from knowledge import desk
from rulebook.faults import BadRequest, Fault
from server.problems import of_request

Lines = Iterator[tuple[int, bytes]]
Answered = tuple[dict[str, Any], str | None]
"""A ruling, or a problem with its message."""


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """The file of this name, or standard input for `-`."""
    return nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb")


def single_or_lines(source: BinaryIO, stream: bool) -> tuple[bytes | None, Lines]:
    """The one request that the source holds, or its lines, read as they are needed."""
    lines = ((place, line) for place, line in enumerate(source, 1) if line.strip())
    if stream:
        return None, lines
    head = list(islice(lines, 1))
    if not head:
        return b"", iter(())
    if not _is_object(head[0][1]):
        whole = b"".join(line for _, line in chain(head, lines))
        return _whole_or_lines(whole)
    second = list(islice(lines, 1))
    return (None, chain(head, second, lines)) if second else (head[0][1], iter(()))


def _whole_or_lines(whole: bytes) -> tuple[bytes | None, Lines]:
    """An object spread over lines, unless some line is a request by itself: then the others are broken lines."""
    lines = whole.splitlines()
    if any(_is_object(line) and "position" in json.loads(line) for line in lines):
        return None, ((place, line) for place, line in enumerate(lines, 1))
    return whole, iter(())


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def question_body(question: str, game: str | None, position: str | None, context: str | None) -> bytes:
    """A question as it is posted; a context may be given as the whole answer that holds it."""
    before = _json_of(context, "context") if context else None
    if isinstance(before, dict) and "context" in before:
        before = before["context"]
    told = {"question": question, "game": game, "context": before}
    if position:
        told["position"] = _json_of(position, "position")
    return json.dumps(told).encode()


def _json_of(name: str, at: str) -> Any:
    with opened(name) as source:
        try:
            return json.loads(source.read())
        except (ValueError, RecursionError) as bad:
            raise BadRequest([Fault(at, f"{name} is not JSON: {bad}")]) from None


def answers(lines: Lines) -> Iterator[Answered]:
    """The ruling on each line; for one that is wrong, its problem with the line's number, and the message."""
    for place, line in lines:
        try:
            yield desk.adjudicate(line), None
        except BadRequest as wrong:
            yield {"line": place, **of_request(wrong)}, f"line {place}: {wrong}"
