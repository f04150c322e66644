"""Which rules a change can show in, read off the source: those that use what is changed, directly or by others."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mutated import rules_of

Uses = dict[str, set[str]]


@cache
def users_of(folder: Path) -> Uses:
    """By name, the functions and constants of a game's modules that use it; a rule uses its exceptions."""
    found: Uses = {}
    for path in sorted(folder.rglob("*.py")):
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            for user, used in _uses(statement):
                found.setdefault(used, set()).add(user)
    return found


def _uses(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield from ((base, statement.name) for decorator in statement.decorator_list for base in _names(decorator))
        for part in statement.body:
            yield from ((statement.name, name) for name in _names(part))
    elif isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            yield from ((user, name) for user in _names(target) for name in _names(statement.value))


def _names(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr


@cache
def distances(folder: Path, name: str) -> dict[str, int]:
    """What uses this, with how many steps lie between, and the names of the values that it is part of."""
    found, waiting, users = {name: 0}, [name], users_of(folder)
    for each in waiting:
        for user in users.get(each, set()) - set(found):
            found[user] = found[each] + 1
            waiting.append(user)
    values = {rule.of: found[rule.name] + 1 for path in folder.rglob("*.py") for rule in rules_of(path)
              if rule.of and rule.name in found}
    return {**values, **found}
