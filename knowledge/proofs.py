"""Every posed situation and every worked example, run on the umpire: what agreed, and for which cases."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from knowledge import trials
from knowledge.library import Library
from knowledge.processes import over_cores, parts
from knowledge.trials import Trial
from rulebook.game import Game
from rulebook.games import GAMES

PART = 25
"""How many trials are handed over at a time."""
FEW = 200
"""Trials that are run sooner than another process is started."""
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


Seen = Counter[tuple[str, str]]
"""In how many trials a rule, by its game and name, was seen to do something."""


@dataclass
class Proven:
    """Every trial as it came out, and how often each rule was seen to hold and not to hold."""

    proofs: list[Proof] = field(default_factory=list)
    held: Seen = field(default_factory=Counter)
    not_held: Seen = field(default_factory=Counter)

    def add(self, trial: Trial) -> None:
        """Run one trial; one that cannot even be posed does not agree."""
        try:
            outcome = trials.run(trial)
        except Exception as fault:
            outcome = trials.Outcome([f"{type(fault).__name__}: {fault}"])
        kind: Literal["test", "example"] = "example" if trial.file == "examples" else "test"
        told = spoken_for(trial), tuple(outcome.differences)
        self.proofs.append(Proof(trial.game, kind, trial.file, trial.name, *told))
        self.held.update((trial.game, name) for name in outcome.held)
        self.not_held.update((trial.game, name) for name in outcome.not_held)

    def join(self, other: "Proven") -> None:
        """Count in what came out elsewhere."""
        self.proofs += other.proofs
        self.held.update(other.held)
        self.not_held.update(other.not_held)


def proven(library: Library, progress: Callable[[int, int], None], jobs: int = 1) -> Proven:
    """Run every trial of the games that have rules, in so many processes."""
    waiting = [
        *(trial for game in library.games if game in GAMES for trial in trials.trials_of(game)),
        *(trials.from_example(example) for example in library.examples if example.game in GAMES),
    ]
    found = Proven()
    progress(0, len(waiting))
    with over_cores(tried, jobs if len(waiting) > FEW else 1) as all_tried:
        for part in all_tried(parts(waiting, PART)):
            found.join(part)
            progress(len(found.proofs), len(waiting))
    return found


def tried(part: Iterable[Trial]) -> Proven:
    """Some trials as they came out; runs in the process that does the work."""
    found = Proven()
    for trial in part:
        found.add(trial)
    return found


def spoken_for(trial: Trial) -> tuple[str, ...]:
    """The cases that a trial proves: its source, and those of the rules and exceptions that it expects."""
    return tuple(dict.fromkeys((*trial.source, *_expected(GAMES[trial.game], trial))))


def _expected(game: Game, trial: Trial) -> Iterator[str]:
    cases = {rule.name: rule.case for rule in game.rules}
    named = {name for kind in NAMED for name in trial.expect.get(kind, ())}
    yield from (cases[name] for name in sorted(named) if name in cases)
    yield from (f"{game.key}:{number}" for pair in trial.expect.get("overridden", ()) for number in pair)
    yield from (f"{game.key}:{number}" for number in trial.expect.get("contested", ()))
