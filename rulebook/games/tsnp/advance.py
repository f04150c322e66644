"""Chapter 9, advance after combat, which the book calls infiltration (9.53, 9.6 to 9.63), in the book's order."""

from functools import partial

from rulebook.actions import Advance
from rulebook.facts import every, known, some
from rulebook.games.tsnp.forces import is_artillery, is_infantry, is_pioneers, never_attacks
from rulebook.games.tsnp.ground import is_closed_by_the_meuse
from rulebook.games.tsnp.stacking import overstacked
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

RETREAT_THAT_OPENS_THE_WAY = 2
TWO_HEXES = 2


def _side(table: Table, advance: Advance) -> str:
    return table.unit(advance.units[0]).side


def assaulted(advance: Advance) -> str:
    """The hex that was assaulted: the one entered, where the action names no other."""
    return advance.target or advance.to


def goes_beyond(advance: Advance) -> bool:
    """Whether units go on past the hex that they assaulted."""
    return advance.to != assaulted(advance)


def _has_attacked(unit: Unit) -> bool:
    return unit.has_status("has-attacked", ordinary=True)


# 9.53: whoever retreated


@forbids(Advance, "tsnp:9.53")
def retreated_units_advance(table: Table, advance: Advance) -> Because | bool:
    """Attackers that retreated do not advance afterwards."""
    back = first_unit(table.units(advance.units), lambda unit: unit.has_status("retreated"))
    return because(at=advance.to, unit=back) if back else False


# 9.6: into the hex that was assaulted


@permits(Advance, "tsnp:9.6")
def victors_may_advance(table: Table, advance: Advance) -> Because | bool:
    """Attackers may enter the hex that the defenders left, at no cost and heedless of enemy zones."""
    open_to_them = every((
        lambda: table.phase == "assault",
        lambda: _side(table, advance) == table.active,
        lambda: not _enemy_in(table, advance, assaulted(advance)),
    ))
    return because(at=assaulted(advance)) if open_to_them else False


def _enemy_in(table: Table, advance: Advance, there: str) -> Unit | None:
    side = _side(table, advance)
    found: Unit | None = table.someone_at(there, lambda unit: unit.side != side)
    return found


@forbids(Advance, "tsnp:9.6")
def advances_without_an_assault(table: Table, advance: Advance) -> Because | bool:
    """Units advance after an assault only, in an assault phase."""
    return because(phase=table.phase) if table.phase != "assault" else False


@forbids(Advance, "tsnp:9.6")
def defenders_never_advance(table: Table, advance: Advance) -> Because | bool:
    """Units that defended never advance after combat."""
    idle = first_unit(table.units(advance.units), lambda unit: unit.side != table.active)
    return because(at=advance.to, unit=idle) if idle else False


@forbids(Advance, "tsnp:9.6")
def bystanders_advance(table: Table, advance: Advance) -> Because | bool:
    """Only units that took part in the assault advance after it."""
    idle = first_unit(table.units(advance.units), lambda unit: not _took_part(unit))
    return because(at=advance.to, unit=idle) if idle else False


def _took_part(unit: Unit) -> bool:
    """Whether a unit fought in the assault; headquarters, garrisons and army artillery take part in none."""
    if never_attacks(unit):
        return False
    return unit.has_status("fired", ordinary=True) if is_artillery(unit) else _has_attacked(unit)


@forbids(Advance, "tsnp:9.6")
def another_attacker_retreated(table: Table, advance: Advance) -> Because | bool:
    """Nobody advances if any attacker retreated."""
    others = [unit for unit in table.units() if unit.id not in advance.units and unit.is_placed]
    back = first_unit(others, partial(_is_a_beaten_attacker, table, advance))
    return because(at=advance.to, unit=back) if back else False


def _is_a_beaten_attacker(table: Table, advance: Advance, unit: Unit) -> bool:
    return every((
        lambda: unit.side == _side(table, advance),
        lambda: unit.has_status("retreated"),
        lambda: is_artillery(unit) or _has_attacked(unit),
    ))


@forbids(Advance, "tsnp:9.6")
def advances_from_afar(table: Table, advance: Advance) -> Because | bool:
    """Units advance into a hex next to the one that they attacked from."""
    far = first_unit(table.units(advance.units), lambda unit: not _is_at_hand(table, unit, assaulted(advance)))
    return because(at=advance.to, unit=far) if far else False


def _is_at_hand(table: Table, unit: Unit, there: str) -> bool:
    """Whether a unit is next to the assaulted hex, or in it already on its way beyond."""
    return not table.game.is_off_map(unit.facts) and (unit.hex == there or table.are_adjacent(unit.hex, there))


@forbids(Advance, "tsnp:U4")
def advances_across_the_meuse(table: Table, advance: Advance) -> Because | bool:
    """Nobody advances across the Meuse where there is no bridge: no assault was made there."""
    there = assaulted(advance)
    near = [unit for unit in table.units(advance.units) if unit.is_placed and unit.hex != there]
    cut = next((unit for unit in near if known(partial(is_closed_by_the_meuse, table, unit.hex, there))), None)
    return because(at=there, unit=cut) if cut else False


@forbids(Advance, "tsnp:9.6")
def hex_is_still_defended(table: Table, advance: Advance) -> Because | bool:
    """Units advance only where no enemy is left."""
    by = some(partial(_enemy_in, table, advance, there) for there in dict.fromkeys((assaulted(advance), advance.to)))
    return because(at=by.hex, by=by) if by else False


@forbids(Advance, "tsnp:9.6")
def advances_into_a_full_hex(table: Table, advance: Advance) -> Because | bool:
    """Advancing units keep to the stacking limit."""
    return overstacked(table, advance.to, tuple(table.units(advance.units))) or False


# 9.61: pioneers open the way to a second hex


def _pioneers_with(table: Table, advance: Advance, unit: Unit) -> bool:
    """Whether a unit attacked together with pioneers, lost since or not, from one hex."""
    if is_pioneers(unit):
        return True
    if advance.pioneers is not None:
        return first_unit(table.units(advance.pioneers), is_pioneers) is not None
    return bool(some((
        lambda: table.someone_at(unit.hex, lambda other: is_pioneers(other) and _has_attacked(other)),
        lambda: _gone_pioneers(table, advance),
    )))


def _gone_pioneers(table: Table, advance: Advance) -> bool:
    """Pioneers lost in an assault, or gone ahead, may have been in the stack: the action has to say."""
    ahead = (assaulted(advance), advance.to)
    gone = [unit for unit in table.units() if "eliminated" in (unit.facts.status or ()) or unit.facts.hex in ahead]
    found = first_unit(gone, lambda unit: is_pioneers(unit) and _has_attacked(unit))
    return bool(table.read("action.pioneers", None)) if found else False


@permits(Advance, "tsnp:9.61")
def pioneers_open_the_way(table: Table, advance: Advance) -> Because | bool:
    """Attackers stacked with pioneers may go on to a second hex if the defenders fled two hexes or died."""
    if not goes_beyond(advance):
        return False
    opened = every((
        *(partial(_pioneers_with, table, advance, unit) for unit in table.units(advance.units)),
        lambda: _way_is_open(table, advance),
    ))
    return because(at=advance.to) if opened else False


def _trail(table: Table, advance: Advance) -> tuple[str, ...]:
    """The hexes that the defenders retreated through, without the one that they left."""
    trail = table.read("action.trail", advance.trail)
    return tuple(number for number in trail if number != assaulted(advance))


def _way_is_open(table: Table, advance: Advance) -> bool:
    return len(_trail(table, advance)) != 1


@forbids(Advance, "tsnp:9.61")
def goes_beyond_without_pioneers(table: Table, advance: Advance) -> Because | bool:
    """Only attackers that were stacked with pioneers go beyond the assaulted hex."""
    if not goes_beyond(advance):
        return False
    alone = first_unit(table.units(advance.units), lambda unit: not _pioneers_with(table, advance, unit))
    return because(at=advance.to, unit=alone) if alone else False


@forbids(Advance, "tsnp:9.61")
def goes_beyond_too_soon(table: Table, advance: Advance) -> Because | bool:
    """Nobody goes beyond the assaulted hex if the defenders retreated less than two hexes."""
    shut = goes_beyond(advance) and not _way_is_open(table, advance)
    return because(at=advance.to, hexes=RETREAT_THAT_OPENS_THE_WAY) if shut else False


@forbids(Advance, "tsnp:9.61")
def goes_off_the_trail(table: Table, advance: Advance) -> Because | bool:
    """The second hex is the first of the defenders' retreat; if all of them died, any beyond the one assaulted."""
    if not goes_beyond(advance):
        return False
    trail = _trail(table, advance)
    astray = advance.to != trail[0] if trail else not _lies_beyond(table, advance)
    return because(at=advance.to) if astray else False


def _lies_beyond(table: Table, advance: Advance) -> bool:
    """Whether a hex is next to the assaulted one and two from where the units attacked."""
    start = [unit.hex for unit in table.units(advance.units) if unit.hex != assaulted(advance)]
    return table.are_adjacent(assaulted(advance), advance.to) and all(
        table.distance(number, advance.to) == TWO_HEXES for number in start
    )


@forbids(Advance, "tsnp:9.61")
def goes_beyond_across_the_meuse(table: Table, advance: Advance) -> Because | bool:
    """The Meuse bars the way to a second hex too, where there is no bridge."""
    cut = goes_beyond(advance) and is_closed_by_the_meuse(table, assaulted(advance), advance.to)
    return because(at=advance.to) if cut else False


@forbids(Advance, "tsnp:9.61")
def leaves_the_hex_empty(table: Table, advance: Advance) -> Because | bool:
    """One unit at least stops in the assaulted hex when others go beyond it."""
    if not goes_beyond(advance):
        return False
    hexes = dict.fromkeys((assaulted(advance), *(unit.hex for unit in table.units(advance.units))))
    left = some(partial(table.someone_at, number, partial(_could_stop, table, advance)) for number in hexes)
    return False if left else because(at=assaulted(advance))


def _could_stop(table: Table, advance: Advance, unit: Unit) -> bool:
    """Whether a unit stands in the assaulted hex, or attacked from the same stack and has not advanced yet."""
    return every((
        lambda: unit.id not in advance.units,
        lambda: unit.side == _side(table, advance),
        lambda: unit.hex == assaulted(advance) or _has_attacked(unit),
    ))


@obliges(Advance, "tsnp:9.61")
def goes_on_together(table: Table, advance: Advance) -> Because | bool:
    """Units that go beyond the assaulted hex do not split up, but for the one left there."""
    return because(at=advance.to) if goes_beyond(advance) and len(advance.units) > 1 else False


# 9.62: pioneers alone


@unless(leaves_the_hex_empty, "tsnp:9.62")
def pioneers_alone_leave_nobody(table: Table, advance: Advance) -> bool:
    """Where pioneers alone advance, they need leave nobody behind."""
    return every(partial(is_pioneers, unit) for unit in table.units(advance.units))


# 9.63: guns


@forbids(Advance, "tsnp:9.63")
def guns_advance_by_themselves(table: Table, advance: Advance) -> Because | bool:
    """A supporting gun advances only if it was stacked with assaulting infantry."""
    alone = first_unit(table.units(advance.units), partial(_is_a_gun_apart, table))
    return because(at=advance.to, unit=alone) if alone else False


def _is_a_gun_apart(table: Table, gun: Unit) -> bool:
    return every((
        lambda: is_artillery(gun),
        lambda: not table.someone_at(gun.hex, lambda unit: every((
            lambda: unit.side == gun.side, lambda: is_infantry(unit), lambda: _has_attacked(unit)
        ))),
    ))
