"""Which rules found nothing before, and why: where all that they asked is the same again, they need not be asked.

What a rule finds follows from what it asks. So the first time it is asked of an account, which passes for the table and
writes down every question with its answer. Whoever asks for more than an account can tell has looked, and is asked of
the table. A rule that finds nothing by an account finds nothing wherever the same questions have the same answers.

The questions of a rule make a tree: each answer leads to what it asks next, and at the end stands whether it is idle or
has to be asked. What is kept is which rules are idle, never what any of them finds.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Any, NamedTuple

from rulebook.actions import HEXES, ONE, ONE_HEX, SEVERAL, ActionModel, Party, Step
from rulebook.facts import NOTHING
from rulebook.mechanics.accounts import MOST_HEXES, MOST_UNITS, NAMES, PLACES, Account
from rulebook.mechanics.questions import Key, Question, Spot, asking, asking_all, by_topic
from rulebook.position import UnitFacts
from rulebook.rules import Rule
from rulebook.table import Table

ROOM = 50_000
"""Questions that all the trees may hold together; when they are full they are grown anew. 0 for no trees at all."""

Shape = tuple[Hashable, ...]
Bearing = dict[str, tuple[Rule, ...]]
"""Rules by their effect."""
Likely = Callable[[], Bearing]


# What is asked


class Scene:
    """An action, or a step of a move, on a table: its units and hexes, and what was asked of them."""

    __slots__ = ("_answers", "_known", "ground", "hexes", "named", "table", "units")

    def __init__(self, table: Table, known: "_Precedents", units: list[UnitFacts], hexes: list[str]) -> None:
        self.table = table
        self.ground = table.layout.map.hexes
        self.units = units
        self.named = hexes
        self.hexes: dict[Spot, str] = dict(enumerate(hexes))
        self._known = known
        self._answers: dict[Question, Any] = {}

    @property
    def places(self) -> tuple[int | None, ...]:
        """The hex of each unit, None where it was posted in none."""
        return self._known.places

    def bearing(self, likely: Likely, *how: Hashable) -> Bearing:
        """Of the rules that are likely to bear, told by `how` it is asked, those that no precedent tells to be idle."""
        at = self._known.agreed.get(how)
        while type(at) is _Fork:
            at = at.ways.get(at.ask(self))
        return self._gather(likely, how) if at is None else at

    def _gather(self, likely: Likely, how: Hashable) -> Bearing:
        """The same rule by rule: all that was asked leads there at once the next time."""
        found = {effect: tuple(filter(self._may_bear, rules)) for effect, rules in likely().items()}
        self._agree(how, found)
        return found

    def _agree(self, how: Hashable, end: Bearing) -> None:
        """Lengthen the tree of them all by what was asked, topic by topic, beyond what it asks already."""
        ways, way, left = self._known.agreed, how, by_topic(self._answers)
        while left or way in ways:
            fork = ways.get(way)
            if fork is None:
                fork = ways[way] = _Fork(next(iter(left.values())))
            if type(fork) is not _Fork:
                return
            ways, way = fork.ways, fork.ask(self)
            left = by_topic(question for each in left.values() for question in each if question not in fork.questions)
        ways[way] = end
        _count(len(self._answers))

    def _may_bear(self, rule: Rule) -> bool:
        at = self._known.trees.get(rule)
        while type(at) is _Fork:
            at = at.ways.get(self.answer(at.questions[0]))
        return self._learn(rule) if at is None else at is ASKED

    def _learn(self, rule: Rule) -> bool:
        account = Account(self)
        end = IDLE if account.is_idle(rule, self._known.subject) else ASKED
        _grow(self._known.trees, rule, account.heard, end)
        return end is ASKED

    def answer(self, question: Question) -> Any:
        found = self._answers.get(question, NOTHING)
        if found is NOTHING:
            found = self._answers[question] = asking(question)(self)
        return found

    def unit(self, key: Key) -> UnitFacts:
        if isinstance(key, int):
            return self.units[key]
        layout = self.table.layout
        return layout.units[layout.by_hex[self.hexes[key[0]]][key[1]]]


def scene_of(table: Table, subject: ActionModel | Step) -> Scene | None:
    """The scene of an action or a step; None where it is too large, or facts were taken as given."""
    if table.has_given or not ROOM:
        return None
    units: dict[str, int] = {}
    hexes: dict[str, int] = {}
    kind = type(subject)
    told = _of_step(subject, units, hexes) if kind is Step else _of_action(subject, units, hexes)  # type: ignore[arg-type]
    posted = table.layout.units
    facts = [posted[unit_id] for unit_id in units]
    places = tuple([None if each.hex is None else hexes.setdefault(each.hex, len(hexes)) for each in facts])
    if told is None or len(units) > MOST_UNITS or len(hexes) > MOST_HEXES:
        return None
    shape: Any = table.game, kind, told, places
    known = _known.get(shape)
    if known is None:
        known = _known[shape] = _Precedents(_nameless(kind, told), places, {}, {})
    return Scene(table, known, facts, list(hexes))


Numbers = dict[str, int]
"""The units or hexes that are named, each with its number in the order in which they come."""


def _of_action(action: ActionModel, units: Numbers, hexes: Numbers) -> Shape | None:
    """The fields of an action with numbers in place of names; None where a name stands where none is looked for."""
    told = action.__dict__
    if told.get("taken"):
        return None
    named, others = _form(type(action))
    shape = [told[field] for field in others]
    for field, is_of_units, is_several in named:
        numbers, value = units if is_of_units else hexes, told[field]
        if value is not None:
            value = _numbers(numbers, value) if is_several else numbers.setdefault(value, len(numbers))
        shape.append(value)
    return tuple(shape)


@cache
def _form(kind: type[ActionModel]) -> tuple[list[tuple[str, bool, bool]], list[str]]:
    """The fields of an action that name units or hexes, whether units, whether several; and the others."""
    fields = kind.model_fields
    named = [(field, field in UNIT_FIELDS, NAMED[field]) for field in fields if field in NAMED]
    return named, [field for field in fields if field not in NAMED]


def _of_step(step: Step, units: Numbers, hexes: Numbers) -> Shape | None:
    (ids, mode), index, start, to, state = step
    if type(state) is not str:
        return None
    return _numbers(units, ids), mode, index, hexes.setdefault(start, 0), hexes.setdefault(to, len(hexes)), state


def _numbers(numbers: Numbers, names: Iterable[str]) -> tuple[int, ...]:
    return tuple([numbers.setdefault(name, len(numbers)) for name in names])


UNIT_FIELDS = frozenset((*SEVERAL, *ONE))
NAMED = {**dict.fromkeys((*SEVERAL, *HEXES), True), **dict.fromkeys((*ONE, *ONE_HEX), False)}
"""The fields of actions that name units and hexes, and whether they name several."""


# What was found idle


class _Precedents(NamedTuple):
    """What was learnt of subjects of one shape: one of them without names, where its units stand, a tree for each rule.

    Where the trees of all the rules lead together is kept as one tree more, for each way in which they are asked.
    """

    subject: Any
    places: tuple[int | None, ...]
    trees: dict[Hashable, Any]
    agreed: dict[Hashable, Any]


class _Fork:
    """A question, or all those about one topic, and where each answer leads: to another, or to an end."""

    __slots__ = ("ask", "questions", "ways")

    def __init__(self, questions: tuple[Question, ...]) -> None:
        self.questions = questions
        self.ask = asking_all(questions)
        self.ways: dict[Any, Any] = {}


IDLE, ASKED = "idle", "asked"
_known: dict[Shape, _Precedents] = {}
_grown = [0]


def _grow(ways: dict[Hashable, Any], way: Hashable, heard: dict[Question, Any], end: Any) -> None:
    """Lengthen a tree by what was heard, as far as it asks the same as before."""
    for question, answer in heard.items():
        fork = ways.get(way)
        if fork is None:
            fork = ways[way] = _Fork((question,))
        if type(fork) is not _Fork or fork.questions != (question,):
            return
        ways, way = fork.ways, answer
    ways.setdefault(way, end)
    _count(len(heard))


def _count(questions: int) -> None:
    _grown[0] += questions + 1
    if _grown[0] > ROOM:
        forget()


def forget() -> None:
    """Forget every precedent."""
    _known.clear()
    _grown[0] = 0


def _nameless(kind: type, told: Any) -> Any:
    """An action or a step with what passes for names in place of numbers."""
    if kind is Step:
        numbers, mode, index, start, to, state = told
        return Step(Party(tuple([NAMES[each] for each in numbers]), mode), index, PLACES[start], PLACES[to], state)
    named, others = _form(kind)
    fields = [*others, *[field for field, *_ in named]]
    return kind.model_construct(**{name: _named(name, value) for name, value in zip(fields, told, strict=True)})  # type: ignore[attr-defined]


def _named(field: str, value: Any) -> Any:
    several = NAMED.get(field)
    if several is None or value is None:
        return value
    names = NAMES if field in UNIT_FIELDS else PLACES
    return tuple(names[number] for number in value) if several else names[value]
