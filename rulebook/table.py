"""The table as the rules see it: every read says which fact it was, and a fact nobody posted raises Unknown."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from rulebook.facts import NOTHING, YES_OR_NO, Unknown, known, outcome_of, some
from rulebook.hexes import side_key
from rulebook.layout import Layout
from rulebook.position import Position
from rulebook.reader import Patience, Reader
from rulebook.sheets import FEATURES
from rulebook.trace import BLANK, Trace
from rulebook.units import Unit

if TYPE_CHECKING:
    from rulebook.game import Game
    from rulebook.rules import Rule

__all__ = ["Table", "Unit"]

Columns = Mapping[str, Mapping[str, str]]
Found = TypeVar("Found")


class Table:
    """One posted position, read fact by fact."""

    def __init__(
        self, game: "Game", position: Position, *, ordinary: bool = False, readings: frozenset[str] = frozenset(),
        tables: Mapping[str, Columns] | None = None, layout: Layout | None = None, is_quiet: bool = False,
    ) -> None:
        self.game = game
        self.tables = {} if tables is None else tables
        self.grid = game.grid
        self.readings = readings
        self.is_quiet = is_quiet
        self.patience = Patience()
        self._memo: dict[tuple[Rule, tuple[Any, ...]], tuple[Any, Trace]] = {}
        self._works: dict[tuple[Callable[..., Any], tuple[Any, ...]], tuple[Any, Trace]] = {}
        self.layout = layout or Layout(game, position)
        self.posted = self.layout.position
        self._map, self._hexes = self.layout.map, self.layout.map.hexes
        self._units: dict[str, Unit] = {}
        self._read_by(Reader(ordinary, {}, self.patience, is_quiet))

    # What was found on it

    def given(self, fact: str, value: Any) -> "Table":
        """The same table with one fact more, or another value of it."""
        return self.given_all({fact: value})

    def given_all(self, facts: dict[str, Any]) -> "Table":
        return self.again(given={**self._reader.given, **facts})

    def read_as(self, *readings: str) -> "Table":
        """The same table with the other reading of these rules."""
        return self.again(readings=frozenset(readings))

    def again(self, ordinary: bool | None = None, given: dict[str, Any] | None = None, **changes: Any) -> "Table":
        """The same table with nothing found on it yet."""
        other = object.__new__(type(self))
        other.__dict__ |= self.__dict__
        other._memo, other._works, other._units = {}, {}, {}
        for name, value in changes.items():
            setattr(other, name, value)
        taken = self._reader.given if given is None else given
        other._read_by(Reader(self.ordinary if ordinary is None else ordinary, taken, self.patience, other.is_quiet))
        return other

    def _read_by(self, reader: Reader) -> None:
        self._reader = reader
        self.read = reader.read
        self.is_terse = reader.is_terse
        self.has_given = bool(reader.given)

    def quiet(self) -> "Table":
        """The same table without the trace, for thousands of questions whose reasons nobody asks for."""
        return self if self.is_quiet else self.again(is_quiet=True)

    def as_posted(self) -> "Table":
        """The same table, quiet and with nothing assumed: for what the position shows by itself."""
        return self if self.is_quiet and not self.ordinary else self.again(ordinary=False, is_quiet=True)

    def weigh(self, rule: "Rule", subject: tuple[Any, ...]) -> Any:
        """What a rule finds, worked out once; its reads count for whoever asked."""
        outcome, trace = self._memo.get((rule, subject)) or self._weighed(rule, subject)
        if trace is not BLANK:
            self._reader.trace.absorb(trace)
        if type(outcome) is Unknown:
            raise outcome.with_traceback(None)
        return outcome

    def once(self, work: Callable[..., Found], *subject: Any) -> Found:
        """What other work on this table comes to, done once like that of a rule."""
        found = self._works.get((work, subject))
        if found is None:
            found = self._works[work, subject] = self._apart(work, (self, *subject))
        if found[1] is not BLANK:
            self._reader.trace.absorb(found[1])
        if type(found[0]) is Unknown:
            raise found[0].with_traceback(None)
        outcome: Found = found[0]
        return outcome

    def foretell(self, outcome: Found, work: Callable[..., Found], *subject: Any) -> None:
        """What a piece of work would come to, known from elsewhere: on a quiet table, for it leaves no trace."""
        self._works[work, subject] = outcome, BLANK

    def traced(self, rule: "Rule", subject: tuple[Any, ...]) -> tuple[Any, Trace]:
        """The outcome of a rule (an Unknown is returned, not raised) with the trace of its own."""
        return self._memo.get((rule, subject)) or self._weighed(rule, subject)

    def _weighed(self, rule: "Rule", subject: tuple[Any, ...]) -> tuple[Any, Trace]:
        found = self._memo[rule, subject] = self._apart(rule.condition, (self, subject))
        return found

    def _apart(self, work: Callable[..., Any], subject: tuple[Any, ...]) -> tuple[Any, Trace]:
        """What it comes to, an Unknown included, with a trace of its own; a quiet table has one trace for all."""
        if self.is_quiet:
            return outcome_of(work, *subject), BLANK
        reader = self._reader
        outer, trace = reader.trace, Trace()
        reader.trace = trace
        try:
            outcome = work(*subject)
        except Unknown as missing:
            outcome = missing.with_traceback(None)
        finally:
            reader.trace = outer
        return outcome, trace if trace.reads or trace.overrides or trace.contested else BLANK

    def weighed(self) -> list[tuple["Rule", Any]]:
        """Every rule that was run on this table, with what it found (an Unknown where it could not tell)."""
        return [(rule, found) for (rule, _), (found, _) in self._memo.items()]

    def weighings(self, rule: "Rule") -> list[tuple[tuple[Any, ...], Any]]:
        """What a rule was run on, with what it found each time."""
        return [(subject, found) for (weighed, subject), (found, _) in self._memo.items() if weighed is rule]

    def crowded(self, limit: int = 1) -> list[str]:
        """The hexes in which more units than this were posted."""
        return [number for number, ids in self.layout.by_hex.items() if len(ids) > limit]

    def may_have_status(self, word: str) -> bool:
        """Whether any unit has this status, or might: most words are on no counter, and then none need be asked."""
        return not self.layout.statuses.isdisjoint((word, None))

    @contextmanager
    def aside(self) -> Iterator[Trace]:
        """What is found inside is kept apart: a search reads far more than its answer rests on."""
        outer, self._reader.trace = self._reader.trace, Trace()
        try:
            yield self._reader.trace
        finally:
            self._reader.trace = outer

    def recall(self, seen: Trace) -> None:
        """Count what was found aside for whoever asked."""
        self._reader.trace.absorb(seen)

    def note_override(self, beaten: "Rule", by: "Rule") -> None:
        self._reader.trace.note_override(beaten, by)

    def note_contested(self, rule: "Rule") -> None:
        self._reader.trace.note_contested(rule)

    @property
    def ordinary(self) -> bool:
        """Whether what is ordinary was to be assumed."""
        return self._reader.ordinary

    @property
    def provisos(self) -> dict[str, Any]:
        """What was assumed."""
        return self._reader.provisos

    # Time and terms

    @property
    def turn(self) -> int:
        return int(self.read("turn", self.posted.turn, self.game.turns))

    @property
    def phase(self) -> str:
        return str(self.read("phase", self.posted.phase, self.game.words("phases")))

    @property
    def active(self) -> str:
        """The side whose player turn it is."""
        return str(self.read("active", self.posted.active, self.game.sides))

    @property
    def weather(self) -> str:
        """The weather posted, else the one that the rules give this turn."""
        value = self.posted.weather or known(partial(self.game.settled_weather, self))
        return str(self.read("weather", value, self.game.words("weather")))

    @property
    def scenario(self) -> str:
        return str(self.read("scenario", self.posted.scenario, self.game.words("scenarios")))

    def has_option(self, number: str) -> bool:
        """Whether the players agreed on this optional rule."""
        posted = self.posted.options
        if self.is_terse and posted is not None:
            return number in posted
        return bool(self.read(f"options.{number}", None if posted is None else number in posted, YES_OR_NO))

    def has_event(self, word: str) -> bool:
        posted = self.posted.events
        return bool(self.read(f"events.{word}", None if posted is None else word in posted, YES_OR_NO))

    def track(self, name: str, ordinary: Any = NOTHING) -> int:
        return int(self.read(f"tracks.{name}", self.posted.tracks.get(name), None, ordinary))

    def marker_hexes(self, word: str, ordinary: Any = NOTHING) -> list[str]:
        """The hexes that hold a marker of this type."""
        posted = self.posted.markers
        value = None if posted is None else [m.hex for m in posted if m.type == word and m.hex]
        return list(self.read(f"markers.{word}", value, None, ordinary))

    def game_table(self, name: str) -> Columns:
        """The player's own copy of a printed table: column, row, cell; empty where none was loaded."""
        return self.tables.get(name, {})

    # The map

    def terrain(self, number: str) -> str:
        return str(self._hex_fact(number, "terrain", "terrain"))

    def control(self, number: str) -> str:
        return str(self._hex_fact(number, "control", "sides_of_play"))

    def home(self, number: str) -> str:
        """The side behind whose original front the hex lies."""
        return str(self._hex_fact(number, "home", "sides_of_play"))

    def country(self, number: str) -> str:
        return str(self._hex_fact(number, "country", "countries"))

    def fronts_of(self, number: str) -> tuple[str, ...]:
        """The fronts that a hex may lie on, as its number tells."""
        return self.game.fronts_of(number)

    def front(self, number: str) -> str:
        """The front that a hex lies on: as posted or printed, or as its number tells."""
        possible = self.game.fronts_of(number)
        value = self._posted_or_printed(number, "front") or (possible[0] if len(possible) == 1 else None)
        return str(self.read(f"map.hexes.{number}.front", value, possible))

    def value(self, number: str) -> int:
        """The points of the objective in a hex, 0 where there is none."""
        return int(self._hex_fact(number, "value", None))

    def _hex_fact(self, number: str, name: str, kind: str | None) -> Any:
        value = self._posted_or_printed(number, name)
        if self.is_terse and value is not None:
            return value
        return self.read(f"map.hexes.{number}.{name}", value, self.game.words(kind) if value is None and kind else None)

    def _posted_or_printed(self, number: str, name: str) -> Any:
        posted = self._hexes.get(number)
        value = getattr(posted, name, None)
        if value is None:
            value = self.game.printed_hex(number).get(name)
        if value is None and posted is None:
            value = getattr(self._map.elsewhere, name, None)
        return value

    def has_feature(self, number: str, word: str) -> bool:
        value = self._feature(number, word)
        if self.is_terse and value is not None:
            return value
        return bool(self.read(f"map.hexes.{number}.features.{word}", value, YES_OR_NO))

    def _feature(self, number: str, word: str) -> bool | None:
        posted = self._hexes.get(number)
        if posted is not None and posted.features is not None:
            return word in posted.features
        printed = self.game.printed_feature(number, word, self.posted.scenario)
        if printed is None and posted is None and self._map.elsewhere and self._map.elsewhere.features is not None:
            return word in self._map.elsewhere.features
        return printed

    def listed_with(self, word: str) -> list[str]:
        """The hexes that the position or the rulebook lists with this feature; an unlisted one may have it too."""
        return list(self.layout.once(_listed_with, word))

    def side_has(self, one: str, other: str, word: str, ordinary: Any = NOTHING) -> bool:
        """Whether the side between two hexes has this: a river, the sea."""
        key = side_key(one, other)
        value = self.layout.sheet.side_has(key, word)
        if self.is_terse and value is not None:
            return value
        return bool(self.read(f"map.sides.{key}.{word}", value, YES_OR_NO, ordinary))

    def has_road(self, one: str, other: str) -> bool:
        """Whether a road joins two hexes; the list of roads, once given, is whole."""
        key, roads = side_key(one, other), self.layout.sheet.roads
        if self.is_terse and roads is not None:
            return key in roads
        return bool(self.read(f"map.roads.{key}", None if roads is None else key in roads, YES_OR_NO))

    # Places

    def around(self, number: str) -> tuple[str, ...]:
        """The hexes around one; those around a hex that is described but not placed are unknown."""
        if number.startswith("?"):
            return tuple(self.read(f"map.hexes.{number}.place", None, None, ()))
        return self.grid.neighbours(number)

    def are_adjacent(self, one: str, other: str) -> bool:
        if one.startswith("?") or other.startswith("?"):
            return bool(one != other and self.read(f"adjacent.{side_key(one, other)}", None, YES_OR_NO, True))
        return self.grid.are_adjacent(one, other)

    def distance(self, one: str, other: str) -> int:
        if one.startswith("?") or other.startswith("?"):
            return int(self.read(f"distance.{side_key(one, other)}", None, None, 1))
        return self.grid.distance(one, other)

    def is_far_from(self, whom: str, number: str) -> bool:
        """Whether nobody of a side is next to a hex, or no such feature near enough to be felt.

        A terse table sees it at a glance; any other has to look, for it must say what it looked at.
        """
        return self.is_terse and number[0] != "?" and whom not in self.layout.near(number)

    # Units

    def unit(self, unit_id: str) -> Unit:
        found = self._units.get(unit_id)
        if found is None:
            found = self._units[unit_id] = Unit(self.game, self._reader, self.layout.units[unit_id])
        return found

    def units(self, ids: Iterable[str] | None = None) -> list[Unit]:
        """The units of these ids, or all that were posted."""
        laid = self._units
        return [laid.get(unit_id) or self.unit(unit_id) for unit_id in (self.layout.units if ids is None else ids)]

    def is_held(self, number: str) -> bool:
        """Whether any unit was posted in a hex."""
        return number in self.layout.by_hex

    def own(self, subject: Any) -> Any:
        """The same subject, or several, with the units of this table for those of another."""
        if type(subject) is tuple:
            return tuple(map(self.own, subject))
        return self.unit(subject.id) if isinstance(subject, Unit) else subject

    def units_at(self, number: str) -> list[Unit]:
        """The posted units in a hex. Others may be there: see `someone_at`."""
        ids = self.layout.by_hex.get(number)
        return self.units(ids) if ids else []

    def someone_at(self, number: str, test: Callable[[Unit], Any]) -> Any:
        """The first unit in the hex that passes the test; unknown if a unit nobody posted could."""
        there = self.units_at(number)
        if not there:
            return self.others_may_be()
        return some(chain((partial(self._passes, test, unit) for unit in there), (self.others_may_be,)))

    def stranger_at(self, number: str, side: str) -> Unit | None:
        """The first unit in the hex that is not of this side; unknown if a unit nobody posted could be there."""
        found: Unit | None = self.someone_at(number, lambda unit: unit.side != side)
        return found

    def holder(self, number: str) -> str | None:
        """The side of those who were posted in a hex; None where nobody was."""
        found: str | None = some(partial(getattr, unit, "side") for unit in self.units_at(number))
        return found

    def everyone_at(self, number: str) -> list[Unit]:
        """All the units in a hex, once it is known that no other can be there."""
        self.others_may_be()
        return self.units_at(number)

    def others_may_be(self, but: Collection[Unit] = ()) -> None:
        """Raise Unknown unless the posted units are all there are, and each, other than these, has its place."""
        if not (self.is_terse and self.posted.units_complete):
            self.read("units_complete", self.posted.units_complete or None, None, True)
        astray = self.layout.astray
        for unit in self.units(astray) if astray else ():
            if unit not in but:
                self.read(f"units.{unit.id}.hex", None, None, "elsewhere")

    @staticmethod
    def _passes(test: Callable[[Unit], Any], unit: Unit) -> Any:
        found = test(unit)
        return unit if found is True else found


def _listed_with(layout: Layout, word: str) -> tuple[str, ...]:
    has = Table(layout.game, layout.position, layout=layout)._feature
    posted, printed = layout.map.hexes, layout.game.printed_hexes
    told = zip(posted, map(FEATURES, posted.values()), strict=True)
    found = [number for number, features in told if (has(number, word) if features is None else word in features)]
    return *found, *[number for number in printed if number not in posted and has(number, word)]
