"""T1: tactical mastery: what modifies the die of each side, and the level that it reaches."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from rulebook.actions import Attack, Roll
from rulebook.facts import every, known, some
from rulebook.games.marne.pieces import (
    attackers,
    attacking_side,
    counts_as_disorganized,
    defender_who,
    defenders,
    fights_under,
    is_air,
    is_in_the_offensive,
    is_stoss,
    trait_of_the_lead,
)
from rulebook.mechanics.dice import gathered, in_full
from rulebook.mechanics.stacking import two_that_differ
from rulebook.mechanics.sums import modifiers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids, modifies, rejects
from rulebook.table import Table, Unit

LEVELS = ("total", "partial", "none", "erroneous")
ROLES = ("attacker", "defender")
FACES = range(1, 7)
NATURAL_TOTAL, NATURAL_NONE = 6, 1
TOTAL, PARTIAL, NONE = 6, 3, 1
MOST_OFFENSIVE = 3
WORKS_DRM = 2
ELITE_DRM = 1
DISORGANIZED_DRM = -1
BRUCHMULLER_DRM = -2
FOCH_DRM = {"attacker": 1, "defender": -1}
PETAIN_DRM = -1
MIXED_DRM = -1
STOSS_DRM = 1
POOR_MORALE_DRM = {3: -1, 2: -2}


def _modified(attack: Attack, amount: int, **words: Any) -> Because:
    return because(at=attack.target, amount=amount, **words)


# Both sides: aircraft over the hex attacked


@defines("marne:T1.2")
def aircraft_over(table: Table, side: str, number: str) -> int:
    """Aircraft of one side over a hex count once, however many they are."""
    return int(table.someone_at(number, partial(_flies_for, side)) is not None)


@contested(aircraft_over)
def each_aircraft_over(table: Table, side: str, number: str) -> int:
    """The list limits the number of Stosstruppen that count, not that of aircraft: each of them counts."""
    return sum(_flies_for(side, unit) for unit in table.everyone_at(number))


def _flies_for(side: str, unit: Unit) -> bool:
    return every((lambda: is_air(unit), lambda: unit.side == side))


def _aircraft(table: Table, attack: Attack, side: str, sign: int) -> Because | bool:
    flying = aircraft_over(table, side, attack.target)
    return _modified(attack, sign * flying) if flying else False


def _defending_side(table: Table, attack: Attack) -> str:
    return table.game.enemy_of(attacking_side(table, attack))


# T1.1: the defender


@modifies(Attack, "marne:T1.1", of="defender_mastery")
def works_steady_the_defender(table: Table, attack: Attack) -> Because | bool:
    """A defender in a trench, in fortifications or in both has +2."""
    sheltered = some(partial(table.has_feature, attack.target, word) for word in ("trench", "fortifications"))
    return _modified(attack, WORKS_DRM) if sheltered else False


@modifies(Attack, "marne:T1.1", of="defender_mastery")
def elite_leads_the_defense(table: Table, attack: Attack) -> Because | bool:
    """An elite lead unit gives the defender +1."""
    led = trait_of_the_lead(table, attack, "defender", lambda lead: lead.has_status("elite"))
    return _modified(attack, ELITE_DRM) if led else False


@modifies(Attack, "marne:T1.1", of="defender_mastery")
def own_aircraft_help_the_defender(table: Table, attack: Attack) -> Because | bool:
    """The defender's aircraft over the hex give him +1."""
    return _aircraft(table, attack, _defending_side(table, attack), 1)


@modifies(Attack, "marne:T1.1", of="defender_mastery")
def enemy_aircraft_hinder_the_defender(table: Table, attack: Attack) -> Because | bool:
    """The attacker's aircraft over the hex give the defender -1."""
    return _aircraft(table, attack, attacking_side(table, attack), -1)


@modifies(Attack, "marne:T1.1", of="defender_mastery")
def disorganization_hinders_the_defender(table: Table, attack: Attack) -> Because | bool:
    """At least one disorganized unit gives the defender -1."""
    unit = defender_who(table, attack, partial(counts_as_disorganized, table))
    return _modified(attack, DISORGANIZED_DRM, by=unit) if unit else False


@modifies(Attack, "marne:T1.1", of="defender_mastery")
def bruchmuller_stuns_the_defender(table: Table, attack: Attack) -> Because | bool:
    """Against an offensive prepared by Bruchmüller the defender has -2."""
    stunned = every((
        lambda: attacking_side(table, attack) == "german",
        lambda: table.has_event("bruchmuller"),
        lambda: is_in_the_offensive(table, attack),
    ))
    return _modified(attack, BRUCHMULLER_DRM) if stunned else False


@contested(bruchmuller_stuns_the_defender)
def bruchmuller_stuns_every_defender(table: Table, attack: Attack) -> Because | bool:
    """This list does not ask that army artillery reach the hex."""
    stunned = every((lambda: attacking_side(table, attack) == "german", lambda: table.has_event("bruchmuller")))
    return _modified(attack, BRUCHMULLER_DRM) if stunned else False


@modifies(Attack, "marne:T1.1", of="defender_mastery")
def foch_exposes_the_defender(table: Table, attack: Attack) -> Because | bool:
    """Allied defenders under the Foch doctrine have -1."""
    exposed = fights_under(table, "foch", tuple(defenders(table, attack)))
    return _modified(attack, FOCH_DRM["defender"]) if exposed else False


@modifies(Attack, "marne:T1.1", of="defender_mastery")
def nations_mix_in_defense(table: Table, attack: Attack) -> Because | bool:
    """Defenders of different nations have -1."""
    differing = two_that_differ(defenders(table, attack), lambda unit: unit.nation)
    return _modified(attack, MIXED_DRM, by=differing) if differing else False


# T1.2: the attacker


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def stoss_lead_the_attack(table: Table, attack: Attack) -> Because | bool:
    """Stosstruppen give the attacker +1, however many they are."""
    unit = first_unit(attackers(table, attack), is_stoss)
    return _modified(attack, STOSS_DRM, by=unit) if unit else False


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def elite_leads_the_attack(table: Table, attack: Attack) -> Because | bool:
    """An elite lead unit gives the attacker +1."""
    led = trait_of_the_lead(table, attack, "attacker", lambda lead: lead.has_status("elite"))
    return _modified(attack, ELITE_DRM) if led else False


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def own_aircraft_help_the_attacker(table: Table, attack: Attack) -> Because | bool:
    """The attacker's aircraft over the hex give him +1."""
    return _aircraft(table, attack, attacking_side(table, attack), 1)


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def enemy_aircraft_hinder_the_attacker(table: Table, attack: Attack) -> Because | bool:
    """The defender's aircraft over the hex give the attacker -1."""
    return _aircraft(table, attack, _defending_side(table, attack), -1)


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def nations_mix_in_attack(table: Table, attack: Attack) -> Because | bool:
    """Attackers of different nations have -1."""
    differing = two_that_differ(attackers(table, attack), lambda unit: unit.nation)
    return _modified(attack, MIXED_DRM, by=differing) if differing else False


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def offensive_drives_the_attacker(table: Table, attack: Attack) -> Because | bool:
    """An attack that is part of an offensive has that offensive's modifier, 0 to +3."""
    driven = every((lambda: table.track("offensive") > 0, lambda: is_in_the_offensive(table, attack)))
    return _modified(attack, table.track("offensive")) if driven else False


@contested(offensive_drives_the_attacker)
def offensive_drives_every_attacker(table: Table, attack: Attack) -> Because | bool:
    """This list, unlike that of the columns, does not ask that army artillery reach the hex."""
    value = table.track("offensive")
    return _modified(attack, value) if value else False


@rejects("marne:T1.2")
def offensive_modifier_cannot_be_so(table: Table) -> Because | bool:
    """An offensive modifier is 0 to +3."""
    value = table.track("offensive")
    return False if 0 <= value <= MOST_OFFENSIVE else because(offensive=value)


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def foch_drives_the_attacker(table: Table, attack: Attack) -> Because | bool:
    """Allied attackers under the Foch doctrine have +1."""
    driven = fights_under(table, "foch", tuple(attackers(table, attack)))
    return _modified(attack, FOCH_DRM["attacker"]) if driven else False


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def petain_holds_the_attacker_back(table: Table, attack: Attack) -> Because | bool:
    """Allied attackers under the Pétain doctrine have -1."""
    held_back = fights_under(table, "petain", tuple(attackers(table, attack)))
    return _modified(attack, PETAIN_DRM) if held_back else False


@modifies(Attack, "marne:T1.2", of="attacker_mastery")
def poor_divisions_hinder_the_attacker(table: Table, attack: Attack) -> Because | bool:
    """Divisions of morale 3 give the attacker -1, of morale 2 give -2 instead: the two do not add up."""
    for morale in sorted(POOR_MORALE_DRM):
        unit = first_unit(attackers(table, attack), partial(_is_division_of, morale))
        if unit:
            return _modified(attack, POOR_MORALE_DRM[morale], by=unit, morale=morale)
    return False


def _is_division_of(morale: int, unit: Unit) -> bool:
    return unit.type == "division" and unit.morale == morale


# T1.3 to T1.6: the four levels


@defines("marne:T1.3")
def masters_all(table: Table, die: int, modifier: int) -> bool:
    """A total of 6 or more, or a natural 6, is total mastery."""
    return die == NATURAL_TOTAL or (die != NATURAL_NONE and die + modifier >= TOTAL)


@defines("marne:T1.4")
def masters_in_part(table: Table, die: int, modifier: int) -> bool:
    """A total of 3 to 5 is partial mastery."""
    return PARTIAL <= die + modifier < TOTAL


@defines("marne:T1.5")
def natural_one_settles(table: Table, die: int) -> bool:
    """A natural 1 is no mastery whatever modifies it."""
    return die == NATURAL_NONE


@contested(natural_one_settles)
def natural_one_can_garble_orders(table: Table, die: int) -> bool:
    """A natural 1 brought to 0 or less is garbled orders, like any other total of 0 or less."""
    return False


@defines("marne:T1.5")
def masters_nothing(table: Table, die: int, modifier: int) -> bool:
    """A total of 1 or 2, or a natural 1, is no mastery."""
    total = die + modifier
    return natural_one_settles(table, die) or (total >= NONE and (die == NATURAL_NONE or total < PARTIAL))


@defines("marne:T1.6")
def garbles_orders(table: Table, die: int, modifier: int) -> bool:
    """A total of 0 or less is garbled orders."""
    return die + modifier < NONE


def level_of(table: Table, die: int, modifier: int) -> str:
    """The level that a die reaches; a natural 6 and a natural 1 go before the total."""
    read = {"total": masters_all, "none": masters_nothing, "partial": masters_in_part, "erroneous": garbles_orders}
    return next(level for level, rule in read.items() if rule(table, die, modifier))


def levels(table: Table, modifier: Callable[[], int], die: int | None) -> dict[str, Fraction]:
    """The chance of each level, from best to worst; certainty where the die is known."""
    faces = FACES if die is None else (die,)
    counts = that_counts(table, modifier, die)
    found = gathered((level_of(table, face, counts), Fraction(1, len(faces))) for face in faces)
    return {level: found[level] for level in LEVELS if level in found}


def that_counts(table: Table, modifier: Callable[[], int], die: int | None) -> int:
    """A natural 6 and a natural 1 settle the level whatever modifies them, which then need not be known."""
    settled = die is not None and (die == NATURAL_TOTAL or natural_one_settles(table, die))
    return 0 if settled else modifier()


def mastery_die(attack: Attack, role: str) -> int | None:
    return attack.mastery_die if role == "attacker" else attack.mastery_die_defender


def mastery_modifier(table: Table, attack: Attack, role: str) -> int:
    return int(modifiers(table, attack, f"{role}_mastery").total)


def level_reached(table: Table, action: Roll | Attack, role: str) -> str | None:
    """The level of one side, where its die is given."""
    if isinstance(action, Attack):
        die, modifier = mastery_die(action, role), partial(mastery_modifier, table, action, role)
        return level_of(table, die, that_counts(table, modifier, die)) if die else None
    if action.table != f"{role}-mastery" or not action.dice:
        return None
    die, modifier = action.dice[0], partial(roll_modifier, table, action)
    return level_of(table, die, that_counts(table, modifier, die))


def roll_modifier(table: Table, roll: Roll) -> int:
    return int(table.read("action.modifier", roll.modifier, None, 0))


def _told(table: Table, modifier: Callable[[], int], die: int | None) -> dict[str, Any]:
    found = levels(table, modifier, die)
    told = {"die": die, "level": next(iter(found))} if die else in_full(found)
    return {"modifier": known(modifier), **told}


@computes(Roll, "mastery", "marne:T1")
def mastery_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """Each side rolls one die for tactical mastery, with its own modifiers."""
    if roll.table not in ("attacker-mastery", "defender-mastery"):
        return None
    return _told(table, partial(roll_modifier, table, roll), roll.dice[0] if roll.dice else None)


@computes(Attack, "mastery", "marne:T1")
def mastery_of_both_sides(table: Table, attack: Attack) -> dict[str, Any]:
    """What the attacker and the defender each can reach in this battle."""
    return {
        role: _told(table, partial(mastery_modifier, table, attack, role), mastery_die(attack, role)) for role in ROLES
    }


@forbids(Roll, "marne:T1")
def rolls_more_dice_for_mastery(table: Table, roll: Roll) -> Because | bool:
    """Mastery takes one die."""
    dice = roll.dice or () if roll.table in ("attacker-mastery", "defender-mastery") else ()
    return because(dice=list(dice)) if len(dice) > 1 else False

