"""The PettingZoo environment of Azul Duel: `from tegel.envs import duel_v1; env = duel_v1.env(scoring="1b2f3b")`."""

from __future__ import annotations

from functools import partial

from .aec import TegelAEC

env = raw_env = partial(TegelAEC, "duel")  # calls in the wrong order are caught by the environment itself, at no cost
