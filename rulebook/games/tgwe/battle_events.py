"""Chapter 6, gas, fire, mines and guns in one battle (6.13b to 6.17b), in the book's order."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Advance, Attack, Play
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import (
    attacker_who,
    attackers,
    attacking_side,
    hq_that_helped,
    hqs_in_support,
    is_any_used,
    is_used,
    side_of,
    won,
)
from rulebook.games.tgwe.event_words import declares, every_unit, is_played_off, some_unit
from rulebook.games.tgwe.ground import EUROPE, is_on
from rulebook.games.tgwe.pieces import is_german
from rulebook.games.tgwe.sequence import COMBAT
from rulebook.games.tgwe.supply import is_supplied
from rulebook.rules import Because, because, forbids, modifies, obliges, permits
from rulebook.table import Table, Unit

GAS = ("chlorine", "phosgene", "mustard")
FIRE_AND_MINES = ("flamethrower", "mine-attack")
TACTICS = ("hurricane-bombardment", "the-system", "bruchmuller")
ARMY_SERVED = {
    "hurricane-bombardment": "british", "the-system": "french", "bruchmuller": "german",
    "turkish-determination": "turkish",
}
ALLIES_WITH_GAS = ("british", "french", "belgian")
STRONG, SLIGHT = 2, 1

Condition = Callable[[], object]
Wrongs = tuple[Condition, ...]


def adds_to_the_die(table: Table, attack: Attack, word: str, amount: int, wrongs: Wrongs = ()) -> Because | bool:
    """The amount that an event adds to the die, where it is used and nothing is wrong with that."""
    helps = every((lambda: not some(wrongs), lambda: is_used(table, attack, word)))
    return because(at=attack.target, amount=amount) if helps else False


def is_misused(attack: Attack, word: str, wrongs: Wrongs) -> Because | bool:
    """Because of an event declared in a battle in which any of these holds."""
    return because(at=attack.target) if declares(attack, word) and some(wrongs) else False


def is_spent(table: Table, attack: Attack, word: str, wrongs: Wrongs) -> Because | bool:
    """Because of an event used where it may be: elsewhere it is not asked for."""
    spent = every((lambda: not some(wrongs), lambda: is_used(table, attack, word)))
    return because(at=attack.target) if spent else False


def _lets_advance(table: Table, advance: Advance, words: tuple[str, ...]) -> Because | bool:
    fought_over = won(advance)
    helped = every((
        lambda: is_on(table, fought_over, "western"),
        lambda: some(partial(helped_these_attackers, table, advance, word) for word in words),
    ))
    return because(at=fought_over) if helped else False


def helped_these_attackers(table: Table, advance: Advance, word: str) -> bool:
    """Whether an event that was used in the battle is one that such attackers could have had."""
    return every((partial(is_used, table, advance, word), lambda: _could_help(table, advance, word)))


def _could_help(table: Table, advance: Advance, word: str) -> bool:
    """Whether those whom an event serves were in the attack, and a headquarters of theirs where it wants one."""
    army = ARMY_SERVED.get(word)
    if army is not None:
        return every((
            lambda: attacker_who(table, advance, lambda unit: unit.army == army),
            lambda: hq_that_helped(table, advance, lambda hq: hq.army == army and is_supplied(table, hq)),
        ))
    if word == "flamethrower":
        return attacker_who(table, advance, is_german) is not None
    if word in GAS and side_of(table, advance) == "allied":
        return attacker_who(table, advance, lambda unit: unit.army in ALLIES_WITH_GAS) is not None
    return True


# 6.13b: gas


@modifies(Attack, "tgwe:6.13b", of="die")
def gas_drifts_over(table: Table, attack: Attack) -> Because | bool:
    """Gas adds two to the die."""
    return because(at=attack.target, amount=STRONG) if _has_gas(table, attack) else False


def _has_gas(table: Table, attack: Attack) -> bool:
    return every((lambda: not _have_no_gas(table, attack), lambda: is_any_used(table, attack, GAS)))


def _have_no_gas(table: Table, attack: Attack) -> bool:
    """Whether Allies attack without British, French or Belgian units."""
    return every((
        lambda: attacking_side(table, attack) == "allied",
        lambda: not some_unit(attackers(table, attack), lambda unit: unit.army in ALLIES_WITH_GAS),
    ))


@forbids(Attack, "tgwe:6.13b")
def mixes_gases(table: Table, attack: Attack) -> Because | bool:
    """One gas marker serves in an attack."""
    return because(at=attack.target) if sum(declares(attack, gas) for gas in GAS) > 1 else False


@forbids(Attack, "tgwe:6.13b")
def uses_a_gas_known_to_the_enemy(table: Table, attack: Attack) -> Because | bool:
    """Each gas benefits only the side that was the first to use it."""
    known = some(partial(_was_used, table, gas) for gas in GAS if declares(attack, gas))
    return because(at=attack.target) if known else False


def _was_used(table: Table, gas: str) -> bool:
    return table.has_event(f"{gas}-used")


@forbids(Play, "tgwe:6.13b")
def gas_is_no_event(table: Table, play: Play) -> Because | bool:
    """A gas drawn after either side has used it is a No Event, and leaves the game."""
    return because() if play.event in GAS and _was_used(table, play.event) else False


@forbids(Attack, "tgwe:6.13b")
def others_release_allied_gas(table: Table, attack: Attack) -> Because | bool:
    """Allied gas supports only attacks with British, French or Belgian units."""
    wrong = any(declares(attack, gas) for gas in GAS) and _have_no_gas(table, attack)
    return because(at=attack.target) if wrong else False


@obliges(Attack, "tgwe:6.13b")
def gas_is_spent(table: Table, attack: Attack) -> Because | bool:
    """Gas is announced before the die, and its marker then leaves the game."""
    return because(at=attack.target) if _has_gas(table, attack) else False


@permits(Advance, "tgwe:6.13b")
def advances_behind_gas(table: Table, advance: Advance) -> Because | bool:
    """On the Western Front attackers with gas may advance against trenches of -2."""
    return _lets_advance(table, advance, GAS)


# 6.14b: flame-throwers and mines


@modifies(Attack, "tgwe:6.14b", of="die")
def flames_lick_the_trench(table: Table, attack: Attack) -> Because | bool:
    """Flame-throwers add two to the die."""
    return adds_to_the_die(table, attack, "flamethrower", STRONG, _no_flames(table, attack))


@modifies(Attack, "tgwe:6.14b", of="die")
def mines_go_off(table: Table, attack: Attack) -> Because | bool:
    """Mines add two to the die."""
    return adds_to_the_die(table, attack, "mine-attack", STRONG)


@forbids(Attack, "tgwe:6.14b")
def adds_fire_to_gas(table: Table, attack: Attack) -> Because | bool:
    """Neither goes with any gas."""
    both = any(declares(attack, word) for word in FIRE_AND_MINES) and any(declares(attack, gas) for gas in GAS)
    return because(at=attack.target) if both else False


@forbids(Attack, "tgwe:6.14b")
def flames_without_germans(table: Table, attack: Attack) -> Because | bool:
    """Flame-throwers want attackers of the Central Powers, with a German unit among them."""
    return is_misused(attack, "flamethrower", _no_flames(table, attack))


def _no_flames(table: Table, attack: Attack) -> Wrongs:
    return (lambda: not some_unit(attackers(table, attack), is_german),)


@obliges(Attack, "tgwe:6.14b")
def fire_and_mines_are_spent(table: Table, attack: Attack) -> Because | bool:
    """Both events leave the game once used."""
    used = some((partial(flames_lick_the_trench, table, attack), partial(mines_go_off, table, attack)))
    return because(at=attack.target) if used else False


@permits(Advance, "tgwe:6.14b")
def advances_behind_fire(table: Table, advance: Advance) -> Because | bool:
    """On the Western Front attackers with either of them may advance against trenches of -2."""
    return _lets_advance(table, advance, FIRE_AND_MINES)


@forbids(Attack, "tgwe:6.14b")
def strangers_command_the_guns(table: Table, attack: Attack) -> Because | bool:
    """With the events 6.15b to 6.18 all headquarters in support are of the nation that benefits."""
    stranger = some(partial(_stranger, table, attack, word) for word in ARMY_SERVED if declares(attack, word))
    return because(at=attack.target, unit=stranger) if stranger else False


def _stranger(table: Table, attack: Attack, word: str) -> Unit | None:
    role = "defense" if word == "turkish-determination" else "attack"
    found: Unit | None = some(
        partial(_who_is_not, ARMY_SERVED[word], unit) for unit in hqs_in_support(table, attack, role)
    )
    return found


def _who_is_not(army: str, unit: Unit) -> Unit | None:
    return unit if unit.army != army else None


# 6.15b to 6.17b: the artillery of three armies


@modifies(Attack, "tgwe:6.15b", of="die")
def hurricane_breaks(table: Table, attack: Attack) -> Because | bool:
    """A hurricane bombardment adds one to the die."""
    return adds_to_the_die(table, attack, "hurricane-bombardment", SLIGHT, _wants(table, attack, "british", "western"))


@forbids((Attack, Play), "tgwe:6.15b")
def hurricane_is_misplaced(table: Table, action: Attack | Play) -> Because | bool:
    """It serves a supplied attack on the Western Front, with British units and the support of a British HQ."""
    if isinstance(action, Play):
        return is_played_off(table, action, "hurricane-bombardment", "western")
    return is_misused(action, "hurricane-bombardment", _wants(table, action, "british", "western"))


def _wants(table: Table, attack: Attack, army: str, *fronts: str) -> Wrongs:
    """What would spoil an event of this army's artillery."""
    return (
        lambda: not is_on(table, attack.target, *fronts),
        lambda: not some_unit(attackers(table, attack), lambda unit: unit.army == army),
        lambda: not every_unit(attackers(table, attack), partial(is_supplied, table)),
        lambda: not some_unit(hqs_in_support(table, attack, "attack"), lambda unit: unit.army == army),
    )


@obliges(Attack, "tgwe:6.15b")
def hurricane_is_spent(table: Table, attack: Attack) -> Because | bool:
    """The event leaves the game once used."""
    return is_spent(table, attack, "hurricane-bombardment", _wants(table, attack, "british", "western"))


@modifies(Attack, "tgwe:6.16b", of="die")
def system_works(table: Table, attack: Attack) -> Because | bool:
    """The System adds one to the die."""
    return adds_to_the_die(table, attack, "the-system", SLIGHT, _wants(table, attack, "french", "western"))


@forbids((Attack, Play), "tgwe:6.16b")
def system_is_misplaced(table: Table, action: Attack | Play) -> Because | bool:
    """It serves a supplied attack on the Western Front, with French units and the support of a French HQ."""
    if isinstance(action, Play):
        return is_played_off(table, action, "the-system", "western")
    return is_misused(action, "the-system", _wants(table, action, "french", "western"))


@forbids((Attack, Play), "tgwe:6.16b")
def system_is_used_again(table: Table, action: Attack | Play) -> Because | bool:
    """The System serves once in an Operational Turn."""
    return _is_used_again(table, action, "the-system")


def _is_used_again(table: Table, action: Attack | Play, word: str) -> Because | bool:
    """Because of an event that has served this turn; without a hex, outside a combat phase, it comes into play."""
    if isinstance(action, Attack):
        return is_misused(action, word, (lambda: table.has_event(f"{word}-used"),))
    if action.event != word or (action.hex is None and table.phase not in COMBAT):
        return False
    return because(at=action.hex) if table.has_event(f"{word}-used") else False


@modifies(Attack, "tgwe:6.17b", of="die")
def bruchmuller_directs_the_guns(table: Table, attack: Attack) -> Because | bool:
    """Bruchmuller adds one to the die."""
    return adds_to_the_die(table, attack, "bruchmuller", SLIGHT, _wants(table, attack, "german", *EUROPE))


@forbids((Attack, Play), "tgwe:6.17b")
def bruchmuller_is_misplaced(table: Table, action: Attack | Play) -> Because | bool:
    """He serves a supplied attack on any European map, with German units and the support of a German HQ."""
    if isinstance(action, Play):
        return is_played_off(table, action, "bruchmuller", *EUROPE)
    return is_misused(action, "bruchmuller", _wants(table, action, "german", *EUROPE))


@forbids((Attack, Play), "tgwe:6.17b")
def bruchmuller_is_used_again(table: Table, action: Attack | Play) -> Because | bool:
    """Bruchmuller serves once in an Operational Turn."""
    return _is_used_again(table, action, "bruchmuller")


@permits(Advance, "tgwe:6.17b")
def advances_behind_the_guns(table: Table, advance: Advance) -> Because | bool:
    """On the Western Front attackers with one of the three may advance against trenches of -2."""
    return _lets_advance(table, advance, TACTICS)
