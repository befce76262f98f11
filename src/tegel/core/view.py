"""What one seat is given: the state without all it may not know, and its legal moves. Bots and browsers get nothing else."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from . import generic
from .chance import Key
from .game import Game
from .words import say


def legal_moves(game: Game, state: Any) -> list[int]:
    """The legal moves of a state, ascending."""
    moves = np.empty(game.most_legal, np.int16)
    count = generic.legal(state, moves)
    found: list[int] = moves[:count].tolist()
    return found


def say_move(game: Game, move: int, language: str = "en") -> str:
    """A move in words."""
    name, words = game.describe(move)
    return say(language, name, **words)


@dataclass(frozen=True)
class View:
    """A game as one seat sees it; seat -1 is a spectator."""

    game: Game
    state: Any  # hidden things removed, the future included
    seat: int

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state["players"])

    @cached_property
    def legal(self) -> list[int]:
        """The legal moves, if it is this seat's turn; else none."""
        return legal_moves(self.game, self.state) if self.state["turn"] == self.seat else []

    @property
    def codes(self) -> list[str]:
        """The legal moves as text."""
        return [self.game.code(move) for move in self.legal]

    @property
    def facts(self) -> dict[str, Any]:
        """Everything the seat may know, as plain data."""
        return self.game.view(self.state)

    def mask(self) -> Any:
        """The legal moves as a row with 1 for each of them, 0 for all others."""
        mask = np.zeros(self.game.moves, np.int8)
        mask[self.legal] = 1
        return mask

    def vector(self, observation: str = "vector") -> Any:
        """What the seat sees as numbers, just as the environments show it to a policy: "vector", "planes" or "onehot"."""
        module = importlib.import_module("tegel.envs.observation")  # found when it is asked for, as games are
        return module.seen_by(self, observation)

    def imagine(self, key: Key) -> Any:
        """A whole state that fits all the seat has seen; what is hidden, and the future, come from the key given."""
        state = self.game.copy(self.state)
        generic.sample(state, self.seat, np.array(key, np.uint64))
        return state
