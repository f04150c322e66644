"""Every posed situation and every worked example, run on the umpire: what agreed, and for which cases."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from knowledge import trials
from knowledge.library import Library
from knowledge.trials import Trial
from rulebook.game import Game
from rulebook.games import GAMES

NAMED = ("holds", "lacks", "open", "at", "amounts")


@dataclass(frozen=True)
class Proof:
    """One trial as it came out: the cases that it speaks for, and where it differs from what was expected."""

    game: str
    kind: Literal["test", "example"]
    file: str
    name: str
    cases: tuple[str, ...]
    differences: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        return not self.differences


def proofs(library: Library, progress: Callable[[int, int], None]) -> list[Proof]:
    """Run every trial of the games that have rules."""
    waiting = [
        *(trial for game in library.games if game in GAMES for trial in trials.trials_of(game)),
        *(trials.from_example(example) for example in library.examples if example.game in GAMES),
    ]
    found = []
    for done, trial in enumerate(waiting):
        progress(done, len(waiting))
        found.append(prove(trial))
    progress(len(waiting), len(waiting))
    return found


def prove(trial: Trial) -> Proof:
    """Run one trial; one that cannot even be posed does not agree."""
    try:
        differences = tuple(trials.run(trial).differences)
    except Exception as fault:
        differences = (f"{type(fault).__name__}: {fault}",)
    kind: Literal["test", "example"] = "example" if trial.file == "examples" else "test"
    return Proof(trial.game, kind, trial.file, trial.name, spoken_for(trial), differences)


def spoken_for(trial: Trial) -> tuple[str, ...]:
    """The cases that a trial proves: its source, and those of the rules and exceptions that it expects."""
    return tuple(dict.fromkeys((*trial.source, *_expected(GAMES[trial.game], trial))))


def _expected(game: Game, trial: Trial) -> Iterator[str]:
    cases = {rule.name: rule.case for rule in game.rules}
    named = {name for kind in NAMED for name in trial.expect.get(kind, ())}
    yield from (cases[name] for name in sorted(named) if name in cases)
    yield from (f"{game.key}:{number}" for pair in trial.expect.get("overridden", ()) for number in pair)
    yield from (f"{game.key}:{number}" for number in trial.expect.get("contested", ()))
