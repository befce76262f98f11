"""The PettingZoo environment of Blockers!: `from tegel.envs import blockers_v1; env = blockers_v1.env(players=4)`."""

from __future__ import annotations

from functools import partial

from .aec import TegelAEC

env = raw_env = partial(TegelAEC, "blockers")  # calls in the wrong order are caught by the environment itself, at no cost
