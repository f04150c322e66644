"""What a rule asks about hexes that do not tell which they are, and what it finds: a tree of questions.

A rule that gets the same answers to the same questions finds the same. So it is asked again only where one differs.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rulebook.facts import Unknown
from rulebook.mechanics.probes import Looked, Something
from rulebook.rules import Rule
from rulebook.table import Table

TO, START, BETWEEN, FELT, TABLE, NEAR = range(6)
"""What a question is about: the hex that is entered, the one that is left, the way between, what rules find of them.

Of the table it is asked when and by which rules the game is played, and what is on the counters of those who move. From
NEAR on it is about the hexes around the one that is looked at, in circular order.
"""


class Question(NamedTuple):
    part: int
    trait: Any


ITSELF = Question(TABLE, "itself")
"""Asked by whoever looks at more of the table than these questions tell: no other table has that answer."""
Told = Sequence[Mapping[Any, Any]]
"""The answers, by the part that a question is about and the trait it asks for."""
NOT_ASKED: Any = object()
WANTING: Any = object()
"""What a rule finds that would know which hex it is, or that is not told all that it asks for."""
KEPT: Any = object()


class KeptPart(dict[str, Any]):
    """A part of which no more is told than this."""

    def __missing__(self, trait: str) -> Any:
        return KEPT


class Fork:
    """A question, and what follows from each answer: another question, or what the rule finds."""

    __slots__ = ("branches", "part", "question", "trait")

    def __init__(self, question: Question) -> None:
        self.question = question
        self.part, self.trait = question
        self.branches: dict[Hashable, Any] = {}


Trail = dict[Question, None]
"""Questions in the order in which they were first asked."""


class Inquiry:
    """One rule, with all that it asked and found so far."""

    __slots__ = ("_root", "is_bound", "rule")

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.is_bound = False
        """Whether it was found to look at the table itself, so that it has to be asked on each."""
        self._root: Any = NOT_ASKED

    def found(self, told: Told, trail: Trail) -> Any:
        """What the rule finds by these answers: WANTING if they are too few, NOT_ASKED if it never had them before.

        The questions that were answered are added to the trail.
        """
        node = self._root
        while type(node) is Fork:
            answer = told[node.part][node.trait]
            if answer is KEPT:
                return WANTING
            trail[node.question] = None
            node = node.branches.get(answer, NOT_ASKED)
        return node

    def note(self, asked: Collection[Question], told: Told, outcome: Any) -> None:
        """Note what the rule asked and found; if it does not ask the same again, it is not trusted."""
        self.is_bound = self.is_bound or ITSELF in asked
        try:
            self._root = grown(self._root, asked, told, outcome)
        except Astray:
            self._root = WANTING


class Astray(Exception):
    """The questions are not those of the tree."""


def grown(root: Any, asked: Iterable[Question], told: Told, outcome: Any) -> Any:
    """A tree with one more way through it, to what is found by these answers."""
    trunk = before = Fork(NO_QUESTION)
    trunk.branches[None], answer = root, None
    for question in asked:
        fork = before.branches.get(answer, NOT_ASKED)
        if fork is NOT_ASKED:
            fork = before.branches[answer] = Fork(question)
        elif type(fork) is not Fork or fork.question != question:
            raise Astray
        before, answer = fork, told[question.part][question.trait]
        if question == ITSELF and answer not in fork.branches:
            fork.branches.clear()
    known = before.branches.get(answer, NOT_ASKED)
    if known is NOT_ASKED:
        before.branches[answer] = outcome
    elif known != outcome:
        raise Astray
    return trunk.branches[None]


NO_QUESTION = Question(TO, None)


def glimpse(table: Table, rule: Rule, *subject: Any) -> Any:
    """What a rule finds by part of what it is asked about; one that cannot tell would say of which hex."""
    try:
        outcome = rule.condition(table, subject)
    except (Looked, Unknown):
        return WANTING
    return WANTING if type(outcome) is Something else outcome
