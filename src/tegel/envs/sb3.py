"""The vector environment for Stable-Baselines3, whose `VecEnv` is another thing than Gymnasium's `VectorEnv`.

``TegelVecEnv("azul", 64, opponents="greedy", observation="onehot")`` takes the settings of `tegel.envs.batch.TegelVectorEnv`, all but
`ended`; MaskablePPO of sb3-contrib finds the masks by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .batch import AGAIN, TegelVectorEnv
from .extras import MissingExtra, need

BASE = "stable_baselines3.common.vec_env"
if TYPE_CHECKING:

    class VecEnv:
        """As much of SB3's as is leant on here."""

        num_envs: int

        def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None: ...

else:
    try:
        VecEnv = need(BASE).VecEnv
    except MissingExtra:
        VecEnv = object  # whoever makes one is told what is missing

TOLD = ("points", "places", "rewards", "seat")  # what the infos of one game tell


class TegelVecEnv(VecEnv):
    """N games for SB3: games begin anew at once, and what was seen at an end is in ``terminal_observation``."""

    def __init__(self, game: str, num_envs: int = 1, **settings: Any) -> None:
        need(BASE)
        self.envs = TegelVectorEnv(game, num_envs, ended=AGAIN, **settings)
        self._seed: int | None = None
        self._actions: Any = None
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """The seed of the next reset; one for all games together."""
        self._seed = seed
        return [seed] * self.num_envs

    def reset(self) -> Any:
        seen, infos = self.envs.reset(seed=self._seed)
        self._seed = None
        self.reset_infos = self._split(infos)
        return seen

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        seen, values, terminated, truncated, infos = self.envs.step(self._actions)
        told = self._split(infos)
        over = terminated | truncated
        for at in np.flatnonzero(over):
            told[at] |= {"terminal_observation": infos["final_obs"][at], "TimeLimit.truncated": bool(truncated[at])}
        return seen, values.astype(np.float32), over, told

    def _split(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        """The infos of every game by itself."""
        known = [name for name in TOLD if name in infos]
        return [{name: infos[name][at] for name in known if infos[f"_{name}"][at]} for at in range(self.num_envs)]

    def close(self) -> None:
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What is the same for all games, once for each asked for."""
        return [getattr(self.envs, attr_name)] * len(self._asked(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"games of one batch are all alike: {attr_name} cannot be set")

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        """``action_masks`` of the games asked for; the batch has no other methods of single games."""
        if method_name != "action_masks":
            raise AttributeError(f"games of one batch have no method {method_name!r} of their own; there is action_masks")
        return list(self.envs.action_masks()[self._asked(indices)])

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.envs, attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._asked(indices))

    def _asked(self, indices: int | Iterable[int] | None) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
