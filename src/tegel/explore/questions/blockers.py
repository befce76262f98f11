"""What is asked about games of Blockers!"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.blockers.fitting import CELL_MOVES
from ...games.blockers.moves import RACK_MOVES
from ...games.blockers.state import SIZE
from ..question import Played, Question, Questions, grouped, if_moved, upto

BLOCK = 3  # cells along the side of a block


def _kind(played: Played) -> Any:
    moves = played.moments.moves[:, :, 0]
    return if_moved(moves, moves % CELL_MOVES)


def _block(played: Played) -> Any:
    moves = played.moments.moves[:, :, 0]
    row, column = np.divmod(moves % RACK_MOVES // CELL_MOVES, SIZE)
    return if_moved(moves, (row // BLOCK != 1).astype(np.int8) + (column // BLOCK != 1))


def _captured(states: Any, played: Played) -> Any:
    """How many tiles of each colour each seat has captured: N x seats x colours."""
    return np.bitwise_count(states["captured"][:, : played.points.shape[1]])


def _early_groups(played: Played) -> Any:
    return grouped(played.early - _counted(played.moments.early, played), (2, 3, 4, 5))


def _early_captures(played: Played) -> Any:
    return upto(_captured(played.moments.early, played).sum(2, dtype=np.int64), 2)


def _counted(states: Any, played: Played) -> Any:
    """The captured tiles that count as points; none with classic scoring."""
    return np.where(states["classic"][:, None] != 0, 0, _captured(states, played).max(2)).astype(np.int64)


def _groups(played: Played) -> Any:
    return grouped(played.points - _counted(played.moments.ends, played), (2, 3, 4, 6, 8, 10))


def _captures(played: Played) -> Any:
    return grouped(_captured(played.moments.ends, played).sum(2, dtype=np.int64), (1, 3, 5, 7, 10))


def _lost(played: Played) -> Any:
    by_colour = _captured(played.moments.ends, played).sum(1, dtype=np.int64)
    seats = played.points.shape[1]
    own = by_colour[:, : 2 * seats].reshape(len(by_colour), seats, 2).sum(2) if seats == 2 else by_colour[:, :seats]
    return grouped(own, (1, 3, 5, 7, 10))


QUESTIONS = Questions(
    decisions=1,
    turns=5,
    asked=(
        Question("kind", "choice", ("number", "letter", "symbol", "joker"), _kind),
        Question("block", "choice", ("middle", "side", "corner"), _block),
        Question("early_groups", "plan", ("1", "2", "3", "4", "5+"), _early_groups),
        Question("early_captures", "plan", ("0", "1", "2+"), _early_captures),
        Question("groups", "plan", ("1", "2", "3", "4-5", "6-7", "8-9", "10+"), _groups),
        Question("captures", "plan", ("0", "1-2", "3-4", "5-6", "7-9", "10+"), _captures),
        Question("lost", "plan", ("0", "1-2", "3-4", "5-6", "7-9", "10+"), _lost),
    ),
)
