"""Taking tiles from suns and moons (D3.2-D3.5, D7)."""

from __future__ import annotations

import pytest

from tegel import IllegalMove

from .build import duel, letters, tiles, told


def targets(table, source: str, colour: str) -> set[str]:
    return {code[2] for code in table.codes if code.startswith(source + colour)}


@pytest.mark.rule("D3.2")
def test_the_rest_of_the_large_sun_goes_to_the_large_moon() -> None:
    """D3.2"""
    table = duel(suns="bbkty")
    table.play("lb2")
    assert tiles(table.state.large_moon) == "ykt"
    assert tiles(table.state.suns[0]) == ""
    assert table.state.boards[0].line_count[1] == 2
    assert table.state.start_tile == -1
    assert table.turn == 1


@pytest.mark.rule("D3.2")
def test_the_rest_of_a_small_sun_is_stacked_in_the_takers_order() -> None:
    """D3.2: at each step the colours still to be stacked are offered; the last is not asked for."""
    table = duel(suns="bbkty - tykb -")
    table.play("2t1")
    assert table.turn == 0
    assert table.codes == ["+b", "+y", "+k"]
    table.play("+k")
    assert table.codes == ["+b", "+y"]
    table.play("+b")
    assert letters(table.state.moons[1]) == "kby"
    assert table.state.chips.tolist()[1] == -2
    assert table.turn == 1


@pytest.mark.rule("D3.2")
def test_a_rest_of_one_colour_is_stacked_without_asking() -> None:
    """D3.2"""
    table = duel(suns="bbkty tkkk")
    table.play("1t1")
    assert letters(table.state.moons[0]) == "kkk"
    assert table.turn == 1


@pytest.mark.rule("D3.2")
def test_two_equal_tiles_and_another_can_be_stacked_three_ways() -> None:
    """D3.2"""
    stacks = set()
    for first, second in (("+k", ""), ("+y", "+k"), ("+y", "+y")):
        table = duel(suns="bbkty tyyk")
        table.play("1t1")
        table.play(first)
        if second:
            table.play(second)
        stacks.add(letters(table.state.moons[0]))
        assert table.turn == 1
    assert stacks == {"kyy", "yky", "yyk"}


@pytest.mark.rule("D3.2")
def test_four_of_one_colour_reveal_the_chip() -> None:
    """D3.2"""
    table = duel(suns="bbkty - - rrrr")
    left = table.state.chips_left.sum()
    table.play("3r4")
    chip = table.state.chips[2]
    assert 0 <= chip < 10
    assert told(table, "chip", "row", "colour") == [(2, chip)]
    assert table.state.chips_left.sum() == left - 1


@pytest.mark.rule("D3.3")
def test_the_moons_give_top_tiles_and_all_of_the_large_moon() -> None:
    """D3.3: a tile below another cannot be taken; the start tile comes with the first tile from the large moon."""
    table = duel(large_moon="kky", moons="bk kb k kk")
    table.play("mk6")
    state = table.state
    assert [letters(moon) for moon in state.moons] == ["b", "kb", "", "k"]
    assert tiles(state.large_moon) == "y"
    assert state.boards[0].line_count[5] == 5
    assert state.start_tile == 0
    table.play("my1")
    assert state.start_tile == 0


@pytest.mark.rule("D3.3")
def test_the_last_tile_of_a_stack_reveals_its_chip() -> None:
    """D3.3: of several chips revealed at once the order is that of the factories."""
    table = duel(large_moon="b", moons="k yk - k")
    table.play("mk3")
    assert told(table, "chip", "row") == [0, 3]
    assert table.state.chips.tolist()[1:3] == [-2, -1]
    assert table.state.start_tile == -1


@pytest.mark.rule("D3.4")
def test_tiles_go_to_one_line_of_their_colour_or_are_broken() -> None:
    """D3.4"""
    table = duel({"lines": {1: "b", 2: "k", 3: "bb", 4: "bbbb"}}, suns="bbkty")
    assert targets(table, "l", "b") == set("0356")
    assert targets(table, "l", "k") == set("0256")
    table.play("lb3")
    assert table.state.boards[0].line_count[2] == 3
    assert letters(table.state.boards[0].broken) == "b"


@pytest.mark.rule("D3.4")
def test_all_may_be_broken_by_choice() -> None:
    """D3.4"""
    table = duel(suns="bbkty")
    table.play("lb0")
    assert letters(table.state.boards[0].broken) == "bb"
    assert table.state.boards[0].line_count.tolist() == [0] * 6


@pytest.mark.rule("D3.4")
def test_a_line_may_be_loaded_though_its_tile_can_never_be_placed() -> None:
    """D3.4: no blue cell and no joker cell in the first row."""
    table = duel({"plates": {1: "YK/TS", 2: "TR/BS", 3: "SK/RB"}}, suns="bbkty")
    assert targets(table, "l", "b") == set("0123456")
    table.play("lb1")
    assert table.state.boards[0].line_count[0] == 1


@pytest.mark.rule("D3.4")
def test_an_illegal_move_changes_nothing() -> None:
    """D3.4"""
    table = duel({"lines": {2: "bb"}}, suns="bbkty")
    before = table.position
    with pytest.raises(IllegalMove, match=r"lb2 .* is not legal now"):
        table.play("lb2")
    assert table.position == before
    assert table.moves == []


@pytest.mark.rule("D3.5")
def test_the_broken_area_holds_four_and_the_tower_takes_the_rest() -> None:
    """D3.5: what goes to the tower costs nothing."""
    table = duel({"broken": "yy", "score": 20}, {"score": 20}, large_moon="kkkk", moons="t")
    table.play("mk0")
    assert letters(table.state.boards[0].broken) == "yykk"
    assert tiles(table.state.tower) == "kk"
    table.play("mt1")
    assert table.scores == [20 - 10 - 2, 20]


@pytest.mark.rule("D7.2")
def test_example_a_stack_of_black_and_yellow() -> None:
    """D7.2"""
    table = duel(suns="bbkty - tkty")
    table.play("2t2")
    assert table.codes == ["+y", "+k"]
    table.play("+k")
    assert letters(table.state.moons[1]) == "ky"
    assert {code[1] for code in table.codes if code[0] == "m"} == {"y"}
    table.play("my1")
    assert {code[1] for code in table.codes if code[0] == "m"} == {"k"}


@pytest.mark.rule("D7.3")
def test_example_yellow_tops_without_the_start_tile() -> None:
    """D7.3"""
    table = duel(large_moon="k", moons="r ky by k")
    table.play("my2")
    assert table.state.start_tile == -1
    assert table.state.boards[0].line_count[1] == 2
    assert [letters(moon) for moon in table.state.moons] == ["r", "k", "b", "k"]
    table.play("mk3")
    assert table.state.start_tile == 1
