"""The small changes that `mutants.py` makes to a rule or a function: one each, on its syntax tree."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.Mod: ast.Mult,
}
TWINS = {"any": "all", "all": "any", "min": "max", "max": "min", "some": "every", "every": "some"}
NO_SENTENCE = {"at", "amount"}
UNREAD = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True)
class Mutation:
    """One change: this field of this node gets another value. `of` is the statement whose lines it stands on."""

    owner: ast.AST
    field: str
    value: object
    line: int
    says: str
    of: tuple[int, int]
    is_words: bool

    def make(self) -> None:
        setattr(self.owner, self.field, self.value)


@dataclass(frozen=True)
class _Place:
    """Where a node stands: in which field of which other, on which lines, and whether only sentences hear of it."""

    owner: ast.AST
    field: str
    lines: tuple[int, int]
    is_words: bool
    gives_bool: bool

    def put(self, node: ast.AST, others: tuple[ast.AST, ...]) -> object:
        held = getattr(self.owner, self.field)
        if not isinstance(held, list):
            return others[0]
        return [new for each in held for new in (others if each is node else (each,))]


def mutations(tree: ast.stmt) -> Iterator[Mutation]:
    """Every change of a function, a method of a class, or the value of a constant, in the order they are written."""
    if isinstance(tree, ast.FunctionDef):
        yield from _in_function(tree)
    elif isinstance(tree, ast.ClassDef):
        for part in tree.body:
            if isinstance(part, ast.FunctionDef):
                yield from _in_function(part)
    elif isinstance(tree, (ast.Assign, ast.AnnAssign)) and tree.value:
        yield from _at(tree.value, _Place(tree, "value", _lines(tree), False, False))


def _in_function(function: ast.FunctionDef) -> Iterator[Mutation]:
    gives_bool = isinstance(function.returns, ast.Name) and function.returns.id == "bool"
    for statement in function.body:
        yield from _at(statement, _Place(function, "body", _lines(statement), False, gives_bool))


def _at(node: ast.AST, place: _Place) -> Iterator[Mutation]:
    if _is_sentence(node) or (isinstance(node, ast.Call) and _called(node) in ("cast", "TypeVar")):
        return
    is_words = place.is_words or _is_spoken(node, place.owner)
    here = _Place(place.owner, place.field, _lines(node) if isinstance(node, ast.stmt) else place.lines, is_words,
                  place.gives_bool)
    for others in _others(node, here):
        line = getattr(node, "lineno", here.lines[0])
        yield Mutation(here.owner, here.field, here.put(node, others), line, _change(node, others), here.lines,
                       is_words)
    for field, child in _children(node):
        yield from _at(child, _Place(node, field, here.lines, is_words, here.gives_bool))


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in UNREAD and not isinstance(child, ast.arguments):
                yield field, child


def _others(node: ast.AST, place: _Place) -> Iterator[tuple[ast.AST, ...]]:
    """What could stand in the place of a node: another, or nothing."""
    if isinstance(node, ast.keyword):
        yield ()
    elif isinstance(node, ast.Return):
        yield from _other_returns(node, place.gives_bool)
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)) and _is_unpacked(node, place.owner):
        return
    else:
        for other in other_nodes(node):
            yield (ast.copy_location(other, node),)


def _other_returns(node: ast.Return, gives_bool: bool) -> Iterator[tuple[ast.AST, ...]]:
    value = node.value
    if value is None or (isinstance(value, ast.Constant) and value.value in (None, True, False)):
        return
    if gives_bool and not isinstance(value, (ast.Compare, ast.UnaryOp)):
        yield (ast.copy_location(ast.Return(ast.UnaryOp(ast.Not(), value)), node),)
    elif not gives_bool:
        yield (ast.copy_location(ast.Return(ast.Constant(None)), node),)


@singledispatch
def other_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that could stand for this one."""
    yield from ()


@other_nodes.register
def _(node: ast.Compare) -> Iterator[ast.AST]:
    for index, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            yield ast.Compare(node.left, [*node.ops[:index], other(), *node.ops[index + 1:]], node.comparators)


@other_nodes.register
def _(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for index in range(len(node.values)):
        left = [*node.values[:index], *node.values[index + 1:]]
        yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


@other_nodes.register
def _(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, (ast.Not, ast.USub)):
        yield node.operand


@other_nodes.register
def _(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in OPERATORS:
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)


@other_nodes.register
def _(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node.value, str):
        yield ast.Constant(f"{node.value}-not")


@other_nodes.register
def _(node: ast.Name) -> Iterator[ast.AST]:
    if node.id in TWINS and isinstance(node.ctx, ast.Load):
        yield ast.Name(TWINS[node.id], ast.Load())


@other_nodes.register
def _(node: ast.IfExp) -> Iterator[ast.AST]:
    yield node.body
    yield node.orelse


@other_nodes.register(ast.Tuple)
@other_nodes.register(ast.List)
@other_nodes.register(ast.Set)
def _(node: ast.Tuple | ast.List | ast.Set) -> Iterator[ast.AST]:
    if len(node.elts) < 2 or isinstance(getattr(node, "ctx", None), ast.Store):
        return
    for index in range(len(node.elts)):
        left = [*node.elts[:index], *node.elts[index + 1:]]
        yield ast.Set(left) if isinstance(node, ast.Set) else type(node)(left, ast.Load())


@other_nodes.register
def _(node: ast.Dict) -> Iterator[ast.AST]:
    for index in (index for index, value in enumerate(node.values) if not _is_silent(value)):
        yield ast.Dict([*node.keys[:index], *node.keys[index + 1:]], [*node.values[:index], *node.values[index + 1:]])


@other_nodes.register
def _(node: ast.comprehension) -> Iterator[ast.AST]:
    for index in range(len(node.ifs)):
        yield ast.comprehension(node.target, node.iter, [*node.ifs[:index], *node.ifs[index + 1:]], node.is_async)


@other_nodes.register
def _(node: ast.If) -> Iterator[ast.AST]:
    for forced in (True, False):
        yield ast.If(ast.Constant(forced), node.body, node.orelse)


@other_nodes.register
def _(node: ast.While) -> Iterator[ast.AST]:
    yield ast.While(ast.Constant(False), node.body, node.orelse)


@other_nodes.register(ast.Expr)
@other_nodes.register(ast.AugAssign)
@other_nodes.register(ast.Raise)
@other_nodes.register(ast.Break)
def _(node: ast.stmt) -> Iterator[ast.AST]:
    yield ast.Pass()


@other_nodes.register
def _(node: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement, or of its head where others stand under it."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) else statement.end_lineno or statement.lineno
    return statement.lineno, max(last, statement.lineno)


def _is_sentence(node: ast.AST) -> bool:
    """A docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_spoken(node: ast.AST, owner: ast.AST) -> bool:
    """Whether only a sentence told to the player would change: a word of a reason, or anything with a space in it."""
    if isinstance(node, ast.keyword) and isinstance(owner, ast.Call) and _called(owner) == "because":
        return node.arg not in NO_SENTENCE
    if isinstance(node, ast.JoinedStr):
        return any(_has_space(part) for part in node.values)
    if isinstance(owner, ast.Dict) and node in owner.keys:
        return _is_silent(owner.values[owner.keys.index(node)])
    return _has_space(node)


def _is_silent(value: ast.AST) -> bool:
    """An entry that gives a sentence, or nothing at all: left out, it reads the same."""
    return _has_space(value) or (isinstance(value, ast.Constant) and value.value is None)


def _has_space(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def _called(node: ast.Call) -> str | None:
    return node.func.id if isinstance(node.func, ast.Name) else None


def _is_unpacked(node: ast.AST, owner: ast.AST) -> bool:
    """A tuple that is unpacked at once: one element fewer is no program."""
    return isinstance(owner, ast.Assign) and owner.value is node and isinstance(owner.targets[0], ast.Tuple)


def _change(node: ast.AST, others: tuple[ast.AST, ...]) -> str:
    if isinstance(node, ast.If):
        return f"if {_written(node.test)} -> if {_written(others[0].test)}"  # type: ignore[attr-defined]
    return f"{_written(node)} -> {_written(others[0]) if others else 'nothing'}"


def _written(node: ast.AST) -> str:
    if isinstance(node, ast.keyword):
        return f"{node.arg}={_written(node.value)}"
    if isinstance(node, ast.comprehension):
        node = ast.GeneratorExp(ast.Name("each", ast.Load()), [node])
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:60]} … {text[-27:]}"
