"""How well questions are answered: the judged sets of `tests/asked`, put to the answerer one by one."""

import json
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from knowledge.ask.answering import answer

FOLDER = Path(__file__).parents[1] / "tests" / "asked"
FIRST = 3


@dataclass(frozen=True)
class Outcome:
    """One question put: whether a right case was cited, the verdict right, what had to be said was said."""

    text: str
    cited: bool
    verdict: bool | None
    wrong: bool
    said: bool | None
    got: dict[str, Any]


@dataclass(frozen=True)
class Figures:
    """How a set of questions came out, as shares of those that ask for it."""

    asked: int
    cited: float
    verdict: float
    wrong: int
    said: float


def questions(game: str, name: str = "{game}") -> list[dict[str, Any]]:
    """The questions of a game's set, follow-ups included as rows of their own; none where there is no set."""
    path = FOLDER / f"{name.format(game=game)}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))["question"] if path.exists() else []


def outcomes(game: str, rows: list[dict[str, Any]]) -> Iterator[Outcome]:
    """Every question put, each follow-up with the context of the answer before it."""
    for row in rows:
        yield from _put(game, row, None)


def _put(game: str, row: dict[str, Any], context: dict[str, Any] | None) -> Iterator[Outcome]:
    text = row.get("text") or row.get("question") or row["q"]
    body = {"question": text, "lang": row.get("lang"), "position": row.get("position"), "context": context}
    if row.get("game_given", True) and context is None:
        body["game"] = game
    got = answer(json.dumps({name: value for name, value in body.items() if value is not None}))
    yield outcome(game, row, text, got)
    after = row.get("followups") or row.get("followup") or []
    for each in [after] if isinstance(after, dict) else after:
        yield from _put(game, {"lang": row.get("lang"), **each}, got["context"])


def outcome(game: str, row: dict[str, Any], text: str, got: dict[str, Any]) -> Outcome:
    """What came of one question."""
    wanted = {number if ":" in number else f"{game}:{number}" for number in row.get("cites", ())}
    cited = [each["id"] for each in got["cites"][:FIRST]]
    right = row.get("verdict") if row.get("verdict") not in (None, "none", "") else None
    says = row.get("says", [])
    spoken = got["answer"][row.get("lang") or got["understood"]["language"]]
    wrong = right is not None and got["verdict"] in ("legal", "illegal") and got["verdict"] != right
    return Outcome(
        text, bool(wanted.intersection(cited)), got["verdict"] == right if right else None, wrong,
        all(each in spoken for each in says) if says else None, got,
    )


def figures(several: list[Outcome]) -> Figures:
    """The shares of a set."""
    return Figures(
        len(several), _share([each.cited for each in several]), _share([each.verdict for each in several]),
        sum(each.wrong for each in several), _share([each.said for each in several]),
    )


def _share(held: list[bool | None]) -> float:
    known = [each for each in held if each is not None]
    return round(sum(known) / len(known), 3) if known else 1.0


def asked_rows(games: tuple[str, ...]) -> dict[str, Figures]:
    """The figures of each set that there is: those of other readers under a game's name, and our own."""
    found: dict[str, Figures] = {}
    for game in games:
        for name in (game, f"own-{game}"):
            rows = questions(game, name)
            if rows:
                found[name] = figures(list(outcomes(game, rows)))
    return found
