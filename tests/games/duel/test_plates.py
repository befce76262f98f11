"""Dome plates: what they are, and taking, drawing and laying them (D1.2, D3.1)."""

from __future__ import annotations

import pytest

import tegel
from tegel.games.duel.plates import FACES, NAMES, is_special

from .build import duel, forced, names, told

SUNS = "bbkty rrkk"
PRINTED = """
YK/TS KS/TR SK/RB JB/TK TR/BJ KY/RJ
YB/KS TR/BS YS/KR TY/JK YR/JB TK/RJ
BK/ST ST/YB SY/BR RT/YJ TB/JY RJ/BK
"""


def written(plate: int, turns: int) -> str:
    cells = "".join("BYRKTSJ"[cell] for cell in FACES[plate, turns])
    return f"{cells[:2]}/{cells[2:]}"


@pytest.mark.rule("D1.2")
def test_eighteen_plates() -> None:
    """D1.2: numbered down the columns of the printed table."""
    rows = [line.split() for line in PRINTED.split("\n") if line]
    assert list(NAMES) == [row[column] for column in range(6) for row in rows]
    assert [written(plate, 0) for plate in range(18)] == list(NAMES)
    assert [is_special(plate) for plate in range(18)] == ["S" in name for name in NAMES]


@pytest.mark.rule("D1.2")
def test_plates_turn_and_are_never_mirrored() -> None:
    """D1.2"""
    assert [written(0, turns) for turns in range(4)] == ["YK/TS", "TY/SK", "ST/KY", "KS/YT"]
    for plate, name in enumerate(NAMES):
        around = name[0] + name[1] + name[4] + name[3]
        for turns in range(4):
            turned = written(plate, turns)
            assert turned[0] + turned[1] + turned[4] + turned[3] in around * 2


@pytest.mark.rule("D3.1")
def test_an_open_plate_for_a_token() -> None:
    """D3.1: the display keeps the gap; the plate goes on any empty space, any way round."""
    table = duel({"tokens": 2}, suns=SUNS, display="YK/TS JB/TK TR/BJ")
    assert {"p1", "p2", "p3", "draw"} <= set(table.codes)
    table.play("p2")
    assert table.turn == 0
    assert table.codes == [f"@{space}{point}" for space in range(1, 9) for point in "nesw"]  # the ninth bears the first plate
    table.play("@5e")
    board = table.state.boards[0]
    assert (NAMES[board.plates[4]], board.turns[4], board.tokens, board.score) == ("JB/TK", 1, 1, 5)
    assert names(table.state.display) == ["YK/TS", "TR/BJ"]
    assert table.state.display[1] == -1
    assert table.turn == 1


@pytest.mark.rule("D3.1")
def test_a_plate_never_moves_and_its_space_is_taken() -> None:
    """D3.1"""
    table = duel({"tokens": 2, "plates": {9: "YK/TS@s"}}, suns=SUNS)
    table.play("p1")
    assert not [code for code in table.codes if code.startswith("@9")]
    table.play("@1n")
    assert (NAMES[table.state.boards[0].plates[8]], table.state.boards[0].turns[8]) == ("YK/TS", 2)


@pytest.mark.rule("D3.1")
def test_without_a_token_there_is_no_plate() -> None:
    """D3.1: two tokens a round."""
    table = duel({"tokens": 0}, {"tokens": 1}, suns=SUNS)
    assert not {"p1", "p2", "p3", "draw"} & set(table.codes)
    table.play("lb1")
    assert {"p1", "p2", "p3", "draw"} <= set(table.codes)


@pytest.mark.rule("D3.1", "D5.1")
@pytest.mark.parametrize(("round_number", "tokens"), [(1, 2), (2, 2), (3, 2), (4, 0)])
def test_tokens_come_back_but_for_the_last_round(round_number: int, tokens: int) -> None:
    """D3.1, D5.1"""
    table = duel(chips="- - - b", turn=1, round_number=round_number)
    table.play("c4")
    assert table.state.round_number == round_number + 1
    assert [board["tokens"] for board in table.state.boards] == [tokens, tokens]
    assert ("p1" in table.codes) == (tokens > 0)


@pytest.mark.rule("D3.1")
def test_drawing_costs_a_point_a_plate_and_a_token_in_all() -> None:
    """D3.1"""
    table = duel({"tokens": 2, "score": 9}, suns=SUNS, stack="YK/TS JB/TK TR/BJ KY/RJ")
    table.play("draw")
    assert told(table, "drawn", "count", "points") == [(1, -1)]
    assert table.codes == ["draw", "look"]
    table.play("draw")
    table.play("draw")
    assert told(table, "drawn", "count", "points") == [(3, -1)]
    assert (table.state.boards[0].score, table.state.boards[0].tokens) == (6, 1)
    assert names(table.state.drawn) == ["YK/TS", "JB/TK", "TR/BJ"]
    assert names(table.state.stack)[0] == "KY/RJ"


@pytest.mark.rule("D3.1")
def test_one_drawn_plate_is_kept_and_the_others_go_under_the_stack_in_an_order_of_choice() -> None:
    """D3.1: drawn plates keep their numbers; the last one is returned without asking."""
    table = duel({"tokens": 2, "score": 9}, suns=SUNS, stack="YK/TS JB/TK TR/BJ KY/RJ")
    for code in ("draw", "draw", "draw", "draw", "look"):
        table.play(code)
    assert table.codes == ["k1", "k2", "k3", "k4"]
    table.play("k2")
    assert NAMES[table.state.hand] == "JB/TK"
    assert table.codes == ["u1", "u3", "u4"]
    table.play("u4")
    assert table.codes == ["u1", "u3"]
    table.play("u1")
    assert forced(table) == ["u3"]
    assert names(table.state.stack)[-3:] == ["KY/RJ", "YK/TS", "TR/BJ"]
    assert len(table.codes) == 8 * 4
    table.play("@1n")
    assert NAMES[table.state.boards[0].plates[0]] == "JB/TK"
    assert table.turn == 1


@pytest.mark.rule("D3.1")
def test_one_plate_drawn_is_kept_without_asking() -> None:
    """D3.1"""
    table = duel({"tokens": 2}, suns=SUNS, stack="YK/TS")
    table.play("draw")
    table.play("look")
    assert forced(table) == ["k1"]
    assert NAMES[table.state.hand] == "YK/TS"


@pytest.mark.rule("D3.1")
def test_a_point_is_needed_for_each_plate() -> None:
    """D3.1: with two points two plates, and no more."""
    table = duel({"tokens": 2, "score": 2}, suns=SUNS)
    table.play("draw")
    table.play("draw")
    assert forced(table) == ["look"]
    assert table.codes == ["k1", "k2"]
    assert table.scores[0] == 0


@pytest.mark.rule("D3.1")
def test_with_no_points_one_plate_is_free() -> None:
    """D3.1"""
    table = duel({"tokens": 2, "score": 0}, suns=SUNS)
    table.play("draw")
    assert told(table, "drawn", "count", "points") == [(1, 0)]
    assert forced(table) == ["look", "k1"]
    assert table.scores[0] == 0


@pytest.mark.rule("D3.1")
def test_the_last_point_buys_one_plate_and_no_free_one_after_it() -> None:
    """D3.1"""
    table = duel({"tokens": 2, "score": 1}, suns=SUNS)
    table.play("draw")
    assert told(table, "drawn", "points") == [-1]
    assert forced(table) == ["look", "k1"]


@pytest.mark.rule("D3.1")
def test_drawing_ends_with_the_stack() -> None:
    """D3.1: in the fourth round one plate is left when three lie open; here the display was emptied first."""
    table = duel({"tokens": 1}, {"tokens": 1}, suns=SUNS, round_number=4, display="- - -")
    assert (table.state.stack != -1).sum() == 2
    table.play("draw")
    table.play("draw")
    assert forced(table) == ["look"]
    table.play("k2")
    assert forced(table) == ["u1"]


@pytest.mark.rule("D3.1")
def test_all_thirteen_plates_can_be_drawn() -> None:
    """D3.1: the stack is highest in the first turn."""
    table = duel({"tokens": 2, "score": 40}, {"tokens": 2}, suns=SUNS)
    for _ in range(13):
        table.play("draw")
    assert forced(table) == ["look"]
    assert table.codes == [f"k{number}" for number in range(1, 14)]
    assert table.scores[0] == 27


@pytest.mark.rule("D7.6")
def test_all_plates_lie_on_the_domes_after_four_rounds() -> None:
    """D7.6: whatever is played, 2 x (1 + 2 x 4)."""
    table = tegel.game("duel", key=(7, 7, 7, 7))
    while table.state.round_number < 5:
        table.play(table.legal[len(table.moves) * 7 % len(table.legal)])
    assert sorted(plate for board in table.state.boards for plate in board["plates"]) == list(range(18))
    assert (table.state.display == -1).all()
    assert (table.state.stack == -1).all()
