"""Which statements of the rulebook a test reaches: each is given a mark to make, and loses it afterwards."""

import ast
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType, TracebackType

from mutated import LIVE, codes_of, module_of, pairs_of

MARK = "__reached__"
Line = tuple[str, int]


class Marks:
    """While it is open, the functions of these files tell the first line of every statement they come to.

    Far quicker than tracing, which hears of every call in every library.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._files = sorted(files)
        self._before: list[tuple[FunctionType, CodeType]] = []
        self.reached: set[Line] = set()

    def __enter__(self) -> "Marks":
        LIVE.look()
        for path in self._files:
            setattr(module_of(path), MARK, self.reached.add)
            for statement in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                    self._mark(path, statement)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
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
