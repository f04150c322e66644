"""Chapter 15, headquarters and mountain units (15.6, 15.7), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Losses, Move, Place, Play, Stack, Step, Support, unit_ids
from rulebook.facts import every, known, some
from rulebook.games.tgwe.attack import is_alpine
from rulebook.games.tgwe.ground import enemy_at, is_in_near_east
from rulebook.games.tgwe.movement import hurried_headquarters_is_depleted, is_allied_tank
from rulebook.games.tgwe.pieces import is_hq, is_known_off_the_map, is_mountain, support_of
from rulebook.games.tgwe.strategic_movement import box_left
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

# 15.62: headquarters without guns


@permits(Support, "tgwe:15.62")
def minor_headquarters_only_feed(table: Table, support: Support) -> Because | bool:
    """A headquarters with a support of 0 feeds its units and places new ones, and never supports."""
    minor = first_unit(table.units(support.units), _has_no_guns)
    return because(unit=minor) if minor else False


def _has_no_guns(unit: Unit) -> bool:
    return every((lambda: is_hq(unit), lambda: not unit.has_status("depleted"), lambda: support_of(unit) <= 0))


# 15.63: headquarters do not fight


@forbids(Losses, "tgwe:15.63")
def headquarters_take_no_losses(table: Table, losses: Losses) -> Because | bool:
    """A headquarters is never used to take losses."""
    taken = first_unit(table.units(tuple(loss.unit for loss in losses.taken)), is_hq)
    return because(unit=taken) if taken else False


@obliges(Advance, "tgwe:15.63")
def advance_overruns_a_headquarters(table: Table, advance: Advance) -> Because | bool:
    """A headquarters alone in a hex that enemies advance into is destroyed without a roll."""
    side = table.unit(advance.units[0]).side
    lost = first_unit(table.units_at(advance.to), lambda unit: unit.side != side and is_hq(unit))
    return because(at=advance.to, by=lost) if lost else False


@forbids(Step, "tgwe:15.63")
def headquarters_enters_an_enemy_hex(table: Table, step: Step) -> Because | bool:
    """A headquarters never enters a hex that the enemy occupies, were it by a headquarters alone."""
    staff = first_unit(table.units(step.move.units), is_hq)
    enemy = enemy_at(table, staff.side, step.to) if staff else None
    return because(at=step.to, unit=staff, by=enemy) if enemy else False


# 15.64: Europe or the Near East


@forbids(Move, "tgwe:15.64")
def headquarters_changes_worlds(table: Table, move: Move) -> Because | bool:
    """A headquarters of Europe never goes to the Near East, nor one of the Near East to Europe."""
    if not move.path or move.path[0][0] == move.path[-1][0] != "?":
        return False
    start, end = move.path[0], move.path[-1]
    staff = first_unit(table.units(move.units), is_hq)
    changes = staff and is_in_near_east(table, start) != is_in_near_east(table, end)
    return because(at=end, unit=staff) if changes else False


@forbids(Place, "tgwe:15.64")
def headquarters_comes_out_in_the_other_world(table: Table, place: Place) -> Because | bool:
    """Nor does it go there by the Transit Box."""
    staff = first_unit(table.units(unit_ids(place)), is_hq) if box_left(table, place) == "transit-box" else None
    changes = staff and staff.has_status("from-east") == is_in_near_east(table, place.hex)
    return because(at=place.hex, unit=staff) if changes else False


@forbids(Play, "tgwe:15.64")
def headquarters_goes_into_the_transfer_box(table: Table, play: Play) -> Because | bool:
    """Nor by the Transfer Box, which leads nowhere else."""
    staff = first_unit(table.units(play.units), is_hq) if play.event == "to-transfer-box" else None
    return because(unit=staff) if staff else False


@forbids(Play, "tgwe:15.64")
def headquarters_goes_into_the_transit_box(table: Table, play: Play) -> Because | bool:
    """Nor does one of Europe go into the Transit Box, which leads to the Near East."""
    if play.event != "to-transit-box":
        return False
    staff = first_unit(table.units(play.units), partial(_is_headquarters_of_europe, table))
    return because(unit=staff) if staff else False


@contested(headquarters_goes_into_the_transit_box)
def box_is_open_to_headquarters(table: Table, play: Play) -> Because | bool:
    """The Box is no front: it may go into it, and come back to the Eastern Front (9.13)."""
    return False


def _is_headquarters_of_europe(table: Table, unit: Unit) -> bool:
    """A headquarters that goes by rail from a front of Europe: new ones come to boxes from none (13.29)."""
    return every((
        partial(is_hq, unit), lambda: not is_known_off_the_map(unit), lambda: not is_in_near_east(table, unit.hex)
    ))


# 15.66: headquarters that hurry


@unless(hurried_headquarters_is_depleted, "tgwe:15.66")
def war_of_movement_is_back(table: Table, move: Move) -> bool:
    """It ends with the first Shock-Troop event, or with a replaceable Allied tank unit on the map."""
    return bool(some((
        lambda: table.has_event("shock-troops-1"),
        lambda: any(known(partial(_is_lasting_tank, unit)) for unit in table.units()),
        lambda: table.has_event("allied-tanks-entered"),
    )))


def _is_lasting_tank(unit: Unit) -> bool:
    """Whether a unit is an Allied tank unit on the map, other than the British experimental battalion (15.26)."""
    return every((
        lambda: unit.is_placed, partial(is_allied_tank, unit), lambda: not unit.has_status("experimental-tanks")
    ))


# 15.71: the Alps


@forbids(Attack, "tgwe:15.71")
def attacks_in_the_alps(table: Table, attack: Attack) -> Because | bool:
    """Mountain units alone attack in alpine hexes."""
    unfit = first_unit(table.units(attack.units), partial(_cannot_climb, table, attack))
    return because(at=attack.target, unit=unfit) if unfit else False


@forbids(Stack, "tgwe:15.71")
def stands_in_the_alps(table: Table, stack: Stack) -> Because | bool:
    """Others do not come to stand in alpine hexes either."""
    lowlander = first_unit(table.units(stack.units), lambda unit: every((
        lambda: not is_mountain(unit), lambda: is_alpine(table, stack.hex)
    )))
    return because(at=stack.hex, unit=lowlander) if lowlander else False


def _cannot_climb(table: Table, attack: Attack, unit: Unit) -> bool:
    return every((lambda: not is_mountain(unit), lambda: is_alpine(table, attack.target)))
