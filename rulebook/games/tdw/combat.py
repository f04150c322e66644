"""Chapter 11, who may attack whom, and how a combat is declared (11.1, 11.2, 11.3.1), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Bridge, Losses, Play, Retreat, Roll, Sequence, Support
from rulebook.facts import every, known, some
from rulebook.games.tdw.battle import (
    QUIET_PHASES,
    Role,
    attackers,
    attacking_side,
    is_held_against,
    is_quiet,
    lent,
    neighbour_who,
    posted_defenders,
)
from rulebook.games.tdw.components import is_combat_unit
from rulebook.games.tdw.ground import is_joined_by_road
from rulebook.games.tdw.pieces import is_delay, is_engineer, is_gun, is_motorized
from rulebook.games.tdw.supply import is_unsupplied
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.units import apart, first_unit, is_off_the_map, parted
from rulebook.rules import Because, because, forbids, obliges, permits
from rulebook.table import Table, Unit

PartOfACombat = Support | Retreat | Advance | Losses | Play | Bridge
PARTS_OF_A_COMBAT = (Support, Retreat, Advance, Losses, Play, Bridge)


# 11.1: when, who, and whom


@forbids(Attack, "tdw:11.1")
def attacks_without_a_chit(table: Table, attack: Attack) -> Because | bool:
    """All units may attack in a combat round; in other rounds only those that the chit names."""
    return because(at=attack.target, phase=table.phase) if table.phase != "combat-round" else False


@forbids(PARTS_OF_A_COMBAT, "tdw:11.1")
def fights_in_a_quiet_phase(table: Table, action: PartOfACombat) -> Because | bool:
    """Nothing of a combat takes place in rounds and phases in which nobody attacks."""
    return because(phase=table.phase) if _is_of_a_combat(action) and is_quiet(table) else False


@forbids(Roll, "tdw:11.1")
def rolls_in_a_quiet_phase(table: Table, roll: Roll) -> Because | bool:
    """No die of a combat, or of a bridge behind a retreat, is rolled in a round or phase without combat."""
    return because(phase=table.phase) if roll.table in ("combat", "bridge") and is_quiet(table) else False


def _is_of_a_combat(action: PartOfACombat) -> bool:
    """Whether an action belongs to a combat; of what is played, and of bridges, only some does."""
    if isinstance(action, Play):
        return action.event == "cancel-retreat"
    return not isinstance(action, Bridge) or action.mode in ("after-retreat", "after-defense")


@forbids(Attack, "tdw:11.1")
def attacks_out_of_turn(table: Table, attack: Attack) -> Because | bool:
    """The active player is the attacker, the other the defender."""
    idle = first_unit(attackers(table, attack), lambda unit: unit.side != table.active)
    return because(at=attack.target, unit=idle) if idle else False


@forbids(Losses, "tdw:11.1")
def loses_in_the_part_of_the_other(table: Table, losses: Losses) -> Because | bool:
    """The units of the active player lose as attackers, those of the other as defenders."""
    attacks = losses.role == "attacker"
    wrong = first_unit(table.units(losses.units), lambda unit: (unit.side == table.active) != attacks)
    return because(unit=wrong) if wrong else False


@forbids(Attack, "tdw:11.1")
def others_than_combat_units_attack(table: Table, attack: Attack) -> Because | bool:
    """Only combat units attack."""
    idle = first_unit(attackers(table, attack), lambda unit: not is_combat_unit(table, unit))
    return because(at=attack.target, unit=idle) if idle else False


@forbids((Losses, Retreat), "tdw:11.1")
def others_than_combat_units_suffer(table: Table, action: Losses | Retreat) -> Because | bool:
    """Only combat units lose steps or retreat: assets take no harm from a combat."""
    asset = first_unit(table.units(action.units), lambda unit: not is_combat_unit(table, unit))
    return because(unit=asset) if asset else False


@forbids((Losses, Retreat), "tdw:11.1")
def suffers_off_the_map(table: Table, action: Losses | Retreat) -> Because | bool:
    """A unit that is not on the map has no part in a combat."""
    absent = first_unit(table.units(action.units), is_off_the_map)
    return because(unit=absent) if absent else False


@forbids(Losses, "tdw:11.1")
def defends_in_several_hexes(table: Table, losses: Losses) -> Because | bool:
    """One hex is attacked in a combat: units of another have no part in its losses."""
    two = apart(table.units(losses.units)) if losses.role == "defender" else None
    return because(unit=two[0], other=two[1]) if two else False


@forbids(Losses, "tdw:11.1")
def attackers_share_no_hex(table: Table, losses: Losses) -> Because | bool:
    """One hex is attacked in a combat, from the hexes around it: units too far apart for that were not in the same."""
    two = parted(table, table.units(losses.units)) if losses.role == "attacker" else None
    return because(unit=two[0], other=two[1]) if two else False


@forbids((Advance, Losses), "tdw:11.1")
def follows_an_attack_it_could_not_make(table: Table, action: Advance | Losses) -> Because | bool:
    """Those whom the chit of the round does not let attack neither advance nor lose as attackers."""
    if isinstance(action, Losses) and action.role != "attacker":
        return False
    idle = first_unit(table.units(action.units), partial(_is_idle, table))
    return because(unit=idle, phase=table.phase) if idle else False


def _is_idle(table: Table, unit: Unit) -> bool:
    """Whether a unit could not attack; in ordinary play it did, unless the position itself shows that it could not."""
    if table.ordinary:
        return bool(known(partial(_is_kept_from_attacking, table.as_posted(), unit)))
    return _is_kept_from_attacking(table, unit)


def _is_kept_from_attacking(table: Table, unit: Unit) -> bool:
    """Whether the chit of the round does not let a unit attack, wherever it would."""
    return bool(attacks_without_a_chit(table, Attack(type="attack", units=(unit.id,), target=unit.facts.hex or "")))


@forbids(Attack, "tdw:11.1")
def attacks_from_afar(table: Table, attack: Attack) -> Because | bool:
    """A unit attacks only enemies next to it."""
    far = first_unit(attackers(table, attack), lambda unit: not _is_next_to(table, unit, attack.target))
    return because(at=attack.target, unit=far) if far else False


def _is_next_to(table: Table, unit: Unit, there: str) -> bool:
    return not table.game.is_off_map(unit.facts) and table.are_adjacent(unit.hex, there)


@forbids(Attack, "tdw:11.1")
def attacks_across_a_prohibited_side(table: Table, attack: Attack) -> Because | bool:
    """Nobody attacks over a prohibited side."""
    barred = first_unit(_placed(table, attack), lambda unit: every((
        lambda: table.are_adjacent(unit.hex, attack.target),
        lambda: table.side_has(unit.hex, attack.target, "prohibited", ordinary=False),
    )))
    return because(at=attack.target, unit=barred) if barred else False


def _placed(table: Table, attack: Attack) -> list[Unit]:
    return [unit for unit in attackers(table, attack) if not table.game.is_off_map(unit.facts)]


@forbids((Attack, Support), "tdw:11.1")
def fights_for_a_hex_without_enemies(table: Table, action: Attack | Support) -> Because | bool:
    """Only a hex in which the defender has units can be attacked."""
    held = is_held_against(table, attacking_side(table, action), action.target)
    return False if held else because(at=action.target)


@forbids(Support, "tdw:11.1")
def supports_a_combat_that_nobody_wages(table: Table, support: Support) -> Because | bool:
    """Nobody supports a combat where none next to the hex can attack it in this round."""
    idle = partial(_is_waged_by_nobody, table.as_posted() if table.ordinary else table, support)
    return because(at=support.target) if (known(idle) if table.ordinary else idle()) else False


def _is_waged_by_nobody(table: Table, support: Support) -> bool:
    return not neighbour_who(table, support, partial(_could_attack, table, support.target))


def _could_attack(table: Table, target: str, unit: Unit) -> bool:
    """Whether the round, its strength, its supply and the side between let a unit attack a hex next to it."""
    return every((
        lambda: not is_delay(unit), lambda: unit.attack > 0, lambda: not is_unsupplied(table, unit),
        lambda: not table.side_has(unit.hex, target, "prohibited", ordinary=False),
        lambda: not _is_kept_from_attacking(table, unit),
    ))


@obliges(Attack, "tdw:11.1")
def whole_hex_is_attacked(table: Table, attack: Attack) -> Because | bool:
    """All the enemy units in the hex are attacked together."""
    held = posted_defenders(table, attack)
    return because(at=attack.target, enemies=held) if len(held) > 1 else False


@permits(Attack, "tdw:11.1")
def attackers_join_from_several_hexes(table: Table, attack: Attack) -> Because | bool:
    """Units in several hexes may attack one hex together."""
    hexes = attacking_hexes(_placed(table, attack))
    return because(at=attack.target, hexes=hexes) if len(hexes) > 1 else False


@permits(Attack, "tdw:11.1")
def rest_of_the_stack_may_stay_out(table: Table, attack: Attack) -> Because | bool:
    """Units stacked with attackers may attack another hex, or nothing."""
    there = (unit for number in attacking_hexes(_placed(table, attack)) for unit in table.units_at(number))
    apart = next((unit for unit in there if unit.id not in attack.units and is_combat_unit(table, unit)), None)
    return because(at=attack.target, unit=apart) if apart else False


@permits(Sequence, "tdw:11.1")
def nobody_has_to_attack(table: Table, sequence: Sequence) -> bool:
    """Attacking is always a choice."""
    return sequence.do is None and table.phase not in QUIET_PHASES


@permits(Attack, "tdw:11.1")
def motorized_units_attack_forest(table: Table, attack: Attack) -> Because | bool:
    """Motorized units may attack a forest even where no road joins it to their hex."""
    if table.terrain(attack.target) != "forest":
        return False
    off_road = first_unit(_placed(table, attack), lambda unit: every((
        lambda: is_motorized(unit), lambda: not is_joined_by_road(table, unit.hex, attack.target)
    )))
    return because(at=attack.target, unit=off_road) if off_road else False


@obliges(Attack, "tdw:11.1")
def must_be_finished_before_the_next(table: Table, attack: Attack) -> Because | bool:
    """A combat is resolved to its end before the next is named; none need be announced ahead."""
    return because(at=attack.target) if table.phase not in QUIET_PHASES else False


# 11.2: once, and not by everyone


@forbids(Attack, "tdw:11.2")
def attacks_with_no_strength(table: Table, attack: Attack) -> Because | bool:
    """A unit with an attack strength of zero may not attack."""
    fighting = [unit for unit in attackers(table, attack) if is_combat_unit(table, unit)]
    idle = first_unit(fighting, lambda unit: unit.attack <= 0)
    return because(at=attack.target, unit=idle) if idle else False


@forbids(Losses, "tdw:11.2")
def loses_in_an_attack_it_could_not_make(table: Table, losses: Losses) -> Because | bool:
    """Who is posted without attack strength, or without supply, attacked nobody: no losses as an attacker."""
    units = table.units(losses.units) if losses.role == "attacker" else []
    idle = first_unit(units, lambda unit: some((
        partial(_is_without_strength, table, unit), lambda: bool(unit.facts.supply) and is_unsupplied(table, unit),
    )))
    return because(unit=idle) if idle else False


def _is_without_strength(table: Table, unit: Unit) -> bool:
    """Whether a combat unit is posted with no attack strength."""
    return unit.facts.attack is not None and is_combat_unit(table, unit) and unit.attack <= 0


@forbids(Advance, "tdw:11.2")
def advances_without_strength(table: Table, advance: Advance) -> Because | bool:
    """Who is posted without attack strength attacked nobody, and does not advance."""
    idle = first_unit(table.units(advance.units), partial(_is_without_strength, table))
    return because(at=advance.to, unit=idle) if idle else False


@forbids(Attack, "tdw:11.2")
def attacks_twice(table: Table, attack: Attack) -> Because | bool:
    """A unit attacks once in a round, with its whole strength in one combat."""
    again = first_unit(attackers(table, attack), lambda unit: unit.has_status("attacked"))
    return because(at=attack.target, unit=again) if again else False


@forbids(Attack, "tdw:11.2")
def is_attacked_twice(table: Table, attack: Attack) -> Because | bool:
    """A unit is attacked once in a round, and defends with its whole strength in one combat."""
    again = first_unit(posted_defenders(table, attack), lambda unit: unit.has_status("was-attacked"))
    return because(at=attack.target, unit=again) if again else False


# 11.3.1: who supports


@forbids((Attack, Support), "tdw:11.3.1")
def others_than_assets_support(table: Table, action: Attack | Support) -> Because | bool:
    """Only artillery, Nebelwerfer and engineers support a combat."""
    wrong = first_unit((unit for unit, _ in lent(table, action)), lambda unit: not (is_gun(unit) or is_engineer(unit)))
    return because(at=action.target, unit=wrong) if wrong else False


@forbids((Attack, Support), "tdw:11.3.1")
def supports_the_wrong_side(table: Table, action: Attack | Support) -> Because | bool:
    """The attacker's assets support the attack, the defender's the defence."""
    side = attacking_side(table, action)
    wrong = some(partial(_misplaced, side, unit, role) for unit, role in lent(table, action))
    return because(at=action.target, unit=wrong) if wrong else False


def _misplaced(side: str, unit: Unit, role: Role) -> Unit | None:
    return unit if (unit.side == side) != (role == "attack") else None


@obliges((Attack, Support), "tdw:11.3.1")
def attacker_names_his_support_first(table: Table, action: Attack | Support) -> Because | bool:
    """The attacker names his units and his support; only then does the defender name his own."""
    named = [unit for unit, _ in lent(table, action)]
    return because(at=action.target, named=named) if named else False
