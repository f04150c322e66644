"""Chapter 10, who may attack whom (10.0 to 10.2), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Losses, Play, Roll, Sequence, Support
from rulebook.facts import every, known, some
from rulebook.games.tgwe.battle import (
    attackers,
    attacking_side,
    engaged,
    fought_at,
    has_enemy_fort,
    posted_defenders,
    side_of,
)
from rulebook.games.tgwe.event_words import (
    ATTACKER_OF,
    OF_THE_DEFENDER,
    THEATRE_OF_A_BATTLE,
    serves_a_battle,
)
from rulebook.games.tgwe.forecast import weather_at
from rulebook.games.tgwe.ground import neighbours, theatre_of, touch
from rulebook.games.tgwe.pieces import is_combat_unit, is_hq, is_mountain
from rulebook.games.tgwe.sequence import COMBAT
from rulebook.games.tgwe.sequence import attacking_side as side_that_attacks
from rulebook.mechanics.stacking import attacking_hexes
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

RESULTS_TABLES = ("crt-a", "crt-b")
CLOSED_GROUND = ("sea", "lake")
FORT_ATTACKED = "fort-attacked"
CLOSED_SIDES = ("sea", "lake", "impassable")


def _placed(table: Table, action: Attack | Advance | Losses) -> list[Unit]:
    return [unit for unit in table.units(action.units) if not table.game.is_off_map(unit.facts)]


# 10.0: when, and by whom


@forbids((Attack, Support, Advance, Losses, Roll), "tgwe:10.0")
def fights_out_of_phase(table: Table, action: Attack | Support | Advance | Losses | Roll) -> Because | bool:
    """Battles are fought, and their dice rolled, in the two combat phases only."""
    if isinstance(action, Roll) and action.table not in RESULTS_TABLES:
        return False
    return because(phase=table.phase) if table.phase not in COMBAT else False


@forbids(Play, "tgwe:10.0")
def serves_out_of_phase(table: Table, play: Play) -> Because | bool:
    """The events of one battle are used in the two combat phases only."""
    return because(phase=table.phase) if serves_a_battle(play) and table.phase not in COMBAT else False


@contested(serves_out_of_phase)
def is_laid_open_beforehand(table: Table, play: Play) -> bool:
    """Events may be played at any time (6.12), those of one battle too, to serve in it later."""
    return False


@forbids(Attack, "tgwe:10.0")
def attacks_out_of_turn(table: Table, attack: Attack) -> Because | bool:
    """In each Theatre the side with the initiative attacks in the first combat phase, the other in the second."""
    if table.phase not in COMBAT:
        return False
    side = side_that_attacks(table, theatre_of(table, attack.target))
    idle = first_unit(attackers(table, attack), lambda unit: unit.side != side)
    return because(at=attack.target, unit=idle) if idle else False


@forbids(Play, "tgwe:10.0")
def serves_in_the_other_half(table: Table, play: Play) -> Because | bool:
    """An event of one battle is used where, in this phase, the side attacks whose attacks it helps or hampers."""
    attacker, theatre = ATTACKER_OF.get(play.event), THEATRE_OF_A_BATTLE.get(play.event)
    if attacker is None or not serves_a_battle(play) or (theatre is None and play.hex is None):
        return False
    if table.phase not in COMBAT:
        return False
    wrong = side_that_attacks(table, theatre or theatre_of(table, str(play.hex))) != attacker
    return because(phase=table.phase) if wrong else False


@forbids(Play, "tgwe:10.0")
def serves_units_of_the_enemy(table: Table, play: Play) -> Because | bool:
    """It serves units of its own side."""
    attacker = ATTACKER_OF.get(play.event)
    if attacker is None:
        return False
    served = table.game.enemy_of(attacker) if play.event in OF_THE_DEFENDER else attacker
    stranger = first_unit(table.units(play.units), lambda unit: unit.side != served)
    return because(unit=stranger) if stranger else False


@obliges(Attack, "tgwe:10.0")
def must_be_settled_at_once(table: Table, attack: Attack) -> Because | bool:
    """The result of a battle is applied before the next one is resolved."""
    return because(at=attack.target) if table.phase in COMBAT else False


@forbids(Support, "tgwe:10.0")
def supports_a_battle_of_the_other_half(table: Table, support: Support) -> Because | bool:
    """Nobody supports an attack of the side that does not attack in this Theatre in this phase."""
    if support.role is None or table.phase not in COMBAT:
        return False
    wrong = attacking_side(table, support) != side_that_attacks(table, theatre_of(table, support.target))
    return because(at=support.target, unit=support.units[0]) if wrong else False


@forbids(Losses, "tgwe:10.0")
def suffers_in_a_battle_of_the_other_half(table: Table, losses: Losses) -> Because | bool:
    """The attacker's losses are those of the side that attacks in this Theatre in this phase, else the defender's."""
    if table.phase not in COMBAT:
        return False
    there = fought_at(table, losses)
    attacks = side_of(table, losses) == side_that_attacks(table, theatre_of(table, there))
    return because(at=there, unit=losses.units[0]) if attacks != (losses.role == "attacker") else False


# 10.11: next to whom


@forbids(Attack, "tgwe:10.11")
def attacks_from_afar(table: Table, attack: Attack) -> Because | bool:
    """Only units next to the enemy, on the map of one front, take part in an attack on him."""
    far = first_unit(attackers(table, attack), lambda unit: not _is_next_to(table, unit, attack.target))
    return because(at=attack.target, unit=far) if far else False


def _is_next_to(table: Table, unit: Unit, there: str) -> bool:
    return not table.game.is_off_map(unit.facts) and touch(table, unit.hex, there)


@forbids(Attack, "tgwe:10.11")
def headquarters_attack(table: Table, attack: Attack) -> Because | bool:
    """A headquarters is no combat unit: it never attacks."""
    idle = first_unit(attackers(table, attack), is_hq)
    return because(at=attack.target, unit=idle) if idle else False


@forbids((Attack, Support, Play), "tgwe:10.11")
def fights_for_a_hex_without_enemies(table: Table, action: Attack | Support | Play) -> Because | bool:
    """Only a hex with enemy combat units, or an intact enemy fort, can be attacked, and be helped to by an event."""
    if isinstance(action, Play):
        return _is_no_battle(table, action)
    held = is_held_against(table, attacking_side(table, action), action.target)
    return False if held else because(at=action.target)


def _is_no_battle(table: Table, play: Play) -> Because | bool:
    """Because of an event of one battle, used in a hex that the attacker of this phase cannot attack."""
    if play.event not in ATTACKER_OF or play.hex is None or table.phase not in COMBAT:
        return False
    attacker = ATTACKER_OF[play.event] or side_that_attacks(table, theatre_of(table, play.hex))
    return False if is_held_against(table, str(attacker), play.hex) else because(at=play.hex)


def is_held_against(table: Table, side: str, there: str) -> bool:
    """Whether an enemy combat unit or fort holds a hex; that one does is assumed in ordinary play."""
    return bool(some((
        lambda: first_unit(table.units_at(there), lambda unit: unit.side != side and is_combat_unit(unit)),
        lambda: has_enemy_fort(table, side, there),
        lambda: _others_may_hold(table, there),
    )))


def _others_may_hold(table: Table, there: str) -> bool:
    if table.ordinary and not table.posted.units_complete:
        return bool(table.read(f"enemy.{there}", None, None, True))
    table.others_may_be()
    return False


# 10.12: nobody has to


@permits(Sequence, "tgwe:10.12")
def nobody_has_to_attack(table: Table, sequence: Sequence) -> bool:
    """No unit ever has to attack, nor to join an attack on an enemy next to it."""
    return sequence.do is None and table.phase in COMBAT


@forbids(Losses, "tgwe:10.12")
def bystanders_suffer(table: Table, losses: Losses) -> Because | bool:
    """Units that take no part in an attack are not touched by its result."""
    fought = {unit.id for unit in engaged(table, losses)}
    outsider = next((loss.unit for loss in losses.taken if loss.unit not in fought), None)
    return because(unit=outsider) if outsider else False


# 10.13: from all sides


@permits(Attack, "tgwe:10.13")
def attackers_join_from_several_hexes(table: Table, attack: Attack) -> Because | bool:
    """Units in any of the six hexes around a hex may attack it together."""
    hexes = attacking_hexes(_placed(table, attack))
    return because(at=attack.target, hexes=hexes) if len(hexes) > 1 else False


# 10.14: once in a phase


@forbids(Attack, "tgwe:10.14")
def attacks_twice(table: Table, attack: Attack) -> Because | bool:
    """A unit attacks once in a combat phase."""
    again = first_unit(attackers(table, attack), lambda unit: unit.has_status("attacked"))
    return because(at=attack.target, unit=again) if again else False


@forbids((Attack, Support), "tgwe:10.14")
def is_attacked_twice(table: Table, action: Attack | Support) -> Because | bool:
    """A unit is attacked once in a combat phase, so nobody supports a second battle against it."""
    again = first_unit(posted_defenders(table, action), lambda unit: unit.has_status("was-attacked"))
    return because(at=action.target, unit=again) if again else False


@forbids((Attack, Support), "tgwe:10.14")
def fort_is_attacked_twice(table: Table, action: Attack | Support) -> Because | bool:
    """So is the unit inside a fort (14.11): a marker tells that it was."""
    spent = every((
        lambda: has_enemy_fort(table, attacking_side(table, action), action.target),
        lambda: action.target in table.marker_hexes(FORT_ATTACKED, []),
    ))
    return because(at=action.target) if spent else False


# 10.15: closed ground


@forbids((Attack, Advance), "tgwe:10.15")
def attacks_over_closed_ground(table: Table, action: Attack | Advance) -> Because | bool:
    """Nobody attacks into, or across a side of, sea, lake or impassable ground, frozen or not, nor advances so."""
    there = str(_fought_over(table, action))
    sides = ((unit.hex, there, word) for unit in _placed(table, action) for word in CLOSED_SIDES)
    closed = some((
        lambda: isinstance(action, Attack) and _is_water(table, action),
        lambda: some(partial(_is_shut, table, *side) for side in sides),
    ))
    return because(at=there) if closed else False


def _fought_over(table: Table, action: Attack | Support | Advance | Losses) -> str:
    """The hex attacked."""
    if isinstance(action, Losses):
        return fought_at(table, action)
    return action.target or action.to if isinstance(action, Advance) else action.target


def _is_water(table: Table, attack: Attack) -> bool:
    """Whether a hex is sea or lake; one that units hold is land, unless it was posted otherwise."""
    read = partial(table.terrain, attack.target)
    return (known(read) if posted_defenders(table, attack) else read()) in CLOSED_GROUND


def _is_shut(table: Table, here: str, there: str, word: str) -> bool:
    """Whether such a side lies between; the lagoon is neither sea nor lake (8.35)."""
    return table.are_adjacent(here, there) and every((
        partial(table.side_has, here, there, word, ordinary=False),
        lambda: not table.side_has(here, there, "lagoon", ordinary=False),
    ))


@forbids((Attack, Support, Advance, Losses), "tgwe:10.15")
def attacks_in_alpine_snow(table: Table, action: Attack | Support | Advance | Losses) -> Because | bool:
    """In snow nobody attacks into an alpine hex or out of one: no support, advance or losses come of such a battle."""
    there = _fought_over(table, action)
    barred = every((
        lambda: weather_at(table, there) == "snow",
        lambda: some(partial(is_alpine, table, number) for number in dict.fromkeys((there, *_starts(table, action)))),
    ))
    return because(at=there) if barred else False


def _starts(table: Table, action: Attack | Support | Advance | Losses) -> list[str]:
    """The hexes that the attackers told of attack from."""
    if isinstance(action, Support) or (isinstance(action, Losses) and action.role == "defender"):
        return []
    return attacking_hexes(_placed(table, action))


def is_alpine(table: Table, number: str) -> bool:
    """Whether a hex is alpine; one that others than mountain units hold is not (8.32), unless it was posted so."""
    read = partial(table.terrain, number)
    lowlanders = any(known(partial(is_mountain, unit)) is False for unit in table.units_at(number))
    return (known(read) if lowlanders else read()) == "alpine"


# 10.21 to 10.24: stacks


@obliges(Attack, "tgwe:10.21")
def whole_hex_is_attacked(table: Table, attack: Attack) -> Because | bool:
    """All the units in a hex defend it together: none can be kept back, none attacked apart."""
    held = posted_defenders(table, attack)
    return because(at=attack.target, enemies=held) if len(held) > 1 else False


@permits(Attack, "tgwe:10.22")
def rest_of_the_stack_may_stay_out(table: Table, attack: Attack) -> Because | bool:
    """Units stacked with attackers may attack another hex, or nothing."""
    there = (unit for number in attacking_hexes(_placed(table, attack)) for unit in table.units_at(number))
    apart = next((unit for unit in there if unit.id not in attack.units and is_combat_unit(unit)), None)
    return because(at=attack.target, unit=apart) if apart else False


@obliges(Attack, "tgwe:10.23")
def one_hex_is_attacked_at_a_time(table: Table, attack: Attack) -> Because | bool:
    """An attack goes against one hex; enemies in other hexes next to the attackers are left out of it."""
    others = _other_enemy_hexes(table, attack)
    return because(at=attack.target, others=others) if others else False


def _other_enemy_hexes(table: Table, attack: Attack) -> list[str]:
    """Other hexes next to the attackers where enemies were posted."""
    side = attacking_side(table, attack)
    near = dict.fromkeys(there for unit in _placed(table, attack) for there in neighbours(table, unit.hex))
    return [there for there in near if there != attack.target and any(
        known(partial(_is_enemy, side, unit)) for unit in table.units_at(there)
    )]


def _is_enemy(side: str, unit: Unit) -> bool:
    return unit.side != side and is_combat_unit(unit)


@defines("tgwe:10.24")
def whole_factor(table: Table, unit: Unit, role: str) -> int:
    """A unit brings its whole factor to one attack or one defence, never a part of it."""
    return unit.attack if role == "attack" else unit.defense
