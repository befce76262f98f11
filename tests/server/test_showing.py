"""What viewers are told besides the facts: whether it may be the last round, who is who, and why not, in their language."""

from __future__ import annotations

from typing import Any

import pytest

import tegel
from tegel.core.errors import BadPosition, IllegalMove
from tegel.games.azul.view import last_round
from tegel.server.errors import NotFound, sentence
from tegel.server.guard import POLICY
from tegel.server.room import Room, Seat
from tegel.server.scene import Scene
from tegel.server.showing import show_table


def board(line: tuple[int | None, int], laid: int) -> dict[str, Any]:
    """A board of Azul whose second line and wall row are as given."""
    lines = [[None, 0], list(line), [None, 0], [None, 0], [None, 0]]
    wall = [[None] * 5, [1] * laid + [None] * (5 - laid), *([None] * 5 for _ in range(3))]
    return {"score": 0, "lines": lines, "wall": wall, "floor": []}


@pytest.mark.parametrize(("line", "laid", "last"), [((2, 2), 4, True), ((2, 1), 4, False), ((2, 2), 3, False), ((None, 0), 4, False)])
def test_last_round_of_azul(line: tuple[int | None, int], laid: int, last: bool) -> None:
    assert last_round({"boards": [board((None, 0), 0), board(line, laid)]}) is last


@pytest.mark.parametrize("name", ["azul", "duel", "blockers"])
def test_every_game_ends_with_a_round_that_was_announced(name: str) -> None:
    table = tegel.game(name, key=(1, 2, 3, 4))
    assert show_table(Scene(table), 0, "en").last is False
    announced = False
    while not table.over:
        announced = show_table(Scene(table), -1, "en").last
        table.play(table.legal[len(table.legal) // 2])
    assert announced or name == "azul", "the last move itself may fill the line"
    assert show_table(Scene(table), 0, "en").last is False


def test_two_computers_of_one_name_are_told_apart() -> None:
    def seat(at: int, kind: str, name: str, player: str | None) -> Seat:
        return Seat(at, kind, name, player, None, "", None, None)

    seats = [seat(0, "here", "Anna", None), *(seat(at, "computer", "", "greedy") for at in (1, 2, 3))]
    room = Room("game", {"name": "azul", "options": '{"players": 4}'}, seats)
    assert room.names("en") == ["Anna", "Magpie", "Magpie 2", "Magpie 3"]


@pytest.mark.parametrize(("language", "words"), [("nl", "geen stelling"), ("fr", "pas une position")])
def test_refusals_are_in_the_readers_language(language: str, words: str) -> None:
    assert words in sentence(BadPosition("no board"), language)
    assert "no board" in sentence(BadPosition("no board"), language)
    assert sentence(IllegalMove("no"), language) != sentence(IllegalMove("no"), "en") == "no"
    assert sentence(NotFound("no_game"), language) != sentence(NotFound("no_game"), "en")


def test_nothing_inline_is_allowed() -> None:
    assert "unsafe" not in POLICY
