"""Rules tied to the cases they come from, and the exceptions that beat them.

A rule is a function of the table and what is asked. The decorator says what it does and which case says so:

    @forbids(Move, "sitw:10.4")
    def goes_on_in_enemy_zoc(table, move): ...

    @unless(goes_on_in_enemy_zoc, "sitw:10.5")
    def infiltration_ignores_zoc(table, move): ...

A rule holds when its condition is met, the rule is in force, and no exception to it holds.
"""

import re
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook.facts import Unknown, Values
from rulebook.trace import NONE

if TYPE_CHECKING:
    from rulebook.table import Table

Condition = Callable[..., Any]
InForce = Callable[["Table"], Any]
CITATION = re.compile(r"[a-z]+:[A-Z]?\d+(\.\d+)*[a-z]?|[a-z]+:U\d+")


class Because(NamedTuple):
    """Why a rule holds: where, on whose account, how much; `words` fill the sentence told to the player."""

    at: str | None = None
    amount: float | None = None
    words: Mapping[str, Any] = NONE

    def __bool__(self) -> bool:
        return True


def because(at: str | None = None, amount: float | None = None, **words: Any) -> Because:
    return Because(at, amount, words)


class Part(NamedTuple):
    """One addend of a number: how much (whole, or with a half), by which case, on whose account."""

    amount: float
    case: str
    why: str


AMOUNT = attrgetter("amount")


class Sum(NamedTuple):
    """A number and its explanation, which cannot part."""

    parts: tuple[Part, ...]

    @property
    def total(self) -> float:
        total: float = sum(map(AMOUNT, self.parts))
        return total

    def told(self) -> dict[str, Any]:
        """The number and its parts as plain data."""
        parts = [{"case": part.case, "why": part.why, "amount": part.amount} for part in self.parts]
        return {"total": self.total, "parts": parts}


class Rule:
    """One executable rule: `effect` on `subjects`, by `case`; a call gives what it finds on a table."""

    def __init__(
        self, function: Condition, case: str, effect: str, subjects: tuple[type, ...] = (), of: str | None = None,
        when: InForce | None = None,
    ) -> None:
        if not CITATION.fullmatch(case):
            raise ValueError(f"{function.__qualname__}: {case!r} is no citation; write it as 'sitw:10.4'")
        if not function.__doc__:
            raise ValueError(f"{function.__qualname__} ({case}) has no docstring: state the rule in one sentence")
        self.function = function
        self.case = case
        self.effect = effect
        self.subjects = subjects
        self.of = of
        self.when = when
        self.name: str = function.__name__
        self.summary: str = function.__doc__.strip().splitlines()[0]
        self.exceptions: list[Rule] = []
        self.base: Rule | None = None
        self.stands_in = False
        self.other_reading: Condition | None = None
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__

    def __repr__(self) -> str:
        return f"<{self.effect} {self.case} {self.name}>"

    def __call__(self, table: "Table", *subject: Any) -> Any:
        return table.weigh(self, subject)

    def is_nothing(self, found: Any) -> bool:
        """Whether what it finds counts for nothing; a value may be 0 and yet be one."""
        return found is None or (not found and self.effect != "computes")

    def condition(self, table: "Table", subject: tuple[Any, ...]) -> Any:
        """What the rule finds on this table: in force, condition met, no exception holding."""
        if self.when is None and not self.exceptions and self.other_reading is None:
            return self.function(table, *subject)
        return self._with_exceptions(table, subject)

    def _with_exceptions(self, table: "Table", subject: tuple[Any, ...]) -> Any:
        unknown: dict[str, Values] = {}
        found: Any = None
        try:
            if self.when is not None and not self.when(table):
                return None
        except Unknown as missing:
            unknown.update(missing.facts)
        try:
            reading = self.function if self.other_reading is None else self._reading(table, self.other_reading)
            found = reading(table, *subject)
            if not found:
                return found
        except Unknown as missing:
            unknown.update(missing.facts)
        lifted = self._lifted_by(table, subject, unknown) if self.exceptions else None
        if lifted is not None:
            return lifted[1] if lifted[0].stands_in else None
        if unknown:
            raise Unknown(unknown)
        return found

    def _reading(self, table: "Table", other: Condition) -> Condition:
        table.note_contested(self)
        return other if self.name in table.readings else self.function

    def _lifted_by(
        self, table: "Table", subject: tuple[Any, ...], unknown: dict[str, Values]
    ) -> "tuple[Rule, Any] | None":
        """The first exception that holds, with what it found."""
        for exception in self.exceptions:
            try:
                found = exception(table, *subject)
            except Unknown as missing:
                unknown.update(missing.facts)
                continue
            if found:
                table.note_override(self, exception)
                return exception, found
        return None


Subjects = type | tuple[type, ...]
Decorator = Callable[[Condition], Rule]


def _rule(effect: str, case: str, subjects: Subjects, of: str | None, when: InForce | None) -> Decorator:
    several = subjects if isinstance(subjects, tuple) else (subjects,)

    def decorate(function: Condition) -> Rule:
        return Rule(function, case, effect, several, of, when)

    return decorate


def defines(case: str, when: InForce | None = None) -> Decorator:
    """A notion that other rules lean on."""
    return _rule("defines", case, (), None, when)


def forbids(subjects: Subjects, case: str, when: InForce | None = None) -> Decorator:
    """The action is illegal where this holds."""
    return _rule("forbids", case, subjects, None, when)


def permits(subjects: Subjects, case: str, when: InForce | None = None) -> Decorator:
    """The case says that this is allowed: told to the player, it forbids nothing."""
    return _rule("permits", case, subjects, None, when)


def obliges(subjects: Subjects, case: str, when: InForce | None = None) -> Decorator:
    """What must follow from the action."""
    return _rule("obliges", case, subjects, None, when)


def costs(subjects: Subjects, case: str, when: InForce | None = None) -> Decorator:
    """Movement points that one step costs."""
    return _rule("costs", case, subjects, "cost", when)


def modifies(subjects: Subjects, case: str, of: str = "die", when: InForce | None = None) -> Decorator:
    """An amount added to a number of the action, by default the die roll."""
    return _rule("modifies", case, subjects, of, when)


def computes(subjects: Subjects, name: str, case: str, when: InForce | None = None) -> Decorator:
    """A value of the ruling, by its name."""
    return _rule("computes", case, subjects, name, when)


def rejects(case: str) -> Decorator:
    """A position in which this holds cannot stand on the table: the request is wrong."""
    return _rule("rejects", case, (), None, None)


def unless(base: Rule, case: str, when: InForce | None = None) -> Decorator:
    """An exception: where it holds, the base rule does not."""

    def decorate(function: Condition) -> Rule:
        exception = Rule(function, case, "excepts", base.subjects, None, when)
        exception.base = base
        base.exceptions.append(exception)
        return exception

    return decorate


def replaces(base: Rule, case: str, when: InForce | None = None) -> Decorator:
    """An exception with a value of its own: where it holds, that value stands in for the base's."""

    def decorate(function: Condition) -> Rule:
        exception = unless(base, case, when)(function)
        exception.stands_in = True
        return exception

    return decorate


def contested(rule: Rule) -> Callable[[Condition], Condition]:
    """The other reading of a case in which the book contradicts itself."""

    def decorate(function: Condition) -> Condition:
        rule.other_reading = function
        return function

    return decorate
