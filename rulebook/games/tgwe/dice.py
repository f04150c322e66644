"""Chapter 10, die roll modifiers (10.36, 10.5), in the book's order."""

from functools import partial

from rulebook.actions import Attack
from rulebook.facts import some
from rulebook.games.tgwe.battle import attackers
from rulebook.games.tgwe.columns import TOP, final_rank
from rulebook.games.tgwe.ground import has_fort
from rulebook.mechanics.dice import clamped
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.sums import modifiers
from rulebook.rules import Because, Part, Sum, because, computes, defines, modifies, unless
from rulebook.table import Table

BEST_FOR_THE_DEFENDER = -3
LOWEST, HIGHEST = 1, 6
CONCENTRIC_BONUS = 1
ENOUGH_HEXES = 4
OPPOSITE = 3
EVERY_OTHER = ((0, 2, 4), (1, 3, 5))
GAZA, BEERSHEBA = "N2913", "N2711"


# 10.36 and 10.51: one final modifier


@defines("tgwe:10.51")
def total_modifier(table: Table, attack: Attack) -> Sum:
    """All modifiers of both sides are added up: positive ones help the attacker, negative ones the defender."""
    return modifiers(table, attack, "die")


@computes(Attack, "modifier", "tgwe:10.36")
def final_modifier(table: Table, attack: Attack) -> Sum:
    """The difference of both sides' modifiers is the final one, which the defender's cannot bring below -3."""
    found = total_modifier(table, attack)
    excess = int(found.total) - capped(table, int(found.total))
    return Sum((*found.parts, *((Part(-excess, "tgwe:10.55", "capped"),) if excess else ())))


# 10.53: concentric attacks


@modifies(Attack, "tgwe:10.53")
def concentric_attack_helps(table: Table, attack: Attack) -> Because | bool:
    """Attackers on two opposite sides, on three sides a hex apart, or in four hexes add 1."""
    hexes = attacking_hexes(attackers(table, attack))
    around = _surround(table, attack.target, hexes, attack.concentric)
    return because(at=attack.target, amount=CONCENTRIC_BONUS) if around else False


def _surround(table: Table, target: str, hexes: list[str], posted: bool | None) -> bool:
    if len(hexes) < 2 or len(hexes) >= ENOUGH_HEXES:
        return len(hexes) >= ENOUGH_HEXES
    if any(number.startswith("?") for number in (target, *hexes)):
        return bool(table.read("action.concentric", posted, (True, False)))
    taken = {place for place, near in enumerate(table.grid.sides(target)) if near in hexes}
    facing = any(place + OPPOSITE in taken for place in taken)
    return facing or any(taken.issuperset(places) for places in EVERY_OTHER)


@unless(concentric_attack_helps, "tgwe:10.53")
def forts_cannot_be_surrounded(table: Table, attack: Attack) -> bool:
    """No concentric attack helps against an intact fortification of any kind, but for Gaza and Beersheba."""
    if attack.target in (GAZA, BEERSHEBA):
        return False
    return bool(some((
        partial(has_fort, table, attack.target),
        lambda: table.has_feature(attack.target, "hindenburg-line"),
    )))


# 10.54: high odds


@modifies(Attack, "tgwe:10.54")
def high_odds_help(table: Table, attack: Attack) -> Because | bool:
    """Each column by which the final ratio passes 5-1 adds 1."""
    rank = final_rank(table, attack)
    above = 0 if rank is None else rank - TOP
    return because(at=attack.target, amount=above) if above > 0 else False


# 10.55 and 10.56: limits


@defines("tgwe:10.55")
def capped(table: Table, modifier: int) -> int:
    """The final modifier has no upper limit; the defender's best is -3."""
    return max(modifier, BEST_FOR_THE_DEFENDER)


@defines("tgwe:10.56")
def bounded_roll(table: Table, roll: int) -> int:
    """A modified roll above 6 counts as 6, one below 1 as 1."""
    return clamped(roll, LOWEST, HIGHEST)
