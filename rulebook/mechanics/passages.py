"""What a rule finds of the way from one hex into the next, for lines that pass thousands of them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.facts import Unknown, outcome_of, told
from rulebook.mechanics.grounds import Felt, Ground, ground_of
from rulebook.mechanics.inquiries import ITSELF, NOT_ASKED, START, TO, WANTING, Inquiry
from rulebook.rules import Rule
from rulebook.table import Table


def passage(table: Table, rule: Rule, *whose: Any) -> Callable[[str, str], Any]:
    """What a rule finds, for these, of the way from a hex into the next: on a quiet table asked by kinds of hexes."""
    if not table.is_terse:
        return partial(rule, table, *whose)
    if isinstance(table, Ground):
        table.asked[ITSELF] = None
    return partial(table.once(_Passages, rule, *whose).of, table)


class _Passages:
    """What one rule found of the ways between hexes on a quiet table."""

    def __init__(self, table: Table, rule: Rule, *whose: Any) -> None:
        is_plain = all(type(each) is str and each not in ground_of(table).party for each in whose)
        self._inquiry = ground_of(table).lore.inquiry(rule, whose) if is_plain else Inquiry(rule)
        self._whose = whose
        self._found: dict[tuple[str, str], Any] = {}

    def of(self, table: Table, here: str, there: str) -> Any:
        found = self._found.get((here, there), NOT_ASKED)
        if found is NOT_ASKED:
            found = self._found[here, there] = self._seen(table, here, there)
        return told(found) if type(found) is Unknown else found

    def _seen(self, table: Table, here: str, there: str) -> Any:
        """What the rule finds by the kinds of both hexes, else by the hexes themselves."""
        ground, inquiry = ground_of(table), self._inquiry
        start, to = ground.kind(here), ground.kind(there)
        if start is None or to is None:
            return outcome_of(inquiry.rule, table, *self._whose, here, there)
        felt: Any = Felt(ground, there, here)
        answers = (to.traits, start.traits, {"crossing": ground.crossing(here, there)}, felt, ground.terms)
        outcome = inquiry.found(answers, {})
        if outcome is NOT_ASKED:
            ends = ground.alike(here, START), ground.alike(there, TO)
            ground.ask(inquiry, (there, here), answers, *self._whose, *ends)
            outcome = inquiry.found(answers, {})
        is_seen = outcome is not WANTING and outcome is not NOT_ASKED
        return outcome if is_seen else outcome_of(inquiry.rule, table, *self._whose, here, there)
