"""Small changes to a module, one at a time: every place where the tests should notice that the code is another one."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

COMPARED: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}  # fmt: skip
COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd, ast.Pow: ast.Mult,
}  # fmt: skip
CALLED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: ``function`` is the outermost function or method it lies in ("" for what runs at import), ``lines``
    those of the statement, ``was`` and ``now`` the source of what changed, ``again`` the count of equal changes there.
    """

    module: str
    number: int
    function: str
    first_line: int
    lines: tuple[int, int]
    was: str
    now: str
    again: int

    @property
    def key(self) -> str:
        """What it is called in lists: stays the same when lines move."""
        again = f" #{self.again}" if self.again > 1 else ""
        return f"{self.module} {self.function or 'import'}: `{self.was}` -> `{self.now}`{again}"


@dataclass(frozen=True, slots=True)
class _Place:
    """A node that can be replaced, with what encloses it."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    function: str
    first_line: int
    lines: tuple[int, int]


def mutants(module: str, source: str) -> Iterator[tuple[Mutant, ast.Module]]:
    """Every mutant of a module with its whole tree; the tree is only good until the next one is asked for."""
    tree = ast.parse(source)
    number = 0
    seen: Counter[tuple[str, str, str]] = Counter()
    for place in list(_places(tree)):
        for changed in _changes(place):
            _put(place, changed)
            ast.fix_missing_locations(tree)
            was, now = (" ".join(ast.unparse(node).split()) for node in (place.node, changed))
            seen[place.function, was, now] += 1
            again = seen[place.function, was, now]
            yield Mutant(module, number, place.function, place.first_line, place.lines, was, now, again), tree
            _put(place, place.node)
            number += 1


def _put(place: _Place, node: ast.AST) -> None:
    if place.index is None:
        setattr(place.parent, place.field, node)
    else:
        getattr(place.parent, place.field)[place.index] = node


def _places(tree: ast.Module) -> Iterator[_Place]:
    yield from _inside(tree, "", 0, (1, 1))


def _inside(node: ast.AST, function: str, first: int, lines: tuple[int, int]) -> Iterator[_Place]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_params") or (field == "args" and isinstance(value, ast.arguments)):
            continue
        nodes = value if isinstance(value, list) else [value]
        for index, child in enumerate(nodes):
            if isinstance(child, ast.AST) and not _is_docstring(child) and not _is_typing(child):
                yield from _at(_Place(node, field, index if isinstance(value, list) else None, child,
                                      function, first, lines))  # fmt: skip


def _at(place: _Place) -> Iterator[_Place]:
    node, function, first, lines = place.node, place.function, place.first_line, place.lines
    if isinstance(node, ast.stmt):
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno or node.lineno
        lines = (node.lineno, max(last, node.lineno))
    inner = function
    if isinstance(node, ast.FunctionDef) and not first:
        inner = f"{function}.{node.name}".lstrip(".")
        first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
    elif isinstance(node, ast.ClassDef) and not first:
        inner = f"{function}.{node.name}".lstrip(".")
    here = _Place(place.parent, place.field, place.index, node, function if first else "", first, lines)
    yield here
    yield from _inside(node, inner, first, lines)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_typing(node: ast.AST) -> bool:
    """``if TYPE_CHECKING`` and imports decide nothing; ``assert`` is there for the type checker."""
    typing = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return typing or isinstance(node, ast.Import | ast.ImportFrom | ast.Assert)


def _changes(place: _Place) -> Iterator[ast.AST]:
    node = place.node
    if isinstance(node, ast.stmt):
        yield from _statements(place, node)
    elif isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            for other in COMPARED.get(type(operator), ()):
                changed = copy.deepcopy(node)
                changed.ops[at] = other()
                yield changed
    elif isinstance(node, ast.BinOp) and type(node.op) in COUNTED:
        yield ast.BinOp(node.left, COUNTED[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for at in range(len(node.values)):
            rest = node.values[:at] + node.values[at + 1 :]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not | ast.Invert):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Constant):
        yield from _constants(place, node)
    else:
        yield from _others(node)


def _others(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield ast.Call(ast.Name(CALLED[node.func.id], ast.Load()), node.args, node.keywords)
    elif isinstance(node, ast.comprehension):
        for at in range(len(node.ifs)):
            yield ast.comprehension(node.target, node.iter, node.ifs[:at] + node.ifs[at + 1 :], node.is_async)


def _constants(place: _Place, node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        if node.value:
            yield ast.Constant(node.value - 1)
    elif isinstance(node.value, str) and isinstance(place.parent, ast.Compare):
        yield ast.Constant(node.value + "?")


def _statements(place: _Place, node: ast.stmt) -> Iterator[ast.AST]:
    if isinstance(node, ast.If | ast.While):
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed
    elif isinstance(node, ast.Return):
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.AugAssign):
        if type(node.op) in COUNTED:
            yield ast.AugAssign(node.target, COUNTED[type(node.op)](), node.value)
        yield ast.Pass()
    elif isinstance(node, ast.Expr | ast.Delete | ast.Raise) or (
        isinstance(node, ast.Assign) and place.first_line and not isinstance(node.targets[0], ast.Name | ast.Tuple)
    ):
        yield ast.Pass()
    elif isinstance(node, ast.Break | ast.Continue):
        yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()
