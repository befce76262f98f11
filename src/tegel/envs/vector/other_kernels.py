"""The CUDA kernels for those who watch the points: a thread a game, or a thread for every move of a game where each move is tried."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ...core.game import Game
from . import others
from .bodies import Games
from .numba_cuda import cuda  # as a global: the simulator of numba.cuda replaces it there
from .others import Greedy

NAMES = ("reply_at_random", "reply_greedily", "stand", "no_leads", "leads")


def build(game: Game) -> SimpleNamespace:
    """The kernels of a game."""
    from numba import types

    record, most_legal, most_seats = game.dtype, game.most_legal, others.MOST_SEATS
    sign, no_lead = -1 if game.fewest_wins else 1, others.NO_LEAD
    int16, int32, uint64 = types.int16, types.int32, types.uint64
    random_body, greedy_body = others.reply_at_random, others.reply_greedily
    stand_body, leads_body = others.stand, others.leads_after

    def reply_at_random(games: Games, seats: Any, streams: Any) -> None:
        at = cuda.grid(1)
        if at < games.states.size:
            moves = cuda.local.array(most_legal, int16)
            random_body(games, at, seats[at], moves, streams)

    def reply_greedily(games: Games, seats: Any, streams: Any) -> None:
        at = cuda.grid(1)
        if at < games.states.size:
            moves, leads = cuda.local.array(most_legal, int16), cuda.local.array(most_legal, int32)
            scratch, key = cuda.local.array(2, record), cuda.local.array(4, uint64)
            points, places = cuda.local.array(most_seats, int16), cuda.local.array(most_seats, int16)
            greedy_body(games, at, seats[at], moves, Greedy(leads, scratch, key, points, places, sign), streams)

    def stand(states: Any, now: bool, points: Any, places: Any) -> None:
        at = cuda.grid(1)
        if at < states.size:
            scratch = cuda.local.array(1, record)
            stand_body(states, at, now, scratch, points, places)

    def no_leads(out: Any) -> None:
        at = cuda.grid(1)
        if at < out.size:
            out[at // out.shape[1], at % out.shape[1]] = no_lead

    def leads(states: Any, lists: Any, counts: Any, out: Any) -> None:
        at, n = cuda.grid(1) // most_legal, cuda.grid(1) % most_legal
        if at < states.size and n < counts[at]:
            lead = cuda.local.array(1, int32)
            scratch, key = cuda.local.array(2, record), cuda.local.array(4, uint64)
            points, places = cuda.local.array(most_seats, int16), cuda.local.array(most_seats, int16)
            leads_body(states, at, lists[at, n : n + 1], Greedy(lead, scratch, key, points, places, sign))
            out[at, lists[at, n]] = lead[0]

    found = locals()
    return SimpleNamespace(**{name: cuda.jit(found[name]) for name in NAMES})
