"""The research kit: the three games as PettingZoo, Gymnasium and OpenSpiel environments, and a simulator of many games at once.

Nothing is imported until it is asked for; the environments need extras (``tegel[gymnasium]``, ``tegel[pettingzoo]``,
``tegel[openspiel]``, or all with ``tegel[research]``), the simulator does not.
"""

from __future__ import annotations

from typing import Any

VERSION = 1  # of the environments: the shape and meaning of their observations, actions and rewards


def make(name: str, **settings: Any) -> Any:
    """A PettingZoo environment by its versioned name, such as ``azul_v1``; the settings are the game's options and the environment's.

    >>> env = make("azul_v1", players=3)
    >>> env.possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    from ..core.errors import BadOption
    from ..core.game import game_names, listing

    names = [f"{game}_v{VERSION}" for game in game_names()]
    if name not in names:
        raise BadOption(f"there is no environment {name!r}; the environments are {listing(names)}")
    from .aec import TegelAEC

    return TegelAEC(name.removesuffix(f"_v{VERSION}"), **settings)
