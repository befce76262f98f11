"""What a CUDA card can do with the games: speeds, and whether every game comes out as on the CPU. For `tegel bench --gpu`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...core.game import Game
from .bodies import RandomPlay
from .games import VectorGames, find_backend
from .numba_cuda import cuda
from .random_play import play_random

SPEED_GAMES = 2_000_000  # one launch of these fills a large card many times over
COMPARED_GAMES = 100_000
STEPPED_GAMES = 20_000
STEPS = 60

Row = dict[str, Any]


def report(
    games: list[Game], compared: int = COMPARED_GAMES, played: int = SPEED_GAMES, done: Callable[[], None] = lambda: None
) -> Iterator[Row]:
    """One row for every configuration: moves a second on the card and on this CPU, and how many games differed (none, or it is a bug)."""
    for game in games:
        for at, options in enumerate(game.variants):
            row = {"game": game.name, "options": options} | measure(game, options, played) | compare(game, options, compared)
            if at == 0:
                row |= compare_steps(game, options)
            done()
            yield row


def measure(game: Game, options: dict[str, Any], played: int) -> Row:
    """Random play on the card: one thread a game, from set-up to result."""
    backend = find_backend("cuda", game, None)
    blank = game.blank(game.simulation_options(options))
    seats = int(blank.players)
    arrays = RandomPlay(
        *(
            backend.empty((played, *shape), kind)
            for shape, kind in (((), np.int32), ((), np.uint64), ((seats,), np.int16), ((seats,), np.int16))
        )
    )
    start = time.perf_counter()
    backend.courses(blank, np.uint64(1), 0, RandomPlay(*(array[:1] for array in arrays)))
    compiling = time.perf_counter() - start
    seconds = []
    for seed in range(3):
        start = time.perf_counter()
        backend.courses(blank, np.uint64(seed), 0, arrays)
        seconds.append(time.perf_counter() - start)
    moves = int(arrays.moves.copy_to_host().astype(np.int64).sum())
    best = min(seconds)
    return {
        "first_launch_seconds": round(compiling, 2),
        "gpu_moves_per_second": round(moves / best),
        "gpu_games_per_second": round(played / best),
        "launch_seconds": [round(spent, 4) for spent in seconds],
    }


def compare(game: Game, options: dict[str, Any], count: int) -> Row:
    """The same random games on the card and on the CPU: every signature, every number of moves, every result."""
    host = play_random(game, 1, seed=0, **options)  # compiled before it is timed
    start = time.perf_counter()
    host = play_random(game, count, seed=2026, **options)
    spent = time.perf_counter() - start
    card = play_random(game, count, seed=2026, device="cuda", **options)
    halves = [play_random(game, count // 2, seed=2026, first=first, device="cuda", **options) for first in (0, count // 2)]
    other_batch = np.concatenate([half.signatures.copy_to_host() for half in halves])
    wrong = np.zeros(count, np.bool_)
    for mine, theirs in zip(host, card, strict=True):
        wrong |= (mine != theirs.copy_to_host()).reshape(count, -1).any(axis=1)
    wrong[: len(other_batch)] |= host.signatures[: len(other_batch)] != other_batch
    return {
        "cpu_moves_per_second": round(int(host.moves.astype(np.int64).sum()) / spent),
        "compared_games": count,
        "differing_games": int(wrong.sum()),
    }


def compare_steps(game: Game, options: dict[str, Any]) -> Row:
    """The same batch stepped on both: legal moves, vectors, planes, endings and states after every few steps."""
    host, card = (VectorGames(game, STEPPED_GAMES, seed=5, device=device, **options) for device in ("cpu", "cuda"))
    different = 0
    start = time.perf_counter()
    spent = 0.0
    for step in range(STEPS):
        begun = time.perf_counter()
        moves = card.random_moves()
        ended = card.step(moves, checked=False, reuse=True)
        cuda.synchronize()
        if step > 0:
            spent += time.perf_counter() - begun
        theirs = host.random_moves()
        different += int((theirs != moves.copy_to_host()).sum())
        mine = host.step(theirs)
        for a, b in zip(mine, ended, strict=True):
            different += int((a != b.copy_to_host()).sum())
        if step % 10 == 9:
            pairs = [(host.vectors(), card.vectors()), (host.planes(), card.planes()), (host.legal_masks(), card.legal_masks())]
            pairs += zip(host.legal_lists(), card.legal_lists(), strict=True)
            different += sum(int((a != b.copy_to_host()).sum()) for a, b in pairs)
            states = card.states.copy_to_host()
            different += sum(int((host.states[name] != states[name]).sum()) for name in ("key", "draws", "turn"))
    return {
        "stepped_games": STEPPED_GAMES,
        "steps": STEPS,
        "stepped_moves_per_second": round(STEPPED_GAMES * (STEPS - 1) / spent),
        "differing_numbers": different,
        "stepping_seconds": round(time.perf_counter() - start, 1),
    }
