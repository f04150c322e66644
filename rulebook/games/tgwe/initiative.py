"""Chapter 5, the initiative: who has it in which Theatre (5.8), in the book's order."""

from rulebook.rules import defines
from rulebook.table import Table

THEATRES = ("west", "east")


@defines("tgwe:5.83")
def initiative_in(table: Table, theatre: str) -> str:
    """The side that has the initiative in a Theatre: the other side has it in the other Theatre."""
    has_west = table.has_event("cp-initiative-west")
    return "cp" if has_west == (theatre == "west") else "allied"
