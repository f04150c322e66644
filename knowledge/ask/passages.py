"""The sentences of a case, each with the roots and names that it holds, and those of what surrounds it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from knowledge.ask.reading import NAME, Token, atoms_of
from knowledge.desk import library
from knowledge.language import WORD, fold
from knowledge.records import Language

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^a-z])|(?<=;)\s+|\n\s*[-•]\s*|\n\s*\n")
TOPIC, BEFORE, AROUND = 0.9, 0.7, 0.6
"""How much a word counts that stands in the title, in the sentence before, or in the index terms."""
LIGHT = 0.25
ACTORS = frozenset({"@types", "@nations", "@roles"})
PRONOUNS = frozenset("they it he these those none il elle ils elles aucun aucune nul nulle".split())
FIRM = ACTORS | {"@terrain", "@features", "@sides", "@weather", "@supply", "@statuses"}
"""The kinds of words of which one does not pass for another, however alike they are spelled."""


@dataclass(frozen=True)
class Passage:
    """One sentence of a case, with the roots of its title, of the sentence before it, and of its index terms."""

    case: str
    place: int
    text: str
    atoms: frozenset[str]
    topic: frozenset[str]
    before: frozenset[str]
    around: frozenset[str]

    def holds(self, token: Token) -> float:
        """How far it holds a word: in itself, in what surrounds it, or not at all."""
        if meet(token.atoms, self.atoms):
            return 1.0
        if any(kind_of(atom) in self.actors for atom in token.atoms):
            return 0.0
        if meet(token.atoms, self.topic):
            return TOPIC
        if meet(token.atoms, self.before):
            return BEFORE
        return AROUND if meet(token.atoms, self.around) else 0.0

    def holds_all(self, asked: Sequence[Token]) -> bool:
        """Whether it holds all that is asked, and at least half of it in itself."""
        refers = fold(self.text.split(maxsplit=1)[0]) in PRONOUNS
        held = [self.holds(token) for token in asked]
        return bool(held) and min(held) >= (BEFORE if refers else TOPIC)

    @property
    def actors(self) -> set[str]:
        """The kinds of actors that the sentence names itself: it speaks of these, and not of those before."""
        return {kind for atom in self.atoms if (kind := kind_of(atom)) in ACTORS}

    def coverage(self, asked: Sequence[Token]) -> float:
        """How much of what is asked it holds, from 0 to 1."""
        weights = [LIGHT if token.weight == "light" else 1.0 for token in asked]
        held = sum(weight * self.holds(token) for token, weight in zip(asked, weights, strict=True))
        return held / sum(weights) if weights else 0.0


def meet(asked: frozenset[str], held: frozenset[str]) -> bool:
    """Whether a text holds a word: by its name where it has one and the text names things of that kind."""
    common = asked & held
    if not common:
        return False
    kinds = {kind_of(atom) for atom in asked} & FIRM
    named = {kind_of(atom) for atom in held} & kinds
    return not named or any(atom.startswith(NAME) for atom in common)


def kind_of(atom: str) -> str:
    """The kind of word that a name is of."""
    return atom.partition(".")[0]


@lru_cache(maxsize=4096)
def passages(case_id: str, language: Language) -> tuple[Passage, ...]:
    """The sentences of a case."""
    case = library()[case_id]
    topic = _atoms(getattr(case.title, language), language, case.game)
    names = [name for term in library().index_of(case) for name in (getattr(term, language), *term.also)]
    named = frozenset().union(*(_atoms(name, language, case.game) for name in names))
    found: list[Passage] = []
    before: frozenset[str] = frozenset()
    is_part = False
    for place, sentence in enumerate(sentences(getattr(case.text, language))):
        atoms = _atoms(sentence, language, case.game)
        found.append(Passage(case_id, place, sentence, atoms, topic, before, named))
        before = before | atoms if is_part else atoms
        is_part = sentence.endswith(";")
    return tuple(found)


def sentences(text: str) -> list[str]:
    """The sentences of a text, list items included."""
    return [whole for each in SENTENCE.split(text) if (whole := " ".join(each.split()).removeprefix("- "))]


def _atoms(text: str, language: Language, game: str) -> frozenset[str]:
    return frozenset().union(*atoms_of(WORD.findall(text), language, game))
