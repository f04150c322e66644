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
SETS = ("{game}", "own-{game}", "blind-{game}", "fresh-{game}", "later-{game}", "latest-{game}", "next-{game}")
"""The sets of a game: other readers', our own, and five written from the rulebook alone, the newest one last."""


@dataclass(frozen=True)
class Outcome:
    """One question put: whether a right case was cited, the verdict right, what had to be said was said.

    `shown`: the verdict is right, or none is given and the nearest question that is shown has it.
    """

    text: str
    cited: bool
    verdict: bool | None
    shown: bool | None
    wrong: bool
    said: bool | None
    got: dict[str, Any]


@dataclass(frozen=True)
class Figures:
    """How a set of questions came out, as shares of those that ask for it."""

    asked: int
    cited: float
    verdict: float
    shown: float
    wrong: int
    said: float


def questions(name: str) -> list[dict[str, Any]]:
    """The questions of a set."""
    path = FOLDER / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))["question"] if path.exists() else []


def outcomes(game: str, rows: list[dict[str, Any]]) -> Iterator[Outcome]:
    """Every question put, each follow-up with the context of the answer before it."""
    contexts: dict[str, Any] = {}
    for row in rows:
        body = {"question": row["ask"], "lang": row["lang"], "context": contexts.get(row.get("after", ""))}
        if row.get("game_given", True) and "after" not in row:
            body["game"] = game
        got = answer(json.dumps({name: value for name, value in body.items() if value is not None}))
        contexts[row["ask"]] = got["context"]
        yield outcome(game, row, got)


def outcome(game: str, row: dict[str, Any], got: dict[str, Any]) -> Outcome:
    """What came of one question."""
    wanted = {f"{game}:{number}" for number in row["cites"]}
    cited = [each["id"] for each in got["cites"][:FIRST]]
    right, says, spoken = row.get("verdict"), row.get("says", []), got["answer"][row["lang"]]
    wrong = right is not None and got["verdict"] in ("legal", "illegal") and got["verdict"] != right
    shown = [got["verdict"]] if got["verdict"] else [near["verdict"] for near in got["near"][:1]]
    return Outcome(
        row["ask"], bool(wanted.intersection(cited)), got["verdict"] == right if right else None,
        right in shown if right else None, wrong,
        all(each in spoken for each in says) if says else None, got,
    )


def figures(several: list[Outcome]) -> Figures:
    """The shares of a set."""
    return Figures(
        len(several), _share([each.cited for each in several]), _share([each.verdict for each in several]),
        _share([each.shown for each in several]), sum(each.wrong for each in several),
        _share([each.said for each in several]),
    )


def _share(held: list[bool | None]) -> float:
    known = [each for each in held if each is not None]
    return round(sum(known) / len(known), 3) if known else 1.0


def asked_rows(games: tuple[str, ...]) -> dict[str, Figures]:
    """The figures of each set that there is."""
    found: dict[str, Figures] = {}
    for game in games:
        for name in [name.format(game=game) for name in SETS]:
            rows = questions(name)
            if rows:
                found[name] = figures(list(outcomes(game, rows)))
    return found
