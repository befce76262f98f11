"""The CUDA kernels of many games that think in step: a thread for each game, the same bodies as on the CPU."""

from __future__ import annotations

from types import SimpleNamespace

from ..core.game import Game
from ..envs.vector.numba_cuda import cuda
from ..search.heuristics import SCRATCH, SEATS
from ..search.tree import Buffers
from . import bodies
from .bodies import Exchange, Games, Samples, Searching, Trees, Variety


def build(game: Game) -> SimpleNamespace:
    """The kernels of a game; each is compiled when it is first launched."""
    from numba import types

    record, most = game.dtype, game.most_legal
    int16, int32, uint64, float64 = types.int16, types.int32, types.uint64, types.float64
    begin_body, scatter_body = bodies.begin, bodies.scatter
    advance_body, decide_body, play_body = bodies.advance, bodies.decide, bodies.play_best

    def begin(scattered: bool, games: Games) -> None:
        at = cuda.grid(1)
        if at < games.states.size:
            state, key, moves = cuda.local.array(1, record), cuda.local.array(4, uint64), cuda.local.array(most, int16)
            buffers = Buffers(state, key, moves, None, None, None, None, None, None, None, None)
            if scattered:
                scatter_body(at, games, buffers)
            else:
                begin_body(at, 0, games, buffers)

    def advance(number: int, how: Searching, games: Games, trees: Trees, exchange: Exchange) -> None:
        at = cuda.grid(1)
        if at < games.states.size:
            state, key = cuda.local.array(1, record), cuda.local.array(4, uint64)
            moves, here, likelihood = cuda.local.array(most, int16), cuda.local.array(most, int32), cuda.local.array(most, float64)
            scratch, numbers = cuda.local.array(SCRATCH, uint64), cuda.local.array((2, 8), int16)
            win, points, worths = cuda.local.array(SEATS, float64), cuda.local.array(SEATS, float64), cuda.local.array(SEATS, float64)
            for seat in range(SEATS):
                win[seat], points[seat], worths[seat] = 0.0, 0.0, 0.0
            buffers = Buffers(state, key, moves, here, likelihood, scratch, numbers, win, points, worths, None)
            advance_body(at, number, how, games, trees, exchange, buffers)

    def decide(step: int, variety: Variety, games: Games, trees: Trees, exchange: Exchange, samples: Samples) -> None:
        at = cuda.grid(1)
        if at < games.states.size:
            state, key = cuda.local.array(1, record), cuda.local.array(4, uint64)
            moves, here, likelihood = cuda.local.array(most, int16), cuda.local.array(most, int32), cuda.local.array(most, float64)
            scratch, numbers = cuda.local.array(SCRATCH, uint64), cuda.local.array((2, 8), int16)
            win, points, worths = cuda.local.array(SEATS, float64), cuda.local.array(SEATS, float64), cuda.local.array(SEATS, float64)
            buffers = Buffers(state, key, moves, here, likelihood, scratch, numbers, win, points, worths, None)
            decide_body(at, step, variety, games, trees, exchange, samples, buffers)

    def play(games: Games, trees: Trees) -> None:
        at = cuda.grid(1)
        if at < games.states.size:
            state = cuda.local.array(1, record)
            moves, here = cuda.local.array(most, int16), cuda.local.array(most, int32)
            numbers = cuda.local.array((2, 8), int16)
            win, points = cuda.local.array(SEATS, float64), cuda.local.array(SEATS, float64)
            buffers = Buffers(state, None, moves, here, None, None, numbers, win, points, None, None)
            play_body(at, games, trees, buffers)

    return SimpleNamespace(begin=cuda.jit(begin), advance=cuda.jit(advance), decide=cuda.jit(decide), play=cuda.jit(play))
