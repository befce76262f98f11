"""How what a network sees is laid out: named parts with a shape, one after the other."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Symmetry:
    """Another way to see a position that means the same: which number and which head comes to each place."""

    inputs: Any
    heads: Any


def join(parts: Sequence[Any]) -> Any:
    """Rearranged places one after the other."""
    return np.concatenate([np.asarray(part).reshape(-1) for part in parts])


@dataclass(frozen=True)
class Part:
    """Some of the numbers a network is given."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


def offsets(parts: Sequence[Part]) -> dict[str, int]:
    """Where each part begins."""
    places, at = {}, 0
    for part in parts:
        places[part.name] = at
        at += part.size
    return places


@dataclass(frozen=True)
class Layout:
    """All of them, in order."""

    parts: tuple[Part, ...]
    version: int = 1  # to be raised when numbers come to mean something else in the same places

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(part.size for part in self.parts)

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Where each part begins."""
        return offsets(self.parts)

    @cached_property
    def digest(self) -> str:
        """Tells this layout from others: a network can only be used with the one it was trained with."""
        said = [f"version {self.version}", *(f"{part.name} {part.shape}" for part in self.parts)]
        return hashlib.sha256("\n".join(said).encode()).hexdigest()

    def numbered(self) -> dict[str, Any]:
        """The place of every number, by part and in its shape: what is rearranged here and joined again is a symmetry."""
        return {part.name: np.arange(part.size).reshape(part.shape) + self.offsets[part.name] for part in self.parts}

    def table(self) -> str:
        """The parts as a Markdown table, for the documentation."""
        lines = ["| from | part | shape | meaning |", "| --- | --- | --- | --- |"]
        for part in self.parts:
            shape = " x ".join(map(str, part.shape))
            lines.append(f"| {self.offsets[part.name]} | `{part.name}` | {shape} | {part.meaning} |")
        return "\n".join(lines)
