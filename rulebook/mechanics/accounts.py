"""What passes for a table where a rule is tried: it tells what is asked of a scene, and writes it down.

It tells of the units and hexes that an action names, and of the units that stand there, but not by what name they go.
Whoever asks for more, or for a fact that was not posted, has looked: only the table itself can answer.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from rulebook.facts import NOTHING, Unknown
from rulebook.mechanics import questions
from rulebook.mechanics.probes import KeptBack, Looked
from rulebook.mechanics.questions import Key, Question, Spot
from rulebook.position import UnitFacts
from rulebook.rules import Rule
from rulebook.table import Table, Unit

if TYPE_CHECKING:
    from rulebook.mechanics.precedents import Scene

MOST_UNITS, MOST_HEXES, MOST_QUESTIONS = 6, 8, 40

# What passes for names


class Name(KeptBack):
    """What passes for a unit's id: it tells no more than whether it is the same."""

    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key

    def __eq__(self, other: object) -> bool:  # type: ignore[override]
        return _is_same(self, other)

    def __ne__(self, other: object) -> bool:  # type: ignore[override]
        return not _is_same(self, other)

    __hash__ = KeptBack.__hash__  # type: ignore[assignment]


class Place(Name):
    """What passes for a hex."""

    __slots__ = ()


def _is_same(one: object, other: object) -> bool:
    if type(one) is not type(other):
        raise Looked
    return one is other


NAMES = tuple(map(Name, range(MOST_UNITS)))
PLACES = tuple(map(Place, range(MOST_HEXES)))


# What passes for a table


class Account:
    """Tells a rule what it asks of a scene, and writes it down."""

    def __init__(self, scene: "Scene") -> None:
        self.game = scene.table.game
        self.is_quiet = self.has_given = False
        self.heard: dict[Question, Any] = {}
        self._scene = scene
        self._pieces: dict[Key, _Piece] = {}
        self._places: dict[Spot, Place] = dict(enumerate(PLACES))

    def is_idle(self, rule: Rule, subject: Any) -> bool:
        """Whether a rule finds nothing, asks for no more than can be told, and can do with what passes for names."""
        try:
            return rule.is_nothing(rule.condition(self, (subject,)))  # type: ignore[arg-type]
        except (Looked, Unknown, TypeError, ValueError):
            return False

    def ask(self, *question: Any) -> Any:
        """The answer, None where it is not known."""
        if question not in self.heard and len(self.heard) >= MOST_QUESTIONS:
            raise Looked
        answer = self.heard[question] = self._scene.answer(question)
        return answer

    def sure(self, *question: Any) -> Any:
        """The answer; what is not known, the table has to say."""
        answer = self.ask(*question)
        if answer is None:
            raise Looked
        return answer

    def __getattr__(self, name: str) -> NoReturn:
        raise Looked

    def weigh(self, rule: Rule, subject: tuple[Any, ...]) -> Any:
        return rule.condition(self, subject)  # type: ignore[arg-type]

    def once(self, work: Callable[..., Any], *subject: Any) -> Any:
        return work(self, *subject)

    # Time and terms

    @property
    def turn(self) -> Any:
        return self.sure(questions.posted, "turn")

    @property
    def phase(self) -> Any:
        return self.sure(questions.posted, "phase")

    @property
    def active(self) -> Any:
        return self.sure(questions.posted, "active")

    @property
    def weather(self) -> Any:
        return self.sure(questions.posted, "weather")

    @property
    def scenario(self) -> Any:
        return self.sure(questions.posted, "scenario")

    def has_option(self, number: str) -> Any:
        return self.sure(questions.is_listed, "options", number)

    def has_event(self, word: str) -> Any:
        return self.sure(questions.is_told, word)

    def track(self, name: str, ordinary: Any = NOTHING) -> Any:
        return self.sure(questions.track, name)

    # The map

    def terrain(self, place: Any) -> Any:
        return self.sure(questions.hex_fact, _number(place), "terrain")

    def control(self, place: Any) -> Any:
        return self.sure(questions.hex_fact, _number(place), "control")

    def home(self, place: Any) -> Any:
        return self.sure(questions.hex_fact, _number(place), "home")

    def country(self, place: Any) -> Any:
        return self.sure(questions.hex_fact, _number(place), "country")

    def has_feature(self, place: Any, word: str) -> Any:
        return self.sure(questions.feature, _number(place), word)

    def side_has(self, one: Any, other: Any, word: str, ordinary: Any = NOTHING) -> Any:
        return self.sure(questions.side, _number(one), _number(other), word)

    def has_road(self, one: Any, other: Any) -> Any:
        return self.sure(questions.road, _number(one), _number(other))

    def are_adjacent(self, one: Any, other: Any) -> Any:
        return self.sure(questions.are_adjacent, _number(one), _number(other))

    def distance(self, one: Any, other: Any) -> Any:
        return self.sure(questions.distance, _number(one), _number(other))

    def around(self, place: Any) -> tuple[Place, ...]:
        """The hexes around one that is named; what lies further on is not told of."""
        number = _number(place)
        if type(number) is not int:
            raise Looked
        return tuple(self._place(spot) for spot in self.sure(questions.around, number))

    def _place(self, spot: Spot) -> Place:
        found = self._places.get(spot)
        if found is None:
            found = self._places[spot] = Place(spot)
        return found

    def is_far_from(self, whom: str, place: Any) -> bool:
        """As on a terse table: nobody wants to know here what was looked at."""
        return whom not in self.sure(questions.near, _number(place))

    # Units

    def unit(self, name: Any) -> "_Piece":
        if type(name) is not Name:
            raise Looked
        return self.piece(name.key)

    def piece(self, key: Key) -> "_Piece":
        found = self._pieces.get(key)
        if found is None:
            found = self._pieces[key] = _Piece(self, key, self._place_of(key))
        return found

    def _place_of(self, key: Key) -> Place | None:
        spot = self._scene.places[key] if isinstance(key, int) else key[0]
        return None if spot is None else self._place(spot)

    def units(self, names: Iterable[Any] | None = None) -> "list[_Piece]":
        if names is None:
            raise Looked
        return [self.unit(name) for name in names]

    def units_at(self, place: Any) -> "list[_Piece]":
        return [self.piece(key) for key in self.sure(questions.held_by, _number(place))]

    def is_held(self, place: Any) -> bool:
        return bool(self.sure(questions.held_by, _number(place)))

    def others_may_be(self, but: Collection[Any] = ()) -> None:
        if not self.ask(questions.are_all_placed):
            raise Looked

    def may_have_status(self, word: str) -> Any:
        return self.ask(questions.may_have_status, word)

    someone_at, stranger_at, holder, everyone_at = (
        Table.someone_at, Table.stranger_at, Table.holder, Table.everyone_at,
    )  # fmt: skip
    _passes = staticmethod(Table._passes)


def _number(place: Any) -> Spot:
    if type(place) is not Place:
        raise Looked
    spot: Spot = place.key
    return spot


class _Terse:
    """What passes for the reader of a piece: a fact that was posted it is not asked for, and others it cannot tell.

    Nothing is given: a table with facts taken as given has no scene.
    """

    is_terse = True
    given: Mapping[str, Any] = MappingProxyType({})

    def __getattr__(self, name: str) -> NoReturn:
        raise Looked


class _Counter:
    """What was posted of a unit."""

    def __init__(self, account: Account, key: Key, told: dict[str, Any]) -> None:
        self._account = account
        self._key = key
        self.__dict__.update(told)

    def __getattr__(self, name: str) -> Any:
        if name not in ON_A_COUNTER:
            raise Looked
        return self._account.ask(questions.unit_fact, self._key, name)


ON_A_COUNTER = frozenset(UnitFacts.model_fields) - {"formation", "name"}


class _Piece(Unit):
    """A unit of a scene."""

    __slots__ = ()

    def __init__(self, account: Account, key: Key, place: Place | None) -> None:
        name = NAMES[key] if isinstance(key, int) else Name(key)
        facts: Any = _Counter(account, key, {"id": name, "hex": place})
        super().__init__(account.game, TERSE, facts)

    @property
    def nation(self) -> str:
        nation = self.facts.nation
        if nation is None:
            raise Looked
        return nation

    @property
    def hex(self) -> Any:
        if self.facts.hex is None:
            raise Looked
        return self.facts.hex


TERSE: Any = _Terse()
