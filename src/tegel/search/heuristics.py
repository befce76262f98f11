"""What a player who thinks must know about a game besides its rules: a value for positions and a prior for moves.

Each game has a module in `values` with the functions below; they dispatch on the state's record type, as the rules do. Value and prior
are linear in hand-made features, with weights fitted by self-play (`python -m tegel.search.fit`). `learned.py` asks a network instead,
which adds to the rating of moves and values positions by itself.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.compiled import rule
from ..core.dispatch import Family, modules_in
from ..core.generic import result

find_module = modules_in("tegel.search.values")
values = Family(find_module)

SEATS = 5  # the most any game has
LARGEST = 60.0  # logits beyond this are cut, so that exp stays finite
SCRATCH = (18, 2)  # words of memory that rating moves may use; handed in, because nothing can be allocated on a GPU


@values.declare()
def horizon(state: Any) -> int:
    """A number that changes when chance has dealt so much anew that a tree does not grow past it: the round. Play is valued there."""
    raise NotImplementedError


@values.declare()
def foreseeable(state: Any) -> bool:
    """Whether everything up to the horizon is open: no draws, nothing hidden that matters."""
    raise NotImplementedError


@values.declare()
def hard_to_rate(state: Any) -> bool:
    """Whether the hand-made rating of moves says little here, so that rollouts had better ask a network."""
    raise NotImplementedError


@values.declare()
def may_end(state: Any) -> bool:
    """Whether the game may end at the horizon. An end that is overlooked costs a proof, no more."""
    raise NotImplementedError


@values.declare()
def distinct(state: Any, moves: Any, count: int) -> int:
    """Keep one of every set of moves that come to the same (the first), and return how many are left."""
    raise NotImplementedError


@values.declare()
def same_as(state: Any, move: int) -> int:
    """The first of the moves that come to the same as this one, as `distinct` keeps it."""
    raise NotImplementedError


@values.declare()
def stage(state: Any) -> int:
    """Which row of weights suits the progress of the game."""
    raise NotImplementedError


@values.declare()
def describe_seat(state: Any, seat: int, features: Any) -> None:
    """Write the features of a seat's prospects, in the order of the module's FEATURES."""
    raise NotImplementedError


@values.declare()
def rate_moves(state: Any, moves: Any, count: int, weights: Any, scratch: Any, ratings: Any) -> None:
    """Write how good each move looks: a logit, up to a common term. It is the sum of the move's features, in the order of the module's
    MOVE_FEATURES, each times its weight. What `scratch` holds means nothing."""
    raise NotImplementedError


@rule
def evaluate(state: Any, weights: Any, features: Any, win: Any, points: Any) -> None:
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
def weigh_moves(state: Any, moves: Any, count: int, weights: Any, scratch: Any, likelihood: Any) -> None:
    """How likely each move is to be the best, up to a common factor."""
    rate_moves(state, moves, count, weights, scratch, likelihood)
    for at in range(count):
        likelihood[at] = math.exp(min(max(likelihood[at], -LARGEST), LARGEST))


def describe_moves(state: Any, moves: Any, count: int, features: int) -> Any:
    """All features of the moves, as an array: what each would be rated if one feature alone counted."""
    described, ratings, scratch = np.zeros((count, features)), np.zeros(len(moves)), np.empty(SCRATCH, np.uint64)
    for feature, weights in enumerate(np.eye(features)):
        rate_moves(state, moves, count, weights, scratch, ratings)
        described[:, feature] = ratings[:count]
    return described
