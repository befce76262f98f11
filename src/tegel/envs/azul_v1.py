"""The PettingZoo environment of Azul: `from tegel.envs import azul_v1; env = azul_v1.env(players=3, wall="grey")`."""

from __future__ import annotations

from functools import partial

from .aec import TegelAEC

env = raw_env = partial(TegelAEC, "azul")  # calls in the wrong order are caught by the environment itself, at no cost
