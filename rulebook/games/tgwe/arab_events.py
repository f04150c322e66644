"""Chapter 6, the Arab Northern Army before its event (6.7), Lawrence with and without it (6.25 to 6.27), in order."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook.actions import Attack, Place, Play
from rulebook.facts import every, known, some
from rulebook.games.tgwe.acting import ACTS, Acts, acting
from rulebook.games.tgwe.battle import attackers, defender_who
from rulebook.games.tgwe.event_words import is_played_off, may_lie_on, playing, some_unit, throws_other_dice
from rulebook.games.tgwe.strategic_movement import TRANSPORTS, Transport, is_by_rail, journey_of, parties
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.rules import Because, because, computes, contested, forbids, modifies, obliges, permits
from rulebook.table import Table, Unit

HIGHEST_ROLL_OF_ESCAPE = 4
HELP_OF_LAWRENCE = 1
WRATH = 1
ONE_DIE = 1


def _is_arab(unit: Unit) -> bool:
    return unit.army == "arab"


# 6.7: the Arabs before their event


@forbids(ACTS, "tgwe:6.7")
def arabs_rise_unbidden(table: Table, action: Acts) -> Because | bool:
    """No Arab unit is in play before the Arab Northern Army is played, which is what brings the first of them."""
    if isinstance(action, Play) and action.event == "ana":
        return False
    # Of a unit whose nation nobody told this is not asked.
    arab = next((unit for unit in acting(table, action) if known(partial(_is_arab, unit))), None)
    return because(unit=arab) if arab and not table.has_event("ana") else False


# 6.25: Lawrence of Arabia


@forbids(Play, "tgwe:6.25")
def lawrence_goes_elsewhere(table: Table, play: Play) -> Because | bool:
    """He comes into play for Palestine, on the Egyptian Front, and for no other."""
    return is_played_off(table, play, "lawrence", "egyptian")


def _raiding(table: Table, action: Play | Place, *wrongs: Callable[[], Any]) -> Because | bool:
    """Because of a raid, by his event or his marker, of which any of these is true; with the Arabs he does not raid."""
    if isinstance(action, Play):
        raids = action.event == "lawrence-raid"
    else:
        raids = action.marker == "lawrence" and not some_unit(table.units_at(action.hex), _is_arab)
    return because(at=action.hex) if raids and some(wrongs) else False


@forbids((Play, Place), "tgwe:6.25")
def lawrence_raids_at_another_time(table: Table, action: Play | Place) -> Because | bool:
    """He raids as the strategic movement of the Central Powers begins."""
    return _raiding(table, action, lambda: table.phase != "strategic-movement", lambda: table.active != "cp")


@forbids((Play, Place), "tgwe:6.25")
def lawrence_cannot_raid(table: Table, action: Play | Place) -> Because | bool:
    """He raids once between Strategic Turns, while he is in play, and never after the Arab Northern Army is played."""
    return _raiding(
        table, action, lambda: not table.has_event("lawrence"), lambda: table.has_event("lawrence-raided"),
        lambda: table.has_event("ana"),
    )


@forbids((Play, Place), "tgwe:6.25")
def lawrence_raids_elsewhere(table: Table, action: Play | Place) -> Because | bool:
    """He raids a town, no city, of Palestine, whoever stands there."""
    return _raiding(
        table, action, lambda: not may_lie_on(table, _raided(table, action), "egyptian"),
        lambda: not table.has_feature(_raided(table, action), "town"),
        lambda: table.has_feature(_raided(table, action), "city"),
        lambda: not table.has_feature(_raided(table, action), "palestine"),
    )


def _raided(table: Table, action: Play | Place) -> str:
    return str(table.read("action.hex", action.hex))


@permits(Play, "tgwe:6.25")
def lawrence_raids(table: Table, play: Play) -> Because | bool:
    """A raid closes the town to strategic movement until the next Operational Turn."""
    return playing(play, "lawrence-raid", lambda: every((
        lambda: play.hex is not None, lambda: not lawrence_cannot_raid(table, play)
    )))


@forbids(TRANSPORTS, "tgwe:6.25")
def rails_are_cut_by_lawrence(table: Table, action: Transport) -> Because | bool:
    """No strategic movement into or out of the town that he raids, until the next Operational Turn."""
    ends = _ends_in_palestine(table, action) if is_by_rail(table, action) else []
    cut = next((end for end in ends if end in table.marker_hexes("lawrence", [])), None)
    # Once the Arab Northern Army is played his marker goes with its unit, and cuts nothing.
    return because(at=cut) if cut and not table.has_event("ana") else False


def _ends_in_palestine(table: Table, action: Transport) -> list[str]:
    """Where a strategic move begins and ends, of those hexes that Lawrence could raid."""
    ends = (end for party in parties(table, action) for end in journey_of(table, party)[:2])
    return [end for end in ends if end and may_lie_on(table, end, "egyptian")]


@modifies(Attack, "tgwe:6.25", of="die")
def lawrence_leads_the_arabs(table: Table, attack: Attack) -> Because | bool:
    """With the Arab unit Lawrence adds one to the die of its attacks."""
    led = some_unit(attackers(table, attack), _is_arab) and _is_with_the_arabs(table)
    return because(at=attack.target, amount=HELP_OF_LAWRENCE) if led else False


@contested(lawrence_leads_the_arabs)
def lawrence_helps_to_defend(table: Table, attack: Attack) -> Because | bool:
    """'In combat' is in defence too: then one is taken from the die."""
    if some_unit(attackers(table, attack), _is_arab):
        return because(at=attack.target, amount=HELP_OF_LAWRENCE) if _is_with_the_arabs(table) else False
    led = every((partial(_is_with_the_arabs, table), lambda: defender_who(table, attack, _is_arab)))
    return because(at=attack.target, amount=-HELP_OF_LAWRENCE) if led else False


def _is_with_the_arabs(table: Table) -> bool:
    return every((lambda: table.has_event("lawrence"), lambda: table.has_event("ana")))


# 6.26: Turkish Atrocity


@modifies(Attack, "tgwe:6.26", of="die")
def arabs_take_revenge(table: Table, attack: Attack) -> Because | bool:
    """On the turn of Turkish Atrocity the Arab Northern Army adds one to the die of its attacks."""
    angry = some_unit(attackers(table, attack), _is_arab) and table.has_event("turkish-atrocity")
    return because(at=attack.target, amount=WRATH) if angry else False


@forbids(Play, "tgwe:6.26")
def atrocity_is_no_event(table: Table, play: Play) -> Because | bool:
    """Without the Arab Northern Army it is a No Event, and goes back."""
    return playing(play, "turkish-atrocity", lambda: not table.has_event("ana"))


# 6.27: Lawrence Captured


@forbids(Play, "tgwe:6.27")
def captures_an_absent_lawrence(table: Table, play: Play) -> Because | bool:
    """It is played only while Lawrence raids, and where he does."""
    return playing(play, "lawrence-captured", lambda: not _raids_there(play, table.marker_hexes("lawrence", [])))


def _raids_there(play: Play, raided: list[str]) -> bool:
    return bool(raided) if play.hex is None else play.hex in raided


@forbids(Play, "tgwe:6.27")
def captures_lawrence_at_another_time(table: Table, play: Play) -> Because | bool:
    """It answers the raid, which he leads as the strategic movement of the Central Powers begins."""
    return playing(play, "lawrence-captured", lambda: some((
        lambda: table.phase != "strategic-movement", lambda: table.active != "cp"
    )))


@forbids(Play, "tgwe:6.27")
def capture_is_no_event(table: Table, play: Play) -> Because | bool:
    """After the Arab Northern Army is played it is a No Event, and leaves the game."""
    return playing(play, "lawrence-captured", lambda: table.has_event("ana"))


@obliges(Play, "tgwe:6.27")
def raid_comes_to_nothing(table: Table, play: Play) -> Because | bool:
    """The raid is void, none follows before the next Strategic Turn, and the event leaves the game."""
    return playing(play, "lawrence-captured", lambda: True)


@computes(Play, "lawrence", "tgwe:6.27")
def roll_for_lawrence(table: Table, play: Play) -> Any:
    """On 1 to 4 Lawrence is safe, on 5 or 6 he leaves the game."""
    if play.event != "lawrence-captured":
        return None
    if play.dice and len(play.dice) == ONE_DIE:
        return _end_of_lawrence(play.dice)
    return as_chances(distribution(ONE_DIE, _end_of_lawrence))


@forbids(Play, "tgwe:6.27")
def lawrence_takes_one_die(table: Table, play: Play) -> Because | bool:
    """One die is rolled for him."""
    return throws_other_dice(play, "lawrence-captured", ONE_DIE)


def _end_of_lawrence(dice: tuple[int, ...]) -> str:
    return "safe" if dice[0] <= HIGHEST_ROLL_OF_ESCAPE else "removed"
