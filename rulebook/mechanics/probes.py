"""Which rules look where a move goes: the others need not be asked again for every step and every hex."""

from typing import Any, NoReturn

from rulebook.actions import Move, Party, Step
from rulebook.facts import Unknown
from rulebook.rules import Rule
from rulebook.table import Table


class _Looked(Exception):
    """A rule asked where the move goes."""


class _StepProbe:
    """A step that tells nobody where it goes."""

    def __init__(self, party: Party) -> None:
        self.move = party

    def __getattr__(self, name: str) -> NoReturn:
        raise _Looked


class _MoveProbe(Move):
    """A move that tells nobody its path."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("path", "steps"):
            raise _Looked
        return super().__getattribute__(name)


def rules_that_look(table: Table, party: Party, subject: type, effect: str) -> tuple[Rule, ...]:
    """The rules on steps or moves that depend on where this party goes, or hold wherever it goes.

    A rule that does not hold, and never asked, holds nowhere. The table must be a quiet one.
    """
    probe = _StepProbe(party) if subject is Step else _MoveProbe(type="move", units=party.units, mode=party.mode)
    return tuple(rule for rule in table.game.rules_on(subject, effect) if _may_hold(table, rule, probe))


def _may_hold(table: Table, rule: Rule, probe: Any) -> bool:
    try:
        return bool(rule.condition(table, (probe,)))
    except (_Looked, Unknown):
        return True
