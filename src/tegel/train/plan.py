"""What a training run is to do."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ..core.errors import BadOption
from ..core.game import Game
from ..core.record import players_of
from ..search.inputs import find_inputs


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a run; it is resumed only with the same."""

    game: str
    options: tuple[tuple[dict[str, Any], float], ...]  # configurations and how often each is played
    device: str = "cpu"
    games: int = 24_576  # at the same time
    visits: int = 64  # of a search
    window: int = 192  # steps that are remembered
    sample: int = 4096  # positions of one update
    updates: int = 8  # after every move of all games
    rate: float = 1e-3
    halving: int = 5000  # updates after which the rate is half of what it was
    expectation: float = 0.5  # how much the value learns from what the search expected, rather than from how the game ended
    variety: float = 0.1  # how often an early move is drawn from the first impression
    early: int = 12  # moves
    hidden: int = 256
    trust: float = 1.0  # how much the hand-made rating of moves counts at the beginning
    seed: int = 1
    gate_games: int = 2048
    gate_every: float = 300.0  # seconds

    def __post_init__(self) -> None:
        lowest = {"games": 2, "visits": 2, "window": 1, "sample": 1, "updates": 1, "halving": 1, "hidden": 1, "gate_games": 2}
        for name, least in lowest.items():
            if getattr(self, name) < least:
                raise BadOption(f"{name} must be at least {least}, not {getattr(self, name)}")

    @property
    def configurations(self) -> list[dict[str, Any]]:
        """The configurations alone."""
        return [options for options, _ in self.options]

    def which(self, games: int) -> list[int]:
        """Which configuration each of so many games has, in blocks of pairs."""
        shares = np.cumsum([share for _, share in self.options])
        middles = (np.arange(games) // 2 * 2 + 1) / games * shares[-1]
        found: list[int] = np.searchsorted(shares, middles).clip(0, len(shares) - 1).tolist()
        return found


def mixture(game: Game, players: int | None = None, options: dict[str, Any] | None = None) -> tuple[tuple[dict[str, Any], float], ...]:
    """All that a network of this game is trained on; with `players` or `options` only what fits them."""
    if options:
        wanted = options | ({} if players is None else {"players": players})
        game.simulation_options(wanted)  # or it says what is allowed
        return ((wanted, 1.0),)
    everything = tuple(find_inputs(game).MIXTURE)
    if players is None:
        return everything
    fitting = tuple((given, share) for given, share in everything if players_of(game, game.simulation_options(given)) == players)
    return fitting or mixture(game, options={"players": players})
