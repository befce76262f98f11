"""How a visit ends: a rollout to the horizon, and what the network says there; in a long search also a rollout past it, to the next.

What a network says at the horizon is a guess, and errs alike in all visits of a move. A rollout that plays on sees part of what follows,
with much noise. Over thousands of visits the noise averages out; the network's error would not. In Blockers!, which has no rounds, the
next horizon is as many moves further.
"""

from __future__ import annotations

from typing import Any

from ..core.compiled import rule
from .guided import guided_rollout
from .heuristics import SEATS, horizon
from .learned import Evaluator, ask_value, value_end
from .tree import FURTHER, GUIDED, LONG, Buffers, Guide, rollout


@rule
def goes_further(settings: Any) -> bool:
    """Whether rollouts play on past the horizon."""
    return bool(settings[LONG] > 0 and settings[FURTHER] > 0)


@rule
def play_on(state: Any, start: int, guide: Guide, evaluator: Evaluator, buffers: Buffers, seed: Any) -> Any:
    """A rollout to the horizon, and how it stands there, into the buffers; returns the next seed."""
    if guide.settings[LONG] > 0 and guide.settings[GUIDED] > 0:
        seed = guided_rollout(state, start, guide, evaluator, buffers, seed)
    else:
        seed = rollout(state, start, guide, buffers, seed)
    ask_value(state, evaluator.valuer, evaluator.valuing)
    value_end(state, evaluator.valuing.answer, buffers)
    return seed


@rule
def play_further(state: Any, guide: Guide, evaluator: Evaluator, buffers: Buffers, seed: Any) -> Any:
    """A rollout past the horizon; what is expected there counts for a part. Returns the next seed."""
    nearer, part = buffers.nearer, guide.settings[FURTHER]
    for seat in range(SEATS):
        nearer[0, seat], nearer[1, seat] = buffers.win[seat], buffers.points[seat]
    seed = play_on(state, horizon(state), guide, evaluator, buffers, seed)
    for seat in range(SEATS):
        buffers.win[seat] = part * buffers.win[seat] + (1 - part) * nearer[0, seat]
        buffers.points[seat] = part * buffers.points[seat] + (1 - part) * nearer[1, seat]
    return seed


@rule
def finish_rollout(state: Any, start: int, guide: Guide, evaluator: Evaluator, buffers: Buffers, seed: Any) -> Any:
    """Play on from where a visit left the tree, and find out how it stands, into the buffers; returns the next seed."""
    seed = play_on(state, start, guide, evaluator, buffers, seed)
    if goes_further(guide.settings) and state.turn >= 0:
        seed = play_further(state, guide, evaluator, buffers, seed)
    return seed
