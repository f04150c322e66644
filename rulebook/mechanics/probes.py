"""Which rules can bear on what is asked: the others need not be asked again for every action, step and hex.

A probe passes for an action or a step and keeps back part of what it is about. What a rule finds without having asked
for any of that, it finds whatever that is.
"""

from functools import cache
from typing import Any, NoReturn

from rulebook.actions import Move, Party, Step
from rulebook.facts import Unknown
from rulebook.game import Game
from rulebook.rules import Rule
from rulebook.table import Table


class Looked(Exception):
    """A rule asked for what a probe keeps back."""


class Probe:
    """What passes for an action, a step or a party, and tells only these things of itself."""

    __slots__ = ("_kind", "index", "mode", "move", "party", "start", "to", "units")

    def __init__(self, kind: type, **told: Any) -> None:
        self._kind = kind
        for name, value in told.items():
            setattr(self, name, value)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self._kind

    def __getattr__(self, name: str) -> NoReturn:
        raise Looked

    def __iter__(self) -> NoReturn:
        raise Looked

    def __getitem__(self, place: Any) -> NoReturn:
        raise Looked


class _BlankTable:
    """A table that tells nothing: what a rule finds on it, it finds on any."""

    def weigh(self, rule: Rule, subject: tuple[Any, ...]) -> Any:
        return rule.condition(self, subject)  # type: ignore[arg-type]

    def __getattr__(self, name: str) -> NoReturn:
        raise Looked


BLANK: Any = _BlankTable()


@cache
def rules_bearing(game: Game, subject: type, effect: str, mode: str | None) -> tuple[Rule, ...]:
    """The rules with this effect that can bear on an action of this type and mode, or on a step of such a move."""
    probe = Probe(Step, move=Probe(Party, mode=mode)) if subject is Step else Probe(subject, mode=mode)
    return tuple(rule for rule in game.rules_on(subject, effect) if _may_bear(rule, probe))


def _may_bear(rule: Rule, probe: Any) -> bool:
    try:
        return any(reading(BLANK, probe) for reading in (rule.function, rule.other_reading) if reading)
    except (Looked, Unknown):
        return True


def rules_that_look(table: Table, party: Party, subject: type, effect: str) -> tuple[Rule, ...]:
    """The rules on steps or moves that depend on where this party goes, or hold wherever it goes.

    A rule that does not hold, and never asked, holds nowhere. The table must be a quiet one.
    """
    step, move = Probe(Step, move=party), Probe(Move, units=party.units, mode=party.mode, party=party)
    rules = rules_bearing(table.game, subject, effect, party.mode)
    return tuple(rule for rule in rules if _may_hold(table, rule, step if subject is Step else move))


def _may_hold(table: Table, rule: Rule, probe: Any) -> bool:
    try:
        return bool(rule.condition(table, (probe,)))
    except (Looked, Unknown):
        return True
