"""Rollouts that ask a network for the moves of which a hand-made rating says little."""

from __future__ import annotations

from typing import Any

from ..core.chance import scramble
from ..core.compiled import rule
from ..core.generic import apply, legal
from .heuristics import distinct, hard_to_rate, horizon, rate_moves, weigh_moves
from .learned import Evaluator, ask_moves, to_priors
from .tree import ROLLOUT, Buffers, Guide, choose


@rule
def guided_rollout(state: Any, start: int, guide: Guide, evaluator: Evaluator, buffers: Buffers, seed: Any) -> Any:
    """As `rollout`; returns the next seed."""
    left = guide.settings[ROLLOUT]
    moves, likelihood = buffers.moves, buffers.likelihood
    while left > 0 and state.turn >= 0 and horizon(state) == start:
        count = legal(state, moves)
        if count > 1 and hard_to_rate(state):
            count = distinct(state, moves, count)
            rate_moves(state, moves, count, guide.prior, buffers.scratch, likelihood)
            ask_moves(state, moves, count, evaluator.rater, evaluator.rating)
            to_priors(state, moves, count, evaluator.rating.heads, evaluator.rater.trust[0], likelihood)
        else:
            weigh_moves(state, moves, count, guide.sharp, buffers.scratch, likelihood)
        seed, number = scramble(seed)
        apply(state, moves[choose(likelihood, count, number)])
        left -= 1
    return seed
