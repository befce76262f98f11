"""Material, set-up and a turn of Blockers!, rule by rule (B1, B2, B3, B6.1)."""

from __future__ import annotations

from collections import Counter

import pytest

import tegel
from tegel.core.words import say
from tegel.games.blockers.fitting import block_of, fits
from tegel.games.blockers.state import JOKER

from .build import blocked, blockers, tile_set, told

SYMBOLS = ["triangle", "cross", "star", "clover", "circle", "diamond", "moon", "heart", "square"]


def codes(table: tegel.Table, *cells: str) -> set[str]:
    """The legal moves, or those on certain cells."""
    return {code for code in table.codes if not cells or code[:2] in cells}


@pytest.mark.rule("B1.1")
def test_the_board_and_its_blocks() -> None:
    """B1.1"""
    assert [[block_of(row, column) for column in range(9)] for row in (0, 3, 8)] == [
        [0, 0, 0, 1, 1, 1, 2, 2, 2],
        [3, 3, 3, 4, 4, 4, 5, 5, 5],
        [6, 6, 6, 7, 7, 7, 8, 8, 8],
    ]
    table = tegel.game("blockers", players=5, key=(1, 2, 3, 4))
    middles = [row + column for row in "BEH" for column in "258"]
    for name, middle in zip(SYMBOLS, middles, strict=True):
        assert table.say(f"{middle}s") == f"the {name} on {middle}"
    assert table.say("A9n") == "the 9 on A9"
    assert table.say("I1l") == "the I on I1"


@pytest.mark.rule("B1.2")
def test_the_tiles_and_where_they_go() -> None:
    """B1.2: a number in its column, a letter in its row, a symbol in its block, the joker anywhere; four tiles fit a cell."""
    board = [(row, column) for row in range(9) for column in range(9)]
    assert [sum(fits(tile, *cell) for cell in board) for tile in range(28)] == [9] * 27 + [81]
    assert {sum(fits(tile, *cell) for tile in range(28)) for cell in board} == {4}
    table = blockers(racks={"r": "2Gmj9"})
    assert {code[:2] for code in codes(table) if code[2] == "n" and code[1] == "2"} == {f"{row}2" for row in "ABCDEFGHI"}
    assert {code[:2] for code in codes(table) if code[2] == "l"} == {f"G{column}" for column in "123456789"}
    assert {code[:2] for code in codes(table) if code[2] == "s"} == {f"{row}{column}" for row in "GHI" for column in "123"}
    assert len({code[:2] for code in codes(table) if code[2] == "j"}) == 81
    assert [say("en", f"blockers.colour.{colour}") for colour in range(5)] == ["red", "green", "blue", "yellow", "violet"]


@pytest.mark.rule("B2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_set_up(players: int) -> None:
    """B2: a colour each, five tiles on the rack, 23 in the pile, nothing laid."""
    table = tegel.game("blockers", players=players, key=(5, 6, 7, players))
    facts = table.game.view(table.state)
    assert [len(rack) for rack in facts["racks"]] == [5] * players
    assert facts["pile_sizes"] == [23] * players
    assert [sorted(rack + pile) for rack, pile in zip(facts["racks"], facts["piles"], strict=True)] == [list(range(28))] * players
    assert facts["board"] == [[None] * 9] * 9
    assert facts["captured"] == [[]] * players


@pytest.mark.rule("B2")
def test_the_start_player_is_drawn_and_turns_go_clockwise() -> None:
    """B2"""
    starts = Counter(tegel.game("blockers", players=5, key=(seed, 0, 0, 0)).turn for seed in range(300))
    assert set(starts) == {0, 1, 2, 3, 4}
    assert min(starts.values()) > 35
    table = tegel.game("blockers", players=4, key=(1, 2, 3, 4))
    first = table.turn
    order = []
    for _ in range(8):
        order.append(table.turn)
        table.play(table.legal[0])
    assert order == [(first + step) % 4 for step in range(8)]


@pytest.mark.rule("B3.1")
def test_laying_on_an_empty_cell() -> None:
    """B3.1"""
    table = blockers(racks={"r": "2Gm9j"})
    table.play("G2s")
    assert table.game.view(table.state)["board"][6][1] == [0, 24]
    assert told(table, "lay", "capture") == [("lay", 0)]
    assert table.turn == 1


@pytest.mark.rule("B3.1")
def test_capturing_takes_the_tile_in_front_of_you() -> None:
    """B3.1: only on a cell the tile fits, and the captured tile lies open."""
    table = blockers("G2 g2", racks={"r": "13Gm9"})
    assert codes(table, "G2") == {"G2l", "G2s"}
    table.play("G2l")
    facts = table.view(2).facts
    assert facts["board"][6][1] == [0, 15]
    assert facts["captured"] == [[[1, 1]], [], []]
    assert told(table, "lay", "capture") == [("lay", 0), ("capture", 0)]


@pytest.mark.rule("B3.2")
def test_a_lone_tile_can_always_be_captured() -> None:
    """B3.2: touching another colour, or its own at a corner, does not matter."""
    table = blockers("G2 g2, G3 b3, H3 gm, F1 gF", racks={"r": "Gm9j1"})
    assert codes(table, "G2") == {"G2l", "G2s", "G2j"}


@pytest.mark.rule("B3.2")
@pytest.mark.parametrize(
    ("green", "free"),
    [
        ("E4 g4, E5 g5", "E4 E5"),
        ("E4 g4, E5 g5, E6 g6", "E4 E6"),
        ("D4 gD, D5 go, E5 g5, E4 g4", "D4 D5 E5 E4"),
        ("D5 gD, E4 g4, E5 g5, E6 g6, F5 gF", "D5 E4 E6 F5"),
        ("D4 gD, D5 go, D6 g6, E4 g4, E6 gE, F4 gF, F5 g5, F6 gj", "D4 D5 D6 E4 E6 F4 F5 F6"),
        ("D4 gD, D5 go, D6 g6, E4 g4, F4 gF, F5 g5", "D6 F5"),
        ("F1 g1, G1 gG, F2 g2, G2 gm, H2 gH", "F1 G1 F2 H2"),
        ("F1 gF, F2 gc, F3 g3, G1 gG, G3 gm, H1 g1, H2 g2, H3 gH", "F1 F2 F3 G1 G3 H1 H2 H3"),
    ],
)
def test_the_rest_of_a_group_must_stay_connected(green: str, free: str) -> None:
    """B3.2: pairs, lines, squares, crosses, rings, hooks, across the rows F and G too."""
    table = blockers(green, racks={"r": "jABCH"})
    held = [word.split(" ")[0] for word in green.split(", ")]
    assert {code[:2] for code in codes(table) if code[2] == "j" and code[:2] in held} == set(free.split())


@pytest.mark.rule("B3.3")
def test_own_tiles_are_never_captured() -> None:
    """B3.3"""
    table = blockers("G2 r2, G3 g3", racks={"r": "Gm9j1"})
    assert codes(table, "G2") == set()
    assert codes(table, "G3") == {"G3l", "G3s", "G3j"}


@pytest.mark.rule("B3.3")
def test_captured_tiles_never_return() -> None:
    """B3.3: to the end of the game they are where they were, and were never laid again."""
    table = tegel.game("blockers", players=3, key=(8, 8, 8, 8))
    taken: list[set[tuple[int, ...]]] = [set(), set(), set()]
    while not table.over:
        facts = table.view(-1).facts
        now = [{tuple(tile) for tile in tiles} for tiles in facts["captured"]]
        assert all(before <= after for before, after in zip(taken, now, strict=True))
        taken = now
        lying = {tuple(tile) for row in facts["board"] for tile in row if tile}
        assert not lying & set().union(*taken)
        table.play(table.legal[len(table.moves) % len(table.legal)])
    assert any(taken)


@pytest.mark.rule("B3.4")
def test_without_a_fitting_empty_cell_one_must_capture() -> None:
    """B3.4: rows A to C are full and only the ends of the yellow line can go; there is no passing."""
    table = blockers(blocked(yellow="C3 y3, C4 y4, C5 y5, C6 y6, C7 yC"), racks={"r": "ABCts"}, players=4)
    assert codes(table) == {"C3l", "C3s", "C7l", "C7s"}


@pytest.mark.rule("B3.4")
def test_both_laying_and_capturing_are_open_while_both_are_possible() -> None:
    """B3.4"""
    table = blockers("G2 g2", racks={"r": "Gm9j1"})
    assert {"G2l", "G3l"} <= codes(table)


@pytest.mark.rule("B3.5")
def test_who_can_neither_lay_nor_capture_is_skipped_and_does_not_draw() -> None:
    """B3.5"""
    table = blockers(blocked(), racks={"r": "ABCts", "y": "98GHI"}, players=4, turn=3)
    rack, pile = int(table.state.racks[0]), int(table.state.piles[0])
    table.play("G1l")
    assert table.turn == 1
    assert told(table, "skip") == [("skip", 0)]
    assert (table.state.racks[0], table.state.piles[0]) == (rack, pile)


@pytest.mark.rule("B3.5")
def test_a_skipped_player_plays_again_once_it_is_possible() -> None:
    """B3.5: green opens a way by capturing the end of the yellow path, whose next tile then is an end itself."""
    table = blockers(blocked(), racks={"r": "ABCts", "y": "98GHI", "g": "EFGcI", "b": "EFGHI"}, players=4, turn=3)
    table.play("G1l")
    table.play("D3s")
    table.play("G2l")
    table.play("H1l")
    assert told(table, "skip") == []
    assert table.turn == 0
    assert codes(table) == {"C3l", "C3s"}


@pytest.mark.rule("B3.5")
def test_a_turn_can_come_back_to_the_same_seat() -> None:
    """B3.5: red can do nothing, green and blue are finished."""
    table = blockers(blocked(), racks={"r": "ABCts", "g": "EFGH", "b": "EFGH", "y": "98GHI"}, empty={"g": 3, "b": 3}, players=4, turn=3)
    table.play("G1l")
    assert table.turn == 3
    assert told(table, "skip") == [("skip", 0)]


@pytest.mark.rule("B3.4")
def test_a_forced_move_is_made_at_once() -> None:
    """B3.4: red can only lay its C on C5; it does so unasked, and green is to move."""
    row = "C3 r3, C4 r4, C6 r6, C7 r7"
    table = blockers(blocked(yellow="", more=row), racks={"r": "ABCts", "y": "98GHI"}, players=4, turn=3)
    table.play("G1l")
    assert told(table, "forced", "lay", "skip") == [("lay", 3), ("forced", 0), ("lay", 0)]
    assert table.game.view(table.state)["board"][2][4] == [0, 11]
    assert table.turn == 1
    assert len(table.moves) == 1


@pytest.mark.rule("B3.6")
def test_a_tile_is_drawn_after_each_move_while_there_is_one() -> None:
    """B3.6"""
    table = blockers(racks={"r": "2Gm9j"})
    pile = int(table.state.piles[0])
    table.play("G2n")
    rack = int(table.state.racks[0])
    assert (rack & tile_set("Gm9j")) == tile_set("Gm9j")
    drawn = rack ^ tile_set("Gm9j")
    assert drawn.bit_count() == 1
    assert drawn | int(table.state.piles[0]) == pile
    table = blockers(racks={"r": "2Gm9j"}, empty={"r": 1})
    table.play("G2n")
    assert table.state.racks[0] == tile_set("Gm9j")
    assert table.state.rack_size[0] == 4


@pytest.mark.rule("B6.1")
def test_example_a_lone_yellow_tile() -> None:
    """B6.1"""
    table = blockers("G2 ym", racks={"b": "2Gm9I"}, players=4, turn=2)
    assert codes(table, "G2") == {"G2n", "G2l", "G2s"}


@pytest.mark.rule("B1.2")
def test_the_joker_is_in_play() -> None:
    """B1.2"""
    table = blockers(racks={"r": "2Gm9j"})
    table.play("E5j")
    assert table.game.view(table.state)["board"][4][4] == [0, JOKER]
