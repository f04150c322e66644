"""T3.4: the columns that troops, morale, supply, doctrine and the offensive are worth."""

from functools import partial

from rulebook.actions import Attack
from rulebook.facts import YES_OR_NO, every, known, some
from rulebook.games.marne.combat import shifted
from rulebook.games.marne.pieces import (
    attackers,
    defenders,
    defends,
    fighters,
    fights,
    fights_under,
    is_in_the_offensive,
    is_stoss,
    trait_of_the_lead,
)
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, modifies
from rulebook.table import Table, Unit

AROUND = 6
STOSS_SHIFT = UNSUPPLIED_SHIFT = FOCH_SHIFT = CONCENTRIC_SHIFT = 1


@modifies(Attack, "marne:T3.4", of="shift")
def stoss_break_in(table: Table, attack: Attack) -> Because | bool:
    """Stosstruppen in an attack: one column to the right, however many they are."""
    unit = first_unit(attackers(table, attack), is_stoss)
    return shifted(attack, STOSS_SHIFT, by=unit) if unit else False


# Morale of the lead units


@modifies(Attack, "marne:T3.4", of="shift")
def better_morale_tells(table: Table, attack: Attack) -> Because | bool:
    """The lead units' difference in morale moves as many columns in favour of the better one."""
    ours = trait_of_the_lead(table, attack, "attacker", lambda lead: lead.morale)
    theirs = trait_of_the_lead(table, attack, "defender", lambda lead: lead.morale)
    return shifted(attack, ours - theirs, ours=ours, theirs=theirs) if ours != theirs else False


@forbids(Attack, "marne:T3.4")
def lead_takes_no_part(table: Table, attack: Attack) -> Because | bool:
    """A lead unit is one of those that fight, and no Stosstruppen marker or aircraft."""
    ours, theirs = attack.lead, attack.lead_defender
    if ours and (ours not in attack.units or not fights(table.unit(ours))):
        return because(unit=ours)
    leads = theirs is None or every((
        lambda: defends(table, attack, table.unit(theirs)), lambda: fights(table.unit(theirs)),
    ))
    return False if leads else because(unit=theirs)


# Supply, doctrine, the offensive


@defines("marne:T3.4")
def are_cut_off(table: Table, units: tuple[Unit, ...]) -> bool:
    """A defender is unsupplied when all his units in the hex are."""
    return bool(units) and every(partial(_is_cut_off, unit) for unit in units)


@contested(are_cut_off)
def one_is_cut_off(table: Table, units: tuple[Unit, ...]) -> bool:
    """One unsupplied unit is enough."""
    return bool(some(partial(_is_cut_off, unit) for unit in units))


def _is_cut_off(unit: Unit) -> bool:
    return unit.supply == "unsupplied"


@modifies(Attack, "marne:T3.4", of="shift")
def defender_lacks_supply(table: Table, attack: Attack) -> Because | bool:
    """An unsupplied defender: one column to the right."""
    cut_off = are_cut_off(table, tuple(fighters(defenders(table, attack))))
    return shifted(attack, UNSUPPLIED_SHIFT) if cut_off else False


@modifies(Attack, "marne:T3.4", of="shift")
def foch_attacks(table: Table, attack: Attack) -> Because | bool:
    """An Allied attack under the Foch doctrine: one column to the right."""
    return shifted(attack, FOCH_SHIFT) if fights_under(table, "foch", tuple(attackers(table, attack))) else False


@modifies(Attack, "marne:T3.4", of="shift")
def offensive_breaks_in(table: Table, attack: Attack) -> Because | bool:
    """Within reach of army artillery in offensive mode: as many columns to the right as the offensive modifier."""
    driven = every((lambda: table.track("offensive") > 0, lambda: is_in_the_offensive(table, attack)))
    return shifted(attack, table.track("offensive")) if driven else False


# Concentric attack


@modifies(Attack, "marne:T3.4", of="shift")
def attack_is_concentric(table: Table, attack: Attack) -> Because | bool:
    """All six hexes around held by attackers or their zones of control: one column to the right."""
    return shifted(attack, CONCENTRIC_SHIFT) if _is_ringed(table, attack) else False


def _is_ringed(table: Table, attack: Attack) -> bool:
    """What the hexes around show comes first; where they leave it open, what the action says."""
    shown = known(partial(_as_the_ring_shows, table, attack))
    return bool(table.read("action.concentric", attack.concentric, YES_OR_NO) if shown is None else shown)


def _as_the_ring_shows(table: Table, attack: Attack) -> bool | None:
    """Attackers in every hex make a ring; a hex next to none breaks it, for no zone of control reaches further."""
    ring, held = table.around(attack.target), attacking_hexes(fighters(attackers(table, attack)))
    if len(ring) == AROUND and all(number in held for number in ring):
        return True
    return None if all(_is_near(table, held, number) for number in ring) else False


def _is_near(table: Table, held: list[str], number: str) -> bool:
    return any(near == number or table.are_adjacent(near, number) for near in held)


# Tanks


@defines("marne:T3.4")
def tanks_bonus(table: Table, tanks: tuple[Unit, ...]) -> int:
    """A tank in the attack brings its coordination bonus; of several, the best one."""
    return max((tank.coordination for tank in tanks), default=0)


@contested(tanks_bonus)
def tanks_add_up(table: Table, tanks: tuple[Unit, ...]) -> int:
    """Every tank brings its own bonus."""
    return sum(tank.coordination for tank in tanks)


@modifies(Attack, "marne:T3.4", of="shift")
def tanks_support(table: Table, attack: Attack) -> Because | bool:
    """A tank used in the attack: as many columns to the right as its coordination bonus."""
    bonus = tanks_bonus(table, tuple(unit for unit in attackers(table, attack) if unit.type == "tank"))
    return shifted(attack, bonus) if bonus else False
