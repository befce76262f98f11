"""The batch's CUDA kernels: one thread a game, the same bodies as on the CPU. Each is compiled when it is first launched.

A kernel works on a copy of its game in local memory, which the hardware interleaves between threads: much faster than records side by side.
What decides the speed besides: how much code there is (`once`), and that games of a warp score and deal together (`has_pending`).
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ...core.game import Game
from . import bodies, others
from .bodies import Games, RandomPlay, Stepping
from .numba_cuda import cuda  # as a global: the simulator of numba.cuda replaces it there

NAMES = ("streams", "begin", "fit", "step", "turns", "masks", "lists", "random_moves", "vectors", "planes", "courses")


def build(game: Game) -> SimpleNamespace:
    """The kernels of a game."""
    from numba import types

    record, most_legal, most_seats = game.dtype, game.most_legal, others.MOST_SEATS
    int16 = types.int16
    first_word, begin_body, step_body = bodies.first_word, bodies.begin, bodies.step_and_begin
    mask_body, list_body, random_body = bodies.mask, bodies.legal_list, bodies.random_move
    vector_body, planes_body, course_body = bodies.observe_vector, bodies.observe_planes, bodies.random_course

    def streams(streams: Any, seed: Any, first: int) -> None:
        at = cuda.grid(1)
        if at < streams.size:
            streams[at] = first_word(seed, first + at)

    def begin(states: Any, which: Any, seed: Any, first: int, episodes: Any, more: int) -> None:
        at = cuda.grid(1)
        if at < states.size and which[at]:
            episodes[at] += more
            begin_body(states, at, seed, first + at, episodes[at])

    def fit(given: Any, most: int, out: Any) -> None:
        at = cuda.grid(1)
        if at < out.size:
            out[at] = given[at] if given[at] >= 0 and given[at] < most else -1

    def turns(states: Any, out: Any) -> None:
        at = cuda.grid(1)
        if at < states.size:
            out[at] = states[at].turn

    def step(games: Games, given: Any, how: Stepping) -> None:
        at = cuda.grid(1)
        if at < games.states.size:
            moves = cuda.local.array(most_legal, int16)
            step_body(games, at, given[at], moves, how)

    def masks(states: Any, out: Any) -> None:
        at = cuda.grid(1)
        if at < states.size:
            moves = cuda.local.array(most_legal, int16)
            mask_body(states[at], moves, out[at])

    def lists(states: Any, out: Any, counts: Any) -> None:
        at = cuda.grid(1)
        if at < states.size:
            counts[at] = list_body(states[at], out[at])

    def random_moves(states: Any, streams: Any, out: Any) -> None:
        at = cuda.grid(1)
        if at < states.size:
            moves = cuda.local.array(most_legal, int16)
            out[at] = random_body(states, at, moves, streams)

    def vectors(states: Any, viewer: int, out: Any) -> None:
        at = cuda.grid(1)
        if at < states.size:
            scratch = cuda.local.array(1, record)
            vector_body(states, at, viewer, scratch, out)

    def planes(states: Any, viewer: int, out: Any) -> None:
        at = cuda.grid(1)
        if at < states.size:
            scratch = cuda.local.array(1, record)
            planes_body(states, at, viewer, scratch, out)

    def courses(blank: Any, seed: Any, first: int, played: RandomPlay) -> None:
        at = cuda.grid(1)
        if at < played.moves.size:
            scratch = cuda.local.array(1, record)
            moves = cuda.local.array(most_legal, int16)
            some_points = cuda.local.array(most_seats, int16)
            some_places = cuda.local.array(most_seats, int16)
            scratch[0] = blank[0]
            count, signature = course_body(scratch[0], moves, some_points, some_places, seed, first + at)
            played.moves[at] = count
            played.signatures[at] = signature
            for seat in range(played.points.shape[1]):
                played.points[at, seat] = some_points[seat]
                played.places[at, seat] = some_places[seat]

    found = locals()
    return SimpleNamespace(**{name: cuda.jit(found[name]) for name in NAMES})
