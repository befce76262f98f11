"""A game in progress: the pleasant, checked way to play from Python.

>>> import tegel
>>> table = tegel.game("azul", players=2, key=(1, 2, 3, 4))
>>> table.turn
0
>>> table.codes[:3]
['1k0', '1k1', '1k2']
>>> table.play("1k1")
>>> table.turn, len(table.moves)
(1, 1)
>>> table.undo()
>>> table.play("9b1")
Traceback (most recent call last):
    ...
tegel.core.errors.IllegalMove: 9b1 (blue from disc 9 to line 1) is not legal now; 78 moves are, such as 1k0, 1k1, 1k2
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import generic, story
from .chance import Key, new_key
from .compiled import rule
from .dispatch import field_of
from .errors import BadRecord, IllegalMove
from .game import Game, Options
from .generic import apply, legal
from .names import clean_names
from .position import read_position, write_position
from .record import Record, Start, hash_key
from .story import Event, Movement
from .view import View, legal_moves, say_move


class Result(NamedTuple):
    """How a game ended."""

    points: list[int]
    places: list[int]  # from 1; shared places are equal

    @property
    def winners(self) -> list[int]:
        """The seats in first place; several if they share the victory."""
        return [seat for seat, place in enumerate(self.places) if place == 1]


class Step(NamedTuple):
    """A move that has been worked out."""

    move: int
    state: Any  # after it
    events: tuple[Event, ...]
    moved: bytes  # the tiles that moved, packed
    turn: int | None  # the seat that decides next, None when the game is over


def turn_of(state: Any) -> int | None:
    """The seat that decides next in a state, None when the game is over."""
    seat = int(field_of(state, "turn"))
    return seat if seat >= 0 else None


@rule
def _play(states: Any, moves: Any, move: int, stories: Any) -> bool:
    """Make a move in the one state, if it is legal; in an array, since Python hands that over in a fraction of the time of a record."""
    count = legal(states[0], moves)
    for at in range(count):
        if moves[at] == move:
            apply(states[0], move, stories[0])
            return True
    return False


class Table:
    """A game in progress, with its whole truth; `view` gives what one seat may see."""

    def __init__(self, game: Game, options: Options, key: Key | None = None, names: list[str] | None = None) -> None:
        self.game = game
        self.options = options
        self.key: Key | None = new_key() if key is None else key
        self.state = game.blank(options)
        generic.setup(self.state, np.array(self.key, np.uint64))
        self._begin()
        if names:
            self.names = names

    def _begin(self) -> None:
        self.players = int(self.state.players)
        self.moves: list[int] = []
        self._states: list[bytes] = []  # before each move
        self._stories: list[tuple[Event, ...]] = []
        self._moved: list[bytes] = []
        self._names = [f"{seat + 1}" for seat in range(self.players)]
        self.start: Start | None = None

    @classmethod
    def deal_position(cls, text: str, viewer: int, key: Key) -> Table:
        """A table at a position, with a key that draws all that a seat may not know of it, and the future; -1 for a spectator."""
        table = cls.from_position(text)
        generic.hide(table.state, viewer)
        table.start = Start(table.position, viewer)
        generic.sample(table.state, viewer, np.array(key, np.uint64))
        table.key = key
        return table

    @classmethod
    def from_position(cls, text: str) -> Table:
        """A table at a position as it is; its record cannot be written, since its draws were chosen by whoever wrote the position."""
        table = cls.__new__(cls)
        table.game, table.state = read_position(text)
        table.options = table.game.options.read(table.state)
        table.key = None
        table._begin()
        return table

    @property
    def names(self) -> list[str]:
        """What the seats are called: their numbers, unless names were given."""
        return self._names

    @names.setter
    def names(self, names: list[str]) -> None:
        self._names = clean_names(names, self.players)

    @property
    def turn(self) -> int | None:
        """The seat that decides next, None when the game is over."""
        return turn_of(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn is None

    @property
    def legal(self) -> list[int]:
        """The legal moves, ascending; none when the game is over."""
        return legal_moves(self.game, self.state)

    @property
    def codes(self) -> list[str]:
        """The legal moves as text."""
        return [self.game.code(move) for move in self.legal]

    def play(self, move: int | str) -> None:
        """Make a move, given as its number or its code; an `IllegalMove` changes nothing."""
        self.take(self.step(move))

    def step(self, move: int | str, before: Step | None = None) -> Step:
        """What a move would lead to, here or after another step; nothing is changed."""
        number = self.game.parse(move) if isinstance(move, str) else int(move)
        state = before.state if before else self.state
        after = self.game.copies(state, 1)
        told = np.zeros(1, story.STORY)
        if not 0 <= number < self.game.moves or not _play(after, np.empty(self.game.most_legal, np.int16), number, told):
            raise self._illegal(number, state)
        return Step(number, after[0], story.read(told, self.game.events), story.pack_movements(told), turn_of(after[0]))

    def check_legal(self, move: int | str, before: Step | None = None) -> int:
        """The number of a move that is legal here or after a step; an `IllegalMove` otherwise. The move is not made."""
        number = self.game.parse(move) if isinstance(move, str) else int(move)
        state = before.state if before else self.state
        if number not in legal_moves(self.game, state):
            raise self._illegal(number, state)
        return number

    def check_all_legal(self, moves: Sequence[int | str]) -> list[int]:
        """The numbers of moves that are all legal here; an `IllegalMove` otherwise."""
        legal = set(self.legal)
        numbers = [self.game.parse(move) if isinstance(move, str) else int(move) for move in moves]
        for number in numbers:
            if number not in legal:
                raise self._illegal(number, self.state)
        return numbers

    def take(self, step: Step) -> None:
        """Make the move of a step that was worked out here."""
        self._states.append(np.generic.tobytes(self.state))
        self._stories.append(step.events)
        self._moved.append(step.moved)
        self.moves.append(step.move)
        self.state = step.state

    def _illegal(self, number: int, state: Any) -> IllegalMove:
        legal = legal_moves(self.game, state)
        if not legal:
            return IllegalMove("the game is over: no move is legal")
        if not 0 <= number < self.game.moves:
            return IllegalMove(f"{number} is no move: moves are numbers from 0 to {self.game.moves - 1}")
        some = ", ".join(self.game.code(other) for other in legal[:3])
        return IllegalMove(f"{self.game.code(number)} ({self.say(number)}) is not legal now; {len(legal)} moves are, such as {some}")

    def undo(self) -> None:
        """Take the last move back, with all forced moves that followed it."""
        if not self.moves:
            raise IllegalMove("there is no move to take back")
        self.moves.pop()
        self._stories.pop()
        self._moved.pop()
        self.state = self.game.restore(self._states.pop())

    def state_at(self, ply: int) -> Any:
        """The state after so many moves; not to be changed."""
        return self.game.restore(self._states[ply]) if ply < len(self._states) else self.state

    def mover(self, ply: int) -> int:
        """The seat that made a move, counted from 0."""
        return int(self.state_at(ply)["turn"])

    @property
    def scores(self) -> list[int]:
        """The points of every seat as they stand."""
        return self._result().points

    @property
    def preview(self) -> list[int]:
        """The points every seat would have if play stopped now and everything were scored."""
        state = self.game.copy(self.state)
        generic.score_now(state, None)
        return self._result(state).points

    @property
    def result(self) -> Result | None:
        """Points, places and winners, once the game is over."""
        return self._result() if self.over else None

    def _result(self, state: Any = None) -> Result:
        points, places = np.zeros(self.players, np.int16), np.zeros(self.players, np.int16)
        generic.result(self.state if state is None else state, points, places)
        return Result(points.tolist(), places.tolist())

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move brought: every scoring event with its reason, every forced move."""
        return self._stories[-1] if self._stories else ()

    @property
    def movements(self) -> list[Movement]:
        """The tiles that moved with the last move, each with the event it belongs to; nothing that a seat may not know."""
        return story.read_movements(self._moved[-1], self.game.places) if self._moved else []

    @property
    def history(self) -> list[tuple[Event, ...]]:
        """The events of every move so far."""
        return list(self._stories)

    def say(self, move: int | str, language: str = "en") -> str:
        """A move in words."""
        return say_move(self.game, self.game.parse(move) if isinstance(move, str) else move, language)

    def view(self, seat: int) -> View:
        """The game as a seat may see it; -1 for a spectator."""
        state = self.game.copy(self.state)
        generic.hide(state, seat)
        return View(self.game, state, seat)

    def copy(self) -> Table:
        """An independent copy."""
        twin = self.__class__.__new__(self.__class__)
        twin.game, twin.options, twin.key, twin.players = self.game, self.options, self.key, self.players
        twin._names, twin.moves = list(self._names), list(self.moves)
        twin.state, twin.start = self.game.copy(self.state), self.start
        twin._states, twin._stories, twin._moved = list(self._states), list(self._stories), list(self._moved)
        return twin

    @property
    def position(self) -> str:
        """The position as text."""
        return write_position(self.game, self.state)

    @property
    def record(self) -> Record:
        """The game so far as a record."""
        if self.key is None:
            raise BadRecord("this table began at a position with draws of its own, so there is no record of its game")
        return Record(
            self.game,
            self.options,
            self.key,
            hash_key(self.key),
            tuple(self.moves),
            tuple(self.names),
            self.over,
            tuple(self.scores) if self.over else (),
            start=self.start,
        )

    def draw(self, viewer: int | None = None, language: str = "en") -> str:
        """The board as rich markup, as a seat may see it; None shows everything."""
        state = self.state if viewer is None else self.view(viewer).state
        return "\n".join(self.game.draw(state, viewer, self.names, language))

    def __str__(self) -> str:
        from rich.text import Text

        return Text.from_markup(self.draw()).plain
