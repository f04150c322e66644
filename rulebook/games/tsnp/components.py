"""Chapter 2, the counters: what they settle by themselves."""

from functools import partial

from rulebook import printed
from rulebook.actions import Attack, Bombard, Roll, Support
from rulebook.facts import known
from rulebook.games.tsnp.bombardment import first_firing, has_had_its_shot
from rulebook.games.tsnp.forces import NOT_OF_A_DIVISION, is_headquarters
from rulebook.mechanics.units import first_unit
from rulebook.rules import Because, because, contested, defines, forbids
from rulebook.table import Table, Unit

CORPS = {(row["side"], row["division"]): row["corps"] for row in printed.table("tsnp", "order-of-battle")}
FORMATIONS = {(side, name) for (side, division), corps in CORPS.items() for name in (division, corps)}
RESERVE = " R"
BOOK_NAMES = {(side, name.rstrip(RESERVE)): name for side, name in FORMATIONS} | {key: key[1] for key in FORMATIONS}
SHORTENED = {short for (_, short), name in BOOK_NAMES.items() if short != name}
OPENING_CORPS = "XXX"
DIVISION_OF_TWO_CORPS = "121"
ITS_OTHER_CORPS = "V"


# 2.12 and 2.13: headquarters and artillery


@forbids(Attack, "tsnp:2.12")
def headquarters_attack(table: Table, attack: Attack) -> Because | bool:
    """A headquarters has a strength to defend itself, none to attack with."""
    found = first_unit(table.units(attack.units), is_headquarters)
    return because(unit=found) if found else False


@forbids((Bombard, Support, Roll), "tsnp:2.13")
def spent_artillery_acts_again(table: Table, action: Bombard | Support | Roll) -> Because | bool:
    """An artillery unit on its back has fired or moved: until it is turned over again it can only defend itself."""
    spent = partial(has_had_its_shot, table)
    found = first_unit(table.units(action.units), spent) if isinstance(action, Support) else first_firing(
        table, action, spent
    )
    return because(unit=found) if found else False


# 2.2: formations


@defines("tsnp:2.2")
def corps_of(table: Table, unit: Unit) -> str:
    """A unit belongs to the corps whose colours it wears: that of its division, the XXX for territorials."""
    named = _named_corps(unit)
    if named is not None:
        return named
    kind = known(lambda: unit.type)
    if kind == "territorial":
        return OPENING_CORPS
    if kind in NOT_OF_A_DIVISION:
        return unit.belongs_to("corps")
    return CORPS.get((unit.side, division_of(unit))) or unit.belongs_to("corps")


@contested(corps_of)
def corps_of_the_colours(table: Table, unit: Unit) -> str:
    """The 121st Division wears the colours of the V Corps."""
    if _named_corps(unit) is None and known(partial(division_of, unit)) == DIVISION_OF_TWO_CORPS:
        return ITS_OTHER_CORPS
    return str(corps_of.function(table, unit))


def _named_corps(unit: Unit) -> str | None:
    found: str | None = known(partial(unit.belongs_to, "corps"))
    return found and _as_the_book_writes(unit, found)


def division_of(unit: Unit) -> str:
    """The division that a unit is part of, as the book writes it."""
    return _as_the_book_writes(unit, unit.belongs_to("division"))


def _as_the_book_writes(unit: Unit, name: str) -> str:
    """A reserve formation may be posted by its number alone, where its side, which must be told, has no other of it."""
    return BOOK_NAMES.get((unit.side, name), name) if name in SHORTENED else name
