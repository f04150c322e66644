"""How much alike a question and a situation in words are, and whether they ask the same."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from knowledge.ask import lists
from knowledge.ask.clauses import untagged
from knowledge.ask.posed import Told, facts_of
from knowledge.ask.situations import Situation
from knowledge.ask.turns import ASKING, sum_of, turns_of
from knowledge.ask.wordings import Word, words_of
from knowledge.records import Language

LEFT_OUT, ADDED = 0.15, 0.15
"""How much a wording that says the same may leave out of a question and add to it."""
STRANGE = 0.7
"""How much less a word weighs against a situation that no situation of the game holds: it tells a story."""
UNLIKE, HARD, BOUND = 0.2, 0.15, 0.1
"""How much a situation as a whole may leave out and add, and what hard words and other bounds take from a score."""
DROPPED = 0.3
"""How much of a wording may be left out, however seldom the others say it: the verb of a short one may not."""
FIGHTING = ("attack", "bombard", "support", "losses")
"""What is done to others: who stands behind its verb suffers it."""
MOST_HARD = 3
PASSING = frozenset({"before", "after", "moment", "own"})
"""What may turn some wordings of a situation and not others: it is said in passing."""
EVERY = 0.3
"""A plain word that so much of a situation's wordings have, and the question has not, is part of what it asks."""


@dataclass(frozen=True)
class Wording:
    """A question as it was put, by its words."""

    text: str
    words: tuple[Word, ...]
    turns: frozenset[str]

    @property
    def asks(self) -> frozenset[str]:
        """What turns it that its words alone may not show."""
        return self.turns & ASKING

    @cached_property
    def weight(self) -> float:
        return sum(word.weight for word in self.words) or 1.0

    @cached_property
    def sum(self) -> tuple[bool, bool]:
        """Whether it adds, and whether it takes away."""
        return sum_of(self.text)


def wording(text: str, game: str, language: Language) -> Wording:
    said = lists.idle(language).sub("", untagged(text, language))
    words = words_of(said, game, language)
    named = {"moment"} if any(word.is_phase for word in words) else set()
    return Wording(text, words, turns_of(said, language) - named)


def as_kept(each: Wording) -> list[Any]:
    """A wording as plain data."""
    return [each.text, sorted(each.turns), [_word_as_kept(word) for word in each.words]]


def _word_as_kept(word: Word) -> list[Any]:
    return [sorted(value) if isinstance(value, frozenset) else value for value in vars(word).values()]


def from_kept(told: list[Any]) -> Wording:
    """A wording out of plain data."""
    text, turns, words = told
    return Wording(text, tuple(map(_word_from, words)), frozenset(turns))


def _word_from(told: list[Any]) -> Word:
    values: list[Any] = [frozenset(value) if isinstance(value, list) else value for value in told]
    return Word(*values)


class Put:
    """A situation as it is put: its wordings, all that they say, and how much each word is part of what is asked."""

    def __init__(self, situation: Situation, wordings: Sequence[Wording]) -> None:
        self.situation = situation
        self.wordings = tuple(wordings)
        self.words = tuple(word for each in wordings for word in each.words)
        self.atoms = frozenset(atom for word in self.words for atom in word.atoms)

    @property
    def verdict(self) -> str:
        """As the umpire gives it: the build has put every situation to it."""
        return str(self.situation.trial.expect["verdict"])

    @cached_property
    def sum(self) -> tuple[bool, bool]:
        """Whether any of its wordings adds, and whether any takes away."""
        sums = [each.sum for each in self.wordings]
        return any(adds for adds, _ in sums), any(takes for _, takes in sums)

    def is_turned_both_ways(self, turn: str) -> bool:
        """Whether some of its wordings are turned so and others are not."""
        return 0 < sum(turn in each.turns for each in self.wordings) < len(self.wordings)

    @cached_property
    def told(self) -> Told:
        return Told(self.situation.trial)

    @cached_property
    def fellows(self) -> frozenset[str]:
        """What those are who do together what is asked about: to name one of them first makes no difference."""
        return self.told.fellows()

    @cached_property
    def movers(self) -> frozenset[str]:
        """What those are whom a player moves, stacks or places: `the AGB moves` is `I move the AGB`."""
        return frozenset() if self.situation.trial.action["type"] in FIGHTING else self.told.named(self.told.acting())

    @property
    def is_of_stacking(self) -> bool:
        """Whether those who are named share a hex, and nobody acts upon another."""
        return bool(self.situation.trial.action["type"] == "stack")

    @cached_property
    def shares(self) -> dict[Word, float]:
        """In how many of the wordings each word stands; a single wording is no proof that it must."""
        return {word: self.share_of(word) for word in set(self.words)}

    def share_of(self, word: Word) -> float:
        return sum(word.is_in(each.words) for each in self.wordings) / (len(self.wordings) + 0.5)

    def counts_otherwise(self, number: Word) -> bool:
        """Whether another number of the same is told in some wording."""
        others = [word for word in self.words if word.is_number and not word.atoms & number.atoms]
        return any(word.counts & number.counts or word.counts == number.counts for word in others)

    def is_of(self, word: Word) -> bool:
        """Whether what a word names is part of the situation, and not only said in passing, as what is not so."""
        return self.share_of(word) >= EVERY or any(self.told.holds(fact, acts=False) for fact in facts_of(word))


@dataclass(frozen=True)
class Likeness:
    """A situation by the wording of it that is nearest to a question.

    `lacking` are the hard words that the question or this wording has and the other has not, `unsaid` how many of the
    question's this wording has not, whether they need a counterpart or not. `is_same` tells whether they ask the same,
    `is_put_otherwise` whether one denies, sets a condition or asks for a duty, and the other not.
    """

    situation: Situation
    phrase: str
    lacking: tuple[str, ...]
    score: float
    is_same: bool
    is_put_otherwise: bool = False
    unsaid: int = 0


def likeness(
    question: Wording, put: Put, strange: Collection[Word] = (), excused: Collection[Word] = ()
) -> Likeness:
    """How a question is like a situation.

    `strange` are its words that no situation of the game holds, `excused` those of either that need no counterpart.
    """
    return Comparison(question, put, strange, excused).likeness()


class Comparison:
    """A question beside the nearest wording of a situation."""

    def __init__(self, question: Wording, put: Put, strange: Collection[Word], excused: Collection[Word] = ()) -> None:
        self.question, self.put = question, put
        self.several = [
            (each, _not_in(question.words, each.words, excused), _not_in(each.words, question.words, excused))
            for each in put.wordings
        ]
        self.nearest, self.left, self.added = min(
            self.several, key=lambda found: (
                found[0].turns != question.turns,
                _weight(found[1]) / question.weight + _weight(found[2]) / found[0].weight,
            ),
        )
        self.outside = _not_in(question.words, put.words, excused)
        self.strange = [word for word in self.outside if word in strange]

    def likeness(self) -> Likeness:
        lacking = [word.said for word in (*self.left, *self.added) if word.is_hard]
        return Likeness(
            self.put.situation, self.nearest.text, tuple(lacking), self._score(),
            (self._says_the_same() or any(self._means_the_same(*each) for each in self.several))
            and not self._is_reversed,
            self.nearest.asks != self.question.asks,
            sum(word.is_hard and not word.is_in(self.nearest.words) for word in self.question.words),
        )

    def _score(self) -> float:
        added = self._added(self.nearest, self.added) + self._added(self.nearest, self.added, self.put.shares)
        apart = self._share(self.left) + self._share(self.outside) + added
        hard = sum(word.is_hard for word in self._foreign()) + self._hard_added()
        return 1 - apart / 2 - HARD * min(hard, MOST_HARD) - (0 if self._is_bound_alike(self.nearest) else BOUND)

    def _is_put_alike(self, each: Wording) -> bool:
        """Whether nothing turns or bounds one that does not the other, and the same act upon the same."""
        is_turned = is_turned_round(self.question.words, each.words, self.put)
        turns_alike = self._turns_alike(each, each.turns ^ self.question.turns)
        return turns_alike and not is_turned and self._is_bound_alike(each) and not self._doubles(each)

    def _turns_alike(self, each: Wording, apart: frozenset[str]) -> bool:
        """Whether nothing turns one of them alone; a condition may be told without an if, if all of it is told."""
        apart -= {turn for turn in apart & PASSING if self.put.is_turned_both_ways(turn)}
        if "if" not in apart:
            return not apart
        one, other = (each, self.question) if "if" in each.turns else (self.question, each)
        given = [word for word in one.words if word.is_given and word not in self.strange]
        return apart == {"if"} and all(word.is_in(other.words) for word in given)

    def _says_the_same(self) -> bool:
        """Word for word: nearly all of the question and of a wording, and no hard word on one side alone."""
        is_held = self._share(self.outside) <= LEFT_OUT and _are_bound(self.question.words, self.put.words)
        return is_held and any(self._repeats(*each) for each in self.several)

    def _repeats(self, each: Wording, left: list[Word], added: list[Word]) -> bool:
        has_all = not any(word.is_hard for word in (*left, *added)) and not self._doubles(each)
        apart = (each.turns ^ self.question.turns) & ASKING
        is_put = self._turns_alike(each, apart) and not is_turned_round(self.question.words, each.words, self.put)
        return has_all and is_put and _weight(added) / each.weight <= ADDED

    def _means_the_same(self, each: Wording, left: Sequence[Word], added: Sequence[Word]) -> bool:
        """In the words of the situation as a whole, beside one wording of it."""
        plain = sum(self.put.shares[word] for word in added if not word.is_light)
        return (
            self.has_nothing_foreign
            and all(self.put.is_of(word) for word in left if self._needs_its_like(word) and word not in self.outside)
            and not any(word.is_hard for word in added) and plain < EVERY
            and self._added(each, added, self.put.shares) <= UNLIKE
            and self._added(each, added) <= DROPPED
            and self._is_put_alike(each)
        )

    def _needs_its_like(self, word: Word) -> bool:
        """Whether that another wording says it is no proof that this one may: a name, or one of several numbers."""
        return bool(word.names) or (word.is_number and self.put.counts_otherwise(word))

    @property
    def has_nothing_foreign(self) -> bool:
        """Whether the situation as a whole says what the question says, but for what tells a story."""
        left_out = self._share(self.outside) - STRANGE * self._share(self.strange)
        return left_out <= UNLIKE and not any(not word.is_light for word in self._foreign())

    def _doubles(self, each: Wording) -> bool:
        """Whether a wording names those twice whom the question names once: tanks with tanks are not tanks."""
        return any(_is_doubled(word, each.words) and not _is_doubled(word, self.question.words) for word in each.words)

    @cached_property
    def _is_reversed(self) -> bool:
        """Whether the question only adds what the situation only takes away, or the other way round."""
        return sorted((self.put.sum, self.question.sum)) == [(False, True), (True, False)]

    def _foreign(self) -> list[Word]:
        """The words of the question that other situations have, and this one has not."""
        return [word for word in self.outside if word not in self.strange]

    def _hard_added(self) -> float:
        return sum(self.put.shares[word] for word in self.added if word.is_hard)

    def _share(self, words: Iterable[Word]) -> float:
        return _weight(words) / self.question.weight

    def _added(self, each: Wording, added: Sequence[Word], shares: dict[Word, float] | None = None) -> float:
        """How much of a wording the question lacks; by `shares` as far as it is part of the situation."""
        return sum(word.weight * (shares[word] if shares else 1.0) for word in added) / each.weight

    def _is_bound_alike(self, each: Wording) -> bool:
        """Whether what both name is before, without, outside … in both or in neither."""
        return _are_bound(self.question.words, self.put.words) and _are_bound(each.words, self.question.words)


def is_turned_round(words: Sequence[Word], others: Sequence[Word], put: Put) -> bool:
    """Whether one who acts in one question is acted upon in the other, or those who act stand the other way."""
    if _only_has_the_turn(words, others) or _only_has_the_turn(others, words):
        return True
    named = [word for word in words if word.is_actor]
    if put.is_of_stacking and all(word.names & put.fellows for word in named):
        return False
    actors = [pair for pair in _paired(named, others) if not _tells_of_the_same(*pair, words, others)]
    ours, theirs = first_action(words), first_action(others)
    if ours is not None and theirs is not None:
        told = _led(words, ours) and _led(others, theirs)
        bound = actors if told else [pair for pair in actors if not pair[0].names & put.movers]
        if any((one.place < ours) != (two.place < theirs) for one, two in bound):
            return True
    apart = [pair for pair in actors if not pair[0].names & put.fellows]
    ranks = list(_paired([word for word in words if word.is_country or word.is_ordinal], others))
    return _cross(apart, actors) or _cross(ranks, ranks)


def _tells_of_the_same(one: Word, other: Word, words: Sequence[Word], others: Sequence[Word]) -> bool:
    """Whether both only say whose a thing is: a British step is one wherever it stands."""
    things = [
        [each for each in several if abs(each.place - word.place) == 1 and not (each.is_light or each.names)]
        for word, several in ((one, words), (other, others))
    ]
    return any(ours.is_like(theirs) for ours in things[0] for theirs in things[1])


def _only_has_the_turn(words: Sequence[Word], others: Sequence[Word]) -> bool:
    """Whether a side in whose turn one asks of others acts in the other question."""
    acting = {name for word in words if word.is_actor for name in word.names}
    owners = [word for word in words if word.is_whose and word.is_asked and word.names and not word.names & acting]
    alike = [[other for other in others if owner.names & other.names] for owner in owners]
    return any(several and all(other.is_actor for other in several) for several in alike)


def _led(words: Sequence[Word], verb: int) -> bool:
    """Whether somebody is named who acts, and it is not only the player who does."""
    return any(word.is_actor and word.place < verb for word in words)


Pair = tuple[Word, Word]


def _cross(several: Iterable[Pair], others: Sequence[Pair]) -> bool:
    """Whether some words stand in another order in one question than in the other."""
    return any(
        (one.place - three.place) * (two.place - four.place) < 0 for one, two in several for three, four in others
    )


def _paired(words: Sequence[Word], others: Sequence[Word]) -> Iterator[Pair]:
    """Each of some words with the same in the other question; one that is said twice is paired with its second."""
    left = list(others)
    for word in words:
        alike = [other for other in left if word.is_like(other)] or [each for each in others if word.is_like(each)]
        if alike:
            left = [other for other in left if other is not alike[0]]
            yield word, alike[0]


def first_action(words: Sequence[Word]) -> int | None:
    """Where that stands which is asked about; what is done in a sentence before it only tells of the table."""
    acts = [word for word in words if word.is_action and not word.names]
    return min((word.place for word in acts if word.is_asked), default=min((word.place for word in acts), default=None))


def _are_bound(words: Iterable[Word], others: Sequence[Word]) -> bool:
    for word in words:
        alike = [other for other in others if word.can_be_bound and word.is_like(other)]
        if alike and not any(word.is_bound_as(other) for other in alike):
            return False
    return True


def _not_in(words: Sequence[Word], others: Sequence[Word], excused: Collection[Word]) -> list[Word]:
    """Those of some words that the others lack; a number that is said twice has to be said twice there."""
    left = [word for word in words if not word.is_in(others) and word not in excused]
    numbers = [word for word in words if word.is_number and word not in left and word not in excused]
    return [*left, *(word for at, word in enumerate(numbers) if _said(word, numbers[:at + 1]) > _said(word, others))]


def _is_doubled(word: Word, several: Iterable[Word]) -> bool:
    """Whether some words name one who acts in two places."""
    places = sorted(other.place for other in several if word.is_actor and word.is_like(other))
    return any(two - one > 1 for one, two in pairwise(places))


def _said(word: Word, several: Iterable[Word]) -> int:
    return sum(word.is_like(other) for other in several)


def _weight(words: Iterable[Word]) -> float:
    return sum(word.weight for word in words)
