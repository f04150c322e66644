"""The optional rules that the players agreed on."""

from collections.abc import Callable

from rulebook.table import Table


def option(number: str) -> Callable[[Table], bool]:
    """In force when this optional rule is."""
    return lambda table: table.has_option(number)
