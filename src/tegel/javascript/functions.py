"""Functions and classes of Python as those of JavaScript, statement by statement."""

from __future__ import annotations

import ast
import json
import textwrap
from collections.abc import Iterator
from dataclasses import is_dataclass
from types import FunctionType

from .expressions import Expressions
from .values import Names, fields_of


def write_function(names: Names, function: FunctionType, name: str) -> str:
    """A function."""
    return _Function(names, function).text(name)


def write_class(names: Names, found: type, name: str) -> str:
    """An error, or what has fields, which are made by calling them, or a class with methods, which needs `new`."""
    if issubclass(found, Exception):
        return f"function {name}(message) {{\n  return failure({name}, message);\n}}\n{name}.prototype = Object.create(Error.prototype);"
    if fields := fields_of(found):
        listed = ", ".join(fields)
        made = f"function {name}({listed}) {{\n  return Object.assign(Object.create({name}.prototype), {{ {listed} }});\n}}"
        methods = _methods(names, found) if is_dataclass(found) else []
        return made + (f"\nmembers({name}, {{\n" + ",\n".join(methods) + "\n});" if methods else "")
    return f"class {name} {{\n" + "\n".join(_methods(names, found)) + "\n}"


def _methods(names: Names, found: type) -> list[str]:
    """The methods and properties that somebody wrote; those that Python made of fields are none."""
    methods = []
    for member in found.__dict__.values():
        code = member.fget if isinstance(member, property) else member
        if isinstance(code, FunctionType) and code.__qualname__.startswith(found.__qualname__) and _is_written(found, code):
            called = "constructor" if code.__name__ == "__init__" else code.__name__
            text = _Function(names, code, method=True).text(called)
            methods.append(textwrap.indent(f"get {text}" if isinstance(member, property) else text, "  "))
    return methods


def _is_written(found: type, code: FunctionType) -> bool:
    return not (is_dataclass(found) and code.__name__.startswith("__"))


class _Function(Expressions):
    """One function on its way to JavaScript."""

    def text(self, name: str) -> str:
        """The whole function."""
        given = self.tree.args.args[1:] if self.method else self.tree.args.args
        defaults = [None] * (len(self.tree.args.args) - len(self.tree.args.defaults)) + list(self.tree.args.defaults)
        defaults = defaults[1:] if self.method else defaults
        each = [self.safe(arg.arg) + (f" = {self.value(default)}" if default else "") for arg, default in zip(given, defaults, strict=True)]
        own = {arg.arg for arg in self.tree.args.args}
        assigned = sorted({self.safe(found) for found in self._assigned(self.tree.body) if found not in own})
        body = [f"let {', '.join(assigned)};"] if assigned else []
        body += list(self.block(self.tree.body))
        yields = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(self.tree))
        head = "" if self.method else "function* " if yields else "function "
        return f"{head}{name}({', '.join(each)}) {{\n" + "\n".join(f"  {line}" for line in body) + "\n}"

    def _assigned(self, body: list[ast.stmt]) -> Iterator[str]:
        """Names that statements (not comprehensions) set."""
        for statement in body:
            targets: list[ast.expr] = []
            if isinstance(statement, ast.Assign):
                targets = statement.targets
            elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
                targets = [statement.target]
            for target in targets:
                yield from (node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
            for inner in ("body", "orelse", "finalbody"):
                yield from self._assigned(getattr(statement, inner, []))
            for handler in getattr(statement, "handlers", []):
                yield from self._assigned(handler.body)
            yield from (
                node.target.id for node in ast.walk(statement) if isinstance(node, ast.NamedExpr) and isinstance(node.target, ast.Name)
            )

    def block(self, body: list[ast.stmt]) -> Iterator[str]:
        for at, statement in enumerate(body):
            if at == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue  # a docstring
            yield from self.statement(statement)

    def _braced(self, head: str, body: list[ast.stmt]) -> Iterator[str]:
        yield head + " {"
        yield from (f"  {line}" for line in self.block(body))
        yield "}"

    def statement(self, node: ast.stmt) -> Iterator[str]:
        if isinstance(node, ast.Return):
            yield f"return {self.value(node.value)};" if node.value else "return;"
        elif isinstance(node, ast.Expr):
            yield f"{self.value(node.value)};"
        elif isinstance(node, ast.Assign):
            if len(node.targets) > 1 and not isinstance(node.value, ast.Constant | ast.Name):
                raise self.refuse(node)  # it would be worked out twice
            for target in node.targets:
                yield self.assign(target, self.value(node.value))
        elif isinstance(node, ast.AnnAssign):
            if node.value:
                yield self.assign(node.target, self.value(node.value))
        elif isinstance(node, ast.AugAssign):
            reading = ast.parse(ast.unparse(node.target), mode="eval").body
            yield self.assign(node.target, self.value(ast.BinOp(reading, node.op, node.value)))
        elif isinstance(node, ast.If):
            yield from self._braced(f"if ({self.test(node.test)})", node.body)
            if node.orelse:
                yield from self._braced("else", node.orelse)
        elif isinstance(node, ast.For):
            yield from self._braced(f"for (const {self.pattern(node.target)} of {self.value(node.iter)})", node.body)
        elif isinstance(node, ast.While):
            yield from self._braced(f"while ({self.test(node.test)})", node.body)
        elif isinstance(node, ast.Raise) and node.exc:
            yield f"throw {self.value(node.exc)};"
        elif isinstance(node, ast.Try) and len(node.handlers) == 1:
            yield from self._braced("try", node.body)
            yield from self._catch(node.handlers[0])
        elif isinstance(node, ast.Continue):
            yield "continue;"
        elif isinstance(node, ast.Pass):
            return
        else:
            raise self.refuse(node)

    def _catch(self, handler: ast.ExceptHandler) -> Iterator[str]:
        if handler.type is None:
            raise self.refuse(handler)
        error = handler.name or "error"
        yield f"catch ({error}) {{"
        yield f"  if (!({error} instanceof {self.value(handler.type)})) throw {error};"
        yield from (f"  {line}" for line in self.block(handler.body))
        yield "}"

    def assign(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Name):
            return f"{self.safe(target.id)} = {value};"
        if isinstance(target, ast.Tuple):
            return f"{self.pattern(target)} = {value};"
        if isinstance(target, ast.Attribute):
            if self.method and isinstance(target.value, ast.Name) and target.value.id == "self":
                return f"this.{target.attr} = {value};"
            return f"put({self.value(target.value)}, {json.dumps(target.attr)}, {value});"
        if isinstance(target, ast.Subscript):
            *outer, last = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
            base = self.value(target.value) + "".join(f"[{self.value(each)}]" for each in outer)
            return f"fill({base}, {value});" if isinstance(last, ast.Slice) else f"put({base}, {self.value(last)}, {value});"
        raise self.refuse(target)
