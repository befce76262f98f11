"""Luck: what a draw gave every seat, compared with the mean of the draws that could have come instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from ...core.chance import Key
from ...core.game import Options
from ...core.table import Table
from .native import SPECTATOR, Native
from .numbers import DRAW, Numbers
from .values import Evaluator, Value

TRIED = 256  # draws that are tried to find all there are
MOST_SIDES = 32  # of the one die that is thrown, to be found so


@dataclass(frozen=True)
class Luck:
    """What one draw gave every seat; the sums over all seats are 0 for chances."""

    ply: int  # the move that brought it; 0 for the set-up
    win: tuple[float, ...]
    points: tuple[float, ...]
    error: tuple[float, ...]  # standard errors of the win chances' mean
    exact: bool  # whether the mean is over all draws there are


class Step(NamedTuple):
    """One move of a game that is over."""

    ply: int  # from 1
    before: Any
    move: int
    after: Any


class Outcome(NamedTuple):
    """A position that a draw may lead to, and how much it counts."""

    state: Any
    weight: float


class Outcomes(NamedTuple):
    """Draws that could have come; all there are, or a sample."""

    found: list[Outcome]
    exact: bool


def luck_of_move(evaluator: Evaluator, step: Step, redraws: int, numbers: Numbers) -> Luck | None:
    """The luck that came with a move, in the eyes of its player; None if nothing was drawn."""
    engine, mover = evaluator.engine, evaluator.engine.turn(step.before)
    outcomes = draw_again(engine, step.before, step.move, redraws, numbers)
    came = engine.seen(step.after, mover)
    if all(engine.seen(outcome.state, mover) == came for outcome in outcomes.found):
        return None
    return _compare(evaluator, Came(step.after, mover, step.ply), outcomes, numbers)


def luck_of_setup(evaluator: Evaluator, options: Options, start: Any, redraws: int, numbers: Numbers) -> Luck:
    """The luck of the set-up: what all can see of it; and for a seat that sees more, the worth of that among all it could have been."""
    engine, players = evaluator.engine, evaluator.engine.players(start)
    others = [Outcome(engine.new_game(options, numbers.key()), 1 / redraws) for _ in range(redraws)]
    parts = [_compare(evaluator, Came(start, SPECTATOR, 0), Outcomes(others, False), numbers)]
    for seat in range(players):
        if engine.seen(start, seat) != engine.seen(start, SPECTATOR):
            hands = [Outcome(engine.sampled(start, numbers.key()), 1 / redraws) for _ in range(redraws)]
            parts.append(_compare(evaluator, Came(start, seat, 0), Outcomes(hands, False), numbers))
    return total_luck(parts, players)


def luck_after_setup(evaluator: Evaluator, table: Table, redraws: int, seed: int) -> list[Luck]:
    """The luck of every draw of a game so far but the set-up's."""
    found = []
    for ply, move in enumerate(table.moves, 1):
        step = Step(ply, table.state_at(ply - 1), move, table.state_at(ply))
        if evaluator.engine.reveals(step.before, move):
            drawn = luck_of_move(evaluator, step, redraws, Numbers(evaluator.engine, seed, DRAW, ply))
            found += [] if drawn is None else [drawn]
    return found


def total_luck(parts: Sequence[Luck], players: int) -> Luck:
    """The luck of several draws together."""
    win = [sum([part.win[seat] for part in parts]) for seat in range(players)]
    points = [sum([part.points[seat] for part in parts]) for seat in range(players)]
    error = [sqrt(sum([part.error[seat] ** 2 for part in parts])) for seat in range(players)]
    return Luck(0, tuple(win), tuple(points), tuple(error), all(part.exact for part in parts))


def draw_again(engine: Native, before: Any, move: int, redraws: int, numbers: Numbers) -> Outcomes:
    """The positions a move could have led to: all of them where a single draw has few results, else a sample."""
    tried = [_draw_once(engine, before, move, numbers.key()) for _ in range(redraws)]
    if all(one.words == 1 for one in tried):
        every = _few_outcomes(engine, before, move, redraws, numbers)
        if every is not None:
            return Outcomes(every, True)
    return Outcomes([Outcome(one.state, 1 / redraws) for one in tried], False)


class _Drawn(NamedTuple):
    """A move made with other draws."""

    state: Any
    seen: bytes  # by the mover
    words: int  # random numbers used
    first: int  # the first of them


def _draw_once(engine: Native, before: Any, move: int, key: Key) -> _Drawn:
    redrawn = engine.redrawn(before, key)
    state = engine.after(redrawn, move)
    used = engine.draws(state) - engine.draws(redrawn)
    return _Drawn(state, engine.seen(state, engine.turn(before)), used, engine.next_draw(redrawn))


def _few_outcomes(engine: Native, before: Any, move: int, most: int, numbers: Numbers) -> list[Outcome] | None:
    """All results of one throw, if there are no more than so many: as soon as one more has shown up, no further draw is tried."""
    tried = []
    shown: dict[bytes, bool] = {}
    for number in range(TRIED):
        one = _draw_once(engine, before, move, numbers.key())
        tried.append(one)
        shown[one.seen] = True
        if len(shown) > most:
            numbers.skip(TRIED - 1 - number)  # what is drawn later is the same either way
            return None
    return _all_outcomes(tried)


def _all_outcomes(tried: Sequence[_Drawn]) -> list[Outcome] | None:
    """All results of one throw with their exact chances, if a die with few sides decides: then the rest of the random number does."""
    if not all(one.words == 1 for one in tried):
        return None
    for sides in range(1, MOST_SIDES + 1):
        shown: dict[int, bytes] = {}
        for one in tried:
            shown[one.first % sides] = one.seen
        if all(shown[one.first % sides] == one.seen for one in tried):
            states = {one.seen: one.state for one in tried}
            whole = len(shown) == sides
            return [Outcome(state, list(shown.values()).count(seen) / sides) for seen, state in states.items()] if whole else None
    return None


class Came(NamedTuple):
    """What was drawn, seen through one viewer's eyes."""

    state: Any
    viewer: int
    ply: int


def _compare(evaluator: Evaluator, came: Came, outcomes: Outcomes, numbers: Numbers) -> Luck:
    """What came against the mean of what could have come, all through the eyes of one viewer."""
    engine, viewer = evaluator.engine, came.viewer
    actual = evaluator.value(came.state, viewer, numbers.seed())
    same = engine.seen(came.state, viewer)
    values = []
    for outcome in outcomes.found:
        known = outcomes.exact and engine.seen(outcome.state, viewer) == same
        values.append(actual if known else evaluator.value(outcome.state, viewer, numbers.seed()))
    return luck_from(actual, values, [outcome.weight for outcome in outcomes.found], outcomes.exact, came.ply)


def luck_from(actual: Value, values: Sequence[Value], weights: Sequence[float], exact: bool, ply: int = 0) -> Luck:
    """The same from the values alone."""
    win, points, error = [], [], []
    for seat in range(len(actual.win)):
        mean = sum([weight * value.win[seat] for weight, value in zip(weights, values, strict=True)])
        spread = sum([(value.win[seat] - mean) ** 2 for value in values])
        win.append(actual.win[seat] - mean)
        points.append(actual.points[seat] - sum([weight * value.points[seat] for weight, value in zip(weights, values, strict=True)]))
        error.append(0.0 if exact or len(values) < 2 else sqrt(spread / (len(values) - 1) / len(values)))
    return Luck(ply, tuple(win), tuple(points), tuple(error), exact)
