"""Whether what is asked about may be done: by the umpire where all of it was understood, else by the texts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from knowledge.ask.amounts import number_of
from knowledge.ask.facts import TURN, Posed, poses
from knowledge.ask.lexicon import Mention
from knowledge.ask.reading import Token, content
from knowledge.ask.umpiring import Judged, by_side, hangs_on, judged, outright, touches
from knowledge.ask.weighing import Word, over_the_limit, words_on
from knowledge.desk import library
from knowledge.records import LANGUAGES, Language
from rulebook.game import Game
from rulebook.games import GAMES
from rulebook.ruling import Finding, Verdict

NEAR = 6
"""How many of the cases found may speak of what is asked."""
By = Literal["rules", "text"]
SINGLED_OUT = ("weather", "turn", "phase", "options.", "units.u1.type", "units.u1.nation", "units.u1.supply")


@dataclass(frozen=True)
class Decision:
    """A verdict with what it rests on: cases, deciding ones first; the fact that would settle it."""

    verdict: Verdict | None
    by: By | None = None
    cases: tuple[str, ...] = ()
    words: tuple[Word, ...] = ()
    judged: Judged | None = None
    posed: Posed | None = None
    wanted: tuple[str, ...] = ()


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
    if posed and posed[0].mentioned and not _left_over(tokens, posed[0]):
        posed = [side for each in posed for side in by_side(GAMES[game], each)]
        found = [judged(GAMES[game], each) for each in posed]
        several = [
            _by_rules(GAMES[game], each, one, words, hits)
            for each, one in zip(posed, found, strict=True) if one is not None
        ]
        if len(several) == len(posed):
            return _agreed(several)
    if _counts(tokens, language, turn):
        words = tuple(word for word in words if word.said.polarity == "forbids")
    return _by_limit(hits, spoken, tokens, asked, turn) or _by_text(words, hits)


def _counts(tokens: Sequence[Token], language: Language, turn: int | None) -> bool:
    """Whether a question asks of so many: a leave for one is none for two."""
    numbers = (number_of(token.word, language) for token in tokens if token.weight != "filler")
    return any(number is not None and number not in (1, turn) for number in numbers)


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


def _by_limit(
    hits: Sequence[str], spoken: Sequence[Language], tokens: Sequence[Token], asked: Sequence[Token], turn: int | None
) -> Decision | None:
    """A number that is asked for, against the limit that a case sets."""
    told = [(at, number_of(token.word, spoken[0])) for at, token in enumerate(tokens[:-1]) if token.weight != "filler"]
    amounts = [(at, number) for at, number in told if number is not None and number != turn]
    if len(amounts) != 1 or amounts[0][1] < 2:
        return None
    at, number = amounts[0]
    found = over_the_limit(hits[:NEAR], spoken, asked, tokens[at : at + 2], number)
    if found is None:
        return None
    return Decision("illegal" if found[1] else "legal", "text", (found[0].case,))


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


def _left_over(tokens: tuple[Token, ...], posed: Posed) -> list[str]:
    """The words that matter and that the position and the action do not hold."""
    return [
        token.word for at, token in enumerate(tokens)
        if token.weight == "content" and token.atoms and at not in posed.used
    ]


def _plain(words: Sequence[Word], polarity: str) -> list[Word]:
    return [word for word in _all(words, polarity) if word.said.is_plain]


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
        return _by_text(words, hits, found, posed)
    if found.ruling.verdict == "legal" or ((leave or allowed) and not _waits(found, about)):
        cases = (*leave, *(word.passage.case for word in allowed))
        return Decision("legal", "rules", tuple(dict.fromkeys(cases)), words, found, posed)
    return Decision(None, None, (), words, found, posed)


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


PLACES = ("map.", "distance.", "adjacent.", "action.path", "options.", "tracks.", "events.", "scenario", "turn")


def _waits(found: Judged, about: Sequence[Finding]) -> bool:
    """Whether a rule that the question is about waits for more than the lie of the land and the state of the game."""
    waiting = {each.case for each in about if each.effect == "forbids" and each.holds is None}
    return any(waiting.intersection(cases) and not fact.startswith(PLACES) for fact, cases in found.needed.items())


def _wanted_of_time(posed: Posed, found: Judged, hits: Sequence[str]) -> tuple[str, ...]:
    """The turn or the weather, where a rule waits for it that looked at part of what the question tells."""
    waiting = {
        each.case for each in found.ruling.findings
        if each.effect == "forbids" and each.holds is None and posed.mentioned.intersection(each.facts)
    }
    near = waiting.intersection(hits[:3])
    return tuple(fact for fact, cases in found.needed.items() if fact in ("turn", "weather") and near & set(cases))


# By the texts


def _by_text(
    words: tuple[Word, ...], hits: Sequence[str], found: Judged | None = None, posed: Posed | None = None
) -> Decision:
    """What the sentence says that holds the most of the question, if no other gainsays it."""
    if not words:
        return Decision(None, None, (), (), found, posed)
    cases = tuple(dict.fromkeys(word.passage.case for word in words))
    allowed, barred = _first_of(_plain(words, "allows"), hits), _first_of(_plain(words, "forbids"), hits)
    leave = _best([word for word in _all(words, "allows") if not word.said.of_another])
    ban = _best(_all(words, "forbids"))
    if barred and _best(barred) >= leave + BAN_AHEAD:
        return Decision("illegal", "text", _led(barred, cases), words, found, posed)
    if allowed and _best(allowed) >= ban + LEAVE_AHEAD:
        return Decision("legal", "text", _led(allowed, cases), words, found, posed)
    if any(word.said.is_plain for word in words):
        return Decision(None, None, cases, words, found, posed)
    return Decision(_by_nature(words, hits) or "undetermined", "text", cases, words, found, posed)


BANS, LEAVES = ("prohibition", "restriction-national", "event", "limit"), ("permission",)


def _by_nature(words: Sequence[Word], hits: Sequence[str]) -> Verdict | None:
    """What a case is there for, a ban or a leave, where its sentence makes no condition and no other gainsays it."""
    best = max(words, key=lambda word: word.coverage)
    same = all(word.said.polarity == best.said.polarity for word in words if word.coverage >= best.coverage - AGAINST)
    if not same or best.said.has_condition or best.said.of_another or best.passage.case != hits[0]:
        return None
    nature = library()[best.passage.case].kind
    if best.said.polarity == "forbids" and nature in BANS:
        return "illegal"
    return "legal" if best.said.polarity == "allows" and nature in LEAVES else None


AGAINST = 0.15


FIRST = 3
BAN_AHEAD, LEAVE_AHEAD = 0.03, 0.1
"""By how much the best sentence that bans, or gives leave, must hold more of the question than one against it."""


def _all(words: Sequence[Word], polarity: str) -> list[Word]:
    return [word for word in words if word.said.polarity == polarity]


def _first_of(words: Sequence[Word], hits: Sequence[str]) -> list[Word]:
    """Those of the cases that answer the question best."""
    return [word for word in words if word.passage.case in hits[:FIRST]]


def _best(words: Sequence[Word]) -> float:
    return max((word.coverage for word in words), default=-1.0)


def _led(words: Sequence[Word], cases: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*(word.passage.case for word in words), *cases)))
