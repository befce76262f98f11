"""`Batch`: many games of one kind that think in step, with one network or with several."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from ..core.errors import BadOption
from ..core.game import Game
from ..search.heuristics import SEATS
from ..search.inputs import find_inputs
from ..search.values import find_values, find_weights
from .bodies import EDGE, NODE, Exchange, Games, Samples, Searching, Trees, Variety

EDGES_PER_VISIT = 100  # room for the moves of most positions; where it ends, a tree grows no further
DEEPEST = 60  # moves from the root to a leaf
MOST_TARGETS = 160  # moves of a position whose targets are kept; only the first of a position with more
CONSIDERED = 16  # moves of the root that a search begins with; half of them are left after each part of it

Evaluate = Callable[[Any, Any], tuple[Any, Any]]  # from leaves and ends to the heads of the ones and the answers about the others


def tries_before(considered: int, visits: int) -> list[int]:
    """How often the move of each visit was tried before: many moves a little, then half of them more, and so on.

    >>> tries_before(4, 12)
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    """
    if considered < 2:
        return list(range(visits))
    rounds = math.ceil(math.log2(considered))
    found: list[int] = []
    tried = [0] * considered
    left = considered
    while len(found) < visits:
        for _ in range(max(1, visits // (rounds * left))):
            found += tried[:left]
            tried[:left] = [times + 1 for times in tried[:left]]
        left = max(2, left // 2)
    return found[:visits]


def game_numbers(seed: int, count: int) -> Any:
    """The seeds and the keys of so many games."""
    return np.random.default_rng(seed).integers(-(2**63), 2**63, (2, count), np.int64)


def find_device(name: str, game: Game) -> Any:
    """Where the games are played."""
    if name == "cpu":
        from .cpu import CpuGames

        return CpuGames(game)
    if name == "cuda":
        from .cuda import CudaGames

        return CudaGames(game)
    raise BadOption(f"there is no device {name!r}; the devices are cpu and cuda")


class Batch:
    """Games that are searched together, each dealt from its own seed by `deal`."""

    def __init__(
        self,
        game: Game,
        configurations: Sequence[dict[str, Any]],
        which: Sequence[int],
        visits: int,
        seed: int,
        device: str = "cpu",
    ) -> None:
        self.game, self.visits, self.count = game, visits, len(which)
        inputs = find_inputs(game)
        values = find_values(game)
        self._device = find_device(device, game)
        blanks = np.zeros(len(configurations), game.dtype)
        for at, options in enumerate(configurations):
            blanks[at] = game.blank(game.simulation_options(options))
        self.players = torch.from_numpy(blanks["players"][list(which)].astype(np.int64)).to(self._device.device)
        priors = torch.tensor(np.array([find_weights(game, blank).prior for blank in blanks]), dtype=torch.float32)
        count, most = self.count, game.most_legal
        self.tensors: dict[str, Any] = {}
        numbers = game_numbers(seed, count)
        self.games = Games(
            self._bytes("states", (count,), game.dtype),
            self._given("blanks", torch.from_numpy(blanks.view(np.uint8).reshape(len(blanks), -1).copy()), game.dtype),
            self._given("configurations", torch.tensor(list(which), dtype=torch.int32)),
            self._given("seeds", torch.from_numpy(numbers[0]), np.uint64),
            self._given("keys", torch.from_numpy(numbers[1]), np.uint64),
            self._zeros("luck", (count,), torch.int64, np.uint64),
            self._zeros("began", (count,), torch.int32),
            self._zeros("finished", (count,), torch.int32),
            self._zeros("totals", (count,), torch.float32),
            self._zeros("shares", (count, SEATS), torch.float32),
        )
        self.trees = Trees(
            self._bytes("nodes", (count, visits + 2), NODE),
            self._bytes("edges", (count, visits * EDGES_PER_VISIT + most), EDGE),
            self._zeros("counters", (count, 3), torch.int32),
            self._zeros("paths", (count, DEEPEST), torch.int32),
            self._zeros("depths", (count,), torch.int32),
            self._bytes("leaves", (count,), game.dtype),
            self._bytes("ends", (count,), game.dtype),
            self._zeros("choices", (count,), torch.int32),
        )
        self.exchange = Exchange(
            self._zeros("leaf_inputs", (inputs.LAYOUT.size, count), torch.float32),
            self._zeros("end_inputs", (inputs.LAYOUT.size, count), torch.float32),
            self._zeros("heads", (count, inputs.HEADS), torch.float32),
            self._zeros("answer", (count, 2 * SEATS), torch.float32),
            self._zeros("trust", (count,), torch.float32),
            self._given("priors", priors),
            self._given("sharp", priors * values.LEARNED.sharpness),
        )
        self._settings = self._given("settings", torch.from_numpy(values.LEARNED.numbers()))
        self._tries = {visits: self._plan_tries(visits, CONSIDERED)}

    def _plan_tries(self, visits: int, most: int) -> Any:
        """`tries_before` by how many moves there are, of which at most so many are considered."""
        table = [tries_before(min(considered, most), visits) for considered in range(CONSIDERED + 1)]
        return self._given(f"tries_{visits}", torch.tensor(table, dtype=torch.int32))

    def deal(self, scattered: bool = False) -> None:
        """Begin all games, each from its key; scattered, after different numbers of random moves."""
        self._device.begin(scattered, self.games)

    @property
    def turns(self) -> Any:
        """The seat to move in every game, -1 where it is over."""
        fields: Any = self.game.dtype.fields
        place = fields["turn"][1]  # the lowest byte of it
        return self.tensors["states"][:, place].to(torch.int8).long()

    def _given(self, name: str, tensor: Any, dtype: Any = None) -> Any:
        """Keep a tensor on the device; returns it as the compiled code takes it."""
        self.tensors[name] = tensor.to(self._device.device)
        return self._device.share(self.tensors[name], dtype)

    def _zeros(self, name: str, shape: tuple[int, ...], kind: Any, dtype: Any = None) -> Any:
        return self._given(name, torch.zeros(shape, dtype=kind, device=self._device.device), dtype)

    def _bytes(self, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
        return self._zeros(name, (*shape, np.dtype(dtype).itemsize), torch.uint8, dtype)

    def think(
        self,
        evaluate: Evaluate,
        trust: Any,
        noise: float,
        first_seen: Callable[[Any], Any] = lambda inputs: None,
        visits: int | None = None,
    ) -> None:
        """Search in all games. `first_seen` is given what the network sees of the positions to be decided. A search of fewer `visits`
        than the trees have room for considers half as many moves as it has visits."""
        visits = self.visits if visits is None else visits
        if visits not in self._tries:
            self._tries[visits] = self._plan_tries(visits, max(visits // 2, 2))
        self.tensors["trust"].copy_(trust)
        leaves, ends = self.tensors["leaf_inputs"], self.tensors["end_inputs"]
        how = Searching(visits, noise, self._tries[visits], self._settings)
        for number in range(visits + 1):
            self._device.advance(number, how, self.games, self.trees, self.exchange)
            if number == 0:
                first_seen(leaves)
            if number < visits:
                heads, answer = evaluate(leaves.T, ends.T)
                self.tensors["heads"].copy_(heads)
                self.tensors["answer"].copy_(answer)

    def decide(self, step: int, variety: Variety, samples: Samples) -> None:
        """Note what was learned and move, in all games."""
        self._device.decide(step, variety, self.games, self.trees, self.exchange, samples)

    def play_best(self) -> None:
        """Make the best move found in all games."""
        self._device.play_best(self.games, self.trees)

    @property
    def device(self) -> Any:
        """Torch's name for where this is."""
        return self._device.device

    def share(self, tensor: Any) -> Any:
        """A tensor on this device as the compiled code takes it."""
        return self._device.share(tensor)
