"""Whether a position has one best move, and how far the second is behind: every move is searched on its own, by what the seat may know.

Moves that are clearly behind are dropped after short searches. The rest is searched several times over with other seeds, each of which
draws all that is hidden anew; the 99 % interval of the best move may then touch that of no other. Where the exact solver can play the
round out it must agree, and where all best play leads to the end of the game it decides alone.
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import Any, Literal, NamedTuple

from ...search.review.effort import usual_effort
from ...search.review.native import Native
from ...search.review.numbers import Numbers
from ...search.review.values import is_result
from ...search.search_result import LEAST_SPREAD, Choice

PURPOSE = 3  # what these random numbers are for; a review has purposes 0 to 2
REPEATS = 8  # searches of a move that may be the best
QUANTILE = 3.499  # Student's t for a 99 % interval of the mean of so many
NORMAL = 2.576  # the same where a single search gives the spread
LOOKS = (0.25, 1.0, 4.0)  # short searches first, in parts of a review's budget
LAST = 2.5  # and each of the repeated ones
RIVALS = 5  # with more moves that may be the best, none is clearly
MEASURED = 2  # others that are searched to the end in any case: one of them is the second best
SOLVABLE = 45  # with more moves to choose from, no solution is tried
POSITIONS = 60_000  # that solving a move may cost
SAME = 1e-9

How = Literal["game", "round", "search"]  # solved exactly to the end of the game; or of the round, and confirmed by searches; by searches


class Interval(NamedTuple):
    """The chance of the seat to move after a move, and how sure that is."""

    mean: float
    error: float  # standard error
    width: float  # half of the 99 % interval

    @property
    def low(self) -> float:
        return self.mean - self.width

    @property
    def high(self) -> float:
        return self.mean + self.width


class Proof(NamedTuple):
    """A best move, and what it is compared with."""

    best: int
    second: int
    chance: float  # of the seat to move, after the best move
    gap: float  # by which the second is behind
    error: float  # standard error of the gap
    how: How
    line: tuple[int, ...]  # the expected continuation, the best move first


class Effort(NamedTuple):
    """How long moves are looked at: simulations of a review, and repetitions."""

    simulations: int
    repeats: int = REPEATS


def usual(game: str) -> Effort:
    """What suits a game."""
    return Effort(usual_effort(game).simulations)


def kinds_of(engine: Native, state: Any) -> list[int]:
    """The legal moves, one of those that come to the same."""
    return sorted({engine.same_as(state, move) for move in engine.legal(state)})


def prove(engine: Native, state: Any, numbers: Numbers, effort: Effort) -> Proof | None:
    """The one best move, if there is one."""
    moves = kinds_of(engine, state)
    if len(moves) < 2:
        return None
    solved = engine.solve(state, POSITIONS) if len(moves) <= SOLVABLE else None
    if solved is not None and all(is_result(choice.win) for choice in solved):
        return _from_result(solved, engine.turn(state))
    if solved is not None and solved[0].worth - solved[1].worth < SAME:
        return None
    found = _from_searches(engine, state, moves, numbers, effort)
    if found is None or solved is None:
        return found
    return found._replace(how="round", line=solved[0].line) if solved[0].move == found.best else None


def _from_result(solved: list[Choice], seat: int) -> Proof | None:
    """Solved to the end of the game: nothing is left to estimate."""
    best, second = solved[:2]
    gap = best.win[seat] - second.win[seat]
    return Proof(best.move, second.move, best.win[seat], gap, 0.0, "game", best.line) if gap > 0 else None


def _from_searches(engine: Native, state: Any, moves: list[int], numbers: Numbers, effort: Effort) -> Proof | None:
    seat, left = engine.turn(state), moves
    for part in LOOKS:
        simulations = max(1, round(part * effort.simulations))
        left = clear_away({move: _look(engine.search(state, simulations, numbers.seed(), move), seat) for move in left})
    if len(left) > RIVALS + 1:
        return None
    simulations = max(1, round(LAST * effort.simulations))
    searched = {move: [engine.search(state, simulations, numbers.seed(), move) for _ in range(effort.repeats)] for move in left}
    known = {move: interval([choice.win[seat] for choice in found], [choice.error for choice in found]) for move, found in searched.items()}
    best, second = sorted(known, key=lambda move: -known[move].mean)[:2]
    if any(known[best].low <= other.high for move, other in known.items() if move != best):
        return None
    first, next_best = known[best], known[second]
    error = sqrt(first.error**2 + next_best.error**2)
    return Proof(best, second, first.mean, first.mean - next_best.mean, error, "search", searched[best][-1].line)


def clear_away(known: dict[int, Interval]) -> list[int]:
    """The moves that may still be the best, or one of the next.

    >>> clear_away({move: Interval(mean, 0.01, 0.03) for move, mean in enumerate([0.2, 0.5, 0.45, 0.3])})
    [1, 2, 3]
    """
    ranked = sorted(known, key=lambda move: -known[move].mean)
    least = known[ranked[0]].low
    return [move for at, move in enumerate(ranked) if at <= MEASURED or known[move].high >= least]


def _look(choice: Choice, seat: int) -> Interval:
    """What one search says; the visits of a short one may agree by chance."""
    error = max(choice.error, LEAST_SPREAD / sqrt(max(choice.visits, 1)))
    return Interval(choice.win[seat], error, NORMAL * error)


def interval(means: list[float], errors: list[float]) -> Interval:
    """What several searches say together: how they differ counts, or how their visits do if that is more.

    >>> known = interval([0.5, 0.52, 0.48, 0.5, 0.5, 0.51, 0.49, 0.5], [0.02] * 8)
    >>> round(known.mean, 3), round(known.error, 4), round(known.width, 4)
    (0.5, 0.0071, 0.0247)
    """
    count = len(means)
    within = sqrt(sum(error**2 for error in errors)) / count
    error = max(within, stdev(means) / sqrt(count) if count > 1 else 0.0)
    return Interval(fmean(means), error, QUANTILE * error)
