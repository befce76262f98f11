"""The wall phase of Azul, coloured and grey (A4, A7, A8)."""

from __future__ import annotations

import numpy as np
import pytest

from tegel.core.runs import run, tile_points
from tegel.games.azul.wall import home

from .build import azul, tiles


@pytest.mark.rule("A1.1")
def test_the_coloured_wall() -> None:
    """A1.1"""
    rows = [["byrkw"[next(c for c in range(5) if home(row, c) == column)] for column in range(5)] for row in range(5)]
    assert ["".join(row) for row in rows] == ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"]


@pytest.mark.rule("A1.2")
@pytest.mark.parametrize(("tiles_on_floor", "cost"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)])
def test_floor_costs(tiles_on_floor: int, cost: int) -> None:
    """A1.2"""
    table = azul({"score": 50, "floor": "k" * tiles_on_floor}, {"score": 50}, discs="", centre="yw", marker=1, lid="")
    table.play("cy2")
    table.play("cw2")
    assert table.scores[0] == 50 - cost


@pytest.mark.rule("A4.1", "A4.2", "A4.3")
def test_only_full_lines_act_from_the_top_and_score_at_once() -> None:
    """A4.1, A4.2, A4.3: the second tile counts the first in its run."""
    board = {"lines": {1: "b", 2: "ww", 3: "kk"}}
    table = azul(board, centre="yr", marker=1)
    table.play("cy5")
    table.play("cr5")
    laid = [(event.row, event.column, event.points, event.down) for event in table.events if event.kind == "tile"]
    assert laid == [(0, 0, 1, 1), (1, 0, 2, 2)]
    assert table.state.boards[0].line_count.tolist() == [0, 0, 2, 0, 1]


@pytest.mark.rule("A8.3")
def test_example_two_full_lines() -> None:
    """A8.3"""
    table = azul({"lines": {2: "rr", 3: "yy", 4: "bbbb"}}, centre="yw", marker=1)
    table.play("cw5")
    table.play("cy5")
    assert [event.points for event in table.events if event.kind == "tile"] == [1, 1]
    assert tiles(table.state.lid) == "bbbr"
    assert table.state.boards[0].line_count.tolist() == [0, 0, 2, 0, 1]
    assert table.scores[0] == 2


@pytest.mark.rule("A8.4", "A4.3")
@pytest.mark.parametrize(
    ("wall", "row", "column", "points"),
    [
        ("..... ..... ..... ..... .....", 2, 2, 1),
        ("..... ..... ##... ..... .....", 2, 2, 3),
        ("..#.. ..#.. ..... ..... .....", 2, 2, 3),
        ("..#.. ..#.. ##.#. ..... .....", 2, 2, 7),
        ("#.... .#... ..... ...#. ....#", 2, 2, 1),
    ],
)
def test_example_runs(wall: str, row: int, column: int, points: int) -> None:
    """A8.4, A4.3"""
    spaces = np.array([[0 if space == "#" else -1 for space in line] for line in wall.split()], np.int8)
    spaces[row, column] = 0
    assert tile_points(run(spaces, row, column, 0, 1), run(spaces, row, column, 1, 0)) == points


@pytest.mark.rule("A8.5", "A4.4")
def test_example_four_tiles_and_the_marker() -> None:
    """A8.5, A4.4"""
    table = azul({"score": 9, "floor": "*kkkk"}, centre="yw", marker=0)
    table.play("cy2")
    table.play("cw2")
    assert table.scores[0] == 1
    assert tiles(table.state.lid) == "kkkk"
    assert table.state.starter == 0


@pytest.mark.rule("A4.4")
def test_a_score_never_falls_below_zero() -> None:
    """A4.4: clamped once, after the whole floor line; the event says what was really lost."""
    table = azul({"score": 3, "floor": "kkkkk"}, centre="yw", marker=1)
    table.play("cy2")
    table.play("cw2")
    assert table.scores[0] == 0
    assert [event.points for event in table.events if event.kind == "floor" and event.seat == 0] == [-3]


@pytest.mark.rule("A4.5")
def test_the_walls_are_worked_from_the_start_player_on() -> None:
    """A4.5"""
    table = azul({"lines": {1: "b"}}, {"lines": {1: "b"}}, {"lines": {1: "b"}}, players=3, starter=2, turn=0, centre="yw", marker=1)
    table.play("cy2")
    table.play("cw2")
    assert [event.seat for event in table.events if event.kind == "tile"] == [2, 0, 1]


def grey(line: str, wall: str, centre: str = "yw", **more):
    row = len(line)
    table = azul({"lines": {row: line}, "wall": wall, **more}, wall="grey", centre=centre, marker=1, starter=0)
    table.play("cy0" if "y" in centre else "cr0")
    table.play("cw0")
    return table


@pytest.mark.rule("A7.1")
def test_grey_wall_columns_are_chosen_where_row_and_column_lack_the_colour() -> None:
    """A7.1"""
    table = grey("bb", "b.... ..k.. ...b. ..... .....")
    assert table.state.line == 1
    assert table.codes == ["w2", "w5"]
    table.play("w5")
    assert table.state.boards[0].wall[1, 4] == 0


@pytest.mark.rule("A7.1")
def test_grey_wall_tiles_laid_in_the_same_phase_count() -> None:
    """A7.1"""
    table = azul({"lines": {1: "b", 2: "bb"}}, wall="grey", centre="yw", marker=1)
    table.play("cy0")
    table.play("cw0")
    table.play("w3")
    assert table.codes == ["w1", "w2", "w4", "w5"]


@pytest.mark.rule("A7.2")
def test_grey_wall_one_space_is_taken_without_asking() -> None:
    """A7.2"""
    table = grey("bb", "..... ykrw. ..... ..... .....")
    assert table.state.boards[0].wall[1, 4] == 0
    assert table.over  # it was a row's last space


@pytest.mark.rule("A7.2")
def test_grey_wall_without_a_space_the_whole_line_falls() -> None:
    """A7.2: all tiles fall to the floor line at once and cost points in this phase."""
    table = grey("bb", "....b ykrw. ..... ..... .....", score=10)
    fell = [event for event in table.events if event.kind == "fell"]
    assert [(event.row, event.count) for event in fell] == [(1, 2)]
    assert table.scores[0] == 10 - 1 - 1 - 2
    assert table.state.boards[0].line_count[1] == 0


@pytest.mark.rule("A7.3")
def test_grey_wall_loading_looks_at_rows_only() -> None:
    """A7.3: no column is left for blue in row 2, yet its line may be loaded."""
    table = azul({"wall": "....b ykrw. ..... ..... ....."}, wall="grey", discs="bbyr kkkk")
    assert "1b2" in table.codes
    assert "1b1" not in table.codes


@pytest.mark.rule("A7.4")
def test_grey_wall_choices_go_from_the_start_player_on() -> None:
    """A7.4"""
    table = azul({"lines": {1: "b"}}, {"lines": {1: "b"}}, wall="grey", centre="yw", marker=1, starter=1, turn=0)
    table.play("cy0")
    table.play("cw0")
    assert table.turn == 1
    table.play("w1")
    assert table.turn == 0
