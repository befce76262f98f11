"""The sum of a game: result = share at the start + luck + own errors + gifts from others + rest, for every seat.

Plain arithmetic on lists, apart from the search, so that other programs can do the same with values of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Parts:
    """What the result of every seat is made of. One number for each seat."""

    start: list[float]
    luck: list[float]
    errors: list[float]
    gifts: list[float]
    rest: list[float]
    result: list[float]
    given: list[list[float]]  # by who moved, then by who got it; what a seat gave itself are its errors


def add_up(
    start: Sequence[float],
    result: Sequence[float],
    luck: Sequence[Sequence[float]],
    changes: Sequence[Sequence[float]],
    movers: Sequence[int],
    digits: int,
) -> Parts:
    """From the luck of every draw and the change of every decision, each with one number for each seat, to the parts of the result.

    All parts are rounded to so many digits, and the rest is what is left then: the printed numbers add up.

    >>> parts = add_up([0.5, 0.5], [1, 0], [[0.1, -0.1]], [[-0.04, 0.04], [0.3, -0.3]], [0, 1], 3)
    >>> parts.luck, parts.errors, parts.gifts, parts.rest
    ([0.1, -0.1], [-0.04, -0.3], [0.3, 0.04], [0.14, -0.14])
    """
    seats = range(len(result))
    given = [[0.0 for _ in seats] for _ in seats]
    for at in range(len(changes)):
        for seat in seats:
            given[movers[at]][seat] += changes[at][seat]
    given = [[round(number, digits) for number in line] for line in given]
    begun = [round(number, digits) for number in start]
    ended = [round(number, digits) for number in result]
    drawn = [round(sum([one[seat] for one in luck]), digits) for seat in seats]
    errors = [given[seat][seat] for seat in seats]
    gifts = [round(sum([given[other][seat] for other in seats if other != seat]), digits) for seat in seats]
    rest = [round(ended[seat] - begun[seat] - drawn[seat] - errors[seat] - gifts[seat], digits) for seat in seats]
    return Parts(begun, drawn, errors, gifts, rest, ended, given)
