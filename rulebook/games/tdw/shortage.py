"""Chapter 8, what lack of supply does (8.3)."""

from functools import partial

from rulebook.actions import Advance, Attack, Move, Play, Supply
from rulebook.facts import every, known
from rulebook.games.tdw.components import TWO_STEPS, is_infantry
from rulebook.games.tdw.pieces import division_of, is_american, is_armor, is_german
from rulebook.games.tdw.supply import is_unsupplied, named, traces_none_where_it_stands
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, defines, forbids, obliges
from rulebook.table import Table, Unit

SURRENDER_TURN, SURRENDERING = 2, "106"


# Movement: the allowance and the road rate are in `movement` and `roads`


@forbids(Move, "tdw:8.3")
def motorizes_without_supply(table: Table, move: Move) -> Because | bool:
    """Unsupplied infantry is not treated as motorized."""
    if move.mode != "motorized":
        return False
    unit = first_unit(table.units(move.units), lambda unit: every((
        partial(is_infantry, table, unit), partial(is_unsupplied, table, unit)
    )))
    return because(unit=unit) if unit else False


@defines("tdw:8.3")
def is_stranded_armor(table: Table, unit: Unit) -> bool:
    """Unsupplied German armor moves only by being replaced with its third-step mechanized unit."""
    return every((partial(is_german, unit), partial(is_armor, unit), partial(is_unsupplied, table, unit)))


@forbids(Move, "tdw:8.3")
def moves_tanks_without_supply(table: Table, move: Move) -> Because | bool:
    """The tanks of unsupplied German armor do not move."""
    if move.mode == "abandoning":
        return False
    unit = first_unit(table.units(move.units), partial(is_stranded_armor, table))
    return because(unit=unit) if unit else False


@forbids(Move, "tdw:8.3")
def abandons_what_it_need_not(table: Table, move: Move) -> Because | bool:
    """No other unit is replaced with a third-step one in order to move."""
    if move.mode != "abandoning":
        return False
    unit = first_unit(table.units(move.units), lambda unit: not is_stranded_armor(table, unit))
    return because(unit=unit) if unit else False


@forbids(Move, "tdw:8.3")
def has_no_third_step_to_move_as(table: Table, move: Move) -> Because | bool:
    """Armor whose counter shows that it has two steps or one, and no third, has nothing to be replaced with."""
    if move.mode != "abandoning":
        return False
    unit = next((unit for unit in table.units(move.units) if known(partial(_is_short_of_steps, unit))), None)
    return because(unit=unit) if unit else False


def _is_short_of_steps(unit: Unit) -> bool:
    """A unit of three steps that is down to two is on its back; down to one it is no armor any more (2.3.1.1)."""
    return is_armor(unit) and (unit.steps == 1 or (unit.steps == TWO_STEPS and not unit.is_reduced))


@obliges(Move, "tdw:8.3")
def becomes_its_third_step(table: Table, move: Move) -> Because | bool:
    """The armor unit that leaves its tanks is replaced with its third step."""
    if move.mode != "abandoning":
        return False
    unit = first_unit(table.units(move.units), partial(is_stranded_armor, table))
    return because(unit=unit) if unit else False


# Combat


@forbids(Attack, "tdw:8.3")
def attacks_without_supply(table: Table, attack: Attack) -> Because | bool:
    """No unsupplied unit attacks."""
    unit = first_unit(table.units(attack.units), partial(is_unsupplied, table))
    return because(at=attack.target, unit=unit) if unit else False


@forbids(Advance, "tdw:8.3")
def advances_without_supply(table: Table, advance: Advance) -> Because | bool:
    """A German unit that its last check left without supply attacked nobody, so it does not advance."""
    unit = first_unit(table.units(advance.units), lambda unit: bool(unit.facts.supply) and every((
        partial(is_german, unit), partial(is_unsupplied, table, unit)
    )))
    return because(at=advance.to, unit=unit) if unit else False


# The marker that is handed back, and surrender


@obliges(Supply, "tdw:8.3")
def gives_back_the_motorized_marker(table: Table, supply: Supply) -> Because | bool:
    """Unsupplied German infantry that is motorized puts its marker back in the assets box."""
    return named(table, supply, lambda unit: every((
        partial(is_german, unit), lambda: unit.has_status("motorized"),
        lambda: table.phase == "supply-check", partial(traces_none_where_it_stands, table, unit),
    )))


def is_of_the_106th(unit: Unit) -> bool:
    return every((partial(is_american, unit), lambda: division_of(unit) == SURRENDERING))


def _is_time_to_surrender(table: Table) -> bool:
    return every((lambda: table.turn == SURRENDER_TURN, lambda: table.phase == "cleanup"))


@obliges(Supply, "tdw:8.3")
def surrenders(table: Table, supply: Supply) -> Because | bool:
    """At the end of turn 2 every unsupplied unit of the US 106th Division surrenders and leaves the game."""
    return named(table, supply, lambda unit: every((
        partial(_is_time_to_surrender, table), partial(is_of_the_106th, unit),
        partial(traces_none_where_it_stands, table, unit),
    )))


@forbids(Play, "tdw:8.3")
def surrenders_at_the_wrong_time(table: Table, play: Play) -> Because | bool:
    """Nobody surrenders but at the end of turn 2."""
    return because() if play.event == "surrender" and not _is_time_to_surrender(table) else False


@forbids(Play, "tdw:8.3")
def surrenders_without_need(table: Table, play: Play) -> Because | bool:
    """Only unsupplied units of the US 106th Division surrender."""
    if play.event != "surrender":
        return False
    unit = first_unit(table.units(play.units), lambda unit: not every((
        partial(is_of_the_106th, unit), partial(is_unsupplied, table, unit)
    )))
    return because(unit=unit) if unit else False
