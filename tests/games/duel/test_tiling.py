"""Phase 2: lines, tiles on the dome, special tiles, broken tiles (D4, D7)."""

from __future__ import annotations

import pytest

from .build import duel, letters, tiled, tiles, told

# Row 1: Y K T R S K. Row 2: T S B S R B.
FIRST = {1: "YK/TS", 2: "TR/BS", 3: "SK/RB"}
LAID = ("seat", "row", "column", "points")


@pytest.mark.rule("D4.1")
def test_a_full_line_places_one_tile_and_the_others_go_to_the_tower() -> None:
    """D4.1"""
    table = tiled({"lines": {2: "bb"}, "plates": {1: "YK/TS", 2: "TR/BS"}, "score": 9})
    assert told(table, "tile", *LAID) == [(0, 1, 2, 1)]
    assert letters(table.state.boards[0].tiles[1]) == "..b"
    assert tiles(table.state.tower) == "b"
    assert table.state.boards[0].line_colour[1] == -1
    assert table.scores[0] == 10


@pytest.mark.rule("D4.1")
def test_the_owner_chooses_among_free_cells_of_the_colour_and_joker_cells() -> None:
    """D4.1: it must be placed, so to leave it is no choice."""
    plates = {1: "YK/TS", 2: "KY/RJ", 3: "TK/RJ"}  # row 1: Y K K Y T K
    table = tiled({"lines": {1: "k"}, "plates": plates, "tiles": "...y.k"})
    assert table.turn == 0
    assert table.codes == ["w2", "w3"]
    table.play("w3")
    assert letters(table.state.boards[0].tiles[0]) == "..ky.k"
    table = tiled({"lines": {2: "kk"}, "plates": plates, "tiles": "...... ...t.."})  # row 2: T S R J R J
    assert letters(table.state.boards[0].tiles[1]) == "...t.k"
    table = tiled({"lines": {2: "rr"}, "plates": plates})
    assert table.codes == ["w3", "w4", "w5", "w6"]


@pytest.mark.rule("D4.1", "D4.4")
def test_lines_are_worked_from_the_top_and_score_at_once() -> None:
    """D4.1, D4.4: the second tile counts the first in its run."""
    table = tiled({"lines": {1: "y", 2: "tt", 3: "t"}, "plates": {1: "YK/TS"}})
    assert told(table, "tile", *LAID, "down") == [(0, 0, 0, 1, 1), (0, 1, 0, 2, 2)]
    assert table.state.boards[0].line_count.tolist() == [0, 0, 1, 0, 0, 0]


@pytest.mark.rule("D4.2")
@pytest.mark.parametrize("line", ["tttt", "tt"])
def test_a_line_that_can_never_be_placed_is_broken_full_or_not(line: str) -> None:
    """D4.2: no turquoise cell, no joker cell in a complete plate row."""
    plates = {4: "YS/KR", 5: "TR/BS", 6: "SK/RB"}  # row 4: K R B S R B
    table = tiled({"lines": {4: line}, "plates": plates, "score": 20})
    assert told(table, "broken", "seat", "row", "colour", "count") == [(0, 3, 4, len(line))]
    assert table.state.boards[0].line_count[3] == 0
    assert table.scores[0] == 20 - {2: 3, 4: 10}[len(line)]
    assert tiles(table.state.tower) == line


@pytest.mark.rule("D4.2")
def test_a_line_is_broken_too_when_all_its_cells_are_filled() -> None:
    """D4.2: the row's only blue cells bear tiles already."""
    table = tiled({"lines": {2: "b"}, "plates": FIRST, "tiles": "...... ..b..b", "score": 20})
    assert told(table, "broken", "row", "count") == [(1, 1)]
    assert table.scores[0] == 19


@pytest.mark.rule("D4.2")
@pytest.mark.parametrize("line", ["yy", "y"])
def test_tiles_stay_while_a_plate_is_missing(line: str) -> None:
    """D4.2"""
    table = tiled({"lines": {2: line}, "plates": {1: "YK/TS", 2: "TR/BS"}})
    assert table.state.boards[0].line_count[1] == len(line)
    assert table.scores == [5, 5]


@pytest.mark.rule("D4.2")
def test_an_unfinished_line_with_a_cell_stays() -> None:
    """D4.2"""
    table = tiled({"lines": {2: "b"}, "plates": FIRST})
    assert table.state.boards[0].line_count[1] == 1


@pytest.mark.rule("D4.2", "D3.5")
def test_broken_lines_beyond_four_tiles_go_to_the_tower() -> None:
    """D4.2, D3.5: they come after what was broken before."""
    plates = {7: "YS/KR", 8: "TR/BS", 9: "SK/RB"}
    table = tiled({"lines": {6: "ttttt"}, "broken": "yy", "plates": plates, "score": 20})
    assert told(table, "floor", "count", "points") == [(4, -10)]
    assert tiles(table.state.tower) == "yyttttt"


@pytest.mark.rule("D4.4")
@pytest.mark.parametrize(
    ("laid", "points"),
    [
        ("...... ......", 1),
        (".k.... ......", 2),
        (".ktr.. ......", 4),
        ("..t... ......", 1),
        ("...... t.....", 2),
        (".kt... t.....", 5),
        (".....k ......", 1),
        ("...... ..b...", 1),
    ],
)
def test_runs(laid: str, points: int) -> None:
    """D4.4: whatever the colours; cells that only touch at a corner, or beyond a gap, do not count."""
    table = tiled({"lines": {1: "y"}, "plates": FIRST, "tiles": laid})
    assert told(table, "tile", "points") == [points]


@pytest.mark.rule("D4.5")
@pytest.mark.parametrize("row", [1, 2, 3, 4, 5, 6])
def test_a_special_tile_fills_its_cell_and_scores_its_row(row: int) -> None:
    """D4.5: only its row's number, and nothing for the runs it makes."""
    upper = row % 2 == 1
    plate, laid, colour, points = ("YK/TS@s", ".t.... k.....", "y", 4) if upper else ("YK/TS", "yk.... ......", "t", 2)
    line = row + 1 if upper else row
    above = "...... " * (line - 2)
    plates = {(line - 2) // 2 * 3 + 1: plate, 8: "YB/KS", 9: "TR/BS"}
    table = tiled({"lines": {line: colour * line}, "plates": plates, "tiles": above + laid})
    assert told(table, "tile", "points") == [points]
    assert told(table, "special", "row", "points") == [(row - 1, row)]
    assert letters(table.state.boards[0].tiles[row - 1]).count("*") == 1
    assert table.scores[0] == 5 + points + row


@pytest.mark.rule("D4.5")
def test_a_special_cell_takes_no_tile_and_waits_for_the_third_colour() -> None:
    """D4.5: two of three coloured cells do not do."""
    table = tiled({"lines": {1: "y"}, "plates": {1: "YK/TS"}, "tiles": ".k...."})
    assert told(table, "special", "row") == []
    assert letters(table.state.boards[0].tiles[1]) == ""
    table = tiled({"lines": {1: "k"}, "plates": {1: "YS/KR"}})
    assert table.state.boards[0].line_count[0] == 1


@pytest.mark.rule("D7.4", "D4.5")
def test_example_four_points_a_special_tile_and_its_place_in_a_run() -> None:
    """D7.4, D4.5"""
    plates = {1: "YK/TS@e", 2: "JB/TK", 4: "KY/RJ"}  # T Y / S K, J B / T K, then K Y / R J below
    table = tiled({"lines": {2: "kk", 3: "kkk"}, "plates": plates, "tiles": "ty.... ..t..."})
    table.play("w2")
    assert told(table, "tile", "row", "column", "across", "down", "points")[0] == (1, 1, 2, 2, 4)
    assert told(table, "special", "row", "column", "points") == [(1, 0, 2)]
    assert letters(table.state.boards[0].tiles[1]) == "*kt"
    assert told(table, "tile", "row", "column", "across", "down", "points")[1] == (2, 0, 1, 3, 3)
    assert table.scores[0] == 5 + 4 + 2 + 3


@pytest.mark.rule("D4.5")
def test_the_special_tile_comes_before_the_next_line() -> None:
    """D4.5: the tile of the line below counts it in its run across."""
    plates = {1: "ST/YB@e"}  # Y S / B T
    table = tiled({"lines": {1: "y", 2: "bb"}, "plates": plates, "tiles": "...... .t...."})
    assert [event.kind for event in table.events if event.kind in ("tile", "special")] == ["tile", "tile", "special"]
    assert told(table, "tile", "points") == [1, 4]
    assert told(table, "special", "points") == [1]


@pytest.mark.rule("D4.6", "D7.1")
@pytest.mark.parametrize(
    ("broken", "start", "cost"),
    [
        ("", False, 0),
        ("k", False, 1),
        ("kk", False, 3),
        ("kyk", False, 6),
        ("kykb", False, 10),
        ("", True, 2),
        ("kkb", True, 8),
        ("kykb", True, 12),
    ],
)
def test_broken_tiles_cost_points(broken: str, start: bool, cost: int) -> None:
    """D4.6, D7.1: 2 broken tiles cost 3; 3 and the start tile cost 8."""
    table = tiled({"score": 30, "broken": broken}, start_tile=0 if start else -1)
    assert table.scores[0] == 30 - cost
    assert told(table, "floor_start" if start else "floor", "count", "points") == ([(len(broken), -cost)] if cost else [])
    assert sorted(tiles(table.state.tower)) == sorted(broken)
    assert letters(table.state.boards[0].broken) == ""


@pytest.mark.rule("D4.6")
def test_a_score_never_falls_below_zero() -> None:
    """D4.6: clamped once, after all costs; the event says what was really lost."""
    table = tiled({"score": 4, "broken": "kkk", "lines": {1: "y"}, "plates": {1: "YK/TS"}}, start_tile=0)
    assert table.scores[0] == 0
    assert told(table, "floor_start", "points") == [-5]


@pytest.mark.rule("D4.7")
def test_the_start_player_tiles_first() -> None:
    """D4.7: all lines and the costs, then the other player's."""
    boards = [{"lines": {1: "y"}, "plates": {1: "YK/TS"}, "broken": "k"}, {"lines": {1: "y"}, "plates": {1: "YB/KS"}, "broken": "k"}]
    for starter in (0, 1):
        table = tiled(*boards, starter=starter)
        order = [(event.kind, event.seat) for event in table.events if event.kind in ("tile", "floor")]
        assert order == [("tile", starter), ("floor", starter), ("tile", 1 - starter), ("floor", 1 - starter)]


@pytest.mark.rule("D4.7")
def test_choices_of_the_start_player_come_first() -> None:
    """D4.7"""
    boards = [{"lines": {1: "k"}, "plates": {1: "YK/TS", 2: "KY/RJ"}}, {"lines": {1: "t"}, "plates": {1: "TR/BJ", 2: "TR/BS"}}]
    table = duel(*boards, chips="- - - b", turn=1, starter=1)
    table.play("c4")
    assert (table.turn, table.codes) == (1, ["w1", "w3"])
    table.play("w1")
    assert (table.turn, table.codes) == (0, ["w2", "w3"])


@pytest.mark.rule("D4.6", "D4.7")
def test_a_preview_does_not_charge_the_start_player_twice() -> None:
    """D4.6, D4.7: while the other one chooses a cell, the start player has paid; the other's tile is laid where it scores most."""
    plates = {1: "YK/TS", 2: "KY/RJ"}  # row 1: Y K K Y
    table = tiled({"score": 20, "broken": "kk"}, {"lines": {1: "k"}, "plates": plates, "tiles": "y..y..", "score": 20, "broken": "k"})
    assert (table.turn, table.scores) == (1, [17, 20])
    assert table.preview == [17, 20 + 2 - 1]


@pytest.mark.rule("D4.3")
def test_a_preview_completes_a_payment_that_was_begun() -> None:
    """D4.3: and begins none."""
    plates = {4: "YK/TS", 5: "TR/BS", 6: "SK/RB"}
    table = tiled({"chips": "t t ty ty b", "lines": {3: "t"}, "plates": plates, "score": 20}, round_number=4)
    assert table.preview[0] == 20
    table.play("$t.ty")
    assert table.preview[0] == 21
