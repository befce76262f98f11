"""What `gymnasium.make_vec` calls: the vector environment in NumPy, or with `device` the one in torch, on a CUDA card."""

from __future__ import annotations

from typing import Any


def vector_env(game: str, num_envs: int = 1, device: str | None = None, **settings: Any) -> Any:
    """The vector environment of a game; torch is needed only for one on a device."""
    if device is None:
        from .batch import TegelVectorEnv

        return TegelVectorEnv(game, num_envs, **settings)
    from .card import TegelCardEnv

    return TegelCardEnv(game, num_envs, device, **settings)
