"""What is believed of the computer levels before they have played here: the ladder that was measured, with level 4 in the middle."""

from __future__ import annotations

from functools import cache

from ..core.game import find_game
from ..ratings.beliefs import MIDDLE, Belief
from ..ratings.fit import Draws
from .ladder import ladder
from .names import player_level

MIDDLE_LEVEL = 4
ALL_WON = 330  # Elo between two levels of which one won every game
FEW, MANY = 150.0, 250.0  # deviation with two players, as was measured, and with more

DRAWS = {  # what measured luck is worth, by pool: docs/ratings.md. Elsewhere it explains too little to be taken out
    "azul-2": Draws(slope=0.92, explained=0.17),
    "azul-3": Draws(slope=0.81, explained=0.06),
    "azul-4": Draws(slope=0.81, explained=0.06),
}


@cache
def _heights(game: str) -> dict[int, float]:
    height, found = 0.0, {}
    for rung in ladder(find_game(game)):
        if rung.level > 1:
            height += ALL_WON if rung.elo is None else rung.elo
        found[rung.level] = height
    middle = found.get(MIDDLE_LEVEL, 0.0)
    return {level: MIDDLE + at - middle for level, at in found.items()}


def prior_of(pool: str, player: str) -> Belief:
    """Of a player in a pool: a person is a newcomer."""
    game, _, seats = pool.rpartition("-")
    level = player_level(player)
    if level is None or level not in _heights(game):
        return Belief()
    return Belief(_heights(game)[level], FEW if seats == "2" else MANY)
