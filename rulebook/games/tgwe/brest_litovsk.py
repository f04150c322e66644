"""Chapter 5, the Treaty of Brest-Litovsk (5.46, 5.47), in the book's order."""

from functools import partial

from rulebook.actions import Advance, Attack, Move, Place, Play, Retreat, Support, arriving_ids
from rulebook.facts import every, more_than, some
from rulebook.games.tgwe.battle import attackers_or_leaders, fort_defends
from rulebook.games.tgwe.ground import is_in_near_east
from rulebook.games.tgwe.national_limits import ENTERING, FIGHTING, Entering, Fighting, comers
from rulebook.games.tgwe.pieces import is_division, is_german, is_hq, is_russian, is_turkish
from rulebook.games.tgwe.revolutions import PHASE
from rulebook.games.tgwe.strategic_movement import is_by_rail
from rulebook.games.tgwe.victory import counts_for_the_central_powers
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, forbids, unless
from rulebook.table import Table, Unit

RUSSIA = "russia"
GARRISON, HEADQUARTERS = 3, 4
Act = Move | Attack | Support | Advance | Retreat | Place


# 5.46: Brest-Litovsk


@forbids(Play, "tgwe:5.46")
def makes_peace_out_of_its_phase(table: Table, play: Play) -> Because | bool:
    """The Central Powers declare the war in Russia over in a Russian revolution phase."""
    if play.event != "brest-litovsk":
        return False
    in_time = every((lambda: table.phase == PHASE, lambda: table.active == "cp"))
    return False if in_time else because(phase=PHASE, side="cp")


@forbids(Play, "tgwe:5.46")
def makes_peace_before_the_revolution(table: Table, play: Play) -> Because | bool:
    """There is no peace with Russia before the Bolshevik Revolution."""
    early = play.event == "brest-litovsk" and not table.has_event("bolshevik-revolution")
    return because() if early else False


@forbids(Play, "tgwe:5.46")
def makes_peace_in_the_phase_of_the_revolution(table: Table, play: Play) -> Because | bool:
    """The peace is declared in a phase after that of the revolution."""
    early = play.event == "brest-litovsk" and table.has_event("revolution-this-turn")
    return because() if early else False


@contested(makes_peace_in_the_phase_of_the_revolution)
def peace_may_follow_at_once(table: Table, play: Play) -> bool:
    """The phase in which the revolution has just taken place is one after it."""
    return False


def is_at_peace(table: Table) -> bool:
    return table.has_event("brest-litovsk")


@forbids((Move, Attack, Support, Advance, Retreat, Place), "tgwe:5.46")
def russians_have_laid_down_arms(table: Table, action: Act) -> Because | bool:
    """After the treaty Russian units neither move, out of a box or after combat either, nor attack, nor support it."""
    if isinstance(action, Place) and not is_by_rail(table, action):
        return False
    russian = first_unit(_who_goes_on(table, action), is_russian) if is_at_peace(table) else None
    return because(unit=russian) if russian else False


def _who_goes_on(table: Table, action: Act) -> list[Unit]:
    """Who would move or attack; where a support alone is told, the headquarters that lend it to an attack."""
    return attackers_or_leaders(table, action) if isinstance(action, Support) else table.units(arriving_ids(action))


@forbids(FIGHTING, "tgwe:5.46")
def attacks_russians_in_peace(table: Table, action: Fighting) -> Because | bool:
    """After the treaty Russian units are not attacked, save by Turkish units alone in the Near East."""
    if not is_at_peace(table) or _may_be_a_turkish_attack(table, action):
        return False
    russian = table.someone_at(action.target, is_russian)
    return because(at=action.target, unit=russian) if russian else False


@forbids(FIGHTING, "tgwe:5.46")
def attacks_a_russian_fort_in_peace(table: Table, action: Fighting) -> Because | bool:
    """The unit inside a Russian fort is Russian too (14.11), and is left alone like the others."""
    barred = not action.target.startswith("W") and is_at_peace(table) and every((
        partial(fort_defends, table, action, lambda army: army == "russian"),
        lambda: not _may_be_a_turkish_attack(table, action),
    ))
    return because(at=action.target) if barred else False


def _may_be_a_turkish_attack(table: Table, action: Fighting) -> bool:
    """Whether Turks attack alone in the Near East, or could: who supports the defence does not tell who attacks."""
    told = table.units(action.units) if isinstance(action, Attack) else attackers_or_leaders(table, action)
    return _is_turkish_war(table, told, action.target)


def _is_turkish_war(table: Table, units: list[Unit], number: str) -> bool:
    """Whether these are all Turkish units, on a front of the Near East."""
    return every((
        lambda: is_in_near_east(table, number),
        *(partial(is_turkish, unit) for unit in units),
    ))


@forbids(ENTERING, "tgwe:5.46")
def goes_next_to_russians_in_peace(table: Table, action: Entering) -> Because | bool:
    """After the treaty nobody goes next to a Russian unit inside Russia, save Turkish units in the Near East."""
    if not is_at_peace(table):
        return False
    units, number = comers(table, action)
    if not units or _is_turkish_war(table, units, number):
        return False
    near = some(partial(_russian_at_home, table, units, there) for there in table.around(number))
    return because(at=number, unit=near) if near else False


def _russian_at_home(table: Table, but: list[Unit], number: str) -> Unit | None:
    """A Russian unit that stands inside Russia, other than these."""
    found: Unit | None = table.someone_at(number, lambda unit: unit not in but and every((
        lambda: is_russian(unit), lambda: table.country(number) == RUSSIA
    )))
    return found


# 5.47: victory hexes in Russia


@unless(counts_for_the_central_powers, "tgwe:5.47")
def russia_takes_a_garrison(table: Table, number: str) -> bool:
    """After the treaty a victory hex in Russia takes three German divisions, and four German headquarters in Russia."""
    return every((
        lambda: is_at_peace(table), lambda: table.country(number) == RUSSIA,
        lambda: not every((partial(_has_garrison, table, number), partial(_has_headquarters_in_russia, table))),
    ))


def _has_garrison(table: Table, number: str) -> bool:
    enough = more_than(GARRISON - 1, (partial(_is_garrison, unit) for unit in table.units_at(number)))
    if not enough:
        table.others_may_be()
    return enough


def _is_garrison(unit: Unit) -> bool:
    return every((lambda: is_german(unit), lambda: is_division(unit)))


def _has_headquarters_in_russia(table: Table) -> bool:
    enough = more_than(HEADQUARTERS - 1, (partial(_is_hq_in_russia, table, unit) for unit in table.units()))
    if not enough:
        table.others_may_be()
    return enough


def _is_hq_in_russia(table: Table, unit: Unit) -> bool:
    return unit.is_placed and every((
        lambda: is_hq(unit), lambda: is_german(unit), lambda: table.country(unit.hex) == RUSSIA
    ))
