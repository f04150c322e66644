"""Chapter 6, aircraft, tanks and the units that events bring (6.3 to 6.9), in the book's order."""

from collections.abc import Callable
from functools import partial

from rulebook.actions import Advance, Attack, Losses, Move, Place, Play, Replace, Stack, Support
from rulebook.facts import every, some
from rulebook.games.tgwe.air import is_italian_aircraft
from rulebook.games.tgwe.attack import fights_out_of_phase, serves_out_of_phase
from rulebook.games.tgwe.event_words import (
    ATTACKER_OF,
    OF_EUROPE,
    is_cp,
    is_played_off,
    may_lie_on,
    out_of_phase,
    playing,
    some_unit,
)
from rulebook.games.tgwe.ground import is_in_balkans, is_on, neighbours
from rulebook.games.tgwe.national_limits import OPERATING, Operating, comers
from rulebook.games.tgwe.pieces import is_air, is_anti_tank, is_british, is_german, is_russian
from rulebook.games.tgwe.replacements import brought_back
from rulebook.games.tgwe.stacking import stacks_with_the_enemy
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids, obliges, permits, unless
from rulebook.table import Table, Unit

FRONT_OF_AIRCRAFT = {"cp-east-air": "eastern", "ne-air": "egyptian", "italian-air": "italian"}
FRONTS_OF_AIR_EVENTS = {
    "new-air-tactics": ("western",), "italian-aircraft": ("italian",), "air-interdiction": ("egyptian",),
    "aircraft-formation": ("western", "eastern", "egyptian"),
}
IN_THE_WARFARE_BOX = ("air-raid-london", "air-raid-paris", "independent-air-force")
IN_THE_AVAILABLE_BOX = ("tank-unit", "german-at-guns")
VAN = "N3338"
OF_EGYPT = ("palestinian-bombardment",)
DRAWN_IN = {"arab": ("events", "replacement"), "armenian": ("events",)}

Near = Callable[[str], str]


# 6.3: aircraft


@obliges(Play, "tgwe:6.3")
def becomes_an_air_unit(table: Table, play: Play) -> Because | bool:
    """Aircraft formations and aces are kept off the map, for battles or for the defence of Germany."""
    return because() if play.event == "aircraft-formation" else False


@defines("tgwe:6.3")
def front_of_aircraft(table: Table, unit: Unit) -> str:
    """Aircraft serve on the Western Front, save for CP East Air, NE Air and the Italian aircraft."""
    found = some(partial(_front_told_by, unit, word) for word in FRONT_OF_AIRCRAFT)
    return found or "western"


def _front_told_by(unit: Unit, word: str) -> str | None:
    told = is_italian_aircraft(unit) if word == "italian-air" else unit.has_status(word)
    return FRONT_OF_AIRCRAFT[word] if told else None


def _aircraft(table: Table, action: Attack | Support | Play) -> list[Unit]:
    ids = action.units
    if isinstance(action, Attack):
        ids = (*(action.support or ()), *(action.against or ()))
    return [unit for unit in table.units(ids) if is_air(unit)]


def _flown_over(action: Attack | Support | Play) -> str | None:
    """The hex that aircraft fight for, or that their event is played in, if it is."""
    if isinstance(action, Play):
        return action.hex if action.event == "aircraft-formation" else None
    return action.target


@forbids((Attack, Support, Play), "tgwe:6.3")
def flies_over_another_front(table: Table, action: Attack | Support | Play) -> Because | bool:
    """Aircraft support no battle on another front than their own."""
    there = _flown_over(action)
    lost = there and first_unit(
        _aircraft(table, action), lambda unit: not is_on(table, there, front_of_aircraft(table, unit))
    )
    return because(at=there, unit=lost) if lost else False


@contested(flies_over_another_front)
def flies_where_no_german_may(table: Table, action: Attack | Support | Play) -> Because | bool:
    """15.16 opens the Eastern Front to every German air unit."""
    there = _flown_over(action)
    lost = there and first_unit(_aircraft(table, action), lambda unit: not some((
        lambda: is_on(table, there, front_of_aircraft(table, unit)),
        lambda: is_german(unit) and is_on(table, there, "eastern"),
    )))
    return because(at=there, unit=lost) if lost else False


@obliges((Attack, Support), "tgwe:6.3")
def spends_its_aircraft(table: Table, action: Attack | Support) -> Because | bool:
    """New Air Tactics and the Italian aircraft serve once, and leave the game."""
    spent = first_unit(_aircraft(table, action), _serves_once)
    return because(at=action.target, unit=spent) if spent else False


def _serves_once(unit: Unit) -> bool:
    return bool(some((partial(is_italian_aircraft, unit), lambda: unit.has_status("new-air-tactics"))))


@forbids(Play, "tgwe:6.3")
def tactics_defend_germany(table: Table, play: Play) -> Because | bool:
    """New Air Tactics do not serve against the Allied bombing of Germany."""
    if play.event != "home-defense":
        return False
    tactics = first_unit(table.units(play.units), lambda unit: unit.has_status("new-air-tactics"))
    return because(unit=tactics) if tactics else False


@obliges(Play, "tgwe:6.3")
def goes_to_the_warfare_box(table: Table, play: Play) -> Because | bool:
    """The three bombing events wait in the Strategic Warfare Box."""
    return because() if play.event in IN_THE_WARFARE_BOX else False


@forbids(Play, "tgwe:6.3")
def is_flown_from_afar(table: Table, play: Play) -> Because | bool:
    """Nor is an event of the air played on another front than its own."""
    astray = some(partial(is_played_off, table, play, word, *its) for word, its in FRONTS_OF_AIR_EVENTS.items())
    return astray or False


@forbids(Play, "tgwe:6.3")
def interdicts_in_another_phase(table: Table, play: Play) -> Because | bool:
    """Allied Air Interdiction is played in the event phase."""
    return out_of_phase(table, play, "air-interdiction", "events")


@forbids(Move, "tgwe:6.3")
def goes_on_under_interdiction(table: Table, move: Move) -> Because | bool:
    """Under Air Interdiction units of the Central Powers that start next to the British stop on difficult ground."""
    return _interdicted(table, move, lambda number: move.steps[0].start)


@contested(goes_on_under_interdiction)
def goes_on_next_to_the_british(table: Table, move: Move) -> Because | bool:
    """The difficult hex itself must lie next to the British."""
    return _interdicted(table, move, lambda number: number)


def _interdicted(table: Table, move: Move, near: Near) -> Because | bool:
    if move.mode != "operational" or not every((
        lambda: table.has_event("air-interdiction"), lambda: some_unit(table.units(move.units), is_cp),
        lambda: _goes_on_in_egypt(table, move),
    )):
        return False
    stop = some(partial(_stops_in, table, number, near) for number in _goes_on_in_egypt(table, move))
    return because(at=stop) if stop else False


def _goes_on_in_egypt(table: Table, move: Move) -> list[str]:
    """The hexes that may lie on the Egyptian Front and are not the last of a move."""
    return [step.to for step in move.steps[:-1] if may_lie_on(table, step.to, "egyptian")]


def _stops_in(table: Table, number: str, near: Near) -> str | None:
    stops = every((
        lambda: is_on(table, number, "egyptian"), lambda: table.terrain(number) == "difficult",
        lambda: some(partial(_is_british_held, table, other) for other in neighbours(table, near(number))),
    ))
    return number if stops else None


def _is_british_held(table: Table, number: str) -> Unit | None:
    found: Unit | None = table.someone_at(number, is_british)
    return found


# 6.4, 6.5: tanks, anti-tank guns, shock troops


@obliges(Play, "tgwe:6.4")
def goes_to_the_available_box(table: Table, play: Play) -> Because | bool:
    """Tanks and anti-tank guns that are drawn wait in the European box for a new units phase."""
    return because() if play.event in IN_THE_AVAILABLE_BOX else False


@forbids(Place, "tgwe:6.4")
def anti_tank_guns_come_unbidden(table: Table, place: Place) -> Because | bool:
    """Anti-tank units are placed only after their event."""
    early = place.unit is not None and every((
        lambda: is_anti_tank(table.unit(str(place.unit))), lambda: not table.has_event("german-at-guns")
    ))
    return because(at=place.hex, unit=place.unit) if early else False


@permits(Play, "tgwe:6.5")
def trains_shock_troops(table: Table, play: Play) -> Because | bool:
    """Each of the two events lets German infantry and mountain divisions become assault divisions."""
    return because() if play.event in ("shock-troops-1", "shock-troops-2") else False


@forbids(Play, "tgwe:6.5")
def trains_out_of_turn(table: Table, play: Play) -> Because | bool:
    """The second of the events comes after the first."""
    return playing(play, "shock-troops-2", lambda: not table.has_event("shock-troops-1"))


# 6.6: the Austrian Polish Division


@forbids(Place, "tgwe:6.6")
def poles_are_placed_in_another_phase(table: Table, place: Place) -> Because | bool:
    """The Austrian Polish Division is placed in a new units phase."""
    wrong = _are_poles(table, place.unit) and table.phase != "new-units"
    return because(at=place.hex, phase=table.phase) if wrong else False


@forbids(OPERATING, "tgwe:6.6")
def poles_leave_their_ground(table: Table, action: Operating) -> Because | bool:
    """The Austrian Polish Division operates on the Eastern map alone, outside the Balkans."""
    units, number = comers(table, action)
    stray = some(partial(_are_poles, table, unit.id) for unit in units) and _is_closed(table, number)
    return because(at=number) if stray else False


def _are_poles(table: Table, unit_id: str | None) -> bool:
    if unit_id is None or not table.may_have_status("austrian-polish"):
        return False
    unit = table.unit(unit_id)
    return unit.army == "austro-hungarian" and unit.has_status("austrian-polish")


@forbids(Play, "tgwe:6.6")
def poles_are_played_elsewhere(table: Table, play: Play) -> Because | bool:
    """Nor are they put on another map, in another phase, or before the Allies' new units, by their event."""
    astray = play.event == "austrian-polish-division" and play.hex is not None and some((
        lambda: table.phase != "new-units", lambda: _is_closed(table, str(play.hex)), lambda: table.active != "cp",
    ))
    return because(at=play.hex) if astray else False


def _is_closed(table: Table, number: str) -> bool:
    return not is_on(table, number, "eastern") or is_in_balkans(table, number)


@forbids((Replace, Place), "tgwe:6.6")
def poles_are_rebuilt(table: Table, action: Replace | Place) -> Because | bool:
    """The Austrian Polish Division cannot be replaced once eliminated."""
    unit = brought_back(table, action)
    is_back = unit is not None and (isinstance(action, Place) or not unit.is_placed)
    return because(unit=unit) if is_back and _are_poles(table, action.unit) else False


# 6.7 to 6.9: Arabs and Armenians


@forbids(Play, "tgwe:6.7")
def arabs_gather_elsewhere(table: Table, play: Play) -> Because | bool:
    """The Arab Northern Army comes in a desert hex of Palestine without units of the Central Powers."""
    return playing(play, "ana", lambda: some((
        lambda: table.terrain(_place_of(table, play)) != "desert",
        lambda: not table.has_feature(_place_of(table, play), "palestine"),
        lambda: table.someone_at(_place_of(table, play), is_cp),
    )))


def _place_of(table: Table, play: Play) -> str:
    return str(table.read("action.hex", play.hex))


@forbids(Place, "tgwe:6.7")
def rises_in_another_phase(table: Table, place: Place) -> Because | bool:
    """Arabs and new Armenians are placed as their event is drawn; lost Arabs, anew in a replacement phase."""
    nation = table.unit(place.unit).nation if place.unit else ""
    late = nation in DRAWN_IN and (nation == "arab" or place.entry != "rebuilt") and table.phase not in DRAWN_IN[nation]
    return because(at=place.hex, unit=place.unit, phase=table.phase) if late else False


@obliges(Play, "tgwe:6.7")
def lawrence_joins_the_arabs(table: Table, play: Play) -> Because | bool:
    """If Lawrence is in play he is put with the Arab unit."""
    return playing(play, "ana", lambda: table.has_event("lawrence"))


@forbids(Replace, "tgwe:6.7")
def arabs_are_rebuilt_with_points(table: Table, replace: Replace) -> Because | bool:
    """An Arab unit lost in battle costs nothing: another is drawn in the next replacement phase."""
    return because(unit=replace.unit) if table.unit(replace.unit).army == "arab" else False


@forbids(Play, "tgwe:6.8")
def armenians_rise_elsewhere(table: Table, play: Play) -> Because | bool:
    """The Armenian unit of the Massacres comes in Van."""
    return playing(play, "armenian-massacres", lambda: play.hex is not None and play.hex != VAN)


@obliges(Play, "tgwe:6.8")
def van_is_fought_for(table: Table, play: Play) -> Because | bool:
    """If the Central Powers hold Van, their units must attack the Armenians at once."""
    return playing(play, "armenian-massacres", lambda: table.control(VAN) == "cp")


@unless(fights_out_of_phase, "tgwe:6.8")
def van_is_fought_for_at_once(table: Table, action: Attack | Support | Advance | Losses) -> bool:
    """The battle that the Massacres bring on at Van is fought in the event phase, by the Central Powers."""
    fought_over = action.target or (action.to if isinstance(action, Advance) else None)
    if fought_over != VAN or not _is_rising(table):
        return False
    return not isinstance(action, Attack) or table.unit(action.units[0]).side == "cp"


@unless(serves_out_of_phase, "tgwe:6.8")
def van_is_helped_at_once(table: Table, play: Play) -> bool:
    """What may help the Central Powers in that battle is used with it."""
    return _helps_at_van(play.event) and _is_rising(table) and table.read("action.hex", play.hex) == VAN


def _is_rising(table: Table) -> bool:
    return table.phase == "events" and table.has_event("armenian-massacres")


def _helps_at_van(word: str) -> bool:
    """Whether an event of one battle may help the Central Powers to attack outside Europe and Egypt."""
    return word in ATTACKER_OF and ATTACKER_OF[word] in (None, "cp") and word not in (*OF_EUROPE, *OF_EGYPT)


@unless(stacks_with_the_enemy, "tgwe:6.8")
def armenians_rise_among_the_enemy(table: Table, action: Stack | Place) -> bool:
    """The Armenians of the Massacres are put in Van though enemy units stand there, which must attack them."""
    return isinstance(action, Place) and _is_new_armenian(table, action) and _rises_in_van(table, action)


@forbids(Play, "tgwe:6.9")
def republic_is_no_event(table: Table, play: Play) -> Because | bool:
    """Before the Bolshevik Revolution the Armenian Republic is a No Event, and goes back."""
    return playing(play, "armenian-republic", lambda: not table.has_event("bolshevik-revolution"))


@forbids(Play, "tgwe:6.9")
def republic_rises_elsewhere(table: Table, play: Play) -> Because | bool:
    """It comes in a town, no city, of Russia on the Caucasus map, without Russian or enemy units."""
    return playing(play, "armenian-republic", lambda: _is_no_town_of_the_republic(
        table, _place_of(table, play), table.units(play.units)
    ))


def _is_no_town_of_the_republic(table: Table, number: str, coming: list[Unit]) -> bool:
    return bool(some((
        lambda: not table.has_feature(number, "town"), lambda: table.has_feature(number, "city"),
        lambda: table.country(number) != "russia", lambda: not is_on(table, number, "caucasus"),
        lambda: first_unit(table.units_at(number), lambda unit: is_cp(unit) or is_russian(unit)),
        partial(table.others_may_be, coming),
    )))


@forbids(Place, "tgwe:6.9")
def armenians_come_elsewhere(table: Table, place: Place) -> Because | bool:
    """A new Armenian unit comes in Van by the Massacres or, after the Revolution, in a town of the Republic."""
    astray = _is_new_armenian(table, place) and not _rises_in_van(table, place) and some((
        lambda: not table.has_event("bolshevik-revolution"),
        lambda: _is_no_town_of_the_republic(table, place.hex, table.units((str(place.unit),))),
    ))
    return because(at=place.hex, unit=place.unit) if astray else False


def _rises_in_van(table: Table, place: Place) -> bool:
    return place.hex == VAN and table.has_event("armenian-massacres")


def _is_new_armenian(table: Table, place: Place) -> bool:
    """Whether an Armenian unit comes for the first time: those rebuilt come like Russians (15.83)."""
    return place.unit is not None and place.entry != "rebuilt" and table.unit(place.unit).nation == "armenian"
