"""What a game declares about itself, and how games are found by name.

A game is a folder in `tegel.games` whose package defines ``GAME``. Nothing is imported until a game is asked for.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, Protocol

import msgspec
import numpy as np

from . import dispatch
from .errors import BadOption


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game; each game has its own, with a default for everything."""

    ALLOWED: ClassVar[dict[str, str]] = {}  # option -> what may be said, for people
    SIMULATION: ClassVar[dict[str, Any]] = {}  # what is otherwise in simulated games

    def write(self, state: Any) -> None:
        """Set the option fields of a state."""
        raise NotImplementedError

    @classmethod
    def read(cls, state: Any) -> Options:
        """The options of a state."""
        raise NotImplementedError


class Draw(Protocol):
    """Draws a state for a terminal, as lines of rich markup."""

    def __call__(self, state: Any, viewer: int | None, names: list[str], language: str) -> list[str]: ...


@dataclass(frozen=True)
class Game:
    """A game as the generic parts of Tegel see it."""

    name: str
    version: int  # of the rules; a record is replayed by the version it was played with
    dtype: np.dtype[Any]
    options: type[Options]
    rules: ModuleType
    moves: int  # size of the move space
    most_legal: int  # an array this long holds any position's legal moves
    events: tuple[str, ...]
    checks: tuple[str, ...]
    fewest_wins: bool  # whether points count against you
    secrets: bool  # whether seats see different things
    variants: tuple[dict[str, Any], ...]  # every configuration that tests and benchmarks cover
    code: Callable[[int], str]
    parse: Callable[[str], int]
    parts: Callable[[int], dict[str, Any]]  # what a move says, as plain data
    describe: Callable[[int], tuple[str, dict[str, Any]]]  # a move as a catalogue entry and its words
    write: Callable[[Any], list[str]]  # a state as the lines of a position text
    read: Callable[[Any, Any], None]  # and back, from a Reader into a blank state
    draw: Draw
    view: Callable[[Any], dict[str, Any]]  # a state as plain data
    last_round: Callable[[dict[str, Any]], bool]  # whether, by that data, the game may end with this round
    faces: Callable[[], list[list[list[int]]]] | None = None  # how plates look in every turn, where there are plates

    def __post_init__(self) -> None:
        dispatch.bind(self)

    def options_from(self, given: dict[str, Any]) -> Options:
        """Options from plain values, or a `BadOption` that says what is allowed."""
        allowed = self.options.ALLOWED
        for name in given:
            if name not in allowed:
                raise BadOption(f"{self.name} has no option {name!r}; its options are {listing(allowed)}")
        for name, value in given.items():
            try:
                msgspec.convert({name: value}, self.options, strict=False)
            except (msgspec.ValidationError, ValueError) as error:
                raise BadOption(f"{name} cannot be {value!r} in {self.name}; allowed is {allowed[name]}") from error
        return msgspec.convert(given, self.options, strict=False)

    def simulation_options(self, given: dict[str, Any]) -> Options:
        """The same for a game that no person plays, which must not go on for ever."""
        return self.options_from(self.options.SIMULATION | given)

    def blank(self, options: Options) -> Any:
        """A state with its options set and nothing else."""
        state = np.zeros(1, self.dtype)[0]
        options.write(state)
        return state

    def copy(self, state: Any) -> Any:
        """An independent copy of a state, byte for byte."""
        return self.copies(state, 1)[0]

    def copies(self, state: Any, count: int) -> Any:
        """An array of copies."""
        return np.frombuffer(bytearray(np.generic.tobytes(state)) * count, self.dtype)


def listing(names: Iterable[str]) -> str:
    """
    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    *most, last = [str(name) for name in names]
    return f"{', '.join(most)} and {last}" if most else last


def game_names() -> list[str]:
    """The games there are."""
    from .. import games

    return sorted(module.name for module in pkgutil.iter_modules(games.__path__))


@cache
def find_game(name: str) -> Game:
    """A game by its name."""
    if name not in game_names():
        raise BadOption(f"there is no game {name!r}; the games are {listing(game_names())}")
    package = importlib.import_module(f"tegel.games.{name}")
    game: Game = package.GAME
    return game
