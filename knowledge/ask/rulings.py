"""The ruling behind an answer, as every caller gets it."""

from typing import Any

from knowledge.ask.depending import Fork
from knowledge.ask.facts import Posed
from knowledge.ask.recognising import Recognised
from knowledge.ask.umpiring import touches
from knowledge.ask.verdicts import Decision
from knowledge.ask.wanting import question_for
from knowledge.desk import library
from knowledge.speech import told
from rulebook.game import Game

EMPTY: dict[str, Any] = {
    "verdict": None, "findings": [], "overridden": [], "missing": [], "values": {}, "instead": [], "cites": [],
    "see_also": [],
}
AS_ASKED = "as the rules ask"


def ruling_of(game: Game | None, decision: Decision, cases: tuple[str, ...]) -> dict[str, Any]:
    """The contract's object: the umpire's ruling where it gave one, else an empty one, with these cases cited."""
    ruling = dict(EMPTY)
    if game is not None and decision.recognised is not None:
        ruling = _of_the_situation(game, decision.recognised)
    elif game is not None and decision.by == "rules" and decision.judged is not None:
        ruling = _of_the_umpire(game, decision)
    elif decision.fork is not None:
        ruling["missing"] = _missing(decision.fork)
    ruling |= {
        "verdict": decision.verdict,
        "cites": [library().cited(case) for case in cases],
        "see_also": _see_also(cases),
        "asks": question_for(game, decision.wanted) if game is not None else None,
    }
    return ruling


def _missing(found: Fork) -> list[dict[str, Any]]:
    """The facts that settle what a question leaves open, as a ruling lists them."""
    return [{"fact": fact, "needed_by": list(found.cases), "would_decide": True} for fact in found.settled_by]


def _see_also(cases: tuple[str, ...]) -> list[str]:
    found = dict.fromkeys(id for case in cases[:2] for id in library().exceptions(library()[case]))
    return [id for id in found if id not in cases]


def _of_the_situation(game: Game, found: Recognised) -> dict[str, Any]:
    """All that the umpire found in a situation, with the moment in which it is posed."""
    whole = told(game, library(), found.ruling, found.action)
    taken = {**found.taken(), **found.ruling.provisos}
    return whole | {"provisos": [{"fact": fact, "taken_as": value} for fact, value in taken.items()]}


def _of_itself(posed: Posed) -> dict[str, Any]:
    """What the position says and the question does not: the ordinary scenario, plain troops."""
    first = posed.position["units"][0]
    said = {"scenario": posed.position.get("scenario"), f"units.{first['id']}.type": first.get("type")}
    return {fact: value for fact, value in said.items() if value is not None and fact not in posed.mentioned}


def _of_the_umpire(game: Game, decision: Decision) -> dict[str, Any]:
    """What the umpire found of what the question is about; what it did not need is told as taken for granted."""
    judged, posed = decision.judged, decision.posed
    assert judged is not None and posed is not None
    whole = told(game, library(), judged.ruling, judged.action)
    about = [
        each for each, found in zip(whole["findings"], judged.ruling.findings, strict=True)
        if touches(found, posed.mentioned)
    ]
    taken = {**_of_itself(posed), **judged.taken, **judged.ruling.provisos}
    missing = [each for each in whole["missing"] if each["fact"] in decision.wanted]
    if decision.verdict == "legal":
        taken |= {each["fact"]: AS_ASKED for each in whole["missing"]}
    provisos = [{"fact": fact, "taken_as": value} for fact, value in taken.items()]
    return whole | {"findings": about, "missing": missing, "provisos": provisos}
