"""Chapter 14, trenches (14.4, 14.5), in the book's order."""

from functools import partial

from rulebook import printed
from rulebook.actions import Attack, Sequence
from rulebook.facts import every, some
from rulebook.games.tgwe.battle import attacking_side, defenders, fort_army
from rulebook.games.tgwe.calendar import place_of, strategic_turn
from rulebook.games.tgwe.forts import trenches_hold_in_forts
from rulebook.games.tgwe.ground import has_fort, has_hindenburg_line, is_in_europe, is_in_near_east
from rulebook.games.tgwe.national_limits import ENTERING, Entering, comers
from rulebook.games.tgwe.pieces import is_german, is_hq
from rulebook.rules import Because, because, computes, contested, defines, modifies, obliges, replaces, unless
from rulebook.table import Table, Unit

STATUS = printed.table("tgwe", "trenches")
ARMIES = tuple(dict.fromkeys(row["army"] for row in STATUS))
FIRST_TURN_OF_TRENCHES = "B"
NEAR_EAST_TRENCH = -1
GERMAN, OTHER_CP = "german", "other-cp"


# 14.41, 14.42: a modifier by nation, which the Trench Status Track keeps


@modifies(Attack, "tgwe:14.41")
def trenches_shelter(table: Table, attack: Attack) -> Because | bool:
    """In Europe trenches give defenders a modifier that depends on their nation and the Strategic Turn."""
    if strategic_turn(table) < place_of(FIRST_TURN_OF_TRENCHES):
        return False
    amount = trench_modifier(table, tuple(defenders(table, attack)), attack.target)
    return because(at=attack.target, amount=amount) if amount else False


@defines("tgwe:14.41")
def trench_modifier(table: Table, units: tuple[Unit, ...], number: str) -> int:
    """What trenches are worth to these units, or to a fort that stands alone, in a hex of a European front."""
    fortified = some((partial(has_fort, table, number), partial(has_hindenburg_line, table, number)))
    if fortified and not trenches_hold_in_forts(table):
        return 0
    worth = []
    if units:
        own = modifier_of_the_central_powers if units[0].side == "cp" else modifier_of_the_allies
        worth.append(int(own(table, units, number)))
    if has_fort(table, number) and garrison_counts_for_trenches(table, units):
        worth.append(trenches_of_a_garrison(table, number))
    return max(worth, default=0)


@defines("tgwe:14.12")
def garrison_counts_for_trenches(table: Table, units: tuple[Unit, ...]) -> bool:
    """A fort's own unit, alone in its hex, has the trenches of the nation that built it (14.11)."""
    return not units


@contested(garrison_counts_for_trenches)
def garrison_counts_in_any_stack(table: Table, units: tuple[Unit, ...]) -> bool:
    """It has a nationality (14.11), and so makes a mixed stack with units of another."""
    return True


def trenches_of_a_garrison(table: Table, number: str) -> int:
    """What trenches are worth to the unit inside a fort, by the nation of its builders."""
    army = fort_army(table, number)
    if army in ARMIES:
        return int(trench_status(table, army))
    if table.home(number) == "allied":
        return int(trench_status(table, "other-allied"))
    return int(trench_status(table, GERMAN if _is_near_the_sud_army(table, number) else OTHER_CP))


@defines("tgwe:14.42")
def trench_status(table: Table, army: str) -> int:
    """What a marker of the track is worth: it moves on by Strategic Turns and never goes back."""
    now = strategic_turn(table)
    reached = [int(row["modifier"]) for row in STATUS if row["army"] == army and place_of(row["from"]) <= now]
    return min(reached, default=0)


@computes(Sequence, "trenches", "tgwe:14.42")
def trench_status_track(table: Table, sequence: Sequence) -> dict[str, int]:
    """Where the markers of the track stand in this Strategic Turn."""
    return {army: int(trench_status(table, army)) for army in ARMIES}


# 14.43, 14.44: the Central Powers


@defines("tgwe:14.43")
def marker_of_the_central_powers(table: Table, unit: Unit, number: str) -> str:
    """Germans have -1 from Strategic Turn B and -2 from D, the other Central Powers -1 from F."""
    return GERMAN if is_german(unit) else OTHER_CP


@replaces(marker_of_the_central_powers, "tgwe:14.44")
def sud_army_digs_for_all(table: Table, unit: Unit, number: str) -> str | None:
    """Units of other nations with the headquarters of the Süd Army, or next to it, have the German modifier."""
    led = every((lambda: not is_german(unit), partial(_is_near_the_sud_army, table, number)))
    return GERMAN if led else None


def _is_near_the_sud_army(table: Table, number: str) -> bool:
    near = (number, *table.around(number))
    return bool(some(partial(table.someone_at, there, _is_sud_army) for there in near))


def _is_sud_army(unit: Unit) -> bool:
    return every((lambda: is_hq(unit), lambda: unit.has_status("sud-army")))


@defines("tgwe:14.44")
def modifier_of_the_central_powers(table: Table, units: tuple[Unit, ...], number: str) -> int:
    """A hex that mixes Germans and others has the modifier of the others."""
    return max(int(trench_status(table, marker_of_the_central_powers(table, unit, number))) for unit in units)


# 14.45, 14.46: the Allies


@defines("tgwe:14.45")
def status_among_the_allies(table: Table, unit: Unit) -> int:
    """British and Belgians have -1 from B and -2 from D, French -1 from C and -2 from D, other Allies -1 from F."""
    return int(trench_status(table, unit.army if unit.army in ARMIES else "other-allied"))


@defines("tgwe:14.46")
def modifier_of_the_allies(table: Table, units: tuple[Unit, ...], number: str) -> int:
    """Allies of several nations have the worst of their modifiers."""
    return max(int(status_among_the_allies(table, unit)) for unit in units)


@unless(trenches_shelter, "tgwe:14.47")
def track_is_for_europe(table: Table, attack: Attack) -> bool:
    """The track serves on the Western, Italian and Eastern Fronts alone."""
    return not is_in_europe(table, attack.target)


# 14.5: the Near East


@modifies(Attack, "tgwe:14.53")
def near_east_trenches_shelter(table: Table, attack: Attack) -> Because | bool:
    """A Near East trench is worth -1 to its defenders."""
    dug_in = every((
        lambda: table.has_feature(attack.target, "near-east-trench"), partial(is_in_near_east, table, attack.target),
    ))
    return because(at=attack.target, amount=NEAR_EAST_TRENCH) if dug_in else False


@unless(near_east_trenches_shelter, "tgwe:14.51")
def allies_have_no_near_east_trenches(table: Table, attack: Attack) -> bool:
    """Only the Central Powers have trenches there."""
    return attacking_side(table, attack) == "cp"


@obliges(Attack, "tgwe:14.53")
def near_east_trench_falls_with_its_hex(table: Table, attack: Attack) -> Because | bool:
    """A trench of the Central Powers is gone for good once an Allied unit occupies its hex."""
    at_stake = every((
        lambda: table.has_feature(attack.target, "near-east-trench"),
        lambda: attacking_side(table, attack) == "allied",
    ))
    return because(at=attack.target) if at_stake else False


@obliges(ENTERING, "tgwe:14.53")
def near_east_trench_is_entered(table: Table, action: Entering) -> Because | bool:
    """So it goes when they walk into it, advance, withdraw or are placed there."""
    units, number = comers(table, action)
    lost = units and number.startswith("N") and every((
        lambda: table.has_feature(number, "near-east-trench"), lambda: units[0].side == "allied",
    ))
    return because(at=number) if lost else False


@computes(Sequence, "near_east_trenches", "tgwe:14.52")
def near_east_trenches(table: Table, sequence: Sequence) -> list[str]:
    """The trenches of the Near East that events have brought: the Gaza line by Kress, others one by one."""
    return sorted(table.listed_with("near-east-trench"))
