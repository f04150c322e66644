"""T2: bombardment: the potential and its column, what modifies the die, units in forts."""

from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

from rulebook import printed
from rulebook.actions import Bombard, Roll
from rulebook.facts import every
from rulebook.games.marne.mastery import FACES, roll_modifier
from rulebook.games.marne.pieces import absent_unit, is_air, is_gun, is_shaken, stranger_among
from rulebook.games.marne.rulings import rulebook_forbids
from rulebook.mechanics.dice import clamped, gathered, in_full, mean
from rulebook.mechanics.sums import modifiers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, forbids, modifies, replaces
from rulebook.table import Table, Unit

LOWEST_DIE, HIGHEST_DIE = 0, 7
FIRST_COLUMN, LAST_COLUMN = 1, 6
COLUMNS = ("1", "2", "3", "4", "5", "6+")
DIAMOND = "♦"
RESULTS = {
    (column, die): row[name]
    for die, row in enumerate(printed.table("marne", "bombardment")) for column, name in enumerate(COLUMNS, 1)
}
BRUCHMULLER_DRM = 3
TRENCH_DRM = -2
TOWN_DRM = -1
PETAIN_DRM = -1
OBSERVATION_SHIFT = 1


def target_of(table: Table, bombard: Bombard) -> str:
    return str(table.read("action.target", bombard.target))


def result_at(column: int, die: int) -> str:
    """The printed result of a modified die in a column; rolls and columns beyond the ends are read there."""
    found = clamped(column, FIRST_COLUMN, LAST_COLUMN), clamped(die, LOWEST_DIE, HIGHEST_DIE)
    return RESULTS[found]


def points_of(result: str) -> int:
    return int(result.removesuffix(DIAMOND))


def results(column: int, modifier: int, dice: tuple[int, ...] | None) -> dict[str, Fraction]:
    """The chance of each printed result; certainty where the die is given."""
    faces = dice[:1] if dice else FACES
    return gathered((result_at(column, face + modifier), Fraction(1, len(faces))) for face in faces)


# T2: the guns


@forbids(Bombard, "marne:T2")
def fires_beyond_its_radius(table: Table, bombard: Bombard) -> Because | bool:
    """A hex is bombarded within the radius of every gun that fires on it."""
    target = target_of(table, bombard)
    gun = first_unit(table.units(bombard.units), lambda unit: table.distance(unit.hex, target) > unit.range)
    return because(at=target, unit=gun) if gun else False


@forbids(Bombard, "marne:T2")
def fires_from_off_the_map(table: Table, bombard: Bombard) -> Because | bool:
    """A gun that is not on the map reaches no hex."""
    absent = absent_unit(table, bombard.units)
    return because(unit=absent) if absent else False


@forbids(Bombard, "marne:T2")
def bombards_without_guns(table: Table, bombard: Bombard) -> Because | bool:
    """Artillery bombards: no other unit on the ground does."""
    unit = first_unit(table.units(bombard.units), lambda unit: not is_gun(unit) and not is_air(unit))
    return because(unit=unit) if unit else False


@forbids(Bombard, "marne:T2")
def rulebook_bars_bombers(table: Table, bombard: Bombard) -> Because | bool:
    """Aircraft observe for the guns; whether they bombard as well is not in the aid."""
    unit = first_unit(table.units(bombard.units), is_air)
    return because(unit=unit) if unit and rulebook_forbids(table, "air-missions") else False


@forbids(Bombard, "marne:T2")
def fires_with_the_enemy(table: Table, bombard: Bombard) -> Because | bool:
    """All the guns of a bombardment are of one side."""
    unit = stranger_among(table.units(bombard.units))
    return because(unit=unit) if unit else False


@forbids(Bombard, "marne:T2")
def rulebook_bars_shaken_guns(table: Table, bombard: Bombard) -> Because | bool:
    """A disorganized battery does not attack; whether it may still bombard is not in the aid."""
    gun = first_unit(table.units(bombard.units), partial(is_shaken, table))
    return because(unit=gun) if gun and rulebook_forbids(table, "shaken-guns") else False


@forbids(Bombard, "marne:T2")
def rulebook_bars_firing_at_nobody(table: Table, bombard: Bombard) -> Because | bool:
    """Whether a hex that no enemy holds may be bombarded is not in the aid."""
    target, side = target_of(table, bombard), table.unit(bombard.units[0]).side
    enemy = table.someone_at(target, partial(_is_enemy_of, side))
    return because(at=target) if enemy is None and rulebook_forbids(table, "bombardment-target") else False


def _is_enemy_of(side: str, unit: Unit) -> bool:
    return every((lambda: unit.side != side, lambda: not is_air(unit)))


# T2.1: the potential and the table


def potential_of(table: Table, bombard: Bombard) -> int:
    """The potential announced, or that of a gun that fires alone: how several add up is not in the aid."""
    alone = bombard.potential is None and len(bombard.units) == 1
    if alone:
        return table.unit(bombard.units[0]).potential
    return int(table.read("action.potential", bombard.potential))


@computes(Bombard, "column", "marne:T2.1")
def column_of_the_bombardment(table: Table, bombard: Bombard) -> str:
    """The potential gives the column, 6 standing for more; shifts to the right move it."""
    return COLUMNS[_column(table, bombard) - 1]


def _column(table: Table, bombard: Bombard) -> int:
    shifted = clamped(potential_of(table, bombard), FIRST_COLUMN, LAST_COLUMN)
    return clamped(shifted + int(modifiers(table, bombard, "shift").total), FIRST_COLUMN, LAST_COLUMN)


def results_of(table: Table, bombard: Bombard) -> dict[str, Fraction]:
    return results(_column(table, bombard), int(modifiers(table, bombard, "die").total), bombard.dice)


@computes(Bombard, "result", "marne:T2.1")
def result_of_the_bombardment(table: Table, bombard: Bombard) -> dict[str, Any]:
    """The die, modified, from 0 to 7, gives the damage points in the column of the potential."""
    return _told(results_of(table, bombard), bombard.dice)


def _told(found: dict[str, Fraction], dice: tuple[int, ...] | None) -> dict[str, Any]:
    if dice:
        result = next(iter(found))
        return {"result": result, "points": points_of(result)}
    return {**in_full(found), "expected_points": mean(found, points_of)}


@computes(Roll, "bombardment", "marne:T2.1")
def bombardment_roll(table: Table, roll: Roll) -> dict[str, Any] | None:
    """The same table, at a column and with a modifier of the player's own."""
    if roll.table != "bombardment":
        return None
    column = str(table.read("action.column", roll.column, COLUMNS))
    if column not in COLUMNS:
        return None
    return _told(results(COLUMNS.index(column) + 1, roll_modifier(table, roll), roll.dice), roll.dice)


@forbids(Roll, "marne:T2.1")
def names_no_potential(table: Table, roll: Roll) -> Because | bool:
    """The columns are 1 to 5, and 6+."""
    unknown = roll.table == "bombardment" and roll.column is not None and roll.column not in COLUMNS
    return because(column=roll.column) if unknown else False


@forbids(Bombard, "marne:T2.1")
def fires_without_potential(table: Table, bombard: Bombard) -> bool:
    """The table has no column for a potential under 1."""
    return potential_of(table, bombard) < FIRST_COLUMN


@forbids((Roll, Bombard), "marne:T2.1")
def rolls_more_dice_to_bombard(table: Table, action: Roll | Bombard) -> Because | bool:
    """A bombardment takes one die."""
    dice = action.dice or () if isinstance(action, Bombard) or action.table == "bombardment" else ()
    return because(dice=list(dice)) if len(dice) > 1 else False


# T2.2: modifiers


@modifies(Bombard, "marne:T2.2")
def bruchmuller_prepares(table: Table, bombard: Bombard) -> Because | bool:
    """An artillery preparation by Bruchmüller, for German guns, adds 3 to the die."""
    prepared = every((
        lambda: table.unit(bombard.units[0]).side == "german",
        lambda: table.read("action.mode", bombard.mode, ("ordinary", "bruchmuller")) == "bruchmuller",
    ))
    return because(amount=BRUCHMULLER_DRM) if prepared else False


@forbids(Bombard, "marne:T2.2")
def borrows_bruchmuller(table: Table, bombard: Bombard) -> Because | bool:
    """Bruchmüller prepares German fire only."""
    if bombard.mode != "bruchmuller":
        return False
    unit = first_unit(table.units(bombard.units), lambda unit: unit.side != "german")
    return because(unit=unit) if unit else False


@modifies(Bombard, "marne:T2.2")
def trenches_shield(table: Table, bombard: Bombard) -> Because | bool:
    """A defender in trenches takes 2 off the die."""
    target = target_of(table, bombard)
    return because(at=target, amount=TRENCH_DRM) if table.has_feature(target, "trench") else False


@modifies(Bombard, "marne:T2.2")
def town_shields(table: Table, bombard: Bombard) -> Because | bool:
    """A defender in a town takes 1 off the die."""
    target = target_of(table, bombard)
    return because(at=target, amount=TOWN_DRM) if table.has_feature(target, "town") else False


@modifies(Bombard, "marne:T2.2")
def petain_spares(table: Table, bombard: Bombard) -> Because | bool:
    """Where every unit of the hex is French and under the Pétain doctrine, 1 comes off the die."""
    target = target_of(table, bombard)
    there = [unit for unit in table.units_at(target) if not is_air(unit)]
    spared = every(chain((partial(_follows_petain, unit) for unit in there), (partial(_is_held, table, target),)))
    return because(at=target, amount=PETAIN_DRM) if spared else False


def _follows_petain(unit: Unit) -> bool:
    return every((lambda: unit.nation == "french", lambda: unit.has_status("petain")))


def _is_held(table: Table, target: str) -> bool:
    """Whether units stand there, once it is known that no other can."""
    return any(not is_air(unit) for unit in table.everyone_at(target))


@modifies(Bombard, "marne:T2.2", of="shift")
def aircraft_observe(table: Table, bombard: Bombard) -> Because | bool:
    """Air support in observation moves the column one to the right."""
    target, side = target_of(table, bombard), table.unit(bombard.units[0]).side
    unit = table.someone_at(target, partial(_observes_for, side))
    return because(at=target, amount=OBSERVATION_SHIFT, by=unit) if unit else False


def _observes_for(side: str, unit: Unit) -> bool:
    return every((lambda: is_air(unit), lambda: unit.side == side, lambda: unit.has_status("observing")))


# T2.3: forts


def fort_losses(table: Table, bombard: Bombard) -> int:
    """The losses of a fort on the die that is given; where there is none, the diamond adds nothing."""
    if not table.has_feature(target_of(table, bombard), "fort"):
        return 0
    return next(iter(_fort_losses(table, bombard)))


def _fort_losses(table: Table, bombard: Bombard) -> dict[int, Fraction]:
    return gathered((int(DIAMOND in result), chance) for result, chance in results_of(table, bombard).items())


@replaces(result_of_the_bombardment, "marne:T2.3")
def fort_protects(table: Table, bombard: Bombard) -> dict[str, Any] | None:
    """Units in a fort take no damage point; a diamond costs one of them a loss, of the defender's choice."""
    if not table.has_feature(target_of(table, bombard), "fort"):
        return None
    losses = _fort_losses(table, bombard)
    if bombard.dice:
        return {"points": 0, "losses": next(iter(losses))}
    return {"points": 0, "losses": in_full(losses), "expected_losses": mean(losses, int)}
