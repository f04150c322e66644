"""Chapter 7, bombardment: who fires, when, how far and how strongly (7.0, and the artillery chart, U6)."""

from functools import partial

from rulebook.actions import Bombard, Move, Roll
from rulebook.facts import every, some
from rulebook.games.tsnp.forces import is_army_artillery, is_artillery, is_demoralized
from rulebook.mechanics.units import Test, first_unit, is_off_the_map
from rulebook.rules import Because, Part, Sum, because, defines, forbids, obliges
from rulebook.table import Table, Unit

FORGES = "0105"
SHOTS = ("barrage", "interdiction")
# Guns that nobody can shell are never demoralized.
NEVER_SHELLED = ("naval-artillery", "heavy-artillery", "left-bank-artillery")

Shot = Bombard | Roll


def target_of(table: Table, bombard: Bombard) -> str:
    """The hex that is fired at."""
    return str(table.read("action.target", bombard.target))


def is_barrage(bombard: Bombard) -> bool:
    return bombard.mode == "barrage"


def is_interdiction(bombard: Bombard) -> bool:
    return bombard.mode == "interdiction"


def place_of(table: Table, unit: Unit) -> str:
    """Where a gun fires from: the guns of the left bank count as standing at Forges (14.33)."""
    at = FORGES if unit.facts.hex is None and unit.type == "left-bank-artillery" else unit.facts.hex
    return str(table.read(f"units.{unit.id}.hex", at))


def first_firing(table: Table, action: Shot, test: Test) -> Unit | None:
    """The first gun that fires and passes a test; a roll speaks for a shot, and has to say whose."""
    if isinstance(action, Bombard):
        return first_unit(table.units(action.units), test)
    guns = (str(table.read("action.unit", action.unit)),) if action.table == "interdiction" else ()
    return first_unit(table.units(guns), test)


# 7.0: whose phase it is


@forbids((Bombard, Roll), "tsnp:7.0")
def bombards_in_another_phase(table: Table, action: Shot) -> Because | bool:
    """Artillery bombards in its player's bombardment phase."""
    if isinstance(action, Roll) and (action.table not in SHOTS):
        return False
    return because(phase=table.phase) if table.phase != "bombardment" else False


@forbids((Bombard, Roll), "tsnp:7.0")
def bombards_out_of_turn(table: Table, action: Shot) -> Because | bool:
    """Only the player whose turn it is bombards."""
    found = first_firing(table, action, lambda unit: unit.side != table.active)
    return because(unit=found, active=table.active) if found else False


@forbids(Roll, "tsnp:7.0")
def rolls_for_a_lost_gun(table: Table, roll: Roll) -> Because | bool:
    """A gun that is out of play, or has not come into it, fires nothing."""
    found = first_firing(table, roll, lambda unit: every((
        lambda: unit.type not in NEVER_SHELLED, lambda: is_off_the_map(unit)
    )))
    return because(unit=found) if found else False


# 7.0: one shot a turn


@defines("tsnp:7.0")
def has_had_its_shot(table: Table, unit: Unit) -> bool:
    """An artillery unit fires once a turn; its back shows that it did."""
    return every((lambda: is_artillery(unit), lambda: unit.has_status("fired")))


@forbids((Bombard, Roll), "tsnp:7.0")
def fires_twice_in_a_turn(table: Table, action: Shot) -> Because | bool:
    """An artillery unit that has fired this turn does not fire again."""
    found = first_firing(table, action, partial(has_had_its_shot, table))
    return because(unit=found) if found else False


@defines("tsnp:7.0")
def stays_once_it_has_fired(table: Table, unit: Unit) -> bool:
    """An artillery unit that has fired does not move for the rest of the turn."""
    return every((lambda: is_artillery(unit), lambda: unit.has_status("fired")))


@forbids(Move, "tsnp:7.0")
def moves_after_firing(table: Table, move: Move) -> Because | bool:
    """Artillery that has fired this turn stays where it is."""
    found = first_unit(table.units(move.units), partial(stays_once_it_has_fired, table))
    return because(unit=found) if found else False


def was_turned_over_by_a_move(unit: Unit) -> bool:
    """Whether a gun shows its back for a move: a corps gun for any, a divisional gun for a strategic one (8.1)."""
    words = {"corps-artillery": ("moved", "moved-strategically"), "divisional-artillery": ("moved-strategically",)}
    return bool(some(partial(unit.has_status, word) for word in words.get(unit.type, ())))


@defines("tsnp:7.0")
def is_turned_over(table: Table, unit: Unit) -> bool:
    """An artillery unit is turned to its back once it has fired."""
    return is_artillery(unit)


@obliges(Bombard, "tsnp:7.0")
def bombarding_guns_are_turned_over(table: Table, bombard: Bombard) -> Because | bool:
    """Units that have fired are turned over: they neither move nor support an assault this turn."""
    turned = [unit for unit in table.units(bombard.units) if is_turned_over(table, unit)]
    return because(guns=turned) if turned else False


# 7.0: range


@defines("tsnp:7.0")
def is_beyond_reach(table: Table, unit: Unit, target: str) -> bool:
    """A hex is out of reach when it is farther than the unit's range; a gun off the map reaches none by that."""
    return table.game.is_off_map(unit.facts) or table.distance(place_of(table, unit), target) > unit.range


@forbids(Bombard, "tsnp:7.0")
def target_is_out_of_range(table: Table, bombard: Bombard) -> Because | bool:
    """Every unit that fires must have the target within its range."""
    target = target_of(table, bombard)
    found = first_unit(table.units(bombard.units), lambda unit: is_beyond_reach(table, unit, target))
    return because(at=target, unit=found) if found else False


# U6: what each kind of artillery can do


def can_bombard(unit: Unit) -> bool:
    """Whether a unit is of the army or corps artillery; divisional artillery only supports assaults."""
    return is_army_artillery(unit) or unit.type == "corps-artillery"


@forbids((Bombard, Roll), "tsnp:U6")
def is_not_fit_to_bombard(table: Table, action: Shot) -> Because | bool:
    """Nothing but army and corps artillery bombards."""
    found = first_firing(table, action, lambda unit: not can_bombard(unit))
    return because(unit=found, type=found.type) if found else False


# What the guns fire with


def fire_strength(table: Table, unit: Unit) -> Sum:
    """The attack strength of a gun; half of it, fractions up, when it is demoralized."""
    full = unit.attack
    parts = [Part(full, "tsnp:2.13", unit.id)]
    if unit.type not in NEVER_SHELLED and is_demoralized(unit):
        parts.append(Part(-(full // 2), "tsnp:12.3", unit.id))
    return Sum(tuple(parts))
