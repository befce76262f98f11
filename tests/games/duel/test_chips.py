"""Bonus chips: taking them, and completing lines with them (D1.3, D3.6, D3.10, D4.3, D7.5)."""

from __future__ import annotations

from itertools import combinations

import pytest

import tegel
from tegel.games.duel.chips import MATCHES, NAMES
from tegel.games.duel.moves import LETTERS

from .build import duel, forced, letters, tiled, tiles, told

UPPER = {1: "YK/TS", 2: "TR/BS", 3: "JB/TK"}  # the second row: T S B S T K
MIDDLE = {4: "YK/TS", 5: "TR/BS", 6: "SK/RB"}  # the third row: Y K T R S K


def completing(chips: str, lines: dict[int, str], plates: dict[int, str] = UPPER):
    """The tiling of seat 0 in round 4, with chips and lines; the table stops at the first line that can be completed."""
    return tiled({"chips": chips, "lines": lines, "plates": plates}, round_number=4)


@pytest.mark.rule("D1.3")
def test_twenty_chips_of_one_and_two_colours() -> None:
    """D1.3"""
    assert tegel.game("duel", key=(1, 2, 3, 4)).state.chips_left.tolist() == [2] * 10
    assert NAMES == ("b", "y", "r", "k", "t", "ty", "yk", "kb", "br", "rt")
    shown = [{LETTERS[colour] for colour in range(5) if matches[colour]} for matches in MATCHES]
    assert shown == [set(name) for name in NAMES]


@pytest.mark.rule("D3.6")
def test_a_revealed_chip_goes_to_ones_supply() -> None:
    """D3.6: a chip that lies face down cannot be taken."""
    table = duel({"taken": 1}, suns="bbkty - rrkk", chips="ty down - -")
    assert [code for code in table.codes if code[0] == "c"] == ["c1"]
    table.play("c1")
    assert table.state.boards[0].chips.tolist() == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert table.state.chips[0] == -1
    assert table.turn == 1


@pytest.mark.rule("D3.6")
def test_at_most_two_chips_a_round_each() -> None:
    """D3.6"""
    table = duel({"taken": 0}, {"taken": 1}, suns="bbkty", chips="ty b r -")
    for code in ("c1", "lb2", "c2", "mk3"):
        table.play(code)
    assert table.turn == 0
    assert "c3" not in table.codes
    table.play("my1")
    assert "c3" in table.codes


@pytest.mark.rule("D3.10")
@pytest.mark.parametrize("sun", ["y", "yy", "yyy", "yyyy"])
def test_a_factory_without_tiles_reveals_its_chip_however_few_it_held(sun: str) -> None:
    """D3.10"""
    table = duel(suns=f"bbkty {sun}")
    table.play("1y5")
    assert told(table, "chip", "row") == [0]


@pytest.mark.rule("D3.10", "D3.3")
def test_a_short_factory_keeps_its_chip_while_a_tile_is_on_its_moon() -> None:
    """D3.10, D3.3"""
    table = duel(suns="bbkty yk")
    table.play("1y5")
    assert told(table, "chip", "row") == []
    assert letters(table.state.moons[0]) == "k"
    table.play("mk5")
    assert told(table, "chip", "row") == [0]


@pytest.mark.rule("D7.5", "D4.3")
def test_example_two_chips_that_show_turquoise() -> None:
    """D7.5, D4.3: a two-colour chip is one chip, and matches either colour."""
    table = completing("t ty", {2: "t"})
    assert table.turn == 0
    assert table.codes == ["-", "$t.ty"]
    table.play("$t.ty")
    assert table.codes == ["w1", "w5"]
    table.play("w5")
    assert letters(table.state.boards[0].tiles[1]) == "....t"
    assert table.state.boards[0].chips.sum() == 0


@pytest.mark.rule("D7.5")
def test_example_three_chips_of_any_colours() -> None:
    """D7.5"""
    table = completing("y r k", {2: "b"})
    assert table.codes == ["-", "$y.r.k"]
    table.play("$y.r.k")
    assert letters(table.state.boards[0].tiles[1]) == "..b"


@pytest.mark.rule("D4.3")
def test_two_chips_must_both_match() -> None:
    """D4.3"""
    table = completing("t k", {2: "t"})
    assert told(table, "deal", "count") == [5]
    assert table.state.boards[0].line_count[1] == 1


@pytest.mark.rule("D4.3")
def test_a_line_may_be_left_as_it_is() -> None:
    """D4.3"""
    table = completing("t ty", {2: "t"})
    table.play("-")
    assert table.state.boards[0].line_count[1] == 1
    assert table.state.boards[0].chips.sum() == 2
    assert table.state.round_number == 5


@pytest.mark.rule("D4.3")
def test_a_line_without_a_tile_cannot_be_completed() -> None:
    """D4.3"""
    table = completing("t t ty ty y y", {})
    assert table.state.round_number == 5


@pytest.mark.rule("D4.3")
def test_all_missing_tiles_must_be_paid() -> None:
    """D4.3: for a line that lacks two, a pair and a single chip do not do; two pairs do, and the second is forced."""
    short = completing("t t ty", {3: "t"}, MIDDLE)
    assert short.state.round_number == 5
    table = completing("t t ty ty", {3: "t"}, MIDDLE)
    assert table.codes == ["-", "$t.t", "$t.ty", "$ty.ty"]
    table.play("$t.t")
    assert forced(table) == ["$ty.ty"]
    assert letters(table.state.boards[0].tiles[2]) == "..t"


@pytest.mark.rule("D4.3")
def test_ways_to_pay_may_be_mixed() -> None:
    """D4.3"""
    table = completing("t t b y k", {3: "t"}, MIDDLE)
    table.play("$t.t")
    assert forced(table) == ["$b.y.k"]
    assert table.state.boards[0].chips.sum() == 0


@pytest.mark.rule("D4.3")
def test_a_payment_after_which_the_rest_cannot_be_paid_is_not_offered() -> None:
    """D4.3: three turquoise chips would leave a turquoise and a blue one, which pay for nothing."""
    table = completing("t t ty ty b", {3: "t"}, MIDDLE)
    assert table.codes == ["-", "$t.t", "$t.ty", "$ty.ty", "$b.t.t", "$b.t.ty", "$b.ty.ty"]
    table.play("$t.ty")
    assert (table.state.missing, table.state.boards[0].line_count[2]) == (1, 1)
    assert table.codes == ["$t.ty", "$b.t.ty"]


@pytest.mark.rule("D4.3")
def test_only_a_line_whose_tile_can_be_placed_at_once() -> None:
    """D4.3: without a cell for it so far the tiles stay, and no chips are asked for."""
    board = {"chips": "k k", "lines": {2: "k"}}
    table = tiled({**board, "plates": {1: "YK/TS", 2: "TR/BS"}})
    assert table.state.round_number == 2
    assert table.state.boards[0].line_count[1] == 1
    table = tiled({**board, "plates": {1: "YK/TS", 2: "KY/RJ"}})
    assert table.codes == ["-", "$k.k"]


@pytest.mark.rule("D4.3", "D4.1")
def test_paid_tiles_never_enter_the_tower() -> None:
    """D4.3, D4.1: of six spaces three were real: one lies on the dome, two go to the tower."""
    plates = {7: "KY/RJ", 8: "TR/BS", 9: "JB/TK"}
    table = tiled({"chips": "k k yk yk kb kb", "lines": {6: "kkk"}, "plates": plates}, round_number=4)
    for _ in range(2):
        table.play(next(code for code in table.codes if code.startswith("$")))
    assert forced(table)[0].startswith("$")
    table.play("w2")
    assert tiles(table.state.tower) == "kk"


@pytest.mark.rule("D4.3")
def test_used_chips_are_gone() -> None:
    """D4.3: they do not come back to the supply."""
    table = completing("t ty", {2: "t"})
    left = table.state.chips_left.copy()
    table.play("$t.ty")
    table.play("w1")
    assert (table.state.chips_left == left).all()


@pytest.mark.rule("D1.3", "D4.3")
def test_every_pair_of_chips_pays_for_the_colours_both_show() -> None:
    """D1.3, D4.3"""
    for first, second in combinations(NAMES, 2):
        table = completing(f"{first} {second}", {2: "t"})
        assert (table.turn == 0 and table.state.line == 1) == ("t" in first and "t" in second)
