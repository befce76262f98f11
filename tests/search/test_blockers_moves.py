"""The features of moves in Blockers! come from sets of cells; here they are told again, cell by cell."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tegel.core.differential import random_key
from tegel.core.game import find_game
from tegel.core.generic import legal
from tegel.core.table import Table
from tegel.games.blockers.moves import parts
from tegel.games.blockers.state import EMPTY, SIZE
from tegel.search.heuristics import describe_moves
from tegel.search.values.blockers import MOVE_FEATURES, STAGES, stage

Cell = tuple[int, int]


def beside(cell: Cell) -> list[Cell]:
    row, column = cell
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [(r, c) for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]


def group(board: Any, start: Cell) -> frozenset[Cell]:
    found, left = {start}, [start]
    while left:
        for cell in beside(left.pop()):
            if board[cell] == board[start] and cell not in found:
                found.add(cell)
                left.append(cell)
    return frozenset(found)


def expected(state: Any, move: int) -> dict[str, float]:
    """What the names of the features say."""
    said, board, turn = parts(move), state.board, int(state.turn)
    cell = said["row"], said["column"]
    near, each = beside(cell), 2 if state.players == 2 else 1
    own = turn * each + said["rack"]
    joined = len({group(board, other) for other in near if board[other] == own})
    open_near = [other for other in near if board[other] == EMPTY]
    told = dict.fromkeys(MOVE_FEATURES, 0.0)
    told[("joins_0", "joins_1", "joins_2", "joins_more")[min(joined, 3)]] = 1
    told["open_beside"] = len(open_near)
    if joined == 0:
        told["bridges"] = min(len({far for other in open_near for far in beside(other) if board[far] == own}), 4)
        told["late_lone"] = stage(state) / (STAGES - 1)
    counts = [sum(board[other] == colour for other in near) for colour in range(state.players * each) if colour // each != turn]
    if board[cell] == EMPTY:
        told |= {"blocks": sum(n > 0 for n in counts), "blocks_bridge": sum(n > 1 for n in counts)}
    else:
        captured = [int(tiles).bit_count() for tiles in state.captured[turn]]
        most = state.classic or captured[board[cell]] == max(captured)
        told |= {"capture": 1, "dearer": most, "captures_lone": len(group(board, cell)) == 1}
    sort = said["tile"] // SIZE
    told |= {"number": sort == 0, "letter": sort == 1, "joker": sort == 3}
    return {name: float(value) for name, value in told.items()}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("scoring", ["full", "classic"])
def test_moves_are_described_as_told(players: int, scoring: str) -> None:
    game, source = find_game("blockers"), random.Random(f"{players} {scoring}")
    moves = np.empty(game.most_legal, np.int16)
    for _ in range(2):
        table = Table(game, game.options_from({"players": players, "scoring": scoring}), random_key(source))
        while not table.over:
            count = legal(table.state, moves)
            features = describe_moves(table.state, moves, count, len(MOVE_FEATURES))
            for at in source.sample(range(count), min(count, 5)):
                assert dict(zip(MOVE_FEATURES, features[at].tolist(), strict=True)) == expected(table.state, int(moves[at]))
            table.play(int(moves[source.randrange(count)]))
