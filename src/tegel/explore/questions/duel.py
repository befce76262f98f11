"""What is asked about games of Azul Duel."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...games.duel.moves import CHIP, LAY, MOON, OPEN, STACK, TARGETS
from ...games.duel.plates import TURNS
from ...games.duel.state import COLOURS, EMPTY, PLATES, SIZE, SLOTS, SPECIAL
from ..question import NONE, Played, Question, Questions, complete, grouped, if_moved, upto

PLATE, LAYING, TURN = range(3)  # a seat's first decisions: which plate, where it goes, then its first turn
JOKERS = PLATES // 2  # the first of the joker plates
WIDTH = 3  # plate spaces in a dome row


def _plate(played: Played) -> Any:
    moves = played.moments.moves[:, :, PLATE]
    display = played.moments.before[:, :, PLATE]["display"]
    game, seat = np.indices(moves.shape)
    return if_moved(moves, display[game, seat, np.clip(moves - OPEN, 0, SLOTS - 1)] >= JOKERS)


def _space(played: Played) -> tuple[Any, Any, Any]:
    """Where the first plate is laid: the move, row and column of plate spaces."""
    moves = played.moments.moves[:, :, LAYING]
    row, column = np.divmod((moves - LAY) // TURNS, WIDTH)
    return moves, row, column


def _height(played: Played) -> Any:
    moves, row, _ = _space(played)
    return if_moved(moves, row)


def _corner(played: Played) -> Any:
    moves, row, column = _space(played)
    return if_moved(moves, 2 - (row != 1) - (column != 1))


def _turn(played: Played) -> Any:
    """The line that the first tiles go to, or a plate instead."""
    moves = played.moments.moves[:, :, TURN]
    taken = np.where(moves < STACK, moves % TARGETS, np.where((moves >= OPEN) & (moves < CHIP), TARGETS, NONE))
    return if_moved(moves, taken)


def _tiles(played: Played) -> Any:
    moves = played.moments.moves[:, :, TURN]
    factory, rest = np.divmod(np.clip(moves, 0, MOON - 1), COLOURS * TARGETS)
    game, seat = np.indices(moves.shape)
    count = played.moments.before[:, :, TURN]["suns"][game, seat, factory, rest // TARGETS]
    return if_moved(moves, np.where(moves < MOON, upto(count - 1, 3), NONE))


def _next(played: Played) -> Any:
    return (played.moments.early["starter"][:, None] == played.first).astype(np.int8)


def _domes(played: Played) -> Any:
    """Where tiles are on the domes: N x seats x rows x columns."""
    return played.moments.ends["boards"]["tiles"] != EMPTY


def _rows(played: Played) -> Any:
    return upto(complete(_domes(played), 3), 4)


def _columns(played: Played) -> Any:
    return upto(complete(_domes(played), 2), 3)


def _diagonals(played: Played) -> Any:
    domes, line = _domes(played), np.arange(SIZE)
    return domes[:, :, line, line].all(2).astype(np.int8) + domes[:, :, line, SIZE - 1 - line].all(2)


def _specials(played: Played) -> Any:
    return upto((played.moments.ends["boards"]["tiles"] == SPECIAL).sum((2, 3)), 5)


def _filled(played: Played) -> Any:
    return grouped(_domes(played).sum((2, 3)), (18, 21, 24, 27))


QUESTIONS = Questions(
    decisions=3,
    turns=0,
    asked=(
        Question("plate", "choice", ("special", "joker"), _plate),
        Question("height", "choice", ("upper", "middle", "lower"), _height),
        Question("corner", "choice", ("corner", "side", "centre"), _corner),
        Question("turn", "choice", ("broken", "1", "2", "3", "4", "5", "6", "plate"), _turn),
        Question("tiles", "choice", ("1", "2", "3", "4+"), _tiles),
        Question("next", "plan", ("no", "yes"), _next),
        Question("columns", "plan", ("0", "1", "2", "3+"), _columns),
        Question("diagonals", "plan", ("0", "1", "2"), _diagonals),
        Question("rows", "plan", ("0", "1", "2", "3", "4+"), _rows),
        Question("specials", "plan", ("0", "1", "2", "3", "4", "5+"), _specials),
        Question("filled", "plan", ("0-17", "18-20", "21-23", "24-26", "27+"), _filled),
    ),
)
