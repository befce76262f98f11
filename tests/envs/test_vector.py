"""The vector simulator: the same games as one by one, whatever the batch, the threads and the device."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tegel.core.errors import BadOption, IllegalMove
from tegel.core.plain import plain
from tegel.core.table import Table
from tegel.envs.extras import MissingExtra
from tegel.envs.vector import VectorGames, play_random

from .configurations import every_configuration, every_game


@every_configuration()
def test_a_batch_plays_like_tables(name, options):
    """Every move, legal set, key and result of a batch, repeated at a table."""
    games = VectorGames(name, 5, seed=11, auto_reset=False, **options)
    game = games.game
    rules = game.simulation_options(options)
    tables = [Table(game, rules, tuple(int(word) for word in state.key)) for state in games.states]
    while (games.turns >= 0).any():
        lists, counts = games.legal_lists()
        masks = games.legal_masks()
        moves = games.random_moves()
        for at, table in enumerate(tables):
            legal = table.legal
            assert lists[at, : counts[at]].tolist() == legal
            assert (lists[at, counts[at] :] == -1).all()
            assert np.flatnonzero(masks[at]).tolist() == legal
            assert games.turns[at] == (-1 if table.turn is None else table.turn)
            if legal:
                table.play(int(moves[at]))
        ended = games.step(moves)
        for at, table in enumerate(tables):
            assert not ended.over[at] or table.over
            assert plain(games.states[at]) == plain(table.state)
    for at, table in enumerate(tables):
        assert ended.points[at].tolist() == table.scores
        assert ended.places[at].tolist() == table.result.places


@every_game()
def test_the_batch_does_not_matter(name, options):
    whole = play_random(name, 300, seed=3, threads=2, **options)
    parts = [play_random(name, 100, seed=3, first=first, threads=1, **options) for first in (0, 100, 200)]
    for at, numbers in enumerate(whole):
        assert (numbers == np.concatenate([part[at] for part in parts])).all()
    assert len(set(whole.signatures.tolist())) == 300
    assert (play_random(name, 10, seed=4, **options).signatures != whole.signatures[:10]).all()


@every_game()
def test_stepping_does_not_depend_on_batch_and_threads(name, options):
    big, small = VectorGames(name, 256, seed=8, threads=2, **options), VectorGames(name, 64, seed=8, first=64, threads=1, **options)
    for _ in range(300):
        for games in (big, small):
            games.step(games.random_moves(), checked=False)
    assert (big.states[64:128] == small.states).all()
    assert (big.episodes[64:128] == small.episodes).all()
    assert (big.vectors()[64:128] == small.vectors()).all()
    assert big.episodes.max() > 0


def test_endings_are_told_and_games_begin_anew():
    games = VectorGames("azul", 200, seed=1, rounds=2)
    over, cut = 0, 0
    for _ in range(60):
        ended = games.step(games.random_moves())
        over += int(ended.over.sum())
        cut += int(ended.cut_short.sum())
        assert (games.turns >= 0).all()
        assert ((ended.places[ended.over] == 1).any(axis=1)).all()
    assert over == cut == int(games.episodes.sum()) >= 200


def test_only_the_round_limit_cuts_short():
    free = play_random("azul", 200, seed=2, rounds=0)
    games = VectorGames("azul", 200, seed=2, auto_reset=False, rounds=8)
    cut = np.zeros(200, np.bool_)
    while (games.turns >= 0).any():
        cut |= games.step(games.random_moves()).cut_short
    assert 0 < cut.sum() < 200
    rows = (games.states["boards"]["wall"][:, :2] != -1).all(axis=3).any(axis=(1, 2))
    assert (cut == ~rows).all()
    assert free.moves.min() > 20


def test_illegal_moves_are_named_and_change_nothing():
    games = VectorGames("azul", 3, seed=1)
    moves = games.random_moves()
    before = games.states[1].copy()
    moves[1] = 304
    with pytest.raises(IllegalMove, match="move w5 is not legal in game 1 of the batch"):
        games.step(moves)
    assert games.states[1] == before


@pytest.mark.parametrize("wrong", [65569, -65503, 2**40, -1, 305])
def test_numbers_that_are_no_moves_do_not_wrap_around_to_one(wrong):
    games = VectorGames("azul", 2, seed=1)
    moves = games.random_moves().astype(np.int64)
    moves[1] = wrong
    before = games.states[1].copy()
    with pytest.raises(IllegalMove, match=f"move {wrong} is not legal in game 1 of the batch"):
        games.step(moves)
    assert games.states[1] == before


def test_moves_and_masks_of_another_shape_are_refused():
    games = VectorGames("azul", 3, seed=1)
    for moves in (games.random_moves()[:2], np.tile(games.random_moves(), (2, 1)), 5):
        with pytest.raises(BadOption, match=r"must have the shape \(3,\)"):
            games.step(moves)
    with pytest.raises(BadOption, match=r"must have the shape \(3,\)"):
        games.reset(np.ones(4, bool))
    with pytest.raises(BadOption, match="moves are whole numbers, not float64"):
        games.step(np.zeros(3))
    assert games.episodes.tolist() == [0, 0, 0]


def test_bad_input_is_explained():
    for settings, message in [
        ({"game": "azul", "count": 0}, "at least one game"),
        ({"game": "azul", "count": 1, "device": "tpu"}, "the devices are cpu and cuda"),
        ({"game": "azul", "count": 1, "seed": -1}, "a seed is a number"),
        ({"game": "azul", "count": 1, "walls": 1}, "no option 'walls'"),
    ]:
        with pytest.raises(BadOption, match=message):
            VectorGames(**settings)
    games = VectorGames("azul", 2)
    with pytest.raises(BadOption, match="a viewer is a seat from 0 to 1"):
        games.vectors(2)
    with pytest.raises(BadOption, match="must have the shape"):
        games.vectors(0, np.zeros((2, 3)))


def test_arrays_handed_in_are_filled():
    games = VectorGames("azul", 4, seed=2)
    out = np.zeros((4, games.layout.size), np.float32)
    assert games.vectors(out=out) is out
    assert (out == games.vectors()).all()


def test_chosen_games_begin_anew():
    games = VectorGames("azul", 3, seed=2)
    keys = games.states["key"].copy()
    games.reset(np.array([True, False, True]))
    assert (games.states["key"] != keys).any(axis=1).tolist() == [True, False, True]
    assert games.episodes.tolist() == [1, 0, 1]


def test_without_a_card_it_says_so():
    with pytest.raises(MissingExtra, match="there is no CUDA card"):
        VectorGames("azul", 1, device="cuda")


SIMULATED = """
from tegel.core.game import find_game
from tegel.envs.vector import gpu_report
gpu_report.STEPPED_GAMES, gpu_report.STEPS = 2, 10
game = find_game("NAME")
told = gpu_report.compare(game, OPTIONS, 2) | gpu_report.compare_steps(game, OPTIONS)
assert told["differing_games"] == told["differing_numbers"] == 0, told
print("agreed")
"""
ON_DEVICE = """
import numpy as np
from tegel.core.errors import BadOption
from tegel.envs.vector import VectorGames
from tegel.envs.vector.numba_cuda import cuda
class OnDevice(np.ndarray):
    __cuda_array_interface__ = {}
cuda.as_cuda_array = lambda array: array
games = VectorGames("azul", 3, seed=1, device="cuda")
for length in (2, 4):
    try:
        games.step(np.zeros(length, np.int16).view(OnDevice))
    except BadOption as error:
        print(error)
"""


def run_simulated(program):
    """Run a program with numba's simulator of CUDA and uncompiled rules."""
    source = str(Path(__file__).parents[2] / "src")
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": source, "PYTHONWARNINGS": "ignore"}
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)


@every_game()
def test_kernels_in_the_simulator_of_cuda(name, options):
    """The kernels, run by numba's simulator with uncompiled rules, give what the CPU's loops give."""
    done = run_simulated(SIMULATED.replace("NAME", name).replace("OPTIONS", repr(options)))
    assert done.stdout == "agreed\n", done.stderr


def test_arrays_on_the_device_of_another_shape_are_refused():
    done = run_simulated(ON_DEVICE)
    assert done.stdout.splitlines() == [f"the array must have the shape (3,), not ({length},)" for length in (2, 4)], done.stderr
