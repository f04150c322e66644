"""Chapter 2, the map and the counters: what they settle by themselves."""

from collections import Counter
from functools import partial

from rulebook.actions import Attack, Losses, Place, Stack, Step
from rulebook.facts import every, known
from rulebook.games.sitw.pieces import ONE_STEP_TYPES
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, Part, Sum, because, computes, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

TRENCH_CORPS = ((1, 4, 3), (1, 3, 2))


# 2.2: the map


@defines("sitw:2.2")
def is_out_of_play(table: Table, number: str) -> bool:
    """Every hex is played as a whole one, even where the east edge cuts it, but Dutch ones are not played."""
    return bool(known(partial(table.country, number)) == "holland")


@forbids((Step, Place, Stack), "sitw:2.2")
def enters_dutch_hex(table: Table, action: Step | Place | Stack) -> Because | bool:
    """No unit is ever in a Dutch hex."""
    there = action.to if isinstance(action, Step) else action.hex
    return because(at=there) if is_out_of_play(table, there) else False


@permits((Step, Place), "sitw:2.2")
def part_hex_is_played(table: Table, action: Step | Place) -> Because | bool:
    """The part-hexes along the east edge are played as whole hexes, unless they are Dutch."""
    there = action.to if isinstance(action, Step) else action.hex
    played = every((lambda: table.has_feature(there, "east-edge"), lambda: not is_out_of_play(table, there)))
    return because(at=there) if played else False


# 2.41 to 2.47: the counters


@permits((Stack, Attack), "sitw:2.41")
def counts_as_another_nation(table: Table, action: Stack | Attack) -> Because | bool:
    """Australians, Canadians and Portuguese count as British, Italians as French, in most matters."""
    minor = first_unit(table.units(action.units), lambda unit: unit.nation != unit.army)
    return because(unit=minor, nation=minor.nation, army=minor.army) if minor else False


@permits(Attack, "sitw:2.44")
def trench_corps_is_plain_infantry(table: Table, attack: Attack) -> Because | bool:
    """The German trench corps rated 1-4-3, or 1-3-2 when reduced, are regular infantry in every way."""
    corps = first_unit(table.units(attack.units), is_trench_corps)
    return because(unit=corps) if corps else False


def is_trench_corps(unit: Unit) -> bool:
    return every((
        lambda: unit.side == "german",
        lambda: unit.type == "infantry",
        lambda: (unit.attack, unit.defense, unit.movement) in TRENCH_CORPS,
    ))


@computes(Attack, "factors", "sitw:2.45")
def factors_of_the_attackers(table: Table, attack: Attack) -> dict[str, dict[str, int]]:
    """A unit has two combat factors: one counts when it attacks, the other when it is attacked."""
    there = table.everyone_at(attack.target)
    return {
        "attack": {unit.id: unit.attack for unit in table.units(attack.units)},
        "defense": {unit.id: unit.defense for unit in there},
    }


@defines("sitw:2.46")
def movement_factor(table: Table, unit: Unit) -> Sum:
    """The movement factor printed on a unit measures how far it can go."""
    return Sum((Part(unit.movement, "sitw:2.46", unit.id),))


def steps_given_up(losses: Losses) -> Counter[str]:
    """The steps that each unit loses."""
    given: Counter[str] = Counter()
    for taken in losses.taken:
        given[taken.unit] += taken.steps
    return given


def steps_of(unit: Unit) -> int:
    """The steps a unit has now: a reduced one has one left, and some types never have more."""
    if known(lambda: unit.is_reduced):
        return 1
    return 1 if unit.facts.steps is None and known(lambda: unit.type) in ONE_STEP_TYPES else unit.steps


@obliges(Losses, "sitw:2.47")
def is_flipped(table: Table, losses: Losses) -> Because | bool:
    """A two-step unit that loses one step is turned to its reduced side."""
    given = steps_given_up(losses)
    reduced = first_unit(table.units(tuple(given)), lambda unit: given[unit.id] < steps_of(unit))
    return because(unit=reduced) if reduced else False


@obliges(Losses, "sitw:2.47")
def goes_to_the_dead_pile(table: Table, losses: Losses) -> Because | bool:
    """A unit that loses its last step is eliminated: it goes to the dead pile of its side."""
    given = steps_given_up(losses)
    dead = first_unit(table.units(tuple(given)), lambda unit: given[unit.id] >= steps_of(unit))
    return because(unit=dead, side=dead.side) if dead else False
