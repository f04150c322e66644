"""The kinds of pieces that rules tell apart, and the formations they are part of."""

from rulebook.table import Unit

INFANTRY = frozenset({"infantry", "airborne", "delay", "vdh"})
MOTORIZED = frozenset({"armor", "mechanized", "mech-cavalry"})
COMBAT = INFANTRY | MOTORIZED
GUNS = frozenset({"artillery", "nebelwerfer"})
NONE = "none"


def is_armor(unit: Unit) -> bool:
    return unit.type == "armor"


def is_motorized(unit: Unit) -> bool:
    """Armor, mechanized units and mechanized cavalry (10.1)."""
    return unit.type in MOTORIZED


def is_airborne(unit: Unit) -> bool:
    """Allied paratroops and glider infantry."""
    return unit.type == "airborne"


def is_engineer(unit: Unit) -> bool:
    return unit.type == "engineer"


def is_delay(unit: Unit) -> bool:
    return unit.type == "delay"


def is_vdh(unit: Unit) -> bool:
    return unit.type == "vdh"


def is_gun(unit: Unit) -> bool:
    """Artillery or Nebelwerfer."""
    return unit.type in GUNS


def is_nebelwerfer(unit: Unit) -> bool:
    return unit.type == "nebelwerfer"


def is_german(unit: Unit) -> bool:
    return unit.side == "german"


def is_allied(unit: Unit) -> bool:
    return unit.side == "allied"


def is_american(unit: Unit) -> bool:
    """Whether a unit is of the United States; a German one is not, whatever its nation."""
    return unit.side == "allied" and unit.nation == "american"


def is_british(unit: Unit) -> bool:
    return unit.side == "allied" and unit.nation == "british"


def division_of(unit: Unit) -> str | None:
    """The division that a unit is part of; None for a unit of none."""
    division = unit.belongs_to("division")
    return None if division == NONE else division


def corps_of(unit: Unit) -> str | None:
    """The US or British corps that a unit is part of; None for a unit of none."""
    corps = unit.belongs_to("corps")
    return None if corps == NONE else corps


def movement_of(unit: Unit) -> int:
    """The printed allowance of a unit; US Delay and von der Heydte have none (12.7, 12.9.1)."""
    return 0 if unit.facts.movement is None and unit.facts.type in ("delay", "vdh") else unit.movement


def defense_of(unit: Unit) -> int:
    """The printed defence of a unit; that of US Delay is 1 (12.9.1)."""
    return 1 if unit.facts.defense is None and unit.facts.type == "delay" else unit.defense
