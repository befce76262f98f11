"""What is asked about games of Azul."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.azul.moves import CENTRE_SOURCE, TARGETS
from ...games.azul.state import CENTRE, COLOURS, EMPTY, SIZE
from ..question import Played, Question, Questions, complete, grouped, if_moved, upto

LOW_ROWS = 3  # the first of the two lowest


def _take(played: Played) -> tuple[Any, Any, Any, Any]:
    """Each seat's first take: the move, its source, colour and target."""
    moves = played.moments.moves[:, :, 0]
    source, rest = np.divmod(moves, COLOURS * TARGETS)
    colour, target = np.divmod(rest, TARGETS)
    return moves, source, colour, target


def _line(played: Played) -> Any:
    moves, _, _, target = _take(played)
    return if_moved(moves, target)


def _count(played: Played) -> Any:
    """How many tiles the first take brings."""
    moves, source, colour, _ = _take(played)
    before = played.moments.before[:, :, 0]
    offered = np.concatenate([before["discs"], before["centre"][:, :, None]], axis=2)
    game, seat = np.indices(moves.shape)
    return offered[game, seat, source, colour]


def _tiles(played: Played) -> Any:
    return if_moved(_take(played)[0], upto(_count(played) - 1, 3))


def _fit(played: Played) -> Any:
    """Whether they fill their line, leave room in it, or are too many; all lines are still empty."""
    moves, _, _, target = _take(played)
    return if_moved(moves, np.where(target == 0, 3, 1 + np.sign(target - _count(played))))


def _colour(played: Played) -> Any:
    moves, _, colour, _ = _take(played)
    return if_moved(moves, colour)


def _source(played: Played) -> Any:
    moves, source, _, _ = _take(played)
    with_marker = played.moments.before[:, :, 0]["marker"] == CENTRE
    return if_moved(moves, np.where(source != CENTRE_SOURCE, 0, np.where(with_marker, 1, 2)))


def _walls(states: Any, played: Played) -> Any:
    """Where tiles are on the walls: N x seats x rows x columns."""
    return states["boards"]["wall"][:, : played.points.shape[1]] != EMPTY


def _laid(played: Played) -> Any:
    return _walls(played.moments.early, played).sum((2, 3))


def _next(played: Played) -> Any:
    return (played.moments.early["starter"][:, None] == played.first).astype(np.int8)


def _rows(played: Played) -> Any:
    return upto(complete(_walls(played.moments.ends, played), 3), 3)


def _columns(played: Played) -> Any:
    return upto(complete(_walls(played.moments.ends, played), 2), 3)


def _colours(played: Played) -> Any:
    walls = played.moments.ends["boards"]["wall"][:, : played.points.shape[1]]
    return upto(sum((walls == colour).sum((2, 3)) == SIZE for colour in range(COLOURS)), 2)


def _long(played: Played) -> Any:
    return grouped(_walls(played.moments.ends, played)[:, :, LOW_ROWS:].sum((2, 3)), (2, 4, 6, 8))


QUESTIONS = Questions(
    decisions=1,
    turns=0,
    asked=(
        Question("line", "choice", ("floor", "1", "2", "3", "4", "5"), _line),
        Question("tiles", "choice", ("1", "2", "3", "4+"), _tiles),
        Question("fit", "choice", ("spill", "full", "room", "floor"), _fit),
        Question("colour", "choice", ("blue", "yellow", "red", "black", "white"), _colour),
        Question("source", "choice", ("disc", "marker", "centre"), _source),
        Question("laid", "plan", ("0", "1", "2", "3", "4", "5"), _laid),
        Question("next", "plan", ("no", "yes"), _next),
        Question("columns", "plan", ("0", "1", "2", "3+"), _columns),
        Question("colours", "plan", ("0", "1", "2+"), _colours),
        Question("rows", "plan", ("0", "1", "2", "3+"), _rows),
        Question("long", "plan", ("0-1", "2-3", "4-5", "6-7", "8-10"), _long),
    ),
)
