"""Chapter 5, the Russian revolutions (5.41 to 5.45) and the surrender of fortresses (5.5), in the book's order."""

from functools import partial
from typing import Any

from rulebook.actions import Move, Play, Roll, Sequence
from rulebook.facts import every, some
from rulebook.games.tgwe.calendar import is_from, place_of, strategic_turn
from rulebook.games.tgwe.pieces import is_russian
from rulebook.games.tgwe.rolls import has_other_dice, rolled
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, computes, contested, defines, forbids, modifies, obliges
from rulebook.table import Table

PHASE = "russian-revolution"
TSAR, BOLSHEVIKS = "fall-of-tsar", "bolshevik-revolution"
REVOLUTIONS = (TSAR, BOLSHEVIKS)
PETROGRAD = "E7030"
THRESHOLD, THRESHOLD_IN_GWINE = 11, 7
TSAR_COMMANDS, BRUSILOV, PETROGRAD_FALLS = 2, 1, 3
EARLY_YEARS, MIDDLE_YEARS = -2, -1
LAST_EARLY, LAST_MIDDLE = "G", "K"
FIRST_IN_GWINE = "I"
RUSSIAN_FRONTS = ("eastern", "caucasus")
STANDS, FALLS = "no revolution", "revolution"


def is_gwine(table: Table) -> bool:
    return table.scenario == "gwine"


# 5.41: two revolutions


@forbids(Roll, "tgwe:5.41")
def bolsheviks_wait_for_the_tsar(table: Table, roll: Roll) -> Because | bool:
    """The Bolshevik Revolution comes only after the fall of the Tsar, in a later Strategic Turn."""
    early = roll.table == BOLSHEVIKS and some((
        lambda: not table.has_event("tsar-fallen"), lambda: table.has_event("tsar-fell-this-turn")
    ))
    return because() if early else False


@forbids(Roll, "tgwe:5.41")
def has_happened_already(table: Table, roll: Roll) -> Because | bool:
    """Each revolution happens once."""
    word = {TSAR: "tsar-fallen", BOLSHEVIKS: "bolshevik-revolution"}.get(roll.table)
    return because() if word and table.has_event(word) else False


# 5.42: the roll


@forbids(Roll, "tgwe:5.42")
def rolls_for_revolution_out_of_its_phase(table: Table, roll: Roll) -> Because | bool:
    """Revolutions are rolled for in the Russian revolution phase."""
    return because(phase=PHASE) if roll.table in REVOLUTIONS and table.phase != PHASE else False


@forbids(Roll, "tgwe:5.42")
def revolution_takes_one_die(table: Table, roll: Roll) -> Because | bool:
    """A revolution is rolled for with one die."""
    return because(dice=1) if some(partial(has_other_dice, roll, name) for name in REVOLUTIONS) else False


@obliges(Sequence, "tgwe:5.42")
def revolution_is_rolled_for(table: Table, sequence: Sequence) -> Because | bool:
    """In every Strategic Turn the Central Powers roll for the revolution that is due."""
    due = sequence.do == PHASE and every((
        lambda: not table.has_event("bolshevik-revolution"),
        lambda: not is_gwine(table),
    ))
    return because() if due else False


@modifies(Roll, "tgwe:5.42", of="die")
def russian_cities_are_lost(table: Table, roll: Roll) -> Because | bool:
    """Add the cities of Russia and Russian Poland, the Caucasus included, that the Central Powers control."""
    cities = table.track("russian-cities-held-by-cp") if roll.table in REVOLUTIONS else 0
    return because(amount=cities) if cities else False


@computes(Roll, "revolution", "tgwe:5.42")
def whether_revolution_breaks_out(table: Table, roll: Roll) -> dict[str, Any] | None:
    """On 11 or more there is a revolution."""
    if roll.table not in REVOLUTIONS:
        return None
    return rolled(table, roll, lambda total: FALLS if breaks_out(table, roll.table, total) else STANDS)


@defines("tgwe:5.42")
def breaks_out(table: Table, revolution: str, total: int) -> bool:
    """Whether a modified roll makes a revolution: 11 or more, but in GWINE as 5.43 and 5.44 have it."""
    if not is_gwine(table):
        return total >= THRESHOLD
    return bool(tsar_falls_in_gwine(table, total)) if revolution == TSAR else total >= THRESHOLD_IN_GWINE


# 5.43: the fall of the Tsar


def _in_europe(table: Table, roll: Roll, name: str) -> bool:
    """Whether a roll on this table has all its modifiers: in GWINE the cities alone count for the Tsar."""
    return roll.table == name and not is_gwine(table)


@modifies(Roll, "tgwe:5.43", of="die")
def tsar_took_command(table: Table, roll: Roll) -> Because | bool:
    """Add two if The Czar takes Command was played."""
    adds = _in_europe(table, roll, TSAR) and table.has_event("tsar-takes-command")
    return because(amount=TSAR_COMMANDS) if adds else False


@modifies(Roll, "tgwe:5.43", of="die")
def brusilov_attacked(table: Table, roll: Roll) -> Because | bool:
    """Add one if the Brusilov Offensive was played."""
    adds = _in_europe(table, roll, TSAR) and table.has_event("brusilov")
    return because(amount=BRUSILOV) if adds else False


@modifies(Roll, "tgwe:5.43", of="die")
def petrograd_is_lost(table: Table, roll: Roll) -> Because | bool:
    """Add three if the Central Powers control Petrograd."""
    adds = _in_europe(table, roll, TSAR) and table.control(PETROGRAD) == "cp"
    return because(amount=PETROGRAD_FALLS, at=PETROGRAD) if adds else False


@modifies(Roll, "tgwe:5.43", of="die")
def war_is_young(table: Table, roll: Roll) -> Because | bool:
    """Subtract two in Strategic Turns A to G, one in H to K."""
    if not _in_europe(table, roll, TSAR) or strategic_turn(table) > place_of(LAST_MIDDLE):
        return False
    return because(amount=EARLY_YEARS if strategic_turn(table) <= place_of(LAST_EARLY) else MIDDLE_YEARS)


@modifies(Roll, "tgwe:5.43", of="die")
def russia_holds_enemy_cities(table: Table, roll: Roll) -> Because | bool:
    """Subtract one for each city of the Central Powers that Russia controls."""
    cities = table.track("cp-cities-held-by-russia") if _in_europe(table, roll, TSAR) else 0
    return because(amount=-cities) if cities else False


@obliges(Sequence, "tgwe:5.43", when=is_gwine)
def tsar_is_rolled_for_in_gwine(table: Table, sequence: Sequence) -> Because | bool:
    """In GWINE the Central Powers must roll for the Tsar in every Strategic Turn from I on, until he falls."""
    due = sequence.do == PHASE and every((
        partial(is_from, table, FIRST_IN_GWINE), lambda: not table.has_event("tsar-fallen")
    ))
    return because() if due else False


@forbids(Roll, "tgwe:5.43", when=is_gwine)
def tsar_is_safe_before_turn_i(table: Table, roll: Roll) -> Because | bool:
    """In GWINE the Tsar is rolled for from Strategic Turn I on."""
    return because() if roll.table == TSAR and not is_from(table, FIRST_IN_GWINE) else False


@defines("tgwe:5.43")
def tsar_falls_in_gwine(table: Table, total: int) -> bool:
    """In GWINE the Tsar falls if the die lies within the FoC range of the turn track."""
    return table.track("foc-from") <= total <= table.track("foc-to")


@contested(tsar_falls_in_gwine)
def tsar_falls_beyond_the_range_too(table: Table, total: int) -> bool:
    """A die that cities lift above the range is enough as well."""
    return table.track("foc-from") <= total


# 5.44: the Bolshevik Revolution


@modifies(Roll, "tgwe:5.44", of="die")
def russians_kept_attacking(table: Table, roll: Roll) -> Because | bool:
    """Add one for each Operational Turn since the last such phase in which Russian units attacked."""
    turns = table.track("turns-russia-attacked") if roll.table == BOLSHEVIKS else 0
    return because(amount=turns) if turns else False


@modifies(Roll, "tgwe:5.44", of="die")
def russians_were_left_in_peace(table: Table, roll: Roll) -> Because | bool:
    """Add one for each Operational Turn since then with no attack on Russians, save those abroad in the Near East."""
    turns = table.track("turns-russia-unattacked") if roll.table == BOLSHEVIKS else 0
    return because(amount=turns) if turns else False


@modifies(Roll, "tgwe:5.44", of="die")
def republic_holds_enemy_cities(table: Table, roll: Roll) -> Because | bool:
    """Subtract one for each city of the Central Powers that Russia controls."""
    cities = table.track("cp-cities-held-by-russia") if roll.table == BOLSHEVIKS else 0
    return because(amount=-cities) if cities else False


# 5.45: what the revolutions do


def _comes_to_revolution(table: Table, roll: Roll, name: str) -> bool:
    if roll.table != name or roll.dice is None:
        return False
    return bool(whether_revolution_breaks_out(table, roll).get("result") == FALLS)


@obliges(Roll, "tgwe:5.45")
def tsar_falls(table: Table, roll: Roll) -> Because | bool:
    """Tsarist units become those of the Provisional Government, and Russia loses its shells, landings and transfers."""
    return because() if _comes_to_revolution(table, roll, TSAR) else False


@obliges(Roll, "tgwe:5.45")
def russia_collapses(table: Table, roll: Roll) -> Because | bool:
    """The Bolshevik Revolution makes Russia collapse at once."""
    return because() if _comes_to_revolution(table, roll, BOLSHEVIKS) else False


@forbids(Play, "tgwe:5.45")
def russian_shells_are_spent(table: Table, play: Play) -> Because | bool:
    """After the fall of the Tsar no Depleted Russian headquarters is turned to its Support side again."""
    if play.event != "refresh-hq" or not table.has_event("tsar-fallen"):
        return False
    russian = first_unit(table.units(play.units), is_russian)
    return because(unit=russian) if russian else False


@forbids(Play, "tgwe:5.45")
def russians_land_no_more(table: Table, play: Play) -> Because | bool:
    """After the fall of the Tsar Russia has lost its landings."""
    late = play.event in ("russian-landing", "russian-amphibious-campaign") and table.has_event("tsar-fallen")
    return because() if late else False


@forbids(Move, "tgwe:5.45")
def russians_change_fronts_no_more(table: Table, move: Move) -> Because | bool:
    """After the fall of the Tsar no Russian unit goes by rail between the Eastern and the Caucasus Front."""
    if move.mode != "strategic" or move.path is None:
        return False
    start, end = move.path[0], move.path[-1]
    barred = every((
        lambda: table.has_event("tsar-fallen"),
        lambda: {table.front(start), table.front(end)} == set(RUSSIAN_FRONTS),
        lambda: first_unit(table.units(move.units), is_russian),
    ))
    return because(at=end) if barred else False


# 5.5: fortresses


@obliges(Sequence, "tgwe:5.5")
def fortresses_are_looked_at(table: Table, sequence: Sequence) -> Because | bool:
    """Units cut off in fortress supply may have to surrender (14.15)."""
    return because() if sequence.do == "fortress-surrender" else False
