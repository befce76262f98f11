"""The levels of every game. Low ones err as people do: they play a plausible move, and the less it gives away, the likelier."""

from __future__ import annotations

import math
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
from .search_result import Choice, SearchResult
from .settings import LEVELS, Budget, Settings
from .simple import GreedyPlayer
from .think import default_settings, think

CONSIDERED = 0.03  # a move is considered that at first sight looks at least this part as likely as the likeliest


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How strong a level plays: how long it thinks, whether it works out what can be worked out, how often it errs."""

    simulations: int
    learned: int = 0  # simulations with the network, where there is one
    care: float = (
        0.0  # how much it minds what a move gives away: one that costs a win is e^-care as likely as the best; 0: it plays the best
    )
    temperature: float = 0.0  # draws moves by first impressions instead; the higher, the likelier are unlikely ones
    solves: bool = True  # whether it works out the end of a round exactly

    @property
    def errs(self) -> bool:
        """Whether it sometimes plays another move than the best it found."""
        return self.care > 0 or self.temperature > 0

    def settings(self, usual: Settings) -> Settings:
        """The game's settings, with this level's limits."""
        return replace(usual, solve=usual.solve if self.solves else 0)


def levels(game: str, release: str = "") -> tuple[Level, ...]:
    """The levels of a game, from the weakest on, as they are or as they were in a release; none where nobody made any."""
    if release:
        return _levels_of_release(game, release)
    return _read_levels(__package__, game) or _read_levels(find_game(game).package, game)


def _levels_of_release(game: str, release: str) -> tuple[Level, ...]:
    found = _read_levels(__package__, game, f"levels_{release}.toml")
    if not found:
        raise BadOption(f"the levels of {game} are not known as they were in release {release!r}")
    return found


@cache
def _read_levels(package: str, game: str, name: str = "levels.toml") -> tuple[Level, ...]:
    """Those in a package's file: all games of ours have one, a game from elsewhere has its own."""
    file = resources.files(package).joinpath(name)
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
    """Plays at one of the levels; greedily where a game has none. As it is now, or `as_of` a release, or a network with that hash."""

    kind = "level"

    def __init__(self, level: int, seed: int | None = None, as_of: str = "") -> None:
        if level not in LEVELS:
            raise BadOption(f"there is no level {level}; the levels are 1 to {LEVELS[-1]}")
        self.level = level
        self._release, self._network = (as_of, "") if "." in as_of else ("", as_of)
        self._source = random.Random(seed)
        self._greedy = GreedyPlayer(seed)

    def decide(self, view: View) -> int:
        return self.think(view).move

    def think(self, view: View) -> SearchResult:
        found = levels(view.game.name, self._release)
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
        return replace(result, chosen=pick(result, level, self._source))


def pick(result: SearchResult, level: Level, source: random.Random) -> int:
    """The move that a level plays of those it found: the best, or one at random by what it gives away or, with a temperature, by first
    impressions."""
    if result.exact or not level.errs:
        return result.best.move
    choices = result.choices if level.temperature else considered(result)
    if level.temperature:
        weights = [(choice.visits + choice.prior) ** (1 / level.temperature) for choice in choices]
    else:
        most = max(choice.worth for choice in choices)
        weights = [math.exp(-level.care * (most - choice.worth)) for choice in choices]
    return source.choices([choice.move for choice in choices], weights)[0]


def considered(result: SearchResult) -> list[Choice]:
    """The moves a person would think of: those that the search tried, and that did not look bad at first sight."""
    likeliest = max(choice.prior for choice in result.choices)
    return [choice for choice in result.choices if choice.visits and choice.prior >= CONSIDERED * likeliest]
