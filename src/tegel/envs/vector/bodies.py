"""What is done to one game of a batch: the same functions run in the CPU's loops and in the CUDA kernels.

Every game has its number in the batch and counts its episodes; its key follows from the batch's seed, that number and that count
alone. So a game runs the same whatever the size of the batch, the number of threads and the device.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.chance import scramble, threefry
from ...core.compiled import rule
from ...core.generic import apply, legal, result, setup
from ...core.playout import random_game
from ..features import cut_short, see_planes, see_vector

NONE = np.uint64(0)
START = np.uint64(0xCBF29CE484222325)  # of a game's signature
LEGAL, ILLEGAL, FINISHED = range(3)  # what became of a move


class Games(NamedTuple):
    """The arrays of a batch, an entry for each game."""

    states: Any
    episodes: Any  # how many games were played here before this one
    became: Any  # what became of the last move
    over: Any  # whether the last move ended the game
    cut: Any  # and whether it was the round limit that did
    points: Any  # N x seats, of the last game that ended
    places: Any  # N x seats


class Stepping(NamedTuple):
    """How a batch is stepped."""

    checked: bool  # whether illegal moves are noticed
    again: bool  # whether a game that is over begins anew
    seed: Any
    first: int  # number of the first game


@rule
def game_key(seed: Any, number: int, episode: int, key: Any) -> None:
    """Write the key of a game of a batch."""
    key[0], key[1], key[2], key[3] = threefry(np.uint64(seed), NONE, NONE, NONE, np.uint64(number), np.uint64(episode), NONE, NONE)


@rule
def begin(states: Any, at: int, seed: Any, number: int, episode: int) -> None:
    """Set up a game of a batch for its next episode."""
    game_key(seed, number, episode, states[at].key)
    setup(states[at], states[at].key)


@rule
def is_legal(state: Any, move: int, moves: Any) -> bool:
    """Whether a move is legal; the list is for scratch."""
    count = legal(state, moves)
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low < count and bool(moves[low] == move)


@rule
def step(games: Games, at: int, move: int, moves: Any, checked: bool) -> int:
    """Make a move and note how the game ended, if it did; says what became of the move."""
    games.over[at] = False
    games.cut[at] = False
    state = games.states[at]
    if state.turn < 0:
        return FINISHED
    if checked and not is_legal(state, move, moves):
        return ILLEGAL
    apply(state, move)
    if state.turn < 0:
        games.over[at] = True
        games.cut[at] = cut_short(state)
        result(state, games.points[at], games.places[at])
    return LEGAL


@rule
def step_and_begin(games: Games, at: int, move: int, moves: Any, how: Stepping) -> None:
    """Make a move and, if wanted, begin the next episode as soon as the game is over."""
    games.became[at] = step(games, at, move, moves, how.checked)
    if how.again and games.over[at]:
        games.episodes[at] += 1
        begin(games.states, at, how.seed, how.first + at, games.episodes[at])


@rule
def mask(state: Any, moves: Any, out: Any) -> None:
    """1 for every legal move, 0 for the others."""
    for move in range(len(out)):
        out[move] = 0
    for at in range(legal(state, moves)):
        out[moves[at]] = 1


@rule
def legal_list(state: Any, out: Any) -> int:
    """The legal moves, ascending, then -1; returns how many there are."""
    count = legal(state, out)
    for at in range(count, len(out)):
        out[at] = -1
    return count


@rule
def first_word(seed: Any, number: int) -> Any:
    """Where a game's stream of random numbers for moves begins."""
    _, word = scramble(np.uint64(seed))
    _, word = scramble(word ^ np.uint64(number))
    return word


@rule
def random_move(states: Any, at: int, moves: Any, streams: Any) -> int:
    """A legal move, each as likely as the other, from the game's own stream; -1 when it is over."""
    count = legal(states[at], moves)
    if count == 0:
        return -1
    streams[at], word = scramble(streams[at])
    return moves[np.int64(word % np.uint64(count))]  # type: ignore[no-any-return]


@rule
def viewer_of(state: Any, viewer: int) -> int:
    """The seat asked for, or with -1 the one to move (seat 0 once the game is over)."""
    if viewer >= 0:
        return viewer
    return max(0, state.turn)  # type: ignore[no-any-return]


@rule
def observe_vector(states: Any, at: int, viewer: int, scratch: Any, out: Any) -> None:
    """The vector of one game."""
    see_vector(states[at], viewer_of(states[at], viewer), scratch, out[at])


@rule
def observe_planes(states: Any, at: int, viewer: int, scratch: Any, out: Any) -> None:
    """The planes of one game."""
    see_planes(states[at], viewer_of(states[at], viewer), scratch, out[at])


class RandomPlay(NamedTuple):
    """What became of each of many random games."""

    moves: Any  # N: how many were made
    signatures: Any  # N: a number that folds in every move, every number of choices and the result
    points: Any  # N x seats
    places: Any  # N x seats


@rule
def random_course(state: Any, moves: Any, points: Any, places: Any, seed: Any, number: int) -> Any:
    """Play one whole random game; returns its moves and its signature, which folds in all that happened."""
    _, made, signature = random_game(state, moves, points, places, first_word(seed, number), START)
    return made, signature
