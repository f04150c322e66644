"""What rules were found to ask and to find, kept from one table to the next.

What a rule finds follows from what it asks. Whoever is asked of a ground leaves all that it asked in a tree, and what
it found at the end of it: of steps and moves that are told by the kinds of their hexes, by when and by which rules the
game is played, and by what is on the counters of those who move. Who looks at anything else has asked which table it
is, and no other table has that answer.
"""

from collections.abc import Callable, Collection, Hashable
from typing import Any, NamedTuple, TypeVar

from rulebook.game import Game
from rulebook.layout import Layout
from rulebook.mechanics.inquiries import TABLE, WANTING, Inquiry, Question, Told
from rulebook.mechanics.kinds import Whole
from rulebook.rules import Because, Rule
from rulebook.table import Table

ROOM = 200_000
"""Questions that all that was learnt may hold together; when it is full all is learnt anew. 0 to keep nothing."""
MOST_TABLES = 1_000
"""Tables with other answers that are told apart at a time."""
Kept = TypeVar("Kept")


class Who(NamedTuple):
    """One of those who move, by its place among them."""

    place: int


class Learnt(Inquiry):
    """One rule, with all that it asked and found on whatever table."""

    __slots__ = ()

    def note(self, asked: Collection[Question], told: Told, outcome: Any) -> None:
        super().note(asked, told, without_words(outcome))
        count_in(len(asked) + 1)


class Idea(Inquiry):
    """What a rule, or other work, finds of one hex: those who move are told by their places, the hex by HERE."""

    __slots__ = ("about", "ask")

    def __init__(self, ask: Callable[..., Any], work: Any, about: tuple[Any, ...]) -> None:
        super().__init__(work)
        self.ask = ask
        self.about = about

    def note(self, asked: Collection[Question], told: Told, outcome: Any) -> None:
        super().note(asked, told, outcome)
        count_in(len(asked) + 1)


class Feeling(NamedTuple):
    """What is felt at one end of a step."""

    part: int
    idea: Idea


def without_words(outcome: Any) -> Any:
    """That a rule holds, or how much it finds; whoever finds anything else has to be asked on each table."""
    if type(outcome) is Because:
        return Because(amount=outcome.amount)
    return outcome if outcome is None or type(outcome) in (bool, int, float) else WANTING


class Lore:
    """What was learnt of parties of as many units, on maps that tell as much of the hexes that nobody described."""

    __slots__ = ("_ideas", "_inquiries", "_kept", "_tables", "asked")

    def __init__(self) -> None:
        self.asked: dict[Any, None] = {}
        """All that was ever asked of a table, and of those who move."""
        self._tables: dict[Hashable, object] = {}
        self._inquiries: dict[tuple[Rule, Hashable], Inquiry] = {}
        self._ideas: dict[tuple[Any, ...], Idea] = {}
        self._kept: dict[Hashable, Any] = {}

    def tables_with(self, answers: Hashable) -> object:
        """What stands for all the tables that gave these answers to all that was ever asked."""
        if len(self._tables) >= MOST_TABLES:
            self._tables.clear()
        return self._tables.setdefault(answers, object())

    def inquiry(self, rule: Rule, subject: Hashable) -> Inquiry:
        """What a rule asked so far about the steps, or the moves, of such parties, or about whether they matter."""
        found = self._inquiries.get((rule, subject))
        if found is None:
            found = self._inquiries[rule, subject] = Learnt(rule)
        return found

    def idea(self, *of: Any) -> Idea:
        found = self._ideas.get(of)
        if found is None:
            count_in(1)
            found = self._ideas[of] = Idea(*of)
        return found

    def keep(self, what: type[Kept], *about: Any) -> Kept:
        """The one of these things that is about this."""
        found = self._kept.get((what, about))
        if found is None:
            count_in(1)
            found = self._kept[what, about] = what(*about)
        kept: Kept = found
        return kept


class Terms(dict[Any, Any]):
    """What a table tells of itself: of the position by the name of a fact, of who moves by its place and that name."""

    __slots__ = ("_layout", "_lore", "_units", "key")

    def __init__(self, layout: Layout, units: tuple[str, ...], lore: Lore) -> None:
        super().__init__(itself=object())
        self._layout = layout
        self._units = units
        self._lore = lore
        self.key: object = None
        self.key = lore.tables_with(tuple([self[trait] for trait in list(lore.asked)]))
        """The same for all tables with the same answers to all that was asked so far; once asked for more, its own."""

    def __missing__(self, trait: tuple[int | None, str]) -> Any:
        value = self._told(*trait)
        found = self[trait] = value if type(value) in PLAIN_TYPES else Whole(_hashable(value))
        if self.key is not None:
            self._lore.asked[trait] = None
            self.key = object()
        return found

    def _told(self, place: int | None, name: str) -> Any:
        if place is not None:
            facts = self._layout.units.get(self._units[place])
            return getattr(facts, "hex", None) is not None if name == IS_PLACED else getattr(facts, name, None)
        if name == ASTRAY:
            return bool(self._layout.astray)
        if name == ARE_MARKERS_TOLD:
            return self._layout.position.markers is not None
        return self._layout.statuses if name == STATUSES else getattr(self._layout.position, name)


IS_PLACED, ASTRAY, STATUSES, ARE_MARKERS_TOLD = "is_placed", "astray", "statuses", "are_markers_told"
PLAIN_TYPES = frozenset({type(None), bool, int, float, str})


def of_terms(place: int | None, name: str) -> Question:
    return Question(TABLE, (place, name))


def _hashable(value: Any) -> Any:
    return tuple(sorted(value.items())) if type(value) is dict else value


# What is kept


_known: dict[Hashable, Lore] = {}
_held = [0]


def lore_for(table: Table, units: tuple[str, ...]) -> Lore:
    """What was learnt of parties like these, on tables like this one; nothing where a name could pass for a word."""
    if not ROOM or any(_is_mistakable(table.game, unit_id) for unit_id in units):
        return Lore()
    key = table.game, table.readings, table.ordinary, len(units), table.layout.once(_undescribed)
    found = _known.get(key)
    if found is None:
        found = _known[key] = Lore()
    return found


def _is_mistakable(game: Game, unit_id: str) -> bool:
    return game.grid.contains(unit_id) or unit_id in game.all_words


def _undescribed(layout: Layout) -> Hashable:
    """What is told of the hexes, sides and roads that were not described."""
    elsewhere = layout.map.elsewhere
    return layout.map.roads is None, None if elsewhere is None else tuple(vars(elsewhere).values())


def count_in(grown: int) -> None:
    """So many questions more are kept."""
    _held[0] += grown
    if _held[0] > ROOM:
        forget()


def forget() -> None:
    """Forget all that was learnt."""
    _known.clear()
    _held[0] = 0
