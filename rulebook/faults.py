"""What is wrong with a request: every fault at once, each naming its field and the nearest right word."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice, pairwise
from operator import attrgetter, itemgetter
from typing import Any

from rulebook.actions import ActionModel, Place, Stack, hex_fields, unit_fields
from rulebook.facts import Unknown, outcome_of
from rulebook.game import EITHER, Game
from rulebook.layout import KIND_FIELDS, Layout
from rulebook.position import HexFacts, MapFacts, UnitFacts
from rulebook.rules import Because, Rule
from rulebook.table import Table

MOST_FAULTS = 200
MOST_WORDS, LONGEST_WORD = 500, 80
NAMED_ONCE = ("units", "attackers", "support", "against", "enemies")


@dataclass(frozen=True)
class Fault:
    """One thing wrong: where, what to tell, and the nearest right word if there is one."""

    at: str
    says: str
    nearest: str | None = None
    case: str | None = None
    predicate: str | None = None


class BadRequest(Exception):
    """The request was wrong; `faults` are all that was found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.at}: {fault.says}" for fault in faults))
        self.faults = faults


def faults_of(table: Table, action: ActionModel | None = None) -> list[Fault]:
    """Every fault of a position and an action: unknown words, hexes off the map, units named twice or never."""
    found = position_faults(table.layout) + action_faults(table, action)
    return found[:MOST_FAULTS] or unless_asked(impossible(table), table.game, action)


def position_faults(layout: Layout, is_map_sound: bool = False) -> list[Fault]:
    """What is wrong with a position, whatever is asked of it; a map that is known to be sound is not looked at."""
    return list(islice(_position_faults(layout, is_map_sound), MOST_FAULTS))


def action_faults(table: Table, action: ActionModel | None) -> list[Fault]:
    """What is wrong with an action on this table."""
    return [*islice(_action_faults(table, action), MOST_FAULTS)] if action else []


def _position_faults(layout: Layout, is_map_sound: bool) -> Iterator[Fault]:
    game, position = layout.game, layout.position
    if not _are_terms_known(game, *TERMS_POSTED(position), tuple(position.tracks)):
        yield from _term_faults(game, *TERMS_POSTED(position), position.tracks)
    if isinstance(position.map, MapFacts) and not is_map_sound:
        yield from map_faults(game, position.map)
    yield from _unit_faults(layout)
    for index, marker in enumerate(position.markers or ()):
        yield from _word(game, "markers", marker.type, f"position.markers.{index}.type")
        yield from _hex(game, marker.hex, f"position.markers.{index}.hex")


@lru_cache(maxsize=256)
def _are_terms_known(game: Game, *posted: Any) -> bool:
    """Whether the terms of a position have no fault: most positions are posted with the same."""
    return not any(_term_faults(game, *posted))


def _term_faults(game: Game, turn: int | None, *posted: Any) -> Iterator[Fault]:
    for (name, kind), word in zip(TERMS.items(), posted, strict=False):
        yield from _word(game, kind, word, f"position.{name}")
    if turn is not None and turn not in game.turns:
        yield Fault("position.turn", f"{game.key} has turns {game.turns[0]} to {game.turns[-1]}, not {turn}")
    for kind, words in zip(LISTS, posted[len(TERMS) :], strict=True):
        yield from _words(game, kind, words, f"position.{kind}")


def map_faults(game: Game, posted: MapFacts, at: str = "position.map") -> Iterator[Fault]:
    """Every fault of a map: unknown words, hexes off the map, sides of hexes that do not touch."""
    for number in sorted(game.grid.strangers(posted.hexes.keys())):
        yield from _hex(game, number, f"{at}.hexes.{number}")
    for number, facts in () if _are_known(game, posted.hexes.values()) else posted.hexes.items():
        yield from _wrong_words(game, facts, HEX_FIELDS, f"{at}.hexes.{number}")
    for key, words in posted.sides.items():
        yield from _side(game, key, f"{at}.sides.{key}")
        yield from _words(game, "sides", words, f"{at}.sides.{key}")
    for index, pair in enumerate(posted.roads or ()):
        for number in pair:
            yield from _hex(game, number, f"{at}.roads.{index}")
    if posted.elsewhere is not None:
        yield from _wrong_words(game, posted.elsewhere, HEX_FIELDS, f"{at}.elsewhere")
        yield from _words(game, "sides", posted.elsewhere.sides, f"{at}.elsewhere.sides")


TERMS = {"scenario": "scenarios", "phase": "phases", "weather": "weather", "active": "sides_of_play"}
LISTS = ("options", "events", "tracks")
TERMS_POSTED = attrgetter("turn", *TERMS, *LISTS[:2])
HEX_FIELDS = {
    "terrain": "terrain", "features": "features", "control": "sides_of_play", "home": "sides_of_play",
    "country": "countries", "front": "fronts",
}
UNIT_FIELDS = {
    "type": "types", "nation": "nations", "side": "sides_of_play", "supply": "supply", "status": "statuses",
}


HEX_WORDS, FACTS = itemgetter(*HEX_FIELDS), attrgetter("__dict__")


def _are_known(game: Game, posted: Collection[HexFacts]) -> bool:
    """Whether the game knows every word of these hexes."""
    return all(_is_known(game, words) for words in set(map(HEX_WORDS, map(FACTS, posted))))


@lru_cache(maxsize=1024)
def _is_known(game: Game, words: tuple[Any, ...]) -> bool:
    return not any(_wrong_words(game, HexFacts(**dict(zip(HEX_FIELDS, words, strict=True))), HEX_FIELDS, ""))


def _wrong_words(game: Game, thing: Any, fields: dict[str, str], at: str) -> Iterator[Fault]:
    """The fields of one thing that hold a word, or a list of words, that the game does not know."""
    for name, kind in fields.items():
        value = getattr(thing, name)
        if isinstance(value, tuple):
            yield from _words(game, kind, value, f"{at}.{name}") if value else ()
        elif value is not None and value not in game.vocabulary.get(kind, ()):
            yield _unknown_word(game, kind, value, f"{at}.{name}")


def _side(game: Game, key: str, at: str) -> Iterator[Fault]:
    ends = key.split("/")
    if len(ends) != 2:
        yield Fault(at, "a hex side is written as two hexes, 'A/B'")
        return
    faults = [fault for end in ends for fault in _hex(game, end, at)]
    yield from faults
    if not faults and not any(end.startswith("?") for end in ends) and not game.grid.are_adjacent(*ends):
        yield Fault(at, f"{ends[0]} and {ends[1]} are not next to each other, so they share no side")


def _unit_faults(layout: Layout) -> Iterator[Fault]:
    if _are_sound(layout):
        return
    counts = Counter(unit.id for unit in layout.position.units)
    for index, unit in enumerate(layout.position.units):
        yield from _faults_of_unit(layout.game, unit, counts[unit.id], f"position.units.{index}")


def _are_sound(layout: Layout) -> bool:
    """Whether no unit has a fault."""
    game = layout.game
    return (
        len(layout.units) == len(layout.position.units)
        and all(_is_hex(game, number) for number in layout.off_the_grid)
        and all(_is_sound(game, words, is_placed) for words, is_placed in _sorts(layout))
    )


def _sorts(layout: Layout) -> list[tuple[tuple[Any, ...], bool]]:
    """The words on units, and whether one of those with them is placed: that one can have more faults."""
    if None in layout.places:
        return [(words, alike.places != {None}) for words, alike in layout.kinds.items()]
    return [(words, True) for words in layout.words]


@lru_cache(maxsize=1024)
def _is_sound(game: Game, kind: tuple[Any, ...], is_placed: bool) -> bool:
    """Whether units with these words on them have no fault, wherever they stand: the same kinds come every time."""
    number = next(game.grid.numbers()) if is_placed else None
    unit = UnitFacts(id="one", hex=number, **dict(zip(KIND_FIELDS, kind, strict=True)))
    return not any(_faults_of_unit(game, unit, 1, ""))


def _faults_of_unit(game: Game, unit: UnitFacts, count: int, at: str) -> Iterator[Fault]:
    if count > 1:
        yield Fault(f"{at}.id", f"{count} units are named {unit.id!r}: give each its own id")
    yield from _wrong_words(game, unit, UNIT_FIELDS, at)
    yield from _hex(game, unit.hex, f"{at}.hex")
    yield from _contradictory(game, unit, at)


def _contradictory(game: Game, unit: UnitFacts, at: str) -> Iterator[Fault]:
    nation = game.vocabulary["nations"].get(unit.nation or "")
    if nation and unit.side in game.sides and nation["side"] not in (unit.side, EITHER):
        says = f"{unit.id!r} is {unit.nation}, so it is {nation['side']}, not {unit.side}"
        yield Fault(f"{at}.side", says, nation["side"])
    nations: list[str] = game.vocabulary["types"].get(unit.type or "", {}).get("nations", [])
    if nations and unit.nation in game.words("nations") and unit.nation not in nations:
        yield Fault(f"{at}.nation", f"{unit.type} units are {' or '.join(nations)}, not {unit.nation}", nations[0])
    sides = {game.nation(word)["side"] for word in nations}
    if sides and unit.nation is None and unit.side in game.sides and sides.isdisjoint((unit.side, EITHER)):
        says = f"{unit.type} units are {' or '.join(nations)}, so {unit.id!r} is not {unit.side}"
        yield Fault(f"{at}.side", says, min(sides))
    if unit.hex is not None and game.is_off_map(unit):
        yield Fault(f"{at}.hex", f"{unit.id!r} is off the map by its type or status, yet stands in {unit.hex}")


def _action_faults(table: Table, action: ActionModel) -> Iterator[Fault]:
    game, units = table.game, table.layout.units
    kind: str = action.type  # type: ignore[attr-defined]
    if kind not in game.words("actions"):
        yield _unknown_word(game, "actions", kind, "action.type")
        return
    for field, unit_id in dict.fromkeys([named for named in unit_fields(action) if named[1] not in units]):
        yield Fault(f"action.{field}", f"no unit of the position is named {unit_id!r}", _closest(unit_id, units))
    yield from _named_twice(action)
    strangers = {field: number for field, number in hex_fields(action) if not _is_hex(game, number)}
    for field, number in strangers.items():
        yield from _hex(game, number, f"action.{field}")
    yield from _action_words(game, action, kind)
    yield from _unused(game, action, kind)
    yield from _left_out(game, action, kind)
    path: tuple[str, ...] = action.__dict__.get("path") or ()
    if path and not {*path}.intersection(strangers.values()):
        yield from _path(game, table.layout, action, path)


def _named_twice(action: ActionModel) -> Iterator[Fault]:
    """The units that stand twice in one list of an action: nobody attacks, defends or supports twice over."""
    for field in NAMED_ONCE:
        ids: tuple[str, ...] = action.__dict__.get(field) or ()
        for unit_id, count in Counter(ids).items() if len({*ids}) < len(ids) else ():
            if count > 1:
                yield Fault(f"action.{field}", f"{unit_id!r} is named {count} times in one action")


def _action_words(game: Game, action: ActionModel, kind: str) -> Iterator[Fault]:
    """The words an action's other fields may hold are listed with the action in the game's vocabulary."""
    told = action.__dict__
    for field, listed in _words_by_field(game, kind, told.get("what")):
        value = told.get(field)
        if value is None:
            continue
        for word in value if isinstance(value, tuple) else (value,):
            if word not in listed:
                nearest = _closest(word, listed)
                says = f"unknown {field} {word!r}; {game.key} has: {', '.join(listed)}"
                yield Fault(f"action.{field}", says, nearest)


@lru_cache(maxsize=1024)
def _words_by_field(game: Game, kind: str, what: str | None) -> list[tuple[str, tuple[str, ...]]]:
    """The words listed with an action; where a game says which results a count may have, those alone."""
    listed_with = game.vocabulary["actions"][kind]
    fields: dict[str, Any] = listed_with.get("fields", {})
    results = listed_with.get("results", {}).get(what)
    listed = {**fields, "result": results} if results else fields
    return [(field, game.words(words) if isinstance(words, str) else tuple(words)) for field, words in listed.items()]


def _unused(game: Game, action: ActionModel, kind: str) -> Iterator[Fault]:
    """Fields that this game has no use for: they are refused, lest a fact be posted in vain."""
    for field in game.vocabulary["actions"][kind].get("unused", ()):
        if field in action.model_fields_set:
            yield Fault(f"action.{field}", f"{game.key} has no {field} in an action of type {kind}")


def _left_out(game: Game, action: ActionModel, kind: str) -> Iterator[Fault]:
    """Fields without which an action of this game has no meaning."""
    marker: str | None = action.__dict__.get("marker")
    if isinstance(action, Place) and action.unit is None and marker is None:
        yield Fault("action.unit", "say what is placed: a unit, or a marker")
    if marker is not None and game.vocabulary["markers"].get(marker, {}).get("plain"):
        return
    listed_with = game.vocabulary["actions"][kind]
    needed = listed_with.get("needs", {}).get(action.__dict__.get("event"), ())
    for field in (*listed_with.get("required", ()), *needed):
        if getattr(action, field) is None:
            words = listed_with["fields"].get(field, ())
            listed = game.words(words) if isinstance(words, str) else words
            yield Fault(f"action.{field}", ": ".join(filter(None, (f"say which {field}", ", ".join(listed)))))


def _path(game: Game, layout: Layout, action: ActionModel, path: tuple[str, ...]) -> Iterator[Fault]:
    for index, (here, there) in enumerate(pairwise(path)):
        if "?" not in (here[0], there[0]) and not game.grid.are_adjacent(here, there) and not _may_jump(game, action):
            says = f"{there} is not next to {here}: a path goes from hex to adjacent hex"
            yield Fault(f"action.path.{index + 1}", says)
    for unit in map(layout.units.get, dict.fromkeys(action.__dict__.get("units", ()))):
        if unit and unit.hex not in (None, path[0]):
            says = f"{unit.id!r} stands in {unit.hex}, so the path must start there, not in {path[0]}"
            yield Fault("action.path.0", says, unit.hex)


def _may_jump(game: Game, action: ActionModel) -> bool:
    return getattr(action, "mode", None) in game.book.get("modes_that_leave_the_map", ())


# Words and hexes


def _word(game: Game, kind: str, word: str | None, at: str) -> Iterator[Fault]:
    if word is not None and word not in game.vocabulary.get(kind, ()):
        yield _unknown_word(game, kind, word, at)


def _words(game: Game, kind: str, words: Iterable[str] | None, at: str) -> Iterator[Fault]:
    known = game.vocabulary.get(kind, {})
    for index, word in enumerate(words or ()):
        if word not in known:
            yield _unknown_word(game, kind, word, f"{at}.{word}" if kind == "tracks" else f"{at}.{index}")


def _unknown_word(game: Game, kind: str, word: str, at: str) -> Fault:
    listed = ", ".join(game.words(kind)) or "none"
    nearest = game.nearest(kind, word)
    says = f"unknown {SINGULAR.get(kind, kind)} {word!r}; {game.key} has: {listed}"
    return Fault(at, says + (f"; nearest: {nearest}" if nearest else ""), nearest)


SINGULAR = {
    "sides_of_play": "side", "scenarios": "scenario", "phases": "phase", "features": "feature", "sides": "hex side",
    "types": "unit type", "nations": "nation", "statuses": "status", "countries": "country", "fronts": "front",
    "markers": "marker",
    "options": "optional rule", "events": "event", "tracks": "track", "actions": "action",
}


def _is_hex(game: Game, number: str) -> bool:
    return game.grid.contains(number) or (number.startswith("?") and len(number) > 1)


def _hex(game: Game, number: str | None, at: str) -> Iterator[Fault]:
    if number is not None and not _is_hex(game, number):
        example = next(iter(game.printed_hexes), None) or next(game.grid.numbers())
        says = f"{number!r} is not a hex of the {game.key} map; hexes are written as printed, as in {example!r}"
        yield Fault(at, says)


def _closest(word: str, known: Iterable[str]) -> str | None:
    few = list(islice(known, MOST_WORDS))
    return next(iter(get_close_matches(str(word)[:LONGEST_WORD], few, n=1, cutoff=0.4)), None)


# Positions that cannot stand


def impossible(table: Table) -> list[Fault]:
    """What the game's own rules say cannot be on the table."""
    table = table.as_posted()
    weighed = [(rule, outcome_of(rule.condition, table, ())) for rule in table.game.rules_on(None, "rejects")]
    return [_cannot_stand(rule, found) for rule, found in weighed if found and type(found) is not Unknown]


def unless_asked(faults: list[Fault], game: Game, action: ActionModel | None) -> list[Fault]:
    """Those of these faults that are not the very question."""
    asked = game.book.get("asked_by_stack", ()) if isinstance(action, Stack) else ()
    return [fault for fault in faults if fault.predicate not in asked]


def _cannot_stand(rule: Rule, found: Any) -> Fault:
    reason = found if isinstance(found, Because) else Because()
    says = f"{rule.summary} ({rule.case})"
    if reason.words:
        says += ": " + ", ".join(f"{name} {value}" for name, value in reason.words.items())
    at = f"position.map.hexes.{reason.at}" if reason.at else "position"
    return Fault(at, says, None, rule.case, rule.name)
