"""Chapter 12, Operation Greif, the Motorized marker and von der Heydte (12.5 to 12.7), and Allied Traffic (12.8)."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rulebook.actions import Attack, Losses, Place, Play, Roll, Step, Support
from rulebook.facts import every, known, some
from rulebook.games.tdw.assets import FIRST_TURN, marking
from rulebook.games.tdw.battle import Role, lent, supported_who
from rulebook.games.tdw.boundaries import PASSAGES, Passage, goings
from rulebook.games.tdw.components import is_combat_unit, is_infantry
from rulebook.games.tdw.ground import army_zone, enemy_at, enemy_next_to, is_road_hex, is_settled
from rulebook.games.tdw.lines import supply_line
from rulebook.games.tdw.pieces import is_delay, is_german, is_gun, is_vdh
from rulebook.games.tdw.roads import mover
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.games.tdw.zones import enemy_zoc_by
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit, is_off_the_map
from rulebook.rules import Because, because, computes, forbids, obliges, permits
from rulebook.table import Table, Unit

SIXTH_PANZER_ZONE = "6th-panzer-army"
TURN_OF_THE_ZONE = 2
DROP_GROUND = ("clear", "woods")
HIGHEST_ROLL_OF_THE_UNIT = 2
DROP = "von-der-heydte"
TRAFFIC = "allied-traffic"

Test = Callable[[Unit], Any]


# 12.5: Operation Greif


@forbids(Place, "tdw:12.5")
def greif_is_too_near_the_allies(table: Table, place: Place) -> Because | bool:
    """Greif goes in a hex neither occupied by nor adjacent to an Allied unit or engineers."""
    return marking(place, "greif", lambda: some(
        partial(_is_allied_held, table, number) for number in (place.hex, *table.around(place.hex))
    ))


def _is_allied_held(table: Table, number: str) -> Unit | None:
    found: Unit | None = table.someone_at(number, lambda unit: unit.side == "allied")
    return found


@forbids(Place, "tdw:12.5")
def greif_is_outside_its_zone(table: Table, place: Place) -> Because | bool:
    """On turn 2 Greif must be placed in the 6th Panzer Army's zone."""
    return marking(place, "greif", lambda: every((
        lambda: table.turn == TURN_OF_THE_ZONE, lambda: army_zone(table, place.hex) != SIXTH_PANZER_ZONE
    )))


# 12.6: the Motorized marker


def _motorized(table: Table, place: Place, test: Test) -> Because | bool:
    """Because of the hex in which no unit that would carry the Motorized marker passes a test."""
    if place.marker != "german-motorized":
        return False
    if place.unit is not None:
        fit = test(table.unit(place.unit))
    else:
        fit = table.someone_at(place.hex, lambda unit: bool(test(unit)))
    return False if fit else because(at=place.hex)


@forbids(Place, "tdw:12.6")
def motorizes_no_infantry(table: Table, place: Place) -> Because | bool:
    """The marker goes on a supplied German infantry unit on the map."""
    return _motorized(table, place, lambda unit: every((
        lambda: is_german(unit), lambda: is_infantry(table, unit), lambda: not is_unsupplied(table, unit),
        lambda: place.unit is not None or not is_vdh(unit),
        lambda: unit.facts.hex in (None, place.hex) and not table.game.is_off_map(unit.facts),
    )))


@forbids(Place, "tdw:12.7")
def motorizes_von_der_heydte(table: Table, place: Place) -> Because | bool:
    """Von der Heydte's paratroops can never be motorized."""
    if place.marker != "german-motorized" or place.unit is None:
        return False
    return because(at=place.hex) if is_vdh(table.unit(place.unit)) else False


@forbids(Place, "tdw:12.6")
def motorizes_off_the_supplied_road(table: Table, place: Place) -> Because | bool:
    """The unit must stand on a road hex that can trace supply."""
    return marking(place, "german-motorized", lambda: some((
        lambda: not is_road_hex(table, place.hex), lambda: not supply_line(table, "german", place.hex)
    )))


@forbids(Place, "tdw:12.6")
def motorizes_next_to_the_enemy(table: Table, place: Place) -> Because | bool:
    """The marker does not go on a unit adjacent to an Allied unit."""
    return marking(place, "german-motorized", lambda: enemy_next_to(table, "german", place.hex))


@forbids(Place, "tdw:12.6")
def motorizes_twice(table: Table, place: Place) -> Because | bool:
    """One unit a turn is motorized."""
    return marking(place, "german-motorized", lambda: some((
        partial(_carrier, table), lambda: table.has_event("motorized-marker-used")
    )))


def _carrier(table: Table) -> Unit | None:
    """A unit known to carry the marker."""
    posted = table.units() if table.may_have_status("motorized") else ()
    return next((unit for unit in posted if known(partial(unit.has_status, "motorized"))), None)


@forbids(Step, "tdw:12.6")
def goes_on_by_motor_next_to_the_enemy(table: Table, step: Step) -> Because | bool:
    """Infantry that came next to an Allied unit has lost its marker, and goes no further by motor."""
    if step.move.mode != "motorized" or step.index == 0:
        return False
    unit = mover(table, step.move)
    lost = every((
        lambda: is_german(unit), lambda: enemy_next_to(table, "german", step.start),
        lambda: not unit.has_status("entered-this-turn"), lambda: not unit.has_status("entered-this-round"),
    ))
    return because(at=step.start, unit=unit) if lost else False


@obliges((*PASSAGES, Place), "tdw:12.6")
def loses_the_motorized_marker(table: Table, action: Passage | Place) -> Because | bool:
    """The marker comes off as soon as its unit is adjacent to an Allied unit, whichever of them came."""
    if not table.may_have_status("motorized"):
        return False
    lost = some(partial(_demotorized, table, *arrival) for arrival in _arrivals(table, action))
    return because(at=lost[1], unit=lost[0]) if lost else False


def _arrivals(table: Table, action: Passage | Place) -> Iterable[tuple[Unit, str]]:
    """Who comes where: by going there, or by being put on the map."""
    if not isinstance(action, Place):
        return goings(table, action)
    return [(table.unit(action.unit), action.hex)] if action.unit is not None and action.marker is None else []


def _demotorized(table: Table, comer: Unit, there: str) -> tuple[Unit, str] | None:
    """The unit that carries the marker and finds itself next to the other side, where one comes."""
    lost = _first_motorized(table, comer, there)
    return (lost, there) if lost else None


def _first_motorized(table: Table, comer: Unit, there: str) -> Unit | None:
    if is_german(comer):
        lost = every((lambda: comer.has_status("motorized"), lambda: enemy_next_to(table, "german", there)))
        return comer if lost else None
    if not is_combat_unit(table, comer):
        return None
    near = (unit for number in table.around(there) for unit in table.units_at(number))
    return first_unit(near, lambda unit: is_german(unit) and unit.has_status("motorized"))


# 12.7: von der Heydte


def _is_drop(table: Table, place: Place) -> bool:
    """Whether von der Heydte is what is placed, on either side of his counter."""
    if place.marker is not None:
        return place.marker == "vdh-rumour"
    return place.unit is not None and (place.entry == "vdh" or is_vdh(table.unit(place.unit)))


@forbids(Place, "tdw:12.7")
def drops_at_another_time(table: Table, place: Place) -> Because | bool:
    """Von der Heydte comes after the first Allied reaction round of turn 1."""
    return because(at=place.hex, phase="vdh-placement") if _is_drop(table, place) and some((
        lambda: table.turn != 1, lambda: table.phase != "vdh-placement"
    )) else False


@forbids(Place, "tdw:12.7")
def somebody_else_drops(table: Table, place: Place) -> Because | bool:
    """Nobody else comes by air."""
    other = place.entry == "vdh" and place.unit is not None and not is_vdh(table.unit(place.unit))
    return because(at=place.hex, unit=place.unit) if other else False


@forbids(Place, "tdw:12.7")
def drops_on_the_wrong_ground(table: Table, place: Place) -> Because | bool:
    """He lands in a clear or light woods hex of the 6th Panzer Army's zone, without a village or town."""
    wrong = _is_drop(table, place) and some((
        lambda: table.terrain(place.hex) not in DROP_GROUND, partial(is_settled, table, place.hex),
        lambda: army_zone(table, place.hex) != SIXTH_PANZER_ZONE,
    ))
    return because(at=place.hex) if wrong else False


@forbids(Place, "tdw:12.7")
def drops_on_the_allies(table: Table, place: Place) -> Because | bool:
    """The hex is neither occupied by an Allied unit nor in its zone of control."""
    wrong = _is_drop(table, place) and some((
        partial(enemy_at, table, "german", place.hex), partial(enemy_zoc_by, table, "german", place.hex)
    ))
    return because(at=place.hex) if wrong else False


@forbids(Place, "tdw:12.7")
def drops_a_second_time(table: Table, place: Place) -> Because | bool:
    """He comes once, on one side of his counter or the other."""
    if not _is_drop(table, place):
        return False
    landed = some((partial(_has_landed, table, place), partial(_is_on_the_other_side, table, place)))
    return because(at=place.hex) if landed else False


def _has_landed(table: Table, place: Place) -> bool:
    """Whether the unit that is to be placed stands elsewhere on the map, or is lost."""
    if place.unit is None or place.marker is not None:
        return False
    unit = table.unit(place.unit)
    if unit.is_placed:
        return unit.hex != place.hex
    return bool(some((
        lambda: unit.has_status("eliminated"),
        lambda: every((lambda: not is_off_the_map(unit), lambda: unit.hex != place.hex)),
    )))


def _is_on_the_other_side(table: Table, place: Place) -> bool:
    """Whether the other side of the counter is on the map."""
    if place.marker is None:
        return bool(table.marker_hexes("vdh-rumour"))
    landed = (partial(_is_landed_vdh, unit) for unit in table.units())
    return bool(some((*landed, table.others_may_be)))


def _is_landed_vdh(unit: Unit) -> bool:
    return every((lambda: unit.type == "vdh", lambda: not is_off_the_map(unit)))


@forbids(Roll, "tdw:12.7")
def rolls_more_than_one_die_for_the_drop(table: Table, roll: Roll) -> Because | bool:
    """One die is rolled for von der Heydte."""
    wrong = roll.table == DROP and roll.dice is not None and len(roll.dice) > 1
    return because() if wrong else False


@forbids(Roll, "tdw:12.7")
def rolls_for_the_drop_at_another_time(table: Table, roll: Roll) -> Because | bool:
    """His die is rolled when he is placed, on turn 1."""
    late = roll.table == DROP and some((
        lambda: table.turn != 1, lambda: table.phase != "vdh-placement"
    ))
    return because() if late else False


@forbids(Roll, "tdw:12.7")
def modifies_the_die_of_the_drop(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the die of von der Heydte."""
    return because(modifier=roll.modifier) if roll.table == DROP and roll.modifier else False


@computes(Roll, "von_der_heydte", "tdw:12.7")
def roll_of_the_drop(table: Table, roll: Roll) -> str | dict[str, str] | None:
    """On 1-2 the unit itself is placed, on 3-6 the marker on its back."""
    if roll.table != DROP:
        return None
    return _face(roll.dice) if roll.dice else as_chances(distribution(1, _face))


def _face(dice: tuple[int, ...]) -> str:
    return "vdh" if dice[0] <= HIGHEST_ROLL_OF_THE_UNIT else "vdh-rumour"


@forbids((Attack, Support), "tdw:12.7")
def guns_support_von_der_heydte(table: Table, action: Attack | Support) -> Because | bool:
    """Von der Heydte's paratroops never get artillery support."""
    return _gun_serving(table, action, is_vdh)


@forbids((Attack, Support), "tdw:12.9.1")
def guns_support_the_delay(table: Table, action: Attack | Support) -> Because | bool:
    """US Delay never gets artillery support."""
    return _gun_serving(table, action, is_delay)


@forbids((Attack, Losses), "tdw:12.9.1")
def delay_attacks(table: Table, action: Attack | Losses) -> Because | bool:
    """US Delay never attacks, nor has it a part in the losses of an attack."""
    if isinstance(action, Losses) and action.role != "attacker":
        return False
    idle = first_unit(table.units(action.units), is_delay)
    return because(at=action.target, unit=idle) if idle else False


def _gun_serving(table: Table, action: Attack | Support, test: Test) -> Because | bool:
    """The first gun that would support a unit that passes a test."""
    guns = (partial(_serves, table, action, unit, role, test) for unit, role in lent(table, action))
    gun = some(guns)
    return because(at=action.target, unit=gun) if gun else False


def _serves(table: Table, action: Attack | Support, gun: Unit, role: Role, test: Test) -> Unit | None:
    """The gun, if those it would support all pass the test."""
    served = every((
        lambda: is_gun(gun), lambda: supported_who(table, action, role, test),
        lambda: not supported_who(table, action, role, lambda unit: not test(unit)),
    ))
    return gun if served else None


# 12.8: Allied Traffic


@forbids(Place, "tdw:12.8")
def traffic_is_off_the_road(table: Table, place: Place) -> Because | bool:
    """Allied Traffic goes in any road hex."""
    return marking(place, "allied-traffic", lambda: not is_road_hex(table, place.hex))


@forbids(Play, "tdw:12.8")
def recalls_no_traffic(table: Table, play: Play) -> Because | bool:
    """Only Allied Traffic on the map can be taken up."""
    absent = play.event == "recall-traffic" and not table.marker_hexes("allied-traffic", ordinary=["elsewhere"])
    return because() if absent else False


@permits(Play, "tdw:12.8")
def traffic_may_be_moved(table: Table, play: Play) -> Because | bool:
    """Allied Traffic may be taken up and placed elsewhere in the assets phase of each of its turns."""
    return because() if play.event == "recall-traffic" and table.turn > FIRST_TURN else False


@forbids((Place, Play), "tdw:12.8")
def moves_the_traffic_of_turn_1(table: Table, action: Place | Play) -> Because | bool:
    """On turn 1 Traffic is placed once, after the German movement round: it is not taken up before turn 2."""
    if isinstance(action, Play):
        again = action.event == "recall-traffic" and table.turn == FIRST_TURN
    else:
        again = action.marker == TRAFFIC and table.turn == FIRST_TURN and _lies_elsewhere(table, action)
    return because(turn=FIRST_TURN) if again else False


def _lies_elsewhere(table: Table, place: Place) -> bool:
    """Whether Traffic lies in another hex."""
    out = table.marker_hexes(TRAFFIC, ordinary=[])
    return bool(out) and place.hex not in out
