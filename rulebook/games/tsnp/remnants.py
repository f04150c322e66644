"""Chapter 14, remnants (14.4 to 14.42), in the book's order."""

from functools import partial

from rulebook.actions import Losses, Place, Replace, Roll
from rulebook.facts import every, more_than, some
from rulebook.games.tsnp.damage import hexes_given_up, is_eliminated, steps_given_up, steps_taken
from rulebook.games.tsnp.forces import is_garrison, is_infantry, is_regiment, is_remnant
from rulebook.games.tsnp.morale import failure_costs, is_shaken, printed_morale
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, obliges, permits, replaces
from rulebook.table import Table, Unit

COUNTERS = {"french": 3, "german": 2}
MORALE_OF_FRENCH_REMNANTS = (7, 8)
NO_REMNANT = "no-remnant"
DEADLY = ("bombardment", "assault")


# 14.4: who can leave a remnant


@defines("tsnp:14.4")
def can_leave_a_remnant(table: Table, unit: Unit) -> bool:
    """Any German infantry can leave a remnant; of the French only regiments with a printed morale of 7 or 8."""
    return every((
        lambda: is_infantry(unit),
        lambda: not is_remnant(unit),
        lambda: unit.side == "german" or every((
            lambda: is_regiment(unit), lambda: printed_morale(table, unit) in MORALE_OF_FRENCH_REMNANTS
        )),
    ))


@forbids(Roll, "tsnp:14.4")
def leaves_no_remnant(table: Table, roll: Roll) -> Because | bool:
    """An eliminated unit tests its morale only to leave a remnant, if it can leave one."""
    unit = _tested(table, roll)
    barred = unit and every((lambda: _is_lost(unit), lambda: not can_leave_a_remnant(table, unit)))
    return because(unit=unit) if barred else False


@forbids(Losses, "tsnp:14.4")
def nobody_is_left_to_retreat(table: Table, losses: Losses) -> Because | bool:
    """Once all its units are lost a side retreats no more, unless one could leave a remnant, and a counter is left."""
    if hexes_given_up(losses) == 0:
        return False
    units = [unit for unit in table.units(losses.units) if not is_garrison(unit)]
    gone = every((
        *(partial(is_eliminated, table, losses, unit) for unit in units),
        lambda: not first_unit(units, partial(_may_leave_a_remnant, table)),
    ))
    return because(hexes=hexes_given_up(losses)) if gone else False


def _may_leave_a_remnant(table: Table, unit: Unit) -> bool:
    return every((lambda: can_leave_a_remnant(table, unit), lambda: not are_all_used(table, unit.side)))


def are_all_used(table: Table, side: str, but: Unit | None = None) -> bool:
    """Whether all the remnant counters of a side, other than this one, are on the map or out of the game."""
    others = (partial(_is_used, side, unit) for unit in table.units() if unit != but)
    return more_than(COUNTERS[side] - 1, others)


def _remnant_placed(table: Table, place: Place) -> Unit | None:
    return table.unit(place.unit) if place.entry == "remnant" and place.unit is not None else None


@forbids(Place, "tsnp:14.4")
def what_is_placed_is_no_remnant(table: Table, place: Place) -> Because | bool:
    """Only a remnant counter takes the place of an eliminated unit."""
    unit = _remnant_placed(table, place)
    return because(at=place.hex, unit=unit) if unit and not is_remnant(unit) else False


@forbids(Place, "tsnp:14.4")
def too_many_remnants(table: Table, place: Place) -> Because | bool:
    """The French have three remnants, the Germans two."""
    unit = _remnant_placed(table, place)
    if unit is None:
        return False
    used_up = are_all_used(table, unit.side, unit)
    return because(at=place.hex, side=unit.side, most=COUNTERS[unit.side]) if used_up else False


def _is_used(side: str, unit: Unit) -> bool:
    """Whether a unit is a remnant of this side that is on the map or out of the game."""
    return every((
        lambda: is_remnant(unit), lambda: unit.side == side,
        lambda: unit.is_placed or is_out_of_the_game(unit),
    ))


# 14.41: the test, and the remnant's first turn


@permits(Losses, "tsnp:14.41")
def may_test_for_a_remnant(table: Table, losses: Losses) -> Because | bool:
    """When a unit that can leave a remnant is eliminated its player may test its morale, M, if a counter is left."""
    lost = _remnant_maker(table, losses)
    return because(at=lost.facts.hex, unit=lost) if lost else False


def _remnant_maker(table: Table, losses: Losses) -> Unit | None:
    """The first unit whose elimination by these losses can leave a remnant."""
    return first_unit(table.units(losses.units), lambda unit: every((
        lambda: is_eliminated(table, losses, unit), lambda: _may_leave_a_remnant(table, unit)
    )))


@forbids(Roll, "tsnp:14.41")
def tests_harder_for_a_remnant(table: Table, roll: Roll) -> Because | bool:
    """The test for a remnant is M: nothing is added to its dice."""
    unit = _tested(table, roll) if roll.modifier else None
    return because(unit=unit, amount=roll.modifier) if unit and _is_lost(unit) else False


def _is_lost(unit: Unit) -> bool:
    return not unit.is_placed and unit.has_status("eliminated")


@replaces(failure_costs, "tsnp:14.41")
def failed_test_leaves_no_remnant(table: Table, unit: Unit) -> str | None:
    """An eliminated unit that fails its test leaves no remnant, and that is all."""
    return NO_REMNANT if _is_lost(unit) else None


@replaces(failure_costs, "tsnp:14.41")
def fresh_remnant_has_no_step_to_lose(table: Table, unit: Unit) -> str | None:
    """A remnant demoralized in the turn in which it appears stays so if it fails again: it has no step to lose yet."""
    spared = every((
        lambda: is_remnant(unit), lambda: is_shaken(table, unit), lambda: unit.has_status("fresh-remnant"),
    ))
    return "demoralized" if spared else None


@obliges(Losses, "tsnp:14.41")
def remnant_retreats_too(table: Table, losses: Losses) -> Because | bool:
    """A remnant retreats if damage is left over when its unit dies, or if others in its hex retreat."""
    rest = max(hexes_given_up(losses), losses.points - steps_given_up(losses))
    lost = _remnant_maker(table, losses) if rest > 0 else None
    return because(unit=lost, hexes=rest) if lost else False


@forbids(Losses, "tsnp:14.41")
def fresh_remnant_is_eliminated(table: Table, losses: Losses) -> Because | bool:
    """A remnant cannot be eliminated in the turn in which it appears."""
    taken = [unit for unit in table.units(losses.units) if steps_taken(losses)[unit.id]]
    fresh = first_unit(taken, lambda unit: is_remnant(unit) and unit.has_status("fresh-remnant"))
    return because(unit=fresh) if fresh else False


@forbids((Place, Roll), "tsnp:14.41")
def remnant_comes_too_late(table: Table, action: Place | Roll) -> Because | bool:
    """A unit tests for a remnant, which is placed, when it is eliminated: in a bombardment or an assault phase."""
    if isinstance(action, Place):
        unit, at = _remnant_placed(table, action), action.hex
        late = unit is not None and table.phase not in DEADLY
    else:
        unit, at = _tested(table, action), None
        late = unit is not None and every((lambda: table.phase not in DEADLY, partial(_is_lost, unit)))
    return because(at=at, unit=unit, phase=table.phase) if late else False


def _tested(table: Table, roll: Roll) -> Unit | None:
    return table.unit(roll.unit) if roll.table == "morale" and roll.unit is not None else None


@forbids(Place, "tsnp:14.41")
def remnant_is_in_play_already(table: Table, place: Place) -> Because | bool:
    """A remnant is placed only if a counter is at hand."""
    unit = _remnant_placed(table, place)
    return because(at=unit.hex, unit=unit) if unit and unit.is_placed else False


@forbids(Place, "tsnp:14.41")
def remnant_is_placed_among_enemies(table: Table, place: Place) -> Because | bool:
    """A remnant is placed where its unit was eliminated, so where no enemy stands."""
    unit = _remnant_placed(table, place)
    by = table.someone_at(place.hex, lambda other: other.side != unit.side) if unit else None
    return because(at=place.hex, unit=unit, by=by) if by else False


# 14.42: the end of a remnant


@obliges(Losses, "tsnp:14.42")
def lost_remnant_leaves_the_game(table: Table, losses: Losses) -> Because | bool:
    """An eliminated remnant is out of the game, and is no loss when the game is scored."""
    taken = [unit for unit in table.units(losses.units) if steps_taken(losses)[unit.id]]
    lost = first_unit(taken, lambda unit: is_remnant(unit) and not unit.has_status("fresh-remnant"))
    return because(unit=lost) if lost else False


@forbids(Place, "tsnp:14.42")
def eliminated_remnant_returns(table: Table, place: Place) -> Because | bool:
    """A remnant that was eliminated, or surrendered, does not come back."""
    unit = _remnant_placed(table, place)
    gone = unit and every((lambda: is_remnant(unit), lambda: not unit.is_placed, lambda: is_out_of_the_game(unit)))
    return because(at=place.hex, unit=unit) if gone else False


def is_out_of_the_game(unit: Unit) -> bool:
    return bool(some(partial(unit.has_status, word) for word in ("eliminated", "surrendered")))


@forbids(Replace, "tsnp:14.42")
def remnant_gets_replacements(table: Table, replace: Replace) -> Because | bool:
    """No replacement brings an eliminated remnant back."""
    unit = table.unit(replace.unit)
    return because(unit=unit) if every((lambda: is_remnant(unit), lambda: unit.has_status("eliminated"))) else False
