"""Chapter 9, how damage is taken (9.4 to 9.45, and 9.5 for how far a retreat goes), in the book's order."""

from collections import Counter
from functools import partial

from rulebook.actions import Losses
from rulebook.facts import every, known, some
from rulebook.games.tsnp.forces import (
    is_army_artillery,
    is_artillery,
    is_garrison,
    is_infantry,
    is_pioneers,
    is_remnant,
    never_attacks,
)
from rulebook.games.tsnp.ground import has_intact_fort, has_trench, is_closed_by_the_meuse
from rulebook.mechanics.units import first_unit, parted
from rulebook.rules import (
    Because,
    Part,
    Sum,
    because,
    computes,
    contested,
    defines,
    forbids,
    obliges,
    permits,
    replaces,
    unless,
)
from rulebook.table import Table, Unit

REDUCED, ELIMINATED = "reduced", "eliminated"


def steps_taken(losses: Losses) -> Counter[str]:
    """The steps that each unit gives up."""
    taken: Counter[str] = Counter()
    for loss in losses.taken:
        taken[loss.unit] += loss.steps
    return taken


def steps_given_up(losses: Losses) -> int:
    """All the steps given up, that of a fort's garrison included."""
    return steps_taken(losses).total() + losses.garrison


def hexes_given_up(losses: Losses) -> int:
    """How far all fall back: as told, else as far as the damage that is left asks."""
    if losses.distance is not None:
        return losses.distance
    return max(0, losses.points - steps_given_up(losses)) if losses.retreats else 0


def side_hit(table: Table, losses: Losses) -> str:
    return table.unit(losses.units[0]).side


def _in_play(table: Table, losses: Losses) -> list[Unit]:
    """The units of the side that suffer: one named though it is off the map is not counted."""
    return [unit for unit in table.units(losses.units) if not table.game.is_off_map(unit.facts)]


def assaulted_hex(table: Table, losses: Losses) -> str:
    """The hex that was assaulted: that of the defenders, where the action names none."""
    held = _hexes_defended(table, losses) if losses.target is None and losses.role == "defender" else set()
    return held.pop() if len(held) == 1 else str(table.read("action.target", losses.target))


def _hexes_defended(table: Table, losses: Losses) -> set[str]:
    """Where the defenders are; those beside the assaulted hex are supporting guns."""
    units = _in_play(table, losses)
    hexes = {unit.hex for unit in units}
    return hexes if len(hexes) == 1 else {unit.hex for unit in units if not is_artillery(unit)}


def is_german_assault(table: Table, losses: Losses) -> bool:
    """Whether Germans attacked, be it they or the French who take this damage."""
    return (side_hit(table, losses) == "german") == (losses.role == "attacker")


# 9.4: who suffers, and who first


@forbids(Losses, "tsnp:9.4")
def suffers_without_an_assault(table: Table, losses: Losses) -> Because | bool:
    """Damage comes of assaults, in an assault phase."""
    return because(phase=table.phase) if table.phase != "assault" else False


@forbids(Losses, "tsnp:9.4")
def suffers_in_the_other_part(table: Table, losses: Losses) -> Because | bool:
    """The attackers are those of the player whose phase it is, the defenders those of the other."""
    attacks = losses.role == "attacker"
    found = first_unit(table.units(losses.units), lambda unit: (unit.side == table.active) != attacks)
    return because(unit=found) if found else False


@forbids(Losses, "tsnp:9.4")
def attacker_suffers_too_soon(table: Table, losses: Losses) -> Because | bool:
    """The defender applies all his damage, losses and retreat, before the attacker applies any."""
    return because(pending=losses.pending) if losses.role == "attacker" and losses.pending > 0 else False


@forbids(Losses, "tsnp:9.4")
def bystanders_suffer(table: Table, losses: Losses) -> Because | bool:
    """Only units that took part in the assault suffer from it."""
    outsider = next((unit_id for unit_id in steps_taken(losses) if unit_id not in losses.units), None)
    if outsider:
        return because(unit=outsider)
    apart = first_unit(table.units(losses.units), lambda unit: some((
        partial(_is_of_no_use, table, losses, unit), partial(_stood_apart, table, losses, losses.target, unit)
    )))
    return because(unit=apart) if apart else False


@forbids(Losses, "tsnp:9.4")
def attackers_share_no_hex(table: Table, losses: Losses) -> Because | bool:
    """An assault comes from the hexes around one: infantry too far apart for that was not in the same."""
    if losses.role != "attacker":
        return False
    two = parted(table, (unit for unit in _in_play(table, losses) if known(partial(is_artillery, unit)) is False))
    return because(unit=two[0], other=two[1]) if two else False


def _is_of_no_use(table: Table, losses: Losses, unit: Unit) -> bool:
    """Whether no unit of its kind attacks, or it is army artillery, which defends its own hex alone (9.32)."""
    if losses.role == "attacker":
        return bool(some((partial(never_attacks, unit), partial(_is_across_the_meuse, table, losses, unit))))
    return every((
        partial(is_army_artillery, unit),
        lambda: table.game.is_off_map(unit.facts) or unit.hex != assaulted_hex(table, losses),
    ))


def _is_across_the_meuse(table: Table, losses: Losses, unit: Unit) -> bool:
    """Whether the position shows that the Meuse, with no bridge, parts infantry from the hex assaulted."""
    there = losses.target
    if there is None or not unit.is_placed:
        return False
    cut = known(partial(is_closed_by_the_meuse, table, unit.hex, there))
    return bool(cut) and not is_artillery(unit)


def _stood_apart(table: Table, losses: Losses, target: str | None, unit: Unit) -> bool:
    """Whether a unit stands where nobody fought for the hex, in it or next to it; of guns 9.45 tells."""
    if target is None:
        return False
    away = 1 if losses.role == "attacker" else 0
    return not table.game.is_off_map(unit.facts) and every((
        lambda: not is_artillery(unit), lambda: table.distance(unit.hex, target) != away
    ))


@forbids(Losses, "tsnp:9.4")
def leaves_a_defender_out(table: Table, losses: Losses) -> Because | bool:
    """Every unit in the assaulted hex took part, and has its share in the damage."""
    if losses.role != "defender":
        return False
    there, side = assaulted_hex(table, losses), side_hit(table, losses)
    others = [unit for unit in table.units_at(there) if unit.id not in losses.units]
    spared = first_unit(others, lambda unit: unit.side == side)
    return because(at=there, unit=spared) if spared else False


# 9.41: steps


def steps_of(table: Table, unit: Unit) -> int:
    """The steps that a unit can lose: two for infantry at full strength, one for what cannot be reduced.

    One that is off the map has none.
    """
    if table.game.is_off_map(unit.facts):
        return 0
    if unit.facts.steps is not None:
        return unit.steps
    if is_remnant(unit):
        return 0 if unit.has_status("fresh-remnant") else 1
    if not is_reducible(table, unit):
        return 1
    return 1 if unit.is_reduced else 2


def is_reducible(table: Table, unit: Unit) -> bool:
    """Whether the back of the counter shows the unit reduced: a garrison has such a back only with option 15.4."""
    return every((lambda: is_infantry(unit), lambda: not is_garrison(unit) or table.has_option("15.4")))


@computes(Losses, "left", "tsnp:9.41")
def what_is_left(table: Table, losses: Losses) -> dict[str, str]:
    """A full unit that loses a step is turned over; a reduced one, or one without a reduced side, is destroyed."""
    return {unit_id: _left(table, table.unit(unit_id), steps) for unit_id, steps in steps_taken(losses).items()}


def _left(table: Table, unit: Unit, steps: int) -> str:
    return ELIMINATED if steps_of(table, unit) <= steps else REDUCED


def is_eliminated(table: Table, losses: Losses, unit: Unit) -> bool:
    """Whether these losses are the end of a unit."""
    taken = steps_taken(losses)[unit.id]
    return taken > 0 and steps_of(table, unit) <= taken


@permits(Losses, "tsnp:9.41")
def owner_chooses_who_loses(table: Table, losses: Losses) -> Because | bool:
    """The player decides which of his units in the assault lose steps."""
    return because(points=losses.points) if losses.points > 0 and len(losses.units) > 1 else False


@forbids(Losses, "tsnp:9.41")
def loses_steps_it_has_not(table: Table, losses: Losses) -> Because | bool:
    """A unit loses no more steps than it has."""
    taken = {table.unit(unit_id): steps for unit_id, steps in steps_taken(losses).items()}
    short = first_unit(taken, lambda unit: steps_of(table, unit) < taken[unit])
    return because(unit=short, steps=taken[short]) if short else False


# 9.42: half in steps, the rest by a retreat of all


@defines("tsnp:9.42")
def least_steps(table: Table, losses: Losses) -> Sum:
    """At least half of the damage, rounded down, is taken in steps."""
    return Sum((Part(losses.points // 2, "tsnp:9.42", "half"),))


@computes(Losses, "least", "tsnp:9.42")
def steps_at_least(table: Table, losses: Losses) -> int:
    """What must be lost in steps: half the damage, as far as there are steps."""
    half = int(least_steps(table, losses).total)
    sure = sum(not is_remnant(unit) for unit in _in_play(table, losses))
    return half if half <= sure else min(half, steps_in_battle(table, losses))


def steps_in_battle(table: Table, losses: Losses) -> int:
    """All the steps that the side has in the assault, that of a fort's garrison included."""
    return sum(steps_of(table, unit) for unit in table.units(losses.units)) + bool(fort_under_assault(table, losses))


@forbids(Losses, "tsnp:9.42")
def takes_too_few_steps(table: Table, losses: Losses) -> Because | bool:
    """No retreat spares a side the half that it must lose in steps."""
    taken = steps_taken(losses).total() + garrison_pays_towards_the_half(table, losses)
    if taken >= (losses.points + 1) // 2:
        return False
    least = steps_at_least(table, losses)
    return because(taken=taken, least=least) if taken < least else False


@forbids(Losses, "tsnp:9.42")
def leaves_damage_unmet(table: Table, losses: Losses) -> Because | bool:
    """Damage that is not avoided by retreating is taken in steps, as far as there are any."""
    met = steps_given_up(losses) + hexes_given_up(losses)
    unmet = met < losses.points and steps_given_up(losses) < steps_in_battle(table, losses)
    return because(met=met, points=losses.points) if unmet else False


@forbids(Losses, "tsnp:9.42")
def pays_more_than_the_damage(table: Table, losses: Losses) -> Because | bool:
    """Steps lost and hexes retreated together make up the damage, no more."""
    met = steps_given_up(losses) + hexes_given_up(losses)
    return because(met=met, points=losses.points) if met > losses.points else False


@obliges(Losses, "tsnp:9.42")
def all_fall_back_alike(table: Table, losses: Losses) -> Because | bool:
    """All the units in the assault retreat, each as many hexes, or none does; they may end in different hexes."""
    hexes = hexes_given_up(losses)
    return because(hexes=hexes) if hexes > 0 else False


# 9.43: fractions


@replaces(least_steps, "tsnp:9.43")
def half_is_rounded_up(table: Table, losses: Losses) -> Sum | None:
    """In a German assault on a fort or a trench the half is rounded up, for both sides."""
    if losses.points % 2 == 0:
        return None
    raised = every((
        lambda: is_german_assault(table, losses),
        lambda: some((
            lambda: has_trench(table, assaulted_hex(table, losses)),
            lambda: has_intact_fort(table, assaulted_hex(table, losses)),
        )),
    ))
    return Sum((Part((losses.points + 1) // 2, "tsnp:9.43", "half"),)) if raised else None


# 9.44: pioneers pay first


def _pioneers_in(table: Table, losses: Losses) -> list[Unit]:
    if losses.role != "attacker" or side_hit(table, losses) != "german":
        return []
    return [unit for unit in _in_play(table, losses) if is_pioneers(unit)]


@unless(owner_chooses_who_loses, "tsnp:9.44")
def first_step_is_the_pioneers(table: Table, losses: Losses) -> bool:
    """Where pioneers attacked, the German player does not choose who loses a single step."""
    return steps_taken(losses).total() == 1 and bool(_pioneers_in(table, losses))


@forbids(Losses, "tsnp:9.44")
def spares_the_pioneers(table: Table, losses: Losses) -> Because | bool:
    """The first step that German attackers lose comes from pioneers, if any attacked."""
    pioneers, taken = _pioneers_in(table, losses), steps_taken(losses)
    spared = pioneers and taken.total() > 0 and not any(taken[unit.id] for unit in pioneers)
    return because(unit=pioneers[0]) if spared else False


# 9.45: distant guns


@forbids(Losses, "tsnp:9.45")
def distant_guns_suffer(table: Table, losses: Losses) -> Because | bool:
    """A supporting gun that is not next to the assaulted hex takes no damage and does not retreat."""
    far = first_unit(table.units(losses.units), lambda unit: every((
        lambda: is_artillery(unit), lambda: table.distance(unit.hex, assaulted_hex(table, losses)) > 1
    )))
    return because(unit=far) if far else False


# 9.5: how far


@computes(Losses, "retreat", "tsnp:9.5")
def retreat_owed(table: Table, losses: Losses) -> Sum:
    """Units retreat one hex for each point of damage that they did not take as a step."""
    return Sum((Part(losses.points, "tsnp:9.4", "damage"), Part(-steps_taken(losses).total(), "tsnp:9.41", "steps")))


# 14.81: the fort that they hold


@defines("tsnp:14.81")
def garrison_pays_towards_the_half(table: Table, losses: Losses) -> int:
    """The step of a fort's garrison is one that can be lost in combat, like those of the units with it."""
    return int(losses.garrison)


@contested(garrison_pays_towards_the_half)
def garrison_pays_after_the_half(table: Table, losses: Losses) -> int:
    """Where units retreat from the fort, they first take the half themselves; the garrison's point comes after it."""
    return 0 if hexes_given_up(losses) > 0 else int(losses.garrison)


def fort_under_assault(table: Table, losses: Losses) -> str | None:
    """The hex of the standing fort that Frenchmen defend, and whose garrison has no counter of its own."""
    if losses.role != "defender" or side_hit(table, losses) != "french":
        return None
    if any(is_garrison(unit) for unit in table.units(losses.units)):
        return None
    there = assaulted_hex(table, losses)
    return there if has_intact_fort(table, there) else None
