"""Chapter 17, neutrals entering the war (17.1), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Move, Place, Play, Retreat, Stack, Support
from rulebook.facts import every, more_than, some
from rulebook.games.tgwe.acting import acting
from rulebook.games.tgwe.battle import attackers_or_leaders
from rulebook.games.tgwe.calendar import this_month
from rulebook.games.tgwe.control import TURKEY_AT_WAR_FROM, is_neutral
from rulebook.games.tgwe.ground import is_america_at_war
from rulebook.games.tgwe.national_limits import FIGHTING, OPERATING, STANDING, Fighting, Operating, Standing, comers
from rulebook.games.tgwe.pieces import is_american, is_turkish
from rulebook.mechanics.units import first_unit
from rulebook.position import Position, UnitFacts
from rulebook.rules import Because, because, contested, defines, forbids, obliges
from rulebook.table import Table, Unit

COUNTRIES = {"italian": "italy", "bulgarian": "bulgaria", "romanian": "romania", "greek": "greece"}
NATIONS = {country: nation for nation, country in COUNTRIES.items()}
ENTRIES = {
    "italian": ("italy-entry",), "bulgarian": ("bulgaria-entry",), "greek": ("greece-entry",),
    "romanian": ("romania-entry-allied", "romania-entry-cp"),
}
# The entry of a country on this Operational Turn, and on the one before.
ENTERED_NOW = {
    "italian": "italy-entered-this-turn", "bulgarian": "bulgaria-entered-this-turn",
    "greek": "greece-entered-this-turn", "romanian": "romania-entry-this-turn",
}
ENTERED_BEFORE = {
    "italian": "italy-entered-last-turn", "bulgarian": "bulgaria-entered-last-turn",
    "greek": "greece-entered-last-turn", "romanian": "romania-entered-last-turn",
}
# What tells the side of the nations that may be of either: entries of Romania (6.54), names of Persian units (7.24).
SIDES_TOLD_BY = {
    "romania-entry-allied": "allied", "romania-entry-cp": "cp",
    "persian-cossack": "allied", "south-persian-rifles": "allied", "persian-gendarmerie": "cp",
}
NEUTRAL_ROMANIA = "romania-stays-neutral"
OPENING = ("gallipoli", "salonika", "greece-entry")
CALLED_OUT_BEFORE = (*OPENING, "allies-entered-european-turkey", "european-turkey-deployed")
SURRENDER_HEXES = 5
TAKING_PART = (Move, Attack, Support, Advance, Retreat, Place, Stack)
TakingPart = Move | Attack | Support | Advance | Retreat | Place | Stack
Setting = Move | Attack | Advance | Support | Play
# Strategic moves that are plays (9.13, 9.16, 9.24).
INTO_A_BOX = ("to-transit-box", "to-arabia-box", "to-transfer-box")


def told_side(position: Position, unit: UnitFacts) -> str | None:
    """The side of a Romanian unit, as the entry of its country tells it, or of a Persian one, as its name does."""
    words = (position.events if unit.nation == "romanian" else unit.status) or ()
    sides = {side for word, side in SIDES_TOLD_BY.items() if word in words}
    return sides.pop() if len(sides) == 1 and NEUTRAL_ROMANIA not in words else None


# 17.1: neutral ground and neutral armies


@forbids(STANDING, "tgwe:17.1")
def enters_a_neutral_country(table: Table, action: Standing) -> Because | bool:
    """Nobody enters a country that has not joined the war."""
    units, number = comers(table, action)
    barred = units and is_neutral(table, number) and not _were_set_up_there(table, action, units)
    return because(at=number) if barred else False


def _were_set_up_there(table: Table, action: Standing, units: list[Unit]) -> bool:
    """Whether these are Turks who stand together in their own country: they are set up from the start."""
    return isinstance(action, Stack) and table.country(action.hex) == "ottoman-empire" and every(
        partial(is_turkish, unit) for unit in units
    )


@forbids(FIGHTING, "tgwe:17.1")
def attacks_a_neutral_country(table: Table, action: Fighting) -> Because | bool:
    """Nobody attacks a country that has not joined the war, nor its army."""
    there = table.units_at(action.target)
    barred = some((
        *(partial(_is_of_a_neutral, table, unit) for unit in there),
        lambda: every((
            lambda: not some(partial(_is_belligerent, table, unit) for unit in there),
            partial(is_neutral, table, action.target),
        )),
    ))
    return because(at=action.target) if barred else False


def _is_belligerent(table: Table, unit: Unit) -> bool:
    """Whether the army of a unit is at war: where such a unit stands, no ground is neutral."""
    return every((
        lambda: not _is_of_a_neutral(table, unit),
        lambda: not is_turkish(unit) or this_month(table) >= TURKEY_AT_WAR_FROM,
    ))


@forbids(TAKING_PART, "tgwe:17.1")
def army_is_still_neutral(table: Table, action: TakingPart) -> Because | bool:
    """The army of a neutral takes no part until its entry event is played."""
    idle = first_unit(acting(table, action), partial(_is_of_a_neutral, table))
    return because(unit=idle) if idle else False


def _is_of_a_neutral(table: Table, unit: Unit) -> bool:
    words = ENTRIES.get(unit.army)
    return words is not None and not every((
        lambda: some(partial(table.has_event, word) for word in words),
        lambda: unit.army != "romanian" or not table.has_event("romania-stays-neutral"),
    ))


# 17.11: the turn of entry


@defines("tgwe:17.11")
def is_new_belligerent(table: Table, nation: str) -> bool:
    """A country is a new belligerent on the Operational Turn in which it deploys, and a normal one from the next."""
    return table.has_event(ENTERED_NOW[nation])


@contested(is_new_belligerent)
def is_new_on_the_next_turn_too(table: Table, nation: str) -> bool:
    """The other sentence: it is bound on the Operational Turn that follows its deployment."""
    words = (ENTERED_NOW[nation], ENTERED_BEFORE[nation])
    return bool(some(partial(table.has_event, word) for word in words))


@forbids((Move, Attack, Advance, Support, Play), "tgwe:17.11")
def new_belligerents_stand_still(table: Table, action: Setting) -> Because | bool:
    """The units of a new belligerent neither move, be it into a box, nor attack, nor support an attack."""
    bound = first_unit(_setting_out(table, action), partial(_is_bound, table))
    return because(unit=bound) if bound else False


def _setting_out(table: Table, action: Setting) -> list[Unit]:
    """Who moves or attacks; of a support alone, the headquarters that lend it to an attack."""
    if isinstance(action, Support):
        return attackers_or_leaders(table, action)
    return [] if isinstance(action, Play) and action.event not in INTO_A_BOX else table.units(action.units)


def _is_bound(table: Table, unit: Unit) -> bool:
    return unit.army in COUNTRIES and bool(is_new_belligerent(table, unit.army))


@forbids(OPERATING, "tgwe:17.11")
def new_belligerents_are_left_alone(table: Table, action: Operating) -> Because | bool:
    """Nobody enters a hex of a new belligerent, attacks it or supports a battle there, but its own army deploys."""
    units, number = comers(table, action)
    nation = NATIONS.get(table.country(number)) if units and _any_is_new(table) else None
    barred = nation is not None and every((
        partial(is_new_belligerent, table, nation), lambda: not _are_at_home(action, units, nation, number),
    ))
    return because(at=number) if barred else False


def _are_at_home(action: Operating, units: list[Unit], nation: str, number: str) -> bool:
    """Whether those placed or stacked are of the country, or were in the hex before its entry, as in Greece (6.53)."""
    return isinstance(action, Place | Stack) and every(
        partial(_belongs_there, unit, nation, number) for unit in units
    )


def _belongs_there(unit: Unit, nation: str, number: str) -> bool:
    return unit.facts.hex == number or unit.army == nation


def _any_is_new(table: Table) -> bool:
    """Whether any country may be one: most of the time none is, and no hex need be asked for its country."""
    posted = table.posted.events
    return posted is None or not {*ENTERED_NOW.values(), *ENTERED_BEFORE.values()}.isdisjoint(posted)


@forbids(Place, "tgwe:17.11")
def new_belligerents_deploy_at_home(table: Table, place: Place) -> Because | bool:
    """Its army is placed inside its own borders."""
    unit = table.unit(place.unit) if place.unit else None
    if unit is None or not _is_bound(table, unit):
        return False
    return because(at=place.hex, unit=unit) if table.country(place.hex) != COUNTRIES[unit.army] else False


@forbids(Place, "tgwe:17.11")
def greeks_find_their_hex_taken(table: Table, place: Place) -> Because | bool:
    """Greeks who come after Salonika are placed in Greek hexes that the Central Powers do not occupy."""
    unit = table.unit(place.unit) if place.unit else None
    if unit is None or unit.army != "greek":
        return False
    taken = every((
        lambda: table.has_event("salonika"), lambda: table.someone_at(place.hex, lambda other: other.side == "cp"),
    ))
    return because(at=place.hex, unit=unit) if taken else False


# 17.12: the United States


@forbids(TAKING_PART, "tgwe:17.12")
def americans_are_not_at_war(table: Table, action: TakingPart) -> Because | bool:
    """American units come, and fight, only after their country has entered the war."""
    early = first_unit(acting(table, action), partial(_is_american_in_peace, table))
    return because(at=getattr(action, "hex", None), unit=early) if early else False


def _is_american_in_peace(table: Table, unit: Unit) -> bool:
    return every((partial(is_american, unit), lambda: not is_america_at_war(table)))


# 17.13: European Turkey


@defines("tgwe:17.13")
def is_european_turkey_deployed(table: Table) -> bool:
    """The Turkish units of Europe are deployed once something has called for it."""
    return bool(some((lambda: table.has_event("european-turkey-deployed"), partial(calls_out_the_turks, table))))


@defines("tgwe:17.13")
def calls_out_the_turks(table: Table) -> bool:
    """Gallipoli, Salonika or Greek Entry, an Ally in European Turkey, or five surrender hexes in the combined game."""
    return bool(some((
        lambda: every((
            lambda: table.scenario != "gwine", lambda: some(partial(table.has_event, word) for word in OPENING),
        )),
        lambda: every((lambda: table.scenario != "gwine", lambda: table.has_event("allies-entered-european-turkey"))),
        lambda: every((lambda: table.scenario == "combined", partial(_have_five_surrender_hexes_fallen, table))),
    )))


def _have_five_surrender_hexes_fallen(table: Table) -> bool:
    """Whether the Allies control so many, told hex by hex or, those without supply left aside, by their track."""
    fallen = (partial(_is_allied_held, table, number) for number in table.listed_with("surrender-hex"))
    return bool(some((
        partial(more_than, SURRENDER_HEXES - 1, fallen),
        lambda: table.track("surrender-hexes-held") >= SURRENDER_HEXES,
    )))


def _is_allied_held(table: Table, number: str) -> bool:
    return table.control(number) == "allied"


@forbids(TAKING_PART, "tgwe:17.13")
def turks_of_europe_wait(table: Table, action: TakingPart) -> Because | bool:
    """The Turkish units of Europe are placed, and take part, only then."""
    early = first_unit(acting(table, action), lambda unit: every((
        partial(is_turkish, unit), lambda: unit.has_status("european-turk"),
        lambda: not is_european_turkey_deployed(table),
    )))
    return because(at=getattr(action, "hex", None), unit=early) if early else False


@obliges((Play, Move, Advance), "tgwe:17.13")
def turks_of_europe_are_called_out(table: Table, action: Play | Move | Advance) -> Because | bool:
    """Gallipoli, Salonika, Greek Entry or an Ally in European Turkey deploys its units in the hexes they bear."""
    called = every((
        lambda: table.scenario != "gwine", partial(_disturbs_turkey, table, action),
        lambda: not some(partial(table.has_event, word) for word in CALLED_OUT_BEFORE),
    ))
    return because() if called else False


def _disturbs_turkey(table: Table, action: Play | Move | Advance) -> bool:
    """Whether one of the three events is played, or an Allied unit enters European Turkey."""
    if isinstance(action, Play):
        return action.event in OPENING
    entered = (action.to,) if isinstance(action, Advance) else (action.path or ())[1:]
    return every((
        lambda: table.unit(action.units[0]).side == "allied",
        lambda: some(partial(is_european_turkey, table, number) for number in entered),
    ))


def is_european_turkey(table: Table, number: str) -> bool:
    """European Turkey is the Ottoman Empire on the Eastern map (3.13)."""
    return every((lambda: number.startswith(("E", "?")), lambda: table.country(number) == "ottoman-empire"))
