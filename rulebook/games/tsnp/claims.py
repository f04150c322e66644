"""What players take to be so beside the numbers: what must be done, where units stop, who scores."""

from rulebook.actions import Count
from rulebook.games.tsnp.zones import meets_strong_zone
from rulebook.mechanics.counts import counted_target, counted_units, reads_otherwise
from rulebook.rules import Because, because, forbids
from rulebook.table import Table


def _is_no_duty(count: Count, named: str) -> Because | bool:
    return because(said=named) if count.what == "duty" and count.result == named else False


@forbids(Count, "tsnp:8.0")
def takes_moving_for_a_duty(table: Table, count: Count) -> Because | bool:
    """No unit has to move."""
    return _is_no_duty(count, "move")


@forbids(Count, "tsnp:9.0")
def takes_assaulting_for_a_duty(table: Table, count: Count) -> Because | bool:
    """No unit has to assault."""
    return _is_no_duty(count, "assault")


@forbids(Count, "tsnp:9.42")
def takes_retreating_for_a_duty(table: Table, count: Count) -> Because | bool:
    """Nobody has to retreat who takes all his damage in steps."""
    return _is_no_duty(count, "retreat")


@forbids(Count, "tsnp:9.6")
def takes_advancing_for_a_duty(table: Table, count: Count) -> Because | bool:
    """No unit has to advance after combat."""
    return _is_no_duty(count, "advance")


# Where units stop, and who scores


def _stop(table: Table, count: Count) -> str:
    party = counted_units(table, count)
    strong = meets_strong_zone(table, table.unit(party[0]), counted_target(table, count), party)
    return "stops" if strong else "goes-on"


@forbids(Count, "tsnp:8.42")
def takes_a_zone_for_another_stop(table: Table, count: Count) -> Because | bool:
    """Infantry stops in a strong zone that it enters, and goes on in a weak one."""
    return reads_otherwise(table, count, "zone-stop", _stop)


def _scorer(table: Table, count: Count) -> str:
    return "german"


@forbids(Count, "tsnp:16.0")
def gives_points_to_another(table: Table, count: Count) -> Because | bool:
    """Only the German player scores."""
    return reads_otherwise(table, count, "scorer", _scorer)
