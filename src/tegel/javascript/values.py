"""Constants, and what is known of the Python things that functions use."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields, is_dataclass
from typing import Any, Protocol

import numpy as np

from ..core.errors import TegelError


class CannotTranslate(TegelError):
    """Something that this does not know; the message says what and where."""


class Names(Protocol):
    """What has been translated already, by its name."""

    def add(self, found: Any, name: str) -> str:
        """Translate something if it is new; returns what it is called."""


def plain_code(found: Any) -> Any:
    """The Python function within what wraps it."""
    for wrapped in ("py_func", "__wrapped__"):
        found = getattr(found, wrapped, found)
    return found


def literal(value: Any) -> str:
    """A constant; words of 64 bits are big integers, as they are in records."""
    if isinstance(value, np.uint64):
        return f"{value}n"
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(str(key))}: {literal(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(literal(each) for each in value) + "]"
    if value is None or isinstance(value, bool | int | float | str):
        return json.dumps(value, ensure_ascii=False)
    raise CannotTranslate(f"{value!r} is no constant")


def needs_new(found: Any) -> bool:
    """Whether it is a class with methods; errors and named tuples are made by calling them."""
    return inspect.isclass(found) and not issubclass(found, Exception) and fields_of(found) is None


def fields_of(found: type) -> tuple[str, ...] | None:
    """The fields of a named tuple, a struct or a dataclass."""
    if is_dataclass(found):
        return tuple(field.name for field in fields(found))
    return getattr(found, "_fields", None) or getattr(found, "__struct_fields__", None)


def in_order(called: Any, names: dict[str, str], count: int) -> list[str]:
    """Arguments by name, in the order in which a function takes them; those that it takes in any number are one object."""
    by_place = inspect.isfunction(called) or inspect.isclass(called)
    parameters = list(inspect.signature(called).parameters.values())[count:] if by_place else []
    placed = {each.name: names.pop(each.name, "undefined") for each in parameters if each.kind is not each.VAR_KEYWORD}
    more = "{ " + ", ".join(f"{name}: {value}" for name, value in names.items()) + " }"
    return [*placed.values(), *([more] if names else [])]
