"""One game for the environments: its state, legal moves and views in arrays that are used again and again, for speed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.chance import Key, parse_key
from ..core.compiled import rule
from ..core.errors import BadOption, IllegalMove
from ..core.game import Game
from ..core.generic import apply, legal, result, sample, score_now, setup
from .features import DTYPE, cut_short, see_vector
from .observation import Observer
from .rewards import POINTS, rewards

MASK = np.int8


@rule
def _begin(states: Any, key: Any, moves: Any) -> int:
    setup(states[0], key)
    return legal(states[0], moves)


@rule
def _move(states: Any, move: int, moves: Any, count: int) -> int:
    """Make a move if it is among the legal ones; how many there are then, or -1 if it was not."""
    for at in range(count):
        if moves[at] == move:
            apply(states[0], move)
            return legal(states[0], moves)
    return -1


@rule
def _mask(moves: Any, count: int, out: Any) -> None:
    for move in range(len(out)):
        out[move] = 0
    for at in range(count):
        out[moves[at]] = 1


@rule
def _imagine(states: Any, viewer: int, key: Any) -> None:
    sample(states[0], viewer, key)


@rule
def _result(states: Any, points: Any, places: Any) -> bool:
    result(states[0], points, places)
    return cut_short(states[0])


@rule
def _result_now(states: Any, scratch: Any, points: Any, places: Any) -> None:
    scratch[0] = states[0]
    score_now(scratch[0], None)
    result(scratch[0], points, places)


@rule
def _see_vector(states: Any, viewer: int, scratch: Any, out: Any) -> None:
    see_vector(states[0], viewer, scratch, out)


class Play:
    """A game in progress, as an environment uses it."""

    def __init__(self, game: Game, options: dict[str, Any], observation: str) -> None:
        self.observer = Observer(game, observation)
        self.game, self.layout = game, self.observer.layout
        self._given = dict(options)
        self.states = np.zeros(1, game.dtype)
        self._scratch = np.zeros(1, game.dtype)
        self._moves = np.zeros(game.most_legal, np.int16)
        self._key = np.zeros(4, np.uint64)
        self.players = self._write_options({})
        self._points, self._places = np.zeros((1, self.players), np.int16), np.zeros((1, self.players), np.int16)
        self.turn, self.count = -1, 0

    def _write_options(self, changed: dict[str, Any]) -> int:
        options = self.game.simulation_options(self._given | changed)
        self.states[0] = self.game.blank(options)
        return int(self.states[0]["players"])

    def begin(self, key: Key, changed: dict[str, Any]) -> None:
        """A new game; options may differ from the usual ones, except for the number of players."""
        if self._write_options(changed) != self.players:
            raise BadOption(f"the number of players of this environment is {self.players}; make another one for another number")
        self._key[:] = key
        self._look(_begin(self.states, self._key, self._moves))

    def _look(self, count: int) -> None:
        self.count = count
        self.turn = int(self.states["turn"][0])

    @property
    def legal(self) -> Any:
        """The legal moves, ascending."""
        return self._moves[: self.count]

    def move(self, move: Any) -> None:
        """Make a move; an `IllegalMove` says which are legal."""
        number = int(move)
        count = _move(self.states, number, self._moves, self.count)
        if count < 0:
            some = ", ".join(str(other) for other in self.legal[:3].tolist())
            raise IllegalMove(f"action {number} is not legal now; {self.count} are, such as {some} (see the action mask)")
        self._look(count)

    def mask(self) -> Any:
        """1 for every legal move."""
        mask = np.empty(self.game.moves, MASK)
        _mask(self._moves, self.count, mask)
        return mask

    def see(self, seat: int) -> Any:
        """What a seat may see."""
        return self.observer.see(self.states, seat)

    def see_all(self) -> Any:
        """Every seat's vector, one row each."""
        rows = np.empty((self.players, self.layout.size), DTYPE)
        for seat in range(self.players):
            _see_vector(self.states, seat, self._scratch, rows[seat])
        return rows

    def leads(self, now: bool = False) -> Any:
        """By how many points each seat is ahead of the best other one as things stand; with `now`, if all were scored at once."""
        points, places, _ = self.ending()
        if now:
            _result_now(self.states, self._scratch, points[0], places[0])
        return rewards(POINTS, points, places, self.game.fewest_wins)[0]

    def ending(self) -> tuple[Any, Any, bool]:
        """Points and places (1 x seats), and whether the round limit ended the game."""
        cut = _result(self.states, self._points[0], self._places[0])
        return self._points, self._places, bool(cut)

    def save(self, viewer: int | None, key: Key | None) -> Any:
        """A copy of the state; for a viewer, one in which all that it may not know is guessed anew with this key."""
        states = self.states.copy()
        if viewer is not None:
            _imagine(states, viewer, np.array(key, np.uint64))
        return states

    def load(self, states: Any) -> None:
        """Go on from a saved state."""
        self.states[:] = states
        self._look(legal(self.states[0], self._moves))


def read_key(options: dict[str, Any], source: np.random.Generator) -> tuple[Key, dict[str, Any]]:
    """The key for a new game, given as ``key`` among the options at reset or drawn, and the other options."""
    rest = dict(options)
    given = rest.pop("key", None)
    if given is None:
        a, b, c, d = source.integers(0, 2**64, 4, np.uint64).tolist()
        return (a, b, c, d), rest
    if not isinstance(given, str):
        raise BadOption(f"a key is 64 hexadecimal digits, not {given!r}")
    return parse_key(given), rest
