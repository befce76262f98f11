"""What the rating of moves of Azul Duel looks up in a row is what a row offers."""

from __future__ import annotations

import random

import numpy as np

from tegel.core.game import find_game
from tegel.core.runs import occupied, points_there
from tegel.games.duel.dome import takes
from tegel.games.duel.state import COLOURS, SIZE
from tegel.search.heuristics import SCRATCH, rate_moves
from tegel.search.values import find_values
from tegel.search.values.duel_moves import BRINGS, DIGIT, MOVE_FEATURES, POINTS, describe_rows, special_points
from tests.configurations import new_table

DUEL = find_game("duel")


def test_rows_are_described_as_they_are() -> None:
    """Also where joker cells, special tiles that follow, and several cells of one colour meet."""
    source, seen = random.Random(3), set()
    for seed in range(6):
        table = new_table("duel", {}, seed=seed)
        while not table.over:
            board = table.state.boards[table.turn]
            lines, rows = occupied(board.tiles), np.full(SIZE, 12345, np.uint64)
            describe_rows(board, lines, rows)
            for row in range(SIZE):
                for colour in range(COLOURS):
                    cells = [column for column in range(SIZE) if takes(board, row, column, colour)]
                    points = max((points_there(lines, row, column) for column in cells), default=0)
                    special = max((special_points(board, row, column) for column in cells), default=0)
                    digits = int(rows[row]) >> 2 * DIGIT * colour
                    assert (digits >> POINTS * DIGIT & 63, digits >> BRINGS * DIGIT & 63) == (points, special)
                    seen.add((len(cells) > 1, points > 2, special > 0))
            table.play(source.choice(table.legal))
    assert len(seen) >= 5


def test_a_move_is_rated_alike_among_others_and_alone() -> None:
    find_values(DUEL)
    source, weights = random.Random(4), np.random.default_rng(4).normal(0, 1, len(MOVE_FEATURES))
    scratch = np.empty(SCRATCH, np.uint64)
    table = new_table("duel", {}, seed=4)
    while not table.over:
        moves, together, alone = np.array(table.legal, np.int16), np.empty(len(table.legal)), np.empty(1)
        rate_moves(table.state, moves, len(moves), weights, scratch, together)
        for move, rating in zip(moves, together, strict=True):
            rate_moves(table.state, np.array([move], np.int16), 1, weights, scratch, alone)
            assert alone[0] == rating
        table.play(source.choice(table.legal))
