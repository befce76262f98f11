"""Moves chosen before it is one's turn: what a seat could do if the others did nothing."""

from __future__ import annotations

from typing import Any

from . import generic
from .game import Game
from .view import legal_moves


def moves_ahead(game: Game, state: Any, seat: int) -> list[int]:
    """The moves a seat would have if it were to move in the position as it sees it; none on its own turn or in the middle of another's.

    >>> import tegel
    >>> table = tegel.game("blockers", key=(1, 2, 3, 4))
    >>> later = moves_ahead(table.game, table.state, 1 - table.turn)
    >>> table.play(table.legal[0])
    >>> set(later) & set(table.legal) != set()
    True
    >>> moves_ahead(table.game, table.state, table.turn)
    []
    """
    if game.between_turns is None or int(state["turn"]) in (seat, -1):
        return []
    seen = game.copy(state)
    generic.hide(seen, seat)
    if not game.between_turns(game.view(seen)):
        return []
    seen["turn"] = seat
    return legal_moves(game, seen)
