"""Numbers and results that players hold to be right, held against what the rules give."""

from collections.abc import Callable

from rulebook.actions import Count
from rulebook.rules import Because, because
from rulebook.table import Table, Unit


def counts_otherwise(table: Table, count: Count, what: str, right: Callable[[Table, Count], float]) -> Because | bool:
    """Whether a number is taken for another one."""
    if count.what != what:
        return False
    found = right(table, count)
    said = table.read("action.amount", count.amount)
    return False if said == found else because(said=f"{said:g}", found=f"{found:g}")


def reads_otherwise(table: Table, count: Count, what: str, right: Callable[[Table, Count], str]) -> Because | bool:
    """Whether a result is taken for another one."""
    if count.what != what:
        return False
    found = right(table, count)
    said = table.read("action.result", count.result)
    return False if said == found else because(said=said, found=found)


def counted_units(table: Table, count: Count) -> tuple[str, ...]:
    """The units of which something is counted."""
    found: tuple[str, ...] = table.read("action.units", count.units or None)
    return found


def counted_unit(table: Table, count: Count) -> Unit:
    """The unit of which something is counted, where it is one."""
    return table.unit(counted_units(table, count)[0])


def counted_target(table: Table, count: Count) -> str:
    """The hex that is attacked where it is counted."""
    return str(table.read("action.target", count.target))
