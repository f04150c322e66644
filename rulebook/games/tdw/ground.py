"""The ground: rivers and bridges, roads, the zones of the armies, and who stands there."""

from functools import partial

from rulebook.facts import every, some
from rulebook.games.tdw.components import is_combat_unit, is_river
from rulebook.table import Table, Unit


def is_bridged(table: Table, one: str, other: str) -> bool:
    """Whether a bridge that stands joins two hexes; a blown one is none."""
    return table.side_has(one, other, "bridge")


def is_blown(table: Table, one: str, other: str) -> bool:
    return table.side_has(one, other, "blown-bridge", ordinary=False)


def is_unbridged_river(table: Table, one: str, other: str) -> bool:
    """Whether a river with no bridge that stands parts two hexes."""
    return every((partial(is_river, table, one, other), lambda: not is_bridged(table, one, other)))


def is_joined_by_road(table: Table, one: str, other: str) -> bool:
    """Whether a road joins two hexes; none does across a blown bridge (10.4)."""
    return every((partial(table.has_road, one, other), lambda: not is_blown(table, one, other)))


def is_road_hex(table: Table, number: str) -> bool:
    return bool(some(partial(table.has_road, number, near) for near in table.around(number)))


def army_zone(table: Table, number: str) -> str:
    """The German army whose zone a hex lies in."""
    return table.country(number)


def is_boundary_between(table: Table, one: str, other: str) -> bool:
    """Whether two hexes lie in the zones of different German armies."""
    return army_zone(table, one) != army_zone(table, other)


def is_in_british_zone(table: Table, number: str) -> bool:
    return table.has_feature(number, "british-zone")


def is_west_of_meuse(table: Table, number: str) -> bool:
    return table.has_feature(number, "west-of-meuse")


def hexes_within(table: Table, number: str, distance: int) -> list[str]:
    """The hexes at most so far from one, itself included; around one that is described but not placed, unknown."""
    if number.startswith("?"):
        return list(table.read(f"map.hexes.{number}.place", None))
    found = {number: None}
    for _ in range(distance):
        found.update(dict.fromkeys(near for here in tuple(found) for near in table.grid.neighbours(here)))
    return list(found)


def is_settled(table: Table, number: str) -> bool:
    """Whether a town or a village is in the hex."""
    return bool(some((
        lambda: table.has_feature(number, "town"), lambda: table.has_feature(number, "village"),
    )))


def friend_at(table: Table, side: str, number: str, but: tuple[str, ...] = ()) -> Unit | None:
    """A combat unit of the side, other than these, in the hex: engineers are none."""
    found: Unit | None = table.someone_at(number, lambda unit: unit.id not in but and every((
        lambda: unit.side == side, lambda: is_combat_unit(table, unit)
    )))
    return found


def enemy_at(table: Table, side: str, number: str) -> Unit | None:
    """A combat unit of the other side in the hex: engineers are none."""
    return friend_at(table, table.game.enemy_of(side), number)


def enemy_next_to(table: Table, side: str, number: str) -> Unit | None:
    """A combat unit of the other side in a hex next to this one."""
    found: Unit | None = some(partial(enemy_at, table, side, near) for near in table.around(number))
    return found
