"""Which statements of the rulebook a test reaches: each is given a mark to make, and loses it afterwards."""

import ast
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FunctionType, TracebackType
from typing import Any

from mutated import LIVE, codes_of, module_of, own_modules, pairs_of

from rulebook.mechanics import probes

MARK = "__reached__"
Line = tuple[str, int]
ORIGINAL = probes.rules_bearing


class Bearing:
    """Stands in for `rules_bearing`, and knows which statements each answer came from: only those are worked out again.

    A test that gets an answer from here has reached all that it came from.
    """

    def __init__(self, reached: set[Line]) -> None:
        self._reached = reached
        self._work: Callable[..., Any] = ORIGINAL.__wrapped__
        self._answers: dict[Any, tuple[Any, int]] = {}
        self._numbers: dict[Line, int] = {}
        self._lines_of: dict[Any, tuple[Line, ...]] = {}
        self.is_learning = False

    def has_learnt(self) -> None:
        self.is_learning = False
        self._lines_of.clear()

    def take_over(self) -> None:
        for module in own_modules():
            for name in [name for name, value in vars(module).items() if value is ORIGINAL]:
                setattr(module, name, self)

    def __call__(self, *asked: Any) -> Any:
        found = self._answers.get(asked)
        if found is None:
            found = self._answers[asked] = self._learn(asked) if self.is_learning else (self._work(*asked), 0)
        elif self.is_learning:
            self._reached.update(self._lines_of[asked])
        return found[0]

    def _learn(self, asked: tuple[Any, ...]) -> tuple[Any, int]:
        before = set(self._reached)
        self._reached.clear()
        try:
            found = self._work(*asked)
            self._lines_of[asked] = tuple(self._reached)
            return found, self._mask(self._reached)
        finally:
            self._reached |= before

    def _mask(self, lines: Iterable[Line]) -> int:
        mask = 0
        for line in lines:
            if line not in self._numbers:
                self._numbers[line] = len(self._numbers)
            mask |= 1 << self._numbers[line]
        return mask

    def cache_clear(self) -> None:
        ORIGINAL.cache_clear()
        self._answers.clear()

    def forget(self, lines: Iterable[Line]) -> None:
        """Drop every answer that came from one of these lines."""
        mask = self._mask(line for line in lines if line in self._numbers)
        for asked in [asked for asked, (_, of) in self._answers.items() if of & mask]:
            del self._answers[asked]


class Marks:
    """While it is open, the functions of these files tell the first line of every statement they come to.

    Far quicker than tracing, which hears of every call in every library.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._files = sorted(files)
        self._before: list[tuple[FunctionType, CodeType]] = []
        self.reached: set[Line] = set()
        self.bearing = Bearing(self.reached)

    def __enter__(self) -> "Marks":
        LIVE.look()
        for path in self._files:
            setattr(module_of(path), MARK, self.reached.add)
            for statement in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                    self._mark(path, statement)
        self.bearing.take_over()
        self.bearing.is_learning = True
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.bearing.has_learnt()
        for function, code in self._before:
            function.__code__ = code

    def _mark(self, path: Path, statement: ast.FunctionDef | ast.ClassDef) -> None:
        before = codes_of(path, statement)
        for function in ast.walk(statement):
            if isinstance(function, ast.FunctionDef):
                _mark_body(function, str(path))
        for live, code in pairs_of(before, codes_of(path, statement)):
            self._before.append((live, live.__code__))
            live.__code__ = code


def _mark_body(node: ast.AST, file: str) -> None:
    """Before each statement under this one, its mark."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        held = getattr(node, field, None)
        if not isinstance(held, list):
            continue
        for inner in held:
            if not isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                _mark_body(inner, file)
        if field not in ("handlers", "cases"):
            setattr(node, field, [each for inner in held for each in (_mark(file, inner), inner)])


def _mark(file: str, statement: ast.stmt) -> ast.stmt:
    told = ast.Tuple([ast.Constant(file), ast.Constant(statement.lineno)], ast.Load())
    call = ast.Expr(ast.Call(ast.Name(MARK, ast.Load()), [told], []))
    return ast.fix_missing_locations(ast.copy_location(call, statement))
