"""What players ask, tied to the situations of `data/<game>/cases` that it describes.

    [[asked]]
    situation = "tanks do not attack into forest"      # the name of a case of the game
    en = ["Can tanks attack into a wood?"]
    fr = ["Les chars peuvent-ils attaquer en forêt ?"]

    [[same]]                                           # words that mean the same to players of this game
    words = ["swamp", "marsh", "marais"]

    [[cased]]                                          # words that their capital tells apart: R3 is not r3
    words = ["R3", "r3"]
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from knowledge.ask.lists import SAME, Phrase, grouped
from knowledge.records import LANGUAGES, Language
from knowledge.trials import Trial, trials_of
from rulebook.printed import data_folder, read_toml


@dataclass(frozen=True)
class Situation:
    """A posed situation, and the questions that describe it."""

    trial: Trial
    asked: dict[Language, tuple[str, ...]]
    file: str


@cache
def situations(game: str) -> tuple[Situation, ...]:
    """The situations of a game that somebody put into words, file by file."""
    trials: dict[str, list[Trial]] = {}
    for trial in trials_of(game):
        trials.setdefault(trial.name, []).append(trial)
    return tuple(
        Situation(_only(trials, row["situation"], f"{game}/asked/{file}"), _asked(row), file)
        for row, file in rows(game, "asked")
    )


@cache
def same(game: str, language: Language) -> dict[Phrase, tuple[str, ...]]:
    """The lists of words that mean the same in a game to which each phrase belongs."""
    return grouped((row["words"] for row, _ in rows(game, "same")), language, f"{SAME}{game}")


@cache
def cased(game: str) -> frozenset[str]:
    """The words of a game that a capital tells apart."""
    return frozenset(word for row, _ in rows(game, "cased") for word in row["words"])


def rows(game: str, kind: str) -> list[tuple[dict[str, Any], str]]:
    """The entries of a kind, each with the file in which it stands."""
    files = sorted((data_folder() / game / "asked").glob("*.toml"))
    return [(row, path.name) for path in files for row in read_toml(path).get(kind, ())]


def _only(trials: dict[str, list[Trial]], name: str, where: str) -> Trial:
    several = trials.get(name, [])
    if len(several) != 1:
        raise ValueError(f"{where}: {len(several)} situations are named {name!r}")
    return several[0]


def _asked(row: dict[str, list[str]]) -> dict[Language, tuple[str, ...]]:
    return {language: tuple(row[language]) for language in LANGUAGES}
