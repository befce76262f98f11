"""Everything that some functions need, translated once."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import FunctionType
from typing import Any

from .functions import write_class, write_function
from .values import literal, plain_code


def helpers() -> str:
    """What translated code calls, to be put before it."""
    return Path(__file__).with_name("python.js").read_text(encoding="utf-8")


class Translation:
    """Functions, classes and constants, each translated once, in the order in which they were needed."""

    def __init__(self, provided: dict[Any, str]) -> None:
        self._provided = list(provided.items())  # what the runtime has its own version of
        self._names: dict[Any, str] = {}
        self._made: list[str] = []

    def add(self, found: Any, name: str) -> str:
        """Translate something if it is new; returns what it is called."""
        plain = plain_code(found)
        for known, given in self._provided:
            if known is plain:
                return given
        key = plain if _is_code(plain) else (name, literal(plain))
        if key not in self._names:
            self._names[key] = self._unique(name)
            self._made.append(self._translate(plain, self._names[key]))
        return self._names[key]

    def _unique(self, name: str) -> str:
        """A name that no local one can have."""
        unique, number = f"${name}", 2
        while unique in self._names.values():
            unique, number = f"${name}{number}", number + 1
        return unique

    def _translate(self, found: Any, name: str) -> str:
        if isinstance(found, FunctionType):
            return write_function(self, found, name)
        if inspect.isclass(found):
            return write_class(self, found, name)
        return f"const {name} = {literal(found)};"

    def __str__(self) -> str:
        return "\n\n".join(self._made)


def _is_code(found: Any) -> bool:
    return isinstance(found, FunctionType) or inspect.isclass(found)
