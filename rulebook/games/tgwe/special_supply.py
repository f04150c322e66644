"""Chapter 11, special supply (11.5): fortresses, Antwerp, the Sinai pipeline, Kut; and units always supplied (11.3)."""

from functools import partial

from rulebook.actions import Advance, Move, Place, Retreat, arriving_ids
from rulebook.facts import every, known, some
from rulebook.games.tgwe.battle import fort_army
from rulebook.games.tgwe.ground import KUT, enemy_at, has_fort, is_on
from rulebook.games.tgwe.lines import SINAI_TOWNS, Served, is_cut_off, is_secondary_source, long_line
from rulebook.games.tgwe.ports import ANTWERP
from rulebook.rules import Because, because, contested, defines, forbids, obliges, unless
from rulebook.table import Table, Unit

K_HEXES = 3
# Whatever brings a unit into a hex: on foot, after or before a battle, from its box.
Coming = Move | Advance | Retreat | Place
COMING = (Move, Advance, Retreat, Place)


# 11.32, 11.33: units that need no line


@unless(is_cut_off, "tgwe:11.32")
def gendarmes_live_off_persia(table: Table, whose: Served, number: str) -> bool:
    """The Persian Gendarmerie is always supplied in Persia."""
    return whose.nation == "persian" and whose.side == "cp" and table.country(number) == "persia"


@unless(is_cut_off, "tgwe:11.33")
def is_at_home(table: Table, whose: Served, number: str) -> bool:
    """Montenegrins in Montenegro, the South Persian Rifles in Persia and the Arab Northern Army are always supplied."""
    if whose.nation == "arab":
        return True
    home = {"montenegrin": "montenegro", "persian": "persia"}.get(whose.nation)
    return whose.side == "allied" and home is not None and table.country(number) == home


# 11.51: fortress supply


@defines("tgwe:11.51")
def draws_fortress_supply(table: Table, whose: Served, number: str) -> bool:
    """Units in an intact fort of their own nation have fortress supply; so have the Allies in Kut (14.21)."""
    if number == KUT:
        return whose.side == "allied"
    return every((partial(has_fort, table, number), lambda: fort_army(table, number) == whose.nation))


@contested(draws_fortress_supply)
def any_friend_draws_fortress_supply(table: Table, whose: Served, number: str) -> bool:
    """14.13 grants it to the units in a fort, whatever their nation."""
    if number == KUT:
        return whose.side == "allied"
    return every((partial(has_fort, table, number), lambda: table.home(number) == whose.side))


def is_besieged(table: Table, side: str, number: str) -> bool:
    """Whether Allied units in Kut are besieged, and so have fortress supply alone (14.22, 14.23)."""
    if number != KUT or side != "allied":
        return False
    return bool(some(partial(_is_taken_k_hex, table, near) for near in _k_hexes(table)))


def _k_hexes(table: Table) -> tuple[str, ...]:
    """The hexes marked K: where not all three are told, those next to Kut may be."""
    told = table.listed_with("k-hex")
    return tuple(told) if len(told) >= K_HEXES else tuple(dict.fromkeys((*told, *table.around(KUT))))


def _is_taken_k_hex(table: Table, number: str) -> bool:
    return every((lambda: table.has_feature(number, "k-hex"), partial(enemy_at, table, "allied", number)))


# 11.52: Antwerp


@defines("tgwe:11.52")
def holds_out_in_antwerp(table: Table, whose: Served, number: str) -> bool:
    """Belgian units in Antwerp are not lost for want of supply, unless it has once fallen to the Central Powers."""
    return whose.nation == "belgian" and number == ANTWERP and not table.has_feature(number, "source-lost")


# 11.53: the Sinai pipeline


@unless(is_secondary_source, "tgwe:11.53")
def waits_for_the_pipeline(table: Table, side: str, number: str) -> bool:
    """A coastal town of the Sinai serves the Allies only once the pipeline has come to it."""
    if side != "allied" or number not in SINAI_TOWNS:
        return False
    return SINAI_TOWNS.index(number) >= _towns_with_water(table)


def _towns_with_water(table: Table) -> int:
    """How many of the towns, from the west, the pipeline has come to."""
    at = [SINAI_TOWNS.index(number) for number in table.marker_hexes("pipeline") if number in SINAI_TOWNS]
    return max(at) + 1 if at else 0


def _is_pipeline(place: Place) -> bool:
    return place.marker == "pipeline"


@forbids(Place, "tgwe:11.53")
def lays_pipe_elsewhere(table: Table, place: Place) -> Because | bool:
    """The pipeline goes to the coastal towns of the Sinai alone: N4011, N3611, N3311 and N3112."""
    return because(at=place.hex) if _is_pipeline(place) and place.hex not in SINAI_TOWNS else False


@forbids(Place, "tgwe:11.53")
def lays_pipe_in_the_other_game(table: Table, place: Place) -> Because | bool:
    """Where Europe is played alone, there is no Sinai; a hex of it is told where it is played on."""
    return because(at=place.hex) if _is_pipeline(place) and known(lambda: table.scenario) == "gwie" else False


@forbids(Place, "tgwe:11.53")
def lays_pipe_without_a_unit(table: Table, place: Place) -> Because | bool:
    """An Allied unit has to occupy the town."""
    if not _is_pipeline(place) or table.someone_at(place.hex, _is_allied):
        return False
    return because(at=place.hex)


def _is_allied(unit: Unit) -> bool:
    return unit.side == "allied"


@forbids(Place, "tgwe:11.53")
def lays_pipe_out_of_order(table: Table, place: Place) -> Because | bool:
    """The pipeline is built from west to east, town by town."""
    if not _is_pipeline(place) or place.hex not in SINAI_TOWNS:
        return False
    done = _towns_with_water(table)
    return because(at=place.hex) if SINAI_TOWNS[done:done + 1] != (place.hex,) else False


@forbids(Place, "tgwe:11.53")
def lays_pipe_at_the_wrong_time(table: Table, place: Place) -> Because | bool:
    """The marker goes forward at the end of a Strategic Turn, to one hex in each."""
    if not _is_pipeline(place):
        return False
    wrong = some((lambda: table.phase != "turn-change", lambda: table.has_event("pipeline-laid")))
    return because(at=place.hex) if wrong else False


@obliges(COMING, "tgwe:11.53")
def cuts_the_pipeline(table: Table, action: Coming) -> Because | bool:
    """A unit of the Central Powers that enters a coastal hex at or west of the marker drives it back west of itself."""
    cut = _first_cut(table, action)
    return because(at=cut, back=_next_town_west(cut)) if cut and _next_town_west(cut) else False


@obliges(COMING, "tgwe:11.53")
def loses_the_pipeline(table: Table, action: Coming) -> Because | bool:
    """Where no coastal town lies west of that unit, the marker leaves the map."""
    cut = _first_cut(table, action)
    return because(at=cut) if cut and not _next_town_west(cut) else False


def _first_cut(table: Table, action: Coming) -> str | None:
    """The westernmost coastal hex, at the marker or west of it, that a unit of the Central Powers enters."""
    comers = arriving_ids(action)
    near_east = sorted((number for number in _entered(action) if number.startswith("N")), reverse=True)
    found: str | None = some(partial(_cut_at, table, comers[0], number) for number in near_east) if comers else None
    return found


def _entered(action: Coming) -> tuple[str, ...]:
    if isinstance(action, Move | Retreat):
        return (action.path or ())[1:]
    return (action.to if isinstance(action, Advance) else action.hex,)


def _cut_at(table: Table, unit_id: str, number: str) -> str | None:
    markers = [marker for marker in table.marker_hexes("pipeline") if marker in SINAI_TOWNS]
    cuts = bool(markers) and every((
        lambda: int(number[1:3]) >= min(int(marker[1:3]) for marker in markers),
        lambda: table.unit(unit_id).side == "cp", partial(is_on, table, number, "egyptian"),
        lambda: table.has_feature(number, "coast"),
    ))
    return number if cuts else None


def _next_town_west(number: str) -> str | None:
    """The nearest coastal town of the Sinai to the west: rows of the Egyptian map run from east to west."""
    west = [town for town in SINAI_TOWNS if int(town[1:3]) > int(number[1:3])]
    return min(west, key=lambda town: int(town[1:3])) if west else None


# 11.54: Kut


@unless(is_cut_off, "tgwe:11.54")
def holds_a_k_hex(table: Table, whose: Served, number: str) -> bool:
    """Units of the Central Powers in a K hex near Kut are supplied, be the Allies in Kut (14.24)."""
    return whose.side == "cp" and number.startswith(("N", "?")) and table.has_feature(number, "k-hex")


@contested(holds_a_k_hex)
def uses_its_k_hex(table: Table, whose: Served, number: str) -> bool:
    """11.54 makes the hex a secondary source for those who hold it: it still needs a line to a primary one."""
    return bool(every((
        partial(holds_a_k_hex.function, table, whose, number), lambda: long_line(table, whose.lines, number)
    )))


@unless(is_secondary_source, "tgwe:11.54")
def is_a_k_hex(table: Table, side: str, number: str) -> bool:
    """No unit elsewhere, and no Allied unit, uses a K hex as a secondary source."""
    return number.startswith("N") and every((
        partial(is_on, table, number, "iraqi"), lambda: table.has_feature(number, "k-hex")
    ))
