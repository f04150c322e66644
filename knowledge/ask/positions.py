"""A question about a posted position: the units and hexes that it names are those on the table."""

import json
import re
from typing import Any

from knowledge import desk
from knowledge.addresses import fact_told
from knowledge.ask.lexicon import mentions
from knowledge.ask.reading import tokens
from knowledge.language import WORD
from knowledge.records import LANGUAGES, Language
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.position import Position

REACH: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(get|reach|go|move|enter|make it|march)\b", re.IGNORECASE),
    "fr": re.compile(
        r"\b(aller|atteindre|rejoindre|bouger|entrer|arriver|parvenir|se rendre|gagner|déplacer)\b", re.IGNORECASE
    ),
}
SUPPLY: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\bsuppl", re.IGNORECASE), "fr": re.compile(r"\bravitaill", re.IGNORECASE),
}
Said = dict[str, str]
REACHES: Said = {
    "en": "Allowed: {unit} can get to {hex} by {path}, for {cost} of movement.",
    "fr": "C'est permis : {unit} peut aller en {hex} par {path}, pour {cost} de mouvement.",
}
BARRED: Said = {
    "en": "Not allowed: {unit} cannot get to {hex} now.",
    "fr": "Ce n'est pas permis : {unit} ne peut pas aller en {hex}.",
}
WAITS: Said = {
    "en": "It depends on facts that the position does not give: {facts}.",
    "fr": "Cela dépend de faits que la position ne donne pas : {facts}.",
}
LEGAL: Said = {"en": "Allowed.", "fr": "C'est permis."}
ILLEGAL: Said = {"en": "Not allowed.", "fr": "Ce n'est pas permis."}


def on_position(position: Position, text: str, language: Language) -> dict[str, Any] | None:
    """The answer on the posted table; None where the question names no unit of it."""
    game = GAMES[position.game]
    words = WORD.findall(text)
    known = {unit.id.casefold(): unit.id for unit in position.units}
    units = [known[word.casefold()] for word in words if word.casefold() in known]
    hexes = [word.upper() for word in words if game.grid.contains(word.upper()) and word.casefold() not in known]
    if not units:
        return None
    action = _action(position, text, language, units, hexes)
    if action is None and hexes and REACH[language].search(text):
        return _reached(position, units[0], hexes[-1], language)
    if action is None:
        return None
    return _judged(position, action, language)


def _body(position: Position, **rest: Any) -> str:
    return json.dumps({"position": position.model_dump(mode="json", exclude_unset=True), **rest})


def _action(
    position: Position, text: str, language: Language, units: list[str], hexes: list[str]
) -> dict[str, Any] | None:
    """The action that a question names, whole with the units and hexes of the table."""
    words = [token.word for token in tokens(text, language, position.game)]
    named = {each.word for each in mentions(position.game, language, words) if each.kind == "action"}
    if "attack" in named and hexes:
        return {"type": "attack", "units": units, "target": hexes[-1], "support": [], "against": []}
    if "zoc" in named and hexes:
        return {"type": "zoc", "units": units[:1], "hex": hexes[-1]}
    if "stack" in named and hexes:
        return {"type": "stack", "units": units, "hex": hexes[-1]}
    if "advance" in named and hexes:
        return {"type": "advance", "units": units, "to": hexes[-1]}
    if SUPPLY[language].search(text):
        return {"type": "supply", "units": units[:1]}
    return None


def _judged(position: Position, action: dict[str, Any], language: Language) -> dict[str, Any]:
    """The umpire's ruling on the table as it is, nothing assumed."""
    ruling = desk.adjudicate(_body(position, action=action))
    said = {each: _sentence(GAMES[position.game], ruling, each) for each in LANGUAGES}
    return ruling | _answered(position, action, language, said)


def _sentence(game: Game, ruling: dict[str, Any], language: Language) -> str:
    if ruling["verdict"] == "undetermined":
        facts = ", ".join(fact_told(game, each["fact"], language) for each in ruling["missing"])
        return WAITS[language].format(facts=facts)
    barring = [each["says"][language] for each in ruling["findings"] if each["effect"] == "forbids" and each["holds"]]
    lead = LEGAL if ruling["verdict"] == "legal" else ILLEGAL
    numbers = ", ".join(each["id"].partition(":")[2] for each in ruling["cites"][:3])
    return " ".join([lead[language], *barring[:2], f"({numbers})" if numbers else ""]).strip()


def _answered(
    position: Position, action: dict[str, Any], language: Language, said: dict[Language, str]
) -> dict[str, Any]:
    return {"asks": None, "near": [], "understood": _understood(position, action, language), "answer": said}


def _understood(position: Position, action: dict[str, Any], language: Language) -> dict[str, Any]:
    return {
        "game": position.game, "language": language, "kind": "may", "by": "rules", "as": None, "action": action,
        "facts": {}, "words": [],
    }


def _reached(position: Position, unit: str, to: str, language: Language) -> dict[str, Any]:
    """Whether a unit can get to a hex, by the cheapest way there is."""
    found = desk.list_options(_body(position, unit=unit))
    ways = [move for move in found["moves"] if move["to"] == to]
    if ways:
        way = min(ways, key=lambda move: (move["cost"] or 0, len(move["path"])))
        action = {"type": "move", "units": [unit], "path": way["path"], "mode": way["mode"]}
        words = {"unit": unit, "hex": to, "path": "-".join(way["path"]), "cost": way["cost"]}
        ruling = desk.adjudicate(_body(position, action=action))
        said = {each: REACHES[each].format(**words) for each in LANGUAGES}
        return ruling | _answered(position, action, language, said)
    return _not_reached(position, unit, to, found, language)


def _named(position: Position, facts: list[str], language: Language) -> str:
    return ", ".join(fact_told(GAMES[position.game], fact, language) for fact in facts)


def _not_reached(
    position: Position, unit: str, to: str, found: dict[str, Any], language: Language
) -> dict[str, Any]:
    cases: list[str] = next((each["cases"] for each in found["barred"] if each["hex"] == to), [])
    missing = [each["fact"] for each in found["missing"]]
    verdict = "undetermined" if missing and not cases else "illegal"
    said = {
        each: (WAITS[each].format(facts=_named(position, missing, each)) if verdict == "undetermined"
               else BARRED[each].format(unit=unit, hex=to))
        for each in LANGUAGES
    }
    numbers = ", ".join(case.partition(":")[2] for case in cases)
    action = {"type": "move", "units": [unit], "to": to}
    return {
        "verdict": verdict, "findings": [], "overridden": [], "values": {}, "instead": [], "see_also": [],
        "missing": [{"fact": fact, "needed_by": [], "would_decide": False} for fact in missing],
        "cites": [desk.library().cited(case) for case in cases],
    } | _answered(
        position, action, language, {each: f"{words} ({numbers})" if numbers else words for each, words in said.items()}
    )
