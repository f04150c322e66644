"""What players take for a duty, and may do or leave."""

from rulebook.actions import Count
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
