"""Reading facts one by one: what was taken as given, posted, or ordinary; a fact that nobody posted is Unknown."""

from typing import Any

from rulebook.facts import NOTHING, Unknown, Values
from rulebook.trace import Trace

READS = 300_000
DOUBT = 1
"""What a fact that nobody posted counts beside its reading: it has to be carried to whoever asked, and be gathered."""


class Patience:
    """How many more facts may be read for one question, on all the tables on which it is tried.

    Work is counted, not timed, so that the same question always ends alike. What is left is looked at before a trial,
    never within: whoever is asked first answers in full.
    """

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = READS

    @property
    def is_over(self) -> bool:
        return self.left <= 0


class Reader:
    """Reads for a table and its units, and keeps what was read. It knows neither, so that they go when nobody asks.

    A terse one is not asked for facts that were posted: nobody wants to know what was read, and nothing was given.
    """

    __slots__ = ("given", "is_terse", "ordinary", "patience", "provisos", "trace")

    def __init__(
        self, ordinary: bool, given: dict[str, Any], patience: Patience, is_quiet: bool = False
    ) -> None:
        self.is_terse = is_quiet and not given
        self.ordinary = ordinary
        self.patience = patience
        self.given = given
        self.provisos: dict[str, Any] = {}
        self.trace = Trace()

    def read(self, fact: str, value: Any, values: Values = None, ordinary: Any = NOTHING) -> Any:
        """A fact: taken as given, else posted, else ordinary where that was asked for, else Unknown."""
        self.patience.left -= 1
        if self.given:
            value = self.given.get(fact, value)
        if value is None:
            if not self.ordinary or ordinary is NOTHING:
                self.patience.left -= DOUBT
                raise Unknown({fact: values})
            value = self.provisos[fact] = ordinary
        self.trace.reads[fact] = value
        return value
