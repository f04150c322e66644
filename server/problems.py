"""Errors as every caller gets them: one body, after RFC 9457."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from knowledge.filing import NotBuilt
from knowledge.keeping import NotKept, Unsure
from knowledge.numbers import NotFound
from rulebook.faults import BadRequest, Fault

if TYPE_CHECKING:
    from knowledge.records import Language

LOG = logging.getLogger("arbitre")
LONGEST_SAYS = 600
MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    """One kind of problem: where it is documented, and its title."""

    slug: str
    title: str
    french: str

    def titled(self, lang: "Language") -> str:
        return self.french if lang == "fr" else self.title


KINDS = {
    400: Kind("bad-json", "The body cannot be read as JSON", "Le corps ne se lit pas comme du JSON"),
    401: Kind("unknown-caller", "The caller is not known here", "L'appelant n'est pas connu ici"),
    403: Kind("forbidden", "This is not allowed here", "Ceci n'est pas permis ici"),
    404: Kind("not-found", "There is no such thing here", "Il n'y a rien de tel ici"),
    405: Kind("bad-method", "This address is not used that way", "Cette adresse ne s'emploie pas ainsi"),
    413: Kind("too-large", "The body is too large", "Le corps est trop volumineux"),
    415: Kind("not-json", "The body must be sent as JSON", "Le corps doit être envoyé comme du JSON"),
    422: Kind("bad-request", "The request is wrong", "La demande est fausse"),
    429: Kind("too-fast", "Too many requests", "Trop de demandes"),
    500: Kind("our-fault", "A fault of ours", "Une faute de notre part"),
    503: Kind("not-built", "The knowledge base is not ready", "La base de connaissances n'est pas prête"),
    507: Kind("not-kept", "What is stored here cannot be reached", "Ce qui est enregistré ici est hors d'atteinte"),
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


def of_storage(fault: NotKept) -> dict[str, Any]:
    """The problem of what is stored being out of reach; why it is, the log says and no caller is told."""
    LOG.error("storage", exc_info=fault, extra={"fields": {"why": fault.why}})
    return problem(507, str(fault) if isinstance(fault, Unsure) else f"{fault}; nothing was changed")


Told = BadRequest | NotFound | NotBuilt | NotKept
"""What a caller is told of; anything else that goes wrong is a fault of ours."""
TOLD = (BadRequest, NotFound, NotBuilt, NotKept)


def of(wrong: Told) -> dict[str, Any]:
    """The problem of whatever a caller can be told."""
    if isinstance(wrong, BadRequest):
        return of_request(wrong)
    if isinstance(wrong, NotKept):
        return of_storage(wrong)
    return of_missing(wrong) if isinstance(wrong, NotFound) else problem(503, str(wrong))


def in_language(body: dict[str, Any], lang: "Language") -> dict[str, Any]:
    """A problem for who reads this language."""
    if lang == "en":
        return body
    from knowledge.refusing import said

    kind = KINDS.get(body["status"])
    errors = [{**each, "says": said(each["says"], lang, each.get("case"))} for each in body["errors"]]
    return {
        **body, "title": kind.titled(lang) if kind else body["title"], "errors": errors,
        "detail": _first(errors) if body["status"] in (400, 422) and errors else said(body["detail"], lang),
    }  # fmt: skip


def _first(errors: list[dict[str, Any]]) -> str:
    more = f" (et {len(errors) - 1} de plus)" if len(errors) > 1 else ""
    return f"{errors[0]['at']} : {errors[0]['says']}{more}"[:LONGEST_SAYS]


def of_ours() -> dict[str, Any]:
    """The problem of a fault of ours, which is written to the log and not told."""
    return problem(500, "Something went wrong on our side; it was written to the log.")
