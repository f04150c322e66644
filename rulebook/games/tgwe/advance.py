"""Chapter 10, advance after combat (10.7), in the book's order; trenches of -2 are in deep_trenches.py."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Advance, Retreat
from rulebook.facts import every, known, some
from rulebook.games.tgwe.battle import has_enemy_fort, side_of, won
from rulebook.games.tgwe.calendar import month, this_month
from rulebook.games.tgwe.ground import enemy_at, enemy_combat_unit_at, theatre_of, touch
from rulebook.games.tgwe.movement import is_allied_tank
from rulebook.games.tgwe.pieces import is_hq, is_mountain
from rulebook.games.tgwe.sequence import COMBAT, attacking_side
from rulebook.games.tgwe.shock_troops import is_assault
from rulebook.games.tgwe.supply import would_be_out_of_supply
from rulebook.games.tgwe.terrain_costs import is_barred_side, is_weather, lies_off_the_map
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

GROUND_THAT_STOPS = ("marsh", "mountain", "pass")
CLOSED_GROUND = ("sea", "lake")
LAST_MONTH_OF_SLOW_TANKS = month(1919, "mar")

Test = Callable[[Unit], bool]


def goes_beyond(advance: Advance) -> bool:
    """Whether units go on past the hex that they attacked."""
    return advance.to != won(advance)


# 10.71: into the hex that was attacked


@permits(Advance, "tgwe:10.71")
def victors_may_advance(table: Table, advance: Advance) -> Because | bool:
    """Some or all of the attackers that survived may enter the hex that the defenders left empty."""
    return because(at=won(advance)) if table.phase in COMBAT and not _holder(table, advance) else False


def _holder(table: Table, advance: Advance) -> Unit | str | None:
    """An enemy combat unit or fort left in the hex."""
    side, there = side_of(table, advance), won(advance)
    found: Unit | str | None = some((
        lambda: enemy_combat_unit_at(table, side, there),
        lambda: there if has_enemy_fort(table, side, there) else None,
    ))
    return found


@forbids(Advance, "tgwe:10.71")
def hex_is_still_defended(table: Table, advance: Advance) -> Because | bool:
    """Units advance only into a hex with no enemy combat unit or fort left in it."""
    by = _holder(table, advance)
    return because(at=won(advance), by=by) if by else False


@contested(hex_is_still_defended)
def any_enemy_defends_the_hex(table: Table, advance: Advance) -> Because | bool:
    """A headquarters that is left there keeps the hex from being completely free."""
    by = some((lambda: enemy_at(table, side_of(table, advance), won(advance)), lambda: _holder(table, advance)))
    return because(at=won(advance), by=by) if by else False


@forbids(Advance, "tgwe:10.71")
def defenders_advance(table: Table, advance: Advance) -> Because | bool:
    """The defender never advances after combat."""
    if table.phase not in COMBAT:
        return False
    side = attacking_side(table, theatre_of(table, won(advance)))
    idle = first_unit(table.units(advance.units), lambda unit: unit.side != side)
    return because(at=advance.to, unit=idle) if idle else False


@forbids(Advance, "tgwe:10.71")
def bystanders_advance(table: Table, advance: Advance) -> Because | bool:
    """Only units that took part in the attack advance."""
    idle = first_unit(table.units(advance.units), lambda unit: not _took_part(advance, unit))
    return because(at=advance.to, unit=idle) if idle else False


def _took_part(advance: Advance, unit: Unit) -> bool:
    if advance.attackers is not None:
        return unit.id in advance.attackers
    return unit.has_status("attacked", ordinary=True)


@forbids(Advance, "tgwe:10.71")
def headquarters_advance(table: Table, advance: Advance) -> Because | bool:
    """A headquarters never advances after combat."""
    idle = first_unit(table.units(advance.units), is_hq)
    return because(at=advance.to, unit=idle) if idle else False


@forbids(Advance, "tgwe:10.71")
def advances_from_afar(table: Table, advance: Advance) -> Because | bool:
    """Units advance from a hex next to the one that they attacked."""
    far = first_unit(table.units(advance.units), lambda unit: not _is_at_hand(table, unit, won(advance)))
    return because(at=advance.to, unit=far) if far else False


def _is_at_hand(table: Table, unit: Unit, there: str) -> bool:
    """Whether a unit is next to the hex that was attacked, or in it already on its way beyond."""
    return not table.game.is_off_map(unit.facts) and (unit.hex == there or touch(table, unit.hex, there))


@forbids(Advance, "tgwe:10.71")
def advances_into_closed_ground(table: Table, advance: Advance) -> Because | bool:
    """Units advance into no ground, and across no side, that is closed to operational movement."""
    hexes = dict.fromkeys((won(advance), advance.to))
    shut = some((
        *(partial(_is_closed, table, advance, number) for number in hexes),
        *(partial(_comes_over_a_closed_side, table, unit, won(advance)) for unit in table.units(advance.units)),
    ))
    return because(at=advance.to) if shut else False


def _comes_over_a_closed_side(table: Table, unit: Unit, there: str) -> bool:
    """Whether a unit comes across a side that nobody crosses: it could not have attacked there (10.15)."""
    return unit.hex != there and is_barred_side(table, unit.hex, there)


def _is_closed(table: Table, advance: Advance, number: str) -> bool:
    """Whether the ground keeps these units out; that of a hex they could attack does not, unless posted so (10.15)."""
    read = partial(table.terrain, number)
    terrain = known(read) if number == won(advance) else read()
    if terrain == "alpine":
        return first_unit(table.units(advance.units), lambda unit: not is_mountain(unit)) is not None
    return terrain in CLOSED_GROUND


@obliges(Advance, "tgwe:10.71")
def advance_is_decided_at_once(table: Table, advance: Advance) -> Because | bool:
    """Whether to advance is decided before another battle is resolved."""
    return because(at=won(advance)) if table.phase in COMBAT else False


# 10.72: two hexes


@defines("tgwe:10.72")
def may_go_two_hexes(table: Table, unit: Unit, there: str) -> bool:
    """Assault troops, and Allied tanks after March 1919, may advance two hexes."""
    return bool(some((
        lambda: is_assault(table, unit, there),
        lambda: every((lambda: is_allied_tank(unit), lambda: this_month(table) > LAST_MONTH_OF_SLOW_TANKS)),
    )))


@contested(may_go_two_hexes)
def may_go_two_hexes_late(table: Table, unit: Unit, there: str) -> bool:
    """The date binds assault troops as well as Allied tanks."""
    return every((
        lambda: this_month(table) > LAST_MONTH_OF_SLOW_TANKS,
        lambda: some((lambda: is_assault(table, unit, there), lambda: is_allied_tank(unit))),
    ))


@forbids(Advance, "tgwe:10.72")
def goes_on_without_the_right(table: Table, advance: Advance) -> Because | bool:
    """Only assault troops and late Allied tanks go beyond the hex that they attacked."""
    if not goes_beyond(advance):
        return False
    slow = first_unit(table.units(advance.units), lambda unit: not may_go_two_hexes(table, unit, won(advance)))
    return because(at=advance.to, unit=slow) if slow else False


@permits(Advance, "tgwe:10.72")
def some_advance_two_hexes(table: Table, advance: Advance) -> Because | bool:
    """Units with the right to may go on to a second hex next to the one that they won."""
    free = goes_beyond(advance) and every(
        partial(may_go_two_hexes, table, unit, won(advance)) for unit in table.units(advance.units)
    )
    return because(at=advance.to) if free else False


@forbids(Advance, "tgwe:10.72")
def ground_ends_the_advance(table: Table, advance: Advance) -> Because | bool:
    """An advance ends in marsh, mountain or mountain pass, and in a flood plain when it is wet."""
    if not goes_beyond(advance):
        return False
    terrain = table.terrain(won(advance))
    stops = terrain in GROUND_THAT_STOPS or (
        terrain == "flood-plain" and is_weather(table, won(advance), "wet")
    )
    return because(at=won(advance), terrain=terrain) if stops else False


@forbids(Advance, "tgwe:10.72")
def skips_the_hex_won(table: Table, advance: Advance) -> Because | bool:
    """The second hex is next to the one that was attacked, across a side that can be crossed."""
    if not goes_beyond(advance):
        return False
    first, second = won(advance), advance.to
    astray = some((
        lambda: lies_off_the_map(table, second) or not touch(table, first, second),
        lambda: is_barred_side(table, first, second),
    ))
    return because(at=second) if astray else False


@forbids(Advance, "tgwe:10.72")
def goes_on_into_the_alps(table: Table, advance: Advance) -> Because | bool:
    """The second hex of an advance is not an alpine one."""
    high = goes_beyond(advance) and table.terrain(advance.to) == "alpine"
    return because(at=advance.to) if high else False


@forbids(Advance, "tgwe:10.72")
def goes_on_into_a_held_hex(table: Table, advance: Advance) -> Because | bool:
    """The second hex of an advance is empty; an enemy headquarters alone in it is overrun (10.11)."""
    return _held_beyond(table, advance, partial(_is_in_the_way, side_of(table, advance), advance))


@contested(goes_on_into_a_held_hex)
def goes_on_into_an_enemy_hex(table: Table, advance: Advance) -> Because | bool:
    """Friendly units in the second hex are no hindrance."""
    side = side_of(table, advance)
    return _held_beyond(table, advance, lambda unit: unit.side != side and not is_hq(unit))


def _is_in_the_way(side: str, advance: Advance, unit: Unit) -> bool:
    return unit.id not in advance.units and (unit.side == side or not is_hq(unit))


def _held_beyond(table: Table, advance: Advance, test: Test) -> Because | bool:
    if not goes_beyond(advance):
        return False
    by = some((
        lambda: table.someone_at(advance.to, test),
        lambda: advance.to if has_enemy_fort(table, side_of(table, advance), advance.to) else None,
    ))
    return because(at=advance.to, by=by) if by else False


# 10.73: supply


@forbids((Advance, Retreat), "tgwe:10.73")
def leaves_its_supply_behind(table: Table, action: Advance | Retreat) -> Because | bool:
    """No unit advances, and no cavalry withdraws, into a hex where it would be out of supply."""
    there = action.to if isinstance(action, Advance) else action.path[-1]
    lost = first_unit(table.units(action.units), lambda unit: would_be_out_of_supply(table, unit, there))
    return because(at=there, unit=lost) if lost else False
