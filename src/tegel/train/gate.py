"""The gate: a match between two networks, thousands of games at once, that decides whether the newer one takes the older one's place."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

import torch

from ..arena.sprt import Sprt, judge
from ..core.game import Game
from .batch import Batch, Evaluate
from .plan import Plan

LONGEST = 600  # moves
TEST = Sprt(elo0=0, elo1=15, alpha=0.05, beta=0.05)


def match(game: Game, plan: Plan, games: int, seed: int, models: tuple[Any, Any], precision: Any) -> Any:
    """What the first of two networks scored in every duplicate pair of games: the same deal, with all seats changed."""
    batch = Batch(game, plan.configurations, plan.which(games), plan.visits, seed, plan.device)
    for name in ("keys", "seeds"):  # the same deal, and the same imagination
        batch.tensors[name][1::2] = batch.tensors[name][0::2]
    batch.deal()
    number = torch.arange(games, device=batch.device)
    seats = torch.arange(batch.tensors["shares"].shape[1], device=batch.device)
    side = (seats[None, :] + number[:, None]) % 2  # whose seat it is
    ready = [evaluator(model, precision) for model in models]
    trusts = torch.stack([model.trust.detach().reshape(()) for model in models])
    for _ in range(LONGEST):
        turns = batch.turns
        if not bool((turns >= 0).any()):
            break
        mover = side.gather(1, turns.clamp_min(0)[:, None])[:, 0]
        batch.think(_both(ready, mover), trusts[mover], 0.0)
        batch.play_best()
    shares = (batch.tensors["shares"] * (side == 0)).sum(1)
    return (shares[0::2] + shares[1::2]) / 2


def _both(ready: list[Evaluate], mover: Any) -> Evaluate:
    """Every position to the network whose turn it is."""

    def evaluate(leaves: Any, ends: Any) -> tuple[Any, Any]:
        (heads, answer), (other_heads, other_answer) = (one(leaves, ends) for one in ready)
        first = (mover == 0)[:, None]
        return torch.where(first, heads, other_heads), torch.where(first, answer, other_answer)

    return evaluate


def evaluator(model: Any, precision: Any) -> Evaluate:
    """A network for evaluating alone, in the precision that suits the device."""
    frozen = copy.deepcopy(model).requires_grad_(False).to(precision)

    @torch.no_grad()
    def evaluate(leaves: Any, ends: Any) -> tuple[Any, Any]:
        return frozen.run_heads(frozen.run_hidden(leaves.to(precision))), frozen.run_value(frozen.run_hidden(ends.to(precision)))

    return evaluate


def passes(scores: Any) -> tuple[bool, float, float]:
    """Whether a candidate with these scores is promoted (SPRT), its mean score, and the 95 % interval's half width."""
    numbers = scores.double().cpu()
    verdict = judge(TEST, (Fraction(score).limit_denominator(60) for score in numbers.tolist()))
    spread = float(numbers.std() / max(len(numbers), 1) ** 0.5) if len(numbers) > 1 else 0.0
    return verdict.accepted == "elo1", float(numbers.mean()), 1.96 * spread
