"""A position laid out once for all the questions about it."""

from collections.abc import Mapping

from rulebook.actions import ActionModel
from rulebook.faults import MOST_FAULTS, Fault, action_faults, impossible, position_faults, unless_asked
from rulebook.game import Game
from rulebook.layout import Layout
from rulebook.lazily import lazily
from rulebook.position import Position
from rulebook.sheets import Sheet
from rulebook.table import Columns, Table


class Laid:
    """A position with how it lies and what is wrong with it: nothing of what any rule finds about an action.

    A sheet that is given is that of its map, which the position only names, and was found sound.
    """

    def __init__(self, game: Game, position: Position, sheet: Sheet | None = None) -> None:
        self.game = game
        self.layout = Layout(game, position, sheet)
        self.position = self.layout.position
        self.is_on_a_sheet = sheet is not None

    def table(self, *, ordinary: bool = False, tables: Mapping[str, Columns] | None = None) -> Table:
        """A table of its own for each question, with nothing found on it yet."""
        return Table(self.game, self.position, ordinary=ordinary, tables=tables, layout=self.layout)

    def faults_of(self, table: Table, action: ActionModel | None = None) -> list[Fault]:
        """Every fault of the position and an action, as `faults_of` tells them."""
        found = self.faults + action_faults(table, action)
        return found[:MOST_FAULTS] or unless_asked(self._impossible, self.game, action)

    @lazily
    def faults(self) -> list[Fault]:
        """What is wrong with the position, whatever is asked."""
        return position_faults(self.layout, self.is_on_a_sheet)

    @lazily
    def _impossible(self) -> list[Fault]:
        return impossible(Table(self.game, self.position, layout=self.layout, is_quiet=True))
