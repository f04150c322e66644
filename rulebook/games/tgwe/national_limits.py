"""Where units of a nation may operate: what the restrictions of chapter 17 share, and those of other nations (17.4)."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

from rulebook.actions import Advance, Attack, Place, Retreat, Stack, Step, Support
from rulebook.facts import every, more_than, some
from rulebook.games.tgwe.ground import is_on
from rulebook.games.tgwe.pieces import is_air
from rulebook.mechanics.units import Test, first_unit
from rulebook.rules import Because, because, defines, forbids, unless
from rulebook.table import Table, Unit

HAMADAN = "N2436"
NEVER_AT_WAR = ("holland", "switzerland")
PERSIAN_FRONTS = {"persian-cossack": "caucasus", "persian-gendarmerie": "iraqi", "south-persian-rifles": "iraqi"}
Entering = Step | Place | Advance | Retreat
ENTERING = (Step, Place, Advance, Retreat)
# Where units may not go they do not stand either, with others or alone.
Standing = Entering | Stack
STANDING = (*ENTERING, Stack)
# To operate somewhere is to enter it, to stand, to attack, or to support a battle there.
Fighting = Attack | Support
FIGHTING = (Attack, Support)
Operating = Standing | Fighting
OPERATING = (*STANDING, *FIGHTING)
Where = Callable[[str], Any]


def comers(table: Table, action: Operating) -> tuple[list[Unit], str]:
    """The units that enter a hex, or fight for it, and the hex; aircraft have fronts of their own (6.3)."""
    if isinstance(action, FIGHTING):
        support = action.support or () if isinstance(action, Attack) else ()
        return [unit for unit in table.units((*action.units, *support)) if not is_air(unit)], action.target
    if isinstance(action, Step):
        return table.units(action.move.units), action.to
    if isinstance(action, Advance):
        return table.units(action.units), action.to
    if isinstance(action, Retreat):
        return table.units(action.units), action.path[-1]
    if isinstance(action, Stack):
        return table.units(action.units), action.hex
    return table.units((action.unit,) if action.unit else ()), action.hex


def astray(table: Table, action: Operating, who: Test, where: Where) -> Because | bool:
    """The first of the units that come, or fight, who may not do so there."""
    units, number = comers(table, action)
    unit = first_unit(units, lambda unit: every((partial(who, unit), partial(where, number))))
    return because(at=number, unit=unit) if unit else False


def one_too_many(table: Table, action: Operating, limit: int, who: Test, where: Where) -> Because | bool:
    """Whether units that come into a region, or fight from it, are more of their kind than may operate there."""
    if isinstance(action, FIGHTING):
        return _too_many_fight(table, action, limit, who, where)
    units, number = comers(table, action)
    coming = [unit for unit in units if who(unit)]
    too_many = coming and every((
        partial(where, number),
        lambda: _come_from_outside(action, coming, where),
        lambda: some((partial(_are_more, table, limit, coming, who, where), partial(table.others_may_be, coming))),
    ))
    return because(at=number, unit=coming[0], limit=limit) if too_many else False


def _too_many_fight(table: Table, action: Fighting, limit: int, who: Test, where: Where) -> Because | bool:
    """Whether more units than so many fight from a region in one battle."""
    units, number = comers(table, action)
    too_many = more_than(limit, (partial(_stands, unit, who, where) for unit in units))
    return because(at=number, unit=units[0], limit=limit) if too_many else False


def _come_from_outside(action: Standing, coming: list[Unit], where: Where) -> bool:
    """Whether any of these units was not in the region before; one that is placed was not."""
    if isinstance(action, Place):
        return True
    starts = {action.start} if isinstance(action, Step) else {unit.hex for unit in coming}
    return not every(partial(where, start) for start in starts)


def _are_more(table: Table, limit: int, coming: list[Unit], who: Test, where: Where) -> bool:
    """Whether those that come and those that stand in the region are more than so many."""
    there = (partial(_stands, unit, who, where) for unit in table.units() if unit not in coming)
    return more_than(limit, chain((partial(bool, unit) for unit in coming), there))


def _stands(unit: Unit, who: Test, where: Where) -> bool:
    return every((lambda: unit.is_placed, lambda: who(unit), lambda: where(unit.hex)))


# 17.4: other nations


@forbids(OPERATING, "tgwe:17.4")
def romanians_stay_in_the_east(table: Table, action: Operating) -> Because | bool:
    """Romanian units operate on the Eastern Front alone."""
    return astray(
        table, action, lambda unit: unit.army == "romanian", lambda number: not is_on(table, number, "eastern")
    )


@forbids(STANDING, "tgwe:17.4")
def albania_is_closed(table: Table, action: Standing) -> Because | bool:
    """Nobody enters Albania before Salonika is played or Greece enters the war."""
    return astray(table, action, _anybody, lambda number: every((
        lambda: number.startswith(("E", "?")), lambda: table.country(number) == "albania",
        lambda: not is_albania_open(table),
    )))


def _anybody(unit: Unit) -> bool:
    return True


@defines("tgwe:17.4")
def is_albania_open(table: Table) -> bool:
    """Salonika, or the entry of Greece, opens Albania to both sides."""
    return bool(some((lambda: table.has_event("salonika"), lambda: table.has_event("greece-entry"))))


@forbids(OPERATING, "tgwe:17.4")
def persians_stay_in_persia(table: Table, action: Operating) -> Because | bool:
    """Persian units operate in Persia alone: the Cossacks on the Caucasus Front, the others on the Iraqi Front."""
    return astray(table, action, lambda unit: unit.army == "persian", lambda number: not _is_persian_ground(
        table, action, number
    ))


def _is_persian_ground(table: Table, action: Operating, number: str) -> bool:
    units, _ = comers(table, action)
    return every((
        lambda: table.country(number) == "persia",
        lambda: every(partial(_suits, table, unit, number) for unit in units),
    ))


def _suits(table: Table, unit: Unit, number: str) -> bool:
    """Whether the front of a hex is that of this Persian unit."""
    return every(
        partial(_is_its_front, table, unit, status, front, number) for status, front in PERSIAN_FRONTS.items()
    )


def _is_its_front(table: Table, unit: Unit, status: str, front: str, number: str) -> bool:
    return bool(some((lambda: not unit.has_status(status), lambda: is_on(table, number, front))))


@forbids(STANDING, "tgwe:17.4")
def hamadan_is_closed(table: Table, action: Standing) -> Because | bool:
    """Nobody enters Hamadan before the Persian Expeditionary Force has come."""
    return astray(table, action, _anybody, lambda number: number == HAMADAN and not table.has_event("pef-sent"))


@forbids(STANDING, "tgwe:17.4")
def holland_and_switzerland_stay_out(table: Table, action: Standing) -> Because | bool:
    """Nobody crosses Holland or Switzerland, which never enter the war."""
    return astray(table, action, _anybody, lambda number: every((
        lambda: number.startswith(("W", "?")), lambda: table.country(number) in NEVER_AT_WAR,
    )))


@unless(holland_and_switzerland_stay_out, "tgwe:17.4")
def germany_invades_holland(table: Table, action: Standing) -> bool:
    """The fifth pre-war event of the Central Powers opens them."""
    return table.has_event("cp-pre-war-event-5")
