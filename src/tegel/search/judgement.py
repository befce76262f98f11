"""What a player who thinks must know about a game besides its rules: a value for positions and a prior for moves.

Each game has a module in `values` with the functions below; they dispatch on the state's record type, as the rules do. Value and prior
are linear in hand-made features, with weights fitted by self-play (`python -m tegel.search.fit`). `learned.py` asks a network instead,
which adds to the rating of moves and values positions by itself.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np
from numba.extending import overload

from ..core.compiled import rule
from ..core.generic import result

_values: dict[tuple[str, ...], ModuleType] = {}

SEATS = 5  # the most any game has
LARGEST = 60.0  # logits beyond this are cut, so that exp stays finite
SCRATCH = (16, 2)  # words of memory that describing moves may use; handed in, because nothing can be allocated on a GPU


def bind(names: tuple[str, ...], values: ModuleType) -> None:
    """Let these functions find the values module of states with these field names."""
    _values[names] = values


def _values_of(state: Any) -> Any:
    names = tuple(state.fields) if hasattr(state, "fields") else state.dtype.names
    return _values[names]


def horizon(state: Any) -> int:
    """A number that changes when chance has dealt so much anew that looking further is no use: the round. Play is valued there."""
    return int(_values_of(state).horizon(state))


def foreseeable(state: Any) -> bool:
    """Whether everything up to the horizon is open: no draws, nothing hidden that matters."""
    return bool(_values_of(state).foreseeable(state))


def distinct(state: Any, moves: Any, count: int) -> int:
    """Keep one of every set of moves that come to the same (the first), and return how many are left."""
    return int(_values_of(state).distinct(state, moves, count))


def same_as(state: Any, move: int) -> int:
    """The first of the moves that come to the same as this one, as `distinct` keeps it."""
    return int(_values_of(state).same_as(state, move))


def stage(state: Any) -> int:
    """Which row of weights suits the progress of the game."""
    return int(_values_of(state).stage(state))


def describe_seat(state: Any, seat: int, features: Any) -> None:
    """Write the features of a seat's prospects, in the order of the module's FEATURES."""
    _values_of(state).describe_seat(state, seat, features)


def describe_moves(state: Any, moves: Any, count: int, features: Any, scratch: Any) -> None:
    """Write the features of each move, in the order of the module's MOVE_FEATURES. What `scratch` holds means nothing."""
    _values_of(state).describe_moves(state, moves, count, features, scratch)


@overload(horizon, strict=False)
def _horizon(state: Any) -> Any:
    values = _values_of(state).horizon
    return lambda state: values(state)


@overload(foreseeable, strict=False)
def _foreseeable(state: Any) -> Any:
    values = _values_of(state).foreseeable
    return lambda state: values(state)


@overload(distinct, strict=False)
def _distinct(state: Any, moves: Any, count: Any) -> Any:
    values = _values_of(state).distinct
    return lambda state, moves, count: values(state, moves, count)


@overload(stage, strict=False)
def _stage(state: Any) -> Any:
    values = _values_of(state).stage
    return lambda state: values(state)


@overload(describe_seat, strict=False)
def _describe_seat(state: Any, seat: Any, features: Any) -> Any:
    values = _values_of(state).describe_seat
    return lambda state, seat, features: values(state, seat, features)


@overload(describe_moves, strict=False)
def _describe_moves(state: Any, moves: Any, count: Any, features: Any, scratch: Any) -> Any:
    values = _values_of(state).describe_moves
    return lambda state, moves, count, features, scratch: values(state, moves, count, features, scratch)


@rule
def judge(state: Any, weights: Any, features: Any, win: Any, points: Any) -> None:
    """Every seat's chance to win and expected final points, in a position at the horizon.

    `weights` is indexed by stage, head (0 win, 1 points) and feature.
    """
    heads = weights[stage(state)]
    highest = -np.inf
    for seat in range(state.players):
        describe_seat(state, seat, features)
        logit, expected = 0.0, 0.0
        for at in range(len(features)):
            logit += heads[0, at] * features[at]
            expected += heads[1, at] * features[at]
        win[seat] = logit
        points[seat] = expected
        highest = max(highest, logit)
    total = 0.0
    for seat in range(state.players):
        win[seat] = math.exp(win[seat] - highest)
        total += win[seat]
    for seat in range(state.players):
        win[seat] /= total


@rule
def outcome(state: Any, numbers: Any, win: Any, points: Any) -> None:
    """The same for a game that is over; a shared victory counts in parts. `numbers` is scratch for points and places."""
    result(state, numbers[0], numbers[1])
    winners = 0
    for seat in range(state.players):
        points[seat] = numbers[0, seat]
        winners += numbers[1, seat] == 1
    for seat in range(state.players):
        win[seat] = 1.0 / winners if numbers[1, seat] == 1 else 0.0


@rule
def worth(players: int, lean: float, win: Any, points: Any, worths: Any) -> None:
    """What each seat strives for: to win, and `lean` times its lead over the best other seat (negative where fewest points win)."""
    for seat in range(players):
        lead = np.inf
        for other in range(players):
            if other != seat:
                lead = min(lead, lean * (points[seat] - points[other]))
        worths[seat] = win[seat] + lead


@rule
def rate_moves(state: Any, moves: Any, count: int, weights: Any, features: Any, scratch: Any, ratings: Any) -> None:
    """How good each move looks: a logit, up to a common term."""
    describe_moves(state, moves, count, features, scratch)
    for at in range(count):
        logit = 0.0
        for feature in range(len(weights)):
            logit += weights[feature] * features[at, feature]
        ratings[at] = min(max(logit, -LARGEST), LARGEST)


@rule
def weigh_moves(state: Any, moves: Any, count: int, weights: Any, features: Any, scratch: Any, likelihood: Any) -> None:
    """How likely each move is to be the best, up to a common factor."""
    rate_moves(state, moves, count, weights, features, scratch, likelihood)
    for at in range(count):
        likelihood[at] = math.exp(likelihood[at])
