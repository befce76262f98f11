"""The offer phase of Azul, rule by rule (A3, A8)."""

from __future__ import annotations

import pytest

from tegel import IllegalMove

from .build import azul, tiles


def targets(table, source: str, colour: str) -> set[str]:
    return {code[2] for code in table.codes if code.startswith(source + colour)}


@pytest.mark.rule("A3.1")
def test_a_disc_gives_one_colour_and_the_rest_goes_to_the_centre() -> None:
    """A3.1"""
    table = azul(discs="kkyr bbbb")
    table.play("1k2")
    assert tiles(table.state.centre) == "yr"
    assert tiles(table.state.discs[0]) == ""
    assert table.state.boards[0].line_count[1] == 2
    assert table.turn == 1


@pytest.mark.rule("A3.2")
def test_the_first_taker_from_the_centre_takes_the_marker_before_the_tiles() -> None:
    """A3.2"""
    table = azul(centre="kkkyy", discs="bbbb")
    table.play("ck1")
    assert table.state.boards[0].floor.tolist() == [5, 3, 3, -1, -1, -1, -1]
    assert table.state.marker == 0
    table.play("cy2")
    assert table.state.marker == 0
    assert table.state.boards[1].floor.tolist() == [-1] * 7


@pytest.mark.rule("A3.3")
def test_tiles_go_to_one_line_or_the_floor() -> None:
    """A3.3"""
    table = azul(discs="kkyr bbbb")
    assert targets(table, "1", "k") == set("012345")
    table.play("1k0")
    assert table.state.boards[0].floor.tolist()[:3] == [3, 3, -1]


@pytest.mark.rule("A3.4")
def test_a_line_holds_one_colour_and_a_full_line_takes_nothing() -> None:
    """A3.4"""
    table = azul({"lines": {2: "bb", 3: "b", 4: "yy"}}, discs="bbyr kkkk")
    assert targets(table, "1", "b") == set("0135")
    assert targets(table, "1", "y") == set("0145")


@pytest.mark.rule("A3.5")
def test_a_colour_does_not_enter_a_line_whose_wall_row_holds_it() -> None:
    """A3.5"""
    table = azul({"wall": "b.... .b... ..... ..... ....."}, discs="bbyr kkkk")
    assert targets(table, "1", "b") == set("0345")


@pytest.mark.rule("A3.6")
def test_what_does_not_fit_falls_to_the_floor_left_to_right() -> None:
    """A3.6"""
    table = azul({"lines": {3: "bb"}, "floor": "k"}, discs="bbby kkkk")
    table.play("1b3")
    assert table.state.boards[0].line_count[2] == 3
    assert table.state.boards[0].floor.tolist() == [3, 0, 0, -1, -1, -1, -1]


@pytest.mark.rule("A3.7")
def test_a_full_floor_sends_tiles_to_the_lid() -> None:
    """A3.7"""
    table = azul({"floor": "kkkkkk"}, discs="bbby kkkk")
    table.play("1b0")
    assert tiles(table.state.lid) == "bb"
    assert table.state.boards[0].floor.tolist() == [3, 3, 3, 3, 3, 3, 0]


@pytest.mark.rule("A3.8")
def test_the_marker_with_a_full_floor_costs_nothing_but_begins_the_next_round() -> None:
    """A3.8"""
    table = azul({"floor": "kkkkkkk", "score": 20}, {}, centre="yyw", discs="")
    table.play("cy2")
    table.play("cw1")
    floor = [event for event in table.events if event.kind == "floor"]
    assert [(event.seat, event.count, event.points) for event in floor] == [(0, 7, -14)]
    assert table.state.starter == 0


@pytest.mark.rule("A3.9")
def test_the_phase_ends_with_the_last_tile_and_there_is_always_a_move() -> None:
    """A3.9"""
    table = azul(discs="bbbb yyyy")
    table.play("1b4")
    table.play("2y4")
    assert table.state.round_number == 2
    assert len(table.legal) >= 2


@pytest.mark.rule("A8.1")
def test_example_three_takes() -> None:
    """A8.1"""
    table = azul({}, {}, {}, discs="kkbw yrrr", players=3)
    table.play("1k2")
    assert tiles(table.state.centre) == "bw"
    table.play("2y1")
    assert tiles(table.state.centre) == "brrrw"
    table.play("cr3")
    assert table.state.boards[2].floor.tolist()[0] == 5


@pytest.mark.rule("A8.2")
def test_example_where_two_yellow_tiles_may_go() -> None:
    """A8.2"""
    board = {"wall": "..... ..y.. ...y. ..... .....", "lines": {4: "b"}}
    table = azul(board, discs="yykk bbbb")
    assert targets(table, "1", "y") == set("015")
    table.play("1y1")
    assert table.state.boards[0].floor.tolist()[:2] == [1, -1]


@pytest.mark.rule("A3.4")
def test_an_illegal_move_changes_nothing() -> None:
    """A3.4"""
    table = azul({"lines": {2: "bb"}}, discs="bbyr kkkk")
    before = table.position
    with pytest.raises(IllegalMove, match=r"1b2 .* is not legal now"):
        table.play("1b2")
    assert table.position == before
    assert table.moves == []


@pytest.mark.rule("A3.9")
def test_a_forced_take_is_made_without_asking() -> None:
    """A3.9: with one tile left and no line for it, the only move is made at once, and told."""
    wall = "b.... .b... ..b.. ...b. ....b"
    table = azul({}, {"wall": wall}, discs="yyyy", centre="b", marker=0, turn=0)
    table.play("1y4")
    assert ("forced", 1) in [(event.kind, event.seat) for event in table.events]
    assert table.state.round_number == 2
