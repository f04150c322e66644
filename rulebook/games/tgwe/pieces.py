"""Units, and what the rules call them: combat units, headquarters, sizes, and the nations that count as one."""

from functools import partial

from rulebook.facts import some
from rulebook.table import Unit

SIZES = ("company", "battalion", "regiment", "brigade")
AIR = ("air", "ace")
NOT_COMBAT = ("hq", *AIR)
ANZAC = ("australian", "new-zealand")


def is_hq(unit: Unit) -> bool:
    return unit.type == "hq"


def is_air(unit: Unit) -> bool:
    """Air formations and aces: they never stand on the map (15.11)."""
    return unit.type in AIR


def is_lost_for_good(unit: Unit) -> bool:
    """Out of the game, or in the Dead Pile, from which no air unit comes back (5.31)."""
    return bool(some(partial(unit.has_status, word) for word in ("removed", "dead-pile")))


def is_combat_unit(unit: Unit) -> bool:
    """A ground unit other than a headquarters (15.63)."""
    return unit.type not in NOT_COMBAT


def is_known_off_the_map(unit: Unit) -> bool:
    """Whether a unit is told to be off the map: lost, or in a box."""
    return unit.game.is_off_map(unit.facts)


def is_on_the_map(unit: Unit) -> bool:
    """Whether a unit stands on the map; unknown of one that nobody placed, nor told to be off it."""
    return not is_known_off_the_map(unit) and bool(unit.hex)


def is_tank(unit: Unit) -> bool:
    return unit.type == "tank"


def is_anti_tank(unit: Unit) -> bool:
    return unit.type == "anti-tank"


def is_cavalry(unit: Unit) -> bool:
    return unit.type == "cavalry"


def is_mountain(unit: Unit) -> bool:
    """A mountain unit; the Alpenkorps is one even where it is posted as the assault troops it fights as (15.46)."""
    return unit.type == "mountain" or (unit.type == "assault" and unit.has_status("alpenkorps"))


def is_german(unit: Unit) -> bool:
    return unit.army == "german"


def is_turkish(unit: Unit) -> bool:
    return unit.army == "turkish"


def is_british(unit: Unit) -> bool:
    """A unit of the British Empire: the Commonwealth counts as British (7.24)."""
    return unit.army == "british"


def is_french(unit: Unit) -> bool:
    return unit.army == "french"


def is_russian(unit: Unit) -> bool:
    """A Russian unit; Armenians count as such (15.81)."""
    return unit.army == "russian"


def is_american(unit: Unit) -> bool:
    return unit.army == "american"


def is_canal_company(unit: Unit) -> bool:
    """A Canal Defense company: the British have no other companies (7.23)."""
    return is_british(unit) and bool(some(partial(unit.has_status, word) for word in ("company", "canal-defense")))


def is_division(unit: Unit) -> bool:
    """A unit of no smaller size; headquarters and air units have none (3.26)."""
    return is_combat_unit(unit) and not any(unit.has_status(size) for size in SIZES)


def is_german_division(unit: Unit) -> bool:
    return is_german(unit) and is_division(unit)


def support_of(hq: Unit) -> int:
    """The artillery support factor printed on a headquarters; none on its Depleted side (3.23)."""
    return hq.potential


def tank_bonus(unit: Unit) -> int:
    """The +1 or +2 printed on a tank unit (15.23)."""
    return unit.coordination


def is_infantry(unit: Unit) -> bool:
    """Foot soldiers: line, mountain and assault troops."""
    return unit.type in ("infantry", "mountain", "assault")
