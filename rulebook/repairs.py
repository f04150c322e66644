"""What would make an illegal action legal: the nearest changes first, each tried on the umpire before it is offered."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any

from rulebook.actions import ActionModel, Move
from rulebook.facts import Unknown
from rulebook.mechanics.paths import reach
from rulebook.ruling import Instead
from rulebook.table import Table
from rulebook.umpire import forbidden, is_legal

OFFERED = 4
TRIED = 60


@dataclass(frozen=True)
class Change:
    """One change to try: the fields of the action or facts of the position, and how to tell it."""

    kind: str
    action: dict[str, Any]
    position: dict[str, Any]
    words: dict[str, Any]


def repairs(table: Table, action: ActionModel) -> tuple[Instead, ...]:
    """The changes that make an illegal action legal, nearest first."""
    forbidding = tuple(dict.fromkeys(forbidden(table, action).forbidding()))
    tried = takewhile(lambda change: not table.patience.is_over, islice(_changes(table, action), TRIED))
    proven = (change for change in tried if _is_legal(table, action, change))
    return tuple(_instead(change, forbidding) for change in islice(proven, OFFERED))


def _is_legal(table: Table, action: ActionModel, change: Change) -> bool:
    for fact, value in change.position.items():
        table = table.given(fact, value)
    return is_legal(table, _changed(action, change))


def _changed(action: ActionModel, change: Change) -> ActionModel:
    fields = {name: getattr(action, name) for name in type(action).model_fields}
    return type(action)(**{**fields, **change.action})


def _instead(change: Change, cases: tuple[str, ...]) -> Instead:
    told = {f"action.{name}": _listed(value) for name, value in change.action.items()}
    told.update({f"position.{name}": value for name, value in change.position.items()})
    return Instead(told, change.kind, change.words, cases)


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _changes(table: Table, action: ActionModel) -> Iterator[Change]:
    if isinstance(action, Move) and action.path is not None:
        yield from _stop_sooner(action)
        yield from _another_path(table, action)
    yield from _leave_out(action)
    yield from _bring_along(table, action)
    yield from _another_hex(table, action)
    yield from _fewer_points(action)
    yield from _another_word(table, action)
    yield from _another_time(table)


def _stop_sooner(move: Move) -> Iterator[Change]:
    path = move.path or ()
    for length in range(len(path) - 1, 1, -1):
        yield Change("stop", {"path": path[:length]}, {}, {"at": path[length - 1]})


def _another_path(table: Table, move: Move) -> Iterator[Change]:
    """The cheapest open path to the same hex."""
    start, end = (move.path or ("", ""))[0], (move.path or ("", ""))[-1]
    if "?" in (start[:1], end[:1]):
        return
    try:
        around = reach(table, move.party, start, table.game.pace(table, move.party))
    except Unknown:
        return
    if end != start and end in around.costs:
        path = tuple(around.path(end))
        if path != move.path:
            yield Change("path", {"path": path}, {}, {"path": list(path)})


def _leave_out(action: ActionModel) -> Iterator[Change]:
    """One unit fewer, then each unit alone."""
    for field in ("units", "support"):
        ids: tuple[str, ...] = getattr(action, field, None) or ()
        if len(ids) > 1 or (ids and field == "support"):
            for unit_id in ids:
                others = tuple(other for other in ids if other != unit_id)
                yield Change("without", {field: others}, {}, {"unit": unit_id})
    ids = getattr(action, "units", ())
    for unit_id in ids if len(ids) > 2 else ():
        yield Change("alone", {"units": (unit_id,)}, {}, {"unit": unit_id})


def _bring_along(table: Table, action: ActionModel) -> Iterator[Change]:
    """One more unit of those that stand with the ones named."""
    ids: tuple[str, ...] = getattr(action, "units", ())
    hexes = {unit.facts.hex for unit in table.units(ids) if unit.is_placed}
    for number in sorted(number for number in hexes if number):
        for unit in table.units_at(number):
            if unit.id not in ids:
                yield Change("with", {"units": (*ids, unit.id)}, {}, {"unit": unit.id})


def _another_hex(table: Table, action: ActionModel) -> Iterator[Change]:
    if action.type == "retreat":  # type: ignore[attr-defined]
        path: tuple[str, ...] = action.path  # type: ignore[attr-defined]
        for near in () if path[0].startswith("?") else table.around(path[0]):
            if near != path[-1]:
                yield Change("hex", {"path": (path[0], near)}, {}, {"at": near})
    if action.type == "place":  # type: ignore[attr-defined]
        for number in table.game.printed_hexes:
            yield Change("hex", {"hex": number}, {}, {"at": number})


def _fewer_points(action: ActionModel) -> Iterator[Change]:
    if action.type == "replace":  # type: ignore[attr-defined]
        for points in range(action.points - 1, 0, -1):  # type: ignore[attr-defined]
            yield Change("points", {"points": points}, {}, {"points": points})


def _another_word(table: Table, action: ActionModel) -> Iterator[Change]:
    """Another way of doing it: another mode, another source."""
    fields = table.game.vocabulary["actions"][action.type].get("fields", {})  # type: ignore[attr-defined]
    for field in ("mode", "source", "entry"):
        if field in fields and getattr(action, field, None) is not None:
            words = table.game.words(fields[field]) if isinstance(fields[field], str) else fields[field]
            for word in words:
                if word != getattr(action, field):
                    yield Change(field, {field: word}, {}, {field: word})


def _another_time(table: Table) -> Iterator[Change]:
    """The same thing in another phase of the same player turn."""
    for phase in table.game.words("phases"):
        if table.posted.phase is not None and phase != table.posted.phase:
            yield Change("phase", {}, {"phase": phase}, {"phase": phase})
