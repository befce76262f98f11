"""The other seats of a batch, played compiled: random or greedy, up to the agent's next turn or the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.chance import scramble
from ...core.compiled import rule
from ...core.errors import BadOption
from ...core.generic import legal, sample
from ...search.simple import look_ahead
from .bodies import random_move, step
from .cpu import spread
from .games import VectorGames

KINDS = ("random", "greedy")
MOST_SEATS = 8  # of any game


@rule
def greedy_move(
    states: Any, at: int, moves: Any, leads: Any, scratch: Any, key: Any, points: Any, places: Any, sign: int, streams: Any
) -> int:
    """The move after which the points, as they would stand, compare best; ties are broken at random.

    What the seat may not know is guessed.
    """
    count = legal(states[at], moves)
    seat = states[at].turn
    for n in range(4):
        streams[at], key[n] = scramble(streams[at])
    scratch[1] = states[at]
    sample(scratch[1], seat, key)
    look_ahead(scratch[1], moves[:count], scratch, points, places, seat, sign, leads)
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
def _reply_at_random(
    states: Any, seat: int, moves: Any, streams: Any, over: Any, cut: Any, points: Any, places: Any, low: int, high: int
) -> None:
    for at in range(low, high):
        over[at] = False
        cut[at] = False
        while states[at].turn >= 0 and states[at].turn != seat:
            step(states, at, random_move(states, at, moves, streams), moves, False, over, cut, points, places)


@rule
def _reply_greedily(
    states: Any,
    seat: int,
    moves: Any,
    leads: Any,
    scratch: Any,
    key: Any,
    some_points: Any,
    some_places: Any,
    sign: int,
    streams: Any,
    over: Any,
    cut: Any,
    points: Any,
    places: Any,
    low: int,
    high: int,
) -> None:
    for at in range(low, high):
        over[at] = False
        cut[at] = False
        while states[at].turn >= 0 and states[at].turn != seat:
            move = greedy_move(states, at, moves, leads, scratch, key, some_points, some_places, sign, streams)
            step(states, at, move, moves, False, over, cut, points, places)


class Replies:
    """How the seats other than the agent's play in a batch."""

    def __init__(self, kind: str, seat: int, count: int) -> None:
        if kind not in KINDS:
            raise BadOption(f"the other seats of a batch cannot be {kind!r}; allowed is {' or '.join(KINDS)}")
        self.kind, self.seat = kind, seat
        self.over = np.zeros(count, np.bool_)  # which games the last replies ended
        self.cut_short = np.zeros(count, np.bool_)

    def play(self, games: VectorGames, points: Any, places: Any) -> None:
        """Let the others play in every game up to the agent's turn or the end; results go where a step writes them."""
        ending = (self.over, self.cut_short, points, places)
        game = games.game
        sign = -1 if game.fewest_wins else 1

        def work(low: int, high: int) -> None:
            moves = np.empty(game.most_legal, np.int16)
            if self.kind == "random":
                _reply_at_random(games.states, self.seat, moves, games.streams, *ending, low, high)
                return
            leads, key = np.zeros(game.most_legal, np.int32), np.zeros(4, np.uint64)
            some = np.zeros(MOST_SEATS, np.int16), np.zeros(MOST_SEATS, np.int16)
            scratch = np.zeros(2, game.dtype)
            _reply_greedily(games.states, self.seat, moves, leads, scratch, key, *some, sign, games.streams, *ending, low, high)

        spread(games.count, games.threads, work)
