"""What rules find of every hex that a party can get to: each is asked with as little of the move as it cares to know.

On what ground a move ends, or what it costs, is all that most rules on whole moves ask.
"""

from functools import partial
from typing import Any

from rulebook.actions import Move, Party
from rulebook.facts import outcome_of
from rulebook.mechanics.grounds import NOTHING_TOLD, Felt, Ground
from rulebook.mechanics.inquiries import TO, Inquiry, KeptPart, Told
from rulebook.mechanics.kinds import Kind
from rulebook.mechanics.outlooks import Findings, Outlooks, Sight, in_order
from rulebook.mechanics.paths import note_path_cost
from rulebook.mechanics.standins import Arriving, Setting
from rulebook.table import Table


class Destinations:
    """What the rules that forbid moves find of those that a party can make from a hex, on a quiet table."""

    def __init__(self, table: Table, party: Party, start: str) -> None:
        self._party = party
        self._start = start
        self._ground = ground = table.once(Ground, party.units)
        rules = ground.rules_that_look(party, Move, "forbids", start)
        self._rules = ground.lore.keep(Outlooks, *[ground.inquiry(rule, Move) for rule in rules])
        self._for: dict[tuple[float, frozenset[Any]], Sight] = {}

    def of(self, table: Table, path: tuple[str, ...], cost: float) -> Findings:
        """Every rule that forbids to go there, or might, with what it finds, in the book's order."""
        return self.sight(table, path, cost).found

    def sight(self, table: Table, path: tuple[str, ...], cost: float) -> Sight:
        """All that is found of a move: by the hex that it ends in, by its cost, by both, else by the whole of it."""
        kind = self._ground.kind(path[-1])
        seen = self._by_kind(path[-1], kind, cost) if kind else Sight({}, frozenset(self._rules.order))
        return self._look_at_last(table, path, cost, seen) if seen.wanting else seen

    def _by_kind(self, number: str, kind: Kind, cost: float) -> Sight:
        how = self._ground.terms.key, kind, self._party.mode, self._start
        seen = self._rules.all.of_kinds.get(how)
        if type(seen) is not Sight:
            told, ask = self._told(number, kind, None), partial(self._ask, number, kind, cost)
            seen = self._rules.all.sight_of_kind(told, ask, how)
        if not seen.wanting:
            return seen
        joined = self._rules.joined(seen, self._by_cost(number, kind, cost, seen))
        return self._by_both(number, kind, cost, joined) if joined.wanting else joined

    def _by_cost(self, number: str, kind: Kind, cost: float, seen: Sight) -> Sight:
        """What those find by the cost alone that want more than the hex."""
        found = self._for.get((cost, seen.wanting))
        if found is None:
            told, ask = self._told(None, None, cost), partial(self._ask, number, kind, cost)
            found = self._for[cost, seen.wanting] = self._rules.among(seen.wanting).sight(told, ask)
        return found

    def _by_both(self, number: str, kind: Kind, cost: float, seen: Sight) -> Sight:
        told, ask = self._told(number, kind, cost), partial(self._ask, number, kind, cost)
        return self._rules.joined(seen, self._rules.among(seen.wanting).sight(told, ask))

    def _told(self, number: str | None, kind: Kind | None, cost: float | None) -> Told:
        felt: Any = Felt(self._ground, number, None)
        way = KeptPart(mode=self._party.mode, start=self._start)
        if cost is not None:
            way["cost"] = cost
        return kind.traits if kind else NOTHING_TOLD, NOTHING_TOLD, way, felt, self._ground.terms

    def _ask(self, number: str, kind: Kind, cost: float, inquiry: Inquiry) -> None:
        """Ask a rule about a move that is told by the kind of hex on which it ends."""
        ground = self._ground
        path = Setting(self._start, ground.alike(number, TO), ground.asked)
        move: Any = Arriving(self._party, path, ground.asked)
        note_path_cost(ground, move, cost)
        ground.ask(inquiry, (number, None), self._told(number, kind, cost), move)

    def _look_at_last(self, table: Table, path: tuple[str, ...], cost: float, seen: Sight) -> Sight:
        """What was seen, and what the rest of the rules find of the whole move."""
        move = Move(type="move", units=self._party.units, mode=self._party.mode, path=path)
        note_path_cost(table, move, cost)
        whole = {rule: outcome_of(rule.condition, table, (move,)) for rule in seen.wanting}
        found = {**seen.found, **{rule: outcome for rule, outcome in whole.items() if outcome}}
        return Sight(in_order(found, self._rules.order))
