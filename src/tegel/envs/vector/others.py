"""What is done to one game of a batch for those who watch the points: how it stands, what each move brings, and the replies of other seats.

Like `bodies`, the same functions run in the CPU's loops and in the CUDA kernels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.chance import scramble
from ...core.compiled import rule
from ...core.generic import legal, result, sample, score_now
from ...search.simple import look_ahead
from .bodies import Games, random_move, step

RANDOM, GREEDY = KINDS = ("random", "greedy")
MOST_SEATS = 8  # of any game
NO_LEAD = -1000  # in the place of a move that is not legal; points never differ by so much


class Greedy(NamedTuple):
    """What greedy players need besides the games: scratch memory, and whether more points are better (1) or worse (-1)."""

    leads: Any
    scratch: Any  # two states
    key: Any
    points: Any
    places: Any
    sign: int


@rule
def greedy_move(states: Any, at: int, moves: Any, greedy: Greedy, streams: Any) -> int:
    """The move after which the points, as they would stand, compare best; ties are broken at random.

    What the seat may not know is guessed.
    """
    count = legal(states[at], moves)
    seat = states[at].turn
    leads, scratch = greedy.leads, greedy.scratch
    for n in range(4):
        streams[at], greedy.key[n] = scramble(streams[at])
    scratch[1] = states[at]
    sample(scratch[1], seat, greedy.key)
    look_ahead(scratch[1], moves[:count], scratch, greedy.points, greedy.places, seat, greedy.sign, leads)
    chosen, ties = 0, np.uint64(0)
    for n in range(count):
        if leads[n] > leads[chosen]:
            chosen, ties = n, np.uint64(0)
        if leads[n] == leads[chosen]:
            ties += np.uint64(1)
            streams[at], word = scramble(streams[at])
            if word % ties == np.uint64(0):
                chosen = n
    return moves[chosen]  # type: ignore[no-any-return]


@rule
def reply_at_random(games: Games, at: int, seat: int, moves: Any, streams: Any) -> None:
    """Let all but one seat move at random, up to that one's turn or the end."""
    games.over[at] = False
    games.cut[at] = False
    while games.states[at].turn >= 0 and games.states[at].turn != seat:
        step(games, at, random_move(games.states, at, moves, streams), moves, False)


@rule
def reply_greedily(games: Games, at: int, seat: int, moves: Any, greedy: Greedy, streams: Any) -> None:
    """Let all but one seat move greedily, up to that one's turn or the end."""
    games.over[at] = False
    games.cut[at] = False
    while games.states[at].turn >= 0 and games.states[at].turn != seat:
        step(games, at, greedy_move(games.states, at, moves, greedy, streams), moves, False)


@rule
def stand(states: Any, at: int, now: bool, scratch: Any, points: Any, places: Any) -> None:
    """Points and places as they stand; with `now`, if all that lies on the boards were scored at once."""
    scratch[0] = states[at]
    if now:
        score_now(scratch[0], None)
    result(scratch[0], points[at], places[at])


@rule
def leads_after(states: Any, at: int, some: Any, greedy: Greedy) -> None:
    """The leads, as greedy counts them, right after some moves; what the seat may not know is guessed, always alike."""
    seat, scratch = states[at].turn, greedy.scratch
    for word in range(4):
        greedy.key[word] = np.uint64(0)
    scratch[1] = states[at]
    sample(scratch[1], seat, greedy.key)
    look_ahead(scratch[1], some, scratch, greedy.points, greedy.places, seat, greedy.sign, greedy.leads)
