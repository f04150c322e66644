"""Chapter 15, the clean-up, with what 12.1, 12.7 and 12.9.1 say of assets at the end of a turn."""

from functools import partial
from typing import Any

from rulebook.actions import Play, Sequence
from rulebook.facts import every, some
from rulebook.games.tdw.initiative import CALENDAR, initiative_on
from rulebook.games.tdw.pieces import is_delay, is_gun
from rulebook.games.tdw.victory import last_turn
from rulebook.rules import Because, because, computes, contested, defines, forbids, obliges, unless
from rulebook.table import Table, Unit

LEAVES_AFTER = {"greif": 4, "allied-traffic": 3}
RUMOUR, RUMOUR_LEAVES_AFTER = "vdh-rumour", 2
RETURNED = ("greif", "allied-traffic", "german-motorized")
AIR_SUPPLY = "air-supply"
SURRENDER_TURN = 2
AWAY = ("doubled", "reinforcement", "special-reinforcement", "withdrawn")


def _returns(play: Play) -> bool:
    return play.event == "return-asset"


def _markers_at(table: Table, play: Play, words: tuple[str, ...]) -> list[str]:
    """The markers of these kinds in the hex that the clean-up is asked about."""
    if not _returns(play) or play.hex is None:
        return []
    return [word for word in words if play.hex in table.marker_hexes(word)]


# 15.0: assets go back


@forbids(Play, "tdw:15.0")
def returns_assets_too_soon(table: Table, play: Play) -> Because | bool:
    """Assets go back to their boxes in the clean-up, at the end of the turn."""
    return because(phase="cleanup") if _returns(play) and table.phase != "cleanup" else False


@defines("tdw:15.0")
def goes_back_to_its_box(table: Table, unit: Unit) -> bool:
    """Every asset except US engineers goes back to its box; other units are no assets."""
    return is_gun(unit) or is_delay(unit)


@unless(goes_back_to_its_box, "tdw:12.9.1")
def delay_stays_on_the_map(table: Table, unit: Unit) -> bool:
    """US Delay stays where it is, unless the Germans do not have the initiative on the next turn."""
    return every((
        lambda: is_delay(unit), lambda: unit.is_placed, lambda: initiative_on(table, _next_turn(table)) == "german"
    ))


@unless(goes_back_to_its_box, "tdw:12.2")
def guns_wait_on_the_track(table: Table, unit: Unit) -> bool:
    """A Nebelwerfer that has doubled its strength, like any gun that is still to come, waits on the turn track."""
    return not unit.is_placed and bool(some(partial(unit.has_status, word) for word in AWAY))


@contested(delay_stays_on_the_map)
def delay_goes_back_like_the_others(table: Table, unit: Unit) -> bool:
    return False


def _next_turn(table: Table) -> int:
    return min(table.turn + 1, max(CALENDAR))


@forbids(Play, "tdw:15.0")
def asset_stays_where_it_is(table: Table, play: Play) -> Because | bool:
    """US engineers stay on the map, and so does all that is no asset."""
    stays = some(partial(_staying, table, unit) for unit in table.units(play.units)) if _returns(play) else None
    return because(unit=stays) if stays else False


def _staying(table: Table, unit: Unit) -> Unit | None:
    return None if goes_back_to_its_box(table, unit) else unit


@obliges(Play, "tdw:15.0")
def assets_go_back(table: Table, play: Play) -> Because | bool:
    """Assets in their boxes are turned to their front, available again."""
    going = play.units or any(not _leaves_now(table, word) for word in _markers_at(table, play, RETURNED))
    return because() if _returns(play) and going else False


@forbids(Play, "tdw:15.0")
def air_supply_stays(table: Table, play: Play) -> Because | bool:
    """The air supply marker does not go back: it serves until the Germans take its place (8.6)."""
    return because(at=play.hex) if _markers_at(table, play, (AIR_SUPPLY,)) else False


# 12.1 and 12.7: markers that leave the game


@obliges(Play, "tdw:12.1")
def asset_leaves_the_game(table: Table, play: Play) -> Because | bool:
    """Allied Traffic leaves the game at the end of turn 3, Operation Greif at the end of turn 4."""
    gone = any(_leaves_now(table, word) for word in _markers_at(table, play, tuple(LEAVES_AFTER)))
    return because(at=play.hex) if gone else False


def _leaves_now(table: Table, word: str) -> bool:
    return word in LEAVES_AFTER and table.turn >= LEAVES_AFTER[word]


@obliges(Play, "tdw:12.7")
def rumour_is_removed(table: Table, play: Play) -> Because | bool:
    """Von der Heydte's marker leaves at the end of turn 2."""
    gone = _markers_at(table, play, (RUMOUR,)) and table.turn >= RUMOUR_LEAVES_AFTER
    return because(at=play.hex) if gone else False


@forbids(Play, "tdw:12.7")
def rumour_stays_till_turn_2(table: Table, play: Play) -> Because | bool:
    """Until the end of turn 2 von der Heydte's marker stays in its hex."""
    kept = _markers_at(table, play, (RUMOUR,)) and table.turn < RUMOUR_LEAVES_AFTER
    return because(at=play.hex) if kept else False


# 15.0: the steps of the clean-up


@computes(Sequence, "cleanup", "tdw:15.0")
def steps_of_the_clean_up(table: Table, sequence: Sequence) -> list[str] | None:
    """Victory points, sudden death, the 106th after turn 2, victory after the last turn; then assets and markers."""
    if sequence.do != "cleanup":
        return None
    return [step for step, due in _steps(table).items() if due]


def _steps(table: Table) -> dict[str, Any]:
    last = table.turn >= last_turn(table)
    return {
        "german-vp": True, "sudden-death": True, "surrender-of-the-106th": table.turn == SURRENDER_TURN,
        "victory": last, "assets-to-their-boxes": not last, "assets-face-up": not last,
        "build-bridge-markers": not last, "turn-marker": not last, "initiative": not last,
    }
