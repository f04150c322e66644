"""Chapter 6, offensives that the events bring, or demand (6.28 to 6.30), in the book's order."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Attack, Play, Support, Victory
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import attackers, defender_who, fort_defends, hqs_in_support, is_used
from rulebook.games.tgwe.calendar import this_month
from rulebook.games.tgwe.event_words import declares, every_unit, is_played_off, playing
from rulebook.games.tgwe.ground import is_on
from rulebook.games.tgwe.odds import battle_odds
from rulebook.games.tgwe.pieces import is_british, is_german, is_russian
from rulebook.games.tgwe.sequence import attacking_side
from rulebook.games.tgwe.victory import winner
from rulebook.rules import Because, because, defines, forbids, modifies, obliges, permits, replaces
from rulebook.table import Table, Unit

STRENGTH_OF_BRUSILOV = 3
WINTER = ("nov-dec", "jan-feb")
THEATRE_OF_THE_CAUCASUS = "east"
FRONT_OF_THE_OFFENSIVE = {"enver-offensive": "caucasus", "conrad-offensive": "italian", "haig-offensive": "western"}
UNITS_OF_ENVER = 3
STRENGTH_OF_CONRAD = 2


# 6.28: the Brusilov Offensive


@defines("tgwe:6.28")
def is_brusilov_attack(table: Table, attack: Attack) -> bool:
    """Russians alone, not collapsed, attack with a Russian headquarters in support a hex without German units."""
    return every((
        lambda: every_unit(attackers(table, attack), is_russian), lambda: table.has_event("brusilov"),
        lambda: not table.has_event("russia-collapsed"), lambda: brusilov_hq(table, attack),
        partial(may_be_brusilovs, table, attack),
    ))


def may_be_brusilovs(table: Table, action: Attack | Support) -> bool:
    """Whether those who defend a hex are such as he attacks: others than Germans, and no German with them."""
    return every((lambda: not _germans_defend(table, action), lambda: _others_defend(table, action)))


def _germans_defend(table: Table, attack: Attack | Support) -> bool:
    """Whether German units, or the unit of a German fort, are in the hex."""
    return bool(some((
        lambda: defender_who(table, attack, is_german),
        lambda: fort_defends(table, attack, lambda army: army == "german"),
    )))


def _others_defend(table: Table, attack: Attack | Support) -> bool:
    return bool(some((
        lambda: defender_who(table, attack, lambda unit: not is_german(unit)),
        lambda: fort_defends(table, attack, lambda army: army != "german"),
    )))


def brusilov_hq(table: Table, attack: Attack) -> Unit | None:
    """The Russian headquarters that supports an attack."""
    return next((unit for unit in hqs_in_support(table, attack, "attack") if is_russian(unit)), None)


@modifies(Attack, "tgwe:6.28", of="die")
def brusilov_breaks_through(table: Table, attack: Attack) -> Because | bool:
    """A Brusilov attack adds three to the die."""
    return because(at=attack.target, amount=STRENGTH_OF_BRUSILOV) if is_brusilov_attack(table, attack) else False


@obliges(Attack, "tgwe:6.28")
def brusilov_spends_his_headquarters(table: Table, attack: Attack) -> Because | bool:
    """The headquarters that supported a Brusilov attack leaves the game for good."""
    if not is_brusilov_attack(table, attack):
        return False
    return because(at=attack.target, unit=brusilov_hq(table, attack))


@forbids(Play, "tgwe:6.28")
def brusilov_is_no_event(table: Table, play: Play) -> Because | bool:
    """After the collapse of Russia it is a No Event, and leaves the game."""
    return playing(play, "brusilov", lambda: table.has_event("russia-collapsed"))


# 6.29: the Russian Winter Offensive


@forbids(Play, "tgwe:6.29")
def winter_offensive_at_another_time(table: Table, play: Play) -> Because | bool:
    """It is played in an Allied combat phase of a November/December or January/February turn."""
    return playing(play, "russian-winter-offensive", lambda: some((
        lambda: this_month(table).name not in WINTER,
        lambda: attacking_side(table, THEATRE_OF_THE_CAUCASUS) != "allied",
    )))


@permits(Play, "tgwe:6.29")
def russians_brave_the_winter(table: Table, play: Play) -> Because | bool:
    """On its turn Russian attackers on the Caucasus Front do not suffer the -2 of winter."""
    return playing(play, "russian-winter-offensive", lambda: not winter_offensive_at_another_time(table, play))


@forbids(Play, "tgwe:6.29")
def winter_offensive_goes_elsewhere(table: Table, play: Play) -> Because | bool:
    """It serves on no other front than the Caucasus."""
    return is_played_off(table, play, "russian-winter-offensive", "caucasus")


# 6.30: mandated offensives


@forbids(Play, "tgwe:6.30")
def offensive_goes_elsewhere(table: Table, play: Play) -> Because | bool:
    """Enver attacks on the Caucasus Front, Conrad on the Italian and Haig on the Western, and on no other."""
    astray = some(partial(is_played_off, table, play, *each) for each in FRONT_OF_THE_OFFENSIVE.items())
    return astray or False


@obliges(Play, "tgwe:6.30")
def enver_must_attack(table: Table, play: Play) -> Because | bool:
    """The Central Powers must attack on the Caucasus Front this turn with three units, or march on the enemy."""
    return playing(play, "enver-offensive", lambda: True)


@permits(Attack, "tgwe:6.30")
def fulfils_envers_orders(table: Table, attack: Attack) -> Because | bool:
    """Three units or more of the Central Powers that attack on the Caucasus Front fulfil the Enver Offensive."""
    return _fulfilled(table, attack, "enver-offensive", "caucasus", lambda: every((
        lambda: len(attack.units) >= UNITS_OF_ENVER,
        lambda: every_unit(attackers(table, attack), lambda unit: unit.side == "cp"),
    )))


def _fulfilled(table: Table, attack: Attack, word: str, front: str, test: Callable[[], object]) -> Because | bool:
    counts = every((lambda: table.has_event(word), lambda: is_on(table, attack.target, front), test))
    return because(at=attack.target) if counts else False


@obliges(Play, "tgwe:6.30")
def conrad_must_attack(table: Table, play: Play) -> Because | bool:
    """Austro-Hungarian units must attack once a turn on the Italian Front in the three turns that follow."""
    return playing(play, "conrad-offensive", lambda: not conrad_is_no_event(table, play))


@permits(Attack, "tgwe:6.30")
def fulfils_conrads_orders(table: Table, attack: Attack) -> Because | bool:
    """An attack of Austro-Hungarian units alone on the Italian Front fulfils the Conrad Offensive this turn."""
    return _fulfilled(table, attack, "conrad-offensive", "italian", partial(_all_of, table, attack, "austro-hungarian"))


def _all_of(table: Table, attack: Attack, army: str) -> bool:
    return every_unit(attackers(table, attack), lambda unit: unit.army == army)


@modifies(Attack, "tgwe:6.30", of="die")
def conrad_surprises_italy(table: Table, attack: Attack) -> Because | bool:
    """The first attack of the first of these turns adds two to the die."""
    first = every((
        lambda: fulfils_conrads_orders(table, attack), lambda: is_used(table, attack, "conrad-first-attack")
    ))
    return because(at=attack.target, amount=STRENGTH_OF_CONRAD) if first else False


@forbids(Attack, "tgwe:6.30")
def conrad_is_elsewhere(table: Table, attack: Attack) -> Because | bool:
    """That attack is one of Austro-Hungarian units alone on the Italian Front, while the offensive runs."""
    wrong = declares(attack, "conrad-first-attack") and not fulfils_conrads_orders(table, attack)
    return because(at=attack.target) if wrong else False


@forbids(Play, "tgwe:6.30")
def conrad_is_no_event(table: Table, play: Play) -> Because | bool:
    """While Italy is neutral the Conrad Offensive is a No Event, and goes back."""
    return playing(play, "conrad-offensive", lambda: not table.has_event("italy-entry"))


@obliges(Play, "tgwe:6.30")
def haig_must_attack(table: Table, play: Play) -> Because | bool:
    """British units must attack twice a turn on the Western Front in the three turns that follow, at 1-1 or more."""
    return playing(play, "haig-offensive", lambda: True)


@permits(Attack, "tgwe:6.30")
def fulfils_haigs_orders(table: Table, attack: Attack) -> Because | bool:
    """An attack of British units alone on the Western Front, at 1-1 or more before shifts, is one of Haig's two."""
    return _fulfilled(table, attack, "haig-offensive", "western", lambda: every((
        lambda: every_unit(attackers(table, attack), is_british), lambda: _is_even(table, attack)
    )))


def _is_even(table: Table, attack: Attack) -> bool:
    odds = battle_odds(table, attack)
    return odds is not None and odds.ratio >= 1


@replaces(winner, "tgwe:6.30")
def failed_offensive_loses_the_game(table: Table, victory: Victory) -> dict[str, Any] | None:
    """A side that fails a mandated offensive loses the game."""
    loser = some((partial(_failed, table, "cp"), partial(_failed, table, "allied")))
    return {"over": True, "side": table.game.enemy_of(loser), "how": "failed-offensive"} if loser else None


def _failed(table: Table, side: str) -> str | None:
    return side if table.has_event(f"{side}-failed-offensive") else None
