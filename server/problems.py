"""Errors as every caller gets them: one body, after RFC 9457."""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from knowledge.filing import NotBuilt
from knowledge.numbers import NotFound
from rulebook.faults import BadRequest, Fault

LONGEST_SAYS = 600
MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    """One kind of problem: where it is documented, and its title."""

    slug: str
    title: str


KINDS = {
    400: Kind("bad-json", "The body cannot be read as JSON"),
    401: Kind("unknown-caller", "The caller is not known here"),
    403: Kind("forbidden", "This is not allowed here"),
    404: Kind("not-found", "There is no such thing here"),
    405: Kind("bad-method", "This address is not used that way"),
    413: Kind("too-large", "The body is too large"),
    415: Kind("not-json", "The body must be sent as JSON"),
    422: Kind("bad-request", "The request is wrong"),
    429: Kind("too-fast", "Too many requests"),
    500: Kind("our-fault", "A fault of ours"),
    503: Kind("not-built", "The knowledge base is not ready"),
    507: Kind("not-kept", "What is stored here cannot be reached"),
}
FIELDS = {"case": "number", "example": "name", "index": "term", "stored": "name", "concept": "name"}


def problem(status: int, detail: str, faults: Iterable[Fault] = ()) -> dict[str, Any]:
    """The body of an error."""
    kind = KINDS.get(status)
    return {
        "type": f"/docs#{kind.slug}" if kind else "about:blank",
        "title": kind.title if kind else HTTPStatus(status).phrase,
        "status": status,
        "detail": detail[:LONGEST_SAYS],
        "errors": [fault_as_json(fault) for fault in faults],
    }


def fault_as_json(fault: Fault) -> dict[str, Any]:
    found: dict[str, Any] = {"at": fault.at[:LONGEST_SAYS], "says": fault.says[:LONGEST_SAYS]}
    if fault.nearest is not None:
        found["nearest"] = fault.nearest
    if fault.case is not None:
        found["case"] = fault.case
    return found


def of_request(wrong: BadRequest) -> dict[str, Any]:
    """The problem of a request that was wrong: 400 where it is no JSON, else 422."""
    status = 400 if any(fault.at == "body" for fault in wrong.faults) else 422
    first = wrong.faults[0]
    more = f" (and {len(wrong.faults) - 1} more)" if len(wrong.faults) > 1 else ""
    return problem(status, f"{first.at}: {first.says}{more}", wrong.faults)


def of_missing(missing: NotFound) -> dict[str, Any]:
    """The problem of something that is not there."""
    field = FIELDS.get(missing.what.split()[0], missing.what.split()[0])
    nearest = missing.nearest[0] if missing.nearest else None
    return problem(404, str(missing), [Fault(field, str(missing), nearest)])


Told = BadRequest | NotFound | NotBuilt
"""What a caller is told of; anything else that goes wrong is a fault of ours."""
TOLD = (BadRequest, NotFound, NotBuilt)


def of(wrong: Told) -> dict[str, Any]:
    """The problem of whatever a caller can be told."""
    if isinstance(wrong, BadRequest):
        return of_request(wrong)
    return of_missing(wrong) if isinstance(wrong, NotFound) else problem(503, str(wrong))


def of_ours() -> dict[str, Any]:
    """The problem of a fault of ours, which is written to the log and not told."""
    return problem(500, "Something went wrong on our side; it was written to the log.")
