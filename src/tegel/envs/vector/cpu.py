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
def _begin(states: Any, which: Any, seed: Any, first: int, episodes: Any, low: int, high: int) -> None:
    for at in range(low, high):
        if which[at]:
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


def of_shape(array: Any, shape: tuple[int, ...]) -> Any:
    """An array that the caller handed in, if it has the shape it should."""
    if tuple(array.shape) != shape:
        raise BadOption(f"the array must have the shape {shape}, not {tuple(array.shape)}")
    return array


class CpuBackend:
    """Arrays in memory, loops on threads."""

    def __init__(self, dtype: np.dtype[Any], most_legal: int, threads: int | None) -> None:
        self.dtype, self.most_legal = dtype, most_legal
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

    def begin(self, states: Any, which: Any, seed: Any, first: int, episodes: Any) -> None:
        spread(len(states), self.threads, lambda low, high: _begin(states, which, seed, first, episodes, low, high))

    def step(self, games: Games, given: Any, how: Stepping) -> None:
        spread(len(games.states), self.threads, lambda low, high: _step(games, given, self._moves(), how, low, high))

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
