"""The engine of this machine as a review asks it: rules, searches, solutions and random numbers, all about whole states.

A browser's engine has the same methods. What is made of their answers is written once: the rest of this folder is translated for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import generic, takeback
from ...core.chance import Key, threefry
from ...core.game import Game, Options
from ...core.view import View, legal_moves
from ..analyse import strongest
from ..heuristics import SEATS, distinct, foreseeable, may_end, outcome, same_as
from ..network import Network
from ..search_result import Choice
from ..settings import Settings
from ..solve import solve_view
from ..think import Tree, default_settings, read_trees
from .draws import redraw

SPECTATOR = -1
WORD = (1 << 64) - 1

Shares = tuple[tuple[float, ...], tuple[float, ...]]  # every seat's chance, and its points


class Native:
    """What a review asks of the rules and the search. Whoever judges is given what a viewer may know, and nothing else."""

    def __init__(self, game: Game, *, learned: bool = True) -> None:
        self.game = game
        self.name = game.name
        self.fewest_wins = game.fewest_wins
        self._learned = learned

    # positions

    def players(self, state: Any) -> int:
        """How many play."""
        return int(state["players"])

    def turn(self, state: Any) -> int:
        """The seat to move; -1 when the game is over."""
        return int(state["turn"])

    def seen(self, state: Any, viewer: int) -> bytes:
        """All that a viewer sees of a position (-1: a spectator)."""
        return np.generic.tobytes(self._view(state, viewer).state)

    def after(self, state: Any, move: int) -> Any:
        """The position after a move."""
        other = self.game.copy(state)
        generic.apply(other, move)
        return other

    def reveals(self, state: Any, move: int) -> bool:
        """Whether a move shows anybody something new."""
        return takeback.reveals(self.game, state, move)

    def outcome(self, state: Any) -> Shares:
        """How a game that is over ended."""
        players = self.players(state)
        win, points = np.zeros(SEATS), np.zeros(SEATS)
        outcome(state, np.zeros((2, 8), np.int16), win, points)
        return tuple(win[:players].tolist()), tuple(points[:players].tolist())

    # draws

    def redrawn(self, state: Any, key: Key) -> Any:
        """The position with all that nobody has seen drawn anew."""
        other = self.game.copy(state)
        redraw(other, np.array(key, np.uint64))
        return other

    def sampled(self, state: Any, key: Key) -> Any:
        """A position that looks the same to a spectator."""
        other = self.game.copy(state)
        generic.sample(other, SPECTATOR, np.array(key, np.uint64))
        return other

    def new_game(self, options: Options, key: Key) -> Any:
        """A game set up."""
        state = self.game.blank(options)
        generic.setup(state, np.array(key, np.uint64))
        return state

    def draws(self, state: Any) -> int:
        """How many random numbers a game has used."""
        return int(state["draws"])

    def next_draw(self, state: Any) -> int:
        """The random number that a game uses next."""
        first, second, third, fourth = state["key"].tolist()
        return self.words((first, second, third, fourth), self.draws(state))[0]

    def words(self, key: Key, count: int) -> Key:
        """Four words of 64 random bits."""
        k0, k1, k2, k3 = (np.uint64(word & WORD) for word in key)
        none = np.uint64(0)
        a, b, c, d = threefry(k0, k1, k2, k3, np.uint64(count), none, none, none)
        return int(a), int(b), int(c), int(d)

    # judgement, by what the seat to move may know

    def search(self, state: Any, simulations: int, seed: int, first: int | None) -> Choice:
        """The best move, or what is to be expected of this one."""
        view = self._view(state, self.turn(state))
        settings, network = self._strongest(view)
        tree = Tree(view, settings, seed, simulations, first, network)
        tree.grow(simulations)
        return read_trees(view, [tree], settings.sure, 0.0).best

    def mean(self, state: Any, viewer: int, simulations: int, seed: int) -> Shares:
        """The mean of all that a search saw that knows what a viewer may know, whoever is to move."""
        view = self._view(state, viewer)
        settings, network = self._strongest(view)
        tree = Tree(view, settings, seed, simulations, None, network)
        tree.grow(simulations)
        root = tree.nodes[0]
        win, points = root["win"] / root["visits"], root["points"] / root["visits"]
        return tuple(win[: view.players].tolist()), tuple(points[: view.players].tolist())

    def solve(self, state: Any, positions: int) -> list[Choice] | None:
        """Every move with its exact value at the end of the round, the best first; None where that takes more positions."""
        view = self._view(state, self.turn(state))
        solved = solve_view(view, default_settings(view), positions, every=True)
        return None if solved is None else list(solved.choices)

    def in_sight(self, state: Any) -> bool:
        """Whether all is open up to the end of the round, and the game may end there."""
        view = self._view(state, self.turn(state))
        return bool(foreseeable(view.state) and may_end(view.state))

    def legal(self, state: Any) -> list[int]:
        """The legal moves."""
        return legal_moves(self.game, self._view(state, self.turn(state)).state)

    def kinds(self, state: Any) -> int:
        """How many moves there are that do not come to the same."""
        view = self._view(state, self.turn(state))
        listed = np.array(view.legal, np.int16)
        return int(distinct(view.state, listed, len(listed)))

    def same_as(self, state: Any, move: int) -> int:
        """The first of the moves that come to the same as this one."""
        return int(same_as(self._view(state, self.turn(state)).state, move))

    def _view(self, state: Any, viewer: int) -> View:
        hidden = self.game.copy(state)
        generic.hide(hidden, viewer)
        return View(self.game, hidden, viewer)

    def _strongest(self, view: View) -> tuple[Settings, Network | None]:
        return strongest(view) if self._learned else (default_settings(view), None)
