"""Set-up, rounds and the end of Azul (A1, A2, A5, A6)."""

from __future__ import annotations

from collections import Counter

import pytest

import tegel
from tegel.core import generic

from .build import azul, tiles


@pytest.mark.rule("A1", "A2.1", "A2.2")
@pytest.mark.parametrize(("players", "discs"), [(2, 5), (3, 7), (4, 9)])
def test_material_and_set_up(players: int, discs: int) -> None:
    """A1, A2.1, A2.2"""
    table = tegel.game("azul", players=players, key=(9, 9, 9, players))
    facts = table.view(0).facts
    assert len(facts["discs"]) == discs
    assert all(sum(disc) == 4 for disc in facts["discs"])
    assert facts["marker"] == "centre"
    assert sum(facts["bag"]) == 100 - 4 * discs
    assert facts["lid"] == [0] * 5
    assert [board["score"] for board in facts["boards"]] == [0] * players
    assert [len(board["lines"]) for board in facts["boards"]] == [5] * players


@pytest.mark.rule("A2.1")
def test_the_start_player_is_drawn_from_the_key() -> None:
    """A2.1"""
    starts = Counter(tegel.game("azul", players=3, key=(seed, 0, 0, 0)).turn for seed in range(300))
    assert set(starts) == {0, 1, 2}
    assert min(starts.values()) > 60


@pytest.mark.rule("A5.1")
def test_the_lid_is_tipped_into_an_empty_bag_while_filling() -> None:
    """A5.1"""
    table = azul({}, {}, centre="yw", marker=1, lid="r" * 20 + "k" * 10, bag="bbbbbb")
    table.play("cy2")
    table.play("cw2")
    dealt = Counter(letter for disc in table.state.discs for letter in tiles(disc))
    assert dealt["b"] == 6
    assert sum(dealt.values()) == 20
    assert tiles(table.state.lid) == ""
    assert sum(table.state.bag.tolist()) == 16


@pytest.mark.rule("A5.1")
def test_a_round_begins_with_what_there_is() -> None:
    """A5.1"""
    table = azul({}, {}, centre="yw", marker=1, bag="bbbbrr")
    table.play("cy2")
    table.play("cw2")
    assert [len(tiles(disc)) for disc in table.state.discs] == [4, 2, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("A3.2", "A5.1")
def test_the_holder_of_the_marker_begins() -> None:
    """A3.2, A5.1"""
    table = azul(centre="yw", starter=0, turn=0)
    table.play("cy2")
    table.play("cw2")
    assert table.state.starter == 0
    table = azul(centre="yw", starter=0, turn=1)
    table.play("cy2")
    table.play("cw2")
    assert table.state.starter == 1
    assert table.turn == 1


@pytest.mark.rule("A5.2")
def test_without_a_marker_taken_the_start_player_stays() -> None:
    """A5.2"""
    table = azul(discs="bbbb yyyy", starter=1, turn=1)
    table.play("1b4")
    table.play("2y4")
    assert table.turn == table.state.starter == 1


@pytest.mark.rule("A5.3")
def test_the_game_ends_when_no_tile_can_be_dealt() -> None:
    """A5.3: all tiles on walls and in lines, as only four players can bring about."""
    table = azul({}, {}, {}, {}, players=4, centre="yw", marker=1, bag="")
    table.play("cy2")
    table.play("cw2")
    assert table.over
    assert table.state.round_number == 1


@pytest.mark.rule("A5.4")
def test_the_round_limit() -> None:
    """A5.4"""
    table = azul(centre="yw", marker=1, rounds=3, round_number=3)
    table.play("cy2")
    table.play("cw2")
    assert table.over
    table = azul(centre="yw", marker=1, rounds=3, round_number=2)
    table.play("cy2")
    table.play("cw2")
    assert not table.over
    table = azul(centre="yw", marker=1, rounds=0, round_number=65_535)
    table.play("cy2")
    table.play("cw2")
    assert table.over


@pytest.mark.rule("A5.5")
def test_tiles_that_would_come_back_for_ever_end_the_game() -> None:
    """A5.5"""
    wall = "b.... .b... ..b.. ...b. ....b"
    stuck = azul({"wall": wall}, {}, centre="yw", marker=0, bag="bbb")
    stuck.play("cy2")
    stuck.play("cw2")
    assert stuck.over
    other = azul({"wall": wall}, {}, centre="yw", marker=1, bag="bbb")
    other.play("cy2")
    other.play("cw2")
    assert not other.over


@pytest.mark.rule("A6.1")
def test_a_complete_row_ends_the_game_after_the_wall_phase() -> None:
    """A6.1"""
    table = azul({"wall": "byrk. ..... ..... ..... .....", "lines": {1: "w"}}, centre="yr", marker=1)
    table.play("cy2")
    table.play("cr2")
    assert table.over
    assert table.turn is None
    assert table.legal == []


@pytest.mark.rule("A6.2")
def test_bonuses() -> None:
    """A6.2"""
    wall = "byrkw wb... k.b.. r..b. y...b"
    table = azul({"wall": wall}, centre="yr", marker=1)
    table.play("cy0")
    table.play("cr2")
    bonus = {event.kind: event.points for event in table.events if event.kind in ("row", "column", "colour")}
    assert bonus == {"row": 2, "column": 7, "colour": 10}
    assert table.scores == [19, 0]


@pytest.mark.rule("A6.3")
def test_places_by_points_then_rows_then_shared() -> None:
    """A6.3"""
    one_row = "byrkw ..... ..... ..... ....."
    table = azul({"wall": one_row, "score": 10}, {"score": 13}, {"score": 13}, {"score": 3}, players=4, centre="yw", marker=3)
    table.play("cy2")
    table.play("cw2")
    assert table.result == tegel.Result([12, 13, 13, 2], [3, 1, 1, 4])
    assert table.result.winners == [1, 2]
    table = azul({"wall": one_row, "score": 10}, {"score": 13}, centre="yw", marker=1)
    table.play("cy2")
    table.play("cw2")
    assert table.result == tegel.Result([12, 12], [1, 2])


@pytest.mark.rule("A6.4")
def test_nothing_happens_at_a_hundred() -> None:
    """A6.4"""
    table = azul({"score": 99, "lines": {1: "b"}}, {"score": 241}, centre="yw", marker=1)
    table.play("cy2")
    table.play("cw2")
    assert table.scores == [100, 240]


@pytest.mark.rule("A9")
def test_only_the_future_is_hidden() -> None:
    """A9"""
    table = tegel.game("azul", players=2, key=(1, 2, 3, 4))
    view = table.view(1)
    assert view.facts == table.game.view(table.state)
    assert view.state.key.tolist() == [0, 0, 0, 0]
    assert "key hidden" in tegel.core.position.write_position(table.game, view.state)
    twin = view.imagine((5, 6, 7, 8))
    assert generic.check(twin) == 0
    assert twin.key.tolist() == [5, 6, 7, 8]
