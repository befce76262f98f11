"""Many games at once, in one array of records, stepped in one call: on all cores of the CPU or on a CUDA device.

>>> from tegel.envs.vector import VectorGames
>>> games = VectorGames("azul", 100, seed=1, players=3)
>>> ended = games.step(games.random_moves())
>>> int(ended.over.sum()), games.vectors().shape == (100, games.layout.size)
(0, True)
"""

from .bodies import RandomPlay
from .games import Ended, VectorGames
from .others import NO_LEAD
from .random_play import play_random

__all__ = ["NO_LEAD", "Ended", "RandomPlay", "VectorGames", "play_random"]
