"""The other seats of a batch where they are asked in Python: any named player, or functions that decide for many games at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core.compiled import rule
from ..core.errors import BadOption, IllegalMove
from ..search.players import find_player
from .observation import Observer
from .opponents import seat_opponents, view_for
from .play import MASK
from .vector import VectorGames
from .vector.bodies import LEGAL, Games, step

BatchOpponent = str | Callable[[dict[str, Any]], Any]
"""A player's name, or a function from observations and masks (``observation`` and ``action_mask``, a row for each game) to moves."""


@rule
def _move(games: Games, which: Any, given: Any, moves: Any) -> int:
    """Make a move in each of some games; the first that is not legal, or -1."""
    for n in range(len(which)):
        if step(games, which[n], given[n], moves, True) != LEGAL:
            return n
    return -1


class Asked:
    """How the seats other than the agent's play; `play` is that of `vector.replies.Replies`."""

    def __init__(self, opponents: BatchOpponent | Sequence[BatchOpponent], seats: Any, observer: Observer, players: int) -> None:
        self._opponents: list[Any] = list(seat_opponents(opponents, players - 1))
        for opponent in self._opponents:
            if isinstance(opponent, str):
                find_player(opponent)
            elif not callable(opponent):
                raise BadOption(f"an opponent is a player's name or a function, not {opponent!r}")
        self.seats, self._observer = seats, observer
        self.over = np.zeros(len(seats), np.bool_)  # which games the last replies ended
        self.cut_short = np.zeros(len(seats), np.bool_)
        self._players: dict[tuple[int, int], Any] = {}

    def begin(self, which: Any, source: np.random.Generator) -> None:
        """New players in games that begin."""
        for at in np.flatnonzero(which).tolist():
            for n, opponent in enumerate(self._opponents):
                if isinstance(opponent, str):
                    self._players[at, n] = find_player(opponent, int(source.integers(0, 2**31)))

    def play(self, games: VectorGames, points: Any, places: Any) -> None:
        """Let the others play in every game up to the agent's turn or the end; results go where a step writes them."""
        self.over[:] = False
        self.cut_short[:] = False
        arrays = games.arrays._replace(over=self.over, cut=self.cut_short, points=points, places=places)
        scratch = np.empty(games.game.most_legal, np.int16)
        while len(which := self._waiting(turns := games.turns)):
            who = turns[which] - (turns[which] > self.seats[which])
            given = np.full(len(which), -1, np.int64)
            for n in np.unique(who).tolist():
                given[who == n] = self._ask(games, n, which[who == n], turns)
            if (wrong := _move(arrays, which, given, scratch)) >= 0:
                name = self._opponents[int(who[wrong])]
                raise IllegalMove(f"the opponent {name!r} chose {int(given[wrong])} in game {int(which[wrong])}, which is not legal there")

    def _waiting(self, turns: Any) -> Any:
        return np.flatnonzero((turns >= 0) & (turns != self.seats))

    def _ask(self, games: VectorGames, n: int, which: Any, turns: Any) -> Any:
        """The moves of one opponent in some games."""
        opponent = self._opponents[n]
        if isinstance(opponent, str):
            views = ((at, view_for(games.game, games.states[at], int(turns[at]))) for at in which.tolist())
            return [self._players[at, n].decide(view) for at, view in views]
        seen, masks = self._observer.see_many(games, None)[which], games.legal_masks()[which].astype(MASK)
        found = np.asarray(opponent({"observation": seen, "action_mask": masks}))
        if found.shape != (len(which),):
            raise BadOption(f"an opponent was asked for {len(which)} moves and gave an array of the shape {found.shape}")
        return found
