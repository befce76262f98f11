"""The levels of every game. Low ones are meant to err as people do: they play a plausible move, the likelier the less it gives away."""

from __future__ import annotations

import math
import random
import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Annotated, Any

import msgspec

from ..core.errors import BadGame, BadOption
from ..core.game import find_game
from ..core.view import View
from ..core.words import say
from .named_networks import network_named
from .network import shipped_network
from .search_result import Choice, SearchResult
from .settings import LEVELS, RELEASES, Budget, Settings
from .simple import GreedyPlayer
from .think import default_settings, think

CONSIDERED = 0.03  # a move is considered that at first sight looks at least this part as likely as the likeliest


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How strong a level plays: how long it thinks, whether it works out what can be worked out, how often it errs."""

    simulations: int
    learned: int = 0  # simulations with the network, where there is one
    care: tuple[Annotated[float, msgspec.Meta(gt=0)], ...] = ()  # how much it minds errors, with two players, three, ...; none: makes none
    temperature: Annotated[float, msgspec.Meta(ge=0)] = 0.0  # draws moves by first impressions; the higher, the likelier are others
    solves: bool = True  # whether it works out the end of a round exactly

    def __post_init__(self) -> None:
        if self.care and self.temperature:
            raise ValueError("a level errs by care or by temperature, not by both")

    @property
    def errs(self) -> bool:
        """Whether it sometimes plays another move than the best it found."""
        return bool(self.care) or self.temperature > 0

    def care_with(self, players: int) -> float:
        """How much it minds what a move gives away at a table of so many: one that costs a win is e^-care as likely as the best."""
        return self.care[min(players - 2, len(self.care) - 1)]

    def settings(self, usual: Settings) -> Settings:
        """The game's settings, with this level's limits."""
        return replace(usual, solve=usual.solve if self.solves else 0)


def levels(game: str, release: str = "") -> tuple[Level, ...]:
    """The levels of a game, from the weakest on, as they are or as they were in a release; none where nobody made any."""
    return _read_levels(__package__, game, file_of(release)) or _read_levels(find_game(game).package, game)


def network_then(game: str, release: str) -> str:
    """How the hash of the network begins with which the levels of a release think; empty where they had none."""
    return str(_read_file(__package__, file_of(release)).get("networks", {}).get(game, ""))


def file_of(release: str) -> str:
    """The file with the levels of a release, or of today."""
    if release and release not in RELEASES:
        raise BadOption(f"the levels are not known as they were in release {release!r}, only in {', '.join(RELEASES)}")
    return f"levels_{release}.toml" if release else "levels.toml"


@cache
def _read_levels(package: str, game: str, name: str = "levels.toml") -> tuple[Level, ...]:
    """Those in a package's file: all games of ours have one, a game from elsewhere has its own."""
    try:
        found = msgspec.convert(_read_file(package, name).get(game, []), list[Level])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadGame(f"{package}/{name}, {game}: {error}") from error
    if len(found) not in (0, len(LEVELS)):
        raise BadGame(f"{package}/{name} has {len(found)} levels of {game}; every game has {len(LEVELS)}, or none")
    return tuple(found)


def _read_file(package: str, name: str) -> dict[str, Any]:
    file = resources.files(package).joinpath(name)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


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
        self._release, self._network = (as_of, "") if as_of in RELEASES else ("", as_of)
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
            named = network_then(view.game.name, self._release) if self._release else self._network
            network = network_named(view.game, named) if named else shipped_network(view.game, view.players)
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
        care = level.care_with(len(choices[0].win))
        weights = [math.exp(-care * (most - choice.worth)) for choice in choices]
    return source.choices([choice.move for choice in choices], weights)[0]


def considered(result: SearchResult) -> list[Choice]:
    """The moves a person would think of: those that the search tried, and that did not look bad at first sight."""
    likeliest = max(choice.prior for choice in result.choices)
    return [choice for choice in result.choices if choice.visits and choice.prior >= CONSIDERED * likeliest]
