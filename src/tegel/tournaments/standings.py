"""Who stands where, and why.

A table gives its first 1 point, its last 0, the others evenly between; shared places share. A bye is worth 1. Equal points are decided by

1. opponents: the mean points of those one played (Buchholz), byes left out;
2. wins: tables won outright;
3. direct: how often one came before the others with the same points, less how often behind, if they met.

Who is equal in all of that shares the place, and stands in the order of entering. In a duplicate tournament match points come before all of
these: see `matching`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from typing import NamedTuple

from .event import Event, Seating, is_computer
from .matching import match_points

TIE_BREAKS = ("opponents", "wins", "direct")


class Standing(NamedTuple):
    """A line of the table."""

    place: int
    player: str
    points: float
    played: int
    opponents: float
    wins: int
    direct: int
    byes: int
    left: bool
    match: float | None  # of a duplicate tournament

    @property
    def score(self) -> float:
        """What decides first, and by what players are paired."""
        return self.points if self.match is None else self.match


def points_of(table: Seating) -> list[float]:
    """What a table gave each of its players.

    >>> points_of(Seating(["a", "b", "c"], [1, 2, 2]))
    [1.0, 0.25, 0.25]
    """
    if table.bye:
        return [1.0]
    if table.void:
        return [0.0] * len(table.players)
    places, last = table.places or [], len(table.players) - 1
    return [sum(1 - (place - 1 + more) / last for more in range(places.count(place))) / places.count(place) for place in places]


def standings(event: Event) -> list[Standing]:
    """Everybody's, the best first; computers that fill tables are left out."""
    points: defaultdict[str, float] = defaultdict(float)
    wins: defaultdict[str, int] = defaultdict(int)
    byes: defaultdict[str, int] = defaultdict(int)
    met: defaultdict[str, list[str]] = defaultdict(list)
    played: defaultdict[str, int] = defaultdict(int)
    before: defaultdict[tuple[str, str], int] = defaultdict(int)
    for table in (table for tables in event.rounds for table in tables if table.over):
        for at, (player, got) in enumerate(zip(table.players, points_of(table), strict=True)):
            points[player] += got
            byes[player] += table.bye
            played[player] += not table.bye
            wins[player] += not table.bye and got == 1.0
            met[player] += [other for other in table.players if other != player]
            for other, place in zip(table.players, table.places or [], strict=False):
                before[player, other] += (place > (table.places or [])[at]) - (place < (table.places or [])[at])
    matched = match_points(event) if event.plan.duplicate else {}
    people = [entry for entry in event.entries if not is_computer(entry.player)]
    total = {entry.player: round(points[entry.player], 6) for entry in people}
    lines = []
    for entry in people:
        name = entry.player
        opponents = sum(points[other] for other in met[name]) / len(met[name]) if met[name] else 0.0
        direct = sum(before[name, other] for other in set(met[name]) if total.get(other) == total[name])
        figures = total[name], played[name], round(opponents, 6), wins[name], direct, byes[name], entry.left
        match = round(sum(matched.get(name, [])), 6) if event.plan.duplicate else None
        lines.append(Standing(0, name, *figures, match))
    worth = {line.player: (line.score, line.points, line.opponents, line.wins, line.direct) for line in lines}
    order = sorted(worth.values())
    placed = [line._replace(place=1 + len(order) - bisect_right(order, worth[line.player])) for line in lines]
    return sorted(placed, key=lambda line: line.place)
