"""Chapter 6, the landings of Gallipoli and Salonika (6.52, 6.53), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Move, Place, Play, Retreat, Step
from rulebook.facts import every, more_than, some
from rulebook.games.tgwe.event_words import is_allied, is_cp, out_of_phase, playing, some_unit
from rulebook.games.tgwe.ground import enemy_at, is_in_europe
from rulebook.games.tgwe.national_limits import ENTERING, STANDING, Entering, Standing, comers
from rulebook.games.tgwe.pieces import is_combat_unit, is_division, is_on_the_map
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

SUVLA, HELLES, INLAND, SALONIKA = "E1122", "E1022", "E1023", "E1116"
LANDING_HEXES = (SUVLA, HELLES)
MOST_AT_GALLIPOLI = {"british": 4, "french": 1}
MOST_AT_SALONIKA = {"french": 3, "british": 1}
LANDINGS = {"gallipoli": MOST_AT_GALLIPOLI, "salonika": MOST_AT_SALONIKA}
LANDED_IN = {"gallipoli": LANDING_HEXES, "salonika": (SALONIKA,)}


def lands_there(table: Table, place: Place, unit: Unit) -> bool:
    """Whether a division of the box is put where Gallipoli or Salonika lands it, on the turn of the event."""
    word = _landing_of(place)
    return word is not None and unit.army in LANDINGS[word] and every((
        lambda: table.phase == "new-units", lambda: table.has_event(f"{word}-this-turn"),
        lambda: unit.has_status("available"), partial(is_division, unit),
    ))


def _landing_of(place: Place) -> str | None:
    """The landing that opens a hex to units put there; by way of a headquarters they do not land."""
    if place.entry == "hq":
        return None
    return next((word for word, hexes in LANDED_IN.items() if place.hex in hexes), None)


@forbids(Play, "tgwe:7.23")
def lands_among_the_enemy(table: Table, play: Play) -> Because | bool:
    """Units that land at Gallipoli or Salonika share no hex with the enemy."""
    if play.event not in LANDINGS or not play.units:
        return False
    shores = [number for number in LANDED_IN[play.event] if play.hex in (None, number)]
    if not shores or not every(partial(enemy_at, table, "allied", number) for number in shores):
        return False
    return because(at=shores[0], unit=play.units[0], other=enemy_at(table, "allied", shores[0]))


# 6.52: Gallipoli


@forbids(Play, "tgwe:6.52")
def lands_at_gallipoli_in_another_phase(table: Table, play: Play) -> Because | bool:
    """Gallipoli is played as a new units phase begins."""
    return out_of_phase(table, play, "gallipoli", "new-units")


@forbids(Play, "tgwe:6.52")
def lands_at_gallipoli_too_late(table: Table, play: Play) -> Because | bool:
    """As it begins the Allies bring in their units, and the Central Powers theirs after them."""
    return playing(play, "gallipoli", lambda: every((
        lambda: table.phase == "new-units", lambda: table.active != "allied"
    )))


@forbids(Play, "tgwe:6.52")
def gallipoli_is_no_event(table: Table, play: Play) -> Because | bool:
    """After Salonika it is a No Event, and leaves the game."""
    return playing(play, "gallipoli", lambda: table.has_event("salonika"))


@forbids(Play, "tgwe:6.52")
def lands_twice_at_gallipoli(table: Table, play: Play) -> Because | bool:
    """There is one landing at Gallipoli in a game."""
    return playing(play, "gallipoli", lambda: table.has_event("gallipoli"))


@forbids(Play, "tgwe:6.52")
def lands_too_much_at_gallipoli(table: Table, play: Play) -> Because | bool:
    """Up to four British divisions and one French land."""
    return _lands_too_much(table, play, "gallipoli")


def _lands_too_much(table: Table, play: Play, word: str) -> Because | bool:
    if play.event != word:
        return False
    landed = table.units(play.units)
    most = LANDINGS[word]
    stranger = first_unit(landed, lambda unit: unit.army not in most or not is_division(unit))
    if stranger:
        return because(unit=stranger)
    over = next((unit for unit in landed if _landed(landed, unit.army) > most[unit.army]), None)
    return because(unit=over) if over else False


def _landed(units: list[Unit], army: str) -> int:
    return sum(unit.army == army for unit in units)


@forbids(Place, "tgwe:6.52")
def one_too_many_lands_at_gallipoli(table: Table, place: Place) -> Because | bool:
    """Nor is a division more put in the landing hexes on that turn."""
    return _is_one_too_many(table, place, "gallipoli")


def _is_one_too_many(table: Table, place: Place, word: str) -> Because | bool:
    unit = table.unit(place.unit) if place.unit and _landing_of(place) == word else None
    if unit is None or not lands_there(table, place, unit):
        return False
    landed = [other for number in LANDED_IN[word] for other in table.units_at(number) if other is not unit]
    over = some((
        lambda: more_than(LANDINGS[word][unit.army] - 1, (partial(_is_of, unit.army, other) for other in landed)),
        partial(table.others_may_be, (unit,)),
    ))
    return because(at=place.hex, unit=unit) if over else False


def _is_of(army: str, unit: Unit) -> bool:
    return unit.army == army


@forbids(Play, "tgwe:6.52")
def lands_elsewhere_than_at_gallipoli(table: Table, play: Play) -> Because | bool:
    """They land at Suvla Bay, at Cape Helles, or at both."""
    return playing(play, "gallipoli", lambda: play.hex is not None and play.hex not in LANDING_HEXES)


@forbids(Play, "tgwe:6.52")
def gallipoli_takes_them_from_elsewhere(table: Table, play: Play) -> Because | bool:
    """They come from the European box."""
    if play.event != "gallipoli":
        return False
    other = first_unit(table.units(play.units), lambda unit: not unit.has_status("available"))
    return because(unit=other) if other else False


@obliges(Play, "tgwe:6.52")
def turks_of_europe_deploy(table: Table, play: Play) -> Because | bool:
    """The Turkish units of Europe are deployed now, if they were not; all may move and fight this turn."""
    return playing(play, "gallipoli", lambda: True)


@forbids(Move, "tgwe:6.52")
def sails_during_the_landing(table: Table, move: Move) -> Because | bool:
    """No ordinary sea movement on the European maps on the turn of Gallipoli."""
    return _sails(table, move, "gallipoli-this-turn")


def _sails(table: Table, move: Move, word: str) -> Because | bool:
    sails = move.mode == "sea" and bool(move.path) and every((
        lambda: table.has_event(word), lambda: some(partial(is_in_europe, table, end) for end in _ports(move))
    ))
    return because(at=_ports(move)[0]) if sails else False


def _ports(move: Move) -> tuple[str, str]:
    path = move.path or ("", "")
    return path[0], path[-1]


@permits((Step, Attack), "tgwe:6.52")
def goes_inland(table: Table, action: Step | Attack) -> Because | bool:
    """Allied units move and attack between the landing hexes and E1023."""
    pairs = [(action.start, action.to)] if isinstance(action, Step) else _lines_of(table, action)
    ids = action.move.units if isinstance(action, Step) else action.units
    inland = any(INLAND in pair and not set(LANDING_HEXES).isdisjoint(pair) for pair in pairs)
    return because() if inland and some_unit(table.units(ids), is_allied) else False


def _lines_of(table: Table, attack: Attack) -> list[tuple[str, str]]:
    """From where to where each attacker attacks; those whose place is not told are left out."""
    return [(unit.facts.hex, attack.target) for unit in table.units(attack.units) if unit.facts.hex is not None]


@forbids(STANDING, "tgwe:6.52")
def turks_enter_a_landing_hex(table: Table, action: Standing) -> Because | bool:
    """Units of the Central Powers may attack the landing hexes from E1023, never enter them."""
    units, number = comers(table, action)
    wrong = number in LANDING_HEXES and some_unit(units, is_cp)
    return because(at=number) if wrong else False


@forbids(Attack, "tgwe:6.52")
def attacks_a_landing_hex_from_elsewhere(table: Table, attack: Attack) -> Because | bool:
    """It is from E1023, and from no other hex, that they attack them."""
    if attack.target not in LANDING_HEXES:
        return False
    afar = first_unit(table.units(attack.units), lambda unit: is_cp(unit) and unit.hex != INLAND)
    return because(at=attack.target, unit=afar) if afar else False


@contested(attacks_a_landing_hex_from_elsewhere)
def only_the_other_landing_hex_is_closed(table: Table, attack: Attack) -> Because | bool:
    """E1023 is named as one hex among others: none but the other landing hex is closed to an attack."""
    other = SUVLA if attack.target == HELLES else HELLES
    return attack.target in LANDING_HEXES and _is_attacked_from(table, attack, other)


def _is_attacked_from(table: Table, attack: Attack, number: str) -> Because | bool:
    there = first_unit(table.units(attack.units), lambda unit: is_cp(unit) and unit.hex == number)
    return because(at=attack.target, unit=there) if there else False


@forbids((Step, Advance, Retreat, Attack), "tgwe:6.52")
def crosses_between_landing_hexes(table: Table, action: Step | Advance | Retreat | Attack) -> Because | bool:
    """No movement but by sea, and no combat, between the two landing hexes; no advance or withdrawal goes that way."""
    if isinstance(action, Retreat):
        return because(at=action.path[-1]) if set(LANDING_HEXES) <= set(action.path) else False
    if isinstance(action, Step):
        wrong = action.move.mode != "sea" and action.start in LANDING_HEXES and action.to in LANDING_HEXES
        return because(at=action.to) if wrong else False
    number = action.target if isinstance(action, Attack) else action.to
    if number not in LANDING_HEXES:
        return False
    other = SUVLA if number == HELLES else HELLES
    return because(at=number) if some_unit(table.units(action.units), lambda unit: unit.hex == other) else False


@defines("tgwe:6.52")
def gallipoli_is_lost(table: Table) -> bool:
    """The landing is lost once no Allied unit holds a landing hex while the enemy holds E1023."""
    return bool(some((lambda: table.has_event("gallipoli-lost"), partial(_is_thrown_back, table))))


def _is_thrown_back(table: Table) -> bool:
    return every((
        lambda: table.has_event("gallipoli"),
        lambda: table.someone_at(INLAND, is_cp),
        lambda: not some(partial(table.someone_at, number, is_allied) for number in LANDING_HEXES),
    ))


@forbids(ENTERING, "tgwe:6.52")
def returns_to_gallipoli(table: Table, action: Entering) -> Because | bool:
    """Then no Allied unit ever enters a landing hex again."""
    units, number = comers(table, action)
    back = number in LANDING_HEXES and some_unit(units, is_allied) and gallipoli_is_lost(table)
    return because(at=number) if back else False


# 6.53: Salonika


@forbids(Play, "tgwe:6.53")
def lands_at_salonika_in_another_phase(table: Table, play: Play) -> Because | bool:
    """Salonika is played in a new units phase."""
    return out_of_phase(table, play, "salonika", "new-units")


@forbids(Play, "tgwe:6.53")
def salonika_is_no_event(table: Table, play: Play) -> Because | bool:
    """Once Greece is at war it is a No Event, and leaves the game."""
    return playing(play, "salonika", lambda: table.has_event("greece-entry"))


@forbids(Play, "tgwe:6.53")
def lands_twice_at_salonika(table: Table, play: Play) -> Because | bool:
    """The event is played once."""
    return playing(play, "salonika", lambda: table.has_event("salonika"))


@forbids(Play, "tgwe:6.53")
def lands_too_much_at_salonika(table: Table, play: Play) -> Because | bool:
    """Up to three French divisions and one British go to Salonika."""
    return _lands_too_much(table, play, "salonika")


@forbids(Place, "tgwe:6.53")
def one_too_many_lands_at_salonika(table: Table, place: Place) -> Because | bool:
    """Nor is a division more put in Salonika on that turn."""
    return _is_one_too_many(table, place, "salonika")


@forbids(Play, "tgwe:6.53")
def salonika_takes_them_from_elsewhere(table: Table, play: Play) -> Because | bool:
    """They come from the European box or from a landing hex of Gallipoli."""
    if play.event != "salonika":
        return False
    other = first_unit(table.units(play.units), lambda unit: not some((
        lambda: is_on_the_map(unit) and unit.hex in LANDING_HEXES, lambda: unit.has_status("available")
    )))
    return because(unit=other) if other else False


@forbids(Play, "tgwe:6.53")
def lands_elsewhere_than_at_salonika(table: Table, play: Play) -> Because | bool:
    """They go to E1116."""
    return playing(play, "salonika", lambda: play.hex is not None and play.hex != SALONIKA)


@obliges(Play, "tgwe:6.53")
def turks_of_europe_deploy_for_salonika(table: Table, play: Play) -> Because | bool:
    """The Turkish units of Europe are deployed, if they were not; Greece and Albania are open to both sides."""
    return playing(play, "salonika", lambda: not salonika_is_no_event(table, play))


@forbids(Move, "tgwe:6.53")
def sails_while_salonika_lands(table: Table, move: Move) -> Because | bool:
    """No ordinary sea movement on the European maps on the turn of Salonika."""
    return _sails(table, move, "salonika-this-turn")


@permits(Step, "tgwe:6.53")
def neutral_greece_is_open(table: Table, step: Step) -> Because | bool:
    """After Salonika both sides operate in Greece, though it is neutral, and in Albania."""
    opened = every((
        lambda: table.country(step.to) in ("greece", "albania"), lambda: table.has_event("salonika")
    ))
    return because(at=step.to) if opened else False


@obliges(Step, "tgwe:6.53")
def salonika_is_given_up(table: Table, step: Step) -> Because | bool:
    """Salonika is a primary source only while an Allied combat unit stays there, or Greece is at war."""
    if step.start != SALONIKA:
        return False
    leaving = table.units(step.move.units)
    given_up = some_unit(leaving, is_allied) and every((
        lambda: table.has_event("salonika"), lambda: not table.has_event("greece-entry"),
        lambda: not table.someone_at(SALONIKA, lambda unit: unit not in leaving and _holds(unit)),
    ))
    return because(at=SALONIKA) if given_up else False


def _holds(unit: Unit) -> bool:
    return is_allied(unit) and is_combat_unit(unit)
