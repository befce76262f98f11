"""The levels of every game."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources

import msgspec

from ..core.errors import BadGame, BadOption
from ..core.game import find_game
from ..core.view import View
from ..core.words import say
from .named_networks import network_named
from .network import shipped_network
from .search_result import SearchResult
from .settings import LEVELS, Budget, Settings
from .simple import GreedyPlayer
from .think import default_settings, think


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How strong a level plays: how long it thinks, whether it works out what can be worked out, how often it errs."""

    simulations: int
    learned: int = 0  # simulations with the network, where there is one
    temperature: float = 0.0  # 0 plays the best move found; the higher, the likelier are others
    solves: bool = True  # whether it works out the end of a round exactly

    def settings(self, usual: Settings) -> Settings:
        """The game's settings, with this level's limits."""
        return replace(usual, solve=usual.solve if self.solves else 0)


def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, from the weakest on; none where nobody made any."""
    return _read_levels(__package__, game) or _read_levels(find_game(game).package, game)


@cache
def _read_levels(package: str, game: str) -> tuple[Level, ...]:
    """Those in a package's file: all games of ours have one, a game from elsewhere has its own."""
    file = resources.files(package).joinpath("levels.toml")
    if not file.is_file():
        return ()
    try:
        found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")).get(game, []), list[Level])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadGame(f"{file}, {game}: {error}") from error
    if len(found) not in (0, len(LEVELS)):
        raise BadGame(f"{file} has {len(found)} levels of {game}; every game has {len(LEVELS)}, or none")
    return tuple(found)


def level_name(level: int, language: str = "en") -> str:
    """What a level is called.

    >>> level_name(1), level_name(8, "nl")
    ('Mia', 'Ada')
    """
    return say(language, f"levels.name.{level}")


class LevelPlayer:
    """Plays at one of the levels; greedily where a game has none. The network is the shipped one, or that with the hash given."""

    kind = "level"

    def __init__(self, level: int, seed: int | None = None, network: str = "") -> None:
        if level not in LEVELS:
            raise BadOption(f"there is no level {level}; the levels are 1 to {LEVELS[-1]}")
        self.level, self._network = level, network
        self._source = random.Random(seed)
        self._greedy = GreedyPlayer(seed)

    def decide(self, view: View) -> int:
        return self.think(view).move

    def think(self, view: View) -> SearchResult:
        found = levels(view.game.name)
        if not found:
            return self._greedy.think(view)
        level = found[self.level - 1]
        seed = self._source.getrandbits(64)
        network = None
        if level.learned:
            network = network_named(view.game, self._network) if self._network else shipped_network(view.game)
        if network is not None:
            result = think(view, Budget(level.learned), seed=seed, network=network)
        else:
            result = think(view, Budget(level.simulations), seed=seed, settings=level.settings(default_settings(view)), network=None)
        return replace(result, chosen=pick(result, level.temperature, self._source))


def pick(result: SearchResult, temperature: float, source: random.Random) -> int:
    """The best move, or one at random among those that looked good: by visits, and where there are few, by first impression."""
    if temperature == 0 or result.exact:
        return result.best.move
    moves = [choice.move for choice in result.choices]
    return source.choices(moves, [(choice.visits + choice.prior) ** (1 / temperature) for choice in result.choices])[0]
