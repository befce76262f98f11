"""Which parts of a position as text a person can change, as data: editors know from it what may lie where, and no rule.

A position's text is edited word by word. `Family` names all places of a kind at once: the indices of `ranges` say which line, which word
and which letter each of them is, and by which name boards draw it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Form = Literal[
    "cell",  # one letter of a word, a dot where it is empty
    "word",  # a word of its own
    "turned",  # a plate and, behind @, where its top points
    "counts",  # letters in the order of the pieces, - for none
    "line",  # letters of one kind, then dots
    "row",  # letters from the left, then dots
    "stack",  # letters from the bottom, - for none
    "totals",  # a whole line: each piece with its number
    "numbers",  # a whole line: the number of each piece
    "set",  # letters in the order of the pieces, whose first letter is the word before
    "list",  # words to the end of the line, in the order of the pieces, - for none
    "pile",  # words to the end of the line, the top one first, some with a colon and who knows them, - for none
]
Index = int | str  # a number, or the name of a range


@dataclass(frozen=True)
class Family:
    """Places of one kind."""

    name: str  # what people call such a place, `edit.place.<name>` in the app's catalogues
    form: Form
    pieces: tuple[str, ...]  # the names of what may lie there
    lines: tuple[str, ...]  # the words that such lines begin with
    which: Index = 0  # of these lines
    word: Index = 0  # of that line, after the first
    at: Index = 0  # of that word
    skip: int = 0  # words of that line before the first of these places
    spot: str = ""  # the name of the place on a drawn board, with the ranges in braces
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # the first number of each, and how many there are
    most: int = 0  # how many pieces there is room for, where the form does not tell
    empty: str = "-"  # a word for nothing, where the form is "word" or "turned"


@dataclass(frozen=True)
class Pieces:
    """Pieces of one kind, each as a position writes it."""

    name: str
    texts: tuple[str, ...]
    each: int = 0  # how many there are of each in a game; 0 if that is not counted
    reserve: Family | None = None  # where one comes from that is put somewhere, and where it goes that is taken away


@dataclass(frozen=True)
class Field:
    """A number, or a word out of several."""

    name: str  # `edit.field.<name>` in the app's catalogues
    lines: tuple[str, ...]
    which: Index = 0
    word: int = 0
    choices: tuple[str, ...] = ()  # seats count from 1; a seat that does not play is no choice
    least: int = 0
    most: int = 0
    each_seat: bool = False  # then `which` is the seat
    rare: bool = False  # whether few people need it
    carries: tuple[str, str] | None = None  # a letter that lies with the seat which is chosen, and the name of the places for it


@dataclass(frozen=True)
class Editing:
    """All that can be changed of a position."""

    pieces: tuple[Pieces, ...]
    places: tuple[Family, ...]
    fields: tuple[Field, ...]


def seat_choices(most: int, *others: str) -> tuple[str, ...]:
    """Seats as positions write them, after other words.

    >>> seat_choices(2, "-")
    ('-', '1', '2')
    """
    return (*others, *(str(seat) for seat in range(1, most + 1)))


def word_of(family: Family, numbers: Mapping[str, int]) -> int:
    """Which word of its line a place is, after the first."""
    return family.skip + resolve(family.word, numbers, family)


def resolve(index: Index, numbers: Mapping[str, int], family: Family) -> int:
    """The number that an index means for one place of a family: ranges count from their first number in names, from 0 in texts."""
    return index if isinstance(index, int) else numbers[index] - family.ranges[index][0]


def places_of(family: Family) -> list[dict[str, int]]:
    """The numbers of every place of a family.

    >>> places_of(Family("x", "word", (), ("x",), ranges={"a": (1, 2), "b": (0, 1)}))
    [{'a': 1, 'b': 0}, {'a': 2, 'b': 0}]
    """
    found: list[dict[str, Any]] = [{}]
    for name, (first, count) in family.ranges.items():
        found = [{**numbers, name: number} for numbers in found for number in range(first, first + count)]
    return found
