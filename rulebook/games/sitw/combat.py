"""Chapter 13, who attacks whom, and the odds (13.1 to 13.12), in the book's order."""

from functools import partial

from rulebook.actions import Attack, Play, Sequence, Support
from rulebook.facts import every, some
from rulebook.games.sitw.pieces import is_agb, is_infantry, is_tank
from rulebook.games.sitw.supply import halves_attack
from rulebook.mechanics.odds import Odds, column_of, odds_rounded_for_the_defender
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

COMBAT_PHASES = ("first-combat", "second-combat")
NO_ATTACKERS = ("agb", "anti-tank")
LOWEST, HIGHEST = Odds(1, 2), Odds(7, 1)
AUTOMATIC_RESULT = "2/0"
AGB_FACTOR = 15
AGB_RANGE = 2


def attackers(table: Table, attack: Attack) -> list[Unit]:
    """The land units that attack, without the AGB and air units that support them."""
    return table.units(attack.units)


def defenders(table: Table, attack: Attack) -> list[Unit]:
    """All the units in the target hex, once it is known that no other can be there."""
    return table.everyone_at(attack.target)


def attacking_side(table: Table, attack: Attack) -> str:
    return table.unit(attack.units[0]).side


def posted_enemies(table: Table, side: str, there: str) -> list[Unit]:
    """The posted enemies in a hex; others may be there."""
    return [unit for unit in table.units_at(there) if unit.side != side]


def is_held_against(table: Table, side: str, there: str) -> bool:
    """Whether an enemy of this side stands in the hex; that one does is assumed where ordinary play is."""
    if posted_enemies(table, side, there):
        return True
    if table.ordinary and not table.posted.units_complete:
        return bool(table.read(f"enemy.{there}", None, None, True))
    table.others_may_be()
    return False


# 13.1 and 13.2: when, and who


@forbids((Attack, Support), "sitw:13.1")
def fights_out_of_combat_phases(table: Table, action: Attack | Support) -> Because | bool:
    """Battles are fought only in the two combat phases of a player turn."""
    return because(at=action.target, phase=table.phase) if table.phase not in COMBAT_PHASES else False


@forbids(Attack, "sitw:13.1")
def attacks_out_of_turn(table: Table, attack: Attack) -> Because | bool:
    """Only the player whose turn it is attacks."""
    idle = first_unit(attackers(table, attack), lambda unit: unit.side != table.active)
    return because(at=attack.target, unit=idle) if idle else False


@forbids((Attack, Support), "sitw:13.1")
def supports_the_wrong_side(table: Table, action: Attack | Support) -> Because | bool:
    """The attacker's support comes from the player whose turn it is, the defender's from the other."""
    friends, enemies = _sides_of_support(table, action)
    side = attacking_side(table, action) if isinstance(action, Attack) else table.active
    wrong = some((
        lambda: first_unit(friends, lambda unit: unit.side != side),
        lambda: first_unit(enemies, lambda unit: unit.side == side),
    ))
    return because(at=action.target, unit=wrong) if wrong else False


def _sides_of_support(table: Table, action: Attack | Support) -> tuple[list[Unit], list[Unit]]:
    """The units that support the attacker, and those that support the defender."""
    if isinstance(action, Attack):
        return table.units(action.support or ()), table.units(action.against or ())
    lent = table.units(action.units)
    return lent if action.role == "attack" else [], lent if action.role == "defense" else []


@forbids(Support, "sitw:13.1")
def supports_an_attack_that_nobody_makes(table: Table, support: Support) -> Because | bool:
    """Support is lent to a battle, which takes land units next to the defenders; in ordinary play it has some."""
    if table.ordinary and not table.posted.units_complete:
        return False
    return because(at=support.target) if not _could_attack(table, support.target) else False


def _could_attack(table: Table, target: str) -> bool:
    """Whether a unit of the player whose turn it is could attack from next to a hex; no tank does by itself (14.1)."""
    return bool(some(
        partial(table.someone_at, near, lambda unit: every((
            lambda: unit.side == table.active, lambda: unit.type not in NO_ATTACKERS, lambda: not is_tank(unit)
        )))
        for near in table.around(target)
    ))


@forbids(Attack, "sitw:13.1")
def attacks_from_afar(table: Table, attack: Attack) -> Because | bool:
    """A unit attacks only a hex next to its own."""
    far = first_unit(attackers(table, attack), lambda unit: not _is_next_to(table, unit, attack.target))
    return because(at=attack.target, unit=far) if far else False


def _is_next_to(table: Table, unit: Unit, there: str) -> bool:
    return not table.game.is_off_map(unit.facts) and table.are_adjacent(unit.hex, there)


@permits(Sequence, "sitw:13.1")
def nobody_has_to_attack(table: Table, sequence: Sequence) -> bool:
    """Attacking is always a choice, however close the enemy."""
    return table.phase in COMBAT_PHASES


@permits(Attack, "sitw:13.2")
def any_unit_fights_in_the_second_phase(table: Table, attack: Attack) -> Because | bool:
    """A unit may fight in the second combat phase even if it cannot infiltrate."""
    return because(at=attack.target) if table.phase == "second-combat" else False


# 13.3 to 13.5: the target, and once only


@defines("sitw:13.3")
def adds_to_the_defense(table: Table, attack: Attack, unit: Unit) -> bool:
    """Every enemy unit in the attacked hex defends, as part of one large unit."""
    return unit.side != attacking_side(table, attack)


@unless(adds_to_the_defense, "sitw:13.30")
def newcomers_add_nothing(table: Table, attack: Attack, unit: Unit) -> bool:
    """Units that retreated into the hex in this phase add nothing to its defence."""
    return unit.has_status("retreated")


@obliges(Attack, "sitw:13.3")
def stack_defends_as_one(table: Table, attack: Attack) -> Because | bool:
    """Two or more units in the attacked hex must be attacked together."""
    held = posted_enemies(table, attacking_side(table, attack), attack.target)
    return because(at=attack.target, enemies=held) if len(held) > 1 else False


@forbids((Attack, Support), "sitw:13.4")
def fights_for_a_hex_without_enemies(table: Table, action: Attack | Support) -> Because | bool:
    """Only a hex that the enemy holds can be attacked."""
    side = attacking_side(table, action) if isinstance(action, Attack) else table.active
    return False if is_held_against(table, side, action.target) else because(at=action.target)


@permits(Attack, "sitw:13.4")
def attackers_join_from_several_hexes(table: Table, attack: Attack) -> Because | bool:
    """One hex may be attacked from one, several or all of the hexes around it."""
    hexes = attacking_hexes(attackers(table, attack))
    return because(at=attack.target, hexes=hexes) if len(hexes) > 1 else False


@forbids(Attack, "sitw:13.5")
def attacks_twice(table: Table, attack: Attack) -> Because | bool:
    """No unit attacks more than once in a combat phase, nor splits its factor between battles."""
    again = first_unit(attackers(table, attack), lambda unit: unit.has_status("has-attacked"))
    return because(at=attack.target, unit=again) if again else False


@forbids(Attack, "sitw:13.5")
def is_attacked_twice(table: Table, attack: Attack) -> Because | bool:
    """No defending unit is attacked more than once in a combat phase."""
    again = first_unit(posted_enemies(table, attacking_side(table, attack), attack.target), _was_attacked)
    return because(at=attack.target, unit=again) if again else False


def _was_attacked(unit: Unit) -> bool:
    """A unit that retreated was attacked before it did."""
    return bool(some((lambda: unit.has_status("was-attacked"), lambda: unit.has_status("retreated"))))


@unless(is_attacked_twice, "sitw:13.30")
def garrison_is_attacked_with_newcomers(table: Table, attack: Attack) -> bool:
    """A hex whose own defenders were not attacked yet may be, though others retreated into it."""
    held = posted_enemies(table, attacking_side(table, attack), attack.target)
    return every((
        lambda: not first_unit(held, _held_out),
        lambda: table.someone_at(attack.target, lambda unit: not _was_attacked(unit)),
    ))


def _held_out(unit: Unit) -> bool:
    return every((lambda: unit.has_status("was-attacked"), lambda: not unit.has_status("retreated")))


# 13.6 to 13.9: one battle after another, stacks, fog, allies


@permits(Attack, "sitw:13.6")
def may_attack_again_elsewhere(table: Table, attack: Attack) -> Because | bool:
    """A player makes as many attacks as he likes, in any order, without announcing them beforehand."""
    side = attacking_side(table, attack)
    before = [unit for unit in table.units() if unit.side == side and unit.id not in attack.units]
    fought = first_unit(before, lambda unit: unit.has_status("has-attacked"))
    return because(at=attack.target, unit=fought) if fought else False


@obliges(Attack, "sitw:13.6")
def must_be_resolved_before_the_next(table: Table, attack: Attack) -> Because | bool:
    """Each attack must be fully resolved before the next is begun."""
    return because(at=attack.target) if table.phase in COMBAT_PHASES else False


@permits(Attack, "sitw:13.7")
def rest_of_the_stack_may_stay_out(table: Table, attack: Attack) -> Because | bool:
    """Units stacked with attackers need not join them: they may attack elsewhere, or not at all."""
    named = {*attack.units, *(attack.support or ())}
    hexes = attacking_hexes(attackers(table, attack))
    apart = next((unit for number in hexes for unit in table.units_at(number) if unit.id not in named), None)
    return because(at=apart.hex, unit=apart) if apart else False


@obliges(Attack, "sitw:13.7")
def defender_cannot_decline(table: Table, attack: Attack) -> Because | bool:
    """A defending unit may never decline combat."""
    held = posted_enemies(table, attacking_side(table, attack), attack.target)
    return because(at=attack.target, enemies=held) if held else False


@forbids(Play, "sitw:13.8")
def looks_under_the_top_unit(table: Table, play: Play) -> Because | bool:
    """Nobody looks below the top unit of an enemy stack before the odds of its battle are worked out."""
    if play.event != "examine-stack":
        return False
    early = some((lambda: table.phase not in COMBAT_PHASES, lambda: not table.has_event("odds-reached")))
    return because(at=play.hex) if early else False


@forbids(Play, "sitw:13.8")
def calls_off_an_examined_attack(table: Table, play: Play) -> Because | bool:
    """An attacker who has looked at the defending stack may no longer call the attack off."""
    looked = play.event == "call-off-attack" and table.has_event("attack-examined")
    return because(at=play.hex) if looked else False


@forbids(Play, "sitw:13.8")
def calls_off_an_attack_that_is_none(table: Table, play: Play) -> Because | bool:
    """An attack is called off in the combat phase in which it was to be made."""
    late = play.event == "call-off-attack" and table.phase not in COMBAT_PHASES
    return because(phase=table.phase) if late else False


@permits(Attack, "sitw:13.9")
def allies_attack_together(table: Table, attack: Attack) -> Because | bool:
    """Allied units of several nationalities may join in one attack, each stacked as chapter 9 allows."""
    if attacking_side(table, attack) != "allied":
        return False
    nations = list(dict.fromkeys(unit.nation for unit in attackers(table, attack)))
    return because(at=attack.target, nation=nations) if len(nations) > 1 else False


# 13.10 to 13.12: strengths and odds


def attack_parts(table: Table, units: list[Unit]) -> tuple[Part, ...]:
    """The attack factors of some units; those short of supply are added up, then halved once, rounded up."""
    printed = tuple(Part(unit.attack, "sitw:2.45", unit.id) for unit in units)
    halved = {unit: case for unit in units if (case := halves_attack(table, unit))}
    lost = sum(unit.attack for unit in halved) // 2
    if not lost:
        return printed
    case = next(iter(halved.values())) if len({*halved.values()}) == 1 else "sitw:7.2"
    return (*printed, Part(-lost, case, ", ".join(unit.id for unit in halved)))


def supporting_guns(table: Table, attack: Attack) -> list[Unit]:
    """The AGB, if it supports the attack; whether one that could reach does is unknown until the action says."""
    near = attack.support is None and first_unit(table.units(), lambda unit: _reaches(table, unit, attack))
    named = table.read("action.support", None, None, ()) if near else attack.support or ()
    return [unit for unit in table.units(named) if is_agb(unit)]


def _reaches(table: Table, unit: Unit, attack: Attack) -> bool:
    return unit.is_placed and every((
        lambda: is_agb(unit), lambda: unit.side == attacking_side(table, attack),
        lambda: table.distance(unit.hex, attack.target) <= AGB_RANGE,
    ))


@defines("sitw:14.3")
def agb_parts(table: Table, attack: Attack) -> tuple[Part, ...]:
    """The AGB adds its attack factor, but no more than the German infantry brings to the battle."""
    guns = supporting_guns(table, attack)
    if not guns:
        return ()
    ceiling = Sum(attack_parts(table, [unit for unit in attackers(table, attack) if is_infantry(unit)])).total
    factors = {gun: AGB_FACTOR if gun.facts.attack is None else gun.attack for gun in guns}
    return tuple(Part(min(factor, ceiling), "sitw:14.3", gun.id) for gun, factor in factors.items())


@computes(Attack, "attack", "sitw:13.10")
def attack_strength(table: Table, attack: Attack) -> Sum:
    """The attack factors of all attacking units are added up."""
    return Sum((*attack_parts(table, attackers(table, attack)), *agb_parts(table, attack)))


@defines("sitw:13.10")
def defends_with_its_defense_factor(table: Table, attack: Attack, unit: Unit) -> bool:
    """A unit defends with its defence factor; where an exception says otherwise, with its attack factor."""
    return True


def defense_part(table: Table, attack: Attack, unit: Unit) -> Part:
    if defends_with_its_defense_factor(table, attack, unit):
        return Part(unit.defense, "sitw:2.45", unit.id)
    case = next(rule.case for rule in defends_with_its_defense_factor.exceptions if rule(table, attack, unit))
    return Part(unit.attack, case, unit.id)


@computes(Attack, "defense", "sitw:13.10")
def defense_strength(table: Table, attack: Attack) -> Sum | None:
    """The defence factors of all defending units are added up."""
    there = [unit for unit in defenders(table, attack) if adds_to_the_defense(table, attack, unit)]
    return Sum(tuple(defense_part(table, attack, unit) for unit in there)) if there else None


def battle_odds(table: Table, attack: Attack) -> Odds | None:
    """The odds of the battle; None where nobody defends."""
    defense = defense_strength(table, attack)
    if defense is None or defense.total <= 0:
        return None
    strength = attack_strength(table, attack).total
    return odds_rounded_for_the_defender(strength, defense.total) if strength > 0 else Odds(0, 1)


@computes(Attack, "odds", "sitw:13.10")
def odds_of_the_battle(table: Table, attack: Attack) -> str | None:
    """The attackers' total is divided by the defenders', and what is left over is dropped."""
    odds = battle_odds(table, attack)
    return str(odds) if odds else None


@permits(Attack, "sitw:13.11")
def attacks_at_low_odds(table: Table, attack: Attack) -> Because | bool:
    """An attacker weaker than the defender may attack: the defenders' total is divided, fractions rounded up."""
    odds = battle_odds(table, attack)
    return because(at=attack.target, odds=str(odds)) if odds and odds.ratio < 1 else False


@computes(Attack, "column", "sitw:13.12")
def column_of_the_battle(table: Table, attack: Attack) -> str | None:
    """Odds above 7:1 are resolved as 7:1."""
    odds = battle_odds(table, attack)
    column = column_of(odds, LOWEST, HIGHEST) if odds else None
    return str(column) if column else None


@computes(Attack, "automatic", "sitw:13.12")
def automatic_result(table: Table, attack: Attack) -> str | None:
    """Odds below 1:2 always give 2/0, without a die roll."""
    odds = battle_odds(table, attack)
    return AUTOMATIC_RESULT if odds and not column_of(odds, LOWEST, HIGHEST) else None
