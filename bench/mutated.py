"""The mutants of a module: one change each, and how to put it into the running rules without touching a file."""

import ast
import gc
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from mutations import Mutation, mutations

from rulebook import facts
from rulebook.games import GAMES
from rulebook.rules import Rule

ROOT = Path(__file__).parents[1]
RULEBOOK = ROOT / "rulebook"
CodeKey = tuple[str, str, int]
Codes = dict[CodeKey, list[CodeType]]
ALWAYS = "in force always"


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

    @property
    def place(self) -> str:
        return f"{self.file} {self.where}"

    @property
    def is_of_engine(self) -> bool:
        return not self.file.startswith("rulebook/games/")


UNCHANGED = Mutant("", 0, "", "nothing", (), lambda: None)


# Making the mutants of a module


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module: its functions and constants first, then what the decorators of its rules say."""
    module = module_of(path)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            yield from _of_functions(path, module, statement)
        elif _is_constant(statement):
            yield from _of_constant(path, module, tree, statement)
    for rule in _rules(module):
        yield from _of_decorator(path, rule)


def cases_of(path: Path) -> set[str]:
    """The cases that the rules of a module come from, and those to which they are exceptions."""
    rules = rules_of(path)
    return {rule.case for rule in rules} | {rule.base.case for rule in rules if rule.base}


def rules_of(path: Path) -> list[Rule]:
    """The rules of a module."""
    return _rules(module_of(path)) if path.name != "__init__.py" else []


def module_of(path: Path) -> ModuleType:
    return import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def _rules(module: ModuleType) -> list[Rule]:
    return [each for each in vars(module).values() if isinstance(each, Rule) and each.__module__ == module.__name__]


def _of_functions(path: Path, module: ModuleType, statement: ast.FunctionDef | ast.ClassDef) -> Iterator[Mutant]:
    for change in mutations(statement):
        def make(change: Mutation = change) -> None:
            before = codes_of(path, statement)
            change.make()
            _lend_names(module)
            _put_in_place(before, codes_of(path, statement))
            forget(path)

        yield Mutant(short(path), change.line, statement.name, change.says, ((str(path), *change.of),), make,
                     change.is_words)


def _is_constant(statement: ast.stmt) -> bool:
    return _constant_name(statement).isupper()


def _constant_name(statement: ast.stmt) -> str:
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def _of_constant(path: Path, module: ModuleType, tree: ast.Module, statement: ast.stmt) -> Iterator[Mutant]:
    """Changes of a constant, in every module that reads it, itself or by another; one for decorators is theirs."""
    name = _constant_name(statement)
    old = getattr(module, name)
    if isinstance(old, tuple) and any(isinstance(each, type) for each in old):
        return
    built = [statement, *_built_on(name, tree)]
    holders = {each: _holders(each, getattr(module, each)) for each in map(_constant_name, built)}
    reach = tuple(use for each, modules in holders.items() for use in _uses(each, modules))
    for change in mutations(statement) if reach else ():
        def make(change: Mutation = change) -> None:
            change.make()
            for part in built:
                ast.fix_missing_locations(part)
                value = eval(compile(ast.Expression(part.value), str(path), "eval"), vars(module))  # type: ignore[attr-defined]
                for holder in holders[_constant_name(part)]:
                    setattr(holder, _constant_name(part), value)
            forget(path)

        yield Mutant(short(path), change.line, name, change.says, reach, make, change.is_words)


def _built_on(name: str, tree: ast.Module) -> Iterator[ast.stmt]:
    """The constants further down that are made of this one, itself or by another."""
    names = {name}
    for statement in tree.body:
        value = getattr(statement, "value", None)
        if _is_constant(statement) and value and any(
            isinstance(node, ast.Name) and node.id in names for node in ast.walk(value)
        ):
            names.add(_constant_name(statement))
            yield statement


def _holders(name: str, old: object) -> list[ModuleType]:
    return [each for each in own_modules() if vars(each).get(name) is old]


def own_modules() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.startswith("rulebook.")]


def _uses(name: str, modules: list[ModuleType]) -> Iterator[tuple[str, int, int]]:
    """The statements that read a constant in play; what a decorator says is read once, when the rules are gathered."""
    for module in modules:
        tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                function.decorator_list = []
        begun = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                yield str(module.__file__), max(line for line in begun if line <= node.lineno), node.lineno


def _of_decorator(path: Path, rule: Rule) -> Iterator[Mutant]:
    """A rule that always is in force, forgets a kind of action, beats nothing, or beats without a value of its own."""
    changes: list[tuple[str, Callable[[], None]]] = []
    if rule.when is not None:
        changes.append((ALWAYS, lambda: setattr(rule, "when", None)))
    for subject in rule.subjects if len(rule.subjects) > 1 and rule.base is None else ():
        left = tuple(each for each in rule.subjects if each is not subject)
        changes.append((f"not on {subject.__name__}", lambda left=left: setattr(rule, "subjects", left)))  # type: ignore[misc]
    if rule.base is not None:
        base = rule.base
        changes.append((f"no exception to {base.name}", lambda: base.exceptions.remove(rule)))
        if rule.stands_in:
            changes.append(("no value of its own", lambda: setattr(rule, "stands_in", False)))
    line = rule.function.__code__.co_firstlineno
    lines = {at for _, _, at in rule.function.__code__.co_lines() if at}
    for says, change in changes:
        def make(change: Callable[[], None] = change) -> None:
            change()
            forget(path)

        # A rule that was not in force left no line behind: whoever never met it may meet it now.
        reach = () if says == ALWAYS else ((str(path), line, max(lines)),)
        yield Mutant(short(path), line, rule.name, says, reach, make)


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# Putting changed code in place, in a child


class Live:
    """The functions of the rulebook that exist now, and what its things remember: looked up once, for all children."""

    functions: dict[CodeKey, list[FunctionType]]
    remembered: tuple[tuple[Any, str], ...]
    caches: tuple[Any, ...]

    def look(self) -> None:
        gc.unfreeze()  # What was put aside is not listed.
        things = [each for each in gc.get_objects() if str(type(each).__module__).startswith("rulebook.")]
        self.functions = {}
        for each in gc.get_objects():
            if type(each) is FunctionType and each.__code__.co_filename.startswith(str(RULEBOOK)):
                self.functions.setdefault(_key(each.__code__), []).append(each)
        self.remembered = tuple(
            (thing, name) for thing in things for name, value in vars(type(thing)).items()
            if isinstance(value, cached_property)
        )
        self.caches = tuple({id(value): value for module in own_modules() for value in vars(module).values()
                             if hasattr(type(value), "cache_clear")}.values())


LIVE = Live()


def codes_of(path: Path, statement: ast.stmt) -> Codes:
    """The code of a statement and of all that is written inside it."""
    ast.fix_missing_locations(statement)
    found: Codes = {}
    waiting: list[CodeType] = [compile(ast.Module([statement], []), str(path), "exec")]
    while waiting:
        code = waiting.pop(0)
        found.setdefault(_key(code), []).append(code)
        waiting += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
    return found


def _key(code: CodeType) -> CodeKey:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _put_in_place(before: Codes, after: Codes) -> None:
    """Give every live function of the old code the new one, also those that were made inside another."""
    for function, code in pairs_of(before, after):
        if code.co_freevars != function.__code__.co_freevars:
            raise SyntaxError("a live function cannot lose what it holds of the one around it")
        function.__code__ = code


def pairs_of(before: Codes, after: Codes) -> Iterator[tuple[FunctionType, CodeType]]:
    """Every live function of the old code, with the new code that takes its place."""
    for key in before:
        for function in LIVE.functions.get(key, ()):
            index = next((at for at, code in enumerate(before[key]) if code == function.__code__), 0)
            new = after.get(key, [])
            if index < len(new):
                yield function, new[index]


def _lend_names(module: ModuleType) -> None:
    """`some` and `every` stand in for each other: a module that imports one gets both."""
    for name in ("some", "every"):
        if not hasattr(module, name):
            setattr(module, name, getattr(facts, name))


def forget(path: Path) -> None:
    """Nothing worked out before the change may outlive it. How a map lies is not for the rules of a game to say."""
    for game in GAMES.values():
        game._by_subject.clear()
    is_game = path.is_relative_to(RULEBOOK / "games")
    for cache in LIVE.caches:
        if not is_game or _is_of_game(cache):
            cache.cache_clear()
    for thing, name in LIVE.remembered:
        if not is_game or _is_of_game(type(thing)):
            vars(thing).pop(name, None)


def _is_of_game(thing: Any) -> bool:
    return str(thing.__module__).startswith("rulebook.games.")
