"""Expressions of Python as expressions of JavaScript."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Callable
from types import FunctionType
from typing import Any

from .values import CannotTranslate, Names, in_order, literal, needs_new, plain_code

SAME = ("len", "range", "enumerate", "zip", "str", "int", "any", "all", "sum", "min", "max", "sorted", "divmod", "list", "set", "map")
CALLS = {name: name for name in (*SAME, "chr", "ord", "abs", "repr", "round", "float")} | {
    "tuple": "list",
    "bool": "truth",
}  # builtins, by their helper
METHODS = {  # of text, lists, dicts and arrays
    *("split", "join", "partition", "rstrip", "lstrip", "strip", "ljust", "count", "index", "startswith", "removeprefix", "find", "lower"),
    *("isascii", "isdigit", "get", "items", "append", "pop", "tolist", "any", "replace", "casefold", "format", "splitlines", "remove"),
    "values",
}
BINARY = {ast.Add: "add", ast.Mult: "times", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow"}
SIGNS = {ast.Sub: "-", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Div: "/"}
ORDER = {ast.Lt: "<", ast.Gt: ">", ast.LtE: "<=", ast.GtE: ">="}
RESERVED = {"default", "new", "function", "var", "switch", "case", "this", "export", "package", "delete", "typeof", "void", "let", "const"}


def source_of(function: FunctionType) -> ast.FunctionDef:
    """A function as Python wrote it down."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


class Expressions:
    """The expressions of one function."""

    def __init__(self, translation: Names, function: FunctionType, method: bool = False) -> None:
        self.translation, self.function, self.method = translation, function, method
        self.tree = found = source_of(function)
        self.local = {node.id for node in ast.walk(found) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        self.local |= {node.arg for node in ast.walk(found) if isinstance(node, ast.arg)}
        self.local |= {node.name for node in ast.walk(found) if isinstance(node, ast.ExceptHandler) and node.name}

    def refuse(self, node: ast.AST) -> CannotTranslate:
        where = f"{self.function.__module__}.{self.function.__qualname__}"
        return CannotTranslate(f"{where}: {ast.unparse(node)!r} is not known to the translator")

    def pattern(self, target: ast.expr) -> str:
        if isinstance(target, ast.Name):
            return self.safe(target.id)
        if isinstance(target, ast.Starred):
            return f"...{self.pattern(target.value)}"
        if isinstance(target, ast.Subscript):
            return self.value(target)
        if isinstance(target, ast.Tuple):
            found, parts = set(), []
            for each in target.elts:
                name = self.pattern(each)
                parts.append("" if name in found and name == "_" else name)
                found.add(name)
            return f"[{', '.join(parts)}]"
        raise self.refuse(target)

    def safe(self, name: str) -> str:
        """A local name that is no word of JavaScript, nor one of our helpers."""
        return f"{name}_" if name in RESERVED or name in CALLS.values() else name

    def test(self, node: ast.expr) -> str:
        """An expression of which only the truth matters."""
        if isinstance(node, ast.BoolOp):
            return f" {'&&' if isinstance(node.op, ast.And) else '||'} ".join(f"({self.test(each)})" for each in node.values)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!({self.test(node.operand)})"
        return self.value(node) if self._is_boolean(node) else f"truth({self.value(node)})"

    def _is_boolean(self, node: ast.expr) -> bool:
        known = ("any", "all", "startswith", "isascii", "isdigit")
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            return name in known
        return isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and isinstance(node.value, bool))

    def value(self, node: ast.expr) -> str:
        method: Callable[[Any], str] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refuse(node)
        return method(node)

    def _constant(self, node: ast.Constant) -> str:
        return literal(node.value)

    def _name(self, node: ast.Name) -> str:
        """A local name, one of the module, or a builtin."""
        name = node.id
        if name == "self" and self.method:
            return "this"
        if name in self.local:
            return self.safe(name)
        if name in self.function.__globals__:
            return self.translation.add(self.function.__globals__[name], name)
        if name in CALLS or name in ("str", "isinstance"):
            return CALLS.get(name, name)
        raise CannotTranslate(f"{self.function.__module__}.{self.function.__qualname__}: the name {name} is not known to the translator")

    def _attribute(self, node: ast.Attribute) -> str:
        return f"{self.value(node.value)}.{node.attr}"

    def _subscript(self, node: ast.Subscript) -> str:
        base = self.value(node.value)
        for index in node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]:
            if isinstance(index, ast.Slice):
                parts = [self.value(each) if each else "null" for each in (index.lower, index.upper, index.step)]
                base = f"slice({base}, {', '.join(parts)})"
            elif isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub):
                base = f"{base}.at({self.value(index)})"
            else:
                base = f"{base}[{self.value(index)}]"
        return base

    def _call(self, node: ast.Call) -> str:
        given = [self.value(each) for each in node.args]
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            return f"{node.func.attr}_({', '.join([self.value(node.func.value), *given])})"
        called = self.value(node.func)
        meant = self.function.__globals__.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            kind = ast.unparse(node.args[1])
            return f"(typeof {given[0]} === 'string')" if kind == "str" else f"({given[0]} instanceof {given[1]})"
        names = {each.arg: self.value(each.value) for each in node.keywords if each.arg and each.arg != "strict"}
        if names and meant is None and called not in CALLS.values():
            raise self.refuse(node)  # nobody knows in which order it takes them
        if names:
            given += in_order(plain_code(meant), names, len(given))
        return f"{'new ' if needs_new(meant) else ''}{called}({', '.join(given)})"

    def _lambda(self, node: ast.Lambda) -> str:
        return f"(({', '.join(self.safe(each.arg) for each in node.args.args)}) => {self.value(node.body)})"

    def _yield(self, node: ast.Yield) -> str:
        return f"yield {self.value(node.value)}" if node.value else "yield"

    def _yieldfrom(self, node: ast.YieldFrom) -> str:
        return f"yield* {self.value(node.value)}"

    def _starred(self, node: ast.Starred) -> str:
        return f"...{self.value(node.value)}"

    def _list(self, node: ast.List | ast.Tuple) -> str:
        return f"[{', '.join(self.value(each) for each in node.elts)}]"

    _tuple = _list

    def _dict(self, node: ast.Dict) -> str:
        parts = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                parts.append(f"...{self.value(value)}")
            else:
                named = json.dumps(key.value) if isinstance(key, ast.Constant) and isinstance(key.value, str) else f"[{self.value(key)}]"
                parts.append(f"{named}: {self.value(value)}")
        return f"({{ {', '.join(parts)} }})"

    def _binop(self, node: ast.BinOp) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if type(node.op) in BINARY:
            return f"{BINARY[type(node.op)]}({left}, {right})"
        if type(node.op) in SIGNS:
            return f"({left} {SIGNS[type(node.op)]} {right})"
        raise self.refuse(node)

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!({self.test(node.operand)})"
        sign = {ast.USub: "-", ast.Invert: "~"}.get(type(node.op))
        if sign is None:
            raise self.refuse(node)
        return f"{sign}{self.value(node.operand)}"

    def _boolop(self, node: ast.BoolOp) -> str:
        helper = "and" if isinstance(node.op, ast.And) else "or"
        if all(self._is_boolean(each) for each in node.values):
            return f"({self.test(node)})"
        *first, last = node.values
        said = self.value(last)
        for each in reversed(first):
            said = f"{helper}({self.value(each)}, () => {said})"
        return said

    def _compare(self, node: ast.Compare) -> str:
        parts, left = [], node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            parts.append(self._compare_two(left, operator, right))
            left = right
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def _compare_two(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        a, b = self.value(left), self.value(right)
        if isinstance(operator, ast.Is | ast.IsNot):
            return f"{a} {'===' if isinstance(operator, ast.Is) else '!=='} {b}"
        if isinstance(operator, ast.Eq | ast.NotEq):
            return f"{'' if isinstance(operator, ast.Eq) else '!'}equal({a}, {b})"
        if isinstance(operator, ast.In | ast.NotIn):
            return f"{'' if isinstance(operator, ast.In) else '!'}contains({b}, {a})"
        if isinstance(operator, ast.LtE) and any(
            isinstance(each, ast.Call) and getattr(each.func, "id", "") == "set" for each in (left, right)
        ):
            return f"within({a}, {b})"
        return f"({a} {ORDER[type(operator)]} {b})"

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self.test(node.test)} ? {self.value(node.body)} : {self.value(node.orelse)})"

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(json.dumps(part.value, ensure_ascii=False)[1:-1].replace("`", "\\`").replace("${", "\\${").replace('\\"', '"'))
            else:
                assert isinstance(part, ast.FormattedValue)
                said = self.value(part.value)
                if part.format_spec:
                    said = f"format_({said}, {self.value(part.format_spec)})"
                else:
                    said = f"{'repr' if part.conversion == ord('r') else 'str'}({said})"
                parts.append(f"${{{said}}}")
        return f"`{''.join(parts)}`"

    def _listcomp(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        said = self.value(node.elt)
        for at, each in enumerate(reversed(node.generators)):
            items = f"list({self.value(each.iter)})"
            for test in each.ifs:
                items += f".filter(({self.pattern(each.target)}) => {self.test(test)})"
            said = f"{items}.{'map' if at == 0 else 'flatMap'}(({self.pattern(each.target)}) => {said})"
        return said

    _generatorexp = _listcomp

    def _setcomp(self, node: ast.SetComp) -> str:
        return f"set({self._listcomp(ast.ListComp(node.elt, node.generators))})"

    def _dictcomp(self, node: ast.DictComp) -> str:
        pair = ast.List([node.key, node.value], ast.Load())
        return f"Object.fromEntries({self._listcomp(ast.ListComp(pair, node.generators))})"
