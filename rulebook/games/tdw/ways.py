"""What a path leaves a unit with: each word is that of the rule that reads it."""

from rulebook.actions import Step
from rulebook.games.tdw.emergency import emergency_word
from rulebook.games.tdw.roads import road_word
from rulebook.games.tdw.zones import leave_word
from rulebook.table import Table


def carries(table: Table, step: Step) -> str:
    """The state in which a step leaves the unit that takes it."""
    return " ".join(filter(None, (
        leave_word(table, step), road_word(table, step), emergency_word(table, step)
    )))
