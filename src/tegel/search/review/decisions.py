"""Decisions: what a move cost its player against the best one, and what it gave everybody else, by what its player could know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.view import View
from ..heuristics import distinct, same_as
from ..search_result import Choice
from .marks import mark_of
from .values import Evaluator, Value

TURNING = 0.1  # a move that loses at least this much may turn a game
MOST_TURNING = 5


@dataclass(frozen=True)
class Decision:
    """One move of a game, compared with the best."""

    ply: int  # from 1
    seat: int
    move: int
    best: Choice
    own: Choice  # the move played
    forced: bool  # all legal moves come to the same: nothing was decided, nothing counts
    exact: bool  # solved to the end of the game
    gain: float  # chance of the move played over the best one found; above 0 where the search was not sure which is better
    points_gain: float  # the same of the expected lead

    @property
    def loss(self) -> float:
        """What the move cost its player in chance; never below 0."""
        return max(0.0, -self.gain)

    @property
    def mark(self) -> str:
        """inaccuracy, mistake, blunder, or nothing."""
        return "" if self.forced else mark_of(self.loss)

    @property
    def points_loss(self) -> float:
        """And in points of lead over the best other seat; below 0 where points were given for chance."""
        return -self.points_gain if self.gain < 0 else 0.0

    @property
    def before(self) -> Value:
        """What the position was worth with the best move."""
        better = self.best if self.gain < 0 else self.own
        return Value(better.win, better.points)

    @property
    def change(self) -> Value:
        """What the move changed for every seat, compared with the best: a loss for its player, gifts to others; chances add up to 0."""
        better = self.best if self.gain < 0 else self.own
        win = tuple(mine - most for mine, most in zip(self.own.win, better.win, strict=True))
        points = tuple(mine - most for mine, most in zip(self.own.points, better.points, strict=True))
        return Value(win, points)


def turning_points(decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions that cost most, the worst first."""
    costly = [decision for decision in decisions if decision.loss >= TURNING and not decision.forced]
    return sorted(costly, key=lambda decision: (-decision.loss, decision.ply))[:MOST_TURNING]


def judge(evaluator: Evaluator, view: View, ply: int, move: int, source: random.Random) -> Decision:
    """Compare a move with the best one, as its player could have.

    The search that names the best move does not value it: both moves are searched again, each alone and for equally long. The best of
    many uncertain values would look better than it is.
    """
    played = int(same_as(view.state, move))
    seeds = [source.getrandbits(64) for _ in range(3)]  # as many for every move, so that each ply has its own
    listed = np.array(view.legal, np.int16)
    forced = distinct(view.state, listed, len(listed)) < 2
    solved = None if forced else evaluator.solve(view)
    if solved is not None:
        best = solved.best
        own = next(choice for choice in solved.choices if choice.move == played)
    else:
        best = evaluator.search(view, seeds[0]).best
        own = best
        if best.move != played:
            best, own = evaluator.choice(view, best.move, seeds[1]), evaluator.choice(view, played, seeds[2])
    sign = -1 if view.game.fewest_wins else 1
    points_gain = lead(own.points, view.seat, sign) - lead(best.points, view.seat, sign)
    gain = own.win[view.seat] - best.win[view.seat]
    return Decision(ply, view.seat, move, best, own, forced, solved is not None, gain, points_gain)


def lead(points: tuple[float, ...], seat: int, sign: int) -> float:
    """How far a seat is ahead of the best other; `sign` is -1 where fewest points win."""
    good = [sign * number for number in points]
    return good.pop(seat) - max(good)
