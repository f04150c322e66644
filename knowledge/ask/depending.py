"""A question that says too little: of two situations that say more, one is allowed and the other is not."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from knowledge.ask.fitting import held_by
from knowledge.ask.likeness import Comparison, Likeness, Put, Wording, is_turned_round
from knowledge.ask.nearest import near_to
from knowledge.ask.posed import Told
from knowledge.ask.recognising import Recognised
from knowledge.ask.wordings import Word
from knowledge.records import Language

MORE, LESS = 0.4, 0.25
"""How much a situation may say more than the question, and how much less."""
TRIED = 3
"""How many pairs of situations are put to the umpire."""
SETTLING = ("turn", "weather", "scenario")
"""What a player may leave out, and the umpire can be asked with one and with the other."""
LOOSE = frozenset({"if", "unless", "before", "after", "moment", "own", "out"})
"""What may turn the situation that says more, and not the question."""


class Fork(NamedTuple):
    """What is allowed and what is not, of what a question leaves open."""

    allowed: Recognised
    forbidden: Recognised

    @property
    def cases(self) -> tuple[str, ...]:
        """The cases of both, those that they share first."""
        one, other = (each.situation.trial.source for each in self)
        return tuple(dict.fromkeys((*(case for case in one if case in other), *one, *other)))

    @property
    def settled_by(self) -> tuple[str, ...]:
        """What of the time would settle it: with the other's, what is allowed here is forbidden."""
        posed, other = (each.situation.trial.position for each in self)
        differing = [name for name in SETTLING if name in other and posed.get(name) != other[name]]
        told = Told(self.allowed.situation.trial)
        return tuple(name for name in differing if told.verdict_with({name: other[name]}) == "illegal")


def fork(text: str, game: str, language: Language) -> Fork | None:
    """Two situations of one case that say more than a question, and come out otherwise by their time."""
    question, near = near_to(text, game, language)
    more = [like for put, strange in near for like in _saying_more(question, put, strange)]
    legal, illegal = (
        [like for like in more if like.situation.trial.expect["verdict"] == verdict] for verdict in ("legal", "illegal")
    )
    pairs = [pair for pair in product(legal, illegal) if _share_a_case(*pair)]
    best = sorted(pairs, key=lambda pair: -pair[0].score - pair[1].score)[:TRIED]
    forks = (Fork(*(Recognised(each, language) for each in pair)) for pair in best)
    return next((each for each in forks if each.settled_by), None)


def _share_a_case(one: Likeness, other: Likeness) -> bool:
    return not set(one.situation.trial.source).isdisjoint(other.situation.trial.source)


def _saying_more(question: Wording, put: Put, strange: Collection[Word]) -> Iterator[Likeness]:
    """The wordings of a situation that say all of a question, and more."""
    compared = Comparison(question, put, strange, held_by(put, question))
    if not compared.has_nothing_foreign:
        return
    for each, left, added in compared.several:
        share = sum(word.weight for word in added) / each.weight
        if added and share <= MORE and _says_all(question, each, left, strange) and not _is_turned(question, each, put):
            yield Likeness(put.situation, each.text, (), 1 - share, is_same=False)


def _says_all(question: Wording, each: Wording, left: Sequence[Word], strange: Collection[Word]) -> bool:
    lost = [word for word in left if word not in strange]
    return not any(word.is_hard for word in lost) and sum(word.weight for word in lost) / question.weight <= LESS


def _is_turned(question: Wording, each: Wording, put: Put) -> bool:
    apart = question.turns - each.turns | each.turns - question.turns - LOOSE
    return bool(apart) or is_turned_round(question.words, each.words, put)
