"""The end, the points and the places of Blockers! (B4, B5, B6.2, B7)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tegel
from tegel.core import generic
from tests.configurations import play_random

from .build import blocked, blockers, tile_set, told


def ended(*seats: str, **more: Any) -> tegel.Result:
    """The result of a game that is over."""
    result = blockers(*seats, turn=-1, **more).result
    assert result is not None
    return result


@pytest.mark.rule("B4.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_lays_24_tiles_and_keeps_4(players: int) -> None:
    """B4.1"""
    table = play_random(tegel.game("blockers", players=players, key=(3, 1, 4, players)), 1)
    facts = table.game.view(table.state)
    assert [len(rack) for rack in facts["racks"]] == [4] * players
    assert facts["pile_sizes"] == [0] * players
    laid = sum(tile is not None for row in facts["board"] for tile in row) + sum(len(tiles) for tiles in facts["captured"])
    assert laid == 24 * players
    assert table.legal == []


@pytest.mark.rule("B4.1")
def test_a_finished_player_waits_while_the_others_play_on() -> None:
    """B4.1: that is no skip, and the last four tiles are kept."""
    table = blockers(racks={"r": "19AIm", "g": "19AI", "b": "19AIm"}, empty={"r": 1, "g": 2})
    table.play("G1n")
    assert table.turn == 2
    assert told(table, "skip") == []
    table.play("H1n")
    assert table.turn == 2
    assert table.state.racks[0] == tile_set("9AIm")


@pytest.mark.rule("B4.1", "B3.5")
def test_the_game_ends_when_nobody_unfinished_can_move() -> None:
    """B4.1, B3.5: red is left with five tiles and a pile."""
    table = blockers(
        blocked(), racks={"r": "ABCts", "g": "EFGH", "b": "EFGH", "y": "98GHI"}, empty={"g": 3, "b": 3, "y": 1}, players=4, turn=3
    )
    table.play("G1l")
    assert table.over
    assert table.state.rack_size.tolist()[:4] == [5, 4, 4, 4]
    assert table.state.pile_size[0] == 23
    assert told(table, "groups") == [("groups", seat) for seat in range(4)]
    assert table.result == tegel.Result([0, 1 + 16, 1, 2 + 13], [1, 4, 2, 3])


@pytest.mark.rule("B4.2")
def test_groups_are_connected_along_their_sides() -> None:
    """B4.2: red has a group of four around a bend, one across the rows F and G, a lone tile, and one at its corner."""
    board = "A1 r1, A2 rA, B2 r2, B3 rB, F5 r5, G5 rG, H6 rH, I7 rI"
    assert blockers(board).preview == [4, 0, 0]
    assert blockers("F1 r1, G1 rG, G2 r2, G3 rm, F3 r3").preview == [1, 0, 0]


@pytest.mark.rule("B4.2")
def test_other_colours_separate_groups() -> None:
    """B4.2"""
    assert blockers("D1 r1, D2 g2, D3 r3").preview == [2, 1, 0]


@pytest.mark.rule("B4.2")
def test_only_the_colour_captured_most_counts() -> None:
    """B4.2: equal colours count once."""
    assert blockers(captured={0: "g1 g2 b3", 1: "r1 b1", 2: "r2"}).preview == [2, 1, 1]
    assert blockers(captured={0: "g1 g2 b3 b4"}).preview == [2, 0, 0]


@pytest.mark.rule("B4.2")
def test_the_last_move_tells_where_the_points_come_from() -> None:
    """B4.2"""
    table = blockers(racks={"r": "19AIm", "g": "19AI", "b": "19AI"}, captured={0: "b2"}, empty={"r": 2, "g": 2, "b": 1})
    table.play("G1n")
    points = [(event.kind, event.seat, event.colour, event.points) for event in table.events if event.kind in ("groups", "captives")]
    assert points == [
        ("groups", 0, 0, 1),
        ("captives", 0, 2, 1),
        ("groups", 1, 1, 0),
        ("captives", 1, 2, 23),
        ("groups", 2, 2, 0),
        ("captives", 2, 1, 24),
    ]
    assert table.scores == [2, 23, 24]


@pytest.mark.rule("B4.3")
def test_places() -> None:
    """B4.3: fewest points, then fewer captured tiles in all, then shared."""
    two = "A1 r1, C1 rC, A3 gA, C3 gC, A5 bA, C5 bC"
    assert ended("A1 r1, A3 gA, C3 gC") == tegel.Result([1, 2, 0], [2, 3, 1])
    assert ended(two) == tegel.Result([2, 2, 2], [1, 1, 1])
    assert ended(two, captured={0: "g1 b1", 1: "b2", 2: "r2 g2"}) == tegel.Result([3, 3, 3], [2, 1, 2])
    assert ended(two, captured={0: "g1 b1", 1: "b2", 2: "r2 g2"}).winners == [1]


@pytest.mark.rule("B4.4", "B4.3")
def test_classic_scoring_counts_groups_only() -> None:
    """B4.4: captured tiles still break a tie (B4.3)."""
    board = "A1 r1, C1 rC, A3 gA, C3 gC, A5 bA"
    captured = {0: "b1 b2 b3", 1: "b4", 2: "r2 r3"}
    assert ended(board, captured=captured, scoring="classic") == tegel.Result([2, 2, 1], [3, 2, 1])
    assert ended(board, captured=captured) == tegel.Result([5, 3, 3], [3, 1, 2])


@pytest.mark.rule("B5.1")
def test_two_players_have_two_colours_each() -> None:
    """B5.1"""
    table = tegel.game("blockers", players=2, key=(1, 2, 3, 4))
    own, other = table.view(0).facts, table.view(1).facts
    assert [isinstance(rack, list) for rack in own["racks"]] == [True, True, False, False]
    assert [isinstance(rack, list) for rack in other["racks"]] == [False, False, True, True]
    assert own["pile_sizes"] == [23] * 4


@pytest.mark.rule("B5.1")
def test_two_players_lay_from_either_rack_and_draw_from_its_pile() -> None:
    """B5.1"""
    table = blockers(racks={"r": "2Gm9j", "g": "3Gm9j"}, players=2)
    assert "G2n" in table.codes
    assert "G3n/2" in table.codes
    assert "G3n" not in table.codes
    table.play("G3n/2")
    assert table.state.pile_size.tolist()[:4] == [23, 22, 23, 23]
    assert table.state.rack_size.tolist()[:4] == [5, 5, 5, 5]
    assert table.game.view(table.state)["board"][6][2] == [1, 2]
    assert table.turn == 1


@pytest.mark.rule("B5.2")
def test_two_players_never_capture_their_own_colours() -> None:
    """B5.2"""
    table = blockers("G2 r2, G3 g3, G4 b4, G5 y5", racks={"r": "Gm9j1", "g": "Gm9j1"}, players=2)
    assert {code[:2] for code in table.codes if code[0] == "G"} == {f"G{column}" for column in "1456789"}


@pytest.mark.rule("B5.2")
def test_a_player_s_two_colours_do_not_connect() -> None:
    """B5.2"""
    assert blockers("G2 r2, G3 g3, G4 r4", players=2).preview == [3, 0]


@pytest.mark.rule("B5.3")
def test_a_finished_colour_is_laid_no_more() -> None:
    """B5.3: the other rack plays on; finished is a player with both."""
    table = blockers(racks={"r": "19AI", "g": "19AIm"}, empty={"r": 1, "g": 1}, players=2)
    assert table.codes
    assert all(code.endswith("/2") for code in table.codes)
    table.play("G1n/2")
    assert table.turn == 1
    table.play(table.legal[0])
    assert table.turn == 1


@pytest.mark.rule("B5.3")
def test_two_players_end_when_all_four_colours_are_finished() -> None:
    """B5.3"""
    table = play_random(tegel.game("blockers", players=2, key=(1, 2, 3, 4)), 1)
    assert table.state.rack_size.tolist()[:4] == [4, 4, 4, 4]
    assert table.state.pile_size.tolist()[:4] == [0, 0, 0, 0]


@pytest.mark.rule("B5.4")
def test_two_players_points() -> None:
    """B5.4: groups of both colours, and of the captured tiles those of one colour."""
    board = "A1 r1, C1 rC, A3 gA, A5 bA"
    assert blockers(board, captured={0: "b1 b2 y3", 1: "r2 g1"}, players=2).preview == [5, 2]
    assert ended("A1 r1, A5 bA", captured={0: "b1 y3", 1: "g1"}, players=2) == tegel.Result([2, 2], [2, 1])


@pytest.mark.rule("B6.2")
def test_example_points() -> None:
    """B6.2"""
    four = "A1 r1, C1 rC, E1 rE, G1 rG"
    three = "A1 r1, C1 rC, E1 rE"
    assert blockers(four, captured={0: "g1"}).preview[0] == 5
    assert blockers(three, captured={0: "g1 g2"}).preview[0] == 5
    assert blockers(three, captured={0: "g1 g2 b1 b2"}).preview[0] == 5


@pytest.mark.rule("B7")
def test_what_is_hidden() -> None:
    """B7: the others' racks and piles, the future; all laid and captured tiles are open."""
    table = play_random(tegel.game("blockers", players=3, key=(1, 2, 3, 4)), 1, 30)
    truth = table.game.view(table.state)
    for seat in range(3):
        view = table.view(seat)
        facts = view.facts
        for colour in range(3):
            if colour == seat:
                assert (facts["racks"][colour], facts["piles"][colour]) == (truth["racks"][colour], truth["piles"][colour])
            else:
                assert facts["racks"][colour] == 5
                assert facts["piles"][colour] == sorted(truth["racks"][colour] + truth["piles"][colour])
        for open_to_all in ("turn", "board", "pile_sizes", "captured"):
            assert facts[open_to_all] == truth[open_to_all]
        assert not view.state.key.any()


@pytest.mark.rule("B7")
def test_guesses_spread_over_all_racks() -> None:
    """B7: what is sampled for a hidden rack is any of the tiles not seen yet, and never one of the others."""
    table = play_random(tegel.game("blockers", players=3, key=(1, 2, 3, 4)), 1, 30)
    table.state.turn = 0
    view = table.view(0)
    unseen = set(view.facts["piles"][1])
    source = random.Random(1)
    found = set()
    for _ in range(300):
        guess = view.imagine((source.getrandbits(64), 0, 0, 0))
        assert generic.check(guess) == 0
        found |= set(table.game.view(guess)["racks"][1])
    assert found == unseen
