"""Chapter 8, zones of control (8.4 to 8.47, and 15.4 and 15.5 where they change them), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Move, Retreat, Step, Zoc
from rulebook.facts import every, known, some
from rulebook.games.tsnp.agreed import option
from rulebook.games.tsnp.forces import (
    is_artillery,
    is_chasseurs,
    is_garrison,
    is_headquarters,
    is_infantry,
    is_regiment,
)
from rulebook.games.tsnp.ground import has_intact_fort
from rulebook.mechanics.units import first_unit
from rulebook.mechanics.zones import exerting_unit
from rulebook.rules import Because, because, computes, contested, costs, defines, forbids, permits, unless
from rulebook.table import Table, Unit

STRONG_ZONE_COST = 1
LEAVING_A_ZONE_COST = 1
Exerter = Unit | str


# 8.4: who exerts a zone of control


@defines("tsnp:8.4")
def exerts_zoc_into(table: Table, unit: Unit, there: str) -> bool:
    """Every infantry and artillery unit on the map controls the six hexes around its own."""
    return not table.game.is_off_map(unit.facts) and table.are_adjacent(unit.hex, there)


@unless(exerts_zoc_into, "tsnp:8.4")
def headquarters_exert_no_zoc(table: Table, unit: Unit, there: str) -> bool:
    """Headquarters control nothing around them."""
    return is_headquarters(unit)


@forbids(Zoc, "tsnp:8.4")
def exerts_no_zone_there(table: Table, zoc: Zoc) -> Because | bool:
    """Headquarters, and units too far away, control nothing in the hex."""
    idle = some(partial(_idle, table, unit, zoc.hex) for unit in table.units(zoc.units))
    return because(at=zoc.hex, unit=idle) if idle else False


def _idle(table: Table, unit: Unit, there: str) -> Unit | None:
    return None if zone_strength(table, unit, there) else unit


@permits(Zoc, "tsnp:8.4")
def exerts_zone_there(table: Table, zoc: Zoc) -> Because | bool:
    """The zone of the units reaches the hex."""
    return False if exerts_no_zone_there(table, zoc) else because(at=zoc.hex)


# 8.41: strong zones and weak ones


@defines("tsnp:8.41")
def exerts_strong_zoc_into(table: Table, unit: Unit, there: str) -> bool:
    """The zones of regiments and forts are strong; those of battalions, remnants and artillery are weak."""
    return every((lambda: is_regiment(unit) or is_garrison(unit), lambda: exerts_zoc_into(table, unit, there)))


@defines("tsnp:8.41")
def fort_controls(table: Table, side: str, there: str) -> str | None:
    """A fort that stands exerts a strong French zone into the six hexes around it."""
    if side != "french":
        return None
    found: str | None = some(partial(_fort_at, table, near) for near in table.around(there))
    return found


def _fort_at(table: Table, number: str) -> str | None:
    return number if has_intact_fort(table, number) else None


@defines("tsnp:8.41")
def strong_zone_by(table: Table, side: str, there: str) -> Exerter | None:
    """The regiment of a side, or the hex of a fort, whose strong zone covers a hex: it prevails over weak ones."""
    found: Exerter | None = some((
        partial(exerting_unit, table, exerts_strong_zoc_into, side, there), partial(fort_controls, table, side, there)
    ))
    return found


@defines("tsnp:8.41")
def zone_by(table: Table, side: str, there: str) -> Exerter | None:
    """The unit of a side, or the hex of a fort, that covers a hex with a zone, strong or weak."""
    found: Exerter | None = some((
        partial(exerting_unit, table, exerts_zoc_into, side, there),
        partial(fort_controls, table, side, there),
        partial(armed_fort_controls, table, side, there),
    ))
    return found


def zone_strength(table: Table, unit: Unit, there: str) -> str | None:
    """How strong the zone is that a unit, or the fort it is in, exerts into a hex; None where there is none."""
    strong = some((
        lambda: exerts_strong_zoc_into(table, unit, there), lambda: _shares_a_fort_zone(table, unit, there)
    ))
    if strong:
        return "strong"
    weak = some((lambda: exerts_zoc_into(table, unit, there), lambda: _guns_of_the_fort_reach(table, unit, there)))
    return "weak" if weak else None


def _shares_a_fort_zone(table: Table, unit: Unit, there: str) -> bool:
    return every((
        lambda: exerts_zoc_into(table, unit, there),
        lambda: unit.side == "french",
        lambda: has_intact_fort(table, unit.hex),
    ))


def _guns_of_the_fort_reach(table: Table, unit: Unit, there: str) -> bool:
    return is_garrison(unit) and unit.hex in _two_hexes_around(table, there) and bool(
        armed_fort_controls(table, unit.side, there)
    )


@computes(Zoc, "strength", "tsnp:8.41")
def strength_of_the_zone(table: Table, zoc: Zoc) -> str | None:
    """Where zones of both strengths meet in a hex, the strong one prevails."""
    found = [zone_strength(table, unit, zoc.hex) for unit in table.units(zoc.units)]
    return "strong" if "strong" in found else next(filter(None, found), None)


@defines("tsnp:15.4", when=option("15.4"))
def armed_fort_controls(table: Table, side: str, there: str) -> str | None:
    """A fort that kept its heavy guns exerts a weak zone one hex farther out."""
    if side != "french":
        return None
    found: str | None = some(partial(_fort_at, table, near) for near in _two_hexes_around(table, there))
    return found


def _two_hexes_around(table: Table, number: str) -> tuple[str, ...]:
    """The hexes one or two hexes from this one, those next to it first."""
    near = table.around(number)
    far = dict.fromkeys(other for one in near for other in table.around(one))
    return (*near, *(other for other in far if other != number and other not in near))


# 8.42 and 8.43: what a unit meets in a hex where none of its side stands, beside those that come there with it


@defines("tsnp:8.42")
def meets_strong_zone(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> Exerter | None:
    """What covers a hex with an enemy strong zone, as a unit of a party that moves meets it."""
    found: Exerter | None = strong_zone_by(table, table.game.enemy_of(unit.side), there)
    return found


@defines("tsnp:8.43")
def meets_zone(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> Exerter | None:
    """What covers a hex with an enemy zone of either strength, as a retreat or a supply line meets it."""
    found: Exerter | None = zone_by(table, table.game.enemy_of(unit.side), there)
    return found


@defines("tsnp:8.43")
def meets_zone_on_the_march(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> Exerter | None:
    """What covers a hex with an enemy zone of either strength, as a unit of a party that moves meets it."""
    found: Exerter | None = zone_by(table, table.game.enemy_of(unit.side), there)
    return found


def _strong(table: Table, step: Step, there: str) -> Exerter | None:
    """The strong zone that some unit of a moving party meets in a hex."""
    party = step.move.units
    if _is_beyond_zones(table, party, there):
        return None
    found: Exerter | None = some(partial(meets_strong_zone, table, unit, there, party) for unit in table.units(party))
    return found


def _strong_for(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> Exerter | None:
    """The strong zone that one unit of a moving party meets in a hex."""
    found: Exerter | None = None if _is_beyond_zones(table, party, there) else meets_strong_zone(
        table, unit, there, party
    )
    return found


def meets_any_zone(table: Table, step: Step, there: str) -> Exerter | None:
    """The zone that a moving party meets in a hex; all its units are of one side, so they meet the same."""
    party = step.move.units
    if _is_beyond_zones(table, party, there):
        return None
    found: Exerter | None = meets_zone_on_the_march(table, table.unit(party[0]), there, party)
    return found


def _is_beyond_zones(table: Table, party: tuple[str, ...], there: str) -> bool:
    """Whether a hex is seen at once to lie beyond every zone of the enemies of a party."""
    enemy = table.game.enemy_of(table.unit(party[0]).side)
    return table.is_far_from(enemy, there) and table.is_far_from("fort", there)


def is_barred_by_zones(unit: Unit) -> bool:
    return is_artillery(unit) or is_headquarters(unit)


@forbids(Step, "tsnp:8.42")
def guns_or_staff_enter_a_strong_zone(table: Table, step: Step) -> Because | bool:
    """Artillery and headquarters never enter a hex under an enemy strong zone."""
    kept_out = first_unit(table.units(step.move.units), is_barred_by_zones)
    by = _strong(table, step, step.to) if kept_out else None
    return because(at=step.to, unit=kept_out, by=by) if by else False


@forbids(Step, "tsnp:8.42")
def goes_on_in_a_strong_zone(table: Table, step: Step) -> Because | bool:
    """Infantry that enters a strong zone stops there for the rest of the phase."""
    by = _strong(table, step, step.start) if step.index > 0 else None
    return because(at=step.start, by=by, to=step.to) if by else False


@forbids(Step, "tsnp:8.42")
def goes_from_strong_to_strong(table: Table, step: Step) -> Because | bool:
    """No unit goes straight from one hex under a strong zone into another."""
    found: Because | None = some(
        partial(_strong_at_both_ends, table, step, unit) for unit in table.units(step.move.units)
    )
    return found or False


def _strong_at_both_ends(table: Table, step: Step, unit: Unit) -> Because | None:
    party = step.move.units
    both = every((
        lambda: _strong_for(table, unit, step.start, party), lambda: _strong_for(table, unit, step.to, party)
    ))
    return because(at=step.to, start=step.start, by=_strong_for(table, unit, step.to, party)) if both else None


@costs(Step, "tsnp:8.42")
def entering_a_strong_zone_cost(table: Table, step: Step) -> int:
    """Entering a hex under a strong zone costs 1 more."""
    return STRONG_ZONE_COST if _strong(table, step, step.to) else 0


@costs(Step, "tsnp:8.42")
def leaving_a_strong_zone_cost(table: Table, step: Step) -> int:
    """Leaving a hex under a strong zone costs 1 more."""
    return STRONG_ZONE_COST if _strong(table, step, step.start) else 0


@forbids(Step, "tsnp:8.43")
def guns_or_staff_enter_a_weak_zone(table: Table, step: Step) -> Because | bool:
    """Artillery and headquarters never enter a hex under an enemy weak zone either."""
    kept_out = first_unit(table.units(step.move.units), is_barred_by_zones)
    weak = kept_out and every((
        lambda: meets_any_zone(table, step, step.to), lambda: not _strong(table, step, step.to)
    ))
    return because(at=step.to, unit=kept_out, by=meets_any_zone(table, step, step.to)) if weak else False


@costs(Step, "tsnp:8.43")
def leaving_a_weak_zone_cost(table: Table, step: Step) -> int:
    """Infantry enters a weak zone at the ordinary cost, and pays 1 more to leave it."""
    pays = every((
        lambda: meets_any_zone(table, step, step.start),
        lambda: first_unit(table.units(step.move.units), is_infantry),
        lambda: not _strong(table, step, step.start),
    ))
    return LEAVING_A_ZONE_COST if pays else 0


@permits(Step, "tsnp:8.43")
def goes_from_weak_to_weak(table: Table, step: Step) -> Because | bool:
    """Infantry may go straight from one hex under a weak zone into another."""
    weak = every((
        lambda: not first_unit(table.units(step.move.units), is_barred_by_zones),
        lambda: meets_any_zone(table, step, step.start),
        lambda: meets_any_zone(table, step, step.to),
        lambda: not _strong(table, step, step.start),
        lambda: not _strong(table, step, step.to),
    ))
    return because(at=step.to, start=step.start) if weak else False


def zone_cost_for(table: Table, unit: Unit, step: Step) -> int:
    """What the zones cost one unit of a party: each meets them in its own way."""
    party = step.move.units
    enters = STRONG_ZONE_COST if _strong_for(table, unit, step.to, party) else 0
    if _strong_for(table, unit, step.start, party):
        return enters + STRONG_ZONE_COST
    leaves = every((lambda: meets_any_zone(table, step, step.start), lambda: is_infantry(unit)))
    return enters + (LEAVING_A_ZONE_COST if leaves else 0)


def zone_cost_for_all(table: Table, step: Step) -> int:
    """What the zones cost a party that stays together: as much as the unit that pays most at either end."""
    rules = (entering_a_strong_zone_cost, leaving_a_strong_zone_cost, leaving_a_weak_zone_cost)
    return sum(int(rule(table, step)) for rule in rules)


# 8.44, and 15.5, which leaves no doubt where 8.44 does and is therefore asked first


@unless(meets_strong_zone, "tsnp:15.5", when=option("15.5"))
def infiltrates_past_a_strong_zone(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> bool:
    """A friendly unit in the hex cancels strong zones whatever is at stake."""
    return is_friend_in(table, unit.side, there, party)


@unless(meets_zone_on_the_march, "tsnp:15.5", when=option("15.5"))
def infiltrates_past_a_zone(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> bool:
    """A friendly unit in the hex cancels every zone whatever is at stake."""
    return is_friend_in(table, unit.side, there, party)


@defines("tsnp:8.44")
def friends_open_the_way(table: Table, side: str, there: str, party: tuple[str, ...]) -> bool:
    """Any unit may enter and pass through a hex that holds a friendly unit, at no extra cost."""
    return is_friend_in(table, side, there, party)


@contested(friends_open_the_way)
def friends_open_no_way(table: Table, side: str, there: str, party: tuple[str, ...]) -> bool:
    """A friendly unit cancels zones for retreats and supply lines alone; for moves only if 15.5 is played."""
    return False


@unless(meets_strong_zone, "tsnp:8.44")
def friends_cancel_strong_zone(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> bool:
    """A friendly unit already in the hex cancels the strong zones over it for those that move."""
    return bool(friends_open_the_way(table, unit.side, there, party))


@unless(meets_zone_on_the_march, "tsnp:8.44")
def friends_cancel_zone_on_the_march(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> bool:
    """A friendly unit already in the hex cancels the zones over it for those that move."""
    return bool(friends_open_the_way(table, unit.side, there, party))


@unless(meets_zone, "tsnp:8.44")
def friends_cancel_zone(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> bool:
    """A friendly unit already in the hex cancels the zones over it for retreats and supply lines."""
    return is_friend_in(table, unit.side, there, party)


def is_friend_in(table: Table, side: str, there: str, but: tuple[str, ...] = ()) -> bool:
    """Whether a unit of the side, other than these, is in the hex."""
    return bool(table.someone_at(there, lambda unit: unit.id not in but and unit.side == side))


# 8.45 to 8.47


@permits(Move, "tsnp:8.45")
def guns_and_staff_may_stand_fast(table: Table, move: Move) -> Because | bool:
    """Artillery and headquarters alone in a hex need not leave it when an enemy regiment comes next to it."""
    if move.path is None or not first_unit(table.units(move.units), is_regiment):
        return False
    enemy = table.game.enemy_of(table.unit(move.units[0]).side)
    held = next((near for near in table.around(move.path[-1]) if _holds_only_guns_or_staff(table, enemy, near)), None)
    return because(at=held, to=move.path[-1], by=table.units_at(held)[0]) if held else False


def _holds_only_guns_or_staff(table: Table, side: str, number: str) -> bool:
    units = table.units_at(number)
    return bool(units) and all(known(partial(_is_gun_or_staff_of, side, unit)) for unit in units)


def _is_gun_or_staff_of(side: str, unit: Unit) -> bool:
    return unit.side == side and is_barred_by_zones(unit)


@permits(Advance, "tsnp:8.46")
def advances_under_a_zone(table: Table, advance: Advance) -> Because | bool:
    """Zones do nothing to units that advance after combat."""
    by = zone_by(table, table.game.enemy_of(table.unit(advance.units[0]).side), advance.to)
    return because(at=advance.to, by=by) if by else False


@permits(Retreat, "tsnp:8.46")
def retreats_on_through_a_zone(table: Table, retreat: Retreat) -> Because | bool:
    """A unit that retreats need not stop in an enemy zone, not even a strong one."""
    enemy = table.game.enemy_of(table.unit(retreat.units[0]).side)
    passed = some(partial(_covered, table, enemy, number) for number in retreat.path[1:-1])
    return because(at=passed, by=zone_by(table, enemy, passed)) if passed else False


def _covered(table: Table, side: str, number: str) -> str | None:
    return number if zone_by(table, side, number) else None


@unless(meets_strong_zone, "tsnp:8.47")
def chasseurs_find_it_weak(table: Table, unit: Unit, there: str, party: tuple[str, ...]) -> bool:
    """French chasseurs take every German zone for a weak one."""
    return is_chasseurs(unit)
