"""Decisions: what a move cost its player against the best one, and what it gave everybody else, by what its player could know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ..search_result import Choice
from .marks import mark_of
from .numbers import Numbers
from .values import Evaluator, Value

TURNING = 0.1  # a move that loses at least this much may turn a game
MOST_TURNING = 5
NEAR = 2  # standard errors within which a move is as good as the best


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


def judge(evaluator: Evaluator, state: Any, ply: int, move: int, numbers: Numbers) -> Decision:
    """Compare a move with the best one, as its player could have.

    The search that names the best move does not value it: both moves are searched again, each alone and for equally long. The best of
    many uncertain values would look better than it is.
    """
    engine, seat = evaluator.engine, evaluator.engine.turn(state)
    played = engine.same_as(state, move)
    seeds = [numbers.seed() for _ in range(3)]  # as many for every move, so that each ply has its own
    forced = engine.kinds(state) < 2
    solved = None if forced else evaluator.solve(state)
    if solved is not None:
        best = solved[0]
        own = solved[[choice.move for choice in solved].index(played)]
    else:
        best = evaluator.best(state, seeds[0])
        own = best
        if best.move != played:
            best = evaluator.choice(state, best.move, seeds[1])
            own = evaluator.choice(state, played, seeds[2])
    sign = -1 if engine.fewest_wins else 1
    points_gain = lead(own.points, seat, sign) - lead(best.points, seat, sign)
    gain = own.win[seat] - best.win[seat]
    return Decision(ply, seat, move, best, own, forced, solved is not None, gain, points_gain)


def lead(points: Sequence[float], seat: int, sign: int) -> float:
    """How far a seat is ahead of the best other; `sign` is -1 where fewest points win."""
    good = [sign * number for number in points]
    return good.pop(seat) - max(good)


def passes(best: Choice, tried: Choice, seat: int) -> bool:
    """Whether a move is as good as the best one, as far as two searches can tell: no more than two standard errors behind.

    >>> from ..search_result import Choice
    >>> best, near, far = (Choice(0, "", 100, 0, 0, 0, (win, 1 - win), (0, 0), 0.03, ()) for win in (0.6, 0.55, 0.4))
    >>> passes(best, near, 0), passes(best, far, 0)
    (True, False)
    """
    return best.win[seat] - tried.win[seat] <= NEAR * sqrt(best.error**2 + tried.error**2)
