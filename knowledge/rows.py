"""The tables of the knowledge base: every record, rule and proof as rows that plain SQL can ask."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from knowledge.base import proof_fingerprint
from knowledge.library import Library
from knowledge.records import Case, Example, Term

if TYPE_CHECKING:
    from knowledge.proofs import Proof, Proven

SCHEMA_VERSION = 4

Tables = dict[str, tuple[Any, list[dict[str, Any]]]]


def tables(library: Library, proven: "Proven", built_from: str) -> Tables:
    """Each table of the knowledge base: its key and its rows."""
    meta = {"schema": str(SCHEMA_VERSION), "fingerprint": built_from, "proofs": proof_fingerprint()}
    return {
        **_record_tables(library),
        **_rule_tables(library, proven),
        **_proof_tables(proven.proofs),
        "asked": (("game", "part"), [row for game in library.games for row in _asked_rows(game)]),
        "meta": ("key", [{"key": key, "value": value} for key, value in meta.items()]),
    }


def _rule_tables(library: Library, proven: "Proven") -> Tables:
    from knowledge.predicates import predicates

    rows = []
    for id in (id for id in predicates() if id in library):
        for rule in predicates()[id]:
            named = id.partition(":")[0], str(rule["name"])
            seen = {"held": proven.held[named], "not_held": proven.not_held[named]}
            rows.append({"case_id": id} | dict(rule) | seen)
    return {"predicates": (("case_id", "name"), rows)}


def _proof_tables(proven: "list[Proof]") -> Tables:
    numbered = list(enumerate(proven, 1))
    rows = [
        {"id": id, "game": proof.game, "kind": proof.kind, "file": proof.file, "name": proof.name}
        | {"agrees": proof.agrees, "differences": "; ".join(proof.differences)}
        for id, proof in numbered
    ]
    cases = [{"proof_id": id, "case_id": case} for id, proof in numbered for case in proof.cases]
    return {"proofs": ("id", rows), "proof_cases": (("proof_id", "case_id"), cases)}


def _asked_rows(game: str) -> Iterator[dict[str, Any]]:
    from knowledge.ask.nearest import worked_out

    for part, found in worked_out(game).items():
        content = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        yield {"game": game, "part": part, "content": content}


def _record_tables(library: Library) -> Tables:
    cases, terms = library.cases, list(enumerate(library.terms, 1))
    return {
        "games": ("key", [{"key": game, "place": place} for place, game in enumerate(library.games)]),
        "cases": ("id", [_case_row(library, case, place) for place, case in enumerate(cases)]),
        "citations": (("case_id", "cites"), [{"case_id": case.id, "cites": id} for case in cases for id in case.cites]),
        "exceptions": (
            ("case_id", "excepts"),
            [{"case_id": case.id, "excepts": id} for case in cases for id in case.excepts],
        ),
        "notes": (
            "id",
            [
                {"id": f"{case.id}/{place}", "case_id": case.id} | note.model_dump()
                for case in cases
                for place, note in enumerate(case.notes, 1)
            ],
        ),
        "terms": ("id", [_term_row(id, term) for id, term in terms]),
        "term_cases": (
            ("term_id", "case_id"),
            [{"term_id": id, "case_id": case_id} for id, term in terms for case_id in dict.fromkeys(term.cases)],
        ),
        "examples": ("id", [_example_row(example, place) for place, example in enumerate(library.examples)]),
    }


def _case_row(library: Library, case: Case, place: int) -> dict[str, Any]:
    from knowledge.predicates import predicates

    parent = library.parent(case)
    return {
        "id": case.id,
        "game": case.game,
        "number": case.number,
        "place": place,
        "parent": parent.id if parent else None,
        "title_en": case.title.en,
        "title_fr": case.title.fr,
        "text_en": case.text.en,
        "text_fr": case.text.fr,
        "kind": case.kind,
        "operative": case.operative,
        "status": case.status,
        "numbered": case.numbered,
        "record": case.model_dump_json(by_alias=True),
        "answer": json.dumps(library.as_json(case, predicates()), ensure_ascii=False),
    }


def _term_row(id: int, term: Term) -> dict[str, Any]:
    row = {"id": id, "game": term.game, "en": term.en, "fr": term.fr, "printed": term.printed}
    return row | {"record": term.model_dump_json()}


def _example_row(example: Example, place: int) -> dict[str, Any]:
    row = {"id": example.id, "game": example.game, "case_id": example.case, "place": place}
    return row | {"told_en": example.told.en, "told_fr": example.told.fr, "record": example.model_dump_json()}
