"""What stays on a CUDA card, tried with Numba's simulator of it: turns, resets, standings, look-ahead, replies; and what it refuses."""

from __future__ import annotations

import gc
import importlib.util

import numpy as np
import pytest

from tegel.core.generic import sample
from tegel.envs.vector import NO_LEAD, VectorGames
from tegel.envs.vector.replies import stand

from .configurations import every_configuration, every_game
from .test_vector import run_simulated

AGREED = """
import numpy as np
from tegel.envs.vector import VectorGames
from tegel.envs.vector.numba_cuda import cuda
from tegel.envs.vector.replies import Replies, stand

host, card = (VectorGames("NAME", 2, seed=4, device=device, auto_reset=False, **OPTIONS) for device in ("cpu", "cuda:0"))
seats = np.array([0, 1], np.int8)
replies = {kind: (Replies(kind, seats), Replies(kind, seats)) for kind in ("greedy", "random")}
for kind in ("greedy", "random"):
    for games, others in zip((host, card), replies[kind]):
        others.play(games, games.ended.points, games.ended.places)
    pairs = [(host.turns, card.turns), (host.leads(), card.leads()), (host.vectors(), card.vectors())]
    pairs += [pair for now in (False, True) for pair in zip(stand(host, now), stand(card, now))]
    moves, _ = host.random_moves(), card.random_moves()
    host.step(moves)
    card.step(cuda.to_device(moves.astype(np.int64)))
    which = np.array([kind == "random", False])
    host.reset(which)
    card.reset(cuda.to_device(which))
    pairs += [(host.episodes, card.episodes), (host.turns, card.turns), (host.states["key"], card.states.copy_to_host()["key"])]
    for mine, theirs in pairs:
        theirs = theirs if isinstance(theirs, np.ndarray) else theirs.copy_to_host()
        assert (mine == theirs).all(), (kind, mine, theirs)
print("agreed", host.episodes.tolist())
"""
REFUSED = """
import numpy as np
from tegel.core.errors import TegelError
from tegel.envs.vector import VectorGames
from tegel.envs.vector.numba_cuda import cuda

games = VectorGames("azul", 3, seed=1, device="cuda")
good = games.random_moves().copy_to_host().astype(np.int64)
wrong = good.copy()
wrong[1] = 2**40
for work in (
    lambda: VectorGames("azul", 3, device="cuda:1"),
    lambda: VectorGames("azul", 3, device="cuda:x"),
    lambda: games.step(cuda.to_device(good[:2])),
    lambda: games.step(cuda.to_device(np.zeros(3))),
    lambda: games.step(cuda.to_device(wrong)),
    lambda: games.reset(cuda.to_device(np.ones(4, bool))),
):
    try:
        print("taken", work())
    except TegelError as error:
        print(f"{type(error).__name__}: {error}")
"""


@every_game()
def test_a_card_and_the_cpu_agree_on_all_that_stays_there(name, options):
    done = run_simulated(AGREED.replace("NAME", name).replace("OPTIONS", repr(options)))
    assert done.stdout == "agreed [1, 0]\n", done.stderr


def test_what_a_card_refuses():
    done = run_simulated(REFUSED)
    assert done.stdout.splitlines() == [
        "BadOption: there is no device cuda:1; this machine has 1 of them, counted from 0",
        "BadOption: there is no device 'cuda:x'; the devices are cpu and cuda, or cuda:1 for the second card",
        "BadOption: the array must have the shape (3,), not (2,)",
        "BadOption: moves are whole numbers, not float64",
        f"IllegalMove: move {2**40} is not legal in game 1 of the batch; `legal_masks` tells which are",
        "BadOption: the array must have the shape (3,), not (4,)",
    ], done.stderr


@every_configuration()
def test_leads_are_those_of_the_points_after_each_move(name, options):
    """The lead after a move is that of the points, if all were scored at once; what is hidden is guessed with a key of zeros."""
    games = VectorGames(name, 3, seed=5, auto_reset=False, **options)
    game, sign = games.game, -1 if games.game.fewest_wins else 1
    for _ in range(4):
        games.step(games.random_moves())
    leads, legal = games.leads(), games.legal_masks()
    assert ((leads == NO_LEAD) == ~legal).all()
    after = VectorGames(name, games.game.moves, seed=5, auto_reset=False, **options)
    for at in range(3):
        moves, seat = np.flatnonzero(legal[at]), int(games.turns[at])
        sample(games.states[at], seat, np.zeros(4, np.uint64))
        after.states[:] = games.states[at]
        after.step(np.where(legal[at], np.arange(game.moves), moves[0]))
        points = sign * stand(after, now=True)[0][moves].astype(int)
        others = np.delete(points, seat, axis=1).max(axis=1)
        assert leads[at, moves].tolist() == (points[:, seat] - others).tolist()


def test_arrays_are_lent_with_dlpack_and_given_back():
    """The capsule, tried with memory of the CPU: nothing is copied, and nothing is kept once nobody uses it."""
    if importlib.util.find_spec("numba.cuda") is None:
        pytest.skip("this Numba has no CUDA")
    from tegel.envs.vector import dlpack

    class Lent:
        def __init__(self, array):
            self.array, self.shape, self.strides, self.dtype = array, array.shape, array.strides, array.dtype

        def __dlpack__(self, **_):
            return dlpack.lend(self, self.array.ctypes.data, (dlpack.CPU, 0))

        def __dlpack_device__(self):
            return dlpack.CPU, 0

    for kind in (np.int8, np.int16, np.int64, np.float32, np.bool_, np.uint8):
        array = np.arange(12).reshape(3, 4).astype(kind)[:, ::2]
        taken = np.from_dlpack(Lent(array))
        assert (taken == array).all()
        assert taken.ctypes.data == array.ctypes.data
        assert taken.dtype == kind
        assert len(dlpack.lent) == 1
        del taken
        gc.collect()
        assert not dlpack.lent
    capsule = Lent(array).__dlpack__()
    assert len(dlpack.lent) == 1
    del capsule
    assert not dlpack.lent
