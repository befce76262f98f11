"""The scoring tiles, both sides, and who wins (D1.4, D6)."""

from __future__ import annotations

import pytest

import tegel

from .build import duel, told

# A dome with its nine plates, and the same full of tiles: the three upper plates are special ones.
#   Y K  T R  S K
#   T S  B S  R B
#   J B  T Y  R T
#   T K  J K  Y J
#   T R  Y R  T B
#   B J  J B  J Y
PLATES = dict(enumerate(["YK/TS", "TR/BS", "SK/RB", "JB/TK", "TY/JK", "RT/YJ", "TR/BJ", "YR/JB", "TB/JY"], 1))
FULL = "yktr*k t*b*rb kbtyrt tkbkyr tryrtb brkbty"


def ended(laid: str = "", scoring: str = "1f2f3f", **more):
    """The end of a game: seat 0 has these tiles on the dome above, 50 points, and seat 1 takes the last chip."""
    board = {"plates": PLATES, "tiles": laid, "score": 50} | more
    table = duel(board, chips="- - - b", turn=1, round_number=5, scoring=scoring)
    table.play("c4")
    assert table.over
    return table


def points(laid: str, tile: int, side: str) -> int:
    """What a scoring tile brings for these tiles; two others are in the game, as they must."""
    others = [f"{other}f" for other in range(1, 5) if other != tile][:2]
    table = ended(laid, "".join(sorted([*others, f"{tile}{side}"])))
    counted = {(seat, row): (column, points) for seat, row, column, points in told(table, "scoring", "seat", "row", "column", "points")}
    column, found = counted[0, tile - 1]
    assert column == {"f": 1, "b": 2}[side]
    return found


def without(*cells: str) -> str:
    """The full dome without some cells, named by row and column from 1; name a special cell with any other of its plate."""
    rows = [list(row) for row in FULL.split()]
    for row, column in cells:
        rows[int(row) - 1][int(column) - 1] = "."
    return " ".join("".join(row) for row in rows)


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(("laid", "expected"), [(FULL, 18), (without("61"), 15), (without("31", "41", "61"), 9), ("......", 0)])
def test_tile_one_front(laid: str, expected: int) -> None:
    """D1.4: 3 per complete row."""
    assert points(laid, 1, "f") == expected


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        (FULL, 3 * 4),  # the third, fourth and sixth row, with tiles on joker cells
        ("...... ...... kbtyr.", 4),  # a gap is allowed
        ("...... ...... bbtyr.", 0),  # a tile on a joker cell counts as what it is
        ("yktr*k ....rb", 0),  # a special tile is no fifth colour
        ("", 0),
    ],
)
def test_tile_one_back(laid: str, expected: int) -> None:
    """D1.4: 4 per row with all five colours."""
    assert points(laid, 1, "b") == expected


@pytest.mark.rule("D1.4")
def test_tile_one_back_beside_a_special_tile() -> None:
    """D1.4: it has no colour, and does no harm to the five others."""
    table = ended("k*tyrb tr....", "1b2f3f", plates={1: "KS/TR", 2: "TY/JK", 3: "RJ/BK"})
    assert told(table, "scoring", "seat", "row", "points")[0] == (0, 0, 4)


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(("laid", "expected"), [(FULL, 42), (without("61"), 35), (without("61", "62"), 28), ("", 0)])
def test_tile_two_front(laid: str, expected: int) -> None:
    """D1.4: 7 per complete column."""
    assert points(laid, 2, "f") == expected


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(
    ("laid", "expected"), [(FULL, 20), (without("61", "66"), 18), (without("33", "44", "34", "43"), 20), ("yk....", 2)]
)
def test_tile_two_back(laid: str, expected: int) -> None:
    """D1.4: 1 per tile on the 20 outer cells."""
    assert points(laid, 2, "b") == expected


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(("laid", "expected"), [(FULL, 20), (without("61"), 10), (without("66"), 10), (without("61", "66"), 0)])
def test_tile_three_front(laid: str, expected: int) -> None:
    """D1.4: 10 per complete diagonal."""
    assert points(laid, 3, "f") == expected


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        (FULL, 22),
        (without("62"), 14),
        (without("56"), 14),
        (without("11", "22"), 19),
        (without("16", "15"), 19),
        (without("33", "23", "24"), 22),
    ],
)
def test_tile_three_back(laid: str, expected: int) -> None:
    """D1.4: 3 for a full upper corner plate, 8 for a lower one."""
    assert points(laid, 3, "b") == expected


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(("laid", "expected"), [(FULL, 12), (without("31"), 0), (without("32"), 12), ("", 0)])
def test_tile_four_front(laid: str, expected: int) -> None:
    """D1.4: 2 per joker cell if all of them are filled."""
    assert points(laid, 4, "f") == expected


@pytest.mark.rule("D1.4")
def test_tile_four_front_without_joker_cells() -> None:
    """D1.4: a dome of nine special plates has none."""
    plates = dict(enumerate(["YK/TS", "YB/KS", "BK/ST", "KS/TR", "TR/BS", "ST/YB", "SK/RB", "YS/KR", "SY/BR"], 1))
    table = ended("", "1f2f4f", plates=plates)
    assert told(table, "scoring", "seat", "row", "points")[2] == (0, 3, 0)


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize(("laid", "expected"), [(FULL, 0), (without("11", "22"), -3), (without("11", "22", "15", "16"), -6), ("", -9)])
def test_tile_four_back(laid: str, expected: int) -> None:
    """D1.4: minus 3 per empty special cell."""
    assert points(laid, 4, "b") == expected


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize("scoring", ["1f2f3f", "1b2b4b", "2f3f4f", "1b2f3b4f"])
def test_a_game_has_three_or_four_scoring_tiles(scoring: str) -> None:
    """D1.4"""
    table = ended(FULL, scoring)
    assert "".join(f"{row + 1}{' fb'[side]}" for seat, row, side in told(table, "scoring", "seat", "row", "column") if seat == 0) == scoring


@pytest.mark.rule("D1.4")
def test_the_default_scoring_tiles() -> None:
    """D1.4"""
    assert tegel.game("duel").options.scoring == "1f2f3f"


@pytest.mark.rule("D1.4")
@pytest.mark.parametrize("scoring", ["", "1f2f", "1f1b2f", "2f1f3f", "1f2f3x", "1f2f5f", "1f2f3f4b1f", "123"])
def test_other_scoring_tiles_are_refused(scoring: str) -> None:
    """D1.4"""
    with pytest.raises(tegel.BadOption, match="three or four of the scoring tiles"):
        tegel.game("duel", scoring=scoring)


@pytest.mark.rule("D6.1")
def test_the_scoring_tiles_are_counted_after_the_fifth_tiling() -> None:
    """D6.1: with the tiles laid in it."""
    table = ended(without("61"), lines={6: "bbbbbb"}, score=10)
    assert told(table, "tile", "points") == [12]
    assert [event.kind for event in table.events][-6:] == ["scoring"] * 6
    assert table.scores == [10 + 12 + 18 + 42 + 20, 5]


@pytest.mark.rule("D6.1")
def test_they_are_not_counted_before() -> None:
    """D6.1"""
    table = duel(chips="- - - b", turn=1, round_number=4)
    table.play("c4")
    assert not table.over
    assert told(table, "scoring", "points") == []


@pytest.mark.rule("D6.1")
def test_the_total_never_falls_below_zero() -> None:
    """D6.1: the event says what was really lost."""
    table = ended("", "1f2f4b", score=4)
    assert table.scores[0] == 0
    assert told(table, "scoring", "seat", "row", "points")[2] == (0, 3, -4)


@pytest.mark.rule("D6.1")
def test_points_counted_first_are_there_for_the_last_tile() -> None:
    """D6.1: it is the total that does not fall below 0."""
    table = ended("...... ...... kbtyrt", "1f2f4b", score=4)
    assert table.scores[0] == 0
    table = ended("...... ...... kbtyrt tkbkyr", "1f2f4b", score=4)
    assert table.scores[0] == 4 + 6 - 9


@pytest.mark.rule("D6.2")
@pytest.mark.parametrize(("scores", "places"), [((50, 49), [1, 2]), ((49, 50), [2, 1])])
def test_most_points_win(scores: tuple[int, int], places: list[int]) -> None:
    """D6.2: whoever holds the start tile."""
    for starter in (0, 1):
        table = duel({"score": scores[0]}, {"score": scores[1]}, chips="- - - b", turn=1, starter=starter, round_number=5, scoring="1f2f3f")
        table.play("c4")
        assert table.result == tegel.Result(list(scores), places)


@pytest.mark.rule("D6.2")
@pytest.mark.parametrize("holder", [0, 1])
def test_a_tie_goes_to_the_holder_of_the_start_tile(holder: int) -> None:
    """D6.2: two points more before it is paid for make it a tie."""
    boards = [{"score": 50 + (2 if seat == holder else 0)} for seat in (0, 1)]
    table = duel(*boards, chips="- - - b", turn=1, starter=1 - holder, start_tile=holder, round_number=5)
    table.play("c4")
    assert table.scores == [50, 50]
    assert table.result.winners == [holder]


@pytest.mark.rule("D6.2")
@pytest.mark.parametrize("starter", [0, 1])
def test_a_tie_without_the_start_tile_taken_goes_to_the_start_player(starter: int) -> None:
    """D6.2: who took it last began this round; if nobody ever took it, it is the start player too."""
    table = duel(chips="- - - b", turn=1, starter=starter, round_number=5)
    table.play("c4")
    assert table.scores == [5, 5]
    assert table.result.winners == [starter]
