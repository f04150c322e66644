"""Chapter 6, commands in disarray, revolts and mutinies, the war at sea (6.42 to 6.51), in the book's order."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from rulebook.actions import Advance, Attack, Play, Support, arriving_ids
from rulebook.facts import every, more_than, some
from rulebook.games.tgwe.battle import attackers, attackers_or_leaders
from rulebook.games.tgwe.calendar import month, this_month
from rulebook.games.tgwe.event_words import (
    are_told,
    is_played_off,
    out_of_phase,
    out_of_scenario,
    playing,
    some_unit,
    throws_other_dice,
)
from rulebook.games.tgwe.ground import is_on
from rulebook.games.tgwe.offensive_events import is_brusilov_attack, may_be_brusilovs
from rulebook.games.tgwe.pieces import (
    is_british,
    is_combat_unit,
    is_french,
    is_german,
    is_hq,
    is_on_the_map,
    is_russian,
)
from rulebook.games.tgwe.stacking import ARRIVALS, Arrival, end_of
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

LAST_MONTH_OF_ISLAM = month(1918, "nov-dec")
FACTORS_FOR_LIBYA = 3
EGYPT, BOX, IRAQ, ELSEWHERE = range(4)
GERMAN_WIN, BRITISH_WIN = (1,), (5, 6)
SPOILS_OF_JUTLAND, PRICE_OF_JUTLAND = 2, -1
PRICE_OF_THE_MUTINY = -1
ONE_DIE = 1
Assault = Attack | Support | Advance


# 6.42, 6.43: the Russian command


@obliges(Play, "tgwe:6.42")
def tsar_answers_for_the_war(table: Table, play: Play) -> Because | bool:
    """Two is added to every later roll for the fall of the Tsar."""
    return playing(play, "tsar-takes-command", lambda: True)


def _on_the_attack(table: Table, action: Assault) -> list[Unit]:
    """Those that attack, those that advance after it, and the headquarters that support the attack alone."""
    return table.units(action.units) if isinstance(action, Advance) else attackers_or_leaders(table, action)


def _fought_over(action: Assault) -> str:
    return (action.target or action.to) if isinstance(action, Advance) else action.target


@forbids((Attack, Support, Advance), "tgwe:6.43")
def russian_command_is_paralysed(table: Table, action: Assault) -> Because | bool:
    """No Russian unit attacks on the turn of Russian Command Paralysis: no guns help it to, and it has won nothing."""
    russian = first_unit(_on_the_attack(table, action), is_russian)
    idle = russian and table.has_event("russian-command-paralysis")
    return because(at=_fought_over(action), unit=russian) if idle else False


@unless(russian_command_is_paralysed, "tgwe:6.43")
def brusilov_attacks_all_the_same(table: Table, action: Assault) -> bool:
    """Attacks of the Brusilov Offensive go on."""
    if isinstance(action, Attack):
        return bool(is_brusilov_attack(table, action))
    test = partial(may_be_brusilovs, table, action) if isinstance(action, Support) else partial(_was_his, table, action)
    return every((lambda: table.has_event("brusilov"), lambda: not table.has_event("russia-collapsed"), test))


def _was_his(table: Table, advance: Advance) -> bool:
    """Whether Russians advance after an attack that a Russian headquarters supported, on others than Germans."""
    return every((
        lambda: first_unit(table.units(table.read("action.support", advance.support, None, ())), _is_russian_hq),
        lambda: not first_unit(table.units(table.read("action.enemies", advance.enemies)), is_german),
    ))


def _is_russian_hq(unit: Unit) -> bool:
    return is_hq(unit) and is_russian(unit)


# 6.44: Turkish HQ Bombed


@forbids(Play, "tgwe:6.44")
def bombs_in_another_phase(table: Table, play: Play) -> Because | bool:
    """Turkish HQ Bombed is played in the event phase."""
    return out_of_phase(table, play, "turkish-hq-bombed", "events")


@forbids(Play, "tgwe:6.44")
def bombs_another_front(table: Table, play: Play) -> Because | bool:
    """It bombs the headquarters on the Egyptian Front, and on no other."""
    return is_played_off(table, play, "turkish-hq-bombed", "egyptian")


@obliges(Play, "tgwe:6.44")
def yilderim_is_bombed(table: Table, play: Play) -> Because | bool:
    """If the Yilderim headquarters is on the Egyptian Front it is turned to its Depleted side at once."""
    if play.event != "turkish-hq-bombed":
        return False
    yilderim = first_unit(table.units(), lambda unit: every((
        lambda: unit.has_status("yilderim"), lambda: unit.is_placed and is_on(table, unit.hex, "egyptian")
    )))
    return because(unit=yilderim) if yilderim else False


# 6.45: Army of Islam


@forbids(Play, "tgwe:6.45")
def islam_is_no_event(table: Table, play: Play) -> Because | bool:
    """After November/December 1918 it is a No Event, and leaves the game."""
    return playing(play, "army-of-islam", lambda: this_month(table) > LAST_MONTH_OF_ISLAM)


@obliges(Play, "tgwe:6.45")
def baku_must_be_held(table: Table, play: Play) -> Because | bool:
    """Turkish units alone must hold Baku without a break, or the surrender roll grows by four."""
    return playing(play, "army-of-islam", lambda: not islam_is_no_event(table, play))


# 6.46: the Libyan Revolt


@forbids(Play, "tgwe:6.46")
def libya_calls_from_elsewhere(table: Table, play: Play) -> Because | bool:
    """It is of no concern to fronts other than the Egyptian and the Iraqi."""
    return is_played_off(table, play, "libyan-revolt", "egyptian", "iraqi")


@forbids(Play, "tgwe:6.46")
def sends_others_to_libya(table: Table, play: Play) -> Because | bool:
    """British units of Egypt, the Near East box or Iraq go, and none that 6.11b takes away."""
    if play.event != "libyan-revolt":
        return False
    other = first_unit(table.units(play.units), lambda unit: some((
        lambda: not _may_go_to_libya(unit), lambda: _order(table, unit) == ELSEWHERE
    )))
    return because(unit=other) if other else False


def _may_go_to_libya(unit: Unit) -> bool:
    return every((lambda: is_british(unit), lambda: is_combat_unit(unit), lambda: not unit.has_status("indian-10-11")))


@forbids(Play, "tgwe:6.46")
def sends_too_few_to_libya(table: Table, play: Play) -> Because | bool:
    """They have three attack factors between them, as long as anybody is left who can go."""
    could = partial(_could_go_to_libya, table)
    return playing(play, "libyan-revolt", lambda: every((
        lambda: are_told(table, play, could), lambda: _factors(table, play) < FACTORS_FOR_LIBYA,
        lambda: some((lambda: some_unit(_left_behind(table, play), could), table.others_may_be)),
    )))


def _could_go_to_libya(table: Table, unit: Unit) -> bool:
    return every((
        lambda: _may_go_to_libya(unit), lambda: _order(table, unit) != ELSEWHERE, lambda: unit.attack > 0
    ))


@forbids(Play, "tgwe:6.46")
def sends_too_many_to_libya(table: Table, play: Play) -> Because | bool:
    """They have no more than three where a choice of units makes just that."""
    return playing(play, "libyan-revolt", lambda: _factors(table, play) > FACTORS_FOR_LIBYA and some((
        partial(_could_be_exact, table, play), table.others_may_be
    )))


def _factors(table: Table, play: Play) -> int:
    return sum(unit.attack for unit in table.units(play.units))


def _could_be_exact(table: Table, play: Play) -> bool:
    """Whether all that are nearer, and some of those where the last of them stand, have three factors."""
    last = max(_order(table, unit) for unit in table.units(play.units))
    able = [unit for unit in table.units() if _may_go_to_libya(unit) and _order(table, unit) <= last]
    sums = {sum(unit.attack for unit in able if _order(table, unit) < last)}
    for unit in able:
        sums |= {each + unit.attack for each in sums} if _order(table, unit) == last else set()
    return FACTORS_FOR_LIBYA in sums


@forbids(Play, "tgwe:6.46")
def spares_egypt(table: Table, play: Play) -> Because | bool:
    """They come from the Egyptian Front first, then from the Near East box, then from the Iraqi Front."""
    if play.event != "libyan-revolt" or not play.units:
        return False
    last = max(_order(table, unit) for unit in table.units(play.units))
    spared = last > EGYPT and some((
        lambda: first_unit(_left_behind(table, play), partial(_should_go_to_libya, table, last)), table.others_may_be
    ))
    return because(unit=spared) if spared else False


def _should_go_to_libya(table: Table, last: int, unit: Unit) -> bool:
    """Whether a unit could have given factors from nearer than the last of those that go."""
    return every((lambda: _may_go_to_libya(unit), lambda: _order(table, unit) < last, lambda: unit.attack > 0))


def _left_behind(table: Table, play: Play) -> Iterable[Unit]:
    return (unit for unit in table.units() if unit.id not in play.units)


def _order(table: Table, unit: Unit) -> int:
    """Where a unit stands in the order of 6.46."""
    if not is_on_the_map(unit):
        return BOX if unit.has_status("available-near-east") else ELSEWHERE
    return {"egyptian": EGYPT, "iraqi": IRAQ}.get(table.front(unit.hex), ELSEWHERE)


@obliges(Play, "tgwe:6.46")
def libya_gives_them_back(table: Table, play: Play) -> Because | bool:
    """They return as new units three Strategic Turns later."""
    return playing(play, "libyan-revolt", lambda: True)


# 6.47: the French Army Mutiny


@forbids((Attack, Support, Advance), "tgwe:6.47")
def french_army_mutinies(table: Table, action: Assault) -> Because | bool:
    """French units do not attack on the Western Front for three turns: no guns help them to, and they win nothing."""
    mutineer = first_unit(_on_the_attack(table, action), is_french)
    stays = mutineer and every((
        lambda: table.has_event("french-mutiny"), lambda: is_on(table, _fought_over(action), "western")
    ))
    return because(at=_fought_over(action), unit=mutineer) if stays else False


@forbids(Play, "tgwe:6.47")
def mutiny_spreads(table: Table, play: Play) -> Because | bool:
    """The mutiny is on the Western Front, and on no other."""
    return is_played_off(table, play, "french-mutiny", "western")


@permits(Play, "tgwe:6.47")
def mutiny_is_kept_secret(table: Table, play: Play) -> Because | bool:
    """Where the players agreed beforehand, the Allies need not show the event before the mutiny is over."""
    return playing(play, "french-mutiny", lambda: table.has_option("18.25"))


@obliges(Play, "tgwe:6.47")
def mutiny_lasts_three_turns(table: Table, play: Play) -> Because | bool:
    """Three Operational Turns in a row pass without a French attack in the West."""
    return playing(play, "french-mutiny", lambda: True)


# 6.48: the Russian Civil War


@forbids(Play, "tgwe:6.48")
def civil_war_is_no_event(table: Table, play: Play) -> Because | bool:
    """Before the Bolshevik Revolution it is a No Event, and goes back."""
    return playing(play, "russian-civil-war", lambda: not table.has_event("bolshevik-revolution"))


@forbids(Play, "tgwe:6.48")
def civil_war_is_of_the_near_east(table: Table, play: Play) -> Because | bool:
    """A Near East event, it is not in GWIE alone."""
    return out_of_scenario(table, play, "russian-civil-war", "combined", "gwine")


@forbids(ARRIVALS, "tgwe:6.48")
def russians_stack_in_the_civil_war(table: Table, action: Arrival) -> Because | bool:
    """In the Civil War Russian units do not stack with each other, on any map."""
    number, going = end_of(action), table.units(arriving_ids(action))
    if number is None or not any(map(is_russian, going)):
        return False
    crowded = every((
        lambda: table.has_event("russian-civil-war"), lambda: _would_crowd(table, going, number)
    ))
    return because(at=number) if crowded else False


def _would_crowd(table: Table, going: list[Unit], number: str) -> bool:
    if more_than(1, (partial(is_russian, unit) for unit in going)):
        return True
    return bool(table.someone_at(number, lambda unit: unit not in going and is_russian(unit)))


@forbids(Attack, "tgwe:6.48")
def russians_join_in_the_civil_war(table: Table, attack: Attack) -> Because | bool:
    """In the Civil War Russian units do not attack with each other."""
    joined = more_than(1, (partial(is_russian, unit) for unit in attackers(table, attack)))
    return because(at=attack.target) if joined and table.has_event("russian-civil-war") else False


@obliges(Play, "tgwe:6.48")
def russians_must_part(table: Table, play: Play) -> Because | bool:
    """Russian stacks must break up by the end of the movement phase, or all but one unit of each are lost."""
    return playing(play, "russian-civil-war", lambda: not civil_war_is_no_event(table, play))


# 6.49 to 6.51: the war at sea


@forbids(Play, "tgwe:6.49")
def u_boat_is_no_event(table: Table, play: Play) -> Because | bool:
    """After Convoy a U-Boat is a No Event, and leaves the game."""
    return playing(play, "u-boat", lambda: table.has_event("convoy"))


@obliges(Play, "tgwe:6.49")
def convoys_end_the_submarine_war(table: Table, play: Play) -> Because | bool:
    """Convoy takes the U-Boat event out of the Strategic Warfare Box."""
    return playing(play, "convoy", lambda: table.has_event("u-boat"))


@computes(Play, "jutland_vp", "tgwe:6.50")
def outcome_of_jutland(table: Table, play: Play) -> Any:
    """On 1 the Central Powers gain two points, on 5 or 6 they lose one, else nothing changes."""
    if play.event != "jutland":
        return None
    if play.dice and len(play.dice) == ONE_DIE:
        return _points_of_jutland(play.dice)
    return as_chances(distribution(ONE_DIE, _points_of_jutland))


@forbids(Play, "tgwe:6.50")
def jutland_takes_one_die(table: Table, play: Play) -> Because | bool:
    """The battle is rolled for with one die."""
    return throws_other_dice(play, "jutland", ONE_DIE)


def _points_of_jutland(dice: tuple[int, ...]) -> int:
    if dice[0] in GERMAN_WIN:
        return SPOILS_OF_JUTLAND
    return PRICE_OF_JUTLAND if dice[0] in BRITISH_WIN else 0


@computes(Play, "mutiny_vp", "tgwe:6.51")
def price_of_the_naval_mutiny(table: Table, play: Play) -> int | None:
    """The Central Powers lose one point, unless they won at Jutland."""
    if play.event != "german-naval-mutiny":
        return None
    return 0 if table.has_event("jutland-won") else PRICE_OF_THE_MUTINY
