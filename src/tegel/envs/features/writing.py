"""What the features of all games share: turning seats, and writing rows of numbers and constant planes."""

from __future__ import annotations

from typing import Any

from ...core.compiled import rule


@rule
def turned(seat: int, viewer: int, players: int) -> int:
    """A seat counted from the viewer's; no seat (-1) stays -1."""
    return (seat - viewer) % players if seat >= 0 else -1


@rule
def put(out: Any, at: int, values: Any) -> int:
    """Write a list of numbers into the vector; returns where the next one goes."""
    for value in values:
        out[at] = value
        at += 1
    return at


@rule
def blank(out: Any) -> None:
    """All planes to 0."""
    for plane in range(out.shape[0]):
        for row in range(out.shape[1]):
            for column in range(out.shape[2]):
                out[plane, row, column] = 0


@rule
def fill(out: Any, plane: int, value: int) -> None:
    """A plane that is the same everywhere."""
    for row in range(out.shape[1]):
        for column in range(out.shape[2]):
            out[plane, row, column] = value


@rule
def fill_rows(out: Any, plane: int, values: Any) -> None:
    """A plane whose row n holds the n-th of a list of numbers in every column."""
    for row in range(len(values)):
        for column in range(out.shape[2]):
            out[plane, row, column] = values[row]
