"""Optional rules 16.6, Big Bertha, and 16.10, the Paris Gun."""

from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Place, Play, Roll
from rulebook.facts import every, some
from rulebook.games.sitw.agreed import is_agreed
from rulebook.games.sitw.ground import EAST, controller
from rulebook.games.sitw.supply import line_to_source
from rulebook.mechanics.dice import as_chances, distribution
from rulebook.rules import Because, because, computes, forbids, obliges, permits
from rulebook.table import Table

MARKER = "big-bertha"
REDEPLOYMENT = "big-bertha-redeployment"
PARIS = tuple(number for number, stated in printed.named_hexes("sitw")["hex"].items() if stated.get("name") == "Paris")
RANGE = 10
ENTRIES = ("setup", "redeployment")
GUN = "paris-gun"
GUN_SCENARIOS = ("campaign", "allied-offensive")
GUN_DICE = 2
HIT = 12

Redeployment = Place | Play
Shot = Roll | Play


# 16.6: where Big Bertha stands, and where it goes


def _is_redeployed(table: Table, action: Redeployment) -> bool:
    if isinstance(action, Play):
        return action.event == REDEPLOYMENT
    return action.marker == MARKER and table.read("action.entry", action.entry, ENTRIES) == "redeployment"


def _is_lost(table: Table, number: str) -> bool:
    """Whether the Allies control the hex or cut it off from supply."""
    return bool(some((
        lambda: controller(table, number) == "allied", lambda: line_to_source(table, "german", EAST, number) is None
    )))


def _is_near_paris(table: Table, number: str) -> bool:
    return bool(some(partial(_is_in_range, table, number, paris) for paris in PARIS))


def _is_in_range(table: Table, number: str, paris: str) -> bool:
    return table.distance(number, paris) <= RANGE


@forbids((Place, Play), "sitw:16.6")
def bertha_is_out_of_play(table: Table, action: Redeployment) -> bool:
    """Big Bertha, once off the map, never comes back."""
    return _is_redeployed(table, action) and not table.marker_hexes(MARKER)


@forbids((Place, Play), "sitw:16.6")
def bertha_stays_put(table: Table, action: Redeployment) -> Because | bool:
    """Big Bertha stays where it is until the Allies control its hex or cut it off from supply."""
    if not _is_redeployed(table, action):
        return False
    safe = next((number for number in table.marker_hexes(MARKER) if not _is_lost(table, number)), None)
    return because(at=safe) if safe else False


@forbids((Place, Play), "sitw:16.6")
def bertha_goes_nowhere(table: Table, action: Redeployment) -> Because | bool:
    """Big Bertha redeploys to another hex than its own."""
    stays = _is_redeployed(table, action) and action.hex in table.marker_hexes(MARKER)
    return because(at=action.hex) if stays else False


@forbids((Place, Play), "sitw:16.6")
def bertha_goes_out_of_range(table: Table, action: Redeployment) -> Because | bool:
    """Big Bertha redeploys within 10 hexes of a Paris hex."""
    if action.hex is None or not _is_redeployed(table, action) or _is_near_paris(table, action.hex):
        return False
    return because(at=action.hex, distance=min(table.distance(action.hex, paris) for paris in PARIS))


@forbids((Place, Play), "sitw:16.6")
def bertha_goes_to_a_lost_hex(table: Table, action: Redeployment) -> Because | bool:
    """Big Bertha redeploys only to a hex that the Germans control and that is in supply."""
    if action.hex is None or not _is_redeployed(table, action):
        return False
    return because(at=action.hex) if _is_lost(table, action.hex) else False


@permits((Place, Play), "sitw:16.6")
def bertha_may_move(table: Table, action: Redeployment) -> Because | bool:
    """Once its hex is lost, Big Bertha may be redeployed at once."""
    if not _is_redeployed(table, action):
        return False
    lost = next((number for number in table.marker_hexes(MARKER) if _is_lost(table, number)), None)
    return because(at=lost) if lost else False


@obliges(Play, "sitw:16.6")
def bertha_leaves_the_game(table: Table, play: Play) -> Because | bool:
    """Where no hex is left for it, Big Bertha is removed for good and Allied morale rises by one."""
    if play.hex is not None or not bertha_may_move(table, play):
        return False
    near = dict.fromkeys(number for paris in PARIS for number in table.grid.within(paris, RANGE))
    refuge = some(partial(_is_refuge, table, number) for number in near)
    return False if refuge else because(at=table.marker_hexes(MARKER)[0], amount=1)


def _is_refuge(table: Table, number: str) -> bool:
    return number not in table.marker_hexes(MARKER) and not _is_lost(table, number)


# 16.10: the gun that shells Paris


def _is_shot(action: Shot) -> bool:
    return (action.table if isinstance(action, Roll) else action.event) == GUN


@forbids((Roll, Play), "sitw:16.10")
def gun_was_not_agreed(table: Table, shot: Shot) -> bool:
    """The Paris Gun fires only where the players agreed on it."""
    return _is_shot(shot) and not is_agreed(table, "16.10")


@forbids((Roll, Play), "sitw:16.10")
def gun_has_no_part_in_the_scenario(table: Table, shot: Shot) -> Because | bool:
    """The Paris Gun is used in the campaign and in the Allied offensive."""
    return because(scenario=table.scenario) if _is_shot(shot) and table.scenario not in GUN_SCENARIOS else False


@forbids((Roll, Play), "sitw:16.10")
def gun_is_gone(table: Table, shot: Shot) -> bool:
    """The gun fires only while Big Bertha is in play."""
    return _is_shot(shot) and not table.marker_hexes(MARKER)


@forbids((Roll, Play), "sitw:16.10")
def gun_fires_out_of_time(table: Table, shot: Shot) -> Because | bool:
    """The gun fires in the terminal supply phase of each German player turn."""
    if not _is_shot(shot):
        return False
    in_time = every((lambda: table.phase == "terminal-supply", lambda: table.active == "german"))
    return False if in_time else because(phase="terminal-supply", side="german")


@forbids((Roll, Play), "sitw:16.10")
def gun_takes_two_dice(table: Table, shot: Shot) -> Because | bool:
    """Two dice are rolled for the gun, or one die twice."""
    dice = (shot.dice or ()) if _is_shot(shot) else ()
    return because(dice=list(dice)) if dice and len(dice) != GUN_DICE else False


@forbids(Roll, "sitw:16.10")
def modifies_the_gun(table: Table, roll: Roll) -> Because | bool:
    """Nothing modifies the dice of the gun."""
    return because(modifier=roll.modifier) if _is_shot(roll) and roll.modifier else False


@computes((Roll, Play), GUN, "sitw:16.10")
def shot_at_paris(table: Table, shot: Shot) -> dict[str, Any] | None:
    """A total of 12 lowers Allied morale by one point; any other does nothing."""
    if not _is_shot(shot):
        return None
    if shot.dice:
        return {"total": sum(shot.dice), "allied-morale": _morale(shot.dice)}
    return {"chances": {"allied-morale": as_chances(distribution(GUN_DICE, _morale))}}


def _morale(dice: tuple[int, ...]) -> int:
    return -1 if sum(dice) == HIT else 0


@obliges((Roll, Play), "sitw:16.10")
def paris_is_hit(table: Table, shot: Shot) -> Because | bool:
    """On a 12 Allied morale falls by one point."""
    hit = _is_shot(shot) and _morale(shot.dice or ())
    return because(amount=hit) if hit else False
