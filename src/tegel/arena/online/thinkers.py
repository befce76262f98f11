"""Who decides for a bot: a player of ours, or a program or class of the user's, named as for `tegel match`."""

from __future__ import annotations

import secrets
import threading
from typing import Any, Protocol

from ...core.game import find_game
from ...core.table import Table
from ...core.view import View
from ...search.players import find_player
from ..bots import Program, check_player, command_of
from ..faults import PlayerFault, short

OF_TURN = 0.8  # of the time for a turn, where each has its own, what a program may take


class Thinker(Protocol):
    """Decides in one game."""

    def decide(self, view: View) -> int:
        """The number of a move; whatever goes wrong is a `PlayerFault`."""

    def close(self) -> None:
        """The game is over."""


class _Ours:
    """A player of ours; one thinks at a time, so that several games share the machine."""

    def __init__(self, name: str, turn: threading.Lock) -> None:
        self._player, self._turn = find_player(name, secrets.randbits(31)), turn

    def decide(self, view: View) -> int:
        with self._turn:
            try:
                return int(self._player.decide(view))
            except Exception as error:
                raise PlayerFault("crashed", short(error)) from error

    def close(self) -> None:
        """Nothing to end."""


class Thinkers:
    """Makes one for every game."""

    def __init__(self, name: str, limit: float) -> None:
        check_player(name)
        self._name, self._limit = name, limit
        self._turn = threading.Lock()

    def warm_up(self, games: list[str]) -> None:
        """Compile and load what the first move of each game needs, before anybody waits for it."""
        for name in games:
            game = find_game(name)
            table = Table(game, game.options(), (0, 0, 0, 1))
            view = table.view(table.turn or 0)
            if command_of(self._name) is None:
                _Ours(self._name, self._turn).decide(view)

    def make(self, about: dict[str, Any]) -> Thinker:
        """For the game with this summary."""
        command = command_of(self._name)
        if command is None:
            return _Ours(self._name, self._turn)
        clock = about["clock"]
        limit = min(self._limit, OF_TURN * clock["base"]) if clock and clock["per_move"] else self._limit
        program = Program(self._name, command, limit)
        program.begin(secrets.randbits(31))
        return program
