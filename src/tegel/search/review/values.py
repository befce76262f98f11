"""What a position is worth to every seat: the one evaluator that all of a review is measured with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core import generic
from ...core.game import Game
from ...core.view import View
from ..analyse import strongest
from ..heuristics import SEATS, foreseeable, may_end, outcome
from ..search_result import Choice, SearchResult
from ..settings import Budget
from ..solve import solve_view
from ..think import Tree, default_settings, think

FEW_MOVES = 12  # with more to choose from, no exact answer is tried
POSITIONS = 10_000  # that an exact answer may cost


@dataclass(frozen=True)
class Value:
    """Every seat's chance, shared first places in parts, so that they add up to one; and its expected final points."""

    win: tuple[float, ...]
    points: tuple[float, ...]


def final_value(state: Any) -> Value:
    """What a game that is over was worth."""
    players = int(state["players"])
    win, points = np.zeros(SEATS), np.zeros(SEATS)
    outcome(state, np.zeros((2, 8), np.int16), win, points)
    return Value(tuple(win[:players].tolist()), tuple(points[:players].tolist()))


class Evaluator:
    """A search of so many simulations, with the network of the game where it has one; the same answer for the same seed."""

    def __init__(self, game: Game, simulations: int) -> None:
        self.game = game
        self.budget = Budget(simulations)
        self.simulations = simulations

    def value(self, state: Any, viewer: int, seed: int) -> Value:
        """What a position is worth to somebody who knows what a seat may know (-1: a spectator), whoever is to move.

        It is what the best move promises. Where the viewer does not know the moves there are, because somebody else with a hidden rack
        is to move, it is the mean of all that was searched.
        """
        if state["turn"] < 0:
            return final_value(state)
        view = _view(self.game, state, int(state["turn"]))
        other = _view(self.game, state, viewer)
        if np.generic.tobytes(other.state) == np.generic.tobytes(view.state):
            found = self.search(view, seed)
            return Value(found.win, found.points)
        settings, network = strongest(other)
        tree = Tree(other, settings, seed, self.simulations, None, network)
        tree.grow(self.simulations)
        root = tree.nodes[0]
        win, points = root["win"] / root["visits"], root["points"] / root["visits"]
        return Value(tuple(win[: other.players].tolist()), tuple(points[: other.players].tolist()))

    def search(self, view: View, seed: int) -> SearchResult:
        """The moves of the seat to move, the best one first."""
        settings, network = strongest(view)
        return think(view, self.budget, seed=seed, settings=settings, network=network)

    def choice(self, view: View, move: int, seed: int) -> Choice:
        """One move, looked at on its own with the whole budget."""
        settings, network = strongest(view)
        return think(view, self.budget, seed=seed, first=move, settings=settings, network=network).best

    def solve(self, view: View) -> SearchResult | None:
        """Every move with its exact result, where few moves are left and all best play leads to the end of the game."""
        if len(view.legal) > FEW_MOVES or not foreseeable(view.state) or not may_end(view.state):
            return None
        solved = solve_view(view, default_settings(view), POSITIONS, every=True)
        return solved if solved is not None and all(_is_result(choice.win) for choice in solved.choices) else None


def _view(game: Game, state: Any, viewer: int) -> View:
    hidden = game.copy(state)
    generic.hide(hidden, viewer)
    return View(game, hidden, viewer)


def _is_result(win: tuple[float, ...]) -> bool:
    """Whether chances are those of a game that is over: nothing, or equal parts of the victory."""
    winners = [chance for chance in win if chance > 0]
    return all(chance == 1 / len(winners) for chance in winners)
