"""Games that play themselves, on this machine, and write what there is to learn from them into a window."""

from __future__ import annotations

from typing import Any

import torch

from ..core.game import Game
from .batch import Batch, game_numbers
from .bodies import Variety
from .gate import evaluator, match
from .plan import Plan
from .window import Window

KEPT = ("states", "seeds", "keys", "luck", "began", "finished", "totals", "shares")  # of a batch, for a checkpoint


class Selfplay:
    """The games of a plan, or some of them: those from number `first` on are the same games as in the whole."""

    def __init__(self, game: Game, plan: Plan, first: int = 0, count: int | None = None, inputs: int | None = None) -> None:
        self.game, self.plan = game, plan
        last = plan.games if count is None else first + count
        which = plan.which(plan.games)[first:last]
        self.batch = Batch(game, plan.configurations, which, plan.visits, plan.seed, plan.device)
        for name, numbers in zip(("seeds", "keys"), game_numbers(plan.seed, plan.games), strict=True):
            self.batch.tensors[name].copy_(torch.from_numpy(numbers[first:last]))
        self.device = self.batch.device
        self.precision = torch.float16 if self.device.type == "cuda" else torch.float32
        self.window = Window(self.batch, plan.window, inputs)
        self.batch.deal(scattered=True)

    @property
    def seats(self) -> float:
        """How many seats a game has, on average."""
        return float(self.batch.players.float().mean())

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return int(self.batch.tensors["finished"].sum())

    @property
    def totals(self) -> float:
        """The points of all seats of all games that have ended."""
        return float(self.batch.tensors["totals"].sum())

    def play(self, step: int, model: Any) -> None:
        """One move in all games."""
        keep = self.window.inputs[step % len(self.window.inputs)]
        self.batch.think(evaluator(model, self.precision), model.trust, 1.0, keep.copy_)
        self.batch.decide(step, Variety(self.plan.variety, self.plan.early), self.window.samples)

    def kept(self) -> dict[str, Any]:
        """All that is needed to go on with these games."""
        return {name: self.batch.tensors[name] for name in KEPT}

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on with games that were kept; the window has been filled before."""
        for name, tensor in kept.items():
            self.batch.tensors[name].copy_(tensor)

    def renew(self, step: int) -> None:
        """New games in the place of those that are lost, dealt from other seeds."""
        self.batch.tensors["keys"] += 7919 * step
        self.batch.tensors["seeds"] += 104729 * step
        self.batch.deal(scattered=True)
        self.batch.tensors["began"].fill_(step)

    def match(self, models: tuple[Any, Any], games: int, seed: int) -> Any:
        """What the first of two networks scored in every pair of a duplicate match."""
        return match(self.game, self.plan, games, seed, models, self.precision)

    def close(self) -> None:
        """Nothing runs elsewhere."""
