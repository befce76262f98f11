"""The levels of a game as a ladder: how each plays, and how far it was measured to be above the one below."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from ..core.game import Game
from ..search.levels import levels
from ..search.network import shipped_network
from .catalogue_answers import Rung


@cache
def _measured() -> dict[str, list[list[int]]]:
    """By game, for each level but the first: Elo, margin and games. A test keeps these the figures of docs/levels.md."""
    text = resources.files(__package__).joinpath("ladder.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def ladder(game: Game) -> list[Rung]:
    """All levels, from the weakest on; none where a game has none."""
    network = shipped_network(game) is not None
    found = []
    for number, level in enumerate(levels(game.name), 1):
        learned = bool(level.learned) and network
        rung = Rung(number, level.learned if learned else level.simulations, learned, level.errs, games=0)
        if number > 1 and (measured := _measured().get(game.name, [])[number - 2 : number - 1]):
            rung.games, (rung.elo, rung.margin) = measured[0][-1], measured[0][:-1] or (None, None)
        found.append(rung)
    return found
