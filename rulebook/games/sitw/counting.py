"""What players count: a modifier, a factor, a cost, a capacity or a morale, held against what the rules give."""

from rulebook.actions import Attack, Count, Party, Sequence, Step
from rulebook.games.sitw.combat import attack_strength, defense_strength, odds_of_the_battle
from rulebook.games.sitw.modifiers import final_modifier
from rulebook.games.sitw.morale import last_turn, morale_after
from rulebook.games.sitw.movement import movement_allowance
from rulebook.games.sitw.pieces import is_agb, is_aircraft
from rulebook.games.sitw.results import fortress_toll
from rulebook.games.sitw.setup import opening_markers
from rulebook.games.sitw.stacking import counts_toward_the_limit
from rulebook.games.sitw.strategic import strategic_capacity
from rulebook.games.sitw.weather import weather_due
from rulebook.mechanics.counts import counted_target, counted_units, counts_otherwise, reads_otherwise
from rulebook.mechanics.paths import step_cost
from rulebook.rules import Because, forbids
from rulebook.table import Table, Unit

ON_FOOT = "regular"
MORALE = "-morale"
MORALE_TRACKS = ("german-morale", "allied-morale")


def _units(table: Table, count: Count) -> list[Unit]:
    return table.units(counted_units(table, count))


def _attack(table: Table, count: Count) -> Attack:
    """The battle that is counted: its units attack, support the attack or, of the other side, the defence."""
    units = _units(table, count)
    helping = [unit for unit in units if is_aircraft(unit) or is_agb(unit)]
    fighting = [unit for unit in units if unit not in helping]
    ours = [unit for unit in helping if unit.side == fighting[0].side] if fighting else []
    ids = table.read("action.units", tuple(unit.id for unit in fighting) or None)
    return Attack(
        type="attack", units=ids, target=counted_target(table, count), support=tuple(unit.id for unit in ours),
        against=tuple(unit.id for unit in helping if unit not in ours),
    )


# Chapters 3, 4 and 6: markers, morale, the weather


def _opening(table: Table, count: Count) -> float:
    tracks: dict[str, float] = opening_markers(table, Sequence(type="sequence", do="setup"))["tracks"]
    return tracks[str(table.read("action.mode", count.mode if count.mode in tracks else None))]


@forbids(Count, "sitw:3.2")
def counts_another_start(table: Table, count: Count) -> Because | bool:
    """Morale and stocks of replacements start where the set-up puts their markers."""
    return counts_otherwise(table, count, "opening", _opening)


def _morale_value(table: Table, count: Count) -> float:
    return float(table.value(counted_target(table, count)))


@forbids(Count, "sitw:4.2")
def counts_another_morale_value(table: Table, count: Count) -> Because | bool:
    """A morale hex is worth the points printed on it."""
    return counts_otherwise(table, count, "morale-value", _morale_value)


def _morale(table: Table, count: Count) -> float:
    track = str(table.read("action.mode", count.mode, MORALE_TRACKS))
    return float(morale_after(table, track.removesuffix(MORALE), int(table.read("action.modifier", count.modifier))))


@forbids(Count, "sitw:4.3")
def counts_another_morale(table: Table, count: Count) -> Because | bool:
    """Morale is never counted below zero nor above 30."""
    return counts_otherwise(table, count, "morale-level", _morale)


def _last_turn(table: Table, count: Count) -> float:
    return float(last_turn(table))


@forbids(Count, "sitw:4.4")
def counts_another_last_turn(table: Table, count: Count) -> Because | bool:
    """The game ends with the last turn of its scenario."""
    return counts_otherwise(table, count, "last-turn", _last_turn)


def _weather(table: Table, count: Count) -> str:
    return str(weather_due(table))


@forbids(Count, "sitw:6.1")
def takes_it_for_other_weather(table: Table, count: Count) -> Because | bool:
    """A turn is dry without a roll, or is rolled for."""
    return reads_otherwise(table, count, "weather", _weather)


# Chapters 9 to 12: stacking, trains, marches


def _stacking_value(table: Table, count: Count) -> float:
    return float(sum(bool(counts_toward_the_limit(table, unit)) for unit in _units(table, count)))


@forbids(Count, "sitw:9.1")
def counts_another_stack(table: Table, count: Count) -> Because | bool:
    """Each unit counts as one toward the stacking limit, but those that stack free count for nothing."""
    return counts_otherwise(table, count, "stacking-value", _stacking_value)


def _rail_capacity(table: Table, count: Count) -> float:
    return float(strategic_capacity(table, table.active))


@forbids(Count, "sitw:11.2")
def counts_other_trains(table: Table, count: Count) -> Because | bool:
    """In a player turn a side moves by rail as many units as its capacity."""
    return counts_otherwise(table, count, "rail-capacity", _rail_capacity)


def _movement(table: Table, count: Count) -> float:
    return float(movement_allowance(table, _units(table, count)[0]).total)


@forbids(Count, "sitw:12.1")
def counts_other_movement_points(table: Table, count: Count) -> Because | bool:
    """A unit has as many movement points as its factor, or half of them where it is short of supply."""
    return counts_otherwise(table, count, "capacity", _movement)


def _cost(table: Table, count: Count) -> float:
    start, to = table.read("action.sides", count.sides)
    return float(step_cost(table, Step(Party(counted_units(table, count), ON_FOOT), 0, start, to)))


@forbids(Count, "sitw:12.11")
def counts_another_cost(table: Table, count: Count) -> Because | bool:
    """A hex costs what all the terrain that is entered and crossed costs together."""
    return counts_otherwise(table, count, "entry-cost", _cost)


# Chapter 13: battles


def _attack_factor(table: Table, count: Count) -> float:
    return float(attack_strength(table, _attack(table, count)).total)


@forbids(Count, "sitw:13.10")
def counts_another_attack(table: Table, count: Count) -> Because | bool:
    """The attack factors of all who attack or support are added up."""
    return counts_otherwise(table, count, "attack-factor", _attack_factor)


def _defense_factor(table: Table, count: Count) -> float:
    found = defense_strength(table, _attack(table, count))
    return float(found.total) if found else 0


@forbids(Count, "sitw:13.10")
def counts_another_defense(table: Table, count: Count) -> Because | bool:
    """The defence factors of all who defend are added up."""
    return counts_otherwise(table, count, "defense-factor", _defense_factor)


def _odds(table: Table, count: Count) -> str:
    return str(table.read("odds", odds_of_the_battle(table, _attack(table, count))))


@forbids(Count, "sitw:13.10")
def takes_it_for_other_odds(table: Table, count: Count) -> Because | bool:
    """The factors of both sides make one ratio, rounded for the defender."""
    return reads_otherwise(table, count, "odds", _odds)


def _modifier(table: Table, count: Count) -> float:
    return float(final_modifier(table, _attack(table, count)).total)


@forbids(Count, "sitw:13.13")
def counts_another_modifier(table: Table, count: Count) -> Because | bool:
    """All the modifiers of a battle make one final modifier."""
    return counts_otherwise(table, count, "die-modifier", _modifier)


def _toll(table: Table, count: Count) -> float:
    return float(fortress_toll(table, _attack(table, count)))


@forbids(Count, "sitw:13.32")
def counts_another_toll(table: Table, count: Count) -> Because | bool:
    """A fortress that its own nation holds adds to the attacker's losses."""
    return counts_otherwise(table, count, "fortress-losses", _toll)
