"""Chapter 10, OHL, OberOst, Foch and Allenby (10.8), in the book's order."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from rulebook.actions import Attack, Place, Support
from rulebook.facts import every, some
from rulebook.games.tgwe.attack import attacks_twice, fort_is_attacked_twice, is_attacked_twice
from rulebook.games.tgwe.battle import attackers, attacking_side, is_used
from rulebook.games.tgwe.ground import is_on, theatre_of
from rulebook.games.tgwe.initiative import initiative_in
from rulebook.games.tgwe.lines import reaches, served
from rulebook.games.tgwe.pieces import is_british, is_german
from rulebook.games.tgwe.sequence import moving_side
from rulebook.games.tgwe.supply import is_supplied
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, obliges, unless
from rulebook.table import Table, Unit

REACH = 2


class Marker(NamedTuple):
    """A marker that lets units attack again: whose, for which of them, on which fronts."""

    side: str
    serves: Callable[[Unit], bool]
    fronts: tuple[str, ...]
    theatre: str


def _is_allied(unit: Unit) -> bool:
    return unit.side == "allied"


WEST, EAST = ("western", "italian", "egyptian"), ("eastern", "caucasus", "iraqi")
MARKERS = {
    "ohl": Marker("cp", is_german, WEST, "west"),
    "oberost": Marker("cp", is_german, EAST, "east"),
    "foch": Marker("allied", _is_allied, ("western",), "west"),
    "allenby": Marker("allied", is_british, ("egyptian",), "west"),
}
OF_THE_CP = ("ohl", "oberost")
BY_EVENT = ("foch", "allenby")


def _marker_of(attack: Attack) -> str | None:
    """The marker under which units attack again, as the action declares it."""
    return next((word for word in MARKERS if word in (attack.events or ())), None)


def _marker_and_place(action: Place | Attack) -> tuple[str | None, str]:
    """The marker that an action uses, and where."""
    return (_marker_of(action), action.target) if isinstance(action, Attack) else (action.marker, action.hex)


# 10.81: OHL or OberOst


@forbids(Place, "tgwe:10.81")
def marker_lies_on_its_other_side(table: Table, place: Place) -> Because | bool:
    """OHL or OberOst serves as the Central Powers chose in the last initiative phase."""
    wrong = place.marker in OF_THE_CP and not table.has_event(str(place.marker))
    return because(at=place.hex, marker=place.marker) if wrong else False


@forbids((Place, Attack), "tgwe:10.81")
def ohl_without_the_initiative(table: Table, action: Place | Attack) -> Because | bool:
    """OHL serves only where the Central Powers have the initiative in the West; OberOst serves anyway."""
    word, there = _marker_and_place(action)
    wrong = word == "ohl" and initiative_in(table, "west") != "cp"
    return because(at=there) if wrong else False


@forbids((Place, Attack), "tgwe:10.81")
def marker_goes_to_the_wrong_theatre(table: Table, action: Place | Attack) -> Because | bool:
    """OHL serves in the Western Theatre, OberOst in the Eastern."""
    word, there = _marker_and_place(action)
    wrong = word in OF_THE_CP and theatre_of(table, there) != MARKERS[str(word)].theatre
    return because(at=there, marker=word) if wrong else False


@forbids(Place, "tgwe:10.81")
def marker_serves_twice(table: Table, place: Place) -> Because | bool:
    """The marker serves once between two Strategic Turns."""
    again = place.marker in OF_THE_CP and some((
        lambda: table.has_event("ohl-oberost-used"), partial(_lies_on_the_map, table, *OF_THE_CP),
    ))
    return because(at=place.hex, marker=place.marker) if again else False


def _lies_on_the_map(table: Table, *words: str) -> bool:
    """Whether one of these markers was placed already."""
    return bool(some(partial(table.marker_hexes, word, []) for word in words))


# 10.82: how it is used


@forbids(Place, "tgwe:10.82")
def marker_comes_at_the_wrong_time(table: Table, place: Place) -> Because | bool:
    """The marker is placed at the end of its side's movement phase in the Theatre."""
    if place.marker not in MARKERS:
        return False
    marker = MARKERS[place.marker]
    wrong = moving_side(table, marker.theatre) != marker.side
    return because(at=place.hex, marker=place.marker, phase=table.phase) if wrong else False


@forbids(Place, "tgwe:10.82")
def marker_finds_nobody(table: Table, place: Place) -> Because | bool:
    """The marker is placed in a hex with a supplied unit that it serves."""
    if place.marker not in MARKERS:
        return False
    serves = MARKERS[place.marker].serves
    found = table.someone_at(place.hex, lambda unit: every((
        lambda: serves(unit), lambda: is_supplied(table, unit)
    )))
    return False if found else because(at=place.hex, marker=place.marker)


def _is_under_a_marker(table: Table, attack: Attack) -> bool:
    """Whether a marker lies on the map and serves in this battle."""
    return bool(some(partial(_serves, table, attack, word) for word in MARKERS))


def _serves(table: Table, attack: Attack, word: str) -> bool:
    return every((lambda: table.marker_hexes(word), lambda: is_used(table, attack, word)))


@unless(attacks_twice, "tgwe:10.82")
def marker_lets_units_attack_again(table: Table, attack: Attack) -> bool:
    """Units within reach of the marker may attack again."""
    return _is_under_a_marker(table, attack)


@unless(is_attacked_twice, "tgwe:10.82")
def marker_lets_units_be_attacked_again(table: Table, action: Attack | Support) -> bool:
    """Enemies that were attacked already may be attacked again under the marker."""
    return _may_be_under_a_marker(table, action) if isinstance(action, Support) else _is_under_a_marker(table, action)


@unless(fort_is_attacked_twice, "tgwe:10.82")
def marker_lets_forts_be_attacked_again(table: Table, action: Attack | Support) -> bool:
    """So may a fort."""
    return bool(marker_lets_units_be_attacked_again(table, action))


def _may_be_under_a_marker(table: Table, support: Support) -> bool:
    """Whether the battle that is supported can be one under a marker of the attackers: a support does not tell."""
    return bool(some(partial(_could_serve, table, support, word) for word in MARKERS))


def _could_serve(table: Table, support: Support, word: str) -> bool:
    """Whether attackers within reach of a marker could be next to the hex attacked."""
    marker, there = MARKERS[word], support.target
    return every((
        lambda: marker.side == attacking_side(table, support),
        lambda: some(partial(_is_near, table, there, number, REACH + 1) for number in table.marker_hexes(word, [])),
        lambda: is_on(table, there, *marker.fronts),
    ))


@forbids(Attack, "tgwe:10.82")
def marker_is_not_there(table: Table, attack: Attack) -> Because | bool:
    """Units attack again only under a marker that was placed."""
    word = _marker_of(attack)
    return because(marker=word) if word and not table.marker_hexes(word) else False


@forbids(Attack, "tgwe:10.82")
def marker_serves_others(table: Table, attack: Attack) -> Because | bool:
    """OHL and OberOst serve German units only."""
    word = _marker_of(attack)
    stranger = _stranger_to(table, attack, word) if word in OF_THE_CP else None
    return because(marker=word, unit=stranger) if stranger else False


def _stranger_to(table: Table, attack: Attack, word: str) -> Unit | None:
    serves = MARKERS[word].serves
    return first_unit(attackers(table, attack), lambda unit: not serves(unit))


@forbids(Attack, "tgwe:10.82")
def unsupplied_units_attack_again(table: Table, attack: Attack) -> Because | bool:
    """Only units in normal supply attack again."""
    word = _marker_of(attack)
    starved = first_unit(attackers(table, attack), lambda unit: not is_supplied(table, unit)) if word else None
    return because(marker=word, unit=starved) if starved else False


@forbids(Attack, "tgwe:10.82")
def attacks_a_third_time(table: Table, attack: Attack) -> Because | bool:
    """A unit attacks again once under the marker."""
    word = _marker_of(attack)
    done = first_unit(attackers(table, attack), lambda unit: unit.has_status("attacked-again")) if word else None
    return because(marker=word, unit=done) if done else False


@obliges(Attack, "tgwe:10.82")
def marker_is_taken_back(table: Table, attack: Attack) -> Because | bool:
    """After these battles OHL or OberOst is off the map until the next initiative phase."""
    word = _marker_of(attack)
    return because(marker=word) if word in OF_THE_CP else False


# 10.83: its reach


@forbids(Attack, "tgwe:10.83")
def marker_is_too_far(table: Table, attack: Attack) -> Because | bool:
    """A unit attacks again within two hexes of the marker, traced like a supply line."""
    word = _marker_of(attack)
    hexes = frozenset(table.marker_hexes(word)) if word else frozenset()
    if word is None or not hexes:
        return False
    far = first_unit(attackers(table, attack), lambda unit: not _is_in_reach(table, word, unit, hexes))
    return because(marker=word, unit=far) if far else False


def _is_in_reach(table: Table, word: str, unit: Unit, hexes: frozenset[str]) -> bool:
    return every((
        lambda: some(partial(_is_near, table, unit.hex, number) for number in hexes),
        lambda: reaches(table, MARKERS[word].side, unit.hex, hexes, within=REACH, kind=served(unit).kind),
    ))


def _is_near(table: Table, one: str, other: str, reach: int = REACH) -> bool:
    return one[0] == other[0] and table.distance(one, other) <= reach


# 10.84: Foch and Allenby


@forbids(Place, "tgwe:10.84")
def general_is_not_in_play(table: Table, place: Place) -> Because | bool:
    """Foch and Allenby serve once their event is played; Allenby leaves the game when he has served."""
    absent = place.marker in BY_EVENT and not table.has_event(str(place.marker))
    return because(at=place.hex, marker=place.marker) if absent else False


@forbids(Place, "tgwe:10.84")
def general_goes_to_another_front(table: Table, place: Place) -> Because | bool:
    """Foch serves on the Western Front, Allenby on the Egyptian."""
    astray = place.marker in BY_EVENT and not is_on(table, place.hex, *MARKERS[str(place.marker)].fronts)
    return because(at=place.hex, marker=place.marker) if astray else False


@forbids(Place, "tgwe:10.84")
def general_serves_twice(table: Table, place: Place) -> Because | bool:
    """Foch serves once in each Operational Turn; neither general is placed while he lies on the map."""
    again = place.marker in BY_EVENT and some((
        lambda: place.marker == "foch" and table.has_event("foch-used"),
        partial(_lies_on_the_map, table, str(place.marker)),
    ))
    return because(at=place.hex, marker=place.marker) if again else False


@forbids(Attack, "tgwe:10.84")
def general_serves_others(table: Table, attack: Attack) -> Because | bool:
    """Foch serves any Allied unit on the Western Front, Allenby British units on the Egyptian."""
    word = _marker_of(attack)
    if word not in BY_EVENT:
        return False
    if not is_on(table, attack.target, *MARKERS[word].fronts):
        return because(marker=word, unit=attack.units[0])
    stranger = _stranger_to(table, attack, word)
    return because(marker=word, unit=stranger) if stranger else False


@obliges(Attack, "tgwe:10.84")
def allenby_leaves_the_game(table: Table, attack: Attack) -> Because | bool:
    """Allenby leaves the game for good once he has served."""
    return because() if _marker_of(attack) == "allenby" else False
