"""A question in words goes in as JSON, an answer with its cases goes out."""

from dataclasses import dataclass, replace
from typing import Any

from knowledge import search
from knowledge.ask import telling, whose
from knowledge.ask.clauses import points_at_the_table
from knowledge.ask.depending import fork
from knowledge.ask.following import followed
from knowledge.ask.kinds import Kind, kind_of
from knowledge.ask.lexicon import Mention, mentions
from knowledge.ask.passages import passages
from knowledge.ask.positions import on_position
from knowledge.ask.ranking import ranked
from knowledge.ask.reading import Token, content, tokens
from knowledge.ask.recognising import recognised
from knowledge.ask.rulings import ruling_of
from knowledge.ask.spelling import mend
from knowledge.ask.turns import turns_of
from knowledge.ask.verdicts import Decision, decide, on_fork, on_situation
from knowledge.desk import library
from knowledge.records import LANGUAGES, Language
from knowledge.requests import AskRequest, nearest_of, read
from knowledge.tongues import written_language
from rulebook.faults import BadRequest, Fault
from rulebook.games import GAMES

MOST_CITED = 5
QUOTED = 3
ASKS_LEAVE = ("may", "must", "other")
"""The kinds of questions that may ask whether a thing can be done."""
NOT_POSED = frozenset({"suffered", "shunned"})
"""What turns a question so that who is named is not who acts, or the act is not done: no position is posed for it."""
UNDERSTOOD = 0.34
"""How much of what is asked the best sentences must hold for the question to be about something of the game."""


@dataclass(frozen=True)
class Asked:
    """A question read: its game, its language, the words it was understood as."""

    game: str
    language: Language
    text: str
    kind: Kind
    tokens: tuple[Token, ...]
    mentions: tuple[Mention, ...]
    hits: tuple[str, ...]

    def said(self, mention: Mention) -> str:
        """The words that name something."""
        return " ".join(token.word for token in self.tokens[mention.start : mention.end])


def answer(body: bytes | str) -> dict[str, Any]:
    """The answer to one posted question. Raises BadRequest with every fault of it."""
    request = read(AskRequest, body)
    _refuse_unknown(request)
    default = request.context.language if request.context else "en"
    language = request.lang or written_language(request.question) or default
    game = _game(request)
    if game is None:
        return _asked_back(request.question, language)
    text = whose.without_names(request.question, game)
    if request.context is not None:
        text = followed(request.context.question, text, game, language)
    if request.position is not None:
        found = on_position(request.position, text, language)
        if found is not None:
            return found | {"context": _context(game, language, text)}
    return _answered(read_question(text, game, language))


def _refuse_unknown(request: AskRequest) -> None:
    told = {"game": request.game, "context.game": request.context.game if request.context else None}
    told["position.game"] = request.position.game if request.position else None
    faults = [
        Fault(at, f"unknown game {key!r}; there are: {', '.join(GAMES)}", nearest_of(key, GAMES))
        for at, key in told.items() if key is not None and key not in GAMES
    ]
    if not request.question.strip():
        faults.append(Fault("question", "the question is empty"))
    if request.game and request.position and request.position.game != request.game:
        says = f"the position is of {request.position.game}, the question of {request.game}"
        faults.append(Fault("position.game", says))
    if faults:
        raise BadRequest(faults)


def _game(request: AskRequest) -> str | None:
    """The game: told, or that of the position, or named, or that of the question before, or recognised."""
    told = request.game or (request.position.game if request.position else None) or whose.named_in(request.question)
    before = request.context.game if request.context else None
    return told or before or whose.recognised(request.question)


def read_question(text: str, game: str, language: Language) -> Asked:
    """What a question is understood as; a word that no case holds is taken for the nearest that some case holds."""
    mended = mend(text, language, game)
    words = tokens(mended, language, game)
    kind = kind_of(text, language)
    named = mentions(game, language, [token.word for token in words])
    return Asked(game, language, mended, kind, words, named, ranked(text, game, language, kind, words))


def _decision(asked: Asked) -> Decision:
    """The situation that the question is, ruled on; else what it describes, if that can be ruled on."""
    if asked.kind not in ASKS_LEAVE:
        return Decision(None)
    found, near = recognised(asked.text, asked.game, asked.language)
    if found is not None:
        decided = on_situation(found, asked.hits)
        hangs = decided.verdict == "legal" and points_at_the_table(asked.text, asked.language)
        return Decision("undetermined", "rules", decided.cases, near=near) if hangs else decided
    if turns_of(asked.text, asked.language) & NOT_POSED:
        return Decision(None, near=near)
    described = decide(asked.game, asked.language, asked.text, asked.tokens, asked.mentions, asked.hits)
    if described.verdict is not None:
        return described
    open_between = fork(asked.text, asked.game, asked.language)
    return on_fork(open_between, near) if open_between else replace(described, near=near)


def _answered(asked: Asked) -> dict[str, Any]:
    decision = _decision(asked)
    cases = tuple(dict.fromkeys((*decision.cases, *asked.hits)))[:MOST_CITED]
    ruling = ruling_of(GAMES[asked.game], decision, cases)
    return ruling | {
        "understood": _understood(asked, decision),
        "answer": _told(asked, decision, cases, ruling["asks"]),
        "near": [telling.near(each) for each in decision.near],
        "context": _context(asked.game, asked.language, asked.text),
    }


def _understood(asked: Asked, decision: Decision) -> dict[str, Any]:
    posed, found = decision.posed, decision.recognised
    action, facts = (posed.action, posed.position) if posed else (None, {})
    if found is not None:
        action, facts = found.situation.trial.action, found.situation.trial.position
    return {
        "game": asked.game,
        "language": asked.language,
        "kind": asked.kind,
        "by": decision.by,
        "as": found.read_as if found else None,
        "action": action,
        "facts": facts,
        "words": [
            {"kind": each.kind, "word": each.word, "said": asked.said(each)} for each in asked.mentions
        ],
    }


def _context(game: str, language: Language, text: str) -> dict[str, Any]:
    return {"game": game, "language": language, "question": text}


def _told(asked: Asked, decision: Decision, cases: tuple[str, ...], wanted: dict[str, str] | None) -> dict[str, str]:
    """The answer in both languages."""
    if not cases or _is_strange(asked, cases):
        quotes = _quotes(asked, cases) if cases else dict.fromkeys(LANGUAGES, "")
        return {each: f"{telling.NOT_FOUND[each]} {quotes[each]}".strip() for each in LANGUAGES}
    quotes = _quotes(asked, decision.cases if decision.verdict is not None and decision.cases else cases)
    said: dict[str, str] = {}
    for each in LANGUAGES:
        if decision.verdict is not None:
            parts = [telling.LEAD[decision.verdict][each], telling.read_as(decision.recognised, each)]
            parts.append(telling.either(decision.fork, each))
            parts += [quotes[each], telling.exceptions(cases[0], each)]
            parts.append(wanted[each] if wanted else "")
        else:
            parts = [telling.NOT_SETTLED[each] if asked.kind == "may" else "", quotes[each]]
        said[each] = " ".join(part for part in parts if part)
    return said


def _is_strange(asked: Asked, cases: tuple[str, ...]) -> bool:
    """Whether hardly any word of the question is one of the game's."""
    matter = content(asked.tokens)
    best = max((each.coverage(matter) for case in cases[:QUOTED] for each in passages(case, asked.language)), default=0)
    return bool(matter) and best < UNDERSTOOD


def _quotes(asked: Asked, cases: tuple[str, ...]) -> dict[str, str]:
    matter = [token for token in asked.tokens if token.weight != "filler" and token.atoms]
    found: dict[str, list[str]] = {each: [] for each in LANGUAGES}
    for place, case in enumerate(cases[:QUOTED]):
        said = telling.quoted(case, matter, asked.language, asked.kind, 2 if place == 0 else 1)
        for each in LANGUAGES:
            found[each].append(telling.cited(library()[case], said[each], each))
    return {each: " ".join(several) for each, several in found.items()}


def _asked_back(text: str, language: Language) -> dict[str, Any]:
    """Which game it is about, with the cases of all games that come nearest."""
    hits = tuple(hit.id for hit in search.search(text, limit=MOST_CITED).hits)
    asked = Asked("", language, text, kind_of(text, language), tokens(text, language), (), hits)
    quotes = _quotes(asked, hits)
    games = ", ".join(GAMES)
    said = {each: f"{telling.WHICH_GAME[each].format(games=games)} {quotes[each]}".strip() for each in LANGUAGES}
    return ruling_of(None, Decision(None), hits) | {
        "understood": _understood(asked, Decision(None)) | {"game": None},
        "asks": {"fact": "game", "en": "Which game is it?", "fr": "De quel jeu s'agit-il ?"},
        "answer": said,
        "near": [],
        "context": {"game": None, "language": language, "question": text},
    }
