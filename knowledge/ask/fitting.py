"""What a question names and a situation has no word for, or has a word for and the question not.

A question may name more than any wording of a situation does ("four British corps" for four corps): what it names may
be so in the situation as it is posed. It may name less: then the umpire is asked again with that left open, and what it
still decides is decided for the question too. Nothing is guessed.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from knowledge.ask.figures import swapped, told_with
from knowledge.ask.likeness import Comparison, Likeness, Put, Wording, first_action
from knowledge.ask.posed import Told, facts_of
from knowledge.ask.wordings import Word
from knowledge.language import fold
from knowledge.records import LANGUAGES
from knowledge.trials import Trial

TOGETHER = frozenset({"together", "ensemble"})
BESIDE = 3
"""Within so many words behind those who act stands what they do."""
LEFT_OPEN = 0.03
"""What a fact that has to be left open takes from a score."""


def fit(question: Wording, put: Put, strange: Collection[Word]) -> Likeness:
    """How a question is like a situation, with all that the situation holds and what it does not hang on."""
    held = held_by(put, question)
    like = Comparison(question, put, strange, held).likeness()
    if like.is_same:
        return like
    found = _with_more(question, put, strange, held) or _with_other_figures(question, put, strange, held)
    return found or (like if strange else next(_with_less(question, put, held), like))


def _with_more(question: Wording, put: Put, strange: Collection[Word], held: set[Word]) -> Likeness | None:
    """The same at the time, and with those, that the question names and no wording does, if the umpire rules alike."""
    named = [word for word in question.words if word.is_hard and word not in held and not word.is_in(put.words)]
    trial, kinds = put.situation.trial, _kinds(named)
    silent = [each for each in put.wordings if not kinds.intersection(_kinds(each.words))]
    if not named or not silent:
        return None
    like = Comparison(question, Put(put.situation, silent), strange, held.union(named)).likeness()
    if not like.is_same:
        return None
    told = Told(trial)
    if not all(told.takes(word, _acts(word, question)) for word in named) or told.verdict != put.verdict:
        return None
    return replace(like, situation=replace(put.situation, trial=replace(trial, position=told.position)))


def _with_other_figures(question: Wording, put: Put, strange: Collection[Word], held: set[Word]) -> Likeness | None:
    """The same with the figures of the question in the place of those of one wording, as the umpire rules on that."""
    for each, left, added in Comparison(question, put, strange, held).several:
        pairs = swapped(left, added)
        trial = told_with(put.situation.trial, pairs, question.words) if pairs else None
        if pairs is None or trial is None:
            continue
        alone = Put(put.situation, [each])
        like = Comparison(question, alone, strange, held.union(*pairs)).likeness()
        verdict = Told(trial).verdict if like.is_same else None
        if verdict is not None:
            posed = replace(trial, expect={"verdict": verdict})
            situation = replace(put.situation, trial=posed, asked=dict.fromkeys(LANGUAGES, (question.text,)))
            return replace(like, situation=situation, phrase=question.text)
    return None


def held_by(put: Put, question: Wording) -> set[Word]:
    """The words of a question that no wording of a situation has, and that are so in it."""
    return {word for word in question.words if not word.is_in(put.words) and _is_held(word, question, put)}


def _kinds(words: Iterable[Word]) -> set[str]:
    return {fact.kind for word in words for fact in facts_of(word)}


def _is_held(word: Word, question: Wording, put: Put) -> bool:
    if put.is_of_stacking and word.said.casefold() in TOGETHER:
        return True
    if word.is_number and not word.names:
        return put.told.has_as_many(word)
    facts = [fact for fact in facts_of(word) if fact.kind != "action" or _is_done_by(put, question)]
    if _defends(word, question):
        return any(put.told.is_attacked(fact) for fact in facts)
    return any(put.told.holds(fact, _acts(word, question)) for fact in facts)


def _defends(word: Word, question: Wording) -> bool:
    """Whether a question tells of those whom a word names that they defend."""
    behind = [other for other in question.words if 0 < other.place - word.place <= BESIDE]
    return word.is_actor and any(fold(other.said).startswith("defen") for other in behind)


def _is_done_by(put: Put, question: Wording) -> bool:
    """Whether those who are named before what is done are those who do it: the attacked do not attack."""
    named = [facts_of(word) for word in question.words if _acts(word, question)]
    return all(any(put.told.holds(fact, acts=True) for fact in facts) for facts in named if facts)


def _acts(word: Word, wording: Wording) -> bool:
    """Whether a word tells who acts: it stands before what is done, and not of those who only defend."""
    verb = first_action(wording.words)
    return word.is_actor and (verb is None or word.place < verb) and not _defends(word, wording)


def _with_less(question: Wording, put: Put, held: set[Word]) -> Iterator[Likeness]:
    """The same with the one fact left open that a wording names and the question does not."""
    for wording in put.wordings:
        added = [word for word in wording.words if word.is_hard and not word.is_in(question.words)]
        if len(added) != 1 or _is_named_otherwise(added[0], question, wording):
            continue
        if _acts(added[0], wording) and any(_acts(word, question) for word in question.words):
            continue
        found = Comparison(question, put, (), held.union(added)).likeness()
        if found.is_same and _stands_without(put.situation.trial, added[0]):
            yield replace(found, phrase=wording.text, score=found.score - LEFT_OPEN)


def _is_named_otherwise(word: Word, question: Wording, wording: Wording) -> bool:
    """Whether the question names something else of its kind than the wording does: Germans are no Americans."""
    kinds = _kinds([word])
    others = [each for each in question.words if not each.is_in(wording.words)]
    return any(fact.kind in kinds for each in others for fact in facts_of(each))


def _stands_without(trial: Trial, word: Word) -> bool:
    """Whether the verdict on a situation stays with what a word names left open."""
    told = Told(trial)
    return any(told.leaves_open(fact) for fact in facts_of(word)) and told.verdict == trial.expect["verdict"]


