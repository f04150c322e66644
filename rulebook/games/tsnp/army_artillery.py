"""Chapter 14, the artillery of the armies (14.3 to 14.34, and 15.1 where it takes some away), in the book's order."""

from rulebook.actions import (
    ActionModel,
    Bombard,
    Dig,
    Losses,
    Move,
    Place,
    Rally,
    Retreat,
    Roll,
    Setup,
    Stack,
    Step,
    Supply,
    Support,
    Zoc,
    unit_ids,
)
from rulebook.games.tsnp.agreed import option
from rulebook.games.tsnp.bombardment import (
    FORGES,
    Shot,
    first_firing,
    has_had_its_shot,
    is_beyond_reach,
    is_turned_over,
    stays_once_it_has_fired,
)
from rulebook.games.tsnp.condition import lacks_supply
from rulebook.games.tsnp.forces import is_army_artillery
from rulebook.games.tsnp.zones import exerts_zoc_into
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, forbids, obliges, rejects, unless
from rulebook.table import Table, Unit

HEAVY_RANGE = 10
SHOTS_A_TURN = 3


def is_naval(unit: Unit) -> bool:
    return unit.type == "naval-artillery"


def is_heavy(unit: Unit) -> bool:
    return unit.type == "heavy-artillery"


def is_of_the_left_bank(unit: Unit) -> bool:
    return unit.type == "left-bank-artillery"


def is_on_rails(unit: Unit) -> bool:
    return unit.type == "rail-artillery"


# 14.3: no corps, hence no headquarters to be supplied through


@unless(lacks_supply, "tsnp:14.3")
def army_artillery_hangs_on_no_headquarters(table: Table, unit: Unit) -> bool:
    """Army artillery belongs to no corps, and no supply line is asked of it."""
    return is_army_artillery(unit)


@forbids(Stack, "tsnp:14.3")
def guns_off_the_map_stand_in_a_hex(table: Table, stack: Stack) -> Because | bool:
    """The naval and the heavy artillery of the Germans fire from beyond the map: they stand in no hex of it."""
    found = first_unit(table.units(stack.units), lambda unit: is_naval(unit) or is_heavy(unit))
    return because(at=stack.hex, unit=found) if found else False


# 14.31: the naval guns


@unless(is_beyond_reach, "tsnp:14.31")
def naval_guns_reach_everywhere(table: Table, unit: Unit, target: str) -> bool:
    """The German naval artillery has every hex within its range."""
    return is_naval(unit)


# 14.32: the heavy guns off the map


@unless(is_beyond_reach, "tsnp:14.32")
def heavy_guns_reach_from_the_north(table: Table, unit: Unit, target: str) -> bool:
    """The German heavy artillery reaches ten hexes down from the north edge of the map."""
    return is_heavy(unit) and hexes_from_the_north(table, target) <= HEAVY_RANGE


@contested(heavy_guns_reach_from_the_north)
def heavy_guns_reach_from_the_edge_hexes(table: Table, unit: Unit, target: str) -> bool:
    """The ten hexes are counted from the hexes of the edge, themselves left out."""
    return is_heavy(unit) and hexes_from_the_north(table, target) <= HEAVY_RANGE + 1


def hexes_from_the_north(table: Table, number: str) -> int:
    """How many hexes a shot from beyond the north edge crosses: those of the edge, xx01, are the first."""
    if number.startswith("?"):
        return int(table.read(f"map.hexes.{number}.place", None))
    return int(number[-2:])


@unless(has_had_its_shot, "tsnp:14.32")
def heavy_guns_count_their_shots(table: Table, unit: Unit) -> bool:
    """The heavy artillery is not turned over: its marker counts three shots a turn."""
    return is_heavy(unit)


@unless(is_turned_over, "tsnp:14.32")
def heavy_guns_are_not_turned_over(table: Table, unit: Unit) -> bool:
    """The heavy artillery has a marker on a track instead of a back."""
    return is_heavy(unit)


@forbids((Bombard, Roll), "tsnp:14.32")
def heavy_guns_are_spent(table: Table, action: Shot) -> Because | bool:
    """The heavy artillery fires no more once its marker has left the last box of its track."""
    found = first_firing(table, action, is_heavy)
    return because(unit=found) if found and table.track("heavy-shots", SHOTS_A_TURN) < 1 else False


@obliges(Bombard, "tsnp:14.32")
def heavy_marker_goes_down(table: Table, bombard: Bombard) -> Because | bool:
    """Each shot of the heavy artillery takes its marker down one box."""
    found = first_unit(table.units(bombard.units), is_heavy)
    return because(unit=found) if found else False


# 14.33: the guns of the left bank


@rejects("tsnp:14.33")
def left_bank_guns_have_left_forges(table: Table) -> Because | bool:
    """The guns of the left bank are always at Forges, 0105."""
    astray = (unit for unit in table.units() if unit.facts.type == "left-bank-artillery" and unit.is_placed)
    found = first_unit(astray, lambda unit: unit.hex != FORGES)
    return because(at=found.hex, unit=found.id) if found else False


@forbids(Stack, "tsnp:14.33")
def left_bank_guns_stand_elsewhere(table: Table, stack: Stack) -> Because | bool:
    """The guns of the left bank stand at Forges and in no other hex."""
    found = first_unit(table.units(stack.units), is_of_the_left_bank) if stack.hex != FORGES else None
    return because(at=stack.hex, unit=found) if found else False


# 14.34: the guns on rails


@unless(stays_once_it_has_fired, "tsnp:14.34")
def rail_guns_move_after_firing(table: Table, unit: Unit) -> bool:
    """The French rail artillery alone moves after it has fired."""
    return is_on_rails(unit)


@forbids(Step, "tsnp:14.34")
def rail_guns_leave_the_rails(table: Table, step: Step) -> Because | bool:
    """The rail artillery never moves into a hex without a railway."""
    found = first_unit(table.units(step.move.units), is_on_rails)
    return because(at=step.to, unit=found) if found and not table.has_feature(step.to, "railway") else False


@forbids(Retreat, "tsnp:14.34")
def rail_guns_retreat_off_the_rails(table: Table, retreat: Retreat) -> Because | bool:
    """The rail artillery retreats along railway hexes, like any other move of it."""
    found = first_unit(table.units(retreat.units), is_on_rails)
    if not found:
        return False
    bare = next((number for number in retreat.path[1:] if not table.has_feature(number, "railway")), None)
    return because(at=bare, unit=found) if bare else False


@forbids(Stack, "tsnp:14.34")
def rail_guns_stand_off_the_rails(table: Table, stack: Stack) -> Because | bool:
    """The rail artillery stands in no hex without a railway."""
    found = first_unit(table.units(stack.units), is_on_rails)
    bare = found and not table.has_feature(stack.hex, "railway")
    return because(at=stack.hex, unit=found) if bare else False


# 15.1: the left bank is lost


@unless(exerts_zoc_into, "tsnp:15.1", when=option("15.1"))
def lost_left_bank_has_no_zone(table: Table, unit: Unit, there: str) -> bool:
    """Where the left bank is lost, the guns of Forges are nowhere and control nothing."""
    return is_of_the_left_bank(unit)


@forbids((Bombard, Place, Setup), "tsnp:15.1", when=option("15.1"))
def left_bank_is_lost(table: Table, action: Bombard | Place | Setup) -> Because | bool:
    """After a German success on the left bank the guns of Forges take no part in the game."""
    found = first_unit(_brought_in(table, action), is_of_the_left_bank)
    return because(unit=found) if found else False


@forbids((Move, Support, Retreat, Losses, Stack, Zoc, Supply, Dig, Rally, Roll), "tsnp:15.1")
def left_bank_does_nothing_more(table: Table, action: ActionModel) -> Because | bool:
    """Where the left bank is lost, the guns of Forges are nowhere: they neither stand nor suffer."""
    found = first_unit(table.units(unit_ids(action)), is_of_the_left_bank)
    return because(unit=found) if found and table.has_option("15.1") else False


def _brought_in(table: Table, action: Bombard | Place | Setup) -> list[Unit]:
    """The units that an action fires with, places, or finds set up."""
    if isinstance(action, Bombard):
        return table.units(action.units)
    if isinstance(action, Place):
        return table.units((action.unit,)) if action.unit is not None else []
    return [unit for unit in table.units() if action.nation == "french" and unit.is_placed]
