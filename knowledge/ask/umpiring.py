"""The umpire asked about a described position: in the phase and by the side to which the action belongs."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from knowledge.ask.facts import HERE, ORDINARY_TYPES, Posed
from rulebook.actions import ACTION_TYPES, ActionModel, Move
from rulebook.faults import faults_of
from rulebook.game import Game
from rulebook.position import Position
from rulebook.ruling import Finding, Ruling
from rulebook.table import Table
from rulebook.umpire import check, forbidden

TRIALS = 24


@dataclass(frozen=True)
class Judged:
    """A ruling on what a question describes, what was taken for granted, and the cases that wait for each fact."""

    ruling: Ruling
    action: ActionModel
    position: dict[str, Any]
    taken: dict[str, Any]
    needed: dict[str, tuple[str, ...]]


def by_side(game: Game, posed: Posed) -> list[Posed]:
    """The same for each side that the acting unit may be of, where nothing tells which."""
    sides = _sides(game, posed)
    if len(sides) == 1:
        return [posed]
    first, *others = posed.position["units"]
    return [
        replace(posed, position={**posed.position, "units": [{**first, "side": side}, *others]})
        for side in sides if _has(game, first.get("type"), side)
    ]


def _has(game: Game, kind: str | None, side: str) -> bool:
    """Whether a side has units of this type."""
    return bool(game.nations_of(side, kind))


def judged(game: Game, posed: Posed) -> Judged | None:
    """The ruling, in the moment that suits the action best; None where the position cannot be posed."""
    best: tuple[int, int, dict[str, Any]] | None = None
    for place, taken in enumerate(_moments(game, posed)):
        found = _weigh(game, posed, taken)
        if found is not None and (best is None or (found, place) < best[:2]):
            best = (found, place, taken)
    if best is None:
        return None
    table, action = _table(game, posed, best[2])
    needed = {fact: tuple(cases) for fact, cases in forbidden(table, action).needed_by.items()}
    return Judged(check(table, action, TRIALS), action, {**posed.position, **best[2]}, best[2], needed)


def _moments(game: Game, posed: Posed) -> Iterator[dict[str, Any]]:
    """Whose turn it may be, and which phase, where the question does not say."""
    phases = [None] if "phase" in posed.position else _phases(game, posed)
    for side in _sides(game, posed):
        for phase in phases:
            yield {"active": side} | ({"phase": phase} if phase else {})


def _phases(game: Game, posed: Posed) -> list[str]:
    mode = posed.action.get("mode")
    entries = game.vocabulary["phases"]
    return [word for word, entry in entries.items() if mode and entry.get("mode") == mode] or list(entries)


def _sides(game: Game, posed: Posed) -> tuple[str, ...]:
    first = posed.position["units"][0]
    facts = _position(posed, {}).units[0]
    side = game.side_of(facts)
    return (side,) if side and first else game.sides


def _position(posed: Posed, taken: dict[str, Any]) -> Position:
    units = [dict(each) for each in posed.position["units"]]
    side = taken.get("active")
    for unit in units:
        if side and unit["id"][0] in "uw" and "nation" not in unit:
            unit.setdefault("side", side)
    return Position.model_validate_json(json.dumps({**posed.position, **taken, "units": units}))


def _table(game: Game, posed: Posed, taken: dict[str, Any]) -> tuple[Table, ActionModel]:
    position = _position(posed, taken)
    units = tuple(
        unit.model_copy(update={"side": game.enemy_of(taken["active"])}) if unit.id.startswith("e") else unit
        for unit in position.units
    )
    position = position.model_copy(update={"units": units})
    model = ACTION_TYPES[posed.action["type"]]
    action = game.completed(position, model.model_validate_json(json.dumps(posed.action)))
    return Table(game, position, ordinary=True), action


def _weigh(game: Game, posed: Posed, taken: dict[str, Any]) -> int | None:
    """How many rules forbid the action at such a moment; None where it makes no position."""
    table, action = _table(game, posed, taken)
    if isinstance(action, Move) and action.mode is None:
        return None
    if faults_of(table, action):
        return None
    return len(forbidden(table, action).forbidding())


# What a rule looked at


COMPANY = "w9"
FELLOWS = ("move", "attack", "advance")
OUTRIGHT = ("move", "attack", "advance", "zoc", "dig", "rally")
BENIGN = ("phase", "active", "scenario", "units.u1.hex", "units.u1.side", "units.u1.nation", "units.u1.type")


def outright(game: Game, posed: Posed, found: Judged) -> list[Finding]:
    """The bans that rest on what the question tells alone, and would hold in company too."""
    if posed.action["type"] not in OUTRIGHT:
        return []
    bans = [each for each in found.ruling.findings if each.effect == "forbids" and each.holds and not each.given]
    known = posed.mentioned.union(BENIGN, found.ruling.provisos)
    sure = [each for each in bans if posed.mentioned.intersection(each.facts) and known.issuperset(each.facts)]
    return [each for each in sure if each.predicate in _in_company(game, posed, found)] if sure else []


def hangs_on(game: Game, posed: Posed, found: Judged, ban: Finding) -> bool:
    """Whether a ban hangs on something taken for granted: were that otherwise, its own condition would not be met.

    Where an exception of another case would then lift it, the ban is the rule, and the exception can be told.
    """
    statuses = game.vocabulary["statuses"]
    assumed = [
        fact for fact, value in found.ruling.provisos.items()
        if fact in ban.facts and isinstance(value, bool)
        and not statuses.get(fact.rpartition(".")[2], {}).get("off_map")
    ]
    table, action = _table(game, posed, found.taken)
    for fact in assumed:
        other = forbidden(table.given(fact, not found.ruling.provisos[fact]), action)
        still = any(each.predicate == ban.predicate and each.holds is not False for each in other.findings)
        if not still and not any(case == ban.case and by != ban.case for case, by in other.overridden):
            return True
    return False


def _in_company(game: Game, posed: Posed, found: Judged) -> set[str]:
    """The rules that still forbid it where plain troops of the same side and nation stand and go along."""
    first = next(each for each in posed.position["units"] if each["id"] == "u1")
    kind = next((word for word in ORDINARY_TYPES if word in game.words("types")), None)
    fellow = {"id": COMPANY, "hex": HERE, "type": kind} | {
        name: first[name] for name in ("side", "nation") if name in first
    }
    position = {**posed.position, "units": [*posed.position["units"], fellow]}
    units = [*posed.action["units"], COMPANY] if posed.action["type"] in FELLOWS else posed.action["units"]
    other = replace(posed, position=position, action={**posed.action, "units": units})
    table, action = _table(game, other, found.taken)
    if faults_of(table, action):
        return {each.predicate for each in found.ruling.findings}
    judgement = forbidden(table, action)
    return {each.predicate for each in judgement.findings if each.effect == "forbids" and each.holds}


def touches(finding: Finding, facts: frozenset[str]) -> bool:
    """Whether a rule looked at everything that the question tells."""
    read = {_plain(fact) for fact in finding.facts}
    return all(_plain(fact) in read or _stands_in(fact, read) for fact in facts)


def _plain(fact: str) -> str:
    """A side of a hex by its place: what is asked of it is asked of all that it may have."""
    return fact.rpartition(".")[0] if fact.startswith("map.sides.") else fact


def _stands_in(fact: str, read: set[str]) -> bool:
    """A nation tells a side, and a side that has but one army a nation."""
    unit, _, name = fact.rpartition(".")
    return name in ("nation", "side") and bool(read & {f"{unit}.nation", f"{unit}.side", f"{unit}.type"})
