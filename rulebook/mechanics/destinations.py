"""What rules find of every hex that a party can get to: each is asked with as little of the move as it cares to know.

On what ground a move ends, and what it costs, is all that most rules on whole moves ask.
"""

from functools import partial
from typing import Any

from rulebook.actions import Move, Party
from rulebook.facts import outcome_of
from rulebook.mechanics.glimpses import Findings, Seen, Sight
from rulebook.mechanics.grounds import Alike, Ground
from rulebook.mechanics.paths import note_path_cost
from rulebook.mechanics.probes import Probe, Way, rules_that_look
from rulebook.table import Table


class Destinations:
    """What the rules that forbid moves find of those that a party can make from a hex, on a quiet table."""

    def __init__(self, table: Table, party: Party, start: str) -> None:
        rules = rules_that_look(table, party, Move, "forbids", start)
        self._order = {rule: place for place, rule in enumerate(rules)}
        self._party = party
        self._ground = table.once(Ground)
        self._ground.keep_apart(party)
        self._sight = Sight(frozenset(rules), {})

    def of(self, table: Table, path: tuple[str, ...], cost: float) -> Findings:
        """Every rule that forbids to go there, or might, with what it finds, in the book's order."""
        kind = self._ground.kind(path[-1])
        found, wanting = self._look(path[0], kind, cost) if type(kind) is Alike else ({}, self._sight.rules)
        if wanting:
            move = Move(type="move", units=self._party.units, mode=self._party.mode, path=path)
            note_path_cost(table, move, cost)
            whole = {rule: outcome_of(rule.condition, table, (move,)) for rule in wanting}
            found = {**found, **{rule: outcome for rule, outcome in whole.items() if outcome}}
        return found if len(found) < 2 else {rule: found[rule] for rule in sorted(found, key=self._order.__getitem__)}

    def _look(self, start: str, kind: Alike, cost: float) -> Seen:
        """By the ground that it ends on, and what it costs."""
        part = (kind.mark, cost)
        seen = self._sight.seen.get(part)
        if seen is None:
            traits, pose = (*kind.traits, None, cost), partial(self._probe, start, kind, cost)
            seen = self._sight.seen[part] = self._sight.look(self._ground, traits, None, pose)
        return seen

    def _probe(self, start: str, kind: Alike, cost: float) -> Any:
        units, mode = self._party
        probe: Any = Probe(Move, units=units, mode=mode, party=self._party, path=Way(start, kind))
        note_path_cost(self._ground, probe, cost)
        return probe
