"""A posted unit as the rules see it."""

from typing import TYPE_CHECKING, Any, Literal

from rulebook.facts import NOTHING, YES_OR_NO, Values
from rulebook.position import UnitFacts
from rulebook.reader import Reader

if TYPE_CHECKING:
    from rulebook.game import Game

ENOUGH = 99
WHO = ("type", "nation", "side")
Level = Literal["division", "corps", "army"]


class Unit:
    """A posted unit; reading what was not posted raises Unknown. A table has one of each: it equals no other."""

    __slots__ = ("_guise", "_reader", "facts", "game", "id")

    def __init__(self, game: "Game", reader: Reader, facts: UnitFacts) -> None:
        self.game = game
        self._reader = reader
        self.facts = facts
        self.id = facts.id
        self._guise: UnitFacts | None = None

    def __repr__(self) -> str:
        return f"Unit({self.id!r})"

    def __str__(self) -> str:
        return self.id

    def _fact(self, name: str, values: Values = None, ordinary: Any = NOTHING) -> Any:
        value = getattr(self.facts, name)
        if self._reader.is_terse and value is not None:
            return value
        return self._reader.read(f"units.{self.id}.{name}", value, values, ordinary)

    def _as_given(self) -> UnitFacts:
        """What it is told to be, and what it is taken to be while that is tried: no Frenchman is tried as a German."""
        if self._guise is None:
            given = self._reader.given
            taken = {name: given[fact] for name in WHO if (fact := f"units.{self.id}.{name}") in given}
            self._guise = self.facts.model_copy(update=taken) if taken else self.facts
        return self._guise

    @property
    def type(self) -> str:
        values = None if self.facts.type else self.game.types_of(self._as_given())
        return str(self._fact("type", values))

    @property
    def nation(self) -> str:
        if self._reader.is_terse and self.facts.nation is not None:
            return self.facts.nation
        known = self.facts if self.facts.nation else self._as_given()
        values = None if self.facts.nation else self.game.nations_of(known.side, known.type)
        only = values[0] if values and len(values) == 1 else None
        return str(self._reader.read(f"units.{self.id}.nation", self.facts.nation or only, values))

    @property
    def army(self) -> str:
        """The major nationality that the unit counts as."""
        only = self.game.only_army_of(self.facts.side)
        return only or str(self.game.nation(self.nation)["army"])

    @property
    def side(self) -> str:
        value = self.game.side_of(self._as_given() if self._reader.given else self.facts)
        if self._reader.is_terse and value is not None:
            return value
        return str(self._reader.read(f"units.{self.id}.side", value, self.game.sides))

    @property
    def hex(self) -> str:
        return str(self._fact("hex"))

    def hex_or(self, ordinary: str) -> str:
        """Its hex; in ordinary play this one, where its own was not told."""
        return str(self._fact("hex", None, ordinary))

    @property
    def is_placed(self) -> bool:
        return self.facts.hex is not None

    @property
    def attack(self) -> int:
        return int(self._fact("attack"))

    @property
    def defense(self) -> int:
        return int(self._fact("defense"))

    @property
    def movement(self) -> int:
        return int(self._fact("movement", ordinary=ENOUGH))

    @property
    def range(self) -> int:
        """How far its fire reaches, in hexes."""
        return int(self._fact("range"))

    @property
    def morale(self) -> int:
        """The morale printed on the counter."""
        return int(self._fact("morale"))

    @property
    def coordination(self) -> int:
        return int(self._fact("coordination"))

    @property
    def protection(self) -> int:
        return int(self._fact("protection"))

    @property
    def potential(self) -> int:
        """What its guns bring to a bombardment."""
        return int(self._fact("potential"))

    def belongs_to(self, level: Level) -> str:
        """The division, corps or army that the unit is part of."""
        value = getattr(self.facts.formation, level, None)
        return str(self._reader.read(f"units.{self.id}.formation.{level}", value))

    @property
    def steps(self) -> int:
        """Steps it has now."""
        return int(self._fact("steps"))

    @property
    def is_reduced(self) -> bool:
        return bool(self._fact("reduced", YES_OR_NO))

    @property
    def supply(self) -> str:
        return str(self._fact("supply", self.game.words("supply"), "supplied"))

    @property
    def entry(self) -> int:
        """The turn of entry printed on the counter."""
        return int(self._fact("entry"))

    def has_status(self, word: str, ordinary: bool = False) -> bool:
        posted = self.facts.status
        value = None if posted is None else word in posted
        if self._reader.is_terse and value is not None:
            return value
        return bool(self._reader.read(f"units.{self.id}.status.{word}", value, YES_OR_NO, ordinary))
