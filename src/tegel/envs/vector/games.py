"""`VectorGames`: a batch of games of one configuration."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import BadOption, IllegalMove
from ...core.game import Game, find_game
from ..features import DTYPE, layout_of
from .bodies import FINISHED, ILLEGAL, Games, Stepping
from .cpu import CpuBackend, all_cores, of_shape

MOVE = np.int16
CARD = re.compile(r"cuda(:\d{1,3})?")


class Ended(NamedTuple):
    """Which games a step ended, and how. Points and places hold only where `over`; where it is not they are those of an earlier game."""

    over: Any  # N: the game ended with this move
    cut_short: Any  # N: it was the round limit that ended it
    points: Any  # N x seats
    places: Any  # N x seats, from 1; shared places are equal


def find_backend(device: str, game: Game, threads: int | None) -> Any:
    """The CPU or a CUDA device, the first or that of a number; CUDA is imported only here."""
    layout_of(game)
    if device == "cpu":
        return CpuBackend(game, threads)
    if CARD.fullmatch(device):
        from .cuda import CudaBackend

        return CudaBackend(game, int(device.partition(":")[2] or 0))
    raise BadOption(f"there is no device {device!r}; the devices are cpu and cuda, or cuda:1 for the second card")


class VectorGames:
    """N games in one array of records.

    `seed` decides every draw: game number n of episode e has the same key in every batch and on every device. `first` is the
    number of the first game, so that a batch can be split. With `auto_reset` a game that ends begins anew at once.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        *,
        seed: int = 0,
        first: int = 0,
        device: str = "cpu",
        threads: int | None = None,
        auto_reset: bool = True,
        **options: Any,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.simulation_options(options)
        self.layout = layout_of(self.game)
        if count < 1:
            raise BadOption(f"a batch has at least one game, not {count}")
        if not 0 <= seed < 2**64:
            raise BadOption(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
        self.count, self.seed, self.first, self.device, self.auto_reset = count, seed, first, device, auto_reset
        self._seed = np.uint64(seed)
        self.backend = backend = find_backend(device, self.game, threads)
        self.threads = threads or all_cores()
        blank = self.game.blank(self.options)
        self.players = int(blank.players)
        self.states = backend.full_states(count, blank)
        self.episodes = backend.zeros((count,), np.int64)
        self.streams = backend.zeros((count,), np.uint64)
        self.ended = Ended(
            backend.zeros((count,), np.bool_),
            backend.zeros((count,), np.bool_),
            backend.zeros((count, self.players), np.int16),
            backend.zeros((count, self.players), np.int16),
        )
        self._became = backend.zeros((count,), np.int8)
        backend.streams(self.streams, self._seed, first)
        self._begin(np.ones(count, np.bool_), 0)

    @property
    def arrays(self) -> Games:
        """All that a step reads and writes."""
        return Games(self.states, self.episodes, self._became, *self.ended)

    def _begin(self, which: Any, more: int) -> None:
        which = self.backend.take(which, np.bool_, (self.count,))
        self.backend.begin(self.states, which, self._seed, self.first, self.episodes, more)

    def reset(self, which: Any | None = None) -> None:
        """Begin the next episode of all games, or of those marked."""
        self._begin(np.ones(self.count, np.bool_) if which is None else which, 1)

    @property
    def turns(self) -> Any:
        """The seat that decides in every game, -1 where it is over; on a card an array that is there."""
        return self.backend.turns(self.states)

    def step(self, moves: Any, checked: bool = True, reuse: bool = False) -> Ended:
        """Make one move in every game; a game that is over stays so. With `checked`, an `IllegalMove` names the first game whose move is
        not legal: nothing happened there, while the others moved. Without it an illegal move breaks its game. With `reuse` the answer is
        in the batch's own arrays, which the next step writes over; else in arrays of its own."""
        given = self.backend.take(self._fit(moves), MOVE, (self.count,))
        self.backend.step(self.arrays, given, Stepping(checked, self.auto_reset, self._seed, self.first))
        if checked:
            self._complain(given, moves)
        return self.ended if reuse else Ended(*map(self.backend.copy, self.ended))

    def _fit(self, moves: Any) -> Any:
        """Moves as the compiled code takes them; what lies on the card stays there."""
        if hasattr(moves, "__cuda_array_interface__"):
            moves = self.backend.output(moves)
        if getattr(moves, "dtype", None) == MOVE:
            return moves
        found = moves if hasattr(moves, "copy_to_host") else np.asarray(moves)
        if found.dtype.kind not in "iu":
            raise BadOption(f"moves are whole numbers, not {found.dtype}")
        return self.backend.fit(of_shape(found, (self.count,)), self.game.moves)

    def _complain(self, given: Any, asked: Any) -> None:
        """An `IllegalMove` if any of the moves given was not legal; `asked` is what the caller called them."""
        became = self.backend.to_host(self._became)
        wrong = np.flatnonzero(became == ILLEGAL)
        if len(wrong):
            at = int(wrong[0])
            move = int(self.backend.to_host(given)[at])
            name = self.game.code(move) if 0 <= move < self.game.moves else f"{int(asked[at])}"
            more = f", nor is that of {len(wrong) - 1} others" if len(wrong) > 1 else ""
            raise IllegalMove(f"move {name} is not legal in game {at} of the batch{more}; `legal_masks` tells which are")

    def running(self) -> Any:
        """Which games took part in the last step; the others were over before it."""
        return self.backend.to_host(self._became) != FINISHED

    def legal_masks(self, out: Any | None = None) -> Any:
        """For every game a row with True for each legal move."""
        out = self._out(out, (self.count, self.game.moves), np.bool_)
        self.backend.masks(self.states, out)
        return out

    def legal_lists(self) -> tuple[Any, Any]:
        """For every game its legal moves, ascending and filled up with -1, and how many there are (none when it is over)."""
        moves = self.backend.empty((self.count, self.game.most_legal), np.int16)
        counts = self.backend.empty((self.count,), np.int16)
        self.backend.lists(self.states, moves, counts)
        return moves, counts

    def random_moves(self) -> Any:
        """A random legal move for every game, from its own stream of random numbers; -1 where it is over."""
        out = self.backend.empty((self.count,), np.int16)
        self.backend.random_moves(self.states, self.streams, out)
        return out

    def leads(self, out: Any | None = None) -> Any:
        """For every game and each legal move by how many points the seat to move would lead, if all were scored right after it: what the
        greedy player goes by. What the seat may not know is guessed. Moves that are not legal have `NO_LEAD`."""
        out = self._out(out, (self.count, self.game.moves), np.int16)
        self.backend.leads(self.states, out)
        return out

    def vectors(self, viewer: int | None = None, out: Any | None = None) -> Any:
        """What a seat sees of every game, as vectors; by default the seat to move. `out` may be of any number type."""
        out = self._out(out, (self.count, self.layout.size), DTYPE)
        self.backend.vectors(self.states, self._viewer(viewer), out)
        return out

    def planes(self, viewer: int | None = None, out: Any | None = None) -> Any:
        """What a seat sees of every game, as planes; by default the seat to move. `out` may be of any number type."""
        out = self._out(out, (self.count, *self.layout.plane_shape), DTYPE)
        self.backend.planes(self.states, self._viewer(viewer), out)
        return out

    def _viewer(self, viewer: int | None) -> int:
        if viewer is not None and not 0 <= viewer < self.players:
            raise BadOption(f"a viewer is a seat from 0 to {self.players - 1}, not {viewer}")
        return -1 if viewer is None else viewer

    def _out(self, out: Any | None, shape: tuple[int, ...], dtype: Any) -> Any:
        if out is None:
            return self.backend.empty(shape, dtype)
        out = self.backend.output(out)
        if tuple(out.shape) != shape:
            raise BadOption(f"the array to fill must have the shape {shape}, not {tuple(out.shape)}")
        return out
