"""The batch on the CPU: compiled loops over a stretch of games, one stretch for each thread (they run without Python's lock)."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from ...core.compiled import INTERPRETED, rule
from ...core.errors import BadOption
from ...core.game import Game
from ...core.generic import legal
from .bodies import (
    Games,
    RandomPlay,
    Stepping,
    begin,
    first_word,
    legal_list,
    mask,
    observe_planes,
    observe_vector,
    random_course,
    random_move,
    step_and_begin,
)
from .others import MOST_SEATS, NO_LEAD, RANDOM, Greedy, leads_after, reply_at_random, reply_greedily, stand

LEAST_STRETCH = 64  # games; handing fewer to a thread costs more than it saves


@cache
def _workers(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="tegel")


def all_cores() -> int:
    """How many threads can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(count: int, threads: int, work: Callable[[int, int], None]) -> None:
    """Do the work on the games 0 to count - 1, in stretches (from, to), one for each thread."""
    stretches = 1 if INTERPRETED else max(1, min(threads, count // LEAST_STRETCH))
    if stretches == 1:
        work(0, count)
        return
    bounds = [count * n // stretches for n in range(stretches + 1)]
    for _ in _workers(threads).map(work, bounds[:-1], bounds[1:]):
        pass


@rule
def _begin(states: Any, which: Any, seed: Any, first: int, episodes: Any, more: int, low: int, high: int) -> None:
    for at in range(low, high):
        if which[at]:
            episodes[at] += more
            begin(states, at, seed, first + at, episodes[at])


@rule
def _streams(streams: Any, seed: Any, first: int) -> None:
    for at in range(len(streams)):
        streams[at] = first_word(seed, first + at)


@rule
def _step(games: Games, given: Any, moves: Any, how: Stepping, low: int, high: int) -> None:
    for at in range(low, high):
        step_and_begin(games, at, given[at], moves, how)


@rule
def _masks(states: Any, moves: Any, out: Any, low: int, high: int) -> None:
    for at in range(low, high):
        mask(states[at], moves, out[at])


@rule
def _lists(states: Any, out: Any, counts: Any, low: int, high: int) -> None:
    for at in range(low, high):
        counts[at] = legal_list(states[at], out[at])


@rule
def _random_moves(states: Any, moves: Any, streams: Any, out: Any, low: int, high: int) -> None:
    for at in range(low, high):
        out[at] = random_move(states, at, moves, streams)


@rule
def _vectors(states: Any, viewer: int, scratch: Any, out: Any, low: int, high: int) -> None:
    for at in range(low, high):
        observe_vector(states, at, viewer, scratch, out)


@rule
def _planes(states: Any, viewer: int, scratch: Any, out: Any, low: int, high: int) -> None:
    for at in range(low, high):
        observe_planes(states, at, viewer, scratch, out)


@rule
def _courses(scratch: Any, moves: Any, seed: Any, first: int, played: RandomPlay, low: int, high: int) -> None:
    for at in range(low, high):
        made, signature = random_course(scratch[0], moves, played.points[at], played.places[at], seed, first + at)
        played.moves[at] = made
        played.signatures[at] = signature


@rule
def _reply_at_random(games: Games, seats: Any, moves: Any, streams: Any, low: int, high: int) -> None:
    for at in range(low, high):
        reply_at_random(games, at, seats[at], moves, streams)


@rule
def _reply_greedily(games: Games, seats: Any, moves: Any, greedy: Greedy, streams: Any, low: int, high: int) -> None:
    for at in range(low, high):
        reply_greedily(games, at, seats[at], moves, greedy, streams)


@rule
def _stand(states: Any, now: bool, scratch: Any, points: Any, places: Any, low: int, high: int) -> None:
    for at in range(low, high):
        stand(states, at, now, scratch, points, places)


@rule
def _leads(states: Any, moves: Any, greedy: Greedy, out: Any, low: int, high: int) -> None:
    for at in range(low, high):
        for move in range(out.shape[1]):
            out[at, move] = NO_LEAD
        count = legal(states[at], moves)
        if count:
            leads_after(states, at, moves[:count], greedy)
        for n in range(count):
            out[at, moves[n]] = greedy.leads[n]


def of_shape(array: Any, shape: tuple[int, ...]) -> Any:
    """An array that the caller handed in, if it has the shape it should."""
    if tuple(array.shape) != shape:
        raise BadOption(f"the array must have the shape {shape}, not {tuple(array.shape)}")
    return array


class CpuBackend:
    """Arrays in memory, loops on threads."""

    def __init__(self, game: Game, threads: int | None) -> None:
        self.game, self.dtype, self.most_legal = game, game.dtype, game.most_legal
        self.threads = threads or all_cores()

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return np.zeros(shape, dtype)

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return np.empty(shape, dtype)

    def full_states(self, count: int, blank: Any) -> Any:
        states = np.zeros(count, self.dtype)
        states[:] = blank
        return states

    def take(self, array: Any, dtype: Any, shape: tuple[int, ...]) -> Any:
        """What the caller handed in, as an array of this backend."""
        return np.ascontiguousarray(of_shape(np.asarray(array), shape), dtype)

    def output(self, array: Any) -> Any:
        """An array that the caller wants filled; anything that lies in memory and speaks DLPack will do."""
        return array if isinstance(array, np.ndarray) else np.from_dlpack(array)

    def own(self, array: Any) -> Any:
        """An array of NumPy's as one of this backend."""
        return array

    def fit(self, moves: Any, most: int) -> Any:
        """Whole numbers as the compiled code takes moves; those that are no moves become -1 rather than wrap around to one."""
        found = np.asarray(moves)
        return np.where((found >= 0) & (found < most), found, -1).astype(np.int16)

    def copy(self, array: Any) -> Any:
        return array.copy()

    def to_host(self, array: Any) -> Any:
        return array

    def _moves(self) -> Any:
        return np.empty(self.most_legal, np.int16)

    def _scratch(self) -> Any:
        return np.zeros(1, self.dtype)

    def streams(self, streams: Any, seed: Any, first: int) -> None:
        _streams(streams, seed, first)

    def begin(self, states: Any, which: Any, seed: Any, first: int, episodes: Any, more: int) -> None:
        spread(len(states), self.threads, lambda low, high: _begin(states, which, seed, first, episodes, more, low, high))

    def step(self, games: Games, given: Any, how: Stepping) -> None:
        spread(len(games.states), self.threads, lambda low, high: _step(games, given, self._moves(), how, low, high))

    def turns(self, states: Any) -> Any:
        return states["turn"].copy()

    def masks(self, states: Any, out: Any) -> None:
        spread(len(states), self.threads, lambda low, high: _masks(states, self._moves(), out, low, high))

    def lists(self, states: Any, out: Any, counts: Any) -> None:
        spread(len(states), self.threads, lambda low, high: _lists(states, out, counts, low, high))

    def random_moves(self, states: Any, streams: Any, out: Any) -> None:
        spread(len(states), self.threads, lambda low, high: _random_moves(states, self._moves(), streams, out, low, high))

    def vectors(self, states: Any, viewer: int, out: Any) -> None:
        spread(len(states), self.threads, lambda low, high: _vectors(states, viewer, self._scratch(), out, low, high))

    def planes(self, states: Any, viewer: int, out: Any) -> None:
        spread(len(states), self.threads, lambda low, high: _planes(states, viewer, self._scratch(), out, low, high))

    def courses(self, blank: Any, seed: Any, first: int, played: RandomPlay) -> None:
        def work(low: int, high: int) -> None:
            _courses(self.full_states(1, blank), self._moves(), seed, first, played, low, high)

        spread(len(played.moves), self.threads, work)

    def _greedy(self) -> Greedy:
        numbers = np.zeros((2, MOST_SEATS), np.int16)
        leads, scratch, key = np.zeros(self.most_legal, np.int32), np.zeros(2, self.dtype), np.zeros(4, np.uint64)
        return Greedy(leads, scratch, key, numbers[0], numbers[1], -1 if self.game.fewest_wins else 1)

    def replies(self, kind: str, games: Games, seats: Any, streams: Any) -> None:
        def work(low: int, high: int) -> None:
            if kind == RANDOM:
                _reply_at_random(games, seats, self._moves(), streams, low, high)
            else:
                _reply_greedily(games, seats, self._moves(), self._greedy(), streams, low, high)

        spread(len(seats), self.threads, work)

    def stand(self, states: Any, now: bool, points: Any, places: Any) -> None:
        spread(len(states), self.threads, lambda low, high: _stand(states, now, self._scratch(), points, places, low, high))

    def leads(self, states: Any, out: Any) -> None:
        spread(len(states), self.threads, lambda low, high: _leads(states, self._moves(), self._greedy(), out, low, high))
