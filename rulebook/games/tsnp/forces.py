"""The kinds of units that rules tell apart."""

from rulebook.table import Unit

REGIMENTS = frozenset({"regiment", "reserve", "territorial"})
BATTALIONS = frozenset({"battalion", "chasseurs", "pioneers"})
ARMY_ARTILLERY = frozenset({"naval-artillery", "heavy-artillery", "left-bank-artillery", "rail-artillery"})
ARTILLERY = ARMY_ARTILLERY | {"corps-artillery", "divisional-artillery"}
CORPS_TROOPS = frozenset({"hq", "corps-artillery"})
NOT_OF_A_DIVISION = ARMY_ARTILLERY | CORPS_TROOPS | {"territorial", "garrison", "remnant"}
INDEPENDENT = "16"


def is_regiment(unit: Unit) -> bool:
    return unit.type in REGIMENTS


def is_infantry(unit: Unit) -> bool:
    """A regiment, a battalion, or what is left of one; a fort's garrison is infantry too."""
    return unit.type in REGIMENTS or unit.type in BATTALIONS or unit.type in ("remnant", "garrison")


def is_artillery(unit: Unit) -> bool:
    return unit.type in ARTILLERY


def is_army_artillery(unit: Unit) -> bool:
    return unit.type in ARMY_ARTILLERY


def is_headquarters(unit: Unit) -> bool:
    return unit.type == "hq"


def never_attacks(unit: Unit) -> bool:
    """Whether a unit neither assaults (2.12, 14.81) nor supports an assault (9.32)."""
    return is_headquarters(unit) or is_garrison(unit) or is_army_artillery(unit)


def is_pioneers(unit: Unit) -> bool:
    return unit.type == "pioneers"


def is_chasseurs(unit: Unit) -> bool:
    return unit.type == "chasseurs"


def is_remnant(unit: Unit) -> bool:
    return unit.type == "remnant"


def is_garrison(unit: Unit) -> bool:
    return unit.type == "garrison"


def is_of_the_16th(unit: Unit) -> bool:
    """A French unit of the 16th Division, which belongs to no corps; one posted with a corps alone is of another."""
    if unit.side != "french" or unit.type in NOT_OF_A_DIVISION or _has_a_corps_alone(unit):
        return False
    return unit.belongs_to("division") == INDEPENDENT


def _has_a_corps_alone(unit: Unit) -> bool:
    formation = unit.facts.formation
    return formation is not None and formation.corps is not None and formation.division is None


def is_unsupplied(unit: Unit) -> bool:
    return unit.supply == "unsupplied"


def is_demoralized(unit: Unit) -> bool:
    return unit.has_status("demoralized")
