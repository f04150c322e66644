"""Chapter 12, how assets come, are placed and go (4.1, 12.1, 12.4.1, 12.5 to 12.9.1, and 15.0), in the book's order.

What artillery and engineers do in combat is in `artillery` and `engineers`, what markers cost in `costs`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from rulebook import printed
from rulebook.actions import Place, Play, Sequence
from rulebook.facts import every, some
from rulebook.games.tdw.components import is_combat_unit
from rulebook.games.tdw.control import controller
from rulebook.games.tdw.ground import friend_at, is_settled
from rulebook.games.tdw.initiative import CALENDAR, initiative_on
from rulebook.games.tdw.lines import supply_line
from rulebook.games.tdw.pieces import corps_of, is_delay, is_engineer, is_gun
from rulebook.games.tdw.supply import is_unsupplied, lives_on_air_supply
from rulebook.mechanics.units import first_unit, is_off_the_map
from rulebook.rules import Because, because, computes, defines, forbids, permits
from rulebook.table import Table, Unit

ASSETS = {row["asset"]: row for row in printed.table("tdw", "assets")}
ORDER = {asset: int(row["order"]) for asset, row in ASSETS.items()}
RECALLS = {"recall-engineers": "engineer", "recall-traffic": "allied-traffic", "recall-delay": "delay"}
OF_ONE_PLACE = ("greif", "german-motorized", "vdh-rumour", "air-supply")
FIRST_TURN = 1
CORPS_REACH = 3
TURNS_OFF_THE_MAP = 1

Handling = Place | Play
HANDLINGS = (Place, Play)
Test = Callable[[Unit], Any]


def asset_of(table: Table, action: Handling) -> str | None:
    """The asset, of those that the assets phase is for, that an action puts on the map or takes off it."""
    if isinstance(action, Play):
        return RECALLS.get(action.event)
    if action.marker is not None:
        return action.marker if action.marker in ASSETS else None
    kind = table.unit(action.unit).type if action.unit is not None and action.entry == "asset" else None
    return kind if kind in ASSETS else None


def placing(table: Table, place: Place, asset: str, test: Test, **words: Any) -> Because | bool:
    """Because of the engineers or the US Delay that are placed, if they pass a test."""
    if place.unit is None or asset_of(table, place) != asset:
        return False
    unit = table.unit(place.unit)
    return because(at=place.hex, unit=unit, **words) if test(unit) else False


def marking(place: Place, marker: str, test: Callable[[], Any]) -> Because | bool:
    """Because of the marker that is placed, if a test of its hex is met."""
    return because(at=place.hex) if place.marker == marker and test() else False


# 4.1: the assets phase


@defines("tdw:4.1")
def phase_for(table: Table, asset: str) -> str:
    """Assets are placed in the assets phase, Allied Traffic on turn 1 after the German movement round."""
    return "traffic-placement" if asset == "allied-traffic" and table.turn == FIRST_TURN else "assets"


@forbids(HANDLINGS, "tdw:4.1")
def handles_assets_out_of_their_phase(table: Table, action: Handling) -> Because | bool:
    """Assets are placed and recalled in their phase alone."""
    asset = asset_of(table, action)
    phase = phase_for(table, asset) if asset is not None else None
    return because(phase=phase) if phase is not None and table.phase != phase else False


@forbids(HANDLINGS, "tdw:4.1")
def asset_is_not_available(table: Table, action: Handling) -> Because | bool:
    """Engineers, the Motorized marker and US Delay come from turn 2 on, Greif on turns 2-4, Traffic on turns 1-3."""
    asset = asset_of(table, action)
    return because(turn=table.turn) if asset is not None and not is_in_season(table.turn, asset) else False


def is_in_season(turn: int, asset: str) -> bool:
    """Whether this is one of the turns of an asset; how long US Delay stays is not a matter of turns (12.9.1)."""
    last = ASSETS[asset]["last_turn"]
    return int(ASSETS[asset]["first_turn"]) <= turn and (not last.isdigit() or turn <= int(last))


@computes(Sequence, "assets", "tdw:4.1")
def assets_of_the_turn(table: Table, sequence: Sequence) -> list[str] | None:
    """The assets that may be placed on the map this turn, in their order; in the clean-up phase, on the next."""
    turn = table.turn + (table.phase == "cleanup") if sequence.do == "assets" else None
    if turn not in CALENDAR:
        return None
    return [each for each in ASSETS if is_in_season(turn, each) and not _waits_for_the_initiative(table, turn, each)]


def _waits_for_the_initiative(table: Table, turn: int, asset: str) -> bool:
    return asset == "delay" and initiative_on(table, turn) != "german"


# 12.1: which assets are placed, and in which order


@forbids(HANDLINGS, "tdw:12.1")
def handles_assets_out_of_order(table: Table, action: Handling) -> Because | bool:
    """Engineers come first, then Greif, the Motorized marker, Traffic and US Delay."""
    asset = asset_of(table, action)
    if asset is None:
        return False
    late = every((lambda: table.phase == "assets", lambda: table.track("asset-step", ordinary=0) > ORDER[asset]))
    return because() if late else False


@forbids(Place, "tdw:12.1")
def is_no_asset(table: Table, place: Place) -> Because | bool:
    """Of the units, only engineers and US Delay are assets that go on the map."""
    if place.entry != "asset" or place.unit is None or place.marker is not None:
        return False
    unit = table.unit(place.unit)
    return because(at=place.hex, unit=unit) if not (is_engineer(unit) or is_delay(unit)) else False


@forbids(Place, "tdw:12.1")
def asset_is_not_at_hand(table: Table, place: Place) -> Because | bool:
    """An asset is placed from its box, or as the special reinforcement of the turn."""
    return _placing_any(table, place, lambda unit: every((
        lambda: not unit.has_status("asset-box"), lambda: not unit.has_status("special-reinforcement"),
        lambda: not (is_delay(unit) and _is_on_the_map(table, unit)),
    )))


@forbids(Place, "tdw:12.1")
def marker_lies_on_the_map(table: Table, place: Place) -> Because | bool:
    """A marker that lies elsewhere on the map is not there to be placed again; Allied Traffic may be moved (12.8)."""
    if place.marker not in OF_ONE_PLACE:
        return False
    out = table.marker_hexes(place.marker, ordinary=[])
    return because(at=out[0]) if out and place.hex not in out else False


def _is_on_the_map(table: Table, unit: Unit) -> bool:
    """Whether a unit stands in a hex; one of which nothing is said may."""
    return not table.game.is_off_map(unit.facts) and bool(unit.hex)


def _placing_any(table: Table, place: Place, test: Test) -> Because | bool:
    return placing(table, place, "engineer", test) or placing(table, place, "delay", test)


# 12.4.1: engineers


@forbids(Place, "tdw:12.4.1")
def engineers_have_no_place_there(table: Table, place: Place) -> Because | bool:
    """Engineers are placed in a village or town that is friendly and in supply."""
    return placing(table, place, "engineer", lambda unit: not is_supplied_place(table, unit, place.hex))


def is_supplied_place(table: Table, asset: Unit, number: str) -> bool:
    """Whether a hex is a village or town that the Allies control and that is in supply, by air too."""
    return every((
        lambda: is_settled(table, number), lambda: controller(table, number) == "allied",
        lambda: some((
            lambda: supply_line(table, "allied", number), lambda: lives_on_air_supply(table, asset, number)
        )),
    ))


@forbids(Place, "tdw:12.4.1")
def engineers_are_far_from_their_corps(table: Table, place: Place) -> Because | bool:
    """They are placed within 3 hexes of a supplied unit of their corps."""
    return placing(table, place, "engineer", lambda unit: not _corps_is_near(table, unit, place.hex))


def _corps_is_near(table: Table, engineers: Unit, number: str) -> bool:
    near = (unit for unit in table.units() if unit.is_placed and table.distance(unit.hex, number) <= CORPS_REACH)
    return bool(some((*(partial(_serves_the_corps, table, engineers, unit) for unit in near), table.others_may_be)))


def _serves_the_corps(table: Table, engineers: Unit, unit: Unit) -> bool:
    return every((
        lambda: unit.side == "allied", lambda: is_combat_unit(table, unit),
        lambda: corps_of(unit) is not None, lambda: corps_of(unit) == corps_of(engineers),
        lambda: not is_unsupplied(table, unit),
    ))


@forbids(Play, "tdw:12.4.1")
def recalls_no_engineers(table: Table, play: Play) -> Because | bool:
    """Only engineers on the map can be recalled, and not those of the V Corps on turn 1."""
    return _recalling(table, play, "recall-engineers", lambda unit: some((
        lambda: not is_engineer(unit), lambda: table.turn == FIRST_TURN
    )))


def _recalling(table: Table, play: Play, event: str, test: Test) -> Because | bool:
    """Because of a unit to be recalled that is not on the map, or that passes a test."""
    units = table.units(play.units) if play.event == event else []
    wrong = first_unit(units, lambda unit: some((partial(is_off_the_map, unit), partial(test, unit))))
    return because(unit=wrong) if wrong else False


@computes(Play, "returns", "tdw:12.4.1")
def recalled_engineers_return(table: Table, play: Play) -> int | None:
    """Engineers recalled by their player are available again one turn later."""
    return table.turn + TURNS_OFF_THE_MAP if play.event == "recall-engineers" else None


# 12.9: special reinforcements


@forbids(Place, "tdw:12.9")
def special_reinforcement_comes_too_soon(table: Table, place: Place) -> Because | bool:
    """Special reinforcements come at the start of their turn."""
    return _placing_any(table, place, lambda unit: every((
        lambda: unit.has_status("special-reinforcement"), lambda: unit.entry > table.turn
    )))


@forbids(Place, "tdw:12.9")
def guns_go_to_the_box(table: Table, place: Place) -> Because | bool:
    """Artillery that arrives goes to the assets box, not on the map."""
    unit = table.unit(place.unit) if place.unit is not None and place.marker is None else None
    return because(at=place.hex, unit=unit) if unit is not None and is_gun(unit) else False


# 12.9.1: US Delay


@forbids(Place, "tdw:12.9.1")
def delay_has_no_place_there(table: Table, place: Place) -> Because | bool:
    """US Delay goes in a supplied village or town that the Allies control and where no unit of theirs stands."""
    return placing(table, place, "delay", lambda unit: some((
        lambda: not is_supplied_place(table, unit, place.hex),
        lambda: friend_at(table, "allied", place.hex, but=(unit.id,)),
    )))


@forbids(Place, "tdw:12.9.1")
def delay_comes_without_german_initiative(table: Table, place: Place) -> Because | bool:
    """US Delay is available only on turns when the Germans have the initiative."""
    return placing(table, place, "delay", lambda unit: initiative_on(table, table.turn) != "german")


@forbids(Play, "tdw:12.9.1")
def recalls_no_delay(table: Table, play: Play) -> Because | bool:
    """Only US Delay on the map can be taken up."""
    return _recalling(table, play, "recall-delay", lambda unit: not is_delay(unit))


@permits(Play, "tdw:12.9.1")
def delay_may_be_placed_anew(table: Table, play: Play) -> Because | bool:
    """US Delay may be taken up in any assets phase and deployed in a new hex in that same phase."""
    return because() if play.event == "recall-delay" else False
