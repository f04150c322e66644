"""Chapter 15, infiltration movement, in the book's order."""

from functools import partial

from rulebook.actions import Losses, Move, Party, Step
from rulebook.facts import every, some
from rulebook.games.sitw.agreed import option
from rulebook.games.sitw.components import goes_to_the_dead_pile, is_out_of_play, steps_given_up, steps_of
from rulebook.games.sitw.movement import is_off_map, is_sea, side_of
from rulebook.games.sitw.pieces import is_allied_tank
from rulebook.games.sitw.strategic import crosses_sea_or_dutch_side
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, costs, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

PHASE = "infiltration-movement"
FIRST_ALLIED_TURN = 9
ONE_HEX = 1
NATIONS_OF_THE_CORPS = ("australian", "american")
DIVISIONS_OF_THE_CORPS = 2


def is_infiltration(move: Move | Party) -> bool:
    return move.mode == "infiltration"


# 15.1: when, and who is left out


@forbids(Move, "sitw:15.1")
def infiltrates_out_of_its_phase(table: Table, move: Move) -> Because | bool:
    """Units infiltrate only in the infiltration movement phase of their own player turn."""
    if not is_infiltration(move):
        return False
    in_time = every((lambda: table.phase == PHASE, lambda: table.active == side_of(table, move)))
    return False if in_time else because(phase=PHASE)


@forbids(Move, "sitw:15.1")
def infiltrates_unsupplied(table: Table, move: Move) -> Because | bool:
    """A unit that was unsupplied in the initial supply phase never infiltrates."""
    if not is_infiltration(move):
        return False
    starved = first_unit(table.units(move.units), lambda unit: unit.supply == "unsupplied")
    return because(unit=starved) if starved else False


@forbids(Move, "sitw:15.1")
def infiltrates_from_off_the_map(table: Table, move: Move) -> Because | bool:
    """Infiltration moves units again that are on the map; none enters play by it."""
    absent = first_unit(table.units(move.units), is_off_map) if is_infiltration(move) else None
    return because(unit=absent) if absent else False


# 15.2 and 15.3: which units are capable of it


@defines("sitw:15.2")
def is_german_without_infiltration(table: Table, unit: Unit) -> bool:
    """Of the Germans, only Stosstruppen are capable of infiltration."""
    return every((lambda: unit.side == "german", lambda: unit.type != "stosstruppen"))


@forbids(Move, "sitw:15.2")
def german_infiltrates_untrained(table: Table, move: Move) -> Because | bool:
    """A German unit that is not capable of infiltration never infiltrates."""
    if not is_infiltration(move):
        return False
    untrained = first_unit(table.units(move.units), partial(is_german_without_infiltration, table))
    return because(unit=untrained) if untrained else False


@defines("sitw:15.3")
def is_before_allied_infiltration(table: Table) -> bool:
    """Until the Allied player turn of turn 9, no Allied unit is capable of infiltration."""
    return table.turn < FIRST_ALLIED_TURN


@forbids(Move, "sitw:15.3")
def ally_infiltrates_too_early(table: Table, move: Move) -> Because | bool:
    """No Allied unit infiltrates before the Allied player turn of turn 9."""
    early = is_infiltration(move) and every((
        lambda: side_of(table, move) == "allied", lambda: is_before_allied_infiltration(table)
    ))
    return because(turn=table.turn) if early else False


@defines("sitw:15.3")
def is_ally_without_infiltration(table: Table, unit: Unit) -> bool:
    """Of the Allies, only tanks and units stacked with them as regular movement ended are capable of infiltration."""
    return every((
        lambda: unit.side == "allied",
        lambda: not is_allied_tank(unit),
        lambda: not unit.has_status("moved-with-tank"),
    ))


@forbids(Move, "sitw:15.3")
def ally_infiltrates_without_tanks(table: Table, move: Move) -> Because | bool:
    """An Allied unit that is not capable of infiltration never infiltrates."""
    if not is_infiltration(move):
        return False
    untrained = first_unit(table.units(move.units), partial(is_ally_without_infiltration, table))
    return because(unit=untrained) if untrained else False


# 15.4: how far, and where


@defines("sitw:15.4")
def infiltration_range(table: Table, unit: Unit) -> int:
    """A unit infiltrates one hex."""
    return ONE_HEX


def allowance_of(table: Table, move: Move | Party) -> int:
    """The hexes that a party may infiltrate together: those of the unit that may go least far."""
    return min(int(infiltration_range(table, unit)) for unit in table.units(move.units))


@forbids(Move, "sitw:15.4")
def infiltrates_too_far(table: Table, move: Move) -> Because | bool:
    """Units never infiltrate farther than their range."""
    if not is_infiltration(move):
        return False
    hexes, allowance = len(move.steps), allowance_of(table, move)
    return because(at=move.steps[-1].to, hexes=hexes, allowance=allowance) if hexes > allowance else False


@forbids(Move, "sitw:15.4")
def infiltrates_again(table: Table, move: Move) -> Because | bool:
    """A unit infiltrates once in its infiltration movement phase."""
    if not is_infiltration(move):
        return False
    done = first_unit(table.units(move.units), lambda unit: unit.has_status("infiltrated"))
    return because(unit=done) if done else False


@costs(Step, "sitw:15.4")
def infiltration_cost(table: Table, step: Step) -> int:
    """Infiltration is counted in hexes: no terrain cost is paid."""
    return int(is_infiltration(step.move))


@forbids(Step, "sitw:15.4")
def infiltrates_impassable_terrain(table: Table, step: Step) -> Because | bool:
    """Units infiltrate only into terrain that they could normally enter, never into or over sea or Holland."""
    if not is_infiltration(step.move):
        return False
    closed = some((
        lambda: is_out_of_play(table, step.to),
        lambda: is_sea(table, step.to),
        lambda: crosses_sea_or_dutch_side(table, step.start, step.to),
    ))
    return because(at=step.to) if closed else False


# 15.5: led by Allied tanks


@permits(Move, "sitw:15.5")
def follows_tanks_it_was_stacked_with(table: Table, move: Move) -> Because | bool:
    """Units that were stacked with tanks may infiltrate though the tanks are lost, and each into another hex."""
    if not is_infiltration(move):
        return False
    led = first_unit(table.units(move.units), is_led_by_tanks)
    return because(unit=led) if led else False


def is_led_by_tanks(unit: Unit) -> bool:
    """Whether an Allied unit was stacked with a tank when its side's regular movement phase ended."""
    return every((lambda: unit.side == "allied", lambda: unit.has_status("moved-with-tank")))


@permits(Move, "sitw:15.5")
def tanks_infiltrate_alone(table: Table, move: Move) -> bool:
    """Tanks need no other units with them in order to infiltrate."""
    return is_infiltration(move) and every(partial(is_allied_tank, unit) for unit in table.units(move.units))


@obliges(Losses, "sitw:15.5")
def lost_tank_is_turned_over(table: Table, losses: Losses) -> Because | bool:
    """A tank given up in the first combat phase stays, turned over, until the units under it have infiltrated."""
    turned = first_unit(eliminated(table, losses), partial(_is_turned_over, table, losses))
    return because(unit=turned, at=turned.hex) if turned else False


@unless(goes_to_the_dead_pile, "sitw:15.5")
def turned_tank_stays_for_now(table: Table, losses: Losses) -> bool:
    """A tank that is turned over does not leave the map before the units under it have infiltrated."""
    return every(partial(_is_turned_over, table, losses, unit) for unit in eliminated(table, losses))


def eliminated(table: Table, losses: Losses) -> list[Unit]:
    """The units that lose their last step."""
    given = steps_given_up(losses)
    return [unit for unit in table.units(tuple(given)) if given[unit.id] >= steps_of(unit)]


def _is_turned_over(table: Table, losses: Losses, tank: Unit) -> bool:
    return every((
        lambda: is_allied_tank(tank),
        lambda: losses.role == "attacker",
        lambda: table.phase == "first-combat",
        lambda: not is_before_allied_infiltration(table),
        lambda: table.someone_at(tank.hex, partial(_is_left_under_it, losses)),
    ))


def _is_left_under_it(losses: Losses, unit: Unit) -> bool:
    """Whether a unit in the tank's hex, in the attack or not, is still there to infiltrate after these losses."""
    given = steps_given_up(losses)[unit.id]
    return every((lambda: not is_allied_tank(unit), lambda: not given or given < steps_of(unit)))


# 15.6: the Australian-American Corps


def corps_of(table: Table, unit: Unit) -> list[Unit]:
    """The units of the Australian-American Corps that this one belongs to: the three of its stack, or none."""
    if not _may_be_of_the_corps(unit):
        return []
    there = [other for other in table.units_at(unit.hex) if _may_be_of_the_corps(other)]
    if len(there) <= DIVISIONS_OF_THE_CORPS:
        table.others_may_be()
    divisions = sum(other.nation == "american" for other in there)
    return there if DIVISIONS_OF_THE_CORPS <= divisions < len(there) else []


def _may_be_of_the_corps(unit: Unit) -> bool:
    return every((lambda: unit.type == "infantry", lambda: unit.nation in NATIONS_OF_THE_CORPS))


@unless(is_ally_without_infiltration, "sitw:15.6", when=option("16.1"))
def corps_infiltrates(table: Table, unit: Unit) -> bool:
    """The Australian-American Corps is capable of infiltration, without any tank."""
    return unit in corps_of(table, unit)


@forbids(Move, "sitw:15.6", when=option("16.1"))
def corps_splits_up(table: Table, move: Move) -> Because | bool:
    """All units of the Australian-American Corps infiltrate into one hex, together."""
    if not is_infiltration(move):
        return False
    left = some(partial(_left_behind, table, move, unit) for unit in table.units(move.units))
    return because(unit=left) if left else False


def _left_behind(table: Table, move: Move, unit: Unit) -> Unit | None:
    return next((other for other in corps_of(table, unit) if other.id not in move.units), None)
