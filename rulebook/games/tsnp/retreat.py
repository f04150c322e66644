"""Chapter 9, retreat after combat (9.5 to 9.54), in the book's order."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from rulebook.actions import Losses, Retreat
from rulebook.facts import every, some, those
from rulebook.games.tsnp.control import controller
from rulebook.games.tsnp.damage import hexes_given_up, is_eliminated
from rulebook.games.tsnp.forces import (
    is_army_artillery,
    is_artillery,
    is_garrison,
    is_headquarters,
    is_infantry,
    never_attacks,
)
from rulebook.games.tsnp.ground import has_intact_fort, has_terrain, is_closed_by_the_meuse, is_interdicted
from rulebook.games.tsnp.zones import meets_zone
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

TOWNS = ("town", "city")


def _side(table: Table, retreat: Retreat) -> str:
    return table.unit(retreat.units[0]).side


def _is_gun_or_headquarters(unit: Unit) -> bool:
    return is_artillery(unit) or is_headquarters(unit)


# 9.42: closed ground, and units with no way out


@forbids(Losses, "tsnp:9.42")
def retreats_though_one_cannot(table: Table, losses: Losses) -> Because | bool:
    """If one of the units has no hex to retreat into none of them retreats."""
    if hexes_given_up(losses) == 0:
        return False
    penned = first_unit(table.units(losses.units), partial(_is_penned_in, table, losses))
    return because(at=penned.hex, unit=penned) if penned else False


def _is_penned_in(table: Table, losses: Losses, unit: Unit) -> bool:
    """Whether a unit that is left after these losses could leave its hex on no side."""
    return every((
        partial(_is_left_to_retreat, table, losses, unit),
        lambda: not some(partial(_could_enter, table, losses.units, unit.hex, near, unit)
                         for near in table.around(unit.hex)),
    ))


def _is_left_to_retreat(table: Table, losses: Losses, unit: Unit) -> bool:
    """Whether a unit other than a garrison is on the map, and still is after these losses."""
    return not table.game.is_off_map(unit.facts) and every((
        lambda: not is_garrison(unit), lambda: not is_eliminated(table, losses, unit)
    ))


@forbids(Retreat, "tsnp:9.42")
def retreats_over_closed_ground(table: Table, retreat: Retreat) -> Because | bool:
    """No retreat goes across the Meuse where there is no bridge."""
    there = some(partial(_cut_off, table, *step) for step in pairwise(retreat.path))
    return because(at=there) if there else False


def _cut_off(table: Table, here: str, there: str) -> str | None:
    return there if is_closed_by_the_meuse(table, here, there) else None


# 9.5: how far, and which way


@forbids(Losses, "tsnp:9.5")
def no_way_leads_so_far(table: Table, losses: Losses) -> Because | bool:
    """Units retreat no farther than a way leads each of them home, or else to a friendly town."""
    hexes = hexes_given_up(losses)
    if hexes == 0 or losses.enemies is None:
        return False
    stuck = first_unit(table.units(losses.units), lambda unit: every((
        partial(_is_left_to_retreat, table, losses, unit),
        lambda: not table.once(_has_a_way, losses, unit, unit.hex, hexes),
    )))
    return because(at=stuck.hex, unit=stuck, hexes=hexes) if stuck else False


def _has_a_way(table: Table, losses: Losses, unit: Unit, here: str, hexes: int) -> bool:
    """Whether a unit can fall back so many hexes from here, each of them as the rules want it."""
    return hexes == 0 or bool(some(
        partial(_has_a_way_by, table, losses, unit, here, near, hexes) for near in table.around(here)
    ))


def _has_a_way_by(table: Table, losses: Losses, unit: Unit, here: str, near: str, hexes: int) -> bool:
    step = Retreat(type="retreat", units=(unit.id,), path=(here, near), enemies=losses.enemies)
    return every((
        lambda: _could_enter(table, losses.units, here, near, unit),
        lambda: not _astray(table, step, here, near),
        lambda: table.once(_has_a_way, losses, unit, near, hexes - 1),
    ))


@forbids(Retreat, "tsnp:9.5")
def retreats_though_off_the_map(table: Table, retreat: Retreat) -> Because | bool:
    """Only units on the map retreat."""
    absent = first_unit(table.units(retreat.units), lambda unit: table.game.is_off_map(unit.facts))
    return because(at=retreat.path[0], unit=absent) if absent else False


@forbids(Retreat, "tsnp:9.5")
def bystanders_retreat(table: Table, retreat: Retreat) -> Because | bool:
    """Only units of the combat retreat: defenders from the assaulted hex, attackers from those next to it."""
    start = retreat.path[0]
    apart = first_unit(table.units(retreat.units), lambda unit: some((
        lambda: every((lambda: unit.side == table.active, lambda: never_attacks(unit))),
        partial(_stood_apart, table, start, retreat.target, unit),
    )))
    return because(at=start, unit=apart) if apart else False


def _stood_apart(table: Table, start: str, target: str | None, unit: Unit) -> bool:
    """Whether a unit other than a supporting gun was where nobody fought for the hex, or a gun of no use beside it."""
    if target is None:
        return False
    away = table.distance(start, target)
    return every((
        lambda: not is_artillery(unit) or is_army_artillery(unit),
        lambda: away != (1 if unit.side == table.active else 0),
    ))


@forbids(Retreat, "tsnp:9.5")
def retreats_without_an_assault(table: Table, retreat: Retreat) -> Because | bool:
    """Units retreat from an assault only, in an assault phase."""
    return because(phase=table.phase) if table.phase != "assault" else False


@forbids(Retreat, "tsnp:9.5")
def retreats_another_distance(table: Table, retreat: Retreat) -> Because | bool:
    """A retreat is of as many hexes as there is damage not taken in steps."""
    hexes = len(retreat.path) - 1
    wrong = retreat.distance is not None and hexes != retreat.distance
    return because(at=retreat.path[-1], hexes=hexes, distance=retreat.distance) if wrong else False


@forbids(Retreat, "tsnp:9.5")
def retreats_onto_the_enemy(table: Table, retreat: Retreat) -> Because | bool:
    """Enemy units block a retreat."""
    by = some(partial(_enemy_in, table, _side(table, retreat), there) for there in retreat.path[1:])
    return because(at=by.hex, by=by) if by else False


def _enemy_in(table: Table, side: str, there: str) -> Unit | None:
    found: Unit | None = table.someone_at(there, lambda unit: unit.side != side)
    return found


@forbids(Retreat, "tsnp:9.5")
def retreats_the_wrong_way(table: Table, retreat: Retreat) -> Because | bool:
    """Each hex leads away from every enemy of the battle and nearer the friendly edge, or else to a friendly town."""
    there = some(partial(_astray, table, retreat, *step) for step in pairwise(retreat.path))
    return because(at=there) if there else False


def _astray(table: Table, retreat: Retreat, here: str, there: str) -> str | None:
    if leads_home(table, retreat, here, there):
        return None
    second_best = every((
        lambda: not some(partial(_is_better, table, retreat, here, near) for near in table.around(here)),
        lambda: nears_a_friendly_town(table, _side(table, retreat), here, there),
    ))
    return None if second_best else there


def _is_better(table: Table, retreat: Retreat, here: str, near: str) -> bool:
    return every((
        lambda: leads_home(table, retreat, here, near), lambda: _is_open(table, retreat, here, near)
    ))


@defines("tsnp:9.5")
def leads_home(table: Table, retreat: Retreat, here: str, there: str) -> bool:
    """A hex of the retreat is farther from all enemies that took part, and nearer the friendly edge of the map."""
    return every((
        lambda: nears_the_friendly_edge(table, _side(table, retreat), here, there),
        *(partial(_draws_away, table, enemy, here, there) for enemy in _enemies(table, retreat)),
    ))


def _enemies(table: Table, retreat: Retreat) -> list[Unit]:
    """The enemies that took part and are still on the map."""
    named = table.units(table.read("action.enemies", retreat.enemies))
    return [unit for unit in named if not table.game.is_off_map(unit.facts)]


def _draws_away(table: Table, enemy: Unit, here: str, there: str) -> bool:
    return table.distance(there, enemy.hex) > table.distance(here, enemy.hex)


@defines("tsnp:9.5")
def nears_the_friendly_edge(table: Table, side: str, here: str, there: str) -> bool:
    """The Germans' edge is the northern one; the French have those of their supply, the southern and the eastern."""
    south, east = _bearing(table, here, there)
    return south < 0 if side == "german" else south > 0 or east > 0


@contested(nears_the_friendly_edge)
def nears_the_opposite_edge(table: Table, side: str, here: str, there: str) -> bool:
    """The friendly edge is the one across the map from the enemy's: the French have the southern one alone."""
    south, _ = _bearing(table, here, there)
    return south < 0 if side == "german" else south > 0


def _bearing(table: Table, here: str, there: str) -> tuple[int, int]:
    """How far south a hex lies of another, in halves of a hex, and how far east, in columns."""
    start, end = (table.grid.hex(_placed(table, number)) for number in (here, there))
    return 2 * (end.r - start.r) + end.q - start.q, end.q - start.q


def _placed(table: Table, number: str) -> str:
    return str(table.read(f"map.hexes.{number}.place", None)) if number.startswith("?") else number


def _is_open(table: Table, retreat: Retreat, here: str, near: str) -> bool:
    """Whether the units could retreat into a hex next to theirs."""
    return every(partial(_could_enter, table, retreat.units, here, near, unit) for unit in table.units(retreat.units))


def _could_enter(table: Table, party: tuple[str, ...], here: str, near: str, unit: Unit) -> bool:
    """Whether a unit that falls back with others could go from hex to hex."""
    return every((
        lambda: not _enemy_in(table, unit.side, near),
        lambda: not is_closed_by_the_meuse(table, here, near),
        lambda: unit.side == "french" or not has_intact_fort(table, near),
        lambda: not _is_stopped_by_a_zone(table, party, near, unit),
        lambda: not _is_tied_to_its_place(table, near, unit),
    ))


def _is_tied_to_its_place(table: Table, near: str, unit: Unit) -> bool:
    """Whether a gun never goes to a hex: off the rails for the rail artillery, anywhere for that of the left bank."""
    return every((
        lambda: is_army_artillery(unit),
        lambda: unit.type == "left-bank-artillery" or not table.has_feature(near, "railway"),
    ))


@defines("tsnp:9.5")
def nears_a_friendly_town(table: Table, side: str, here: str, there: str) -> bool:
    """Where no way leads home, units make for a town or a city that their side controls."""
    posted = partial(some, (partial(_nears_town, table, side, here, there, town) for town in _posted_hexes(table)))
    return bool(some((posted, lambda: _unlisted_towns(table))))


def _posted_hexes(table: Table) -> Iterator[str]:
    return iter(table.layout.map.hexes)


def _nears_town(table: Table, side: str, here: str, there: str, town: str) -> bool:
    return every((
        lambda: table.distance(there, town) < table.distance(here, town),
        lambda: some(partial(has_terrain, table, town, word) for word in TOWNS),
        lambda: controller(table, town) == side,
    ))


def _unlisted_towns(table: Table) -> bool:
    """A hex that nobody described may be a town, unless all such hexes are known to be of another terrain."""
    elsewhere = table.layout.map.elsewhere
    terrain = table.read("map.elsewhere.terrain", getattr(elsewhere, "terrain", None), table.game.words("terrain"))
    return terrain in TOWNS


# 9.51: enemy zones


def _meets_a_zone(table: Table, retreat: Retreat, unit: Unit, there: str) -> bool:
    return bool(meets_zone(table, unit, there, retreat.units))


def _is_stopped_by_a_zone(table: Table, party: tuple[str, ...], there: str, unit: Unit) -> bool:
    """Whether a unit is a gun or a headquarters, which cannot go through the enemy zone over a hex."""
    return every((lambda: _is_gun_or_headquarters(unit), lambda: meets_zone(table, unit, there, party)))


@forbids(Retreat, "tsnp:9.51")
def guns_retreat_through_zones(table: Table, retreat: Retreat) -> Because | bool:
    """Headquarters and artillery cannot retreat through enemy zones of control."""
    found = some(partial(_stopped_at, table, retreat, there) for there in retreat.path[1:])
    return because(at=found[0], unit=found[1]) if found else False


def _stopped_at(table: Table, retreat: Retreat, there: str) -> tuple[str, Unit] | None:
    unit = first_unit(table.units(retreat.units), partial(_is_stopped_by_a_zone, table, retreat.units, there))
    return (there, unit) if unit else None


@obliges(Retreat, "tsnp:9.51")
def infantry_tests_in_zones(table: Table, retreat: Retreat) -> Because | bool:
    """Infantry tests its morale, M, for each hex in an enemy zone of control that it retreats through."""
    tested = first_unit(table.units(retreat.units), is_infantry)
    hexes = those(retreat.path[1:], partial(_meets_a_zone, table, retreat, tested)) if tested else []
    return because(at=hexes[0], hexes=hexes) if hexes else False


@computes(Retreat, "tests", "tsnp:9.51")
def tests_of_the_retreat(table: Table, retreat: Retreat) -> dict[str, list[str]] | None:
    """The hexes for which each unit tests its morale, once for a zone and once for an interdiction."""
    tests = {unit.id: list(_hexes_tested(table, retreat, unit)) for unit in table.units(retreat.units)}
    return {unit_id: hexes for unit_id, hexes in tests.items() if hexes} or None


def _hexes_tested(table: Table, retreat: Retreat, unit: Unit) -> Iterator[str]:
    for there in retreat.path[1:]:
        if is_infantry(unit) and _meets_a_zone(table, retreat, unit, there):
            yield there
        if is_interdicted(table, there):
            yield there


# 9.52: interdiction


def _interdicted(table: Table, retreat: Retreat) -> list[str]:
    return [there for there in retreat.path[1:] if is_interdicted(table, there)]


@obliges(Retreat, "tsnp:9.52")
def all_test_under_interdiction(table: Table, retreat: Retreat) -> Because | bool:
    """Every unit tests its morale, M, for each interdicted hex that it retreats through."""
    hexes = _interdicted(table, retreat)
    return because(at=hexes[0], hexes=hexes) if hexes else False


@permits(Retreat, "tsnp:9.52")
def guns_may_cross_interdiction(table: Table, retreat: Retreat) -> Because | bool:
    """Headquarters and artillery may retreat through interdicted hexes."""
    hexes = _interdicted(table, retreat)
    crossing = first_unit(table.units(retreat.units), _is_gun_or_headquarters) if hexes else None
    return because(at=hexes[0], unit=crossing) if crossing else False


# 9.54: distant guns


@forbids(Retreat, "tsnp:9.54")
def distant_guns_retreat(table: Table, retreat: Retreat) -> Because | bool:
    """A supporting gun neither in the assaulted hex nor next to it does not retreat."""
    far = first_unit(table.units(retreat.units), partial(_is_a_distant_gun, table, retreat))
    return because(at=retreat.path[0], unit=far) if far else False


def _is_a_distant_gun(table: Table, retreat: Retreat, unit: Unit) -> bool:
    return every((
        lambda: is_artillery(unit),
        lambda: not unit.has_status("was-attacked"),
        lambda: table.distance(retreat.path[0], str(table.read("action.target", retreat.target))) > 1,
    ))
