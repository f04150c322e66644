"""A game: its words, its map numbers, and its rules gathered chapter by chapter in the book's order."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook import printed
from rulebook.actions import ActionModel, Move, Party, Step
from rulebook.bits import Bits
from rulebook.hexes import Grid, side_key
from rulebook.position import Position, UnitFacts
from rulebook.rules import Rule

if TYPE_CHECKING:
    from rulebook.survey import Survey
    from rulebook.table import Table, Unit

Pace = Callable[["Table", Party], float | None]
Offers = Callable[["Table", "Unit"], Iterable[ActionModel]]
Weather = Callable[["Table"], str | None]
Carries = Callable[["Table", Step], str]
Front = Callable[["Table"], "Survey | None"]
ToldSide = Callable[[Position, UnitFacts], str | None]


# The side of a nation that may join either.
EITHER = "either"
PLAIN = "plain"
Ways = tuple[tuple[str, Hashable], ...]
"""The hexes around one, each with what lies before it."""


class Site(NamedTuple):
    """What the number of a hex tells: its map, the fronts that it may lie on, and itself if the rulebook names it."""

    map: str
    fronts: tuple[str, ...]
    name: str | None


def _unsettled(table: "Table") -> None:
    return None


class Game:
    """One rulebook that runs. `chapters` are its modules, in the book's order.

    `pace` gives the points that a party may spend on one move (None for any distance), `offers` the actions, other
    than moves and attacks, that are worth trying for a unit, and `settled_weather` the weather of a turn on which the
    rules leave no choice (None where they do). `carries` says, in a game whose steps depend on those before them, the
    state in which a step leaves the party: a word, one of few. `front` surveys a whole table at once where all that it
    takes is known, and gives None where it is not. `told_side` gives the side of a unit whose nation may join either,
    where the rest of the position tells it.
    """

    def __init__(
        self, key: str, chapters: Iterable[ModuleType], pace: Pace, offers: Offers,
        settled_weather: Weather = _unsettled, carries: Carries | None = None, front: Front | None = None,
        told_side: ToldSide | None = None,
    ) -> None:
        self.key = key
        self.pace = pace
        self.offers = offers
        self.settled_weather = settled_weather
        self.carries = carries
        self.front = front
        self._told_side = told_side
        self.book = printed.book(key)
        self.vocabulary: Mapping[str, Mapping[str, Mapping[str, Any]]] = self.book["vocabulary"]
        self._words = {kind: tuple(words) for kind, words in self.vocabulary.items()}
        self.sides: tuple[str, ...] = tuple(self.vocabulary["sides_of_play"])
        self._enemies = {side: next(other for other in self.sides if other != side) for side in self.sides}
        self.turns = tuple(range(self.book["turns"]["first"], self.book["turns"]["last"] + 1))
        self.printed_hexes: dict[str, dict[str, Any]] = printed.named_hexes(key).get("hex", {})
        self.printed_sides: dict[str, list[str]] = {
            side_key(*key.split("/")): words for key, words in printed.named_hexes(key).get("side", {}).items()
        }
        absent = printed.named_hexes(key).get("no_side", {})
        self._no_sides: dict[str, str] = {word: f"{told['from_row']:02}" for word, told in absent.items()}
        self._whole_features = frozenset(self.book.get("whole_features", ()))
        self.felt_afar: dict[str, int] = self.book.get("felt_afar", {})
        self.rules = tuple(_rules_of(key, chapters))
        self._by_subject: dict[tuple[type | None, str], tuple[Rule, ...]] = {}
        self._sites: dict[str, Site] = {}
        self._ways: dict[str, Ways] = {}

    def __repr__(self) -> str:
        return f"<Game {self.key}: {len(self.rules)} rules>"

    @cached_property
    def grid(self) -> Grid:
        stated = self.book["grid"]
        return Grid(stated["lines"], stated["shifted"], tuple(stated["first"]), tuple(stated["last"]),
                    tuple(stated.get("letters", [""])), stated.get("short"))

    @cached_property
    def bits(self) -> Bits:
        """The hexes of the map as bits of a number."""
        return Bits(self.grid)

    def cite(self, number: str) -> str:
        """The id of a case of this book."""
        return f"{self.key}:{number}"

    # Words

    def words(self, kind: str) -> tuple[str, ...]:
        """The words of one kind (terrain, types, phases …) that this game knows."""
        return self._words.get(kind, ())

    @cached_property
    def all_words(self) -> frozenset[str]:
        """The words of every kind."""
        return frozenset(word for words in self._words.values() for word in words)

    def nearest(self, kind: str, word: str) -> str | None:
        """The known word that this one most resembles."""
        matches: list[str] = get_close_matches(word.lower(), self.words(kind), n=1, cutoff=0.4)
        return matches[0] if matches else None

    def least_cost(self, mode: str | None) -> float:
        """What a step costs at the very least in a mode of movement, as `book.toml` states it."""
        return float(self.vocabulary["modes"].get(mode or "", {}).get("least", 0))

    def nation(self, word: str) -> Mapping[str, Any]:
        return self.vocabulary["nations"][word]

    def nations_of(self, side: str | None, kind: str | None = None) -> tuple[str, ...]:
        """The nations that units of this side and type can be of; any, where these are not known."""
        nations = self.vocabulary["nations"]
        having = self.vocabulary["types"].get(kind or "", {}).get("nations", nations)
        return tuple(word for word in having if side is None or nations[word]["side"] in (side, EITHER))

    def types_of(self, unit: UnitFacts) -> tuple[str, ...]:
        """The types that a unit of this side and nation, in this place, can be of."""
        nations = {unit.nation} if unit.nation else {*self.nations_of(unit.side)}
        return tuple(
            word for word, entry in self.vocabulary["types"].items()
            if nations.intersection(entry.get("nations", nations)) and not (unit.hex and entry.get("off_map"))
        )

    def side_of(self, unit: UnitFacts) -> str | None:
        """A unit's side, as posted, or told by its nation, or by a type that one side alone has."""
        if unit.side is not None:
            return unit.side
        of_the_type = self.vocabulary["types"].get(unit.type or "", {}).get("nations", ())
        sides = {str(self.nation(word)["side"]) for word in ((unit.nation,) if unit.nation else of_the_type)}
        return sides.pop() if len(sides) == 1 and EITHER not in sides else None

    def _with_told_sides(self, position: Position) -> Position:
        """The position with the side of each unit that its nation does not tell and the rest of it does."""
        tell = self._told_side
        if tell is None or not any(map(self._joins_either, position.units)):
            return position
        units = tuple(
            unit.model_copy(update={"side": tell(position, unit)}) if self._joins_either(unit) else unit
            for unit in position.units
        )
        return position.model_copy(update={"units": units})

    def _joins_either(self, unit: UnitFacts) -> bool:
        entry = self.vocabulary["nations"].get(unit.nation or "", {})
        return unit.side is None and entry.get("side") == EITHER

    def only_army_of(self, side: str | None) -> str | None:
        """The army of a side that has but one."""
        return self._only_armies.get(side)

    @cached_property
    def _only_armies(self) -> dict[str | None, str]:
        """The sides that have but one army, with it."""
        nations = self.vocabulary["nations"].values()
        armies = {side: {entry["army"] for entry in nations if entry["side"] in (side, EITHER)} for side in self.sides}
        return {side: str(found.pop()) for side, found in armies.items() if len(found) == 1}

    def enemy_of(self, side: str) -> str:
        return self._enemies[side]

    def is_off_map(self, unit: UnitFacts) -> bool:
        """Whether a unit without a hex is known to be off the map."""
        if unit.type and self.vocabulary["types"].get(unit.type, {}).get("off_map"):
            return True
        return any(self.vocabulary["statuses"].get(word, {}).get("off_map") for word in unit.status or ())

    def completed(self, position: Position, action: ActionModel) -> ActionModel:
        """A move that names no mode is one in the mode of the phase, for no other can be made then."""
        if not isinstance(action, Move) or action.mode is not None or position.phase is None:
            return action
        mode = self.vocabulary["phases"].get(position.phase, {}).get("mode")
        return action.model_copy(update={"mode": mode})

    def filled_in(self, position: Position) -> Position:
        """The position with what follows from it: events that its events imply, sides that these tell, fixed places."""
        return self._with_told_sides(self._with_fixed_places(self._with_implied_events(position)))

    def _with_fixed_places(self, position: Position) -> Position:
        """The position with the place of each unit in play of a type that stands in one hex alone."""
        fixed = self._fixed_places
        if not fixed or not any(unit.type in fixed for unit in position.units):
            return position
        units = tuple(
            unit.model_copy(update={"hex": fixed[unit.type]}) if unit.type in fixed and self._lacks_its_place(unit)
            else unit for unit in position.units
        )
        return position.model_copy(update={"units": units})

    def _lacks_its_place(self, unit: UnitFacts) -> bool:
        return unit.hex is None and unit.status is not None and not self.is_off_map(unit)

    @cached_property
    def _fixed_places(self) -> dict[str | None, str]:
        """The types of units that stand in one hex alone, as `book.toml` states it, each with that hex."""
        return {word: entry["stands_in"] for word, entry in self.vocabulary["types"].items() if "stands_in" in entry}

    def _with_implied_events(self, position: Position) -> Position:
        """The position with what must have happened before its events, or with them, as `book.toml` states it."""
        posted = position.events
        if not posted:
            return position
        implied = {other for word in posted for other in self._implied.get(word, ())}.difference(posted)
        return position.model_copy(update={"events": (*posted, *sorted(implied))}) if implied else position

    @cached_property
    def _implied(self) -> dict[str, frozenset[str]]:
        """The events that imply others, each with all of these."""
        stated = {word: entry.get("implies", ()) for word, entry in self.vocabulary.get("events", {}).items()}
        return {word: _followed(stated, word) for word, others in stated.items() if others}

    # What the book states of hexes

    def printed_hex(self, number: str) -> Mapping[str, Any]:
        return self.printed_hexes.get(number, {})

    def printed_feature(self, number: str, word: str, scenario: str | None = None) -> bool | None:
        """Whether the rulebook says that the hex has this feature, or has not; a scenario may have a map of its own."""
        stated = self.printed_hex(number)
        if word in stated.get("features", ()):
            return None if scenario in stated.get("not_in", ()) else True
        if word in stated.get("without", ()) or (word in self._whole_features and not number.startswith("?")):
            return False
        return None

    def site(self, number: str) -> Site:
        """What the number of a hex tells."""
        found = self._sites.get(number)
        if found is None:
            name = number if number in self.printed_hexes else None
            found = self._sites[number] = Site(number[:-4], self.fronts_of(number), name)
        return found

    def ways_from(self, number: str) -> Ways:
        """The hexes around one, each with all that the rulebook says of what lies before it."""
        found = self._ways.get(number)
        if found is None:
            around = self.grid.neighbours(number)
            found = self._ways[number] = tuple([(near, self.way_over(side_key(number, near))) for near in around])
        return found

    def way_over(self, key: str) -> Hashable:
        """All that the rulebook says of a side: what it has, and what it lacks. Those it does not name are alike."""
        lacks = [word for word in self._no_sides if self.printed_side(key, word) is False]
        has = self.printed_sides.get(key, ())
        return (*has, None, *lacks) if has or lacks else PLAIN

    def printed_side(self, key: str, word: str) -> bool | None:
        """Whether the rulebook says that a hex side has this, or that none there can."""
        if word in self.printed_sides.get(key, ()):
            return True
        row = self._no_sides.get(word)
        if row is None or "?" in key:
            return None
        one, _, other = key.partition("/")
        return False if one[-4:-2] >= row and other[-4:-2] >= row else None

    def fronts_of(self, number: str) -> tuple[str, ...]:
        """The fronts on which a hex of this number can lie: those of its map letter and row."""
        if number.startswith("?"):
            return self.words("fronts")
        return self._fronts_of_rows.get(number[:-2], ())

    @cached_property
    def _fronts_of_rows(self) -> dict[str, tuple[str, ...]]:
        """The fronts that each row of each map can belong to."""
        found: dict[str, tuple[str, ...]] = {}
        for word, entry in self.vocabulary.get("fronts", {}).items():
            for row in range(entry["rows"][0], entry["rows"][1] + 1):
                key = f"{entry['letter']}{row:02}"
                found[key] = (*found.get(key, ()), word)
        return found

    # Rules

    def rules_on(self, subject: type | None, effect: str) -> tuple[Rule, ...]:
        """The rules with this effect on this kind of subject, in the book's order."""
        found = self._by_subject.get((subject, effect))
        if found is None:
            found = tuple(
                rule for rule in self.rules
                if rule.effect == effect and (subject in rule.subjects if subject else not rule.subjects)
            )
            self._by_subject[subject, effect] = found
        return found

    def rule(self, name: str) -> Rule:
        return next(rule for rule in self.rules if rule.name == name)

    def predicates(self) -> dict[str, list[Rule]]:
        """The rules of each case."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules:
            found.setdefault(rule.case, []).append(rule)
        return found


def _followed(stated: Mapping[str, Iterable[str]], word: str) -> frozenset[str]:
    """All that an event implies, and what that implies in turn."""
    others = frozenset(stated[word])
    return others.union(*(_followed(stated, other) for other in others))


def _rules_of(game: str, chapters: Iterable[ModuleType]) -> list[Rule]:
    rules = [
        value for chapter in chapters for value in vars(chapter).values()
        if isinstance(value, Rule) and value.__module__ == chapter.__name__
    ]
    _refuse_clashes(game, rules)
    return rules


def _refuse_clashes(game: str, rules: list[Rule]) -> None:
    names: dict[str, Rule] = {}
    values: dict[tuple[type, str | None], Rule] = {}
    for rule in rules:
        if not rule.case.startswith(f"{game}:"):
            raise ValueError(f"{rule!r} cites another game than {game}")
        if rule.name in names:
            raise ValueError(f"{rule!r} and {names[rule.name]!r} share a name: give one of them another")
        names[rule.name] = rule
        for subject in rule.subjects if rule.effect == "computes" else ():
            clash = values.setdefault((subject, rule.of), rule)
            if clash is not rule:
                raise ValueError(f"{rule!r} and {clash!r} both give {rule.of!r}: make one an exception to the other")
