"""Reading facts one by one: what was taken as given, posted, or ordinary; a fact that nobody posted is Unknown."""

from typing import Any

from rulebook.facts import NOTHING, Unknown, Values
from rulebook.trace import Trace


class Reader:
    """Reads for a table and its units, and keeps what was read. It knows neither, so that they go when nobody asks.

    A terse one is not asked for facts that were posted: nobody wants to know what was read, and nothing was given.
    """

    __slots__ = ("given", "is_terse", "ordinary", "provisos", "trace")

    def __init__(self, ordinary: bool, given: dict[str, Any], is_quiet: bool = False) -> None:
        self.is_terse = is_quiet and not given
        self.ordinary = ordinary
        self.given = given
        self.provisos: dict[str, Any] = {}
        self.trace = Trace()

    def read(self, fact: str, value: Any, values: Values = None, ordinary: Any = NOTHING) -> Any:
        """A fact: taken as given, else posted, else ordinary where that was asked for, else Unknown."""
        if self.given:
            value = self.given.get(fact, value)
        if value is None:
            if not self.ordinary or ordinary is NOTHING:
                raise Unknown({fact: values})
            value = self.provisos[fact] = ordinary
        self.trace.reads[fact] = value
        return value
