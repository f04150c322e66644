"""What is wrong with a request: every fault at once, each naming its field and the nearest right word."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from itertools import islice, pairwise
from operator import attrgetter, itemgetter
from typing import Any

from rulebook.actions import ActionModel, Place, Stack, hex_fields, unit_fields
from rulebook.facts import known
from rulebook.game import EITHER, Game
from rulebook.layout import Layout
from rulebook.position import HexFacts, MapFacts, UnitFacts
from rulebook.rules import Because, Rule
from rulebook.table import Table

MOST_FAULTS = 200
MOST_WORDS, LONGEST_WORD = 500, 80


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
    return list(islice(_action_faults(table, action), MOST_FAULTS)) if action else []


def _position_faults(layout: Layout, is_map_sound: bool) -> Iterator[Fault]:
    game, position = layout.game, layout.position
    for name, kind in (("scenario", "scenarios"), ("phase", "phases"), ("weather", "weather")):
        yield from _word(game, kind, getattr(position, name), f"position.{name}")
    yield from _word(game, "sides_of_play", position.active, "position.active")
    if position.turn is not None and position.turn not in game.turns:
        yield Fault("position.turn", f"{game.key} has turns {game.turns[0]} to {game.turns[-1]}, not {position.turn}")
    for name, kind in (("options", "options"), ("events", "events"), ("tracks", "tracks")):
        yield from _words(game, kind, getattr(position, name), f"position.{name}")
    if isinstance(position.map, MapFacts) and not is_map_sound:
        yield from map_faults(game, position.map)
    yield from _unit_faults(layout)
    for index, marker in enumerate(position.markers or ()):
        yield from _word(game, "markers", marker.type, f"position.markers.{index}.type")
        yield from _hex(game, marker.hex, f"position.markers.{index}.hex")


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
    kinds = dict(zip(map(HEX_WORDS, map(FACTS, posted)), posted, strict=True)).values()
    return not any(fault for facts in kinds for fault in _wrong_words(game, facts, HEX_FIELDS, ""))


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
    """Whether no unit has a fault; of two with the same words, the one that is placed can have more."""
    game, units = layout.game, layout.position.units
    one_of_each = [_one_of(alike.units) for alike in layout.kinds.values()]
    places = {place for place in layout.places if place is not None}
    return (
        len({unit.id for unit in units}) == len(units)
        and all(_is_hex(game, number) for number in game.grid.strangers(places))
        and not any(fault for unit in one_of_each for fault in _faults_of_unit(game, unit, 1, ""))
    )


def _one_of(alike: list[UnitFacts]) -> UnitFacts:
    return next((unit for unit in alike if unit.hex is not None), alike[0])


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
    nations = game.vocabulary["types"].get(unit.type or "", {}).get("nations")
    if nations and unit.nation in game.words("nations") and unit.nation not in nations:
        yield Fault(f"{at}.nation", f"{unit.type} units are {' or '.join(nations)}, not {unit.nation}", nations[0])
    if unit.hex is not None and game.is_off_map(unit):
        yield Fault(f"{at}.hex", f"{unit.id!r} is off the map by its type or status, yet stands in {unit.hex}")


def _action_faults(table: Table, action: ActionModel) -> Iterator[Fault]:
    game, units = table.game, table.layout.units
    kind: str = action.type  # type: ignore[attr-defined]
    if kind not in game.words("actions"):
        yield _unknown_word(game, "actions", kind, "action.type")
        return
    for field, unit_id in dict.fromkeys(unit_fields(action)):
        if unit_id not in units:
            yield Fault(f"action.{field}", f"no unit of the position is named {unit_id!r}", _closest(unit_id, units))
    for unit_id, count in Counter(getattr(action, "units", ())).items():
        if count > 1:
            yield Fault("action.units", f"{unit_id!r} is named {count} times in one action")
    for field, number in hex_fields(action):
        yield from _hex(game, number, f"action.{field}")
    yield from _action_words(game, action, kind)
    yield from _unused(game, action, kind)
    yield from _left_out(game, action, kind)
    yield from _path(game, table.layout, action)


def _action_words(game: Game, action: ActionModel, kind: str) -> Iterator[Fault]:
    """The words an action's other fields may hold are listed with the action in the game's vocabulary."""
    for field, words in game.vocabulary["actions"][kind].get("fields", {}).items():
        value = getattr(action, field, None)
        listed = game.words(words) if isinstance(words, str) else tuple(words)
        for word in value if isinstance(value, tuple) else (value,):
            if word is not None and word not in listed:
                nearest = _closest(word, listed)
                says = f"unknown {field} {word!r}; {game.key} has: {', '.join(listed)}"
                yield Fault(f"action.{field}", says, nearest)


def _unused(game: Game, action: ActionModel, kind: str) -> Iterator[Fault]:
    """Fields that this game has no use for: they are refused, lest a fact be posted in vain."""
    for field in game.vocabulary["actions"][kind].get("unused", ()):
        if field in action.model_fields_set:
            yield Fault(f"action.{field}", f"{game.key} has no {field} in an action of type {kind}")


def _left_out(game: Game, action: ActionModel, kind: str) -> Iterator[Fault]:
    """Fields without which an action of this game has no meaning."""
    marker: str | None = getattr(action, "marker", None)
    if isinstance(action, Place) and action.unit is None and marker is None:
        yield Fault("action.unit", "say what is placed: a unit, or a marker")
    if marker is not None and game.vocabulary["markers"].get(marker, {}).get("plain"):
        return
    for field in game.vocabulary["actions"][kind].get("required", ()):
        if getattr(action, field) is None:
            words = game.vocabulary["actions"][kind]["fields"][field]
            listed = game.words(words) if isinstance(words, str) else words
            yield Fault(f"action.{field}", f"say which {field}: {', '.join(listed)}")


def _path(game: Game, layout: Layout, action: ActionModel) -> Iterator[Fault]:
    path: tuple[str, ...] = getattr(action, "path", None) or ()
    if any(not _is_hex(game, number) for number in path):
        return
    for index, (here, there) in enumerate(pairwise(path)):
        if "?" not in (here[0], there[0]) and not game.grid.are_adjacent(here, there) and not _may_jump(game, action):
            says = f"{there} is not next to {here}: a path goes from hex to adjacent hex"
            yield Fault(f"action.path.{index + 1}", says)
    for unit in filter(None, map(layout.units.get, dict.fromkeys(getattr(action, "units", ())))) if path else ():
        if unit.hex not in (None, path[0]):
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
    return (number.startswith("?") and len(number) > 1) or game.grid.contains(number)


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
    weighed = ((rule, known(partial(rule, table))) for rule in table.game.rules_on(None, "rejects"))
    return [_cannot_stand(rule, found) for rule, found in weighed if found]


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
