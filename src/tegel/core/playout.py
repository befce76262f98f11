"""Random play and counting, all compiled: the base of benchmarks, signatures and node counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from .chance import scramble
from .compiled import rule
from .game import Game
from .generic import act, apply, has_pending, legal, resolve_pending, result, setup

PRIME = np.uint64(0x100000001B3)


@rule
def random_game(state: Any, moves: Any, points: Any, places: Any, seed: Any, signature: Any) -> Any:
    """Set up and play one random game to its end; returns the next seed, the moves made and the signature so far.

    The signature folds in every move, every number of choices and the result: it changes whenever behaviour does.
    """
    for word in range(4):
        seed, state.key[word] = scramble(seed)
    setup(state, state.key)
    made = 0
    while state.turn >= 0:
        while True:  # as `apply`, but turned round: on a GPU, games that have come between moves wait here and go on together
            count = legal(state, moves)
            move: Any = np.int64(moves[0])
            if count > 1:  # a forced move is no choice, and not counted
                seed, number = scramble(seed)
                move = np.int64(moves[np.int64(number % np.uint64(count))])
                signature = (signature ^ np.uint64(count)) * PRIME
                signature = (signature ^ np.uint64(move)) * PRIME
                made += 1
            act(state, move, None)
            if state.turn < 0 or has_pending(state):
                break
        if has_pending(state):
            resolve_pending(state, None)
    result(state, points, places)
    for seat in range(state.players):
        signature = (signature ^ np.uint64(points[seat] + 1000 * places[seat])) * PRIME
    return seed, made, signature


@rule
def play_games(state: Any, moves: Any, points: Any, places: Any, games: int, seed: Any) -> Any:
    """Several random games after one another; returns the moves made and the signature of all."""
    made = 0
    signature = np.uint64(0xCBF29CE484222325)
    seed = np.uint64(seed)
    for _ in range(games):
        seed, more, signature = random_game(state, moves, points, places, seed, signature)
        made += more
    return made, signature


def random_games(game: Game, state: Any, games: int, seed: int) -> tuple[int, int]:
    """Play random games with a state's options; returns the moves made and a signature of all that happened."""
    moves = np.empty(game.most_legal, np.int16)
    points, places = np.zeros(8, np.int16), np.zeros(8, np.int16)
    made, signature = play_games(state, moves, points, places, games, np.uint64(seed))
    return int(made), int(signature)


@rule
def _perft(states: Any, moves: Any, level: int, depth: int) -> int:
    count = legal(states[level], moves[level])
    if level == depth - 1:
        return count
    total = 0
    for at in range(count):
        states[level + 1] = states[level]
        apply(states[level + 1], moves[level, at])
        total += _perft(states, moves, level + 1, depth)
    return total


def perft(game: Game, state: Any, depth: int) -> int:
    """How many sequences of moves of this length a position has, its key deciding the draws.

    >>> import tegel
    >>> table = tegel.game("azul", key=(1, 2, 3, 4))
    >>> perft(table.game, table.state, 1) == len(table.legal)
    True
    """
    if depth == 0:
        return 1
    states = np.zeros(depth, game.dtype)
    states[0] = state
    return int(_perft(states, np.zeros((depth, game.most_legal), np.int16), 0, depth))
