"""Luck: what a draw gave every seat, compared with the mean of the draws that could have come instead."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from ...core import generic
from ...core.chance import Key, threefry
from ...core.differential import random_key
from ...core.game import Game, Options
from ...core.table import Table
from ...core.takeback import reveals
from .draws import redraw
from .values import Evaluator, Value

SPECTATOR = -1
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

    def at(self, ply: int) -> Luck:
        """The same, of this move."""
        return replace(self, ply=ply)


class Outcome(NamedTuple):
    """A position that a draw may lead to, and how much it counts."""

    state: Any
    weight: float


class Outcomes(NamedTuple):
    """Draws that could have come; all there are, or a sample."""

    found: list[Outcome]
    exact: bool


def luck_of_move(evaluator: Evaluator, before: Any, move: int, after: Any, redraws: int, source: random.Random) -> Luck | None:
    """The luck that came with a move, in the eyes of its player; None if nothing was drawn."""
    game, mover = evaluator.game, int(before["turn"])
    outcomes = draw_again(game, before, move, redraws, source)
    came = _seen(game, after, mover)
    if all(_seen(game, outcome.state, mover) == came for outcome in outcomes.found):
        return None
    return _compare(evaluator, after, outcomes, mover, source)


def luck_of_setup(evaluator: Evaluator, options: Options, start: Any, redraws: int, source: random.Random) -> Luck:
    """The luck of the set-up: what all can see of it; and for a seat that sees more, the worth of that among all it could have been."""
    game = evaluator.game
    others = [Outcome(_new_game(game, options, random_key(source)), 1 / redraws) for _ in range(redraws)]
    parts = [_compare(evaluator, start, Outcomes(others, False), SPECTATOR, source)]
    for seat in range(int(start["players"])):
        if _seen(game, start, seat) != _seen(game, start, SPECTATOR):
            hands = [Outcome(_sampled(game, start, random_key(source)), 1 / redraws) for _ in range(redraws)]
            parts.append(_compare(evaluator, start, Outcomes(hands, False), seat, source))
    return total_luck(parts, int(start["players"]))


def luck_after_setup(evaluator: Evaluator, table: Table, redraws: int, seed: str) -> list[Luck]:
    """The luck of every draw of a game so far but the set-up's."""
    found = []
    for ply, move in enumerate(table.moves, 1):
        before = table.state_at(ply - 1)
        if reveals(evaluator.game, before, move):
            source = random.Random(f"{seed} draw {ply}")
            drawn = luck_of_move(evaluator, before, move, table.state_at(ply), redraws, source)
            found += [] if drawn is None else [drawn.at(ply)]
    return found


def total_luck(parts: Sequence[Luck], players: int) -> Luck:
    """The luck of several draws together."""
    win = tuple(sum(part.win[seat] for part in parts) for seat in range(players))
    points = tuple(sum(part.points[seat] for part in parts) for seat in range(players))
    error = tuple(sqrt(sum(part.error[seat] ** 2 for part in parts)) for seat in range(players))
    return Luck(0, win, points, error, all(part.exact for part in parts))


def draw_again(game: Game, before: Any, move: int, redraws: int, source: random.Random) -> Outcomes:
    """The positions a move could have led to: all of them where a single draw has few results, else a sample."""
    tried = [_draw_once(game, before, move, random_key(source)) for _ in range(redraws)]
    if all(one.words == 1 for one in tried):
        more = [_draw_once(game, before, move, random_key(source)) for _ in range(TRIED)]
        every = _all_outcomes(game, more, int(before["turn"]))
        if every is not None and len(every) <= redraws:
            return Outcomes(every, True)
    return Outcomes([Outcome(one.state, 1 / redraws) for one in tried], False)


class _Drawn(NamedTuple):
    """A move made with other draws."""

    state: Any
    words: int  # random numbers used
    first: int  # the first of them


def _draw_once(game: Game, before: Any, move: int, key: Key) -> _Drawn:
    state = game.copy(before)
    redraw(state, np.array(key, np.uint64))
    used = int(state["draws"])
    none, words = np.uint64(0), state["key"]
    first = int(threefry(words[0], words[1], words[2], words[3], np.uint64(used), none, none, none)[0])
    generic.apply(state, move)
    return _Drawn(state, int(state["draws"]) - used, first)


def _all_outcomes(game: Game, tried: list[_Drawn], viewer: int) -> list[Outcome] | None:
    """All results of one throw with their exact chances, if a die with few sides decides: then the rest of the random number does."""
    seen = [_seen(game, one.state, viewer) for one in tried]
    for sides in range(1, MOST_SIDES + 1):
        by_side: dict[int, bytes] = {}
        if all(by_side.setdefault(one.first % sides, what) == what for one, what in zip(tried, seen, strict=True)):
            states = {what: one.state for one, what in zip(tried, seen, strict=True)}
            counts = [list(by_side.values()).count(what) for what in states]
            whole = len(by_side) == sides and all(one.words == 1 for one in tried)
            return [Outcome(state, count / sides) for state, count in zip(states.values(), counts, strict=True)] if whole else None
    return None


def _compare(evaluator: Evaluator, came: Any, outcomes: Outcomes, viewer: int, source: random.Random) -> Luck:
    """What came against the mean of what could have come, all through the eyes of one viewer."""
    actual = evaluator.value(came, viewer, source.getrandbits(64))
    same = _seen(evaluator.game, came, viewer) if outcomes.exact else b""
    values, weights = [], []
    for outcome in outcomes.found:
        known = outcomes.exact and _seen(evaluator.game, outcome.state, viewer) == same
        values.append(actual if known else evaluator.value(outcome.state, viewer, source.getrandbits(64)))
        weights.append(outcome.weight)
    return luck_from(actual, values, weights, outcomes.exact)


def luck_from(actual: Value, values: Sequence[Value], weights: Sequence[float], exact: bool) -> Luck:
    """The same from the values alone."""
    win, points, error = [], [], []
    for seat in range(len(actual.win)):
        mean = sum(weight * value.win[seat] for weight, value in zip(weights, values, strict=True))
        spread = sum((value.win[seat] - mean) ** 2 for value in values)
        win.append(actual.win[seat] - mean)
        points.append(actual.points[seat] - sum(weight * value.points[seat] for weight, value in zip(weights, values, strict=True)))
        error.append(0.0 if exact or len(values) < 2 else sqrt(spread / (len(values) - 1) / len(values)))
    return Luck(0, tuple(win), tuple(points), tuple(error), exact)


def _seen(game: Game, state: Any, viewer: int) -> bytes:
    """All that a viewer sees of a position."""
    hidden = game.copy(state)
    generic.hide(hidden, viewer)
    return np.generic.tobytes(hidden)


def _new_game(game: Game, options: Options, key: Key) -> Any:
    state = game.blank(options)
    generic.setup(state, np.array(key, np.uint64))
    return state


def _sampled(game: Game, state: Any, key: Key) -> Any:
    """A position that looks the same to a spectator."""
    other = game.copy(state)
    generic.sample(other, SPECTATOR, np.array(key, np.uint64))
    return other
