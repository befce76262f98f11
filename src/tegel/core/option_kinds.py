"""What kinds of options there are, so that a program can ask for them: each option of a game declares one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True)
class Choice:
    """One of a few words; each has a title and a text in the catalogues."""

    values: tuple[str, ...]


@dataclass(frozen=True)
class Number:
    """A whole number."""

    least: int
    most: int


@dataclass(frozen=True)
class Sides:
    """Some of a set of two-sided tiles, in ascending order, each with the side that counts: such as 1f2b3f."""

    tiles: int
    sides: str  # a letter for each
    least: int  # tiles to choose
    most: int


OptionKind = Choice | Number | Sides


def samples(kind: OptionKind) -> Iterator[tuple[Any, bool]]:
    """Values of a kind, and whether they must be accepted."""
    if isinstance(kind, Choice):
        yield from ((value, True) for value in kind.values)
        yield "".join(kind.values), False
    elif isinstance(kind, Number):
        yield from ((kind.least, True), (kind.most, True), (kind.least - 1, False), (kind.most + 1, False))
    else:
        for count in range(1, kind.tiles + 1):
            for side in kind.sides:
                yield "".join(f"{tile}{side}" for tile in range(1, count + 1)), kind.least <= count <= kind.most


def accepts(options: type[msgspec.Struct], name: str, value: Any) -> bool:
    """Whether a value is allowed for an option."""
    try:
        msgspec.convert({name: value}, options, strict=False)
    except (msgspec.ValidationError, ValueError):
        return False
    return True
