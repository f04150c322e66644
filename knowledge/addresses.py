"""A fact by its address (`units.g1.supply`, `map.hexes.2731.terrain`), told in words, and what it is."""

from typing import Any

from knowledge import naming
from knowledge.records import Language
from rulebook.game import Game

# Where the words of a field are listed in the vocabulary of a game.
VOCABULARY = {
    "weather": "weather", "phase": "phases", "active": "sides_of_play", "scenario": "scenarios", "options": "options",
    "events": "events", "tracks": "tracks", "markers": "markers", "terrain": "terrain", "features": "features",
    "control": "sides_of_play", "home": "sides_of_play", "country": "countries", "front": "fronts", "sides": "sides",
    "type": "types", "nation": "nations", "side": "sides_of_play", "supply": "supply", "status": "statuses",
    "mode": "modes",
}  # fmt: skip
TRUTHS = {True: {"en": "yes", "fr": "oui"}, False: {"en": "no", "fr": "non"}}
NAMED_BY_WORD = ("options", "events", "tracks", "status", "features", "sides")
"""Fields of which a word says enough by itself."""


def fact_told(game: Game, fact: str, lang: Language) -> str:
    """What a fact is called; one that no field of ours holds is told by its address."""
    owner, field, word = _parts(fact)
    if field not in naming.fields():
        return fact
    named = _word(game, field, word, lang) if word else _small(naming.fields()[field][lang])
    if word and field not in NAMED_BY_WORD:
        named = f"{_small(naming.fields()[field][lang])} {named}"
    return (" : " if lang == "fr" else ": ").join([*_owner(owner, lang), named])


def value_told(game: Game, fact: str, value: Any, lang: Language) -> str:
    """What a fact is, in words."""
    if isinstance(value, (list, tuple)):
        return ", ".join(value_told(game, fact, each, lang) for each in value)
    if isinstance(value, bool):
        return TRUTHS[value][lang]
    _, field, _ = _parts(fact)
    return _word(game, field, value, lang) if isinstance(value, str) else str(value)


def _parts(fact: str) -> tuple[tuple[str, str], str, str]:
    """Whose fact it is, of which field, and the word that is asked about."""
    head, *rest = fact.split(".")
    if head == "units" and len(rest) > 1:
        place = next((at for at in range(1, len(rest)) if rest[at] in naming.fields()), len(rest) - 1)
        return ("unit", ".".join(rest[:place])), rest[place], ".".join(rest[place + 1 :])
    if head == "map" and rest[:1] == ["hexes"] and len(rest) > 2:
        return ("hexes", rest[1]), rest[2], ".".join(rest[3:])
    if head == "map" and rest[:1] == ["elsewhere"] and len(rest) > 1:
        return ("elsewhere", ""), rest[1], ".".join(rest[2:])
    if head == "map" and rest[:1] == ["sides"] and len(rest) > 1:
        return ("hexes", rest[1]), "sides", ".".join(rest[2:])
    if head in ("map", "action") and rest:
        return ("", ""), rest[0], ".".join(rest[1:])
    return ("", ""), head, ".".join(rest)


def _owner(owner: tuple[str, str], lang: Language) -> list[str]:
    kind, name = owner
    if kind == "unit":
        return [name]
    return [f"{_small(naming.fields()[kind][lang])} {name}".strip()] if kind else []


def _word(game: Game, field: str, word: str, lang: Language) -> str:
    entry = game.vocabulary.get(VOCABULARY.get(field, ""), {}).get(word)
    return str(entry[lang]) if entry else naming.named(game.key, (word,), lang)


def _small(label: str) -> str:
    return label[:1].lower() + label[1:]
