"""The window: the positions of the last steps of all games, and what there is to learn from them."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import torch

from ..core.game import Game
from ..search.heuristics import SEATS
from ..search.inputs import find_inputs
from ..search.network import POINTS_SCALE
from .batch import MOST_TARGETS
from .bodies import Samples

TRIES = 8  # places looked at for each position wanted: when a run begins, few of its games are over


class Sample(NamedTuple):
    """Some positions to learn from."""

    inputs: Any
    heads: Any  # positions x moves x 2
    ratings: Any
    targets: Any
    moves: Any  # positions x moves: which there are
    seats: Any  # positions x seats: which there are
    win: Any
    points: Any


class Room(Protocol):
    """What a window is for: a batch, or games that are elsewhere."""

    @property
    def game(self) -> Game: ...
    @property
    def count(self) -> int: ...
    @property
    def device(self) -> Any: ...
    def share(self, tensor: Any) -> Any: ...


class Window:
    """A ring of steps; the games write their samples into it. With `inputs` only the last so many steps' are kept: who draws needs all."""

    def __init__(self, batch: Room, steps: int, inputs: int | None = None) -> None:
        self.steps, self.count = steps, batch.count
        rows, device = (steps, batch.count), batch.device
        size = find_inputs(batch.game).LAYOUT.size
        self.inputs = torch.zeros((inputs or steps, size, batch.count), dtype=torch.float16, device=device)
        kinds = {
            "heads": ((MOST_TARGETS, 2), torch.int16),
            "ratings": ((MOST_TARGETS,), torch.float32),
            "targets": ((MOST_TARGETS,), torch.float32),
            "counts": ((), torch.int16),
            "seats": ((), torch.int8),
            "players": ((), torch.int8),
            **dict.fromkeys(("win", "points", "end_win", "end_points"), ((SEATS,), torch.float32)),
            "ready": ((), torch.uint8),
        }
        self.tensors = {name: torch.zeros((*rows, *shape), dtype=kind, device=device) for name, (shape, kind) in kinds.items()}
        self._symmetries = [
            (torch.from_numpy(found.inputs).to(device), torch.from_numpy(found.heads).argsort().to(device))
            for found in find_inputs(batch.game).symmetries()
        ]
        self.samples = Samples(**{name: batch.share(tensor) for name, tensor in self.tensors.items()})

    def mirror(self, sample: Sample, generator: Any = None) -> Sample:
        """The same positions, seen in another way that means the same."""
        inputs, back = self._symmetries[int(torch.randint(len(self._symmetries), (1,), generator=generator))]
        return sample._replace(inputs=sample.inputs[:, inputs], heads=back[sample.heads])

    def usable(self, places: Any) -> Any:
        """Which of some places, counted by step and game, hold a position whose end is known and in which there was a choice."""
        found = self.tensors
        return found["ready"].reshape(-1)[places].bool() & (found["counts"].reshape(-1)[places] > 1)

    def draw(self, size: int, seen: int, trust: float, generator: Any) -> Sample | None:
        """Of the steps `seen` so far, positions at random whose end is known; None if there are too few yet."""
        tried = torch.randint(min(seen, self.steps) * self.count, (TRIES * size,), generator=generator).to(self.inputs.device)
        chosen = tried[self.usable(tried)][:size]
        return self.mirror(self.take(chosen, trust), generator) if len(chosen) == size else None

    def take(self, places: Any, trust: float) -> Sample:
        """The positions at some places. Their value is learned partly from how the game ended, and with `trust` from what the search
        expected."""
        found, device = self.tensors, self.inputs.device
        step, at = places // self.count, places % self.count
        heads, ratings, targets = (found[name][step, at] for name in ("heads", "ratings", "targets"))
        moves = torch.arange(MOST_TARGETS, device=device) < found["counts"][step, at][:, None]
        seats = torch.arange(SEATS, device=device) < found["players"][step, at][:, None]
        win = (1 - trust) * found["end_win"][step, at] + trust * found["win"][step, at]
        points = (1 - trust) * found["end_points"][step, at] + trust * found["points"][step, at]
        return Sample(
            self.inputs[step, :, at].float(),
            heads.long(),
            ratings,
            targets * moves,
            moves,
            seats,
            win * seats,
            points * seats / POINTS_SCALE,
        )
