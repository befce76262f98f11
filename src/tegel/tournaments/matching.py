"""Match points of a duplicate tournament: everybody is compared with those who had the same seat, and so the same deals, at other tables.

What is compared is the margin: one's points less those of the best other at the table; who left the game comes last. As in duplicate
bridge one gets 2 for each who did worse and 1 for each who did the same, here divided by what is possible, so that a round is worth from 0
to 1. Whoever has nobody to be compared with, because no other table was played, gets one half. A bye gives 0.6, and so does the first place
at a table that was not played.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence

from .event import Event, Seating

ALONE, BYE = 0.5, 0.6
Margin = tuple[bool, int]  # whether one stayed to the end; by how many points one was ahead


def match_points(event: Event) -> dict[str, list[float]]:
    """What everybody got, round by round, of the rounds that are over."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for tables in event.rounds:
        if all(table.over for table in tables):
            for table, got in zip(tables, compare(tables), strict=True):
                for player, each in zip(table.players, got, strict=True):
                    found[player].append(each)
    return dict(found)


def compare(tables: Sequence[Seating]) -> list[list[float]]:
    """Every seat of a round beside the same seat of the other tables.

    >>> one, two = Seating(["a", "b"], [1, 2], points=[50, 40]), Seating(["c", "d"], [1, 2], points=[50, 45])
    >>> compare([one, two])
    [[1.0, 0.0], [0.0, 1.0]]
    """
    known: defaultdict[tuple[int, int], list[Margin]] = defaultdict(list)  # of each seat of tables of each size, the worst first
    for table in tables:
        for seat in range(len(table.players)):
            if (each := margin(table, seat)) is not None and not table.void:
                known[len(table.players), seat].append(each)
    for margins in known.values():
        margins.sort()
    return [[_worth(table, seat, known[len(table.players), seat]) for seat in range(len(table.players))] for table in tables]


def _worth(table: Seating, seat: int, margins: Sequence[Margin]) -> float:
    """Of one seat; its own margin is among those it is compared with."""
    if table.bye:
        return BYE
    if table.void:
        return 0.0
    own = margin(table, seat)
    if own is None:
        return BYE if table.places is not None and table.places[seat] == 1 else 0.0
    if len(margins) == 1:
        return ALONE
    worse = bisect_left(margins, own)
    same = bisect_right(margins, own) - worse - 1
    return (worse + same / 2) / (len(margins) - 1)


def margin(table: Seating, seat: int) -> Margin | None:
    """How far ahead a seat was; None where the director decided, or nobody came."""
    if table.points is None or len(table.points) < 2:
        return None
    return seat not in table.left, table.points[seat] - max(points for at, points in enumerate(table.points) if at != seat)
