"""Chapter 5, replacements (5.31 to 5.35), in the book's order. The Turkish reserve is in turkish_reserve.py."""

from functools import partial

from rulebook.actions import Place, Replace, Sequence
from rulebook.facts import YES_OR_NO, every, some
from rulebook.games.tgwe.components import WHERE_VR_ENTERS, has_two_steps
from rulebook.games.tgwe.fallen import LOST, has_been_lost, is_known_lost
from rulebook.games.tgwe.ground import EUROPE, NEAR_EAST, is_in_near_east
from rulebook.games.tgwe.pieces import is_air, is_british, is_german, is_hq
from rulebook.games.tgwe.resources import is_shell_shortage, points_of
from rulebook.games.tgwe.supply import is_supplied
from rulebook.rules import Because, because, computes, defines, forbids, obliges, permits
from rulebook.table import Table, Unit

PHASE = "replacement"
DEPLETED_COST, SUPPORT_COST = 1, 2
WITHOUT_SUPPORT = ("serbian", "belgian", "romanian", "bulgarian")
PAYERS = {"persian-cossack": "russian", "south-persian-rifles": "british", "persian-gendarmerie": "turkish"}
UNTOLD = (None, "hq")
# Nations that operate on one front alone (17.21, 17.31, 17.4): they can be lost on no other.
ON_ONE_FRONT = {
    "arab": "egyptian", "armenian": "caucasus", "belgian": "western", "serbian": "eastern", "montenegrin": "eastern",
    "greek": "eastern", "romanian": "eastern", "bulgarian": "eastern",
}


def is_dead(unit: Unit) -> bool:
    return unit.has_status("dead-pile")


def is_reduced(table: Table, unit: Unit) -> bool:
    """Whether a unit of two steps stands on its reduced side."""
    return every((partial(has_two_steps, table, unit), lambda: unit.is_reduced))


def rebuilt(table: Table, replace: Replace) -> Unit:
    return table.unit(replace.unit)


def brought_back(table: Table, action: Replace | Place) -> Unit | None:
    """The unit that is rebuilt, or that comes into play again once it was."""
    return rebuilt(table, action) if isinstance(action, Replace) else returning(table, action)


# 5.31: what may be rebuilt


@forbids(Replace, "tgwe:5.31")
def rebuilds_out_of_its_phase(table: Table, replace: Replace) -> Because | bool:
    """Units are rebuilt in the replacement phase."""
    return because(phase=PHASE) if table.phase != PHASE else False


@forbids(Replace, "tgwe:5.31")
def has_lost_nothing(table: Table, replace: Replace) -> Because | bool:
    """Points bring back eliminated units, and restore reduced ones on the map."""
    unit = rebuilt(table, replace)
    whole = every((lambda: not is_dead(unit), lambda: not _stands_reduced(table, unit)))
    return because(unit=unit) if whole else False


def _stands_reduced(table: Table, unit: Unit) -> bool:
    """Whether a unit is on the map and reduced; one that nobody placed, nor told to be off the map, may be."""
    is_on_map = not table.game.is_off_map(unit.facts)
    return is_on_map and every((partial(is_reduced, table, unit), lambda: bool(unit.hex)))


@forbids((Replace, Place), "tgwe:5.31")
def is_no_ground_unit(table: Table, action: Replace | Place) -> Because | bool:
    """Only ground units are bought back, and placed anew."""
    unit = brought_back(table, action)
    return because(unit=unit) if unit and is_air(unit) else False


@forbids(Replace, "tgwe:5.31")
def restores_an_unsupplied_unit(table: Table, replace: Replace) -> Because | bool:
    """A reduced unit on the map is restored only while it is supplied."""
    unit = rebuilt(table, replace)
    return because(unit=unit) if unit.is_placed and not is_supplied(table, unit) else False


# 5.32: what cannot be replaced


@forbids((Replace, Place), "tgwe:5.32")
def bears_the_dot(table: Table, action: Replace | Place) -> Because | bool:
    """A unit, or a step, marked with the dot is never replaced, nor placed as rebuilt."""
    unit = brought_back(table, action)
    return because(unit=unit) if unit and unit.has_status("irreplaceable") else False


@forbids((Replace, Place), "tgwe:5.32")
def british_full_strength_is_lost_for_good(table: Table, action: Replace | Place) -> Because | bool:
    """The full-strength side of British units of two steps is never replaced."""
    unit = brought_back(table, action)
    barred = unit is not None and every((
        lambda: is_british(unit), partial(has_two_steps, table, unit), partial(_comes_back_whole, action, unit)
    ))
    return because(unit=unit) if barred else False


def _comes_back_whole(action: Replace | Place, unit: Unit) -> bool:
    return not unit.is_reduced if isinstance(action, Place) else unit.is_placed or action.points > 1


@obliges(Replace, "tgwe:5.32")
def assault_division_returns_as_infantry(table: Table, replace: Replace) -> Because | bool:
    """A lost assault division comes back as plain infantry."""
    unit = rebuilt(table, replace)
    return because(unit=unit) if unit.type == "assault" else False


@permits(Replace, "tgwe:5.32")
def may_become_assault_again(table: Table, replace: Replace) -> Because | bool:
    """One made by the first Shock-Troop event may become an assault division again with the second."""
    again = every((
        lambda: rebuilt(table, replace).type == "assault",
        lambda: table.has_event("shock-troops-1"),
        lambda: not table.has_event("shock-troops-2"),
    ))
    return because(unit=rebuilt(table, replace)) if again else False


@forbids(Place, "tgwe:5.32")
def returns_as_assault_troops(table: Table, place: Place) -> Because | bool:
    """A rebuilt assault division is not put back on the map as assault troops."""
    unit = table.unit(place.unit) if place.unit else None
    wrong = unit is not None and every((lambda: unit.type == "assault", lambda: _had_been_lost(table, place, unit)))
    return because(unit=unit) if wrong else False


def _had_been_lost(table: Table, place: Place, unit: Unit) -> bool:
    """Whether a unit placed is a rebuilt one; unknown where neither its way in nor its counter tells."""
    return place.entry == "rebuilt" or (place.entry in UNTOLD and was_lost_on(table, unit, *EUROPE, *NEAR_EAST))


@forbids(Place, "tgwe:3.26")
def vr_unit_enters_elsewhere(table: Table, place: Place) -> Because | bool:
    """A new British unit of code Vr enters in Europe or on the Egyptian Front; 5.36 is for those that return."""
    unit = table.unit(place.unit) if place.unit and place.entry in ("new", *UNTOLD) else None
    astray = unit is not None and every((
        lambda: is_british(unit), lambda: unit.has_status("code-vr"),
        lambda: table.front(place.hex) not in WHERE_VR_ENTERS, lambda: not _had_been_lost(table, place, unit),
    ))
    return because(at=place.hex, unit=unit) if astray else False


# 5.33, 5.34: what it costs


@defines("tgwe:5.33")
def steps_to_rebuild(table: Table, unit: Unit) -> int:
    """Each step costs a point: two for a lost unit of two steps that returns whole, one for any other."""
    return 2 if every((lambda: not unit.is_placed, partial(has_two_steps, table, unit))) else 1


@forbids(Replace, "tgwe:5.33")
def pays_for_more_steps_than_there_are(table: Table, replace: Replace) -> Because | bool:
    """A step costs one point, and no more."""
    unit = rebuilt(table, replace)
    over = every((lambda: not is_hq(unit), lambda: replace.points > steps_to_rebuild(table, unit)))
    return because(unit=unit, steps=steps_to_rebuild(table, unit)) if over else False


@forbids(Replace, "tgwe:5.33")
def lacks_the_points(table: Table, replace: Replace) -> Because | bool:
    """Points are spent that the country has."""
    payer = replace.source or payer_of(table, rebuilt(table, replace))
    return because(nation=payer) if points_of(table, payer) < replace.points else False


@obliges(Replace, "tgwe:5.33")
def returns_by_the_available_box(table: Table, replace: Replace) -> Because | bool:
    """A unit brought back goes to an Available Units Box."""
    unit = rebuilt(table, replace)
    return because(unit=unit) if is_dead(unit) else False


@forbids(Replace, "tgwe:5.34")
def headquarters_costs_two_at_most(table: Table, replace: Replace) -> Because | bool:
    """A headquarters costs one point on its Depleted side, two on its Support side; one if it has no support."""
    unit = rebuilt(table, replace)
    over = is_hq(unit) and some((
        lambda: replace.points > SUPPORT_COST,
        lambda: every((lambda: replace.points > DEPLETED_COST, lambda: unit.nation in WITHOUT_SUPPORT)),
    ))
    return because(unit=unit) if over else False


@forbids(Replace, "tgwe:5.34")
def returns_with_shells_it_cannot_have(table: Table, replace: Replace) -> Because | bool:
    """In Strategic Turns B and C no headquarters is rebuilt on its Support side."""
    unit = rebuilt(table, replace)
    short = every((
        lambda: is_hq(unit), lambda: replace.points > DEPLETED_COST, lambda: is_shell_shortage(table)
    ))
    return because(unit=unit) if short else False


@computes(Replace, "side", "tgwe:5.34")
def side_of_the_headquarters(table: Table, replace: Replace) -> str | None:
    """On which side a rebuilt headquarters waits in the box: in B and C on none but the Depleted one."""
    unit = rebuilt(table, replace)
    if not is_hq(unit):
        return None
    has_support = replace.points == SUPPORT_COST or unit.nation in WITHOUT_SUPPORT
    return "support" if has_support and not is_shell_shortage(table) else "depleted"


# 5.35: with whose points, and where it returns


@defines("tgwe:5.35")
def payer_of(table: Table, unit: Unit) -> str:
    """A unit is rebuilt with the points of its own country; Armenians and some Persians with those of an ally."""
    if unit.nation == "persian":
        return next((nation for word, nation in PAYERS.items() if unit.has_status(word)), unit.army)
    return unit.army


@forbids(Replace, "tgwe:5.35")
def spends_points_of_another(table: Table, replace: Replace) -> Because | bool:
    """Points of another country serve only once they have been transferred."""
    if replace.source is None:
        return False
    unit = rebuilt(table, replace)
    payer = payer_of(table, unit)
    return because(unit=unit, nation=payer) if replace.source != payer else False


@forbids(Replace, "tgwe:5.35")
def arab_army_costs_no_points(table: Table, replace: Replace) -> Because | bool:
    """The Arab army is drawn anew for nothing."""
    unit = rebuilt(table, replace)
    return because(unit=unit) if unit.army == "arab" else False


@obliges(Sequence, "tgwe:5.35")
def arab_army_is_drawn_anew(table: Table, sequence: Sequence) -> Because | bool:
    """In the replacement phase after its destruction the Arab army is drawn from the untried Arab units."""
    lost = _lost_arabs(table) if sequence.do == PHASE else []
    return because(unit=lost) if lost else False


def _lost_arabs(table: Table) -> list[Unit]:
    return [unit for unit in table.units() if unit.facts.nation == "arab" and is_dead(unit)]


@defines("tgwe:5.35")
def was_lost_on(table: Table, unit: Unit, *fronts: str) -> bool:
    """Whether a unit was destroyed on one of these fronts; unknown where no front of its loss is told."""
    if unit.facts.status is not None and not LOST.intersection(unit.facts.status):
        if unit.nation in ON_ONE_FRONT:
            return ON_ONE_FRONT[unit.nation] in fronts
        return bool(some(partial(_read_loss, table, unit, front) for front in fronts))
    return bool(some(partial(unit.has_status, f"lost-{front}") for front in fronts))


def _read_loss(table: Table, unit: Unit, front: str) -> bool:
    return bool(table.read(f"units.{unit.id}.status.lost-{front}", None, YES_OR_NO))


@computes(Replace, "box", "tgwe:5.35")
def box_of_the_rebuilt(table: Table, replace: Replace) -> str | None:
    """What was lost in the Near East returns to its boxes, the rest to those of Europe, as all Germans do."""
    unit = rebuilt(table, replace)
    if unit.is_placed:
        return None
    in_near_east = every((lambda: not is_german(unit), lambda: was_lost_on(table, unit, *NEAR_EAST)))
    return "available-near-east" if in_near_east else "available"


def returning(table: Table, place: Place) -> Unit | None:
    """The rebuilt unit that is placed, if it is one: the action says so, or its counter where that leaves it open."""
    unit = table.unit(place.unit) if place.unit and place.entry in ("rebuilt", *UNTOLD) else None
    return unit if unit and has_been_lost(place, unit) else None


@forbids(Place, "tgwe:5.35")
def returns_to_the_other_maps(table: Table, place: Place) -> Because | bool:
    """What was lost in the Near East returns there, and what was lost in Europe in Europe."""
    unit = returning(table, place)
    astray = unit is not None and is_in_near_east(table, place.hex) != _was_lost_in_the_near_east(table, unit)
    return because(at=place.hex, unit=unit) if astray else False


def _was_lost_in_the_near_east(table: Table, unit: Unit) -> bool:
    """Whether a rebuilt unit was lost there: as its counter tells, else as the box that it returned to does."""
    if not is_known_lost(unit):
        for box in ("available-near-east", "available"):
            if unit.has_status(box):
                return box == "available-near-east"
    return bool(was_lost_on(table, unit, *NEAR_EAST))
