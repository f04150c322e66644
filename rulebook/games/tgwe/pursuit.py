"""Chapter 15, what attackers do once cavalry has withdrawn (15.53), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Support
from rulebook.facts import every, some
from rulebook.games.tgwe.advance import goes_beyond
from rulebook.games.tgwe.attack import attacks_twice, is_attacked_twice
from rulebook.games.tgwe.battle import attackers, is_used, posted_defenders, won
from rulebook.games.tgwe.deep_trenches import advances_against_deep_trenches
from rulebook.games.tgwe.pieces import is_cavalry
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, forbids, permits, unless
from rulebook.table import Table

# 15.53: what the attacker does then


@permits(Advance, "tgwe:15.53")
def attackers_follow_cavalry(table: Table, advance: Advance) -> Because | bool:
    """Attackers may enter the hex that cavalry left, or stay, or do both."""
    return because(at=advance.to) if is_used(table, advance, "pursuit") else False


@forbids(Advance, "tgwe:15.53")
def pursues_beyond_the_hex(table: Table, advance: Advance) -> Because | bool:
    """Who follows cavalry stops in the hex that it left."""
    return because(at=advance.to) if goes_beyond(advance) and is_used(table, advance, "pursuit") else False


@forbids(Advance, "tgwe:15.53")
def pursues_what_could_not_withdraw(table: Table, advance: Advance) -> Because | bool:
    """There is a pursuit only where cavalry alone could withdraw, before attackers without cavalry."""
    if not is_used(table, advance, "pursuit"):
        return False
    # That it is a pursuit tells that cavalry withdrew: who fought need not be named, but those named must fit.
    chasing = dict.fromkeys((*advance.units, *(advance.attackers or ())))
    stayed = some((
        lambda: first_unit(table.units(chasing), is_cavalry),
        lambda: first_unit(table.units(advance.enemies or ()), lambda unit: not is_cavalry(unit)),
    ))
    return because(at=won(advance), unit=stayed) if stayed else False


@unless(advances_against_deep_trenches, "tgwe:15.53")
def cavalry_had_no_trenches(table: Table, advance: Advance) -> bool:
    """Cavalry that withdrew had no trenches of -2 (15.54), and there was no battle."""
    return is_used(table, advance, "pursuit")


@unless(attacks_twice, "tgwe:15.53")
def pursuers_attack_anew(table: Table, attack: Attack) -> bool:
    """Attackers without cavalry that some eluded may attack it again, or others next to the hex that they entered."""
    return is_used(table, attack, "pursuit") and not first_unit(
        attackers(table, attack), lambda unit: is_cavalry(unit) and unit.has_status("attacked")
    )


@unless(is_attacked_twice, "tgwe:15.53")
def cavalry_is_attacked_anew(table: Table, action: Attack | Support) -> bool:
    """Cavalry that has withdrawn may be attacked again where it went, and may withdraw again."""
    spent = [unit for unit in posted_defenders(table, action) if unit.has_status("was-attacked")]
    # A support does not tell whether the battle follows a withdrawal.
    return every((
        lambda: isinstance(action, Support) or is_used(table, action, "pursuit"),
        *(partial(is_cavalry, unit) for unit in spent),
    ))
