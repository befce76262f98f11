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

    @property
    def random(self) -> tuple[str, ...]:
        """The words that leave the choice to chance: how many tiles are drawn, with their sides, when the game is set up."""
        return tuple(f"random{count}" for count in range(self.least, self.most + 1))


@dataclass(frozen=True)
class Order:
    """All of a few things in some order, a letter each: the first are the first seat's, and so on; such as brgyv."""

    letters: str  # in the usual order
    each: tuple[int, ...]  # how many a seat has, with the fewest players, with one more, ...


OptionKind = Choice | Number | Sides | Order


def samples(kind: OptionKind) -> Iterator[tuple[Any, bool]]:
    """Values of a kind, and whether they must be accepted."""
    if isinstance(kind, Choice):
        yield from ((value, True) for value in kind.values)
        yield "".join(kind.values), False
    elif isinstance(kind, Number):
        yield from ((kind.least, True), (kind.most, True), (kind.least - 1, False), (kind.most + 1, False))
    elif isinstance(kind, Order):
        usual, first = kind.letters, kind.letters[0]
        yield from ((usual, True), (usual[::-1], True), (usual[1:], False), (usual + first, False), (first * len(usual), False))
    else:
        yield from ((word, True) for word in kind.random)
        yield from ((f"random{count}", False) for count in (kind.least - 1, kind.most + 1))
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
