"""What a question names and a situation has no word for, or has a word for and the question not.

A question may name more than any wording of a situation does ("four British corps" for four corps): what it names may
be so in the situation as it is posed. It may name less: then the umpire is asked again with that left open, and what it
still decides is decided for the question too. Nothing is guessed.
"""

import copy
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from knowledge.ask.likeness import Comparison, Likeness, Put, Wording, first_action
from knowledge.ask.reading import NAME
from knowledge.ask.wordings import Word
from knowledge.trials import Trial, laid_out
from rulebook.faults import faults_of
from rulebook.games import GAMES
from rulebook.ruling import Verdict
from rulebook.umpire import check

OF_UNITS = {"types": "type", "nations": "nation", "sides_of_play": "side", "supply": "supply"}
OF_HEXES = {"terrain": "terrain", "countries": "country", "fronts": "front"}
OF_THE_MOMENT = {"weather": "weather", "phases": "phase", "scenarios": "scenario"}
LEFT_OPEN = 0.03
"""What a fact that has to be left open takes from a score."""


class Fact(NamedTuple):
    """A word of a game's vocabulary by its kind."""

    kind: str
    word: str


def fit(question: Wording, put: Put, strange: Collection[Word]) -> Likeness:
    """How a question is like a situation, with all that the situation holds and what it does not hang on."""
    told = Told(put.situation.trial)
    held = {word for word in question.words if not word.atoms & put.atoms and _is_held(told, word, question)}
    like = Comparison(question, put, strange, held).likeness()
    if like.is_same or strange:
        return like
    return next(_with_less(question, put, held), like)


def _is_held(told: "Told", word: Word, question: Wording) -> bool:
    return any(told.holds(fact, _acts(word, question)) for fact in _facts(word))


def _acts(word: Word, wording: Wording) -> bool:
    """Whether a word tells who acts: it stands before what is done."""
    verb = first_action(wording.words)
    return word.is_actor and (verb is None or word.place < verb)


def _facts(word: Word) -> list[Fact]:
    named = (atom.removeprefix(NAME).partition(".") for atom in sorted(word.atoms) if atom.startswith(NAME))
    return [Fact(kind, rest) for kind, _, rest in named]


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
    kinds = {fact.kind for fact in _facts(word)}
    others = [each for each in question.words if not each.is_in(wording.words)]
    return any(fact.kind in kinds for each in others for fact in _facts(each))


def _stands_without(trial: Trial, word: Word) -> bool:
    """Whether the verdict on a situation stays with what a word names left open."""
    told = Told(trial)
    return any(told.leaves_open(fact) for fact in _facts(word)) and _verdict_on(told) == trial.expect["verdict"]


def _verdict_on(told: "Told") -> Verdict | None:
    """What the umpire says of it; None where it makes no position."""
    table, action = laid_out(replace(told.trial, position=told.position))
    return None if faults_of(table, action) else check(table, action).verdict


class Told:
    """A posed situation that can be asked for what it holds, and told with less."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.position: dict[str, Any] = trial.position

    def holds(self, fact: Fact, acts: bool) -> bool:
        """Whether it has this fact; one of who acts must be that of a unit of the action."""
        action = self.trial.action
        if fact.kind == "action":
            kind, _, mode = fact.word.partition(".")
            return bool(action["type"] == kind and (not mode or action.get("mode") == mode))
        if fact.kind == "modes":
            return bool(action.get("mode") == fact.word)
        if fact.kind in OF_THE_MOMENT:
            return bool(self.position.get(OF_THE_MOMENT[fact.kind]) == fact.word)
        if fact.kind == "sides":
            return any(fact.word in several for several in self._map().get("sides", {}).values())
        units = self._acting() if acts else self._units()
        return any(self._is(unit, fact) for unit in units) or any(_lies(each, fact) for each in self._hexes())

    def _is(self, unit: dict[str, Any], fact: Fact) -> bool:
        if fact.kind == "statuses":
            return fact.word in unit.get("status", ())
        if fact.kind == "sides_of_play" and "nation" in unit and "side" not in unit:
            return bool(GAMES[self.trial.game].nation(unit["nation"])["side"] == fact.word)
        return fact.kind in OF_UNITS and unit.get(OF_UNITS[fact.kind]) == fact.word

    def _units(self) -> list[dict[str, Any]]:
        units: list[dict[str, Any]] = self.position.get("units", [])
        return units

    def _acting(self) -> list[dict[str, Any]]:
        action = self.trial.action
        named = {*action.get("units", ()), action.get("unit"), *(action.get("support") or ())}
        return [unit for unit in self._units() if unit["id"] in named]

    def _attacked(self) -> list[dict[str, Any]]:
        target = self.trial.action.get("target")
        return [unit for unit in self._units() if target is not None and unit.get("hex") == target]

    def _map(self) -> dict[str, Any]:
        placed = self.position.get("map")
        return placed if isinstance(placed, dict) else {}

    def _hexes(self) -> list[dict[str, Any]]:
        placed = self._map()
        return [*placed.get("hexes", {}).values(), *([placed["elsewhere"]] if "elsewhere" in placed else [])]

    def leaves_open(self, fact: Fact) -> bool:
        """Tell it without a fact, wherever it has it; False where it has not.

        Those whom nobody would name without it (infantry that cavalry is stacked with) stay as they are.
        """
        self.position = copy.deepcopy(self.trial.position)
        named = [*self._acting(), *self._attacked()]
        for where, names in ((named, OF_UNITS), (self._hexes(), OF_HEXES), ([self.position], OF_THE_MOMENT)):
            if fact.kind in names:
                return _cleared(where, names[fact.kind], fact.word)
        return False


def _cleared(several: list[dict[str, Any]], name: str, value: str) -> bool:
    """Leave this value open wherever it stands; False where it stands nowhere."""
    having = [each for each in several if each.get(name) == value]
    for each in having:
        del each[name]
    return bool(having)


def _lies(told: dict[str, Any], fact: Fact) -> bool:
    if fact.kind == "features":
        return fact.word in told.get("features", ())
    return fact.kind in OF_HEXES and told.get(OF_HEXES[fact.kind]) == fact.word
