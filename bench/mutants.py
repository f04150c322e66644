"""Mutation testing: each small change of a rule, and whether a case or a test notices it.

    make mutants ARGS="sitw/morale"              one module of a game (`sitw` alone: the whole game)
    make mutants ARGS="mechanics/paths umpire"   modules of the engine (`engine`: all of it)
    make mutants ARGS="sitw/morale --json"       the same for machines; `--again FILE` tries only the survivors of FILE

The tests run once to learn which of them reach which line. Then, for each change, a child of this process puts the
changed code into the live function and runs the tests that reach it, those that noticed most so far first, until one
fails. No file is touched. A child that takes too long has noticed too.
"""

import argparse
import ast
import gc
import json
import os
import signal
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest
from mutations import Mutation, mutations

from rulebook import facts
from rulebook.games import GAMES
from rulebook.rules import Rule

ROOT = Path(__file__).parents[1]
RULEBOOK = ROOT / "rulebook"
TESTS = ("engine", "umpire", "table", "mechanics", "hexes", "options", "repairs", "faults", "cases")
PATIENCE = 10.0
KILLED, SURVIVED, NO_PROGRAM = 1, 0, 3
CodeKey = tuple[str, str, int]


@dataclass(frozen=True)
class Mutant:
    """A change that can be tried: where, what, the lines that tell who reaches it (none: everyone), how to make it."""

    file: str
    line: int
    where: str
    says: str
    reach: tuple[tuple[str, int, int], ...]
    make: Callable[[], None]
    is_words: bool = False

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line} {self.where}: {self.says}"


UNCHANGED = Mutant("", 0, "", "nothing", (), lambda: None)


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


# Making the mutants of a module


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module: its functions and constants first, then what the decorators of its rules say."""
    module = sys.modules[".".join(path.relative_to(ROOT).with_suffix("").parts)]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield from _of_functions(path, module, statement)
        elif _is_constant(statement):
            yield from _of_constant(path, module, tree, statement)
    for rule in vars(module).values():
        if isinstance(rule, Rule) and rule.__module__ == module.__name__:
            yield from _of_decorator(path, rule)


def _of_functions(path: Path, module: ModuleType, statement: ast.FunctionDef | ast.ClassDef) -> Iterator[Mutant]:
    for change in mutations(statement):
        def make(change: Mutation = change) -> None:
            before = _codes(path, statement)
            change.make()
            _lend_names(module)
            _put_in_place(before, _codes(path, statement))
            _forget()

        yield Mutant(_short(path), change.line, statement.name, change.says, ((str(path), *change.of),), make,
                     change.is_words)


def _is_constant(statement: ast.stmt) -> bool:
    return _constant_name(statement).isupper()


def _constant_name(statement: ast.stmt) -> str:
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def _of_constant(path: Path, module: ModuleType, tree: ast.Module, statement: ast.stmt) -> Iterator[Mutant]:
    """Changes of a constant, for every module that has it; a tuple of types feeds decorators, which have their own."""
    name = _constant_name(statement)
    old = getattr(module, name)
    if isinstance(old, tuple) and any(isinstance(each, type) for each in old):
        return
    holders = [each for each in _own_modules() if vars(each).get(name) is old]
    reach = tuple(_uses(name, holders))
    for change in mutations(statement):
        def make(change: Mutation = change) -> None:
            change.make()
            ast.fix_missing_locations(statement)
            value = eval(compile(ast.Expression(statement.value), str(path), "eval"), vars(module))  # type: ignore[attr-defined]
            for holder in holders:
                setattr(holder, name, value)
            _forget()

        yield Mutant(_short(path), change.line, name, change.says, reach, make, change.is_words)


def _own_modules() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.startswith("rulebook.")]


def _uses(name: str, modules: list[ModuleType]) -> Iterator[tuple[str, int, int]]:
    """The lines of functions that read a constant."""
    for module in modules:
        source = Path(module.__file__ or "").read_text(encoding="utf-8")
        for function in ast.walk(ast.parse(source)):
            if isinstance(function, ast.FunctionDef):
                lines = (node.lineno for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name)
                yield from ((str(module.__file__), line, line) for line in lines)


def _of_decorator(path: Path, rule: Rule) -> Iterator[Mutant]:
    """A rule that always is in force, forgets a kind of action, beats nothing, or beats without a value of its own."""
    changes: list[tuple[str, Callable[[], None]]] = []
    if rule.when is not None:
        changes.append(("in force always", lambda: setattr(rule, "when", None)))
    for subject in rule.subjects if len(rule.subjects) > 1 and rule.base is None else ():
        left = tuple(each for each in rule.subjects if each is not subject)
        changes.append((f"not on {subject.__name__}", lambda left=left: setattr(rule, "subjects", left)))  # type: ignore[misc]
    if rule.base is not None:
        base = rule.base
        changes.append((f"no exception to {base.name}", lambda: base.exceptions.remove(rule)))
        if rule.stands_in:
            changes.append(("no value of its own", lambda: setattr(rule, "stands_in", False)))
    for says, change in changes:
        def make(change: Callable[[], None] = change) -> None:
            change()
            _forget()

        yield Mutant(_short(path), rule.function.__code__.co_firstlineno, rule.name, says, (), make)


def _short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# Putting changed code in place, in a child


class Live:
    """The functions of the rulebook that exist now, and what its things remember: looked up once, for all children."""

    functions: tuple[FunctionType, ...] = ()
    remembered: tuple[tuple[Any, str], ...] = ()

    def look(self) -> None:
        things = [each for each in gc.get_objects() if str(type(each).__module__).startswith("rulebook.")]
        self.functions = tuple(
            each for each in gc.get_objects()
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(RULEBOOK))
        )
        self.remembered = tuple(
            (thing, name) for thing in things for name, value in vars(type(thing)).items()
            if isinstance(value, cached_property)
        )


LIVE = Live()


def _codes(path: Path, statement: ast.stmt) -> dict[CodeKey, list[CodeType]]:
    """The code of a statement and of all that is written inside it."""
    ast.fix_missing_locations(statement)
    found: dict[CodeKey, list[CodeType]] = {}
    waiting: list[CodeType] = [compile(ast.Module([statement], []), str(path), "exec")]
    while waiting:
        code = waiting.pop(0)
        found.setdefault(_key(code), []).append(code)
        waiting += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
    return found


def _key(code: CodeType) -> CodeKey:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _put_in_place(before: dict[CodeKey, list[CodeType]], after: dict[CodeKey, list[CodeType]]) -> None:
    """Give every live function of the old code the new one, also those that were made inside another."""
    for function in LIVE.functions:
        key = _key(function.__code__)
        if key in before:
            index = next((at for at, code in enumerate(before[key]) if code == function.__code__), 0)
            new = after.get(key, [])
            if index < len(new) and new[index].co_freevars == function.__code__.co_freevars:
                function.__code__ = new[index]


def _lend_names(module: ModuleType) -> None:
    """`some` and `every` stand in for each other: a module that imports one gets both."""
    for name in ("some", "every"):
        if not hasattr(module, name):
            setattr(module, name, getattr(facts, name))


def _forget() -> None:
    """Nothing worked out before the change may outlive it."""
    for module in _own_modules():
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    for game in GAMES.values():
        game._by_subject.clear()
    for thing, name in LIVE.remembered:
        vars(thing).pop(name, None)


# Running the tests


class Hunt:
    """A pytest plugin: learns which test reaches what, then tries every mutant on the tests that reach it."""

    def __init__(self, paths: list[Path], again: set[str] | None, most: int, say: Callable[[str], None]) -> None:
        self._mutants = {path: list(mutants_of(path)) for path in paths}
        self.again = again
        self.most = most
        self.say = say
        self.tallies: list[Tally] = []
        self.failed: list[str] = []
        self._reached: dict[tuple[str, int], int] = {}
        self._sizes: list[int] = []
        self._noticed: Counter[int] = Counter()
        self._is_child = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self._is_child:
            os._exit(KILLED)
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = session.items
        self._learn()
        gc.collect()
        LIVE.look()
        gc.freeze()
        if not self.failed and self._outcome(UNCHANGED, self._tests_for(UNCHANGED)) != SURVIVED:
            self.failed.append("a test that depends on those before it")
        if not self.failed:
            self.tallies = [self._tally(path) for path in self._mutants]
        return True

    def _learn(self) -> None:
        """Run every test once, and note the lines it reaches."""
        watched = {file for found in self._mutants.values() for mutant in found for file, _, _ in mutant.reach}
        for index, following in enumerate([*self._items[1:], None]):
            seen: set[tuple[str, int]] = set()

            def on_line(frame: FrameType, event: str, arg: Any, seen: set[tuple[str, int]] = seen) -> Any:
                seen.add((frame.f_code.co_filename, frame.f_lineno))
                return on_line

            def on_call(frame: FrameType, event: str, arg: Any, on_line: Any = on_line) -> Any:
                return on_line if frame.f_code.co_filename in watched else None

            sys.settrace(on_call)
            try:
                self._run(index, following)
            finally:
                sys.settrace(None)
            for line in seen:
                self._reached[line] = self._reached.get(line, 0) | 1 << index
            self._sizes.append(len(seen))

    def _run(self, index: int, following: pytest.Item | None) -> None:
        item = self._items[index]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def _tally(self, path: Path) -> Tally:
        tally = Tally(_short(path))
        self._noticed.clear()
        for mutant in self._mutants[path]:
            if mutant.is_words:
                tally.words += 1
            elif self.again is None or mutant.name in self.again:
                self._try(mutant, tally)
        self.say(tally.told())
        return tally

    def _try(self, mutant: Mutant, tally: Tally) -> None:
        tests = self._tests_for(mutant)
        outcome = self._outcome(mutant, tests)
        if outcome == NO_PROGRAM:
            return
        tally.mutants += 1
        if outcome == SURVIVED:
            tally.survivors.append(mutant.name if tests else f"{mutant.name} (no test comes here)")
        else:
            tally.killed += 1

    def _tests_for(self, mutant: Mutant) -> list[int]:
        """The tests to run, those likeliest to notice first: that noticed others, then that reach little else."""
        reached = 0
        for file, first, last in mutant.reach:
            for line in range(first, last + 1):
                reached |= self._reached.get((file, line), 0)
        every = range(len(self._items))
        found = [index for index in every if reached >> index & 1] if mutant.reach else list(every)
        ranked = sorted(found, key=lambda index: (-self._noticed[index], self._sizes[index]))
        return ranked if len(ranked) <= self.most else [*ranked[:20], *ranked[20::len(ranked) // self.most + 1]]

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
            self._noticed[struct.unpack("i", told)[0]] += 1
        return outcome

    def _live(self, mutant: Mutant, tests: list[int], writing: int) -> None:
        """The life of a child: make the change, run the tests, leave at the first that fails or takes too long."""
        self._is_child = True
        try:
            mutant.make()
        except SyntaxError:
            os._exit(NO_PROGRAM)
        try:
            following = [*(self._items[index] for index in tests[1:]), None]
            for index, after in zip(tests, following, strict=True):
                os.write(writing, struct.pack("i", index))
                signal.setitimer(signal.ITIMER_PROF, PATIENCE)
                self._run(index, after)
        except BaseException:
            os._exit(KILLED)
        os._exit(SURVIVED)


# The command


def modules_named(words: list[str]) -> list[Path]:
    """The files that the command line names: modules, packages, games, or the whole engine."""
    found = [path for word in words for path in _files(word)]
    return list(dict.fromkeys(path for path in found if path.name != "__init__.py"))


def _files(word: str) -> list[Path]:
    engine = sorted([*RULEBOOK.glob("*.py"), *RULEBOOK.glob("mechanics/*.py")])
    named = [folder / word for folder in (RULEBOOK / "games", RULEBOOK)]
    files = [path for base in named for path in (base.with_suffix(".py"), *sorted(base.rglob("*.py"))) if path.exists()]
    if word != "engine" and not files:
        raise SystemExit(f"no module is called {word}: write sitw/morale, mechanics/paths, umpire, sitw or engine")
    return engine if word == "engine" else files


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutation testing of the rules and the engine.")
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--json", action="store_true", help="tell it for machines")
    parser.add_argument("--again", type=Path, help="try only the survivors told in this file (made with --json)")
    parser.add_argument("--most", type=int, default=600, help="try a mutant on at most about so many tests")
    asked = parser.parse_args()
    again = {name.removesuffix(" (no test comes here)") for tally in json.loads(asked.again.read_text())
             for name in tally["survivors"]} if asked.again else None
    spoken = os.fdopen(os.dup(1), "w", buffering=1)
    hunt = Hunt(modules_named(asked.modules), again, asked.most,
                (lambda _: None) if asked.json else (lambda words: print(words, file=spoken)))
    tests = [str(path) for name in TESTS if (path := ROOT / "tests" / f"test_{name}.py").exists()]
    ended = pytest.main(["-o", "addopts=", "-p", "no:terminal", "-p", "no:cacheprovider", *tests], plugins=[hunt])
    if hunt.failed:
        raise SystemExit(f"nothing was changed: these fail as they are: {', '.join(hunt.failed)}")
    if ended != pytest.ExitCode.OK:
        raise SystemExit(f"the tests could not be run: {ended!r}")
    if asked.json:
        print(json.dumps([asdict(tally) for tally in hunt.tallies], indent=1), file=spoken)


if __name__ == "__main__":
    main()
