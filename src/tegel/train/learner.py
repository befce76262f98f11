"""Learning from the window: what is wrong with the network's answers, and steps to make it less so."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional

from .model import Model
from .window import Sample

WARM_UP = 200  # updates until the rate is what it should be
IMPOSSIBLE = -1e9  # the logit of what there is not


@dataclass(frozen=True)
class Losses:
    """How far off the network is."""

    moves: float  # cross entropy of the search's choice
    least: float  # and of the search's choice itself: it cannot be less
    win: float  # cross entropy of the winner
    points: float  # mean error of the final points


class Learner:
    """A network that learns, and its smoothed copy that plays."""

    def __init__(self, model: Model, rate: float, halving: int, smoothing: float = 0.998, decay: float = 1e-4) -> None:
        self.model = model
        self.smooth = copy.deepcopy(model).requires_grad_(False)
        self.optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)
        self.rate, self.halving, self.smoothing = rate, halving, smoothing
        self.updates = 0

    def learn(self, sample: Sample) -> Any:
        """One step; returns the losses, where they were computed."""
        self.updates += 1
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * min(1.0, self.updates / WARM_UP) * 0.5 ** (self.updates / self.halving)
        losses = measure(self.model, sample)
        total = losses[0] + losses[2] + losses[3]
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        smoothing = min(self.smoothing, 1 - 1 / (1 + self.updates))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.smooth.parameters()), list(self.model.parameters()), 1 - smoothing)
        return torch.stack(losses).detach()

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "model": self.model.state_dict(),
            "smooth": self.smooth.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "updates": self.updates,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.model.load_state_dict(state["model"])
        self.smooth.load_state_dict(state["smooth"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.updates = state["updates"]


def measure(model: Model, sample: Sample) -> tuple[Any, Any, Any, Any]:
    """The losses of `Losses`, as tensors."""
    heads, answer = model(sample.inputs)
    logits = torch.gather(heads, 1, sample.heads.flatten(1)).view(sample.heads.shape).sum(-1) + model.trust * sample.ratings
    likely = functional.log_softmax(logits.masked_fill(~sample.moves, IMPOSSIBLE), -1)
    moves = -(sample.targets * likely).sum(-1).mean()
    least = -(sample.targets * sample.targets.clamp_min(1e-9).log()).sum(-1).mean()
    seats = sample.seats.shape[1]
    chances = functional.log_softmax(answer[:, :seats].masked_fill(~sample.seats, IMPOSSIBLE), -1)
    win = -(sample.win * chances.masked_fill(~sample.seats, 0)).sum(-1).mean()
    off = functional.smooth_l1_loss(answer[:, seats:], sample.points, reduction="none", beta=0.2) * sample.seats
    return moves, least, win, off.sum() / sample.seats.sum()
