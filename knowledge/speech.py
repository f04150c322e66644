"""A ruling in words: every sentence in English and French, from the same facts."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from knowledge.addresses import fact_told, value_told
from knowledge.library import Library
from knowledge.naming import results_of
from knowledge.records import LANGUAGES, Language
from rulebook.actions import ActionModel
from rulebook.game import Game
from rulebook.ruling import Finding, Instead, Ruling

Said = dict[str, str]
Entries = Mapping[str, Mapping[str, Any]]

# Which words of a sentence are translated, and from which part of the game's vocabulary.
TRANSLATED = {
    "phase": "phases", "weather": "weather", "terrain": "terrain", "mode": "modes", "nation": "nations",
    "type": "types", "feature": "features", "side": "sides_of_play", "scenario": "scenarios", "supply": "supply",
    "status": "statuses", "river": "sides", "country": "countries", "entry": "entries", "event": "events",
    "army": "nations", "option": "options", "active": "sides_of_play",
}
COUNTED = ("said", "found")
"""Words of a sentence that tell what was held to be right and what is: results have names among the values."""

UNSETTLED = {"en": "Not settled by the facts given: {title}.", "fr": "Les faits donnés ne tranchent pas : {title}."}
COMPUTED = {"en": "Worked out under {number}, {title}.", "fr": "Calculé selon {number}, {title}."}
GIVEN = {"en": "If {facts}: ", "fr": "Si {facts} : "}
INSTEAD: dict[str, Said] = {
    "stop": {"en": "Legal if it stops in {at}.", "fr": "Permis en s'arrêtant en {at}."},
    "path": {"en": "Legal by the path {path}.", "fr": "Permis par le chemin {path}."},
    "without": {"en": "Legal without {unit}.", "fr": "Permis sans {unit}."},
    "alone": {"en": "Legal for {unit} alone.", "fr": "Permis pour {unit} seul."},
    "with": {"en": "Legal together with {unit}.", "fr": "Permis avec {unit}."},
    "hex": {"en": "Legal in {at}.", "fr": "Permis en {at}."},
    "points": {"en": "Legal with {points} step(s).", "fr": "Permis avec {points} pas."},
    "mode": {"en": "Legal by {mode}.", "fr": "Permis par {mode}."},
    "source": {"en": "Legal with {source} steps.", "fr": "Permis avec les pas {source}."},
    "entry": {"en": "Legal as {entry}.", "fr": "Permis comme {entry}."},
    "phase": {"en": "Legal in the {phase}.", "fr": "Permis dans la {phase}."},
}
PLACEHOLDER = re.compile(r"{(\w+)}")
KEPT = 2048
"""Cases of which the sentence without words is kept, and sets of cases of which it is kept what else to see."""


def told(game: Game, library: Library, ruling: Ruling, action: ActionModel) -> dict[str, Any]:
    """The ruling as every caller gets it: the contract's object."""
    named = action.__dict__
    common = {"units": named.get("units") or named.get("unit") or named.get("marker")}
    cites, see_also = _referred_to(library, tuple(ruling.cases()))
    answer: dict[str, Any] = {
        "verdict": ruling.verdict,
        "findings": [_finding(game, library, finding, common) for finding in ruling.findings],
        "overridden": [{"case": case, "by": by} for case, by in ruling.overridden],
        "missing": [
            {"fact": item.fact, "needed_by": list(item.needed_by), "would_decide": item.would_decide}
            for item in ruling.missing
        ],
        "values": ruling.values,
        "instead": [_instead(game, change) for change in ruling.instead],
        "cites": [*cites],
        "see_also": [*see_also],
    }
    answer.update(_asides(ruling))
    return answer


def _asides(ruling: Ruling) -> dict[str, Any]:
    """What is only said when there is something to say."""
    found: dict[str, Any] = {}
    if ruling.provisos:
        found["provisos"] = [{"fact": fact, "taken_as": value} for fact, value in ruling.provisos.items()]
    if ruling.contested:
        found["contested"] = [
            {"case": item.case, "predicate": item.predicate}
            | {"other_reading": {"verdict": item.verdict, "values": item.values}}
            for item in ruling.contested
        ]
    if ruling.contradictions:
        found["contradictions"] = [
            {"fact": item.fact, "posted": item.posted, "rulebook": item.printed, "case": item.case}
            for item in ruling.contradictions
        ]
    if ruling.cut_short:
        found["cut_short"] = True
    return found


def _finding(game: Game, library: Library, finding: Finding, common: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "case": finding.case, "predicate": finding.predicate, "effect": finding.effect, "holds": finding.holds,
    }
    if finding.at is not None:
        found["at"] = finding.at
    if finding.value is not None:
        found["value"] = finding.value
    if finding.given:
        found["given"] = finding.given
    found["says"] = says(game, library, finding, common)
    found["facts"] = finding.facts
    return found


def says(game: Game, library: Library, finding: Finding, common: Mapping[str, Any]) -> Said:
    """The sentence of a finding, in both languages."""
    sentence = library[finding.case].says.get(finding.predicate)
    if finding.holds is None or sentence is None:
        return _of_the_case(library, finding.case, finding.holds is None)
    words = {**common, **finding.words, "at": finding.at, "value": _signed(finding)}
    said = {"en": filled(game, sentence.en, words, "en"), "fr": filled(game, sentence.fr, words, "fr")}
    if finding.given:
        return {language: _given(game, finding.given, language) + said[language] for language in LANGUAGES}
    return said


@lru_cache(maxsize=KEPT)
def _of_the_case(library: Library, case_id: str, is_unsettled: bool) -> Said:
    """What is told of a finding that has no sentence, put together once: nobody writes in it."""
    case, told = library[case_id], UNSETTLED if is_unsettled else COMPUTED
    titles = dict(case.title)
    return {language: told[language].format(number=case.number, title=titles[language]) for language in LANGUAGES}


def _signed(finding: Finding) -> Any:
    if finding.value is None or finding.effect != "modifies":
        return finding.value
    return f"{finding.value:+d}"


def _given(game: Game, given: Mapping[str, Any], language: Language) -> str:
    facts = ", ".join(
        f"{fact_told(game, fact, language)} = {value_told(game, fact, value, language)}"
        for fact, value in given.items()
    )
    return GIVEN[language].format(facts=facts)


def filled(game: Game, template: str, words: Mapping[str, Any], language: Language) -> str:
    """A sentence with its words put in, those of the game's vocabulary in the reader's language."""
    text, slots, is_a_name = _taken_apart(game, template)
    for name, entries, after in slots:
        text += _spoken(entries, words.get(name), language) + after
    return text if is_a_name else text[:1].upper() + text[1:]


@cache
def _taken_apart(game: Game, template: str) -> tuple[str, list[tuple[str, Entries, str]], bool]:
    """How a sentence begins; each word, its part of the vocabulary and what follows; whether a name comes first."""
    first, *rest = PLACEHOLDER.split(template)
    names, after = rest[::2], rest[1::2]
    entries = [_entries(game, name) for name in names]
    is_a_name = not first and bool(names) and names[0] not in TRANSLATED
    return first, list(zip(names, entries, after, strict=True)), is_a_name


def _entries(game: Game, name: str) -> Entries:
    """The words that may stand in one place of a sentence, with what they are called."""
    return results_of(game.key) if name in COUNTED else game.vocabulary.get(TRANSLATED.get(name, ""), {})


def _spoken(entries: Entries, value: Any, language: Language) -> str:
    if value is None:
        return "…"
    if isinstance(value, (list, tuple)):
        return ", ".join([_spoken(entries, item, language) for item in value])
    entry = entries.get(str(value))
    return str(entry[language]) if entry else str(value)


def _instead(game: Game, change: Instead) -> dict[str, Any]:
    said = {language: filled(game, INSTEAD[change.kind][language], change.words, language) for language in LANGUAGES}
    return {"change": change.change, "says": said, "cases": list(change.cases)}


@lru_cache(maxsize=KEPT)
def _referred_to(library: Library, cases: tuple[str, ...]) -> tuple[list[dict[str, Any]], list[str]]:
    """The cases as they are cited; what they refer to, and what excepts them, beyond those already cited."""
    found: dict[str, None] = {}
    for case in (library[case_id] for case_id in cases if case_id in library):
        found.update(dict.fromkeys((*library.exceptions(case), *case.cites)))
    cites = [library.cited(case_id) for case_id in cases if case_id in library]
    return cites, [case_id for case_id in found if case_id not in cases]
