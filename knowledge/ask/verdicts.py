"""Whether what is asked about may be done: the umpire says so where all of it was understood, and nobody else does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from knowledge.ask import lists
from knowledge.ask.depending import Fork
from knowledge.ask.facts import TURN, Posed, poses
from knowledge.ask.lexicon import Mention
from knowledge.ask.reading import Token, content
from knowledge.ask.recognising import Recognised
from knowledge.ask.umpiring import Judged, by_side, hangs_on, judged, outright, touches
from knowledge.ask.weighing import Word, words_on
from knowledge.desk import library
from knowledge.language import fold
from knowledge.records import LANGUAGES, Language
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.ruling import Finding, Verdict

NEAR = 6
"""How many of the cases found may speak of what is asked."""
By = Literal["rules"]
SINGLED_OUT = ("weather", "turn", "phase", "options.", "units.u1.type", "units.u1.nation", "units.u1.supply")


@dataclass(frozen=True)
class Decision:
    """A verdict with what it rests on: cases, deciding ones first; the fact that would settle it.

    What was ruled on is the situation that was recognised, or the position that was posed; `near` are like it. `fork`
    are two that say more than a question that says too little.
    """

    verdict: Verdict | None
    by: By | None = None
    cases: tuple[str, ...] = ()
    words: tuple[Word, ...] = ()
    judged: Judged | None = None
    posed: Posed | None = None
    wanted: tuple[str, ...] = ()
    recognised: Recognised | None = None
    near: tuple[Recognised, ...] = ()
    fork: Fork | None = None


def on_situation(found: Recognised, hits: Sequence[str]) -> Decision:
    """The verdict on a situation that the question was recognised as."""
    barring = _cases(each for each in found.ruling.findings if each.effect == "forbids" and each.holds)
    cases = (*_first(found.situation.trial.source, hits), *_first(barring, hits))
    wanted = tuple(item.fact for item in found.ruling.missing)
    return Decision(found.ruling.verdict, "rules", tuple(dict.fromkeys(cases)), wanted=wanted, recognised=found)


def on_fork(found: Fork, near: tuple[Recognised, ...]) -> Decision:
    """A question that is allowed or not by what it does not say."""
    return Decision("undetermined", "rules", found.cases, wanted=found.settled_by, near=near, fork=found)


def decide(
    game: str, language: Language, text: str, tokens: tuple[Token, ...], mentions: tuple[Mention, ...],
    hits: Sequence[str],
) -> Decision:
    """The verdict on what a question describes."""
    asked = content(tokens)
    posed = poses(GAMES[game], language, text, tokens, mentions)
    spoken = (language, *(each for each in LANGUAGES if each != language))
    found_turn = TURN.search(text)
    turn = int(found_turn[1]) if found_turn else None
    near = _in_play(hits, mentions)
    words = tuple(
        word for verb in _verbs(tokens, mentions) for word in words_on(near, spoken, verb, asked, turn)
        if word.is_full and len(asked) > 1
    )
    if posed and posed[0].mentioned and not _left_over(tokens, posed[0], language):
        posed = [side for each in posed for side in by_side(GAMES[game], each)]
        found = [judged(GAMES[game], each) for each in posed]
        several = [
            _by_rules(GAMES[game], each, one, words, hits)
            for each, one in zip(posed, found, strict=True) if one is not None
        ]
        if len(several) == len(posed):
            return _agreed(several)
    return Decision(None, None, _cases_of(words), words)


def _agreed(several: list[Decision]) -> Decision:
    """What holds of all that a name stands for; where they part, it depends on which is meant."""
    first = several[0]
    if all(each.verdict == first.verdict for each in several):
        return first
    if all(each.verdict is not None for each in several):
        return replace(first, verdict="undetermined", wanted=("units.u1.type",))
    return replace(first, verdict=None, by=None)


APART = ("scenario", "optional-rule")
SAY_NOTHING = ("heading", "info", "table", "example", "history-note")


def _in_play(hits: Sequence[str], mentions: tuple[Mention, ...]) -> list[str]:
    """The cases that may speak of it; those of a scenario or an option only where they come first, or it is named."""
    named = any(each.kind == "scenarios" for each in mentions)
    near = [case for case in hits[:NEAR] if library()[case].kind not in SAY_NOTHING]
    return [case for case in near if named or case == near[0] or library()[case].kind not in APART]


SUPPLY = ("supply", "ravitaillement", "ravito")
IN_OR_OUT = ("in", "of", "without", "normal", "full", "en", "hors", "sans")
"""Before the word for supply: what makes it the state of a unit."""
NOUNS = ("zoc", "supply", "stack")
"""Actions that are named by what they are about as often as by a verb."""


def _verbs(tokens: tuple[Token, ...], mentions: tuple[Mention, ...]) -> list[list[Token]]:
    """The words that may be the verb: those that name the action, and those that name nothing of the game."""
    acting = {at for each in mentions if each.kind == "action" for at in range(each.start, each.end)}
    ways = {at for each in mentions if each.kind == "modes" for at in range(each.start, each.end)}
    named = {at for each in mentions for at in range(each.start, each.end)}
    nouns = all(each.word in NOUNS for each in mentions if each.kind == "action")
    rest = set(range(len(tokens))) - named
    several = [acting] if acting and not nouns else [acting, rest, ways]
    found = [list(content(tokens[at] for at in sorted(places))) for places in several]
    return [verb for verb in found if verb]


def _left_over(tokens: tuple[Token, ...], posed: Posed, language: Language) -> list[str]:
    """The words that matter and that the position and the action do not hold, or do not hold for sure."""
    narrowing = lists.narrowing(language)
    return [
        token.word for at, token in enumerate(tokens)
        if fold(token.word) in narrowing or _is_supply_itself(tokens, at)
        or (token.weight == "content" and token.atoms and at not in posed.used)
    ]


def _is_supply_itself(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is supply, and not the state of those who are in it or out of it."""
    return tokens[at].plain in SUPPLY and (not at or tokens[at - 1].plain not in IN_OR_OUT)


def _plain(words: Sequence[Word], polarity: str) -> list[Word]:
    return [word for word in words if word.said.polarity == polarity and word.said.is_plain]


def _cases_of(words: Sequence[Word]) -> tuple[str, ...]:
    """The cases whose sentences speak of it."""
    return tuple(dict.fromkeys(word.passage.case for word in words))


# By the rules


def _by_rules(game: Game, posed: Posed, found: Judged, words: tuple[Word, ...], hits: Sequence[str]) -> Decision:
    about = [each for each in found.ruling.findings if touches(each, posed.mentioned)]
    bans = [each for each in about if each.effect == "forbids" and each.holds]
    bans = bans or [each for each in outright(game, posed, found) if each.case in hits[:NEAR]]
    barring = _cases(each for each in bans if not hangs_on(game, posed, found, each))
    allowed, forbidden = _plain(words, "allows"), [word for word in words if word.said.polarity == "forbids"]
    if barring:
        if allowed and not forbidden:
            return Decision(None, None, barring, words, found, posed)
        return Decision("illegal", "rules", _first(barring, hits), words, found, posed)
    if bans:
        return Decision("undetermined", "rules", _first(_cases(bans), hits), words, found, posed)
    wanted = _wanted(found, about, hits) or _wanted_of_time(posed, found, hits)
    if wanted:
        needed = [case for fact in wanted for case in found.needed[fact]]
        cases = _first(tuple(dict.fromkeys(needed)), hits)
        return Decision("undetermined", "rules", cases, words, found, posed, wanted)
    leave = _leave(found, about, hits)
    if any(word.said.is_plain for word in forbidden):
        return Decision(None, None, _cases_of(words), words, found, posed)
    if found.ruling.verdict == "legal":
        cases = (*leave, *(word.passage.case for word in allowed))
        return Decision("legal", "rules", tuple(dict.fromkeys(cases)), words, found, posed)
    return Decision(None, None, _cases_of(words), words, found, posed)


def _leave(found: Judged, about: Sequence[Finding], hits: Sequence[str]) -> tuple[str, ...]:
    """The cases near the question that give leave, or lift a ban."""
    given = [each.case for each in about if each.effect == "permits" and each.holds]
    given += [by for case, by in found.ruling.overridden if case != by]
    return tuple(dict.fromkeys(case for case in given if case in hits[:NEAR]))


def _cases(findings: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.case for each in findings))  # type: ignore[attr-defined]


def _first(cases: tuple[str, ...], hits: Sequence[str]) -> tuple[str, ...]:
    """The same cases, those that speak of the question first."""
    return tuple(sorted(cases, key=lambda case: hits.index(case) if case in hits else len(hits)))


def _wanted(found: Judged, about: Sequence[Finding], hits: Sequence[str]) -> tuple[str, ...]:
    """The facts that the rules single out, that nobody told, and on which a rule waits that the question is about."""
    waiting = {each.case for each in about if each.effect == "forbids" and each.holds is None}
    near = set(hits[:NEAR])
    return tuple(
        fact for fact, cases in found.needed.items()
        if fact.startswith(SINGLED_OUT) and waiting & near.intersection(cases)
    )


def _wanted_of_time(posed: Posed, found: Judged, hits: Sequence[str]) -> tuple[str, ...]:
    """The turn or the weather, where a rule waits for it that looked at part of what the question tells."""
    waiting = {
        each.case for each in found.ruling.findings
        if each.effect == "forbids" and each.holds is None and posed.mentioned.intersection(each.facts)
    }
    near = waiting.intersection(hits[:3])
    return tuple(fact for fact, cases in found.needed.items() if fact in ("turn", "weather") and near & set(cases))
