"""T7: the footbridges of the Germans."""

from functools import partial
from itertools import chain
from typing import Any

from rulebook.actions import Bridge, Roll
from rulebook.facts import every, some
from rulebook.games.marne.combat import crosses_major_river
from rulebook.games.marne.mastery import roll_modifier
from rulebook.games.marne.pieces import absent_unit, fights
from rulebook.mechanics.dice import distribution, in_full
from rulebook.mechanics.sums import modifiers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids, modifies
from rulebook.table import Table, Unit

SUCCESS = 4
MOST_ATTEMPTS = 3
MOST_BRIDGES = 3
SEQUENCES = ("movement", "exploitation")
NEAR = 2
ENEMY_NEAR_DRM = 1
MARNE_DRM = 2
OTHER_BANK_DRM = -2
RIVER_DRM = -1
WATER = ("river", "major-river", "marne")


# T7: who builds, and where


def _banks(bridge: Bridge) -> tuple[str, str]:
    return bridge.sides[0], bridge.sides[1]


def _builders(table: Table, bridge: Bridge) -> list[Unit]:
    return table.units(table.read("action.units", bridge.units or None))


def _builder(table: Table, bridge: Bridge) -> Unit:
    """The unit that tries: of several, the first that is named."""
    return _builders(table, bridge)[0]


@forbids(Bridge, "marne:T7")
def builder_is_not_german(table: Table, bridge: Bridge) -> Because | bool:
    """Only German units build footbridges."""
    unit = first_unit(table.units(bridge.units), lambda unit: unit.side != "german")
    return because(unit=unit) if unit else False


@forbids(Bridge, "marne:T7")
def bridges_no_water(table: Table, bridge: Bridge) -> Because | bool:
    """A footbridge spans a river or a major river."""
    spans = some(partial(table.side_has, *_banks(bridge), word) for word in WATER)
    return False if spans else because(at=bridge.sides[0])


@forbids(Bridge, "marne:T7")
def builds_from_elsewhere(table: Table, bridge: Bridge) -> Because | bool:
    """Those who build stand on the banks, next to each other."""
    apart = not table.are_adjacent(*_banks(bridge)) or absent_unit(table, bridge.units) or first_unit(
        _builders(table, bridge), lambda unit: unit.hex not in bridge.sides
    )
    return because(at=bridge.sides[0]) if apart else False


@forbids(Bridge, "marne:T7")
def builder_is_no_troop(table: Table, bridge: Bridge) -> Because | bool:
    """Neither aircraft nor Stosstruppen markers build footbridges."""
    unit = first_unit(table.units(bridge.units), lambda unit: not fights(unit))
    return because(unit=unit) if unit else False


# T7.1: the attempt


@forbids(Bridge, "marne:T7.1")
def attempts_too_often(table: Table, bridge: Bridge) -> bool:
    """Three attempts at most in a sequence."""
    return table.track("footbridge-attempts") >= MOST_ATTEMPTS


@forbids(Bridge, "marne:T7.1")
def has_no_footbridge_left(table: Table, bridge: Bridge) -> bool:
    """Three footbridges at most are on the map."""
    return table.track("footbridges") >= MOST_BRIDGES


@forbids(Bridge, "marne:T7.1")
def builds_out_of_sequence(table: Table, bridge: Bridge) -> Because | bool:
    """Attempts are made in a movement or an exploitation sequence."""
    return because(phase=table.phase) if table.phase not in SEQUENCES else False


@forbids(Bridge, "marne:T7.1")
def builds_in_the_enemys_turn(table: Table, bridge: Bridge) -> bool:
    """The sequences of footbridges are those of the German player's turn."""
    return table.posted.active is not None and table.active != "german"


@forbids((Bridge, Roll), "marne:T7.1")
def rolls_more_dice_to_bridge(table: Table, action: Bridge | Roll) -> Because | bool:
    """An attempt takes one die."""
    dice = action.dice or () if isinstance(action, Bridge) or action.table == "footbridge" else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


def _told(modifier: int, dice: tuple[int, ...] | None) -> dict[str, Any]:
    if dice:
        return {"total": dice[0] + modifier, "result": attempt_of(dice[0] + modifier)}
    return in_full(distribution(1, lambda fall: attempt_of(fall[0] + modifier)))


def attempt_of(total: int) -> str:
    """What a modified die comes to."""
    return "success" if total <= SUCCESS else "failure"


@computes(Bridge, "attempt", "marne:T7.1")
def attempt_at_a_footbridge(table: Table, bridge: Bridge) -> dict[str, Any]:
    """The footbridge stands on a modified die of 1 to 4."""
    return _told(int(modifiers(table, bridge, "die").total), bridge.dice)


@computes(Roll, "footbridge", "marne:T7.1")
def footbridge_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The same die, with a modifier of the player's own."""
    return _told(roll_modifier(table, roll), roll.dice) if roll.table == "footbridge" else None


# T7.2: modifiers


@modifies(Bridge, "marne:T7.2")
def enemy_is_near(table: Table, bridge: Bridge) -> Because | bool:
    """An enemy unit at two hexes or less from the German unit adds 1 to the die."""
    builder = _builder(table, bridge)
    enemies = (partial(_is_near, table, builder, unit) for unit in table.units() if unit.is_placed)
    enemy = some(chain(enemies, (table.others_may_be,)))
    return because(amount=ENEMY_NEAR_DRM, by=enemy) if enemy else False


def _is_near(table: Table, builder: Unit, unit: Unit) -> Unit | None:
    near = every((
        lambda: unit.side != builder.side,
        lambda: unit.type != "air",
        lambda: table.distance(unit.hex, builder.hex) <= NEAR,
    ))
    return unit if near else None


@modifies(Bridge, "marne:T7.2")
def marne_is_wide(table: Table, bridge: Bridge) -> Because | bool:
    """An attempt on the Marne adds 2 to the die."""
    return because(amount=MARNE_DRM) if table.side_has(*_banks(bridge), "marne") else False


@defines("marne:T7.2")
def has_another_bank(table: Table, one: str, other: str) -> bool:
    """A friend on the far bank counts over a major river."""
    return bool(crosses_major_river(table, one, other))


@contested(has_another_bank)
def any_water_has_another_bank(table: Table, one: str, other: str) -> bool:
    """A friend on the far bank counts whatever the water."""
    return True


@modifies(Bridge, "marne:T7.2")
def friends_hold_the_other_bank(table: Table, bridge: Bridge) -> Because | bool:
    """A friendly unit on the other bank of the major river takes 2 off the die."""
    builder = _builder(table, bridge)
    far = next((number for number in bridge.sides if number != builder.hex), bridge.sides[-1])
    held = every((
        lambda: has_another_bank(table, *_banks(bridge)),
        lambda: table.someone_at(far, lambda unit: unit.side == builder.side and unit.type != "air"),
    ))
    return because(at=far, amount=OTHER_BANK_DRM) if held else False


@modifies(Bridge, "marne:T7.2")
def river_is_narrow(table: Table, bridge: Bridge) -> Because | bool:
    """An attempt on a river takes 1 off the die."""
    return because(amount=RIVER_DRM) if table.side_has(*_banks(bridge), "river") else False
