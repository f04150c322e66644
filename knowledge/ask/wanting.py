"""The one question whose answer settles most: a missing fact, asked in words."""

from collections.abc import Iterable

from knowledge.records import LANGUAGES, Language
from rulebook.game import Game

Said = dict[str, str]
ASKS: dict[str, Said] = {
    "weather": {"en": "What is the weather?", "fr": "Quel temps fait-il ?"},
    "turn": {"en": "Which turn is it?", "fr": "À quel tour est-on ?"},
    "phase": {"en": "Which phase is it?", "fr": "Dans quelle phase est-on ?"},
    "active": {"en": "Whose turn is it?", "fr": "À qui le tour ?"},
    "scenario": {"en": "Which scenario is played?", "fr": "Quel scénario joue-t-on ?"},
    "type": {"en": "What type of unit is it?", "fr": "De quel type d'unité s'agit-il ?"},
    "nation": {"en": "Of which nation is the unit?", "fr": "De quelle nation est l'unité ?"},
    "supply": {"en": "Is the unit supplied?", "fr": "L'unité est-elle ravitaillée ?"},
    "terrain": {"en": "What terrain is it?", "fr": "Quel est le terrain ?"},
    "attack": {"en": "What is the attack strength of the unit?", "fr": "Quelle est la force d'attaque de l'unité ?"},
}
OPTION: Said = {"en": "Is optional rule {name} in force?", "fr": "La règle optionnelle {name} est-elle en vigueur ?"}
CHOICES: Said = {"en": "one of: {words}", "fr": "au choix : {words}"}


def question_for(game: Game, facts: Iterable[str]) -> dict[str, str] | None:
    """The first of these facts that can be asked for, as a question."""
    return next((asked for fact in facts if (asked := _asked(game, fact))), None)


def _asked(game: Game, fact: str) -> dict[str, str] | None:
    if fact.startswith("options."):
        entry = game.vocabulary["options"].get(fact.removeprefix("options."), {})
        return {"fact": fact} | {each: OPTION[each].format(name=entry.get(each, fact)) for each in LANGUAGES}
    name = fact.rpartition(".")[2]
    if name not in ASKS:
        return None
    return {"fact": fact} | {each: ASKS[name][each] + _choices(game, name, each) for each in LANGUAGES}


def _choices(game: Game, name: str, language: Language) -> str:
    words = game.vocabulary.get(name, {}) if name == "weather" else {}
    named = ", ".join(str(entry[language]) for entry in words.values())
    return f" ({CHOICES[language].format(words=named)})" if named else ""
