"""Chapter 8, the ground: what a hex costs and what is closed (8.12, 8.24, 8.3, 8.4), in the book's order.

Every hex costs a point, and hard ground more. What the rulebook leaves to a player aid card is known only where the
player has loaded his copy of it.
"""

from functools import partial

from rulebook.actions import Move, Party, Place, Stack, Step, arriving_ids
from rulebook.facts import Unknown, every, known, some
from rulebook.games.tgwe.forecast import weather_at
from rulebook.games.tgwe.ground import is_off_the_map, is_on, is_town_or_city
from rulebook.games.tgwe.pieces import is_mountain
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, costs, defines, forbids, permits, unless
from rulebook.table import Table, Unit

CLEAR_COST = 1
HARD_GROUND_COSTS_MORE = 1
ALPINE_COSTS_MORE = 1
DEVASTATION_COSTS_MORE = 1
DEVASTATION_RAISES_BY = 2
RIVER_COSTS_MORE = 1
HARD_GROUND = ("forest", "marsh", "desert", "difficult")
HIGH_GROUND = ("mountain", "pass")
CAN_BE_DEVASTATED = ("clear", "flood-plain")
DEVASTATED_COUNTRIES = ("france", "belgium")
CLOSED_SIDES = ("sea", "impassable")
# Sides of which the book says that they have no pass (8.33), or are no lagoon (8.35).
WITHOUT = {frozenset(("E2617", "E2618")): "pass", frozenset(("E5413", "E5512")): "lagoon"}
# Wet and Snow change nothing on the Egyptian and Iraqi Fronts (12.2).
COLD_FRONTS = ("western", "italian", "eastern", "caucasus")


def is_on_foot(party: Party | Move) -> bool:
    return party.mode == "operational"


def is_weather(table: Table, number: str, word: str) -> bool:
    """Whether the weather is Wet, or Snow, in a hex where that has effects."""
    return every((lambda: weather_at(table, number) == word, lambda: is_on(table, number, *COLD_FRONTS)))


def lies_off_the_map(table: Table, number: str) -> bool:
    """Whether a hex lies beyond the last of its row; one that is described but not placed lies somewhere."""
    return not number.startswith("?") and is_off_the_map(table, number)


def leads_by(table: Table, here: str, there: str, word: str) -> bool:
    """Whether a pass, or the lagoon, lies on the side that is crossed: both are on the Eastern map alone."""
    if not there.startswith(("E", "?")):
        return False
    crossing = partial(table.side_has, here, there, word, ordinary=False)
    found: bool | None = known(crossing)
    if found is not None:
        return found
    return False if WITHOUT.get(frozenset((here, there))) == word else crossing()


def follows_a_known_pass(table: Table, here: str, there: str) -> bool:
    """Whether a pass is known to cross the side: where it does, neither water nor anything else closes it."""
    return bool(known(partial(leads_by, table, here, there, "pass")))


def one_not_of_mountain(table: Table, party: Party) -> Unit | None:
    """A unit of the party that is no mountain unit."""
    return first_unit(table.units(party.units), lambda unit: not is_mountain(unit))


# 8.12: a point for every hex


@costs(Step, "tgwe:8.12")
def hex_cost(table: Table, step: Step) -> int:
    """Every hex costs a movement point."""
    return CLEAR_COST if is_on_foot(step.move) else 0


# 8.24: what no unit enters or crosses


@forbids((Step, Place, Stack), "tgwe:8.24")
def enters_the_sea(table: Table, action: Step | Place | Stack) -> Because | bool:
    """No unit moves into a hex of open sea, or stands there."""
    if not isinstance(action, Step):
        return because(at=action.hex) if _ground_to_stand_on(table, action) == "sea" else False
    return because(at=action.to) if is_on_foot(action.move) and table.terrain(action.to) == "sea" else False


def _ground_to_stand_on(table: Table, action: Place | Stack) -> str | None:
    """The terrain where units would stand; a hex with a town or units in it is land, unless it was posted otherwise."""
    if not arriving_ids(action):
        return None
    read = partial(table.terrain, action.hex)
    is_land = table.units_at(action.hex) or known(partial(is_town_or_city, table, action.hex))
    return str(known(read) if is_land else read())


@forbids(Step, "tgwe:8.24")
def crosses_a_closed_side(table: Table, step: Step) -> Because | bool:
    """No unit crosses a side that is all sea or impassable."""
    if not is_on_foot(step.move) or follows_a_known_pass(table, step.start, step.to):
        return False
    closed = some(partial(table.side_has, step.start, step.to, word, ordinary=False) for word in CLOSED_SIDES)
    return because(at=step.to, start=step.start) if closed else False


@forbids(Step, "tgwe:8.24")
def leaves_its_front(table: Table, step: Step) -> Because | bool:
    """No unit leaves the map of its front by operational movement."""
    leaves = is_on_foot(step.move) and some((
        partial(lies_off_the_map, table, step.to),
        lambda: table.front(step.start) != table.front(step.to),
    ))
    return because(at=step.to, start=step.start) if leaves else False


# 8.32: the ground


@costs(Step, "tgwe:8.32")
def hard_ground_cost(table: Table, step: Step) -> Because | int:
    """Forest, marsh, desert and difficult hexes cost 2, so 1 more than others."""
    terrain = table.terrain(step.to) if is_on_foot(step.move) else None
    return because(at=step.to, amount=HARD_GROUND_COSTS_MORE, terrain=terrain) if terrain in HARD_GROUND else 0


@costs(Step, "tgwe:8.32")
def mountain_cost(table: Table, step: Step) -> Because | int:
    """Mountain hexes, with a pass or without, cost 2."""
    terrain = table.terrain(step.to) if is_on_foot(step.move) else None
    return because(at=step.to, amount=HARD_GROUND_COSTS_MORE, terrain=terrain) if terrain in HIGH_GROUND else 0


@unless(mountain_cost, "tgwe:8.32")
def mountain_units_climb(table: Table, step: Step) -> bool:
    """Mountain units pay only 1 for a mountain hex."""
    return not one_not_of_mountain(table, step.move)


@costs(Step, "tgwe:8.32")
def alpine_cost(table: Table, step: Step) -> int:
    """An Alpine hex costs 2."""
    return ALPINE_COSTS_MORE if is_on_foot(step.move) and table.terrain(step.to) == "alpine" else 0


@forbids((Step, Place, Stack), "tgwe:8.32")
def climbs_the_alps(table: Table, action: Step | Place | Stack) -> Because | bool:
    """Mountain units alone enter Alpine hexes, or stand there."""
    if isinstance(action, Step):
        units, number = table.units(action.move.units) if is_on_foot(action.move) else [], action.to
    else:
        units, number = table.units(arriving_ids(action)), action.hex
    terrain = partial(table.terrain, number)
    is_low = not isinstance(action, Step) and _is_lowland(table, number)
    if not units or (known(terrain) if is_low else terrain()) != "alpine":
        return False
    unfit = first_unit(units, lambda unit: not is_mountain(unit))
    return because(at=number, unit=unfit) if unfit else False


def _is_lowland(table: Table, number: str) -> bool:
    """Whether a hex is not Alpine unless it was posted so: a city, or units not of mountain, stand there."""
    others = any(known(partial(is_mountain, unit)) is False for unit in table.units_at(number))
    return bool(others or known(partial(table.has_feature, number, "city")))


@defines("tgwe:8.32")
def is_devastated(table: Table, number: str) -> bool:
    """A devastated hex is clear, or a flood plain, in France or Belgium (14.61)."""
    return every((
        lambda: is_on(table, number, "western"),
        lambda: known(partial(table.terrain, number)) in (None, *CAN_BE_DEVASTATED),
        lambda: known(partial(table.country, number)) in (None, *DEVASTATED_COUNTRIES),
        lambda: table.has_feature(number, "devastated"),
    ))


@costs(Step, "tgwe:8.32")
def devastated_cost(table: Table, step: Step) -> int:
    """A devastated hex costs 2; if it is flooded too, still 2."""
    pays = is_on_foot(step.move) and every((
        partial(is_devastated, table, step.to), lambda: not is_flooded(table, step.to)
    ))
    return DEVASTATION_COSTS_MORE if pays else 0


@contested(devastated_cost)
def devastation_adds_two(table: Table, step: Step) -> int:
    """What a hex costs rises by 2 once it is devastated (14.63)."""
    return DEVASTATION_RAISES_BY if is_on_foot(step.move) and is_devastated(table, step.to) else 0


# 8.33: mountain passes


@unless(mountain_cost, "tgwe:8.33")
def follows_the_pass(table: Table, step: Step) -> bool:
    """Along a pass, from hex to hex over the side that it crosses, a mountain hex costs 1, save in Snow."""
    return every((
        lambda: not is_weather(table, step.to, "snow"),
        partial(leads_by, table, step.start, step.to, "pass"),
    ))


# 8.34: rivers and lakes


@costs(Step, "tgwe:8.34")
def river_cost(table: Table, step: Step) -> int:
    """In Wet weather a river costs 1 more; in any other, nothing."""
    pays = is_on_foot(step.move) and every((
        lambda: is_weather(table, step.to, "wet"), lambda: table.side_has(step.start, step.to, "river"),
    ))
    return RIVER_COSTS_MORE if pays else 0


@defines("tgwe:8.34")
def is_frozen(table: Table, number: str) -> bool:
    """In Snow the lakes of the Western, Italian, Eastern and Caucasus Fronts freeze."""
    return is_weather(table, number, "snow")


@forbids(Step, "tgwe:8.34")
def crosses_a_lake(table: Table, step: Step) -> Because | bool:
    """No unit crosses a side that is all lake, unless it is frozen."""
    open_water = is_on_foot(step.move) and not follows_a_known_pass(table, step.start, step.to) and every((
        lambda: table.side_has(step.start, step.to, "lake", ordinary=False),
        lambda: not is_frozen(table, step.to),
    ))
    return because(at=step.to, start=step.start) if open_water else False


@forbids(Step, "tgwe:8.34")
def enters_a_lake(table: Table, step: Step) -> Because | bool:
    """No unit enters a lake hex, unless it is frozen."""
    open_water = is_on_foot(step.move) and every((
        lambda: table.terrain(step.to) == "lake", lambda: not is_frozen(table, step.to)
    ))
    return because(at=step.to) if open_water else False


@forbids((Move, Place, Stack), "tgwe:8.34")
def stops_on_the_ice(table: Table, action: Move | Place | Stack) -> Because | bool:
    """No unit ends its move on a frozen lake, nor stands on one otherwise."""
    if not isinstance(action, Move):
        return because(at=action.hex) if _ground_to_stand_on(table, action) == "lake" else False
    if not is_on_foot(action) or not action.path or table.terrain(action.path[-1]) != "lake":
        return False
    return because(at=action.path[-1])


def is_barred_side(table: Table, here: str, there: str) -> bool:
    """Whether nobody on foot crosses a side: sea, impassable, or a lake not frozen; no pass, nor the lagoon, is."""
    if follows_a_known_pass(table, here, there):
        return False
    barred = every((
        lambda: some((
            *(partial(table.side_has, here, there, word, ordinary=False) for word in CLOSED_SIDES),
            lambda: every((
                lambda: table.side_has(here, there, "lake", ordinary=False), lambda: not is_frozen(table, there),
            )),
        )),
        lambda: not leads_by(table, here, there, "lagoon"),
    ))
    return bool(barred)


# 8.35: the lagoon


@permits(Step, "tgwe:8.35")
def crosses_the_lagoon(table: Table, step: Step) -> Because | bool:
    """Units cross the lagoon near Konigsberg in any weather, at no more cost."""
    crosses = is_on_foot(step.move) and leads_by(table, step.start, step.to, "lagoon")
    return because(at=step.to, start=step.start) if crosses else False


@unless(crosses_a_closed_side, "tgwe:8.35")
def lagoon_is_no_open_sea(table: Table, step: Step) -> bool:
    """The lagoon is crossed, though all water."""
    return leads_by(table, step.start, step.to, "lagoon")


@unless(crosses_a_lake, "tgwe:8.35")
def lagoon_is_no_lake(table: Table, step: Step) -> bool:
    """The lagoon is crossed in any weather."""
    return leads_by(table, step.start, step.to, "lagoon")


# 8.37: what the chart says


@costs(Step, "tgwe:8.37")
def rough_cost(table: Table, step: Step) -> int:
    """A rough hex costs what the terrain effects chart gives."""
    if not is_on_foot(step.move) or table.terrain(step.to) != "rough":
        return 0
    return _price_on_the_chart(table, step, "rough") - CLEAR_COST


def _price_on_the_chart(table: Table, step: Step, terrain: str) -> int:
    column = "other" if one_not_of_mountain(table, step.move) else "mountain"
    cell = table.game_table("tec").get(column, {}).get(terrain)
    if cell is None:
        raise Unknown({"tables.tec": None})
    return int(cell)


# 8.4: the weather


@defines("tgwe:8.4")
def is_flooded(table: Table, number: str) -> bool:
    """In Wet weather a flood plain is a marsh (12.2)."""
    return every((lambda: table.terrain(number) == "flood-plain", partial(is_weather, table, number, "wet")))


@costs(Step, "tgwe:8.4")
def flood_cost(table: Table, step: Step) -> int:
    """A flood plain costs 2 in Wet weather, as a marsh does."""
    return HARD_GROUND_COSTS_MORE if is_on_foot(step.move) and is_flooded(table, step.to) else 0
