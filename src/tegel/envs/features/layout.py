"""How an observation is laid out: its fields with their bounds and meanings, and its planes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

DTYPE = np.int16  # of vectors and planes, unless the caller hands in an array of another kind


@dataclass(frozen=True)
class Field:
    """A named part of the vector."""

    name: str
    shape: tuple[int, ...]  # () for a single number
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """The vector and the planes of a game."""

    fields: tuple[Field, ...]
    planes: tuple[str, ...]  # what each plane shows
    board: tuple[int, int]  # rows and columns of a plane
    plane_low: int
    plane_high: int

    @cached_property
    def size(self) -> int:
        """How many numbers the vector has."""
        return sum(field.size for field in self.fields)

    @cached_property
    def plane_shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        return (len(self.planes), *self.board)

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Where each field begins."""
        places, at = {}, 0
        for field in self.fields:
            places[field.name] = at
            at += field.size
        return places

    @cached_property
    def low(self) -> Any:
        """The least value of every number of the vector."""
        return np.concatenate([np.full(field.size, field.low, DTYPE) for field in self.fields])

    @cached_property
    def high(self) -> Any:
        """The greatest value of every number of the vector."""
        return np.concatenate([np.full(field.size, field.high, DTYPE) for field in self.fields])

    def split(self, vector: Any) -> dict[str, Any]:
        """A vector, or a batch of them, by the names of its fields."""
        lead = vector.shape[:-1]
        return {
            field.name: vector[..., self.offsets[field.name] : self.offsets[field.name] + field.size].reshape(lead + field.shape)
            for field in self.fields
        }

    def table(self) -> str:
        """The vector's fields as a Markdown table, for the documentation."""
        lines = ["| from | field | shape | values | meaning |", "| --- | --- | --- | --- | --- |"]
        for field in self.fields:
            shape = " x ".join(map(str, field.shape)) or "1"
            lines.append(f"| {self.offsets[field.name]} | `{field.name}` | {shape} | {field.low} to {field.high} | {field.meaning} |")
        return "\n".join(lines)

    def plane_table(self) -> str:
        """The planes as a Markdown table, for the documentation; planes whose text differs only in a number stand in one line."""
        lines = ["| plane | shows |", "| --- | --- |"]
        at = 0
        while at < len(self.planes):
            last = at
            while last + 1 < len(self.planes) and _unnumbered(self.planes[last + 1]) == _unnumbered(self.planes[at]):
                last += 1
            number = f"{at}" if last == at else f"{at}-{last}"
            shows = self.planes[at] if last == at else f"{self.planes[at]} ... {self.planes[last]}"
            lines.append(f"| {number} | {shows} |")
            at = last + 1
        return "\n".join(lines)


def _unnumbered(text: str) -> str:
    return "".join("#" if letter.isdigit() else letter for letter in text)
