"""S3.8 to S3.28: replacements in 1919."""

from typing import Any

from rulebook.actions import Play, Replace, Sequence
from rulebook.facts import every, some
from rulebook.games.sitw.agreed import scenario
from rulebook.games.sitw.replacements import (
    REBUILDINGS,
    Rebuilding,
    is_dead,
    rebuilt,
    spirit_is_exhausted,
    steps_received,
    stoss_must_become_infantry,
)
from rulebook.rules import Because, because, computes, forbids, permits, replaces, unless
from rulebook.table import Table

IN_1919 = scenario("plan-1919")
FIRST_INCOME_TURN = 1
FIRST_MECHANIZED_TURN = 2
MECHANIZED_STEPS = 4
STEPS_EACH_TURN = {"british": 1, "american": 2, "german": 2, "french": 0, "belgian": 0, "japanese": 0}
MECHANIZED = frozenset({"tank", "heavy-tank", "fast-tank"})


@unless(spirit_is_exhausted, "sitw:S3.8", when=IN_1919)
def stoss_of_1919_are_not_exchanged(table: Table) -> bool:
    """In 1919 a Stoss corps becomes regular infantry only when it is eliminated."""
    return True


@unless(stoss_must_become_infantry, "sitw:S3.8", when=IN_1919)
def stoss_of_1919_stay_on_turn_9(table: Table, action: Play | Sequence) -> bool:
    """In 1919 the end of the German turn 9 exchanges no Stoss corps."""
    return True


@forbids(Play, "sitw:S3.8", when=IN_1919)
def stoss_are_exchanged_all_at_once(table: Table, play: Play) -> bool:
    """In 1919 the Stoss corps are not all exchanged for regular infantry at one moment."""
    return play.event == "offensive-spirit"


@forbids(REBUILDINGS, "sitw:S3.8", when=IN_1919)
def stoss_get_no_replacements(table: Table, action: Rebuilding) -> Because | bool:
    """In 1919 a Stoss corps never receives replacements, on the map or dead; its substitute may."""
    return _of(table, action, "stosstruppen")


@forbids(REBUILDINGS, "sitw:S3.16", when=IN_1919)
def austro_hungarians_get_no_replacements(table: Table, action: Rebuilding) -> Because | bool:
    """The Austro-Hungarian force never receives replacements."""
    unit = rebuilt(table, action, lambda unit: every((
        lambda: unit.side == "german", lambda: unit.nation == "austro-hungarian"
    )))
    return because(unit=unit) if unit else False


@forbids(REBUILDINGS, "sitw:S3.17", when=IN_1919)
def alpenkorps_gets_no_replacements(table: Table, action: Rebuilding) -> Because | bool:
    """The Alpenkorps never receives replacements."""
    return _of(table, action, "alpenkorps")


@permits(Replace, "sitw:S3.18", when=IN_1919)
def panzers_may_be_replaced(table: Table, replace: Replace) -> Because | bool:
    """The panzer regiment can be replaced."""
    return _of(table, replace, "panzer")


@permits(Replace, "sitw:S3.19", when=IN_1919)
def anti_tank_units_may_be_replaced(table: Table, replace: Replace) -> Because | bool:
    """An anti-tank unit can be replaced for one step."""
    return replace.points == 1 and _of(table, replace, "anti-tank")


def _of(table: Table, action: Rebuilding, word: str) -> Because | bool:
    unit = rebuilt(table, action, lambda unit: unit.type == word)
    return because(unit=unit) if unit else False


@forbids(REBUILDINGS, "sitw:S3.22", when=IN_1919)
def marines_do_not_come_back(table: Table, action: Rebuilding) -> Because | bool:
    """Marines that were wholly eliminated are out of the game; reduced, they are replenished like others."""
    unit = rebuilt(table, action, lambda unit: every((lambda: unit.type == "marines", lambda: is_dead(unit))))
    return because(unit=unit) if unit else False


@replaces(steps_received, "sitw:S3.27", when=IN_1919)
def steps_received_in_1919(table: Table, sequence: Sequence) -> dict[str, Any]:
    """From May II to September II the British receive 1 step a turn, Americans and Germans 2, the others none."""
    steps = STEPS_EACH_TURN if table.turn >= FIRST_INCOME_TURN else dict.fromkeys(STEPS_EACH_TURN, 0)
    return {"received": steps, "source": "sitw:S3.27"}


@computes(Sequence, "mechanized_steps", "sitw:S3.28", when=IN_1919)
def mechanized_steps_received(table: Table, sequence: Sequence) -> int | None:
    """From turn 2 the Allies receive four mechanized steps every turn, lost if not used."""
    if sequence.do != "replacement":
        return None
    return MECHANIZED_STEPS if table.turn >= FIRST_MECHANIZED_TURN else 0


@forbids(Replace, "sitw:S3.28")
def mechanized_steps_are_not_to_be_had(table: Table, replace: Replace) -> Because | bool:
    """Mechanized steps exist only in Plan 1919, from turn 2, for the Allies, four a turn."""
    if replace.source != "mechanized":
        return False
    barred = some((
        lambda: table.scenario != "plan-1919",
        lambda: table.turn < FIRST_MECHANIZED_TURN,
        lambda: table.unit(replace.unit).side != "allied",
        lambda: replace.points > table.track("mechanized-replacements"),
    ))
    return because(unit=replace.unit) if barred else False


@forbids(Replace, "sitw:S3.28")
def mechanized_steps_serve_only_tanks(table: Table, replace: Replace) -> Because | bool:
    """Mechanized steps rebuild mechanized units only, of any nationality."""
    if replace.source != "mechanized":
        return False
    unit = table.unit(replace.unit)
    return because(unit=unit, type=unit.type) if unit.type not in MECHANIZED else False
