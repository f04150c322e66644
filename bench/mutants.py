"""Mutation testing: each small change of a rule, and whether a case or a test notices it.

    make mutants ARGS="sitw/morale"              one module of a game (`sitw` alone: the whole game)
    make mutants ARGS="mechanics/paths umpire"   modules of the engine (`engine`: all of it)
    make mutants ARGS="sitw/morale --json"       the same for machines; `--again FILE` tries only the survivors of FILE

The tests run once to learn which of them reach which line. Then, for each change, a child of this process puts the
changed code into the live function and runs the tests that reach it, those that noticed most so far first, until one
fails. No file is touched. A child that takes too long has noticed too. The engine is tried on the cases of one game.
"""

import argparse
import gc
import json
import os
import re
import signal
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest
from callers import distances
from marks import Bearing, Marks
from mutated import LIVE, ROOT, RULEBOOK, UNCHANGED, Mutant, cases_of, mutants_of, rules_of, short
from posing import followed, game_of, rules_named, sources_of, trial_of

from knowledge.trials import run
from rulebook.mechanics import lore, precedents
from rulebook.mechanics.probes import rules_bearing

OF_THE_ENGINE = (
    "actions", "game", "engine", "umpire", "table", "mechanics", "paths", "hexes", "options", "unit_options", "repairs",
    "faults",
)
TESTS_OF = {
    "sitw": OF_THE_ENGINE, "tdw": ("tdw_options",), "tsnp": ("tsnp_options",), "marne": ("marne",),
    "tgwe": ("great_war_offers", "great_war_moves", "great_war_supply"),
    "engine": (*OF_THE_ENGINE, "probes", "tdw_options"),
}
GAMES = RULEBOOK / "games"
FIRST_GAME, ENGINE = "sitw", "engine"
PATIENCE, MUCH_LONGER = 1.0, 10
TOO_LONG = 2.0
FAR = 9
LEAST = 30
WARMED_BY, AS_LONG_AS_ANY = 40, 0.01
KILLED, SURVIVED, NO_PROGRAM = 1, 0, 3
UNREACHED = " (no test comes here)"


@dataclass
class Tally:
    """What became of the mutants of one module."""

    module: str
    mutants: int = 0
    killed: int = 0
    words: int = 0
    survivors: list[str] = field(default_factory=list)

    def told(self) -> str:
        head = f"{self.module}: {self.mutants} mutants, {self.killed} killed, {len(self.survivors)} alive"
        return "\n  ".join((f"{head} ({self.words} changes of words not tried)", *self.survivors))


# Running the tests


class Hunt:
    """A pytest plugin: learns which test reaches what, then tries every mutant on the tests that reach it."""

    def __init__(self, paths: list[Path], again: set[str] | None, seconds: float, passes: range,
                 jobs: int, is_quick: bool, words: list[str], tell: Callable[[Tally], None]) -> None:
        self._mutants = {path: list(mutants_of(path)) for path in paths}
        self.again = again
        self.seconds = seconds
        self.passes = passes
        self.jobs = jobs
        self.is_quick = is_quick
        self.words = words
        self._bearing: Bearing | Any = rules_bearing
        self.tell = tell
        self.failed: list[str] = []
        self._reached: dict[tuple[str, int], int] = {}
        self._took: list[float] = []
        self._noticed: Counter[int] = Counter()
        self._noticed_in: dict[Path, Counter[int]] = {}
        self._noticed_here: dict[str, dict[int, None]] = {}
        self._askers_of: dict[str, dict[int, int]] = {}
        self._near: frozenset[int] = frozenset()
        self._asking: dict[str, set[int]] = {}
        self._citing: dict[str, set[int]] = {}
        self._plain: frozenset[int] = frozenset()
        self._is_child = False

    @property
    def games(self) -> set[str]:
        """The games whose rules are changed; the engine counts as one."""
        return {path.relative_to(GAMES).parts[0] if path.is_relative_to(GAMES) else ENGINE for path in self._mutants}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self._is_child:
            os._exit(KILLED)
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        precedents.ROOM = lore.ROOM = 0  # What a rule found before tells nothing of the rule once it is changed.
        games = self.games - {ENGINE} or {FIRST_GAME}
        self._items = [item for item in session.items if game_of(item) in (None, *games) and self._is_wanted(item)]
        self._plain = frozenset(at for at, item in enumerate(self._items) if not sources_of(item))
        for at, item in enumerate(self._items):
            for name in rules_named(item):
                self._asking.setdefault(name, set()).add(at)
            for case in sources_of(item):
                self._citing.setdefault(case, set()).add(at)
        self._warm_up() if self.is_quick else self._learn()
        gc.collect()
        LIVE.look()
        gc.freeze()
        if not self.failed and self._outcome(UNCHANGED, self._tests_for(UNCHANGED)) != SURVIVED:
            self.failed.append("a test that depends on those before it")
        if not self.failed:
            self._try_all()
        return True

    def _is_wanted(self, item: pytest.Item) -> bool:
        trial = trial_of(item)
        return not self.words or (trial is not None and any(word in trial.file for word in self.words))

    def _try_all(self) -> None:
        """Go over the modules as often as there are passes, each time with other changes; workers share the modules."""
        rounds = [(path, start) for start in self.passes for path in self._mutants]
        workers = [worker for at in range(self.jobs - 1) if (worker := self._worker(rounds[at + 1::self.jobs]))]
        for path, start in rounds[::self.jobs]:
            self.tell(self._tally(path, start))
        for worker in workers:
            os.waitpid(worker, 0)

    def _worker(self, rounds: list[tuple[Path, int]]) -> int:
        worker = os.fork()
        if not worker:
            for path, start in rounds:
                self.tell(self._tally(path, start))
            os._exit(0)
        return worker

    def _warm_up(self) -> None:
        """Pose a few cases, so that no child has to read the books; every one passes for as long as any other."""
        cases = [index for index, item in enumerate(self._items) if trial_of(item)]
        asked = [*cases[::1 + len(cases) // WARMED_BY], *sorted(self._plain)]
        self._took = [AS_LONG_AS_ANY] * len(self._items)
        for index, following in zip(asked, followed([self._items[index] for index in asked]), strict=True):
            began = time.process_time()
            self._rerun(index, following)
            if index in self._plain:
                self._took[index] = time.process_time() - began

    def _learn(self) -> None:
        """Run every test once, and note the lines it reaches, those of rules that are passed over included."""
        files = {Path(file) for found in self._mutants.values() for mutant in found for file, _, _ in mutant.reach}
        with Marks(files) as marks:
            for index, following in enumerate(followed(self._items)):
                marks.reached.clear()
                began = time.process_time()
                self._pose(index, following)
                self._took.append(time.process_time() - began)
                for line in marks.reached:
                    self._reached[line] = self._reached.get(line, 0) | 1 << index
        self._bearing = marks.bearing
        if not self._reached:
            self.failed.append("no test reaches any line of these modules")

    def _pose(self, index: int, following: pytest.Item) -> None:
        """Run a test as it stands, and remember it where it fails."""
        try:
            self._rerun(index, following)
        except AssertionError:
            self.failed.append(self._items[index].nodeid)

    def _run(self, index: int, following: pytest.Item) -> None:
        item = self._items[index]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _rerun(self, index: int, following: pytest.Item) -> None:
        """Run a test; a case is put to the umpire here and now, since its test reads what the build found of it."""
        item = self._items[index]
        if trial := trial_of(item):
            assert not run(trial).differences, trial.name
        else:
            self._run(index, following)

    def _tally(self, path: Path, start: int) -> Tally:
        tally = Tally(short(path))
        self._noticed = self._noticed_in.setdefault(path, Counter())
        cases = cases_of(path)
        citing = (at for at, item in enumerate(self._items) if cases.intersection(sources_of(item)))
        self._near = frozenset(citing).union(*(self._asking.get(rule.name, ()) for rule in rules_of(path)))
        changes = [mutant for mutant in self._mutants[path] if not mutant.is_words]
        tally.words = 0 if start else len(self._mutants[path]) - len(changes)
        for mutant in changes[start::self.passes.stop]:
            if self.again is None or without_line(mutant.name) in self.again:
                self._try(mutant, tally)
        return tally

    def _try(self, mutant: Mutant, tally: Tally) -> None:
        tests = self._tests_for(mutant)
        outcome = self._outcome(mutant, tests)
        if outcome == NO_PROGRAM:
            return
        tally.mutants += 1
        if outcome == SURVIVED:
            tally.survivors.append(mutant.name if tests else mutant.name + UNREACHED)
        else:
            tally.killed += 1

    def _tests_for(self, mutant: Mutant) -> list[int]:
        """The tests to run: those that noticed a change of the same function, the last of them first; those that ask
        about what the change can show in, the most direct first; those that noticed others, ask about rules of the
        module or cite its cases; plain tests, and some other cases.

        Of those that reach the change, that is; where nobody can tell who does, some of all.
        """
        reached = 0
        for file, first, last in mutant.reach:
            for line in range(first, last + 1):
                reached |= self._reached.get((file, line), 0)
        every = [index for index, took in enumerate(self._took) if took < TOO_LONG]
        found = [index for index in every if reached >> index & 1] if mutant.reach and not self.is_quick else every
        asking = self._askers(mutant)
        near = {index for index in found if index in self._near or index in asking or self._noticed[index]}
        here = [index for index in reversed(self._noticed_here.get(mutant.place, {})) if index in near]
        ranked = sorted(near.difference(here), key=lambda index: (asking.get(index, FAR), -self._promise(index)))
        others = [index for index in found if index not in near]
        plain = [index for index in others if index in self._plain and (mutant.reach or mutant is UNCHANGED)]
        asked = {*near, *plain}
        far = [index for index in others if index not in asked]
        first = self._first([*here, *ranked])
        is_enough = self.is_quick and mutant.reach and asking
        return first if is_enough else [*first, *self._some(plain), *self._some(far)]

    def _askers(self, mutant: Mutant) -> dict[int, int]:
        """The cases that ask about what the change can show in, and how directly; not beyond a few steps."""
        if mutant.is_of_engine:
            return {}
        if mutant.where not in self._askers_of:
            self._askers_of[mutant.where] = self._who_asks(mutant)
        return self._askers_of[mutant.where]

    def _who_asks(self, mutant: Mutant) -> dict[int, int]:
        """Those that expect something of a rule, and after them those that cite its case, by how far it is off."""
        folder = GAMES / mutant.file.split("/")[2]
        cases = {rule.name: rule.case for path in folder.rglob("*.py") for rule in rules_of(path)}
        found: dict[int, int] = {}
        for name, distance in distances(folder, mutant.where).items():
            for rank, tests in enumerate((self._asking.get(name, ()), self._citing.get(cases.get(name, ""), ()))):
                for index in tests:
                    found[index] = min(found.get(index, FAR), 2 * distance + rank)
        return found

    def _promise(self, index: int) -> float:
        """How many changes a test noticed so far for the time it takes."""
        return (self._noticed[index] + 0.1) / (self._took[index] + 0.005)

    def _first(self, tests: list[int]) -> list[int]:
        """As many as there is time for, and a few in any case; one that takes long gives way to those after it."""
        found, left = list[int](), self.seconds
        for index in tests:
            if self._took[index] <= left or len(found) < LEAST:
                left -= self._took[index]
                found.append(index)
        return found

    def _some(self, tests: list[int]) -> list[int]:
        """One in so many, so that there is time for them: a third of what the nearest have."""
        return tests[::1 + int(sum(self._took[index] for index in tests) / (self.seconds / 3))]

    def _outcome(self, mutant: Mutant, tests: list[int]) -> int:
        if not tests:
            return SURVIVED
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            self._live(mutant, tests, writing)
        os.close(writing)
        told = b""
        while part := os.read(reading, 4096):
            told = (told + part)[-4:]
        os.close(reading)
        _, status = os.waitpid(child, 0)
        outcome = KILLED if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        if outcome == KILLED and len(told) == 4:
            self._note(mutant, struct.unpack("i", told)[0])
        return outcome

    def _note(self, mutant: Mutant, index: int) -> None:
        """This test noticed a change: it is the first to be asked about the next change of the same function."""
        self._noticed[index] += 1
        here = self._noticed_here.setdefault(mutant.place, {})
        here.pop(index, None)
        here[index] = None

    def _live(self, mutant: Mutant, tests: list[int], writing: int) -> None:
        """The life of a child: make the change, run the tests, leave at the first that fails or takes too long."""
        self._is_child = True
        gc.disable()
        try:
            self._forget(mutant)
            mutant.make()
            following = followed([self._items[index] for index in tests])
            for index, after in zip(tests, following, strict=True):
                os.write(writing, struct.pack("i", index))
                signal.setitimer(signal.ITIMER_PROF, PATIENCE + MUCH_LONGER * self._took[index])
                self._rerun(index, after)
        except SyntaxError:
            os._exit(NO_PROGRAM)
        except BaseException:
            os._exit(KILLED)
        os._exit(SURVIVED)

    def _forget(self, mutant: Mutant) -> None:
        """Which rules bear on an action is worked out again where the change may have a part in it."""
        if mutant.reach and not mutant.is_of_engine and not self.is_quick:
            self._bearing.forget((file, line) for file, first, last in mutant.reach for line in range(first, last + 1))
        else:
            self._bearing.cache_clear()


# The command


def modules_named(words: list[str]) -> list[Path]:
    """The files that the command line names: modules, packages, games, or the whole engine."""
    found = [path for word in words for path in _files(word)]
    return list(dict.fromkeys(path for path in found if path.name != "__init__.py"))


def _files(word: str) -> list[Path]:
    engine = sorted([*RULEBOOK.glob("*.py"), *RULEBOOK.glob("mechanics/*.py")])
    named = [folder / word for folder in (GAMES, RULEBOOK)]
    files = [path for base in named for path in (base.with_suffix(".py"), *sorted(base.rglob("*.py"))) if path.exists()]
    if word != "engine" and not files:
        raise SystemExit(f"no module is called {word}: write sitw/morale, mechanics/paths, umpire, sitw or engine")
    return engine if word == "engine" else files


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutation testing of the rules and the engine.")
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--json", action="store_true", help="one line of JSON a module")
    parser.add_argument("--again", type=Path, help="try only the survivors told in this file (made with --json)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of the near cases, the other cases and the tests "
                        "that are no cases, try on each change as many as take so long")
    parser.add_argument("--passes", type=int, default=1, help="go over the modules so often, with other changes each "
                        "time: stopped early, what was told is a fair sample")
    parser.add_argument("--after", type=int, default=0, help="leave out so many of those passes, made before")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes share the modules")
    parser.add_argument("--quick", action="store_true", help="do not learn first who reaches what: ask the cases "
                        "on what the change can show in, as many as there is time for, and nobody else")
    parser.add_argument("--cases", nargs="+", default=[], help="only the cases of files with such a word in their name")
    asked = parser.parse_args()
    again = _survivors_in(asked.again) if asked.again else None
    spoken = os.fdopen(os.dup(1), "w", buffering=1)
    hunt = Hunt(modules_named(asked.modules), again, asked.seconds, range(asked.after, asked.passes), asked.jobs,
                asked.quick, asked.cases,
                lambda tally: print(json.dumps(asdict(tally)) if asked.json else tally.told(), file=spoken))
    tests = [str(ROOT / "tests" / f"test_{name}.py") for name in _tests_of(hunt.games)]
    ended = pytest.main(["-o", "addopts=", "-p", "no:terminal", "-p", "no:cacheprovider", *tests], plugins=[hunt])
    if hunt.failed:
        raise SystemExit(f"nothing was changed: these fail as they are: {', '.join(hunt.failed)}")
    if ended != pytest.ExitCode.OK:
        raise SystemExit(f"the tests could not be run: {ended!r}")


def _tests_of(games: set[str]) -> list[str]:
    """The cases, and the tests that have most to do with these games; the engine is tested by Storm in the West."""
    return [*dict.fromkeys(name for game in sorted(games) for name in TESTS_OF[game]), "cases"]


def without_line(name: str) -> str:
    """What a change is called wherever its line has gone since: edits above it move it."""
    return re.sub(r":\d+ ", " ", name, count=1)


def _survivors_in(file: Path) -> set[str]:
    tallies = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {without_line(name.removesuffix(UNREACHED)) for tally in tallies for name in tally["survivors"]}


if __name__ == "__main__":
    main()
