"""What passes for hexes, those who move, steps and moves, and notes what a rule asks of it."""

from collections.abc import Iterator
from typing import Any

from rulebook.actions import Move, Party, Step
from rulebook.facts import told
from rulebook.game import Game
from rulebook.mechanics.inquiries import BETWEEN, ITSELF, Question, Trail
from rulebook.mechanics.kinds import Kind
from rulebook.mechanics.lore import IS_PLACED, of_terms
from rulebook.mechanics.probes import KeptBack, Looked, Probe, Way
from rulebook.position import Position, UnitFacts
from rulebook.reader import Reader
from rulebook.units import Unit


class Alike(KeptBack):
    """One of many hexes of a kind, at one end of a step; which one is for the ground alone to see."""

    __slots__ = ("_asked", "_names", "kind", "one", "part")

    def __init__(self, kind: Kind, one: str, part: int, asked: Trail, names: dict[str, Any]) -> None:
        self.kind = kind
        self.one = one
        self.part = part
        self._asked = asked
        self._names = names

    def tells(self, trait: str) -> Any:
        """A trait, noted as asked for."""
        self._asked[Question(self.part, trait)] = None
        return self.kind.traits[trait]

    def startswith(self, prefixes: str | tuple[str, ...]) -> bool:
        """Whether it is on one of these maps; it has a place, so it is none that is described without one."""
        letters = [prefix for prefix in ((prefixes,) if type(prefixes) is str else prefixes) if prefix != "?"]
        if not letters:
            return False
        if any(len(letter) != 1 for letter in letters) or not self.one[:-4]:
            raise Looked
        return self.tells("map") in letters

    def __getitem__(self, place: Any) -> Any:
        if place in (0, slice(None, 1)) and self.one[:-4]:
            return self.tells("map")
        raise Looked

    def __eq__(self, other: object) -> bool:  # type: ignore[override]
        """Whether it is a hex that the rulebook names."""
        if type(other) is str and other in self._names:
            return bool(self.tells("name") == other)
        raise Looked

    def __ne__(self, other: object) -> bool:  # type: ignore[override]
        return not self == other

    __hash__ = KeptBack._is_asked


class Beside(KeptBack):
    """The hex that a step comes from: it tells only what lies between it and the other, for which two hexes stand."""

    __slots__ = ("other", "pair")

    def __init__(self, other: str, pair: tuple[str, str]) -> None:
        self.other = other
        self.pair = pair


class Crew(KeptBack):
    """Those who move: it is noted who asks in which mode."""

    __slots__ = ("_asked", "_mode", "units")

    def __init__(self, party: Party, asked: Trail) -> None:
        self.units, self._mode = party
        self._asked = asked

    @property
    def mode(self) -> str | None:
        self._asked[Question(BETWEEN, "mode")] = None
        return self._mode


class Going(Probe):
    """What passes for a step from one kind of hex into another."""

    __slots__ = ("_asked", "_step")

    def __init__(self, step: Step, crew: Crew, start: Alike, to: Alike, asked: Trail) -> None:
        super().__init__(Step, move=crew, start=start, to=to)
        self._step = step
        self._asked = asked

    @property
    def index(self) -> int:
        self._asked[Question(BETWEEN, "index")] = None
        return self._step.index

    @property
    def state(self) -> Any:
        self._asked[Question(BETWEEN, "state")] = None
        return self._step.state

    @property
    def carried(self) -> str:
        return str(told(self.state))


class Setting(Way):
    """What passes for a path: it is noted who asks where it sets out from."""

    __slots__ = ("_asked",)

    def __init__(self, start: str, end: Any, asked: Trail) -> None:
        super().__init__(start, end)
        self._asked = asked

    def __getitem__(self, place: Any) -> Any:
        if place == 0:
            self._asked[Question(BETWEEN, "start")] = None
        return super().__getitem__(place)


class Arriving(Probe):
    """What passes for a move that ends on a kind of hex."""

    __slots__ = ("_asked", "_party")

    def __init__(self, party: Party, path: Way | None, asked: Trail) -> None:
        super().__init__(Move, units=party.units, **({} if path is None else {"path": path}))
        self._party = party
        self._asked = asked

    @property
    def mode(self) -> str | None:
        return self.party.mode

    @property
    def party(self) -> Party:
        self._asked[Question(BETWEEN, "mode")] = None
        return self._party


class _Stranger(KeptBack):
    """What passes for the name of one who does not move."""

    __slots__ = ("_party",)

    def __init__(self, party: tuple[str, ...]) -> None:
        self._party = party

    def __eq__(self, other: object) -> bool:  # type: ignore[override]
        if other in self._party:
            return False
        raise Looked

    def __ne__(self, other: object) -> bool:  # type: ignore[override]
        return not self == other

    __hash__ = KeptBack._is_asked


class StandIn(Unit):
    """A unit that stands for those of all the hexes of a kind with the same on their counters."""

    __slots__ = ("_place",)

    def __init__(self, game: Game, reader: Reader, facts: UnitFacts, place: Alike, party: tuple[str, ...]) -> None:
        nameless = {"id": _Stranger(party), "hex": KeptBack()}
        super().__init__(game, reader, facts.model_copy(update=nameless))
        self._place = place

    @property
    def hex(self) -> Any:
        return self._place


# What a table tells of itself


class Announced:
    """What passes for a position: it is noted what is asked of it; who asks for its map or units asks which it is."""

    __slots__ = ("_asked", "_position")

    def __init__(self, position: Position, asked: Trail) -> None:
        self._position = position
        self._asked = asked

    def __getattr__(self, name: str) -> Any:
        self._asked[ITSELF if name in ("map", "units") else of_terms(None, name)] = None
        return getattr(self._position, name)


class MarkedHexes:
    """The hexes with a marker; of those that are alike each has none, or is the only one of its kind."""

    __slots__ = ("_asked", "_hexes")

    def __init__(self, hexes: list[str], asked: Trail) -> None:
        self._hexes = hexes
        self._asked = asked

    def _all(self) -> list[str]:
        self._asked[of_terms(None, "markers")] = None
        return self._hexes

    def __contains__(self, number: object) -> bool:
        if type(number) is Alike:
            number = number.tells("marked")
        return number is not None and number in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, place: Any) -> Any:
        return self._all()[place]


class _Counter:
    """What passes for what was posted of one who moves, and notes what is asked of it."""

    __slots__ = ("_asked", "_facts", "_place")

    def __init__(self, facts: UnitFacts, place: int, asked: Trail) -> None:
        self._facts = facts
        self._place = place
        self._asked = asked

    def __getattr__(self, name: str) -> Any:
        self._asked[of_terms(self._place, name)] = None
        return getattr(self._facts, name)


class Member(Unit):
    """One of those who move, of whom it is noted what is asked."""

    __slots__ = ("_asked", "_is_placed", "place")

    def __init__(self, unit: Unit, place: int, asked: Trail) -> None:
        super().__init__(unit.game, unit._reader, unit.facts)
        self.place = place
        self._asked = asked
        self._is_placed = unit.is_placed
        self.facts: Any = _Counter(unit.facts, place, asked)

    @property
    def is_placed(self) -> bool:
        self._asked[of_terms(self.place, IS_PLACED)] = None
        return self._is_placed
