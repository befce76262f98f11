"""The other seats of a batch, played compiled: random or greedy, up to the agent's next turn or the end."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.chance import scramble
from ...core.compiled import rule
from ...core.generic import legal, result, sample, score_now
from ...search.simple import look_ahead
from .bodies import Games, random_move, step
from .cpu import spread
from .games import VectorGames

KINDS = ("random", "greedy")
MOST_SEATS = 8  # of any game


class Greedy(NamedTuple):
    """What greedy players need besides the games: scratch memory, and whether more points are better (1) or worse (-1)."""

    leads: Any
    scratch: Any
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
def _reply_at_random(games: Games, seats: Any, moves: Any, streams: Any, low: int, high: int) -> None:
    for at in range(low, high):
        games.over[at] = False
        games.cut[at] = False
        seat = seats[at]
        while games.states[at].turn >= 0 and games.states[at].turn != seat:
            step(games, at, random_move(games.states, at, moves, streams), moves, False)


@rule
def _reply_greedily(games: Games, seats: Any, moves: Any, greedy: Greedy, streams: Any, low: int, high: int) -> None:
    for at in range(low, high):
        games.over[at] = False
        games.cut[at] = False
        seat = seats[at]
        while games.states[at].turn >= 0 and games.states[at].turn != seat:
            step(games, at, greedy_move(games.states, at, moves, greedy, streams), moves, False)


@rule
def _stand(states: Any, points: Any, places: Any, low: int, high: int) -> None:
    for at in range(low, high):
        result(states[at], points[at], places[at])


@rule
def _stand_now(states: Any, scratch: Any, points: Any, places: Any, low: int, high: int) -> None:
    for at in range(low, high):
        scratch[0] = states[at]
        score_now(scratch[0], None)
        result(scratch[0], points[at], places[at])


def stand(games: VectorGames, now: bool = False) -> tuple[Any, Any]:
    """Points and places of every game as they stand (both N x seats); with `now`, if all that lies on the boards were scored at once."""
    points, places = np.zeros((2, games.count, games.players), np.int16)

    def work(low: int, high: int) -> None:
        if now:
            _stand_now(games.states, np.zeros(1, games.game.dtype), points, places, low, high)
        else:
            _stand(games.states, points, places, low, high)

    spread(games.count, games.threads, work)
    return points, places


class Replies:
    """How the seats other than the agent's play in a batch."""

    def __init__(self, kind: str, seats: Any) -> None:
        self.kind, self.seats = kind, seats  # the agent's seat in every game
        count = len(seats)
        self.over = np.zeros(count, np.bool_)  # which games the last replies ended
        self.cut_short = np.zeros(count, np.bool_)

    def play(self, games: VectorGames, points: Any, places: Any) -> None:
        """Let the others play in every game up to the agent's turn or the end; results go where a step writes them."""
        game = games.game
        arrays = games.arrays._replace(over=self.over, cut=self.cut_short, points=points, places=places)

        def work(low: int, high: int) -> None:
            moves = np.empty(game.most_legal, np.int16)
            if self.kind == "random":
                _reply_at_random(arrays, self.seats, moves, games.streams, low, high)
                return
            greedy = Greedy(
                np.zeros(game.most_legal, np.int32),
                np.zeros(2, game.dtype),
                np.zeros(4, np.uint64),
                np.zeros(MOST_SEATS, np.int16),
                np.zeros(MOST_SEATS, np.int16),
                -1 if game.fewest_wins else 1,
            )
            _reply_greedily(arrays, self.seats, moves, greedy, games.streams, low, high)

        spread(games.count, games.threads, work)
