"""Who plays whom, and from which seat: a search over opponents met, points and seats had.

Every pair at a table costs: much if they have met before, less the closer their points. The search begins with everybody in the order of
their points and exchanges players between tables as long as that helps, from several beginnings. Then every table is seated so that
everybody has had each seat about equally often. The same event gives the same pairing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations, permutations
from typing import NamedTuple

import numpy as np

from .event import COMPUTER, Entry, Event, Plan, Seating, TournamentError, is_computer
from .standings import standings

REMATCH = 100.0  # cost of a pair that has met once; twice costs four times that
TRIES = 6  # beginnings


class History(NamedTuple):
    """What everybody has had so far."""

    met: Counter[tuple[str, str]]
    seats: Counter[tuple[str, int]]
    byes: Counter[str]
    points: dict[str, float]


def history_of(event: Event) -> History:
    """Of all rounds so far, also those still played."""
    met: Counter[tuple[str, str]] = Counter()
    seats: Counter[tuple[str, int]] = Counter()
    byes: Counter[str] = Counter()
    for table in (table for tables in event.rounds for table in tables):
        if table.bye:
            byes[table.players[0]] += 1
            continue
        for seat, player in enumerate(table.players):
            seats[player, seat] += 1
        for one, other in combinations(sorted(table.players), 2):
            met[one, other] += 1
    return History(met, seats, byes, {line.player: line.score for line in standings(event)})


def next_round(event: Event) -> list[Seating]:
    """The tables of the next round; a bye is a table of one. Nothing is changed."""
    if event.plan.format == "arena":
        return _free_tables(event)
    if event.waiting:
        raise TournamentError("a table of this round still plays")
    if event.finished:
        raise TournamentError("all rounds have been played")
    there = [entry.player for entry in still_in(event)]
    if len(there) < 2:
        raise TournamentError("two players at least are needed")
    known, size = history_of(event), event.plan.size
    order = sorted(there, key=lambda player: (-known.points.get(player, 0.0), -event.entry(player).rating, player))
    if event.plan.format == "knockout":
        tables, out = _folded(order, size)
    elif (
        event.plan.format == "league"
        and size == 2
        and len(there) == len(event.entries)
        and all(entry.entered == 1 for entry in event.entries)
    ):
        tables, out = _circle(sorted(there), len(event.rounds))
    else:
        order, out, fillers = _even(event, order, known)
        playing = [*order, *fillers]
        tables = arrange(playing, table_sizes(len(playing), event.plan), known)
    return [seat_table(table, known) for table in tables] + [Seating([player]) for player in out]


def _free_tables(event: Event) -> list[Seating]:
    """An arena: as many tables as can be made of those who do not play now; who is left over waits, those who played most first."""
    busy = {player for tables in event.rounds for table in tables if not table.over for player in table.players}
    known = history_of(event)
    played = Counter(player for tables in event.rounds for table in tables for player in table.players)
    free = sorted((entry.player for entry in still_in(event) if entry.player not in busy), key=lambda player: (played[player], player))
    free = free[: len(free) // event.plan.size * event.plan.size]
    if not free:
        raise TournamentError("too few are free to make a table")
    order = sorted(free, key=lambda player: (-known.points.get(player, 0.0), player))
    return [seat_table(table, known) for table in arrange(order, table_sizes(len(order), event.plan), known)]


def still_in(event: Event) -> list[Entry]:
    """Those who can be paired: not withdrawn and, in a knock-out, not out."""
    found = [entry for entry in event.entries if not entry.left and not is_computer(entry.player)]
    if event.plan.format != "knockout" or not event.rounds:
        return found
    through = set()
    for table in event.rounds[-1]:
        ranked = sorted(range(len(table.players)), key=lambda at: ((table.places or [1])[at], at))
        through |= {table.players[at] for at in ranked[: event.plan.advance]}
    return [entry for entry in found if entry.player in through]


def table_sizes(people: int, plan: Plan) -> list[int]:
    """How many sit at each table: as many as planned, or one fewer where nobody is left over then. Tables with the same deals are equal.

    >>> table_sizes(11, Plan(size=4)), table_sizes(7, Plan(size=3)), table_sizes(5, Plan(size=4)), table_sizes(3, Plan(size=4))
    ([4, 4, 3], [3, 2, 2], [4], [3])
    """
    size, full = plan.size, people // plan.size
    tables = -(-people // size)
    if tables == 1:
        return [people]  # a small one
    smaller = tables * size - people
    if size == 2 or plan.duplicate or smaller > tables:
        return [size] * full
    return [size] * (tables - smaller) + [size - 1] * smaller


def _even(event: Event, order: list[str], known: History) -> tuple[list[str], list[str], list[str]]:
    """Those who play, those with a bye (the last of those with the fewest byes), and computers that fill the last table."""
    over = len(order) % event.plan.size
    if over and event.plan.fill:
        return order, [], [f"{COMPUTER} {at + 1}" for at in range(event.plan.size - over)]
    over = len(order) - sum(table_sizes(len(order), event.plan))
    least = sorted(range(len(order)), key=lambda at: (known.byes[order[at]], -at))[:over]
    out = [order[at] for at in sorted(least)]
    return [player for player in order if player not in out], out, []


def _folded(order: list[str], size: int) -> tuple[list[list[str]], list[str]]:
    """A knock-out: the strongest meet the weakest, so that they meet each other late; who is left over goes on, the strongest first."""
    if len(order) <= size:
        return [order], []
    count = len(order) // size
    out, playing = order[: len(order) - count * size], order[len(order) - count * size :]
    tables: list[list[str]] = [[] for _ in range(count)]
    for at, player in enumerate(playing):
        row, column = divmod(at, count)
        tables[column if row % 2 == 0 else count - 1 - column].append(player)
    return tables, out


def _circle(players: list[str], number: int) -> tuple[list[list[str]], list[str]]:
    """A league of pairs: one stays, the others go round, so that everybody meets everybody once."""
    ring = [*players, *([""] if len(players) % 2 else [])]
    turned = [ring[0], *(ring[1 + (at - number) % (len(ring) - 1)] for at in range(len(ring) - 1))]
    pairs = [[turned[at], turned[-1 - at]] for at in range(len(ring) // 2)]
    return [pair for pair in pairs if "" not in pair], [name for pair in pairs if "" in pair for name in pair if name]


def arrange(order: Sequence[str], sizes: Sequence[int], known: History) -> list[list[str]]:
    """Players into tables of these sizes, as cheaply as the search finds."""
    ends = list(accumulate(sizes))
    source = random.Random(" ".join(order))
    costs = np.array([[pair_cost(one, other, known) if one != other else 0.0 for other in order] for one in order])
    best: tuple[float, list[list[int]]] | None = None
    for attempt in range(TRIES):
        begun = list(range(len(order)))
        if attempt:
            begun.sort(key=lambda at: -known.points.get(order[at], 0.0) + source.gauss(0, 0.5 * attempt))
        tables = [begun[end - size : end] for size, end in zip(sizes, ends, strict=True)]
        _improve(tables, costs)
        found = sum(costs[one, other] for table in tables for one, other in combinations(table, 2)), tables
        if best is None or found[0] < best[0] - 1e-9:
            best = found
        if best[0] < 1e-9:
            break
    assert best is not None
    return [[order[at] for at in table] for table in best[1]]


def pair_cost(one: str, other: str, known: History) -> float:
    """What it costs to have two players at a table."""
    times = known.met[min(one, other), max(one, other)]
    gap = known.points.get(one, 0.0) - known.points.get(other, 0.0)
    return REMATCH * times**2 + gap**2


def cost_of(tables: Sequence[Sequence[str]], known: History) -> float:
    """What a round costs."""
    return sum(pair_cost(one, other, known) for table in tables for one, other in combinations(table, 2))


def _improve(tables: list[list[int]], costs: np.ndarray) -> None:
    """Exchange two players between tables, those by whom most is gained, as long as it helps."""
    sits = np.empty(len(costs), np.int64)  # at which table
    for number, table in enumerate(tables):
        sits[table] = number
    everybody = np.arange(len(costs))
    while True:
        at_table = np.array([costs[:, table].sum(axis=1) for table in tables]).T  # of each player with everybody at each table
        own = at_table[everybody, sits]
        there = at_table[:, sits]  # of each player at the table of each other
        gain = own[:, None] + own[None, :] - there - there.T + 2 * costs
        gain[sits[:, None] == sits[None, :]] = 0.0
        one, other = divmod(int(gain.argmax()), len(costs))
        if gain[one, other] < 1e-9:
            return
        first, second = tables[sits[one]], tables[sits[other]]
        first[first.index(one)], second[second.index(other)] = other, one
        sits[one], sits[other] = sits[other], sits[one]


def seat_table(players: Sequence[str], known: History) -> Seating:
    """The seats of a table: everybody where they have sat least."""

    def cost(order: Iterable[str]) -> int:
        return sum((known.seats[player, seat] + 1) ** 2 - known.seats[player, seat] ** 2 for seat, player in enumerate(order))

    return Seating(list(min(permutations(players), key=cost)))
