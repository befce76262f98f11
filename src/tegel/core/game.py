"""What a game declares about itself, and how games are found by name.

A game is a folder in `tegel.games` whose package defines ``GAME``. Nothing is imported until a game is asked for. Games of other packages
are found by an entry point ``tegel.games`` that names their ``GAME``, or are handed to `register`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, ClassVar, Protocol

import msgspec
import numpy as np

from . import dispatch, generic, words
from .board import Board
from .editing import Editing
from .errors import BadGame, BadOption
from .option_kinds import Number, OptionKind, accepts, samples

MOST_SEATS = 8


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game; each game has its own, with a default for everything."""

    ALLOWED: ClassVar[dict[str, str]] = {}  # option -> what may be said, for people
    KINDS: ClassVar[dict[str, OptionKind]] = {}  # the same for programs
    SIMULATION: ClassVar[dict[str, Any]] = {}  # what is otherwise in simulated games
    ADDED: ClassVar[tuple[str, ...]] = ()  # options that came later: written only where unusual, so that old records stay as they are

    def written(self) -> dict[str, Any]:
        """The options as positions and records say them, in their order."""
        said: dict[str, Any] = msgspec.to_builtins(self)
        usual = msgspec.to_builtins(type(self)())
        return {name: value for name, value in said.items() if name not in self.ADDED or value != usual[name]}

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
    seats: tuple[int, int]  # the fewest and the most players
    longest: Callable[[Any], int]  # how many decisions a game with these options can have at most; `BadOption` if it may never end
    colours: int  # how many colours have a name, `<game>.colour.<number>` in the catalogues
    tiles: int  # and how many tiles, `<game>.tile.<number>`
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
    between_turns: Callable[[dict[str, Any]], bool] | None = None  # whether, by that data, nobody has begun a turn: others can think ahead
    editing: Editing | None = None  # what can be changed of a position text
    private_events: tuple[str, ...] = ()  # those that tell what only their own seat may know
    places: tuple[str, ...] = ()  # between which its tiles move, where its rules tell that
    board: Board | None = None  # on which seats lay tiles, for statistics
    faces: Callable[[], list[list[list[int]]]] | None = None  # how plates look in every turn, where there are plates

    def __post_init__(self) -> None:
        if problems := [*_problems_of_names(self), *_problems_of_numbers(self), *_problems_of_options(self)]:
            raise BadGame(f"{self.name} is not declared well: {'; '.join(problems)}")
        dispatch.bind(self)

    @property
    def package(self) -> str:
        """Where its modules are."""
        return self.rules.__name__.rpartition(".")[0]

    def options_from(self, given: dict[str, Any], strict: bool = False) -> Options:
        """Options from plain values, or a `BadOption` that says what is allowed; if strict, a number is no text."""
        allowed = self.options.ALLOWED
        for name in given:
            if name not in allowed:
                raise BadOption(f"{self.name} has no option {name!r}; its options are {listing(allowed)}")
        for name, value in given.items():
            try:
                msgspec.convert({name: value}, self.options, strict=strict)
            except (msgspec.ValidationError, ValueError) as error:
                raise BadOption(f"{name} cannot be {value!r} in {self.name}; allowed is {allowed[name]}") from error
        return msgspec.convert(given, self.options, strict=strict)

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

    def restore(self, raw: bytes) -> Any:
        """The state whose bytes these are."""
        return np.frombuffer(bytearray(raw), self.dtype)[0]


def listing(names: Iterable[str]) -> str:
    """
    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    *most, last = [str(name) for name in names]
    return f"{', '.join(most)} and {last}" if most else last


NEEDED = ("key", "draws", "players", "turn")  # fields of every record
SHORT = np.iinfo(np.int16).max  # moves and points are kept in this


def _problems_of_names(game: Game) -> Iterator[str]:
    """Fields and functions that are missing, or that cannot be called so."""
    fields = game.dtype.names or ()
    if not game.name.isidentifier() or not game.name.islower():
        yield "its name must be one small word"
    if missing := [name for name in NEEDED if name not in fields]:
        yield f"its record lacks {listing(missing)}"
    if taken := [name for name in fields if hasattr(np.record, name)]:
        yield f"fields of its record have the names of NumPy methods: {listing(taken)}"
    if missing := [name for name in generic.rules.names if not hasattr(game.rules, name)]:
        yield f"{game.rules.__name__} lacks {listing(missing)}"
    if game.events[:1] != ("forced",):
        yield "its first event must be forced"
    if game.board and (unknown := [name for name in game.board.laid if name not in game.events]):
        yield f"its board names events that it has not: {listing(unknown)}"


def _problems_of_numbers(game: Game) -> Iterator[str]:
    """Numbers that cannot be."""
    fewest, most = game.seats
    if not 1 <= fewest <= most <= MOST_SEATS:
        yield f"it must have between 1 and {MOST_SEATS} seats, the fewest first, not {game.seats}"
    if not 1 <= game.most_legal <= game.moves <= SHORT:
        yield f"it must have at most {SHORT} moves, and no more legal ones than moves"
    if game.version < 1:
        yield "versions count from 1"
    if min(game.colours, game.tiles) < 0:
        yield "it cannot have fewer than 0 colours or tiles"


def _problems_of_options(game: Game) -> Iterator[str]:
    """Options that are declared otherwise than they are accepted."""
    options = game.options
    if not set(options.__struct_fields__) == set(options.ALLOWED) == set(options.KINDS):
        yield "ALLOWED and KINDS must name all its options"
        return
    if unknown := [name for name in options.ADDED if name not in options.KINDS]:
        yield f"ADDED names what is no option: {listing(unknown)}"
    if "players" in options.KINDS and options.KINDS["players"] != Number(*game.seats):
        yield "the option players must allow just its seats"
    for name, kind in options.KINDS.items():
        for value, fits in samples(kind):
            if accepts(options, name, value) != fits:
                yield f"the option {name} {'refuses' if fits else 'accepts'} {value!r}"
    if not game.variants:
        yield "it needs variants for tests to cover"
    for variant in game.variants:
        if not game.seats[0] <= (variant.get("players") or game.seats[0]) <= game.seats[1]:
            yield f"the variant {variant} has another number of players"
        for name, value in variant.items():
            if name not in options.ALLOWED or not accepts(options, name, value):
                yield f"the variant {variant} has an option that is not allowed: {name}"


_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Let a game of another package be found by its name; its words are in the folder `words` of its package, as here."""
    if game.name in game_names():
        raise BadGame(f"there is a game {game.name} already")
    _registered[game.name] = game
    words.add_folder(game.package)


def unregister(name: str) -> None:
    """Take a registered game out again."""
    game = _registered.pop(name)
    words.remove_folder(game.package)


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="tegel.games")}


def game_names() -> list[str]:
    """The games there are."""
    from .. import games

    own = (module.name for module in pkgutil.iter_modules(games.__path__))
    return sorted({*own, *_entry_points(), *_registered})


def find_game(name: str) -> Game:
    """A game by its name."""
    return _registered.get(name) or _find_game(name)


@cache
def _find_game(name: str) -> Game:
    if name not in game_names():
        raise BadOption(f"there is no game {name!r}; the games are {listing(game_names())}")
    if point := _entry_points().get(name):
        found: Game = point.load()
        words.add_folder(found.package)
        return found
    own: Game = importlib.import_module(f"tegel.games.{name}").GAME
    return own
