"""What a position is worth to every seat: the one evaluator that all of a review is measured with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..search_result import Choice
from .native import Native

FEW_MOVES = 12  # with more to choose from, no exact answer is tried
POSITIONS = 10_000  # that an exact answer may cost


@dataclass(frozen=True)
class Value:
    """Every seat's chance, shared first places in parts, so that they add up to one; and its expected final points."""

    win: tuple[float, ...]
    points: tuple[float, ...]


class Evaluator:
    """A search of so many simulations, with the network of the game where it has one; the same answer for the same seed."""

    def __init__(self, engine: Native, simulations: int) -> None:
        self.engine = engine
        self.simulations = simulations

    def value(self, state: Any, viewer: int, seed: int) -> Value:
        """What a position is worth to somebody who knows what a seat may know (-1: a spectator), whoever is to move.

        It is what the best move promises. Where the viewer does not know the moves there are, because somebody else with a hidden rack
        is to move, it is the mean of all that was searched.
        """
        engine, turn = self.engine, self.engine.turn(state)
        if turn < 0:
            win, points = engine.outcome(state)
            return Value(win, points)
        if engine.seen(state, viewer) == engine.seen(state, turn):
            best = self.best(state, seed)
            return Value(best.win, best.points)
        win, points = engine.mean(state, viewer, self.simulations, seed)
        return Value(win, points)

    def best(self, state: Any, seed: int) -> Choice:
        """The best move of the seat to move, by what it may know."""
        return self.engine.search(state, self.simulations, seed, None)

    def choice(self, state: Any, move: int, seed: int) -> Choice:
        """One move, looked at on its own with the whole budget."""
        return self.engine.search(state, self.simulations, seed, move)

    def solve(self, state: Any) -> list[Choice] | None:
        """Every move with its exact result, where few moves are left and all best play leads to the end of the game."""
        engine = self.engine
        if len(engine.legal(state)) > FEW_MOVES or not engine.in_sight(state):
            return None
        solved = engine.solve(state, POSITIONS)
        if solved is None or not all(is_result(choice.win) for choice in solved):
            return None
        return solved


def is_result(win: tuple[float, ...]) -> bool:
    """Whether chances are those of a game that is over: nothing, or equal parts of the victory.

    >>> is_result((0.5, 0.5, 0.0)), is_result((0.6, 0.4))
    (True, False)
    """
    winners = [chance for chance in win if chance > 0]
    return all(chance == 1 / len(winners) for chance in winners)
