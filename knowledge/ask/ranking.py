"""The cases that answer a question, best first: as the search finds them, those of the kind that is asked for ahead."""

from knowledge import search
from knowledge.ask.kinds import Kind
from knowledge.ask.passages import passages
from knowledge.ask.reading import Token
from knowledge.ask.telling import FIGURE
from knowledge.desk import library
from knowledge.records import Language

FOUND = 12
SUITED: dict[Kind, frozenset[str]] = {
    "number": frozenset({"limit", "modifier", "table"}),
    "definition": frozenset({"definition"}),
    "procedure": frozenset({"procedure"}),
}
SCENARIO = "@scenarios."
ASIDE = {"scenario": 0.85, "optional-rule": 0.85, "heading": 0.9, "info": 0.9, "example": 0.9}
"""What a case of a scenario or an option counts for where neither is named, and one that rules nothing."""
SUITS, HOLDS = 0.05, 0.25
"""How much a case gains for being of the kind asked for, and for a sentence that holds all that is asked."""


def ranked(text: str, game: str, language: Language, kind: Kind, words: tuple[Token, ...]) -> tuple[str, ...]:
    """The cases of a game that answer a question, best first."""
    hits = search.search(text, game=game, limit=FOUND).hits
    if not hits:
        return ()
    matter = [token for token in words if token.weight != "filler" and token.atoms]
    best = hits[0].score
    names_scenario = any(atom.startswith(SCENARIO) for token in words for atom in token.atoms)

    def worth(hit: search.Hit) -> float:
        nature = library()[hit.id].kind
        suits = SUITS if nature in SUITED.get(kind, ()) else 0.0
        weight = ASIDE.get(nature, 1.0) if not names_scenario else 1.0
        return weight * hit.score / best + suits + HOLDS * _held(hit.id, language, kind, matter)

    return tuple(hit.id for hit in sorted(hits, key=worth, reverse=True))


def _held(case: str, language: Language, kind: Kind, matter: list[Token]) -> float:
    """How much of what is asked the best sentence of a case holds; a number must be in it where one is asked for."""
    several = [
        each for each in passages(case, language) if kind not in ("number", "when") or FIGURE.search(each.text)
    ]
    return max((each.coverage(matter) for each in several), default=0.0)
