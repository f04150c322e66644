"""S3.17 to S3.25: how the units of 1919 move and infiltrate."""

from functools import partial

from rulebook.actions import Move, Party, Step
from rulebook.facts import every, known, some
from rulebook.games.sitw.agreed import scenario
from rulebook.games.sitw.infiltration import (
    ally_infiltrates_too_early,
    infiltration_range,
    is_ally_without_infiltration,
    is_before_allied_infiltration,
    is_german_without_infiltration,
    is_infiltration,
    is_led_by_tanks,
)
from rulebook.games.sitw.movement import forest_cost, is_regular, mountain_cost
from rulebook.games.sitw.pieces import is_allied_tank
from rulebook.games.sitw.strategic import has_any
from rulebook.games.sitw.weather import is_swollen
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, costs, forbids, permits, replaces, unless
from rulebook.table import Table, Unit

ALPINE_COST = 1
TWO_HEXES = 2
ALLIED_TYPES_OF_1919 = ("heavy-tank", "fast-tank", "marines")
STOPS_FAST_TANKS = ("forest", "marsh", "mountain")


def with_units_of_1919(table: Table) -> bool:
    """In force unless another scenario is played: the units of 1919 serve in Plan 1919 only (S3.4)."""
    return known(lambda: table.scenario) in (None, "plan-1919")


@unless(is_before_allied_infiltration, "sitw:S3.3", when=scenario("plan-1919"))
def allies_infiltrate_throughout_1919(table: Table) -> bool:
    """The turn 9 of 1918 is past: in Plan 1919 the Allies infiltrate from Turn 0 on."""
    return True


@unless(ally_infiltrates_too_early, "sitw:S3.3", when=with_units_of_1919)
def allies_of_1919_infiltrate(table: Table, move: Move) -> bool:
    """Where units serve that only Plan 1919 has, the turn 9 of 1918 is past too."""
    return bool(first_unit(table.units(move.units), _serves_in_1919_only))


def _serves_in_1919_only(unit: Unit) -> bool:
    return bool(some((lambda: unit.type in ALLIED_TYPES_OF_1919, lambda: _is_japanese_corps(unit))))


def _is_japanese_corps(unit: Unit) -> bool:
    return every((lambda: unit.type == "infantry", lambda: unit.nation == "japanese"))


# S3.17 and S3.18: the Alpenkorps and the panzers


@unless(is_german_without_infiltration, "sitw:S3.17", when=with_units_of_1919)
def alpenkorps_infiltrates(table: Table, unit: Unit) -> bool:
    """The Alpenkorps is capable of infiltration."""
    return unit.type == "alpenkorps"


def _is_alpine(table: Table, party: Party) -> bool:
    return every(partial(_is_of_the_alpenkorps, unit) for unit in table.units(party.units))


def _is_of_the_alpenkorps(unit: Unit) -> bool:
    return unit.type == "alpenkorps"


@unless(forest_cost, "sitw:S3.17", when=with_units_of_1919)
def alpenkorps_knows_wet_forest(table: Table, step: Step) -> bool:
    """The Alpenkorps does not pay the cost of wet forest."""
    return every((lambda: table.weather == "wet", lambda: _is_alpine(table, step.move)))


@unless(mountain_cost, "sitw:S3.17", when=with_units_of_1919)
def alpenkorps_knows_mountains(table: Table, step: Step) -> bool:
    """The Alpenkorps does not pay the cost of mountain."""
    return _is_alpine(table, step.move)


@costs(Step, "sitw:S3.17", when=with_units_of_1919)
def alpine_cost(table: Table, step: Step) -> int:
    """The Alpenkorps pays 1 for mountain, and 1 for forest in wet weather."""
    if not is_regular(step) or not _is_alpine(table, step.move):
        return 0
    terrain = table.terrain(step.to)
    eased = terrain == "mountain" or (terrain == "forest" and table.weather == "wet")
    return ALPINE_COST if eased else 0


@unless(is_german_without_infiltration, "sitw:S3.18", when=with_units_of_1919)
def panzers_infiltrate(table: Table, unit: Unit) -> bool:
    """The 1st Panzer Regiment is capable of infiltration, and lends that to no other unit."""
    return unit.type == "panzer"


# S3.19 and S3.21: anti-tank units and fast tanks


@permits(Move, "sitw:S3.19", when=with_units_of_1919)
def infiltrates_past_anti_tank_units(table: Table, move: Move) -> Because | bool:
    """Anti-tank units do not take away the infiltration of Allied tanks."""
    if not is_infiltration(move) or not first_unit(table.units(move.units), _infiltrates_by_tanks):
        return False
    guns = some(partial(table.someone_at, near, _is_anti_tank) for step in move.steps for near in table.around(step.to))
    return because(by=guns) if guns else False


def _infiltrates_by_tanks(unit: Unit) -> bool:
    return bool(some((lambda: is_allied_tank(unit), lambda: is_led_by_tanks(unit))))


def _is_anti_tank(unit: Unit) -> bool:
    return unit.type == "anti-tank"


def is_fast_tank(unit: Unit) -> bool:
    return unit.type == "fast-tank"


@replaces(infiltration_range, "sitw:S3.21", when=with_units_of_1919)
def fast_tanks_infiltrate_two_hexes(table: Table, unit: Unit) -> int | None:
    """A fast tank may infiltrate two hexes in dry weather; units stacked with it may not."""
    return TWO_HEXES if every((lambda: is_fast_tank(unit), lambda: table.weather == "dry")) else None


@forbids(Step, "sitw:S3.21", when=with_units_of_1919)
def fast_tank_goes_on_after_difficult_hex(table: Table, step: Step) -> Because | bool:
    """An infiltrating fast tank stops in the first forest, marsh, mountain or city hex it enters."""
    return _goes_on_after(table, step, "city")


@contested(fast_tank_goes_on_after_difficult_hex)
def fast_tank_goes_on_after_a_town(table: Table, step: Step) -> Because | bool:
    """The one word that the book has for towns and cities may mean that towns stop it too."""
    return _goes_on_after(table, step, "city", "town")


def _goes_on_after(table: Table, step: Step, *features: str) -> Because | bool:
    if not is_infiltration(step.move) or step.index == 0:
        return False
    stopped = every((
        lambda: first_unit(table.units(step.move.units), is_fast_tank),
        lambda: some((
            lambda: table.terrain(step.start) in STOPS_FAST_TANKS, lambda: has_any(table, step.start, features)
        )),
    ))
    return because(at=step.start) if stopped else False


@forbids(Step, "sitw:S3.21", when=with_units_of_1919)
def fast_tank_infiltrates_over_major_river(table: Table, step: Step) -> Because | bool:
    """A fast tank never infiltrates across a major river, nor in wet weather across any river."""
    barred = is_infiltration(step.move) and every((
        lambda: first_unit(table.units(step.move.units), is_fast_tank),
        lambda: some((
            lambda: table.side_has(step.start, step.to, "major-river"), lambda: is_swollen(table, step.start, step.to)
        )),
    ))
    return because(at=step.to, start=step.start) if barred else False


# S3.22 and S3.25: Marines and Japanese


@unless(is_ally_without_infiltration, "sitw:S3.22", when=with_units_of_1919)
def marines_infiltrate(table: Table, unit: Unit) -> bool:
    """The Marines are capable of infiltration, and lend that to no other unit."""
    return unit.type == "marines"


@unless(is_ally_without_infiltration, "sitw:S3.25", when=with_units_of_1919)
def japanese_infiltrate(table: Table, unit: Unit) -> bool:
    """The Japanese Expeditionary Force is capable of infiltration."""
    return unit.nation == "japanese"
