"""A table that notes what is asked of it."""

from collections.abc import Callable, Collection, Iterable
from typing import Any, TypeVar

from rulebook.facts import told
from rulebook.layout import Layout
from rulebook.mechanics.inquiries import ITSELF, Trail
from rulebook.mechanics.lore import ASTRAY, STATUSES, of_terms
from rulebook.mechanics.standins import Announced, Member
from rulebook.rules import Rule
from rulebook.table import Table, Unit
from rulebook.trace import BLANK, Trace

Found = TypeVar("Found")


class _Heard(Trace):
    """What a piece of work asked: it counts again for whoever is told what that came to."""

    __slots__ = ("trail",)

    def __init__(self, trail: Trail) -> None:
        super().__init__()
        self.trail = trail


class Listener(Table):
    """A quiet table that notes what is asked of the terms and of those who move.

    Who looks at anything else, be it a hex, another unit or the map, has asked for the table itself.
    """

    def __init__(self, table: Table, units: tuple[str, ...] = ()) -> None:
        self._plain = table.again()
        """The same table, which notes nothing."""
        self._laid = self._plain.layout
        hidden = ("layout", "tables", "_hexes", "_map")
        vars(self).update({name: value for name, value in vars(self._plain).items() if name not in hidden})
        self.asked: Trail = {}
        self.party = units
        self.posted: Any = Announced(self._plain.posted, self.asked)
        self._memo, self._works, self._units = {}, {}, {}
        self._members = {
            unit_id: Member(self._plain.unit(unit_id), place, self.asked)
            for place, unit_id in enumerate(units) if unit_id in self._laid.units
        }  # fmt: skip

    # What tells one table from all others

    @property
    def layout(self) -> Layout:  # type: ignore[override]
        return self._itself.layout

    @property
    def tables(self) -> Any:  # type: ignore[override]
        return self._itself.tables

    @property
    def _hexes(self) -> Any:  # type: ignore[override]
        return self._itself._hexes

    @property
    def _map(self) -> Any:  # type: ignore[override]
        return self._itself._map

    @property
    def _itself(self) -> Table:
        self.asked[ITSELF] = None
        return self._plain

    # What is found on it; what was asked for that is noted whenever it is told

    def weigh(self, rule: Rule, subject: tuple[Any, ...]) -> Any:
        return self._recalled(self._memo.get((rule, subject)) or self._weighed(rule, subject))

    def once(self, work: Callable[..., Found], *subject: Any) -> Found:
        done = self._works.get((work, subject))
        if done is None:
            done = self._works[work, subject] = self._apart(work, (self, *subject))
        found: Found = self._recalled(done)
        return found

    def _recalled(self, done: tuple[Any, Trace]) -> Any:
        outcome, heard = done
        if type(heard) is _Heard:
            self.asked.update(heard.trail)
        return told(outcome)

    def _apart(self, work: Callable[..., Any], subject: tuple[Any, ...]) -> tuple[Any, Trace]:
        before = self._nothing_noted()
        outcome, _ = super()._apart(work, subject)
        heard = _Heard(dict(self.asked)) if self.asked else BLANK
        self._noted_before(before)
        return outcome, heard

    def _nothing_noted(self) -> Trail:
        """What was noted so far, which is put aside."""
        before = dict(self.asked)
        self.asked.clear()
        return before

    def _noted_before(self, asked: Trail) -> None:
        self.asked.clear()
        self.asked.update(asked)

    # Units

    def unit(self, unit_id: str) -> Unit:
        found = self._members.get(unit_id)
        if found is not None:
            return found
        self.asked[ITSELF] = None
        return super().unit(unit_id)

    def units(self, ids: Iterable[str] | None = None) -> list[Unit]:
        return [self.unit(unit_id) for unit_id in (self.layout.units if ids is None else ids)]

    def may_have_status(self, word: str) -> bool:
        self.asked[of_terms(None, STATUSES)] = None
        return self._plain.may_have_status(word)

    def others_may_be(self, but: Collection[Unit] = ()) -> None:
        self.asked[of_terms(None, ASTRAY)] = None
        if self._laid.astray:
            super().others_may_be(but)
        elif not (self.is_terse and self.posted.units_complete):
            self.read("units_complete", self.posted.units_complete or None, None, True)
