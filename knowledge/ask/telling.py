"""The answer in words: one or two sentences, with the cases quoted, in both languages."""

import re
from collections.abc import Sequence
from typing import Any

from knowledge.ask.depending import Fork
from knowledge.ask.kinds import Kind
from knowledge.ask.passages import Passage, passages
from knowledge.ask.reading import Token
from knowledge.ask.recognising import Recognised
from knowledge.desk import library
from knowledge.records import LANGUAGES, Case, Language
from rulebook.ruling import Verdict

Said = dict[str, str]
LEAD: dict[Verdict, Said] = {
    "legal": {"en": "Allowed.", "fr": "C'est permis."},
    "illegal": {"en": "Not allowed.", "fr": "Ce n'est pas permis."},
    "undetermined": {"en": "It depends.", "fr": "Cela dépend."},
}
NOT_SETTLED: Said = {
    "en": "No ruling: the question was not understood well enough for one. What the rules say:",
    "fr": "Pas de décision : la question n'a pas été assez bien comprise. Ce que disent les règles :",
}
NOT_FOUND: Said = {
    "en": "Not understood: no case speaks of this. Try other words, or name the unit, the action and the terrain.",
    "fr": "Pas compris : aucun cas n'en parle. Essayez d'autres mots, ou nommez l'unité, l'action et le terrain.",
}
READ_AS: Said = {"en": "Read as: “{asked}”", "fr": "Compris comme : « {asked} »"}
EITHER: Said = {
    "en": "Yes to: “{allowed}” No to: “{forbidden}”",
    "fr": "Oui à : « {allowed} » Non à : « {forbidden} »",
}
WHICH_GAME: Said = {
    "en": "Which game is it? ({games}) The cases that come nearest:",
    "fr": "De quel jeu s'agit-il ? ({games}) Les cas les plus proches :",
}
EXCEPTIONS: Said = {"en": "Exceptions: {cases}.", "fr": "Exceptions : {cases}."}
SHORT_CASE = 420
FIGURE = re.compile(
    r"[-+]?\d|½|\b(one|two|three|four|five|six|seven|eight|nine|ten|half|double|twice|un|une|deux|trois|quatre|cinq|sept|huit|neuf|"
    r"dix|demi|moitie|moitié|double|fois)\b", re.IGNORECASE
)  # fmt: skip
FIRM = ("@", "#", "~")


def quoted(case_id: str, asked: Sequence[Token], language: Language, kind: Kind, several: int = 2) -> Said:
    """The sentences of a case that answer best, in both languages: those of one, and their likes in the other."""
    chosen = _chosen(case_id, asked, language, kind, several)
    said: Said = {language: " ".join(each.text for each in chosen)}
    for other in LANGUAGES:
        if other != language:
            said[other] = " ".join(each.text for each in _likes(chosen, passages(case_id, other)))
    return said


def _chosen(case_id: str, asked: Sequence[Token], language: Language, kind: Kind, several: int) -> list[Passage]:
    whole = passages(case_id, language)
    if sum(len(each.text) for each in whole) <= SHORT_CASE:
        return list(whole)
    best = sorted(whole, key=lambda each: (-_worth(each, asked, kind), each.place))[:several]
    if kind == "definition" and whole[0] not in best:
        best = [whole[0], *best[: several - 1]]
    return sorted(best, key=lambda each: each.place)


def _worth(passage: Passage, asked: Sequence[Token], kind: Kind) -> float:
    figure = 0.2 if kind in ("number", "when") and FIGURE.search(passage.text) else 0.0
    return passage.coverage(asked) + figure


def _likes(chosen: Sequence[Passage], others: Sequence[Passage]) -> list[Passage]:
    """The sentences of the other language that name the same things, in their order."""
    found: dict[int, Passage] = {}
    for passage in chosen:
        best = max(others, key=lambda each: (_likeness(passage, each), -abs(each.place - passage.place)))
        found[best.place] = best
    return [found[place] for place in sorted(found)]


def _likeness(one: Passage, other: Passage) -> float:
    mine, theirs = _firm(one), _firm(other)
    whole = mine | theirs
    return len(mine & theirs) / len(whole) if whole else 0.0


def _firm(passage: Passage) -> set[str]:
    """What a sentence holds whatever its language: notions, names, numbers."""
    return {atom for atom in passage.atoms if atom.startswith(FIRM) or atom[:1].isdigit()}


def cited(case: Case, said: str, language: Language) -> str:
    """A quotation with the number and the title of its case."""
    marks = ("“", "”") if language == "en" else ("« ", " »")
    colon = ":" if language == "en" else " :"
    return f"{case.number} {getattr(case.title, language)}{colon} {marks[0]}{said}{marks[1]}"


def exceptions(case_id: str, language: Language) -> str:
    """The cases that make exceptions to one, named."""
    several = [library()[id] for id in library().exceptions(library()[case_id])][:4]
    named = ", ".join(f"{each.number} {getattr(each.title, language)}" for each in several)
    return EXCEPTIONS[language].format(cases=named) if named else ""


def read_as(found: Recognised | None, language: Language) -> str:
    """The question that another was taken for."""
    return READ_AS[language].format(asked=found.read_as[language]) if found else ""


def either(found: Fork | None, language: Language) -> str:
    """What is allowed, and what is not, of what a question leaves open."""
    said = {name: each.read_as[language] for name, each in found._asdict().items()} if found else None
    return EITHER[language].format(**said) if said else ""


def near(found: Recognised) -> dict[str, Any]:
    """A question near the one that was asked, with its verdict and its cases."""
    return {**found.read_as, "verdict": found.verdict, "cases": list(found.situation.trial.source)}
