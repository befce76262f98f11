"""Set-up, turns, the end of a phase, new rounds (D1.1, D2, D3.7, D3.8, D5)."""

from __future__ import annotations

from collections import Counter

import pytest

import tegel
from tegel.games.duel.rounds import put_back

from .build import duel, forced, names, tiled, tiles, told

KEYS = [(seed, 5, 5, 5) for seed in range(20)]


@pytest.mark.rule("D1.1", "D2.1", "D2.2", "D2.3")
def test_set_up() -> None:
    """D1.1, D2.1, D2.2, D2.3"""
    facts = tegel.game("duel", key=(9, 9, 9, 9)).view(0).facts
    assert [board["score"] for board in facts["boards"]] == [5, 5]
    assert [board["tokens"] for board in facts["boards"]] == [2, 2]
    assert [len(facts["display"]), len(facts["stack"])] == [3, 15]
    assert [sum(sun) for sun in facts["suns"]] == [5, 4, 4, 4, 4]
    assert [sum(facts["bag"]), sum(facts["tower"])] == [65 - 21, 0]
    assert [facts["bag"][colour] + sum(sun[colour] for sun in facts["suns"]) for colour in range(5)] == [13] * 5
    assert facts["chips"] == ["down"] * 4
    assert facts["chips_left"] == [2] * 10
    assert facts["start_tile"] == "factory"


@pytest.mark.rule("D2.1")
def test_the_plates_are_shuffled() -> None:
    """D2.1"""
    tables = [tegel.game("duel", key=key) for key in KEYS]
    for table in tables:
        assert sorted([*table.state.display, *table.state.stack[:15]]) == list(range(18))
    assert len({int(table.state.display[0]) for table in tables}) > 8


@pytest.mark.rule("D2.2")
@pytest.mark.parametrize(
    ("sun", "bag", "tower", "after"),
    [
        ("bbbbb", "bby", "k", ("", "bbbbbbby", "k")),
        ("bbbbb", "", "bk", ("", "bbbbbbk", "")),  # the tower is tipped first
        ("bbbbb", "bb", "yy", ("", "bbbbbbbyy", "")),
        ("bbbbb", "bb", "b", None),  # bag and tower hold but one colour
        ("bbbbb", "", "", None),
        ("bbbby", "kkk", "", None),
        ("bbbb", "", "", None),  # four are not five
    ],
)
def test_five_of_one_colour_are_put_back(sun: str, bag: str, tower: str, after: tuple[str, str, str] | None) -> None:
    """D2.2"""
    table = duel(suns=sun, tower=tower, bag=bag)
    assert put_back(table.state) == (after is not None)
    found = (tiles(table.state.suns[0]), tiles(table.state.bag), tiles(table.state.tower))
    assert found == (after or (sun, bag, tower))


@pytest.mark.rule("D2.2", "D5.1")
@pytest.mark.parametrize(("bag", "tower"), [("bbbbbby", ""), ("bbbbbb", "y"), ("bbbbb", "y")])
def test_the_large_factory_is_drawn_again_until_it_shows_two_colours(bag: str, tower: str) -> None:
    """D2.2, D5.1: of seven tiles six are blue, so five blue ones come often; the yellow one must be among those that stay."""
    for key in KEYS:
        table = tiled(bag=bag, tower=tower, key=key)
        assert tiles(table.state.suns[0]) == "bbbby"
        assert tiles(table.state.tower) == ""


@pytest.mark.rule("D2.2")
def test_five_of_one_colour_stay_if_there_is_no_other() -> None:
    """D2.2"""
    table = tiled(bag="bbbbbb", tower="bb")
    assert [tiles(sun) for sun in table.state.suns] == ["bbbbb", "bbb", "", "", ""]


@pytest.mark.rule("D2.4")
def test_the_start_player_is_drawn_from_the_key() -> None:
    """D2.4"""
    starts = Counter(int(tegel.game("duel", key=(seed, 0, 0, 0)).state.starter) for seed in range(60))
    assert min(starts[0], starts[1]) > 15


@pytest.mark.rule("D2.4")
def test_the_opening() -> None:
    """D2.4: the other player chooses a plate first; the new one goes where the gap is; nothing is drawn or paid."""
    table = tegel.game("duel", key=(2, 2, 2, 2))
    start = int(table.state.starter)
    shown, stack = table.state.display.tolist(), table.state.stack.tolist()
    assert (table.turn, table.codes) == (1 - start, ["p1", "p2", "p3"])
    table.play("p2")
    assert table.codes == [f"@{space}{point}" for space in range(1, 10) for point in "nesw"]
    table.play("@3w")
    assert (table.state.boards[1 - start].plates[2], table.state.boards[1 - start].turns[2]) == (shown[1], 3)
    assert table.state.display.tolist() == [shown[0], stack[0], shown[2]]
    assert (table.turn, table.codes) == (start, ["p1", "p2", "p3"])
    table.play("p2")
    table.play("@3w")
    assert table.state.display.tolist() == [shown[0], stack[1], shown[2]]
    assert [board["tokens"] for board in table.state.boards] == [2, 2]
    assert table.turn == start
    assert "draw" in table.codes


@pytest.mark.rule("D3.7")
def test_turns_alternate_one_action_each() -> None:
    """D3.7"""
    table = duel({"tokens": 1}, {"tokens": 1}, suns="bbkty", chips="b y - -")
    turns = []
    for code in ("lb2", "c1", "p1", "@1n", "p2", "@1n", "mk3"):
        turns.append(table.turn)
        table.play(code)
    assert turns == [0, 1, 0, 0, 1, 1, 0]


@pytest.mark.rule("D3.7")
def test_who_can_do_nothing_passes_for_the_rest_of_the_phase() -> None:
    """D3.7: seat 1 has had its chips, and there is nothing else."""
    table = duel({"taken": 0}, {"taken": 2}, chips="b y - -", round_number=5)
    table.play("c1")
    assert forced(table) == ["c2"]
    assert told(table, "forced", "seat") == [0]
    assert table.over


@pytest.mark.rule("D3.7")
def test_passing_is_never_a_choice() -> None:
    """D3.7: with a token left and nothing else on the table, a plate must be taken."""
    table = duel({"tokens": 0}, {"tokens": 2}, turn=1)
    assert table.codes == ["p1", "p2", "p3", "draw"]
    table.play("p1")
    table.play("@1n")
    assert table.turn == 1
    assert table.codes == ["p2", "p3", "draw"]


@pytest.mark.rule("D3.7", "D3.1")
def test_with_a_token_left_there_is_always_a_plate() -> None:
    """D3.7, D3.1: three were shown, so the fourth of a round is drawn, for nothing if need be."""
    table = duel({"tokens": 0}, {"tokens": 2, "score": 0}, turn=1, display="YK/TS - -")
    table.play("p1")
    table.play("@1n")
    assert forced(table)[:3] == ["draw", "look", "k1"]
    assert table.codes[0].startswith("@")
    table.play("@2n")
    assert table.state.round_number == 2


@pytest.mark.rule("D3.8")
@pytest.mark.parametrize(
    ("left", "last"),
    [({"chips": "- - - b"}, "c4"), ({"suns": "k"}, "lk1"), ({"large_moon": "k"}, "mk1")],
)
def test_the_phase_ends_when_all_is_taken(left: dict[str, str], last: str) -> None:
    """D3.8"""
    table = duel({"taken": 2}, turn=1, **left)
    table.play(last)
    assert table.state.round_number == 2


@pytest.mark.rule("D3.8")
def test_tokens_hold_the_phase_up_but_not_in_the_last_round() -> None:
    """D3.8"""
    table = duel({"tokens": 1}, chips="- - - b", turn=1)
    table.play("c4")
    assert (table.state.round_number, table.turn) == (1, 0)
    last = duel(chips="- - - b", turn=1, round_number=5)
    last.play("c4")
    assert last.over


@pytest.mark.rule("D5.1")
def test_a_new_round() -> None:
    """D5.1: tokens, chips that may be taken, display from its first gap on, factories, face-down chips."""
    table = tiled(display="- YK/TS -", stack="JB/TK TR/BJ KY/RJ")
    state = table.state
    assert told(table, "deal", "seat", "count") == [(0, 2)]
    assert names(state.display) == ["JB/TK", "YK/TS", "TR/BJ"]
    assert names(state.stack)[0] == "KY/RJ"
    assert [int(sun.sum()) for sun in state.suns] == [5, 4, 4, 4, 4]
    assert state.chips.tolist() == [-2] * 4
    assert [(board["tokens"], board["chips_taken"]) for board in state.boards] == [(2, 0), (2, 0)]
    assert state.chips_left.sum() == 16


@pytest.mark.rule("D5.1")
def test_the_tower_is_tipped_into_an_empty_bag_while_filling() -> None:
    """D5.1"""
    table = tiled(bag="bbby", tower="k" * 10 + "r" * 10)
    dealt = "".join(tiles(sun) for sun in table.state.suns)
    assert (dealt.count("b"), dealt.count("y"), len(dealt)) == (3, 1, 21)
    assert table.state.bag.sum() == 3
    assert tiles(table.state.tower) == ""
    assert tiles(table.state.suns[0])[:4] == "bbby"


@pytest.mark.rule("D5.1", "D3.10")
def test_a_round_begins_with_what_there_is_and_reveals_chips_without_tiles() -> None:
    """D5.1, D3.10"""
    table = tiled(bag="bby", tower="kkkkr")
    assert [int(sun.sum()) for sun in table.state.suns] == [5, 3, 0, 0, 0]
    assert told(table, "chip", "row") == [1, 2, 3]
    assert table.state.chips[0] == -2
    assert {"c2", "c3", "c4"} <= set(table.codes)
    assert "c1" not in table.codes


@pytest.mark.rule("D5.1")
def test_a_round_without_any_tile() -> None:
    """D5.1: four chips and four plates are left to take."""
    table = tiled(bag="")
    assert told(table, "chip", "row") == [0, 1, 2, 3]
    assert table.codes == ["p1", "p2", "p3", "draw", "c1", "c2", "c3", "c4"]


@pytest.mark.rule("D5.2")
@pytest.mark.parametrize(("start_tile", "starter", "begins"), [(0, 1, 0), (1, 0, 1), (-1, 0, 0), (-1, 1, 1)])
def test_who_begins_the_next_round(start_tile: int, starter: int, begins: int) -> None:
    """D5.2: the holder of the start tile, who puts it back; without one the start player stays the same."""
    table = tiled(start_tile=start_tile, starter=starter)
    assert (table.state.starter, table.turn, table.state.start_tile) == (begins, begins, -1)
